//! Wraps generators in the host's entry points, as naga modules that run on the GPU.

use std::sync::LazyLock;

use naga::compact::{KeepUnused, compact};

use super::derivative::{differentiate_result, order_functions, with_called_functions};
use super::guard::{check_calls, check_memory};
use super::host_text::{STUB, host_text};
use super::merge::{last_function_named, merge};
use super::taps::{self, Mode, TapVariables};
use super::uniforms::combine;
use crate::generator::definition::FunctionKind;
use crate::generator::interface::{GRID_GROUP, texture_format};
use crate::generator::naga_errors::validation_error;
use crate::generator::tap::Tap;
use crate::generator::validate::validate;
use crate::generator::{Generator, GridProgram, fields, host_shaders};
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;

/// In `host/evaluate_errors.wgsl`: the result in single minus that in double precision.
pub(crate) const ERROR_FUNCTION: &str = "error_of";

/// In `host/evaluate.wgsl`: the result at a sample.
pub(crate) const SAMPLE_FUNCTION: &str = "sampled";

/// Writes results to a texture, one texel per sample, with only the declarations that the generator uses. Fails if the
/// function cannot run in a compute shader, or reads a resource that the host does not provide.
pub(crate) fn wrap(generator: &Generator) -> Result<naga::Module, Box<Diagnostic>> {
    static STAGES: [LazyLock<String>; 2] = [
        LazyLock::new(|| host_shaders::of_domain("evaluate.wgsl", false)),
        LazyLock::new(|| host_shaders::of_domain("evaluate.wgsl", true)),
    ];
    let stage = &STAGES[usize::from(generator.domain.is_volume())];
    let stage = stage.replace("rgba32float", texture_format(generator.stored_channels()));
    wrap_in(&stage, generator)
}

/// The calls of [`ERROR_FUNCTION`] must still be redirected to its twin. Fails for grid programs, else as [`wrap`].
pub(crate) fn wrap_errors(generator: &Generator) -> Result<naga::Module, Box<Diagnostic>> {
    static STAGE: LazyLock<String> = LazyLock::new(|| host_shaders::linked("evaluate_errors.wgsl"));
    if generator.program.is_some() {
        let message = "a grid program cannot be evaluated in double precision";
        return Err(Box::new(Diagnostic::error(None, message)));
    }
    let stage = STAGE.replace("rgba32float", texture_format(generator.stored_channels()));
    wrap_in(&stage, generator)
}

/// Fails for grid programs, else as [`wrap`].
pub(crate) fn wrap_points(generator: &Generator) -> Result<naga::Module, Box<Diagnostic>> {
    static STAGE: LazyLock<String> = LazyLock::new(|| host_shaders::linked("evaluate_points.wgsl"));
    if generator.program.is_some() {
        let message = "a grid program cannot be evaluated at single positions";
        return Err(Box::new(Diagnostic::error(None, message)));
    }
    wrap_in(&STAGE, generator)
}

/// Counts how often each tap is computed; for a grid program, in its passes. Fails as [`wrap`].
pub(crate) fn wrap_counted(
    generator: &Generator,
) -> Result<(naga::Module, Vec<Tap>), Box<Diagnostic>> {
    static STAGE: LazyLock<String> = LazyLock::new(|| host_shaders::linked("count_taps.wgsl"));
    match &generator.program {
        Some(program) => {
            let host = host_module(include_str!("../../../shaders/host/count_passes.wgsl"));
            tapped_passes(generator, program, &host, None, Mode::Count)
        }
        None => wrap_with_taps(&STAGE, generator, None, Mode::Count),
    }
}

/// Records taps of one linked function, or of all, with gradients if derived. Fails for grid programs, or as [`wrap`].
pub(crate) fn wrap_traced(
    generator: &Generator,
    function: Option<&str>,
) -> Result<(naga::Module, Vec<Tap>), Box<Diagnostic>> {
    static STAGE: LazyLock<String> = LazyLock::new(|| host_shaders::linked("trace_taps.wgsl"));
    if generator.program.is_some() {
        let message = "a grid program is traced by the executions of its passes";
        return Err(Box::new(Diagnostic::error(None, message)));
    }
    let axes = generator.derived.as_ref().map_or(0, |derived| derived.axes as usize);
    wrap_with_taps(&STAGE, generator, function, |mut variables| {
        variables.slopes.truncate(axes);
        Mode::Record(variables)
    })
}

