//! Access to the blocks that are nested inside statements of naga's modules, and to the operands of expressions.

use naga::{Block, Expression, Handle, ImageQuery, Statement};

pub(crate) fn inner_blocks(statement: &Statement) -> Vec<&Block> {
    match statement {
        Statement::Block(block) => vec![block],
        Statement::If { accept, reject, .. } => vec![accept, reject],
        Statement::Switch { cases, .. } => cases.iter().map(|case| &case.body).collect(),
        Statement::Loop { body, continuing, .. } => vec![body, continuing],
        _ => Vec::new(),
    }
}

pub(crate) fn inner_blocks_mut(statement: &mut Statement) -> Vec<&mut Block> {
    match statement {
        Statement::Block(block) => vec![block],
        Statement::If { accept, reject, .. } => vec![accept, reject],
        Statement::Switch { cases, .. } => cases.iter_mut().map(|case| &mut case.body).collect(),
        Statement::Loop { body, continuing, .. } => vec![body, continuing],
        _ => Vec::new(),
    }
}

/// In their order; `None` for results of statements, and expressions that have neither a derivative nor a twin.
pub(crate) fn operands_mut(expression: &mut Expression) -> Option<Vec<&mut Handle<Expression>>> {
    use Expression as E;
    Some(match expression {
        E::Literal(_)
        | E::Constant(_)
        | E::Override(_)
        | E::ZeroValue(_)
        | E::FunctionArgument(_)
        | E::GlobalVariable(_)
        | E::LocalVariable(_) => Vec::new(),
        E::Compose { components, .. } => components.iter_mut().collect(),
        E::AccessIndex { base: operand, .. }
        | E::Splat { value: operand, .. }
        | E::Swizzle { vector: operand, .. }
        | E::Load { pointer: operand }
        | E::Unary { expr: operand, .. }
        | E::Relational { argument: operand, .. }
        | E::As { expr: operand, .. }
        | E::ArrayLength(operand) => vec![operand],
        E::Access { base, index } => vec![base, index],
        E::Binary { left, right, .. } => vec![left, right],
        E::Select { condition, accept, reject } => vec![condition, accept, reject],
        E::Math { arg, arg1, arg2, arg3, .. } => {
            [Some(arg), arg1.as_mut(), arg2.as_mut(), arg3.as_mut()].into_iter().flatten().collect()
        }
        E::ImageLoad { image, coordinate, array_index, sample, level } => {
            let optional = [array_index, sample, level].into_iter().flatten();
            [image, coordinate].into_iter().chain(optional).collect()
        }
        E::ImageQuery { image, query: ImageQuery::Size { level } } => {
            [image].into_iter().chain(level).collect()
        }
        E::ImageQuery { image, .. } => vec![image],
        _ => return None,
    })
}
