//! Three dimensions: cameras, the surfaces of terrain, planets and solids, and their triangles.

pub mod camera;
pub mod mesh;
pub mod planet;
pub mod settings;
pub(crate) mod vector;
