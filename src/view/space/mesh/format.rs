//! File formats of meshes.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use super::Mesh;
use crate::view::space::vector::{cross, length, subtract};

/// File format of triangle meshes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Binary STL. Terrain is written as a closed block.
    Stl,
    /// Binary PLY, little-endian.
    Ply,
    /// Wavefront OBJ, which is text.
    Obj,
    /// Binary glTF 2.0. The y axis is up, and the z axis points south.
    Glb,
}

/// Of the GLB container: magic number, and types of the JSON and the binary chunk.
const GLB_MAGIC: u32 = 0x4654_6C67;
const GLB_JSON: u32 = 0x4E4F_534A;
const GLB_BINARY: u32 = 0x004E_4942;

/// Of glTF: component types `f32` and `u32`, buffer targets for vertex attributes and indices.
const GL_FLOAT: u32 = 5126;
const GL_UNSIGNED_INT: u32 = 5125;
const GL_ARRAY_BUFFER: u32 = 34962;
const GL_ELEMENT_ARRAY_BUFFER: u32 = 34963;

impl MeshFormat {
    /// All file extensions, as a list for messages.
    pub const EXTENSIONS: &str = ".stl, .ply, .obj, .glb";

    /// Selects by the extension of a path; `None` if it is unknown.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "stl" => Some(Self::Stl),
            "ply" => Some(Self::Ply),
            "obj" => Some(Self::Obj),
            "glb" => Some(Self::Glb),
            _ => None,
        }
    }

    /// Writes a mesh. Coordinates are rounded to `f32` except in OBJ.
    ///
    /// # Errors
    /// The writer fails.
    pub fn write(self, mesh: &Mesh, file: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Stl => write_stl(mesh, file),
            Self::Ply => write_ply(mesh, file),
            Self::Obj => write_obj(mesh, file),
            Self::Glb => write_glb(mesh, file),
        }
    }
}

fn write_stl(mesh: &Mesh, file: &mut impl Write) -> io::Result<()> {
    let mut header = [b' '; 80];
    let title = b"noise-playground";
    header[..title.len()].copy_from_slice(title);
    file.write_all(&header)?;
    file.write_all(&count(mesh.triangles.len())?.to_le_bytes())?;
    for triangle in &mesh.triangles {
        let corners = triangle.map(|index| mesh.positions[index as usize]);
        write_floats(file, normal(corners))?;
        for corner in corners {
            write_floats(file, corner)?;
        }
        file.write_all(&[0; 2])?;
    }
    Ok(())
}

fn write_ply(mesh: &Mesh, file: &mut impl Write) -> io::Result<()> {
    write!(
        file,
        "ply\nformat binary_little_endian 1.0\ncomment noise-playground, z up\nelement vertex {}\nproperty float x\n\
         property float y\nproperty float z\nelement face {}\nproperty list uchar uint vertex_indices\nend_header\n",
        mesh.positions.len(),
        mesh.triangles.len()
    )?;
    for position in &mesh.positions {
        write_floats(file, *position)?;
    }
    for triangle in &mesh.triangles {
        file.write_all(&[3])?;
        write_indices(file, *triangle)?;
    }
    Ok(())
}

fn write_obj(mesh: &Mesh, file: &mut impl Write) -> io::Result<()> {
    writeln!(file, "# noise-playground, z up")?;
    for [x, y, z] in &mesh.positions {
        writeln!(file, "v {x} {y} {z}")?;
    }
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|index| u64::from(index) + 1);
        writeln!(file, "f {a} {b} {c}")?;
    }
    Ok(())
}

fn write_glb(mesh: &Mesh, file: &mut impl Write) -> io::Result<()> {
    let index_bytes = 12 * mesh.triangles.len();
    let binary = count(index_bytes + 12 * mesh.positions.len())?;
    let mut text = gltf(mesh, index_bytes).to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let header = [
        GLB_MAGIC,
        2,
        count(12 + 8 + text.len() + 8 + binary as usize)?,
        count(text.len())?,
        GLB_JSON,
    ];
    header.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()))?;
    file.write_all(&text)?;
    file.write_all(&binary.to_le_bytes())?;
    file.write_all(&GLB_BINARY.to_le_bytes())?;
    for triangle in &mesh.triangles {
        write_indices(file, *triangle)?;
    }
    for position in &mesh.positions {
        write_floats(file, y_up(*position))?;
    }
    Ok(())
}

/// The binary chunk has `index_bytes` bytes of indices, followed by the positions.
fn gltf(mesh: &Mesh, index_bytes: usize) -> serde_json::Value {
    let mut low = [f32::INFINITY; 3];
    let mut high = [f32::NEG_INFINITY; 3];
    for position in &mesh.positions {
        let position = y_up(*position);
        for axis in 0..3 {
            low[axis] = low[axis].min(position[axis] as f32);
            high[axis] = high[axis].max(position[axis] as f32);
        }
    }
    let vertex_bytes = 12 * mesh.positions.len();
    json!({
        "asset": {"version": "2.0", "generator": "noise-playground"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0}]}],
        "accessors": [
            {"bufferView": 0, "componentType": GL_UNSIGNED_INT, "count": 3 * mesh.triangles.len(), "type": "SCALAR"},
            {"bufferView": 1, "componentType": GL_FLOAT, "count": mesh.positions.len(), "type": "VEC3",
             "min": low, "max": high},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": index_bytes, "target": GL_ELEMENT_ARRAY_BUFFER},
            {"buffer": 0, "byteOffset": index_bytes, "byteLength": vertex_bytes, "target": GL_ARRAY_BUFFER},
        ],
        "buffers": [{"byteLength": index_bytes + vertex_bytes}],
    })
}

fn y_up([x, y, z]: [f64; 3]) -> [f64; 3] {
    [x, z, -y]
}

/// Outward; zero if the triangle has no area.
fn normal([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let across = cross(subtract(b, a), subtract(c, a));
    let length = length(across);
    across.map(|side| if length > 0.0 { side / length } else { 0.0 })
}

fn count(number: usize) -> io::Result<u32> {
    let too_large = || io::Error::other("the format cannot hold so many triangles");
    u32::try_from(number).map_err(|_| too_large())
}

fn write_floats(file: &mut impl Write, numbers: [f64; 3]) -> io::Result<()> {
    let mut numbers = numbers.iter();
    numbers.try_for_each(|number| file.write_all(&(*number as f32).to_le_bytes()))
}

fn write_indices(file: &mut impl Write, indices: [u32; 3]) -> io::Result<()> {
    let mut indices = indices.iter();
    indices.try_for_each(|index| file.write_all(&index.to_le_bytes()))
}
