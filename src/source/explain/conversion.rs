//! Advice in error messages on how to convert a value to another type.

/// `None` if there is no simple way. `value` is the author's text.
pub(super) fn advice(found: &str, expected: &str, value: &str) -> Option<String> {
    let value = brief(value.trim());
    let (found_shape, expected_shape) = (Shape::of(found)?, Shape::of(expected)?);
    match (found_shape, expected_shape) {
        (Shape::Pointer, _) | (_, Shape::Pointer) => pointer_advice(found, expected, value),
        (Shape::Scalar, Shape::Scalar) if found == "bool" => Some(format!(
            "choose between two numbers: `select({}, {}, {value})`",
            zero(expected),
            one(expected)
        )),
        (Shape::Scalar, Shape::Scalar) if expected == "bool" => {
            Some(format!("compare it, as in `{value} > {}`", zero(found)))
        }
        (Shape::Scalar, Shape::Scalar) => Some(
            literal_advice(value, expected)
                .unwrap_or_else(|| format!("convert it: `{expected}({value})`")),
        ),
        (Shape::Vector(_), Shape::Scalar) if found == "vec2<bool>" || found.ends_with("<bool>") => {
            Some(format!("reduce it: `all({value})` or `any({value})`"))
        }
        (Shape::Vector(_), Shape::Scalar) if expected == "bool" => {
            let component = operand(value);
            Some(format!("compare one component, as in `{component}.x > 0.0`"))
        }
        (Shape::Vector(_), Shape::Scalar) => {
            Some(format!("take one component, as in `{}.x`", operand(value)))
        }
        (Shape::Scalar, Shape::Vector(_)) => Some(format!("make a vector: `{expected}({value})`")),
        (Shape::Vector(from), Shape::Vector(to)) if from == to => {
            Some(format!("convert it: `{expected}({value})`"))
        }
        (Shape::Vector(from), Shape::Vector(to)) if from > to => {
            let components = &"xyzw"[..to];
            Some(format!("take {to} components: `{}.{components}`", operand(value)))
        }
        (Shape::Vector(from), Shape::Vector(to)) => {
            let rest = ", 0.0".repeat(to - from);
            Some(format!("add components: `{expected}({value}{rest})`"))
        }
    }
}

/// Kind of type, as far as conversions depend on it. A vector has its number of components, 2 to 4.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Scalar,
    Vector(usize),
    Pointer,
}

impl Shape {
    fn of(name: &str) -> Option<Self> {
        match name {
            "f32" | "i32" | "u32" | "bool" | "f16" | "f64" | "i64" | "u64" => Some(Self::Scalar),
            _ if name.starts_with("ptr<") => Some(Self::Pointer),
            _ => vector_size(name).map(Self::Vector),
        }
    }
}

/// Returns `None` for other types than `vec2f` and `vec3<bool>`, such as a struct named `vec9`.
fn vector_size(name: &str) -> Option<usize> {
    let sizes = [("vec2", 2), ("vec3", 3), ("vec4", 4)];
    let found = |(prefix, size)| Some((name.strip_prefix(prefix)?, size));
    let (components, size) = sizes.into_iter().find_map(found)?;
    let is_template = components.starts_with('<') && components.ends_with('>');
    (is_template || matches!(components, "f" | "i" | "u" | "h")).then_some(size)
}

fn pointer_advice(found: &str, expected: &str, value: &str) -> Option<String> {
    let target = |pointer: &str| {
        let (_, target) = pointer.split_once(", ")?;
        Some(target.trim_end_matches('>').to_owned())
    };
    if target(expected).is_some_and(|target| target == found.trim_end_matches('>')) {
        return Some(format!("pass its address: `&{value}`"));
    }
    let is_target = target(found).is_some_and(|target| target == expected.trim_end_matches('>'));
    is_target.then(|| format!("read what it points to: `*{value}`"))
}

fn literal_advice(value: &str, expected: &str) -> Option<String> {
    let digits = value.strip_suffix(['u', 'i', 'f']).unwrap_or(value);
    let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match expected {
        "f32" if is_integer => Some(format!("write it with a point: `{digits}.0`")),
        "u32" if is_integer => Some(format!("write `{digits}u`")),
        "i32" if is_integer => Some(format!("write `{digits}`")),
        _ => None,
    }
}

fn zero(ty: &str) -> &'static str {
    if ty.starts_with('f') { "0.0" } else { "0" }
}

fn one(ty: &str) -> &'static str {
    if ty.starts_with('f') { "1.0" } else { "1" }
}

const MAX_BYTES: usize = 40;

pub(super) fn brief(value: &str) -> &str {
    if value.is_empty() || value.len() > MAX_BYTES || value.contains('\n') { "…" } else { value }
}

fn operand(value: &str) -> String {
    let is_simple = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '…'));
    let is_call = value.ends_with(')')
        && value
            .find('(')
            .is_some_and(|open| !value[..open].contains(' ') && !value[open..].contains(") "));
    if is_simple || is_call { value.to_owned() } else { format!("({value})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_fits_the_two_types() {
        let check = |found: &str, expected: &str, value: &str, advised: &str| {
            let advice = advice(found, expected, value).unwrap_or_default();
            assert_eq!(advice, advised, "{found} to {expected}");
        };
        check("i32", "f32", "n", "convert it: `f32(n)`");
        check("i32", "f32", "2", "write it with a point: `2.0`");
        check("vec2f", "f32", "p", "take one component, as in `p.x`");
        check("vec2f", "f32", "p + q", "take one component, as in `(p + q).x`");
        check("f32", "vec3f", "0.5", "make a vector: `vec3f(0.5)`");
        check("vec3f", "vec2f", "q", "take 2 components: `q.xy`");
        check("vec2f", "vec3f", "q", "add components: `vec3f(q, 0.0)`");
        check("vec2f", "ptr<function, vec2f>", "q", "pass its address: `&q`");
        check("bool", "f32", "a > b", "choose between two numbers: `select(0.0, 1.0, a > b)`");
        check("array<f32, 4>", "f32", "a", "");
        check("vec9", "vec2f", "a", "");
        check("vec3", "vec2f", "a", "");
        check("vec3é", "vec2f", "a", "");
    }
}
