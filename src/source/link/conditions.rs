//! Conditional translation: blanks what `@if`, `@elif` and `@else` disable, so that locations stay the same.
//!
//! Source: <https://github.com/wgsl-tooling-wg/wesl-spec/blob/main/ConditionalTranslation.md>.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::wgsl::lexer::{Token, TokenKind, blank, tokens};

/// In bytes. The parser recurses over parentheses.
const MAX_CONDITION_BYTES: usize = 1000;

/// Tokens that are visited to find the ends of nodes, several times those of the largest file. A node without an end
/// extends over the rest of the text, and so do those inside of it.
const MAX_VISITED: usize = 20_000_000;

pub(super) type ConditionError = (Range<usize>, String);

pub(super) fn has_conditions(text: &str, tokens: &[Token]) -> bool {
    tokens.windows(2).any(|pair| {
        pair[0].text(text) == "@" && matches!(pair[1].text(text), "if" | "elif" | "else")
    })
}

pub(super) fn translated(
    text: &str,
    tokens: &[Token],
    is_on: &mut dyn FnMut(&str) -> bool,
) -> Result<String, ConditionError> {
    let code = (0..tokens.len())
        .filter(|index| !matches!(tokens[*index].kind, TokenKind::Doc | TokenKind::FileDoc));
    let mut scanner = ConditionScanner {
        text,
        tokens,
        code: code.collect(),
        at: 0,
        visited: Cell::new(0),
        is_list: Vec::new(),
        chains: BTreeMap::new(),
        omitted: Vec::new(),
    };
    while scanner.at < scanner.code.len() {
        scanner.step(is_on)?;
    }
    let mut translated = text.to_owned();
    for range in scanner.omitted {
        blank(&mut translated, range);
    }
    Ok(translated)
}

/// Scans tokens by index in `code`. A node is a declaration, member or statement to which a condition can apply.
struct ConditionScanner<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// Indices in `tokens` of those that are not comments.
    code: Vec<usize>,
    at: usize,
    visited: Cell<usize>,
    /// Open brackets: true for parameters of a function or members of a struct.
    is_list: Vec<bool>,
    /// Positions after nodes with a condition; true if one of the chain of `@if` and `@elif` was selected so far.
    chains: BTreeMap<usize, bool>,
    omitted: Vec<Range<usize>>,
}

/// Position after the attributes before a node, and the condition among them.
struct Attributes {
    end: usize,
    condition: Option<Condition>,
}

/// `@if(…)`, `@elif(…)` or `@else`.
struct Condition {
    name: String,
    range: Range<usize>,
    /// Between the parentheses; empty for `@else`.
    expression: Range<usize>,
}

