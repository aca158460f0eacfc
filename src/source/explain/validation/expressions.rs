//! Explanations of validation errors about operators, indices and constructors with operands of the wrong types.

use naga::valid::{ComposeError, ExpressionError, LiteralError, WidthError};
use naga::{BinaryOperator, Expression, Function, Handle, UnaryOperator};

use super::super::conversion::advice;
use super::super::operands::symbol;
use super::super::types::inner_name;
use super::{Explanation, Invalid, Site};

struct Operands {
    types: [String; 2],
    texts: [String; 2],
}

impl Invalid<'_> {
    pub(super) fn expression_error(
        &self,
        function: &Function,
        at: Handle<Expression>,
        error: &ExpressionError,
    ) -> Option<Explanation> {
        let found = |message: String| Some(Explanation::new(self.range(), message));
        match error {
            ExpressionError::InvalidBinaryOperandTypes {
                op,
                lhs_expr,
                lhs_type,
                rhs_expr,
                rhs_type,
            } => {
                let types = [lhs_type, rhs_type].map(|ty| inner_name(self.module, ty));
                let texts = [*lhs_expr, *rhs_expr].map(|at| self.expression_text(function, at));
                Some(self.binary(*op, &Operands { types, texts }))
            }
            ExpressionError::InvalidUnaryOperandType(operator, operand) => {
                let ty = self.type_of(function, *operand)?;
                let text = self.expression_text(function, *operand);
                Some(self.unary(*operator, &ty, &text))
            }
            ExpressionError::InvalidIndexType(index) => {
                let ty = self.type_of(function, *index)?;
                let text = self.expression_text(function, *index);
                let convert = advice(&ty, "i32", &text);
                let site = self.site();
                let open = (0..60).find(|offset| site.word(*offset) == "[");
                let inner =
                    open.and_then(|open| Some(site.span(open + 1, site.closing(open)? - 1)));
                let message = format!("an index must be `i32` or `u32`, found `{ty}`");
                Some(Explanation::new(inner.or_else(|| self.range()), message).note_if(convert))
            }
            ExpressionError::IndexOutOfBounds(base, index) => {
                let ty = self.type_of(function, *base)?;
                found(format!("index {index} is past the end of `{ty}`"))
            }
            ExpressionError::InvalidBaseType(base) => {
                let ty = self.type_of(function, *base)?;
                found(format!("a value of type `{ty}` cannot be indexed"))
            }
            ExpressionError::NegativeIndex(_) => found("an index cannot be negative".to_owned()),
            ExpressionError::Compose(error) => self.compose(function, at, error),
            ExpressionError::SelectConditionNotABool { actual } => {
                let ty = inner_name(self.module, actual);
                found(format!("the condition of `select` must be `bool`, found `{ty}`"))
                    .map(|found| found.note("`select` takes (if_false, if_true, condition)"))
            }
            ExpressionError::SelectValuesTypeMismatch { accept, reject } => {
                let [accept, reject] = [accept, reject].map(|ty| inner_name(self.module, ty));
                found(format!(
                    "the two values of `select` must have one type, found `{reject}` and `{accept}`"
                ))
            }
            ExpressionError::InvalidArgumentType(_, index, value) => {
                let ty = self.type_of(function, *value)?;
                let name = self.site().word(0).to_owned();
                found(format!("argument {} of `{name}` cannot be `{ty}`", index + 1))
            }
            ExpressionError::WrongArgumentCount(_) => {
                let name = self.site().word(0).to_owned();
                found(format!("`{name}` takes another number of arguments"))
            }
            ExpressionError::Literal(LiteralError::Width(WidthError::Abstract)) => {
                self.chained_comparison()
            }
            ExpressionError::Literal(LiteralError::Width(WidthError::MissingCapability {
                name,
                ..
            })) => found(format!("`{name}` is not available on this adapter")),
            ExpressionError::InvalidImageCoordinateType(_, value) => {
                let ty = self.type_of(function, *value)?;
                let name = self.site().word(0).to_owned();
                found(format!("`{name}` cannot take a position of type `{ty}`")).map(|found| {
                    found.note(
                        "textureLoad takes integers (vec2i), textureSample takes floats (vec2f)",
                    )
                })
            }
            ExpressionError::DivideByZero => found("division by zero".to_owned()),
            ExpressionError::ShiftAmountTooLarge { lhs_type, .. } => {
                let ty = inner_name(self.module, lhs_type);
                found(format!("`{ty}` has too few bits for this shift"))
            }
            _ => None,
        }
    }

    fn binary(&self, operator: BinaryOperator, operands: &Operands) -> Explanation {
        let sign = symbol(&format!("{operator:?}")).unwrap_or("the operator");
        let [left, right] = &operands.types;
        let is_float = |ty: &str| ty == "f32" || (ty.starts_with("vec") && ty.ends_with('f'));
        let is_bits = matches!(sign, "^" | "&" | "|" | "<<" | ">>");
        let message = if left == right {
            format!("`{sign}` cannot be applied to `{left}`")
        } else {
            format!("`{sign}` cannot combine `{left}` and `{right}`")
        };
        let found = Explanation::new(self.range(), message);
        match sign {
            "^" if is_float(left) => found.note(format!(
                "`^` is a bit operation of integers; a power is `pow({}, {})`",
                operands.texts[0], operands.texts[1]
            )),
            _ if is_bits && is_float(left) => {
                found.note(format!("`{sign}` is a bit operation of integers"))
            }
            "&&" | "||" => {
                let wrong = usize::from(left == "bool");
                found.note_if(advice(&operands.types[wrong], "bool", &operands.texts[wrong]))
            }
            "*" if left.starts_with("mat") || right.starts_with("mat") => {
                found.note_if(matrix_product(left, right))
            }
            _ => found.note_if(conversion(operands)),
        }
    }

    fn unary(&self, operator: UnaryOperator, ty: &str, text: &str) -> Explanation {
        let sign = match operator {
            UnaryOperator::Negate => "-",
            UnaryOperator::LogicalNot => "!",
            UnaryOperator::BitwiseNot => "~",
        };
        let note = match (operator, ty) {
            (UnaryOperator::Negate, "u32") => Some(format!("convert it: `-i32({text})`")),
            (UnaryOperator::LogicalNot, "f32") => {
                Some(format!("compare it, as in `{text} == 0.0`"))
            }
            (UnaryOperator::LogicalNot, "i32" | "u32") => {
                Some(format!("compare it, as in `{text} == 0`"))
            }
            _ => None,
        };
        let message = format!("`{sign}` cannot be applied to `{ty}`");
        Explanation::new(self.range(), message).note_if(note)
    }

    fn compose(
        &self,
        function: &Function,
        at: Handle<Expression>,
        error: &ComposeError,
    ) -> Option<Explanation> {
        let ty = self.type_of(function, at)?;
        let is_array = ty.starts_with("array");
        let part = if is_array { "elements" } else { "components" };
        let message = match error {
            ComposeError::ComponentCount { given, expected } => {
                format!("`{ty}` has {expected} {part}, found {given}")
            }
            ComposeError::ComponentType { index } => {
                let Expression::Compose { ref components, .. } = function.expressions[at] else {
                    return None;
                };
                let component = *components.get(*index as usize)?;
                let found = self.type_of(function, component)?;
                format!("value {} of `{ty}` cannot be `{found}`", index + 1)
            }
            ComposeError::Type(_) => format!("`{ty}` cannot be made of values"),
        };
        Some(Explanation::new(self.range(), message))
    }

    /// Explains `0.0 < x < 1.0`, where the result of the first comparison, a boolean, is compared with a number.
    fn chained_comparison(&self) -> Option<Explanation> {
        let site = self.site();
        let relations: Vec<isize> = (site.statement_start()..60)
            .take_while(|offset| !matches!(site.word(*offset), ";" | "{" | ""))
            .filter(|offset| matches!(site.word(*offset), "<" | ">" | "&" | "|" | ","))
            .collect();
        let chained = relations.windows(2).find(|pair| {
            let is_relation = |at: isize| matches!(site.word(at), "<" | ">");
            is_relation(pair[0]) && is_relation(pair[1]) && pair[1] > pair[0] + 1
        })?;
        let middle = site.text_of(chained[0] + 1, chained[1] - 1);
        let message = "comparisons cannot be chained";
        let first = Site::new(self.source, site.span(chained[0], chained[1]));
        let note = format!("compare twice: `a < {middle} && {middle} < b`");
        Some(Explanation::new(first.range.clone(), message).note(note))
    }
}

