//! Preprocessor: joins a file and its `#include`s, executes directives, and replaces `#NAME` by a defined value.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::arguments::{imports, quoted, split_word};
use super::defines::{compare, defines, is_name};
use super::files::FileFinder;
use crate::source::{MAX_FILE_BYTES, ModulePath, Source, SourceMap, Translation};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::directive::{Directive, directives};
use crate::wgsl::lexer::{Token, TokenKind, blank};

/// Files in a chain of includes.
const MAX_INCLUDE_DEPTH: usize = 64;

const MAX_VALUE_BYTES: usize = 64;

const MAX_ERRORS: usize = 100;

/// Two errors end the expansion: that the text is too large, and that it has more than [`MAX_ERRORS`] other errors,
/// which are collected in [`Translation::errors`].
type Expanded<T = ()> = Result<T, Box<Diagnostic>>;

/// Preprocessor of one module. A directive with an error is omitted and the expansion continues, to find all errors.
pub(super) struct Expansion<'f> {
    files: &'f FileFinder<'f>,
    text: String,
    translation: Translation,
    included: BTreeSet<ModulePath>,
    defines: BTreeMap<String, String>,
    /// True if an included file is missing, which may define names: undefined ones are then no errors.
    lacks_file: bool,
}

/// A conditional directive whose `#endif` was not reached yet.
struct Branch {
    opened: Range<usize>,
    /// True if no outer condition disables the text.
    is_outer_used: bool,
    is_used: bool,
    /// True if one of the alternatives so far was selected.
    is_decided: bool,
    has_else: bool,
}

struct Expander<'s> {
    source: &'s Arc<Source>,
    /// Index in [`Translation::files`].
    index: usize,
    branches: Vec<Branch>,
}

impl<'f> Expansion<'f> {
    pub(super) fn new(files: &'f FileFinder<'f>, defines: BTreeMap<String, String>) -> Self {
        Self {
            files,
            text: String::new(),
            translation: Translation {
                files: Vec::new(),
                map: SourceMap::default(),
                imports: Vec::new(),
                errors: Vec::new(),
            },
            included: BTreeSet::new(),
            defines,
            lacks_file: false,
        }
    }

    pub(super) fn finish(self) -> (String, Translation) {
        (self.text, self.translation)
    }

    /// An error that ends the expansion is recorded with the others.
    pub(super) fn add_root(&mut self, source: &Arc<Source>) {
        if let Err(error) = self.add(source, 0) {
            self.translation.errors.push(*error);
        }
    }

    /// `depth` is the number of files that include it in a chain.
    fn add(&mut self, source: &Arc<Source>, depth: usize) -> Expanded {
        self.included.insert(source.path.clone());
        self.translation.files.push(Arc::clone(source));
        self.files.declare_features(source);
        for (name, value) in defines(source) {
            self.defines.entry(name).or_insert(value);
        }
        let mut expander =
            Expander { source, index: self.translation.files.len() - 1, branches: Vec::new() };
        let mut at = 0;
        for directive in directives(&source.text, source.tokens()) {
            self.copy(&expander, at..directive.range.start)?;
            at = directive.range.end;
            self.execute(&mut expander, &directive, depth)?;
        }
        self.copy(&expander, at..source.text.len())?;
        if let Some(open) = expander.branches.pop() {
            self.report(&expander, open.opened, "this condition has no `#endif`")?;
        }
        Ok(())
    }

    /// Fails if there are too many errors.
    fn report(
        &mut self,
        expander: &Expander<'_>,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> Expanded {
        if self.translation.errors.len() >= MAX_ERRORS {
            let message =
                format!("more than {MAX_ERRORS} errors; the rest of the file is not read");
            return Err(expander.error(range, message));
        }
        let error = expander.error(range, message);
        self.translation.errors.push(*error);
        Ok(())
    }

