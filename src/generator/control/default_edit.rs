//! Edits of a WGSL file by which a value becomes the default of a control: in the tag that declares it, or a new one.

mod replacement;
#[cfg(test)]
mod tests;

use replacement::{Replacement, applied, default_tag, number_texts, replaced_arguments};

use super::annotated::fewest_numbers;
use super::{Control, ControlType, MemberInfo, UniformMember, Value, Widget, parse_control};
use crate::source::{ModulePath, Source};
use crate::wgsl::annotation::{FunctionDoc, ParsedComment, Tag};
use crate::wgsl::outline::{Declaration, DeclarationKind, DocComment, Member};

/// An edit of one WGSL file: its text before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// Relative to the shader folder.
    pub file: ModulePath,
    /// Whole text before the edit, without a byte-order mark.
    pub before: String,
    /// Whole text after the edit, without a byte-order mark.
    pub after: String,
}

impl TextEdit {
    /// Returns the edit that undoes this one.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { file: self.file, before: self.after, after: self.before }
    }
}

/// Result of [`default_edit`]: the edit of the file, and the new default of the control.
#[derive(Clone, Debug, PartialEq)]
pub struct DefaultEdit {
    /// Edit of the file that declares the control.
    pub text: TextEdit,
    /// The requested value, in the precision of the control's type.
    pub default: Value,
}

/// Reason why [`default_edit`] cannot make a value the default of a control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DefaultEditError {
    /// The control is a feature, or was read from another text.
    #[error("{file} does not declare {name}")]
    NotDeclared {
        /// Path of the file.
        file: ModulePath,
        /// Name of the control.
        name: String,
    },
    /// The tags of the control do not allow the value as its default.
    #[error("{value} cannot be the default of {name}: {reason}")]
    Rejected {
        /// Name of the control.
        name: String,
        /// The value, as text.
        value: String,
        /// The rule that the value breaks.
        reason: String,
    },
}

/// Returns the edit of the WGSL file `source`, which declares the control, that makes `value` the control's default.
///
/// # Errors
/// Fails if the text does not declare the control, or if its tags do not allow the value.
pub fn default_edit(
    source: &Source,
    control: &Control,
    value: &Value,
) -> Result<DefaultEdit, DefaultEditError> {
    let site = Site::find(source, control).ok_or_else(|| DefaultEditError::NotDeclared {
        file: source.path.clone(),
        name: control.name.clone(),
    })?;
    let default = in_precision_of(control.ty, value);
    let after = applied(&source.text, site.replacements(source, control, &default));
    let edited = Source::new(source.path.as_str(), after);
    site.check_default(&edited, control, &default).map_err(|reason| {
        DefaultEditError::Rejected {
            name: control.name.clone(),
            value: control.value_text(value),
            reason,
        }
    })?;
    Ok(DefaultEdit {
        text: TextEdit {
            file: source.path.clone(),
            before: source.text.clone(),
            after: edited.text,
        },
        default,
    })
}

/// Rounds numbers to the shortest decimals in the precision of the type.
fn in_precision_of(ty: ControlType, value: &Value) -> Value {
    let rounded = |number: &f64| {
        if ty.is_integer() {
            number.round()
        } else {
            (*number as f32).to_string().parse().unwrap_or(*number)
        }
    };
    let numbers: Vec<f64> = value.0.iter().map(rounded).collect();
    Value::from(numbers)
}

/// Position of a control's declaration in the outline of its file. The position stays valid when comments are edited.
#[derive(Clone, Copy)]
struct Site {
    declaration: usize,
    /// Index of the member or parameter; `None` for a variable.
    member: Option<usize>,
}

impl Site {
    fn find(source: &Source, control: &Control) -> Option<Self> {
        let start = control.location.as_ref()?.start;
        let is_control = |name: &str, range: &std::ops::Range<usize>| {
            name == control.name && source.location(range.clone()).start == start
        };
        let mut declarations = source.outline().declarations.iter().enumerate();
        declarations.find_map(|(index, declaration)| {
            let member = if is_control(&declaration.name, &declaration.name_range) {
                None
            } else {
                let mut members = declaration.members.iter();
                Some(members.position(|member| is_control(&member.name, &member.name_range))?)
            };
            Some(Self { declaration: index, member })
        })
    }

    fn declaration(self, source: &Source) -> &Declaration {
        &source.outline().declarations[self.declaration]
    }

