//! The widgets' program: inside this program since it was built, or in a folder that is named.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use walkdir::WalkDir;

use crate::asset::slashes;
use crate::diagnostic::Diagnostic;

include!(concat!(env!("OUT_DIR"), "/widgets.rs"));

/// Where the widgets lie in the output.
pub const FOLDER: &str = "assets/widgets/";

const MANIFEST: &str = ".vite/manifest.json";
const ENTRY: &str = "src/main.ts";
const EDITOR: &str = "src/editor/main.tsx";
/// What keeps the last orders on a device; one script that has no other file.
const WORKER: &str = "src/editor/worker.ts";
const TRACKER: &str = "src/tracker.ts";
const CONSENT: &str = "src/consent.ts";
const GALLERY: &str = "src/styles/gallery.css";
/// Where the parts lie that scripts of templates call; each is one script and has no other file.
const SHIM: &str = "src/shim/";

/// The files of the widgets' program, and what a page must name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Widgets {
    /// The address of the script that finds the widgets of a page and loads them.
    pub loader: String,
    /// The addresses of the style sheets that a page with widgets needs at once.
    pub stylesheets: Vec<String>,
    /// The address of the style sheet that a page with a gallery needs besides, with or without a widget.
    pub gallery: Option<String>,
    /// The address of the script that counts visits and reports errors, when the build has one.
    pub tracker: Option<String>,
    /// The address of the script that asks for consent and keeps the answer, when the build has one.
    pub consent: Option<String>,
    /// The addresses of what scripts of templates call, by the name of the part.
    pub shim: BTreeMap<String, String>,
    /// Path below the output folder and bytes.
    pub files: Vec<(String, Cow<'static, [u8]>)>,
    /// The way from each script back to what was written: never among the files of a site, only for its api.
    pub maps: Vec<SourceMap>,
}

/// A script and its source map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceMap {
    /// The name of the script, without a folder.
    pub file: String,
    /// The script.
    pub script: Cow<'static, [u8]>,
    /// The map, as JSON.
    pub map: Cow<'static, [u8]>,
}

const MAP: &str = ".map";

/// The maps among the files of a build, each with its script.
fn maps(files: &[(String, Cow<'static, [u8]>)]) -> Vec<SourceMap> {
    let of = |(path, map): &(String, Cow<'static, [u8]>)| {
        let script_path = path.strip_suffix(MAP).filter(|script| script.ends_with(".js"))?;
        let (_, script) = files.iter().find(|(path, _)| path == script_path)?;
        let file = script_path.rsplit('/').next().unwrap_or(script_path).to_owned();
        Some(SourceMap { file, script: script.clone(), map: map.clone() })
    };
    files.iter().filter_map(of).collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    file: String,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    assets: Vec<String>,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    dynamic_imports: Vec<String>,
    #[serde(default)]
    is_entry: bool,
}

type Chunks = BTreeMap<String, Chunk>;

/// What the page of the editor names: paths below the widgets' folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    /// The script.
    pub file: String,
    /// The style sheets.
    pub css: Vec<String>,
}

/// The editor of a folder, or the one inside the program; `None` when it has not been built.
#[must_use]
pub fn editor(folder: Option<&Path>) -> Option<Editor> {
    let chunks: Chunks = serde_json::from_slice(&file_of(folder, MANIFEST)?).ok()?;
    let entry = chunks.get(EDITOR)?;
    // The style sheets of what the script imports at once come before it, as the builder would have them.
    let mut css: Vec<String> = Vec::new();
    let mut waiting = vec![EDITOR];
    let mut seen = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        let Some(chunk) = chunks.get(name).filter(|_| seen.insert(name)) else { continue };
        let fresh: Vec<&String> = chunk.css.iter().filter(|file| !css.contains(file)).collect();
        css.extend(fresh.into_iter().cloned());
        waiting.extend(chunk.imports.iter().map(String::as_str));
    }
    Some(Editor { file: entry.file.clone(), css })
}

/// What the editor keeps on a device by: a script of its own.
#[must_use]
pub fn editor_worker(folder: Option<&Path>) -> Option<Cow<'static, [u8]>> {
    let chunks: Chunks = serde_json::from_slice(&file_of(folder, MANIFEST)?).ok()?;
    file_of(folder, &chunks.get(WORKER)?.file)
}

/// A file of the widgets' program, those of the editor among them and no map; its path below the widgets' folder.
#[must_use]
pub fn file(folder: Option<&Path>, path: &str) -> Option<Cow<'static, [u8]>> {
    let is_plain =
        |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0']);
    if !path.split('/').all(is_plain) || path.ends_with(MAP) {
        return None;
    }
    file_of(folder, path)
}

fn file_of(folder: Option<&Path>, path: &str) -> Option<Cow<'static, [u8]>> {
    match folder {
        Some(folder) => crate::folder::read(folder.join(path)).ok().map(Cow::Owned),
        None => EMBEDDED.iter().find(|(name, _)| *name == path).map(|(_, bytes)| Cow::Borrowed(*bytes)),
    }
}

