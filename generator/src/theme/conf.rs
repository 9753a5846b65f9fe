//! `template.conf`: layouts, menus and style sheets of a template.

use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::site::Memory;
use crate::site::document::Document;
use crate::site::members::Fields;
use crate::style::{self, Declared};

/// A layout: the regions that make a page, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The key in `template.conf`.
    pub key: String,
    /// Names of `.region` files without the ending.
    pub regions: Vec<String>,
    /// Where it stands in the file, for faults.
    pub(crate) line: (usize, usize),
}

/// What a template says of itself.
#[derive(Debug, Clone, Default)]
pub struct Conf {
    /// In order of the file; the first is used where none is named and there is no `default`.
    pub layouts: Vec<Layout>,
    /// Names of the menus that the template shows.
    pub navigations: Vec<String>,
    /// Style sheets in order; `None` when not given: all there are.
    pub stylesheets: Option<Vec<String>>,
    /// What the owner of a site may set of how it looks.
    pub tweaks: Vec<Declared>,
    /// The file, when there is one, and its text.
    pub(crate) file: Option<(PathBuf, String)>,
}

/// Reads `template/template.conf`. A site without one uses every region called `site`, or the built-in layout.
pub fn read(root: &Path, faults: &mut Vec<Diagnostic>) -> Conf {
    let file = root.join("template/template.conf");
    if !file.exists() {
        return Conf { tweaks: style::in_comments(root, None, &[]), ..Conf::default() };
    }
    let memory = Memory::new(root);
    let document = match Document::read(memory.folder(), &file, &mut memory.reader()) {
        Ok(document) => document,
        Err(fault) => {
            faults.push(fault);
            return Conf::default();
        }
    };
    let text = document.text().into_owned();
    let mut fields = Fields::of(document, faults);
    let mut layouts = Vec::new();
    for (key, _) in fields.object("layouts").as_object().into_iter().flat_map(|layouts| layouts.members()) {
        let mut layout = fields.inner(&["layouts".into(), key.into()]);
        // Some say the file, some only its name.
        let names = layout.texts("regions").into_iter();
        let regions: Vec<String> = names.map(|name| name.trim_end_matches(".region").to_owned()).collect();
        if regions.is_empty() {
            layout.fault(
                &[],
                "layout",
                format!("The layout '{key}' has no regions."),
                "add \"regions\": [\"site\"]",
            );
        }
        let path = ["layouts".into(), key.into(), "regions".into()];
        let offset = crate::site::position::locate(&text, &path);
        let line = crate::diagnostic::line_column(&text, offset);
        layouts.push(Layout { key: key.to_owned(), regions, line });
    }
    let named = !fields.node.get("stylesheets").is_nothing();
    let sheets: Vec<String> = fields.texts("stylesheets").into_iter().map(str::to_owned).collect();
    let menus = 0..fields.list("navigations").len();
    let navigations = menus
        .map(|index| fields.inner(&["navigations".into(), index.into()]).required("name").to_owned())
        .collect();
    let mut tweaks = Declared::read(&mut fields);
    let stylesheets = named.then_some(sheets);
    tweaks.extend(style::in_comments(root, stylesheets.as_deref(), &tweaks));
    Conf { layouts, navigations, stylesheets, tweaks, file: Some((document.file.to_path_buf(), text)) }
}
