//! Validates naga's modules, with the optional capabilities of adapters.

use naga::valid::{
    Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationError, ValidationFlags,
    Validator,
};
use naga::{Module, WithSpan};

use super::naga_errors::validation_error;
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;

/// Not all adapters have these. An adapter that lacks one rejects the generators that need it.
pub(crate) const OPTIONAL: [(Capabilities, &str); 6] = [
    (Capabilities::SHADER_FLOAT16, "16-bit floats (f16)"),
    (Capabilities::FLOAT64, "64-bit floats (f64)"),
    (Capabilities::SHADER_INT64, "64-bit integers (i64 and u64)"),
    (
        Capabilities::SHADER_INT64_ATOMIC_MIN_MAX.union(Capabilities::SHADER_INT64_ATOMIC_ALL_OPS),
        "atomics of 64-bit integers",
    ),
    (Capabilities::SHADER_FLOAT32_ATOMIC, "atomics of floats"),
    (Capabilities::SUBGROUP.union(Capabilities::SUBGROUP_BARRIER), "subgroup operations"),
];

/// For WebGPU with the extensions that an adapter may have.
pub(super) fn validate(module: &Module) -> Result<ModuleInfo, Box<WithSpan<ValidationError>>> {
    let optional = OPTIONAL.iter().map(|(capability, _)| *capability);
    validate_with(module, optional.collect())
}

fn validate_with(
    module: &Module,
    optional: Capabilities,
) -> Result<ModuleInfo, Box<WithSpan<ValidationError>>> {
    // `pack2x16float` and its kind are part of WebGPU.
    let core = Capabilities::default() | Capabilities::SHADER_FLOAT16_IN_FLOAT32;
    let mut validator = Validator::new(ValidationFlags::all(), core | optional);
    if optional.contains(Capabilities::SUBGROUP) {
        validator
            .subgroup_stages(ShaderStages::COMPUTE | ShaderStages::FRAGMENT)
            .subgroup_operations(SubgroupOperationSet::all());
    }
    Ok(validator.validate(module)?)
}

pub(crate) fn missing_capability(
    linked: &Linked,
    module: &Module,
    is_available: impl Fn(Capabilities) -> bool,
) -> Option<Diagnostic> {
    let all: Capabilities = OPTIONAL.iter().map(|(capability, _)| *capability).collect();
    let mut missing = OPTIONAL.iter().filter(|(capability, _)| !is_available(*capability));
    missing.find_map(|(capability, name)| {
        let error = validate_with(module, all - *capability).err()?;
        let (diagnostic, _) = validation_error(linked, module, &error);
        let location = diagnostic.location;
        let message = format!("this adapter has no {name}");
        Some(Diagnostic::error(location, message))
    })
}
