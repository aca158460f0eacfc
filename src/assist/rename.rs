//! Renaming of functions, controls, parameters and variables in the whole folder.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use unicode_ident::{is_xid_continue, is_xid_start};

use super::definition::{Definition, DefinitionKind};
use super::definitions::{definition_at, definition_in, references};
use super::names::FileNames;
use super::scopes::function_at;
use crate::source::{ModulePath, Source, SourceTree};
use crate::wgsl::builtins::builtin;
use crate::wgsl::lexer::TokenKind;
use crate::wgsl::syntax::KEYWORDS;

/// Bytes of a file to be replaced by the new name.
pub type FileEdit = (ModulePath, Range<usize>);

/// Why a name cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenameError {
    /// Nothing that can be renamed is at the position.
    #[error("no function, control or variable is here")]
    Nothing,
    /// The name is declared in the built-in library.
    #[error("`{0}` is declared in the built-in library")]
    Builtin(String),
    /// The new name is not a name, or a word of the language.
    #[error("`{0}` cannot be a name")]
    Invalid(String),
    /// The new name is used already.
    #[error("`{name}` is used already, at {file}:{line}")]
    Collision {
        /// New name.
        name: String,
        /// File that uses it.
        file: ModulePath,
        /// Line, from 1.
        line: usize,
    },
    /// A member of the same name may be another one.
    #[error("cannot tell whether `{name}` at {file}:{line} is this member")]
    Ambiguous {
        /// Old name.
        name: String,
        /// File that uses it.
        file: ModulePath,
        /// Line, from 1.
        line: usize,
    },
}

/// Returns all places of a name, to be replaced by the new one.
///
/// # Errors
/// Fails if the name cannot be changed, or if the new one would mean something else somewhere.
pub fn rename(
    tree: &SourceTree,
    source: &Arc<Source>,
    at: usize,
    new: &str,
) -> Result<(Definition, Vec<FileEdit>), RenameError> {
    let (_, definition) = definition_at(tree, source, at).ok_or(RenameError::Nothing)?;
    if definition.kind == DefinitionKind::File {
        return Err(RenameError::Nothing);
    }
    let Some(declaring) = tree.get(&definition.file) else {
        return Err(RenameError::Builtin(definition.name));
    };
    let mut characters = new.chars();
    let is_start = |c: char| is_xid_start(c) || c == '_';
    let is_name = characters.next().is_some_and(is_start) && characters.all(is_xid_continue);
    let is_reserved = KEYWORDS.contains(&new) || matches!(new, "_" | "self" | "as");
    let is_type = builtin(new).is_some_and(|builtin| builtin.signature.is_empty());
    if !is_name || is_reserved || is_type || new.starts_with("__") {
        return Err(RenameError::Invalid(new.to_owned()));
    }
    let found = references(tree, &definition);
    // An import under another name leaves that name as it is.
    let has_name = |(file, range): &FileEdit| {
        tree.get(file).is_some_and(|source| source.text[range.clone()] == definition.name)
    };
    let places: Vec<FileEdit> = found.into_iter().filter(has_name).collect();
    check_collisions(tree, declaring, &definition, &places, new)?;
    Ok((definition, places))
}

fn check_collisions(
    tree: &SourceTree,
    declaring: &Arc<Source>,
    definition: &Definition,
    places: &[FileEdit],
    new: &str,
) -> Result<(), RenameError> {
    let line = |source: &Source, range: &Range<usize>| source.location(range.clone()).start.line;
    let collision = |source: &Source, range: Range<usize>| RenameError::Collision {
        name: new.to_owned(),
        file: source.path.clone(),
        line: line(source, &range),
    };
    match definition.kind {
        DefinitionKind::Local | DefinitionKind::Parameter => {
            let function = function_at(declaring, definition.range.start);
            let range = function.map_or(0..0, |function| function.range.clone());
            used_name(declaring, range, new).map_or(Ok(()), |at| Err(collision(declaring, at)))
        }
        DefinitionKind::Member => {
            let mut structs = super::types::structs(declaring);
            let owner = structs.find(|found| {
                found.members.iter().any(|member| member.name_range == definition.range)
            });
            let mut members = owner.into_iter().flat_map(|owner| &owner.members);
            if let Some(same) = members.find(|member| member.name == new) {
                return Err(collision(declaring, same.name_range.clone()));
            }
            check_members(tree, definition)
        }
        _ => {
            let mut files: Vec<&ModulePath> = places.iter().map(|(file, _)| file).collect();
            files.dedup();
            let mut files = files.into_iter().filter_map(|file| tree.get(file));
            let found = files.find_map(|source| {
                let used = used_name(source, 0..source.text.len(), new)?;
                Some(collision(source, used))
            });
            found.map_or(Ok(()), Err)
        }
    }
}

fn used_name(source: &Source, range: Range<usize>, name: &str) -> Option<Range<usize>> {
    let tokens = source.tokens_in(range);
    let mut indices = (0..tokens.len()).filter(|index| {
        let before = index.checked_sub(1).map_or("", |before| tokens[before].text(&source.text));
        let token = &tokens[*index];
        token.kind == TokenKind::Word
            && token.text(&source.text) == name
            && !matches!(before, "." | "@")
    });
    indices.next().map(|index| tokens[index].range.clone())
}

