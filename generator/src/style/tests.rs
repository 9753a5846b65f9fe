//! What is made of style sheets: helpers of the tests beside this file, and what holds for all sheets.

use std::fs;
use std::path::Path;

use super::*;
use crate::asset::Assets;
use crate::cache::Cache;

mod dialect;
mod faults;
mod platform;
mod tweaks;

struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    /// A site with these style sheets (`name`, text), or files elsewhere when the name begins with a slash.
    fn new(files: &[(&str, &str)]) -> Site {
        let site = Site { folder: tempfile::tempdir().unwrap() };
        for (name, text) in files {
            site.write(name, text);
        }
        site
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        let file = match name.strip_prefix('/') {
            Some(path) => self.root().join(path),
            None => self.root().join(FOLDER).join(name),
        };
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn compile_with(&self, named: Option<&[&str]>, tweaks: &Tweaks) -> Styles {
        let named: Option<Vec<String>> =
            named.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
        let assets = Assets::load(self.root()).unwrap();
        compile(&Wanted {
            root: self.root(),
            named: named.as_deref(),
            tweaks,
            declared: &[],
            assets: &assets,
            cache: &Cache::of_site(self.root()),
        })
    }

    fn compile(&self, named: &[&str]) -> Styles {
        self.compile_with(Some(named), &Tweaks::default())
    }
}

fn css(styles: &Styles) -> String {
    assert_eq!(styles.diagnostics, [], "no fault was expected");
    let texts = styles.sheets.iter().map(|sheet| String::from_utf8(sheet.bytes.clone()).unwrap());
    texts.collect::<Vec<_>>().join("\n---\n")
}

/// Whether LESS is in this program; where it is not, the tests that need it say so and end.
fn less_is_here() -> bool {
    if !less::is_built_in() {
        println!("skipped: built without LESS (generator/less/dist/less.js); `make test` bundles it first");
    }
    less::is_built_in()
}

fn of_less(text: &str) -> String {
    css(&Site::new(&[("site.less", text)]).compile(&["site.less"]))
}

#[test]
fn less_runs_only_when_something_it_read_has_changed() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[("a.less", "@import 'b'; a{color:@ink}"), ("b.less", "@ink:red;")]);
    let run = || {
        let styles = site.compile(&["a.less"]);
        (styles.compiled, css(&styles))
    };
    assert_eq!(run(), (1, "a{color:red}".to_owned()));
    assert_eq!(run(), (0, "a{color:red}".to_owned()));
    site.write("b.less", "@ink:blue;");
    assert_eq!(run(), (1, "a{color:#00f}".to_owned()));
    fs::remove_dir_all(site.root().join(crate::cache::FOLDER)).unwrap();
    assert_eq!(run(), (1, "a{color:#00f}".to_owned()), "the cache may be deleted at any time");
    for entry in fs::read_dir(site.root().join(crate::cache::FOLDER).join("less")).unwrap() {
        fs::write(entry.unwrap().path(), "{\"broken").unwrap();
    }
    assert_eq!(run(), (1, "a{color:#00f}".to_owned()), "what is broken counts as absent");
}

#[test]
fn plain_sheets_are_joined_in_order_and_point_at_hashed_files() {
    let site = Site::new(&[
        ("b.css", "b{background:url( '../assets/bread.png' )}"),
        ("a.css", "a{background:url(nothing.png)}"),
        ("_part.css", "x{top:0}"),
        ("/template/assets/bread.png", "png"),
    ]);
    let styles = site.compile(&["b.css", "a.css"]);
    let address = Assets::load(site.root()).unwrap().resolve("/assets/bread.png").unwrap();
    let text = String::from_utf8(styles.sheets[0].bytes.clone()).unwrap();
    assert_eq!(text, format!("b{{background:url({address})}}a{{background:url(nothing.png)}}"));
    assert_eq!(styles.diagnostics.len(), 1);
    assert_eq!(styles.diagnostics[0].place(), "template/styles/a.css:1:18");
    let all = site.compile_with(None, &Tweaks::default());
    assert!(
        String::from_utf8_lossy(&all.sheets[0].bytes).starts_with("a{"),
        "in order of name, without _part.css"
    );
    assert!(!String::from_utf8_lossy(&all.sheets[0].bytes).contains('x'));
}

#[test]
fn what_old_browsers_lack_is_written_as_they_know_it() {
    let site = Site::new(&[(
        "a.css",
        ".a { color: #ff0000; & b { inset: 0 } }\n/* gone */ .a { user-select: none }",
    )]);
    assert_eq!(
        css(&site.compile(&["a.css"])),
        ".a{color:red}.a b{inset:0}.a{-webkit-user-select:none;user-select:none}"
    );
}

#[test]
fn a_sheet_that_is_not_understood_stays_as_it_is_and_says_where() {
    let text = "a{top:0}\nb{color:red;;zoom}\n.x{background:url(/assets/a.png)}";
    let site = Site::new(&[("a.css", "u{top:0}"), ("b.css", text), ("/template/assets/a.png", "")]);
    let styles = site.compile(&["a.css", "b.css"]);
    assert_eq!(styles.diagnostics.len(), 1);
    let warning = &styles.diagnostics[0];
    assert!(!warning.is_error());
    assert!(warning.place().starts_with("template/styles/b.css:2:"), "{warning}");
    assert!(String::from_utf8_lossy(&styles.sheets[0].bytes).contains(";;zoom"));
}

#[test]
fn a_sheet_that_is_not_there_is_a_warning_with_a_suggestion() {
    let styles = Site::new(&[("site.css", "")]).compile(&["stie.css"]);
    let warning = &styles.diagnostics[0];
    assert!(!warning.is_error() && warning.message.contains("is left out"), "{warning}");
    assert_eq!(warning.help.as_deref(), Some("did you mean `site.css`?"));
}