    fn execute(
        &mut self,
        expander: &mut Expander<'_>,
        directive: &Directive,
        depth: usize,
    ) -> Expanded {
        let start = self.text.len();
        self.push(expander, &" ".repeat(directive.range.len()), directive.range.clone())?;
        let executed = match directive.name {
            "ifdef" | "ifndef" | "if" | "elif" | "else" | "endif" => {
                self.branch(expander, directive)
            }
            _ if !expander.is_used() => Ok(()),
            "include" => match self.included(expander, directive, depth) {
                Ok(Some(file)) => return self.include(expander, directive, &file, depth),
                included => included.map(|_| ()),
            },
            "import" => self.import(expander, directive, start..self.text.len()),
            "define" => self.define(&directive.arguments),
            // `#define_import_path` is not executed here: it is read when other files search for the path.
            _ => Ok(()),
        };
        match executed {
            Ok(()) => Ok(()),
            Err(message) => self.report(expander, directive.range.clone(), message),
        }
    }

    /// A condition that is not valid counts as false; the error is a message.
    fn branch(&self, expander: &mut Expander<'_>, directive: &Directive) -> Result<(), String> {
        let arguments = directive.arguments.as_str();
        let (condition, is_alternative) = match (directive.name, split_word(arguments)) {
            ("endif", _) => return expander.close(),
            ("else", (name @ ("ifdef" | "ifndef" | "if"), rest)) => {
                (self.condition(name, rest), true)
            }
            ("else", _) => return expander.alternative(true, true),
            (name, _) => (self.condition(name, arguments), name == "elif"),
        };
        let value = condition.as_ref().is_ok_and(|value| *value);
        if is_alternative {
            expander.alternative(value, false)?;
        } else {
            expander.open(directive.range.clone(), value);
        }
        condition.map(|_| ())
    }