/// One module reports which invocation writes a sample, the other also records the taps of one invocation.
pub(crate) fn traced_passes(
    generator: &Generator,
    program: &GridProgram,
) -> Result<([naga::Module; 2], Vec<Tap>), Box<Diagnostic>> {
    let host = host_module(include_str!("../../../shaders/host/trace_passes.wgsl"));
    let (plain, _) = tapped_passes(generator, program, &host, None, |_| Mode::List)?;
    let (recording, found) = tapped_passes(generator, program, &host, None, Mode::Record)?;
    Ok(([plain, recording], found))
}

/// `stage` is the text of a host's shader. It computes the selected tap, if any, in place of the result.
fn wrap_in(stage: &str, generator: &Generator) -> Result<naga::Module, Box<Diagnostic>> {
    match &generator.tap {
        Some(tap) => {
            let function = Some(tap.pipeline.function.as_str());
            let mode = |variables| Mode::Select(variables, tap.pipeline.clone());
            let (module, _) = wrap_with_taps(stage, generator, function, mode)?;
            Ok(module)
        }
        None => wrap_instrumented(stage, generator, false, |_| Ok(())),
    }
}

fn wrap_with_taps(
    stage: &str,
    generator: &Generator,
    function: Option<&str>,
    mode: impl FnOnce(TapVariables) -> Mode,
) -> Result<(naga::Module, Vec<Tap>), Box<Diagnostic>> {
    let mut found = Vec::new();
    let module = wrap_instrumented(stage, generator, true, |module| {
        let mode = mode(TapVariables::find(module));
        found = taps::insert(module, generator, function, &mode)?;
        order_functions(module);
        Ok(())
    })?;
    Ok((module, found))
}

/// Taps are numbered in all functions of the file, which `has_taps` keeps.
fn wrap_instrumented(
    stage: &str,
    generator: &Generator,
    has_taps: bool,
    instrument: impl FnOnce(&mut naga::Module) -> Result<(), Box<Diagnostic>>,
) -> Result<naga::Module, Box<Diagnostic>> {
    let function = &generator.address.function;
    let host = host_module(&host_text(stage, generator));
    let (module, called, note) = match &generator.kind {
        FunctionKind::Fragment(fragment) => (
            fragment.module(&generator.linked)?,
            &fragment.call,
            "runs in a compute shader, for one pixel at a time",
        ),
        FunctionKind::Plain | FunctionKind::Struct(_) => {
            let whole = generator.linked.valid_module()?;
            let module = if has_taps {
                whole.clone()
            } else {
                with_called_functions(whole, last_function_named(whole, function))
            };
            let note = "is a generator since it takes a position; exclude it with `@hidden`";
            (module, function, note)
        }
    };
    let note = || format!("`{function}` {note}");
    merged(generator, module, &host, [STUB, called], note, instrument)
}

pub(crate) fn host_module(wgsl: &str) -> naga::Module {
    naga::front::wgsl::parse_str(wgsl).expect("the host's own WGSL is tested to parse")
}

/// The host's entry point calls `function` by the name of `stub`. `note` explains to the author why the function is
/// called. `instrument` changes the merged module before unused declarations are removed.
pub(crate) fn merged(
    generator: &Generator,
    mut module: naga::Module,
    host: &naga::Module,
    [stub, function]: [&str; 2],
    note: impl Fn() -> String,
    instrument: impl FnOnce(&mut naga::Module) -> Result<(), Box<Diagnostic>>,
) -> Result<naga::Module, Box<Diagnostic>> {
    let linked = &generator.linked;
    merge(&mut module, host, stub, function);
    instrument(&mut module)?;
    if stub == STUB {
        differentiate_result(&mut module, generator)?;
    }
    compact(&mut module, KeepUnused::No);
    combine(&mut module, &generator.uniform);
    fields::bind(&mut module, &generator.inputs);
    validate(&module).map_err(|error| {
        let (diagnostic, _) = validation_error(linked, &module, &error);
        if diagnostic.location.is_some() {
            return Box::new(diagnostic.with_note(note()));
        }
        let root = linked.root();
        let declaration = root.outline().find(function);
        let location = declaration.map(|found| root.location(found.name_range.clone()));
        Diagnostic { location, ..diagnostic }.with_note(note()).into()
    })?;
    check_bindings(module, generator)
}