/// The files that only the editor needs: they are not published.
fn only_of_editor(chunks: &Chunks) -> BTreeSet<String> {
    let reached = |wanted: &dyn Fn(&str, &Chunk) -> bool| {
        let first = chunks.iter().filter(|(name, chunk)| chunk.is_entry && wanted(name, chunk));
        let mut waiting: Vec<&str> = first.map(|(name, _)| name.as_str()).collect();
        let (mut seen, mut files) = (BTreeSet::new(), BTreeSet::new());
        while let Some(name) = waiting.pop() {
            let Some(chunk) = chunks.get(name).filter(|_| seen.insert(name)) else { continue };
            files.insert(chunk.file.clone());
            files.extend(chunk.css.iter().chain(&chunk.assets).cloned());
            waiting.extend(chunk.imports.iter().chain(&chunk.dynamic_imports).map(String::as_str));
        }
        files
    };
    let is_editor = |name: &str| name == EDITOR || name == WORKER;
    let editor = reached(&|name, _| is_editor(name));
    let others = reached(&|name, _| !is_editor(name));
    editor.difference(&others).cloned().collect()
}

impl Widgets {
    /// The widgets of a folder, or those inside the program; `None` when there are none inside.
    ///
    /// # Errors
    /// When a folder was named and is not the outcome of a build of the widgets.
    pub fn load(folder: Option<&Path>) -> Result<Option<Widgets>, Diagnostic> {
        let Some(folder) = folder else {
            if EMBEDDED.is_empty() {
                return Ok(None);
            }
            let files =
                EMBEDDED.iter().map(|(path, bytes)| ((*path).to_owned(), Cow::Borrowed(*bytes))).collect();
            return Widgets::of(files, Path::new("(built in) widgets")).map(Some);
        };
        let mut files = Vec::new();
        for entry in WalkDir::new(folder).sort_by_file_name().into_iter().flatten() {
            if entry.file_type().is_file() {
                let path = slashes(entry.path().strip_prefix(folder).unwrap_or(entry.path()));
                let bytes = crate::folder::read(entry.path()).map_err(|error| {
                    Diagnostic::error("widgets", entry.path(), format!("This file cannot be read: {error}."))
                })?;
                files.push((path, Cow::Owned(bytes)));
            }
        }
        Widgets::of(files, folder).map(Some)
    }

    /// Leaves out the parts that no script of a site's template calls: they are no files of that site.
    pub fn keep_shim(&mut self, is_called: impl Fn(&str) -> bool) {
        let left_out = self.shim.iter().filter(|(part, _)| !is_called(part));
        let left_out: BTreeSet<String> = left_out.map(|(_, address)| address.clone()).collect();
        self.shim.retain(|part, _| is_called(part));
        self.files.retain(|(path, _)| !left_out.contains(&format!("/{path}")));
    }

    fn of(files: Vec<(String, Cow<'static, [u8]>)>, folder: &Path) -> Result<Widgets, Diagnostic> {
        let fault = |message: &str| {
            Diagnostic::error("widgets", folder.join(MANIFEST), message)
                .help("build the widgets with `npm run build` in widgets/, and name widgets/dist")
        };
        let manifest = files.iter().find(|(path, _)| path == MANIFEST);
        let (_, manifest) =
            manifest.ok_or_else(|| fault("This folder has no manifest of a build of the widgets."))?;
        let chunks: Chunks = serde_json::from_slice(manifest)
            .map_err(|error| fault(&format!("The manifest cannot be read: {error}.")))?;
        let entry =
            chunks.get(ENTRY).ok_or_else(|| fault(&format!("The manifest has no entry '{ENTRY}'.")))?;
        let address = |file: &String| format!("/{FOLDER}{file}");
        let only_of_editor = only_of_editor(&chunks);
        let part = |(name, chunk): (&String, &Chunk)| {
            let part = name.strip_prefix(SHIM)?.strip_suffix(".ts")?;
            Some((part.to_owned(), address(&chunk.file)))
        };
        Ok(Widgets {
            shim: chunks.iter().filter_map(part).collect(),
            loader: address(&entry.file),
            stylesheets: entry.css.iter().map(address).collect(),
            gallery: chunks.get(GALLERY).map(|chunk| address(&chunk.file)),
            tracker: chunks.get(TRACKER).map(|chunk| address(&chunk.file)),
            consent: chunks.get(CONSENT).map(|chunk| address(&chunk.file)),
            maps: maps(&files),
            files: files
                .into_iter()
                .filter(|(path, _)| {
                    !path.starts_with('.') && !path.ends_with(MAP) && !only_of_editor.contains(path)
                })
                .map(|(path, bytes)| (format!("{FOLDER}{path}"), bytes))
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_folder_of_widgets_is_read_by_its_manifest() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".vite")).unwrap();
        let manifest = r#"{"src/main.ts": {"file": "loader-1a.js", "css": ["c/a.css"]}, "src/tracker.ts": {"file": "t.js"},
            "src/styles/gallery.css": {"file": "c/g.css"}}"#;
        fs::write(folder.path().join(MANIFEST), manifest).unwrap();
        fs::write(folder.path().join("loader-1a.js"), "1").unwrap();
        fs::write(folder.path().join("loader-1a.js.map"), "{}").unwrap();
        fs::write(folder.path().join("gone-1a.js.map"), "{}").unwrap();
        let widgets = Widgets::load(Some(folder.path())).unwrap().unwrap();
        assert_eq!(widgets.loader, "/assets/widgets/loader-1a.js");
        assert_eq!(widgets.tracker.as_deref(), Some("/assets/widgets/t.js"));
        assert_eq!(widgets.stylesheets, ["/assets/widgets/c/a.css"]);
        assert_eq!(widgets.gallery.as_deref(), Some("/assets/widgets/c/g.css"));
        assert_eq!(
            widgets.files,
            [("assets/widgets/loader-1a.js".to_owned(), Cow::Borrowed(b"1".as_slice()))]
        );
        // The way back to what was written is for the api alone.
        let (script, map) = (Cow::Borrowed(b"1".as_slice()), Cow::Borrowed(b"{}".as_slice()));
        assert_eq!(widgets.maps, [SourceMap { file: "loader-1a.js".to_owned(), script, map }]);
    }