/// Fails if a file that can see the struct uses a member of this name of an unknown type.
fn check_members(tree: &SourceTree, definition: &Definition) -> Result<(), RenameError> {
    for source in tree.iter().filter(|source| source.text.contains(&definition.name)) {
        let names = FileNames::new(tree, source);
        if names.visible_files().iter().all(|file| file.path != definition.file) {
            continue;
        }
        for pair in source.tokens().windows(2) {
            let is_member =
                pair[0].text(&source.text) == "." && pair[1].text(&source.text) == definition.name;
            if is_member && definition_in(&names, pair[1].range.start).is_none() {
                return Err(RenameError::Ambiguous {
                    name: definition.name.clone(),
                    file: source.path.clone(),
                    line: source.location(pair[1].range.clone()).start.line,
                });
            }
        }
    }
    Ok(())
}

/// Returns the places of a control's name among the keys of a preset file, and of a function's name as its generator.
pub fn renamed_in_presets(text: &str, definition: &Definition) -> Vec<Range<usize>> {
    let old = definition.name.as_str();
    let quoted = format!("\"{old}\"");
    let mut lines = BTreeMap::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        lines.insert(start, line);
        start += line.len();
    }
    let found = lines.into_iter().flat_map(|(start, line)| {
        let is_function = definition.kind == DefinitionKind::Function;
        let places: Vec<Range<usize>> = if is_function {
            let is_generator = line.trim_start().starts_with("generator");
            let at = line.find(&quoted).filter(|_| is_generator);
            at.map(|at| at + 1..at + 1 + old.len()).into_iter().collect()
        } else {
            keys(line, old)
        };
        places.into_iter().map(move |place| start + place.start..start + place.end)
    });
    found.collect()
}

fn keys(line: &str, name: &str) -> Vec<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let found = line.match_indices(name).map(|(at, _)| at..at + name.len());
    let is_key = |range: &Range<usize>| {
        let (before, after) = (&line[..range.start], line[range.end..].trim_start());
        let is_whole = !before.ends_with(is_word);
        let is_quoted = before.matches('"').count() % 2 == 1 || before.contains('#');
        is_whole && !is_quoted && after.starts_with('=')
    };
    found.filter(is_key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "import package::lib::{scale, other as third};\nstruct P { gain: f32, bias: f32 }\n\
        var<uniform> params: P;\nfn f(p: vec2f) -> f32 { let k = scale(p.x); return k * params.gain + third(k); }\n";
    const LIBRARY: &str =
        "fn scale(x: f32) -> f32 { return x; }\nfn other(x: f32) -> f32 { return scale(x); }\n";

    /// Renames the first word in `context` of the root, and returns both texts, or the reason why not.
    fn renamed(context: &str, new: &str) -> Result<[String; 2], String> {
        let tree = SourceTree::from_iter([("a.wgsl", ROOT), ("lib.wgsl", LIBRARY)]);
        let source = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        let at = ROOT.find(context).unwrap();
        let (_, edits) = rename(&tree, source, at, new).map_err(|error| error.to_string())?;
        Ok(["a.wgsl", "lib.wgsl"].map(|file| {
            let mut text = tree.get(&ModulePath::new(file)).unwrap().text.clone();
            let mut places: Vec<_> =
                edits.iter().filter(|(path, _)| path.as_str() == file).collect();
            places.sort_by_key(|(_, range)| range.start);
            for (_, range) in places.into_iter().rev() {
                text.replace_range(range.clone(), new);
            }
            text
        }))
    }

    #[test]
    fn all_uses_in_the_folder_are_renamed() {
        let both = [ROOT, LIBRARY].map(|text| text.replace("scale", "grow"));
        assert_eq!(renamed("scale(p", "grow"), Ok(both));
        let gain = [ROOT.replace("gain", "amount"), LIBRARY.to_owned()];
        assert_eq!(renamed("gain:", "amount"), Ok(gain));
        let local =
            ROOT.replace("let k", "let v").replace("return k", "return v").replace("(k)", "(v)");
        assert_eq!(renamed("k * params", "v"), Ok([local, LIBRARY.to_owned()]));
        let aliased = [ROOT.replace("other as", "last as"), LIBRARY.replace("other", "last")];
        assert_eq!(renamed("third(k", "last"), Ok(aliased));
    }

    #[test]
    fn collisions_are_refused_with_a_reason() {
        let check = |context: &str, new: &str, reason: &str| {
            assert_eq!(renamed(context, new), Err(reason.to_owned()));
        };
        check("scale(p", "third", "`third` is used already, at a.wgsl:1");
        check("scale(p", "other", "`other` is used already, at a.wgsl:1");
        check("gain:", "bias", "`bias` is used already, at a.wgsl:2");
        check("k * params", "p", "`p` is used already, at a.wgsl:4");
        check("k * params", "let", "`let` cannot be a name");
        check("k * params", "2k", "`2k` cannot be a name");
        check("k * params", "vec2f", "`vec2f` cannot be a name");
        check("vec2f", "x", "no function, control or variable is here");
    }

    #[test]
    fn presets_follow_their_controls_and_generators() {
        let text = "[[preset]]\nname = \"gain = 1\"\ngenerator = \"f\"\nvalues = { gain = 1, regain = 2, gain.x = 3 }\n\
            [preset.values]\ngain=3 # gain = 4\n";
        let definition = |name: &str, kind| Definition {
            file: ModulePath::new("a.wgsl"),
            name: name.to_owned(),
            range: 0..0,
            kind,
        };
        let places = renamed_in_presets(text, &definition("gain", DefinitionKind::Member));
        let first = text.find("{ gain").unwrap() + 2;
        let second = text.find("gain=3").unwrap();
        assert_eq!(places, [first..first + 4, second..second + 4]);
        let places = renamed_in_presets(text, &definition("f", DefinitionKind::Function));
        assert_eq!(places.len(), 1);
    }
}
