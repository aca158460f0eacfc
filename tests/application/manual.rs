//! Tests of the README and the manual: it builds, its links lead somewhere, its commands work.
//!
//! The first word after the language of a code block says what to do with it:
//!
//! | block | treatment |
//! | --- | --- |
//! | `sh` | run in a folder with the built-in shaders and the elevation model `dem.tif`, after those above it |
//! | `sh,window`, `sh,slow` | not run; the options exist |
//! | `sh,build` | not run |
//! | `wgsl` | a complete file without errors |
//! | `wgsl,part` | not checked |
//! | `python` | run by `playground/python/test` |

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

const MAX_WORDS_OF_README: usize = 900;
const MAX_WORDS_OF_MANUAL: usize = 17_900;
const MAX_BYTES_OF_PICTURE: u64 = 150_000;
const MAX_BYTES_OF_ANIMATION: u64 = 2_000_000;
const MAX_BYTES_OF_MANUAL: u64 = 4_000_000;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn manual() -> PathBuf {
    root().join("playground/docs")
}

/// Returns all files of the folder and its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn chapters() -> Vec<PathBuf> {
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    files(&manual().join("src")).into_iter().filter(is_page).collect()
}

/// Returns the README, the gallery, the pages for contributors and all chapters of the manual.
fn pages() -> Vec<PathBuf> {
    let others =
        ["README.md", "shaders/README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"];
    let others = others.iter().map(|path| root().join(path));
    others.chain(chapters()).collect()
}

fn words(path: &Path) -> usize {
    fs::read_to_string(path).unwrap().split_whitespace().count()
}

/// The parts of a page that are checked.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
    blocks: Vec<Block>,
}

struct Block {
    /// Language and attribute: `sh,window`.
    kind: String,
    text: String,
}

impl Page {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let mut page = Self::default();
        // Text of the heading or the code block that the parser is in.
        let mut inner = String::new();
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => inner.clear(),
                Event::End(TagEnd::Heading(_)) => _ = page.anchors.insert(anchor(&inner)),
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    let (kind, text) = (info.into_string(), String::new());
                    page.blocks.push(Block { kind, text });
                    inner.clear();
                }
                Event::End(TagEnd::CodeBlock) => {
                    page.blocks.last_mut().unwrap().text.push_str(&inner);
                }
                Event::Text(text) | Event::Code(text) => inner.push_str(&text),
                _ => {}
            }
        }
        page
    }
}

/// Returns the anchor of a heading, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
    let lower = heading.to_lowercase();
    lower.chars().filter(kept).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[test]
fn manual_builds() {
    let target = tempfile::tempdir().unwrap();
    let mut book = mdbook_driver::MDBook::load(manual()).unwrap();
    book.config.build.build_dir = target.path().to_owned();
    book.build().unwrap();
    for chapter in chapters() {
        let page = chapter.strip_prefix(manual().join("src")).unwrap().with_extension("html");
        let is_listed = target.path().join(&page).is_file();
        let is_summary = page.ends_with("SUMMARY.html");
        assert_ne!(is_listed, is_summary, "SUMMARY.md lists each chapter: {page:?}");
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    let source = manual().join("src").canonicalize().unwrap();
    let mut failures = Vec::new();
    let mut shown = BTreeSet::new();
    for path in pages() {
        let page = Page::read(&path);
        for link in page.links.iter().filter(|link| !link.contains(':')) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let named =
                if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let Ok(target) = named.canonicalize() else {
                failures.push(format!("{path:?}: no file {file:?}"));
                continue;
            };
            if !anchor.is_empty() && !Page::read(&target).anchors.contains(anchor) {
                failures.push(format!("{path:?}: no heading {link:?}"));
            }
            // The manual is read without the source tree around it.
            if path.starts_with(manual()) && !target.starts_with(&source) {
                failures.push(format!("{path:?}: {link:?} leads out of the manual"));
            }
            shown.insert(target);
        }
    }
    for picture in files(&source.join("images")) {
        let size = fs::metadata(&picture).unwrap().len();
        let is_animation = picture.extension().is_some_and(|extension| extension == "webp");
        let limit = if is_animation { MAX_BYTES_OF_ANIMATION } else { MAX_BYTES_OF_PICTURE };
        if size > limit {
            failures.push(format!("{picture:?} has {size} bytes"));
        }
        if !shown.contains(&picture) {
            failures.push(format!("{picture:?} is shown nowhere"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn pages_stay_short() {
    assert!(words(&root().join("README.md")) <= MAX_WORDS_OF_README);
    let manual_words: usize = chapters().iter().map(|path| words(path)).sum();
    assert!(manual_words <= MAX_WORDS_OF_MANUAL, "{manual_words}");
    let sizes = files(&manual()).into_iter().map(|path| fs::metadata(path).unwrap().len());
    assert!(sizes.sum::<u64>() <= MAX_BYTES_OF_MANUAL);
}

#[test]
fn commands_work() {
    let pages = Mutex::new(pages().into_iter());
    let failures = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().unwrap().get();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some(page) = pages.lock().unwrap().next() else {
                        break;
                    };
                    let found = run_blocks(&page);
                    failures.lock().unwrap().extend(found);
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Runs or checks the code blocks of a page in a folder of its own. Returns what failed.
fn run_blocks(page: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let shaders = root().join("shaders");
    for file in files(&shaders) {
        let copy = folder.path().join("shaders").join(file.strip_prefix(&shaders).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(file, copy).unwrap();
    }
    let ground = shaders.join("dem/jacksboro_fault.tif");
    fs::copy(ground, folder.path().join("dem.tif")).unwrap();

    let mut failures = Vec::new();
    for Block { kind, text } in Page::read(page).blocks {
        let failed = match kind.as_str() {
            "sh" => failure(&shell(folder.path(), &text)),
            "sh,window" | "sh,slow" => text.lines().find_map(unknown_option),
            "wgsl" => {
                fs::write(folder.path().join("shaders/block.wgsl"), &text).unwrap();
                failure(&shell(folder.path(), "playground check shaders/block.wgsl"))
            }
            "sh,build" | "wgsl,part" | "toml" | "text" | "python" => None,
            other => Some(format!("unknown kind of block {other:?}")),
        };
        failures.extend(failed.map(|failed| format!("{}:\n{text}{failed}", page.display())));
    }
    failures
}

/// Runs a script in a shell that finds the playground and stops at the first error.
fn shell(folder: &Path, script: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_playground")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let shell = &mut Command::new("sh");
    shell
        .args(["-euc", script])
        .current_dir(folder)
        .env("PATH", path)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .output()
        .unwrap()
}

fn failure(output: &Output) -> Option<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    (!output.status.success()).then(|| text.into_owned())
}

/// Returns an option of a command that its help does not list.
fn unknown_option(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["playground", first, ..] = words[..] else {
        return Some("not a command of the playground".into());
    };
    let help = |arguments: &str| {
        let output = shell(root(), &format!("playground {arguments} --help"));
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    };
    let is_command = help("")?.contains(&format!("\n  {first} "));
    let listed = help(if is_command { first } else { "" }).unwrap();
    let options = words.iter().filter(|word| word.starts_with('-'));
    let is_listed =
        |option: &str| [" ", ","].iter().any(|end| listed.contains(&format!("{option}{end}")));
    let mut unknown = options.filter(|option| !is_listed(option));
    unknown.next().map(|option| format!("no option {option}"))
}
