//! From a shader file to pictures: `cargo run --example render [FILE] [OUTPUT]`.

use std::path::PathBuf;

use noise_playground::Playground;
use noise_playground::view::shading::ViewMode;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "shaders/generators/swiss.wgsl".to_owned());
    let output = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);

    let mut program = Playground::new()?.open(file)?;
    for mode in [ViewMode::Relief, ViewMode::Contour, ViewMode::Terrain] {
        program.settings_mut().shading.mode = mode;
        let path = output.join(format!("{mode:?}.png").to_lowercase());
        program.render([512, 512])?.save(&path)?;
        println!("{}", path.display());
    }
    Ok(())
}
