//! Makes the host's function `result` return a derivative of what the generator returns.

use naga::{
    AddressSpace, Block, Expression, Function, FunctionResult, Handle, Literal, MathFunction,
    Module, ResourceBinding, Scalar, ScalarKind, Span, Statement, Type, TypeInner,
};

use super::order::order_functions;
use super::{Derived, Place, Variable, append_derivative};
use crate::field::Channel;
use crate::generator::Generator;
use crate::generator::block_builder::BlockBuilder;
use crate::generator::control::{Slot, SlotSource, UniformLayout};
use crate::generator::derived_result::{Derivative, DerivedResult};
use crate::generator::interface::{ARGUMENTS_BINDING, HOST_GROUP};
use crate::generator::rewrite::merge::last_function_named;
use crate::source::link::Linked;

/// In the host's shaders, it takes a position and returns four channels.
const RESULT: &str = "result";

/// Number in the result of a derivative: a member of the struct, and a component of it if it is a vector.
#[derive(Clone, Copy)]
struct Part(u32, Option<u32>);

/// Does nothing for a generator that returns no derivative. Uniforms are still those of the author.
pub(crate) fn differentiate_result(module: &mut Module, generator: &Generator) -> Derived<()> {
    let Some(derived) = &generator.derived else {
        return Ok(());
    };
    let result = last_function_named(module, RESULT);
    let mut rewrite = Rewrite::new(module, result, &generator.linked);
    if let Some(beside) = derived.beside {
        // A result that is longer contains its gradient.
        if beside == derived.of_channels {
            rewrite.module.functions[result] = rewrite.with_gradient(derived)?;
            order_functions(module);
        }
        return Ok(());
    }
    let value = rewrite.append_value(derived);
    let axes = || (0..derived.axes).map(|component| vec![Place::Argument { index: 0, component }]);
    let axes: Vec<Variable> = axes().collect();
    let first = |from| (from..=derived.axes).map(|member| vec![Part(member, None)]).collect();
    let (function, channels) = match &derived.derivative {
        Derivative::Gradient => (rewrite.derivative(value, &axes)?, first(1)),
        Derivative::ValueAndGradient => (rewrite.derivative(value, &axes)?, first(0)),
        Derivative::Slope { exaggeration } => {
            let derivative = rewrite.derivative(value, &axes)?;
            let slope = rewrite.slope_of(derivative, *exaggeration);
            rewrite.module.functions[result] = slope;
            order_functions(module);
            return Ok(());
        }
        Derivative::Sensitivity { control, component } => {
            let variable = places(rewrite.module, generator, control, *component);
            (rewrite.derivative(value, &[variable])?, vec![vec![Part(1, None)]])
        }
        Derivative::Laplacian => {
            let trace = (0..derived.axes).map(|axis| Part(axis + 1, Some(axis)));
            (rewrite.second_derivative(value, &axes)?, vec![trace.collect()])
        }
        Derivative::Hessian => {
            let parts = [(1, 0), (1, 1), (2, 1)];
            let parts = parts.map(|(member, axis)| vec![Part(member, Some(axis))]);
            (rewrite.second_derivative(value, &axes)?, parts.to_vec())
        }
    };
    rewrite.module.functions[result] = rewrite.channels_of(function, &channels);
    order_functions(module);
    Ok(())
}

struct Rewrite<'m> {
    module: &'m mut Module,
    /// The host's function, whose signature all others have except for their results.
    result: Function,
    scalar: Handle<Type>,
    linked: &'m Linked,
}

impl<'m> Rewrite<'m> {
    fn new(module: &'m mut Module, result: Handle<Function>, linked: &'m Linked) -> Self {
        let scalar = Type { name: None, inner: TypeInner::Scalar(Scalar::F32) };
        let scalar = module.types.insert(scalar, Span::UNDEFINED);
        Self { result: module.functions[result].clone(), module, scalar, linked }
    }

    fn append_value(&mut self, derived: &DerivedResult) -> Handle<Function> {
        let original = Function { name: None, ..self.result.clone() };
        let original = self.module.functions.append(original, Span::UNDEFINED);
        let value = self.calling(original, self.scalar, |builder, returned, _| {
            channel_value(builder, returned, derived)
        });
        self.module.functions.append(value, Span::UNDEFINED)
    }

