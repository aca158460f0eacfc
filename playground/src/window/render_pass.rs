//! Start of the render passes that draw a frame of the window.

pub(super) fn start_pass(
    encoder: &mut wgpu::CommandEncoder,
    target: &wgpu::Texture,
    load: wgpu::LoadOp<wgpu::Color>,
) -> wgpu::RenderPass<'static> {
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("Window::start_pass"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: &view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
        })],
        ..wgpu::RenderPassDescriptor::default()
    });
    pass.forget_lifetime()
}