/// The rule for a product whose sizes do not match: `mat3x2f` has 3 columns and 2 rows.
fn matrix_product(left: &str, right: &str) -> Option<String> {
    let digit = |ty: &str, at| ty.strip_prefix("mat")?.chars().nth(at);
    if let Some(columns) = digit(left, 0).filter(|_| right.starts_with("vec")) {
        return Some(format!("a `{left}` is multiplied by a vector of {columns} components"));
    }
    let rows = digit(right, 2).filter(|_| left.starts_with("vec"))?;
    Some(format!("a vector before a `{right}` needs {rows} components"))
}

fn conversion(operands: &Operands) -> Option<String> {
    let [left, right] = &operands.types;
    let [left_text, right_text] = &operands.texts;
    let scalar = |ty: &str| match ty {
        _ if ty.ends_with('f') && ty.starts_with("vec") => "f32",
        "f32" => "f32",
        "i32" => "i32",
        "u32" => "u32",
        _ => "",
    };
    let is_integer = |ty: &str| matches!(ty, "i32" | "u32");
    if scalar(left) == "f32" && is_integer(right) {
        return advice(right, "f32", right_text);
    }
    if scalar(right) == "f32" && is_integer(left) {
        return advice(left, "f32", left_text);
    }
    if right == "bool" {
        return advice(right, left, right_text);
    }
    if left == "bool" {
        return advice(left, right, left_text);
    }
    let is_matrix = left.starts_with("mat") || right.starts_with("mat");
    (!is_matrix).then(|| advice(right, left, right_text))?
}