    fn derivative(
        &mut self,
        function: Handle<Function>,
        variables: &[Variable],
    ) -> Derived<Handle<Function>> {
        append_derivative(self.module, function, variables, self.linked)
    }

    /// Appends a function that returns the gradient and its derivatives, each with four components.
    fn second_derivative(
        &mut self,
        function: Handle<Function>,
        axes: &[Variable],
    ) -> Derived<Handle<Function>> {
        let first = self.derivative(function, axes)?;
        let parts = (1..=axes.len() as u32).map(|member| vec![Part(member, None)]);
        let gradient = self.channels_of(first, &parts.collect::<Vec<_>>());
        let gradient = Function { name: None, ..gradient };
        let gradient = self.module.functions.append(gradient, Span::UNDEFINED);
        self.derivative(gradient, axes)
    }

    /// The host's function, with the sums of these parts of what `function` returns as its channels.
    fn channels_of(&self, function: Handle<Function>, channels: &[Vec<Part>]) -> Function {
        let ty = self.result.result.as_ref().map_or(self.scalar, |result| result.ty);
        let body = self.calling(function, ty, |builder, returned, ty| {
            let mut components: Vec<_> =
                channels.iter().map(|parts| sum(builder, returned, parts)).collect();
            let zero = builder.f32(0.0);
            components.resize(4, zero);
            builder.evaluated(Expression::Compose { ty, components })
        });
        Function { name: self.result.name.clone(), ..body }
    }

    /// The host's function, with the gradient after its channels.
    fn with_gradient(&mut self, derived: &DerivedResult) -> Derived<Function> {
        let original = Function { name: None, ..self.result.clone() };
        let original = self.module.functions.append(original, Span::UNDEFINED);
        let ty = self.result.result.as_ref().map_or(self.scalar, |result| result.ty);
        let count = derived.of_channels;
        let values = self.calling(original, ty, |builder, returned, ty| {
            let mut components: Vec<_> =
                (0..count).map(|index| builder.member(returned, index)).collect();
            components.push(channel_value(builder, returned, derived));
            let zero = builder.f32(0.0);
            components.resize(4, zero);
            builder.evaluated(Expression::Compose { ty, components })
        });
        let values = self.module.functions.append(values, Span::UNDEFINED);
        let axes = (0..derived.axes).map(|component| vec![Place::Argument { index: 0, component }]);
        let derivative = self.derivative(values, &axes.collect::<Vec<_>>())?;
        let own = (0..count).map(|index| vec![Part(0, Some(index))]);
        let gradient = (1..=derived.axes).map(|member| vec![Part(member, Some(count))]);
        Ok(self.channels_of(derivative, &own.chain(gradient).collect::<Vec<_>>()))
    }

    /// The host's function, with the angle of the slope as its first channel.
    fn slope_of(&self, derivative: Handle<Function>, exaggeration: f32) -> Function {
        let ty = self.result.result.as_ref().map_or(self.scalar, |result| result.ty);
        let body = self.calling(derivative, ty, |builder, returned, ty| {
            let [x, y] = [1, 2].map(|member| builder.member(returned, member));
            let [xx, yy] =
                [x, y].map(|slope| builder.binary(naga::BinaryOperator::Multiply, slope, slope));
            let square = builder.binary(naga::BinaryOperator::Add, xx, yy);
            let steepest = builder.math(MathFunction::Sqrt, square, None);
            let factor = builder.f32(exaggeration);
            let tangent = builder.binary(naga::BinaryOperator::Multiply, steepest, factor);
            let angle = builder.math(MathFunction::Atan, tangent, None);
            let degrees = builder.math(MathFunction::Degrees, angle, None);
            // Drivers may make a number of a NaN.
            let is_nan = is_nan(builder, tangent);
            let slope = builder.select(is_nan, tangent, degrees);
            let zero = builder.f32(0.0);
            let components = vec![slope, zero, zero, zero];
            builder.evaluated(Expression::Compose { ty, components })
        });
        Function { name: self.result.name.clone(), ..body }
    }