impl ConditionScanner<'_> {
    fn word(&self, at: usize) -> &str {
        self.visited.set(self.visited.get() + 1);
        match self.code.get(at) {
            Some(index) => self.tokens[*index].text(self.text),
            None => "",
        }
    }

    fn range(&self, at: usize) -> Range<usize> {
        match self.code.get(at) {
            Some(index) => self.tokens[*index].range.clone(),
            None => self.text.len()..self.text.len(),
        }
    }

    fn step(&mut self, is_on: &mut dyn FnMut(&str) -> bool) -> Result<(), ConditionError> {
        match self.word(self.at) {
            "@" => return self.attributed_node(is_on),
            "(" => {
                let is_function = self.at >= 2 && self.word(self.at - 2) == "fn";
                self.is_list.push(is_function);
            }
            "{" => {
                let is_struct = self.at >= 2 && self.word(self.at - 2) == "struct";
                self.is_list.push(is_struct);
            }
            ")" | "}" => _ = self.is_list.pop(),
            _ => {}
        }
        self.at += 1;
        Ok(())
    }

    /// Continues inside of a selected node, and after one that is disabled.
    fn attributed_node(
        &mut self,
        is_on: &mut dyn FnMut(&str) -> bool,
    ) -> Result<(), ConditionError> {
        let start = self.at;
        let attributes = self.attributes()?;
        let Some(condition) = attributes.condition else {
            self.at = attributes.end;
            return Ok(());
        };
        let is_selected_before = match (condition.name.as_str(), self.chains.get(&start)) {
            ("if", _) => false,
            (_, Some(is_selected)) => *is_selected,
            (name, None) => {
                let message = format!("`@{name}` must follow what an `@if` or `@elif` applies to");
                return Err((condition.range, message));
            }
        };
        let holds = match condition.name.as_str() {
            "else" => true,
            _ => self.evaluate(&condition, is_on)?,
        };
        let is_selected = holds && !is_selected_before;
        let end = self.node_end(attributes.end);
        if self.visited.get() > MAX_VISITED {
            let message = "the conditions above take too long to read: what each applies to must end with `;` or `}`";
            return Err((condition.range, message.to_owned()));
        }
        if condition.name != "else" {
            self.chains.insert(end, is_selected || is_selected_before);
        }
        if is_selected {
            self.omitted.push(condition.range);
            self.at = attributes.end;
        } else {
            let bytes = self.documented_start(start)..self.range(end - 1).end;
            self.omitted.push(bytes);
            self.at = end;
        }
        Ok(())
    }

    fn attributes(&self) -> Result<Attributes, ConditionError> {
        let (mut end, mut condition) = (self.at, None);
        while self.word(end) == "@" {
            let (start, name) = (end, self.word(end + 1).to_owned());
            end += 2;
            let mut expression = 0..0;
            if self.word(end) == "(" && name != "else" {
                let close = self.matching(end);
                expression = self.range(end).end..self.range(close).start;
                end = close + 1;
            }
            if matches!(name.as_str(), "if" | "elif" | "else") {
                let range = self.range(start).start..self.range(end - 1).end;
                if condition.is_some() {
                    let message = "`@if`, `@elif` and `@else` cannot be combined; use `&&`";
                    return Err((range, message.to_owned()));
                }
                condition = Some(Condition { name, range, expression });
            }
        }
        let end = end.min(self.code.len());
        Ok(Attributes { end, condition })
    }

    fn evaluate(
        &self,
        condition: &Condition,
        is_on: &mut dyn FnMut(&str) -> bool,
    ) -> Result<bool, ConditionError> {
        let text = &self.text[condition.expression.clone()];
        let value = (text.len() <= MAX_CONDITION_BYTES).then(|| evaluate(text, is_on));
        value.flatten().ok_or_else(|| {
            let message = format!(
                "`@{}` takes names of features, `true`, `false`, `!`, `&&`, `||` and parentheses",
                condition.name
            );
            (condition.range.clone(), message)
        })
    }

    /// `start` is the first token after the attributes.
    fn node_end(&self, start: usize) -> usize {
        let end = match self.is_list.last() {
            Some(true) => self.element_end(start),
            _ => self.statement_end(start),
        };
        end.clamp(start.min(self.code.len()), self.code.len())
    }

    fn element_end(&self, start: usize) -> usize {
        let (mut at, mut depth) = (start, 0);
        while at < self.code.len() {
            match self.word(at) {
                "," if depth == 0 => return at + 1,
                ")" | "}" if depth == 0 => return at,
                "(" | "<" | "[" | "{" => depth += 1,
                ")" | ">" | "]" | "}" => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        at
    }

    fn statement_end(&self, start: usize) -> usize {
        let has_blocks = self.word(start) != "import";
        let mut at = start;
        while at < self.code.len() {
            at = match self.word(at) {
                ";" => return at + 1,
                "{" if has_blocks => {
                    at = self.matching(at) + 1;
                    if self.word(start) != "if" || self.word(at) != "else" {
                        return at;
                    }
                    at
                }
                "(" | "[" => self.matching(at) + 1,
                "}" if has_blocks => return at,
                _ => at + 1,
            };
        }
        at
    }

    /// The end of the text if no bracket closes the one at `open`.
    fn matching(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open..self.code.len() {
            match self.word(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        self.code.len()
    }

    fn documented_start(&self, start: usize) -> usize {
        let mut index = self.code[start];
        while index > 0 && self.tokens[index - 1].kind == TokenKind::Doc {
            index -= 1;
        }
        self.tokens[index].range.start
    }
}

/// `None` unless it consists of features, `true`, `false`, `!`, `&&`, `||` and parentheses, and does not mix `&&` and
/// `||` without these. Looks up all features, even if the value is known before.
fn evaluate(text: &str, is_on: &mut dyn FnMut(&str) -> bool) -> Option<bool> {
    let tokens = tokens(text);
    let mut words = tokens.iter().map(|token| (token.kind, token.text(text)));
    let mut words = words.by_ref().peekable();
    let value = chain(&mut words, is_on)?;
    words.next().is_none().then_some(value)
}

type Words<'w, I> = std::iter::Peekable<&'w mut I>;

/// One operator, `&&` or `||`, is between all operands.
fn chain<'t, I: Iterator<Item = (TokenKind, &'t str)>>(
    words: &mut Words<'_, I>,
    is_on: &mut dyn FnMut(&str) -> bool,
) -> Option<bool> {
    let mut value = operand(words, is_on)?;
    let mut first = None;
    while let Some((_, operator @ ("&" | "|"))) =
        words.next_if(|(_, word)| matches!(*word, "&" | "|"))
    {
        let is_double = words.next().is_some_and(|(_, word)| word == operator);
        if !is_double || *first.get_or_insert(operator) != operator {
            return None;
        }
        let next = operand(words, is_on)?;
        value = if operator == "&" { value && next } else { value || next };
    }
    Some(value)
}

fn operand<'t, I: Iterator<Item = (TokenKind, &'t str)>>(
    words: &mut Words<'_, I>,
    is_on: &mut dyn FnMut(&str) -> bool,
) -> Option<bool> {
    match words.next()? {
        (_, "!") => Some(!operand(words, is_on)?),
        (_, "(") => {
            let value = chain(words, is_on)?;
            (words.next()?.1 == ")").then_some(value)
        }
        (_, "true") => Some(true),
        (_, "false") => Some(false),
        (TokenKind::Word, name) => Some(is_on(name)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wgsl::lexer::tokens;

    fn check(text: &str, expect: &str) {
        let mut is_on = |name: &str| name == "on";
        let found = match translated(text, &tokens(text), &mut is_on) {
            Ok(found) => {
                assert_eq!(found.len(), text.len(), "{text}");
                found.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            Err((range, message)) => format!("{range:?}: {message}"),
        };
        assert_eq!(found, expect);
    }

    #[test]
    fn conditions_select_declarations_members_and_statements() {
        check(
            "@if(off) const a = 1; @elif(on) const a = 2; @else const a = 3; const b = a;",
            "const a = 2; const b = a;",
        );
        check(
            "struct S { @if(off) a: array<f32, 2>, /// b\n @else b: f32, @if(off) c: f32 }",
            "struct S { /// b b: f32, }",
        );
        check(
            "fn f(@if(off) a: f32, @if(on) b: f32) { @if(!on) if b > 1 { a(); } else { b(); } @else c(); }",
            "fn f( b: f32) { c(); }",
        );
        check(
            "/// Left out.\n@compute @if(off) @workgroup_size(1) fn f() {} @if(on && !off) import a::{b, c};",
            "import a::{b, c};",
        );
        check(
            "switch 0 { @if(off) case 1, 2: { x(); } @else default { loop { @if(on) continuing { break if a; } } } }",
            "switch 0 { default { loop { continuing { break if a; } } } }",
        );
        check("@if(on) { @if(off) a(); @else b(); } @else { c(); }", "{ b(); }");
    }

    #[test]
    fn invalid_conditions_are_errors_at_their_attributes() {
        let takes =
            "takes names of features, `true`, `false`, `!`, `&&`, `||` and parentheses".to_owned();
        check("@if(a + b) fn f() {}", &format!("0..10: `@if` {takes}"));
        check("@if fn f() {}", &format!("0..3: `@if` {takes}"));
        let follow = "must follow what an `@if` or `@elif` applies to";
        check("fn f() {} @else fn g() {}", &format!("10..15: `@else` {follow}"));
        check(
            "@if(on) fn f() {} fn g() {} @elif(on) fn h() {}",
            &format!("28..37: `@elif` {follow}"),
        );
        check(
            "@if(on) fn f() {} @else fn f() {} @else fn g() {}",
            &format!("34..39: `@else` {follow}"),
        );
        check(
            "@if(on) @if(off) fn f() {}",
            "8..16: `@if`, `@elif` and `@else` cannot be combined; use `&&`",
        );
        check("@if(on", "");
        check("@if(off) {", "");
    }
}
