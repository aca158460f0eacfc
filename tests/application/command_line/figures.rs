//! Tests of figures for papers, the option `render --figure`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::calls::{command, folder, manifest, names, read_png, run};
use crate::formats::read_by_python;

const GROUND: &str = "//! Waves
fn height(p: vec2f) -> f32 { return sin(3.0 * p.x) * cos(2.0 * p.y); }
fn tint(p: vec2f) -> vec3f { return vec3f(p, 0.5); }";

/// Parses an SVG file. Returns its texts, the size of its embedded pictures in pixels, and its own size.
fn read_svg(folder: &Path, file: &str) -> Value {
    let script = "
import base64, io, json, sys, xml.etree.ElementTree as tree
from PIL import Image
root = tree.parse(sys.argv[1]).getroot()
space = '{http://www.w3.org/2000/svg}'
assert root.tag == space + 'svg'
data = [image.get('href').split('base64,')[1] for image in root.iter(space + 'image')]
sizes = [Image.open(io.BytesIO(base64.b64decode(text))).size for text in data]
print(json.dumps([[text.text for text in root.iter(space + 'text')], sizes, root.get('viewBox')]))";
    read_by_python(folder, script, &[file])
}

#[test]
fn figure_has_title_axes_and_color_bar() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let path = |name: &str| folder.path().join(name);
    let common = [
        "render", "a.wgsl", "--size", "80x60", "--span", "4", "--view", "texture", "--value-range",
        "-1,1",
    ];
    let title = ["--figure", "--title", "Waves < 1 & \"more\"", "-o", "f.svg", "-o", "f.png"];
    let output = command(folder.path(), "").args(common).args(title).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let svg = read_svg(folder.path(), "f.svg");
    let words: Vec<&str> = svg[0].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    for word in ["Waves < 1 & \"more\"", "−2", "1", "value", "−0.5", "x", "y"] {
        assert!(words.contains(&word), "{word}: {words:?}");
    }
    assert_eq!(svg[1], json!([[80, 60], [1, 256]]));
    // In the PNG, each of the 80 x 60 pixels of the picture is a square of 11 x 11 pixels.
    let (width, height, pixels) = read_png(&path("f.png"));
    assert!(width > 880 + 100 && height > 660 + 60, "{width} x {height}");
    assert!(pixels.chunks(3).any(|pixel| pixel == [255; 3]));
    let record = manifest(&path("f.png"));
    assert_eq!(
        (&record["figure"], &record["value_range_used"]),
        (&json!(title[2]), &json!([-1, 1]))
    );
    // A figure is rendered again as a figure, and data of its picture without one.
    run(0, folder.path(), "render --from f.png -o again.png -o again.svg");
    assert!(fs::read(path("again.png")).unwrap() == fs::read(path("f.png")).unwrap());
    assert!(fs::read(path("again.svg")).unwrap() == fs::read(path("f.svg")).unwrap());
    run(0, folder.path(), "render --from f.svg -o from_svg.png -o from_svg.svg");
    assert!(fs::read(path("from_svg.png")).unwrap() == fs::read(path("f.png")).unwrap());
    assert!(fs::read(path("from_svg.svg")).unwrap() == fs::read(path("f.svg")).unwrap());
    run(0, folder.path(), "unpack f.svg unpacked");
    assert_eq!(fs::read_to_string(path("unpacked/a.wgsl")).unwrap(), GROUND);
    fs::write(path("bare.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").unwrap();
    let (_, error) = run(2, folder.path(), "render --from bare.svg -o g.png");
    assert!(error.contains("bare.svg") && error.contains("manifest"), "{error}");
    run(0, folder.path(), "render --from f.png -o data.npy");
}