    fn calling(
        &self,
        function: Handle<Function>,
        ty: Handle<Type>,
        returned: impl FnOnce(
            &mut BlockBuilder<'_>,
            Handle<Expression>,
            Handle<Type>,
        ) -> Handle<Expression>,
    ) -> Function {
        let mut calling = Function {
            arguments: self.result.arguments.clone(),
            result: Some(FunctionResult { ty, binding: None }),
            ..Function::default()
        };
        let mut body = Block::new();
        let mut builder = BlockBuilder::new(&mut calling.expressions, &mut body);
        let position = builder.argument(0);
        let call = builder.call(function, vec![position]);
        let value = returned(&mut builder, call, ty);
        builder.statement(Statement::Return { value: Some(value) });
        calling.body = body;
        calling
    }
}

/// Tests bits, since WGSL lets drivers assume that there is no NaN.
fn is_nan(builder: &mut BlockBuilder<'_>, number: Handle<Expression>) -> Handle<Expression> {
    let bits = builder.converted(number, ScalarKind::Uint, None);
    let magnitude = builder.u32(i32::MAX as u32);
    let magnitude = builder.binary(naga::BinaryOperator::And, bits, magnitude);
    let infinity = builder.u32(f32::INFINITY.to_bits());
    builder.binary(naga::BinaryOperator::Greater, magnitude, infinity)
}

fn sum(
    builder: &mut BlockBuilder<'_>,
    returned: Handle<Expression>,
    parts: &[Part],
) -> Handle<Expression> {
    let parts = parts.iter().map(|Part(member, component)| {
        let member = builder.member(returned, *member);
        match component {
            Some(component) => builder.member(member, *component),
            None => member,
        }
    });
    let parts: Vec<_> = parts.collect();
    let (first, rest) = parts.split_first().expect("a sum has parts");
    rest.iter().fold(*first, |sum, part| builder.binary(naga::BinaryOperator::Add, sum, *part))
}

/// As `channel_value` of the host computes it.
fn channel_value(
    builder: &mut BlockBuilder<'_>,
    texel: Handle<Expression>,
    derived: &DerivedResult,
) -> Handle<Expression> {
    match derived.channel {
        Channel::X => builder.member(texel, 0),
        Channel::Y => builder.member(texel, 1),
        Channel::Z => builder.member(texel, 2),
        Channel::W => builder.member(texel, 3),
        Channel::YMinusX => {
            let (y, x) = (builder.member(texel, 1), builder.member(texel, 0));
            builder.binary(naga::BinaryOperator::Subtract, y, x)
        }
        Channel::Length => {
            let squares = (0..derived.of_channels).map(|index| {
                let component = builder.member(texel, index);
                builder.binary(naga::BinaryOperator::Multiply, component, component)
            });
            let squares: Vec<_> = squares.collect();
            let zero = builder.constant(Expression::Literal(Literal::F32(0.0)));
            let sum = squares
                .into_iter()
                .fold(zero, |sum, square| builder.binary(naga::BinaryOperator::Add, sum, square));
            builder.math(MathFunction::Sqrt, sum, None)
        }
    }
}

/// Places of a component of a control: in the author's uniforms, in those of the host, or in both.
fn places(module: &Module, generator: &Generator, control: &str, component: usize) -> Variable {
    let is_control = |slot: &&Slot| match slot.source {
        SlotSource::Control(index) => generator.controls[index].name == control,
        _ => false,
    };
    let within = 4 * component as u32;
    let own = generator.uniform.slots.iter().filter(is_control);
    let own = own.map(|slot| in_block(&generator.uniform, slot.offset + within));
    let host = ResourceBinding { group: HOST_GROUP, binding: ARGUMENTS_BINDING };
    let arguments = generator.arguments.slots.iter().filter(is_control);
    let arguments = arguments.map(|slot| (host, slot.offset + within));
    let places = own.chain(arguments).filter_map(|(binding, offset)| {
        let mut variables = module.global_variables.iter();
        let (variable, _) = variables.find(|(_, variable)| {
            variable.space == AddressSpace::Uniform && variable.binding == Some(binding)
        })?;
        Some(Place::Uniform { variable, offset })
    });
    places.collect()
}

/// Returns the author's variable that has the byte at an offset of the combined buffer, and the offset in it.
fn in_block(layout: &UniformLayout, offset: u32) -> (ResourceBinding, u32) {
    let blocks = layout.blocks.iter().filter(|block| block.offset <= offset);
    match blocks.max_by_key(|block| block.offset) {
        Some(block) => {
            let (group, binding) = (block.group, block.binding);
            (ResourceBinding { group, binding }, offset - block.offset)
        }
        None => (ResourceBinding { group: 0, binding: 0 }, offset),
    }
}
