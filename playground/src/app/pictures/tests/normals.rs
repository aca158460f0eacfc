//! Tests of exact normals in the window.

use noise_playground::render;
use noise_playground::view::shading::Normals;

use super::*;
use crate::workbench::FolderStatus;

const CREASE: &str = "fn height(p: vec2f, x: f32) -> f32 { return abs(p.x - x); }";

impl Frames {
    /// Adopts the pipelines with a gradient, as the compile thread builds them.
    fn build_exact(&mut self) {
        let exact =
            self.workbench.targets().into_iter().filter(|target| target.normals().is_some());
        for target in exact.collect::<Vec<_>>() {
            let plain = self.workbench.shown().unwrap();
            let generator = plain.with_exact_normals(target.normals().unwrap()).unwrap().into();
            let pipeline = Arc::new(EvaluatePipeline::new(&self.gpu, &generator).unwrap());
            self.pictures.adopt(&mut self.workbench, target, pipeline);
        }
    }

    fn relief(&mut self, normals: Normals) {
        let shading = &mut self.workbench.view_mut().shading;
        (shading.mode, shading.normals) = (ViewMode::Relief, normals);
    }
}

#[test]
fn relief_has_exact_normals_once_their_pipeline_is_built() {
    let mut frames = Frames::new();
    frames.save(CREASE);
    frames.set("x", 0.31);
    frames.relief(Normals::Samples);
    let samples = frames.visible_pixels();
    frames.relief(Normals::Exact);
    assert_eq!(frames.visible_pixels(), samples);
    frames.build_exact();
    let exact = frames.visible_pixels();
    assert!(exact != samples);
    let content = frames.workbench.pane_content(frames.key()).unwrap();
    assert!(exact == render(&content.subject(frames.size, 0.0)).unwrap().pixels);
    frames.relief(Normals::Samples);
    assert!(frames.visible_pixels() == samples);
}

#[test]
fn what_cannot_have_exact_normals_is_drawn_with_those_of_the_samples() {
    let mut frames = Frames::new();
    frames.save(CREASE);
    frames.relief(Normals::Exact);
    let targets = frames.workbench.targets();
    let exact = targets.into_iter().find(|target| target.normals().is_some()).unwrap();
    frames.workbench.apply_status(FolderStatus {
        entries: Vec::new(),
        imports: Vec::new(),
        diagnostics: Vec::new(),
        stale: [exact].into(),
        quarantined: Vec::new(),
        files: Default::default(),
        input_files: Vec::new(),
        pending_files: 0,
    });
    let pixels = frames.visible_pixels();
    frames.relief(Normals::Samples);
    assert!(frames.visible_pixels() == pixels);
    let color = "/// @returns(color)\nfn color(p: vec2f) -> vec3f { return p.xyx; }";
    frames.save(color);
    frames.relief(Normals::Exact);
    assert!(frames.workbench.targets().iter().all(|target| target.normals().is_none()));
    let _ = frames.visible_pixels();
}
