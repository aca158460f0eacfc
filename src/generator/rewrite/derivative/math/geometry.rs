//! Functions of vectors and matrices.

use naga::{BinaryOperator, Expression, Handle, MathFunction, TypeInner};

use super::super::function::{FunctionDerivative, Tangents};
use super::super::operators::Operand;

type Value = Handle<Expression>;

impl FunctionDerivative<'_, '_> {
    pub(super) fn length(&mut self, x: &Operand, value: Value) -> Tangents {
        let length = self.splat(value, x.source);
        let direction = self.divide(x.value, length);
        let is_pole = self.is_origin(value, x.source);
        self.each(|this, at| Some(this.along(x.at(at)?, direction, is_pole, x.source)))
    }

    pub(super) fn distance(&mut self, x: &Operand, y: &Operand, value: Value) -> Tangents {
        let offset = self.subtract(x.value, y.value);
        let length = self.splat(value, x.source);
        let direction = self.divide(offset, length);
        let is_pole = self.is_origin(value, x.source);
        self.each(|this, at| {
            let change = this.difference(x.at(at), y.at(at))?;
            Some(this.along(change, direction, is_pole, x.source))
        })
    }

    /// Scalar product of a tangent and a direction, which the vector 0 has not.
    fn along(&mut self, tangent: Value, direction: Value, is_pole: Value, like: Value) -> Value {
        let is_level = self.is_all_zero(tangent, like);
        let is_level = self.also(Some(is_level), is_pole);
        let direction = self.unless(is_level, direction, 0.0, like);
        self.dot(tangent, direction, like)
    }

    /// True for the length of the vector 0, whose components are of the type of those of `like`.
    fn is_origin(&mut self, length: Value, like: Value) -> Value {
        let zero = self.scalar_number(0.0, like);
        self.binary(BinaryOperator::Equal, length, zero)
    }

    pub(super) fn normalized(&mut self, x: &Operand, value: Value) -> Tangents {
        let length = self.call_1(MathFunction::Length, x.value);
        let is_pole = self.is_origin(length, x.source);
        let length = self.splat(length, x.source);
        self.each(|this, at| {
            let tangent = x.at(at)?;
            let is_level = this.is_all_zero(tangent, x.source);
            let is_level = this.also(Some(is_level), is_pole);
            let direction = this.unless(is_level, value, 0.0, x.source);
            let length = this.unless(is_level, length, 1.0, x.source);
            let along = this.dot(tangent, direction, x.source);
            let along = this.multiply(direction, along);
            let across = this.subtract(tangent, along);
            Some(this.divide(across, length))
        })
    }

    /// x or -x, by the sign of the scalar product of the others.
    pub(super) fn face_forward(&mut self, x: &Operand, y: &Operand, z: &Operand) -> Tangents {
        let product = self.dot(y.value, z.value, y.source);
        let zero = self.scalar_number(0.0, y.source);
        let is_kept = self.binary(BinaryOperator::Less, product, zero);
        self.each(|this, at| {
            let tangent = x.at(at)?;
            let turned = this.negate(tangent);
            Some(this.select(is_kept, tangent, turned))
        })
    }

    /// x - 2 (n·x) n.
    pub(super) fn reflected(&mut self, x: &Operand, normal: &Operand) -> Tangents {
        let product = self.dot(normal.value, x.value, x.source);
        let products = self.dots(x, normal);
        let two = self.scalar_number(2.0, x.source);
        self.each(|this, at| {
            let along = this.times(products[at], normal.value);
            let turned = this.times(normal.at(at), product);
            let change = this.sum(along, turned);
            let change = this.times(change, two);
            this.difference(x.at(at), change)
        })
    }

    fn dots(&mut self, x: &Operand, y: &Operand) -> Tangents {
        let like = x.source;
        self.bilinear(x, y, |this, x, y| this.dot(x, y, like))
    }

    /// r x - (r c + √k) n, with c = n·x and k = 1 - r² (1 - c²); 0 where k < 0.
    pub(super) fn refracted(&mut self, x: &Operand, normal: &Operand, ratio: &Operand) -> Tangents {
        let like = ratio.source;
        let r = ratio.value;
        let c = self.dot(normal.value, x.value, x.source);
        let products = self.dots(x, normal);
        let (one, zero) = (self.number(1.0, like), self.number(0.0, like));
        let cc = self.multiply(c, c);
        let sine = self.subtract(one, cc);
        let rr = self.multiply(r, r);
        let rs = self.multiply(rr, sine);
        let k = self.subtract(one, rs);
        let root = self.call_1(MathFunction::Sqrt, k);
        let rc = self.multiply(r, c);
        let along = self.add(rc, root);
        let is_reflected = self.binary(BinaryOperator::Less, k, zero);
        // √k changes by (r² c c' - r (1 - c²) r') / √k.
        let is_pole = self.is_zero(root, like);
        let of_c = self.multiply(rr, c);
        let of_r = self.multiply(r, sine);
        self.each(|this, at| {
            let by_c = this.times(products[at], of_c);
            let by_r = this.times(ratio.at(at), of_r);
            let of_root = this.difference(by_c, by_r).map(|change| {
                let is_level = this.is_zero(change, like);
                let is_level = this.also(Some(is_level), is_pole);
                let divisor = this.unless(is_level, root, 1.0, like);
                this.divide(change, divisor)
            });
            let by_c = this.times(products[at], r);
            let by_r = this.times(ratio.at(at), c);
            let of_rc = this.sum(by_c, by_r);
            let of_along = this.sum(of_rc, of_root);
            let straight = this.times(x.at(at), r);
            let by_ratio = this.times(ratio.at(at), x.value);
            let straight = this.sum(straight, by_ratio);
            let by_along = this.times(of_along, normal.value);
            let by_normal = this.times(normal.at(at), along);
            let bent = this.sum(by_along, by_normal);
            let change = this.difference(straight, bent);
            this.selected(is_reflected, None, change, x.source)
        })
    }

    /// The sum of the determinants in which one column is replaced by its tangent.
    pub(super) fn determinant(&mut self, matrix: &Operand) -> Tangents {
        let ty = self.derivation.type_handle(&self.info[matrix.source].ty);
        let TypeInner::Matrix { columns, .. } = self.derivation.module.types[ty].inner else {
            return self.zeros();
        };
        let count = columns as u32;
        let columns: Vec<Value> =
            (0..count).map(|index| self.member(matrix.value, index)).collect();
        self.each(|this, at| {
            let tangent = matrix.at(at)?;
            (0..count).fold(None, |sum, index| {
                let mut components = columns.clone();
                components[index as usize] = this.member(tangent, index);
                let replaced = this.emit(Expression::Compose { ty, components });
                let determinant = this.call_1(MathFunction::Determinant, replaced);
                this.sum(sum, Some(determinant))
            })
        })
    }
}
