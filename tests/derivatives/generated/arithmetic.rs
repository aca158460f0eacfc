//! Operators and math functions of the interpreter.

use naga::{BinaryOperator, MathFunction, RelationalFunction, ScalarKind, UnaryOperator};

use super::interpreter::Value;
use Value::{Bool, Float, Int, Parts, Uint};

/// From here on the fraction of a number is lost, and with it all that differences could tell of a function of it.
const WITHOUT_FRACTION: f64 = 4_503_599_627_370_496.0;

pub(super) fn unary(op: UnaryOperator, operand: &Value) -> Value {
    match (op, operand) {
        (_, Parts(parts)) => Parts(parts.iter().map(|part| unary(op, part)).collect()),
        (UnaryOperator::Negate, Float(number)) => Float(-number),
        (UnaryOperator::Negate, Int(number)) => Int(number.wrapping_neg()),
        (UnaryOperator::LogicalNot, Bool(is_true)) => Bool(!is_true),
        other => panic!("{other:?}"),
    }
}

pub(super) fn binary(op: BinaryOperator, left: &Value, right: &Value) -> Value {
    use BinaryOperator as Op;
    match (op, left, right) {
        (Op::Multiply, Parts(left), Parts(right)) if is_matrix(left) || is_matrix(right) => {
            product(left, right)
        }
        (_, Parts(left), Parts(right)) => {
            Parts(left.iter().zip(right).map(|(left, right)| binary(op, left, right)).collect())
        }
        (_, Parts(left), right) => Parts(left.iter().map(|left| binary(op, left, right)).collect()),
        (_, left, Parts(right)) => {
            Parts(right.iter().map(|right| binary(op, left, right)).collect())
        }
        (_, Float(left), Float(right)) => of_floats(op, *left, *right),
        (_, Int(left), Int(right)) => {
            of_integers(op, (*left).into(), (*right).into(), |number| Int(number as i32))
        }
        (_, Uint(left), Uint(right)) => {
            of_integers(op, (*left).into(), (*right).into(), |number| Uint(number as u32))
        }
        (Op::And | Op::LogicalAnd, Bool(left), Bool(right)) => Bool(*left && *right),
        (Op::InclusiveOr | Op::LogicalOr, Bool(left), Bool(right)) => Bool(*left || *right),
        other => panic!("{other:?}"),
    }
}

fn of_floats(op: BinaryOperator, left: f64, right: f64) -> Value {
    use BinaryOperator as Op;
    match op {
        Op::Add => Float(left + right),
        Op::Subtract => Float(left - right),
        Op::Multiply => Float(left * right),
        Op::Divide => Float(left / right),
        Op::Modulo if (left / right).abs() >= WITHOUT_FRACTION => Float(f64::NAN),
        Op::Modulo => Float(left % right),
        Op::Equal => Bool(left == right),
        Op::NotEqual => Bool(left != right),
        Op::Less => Bool(left < right),
        Op::LessEqual => Bool(left <= right),
        Op::Greater => Bool(left > right),
        Op::GreaterEqual => Bool(left >= right),
        other => panic!("{other:?}"),
    }
}

fn of_integers(op: BinaryOperator, left: i64, right: i64, wrapped: fn(i64) -> Value) -> Value {
    use BinaryOperator as Op;
    match op {
        Op::Add => wrapped(left + right),
        Op::Subtract => wrapped(left - right),
        Op::Multiply => wrapped(left * right),
        Op::Modulo => wrapped(left % right),
        Op::Equal => Bool(left == right),
        Op::NotEqual => Bool(left != right),
        Op::Less => Bool(left < right),
        Op::LessEqual => Bool(left <= right),
        Op::Greater => Bool(left > right),
        Op::GreaterEqual => Bool(left >= right),
        other => panic!("{other:?}"),
    }
}

/// True if all floats are whole numbers: results of such operands are exact.
pub(super) fn is_whole(value: &Value) -> bool {
    match value {
        Float(number) => number.fract() == 0.0,
        Parts(parts) => parts.iter().all(is_whole),
        _ => true,
    }
}

fn is_matrix(parts: &[Value]) -> bool {
    matches!(parts.first(), Some(Parts(_)))
}