    fn define(&mut self, arguments: &str) -> Result<(), String> {
        let (name, value) = split_word(arguments);
        let value = if value.is_empty() { "true" } else { value };
        if !is_name(name) || value.len() > MAX_VALUE_BYTES {
            return Err("`#define` takes a name and a short value".to_owned());
        }
        self.defines.insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    /// `name` is that of the directive. The error is a message.
    fn condition(&self, name: &str, condition: &str) -> Result<bool, String> {
        let is_defined = |name: &str| self.defines.contains_key(name);
        match name {
            "ifdef" | "ifndef" if is_name(condition) => {
                Ok(is_defined(condition) == (name == "ifdef"))
            }
            "ifdef" | "ifndef" => Err(format!("`#{name}` takes a name")),
            _ => compare(&self.defines, condition)
                .ok_or_else(|| format!("`#{name}` takes NAME or NAME == VALUE (!= < <= > >=)")),
        }
    }

    /// `None` if the file was included before. The error is a message.
    fn included(
        &mut self,
        expander: &Expander<'_>,
        directive: &Directive,
        depth: usize,
    ) -> Result<Option<Arc<Source>>, String> {
        let Some(name) = quoted(&directive.arguments) else {
            let message =
                "`#include` takes a path in quotes, as in `#include \"noise.wgsl\"`".to_owned();
            return Err(message);
        };
        if depth >= MAX_INCLUDE_DEPTH {
            return Err(format!("more than {MAX_INCLUDE_DEPTH} files include each other"));
        }
        let source = self.files.included(&expander.source.path, name);
        self.lacks_file |= source.is_err();
        let source = source?;
        Ok((!self.included.contains(&source.path)).then_some(source))
    }

    fn include(
        &mut self,
        expander: &Expander<'_>,
        directive: &Directive,
        file: &Arc<Source>,
        depth: usize,
    ) -> Expanded {
        if let Some(unreadable) = &file.unreadable {
            self.lacks_file = true;
            self.translation.errors.push(unreadable.clone());
            return Ok(());
        }
        let end = directive.range.end;
        self.push(expander, "\n", end..end)?;
        self.add(file, depth + 1)?;
        self.push(expander, "\n", end..end)
    }

    /// `range` is that of the blanked directive in the expanded text. The error is a message.
    fn import(
        &mut self,
        expander: &Expander<'_>,
        directive: &Directive,
        range: Range<usize>,
    ) -> Result<(), String> {
        let arguments = match directive.arguments.strip_prefix('"') {
            None => directive.arguments.clone(),
            Some(rest) => {
                let (name, rest) = rest.split_once('"').unwrap_or((rest, ""));
                let file = self.files.included(&expander.source.path, name)?;
                let path = file.path.components().join("::");
                format!("package::{path}{rest}")
            }
        };
        let imports = imports(&arguments, &range).ok_or(
            "`#import` takes a path: `#import a::b`, `#import a::b as c` or `#import a::{b, c as d}`",
        )?;
        self.translation.imports.extend(imports);
        Ok(())
    }

    /// Defined names are replaced if conditions select the text, which is blank otherwise.
    fn copy(&mut self, expander: &Expander<'_>, range: Range<usize>) -> Expanded {
        let source = expander.source;
        if !expander.is_used() {
            let mut text = source.text[range.clone()].to_owned();
            let all = 0..text.len();
            blank(&mut text, all);
            return self.push(expander, &text, range);
        }
        let mut at = range.start;
        let tokens = source.tokens_in(range.clone());
        for (index, token) in tokens.iter().enumerate() {
            let is_foreign_comment = token.kind == TokenKind::FileDoc && expander.index > 0;
            if is_foreign_comment {
                self.push(expander, &source.text[at..token.range.start], at..token.range.start)?;
                let mut comment = token.text(&source.text).to_owned();
                let all = 0..comment.len();
                blank(&mut comment, all);
                self.push(expander, &comment, token.range.clone())?;
                at = token.range.end;
            } else if let Some((end, value)) = self.substitution(expander, &tokens[index..])? {
                let start = token.range.start;
                self.push(expander, &source.text[at..start], at..start)?;
                self.push(expander, &value, start..end)?;
                at = end;
            }
        }
        self.push(expander, &source.text[at..range.end], at..range.end)
    }

    /// Value of `#NAME` or `#{NAME}`, and the byte at which the name ends; `None` if it is not defined.
    fn substitution(
        &mut self,
        expander: &Expander<'_>,
        tokens: &[Token],
    ) -> Expanded<Option<(usize, String)>> {
        let text = &expander.source.text;
        let words: Vec<&str> = tokens.iter().take(4).map(|token| token.text(text)).collect();
        let (name, last) = match words.as_slice() {
            ["#", "{", name, "}"] => (*name, 3),
            ["#", name, ..] => (*name, 1),
            _ => return Ok(None),
        };
        if let Some(value) = self.defines.get(name) {
            return Ok(Some((tokens[last].range.end, value.clone())));
        }
        if last == 3 && !self.lacks_file {
            let message = format!(
                "`{name}` is not defined; `//! @define({name}, VALUE)` at the top of the file defines it"
            );
            let range = tokens[0].range.start..tokens[last].range.end;
            self.report(expander, range, message)?;
        }
        Ok(None)
    }

    fn push(&mut self, expander: &Expander<'_>, text: &str, author: Range<usize>) -> Expanded {
        let start = self.text.len();
        if (start + text.len()) as u64 > MAX_FILE_BYTES {
            let message =
                format!("the text with its includes is larger than {MAX_FILE_BYTES} bytes");
            return Err(expander.error(author, message));
        }
        self.text.push_str(text);
        let derived = start..self.text.len();
        self.translation.map.push(derived, expander.index, author);
        Ok(())
    }
}

impl Expander<'_> {
    fn is_used(&self) -> bool {
        self.branches.last().is_none_or(|branch| branch.is_used)
    }

    fn open(&mut self, opened: Range<usize>, value: bool) {
        let is_outer_used = self.is_used();
        self.branches.push(Branch {
            opened,
            is_outer_used,
            is_used: is_outer_used && value,
            is_decided: value,
            has_else: false,
        });
    }

    /// Starts `#elif` or `#else`. After an `#else` (`is_last`) only `#endif` may follow. The error is a message.
    fn alternative(&mut self, value: bool, is_last: bool) -> Result<(), String> {
        let open = self.branches.last_mut().filter(|open| !open.has_else);
        let branch = open.ok_or("there is no `#ifdef` or `#if` before this")?;
        branch.is_used = branch.is_outer_used && value && !branch.is_decided;
        branch.is_decided |= value;
        branch.has_else = is_last;
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        let closed = self.branches.pop();
        closed
            .map(|_| ())
            .ok_or_else(|| "there is no `#ifdef` or `#if` before this `#endif`".to_owned())
    }

    fn error(&self, range: Range<usize>, message: impl Into<String>) -> Box<Diagnostic> {
        let location = self.source.location(range);
        Box::new(Diagnostic::error(Some(location), message))
    }
}