/// Passes as written, without unused declarations. Those that compute the selected tap, if any, store it as well.
pub(crate) fn passes(
    generator: &Generator,
    program: &GridProgram,
) -> Result<naga::Module, Box<Diagnostic>> {
    match &generator.tap {
        Some(tap) => {
            let text = tap.pipeline.wgsl() + include_str!("../../../shaders/host/tap_passes.wgsl");
            let host = host_module(&text);
            let function = Some(tap.pipeline.function.as_str());
            let mode = |variables| Mode::Select(variables, tap.pipeline.clone());
            Ok(tapped_passes(generator, program, &host, function, mode)?.0)
        }
        None => {
            let mut module = generator.linked.valid_module()?.clone();
            taps::retain_passes(&mut module, program);
            finished_passes(module, generator)
        }
    }
}

/// For `None`, the code is for the taps of all functions. `host` has the variables that it uses.
fn tapped_passes(
    generator: &Generator,
    program: &GridProgram,
    host: &naga::Module,
    function: Option<&str>,
    mode: impl FnOnce(TapVariables) -> Mode,
) -> Result<(naga::Module, Vec<Tap>), Box<Diagnostic>> {
    let mut module = generator.linked.valid_module()?.clone();
    taps::retain_passes(&mut module, program);
    taps::call_passes(&mut module, Some(host));
    let variables = TapVariables::find(&module);
    let found = taps::insert(&mut module, generator, function, &mode(variables.clone()))?;
    taps::record_samples(&mut module, &variables);
    Ok((finished_passes(module, generator)?, found))
}

fn finished_passes(
    mut module: naga::Module,
    generator: &Generator,
) -> Result<naga::Module, Box<Diagnostic>> {
    compact(&mut module, KeepUnused::No);
    combine(&mut module, &generator.uniform);
    fields::bind(&mut module, &generator.inputs);
    check_bindings(module, generator)
}

fn check_bindings(
    module: naga::Module,
    generator: &Generator,
) -> Result<naga::Module, Box<Diagnostic>> {
    let linked = &generator.linked;
    let error = unbound_resource(&module, generator)
        .or_else(|| unset_override(linked, &module))
        .or_else(|| check_calls(linked, &module))
        .or_else(|| check_memory(linked, &module));
    match error {
        Some(error) => Err(Box::new(error)),
        None => Ok(module),
    }
}

fn unset_override(linked: &Linked, module: &naga::Module) -> Option<Diagnostic> {
    let mut overrides = module.overrides.iter();
    let (handle, unset) = overrides.find(|(_, constant)| constant.init.is_none())?;
    let span = module.overrides.get_span(handle);
    let location = span.to_range().and_then(|range| linked.location(range));
    let name = linked.with_author_names(unset.name.as_deref().unwrap_or_default());
    let message = format!("the override `{name}` needs an initial value");
    Some(Diagnostic::error(location, message))
}

fn unbound_resource(module: &naga::Module, generator: &Generator) -> Option<Diagnostic> {
    let buffers = generator.program.iter().flat_map(|program| &program.buffers);
    let buffers: Vec<u32> = buffers.map(|buffer| buffer.binding).collect();
    module
        .global_variables
        .iter()
        .find_map(|(handle, variable)| {
            let naga::ResourceBinding { group, binding } = variable.binding?;
            let name = variable.name.as_deref().unwrap_or_default();
            let authors =
                (group, binding) == (0, 0) && variable.space == naga::AddressSpace::Uniform;
            let of_program = group == GRID_GROUP && buffers.contains(&binding);
            let span = module.global_variables.get_span(handle);
            let of_host = !span.is_defined();
            if authors || of_program || of_host {
                return None;
            }
            let linked = &generator.linked;
            let location = span.to_range().and_then(|range| linked.location(range));
            let name = linked.with_author_names(name);
            if generator.inputs.iter().any(|input| input.name == name) {
                return None;
            }
            let message = format!(
                "the host provides no resource for `{name}` at @group({group}) @binding({binding})"
            );
            let is_image = matches!(
                module.types[variable.ty].inner,
                naga::TypeInner::Image { .. } | naga::TypeInner::Sampler { .. }
            );
            let resources = if is_image { "a `texture_2d<f32>` is filled from what `@field(FILE)` above it names; other textures and samplers are not" } else { "a generator reads uniforms only; a grid program has buffers" };
            let of_grids =
                "buffers with `@grid`, at @group(1), are for the passes of a grid program";
            Some(
                Diagnostic::error(location, message).with_note(if group == GRID_GROUP {
                    of_grids
                } else {
                    resources
                }),
            )
        })
}
