//! Tests of pictures that show intermediate values of generators.

use noise_playground::gpu::PipelineCost;

use super::*;

const SUM: &str = "
fn twice(x: f32) -> f32 { let y = 2.0 * x; return y; }
fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    for (var i = 0; i < 4; i++) { sum += twice(p.x) * f32(i + 1); }
    let both = vec2f(sum, p.y);
    return both.x + both.y;
}";

impl Frames {
    pub(in crate::app) fn show_stage(&mut self, stage: &str) {
        self.workbench.show_stage(Some(stage.to_owned()));
    }

    /// Compiles and builds an edited text without drawing frames until its picture is complete.
    fn edit(&mut self, text: &str) {
        let generator = &compile([("a.wgsl", text)]).unwrap()[0];
        let pipeline = Arc::new(EvaluatePipeline::new(&self.gpu, generator).unwrap());
        let target = GeneratorRef::live(generator.address().clone());
        self.pictures.adopt(&mut self.workbench, target, pipeline);
    }

    /// Builds the pipelines of intermediate values that the compile thread would build for the workbench.
    pub(in crate::app) fn build_groups(&mut self) {
        let mut built = Vec::new();
        loop {
            let targets = self.workbench.targets();
            let is_due = |target: &&GeneratorRef| target.is_tapped() && !built.contains(*target);
            let Some(target) = targets.iter().find(is_due).cloned() else {
                return;
            };
            let group = target.group().unwrap();
            let compiled = self.workbench.compiled.get(&target.result()).unwrap();
            let all = compiled.generator.with_all_taps().unwrap();
            let generator = Arc::new(all.with_tap_group(group).unwrap());
            let mut pipeline = EvaluatePipeline::new(&self.gpu, &generator).unwrap();
            pipeline.cost = Some(PipelineCost::default());
            let pipeline = Arc::new(pipeline);
            built.push(target.clone());
            self.pictures.adopt(&mut self.workbench, target, pipeline);
        }
    }
}

#[test]
fn another_value_is_shown_in_the_next_frame_and_builds_no_pipeline() {
    let mut frames = Frames::new();
    frames.save(SUM);
    let plain = frames.visible_pixels();
    let mut shading = frames.workbench.view().shading;
    shading.palette = Some(shading.palette());
    frames.show_stage("return");
    frames.workbench.view_mut().shading = shading;
    frames.build_groups();
    assert!(frames.visible_pixels() == plain);
    // The host's own pipelines for several channels are built when they are first used.
    frames.show_stage("both");
    let _ = frames.visible_pixels();
    let before = frames.gpu.built_pipelines();
    let mut seen = vec![frames.measured().value_range];
    for stage in ["sum@2", "sum@3", "p", "a.wgsl::twice::y@4"] {
        frames.show_stage(stage);
        frames.draw();
        let target = frames.workbench.document.selected().build_target();
        assert_eq!(frames.measured().pictured, target, "{stage}");
        let _ = frames.visible_pixels();
        let range = frames.measured().value_range;
        assert!(!seen.contains(&range), "{stage}: {range:?}");
        seen.push(range);
    }
    assert_eq!(frames.gpu.built_pipelines(), before);
    frames.workbench.show_stage(None);
    assert!(frames.visible_pixels() == plain);
    assert_eq!(frames.gpu.built_pipelines(), before);
}

#[test]
fn value_that_an_edit_removes_is_an_error_until_it_is_back() {
    let mut frames = Frames::new();
    frames.save(SUM);
    frames.show_stage("both");
    frames.build_groups();
    let _ = frames.visible_pixels();
    let without = SUM.replace("both", "pair");
    for (text, error) in [(without.as_str(), Some("both")), (SUM, None)] {
        frames.edit(text);
        frames.build_groups();
        let _ = frames.visible_pixels();
        let errors = frames.workbench.diagnostics();
        assert_eq!(errors.len(), usize::from(error.is_some()));
        let first = errors.first().map(|error| error.message.clone());
        assert!(first.is_none_or(|first| first.contains(error.unwrap())));
    }
}