#[test]
fn colors_and_three_dimensional_views_have_figures_too() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let words = |line: &str| {
        run(0, folder.path(), &format!("render {line} --size 64 --figure -o f.svg"));
        let svg = read_svg(folder.path(), "f.svg");
        let words = svg[0].as_array().unwrap().iter().filter_map(Value::as_str);
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let of_color = words("a.wgsl::tint");
    assert!(of_color.contains(&"x".to_owned()) && !of_color.contains(&"value".to_owned()));
    let terrain = words("a.wgsl --view terrain --samples 64 --spp 1");
    assert!(terrain.contains(&"value".to_owned()), "{terrain:?}");
    assert!(
        terrain.contains(&"Waves".to_owned()) && !terrain.contains(&"x".to_owned()),
        "{terrain:?}"
    );
    let slope = words("a.wgsl --view slope");
    assert!(
        slope.contains(&"slope / °".to_owned()) && slope.contains(&"60".to_owned()),
        "{slope:?}"
    );
    let before = names(folder.path());
    let (_, error) = run(2, folder.path(), "render a.wgsl --figure -o f.npy");
    assert!(error.contains(".png, .svg or .pdf"), "{error}");
    run(2, folder.path(), "render a.wgsl --title x -o g.png");
    assert_eq!(names(folder.path()), before);
}

#[test]
fn labels_units_and_size_of_a_figure_are_options() {
    let folder = folder(&[("a.wgsl", &GROUND.replace("//! Waves", "//! Waves\n//! @unit(km)"))]);
    let words = |file: &str| read_svg(folder.path(), file)[0].to_string();
    let common = "render a.wgsl::height --figure --size 80x60 --view texture";
    run(0, folder.path(), &format!("{common} -o unit.svg"));
    for label in ["x (km)", "y (km)", "value (km)"] {
        assert!(words("unit.svg").contains(label), "{label}: {}", words("unit.svg"));
    }
    let own = "--x-label east --bar-label height --width-mm 127 --dpi 200";
    run(0, folder.path(), &format!("{common} {own} -o own.svg -o own.png"));
    let found = words("own.svg");
    assert!(
        found.contains("east") && found.contains("height") && found.contains("y (km)"),
        "{found}"
    );
    let script = "import json; from PIL import Image; i = Image.open('own.png'); \
        print(json.dumps([i.size[0], round(i.info['dpi'][0])]))";
    assert_eq!(read_by_python(folder.path(), script, &[]), json!([1000, 200]));
    let (again, first) = ("again.svg", "own.svg");
    run(0, folder.path(), &format!("render --from {first} -o {again}"));
    let read = |file: &str| fs::read(folder.path().join(file)).unwrap();
    assert!(read(again) == read(first));
    run(0, folder.path(), &format!("{common} --outlines -o paths.svg"));
    assert_eq!(words("paths.svg"), "[]");
    assert!(String::from_utf8(read("paths.svg")).unwrap().matches("<path d=\"M").count() > 10);
    let (_, error) = run(2, folder.path(), "render a.wgsl::height --dpi 300 -o x.png");
    assert!(error.contains("--dpi needs --figure"), "{error}");
    let (_, error) = run(2, folder.path(), &format!("{common} --width-mm 20 -o x.svg"));
    assert!(error.contains("--width-mm: the axes and the color bar need"), "{error}");
}

/// Runs a program of poppler-utils, and returns what it prints.
fn poppler(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).current_dir(folder).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}, of poppler-utils: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn pdf_holds_text_fonts_the_picture_and_its_manifest() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let path = folder.path();
    let common = "render a.wgsl --figure --size 80x60 --span 4 --view texture --value-range -1,1 --x-label east \
                  --width-mm 127";
    run(0, path, &format!("{common} -o f.pdf -o f.svg"));
    let words = poppler(path, "pdftotext", &["-layout", "f.pdf", "-"]);
    for word in ["Waves", "east", "value", "\u{2212}0.5", "1.0"] {
        assert!(words.contains(word), "{word}: {words}");
    }
    let fonts = poppler(path, "pdffonts", &["f.pdf"]);
    assert_eq!(fonts.matches("Inter").count(), 2, "{fonts}");
    assert!(!fonts.contains("Type 3"), "{fonts}");
    let images = poppler(path, "pdfimages", &["-list", "f.pdf"]);
    assert!(images.lines().any(|line| line.contains(" 80    60 ")), "{images}");
    // 127 mm are 360 points.
    let info = poppler(path, "pdfinfo", &["f.pdf"]);
    assert!(info.contains("Title:") && info.contains("Page size:       360 x"), "{info}");
    // The page looks like the PNG of the figure, but for the letters' edges.
    poppler(path, "pdftoppm", &["-png", "-r", "144", "-singlefile", "f.pdf", "page"]);
    run(0, path, "render --from f.pdf --dpi 144 -o f.png");
    let script = "import json, numpy; from PIL import Image
