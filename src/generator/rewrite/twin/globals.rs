//! Adds `f64` copies of the constants, overrides and global variables of a module beside the originals.

use std::collections::BTreeMap;

use naga::{Constant, Expression, GlobalVariable, Handle, Module, Override, ScalarKind, Span};

use super::types::WideTypes;
use super::{is_narrow, wide_literal};
use crate::wgsl::naga_blocks::operands_mut;

/// By originals. Variables that the host writes or reads as `f32` have no copy.
#[derive(Default)]
pub(super) struct WideGlobals {
    expressions: Vec<Handle<Expression>>,
    constants: BTreeMap<Handle<Constant>, Handle<Constant>>,
    pub(super) overrides: BTreeMap<Handle<Override>, Handle<Override>>,
    variables: BTreeMap<Handle<GlobalVariable>, Handle<GlobalVariable>>,
}

impl WideGlobals {
    /// `module` is a copy of `source`. The error names a constant that is computed in a way without a copy.
    pub(super) fn add(
        module: &mut Module,
        source: &Module,
        types: &WideTypes,
    ) -> Result<Self, &'static str> {
        let mut wide = Self::default();
        for (handle, expression) in source.global_expressions.iter() {
            let copy = wide.copied(module, source, types, expression)?;
            let span = source.global_expressions.get_span(handle);
            let copy = module.global_expressions.append(copy, span);
            wide.expressions.push(copy);
        }
        for (handle, _) in source.constants.iter() {
            wide.constant_of(module, source, types, handle);
        }
        for (handle, _) in source.overrides.iter() {
            wide.override_of(module, source, types, handle);
        }
        for (handle, variable) in source.global_variables.iter() {
            if !is_narrow(variable) {
                let copy = GlobalVariable {
                    ty: types.of(variable.ty),
                    init: variable.init.map(|init| wide.expressions[init.index()]),
                    ..variable.clone()
                };
                let span = source.global_variables.get_span(handle);
                let copy = module.global_variables.append(copy, span);
                wide.variables.insert(handle, copy);
            }
        }
        Ok(wide)
    }

    pub(super) fn constant(&self, constant: Handle<Constant>) -> Handle<Constant> {
        self.constants[&constant]
    }

    /// The variable itself if it stays `f32`.
    pub(super) fn variable(&self, variable: Handle<GlobalVariable>) -> Handle<GlobalVariable> {
        self.variables.get(&variable).copied().unwrap_or(variable)
    }

    /// The expression for its value must be copied before.
    fn constant_of(
        &mut self,
        module: &mut Module,
        source: &Module,
        types: &WideTypes,
        handle: Handle<Constant>,
    ) -> Handle<Constant> {
        if let Some(copy) = self.constants.get(&handle) {
            return *copy;
        }
        let constant = &source.constants[handle];
        let copy = Constant {
            ty: types.of(constant.ty),
            init: self.expressions[constant.init.index()],
            ..constant.clone()
        };
        let copy = module.constants.append(copy, source.constants.get_span(handle));
        self.constants.insert(handle, copy);
        copy
    }

    /// Without `@id`, since the host sets no overrides.
    fn override_of(
        &mut self,
        module: &mut Module,
        source: &Module,
        types: &WideTypes,
        handle: Handle<Override>,
    ) -> Handle<Override> {
        if let Some(copy) = self.overrides.get(&handle) {
            return *copy;
        }
        let constant = &source.overrides[handle];
        let copy = Override {
            id: None,
            ty: types.of(constant.ty),
            init: constant.init.map(|init| self.expressions[init.index()]),
            ..constant.clone()
        };
        let copy = module.overrides.append(copy, Span::UNDEFINED);
        self.overrides.insert(handle, copy);
        copy
    }

    /// The expressions that it refers to must be copied before.
    fn copied(
        &mut self,
        module: &mut Module,
        source: &Module,
        types: &WideTypes,
        expression: &Expression,
    ) -> Result<Expression, &'static str> {
        use Expression as E;
        let mut copy = expression.clone();
        match &mut copy {
            E::Literal(literal) => *literal = wide_literal(*literal),
            E::ZeroValue(ty) | E::Compose { ty, .. } => *ty = types.of(*ty),
            E::Constant(constant) => {
                *constant = self.constant_of(module, source, types, *constant);
            }
            E::Override(constant) => {
                *constant = self.override_of(module, source, types, *constant);
            }
            E::As { kind: ScalarKind::Float, convert: Some(width @ 4), .. } => *width = 8,
            _ => {}
        }
        let operands = match copy {
            E::As { convert: None, .. } | E::Relational { .. } => None,
            _ => operands_mut(&mut copy),
        };
        for operand in operands.ok_or("an expression of this kind")? {
            *operand = self.expressions[operand.index()];
        }
        Ok(copy)
    }
}
