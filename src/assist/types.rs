//! Types of names as far as the text states them, for members of structs and components of vectors.

use super::definition::{Definition, DefinitionKind};
use super::library_file;
use super::names::FileNames;
use super::scopes::code_in;
use crate::source::{ModulePath, Source};
use crate::wgsl::lexer::TokenKind;
use crate::wgsl::outline::{Declaration, DeclarationKind, Member};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypeName {
    pub(super) name: String,
    pub(super) file: ModulePath,
}

/// Finds the member that the word with this index names, which follows a dot.
pub(super) fn member_of(names: &FileNames<'_>, index: usize) -> Option<Definition> {
    let name = names.source.tokens()[index].text(&names.source.text);
    if let Some((source, declared)) =
        receiver_type(names, index - 1).and_then(|ty| struct_of(names, &ty))
    {
        let member = declared_member(&source, &declared, name)?;
        return Some(Definition::of_member(&source.path, member, DefinitionKind::Member));
    }
    // Of an unknown type: the only struct with such a member.
    let mut found = names.visible_files().into_iter().flat_map(|source| {
        let structs = structs(source);
        structs.filter_map(move |declared| {
            let member = declared.members.iter().find(|member| member.name == name)?;
            Some(Definition::of_member(&source.path, member, DefinitionKind::Member))
        })
    });
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

pub(super) fn structs(source: &Source) -> impl Iterator<Item = &Declaration> {
    let declarations = source.outline().declarations.iter();
    declarations.filter(|declared| declared.kind == DeclarationKind::Struct)
}

fn declared_member<'s>(source: &'s Source, declared: &str, name: &str) -> Option<&'s Member> {
    let declared = source.outline().find(declared)?;
    declared.members.iter().find(|member| member.name == name)
}

/// Returns the type of what stands before the dot with this index; `None` if the text does not state it.
pub(super) fn receiver_type(names: &FileNames<'_>, dot: usize) -> Option<TypeName> {
    let tokens = names.source.tokens();
    let index = dot.checked_sub(1)?;
    let token = tokens.get(index).filter(|token| token.kind == TokenKind::Word)?;
    let name = token.text(&names.source.text);
    let is_member = index > 0 && tokens[index - 1].text(&names.source.text) == ".";
    let definition = if is_member {
        member_of(names, index)?
    } else {
        names.resolve(name, token.range.start)?
    };
    type_of(names, &definition)
}

pub(super) fn struct_of(
    names: &FileNames<'_>,
    ty: &TypeName,
) -> Option<(std::sync::Arc<Source>, String)> {
    let source = library_file(names.tree, &ty.file)?;
    let found = FileNames::new(names.tree, &source).global(&ty.name)?;
    (found.kind == DefinitionKind::Struct)
        .then(|| Some((library_file(names.tree, &found.file)?, found.name)))?
}

/// Returns the type behind the colon of a declaration, or that of a constructor or call after its `=`.
pub(super) fn type_of(names: &FileNames<'_>, definition: &Definition) -> Option<TypeName> {
    let source = library_file(names.tree, &definition.file)?;
    let rest = code_in(&source, definition.range.end..source.text.len());
    let word = |index: usize| rest.get(index).map_or("", |token| token.text(&source.text));
    let named = |name: &str| TypeName { name: name.to_owned(), file: source.path.clone() };
    match (word(0), word(1)) {
        (":", name) => Some(named(name)),
        ("=", name) if word(2) == "(" => {
            let called = FileNames::new(names.tree, &source).global(name);
            match called {
                Some(called) if called.kind == DefinitionKind::Function => {
                    let file = library_file(names.tree, &called.file)?;
                    let name = returned(&file, &called.name)?;
                    Some(TypeName { name, file: called.file })
                }
                _ => Some(named(name)),
            }
        }
        _ => None,
    }
}

fn returned(source: &Source, function: &str) -> Option<String> {
    let declared = source.outline().find(function)?;
    let tokens = code_in(source, declared.name_range.end..declared.range.end);
    let words: Vec<&str> = tokens.iter().map(|token| token.text(&source.text)).collect();
    let body = words.iter().position(|word| *word == "{").unwrap_or(words.len());
    let arrow = words[..body].windows(2).position(|pair| pair == ["-", ">"])?;
    words.get(arrow + 2).map(|word| (*word).to_owned())
}