    fn member(self, source: &Source) -> Option<&Member> {
        let members = &self.declaration(source).members;
        self.member.map(|index| &members[index])
    }

    fn doc(self, source: &Source) -> DocComment {
        let declaration = self.declaration(source);
        let Some(member) = self.member(source) else {
            return declaration.doc.clone();
        };
        let of_function = match declaration.kind {
            DeclarationKind::Function => {
                FunctionDoc::parse(&declaration.doc).parameter(&member.name).cloned()
            }
            DeclarationKind::Struct | DeclarationKind::Other => None,
        };
        of_function.unwrap_or_else(|| member.doc.clone())
    }

    fn replacements(self, source: &Source, control: &Control, default: &Value) -> Vec<Replacement> {
        let comment = ParsedComment::parse(&self.doc(source));
        let last = |name: &str| comment.tags.iter().rfind(|tag| tag.name == name);
        let numbers = number_texts(control.ty, default);
        let replaced = |tag: &Tag, first: usize, texts: &[String]| {
            replaced_arguments(&source.text, tag, first, texts)
        };
        let shortest = |written: usize| fewest_numbers(&default.0, control.ty, written);
        if let Some(tag) = last("default") {
            let option = match &control.widget {
                Widget::Enum(names) if tag.text().is_some() => names.get(default.first() as usize),
                _ => None,
            };
            return match option {
                Some(name) => replaced(tag, 0, &[format!("{name:?}")]),
                None => replaced(tag, 0, &numbers[..shortest(tag.arguments().len())]),
            };
        }
        let range = last("range").filter(|tag| tag.arguments().len() == 4);
        let initial = match control.widget {
            Widget::Color | Widget::Seed | Widget::Toggle => last(control.widget.name()),
            _ => None,
        };
        match (range, initial) {
            (Some(tag), _) if shortest(1) == 1 => replaced(tag, 3, &numbers[..1]),
            (None, Some(tag)) => {
                let is_opaque = tag.arguments().len() == 3 && default.0.get(3) == Some(&1.0);
                replaced(tag, 0, &numbers[..numbers.len() - usize::from(is_opaque)])
            }
            _ => vec![self.added(source, &comment, &default_tag(control, &numbers[..shortest(1)]))],
        }
    }

    fn added(self, source: &Source, comment: &ParsedComment, tag: &str) -> Replacement {
        if let Some(last) = comment.tags.last() {
            return Replacement::insert(last.range.end, format!(" {tag}"));
        }
        let doc = self.doc(source);
        match doc.text.trim_end().len() {
            0 => self.commented(source, tag),
            length => Replacement::insert(doc.file_range(0..length).end, format!(" {tag}")),
        }
    }

    fn commented(self, source: &Source, tag: &str) -> Replacement {
        let declaration = self.declaration(source);
        let Some(member) = self.member(source) else {
            return Replacement::comment(&source.text, declaration.range.start, tag);
        };
        let of_member = || Replacement::comment(&source.text, member.name_range.start, tag);
        if declaration.kind != DeclarationKind::Function {
            return of_member();
        }
        let parameters = FunctionDoc::parse(&declaration.doc).parameters;
        if let Some(named) = parameters.iter().find(|named| named.name == member.name) {
            return Replacement::insert(named.range.end, format!(" {tag}"));
        }
        let words = format!("@param {} {tag}", member.name);
        match declaration.doc.text.trim_end().len() {
            0 => Replacement::comment(&source.text, declaration.range.start, &words),
            length => {
                let end = declaration.doc.file_range(0..length).end;
                Replacement::comment_line(&source.text, end, &words).unwrap_or_else(of_member)
            }
        }
    }

    /// The error is the rule that the default breaks.
    fn check_default(
        self,
        edited: &Source,
        control: &Control,
        default: &Value,
    ) -> Result<(), String> {
        let doc = self.doc(edited);
        let member = MemberInfo {
            name: &control.name,
            ty: control.ty,
            source: control.source,
            doc: Some(&doc),
            name_range: None,
            file: edited,
        };
        let mut warnings = Vec::new();
        match parse_control(&member, &mut None, &mut warnings) {
            UniformMember::Control(read) if read.default == *default => Ok(()),
            _ => Err(warnings.first().map_or_else(
                || "its tags give it another default".to_owned(),
                |warning| warning.message.clone(),
            )),
        }
    }
}
