//! Controls as JSON.

use serde_json::{Value, json};

use super::{Control, ControlSource, Plain, Setting, Widget};

impl Control {
    /// Returns name, type, range, default and texts, as `playground params --json` prints them.
    pub fn json(&self) -> Value {
        let options = match &self.widget {
            Widget::Enum(options) => json!(options),
            _ => Value::Null,
        };
        // The value of a field input is a source, not a number.
        let end = |number| (self.widget != Widget::Field).then_some(Plain(number));
        json!({
            "name": self.name,
            "source": match self.source {
                ControlSource::Uniform => "uniform",
                ControlSource::Argument => "argument",
                ControlSource::Feature => "feature",
                ControlSource::Field => "field",
            },
            "type": self.ty.to_string(),
            "widget": self.widget.name(),
            "min": end(self.range.min),
            "max": end(self.range.max),
            "step": self.range.step.map(Plain),
            "log": self.range.log,
            "default": default_json(self),
            "options": options,
            "group": self.group,
            "label": self.label,
            "unit": self.unit,
            "doc": self.doc,
        })
    }
}

/// The index of an option.
fn default_json(control: &Control) -> Setting {
    match control.widget {
        Widget::Enum(_) => Setting::Number(Plain(control.default.first())),
        _ => control.setting(&control.default),
    }
}

#[cfg(test)]
mod tests {
    use crate::compile;
    use crate::source::SourceTree;

    use super::*;

    #[test]
    fn field_input_has_no_range() {
        let text = "/// @field(\"x.r32\", 2, 2)
@group(0) @binding(1) var ground: texture_2d<f32>;
fn height(p: vec2f, gain: f32) -> f32 { return gain * textureLoad(ground, vec2i(p), 0).x; }";
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x.r32"), [0; 16]).unwrap();
        std::fs::write(folder.path().join("a.wgsl"), text).unwrap();
        let tree = SourceTree::open(folder.path()).unwrap();
        let generator = &compile(tree).unwrap()[0];
        let json: Vec<Value> = generator.controls().iter().map(|control| control.json()).collect();
        let ends = |name: &str| {
            let control = json.iter().find(|control| control["name"] == name).unwrap();
            (control["min"].as_f64(), control["max"].as_f64())
        };
        assert_eq!(ends("ground"), (None, None));
        assert_eq!(ends("gain"), (Some(0.0), Some(1.0)));
    }
}
