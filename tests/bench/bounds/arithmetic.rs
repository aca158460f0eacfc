//! Operators and built-in functions of WGSL on scalars: their results, and the units that compute them.

use naga::{BinaryOperator, MathFunction, ScalarKind, UnaryOperator};

use super::graph::{Graph, Scalar, Unit};
use super::value::Outcome;

impl Graph {
    fn float(&mut self, operation: &'static str, operands: &[Scalar], value: f32) -> Scalar {
        self.add(Some(Unit::Float), operation, operands, value.to_bits())
    }

    fn integer(&mut self, operation: &'static str, operands: &[Scalar], bits: u32) -> Scalar {
        self.add(Some(Unit::Integer), operation, operands, bits)
    }

    fn special(&mut self, operation: &'static str, operand: Scalar, value: f32) -> Scalar {
        self.add(Some(Unit::Special), operation, &[operand], value.to_bits())
    }

    pub(crate) fn plus(&mut self, a: Scalar, b: Scalar) -> Scalar {
        self.float("+", &[a, b], a.f32() + b.f32())
    }

    pub(crate) fn minus(&mut self, a: Scalar, b: Scalar) -> Scalar {
        self.float("-", &[a, b], a.f32() - b.f32())
    }

    pub(crate) fn times(&mut self, a: Scalar, b: Scalar) -> Scalar {
        match (a.node, b.node) {
            (None, _) if a.f32() == 1.0 => b,
            (_, None) if b.f32() == 1.0 => a,
            _ => self.float("*", &[a, b], a.f32() * b.f32()),
        }
    }

    fn over(&mut self, a: Scalar, b: Scalar) -> Scalar {
        let reciprocal = self.special("1/", b, 1.0 / b.f32());
        let quotient = self.times(a, reciprocal);
        Scalar { bits: (a.f32() / b.f32()).to_bits(), ..quotient }
    }

    pub(crate) fn dot(&mut self, a: &[Scalar], b: &[Scalar]) -> Scalar {
        let products: Vec<Scalar> = a.iter().zip(b).map(|(a, b)| self.times(*a, *b)).collect();
        let sum = products.into_iter().reduce(|sum, product| self.plus(sum, product));
        sum.unwrap_or(Scalar::uniform(0))
    }

    pub(crate) fn root(&mut self, a: Scalar) -> Scalar {
        self.special("sqrt", a, a.f32().sqrt())
    }

    pub(crate) fn reciprocal(&mut self, a: Scalar) -> Scalar {
        self.special("1/", a, 1.0 / a.f32())
    }

    pub(crate) fn unary(&mut self, op: UnaryOperator, kind: ScalarKind, a: Scalar) -> Scalar {
        match (op, kind) {
            (UnaryOperator::Negate, ScalarKind::Float) => {
                self.add(None, "neg", &[a], (-a.f32()).to_bits())
            }
            (UnaryOperator::Negate, _) => self.integer("u-", &[a], a.bits.wrapping_neg()),
            (UnaryOperator::LogicalNot, _) => self.add(None, "not", &[a], u32::from(a.bits == 0)),
            (UnaryOperator::BitwiseNot, _) => self.integer("^", &[a], !a.bits),
        }
    }

    pub(crate) fn binary(
        &mut self,
        op: BinaryOperator,
        kind: ScalarKind,
        a: Scalar,
        b: Scalar,
    ) -> Outcome<Scalar> {
        match kind {
            ScalarKind::Float => self.binary_float(op, a, b),
            _ => self.binary_integer(op, kind == ScalarKind::Sint, a, b),
        }
    }

    fn binary_float(&mut self, op: BinaryOperator, a: Scalar, b: Scalar) -> Outcome<Scalar> {
        let (x, y) = (a.f32(), b.f32());
        Ok(match op {
            BinaryOperator::Add => self.plus(a, b),
            BinaryOperator::Subtract => self.minus(a, b),
            BinaryOperator::Multiply => self.times(a, b),
            BinaryOperator::Divide if b.node.is_none() => {
                let reciprocal = Scalar::uniform((1.0 / y).to_bits());
                Scalar { bits: (x / y).to_bits(), ..self.times(a, reciprocal) }
            }
            BinaryOperator::Divide => self.over(a, b),
            BinaryOperator::Modulo => {
                let quotient = self.over(a, b);
                let whole = self.special("trunc", quotient, quotient.f32().trunc());
                let product = self.times(whole, b);
                Scalar { bits: (x % y).to_bits(), ..self.minus(a, product) }
            }
            _ => {
                let (name, holds) = comparison(op, x.partial_cmp(&y))?;
                self.integer(name, &[a, b], u32::from(holds))
            }
        })
    }

