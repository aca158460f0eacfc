//! Names that are valid in a file: local ones, its declarations, and those of imported and included files.

use std::sync::Arc;

use super::definition::{Definition, DefinitionKind};
use super::scopes::{binding_at, bindings, function_at};
use crate::source::link::{ImportedItem, differentiated, imported_items, included_files};
use crate::source::{Source, SourceTree};
use crate::wgsl::lexer::{Token, TokenKind};
use crate::wgsl::outline::DeclarationKind;

pub(super) struct FileNames<'a> {
    pub(super) tree: &'a SourceTree,
    pub(super) source: &'a Arc<Source>,
    imported: Vec<ImportedItem>,
}

impl<'a> FileNames<'a> {
    pub(super) fn new(tree: &'a SourceTree, source: &'a Arc<Source>) -> Self {
        Self { tree, source, imported: imported_items(tree, source) }
    }

    /// Finds what the word with this index stands for, which follows no dot.
    pub(super) fn name(&self, index: usize) -> Option<Definition> {
        let tokens = self.source.tokens();
        let word =
            |index: usize| tokens.get(index).map_or("", |token| token.text(&self.source.text));
        let token = &tokens[index];
        let is_in_path = word(index + 1) == "::" || index > 0 && word(index - 1) == "::";
        if let Some(found) = self.in_path(token, is_in_path) {
            return Some(found);
        }
        if is_in_path {
            return None;
        }
        self.resolve(word(index), token.range.start)
    }

    /// In an import statement, or in a path inside a declaration.
    fn in_path(&self, token: &Token, is_in_path: bool) -> Option<Definition> {
        let name = token.text(&self.source.text);
        let contains = |item: &&ImportedItem| {
            item.range.start <= token.range.start && token.range.end <= item.range.end
        };
        let mut items = self.imported.iter().filter(contains);
        let is_statement = items.clone().any(|item| item.name.is_some());
        if !is_statement && !is_in_path {
            return None;
        }
        let is_named = |item: &&ImportedItem| {
            item.item.as_deref() == Some(name) || item.name.as_deref() == Some(name)
        };
        match items.clone().find(is_named) {
            Some(item) => declaration_of(item),
            None => {
                let is_file = |item: &&ImportedItem| item.module.path.stem() == name;
                items.find(is_file).map(|item| whole_file(&item.module))
            }
        }
    }

    pub(super) fn resolve(&self, name: &str, at: usize) -> Option<Definition> {
        let source = self.source;
        let local = function_at(source, at).and_then(|function| {
            let bindings = bindings(source, function);
            let found = binding_at(&bindings, name, at)?.clone();
            Some(Definition {
                file: source.path.clone(),
                name: found.name,
                range: found.range,
                kind: found.kind,
            })
        });
        local.or_else(|| self.member_declared_at(name, at)).or_else(|| self.global(name))
    }

    fn member_declared_at(&self, name: &str, at: usize) -> Option<Definition> {
        let declarations = self.source.outline().declarations.iter();
        let mut structs = declarations.filter(|found| found.kind == DeclarationKind::Struct);
        let member = structs.find_map(|found| {
            let mut members = found.members.iter();
            members.find(|member| member.name == name && member.name_range.start == at)
        })?;
        Some(Definition::of_member(&self.source.path, member, DefinitionKind::Member))
    }

    /// Finds a declaration of this file, of an import, or of an included file.
    pub(super) fn global(&self, name: &str) -> Option<Definition> {
        if let Some(declared) = self.source.outline().find(name) {
            return Some(Definition::of_declaration(&self.source.path, declared));
        }
        let mut imported = self.imported.iter();
        if let Some(item) = imported.find(|item| item.name.as_deref() == Some(name)) {
            return declaration_of(item);
        }
        self.included().into_iter().find_map(|source| {
            let declared = source.outline().find(name)?;
            Some(Definition::of_declaration(&source.path, declared))
        })
    }

    /// Finds a derived, not written, derivative that the word stands for: its name, and its function.
    pub(super) fn differentiated(&self, index: usize) -> Option<(String, Definition)> {
        let token = &self.source.tokens()[index];
        let word = token.text(&self.source.text);
        let is_named = |item: &&ImportedItem| {
            let is_inside =
                item.range.start <= token.range.start && token.range.end <= item.range.end;
            item.name.as_deref() == Some(word) || is_inside && item.item.as_deref() == Some(word)
        };
        let (name, function) = match self.imported.iter().find(is_named) {
            Some(item) => {
                let name = item.item.as_deref()?;
                let declared = item.module.outline().find(differentiated(name)?)?;
                (name, Definition::of_declaration(&item.module.path, declared))
            }
            None => (word, self.global(differentiated(word)?)?),
        };
        (function.kind == DefinitionKind::Function).then(|| (name.to_owned(), function))
    }

    fn included(&self) -> Vec<&'a Arc<Source>> {
        let mut found: Vec<&Arc<Source>> = Vec::new();
        let mut unread = vec![self.source];
        while let Some(source) = unread.pop() {
            for candidates in included_files(source) {
                let file = candidates.iter().find_map(|path| self.tree.get(path));
                if let Some(file) = file.filter(|file| !found.contains(file)) {
                    found.push(file);
                    unread.push(file);
                }
            }
        }
        found
    }

    /// Returns this file, and those whose declarations can be used in it.
    pub(super) fn visible_files(&self) -> Vec<&Arc<Source>> {
        let imported = self.imported.iter().map(|item| &item.module);
        [self.source].into_iter().chain(imported).chain(self.included()).collect()
    }
}

fn declaration_of(item: &ImportedItem) -> Option<Definition> {
    let Some(name) = &item.item else {
        return Some(whole_file(&item.module));
    };
    let declared = item.module.outline().find(name)?;
    Some(Definition::of_declaration(&item.module.path, declared))
}

fn whole_file(source: &Source) -> Definition {
    let (file, name) = (source.path.clone(), source.path.stem().to_owned());
    Definition { file, name, range: 0..0, kind: DefinitionKind::File }
}

/// Returns the index of the word that contains a position or ends there.
pub(super) fn word_at(source: &Source, at: usize) -> Option<usize> {
    let tokens = source.tokens();
    let after = tokens.partition_point(|token| token.range.start <= at);
    let token = tokens.get(after.checked_sub(1)?)?;
    let is_word = |token: &Token| token.kind == TokenKind::Word && at <= token.range.end;
    if is_word(token) {
        return Some(after - 1);
    }
    // At the end of a word, another token may begin.
    let before = after.checked_sub(2)?;
    (token.range.start == at && is_word(&tokens[before])).then_some(before)
}
