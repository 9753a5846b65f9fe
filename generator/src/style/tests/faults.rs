//! What LESS does not understand is left out with a warning at its place, and the rest stays.

use super::*;

/// The one warning of a site with these sheets, and the CSS that is made nevertheless.
fn warned(files: &[(&str, &str)]) -> (Diagnostic, String) {
    let styles = Site::new(files).compile(&["site.less"]);
    assert_eq!(styles.diagnostics.len(), 1, "{:?}", styles.diagnostics);
    assert!(!styles.diagnostics[0].is_error());
    let text = styles.sheets.first().map(|sheet| String::from_utf8(sheet.bytes.clone()).unwrap());
    (styles.diagnostics[0].clone(), text.unwrap_or_default())
}

/// The one error of a site with this sheet: it has no CSS.
fn fault(files: &[(&str, &str)]) -> Diagnostic {
    let styles = Site::new(files).compile(&["site.less"]);
    assert_eq!(styles.diagnostics.len(), 1, "{:?}", styles.diagnostics);
    assert!(styles.diagnostics[0].is_error() && styles.sheets.is_empty());
    styles.diagnostics[0].clone()
}

#[test]
fn a_rule_that_fails_is_left_out_by_itself() {
    if !less_is_here() {
        return;
    }
    let (unknown, made) = warned(&[("site.less", "a {\n  color: red;\n  width: @widht;\n}")]);
    assert_eq!(unknown.place(), "template/styles/site.less:3:3");
    assert_eq!(unknown.message, "Variable @widht is undefined; the rule 'width' is left out.");
    assert_eq!(unknown.source_line.as_deref(), Some("  width: @widht;"));
    assert_eq!(made, "a{color:red}");

    let (mixin, made) =
        warned(&[("site.less", "@import 'deep/x';"), ("deep/x.less", "/* é */\nb { .none(); top: 0 }")]);
    assert_eq!(mixin.place(), "template/styles/deep/x.less:2:5");
    assert_eq!((mixin.message.as_str(), made.as_str()), (".none is undefined.", "b{top:0}"));

    let (import, made) = warned(&[("site.less", "a{top:0}\n@import 'gone';")]);
    assert_eq!(import.place(), "template/styles/site.less:2:1");
    assert_eq!(import.message, "'gone.less' wasn't found; the import is left out.");
    assert_eq!(made, "a{top:0}");

    let (circle, made) = warned(&[("site.less", "@a: @b; @b: @a; i { top: @a; left: 0 }")]);
    assert!(circle.message.contains("references itself"), "{circle}");
    assert_eq!(made, "i{left:0}");

    let (net, _) = warned(&[("site.less", "@import (less) 'https://example.com/a.less'; u{top:0}")]);
    assert!(net.message.contains("not fetched"), "{net}");
}

#[test]
fn what_is_not_understood_is_left_out_and_the_rest_goes_on() {
    if !less_is_here() {
        return;
    }
    let (odd, made) = warned(&[("site.less", "a{top:0}\n@x: { left: 0 }\nb{top:1px}")]);
    assert_eq!(odd.place(), "template/styles/site.less:2:1");
    assert_eq!(made, "a{top:0}b{top:1px}");

    let (call, made) =
        warned(&[("site.less", ".m(@a, @b) { flex-flow: @a @b }\n.y { .m(row nowrap); top: 0 }")]);
    assert_eq!((call.place().as_str(), made.as_str()), ("template/styles/site.less:2:6", ".y{top:0}"));

    let (inner, made) = warned(&[("site.less", "a { top: 0;\n  @x y z;\n  left: 0; b { left: 1px } }")]);
    assert_eq!(inner.place(), "template/styles/site.less:2:3");
    assert_eq!(made, "a{top:0;left:0}a b{left:1px}");

    let (bracket, made) = warned(&[("site.less", "a{top:0}\n}\nb{top:1px}")]);
    assert_eq!(
        (bracket.place().as_str(), made.as_str()),
        ("template/styles/site.less:2:1", "a{top:0}b{top:1px}")
    );

    let (open, made) = warned(&[("site.less", "a { color: red;\n\nb { top: 0 }\n")]);
    assert_eq!((open.place().as_str(), open.code), ("template/styles/site.less:1:3", "style-less"));
    assert_eq!(made, "a{color:red}a b{top:0}");
}

#[test]
fn a_variable_that_nobody_asks_for_harms_nothing() {
    if !less_is_here() {
        return;
    }
    assert_eq!(of_less("@a: @gone; .m(@x) { width: @x + @gone } b { top: 0 }"), "b{top:0}");
}

#[test]
fn programs_in_style_sheets_are_not_run() {
    if !less_is_here() {
        return;
    }
    let (plugin, made) = warned(&[("site.less", "@plugin 'evil';\na{top:0}"), ("evil.js", "throw 1")]);
    assert_eq!(plugin.place(), "template/styles/site.less:1:1");
    assert!(plugin.message.contains("not run"), "{plugin}");
    assert_eq!(made, "a{top:0}");
    let (script, made) = warned(&[("site.less", "a { width: `1 + 1`; top: 0 }")]);
    assert!(script.place().starts_with("template/styles/site.less:1:"), "{script}");
    assert!(script.help.is_some(), "{script}");
    assert_eq!(made, "a{top:0}");
}

#[test]
fn a_missing_picture_is_named_where_it_stands() {
    if !less_is_here() {
        return;
    }
    let sheet = ".m() {\n  background: none,\n    url(nothing.png);\n}\n.b { .m(); }";
    let (picture, _) = warned(&[("site.less", sheet)]);
    assert_eq!(picture.place(), "template/styles/site.less:3:9");
    assert_eq!(picture.code, "file-missing");
}

#[test]
fn a_sheet_without_end_is_a_fault_and_not_a_build_without_end() {
    if !less_is_here() {
        return;
    }
    let (endless, made) = warned(&[("site.less", ".a() { .a(); }\nb { .a(); top: 0 }")]);
    assert_eq!(
        endless.help.as_deref(),
        Some("look for a mixin that calls itself without a guard that ends it"),
        "{endless}"
    );
    assert_eq!(made, "b{top:0}");
    let doubled = fault(&[("site.less", ".a() { .a(); .a(); }\nb { .a(); }")]);
    assert!(doubled.message.contains("does not come to an end"), "{doubled}");
    let deep = "a{".repeat(5_000);
    let styles = Site::new(&[("site.less", &deep)]).compile(&["site.less"]);
    assert!(!styles.diagnostics.is_empty());
}

/// A few hundred characters that ask for a billion words.
#[test]
fn s_126_a_sheet_that_asks_for_too_much_is_a_fault_with_its_place() {
    if !less_is_here() {
        return;
    }
    let doubled = |first: &str, next: &dyn Fn(usize) -> String, rest: &str| {
        let rounds: Vec<String> = (0..30).map(next).collect();
        format!("{first}\n{}\n{rest}\n", rounds.join("\n"))
    };
    let list = doubled("@a0: x;", &|n| format!("@a{}: @a{n} @a{n};", n + 1), "body { --x: @a30; }");
    let fault = fault(&[("site.less", &list)]);
    assert!(fault.message.contains("256 MB of memory"), "{fault}");
    assert!(fault.place().starts_with("template/styles/site.less:"), "{fault}");
    assert!(fault.help.as_deref().is_some_and(|help| help.starts_with("look for variables")), "{fault}");
}