    fn binary_integer(
        &mut self,
        op: BinaryOperator,
        signed: bool,
        a: Scalar,
        b: Scalar,
    ) -> Outcome<Scalar> {
        let (x, y) = (a.bits, b.bits);
        let is_zero = |scalar: Scalar| scalar.node.is_none() && scalar.bits == 0;
        Ok(match op {
            BinaryOperator::Add if is_zero(a) => b,
            BinaryOperator::Add | BinaryOperator::Subtract if is_zero(b) => a,
            BinaryOperator::Add => self.integer("u+", &[a, b], x.wrapping_add(y)),
            BinaryOperator::Subtract => self.integer("u-", &[a, b], x.wrapping_sub(y)),
            BinaryOperator::Multiply => {
                self.add(Some(Unit::Multiply), "u*", &[a, b], x.wrapping_mul(y))
            }
            BinaryOperator::Divide | BinaryOperator::Modulo => {
                let quotient = match (y, signed) {
                    (0, _) => x,
                    (_, true) => (x as i32).wrapping_div(y as i32) as u32,
                    (_, false) => x / y,
                };
                let is_rest = op == BinaryOperator::Modulo;
                let rest = x.wrapping_sub(quotient.wrapping_mul(y));
                self.divided(a, b, if is_rest { ("%", rest) } else { ("/", quotient) })
            }
            BinaryOperator::And | BinaryOperator::LogicalAnd => self.integer("&", &[a, b], x & y),
            BinaryOperator::InclusiveOr | BinaryOperator::LogicalOr => {
                self.integer("|", &[a, b], x | y)
            }
            BinaryOperator::ExclusiveOr => self.integer("^", &[a, b], x ^ y),
            BinaryOperator::ShiftLeft => self.integer("<<", &[a, b], x.wrapping_shl(y)),
            BinaryOperator::ShiftRight if signed => {
                self.integer(">>", &[a, b], (x as i32).wrapping_shr(y) as u32)
            }
            BinaryOperator::ShiftRight => self.integer(">>", &[a, b], x.wrapping_shr(y)),
            _ => {
                let order = if signed { (x as i32).cmp(&(y as i32)) } else { x.cmp(&y) };
                let (name, holds) = comparison(op, Some(order))?;
                self.integer(name, &[a, b], u32::from(holds))
            }
        })
    }

