//! Fragment entry points as generators: a generated function calls the entry point and returns the color of a pixel.

use std::ops::Range;

use naga::{
    Binding, BuiltIn, EntryPoint, Function, Handle, Module, Scalar, Statement, Type, TypeInner,
};

use super::control_type::control_type;
use super::endless_loops::parse_wgsl;
use super::naga_errors::parse_error;
use super::part_pointers::copy_part_pointers;
use crate::generator::control::ControlType;
use crate::source::explain::type_name;
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::lexer::blank;
use crate::wgsl::naga_blocks::inner_blocks_mut;
use crate::wgsl::outline::Outline;

/// Parameters of the generated function: position in pixels, and coordinates of the picture from 0 to 1.
const PIXEL: &str = "playground_pixel";
const UV: &str = "playground_uv";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fragment {
    /// Text in which the entry point has lost its `@fragment`, followed by the generated function that calls it.
    wgsl: String,
    pub(super) call: String,
    entry: String,
}

impl Fragment {
    /// Position, coordinates from 0 to 1 and `front_facing` (true) are passed to the entry point; its other inputs are
    /// zero. Fails with a message if the entry point has no color, or an input of a type without a value.
    pub(super) fn new(
        module: &Module,
        linked: &Linked,
        entry: &EntryPoint,
    ) -> Result<(Self, ControlType), &'static str> {
        let (ty, member) =
            color(module, &entry.function).ok_or("it returns no floats at `@location(0)`")?;
        let mut wgsl = linked.wgsl.clone();
        let attribute = attribute(linked, entry).ok_or("its declaration cannot be read")?;
        blank(&mut wgsl, attribute);
        let mut call = format!("{}_of_pixel", entry.name);
        while linked.wgsl.contains(&call) {
            call.push('_');
        }
        let arguments = entry.function.arguments.iter();
        let arguments: Option<Vec<String>> = arguments
            .map(|argument| input(module, argument.ty, argument.binding.as_ref()))
            .collect();
        let arguments = arguments.ok_or("it has an input of a type that no value is known for")?;
        // The semicolon ends attributes without a declaration, which naga accepts at the end of a file.
        wgsl += &format!(
            "\n;fn {call}({PIXEL}: vec4<f32>, {UV}: vec2<f32>) -> {} {{ return {}({}){member}; }}\n",
            ty,
            entry.name,
            arguments.join(", ")
        );
        let entry = entry.name.clone();
        Ok((Self { wgsl, call, entry }, ty))
    }

    /// `discard` becomes a transparent color.
    pub(super) fn module(&self, linked: &Linked) -> Result<Module, Box<Diagnostic>> {
        let mut module =
            parse_wgsl(&self.wgsl).map_err(|error| Box::new(parse_error(linked, &error, None)))?;
        copy_part_pointers(&mut module);
        let functions = module.functions.iter_mut().map(|(_, function)| function);
        for function in functions {
            if function.name.as_deref() == Some(&self.entry) {
                as_plain_function(function);
            }
        }
        Ok(module)
    }
}

fn attribute(linked: &Linked, entry: &EntryPoint) -> Option<Range<usize>> {
    const FRAGMENT: &str = "@fragment";
    let outline = Outline::parse(&linked.wgsl);
    let declaration = outline.find(&entry.name)?;
    let text = &linked.wgsl[declaration.range.clone()];
    let start = declaration.range.start + text.find(FRAGMENT)?;
    Some(start..start + FRAGMENT.len())
}

/// Type of the color at location 0, and the text that selects it from the result: `.member` for a struct, else empty.
fn color(module: &Module, function: &Function) -> Option<(ControlType, String)> {
    let result = function.result.as_ref()?;
    let is_color =
        |binding: Option<&Binding>| matches!(binding, Some(Binding::Location { location: 0, .. }));
    if let TypeInner::Struct { members, .. } = &module.types[result.ty].inner {
        let mut members = members.iter();
        let member = members.find(|member| is_color(member.binding.as_ref()))?;
        let name = member.name.as_ref()?;
        return Some((float_type(module, member.ty)?, format!(".{name}")));
    }
    let ty = float_type(module, result.ty).filter(|_| is_color(result.binding.as_ref()))?;
    Some((ty, String::new()))
}

fn float_type(module: &Module, ty: Handle<Type>) -> Option<ControlType> {
    use ControlType::{F32, Vec2, Vec3, Vec4};
    control_type(module, ty).filter(|ty| matches!(ty, F32 | Vec2 | Vec3 | Vec4))
}

/// `None` for a type that inputs cannot have.
fn input(module: &Module, ty: Handle<Type>, binding: Option<&Binding>) -> Option<String> {
    if let TypeInner::Struct { members, .. } = &module.types[ty].inner {
        let name = module.types[ty].name.as_ref()?;
        let members = members.iter();
        let members: Option<Vec<String>> =
            members.map(|member| input(module, member.ty, member.binding.as_ref())).collect();
        return Some(format!("{name}({})", members?.join(", ")));
    }
    let text = match (binding?, float_type(module, ty)) {
        (Binding::BuiltIn(BuiltIn::Position { .. }), _) => PIXEL.to_owned(),
        (Binding::BuiltIn(BuiltIn::FrontFacing), _) => "true".to_owned(),
        (Binding::BuiltIn(_), _) => "0".to_owned(),
        (_, Some(ControlType::F32)) => "0.0".to_owned(),
        (_, Some(ControlType::Vec2)) => UV.to_owned(),
        (_, Some(ControlType::Vec3)) => format!("vec3<f32>({UV}, 0.0)"),
        (_, Some(_)) => format!("vec4<f32>({UV}, 0.0, 1.0)"),
        (_, None) => match module.types[ty].inner {
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. }
                if matches!(scalar, Scalar::I32 | Scalar::U32) =>
            {
                format!("{}()", type_name(module, ty))
            }
            _ => return None,
        },
    };
    Some(text)
}

fn as_plain_function(function: &mut Function) {
    for argument in &mut function.arguments {
        argument.binding = None;
    }
    let Some(result) = &mut function.result else {
        return;
    };
    result.binding = None;
    let zero = naga::Expression::ZeroValue(result.ty);
    let zero = function.expressions.append(zero, naga::Span::UNDEFINED);
    let mut blocks = vec![&mut function.body];
    while let Some(block) = blocks.pop() {
        for statement in block.iter_mut() {
            if matches!(statement, Statement::Kill) {
                *statement = Statement::Return { value: Some(zero) };
            }
            blocks.extend(inner_blocks_mut(statement));
        }
    }
}
