//! The widgets' program: inside this program since it was built, or in a folder that is named.

use std::borrow::Cow;
use std::fs;
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
const TRACKER: &str = "src/tracker.ts";
const GALLERY: &str = "src/styles/gallery.css";

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
    /// Path below the output folder and bytes.
    pub files: Vec<(String, Cow<'static, [u8]>)>,
}

#[derive(Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    css: Vec<String>,
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
                let bytes = fs::read(entry.path()).map_err(|error| {
                    Diagnostic::error("widgets", entry.path(), format!("This file cannot be read: {error}."))
                })?;
                files.push((path, Cow::Owned(bytes)));
            }
        }
        Widgets::of(files, folder).map(Some)
    }

    fn of(files: Vec<(String, Cow<'static, [u8]>)>, folder: &Path) -> Result<Widgets, Diagnostic> {
        let fault = |message: &str| {
            Diagnostic::error("widgets", folder.join(MANIFEST), message)
                .help("build the widgets with `npm run build` in widgets/, and name widgets/dist")
        };
        let manifest = files.iter().find(|(path, _)| path == MANIFEST);
        let (_, manifest) =
            manifest.ok_or_else(|| fault("This folder has no manifest of a build of the widgets."))?;
        let chunks: std::collections::BTreeMap<String, Chunk> = serde_json::from_slice(manifest)
            .map_err(|error| fault(&format!("The manifest cannot be read: {error}.")))?;
        let entry =
            chunks.get(ENTRY).ok_or_else(|| fault(&format!("The manifest has no entry '{ENTRY}'.")))?;
        let address = |file: &String| format!("/{FOLDER}{file}");
        Ok(Widgets {
            loader: address(&entry.file),
            stylesheets: entry.css.iter().map(address).collect(),
            gallery: chunks.get(GALLERY).map(|chunk| address(&chunk.file)),
            tracker: chunks.get(TRACKER).map(|chunk| address(&chunk.file)),
            files: files
                .into_iter()
                .filter(|(path, _)| !path.starts_with('.'))
                .map(|(path, bytes)| (format!("{FOLDER}{path}"), bytes))
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_widgets_is_read_by_its_manifest() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".vite")).unwrap();
        let manifest = r#"{"src/main.ts": {"file": "loader-1a.js", "css": ["c/a.css"]}, "src/tracker.ts": {"file": "t.js"},
            "src/styles/gallery.css": {"file": "c/g.css"}}"#;
        fs::write(folder.path().join(MANIFEST), manifest).unwrap();
        fs::write(folder.path().join("loader-1a.js"), "1").unwrap();
        let widgets = Widgets::load(Some(folder.path())).unwrap().unwrap();
        assert_eq!(widgets.loader, "/assets/widgets/loader-1a.js");
        assert_eq!(widgets.tracker.as_deref(), Some("/assets/widgets/t.js"));
        assert_eq!(widgets.stylesheets, ["/assets/widgets/c/a.css"]);
        assert_eq!(widgets.gallery.as_deref(), Some("/assets/widgets/c/g.css"));
        assert_eq!(
            widgets.files,
            [("assets/widgets/loader-1a.js".to_owned(), Cow::Borrowed(b"1".as_slice()))]
        );
    }

    #[test]
    fn a_folder_without_a_build_is_refused_with_advice() {
        let folder = tempfile::tempdir().unwrap();
        let fault = Widgets::load(Some(folder.path())).unwrap_err();
        assert!(fault.help.unwrap().contains("npm run build"));
    }
}