/// A matrix has columns; a vector is a column on the right and a row on the left.
fn product(left: &[Value], right: &[Value]) -> Value {
    if is_matrix(left) && is_matrix(right) {
        return Parts(right.iter().map(|column| product(left, column.parts())).collect());
    }
    if is_matrix(right) {
        return Parts(right.iter().map(|column| dot(left, column.parts())).collect());
    }
    let scaled = left.iter().zip(right);
    let scaled = scaled.map(|(column, factor)| binary(BinaryOperator::Multiply, column, factor));
    scaled.reduce(|sum, column| binary(BinaryOperator::Add, &sum, &column)).unwrap()
}

fn dot(left: &[Value], right: &[Value]) -> Value {
    Float(left.iter().zip(right).map(|(left, right)| left.float() * right.float()).sum())
}

pub(super) fn select(condition: &Value, accept: Value, reject: Value) -> Value {
    match condition {
        Parts(conditions) => {
            let parts = accept.parts().iter().zip(reject.parts()).zip(conditions);
            let chosen = parts.map(
                |((accept, reject), condition)| {
                    if condition.bool() { accept.clone() } else { reject.clone() }
                },
            );
            Parts(chosen.collect())
        }
        condition => {
            if condition.bool() {
                accept
            } else {
                reject
            }
        }
    }
}

pub(super) fn relational(fun: RelationalFunction, argument: &Value) -> Value {
    let parts = match argument {
        Parts(parts) => parts,
        scalar => std::slice::from_ref(scalar),
    };
    Bool(match fun {
        RelationalFunction::All => parts.iter().all(Value::bool),
        RelationalFunction::Any => parts.iter().any(Value::bool),
        other => panic!("{other:?}"),
    })
}

/// To the kind of number, as WGSL rounds.
pub(super) fn converted(kind: ScalarKind, value: &Value) -> Value {
    let number = match value {
        Parts(parts) => return Parts(parts.iter().map(|part| converted(kind, part)).collect()),
        Float(number) => *number,
        Int(number) => (*number).into(),
        Uint(number) => (*number).into(),
        Bool(is_true) => f64::from(u8::from(*is_true)),
        Value::Pointer(..) => panic!("{value:?} is no number"),
    };
    match kind {
        ScalarKind::Sint => Int(number as i32),
        ScalarKind::Uint => Uint(number as u32),
        ScalarKind::Bool => Bool(number != 0.0),
        _ => Float(number),
    }
}

pub(super) fn math(fun: MathFunction, operands: &[Value]) -> Value {
    use MathFunction as Math;
    match (fun, operands) {
        (Math::Dot, [left, right]) => dot(left.parts(), right.parts()),
        (Math::Length, [Parts(parts)]) => length(parts),
        (Math::Distance, [left @ Parts(_), right]) => {
            length(binary(BinaryOperator::Subtract, left, right).parts())
        }
        (Math::Normalize, [vector]) => {
            binary(BinaryOperator::Divide, vector, &length(vector.parts()))
        }
        (Math::Cross, [left, right]) => {
            let [a, b] = [left, right].map(|vector| [0, 1, 2].map(|at| vector.parts()[at].float()));
            let component = |at: usize| {
                let (next, last) = ((at + 1) % 3, (at + 2) % 3);
                Float(a[next] * b[last] - a[last] * b[next])
            };
            Parts([0, 1, 2].map(component).to_vec())
        }
        (Math::FaceForward, [vector, incident, normal]) => {
            let is_kept = dot(incident.parts(), normal.parts()).float() < 0.0;
            if is_kept { vector.clone() } else { unary(UnaryOperator::Negate, vector) }
        }
        (Math::Reflect, [vector, normal]) => {
            let along = Float(2.0 * dot(normal.parts(), vector.parts()).float());
            let along = binary(BinaryOperator::Multiply, normal, &along);
            binary(BinaryOperator::Subtract, vector, &along)
        }
        (Math::Transpose, [matrix]) => {
            let columns = matrix.parts();
            let row = |at: usize| columns.iter().map(|column| column.parts()[at].clone()).collect();
            Parts((0..columns[0].parts().len()).map(|at| Parts(row(at))).collect())
        }
        (Math::Determinant, [matrix]) => {
            let at = |column: usize, row: usize| matrix.parts()[column].parts()[row].float();
            Float(at(0, 0) * at(1, 1) - at(0, 1) * at(1, 0))
        }
        (Math::Modf, [Float(number)]) if number.abs() >= WITHOUT_FRACTION => {
            Parts(vec![Float(f64::NAN); 2])
        }
        (Math::Modf, [Float(number)]) => Parts(vec![Float(number.fract()), Float(number.trunc())]),
        (Math::Abs, [Int(number)]) => Int(number.wrapping_abs()),
        (Math::Ldexp, [Float(number), Int(exponent)]) => Float(number * 2f64.powi(*exponent)),
        _ => by_component(fun, operands),
    }
}

