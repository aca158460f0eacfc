//! Assistive technology, such as screen readers. egui describes its widgets only while such a program is connected.

use egui::accesskit::{Role, TreeUpdate};
pub(crate) use egui_winit::accesskit_winit::Event as AccessibilityEvent;
use egui_winit::accesskit_winit::{Adapter, WindowEvent as Request};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Window as WinitWindow;

use super::{DetachedWindow, TITLE, Window};

/// Outlives the window's graphics device.
pub(super) struct Accessibility {
    adapter: Adapter,
    /// True while assistive technology is connected.
    pub(super) is_active: bool,
}

impl Accessibility {
    /// The window must not be visible yet. Requests are sent to `proxy`.
    pub(super) fn new<T: From<AccessibilityEvent> + Send + 'static>(
        event_loop: &ActiveEventLoop,
        window: &WinitWindow,
        proxy: EventLoopProxy<T>,
    ) -> Self {
        Self {
            adapter: Adapter::with_event_loop_proxy(event_loop, window, proxy),
            is_active: false,
        }
    }

    /// Reports changes of focus, position and size.
    pub(super) fn on_event(&mut self, window: &WinitWindow, event: &WindowEvent) {
        self.adapter.process_event(window, event);
    }

    /// `widgets` is `None` if egui did not describe them.
    pub(super) fn update(&mut self, widgets: Option<TreeUpdate>) {
        if let Some(widgets) = widgets {
            self.adapter.update_if_active(|| readable(widgets));
        }
    }
}

/// Adds the title as the window's name, and removes icons, which a screen reader cannot pronounce.
fn readable(mut widgets: TreeUpdate) -> TreeUpdate {
    for (_, node) in &mut widgets.nodes {
        if node.role() == Role::Window && node.label().is_none() {
            node.set_label(TITLE);
        }
        if let Some(label) = node.label().and_then(without_icons) {
            node.set_label(label);
        }
        if let Some(value) = node.value().and_then(without_icons) {
            node.set_value(value);
        }
    }
    widgets
}

/// Icons are private characters of a font; `None` if the text has none.
fn without_icons(text: &str) -> Option<String> {
    let is_icon = |letter: char| ('\u{e000}'..='\u{f8ff}').contains(&letter);
    text.contains(is_icon).then(|| text.replace(is_icon, "").trim().to_owned())
}

impl Window {
    /// Describes the widgets, stops that, or operates a widget; the next frame answers.
    pub(crate) fn on_accessibility(&mut self, event: AccessibilityEvent) {
        match event.window_event {
            Request::InitialTreeRequested => {
                self.accessibility.is_active = true;
                self.egui.enable_accesskit();
            }
            Request::ActionRequested(request) => self.input.on_accesskit_action_request(request),
            Request::AccessibilityDeactivated => {
                self.accessibility.is_active = false;
                self.egui.disable_accesskit();
            }
        }
    }
}

impl DetachedWindow {
    /// Only records whether assistive technology is connected: without a device there are no widgets to operate.
    pub(crate) fn on_accessibility(&mut self, event: AccessibilityEvent) {
        match event.window_event {
            Request::InitialTreeRequested => self.accessibility.is_active = true,
            Request::ActionRequested(_) => {}
            Request::AccessibilityDeactivated => self.accessibility.is_active = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::accesskit::{Node, NodeId, TreeId, TreeInfo};

    use super::*;

    #[test]
    fn window_is_named_and_icons_are_silent() {
        let mut nodes: Vec<(NodeId, Node)> = [Role::Window, Role::Label, Role::Button]
            .into_iter()
            .enumerate()
            .map(|(index, role)| (NodeId(index as u64), Node::new(role)))
            .collect();
        nodes[1].1.set_value("\u{e4e0}  llvmpipe: slow");
        nodes[2].1.set_label("\u{e13a}");
        let update = TreeUpdate {
            nodes,
            tree: Some(TreeInfo::new(NodeId(0))),
            tree_id: TreeId::ROOT,
            focus: NodeId(0),
        };
        let nodes = readable(update).nodes;
        assert_eq!(nodes[0].1.label(), Some(TITLE));
        assert_eq!(nodes[1].1.value(), Some("llvmpipe: slow"));
        assert_eq!(nodes[2].1.label(), Some(""));
    }
}
