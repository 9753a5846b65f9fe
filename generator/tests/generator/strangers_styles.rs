//! `site-fixtures/strangers/styles/`: style sheets as templates of the hosted platform have them.

use std::path::Path;

use crate::site::{TestSite, stderr};

fn site() -> TestSite {
    TestSite::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/strangers/styles"))
}

/// What LESS does not understand, what is absent, and hacks for old browsers: a line each, and the site is built.
#[test]
fn style_sheets_of_strangers_build_with_a_line_for_what_is_left_out() {
    let site = site();
    let done = site.loggia(&["check", "site"]);
    let said = stderr(&done);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(!said.contains("error["), "{said}");
    for line in [
        "never-there.less' of template.conf cannot be read and is left out",
        "'parts/gone.less' wasn't found; the import is left out",
        ".m is undefined",
        "Variable @widht is undefined; the rule 'width' is left out",
        "for browsers that are gone",
        "template/styles/site.less:15:22",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert_eq!(said.matches("style-hack").count(), 1, "{said}");
}

/// The dialect of the platform, its own sheets, and tweaks in comments with what the owner has set.
#[test]
fn style_sheets_of_strangers_look_as_on_the_platform() {
    let site = site();
    let built = site.build();
    assert!(!built.diagnostics.iter().any(loggia_generator::diagnostic::Diagnostic::is_error));
    let page = site.page("index.html");
    assert!(page.contains("tweak-layout-wide-full round-corners"), "{page}");
    let css: Vec<_> = site.tree().into_iter().filter(|(path, _)| path.starts_with("assets/site.")).collect();
    let css = String::from_utf8_lossy(&css[0].1).into_owned();
    for part in [
        "@import \"https://example.com/letters.css\";",
        ".a{width:100%;margin:61px;padding:15px}",
        ".p:nth-child(3n){clear:left}",
        ".b{color:red}",
        "padding:10px",
        "font-size:20px",
        "@media (max-width:640px){.sqs-layout",
        "nav:before{",
    ] {
        assert!(css.contains(part), "{part}: {css}");
    }
    assert!(!css.contains("zoom"), "{css}");
}
