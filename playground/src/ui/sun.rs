//! The sun dial: the sky as a disc with north up, its center overhead and its rim the horizon. The user drags the sun.

use egui::{CursorIcon, Pos2, Rect, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use noise_playground::view::shading::Light;

use crate::ui::theme;
use crate::ui::widgets::arrows::{ALL_ARROWS, arrows};

/// Sets azimuth and altitude to whole degrees.
pub(crate) fn sun_ui(ui: &mut Ui, rect: Rect, light: &mut Light) -> Response {
    let mut response =
        ui.allocate_rect(rect, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Crosshair);
    let (center, radius) = (rect.center(), rect.size().min_elem() / 2.0 - 6.0);
    // A click can start and end within one frame, in which the button is then not down.
    let is_primary = response.clicked() || ui.input(|input| input.pointer.primary_down());
    let pointer = response.interact_pointer_pos().filter(|_| is_primary);
    if let Some(pointer) = pointer.filter(|_| !response.double_clicked()) {
        let new = light_at((pointer - center) / radius, light.azimuth);
        if new != *light {
            *light = new;
            response.mark_changed();
        }
    }
    let turned = arrows(ui, &response, ALL_ARROWS);
    if turned != Vec2::ZERO {
        light.azimuth = (light.azimuth + f64::from(turned.x)).rem_euclid(360.0);
        light.altitude = (light.altitude - f64::from(turned.y)).clamp(0.0, 90.0);
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, true, "Sun"));
    let text = format!("azimuth {:.1}\u{b0}, altitude {:.1}\u{b0}", light.azimuth, light.altitude);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_value(text));
    paint(ui, center, radius, center + position(light) * radius);
    response
        .on_hover_text("Drag the sun. The center is overhead, the rim is the horizon, north is up.")
}

/// `offset` is relative to the center of the unit disc, y down. The center keeps the given azimuth in degrees.
fn light_at(offset: Vec2, azimuth: f64) -> Light {
    let distance = f64::from(offset.length());
    let altitude = (90.0 * (1.0 - distance)).clamp(0.0, 90.0).round();
    if distance < 1e-3 {
        return Light { azimuth, altitude };
    }
    let clockwise = f64::from(offset.x).atan2(-f64::from(offset.y)).to_degrees();
    Light { azimuth: clockwise.rem_euclid(360.0).round() % 360.0, altitude }
}

/// Returns a position relative to the center of the unit disc, y down.
fn position(light: &Light) -> Vec2 {
    let azimuth = light.azimuth.to_radians();
    let distance = (1.0 - light.altitude / 90.0).clamp(0.0, 1.0);
    vec2((azimuth.sin() * distance) as f32, (-azimuth.cos() * distance) as f32)
}

fn paint(ui: &Ui, center: Pos2, radius: f32, sun: Pos2) {
    let visuals = ui.visuals();
    let line = Stroke::new(1.0, visuals.widgets.hovered.bg_fill);
    let painter = ui.painter();
    painter.circle(center, radius, visuals.extreme_bg_color, line);
    painter.circle_stroke(center, radius / 2.0, line);
    for quarter in 0..4 {
        let toward = Vec2::angled(std::f32::consts::FRAC_PI_2 * quarter as f32);
        painter.line_segment([center + toward * (radius - 4.0), center + toward * radius], line);
    }
    let weak = visuals.weak_text_color();
    let north = center - vec2(0.0, radius - 2.0);
    painter.text(north, egui::Align2::CENTER_TOP, "N", egui::FontId::proportional(10.0), weak);
    painter.line_segment([sun, center], Stroke::new(1.0, weak));
    painter.circle(sun, 6.0, theme::accent(visuals), Stroke::new(2.0, visuals.extreme_bg_color));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn azimuth_increases_clockwise_from_north() {
        let azimuth = |x, y| light_at(vec2(x, y), 0.0).azimuth;
        assert_eq!(azimuth(0.0, -0.5), 0.0);
        assert_eq!(azimuth(0.5, 0.0), 90.0);
        assert_eq!(azimuth(0.0, 0.5), 180.0);
        assert_eq!(azimuth(-0.5, -0.5), 315.0);
    }

    #[test]
    fn rim_is_the_horizon_and_center_is_overhead() {
        assert_eq!(light_at(vec2(0.0, -1.5), 0.0).altitude, 0.0);
        assert_eq!(light_at(vec2(0.0, -0.5), 0.0).altitude, 45.0);
        assert_eq!(light_at(Vec2::ZERO, 123.0), Light { azimuth: 123.0, altitude: 90.0 });
    }

    #[test]
    fn position_of_a_light_maps_back_to_the_light() {
        let light = Light { azimuth: 315.0, altitude: 45.0 };
        assert_eq!(light_at(position(&light), 0.0), light);
    }
}
