//! Writes values of controls as WGSL expressions.

use super::{Control, ControlType, Value, Widget};

impl Control {
    /// Returns a value as a WGSL expression: `8u`, `vec3f(0.1, 0.2, 1.0)`; an angle in radians.
    pub fn wgsl(&self, value: &Value) -> String {
        let floats = |numbers: &[f64]| {
            let numbers: Vec<String> = numbers.iter().map(|number| float(*number)).collect();
            numbers.join(", ")
        };
        let first = value.first();
        match self.ty {
            ControlType::F32 if self.widget == Widget::Angle => {
                format!("radians({})", float(first))
            }
            ControlType::F32 => float(first),
            ControlType::I32 => format!("{first:.0}i"),
            ControlType::U32 => format!("{first:.0}u"),
            ControlType::Bool => (first != 0.0).to_string(),
            ControlType::Field => value.to_string(),
            ControlType::Vec2 | ControlType::Vec3 | ControlType::Vec4 => {
                format!("{}({})", self.ty, floats(&value.0))
            }
            ControlType::Array(_) => {
                let elements = value.0.chunks(4);
                let elements = elements.map(|numbers| format!("vec4f({})", floats(numbers)));
                format!("{}({})", self.ty, elements.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// Returns a number as a WGSL float literal: the shortest text that reads back as the same `f32`.
fn float(number: f64) -> String {
    format!("{:?}", number as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::control::annotated::tests::control;

    #[test]
    fn values_are_expressions_of_their_type() {
        let cases = [
            (ControlType::F32, "/// @range(0, 1)", vec![1.0], "1.0"),
            (ControlType::F32, "/// @angle", vec![30.5], "radians(30.5)"),
            (ControlType::F32, "", vec![2.5e-13], "2.5e-13"),
            (ControlType::I32, "", vec![-3.0], "-3i"),
            (ControlType::U32, "/// @seed", vec![1337.0], "1337u"),
            (ControlType::Vec2, "", vec![0.1, 2.0], "vec2f(0.1, 2.0)"),
            (
                ControlType::Array(1),
                "/// @octaves",
                vec![1.0, 0.5, 0.25, 0.0],
                "array<vec4f, 1>(vec4f(1.0, 0.5, 0.25, 0.0))",
            ),
        ];
        for (ty, comment, numbers, text) in cases {
            assert_eq!(control("c", ty, comment).wgsl(&Value::from(numbers)), text);
        }
    }
}
