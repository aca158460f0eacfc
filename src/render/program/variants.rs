//! One grid with many values.

use std::ops::ControlFlow;

use super::super::RenderError;
use super::super::job::ProgressFn;
use super::super::job::batch::{BatchRenderer, RequestedOutputs};
use super::Program;
use crate::field::Field;
use crate::field::grid::SampleGrid;
use crate::generator::control::Settings;
use crate::gpu::EvaluateInputs;

impl Program {
    /// Evaluates a grid with each of many values, several at a time, and passes the fields to `each` in their order.
    ///
    /// # Errors
    /// As for [`Self::grid`] and [`Self::apply`], or if `progress`, which is called for each of them, returns an error.
    pub fn variants(
        &self,
        grid: SampleGrid,
        variants: &[Settings],
        progress: &mut ProgressFn<'_>,
        mut each: impl FnMut(Field),
    ) -> Result<(), RenderError> {
        if grid.size.contains(&0) {
            return Err(RenderError::Empty(grid.size));
        }
        if !self.fits_texture(grid.size) || variants.iter().any(|values| self.recompiles(values)) {
            return variants.iter().try_for_each(|values| {
                each(self.with(values)?.derived(grid, None, progress)?);
                Ok(())
            });
        }
        let pipeline = self.evaluate_pipeline()?;
        let settings = Self::flat(&self.subject.settings, grid, self.subject.settings.z);
        let outputs = RequestedOutputs { samples: true, pixels: false, range: false };
        let mut renderer = BatchRenderer::new(&self.gpu, &pipeline, settings, outputs);
        let inputs =
            |(number, values)| Ok::<_, RenderError>((number, self.inputs_with(values, grid)?));
        let (size, channels) = (grid.size, self.subject.generator.channels);
        renderer.render((1..).zip(variants).map(inputs), |number: usize, picture| {
            each(Field { size, channels, samples: picture?.rows.samples });
            progress(number as f64 / variants.len() as f64)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    fn recompiles(&self, settings: &Settings) -> bool {
        let mut controls = self.controls().iter();
        controls.any(|control| control.is_compiled() && settings.contains_key(&control.name))
    }

    fn with(&self, settings: &Settings) -> Result<Self, RenderError> {
        let mut program = self.clone();
        program.apply(settings)?;
        Ok(program)
    }

    fn inputs_with(
        &self,
        settings: &Settings,
        grid: SampleGrid,
    ) -> Result<EvaluateInputs, RenderError> {
        let program = self.with(settings)?;
        program.inputs(grid, program.subject.settings.z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Playground;
    use crate::generator::control::Setting;

    #[test]
    fn variants_equal_single_evaluations() {
        let text = "fn f(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) * p.y; }";
        let program = Playground::new().unwrap().compile(text).unwrap();
        let grid = SampleGrid { center: [0.3, -0.2], span: 7.0, size: [65, 33] };
        let gains = (0..20).map(f64::from);
        let settings = |gain: f64| Settings::from([("gain".to_owned(), Setting::from(gain))]);
        let variants: Vec<Settings> = gains.clone().map(settings).collect();
        let mut fields = Vec::new();
        program.variants(grid, &variants, &mut |_| Ok(()), |field| fields.push(field)).unwrap();
        assert_eq!(fields.len(), variants.len());
        for (field, gain) in fields.iter().zip(gains) {
            let mut single = program.clone();
            single.set("gain", gain).unwrap();
            assert_eq!(*field, single.grid(grid).unwrap());
        }
    }
}
