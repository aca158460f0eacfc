//! A figure as SVG. Its text remains text, so that it can be edited and searched.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::{Anchor, Color, Figure, Mark, Picture, Stroke, Text};

/// The preferred family first.
const FONTS: &str = "Inter, Helvetica, Arial, sans-serif";

impl Figure {
    /// A unit is a point. `metadata` is an XML element that is inserted before all others, or empty.
    pub(crate) fn to_svg(&self, metadata: &str) -> anyhow::Result<String> {
        let [width, height] = self.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\">\n{metadata}\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        );
        for mark in self.ordered() {
            match mark {
                Mark::Picture(picture) => add_picture(&mut svg, picture)?,
                Mark::Area { points, color } => {
                    let _ = writeln!(
                        svg,
                        "<polygon points=\"{}\"{}/>",
                        list(points),
                        paint("fill", *color)
                    );
                }
                Mark::Line { points, stroke } => add_line(&mut svg, points, stroke),
                Mark::Text(text) if self.has_outlines => add_outlines(&mut svg, text)?,
                Mark::Text(text) => add_text(&mut svg, text),
            }
        }
        svg.push_str("</svg>\n");
        Ok(svg)
    }
}

fn add_picture(svg: &mut String, picture: &Picture) -> anyhow::Result<()> {
    let [left, top, width, height] = picture.rect;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.size[0], picture.size[1]);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&picture.pixels)?;
    writer.finish()?;
    let data = BASE64.encode(bytes);
    writeln!(
        svg,
        "<image x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
         image-rendering=\"pixelated\" href=\"data:image/png;base64,{data}\"/>"
    )?;
    Ok(())
}

fn add_line(svg: &mut String, points: &[[f32; 2]], stroke: &Stroke) {
    let Stroke { color, width, is_dashed } = stroke;
    let dash = if *is_dashed { " stroke-dasharray=\"4 3\"" } else { "" };
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\"{} stroke-width=\"{width}\" stroke-linejoin=\"round\"{dash}/>",
        list(points),
        paint("stroke", *color)
    );
}

fn add_text(svg: &mut String, text: &Text) {
    let [x, y] = text.at;
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let weight = if text.is_bold { " font-weight=\"500\"" } else { "" };
    let _ = writeln!(
        svg,
        "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{}\" text-anchor=\"{anchor}\"{weight}{}>{}</text>",
        text.size,
        paint("fill", text.color),
        escaped(&text.text)
    );
}

fn add_outlines(svg: &mut String, text: &Text) -> anyhow::Result<()> {
    let font = text.font(1.0)?;
    let [x, y] = text.at;
    let path = font.outline([x - text.before(&font), y], &text.text);
    if !path.is_empty() {
        writeln!(svg, "<path d=\"{path}\"{}/>", paint("fill", text.color))?;
    }
    Ok(())
}

fn paint(attribute: &str, Color([red, green, blue, opacity]): Color) -> String {
    let color = format!(" {attribute}=\"#{red:02x}{green:02x}{blue:02x}\"");
    match opacity {
        255 => color,
        _ => format!("{color} {attribute}-opacity=\"{:.3}\"", f32::from(opacity) / 255.0),
    }
}

fn list(points: &[[f32; 2]]) -> String {
    let points = points.iter().map(|[x, y]| format!("{x:.2},{y:.2}"));
    points.collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
