//! Finds debug prints of naga's data structures in messages, which must not contain them, since authors of shaders do
//! not know naga.

const PRINTS: [&str; 22] = [
    "Scalar {", "Scalar(", "Vector {", "Matrix {", "Handle", "TypeInner", "Abstract", "Some(",
    "None", "kind:", "width:", "Capabilities", "Storage", "WorkGroup", "Requirements(", " ''",
    "data type, found", "naga", "LogicalAnd", "[1]", "[2]", "[3]",
];

/// Returns the debug print of naga that a message contains outside of its quotations of source text, or `None`.
pub(crate) fn debug_print(message: &str) -> Option<&'static str> {
    let own: String = message.split('`').step_by(2).collect();
    let mut prints = PRINTS.into_iter();
    prints.find(|print| own.contains(print))
}
