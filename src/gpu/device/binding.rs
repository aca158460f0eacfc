//! Bind group layouts, and all buffers and bind groups of the GPU layer, which are created and counted here.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::generator::{FIRST_INPUT_BINDING, Generator};
use crate::gpu::Gpu;

/// Bind groups and uniform buffers of the dispatches that use one texture or buffer, by label and index. A bind group
/// is created again only if one of its resources was replaced, and a uniform buffer is written only if its bytes
/// changed. The queue applies such writes before the next submission, so a submission is needed between two recordings
/// of one dispatch with different uniforms.
#[derive(Debug, Default)]
pub(crate) struct BindingCache(Mutex<BTreeMap<(&'static str, u32), CachedGroup>>);

#[derive(Clone, Copy)]
pub(crate) enum Binding<'a> {
    /// The [`BindingCache`] creates and owns the buffer.
    Uniform(&'a [u8]),
    Buffer(&'a wgpu::Buffer),
    Texture(&'a wgpu::TextureView),
    Sampler(&'a wgpu::Sampler),
}

#[derive(Debug)]
struct CachedGroup {
    layout: wgpu::BindGroupLayout,
    resources: Vec<Resource>,
    group: wgpu::BindGroup,
}

#[derive(Debug)]
enum Resource {
    Uniform(Uniform),
    Buffer(wgpu::Buffer),
    Texture(wgpu::TextureView),
    Sampler(wgpu::Sampler),
}

#[derive(Debug)]
struct Uniform {
    buffer: wgpu::Buffer,
    bytes: Vec<u8>,
}

impl BindingCache {
    /// `bindings` have the indices 0, 1, 2 …
    pub(crate) fn bind(
        &self,
        gpu: &Gpu,
        label: &'static str,
        layout: &wgpu::BindGroupLayout,
        bindings: &[Binding<'_>],
    ) -> wgpu::BindGroup {
        self.bind_part(gpu, label, 0, layout, bindings)
    }

    /// For several dispatches of one submission that share a label, distinguished by `index`.
    pub(crate) fn bind_part(
        &self,
        gpu: &Gpu,
        label: &'static str,
        index: u32,
        layout: &wgpu::BindGroupLayout,
        bindings: &[Binding<'_>],
    ) -> wgpu::BindGroup {
        let mut groups = lock(&self.0);
        let previous = groups.get_mut(&(label, index));
        if let Some(previous) = previous.filter(|previous| previous.layout == *layout)
            && previous.update(gpu, bindings)
        {
            return previous.group.clone();
        }
        let new = CachedGroup::new(gpu, label, layout, bindings);
        let group = new.group.clone();
        groups.insert((label, index), new);
        group
    }
}

impl CachedGroup {
    fn new(
        gpu: &Gpu,
        label: &'static str,
        layout: &wgpu::BindGroupLayout,
        bindings: &[Binding<'_>],
    ) -> Self {
        let resources: Vec<Resource> =
            bindings.iter().map(|binding| Resource::new(gpu, label, binding)).collect();
        let entries: Vec<_> = (0..)
            .zip(&resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry {
                binding,
                resource: resource.as_binding(),
            })
            .collect();
        Self {
            layout: layout.clone(),
            group: create_group(gpu, label, layout, &entries),
            resources,
        }
    }

    /// Writes changed uniforms. Returns false for other resources: the bind group must then be created again.
    fn update(&mut self, gpu: &Gpu, bindings: &[Binding<'_>]) -> bool {
        let is_same_count = self.resources.len() == bindings.len();
        let mut resources = self.resources.iter_mut().zip(bindings);
        is_same_count && resources.all(|(resource, binding)| resource.update(gpu, binding))
    }
}

impl Resource {
    fn new(gpu: &Gpu, label: &str, binding: &Binding<'_>) -> Self {
        match *binding {
            Binding::Uniform(bytes) => Self::Uniform(Uniform::new(gpu, label, bytes)),
            Binding::Buffer(buffer) => Self::Buffer(buffer.clone()),
            Binding::Texture(view) => Self::Texture(view.clone()),
            Binding::Sampler(sampler) => Self::Sampler(sampler.clone()),
        }
    }

    fn update(&mut self, gpu: &Gpu, binding: &Binding<'_>) -> bool {
        match (self, binding) {
            (Self::Uniform(uniform), Binding::Uniform(bytes)) => uniform.write(gpu, bytes),
            (Self::Buffer(bound), Binding::Buffer(buffer)) => bound == *buffer,
            (Self::Texture(bound), Binding::Texture(view)) => bound == *view,
            (Self::Sampler(bound), Binding::Sampler(sampler)) => bound == *sampler,
            _ => false,
        }
    }

    fn as_binding(&self) -> wgpu::BindingResource<'_> {
        match self {
            Self::Uniform(Uniform { buffer, .. }) | Self::Buffer(buffer) => {
                buffer.as_entire_binding()
            }
            Self::Texture(view) => wgpu::BindingResource::TextureView(view),
            Self::Sampler(sampler) => wgpu::BindingResource::Sampler(sampler),
        }
    }
}

impl Uniform {
    fn new(gpu: &Gpu, label: &str, bytes: &[u8]) -> Self {
        let buffer = create_uniform_buffer(gpu, label, bytes.len() as u64);
        gpu.queue.write_buffer(&buffer, 0, bytes);
        Self { buffer, bytes: bytes.to_vec() }
    }

    /// Returns false, without writing, if the buffer has another size.
    fn write(&mut self, gpu: &Gpu, bytes: &[u8]) -> bool {
        if self.bytes.len() == bytes.len() && self.bytes != bytes {
            gpu.queue.write_buffer(&self.buffer, 0, bytes);
            self.bytes.copy_from_slice(bytes);
        }
        self.bytes.len() == bytes.len()
    }
}

/// Locks even if another thread panicked while holding the mutex.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// At least 16 bytes: an empty buffer cannot be bound.
pub(crate) fn create_uniform_buffer(gpu: &Gpu, label: &str, bytes: u64) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
    create_buffer(gpu, label, bytes.max(16), usage)
}

pub(crate) fn report_buffer(gpu: &Gpu) -> wgpu::Buffer {
    let usage =
        wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
    create_buffer(gpu, "runaway", 4, usage)
}

/// Zeroed, and not mapped at creation, which would panic on a lost device.
pub(crate) fn create_buffer(
    gpu: &Gpu,
    label: &str,
    size: u64,
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    gpu.count_created();
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}

pub(crate) fn create_group(
    gpu: &Gpu,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    entries: &[wgpu::BindGroupEntry<'_>],
) -> wgpu::BindGroup {
    gpu.count_created();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries })
}

pub(crate) fn layout(
    gpu: &Gpu,
    label: &str,
    bindings: &[(u32, wgpu::BindingType)],
) -> wgpu::BindGroupLayout {
    layout_of(gpu, label, wgpu::ShaderStages::COMPUTE, bindings)
}

pub(crate) fn fragment_layout(
    gpu: &Gpu,
    label: &str,
    bindings: &[(u32, wgpu::BindingType)],
) -> wgpu::BindGroupLayout {
    layout_of(gpu, label, wgpu::ShaderStages::FRAGMENT, bindings)
}

fn layout_of(
    gpu: &Gpu,
    label: &str,
    visibility: wgpu::ShaderStages,
    bindings: &[(u32, wgpu::BindingType)],
) -> wgpu::BindGroupLayout {
    let entries: Vec<wgpu::BindGroupLayoutEntry> = bindings
        .iter()
        .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
            binding: *binding,
            visibility,
            ty: *ty,
            count: None,
        })
        .collect();
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(label),
        entries: &entries,
    })
}

/// The uniform of all controls comes before one texture for each field input.
pub(crate) fn author_bindings(
    uniform: wgpu::BindingType,
    generator: &Generator,
) -> Vec<(u32, wgpu::BindingType)> {
    let inputs = (FIRST_INPUT_BINDING..).zip(&generator.inputs);
    let inputs = inputs.map(|(binding, _)| (binding, texture(false)));
    [(0, uniform)].into_iter().chain(inputs).collect()
}

pub(crate) fn author_resources<'a>(
    uniform: &'a [u8],
    fields: &'a [wgpu::TextureView],
) -> Vec<Binding<'a>> {
    let fields = fields.iter().map(Binding::Texture);
    [Binding::Uniform(uniform)].into_iter().chain(fields).collect()
}

pub(crate) fn uniform() -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

pub(crate) fn storage(read_only: bool) -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Storage { read_only },
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

pub(crate) fn storage_texture(format: wgpu::TextureFormat) -> wgpu::BindingType {
    wgpu::BindingType::StorageTexture {
        access: wgpu::StorageTextureAccess::WriteOnly,
        format,
        view_dimension: wgpu::TextureViewDimension::D2,
    }
}

pub(crate) fn unsigned_texture() -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Uint,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    }
}

pub(crate) fn texture(filterable: bool) -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    }
}