    /// Chips have no divider of integers: a divisor that is equal in all samples takes two multiplications and three
    /// other operations, any other about fifteen.
    fn divided(&mut self, a: Scalar, b: Scalar, result: (&'static str, u32)) -> Scalar {
        const STEPS: [[&str; 3]; 4] = [
            ["/m0", "/i0", "/j0"],
            ["/m1", "/i1", "/j1"],
            ["/m2", "/i2", "/j2"],
            ["/m3", "/i3", "/j3"],
        ];
        let mut operands = vec![a, b];
        let count = if b.node.is_some() {
            operands.push(self.add(Some(Unit::Special), "/f", &[b], b.bits));
            operands.push(self.add(Some(Unit::Special), "/u", &[b], !b.bits));
            STEPS.len()
        } else if a.node.is_none() {
            return Scalar::uniform(result.1);
        } else {
            2
        };
        let last = STEPS[..count].iter().fold(a, |value, [multiply, first, second]| {
            operands[0] = value;
            let product = self.add(Some(Unit::Multiply), multiply, &operands, value.bits);
            let sum = self.integer(first, &[product, a], value.bits);
            if count > 2 { self.integer(second, &[sum, a], value.bits) } else { sum }
        });
        self.integer(result.0, &[last, a], result.1)
    }

    pub(crate) fn select(&mut self, condition: Scalar, yes: Scalar, no: Scalar) -> Scalar {
        let chosen = if condition.bits == 0 { no } else { yes };
        if condition.node.is_none() || yes == no {
            return chosen;
        }
        self.integer("select", &[condition, yes, no], chosen.bits)
    }

    /// Of bits, to a float or an integer.
    pub(crate) fn convert(&mut self, from: ScalarKind, to: ScalarKind, a: Scalar) -> Scalar {
        let (signed, unsigned) = (a.bits as i32, a.bits);
        let special = Some(Unit::Special);
        match (from, to) {
            (ScalarKind::Sint, ScalarKind::Float) => {
                self.add(special, "f(i)", &[a], (signed as f32).to_bits())
            }
            (ScalarKind::Uint, ScalarKind::Float) => {
                self.add(special, "f(u)", &[a], (unsigned as f32).to_bits())
            }
            (ScalarKind::Float, ScalarKind::Sint) => {
                self.add(special, "i(f)", &[a], a.f32() as i32 as u32)
            }
            (ScalarKind::Float, ScalarKind::Uint) => {
                self.add(special, "u(f)", &[a], a.f32() as u32)
            }
            (ScalarKind::Bool, ScalarKind::Float) => {
                let one = Scalar::uniform(1.0_f32.to_bits());
                self.select(a, one, Scalar::uniform(0))
            }
            (ScalarKind::Bool, ScalarKind::Sint | ScalarKind::Uint) => {
                self.select(a, Scalar::uniform(1), Scalar::uniform(0))
            }
            (ScalarKind::Float, ScalarKind::Bool) => {
                self.integer("!=", &[a], u32::from(a.f32() != 0.0))
            }
            (_, ScalarKind::Bool) => self.integer("!=", &[a], u32::from(a.bits != 0)),
            _ => a,
        }
    }

    /// Functions of each component.
    pub(crate) fn math(
        &mut self,
        fun: MathFunction,
        kind: ScalarKind,
        arguments: &[Scalar],
    ) -> Outcome<Scalar> {
        let a = arguments[0];
        let b = arguments.get(1).copied().unwrap_or(a);
        let c = arguments.get(2).copied().unwrap_or(a);
        if kind != ScalarKind::Float {
            return self.integer_math(fun, kind == ScalarKind::Sint, [a, b, c]);
        }
        let (x, y, z) = (a.f32(), b.f32(), c.f32());
        Ok(match fun {
            MathFunction::Abs => self.add(None, "abs", &[a], x.abs().to_bits()),
            MathFunction::Saturate => self.add(None, "sat", &[a], x.clamp(0.0, 1.0).to_bits()),
            MathFunction::Min => self.integer("min", &[a, b], x.min(y).to_bits()),
            MathFunction::Max => self.integer("max", &[a, b], x.max(y).to_bits()),
            MathFunction::Clamp => {
                let low = self.integer("max", &[a, b], x.max(y).to_bits());
                self.integer("min", &[low, c], x.max(y).min(z).to_bits())
            }
            MathFunction::Floor => self.special("floor", a, x.floor()),
            MathFunction::Ceil => self.special("ceil", a, x.ceil()),
            MathFunction::Round => self.special("round", a, x.round_ties_even()),
            MathFunction::Trunc => self.special("trunc", a, x.trunc()),
            MathFunction::Fract => {
                let floor = self.special("floor", a, x.floor());
                self.minus(a, floor)
            }
            MathFunction::Sqrt => self.root(a),
            MathFunction::InverseSqrt => self.special("rsqrt", a, 1.0 / x.sqrt()),
            MathFunction::Exp2 => self.special("exp2", a, x.exp2()),
            MathFunction::Log2 => self.special("log2", a, x.log2()),
            MathFunction::Exp => self.scaled("exp2", a, x.exp()),
            MathFunction::Sin => self.scaled("sin", a, x.sin()),
            MathFunction::Cos => self.scaled("cos", a, x.cos()),
            MathFunction::Log => {
                let power = self.special("log2", a, x.log2());
                let factor = Scalar::uniform(std::f32::consts::LN_2.to_bits());
                Scalar { bits: x.ln().to_bits(), ..self.times(power, factor) }
            }
            MathFunction::Pow => {
                let power = self.special("log2", a, x.log2());
                let power = self.times(power, b);
                self.special("exp2", power, x.powf(y))
            }
            MathFunction::Fma => {
                let product = self.times(a, b);
                self.plus(product, c)
            }
            MathFunction::Mix => {
                let difference = self.minus(b, a);
                let product = self.times(difference, c);
                self.plus(product, a)
            }
            MathFunction::SmoothStep => self.smoothstep(a, b, c),
            MathFunction::Step => {
                self.integer("step", &[a, b], f32::from(u8::from(y >= x)).to_bits())
            }
            MathFunction::Sign => {
                let sign = if x == 0.0 { 0.0 } else { x.signum() };
                self.integer("sign", &[a], sign.to_bits())
            }
            MathFunction::Atan2 => {
                let quotient = self.over(a, b);
                self.polynomial("atan2", &[a, b, quotient], x.atan2(y))
            }
            MathFunction::Asin => self.polynomial("asin", &[a], x.asin()),
            MathFunction::Acos => self.polynomial("acos", &[a], x.acos()),
            MathFunction::Atan => self.polynomial("atan", &[a], x.atan()),
            _ => return Err(format!("{fun:?} is not counted")),
        })
    }

    /// A special function of its argument times a constant.
    fn scaled(&mut self, name: &'static str, a: Scalar, value: f32) -> Scalar {
        let scaled = self.float("scaled", &[a], a.f32());
        self.special(name, scaled, value)
    }

    fn polynomial(&mut self, name: &'static str, operands: &[Scalar], value: f32) -> Scalar {
        const STEPS: [&str; 7] = ["p1", "p2", "p3", "p4", "p5", "p6", "p7"];
        let mut term = operands.to_vec();
        for step in STEPS {
            term = vec![self.float(step, &term, value)];
        }
        self.integer(name, &term, value.to_bits())
    }

    fn smoothstep(&mut self, low: Scalar, high: Scalar, a: Scalar) -> Scalar {
        let constant = |value: f32| Scalar::uniform(value.to_bits());
        let width = self.minus(high, low);
        let above = self.minus(a, low);
        let inverse = self.reciprocal(width);
        let t = self.times(above, inverse);
        let clamped = t.f32().clamp(0.0, 1.0);
        let t = self.add(None, "sat", &[t], clamped.to_bits());
        let falling = self.times(constant(-2.0), t);
        let falling = self.plus(falling, constant(3.0));
        let square = self.times(t, t);
        self.times(square, falling)
    }

    fn integer_math(
        &mut self,
        fun: MathFunction,
        signed: bool,
        [a, b, c]: [Scalar; 3],
    ) -> Outcome<Scalar> {
        let least = |x: u32, y: u32| {
            if signed { (x as i32).min(y as i32) as u32 } else { x.min(y) }
        };
        let most = |x: u32, y: u32| {
            if signed { (x as i32).max(y as i32) as u32 } else { x.max(y) }
        };
        Ok(match fun {
            MathFunction::Min => self.integer("min", &[a, b], least(a.bits, b.bits)),
            MathFunction::Max => self.integer("max", &[a, b], most(a.bits, b.bits)),
            MathFunction::Abs => self.integer("abs", &[a], (a.bits as i32).unsigned_abs()),
            MathFunction::Clamp => {
                let low = self.integer("max", &[a, b], most(a.bits, b.bits));
                self.integer("min", &[low, c], least(most(a.bits, b.bits), c.bits))
            }
            _ => return Err(format!("{fun:?} of integers is not counted")),
        })
    }
}

/// Name of a comparison, and whether it holds; unordered numbers fulfill none but "is not equal".
fn comparison(
    op: BinaryOperator,
    order: Option<std::cmp::Ordering>,
) -> Outcome<(&'static str, bool)> {
    Ok(match op {
        BinaryOperator::Equal => ("==", order.is_some_and(|order| order.is_eq())),
        BinaryOperator::NotEqual => ("!=", order.is_none_or(|order| order.is_ne())),
        BinaryOperator::Less => ("<", order.is_some_and(|order| order.is_lt())),
        BinaryOperator::LessEqual => ("<=", order.is_some_and(|order| order.is_le())),
        BinaryOperator::Greater => (">", order.is_some_and(|order| order.is_gt())),
        BinaryOperator::GreaterEqual => (">=", order.is_some_and(|order| order.is_ge())),
        _ => return Err(format!("{op:?} is not counted")),
    })
}
