//! Macro for enums whose variants have names in text: on the command line, in tags, in documents.

macro_rules! named_enum {
    ($(#[$attribute:meta])* pub enum $Type:ident {
        $($(#[$about:meta])* $Variant:ident = $name:literal,)*
    }) => {
        $(#[$attribute])*
        pub enum $Type {
            $($(#[$about])* $Variant,)*
        }

        impl $Type {
            /// All variants in the order of their declaration.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$Variant),*];

            /// Returns the name on the command line, in tags and in documents.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)*
                }
            }

            /// Returns the variant with this name, or `None` if there is none.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.name() == name)
            }
        }
    };
}

pub(crate) use named_enum;
