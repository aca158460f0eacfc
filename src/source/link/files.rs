//! Search for included files, and record of all files and features that a linked text depends on.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::source::{Features, ModulePath, Source, SourceTree};
use crate::wgsl::annotation::{Argument, ParsedComment, Tag};
use crate::wgsl::features::FeatureSet;
use crate::wgsl::suggest::closest;

/// Records all paths that were requested, and the features that conditions use.
pub(super) struct FileFinder<'a> {
    pub(super) tree: &'a SourceTree,
    /// `None` if only the names that a file imports are listed.
    pub(super) root: Option<&'a Arc<Source>>,
    requested: RefCell<BTreeSet<ModulePath>>,
    features: RefCell<FeatureSet>,
}

impl<'a> FileFinder<'a> {
    pub(super) fn new(tree: &'a SourceTree, root: Option<&'a Arc<Source>>) -> Self {
        let finder = Self {
            tree,
            root,
            requested: RefCell::default(),
            features: RefCell::new(FeatureSet::new(&tree.features)),
        };
        if let Some(root) = root {
            finder.request(root.path.clone());
            finder.declare_features(root);
        }
        finder
    }
}

impl FileFinder<'_> {
    pub(super) fn request(&self, path: ModulePath) {
        self.requested.borrow_mut().insert(path);
    }

    pub(super) fn requested(&self) -> BTreeSet<ModulePath> {
        self.requested.borrow().clone()
    }

    /// Relative to `from`, else from the root of the folder. The error is a message for the author.
    pub(super) fn included(&self, from: &ModulePath, name: &str) -> Result<Arc<Source>, String> {
        if is_absolute(name) {
            return Err(format!(
                "{name:?} is an absolute path; a file is named relative to this one or to the folder"
            ));
        }
        let candidates = include_candidates(from, name);
        candidates.iter().for_each(|path| self.request(path.clone()));
        let mut found = candidates.iter().filter_map(|path| self.tree.get(path));
        if let Some(source) = found.next() {
            return Ok(Arc::clone(source));
        }
        let Some(relative) = candidates.first() else {
            return Err(format!("{name:?} is outside of the folder"));
        };
        let mut stems = candidates.iter().map(|path| path.components().join("/"));
        if let Some((file, reason)) = stems.find_map(|stem| self.reason_left_out(&stem)) {
            return Err(format!("`{file}` is {reason}"));
        }
        let others = || {
            let paths = self.tree.iter().map(|source| &source.path);
            paths.filter(|path| *path != from)
        };
        let stem = closest(relative.stem(), others().map(ModulePath::stem));
        let similar = stem.and_then(|stem| others().find(|path| path.stem() == stem));
        let advice = similar.map(|path| format!("; did you mean {:?}?", path.as_str()));
        let advice = advice.unwrap_or_default();
        Err(format!("no file {name:?} in the folder{advice}"))
    }

    /// For a path without extension: the file that was left out, and why.
    pub(super) fn reason_left_out(&self, stem: &str) -> Option<(String, &str)> {
        let extensions = ["wgsl", "wesl", "WGSL", "WESL"];
        let mut files = extensions.iter().map(|extension| format!("{stem}.{extension}"));
        files.find_map(|file| {
            let reason = self.tree.reason_left_out(&file)?;
            Some((file, reason))
        })
    }

    pub(super) fn declare_features(&self, source: &Source) {
        let mut features = self.features.borrow_mut();
        for (name, on) in declared_features(source) {
            features.declare(&name, on);
        }
    }

    pub(super) fn use_feature(&self, name: &str) -> bool {
        self.features.borrow_mut().use_feature(name)
    }

    pub(super) fn features(&self) -> Features {
        self.features.borrow().used.clone()
    }
}

/// On any system: `/a.wgsl`, `\\a.wgsl`, `C:\a.wgsl`.
pub(super) fn is_absolute(name: &str) -> bool {
    let drive = name.split_once(':').map(|(drive, _)| drive);
    name.starts_with(['/', '\\']) || drive.is_some_and(|drive| drive.len() == 1)
}

/// At most two, and none if all leave the folder.
pub(super) fn include_candidates(from: &ModulePath, name: &str) -> Vec<ModulePath> {
    let name = name.replace('\\', "/");
    let parent = from.as_str().rsplit_once('/').map_or("", |(parent, _)| parent);
    let relative = normalized(&format!("{parent}/{name}"));
    let mut candidates: Vec<ModulePath> = relative.into_iter().chain(normalized(&name)).collect();
    candidates.dedup();
    candidates
}

/// Without `.` and `..`; `None` if the path leaves the folder.
fn normalized(path: &str) -> Option<ModulePath> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| ModulePath::new(parts.join("/")))
}

fn declared_features(source: &Source) -> Vec<(String, bool)> {
    if !source.text.contains("@feature") {
        return Vec::new();
    }
    let comment = ParsedComment::parse(&source.outline().file_doc);
    let tags = comment.tags.iter().filter(|tag| tag.name == "feature");
    tags.filter_map(parse_feature).collect()
}

/// `@feature(name)` or `@feature(name, on)`; `None` if the arguments are wrong.
pub(crate) fn parse_feature(tag: &Tag) -> Option<(String, bool)> {
    let state = |word: &Argument| match word {
        Argument::Word(word) if word == "on" => Some(true),
        Argument::Word(word) if word == "off" => Some(false),
        _ => None,
    };
    match tag.arguments() {
        [Argument::Word(name)] => Some((name.clone(), false)),
        [Argument::Word(name), word] => state(word).map(|on| (name.clone(), on)),
        _ => None,
    }
}