    #[test]
    fn what_no_script_of_a_template_calls_is_no_file_of_the_site() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".vite")).unwrap();
        let manifest = r#"{"src/main.ts": {"file": "loader.js"}, "src/shim/yui.ts": {"file": "y.js"},
            "src/shim/pictures.ts": {"file": "p.js"}}"#;
        fs::write(folder.path().join(MANIFEST), manifest).unwrap();
        for file in ["loader.js", "y.js", "p.js"] {
            fs::write(folder.path().join(file), file).unwrap();
        }
        let mut widgets = Widgets::load(Some(folder.path())).unwrap().unwrap();
        assert_eq!((widgets.shim.len(), widgets.files.len()), (2, 3));
        widgets.keep_shim(|part| part == "yui");
        assert_eq!(widgets.shim, BTreeMap::from([("yui".to_owned(), "/assets/widgets/y.js".to_owned())]));
        assert!(widgets.files.iter().all(|(path, _)| !path.ends_with("p.js")), "{:?}", widgets.files);
        widgets.keep_shim(|_| false);
        assert_eq!((widgets.shim.len(), widgets.files.len()), (0, 1));
    }

    #[test]
    fn e_001_the_editor_is_found_and_never_published() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".vite")).unwrap();
        let manifest = r#"{
            "src/main.ts": {"file": "loader-1a.js", "isEntry": true, "imports": ["_shared.js"]},
            "src/editor/main.tsx": {"file": "editor-2b.js", "css": ["c/editor.css"], "isEntry": true, "imports": ["_shared.js", "_own.js"],
                "dynamicImports": ["src/editor/panel.tsx"]},
            "_shared.js": {"file": "c/shared.js"}, "_own.js": {"file": "c/own.js", "css": ["c/own.css"]},
            "src/editor/panel.tsx": {"file": "c/panel.js", "assets": ["c/icons.svg"]}}"#;
        fs::write(folder.path().join(MANIFEST), manifest).unwrap();
        fs::create_dir(folder.path().join("c")).unwrap();
        for file in [
            "loader-1a.js",
            "editor-2b.js",
            "c/editor.css",
            "c/shared.js",
            "c/own.js",
            "c/own.css",
            "c/panel.js",
            "c/icons.svg",
        ] {
            fs::write(folder.path().join(file), file).unwrap();
        }
        let css = vec!["c/editor.css".to_owned(), "c/own.css".to_owned()];
        assert_eq!(editor(Some(folder.path())), Some(Editor { file: "editor-2b.js".into(), css }));
        let widgets = Widgets::load(Some(folder.path())).unwrap().unwrap();
        let paths: Vec<&str> = widgets.files.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["assets/widgets/c/shared.js", "assets/widgets/loader-1a.js"]);
        assert_eq!(file(Some(folder.path()), "c/own.js").as_deref(), Some(b"c/own.js".as_slice()));
        fs::write(folder.path().join("c/own.js.map"), "{}").unwrap();
        for path in
            ["../secret", "c/own.js.map", ".vite/manifest.json", "c/../../x", "", "/etc/passwd", "c//own.js"]
        {
            assert_eq!(file(Some(folder.path()), path), None, "{path}");
        }
    }

    #[test]
    fn a_folder_without_a_build_is_refused_with_advice() {
        let folder = tempfile::tempdir().unwrap();
        let fault = Widgets::load(Some(folder.path())).unwrap_err();
        assert!(fault.help.unwrap().contains("npm run build"));
    }
}
