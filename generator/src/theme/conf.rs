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
    let mut found = Vec::new();
    let (layouts, navigations, stylesheets) = parts(document, &mut found);
    // What is wrong with a part leaves the part out; the others are shown.
    faults.extend(found.into_iter().map(|fault: Diagnostic| match fault.code {
        "json-shape" => fault,
        _ => fault.into_warning(),
    }));
    let mut fields = Fields::at(document, Vec::new(), faults);
    let mut tweaks = Declared::read(&mut fields);
    tweaks.extend(style::in_comments(root, stylesheets.as_deref(), &tweaks));
    Conf { layouts, navigations, stylesheets, tweaks, file: Some((document.file.to_path_buf(), text)) }
}

/// Layouts, names of menus, and names of style sheets; `None` where none are given.
fn parts(
    document: Document<'_>,
    faults: &mut Vec<Diagnostic>,
) -> (Vec<Layout>, Vec<String>, Option<Vec<String>>) {
    let mut fields = Fields::of(document, faults);
    let mut layouts = Vec::new();
    for (key, _) in fields.object("layouts").as_object().into_iter().flat_map(|layouts| layouts.members()) {
        let mut layout = fields.inner(&["layouts".into(), key.into()]);
        // Some say the file, some only its name.
        let names = layout.texts("regions").into_iter();
        let regions: Vec<String> = names.map(|name| name.trim_end_matches(".region").to_owned()).collect();
        if regions.is_empty() {
            let message = format!("The layout '{key}' has no regions; its pages show their content alone.");
            layout.fault(&[], "layout", message, "a region is named \"regions\": [\"site\"]");
        }
        let line = document.place(&["layouts".into(), key.into(), "regions".into()]);
        layouts.push(Layout { key: key.to_owned(), regions, line });
    }
    let named = !fields.node.get("stylesheets").is_nothing();
    let sheets: Vec<String> = fields.texts("stylesheets").into_iter().map(str::to_owned).collect();
    let menus = fields.list("navigations").iter();
    let navigations = menus.filter_map(|menu| menu.get("name").as_str().map(str::to_owned)).collect();
    (layouts, navigations, named.then_some(sheets))
}
