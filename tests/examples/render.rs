//! From a folder of shaders to pictures: `cargo run --example render [FOLDER] [OUTPUT]`.

use std::path::PathBuf;

use noise_playground::source::SourceTree;
use noise_playground::view::shading::ViewMode;
use noise_playground::{RenderSettings, Subject, compile, render};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "shaders".to_owned());
    let output = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);

    let generators = compile(SourceTree::open(&folder)?)?;
    let is_swiss = |address: String| address == "generators/swiss.wgsl::height";
    let mut found = generators.iter().filter(|generator| is_swiss(generator.address.to_string()));
    let generator = found.next().ok_or("no generators/swiss.wgsl")?;

    for mode in [ViewMode::Relief, ViewMode::Contour, ViewMode::Terrain] {
        let mut settings = RenderSettings::new(generator, 512);
        settings.shading.mode = mode;
        let picture = render(&Subject::new(generator, settings))?;
        let path = output.join(format!("swiss_{mode:?}.png").to_lowercase());
        picture.save(&path)?;
        println!("{}", path.display());
    }
    Ok(())
}
