//! Search for the narrowest byte range in the author's text for an error of naga's validator.

use std::ops::Range;

use naga::valid::ValidationError;
use naga::{AddressSpace, Block, Expression, Function, Handle, Statement, TypeInner};

use super::super::Site;
use super::Invalid;

impl Invalid<'_> {
    /// Of the invalid expression, else of the statement that uses it, else of the name of the declaration.
    pub(super) fn range(&self) -> Option<Range<usize>> {
        let mut spans: Vec<Range<usize>> =
            self.error.spans().filter_map(|(span, _)| span.to_range()).collect();
        spans.sort_by_key(Range::len);
        // The narrowest span is the expression. A parameter's span is its declaration, far from its wrong use.
        let body = spans.last().map_or(0, |function| self.body_start(function));
        let in_body = spans.iter().find(|range| range.start >= body).cloned();
        let using = || self.statement_using(self.function()?, spans.first()?);
        let named = || {
            let declaration = self.source.outline().find(self.name()?)?;
            Some(declaration.name_range.clone())
        };
        let found = in_body.or_else(using).or_else(|| spans.first().cloned()).or_else(named)?;
        Some(self.trimmed(found))
    }

    fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let Some(text) = self.source.text.get(range.clone()) else {
            return range;
        };
        let start = range.start + text.len() - text.trim_start().len();
        start..start + text.trim().len()
    }

    pub(super) fn text(&self, range: Option<Range<usize>>) -> &str {
        let text = range.and_then(|range| self.source.text.get(range));
        text.unwrap_or_default()
    }

    /// The name of a parameter or of a `let`, else the text of the expression.
    pub(super) fn expression_text(
        &self,
        function: &Function,
        expression: Handle<Expression>,
    ) -> String {
        if let Expression::FunctionArgument(index) = function.expressions[expression] {
            let argument = function.arguments.get(index as usize);
            return argument.and_then(|argument| argument.name.clone()).unwrap_or_default();
        }
        if let Some(name) = function.named_expressions.get(&expression) {
            return name.clone();
        }
        let span = function.expressions.get_span(expression);
        self.text(span.to_range()).to_owned()
    }

    pub(super) fn function_name(&self) -> Option<Range<usize>> {
        let declaration = self.source.outline().find(self.name()?)?;
        Some(declaration.name_range.clone())
    }

    /// The range is in the `if` or loop, even if the value is that of a `let` elsewhere.
    pub(super) fn condition(
        &self,
        function: &Function,
        condition: Handle<Expression>,
    ) -> Option<Range<usize>> {
        let is_it = |statement: &Statement| match statement {
            Statement::If { condition: found, .. } => *found == condition,
            _ => false,
        };
        let statement = self.statement(function, is_it)?;
        let site = Site::new(self.source, statement);
        let open = (1..200).find(|offset| matches!(site.word(*offset), "{" | ";" | ""))?;
        let is_branch = matches!(site.word(0), "if" | "while") && open > 1;
        if is_branch { Some(site.span(1, open - 1)) } else { self.range() }
    }

    /// Finds the range of a returned value in its `return`, even if the value is that of a `let` elsewhere.
    pub(super) fn returned(
        &self,
        function: &Function,
        value: Handle<Expression>,
    ) -> Option<Range<usize>> {
        let is_it = |statement: &Statement| matches!(statement, Statement::Return { value: Some(found) } if *found == value);
        let statement = self.statement(function, is_it)?;
        let site = Site::new(self.source, statement);
        let end = (1..2000).find(|offset| matches!(site.word(*offset), ";" | "}" | ""))?;
        (site.word(0) == "return" && end > 1)
            .then(|| site.span(1, end - 1))
            .or_else(|| self.range())
    }

    /// Finds the range of an argument in its call, even if the value is that of a `let` elsewhere.
    pub(super) fn argument(
        &self,
        function: &Function,
        callee: Handle<naga::Function>,
        index: usize,
        value: Option<Handle<Expression>>,
    ) -> Option<Range<usize>> {
        let is_it = |statement: &Statement| match statement {
            Statement::Call { function, arguments, .. } => {
                *function == callee
                    && value.is_none_or(|value| arguments.get(index) == Some(&value))
            }
            _ => false,
        };
        let call = self.statement(function, is_it)?;
        let site = Site::new(self.source, call.clone());
        let arguments = site.list(1);
        let argument = arguments.get(index).filter(|_| value.is_some());
        Some(argument.map_or(call, |&(first, last)| site.span(first, last)))
    }

    pub(super) fn space_of(
        &self,
        function: &Function,
        pointer: Handle<Expression>,
    ) -> Option<AddressSpace> {
        let mut at = pointer;
        loop {
            at = match function.expressions[at] {
                Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => base,
                Expression::GlobalVariable(variable) => {
                    return Some(self.module.global_variables[variable].space);
                }
                Expression::FunctionArgument(index) => {
                    let ty = function.arguments.get(index as usize)?.ty;
                    return match self.module.types[ty].inner {
                        TypeInner::Pointer { space, .. } => Some(space),
                        _ => None,
                    };
                }
                _ => return None,
            };
        }
    }

    fn name(&self) -> Option<&str> {
        match self.error.as_inner() {
            ValidationError::Type { name, .. }
            | ValidationError::Constant { name, .. }
            | ValidationError::Override { name, .. }
            | ValidationError::GlobalVariable { name, .. }
            | ValidationError::Function { name, .. }
            | ValidationError::EntryPoint { name, .. } => Some(name),
            _ => None,
        }
    }

    fn function(&self) -> Option<&Function> {
        match self.error.as_inner() {
            ValidationError::Function { handle, .. } => self.module.functions.try_get(*handle).ok(),
            ValidationError::EntryPoint { name, .. } => {
                let mut entries = self.module.entry_points.iter();
                let entry = entries.find(|entry| entry.name == *name)?;
                Some(&entry.function)
            }
            _ => None,
        }
    }

    fn statement_using(&self, function: &Function, range: &Range<usize>) -> Option<Range<usize>> {
        let is_it = |handle: Handle<Expression>| {
            function.expressions.get_span(handle).to_range().as_ref() == Some(range)
        };
        self.statement(function, |statement| match statement {
            Statement::If { condition: used, .. }
            | Statement::Switch { selector: used, .. }
            | Statement::Loop { break_if: Some(used), .. }
            | Statement::Return { value: Some(used) } => is_it(*used),
            Statement::Store { pointer, value } => is_it(*pointer) || is_it(*value),
            _ => false,
        })
    }

    fn statement(
        &self,
        function: &Function,
        is_it: impl Fn(&Statement) -> bool,
    ) -> Option<Range<usize>> {
        let mut blocks: Vec<&Block> = vec![&function.body];
        let mut found = Vec::new();
        while let Some(block) = blocks.pop() {
            let statements = block.span_iter().filter(|(statement, _)| is_it(statement));
            found.extend(statements.filter_map(|(_, span)| span.to_range()));
            blocks.extend(block.iter().flat_map(crate::wgsl::naga_blocks::inner_blocks));
        }
        found.into_iter().min_by_key(|range| range.start)
    }

    /// The start of the function if it has no body.
    fn body_start(&self, function: &Range<usize>) -> usize {
        let text = self.source.text.get(function.clone());
        function.start + text.and_then(|text| text.find('{')).unwrap_or(0)
    }
}