a, b = (numpy.asarray(Image.open(n).convert('RGB'), float) for n in ('page.png', 'f.png'))
h, w = min(a.shape[0], b.shape[0]), min(a.shape[1], b.shape[1])
print(json.dumps([abs(a.shape[0] - b.shape[0]), abs(a.shape[1] - b.shape[1]), abs(a[:h, :w] - b[:h, :w]).mean()]))";
    let [height, width, difference] = [0, 1, 2].map({
        let found = read_by_python(path, script, &[]);
        move |index: usize| found[index].as_f64().unwrap()
    });
    assert!(height <= 1.0 && width <= 1.0 && difference < 4.0, "{height} {width} {difference}");
    // The manifest makes the same figure again, and the shaders can be unpacked.
    run(0, path, "render --from f.pdf -o again.pdf -o again.svg");
    for (again, first) in [("again.pdf", "f.pdf"), ("again.svg", "f.svg")] {
        assert!(fs::read(path.join(again)).unwrap() == fs::read(path.join(first)).unwrap());
    }
    run(0, path, "unpack f.pdf unpacked");
    assert_eq!(fs::read_to_string(path.join("unpacked/a.wgsl")).unwrap(), GROUND);
    run(0, path, &format!("{common} --outlines -o paths.pdf"));
    assert_eq!(poppler(path, "pdftotext", &["paths.pdf", "-"]).trim(), "");
    fs::write(path.join("bare.pdf"), "%PDF-1.7\n").unwrap();
    let (_, error) = run(2, path, "render --from bare.pdf -o g.png");
    assert!(error.contains("bare.pdf") && error.contains("manifest"), "{error}");
}

#[test]
fn letters_that_the_bundled_font_lacks_are_drawn_by_a_font_of_the_system_or_told() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let path = folder.path();
    let fonts = path.join("data/fonts");
    fs::create_dir_all(&fonts).unwrap();
    let hack = &egui::FontDefinitions::default().font_data["Hack"];
    fs::write(fonts.join("NotoSansCJK-Regular.ttf"), &*hack.font).unwrap();
    let figure = |title: &str, name: &str| {
        let mut command = command(path, "render a.wgsl --size 32 --figure --outlines");
        command.args(["--title", title]).env("XDG_DATA_HOME", path.join("data"));
        for extension in ["png", "svg", "pdf"] {
            command.args(["-o", &format!("{name}.{extension}")]);
        }
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{stderr}");
        stderr
    };
    let drawn = figure("Peak ╬╬╬", "drawn");
    assert!(!drawn.contains("no font has"), "{drawn}");
    let missing = figure("Peak \u{12000}\u{12000}\u{12000}", "missing");
    assert_eq!(missing.matches("no font has the letters").count(), 1, "{missing}");
    assert!(missing.contains("\u{12000}"), "{missing}");
    let dark = |name: &str| {
        let (_, _, pixels) = read_png(&path.join(name));
        pixels.chunks(3).filter(|pixel| pixel[0] < 100 && pixel[2] < 100).count()
    };
    assert!(dark("drawn.png") > dark("missing.png") + 50);
    for extension in ["svg", "pdf"] {
        let length = |name: &str| fs::metadata(path.join(name)).unwrap().len();
        let lengths = ["drawn", "missing"].map(|name| length(&format!("{name}.{extension}")));
        assert!(lengths[0] > lengths[1] + 200, "{extension}: {lengths:?}");
    }
}
