//! Removes braces that do not match.

use std::ops::Range;

use super::Remainder;
use crate::wgsl::lexer::{blank, tokens};
use crate::wgsl::outline::{Declaration, DeclarationKind};

impl Remainder {
    /// Finds the function whose missing `}` is an error at the head of the next declaration, or at the end of the text.
    pub(super) fn unclosed_before(&self, error: &Range<usize>) -> Option<usize> {
        let index = match self.declaration_at(error) {
            Some(index) if error.start <= self.declarations[index].name_range.start => {
                index.checked_sub(1)?
            }
            Some(_) => return None,
            None => self.declarations.len().checked_sub(1)?,
        };
        let declared = &self.declarations[index];
        (declared.range.end <= error.start && self.is_unclosed(declared)).then_some(index)
    }

    fn is_unclosed(&self, declared: &Declaration) -> bool {
        declared.kind == DeclarationKind::Function && {
            let text = &self.wgsl[declared.range.clone()];
            let tokens = tokens(text);
            let count = |brace| tokens.iter().filter(|token| token.text(text) == brace).count();
            count("{") > count("}")
        }
    }

    pub(super) fn remove_unclosed(&mut self, index: usize) -> bool {
        let range = self.declarations[index].range.clone();
        let open = self.wgsl[range.clone()].find('{').map(|open| range.start + open);
        let Some(open) = open.filter(|open| open + 1 < range.end) else {
            let names = self.remove_declaration(index);
            self.remove_all_users(names);
            return true;
        };
        blank(&mut self.wgsl, open + 1..range.end);
        self.wgsl.replace_range(range.end - 1..range.end, "}");
        self.without_body.insert(self.declarations[index].name.clone())
    }

    /// Removes a `}` that closes nothing, with what is left before it of the function that ended too early. Returns
    /// false for other errors outside of all declarations.
    pub(super) fn remove_outside(&mut self, error: &Range<usize>) -> bool {
        let starts = self.declarations.iter().map(|declared| declared.range.start);
        let next = starts.filter(|start| *start > error.start).min();
        let rest = error.start..next.unwrap_or(self.wgsl.len());
        let text = &self.wgsl[rest.clone()];
        let Some(end) = unopened_brace(text).map(|brace| rest.start + brace) else {
            return false;
        };
        if end > rest.start {
            let mut above = self.declarations.iter().rev();
            let ended = above.find(|declared| declared.range.end <= rest.start);
            self.without_body.extend(ended.map(|declared| declared.name.clone()));
        }
        blank(&mut self.wgsl, rest.start..end + 1);
        true
    }
}

fn unopened_brace(text: &str) -> Option<usize> {
    let mut open = 0;
    let braces = tokens(text).into_iter().map(|token| (token.text(text), token.range.start));
    for (word, at) in braces {
        match word {
            "{" => open += 1,
            "}" if open == 0 => return Some(at),
            "}" => open -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(rest: &Remainder) -> String {
        rest.wgsl.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn bodies_without_end_are_removed() {
        let text = "fn a() { if x { }\n/// B.\n@must_use fn b() { }\nfn c() { loop {";
        let mut rest = Remainder::new(text);
        let second = text.find('@').unwrap();
        assert!(rest.remove(&(second..second + 1)));
        let end = text.len()..text.len();
        assert!(rest.remove(&end) && !rest.remove(&end));
        assert_eq!(left(&rest), "fn a() { } /// B. @must_use fn b() { } fn c() { }");
    }

    #[test]
    fn what_follows_a_body_is_removed() {
        let text = "fn a() { }} fn b() { } return 1; } fn c() { }";
        let mut rest = Remainder::new(text);
        for error in ["}} ", "return"] {
            let start = text.find(error).unwrap() + usize::from(error == "}} ");
            assert!(rest.remove(&(start..start + 1)) && !rest.remove(&(start..start + 1)));
        }
        assert_eq!(left(&rest), "fn a() { } fn b() { } fn c() { }");
        assert_eq!(Vec::from_iter(&rest.without_body), ["b"]);
    }
}