fn length(parts: &[Value]) -> Value {
    Float(dot(parts, parts).float().sqrt())
}

fn by_component(fun: MathFunction, operands: &[Value]) -> Value {
    let count = operands.iter().find_map(|operand| match operand {
        Parts(parts) => Some(parts.len()),
        _ => None,
    });
    let at = |index: usize| {
        let operands: Vec<f64> = operands
            .iter()
            .map(|operand| match operand {
                Parts(parts) => parts[index].float(),
                scalar => scalar.float(),
            })
            .collect();
        Float(of_numbers(fun, &operands))
    };
    match count {
        Some(count) => Parts((0..count).map(at).collect()),
        None => at(0),
    }
}

fn of_numbers(fun: MathFunction, operands: &[f64]) -> f64 {
    use MathFunction as Math;
    match (fun, operands) {
        (Math::Abs | Math::Length, [x]) => x.abs(),
        (Math::Sign, [x]) => {
            if *x == 0.0 {
                0.0
            } else {
                x.signum()
            }
        }
        (Math::Floor, [x]) => x.floor(),
        (Math::Ceil, [x]) => x.ceil(),
        (Math::Trunc, [x]) => x.trunc(),
        (Math::Round, [x]) => x.round_ties_even(),
        (Math::Fract, [x]) if x.abs() >= WITHOUT_FRACTION => f64::NAN,
        (Math::Fract, [x]) => x - x.floor(),
        (Math::Saturate, [x]) => x.clamp(0.0, 1.0),
        (Math::Radians, [x]) => x.to_radians(),
        (Math::Degrees, [x]) => x.to_degrees(),
        (Math::Sqrt, [x]) => x.sqrt(),
        (Math::InverseSqrt, [x]) => 1.0 / x.sqrt(),
        (Math::Sin, [x]) => x.sin(),
        (Math::Cos, [x]) => x.cos(),
        (Math::Tan, [x]) => x.tan(),
        (Math::Asin, [x]) => x.asin(),
        (Math::Acos, [x]) => x.acos(),
        (Math::Atan, [x]) => x.atan(),
        (Math::Sinh, [x]) => x.sinh(),
        (Math::Cosh, [x]) => x.cosh(),
        (Math::Tanh, [x]) => x.tanh(),
        (Math::Asinh, [x]) => x.asinh(),
        (Math::Acosh, [x]) => x.acosh(),
        (Math::Atanh, [x]) => x.atanh(),
        (Math::Exp, [x]) => x.exp(),
        (Math::Exp2, [x]) => x.exp2(),
        (Math::Log, [x]) => x.ln(),
        (Math::Log2, [x]) => x.log2(),
        (Math::Min, [x, y]) => x.min(*y),
        (Math::Max, [x, y]) => x.max(*y),
        (Math::Step, [edge, x]) => f64::from(u8::from(x >= edge)),
        (Math::Distance, [x, y]) => (x - y).abs(),
        (Math::Pow, [x, y]) => x.powf(*y),
        (Math::Atan2, [y, x]) => y.atan2(*x),
        (Math::Clamp, [x, low, high]) => x.max(*low).min(*high),
        (Math::Mix, [x, y, ratio]) => x * (1.0 - ratio) + y * ratio,
        (Math::SmoothStep, [low, high, x]) => {
            let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        (Math::Fma, [x, y, z]) => x * y + z,
        other => panic!("{other:?}"),
    }
}
