//! What an owner sets reaches the style sheets and the pages.

use loggia_template::Arena;

use super::*;
use crate::site::document::Document;
use crate::site::members::Fields;
use crate::site::memory::Reader;

#[test]
fn tweaks_win_over_the_templates_own_variables() {
    if !less_is_here() {
        return;
    }
    let arena = Arena::new();
    let read = |json: &str| {
        let document =
            Document::parse(Path::new("site.json"), json.as_bytes().to_vec(), &mut Reader::new(&arena))
                .unwrap();
        let mut faults = Vec::new();
        (tweaks(document, &[], &mut faults), faults)
    };
    let site = Site::new(&[("a.less", "@ink: red; @gap: 1px; a { color: @ink; margin: @gap }")]);
    let compiled = |tweaks: &Tweaks| site.compile_with(None, tweaks);
    let (good, faults) = read(r##"{"tweaks": {"ink": "#0a0b0c", "gap": "2px"}}"##);
    assert_eq!(faults, []);
    assert_eq!(css(&compiled(&good)), "a{color:#0a0b0c;margin:2px}");

    let (unknown, _) = read("{\n \"tweaks\": {\"inc\": \"red\"}}");
    let warning = &compiled(&unknown).diagnostics[0];
    assert_eq!((warning.place().as_str(), warning.is_error()), ("site.json:2:20", false));

    let (broken, _) = read("{\"tweaks\": {\"gap\": \"1px\",\n \"ink\": \"#f{\"}}");
    let fault = &compiled(&broken).diagnostics[0];
    assert!(fault.is_error() && fault.place().starts_with("site.json:2:"), "{fault}");

    let (none, faults) = read(r#"{"tweaks": {"a b": "red", "ink": {}, "gap": ""}}"#);
    assert_eq!((none.lines().len(), faults.len()), (0, 3));
}

/// What a template declares, as it stands in `tweaks` of its template.conf.
fn declared(json: &str) -> (Vec<Declared>, Vec<Diagnostic>) {
    let text = format!("{{\"tweaks\": {json}}}");
    let arena = Arena::new();
    let document =
        Document::parse(Path::new("template/template.conf"), text.into_bytes(), &mut Reader::new(&arena))
            .unwrap();
    let mut faults = Vec::new();
    (Declared::read(&mut Fields::of(document, &mut faults)), faults)
}

#[test]
fn e_114_tweaks_of_every_kind_reach_plain_style_sheets() {
    let (of_template, faults) = declared(
        r##"[{"name": "ink", "kind": "color", "default": "#000"}, {"name": "text-font", "kind": "font"},
            {"name": "gap", "kind": "range"}, {"name": "round", "kind": "checkbox", "default": true},
            {"name": "header", "kind": "select", "default": "wide"}, {"name": "backdrop", "kind": "image"}]"##,
    );
    assert_eq!(faults, []);
    let site = Site::new(&[
        ("a.css", "@layer own{:root{--ink:#000;--gap:1px}a{color:var(--ink);margin:var(--gap)}}"),
        ("/files/sea.jpg", "sea"),
    ]);
    let arena = Arena::new();
    let read = |json: &str| {
        let document =
            Document::parse(Path::new("site.json"), json.as_bytes().to_vec(), &mut Reader::new(&arena))
                .unwrap();
        let mut faults = Vec::new();
        let tweaks = tweaks(document, &of_template, &mut faults);
        assert_eq!(faults, []);
        (tweaks, document)
    };
    let compiled = |json: &str| site.compile_with(None, &read(json).0);
    let (none, _) = read("{}");
    let plain = css(&site.compile_with(None, &none));
    assert!(!plain.contains("@layer own;") && plain.ends_with('}'), "{plain}");
    let all = css(&compiled(
        r##"{"tweaks": {"ink": "#0a0b0c", "text-font": "Georgia, serif", "gap": "2px", "backdrop": "/files/sea.jpg"}}"##,
    ));
    // Behind every layer, so that it wins; the picture under its hashed name.
    let (layer, own) = all.rsplit_once(":root{").unwrap();
    assert!(layer.contains("@layer own"), "{all}");
    for wanted in
        ["--ink:#0a0b0c", "--text-font:Georgia,serif", "--gap:2px", "--backdrop:url(/assets/files/sea."]
    {
        assert!(own.replace(", ", ",").replace('"', "").contains(wanted), "{wanted}: {own}");
    }
    for broken in ["#f;} body{color:red", "rgb(1", "a)", "'open", "1px!important", "a/*b"] {
        let json = serde_json::json!({"tweaks": {"ink": broken}}).to_string();
        let styles = compiled(&json);
        let fault = &styles.diagnostics[0];
        assert!(fault.is_error() && fault.place().starts_with("site.json:1:"), "{broken}: {fault}");
    }
    let unknown = &compiled(r#"{"tweaks": {"inc": "red"}}"#).diagnostics[0];
    assert!(!unknown.is_error() && unknown.message.contains("--inc"), "{unknown}");

    // What is chosen or switched on is a class of every page; the template's own value where the owner says nothing.
    let classes_of = |json: &str| classes(&of_template, read(json).1.root.get("tweaks"));
    assert_eq!(classes_of("{}"), " tweak-round tweak-header-wide");
    assert_eq!(classes_of(r#"{"tweaks": {"round": false, "header": "in line"}}"#), " tweak-header-in-line");
}

#[test]
fn a_tweak_that_is_declared_wrongly_is_a_fault() {
    let (found, faults) =
        declared(r#"[{"name": "a b", "kind": "font"}, {"name": "x", "kind": "colour"}, {}]"#);
    assert_eq!(found.len(), 1);
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(messages[..2], ["'a b' cannot be the name of a variable.", "'colour' is no kind of tweak."]);
    assert!(messages.len() > 2, "{messages:?}");
}

/// The tweaks that the comments of a sheet declare.
fn commented(sheet: &str) -> (Site, Vec<Declared>) {
    let site = Site::new(&[("a.less", sheet)]);
    let found = in_comments(site.root(), None, &[]);
    (site, found)
}

const SHEET: &str = r#"
// tweak: { "type" : "value", "title" : "Site Width", "min" : 480, "max" : 1280, "step" : 10, "category" : "Site" }
@siteWidth: 960px;
//tweak:{ type: 'color', title: 'Ink', target: 'body', category: 'Site', }
@ink: #333;
/* tweak: { "type": "font", "title": "Navigation", "label": "Menu",
     "target": "nav" } */
.nav-font {
  font-family: Georgia, serif;
  font-size: 14px; // small
  text-transform: uppercase;
}
// tweak: { "type" : "dropdown", "title" : "tweak-x", "label": "X", "options" : ["Full Width", "Bag (Small)"], "default" : "Full Width" }
// tweak: { "type" : "checkbox", "title" : "Center Title & Meta", "active" : "true" }
// tweak: { "type" : "checkbox", "title" : "Snowing?", "active" : false }
.snowing {}
// tweak: { "type" : "value", "title" : "gap", "default" : "3px" }

nav { .nav-font; padding: @nav-font-font-size / 2; width: @siteWidth; color: @ink; margin: @gap }
"#;

#[test]
fn tweaks_in_comments_are_read_with_what_follows_them() {
    let (_, found) = commented(SHEET);
    let all: Vec<_> = found
        .iter()
        .map(|tweak| (tweak.name.as_str(), tweak.kind, tweak.default.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(
        all,
        [
            ("siteWidth", "range", "960px"),
            ("ink", "color", "#333"),
            ("nav-font-font-family", "font", "Georgia, serif"),
            ("nav-font-font-size", "range", "14px"),
            ("nav-font-text-transform", "select", "uppercase"),
            ("tweak-x", "select", "Full Width"),
            ("center-title--meta", "checkbox", "true"),
            ("snowing", "checkbox", "false"),
            ("gap", "range", "3px"),
        ]
    );
    assert_eq!(
        (found[0].min, found[0].max, found[0].category.as_deref()),
        (Some(480.0), Some(1280.0), Some("Site"))
    );
    assert_eq!(found[5].options, ["Full Width", "Bag (Small)"]);
    assert_eq!(found[3].label.as_deref(), Some("Menu: size"));
    let arena = Arena::new();
    let read = |json: &str| {
        Document::parse(Path::new("site.json"), json.as_bytes().to_vec(), &mut Reader::new(&arena)).unwrap()
    };
    let none = read("{}");
    assert_eq!(classes(&found, none.root.get("tweaks")), " tweak-x-full-width center-title--meta");
    let set = read(r#"{"tweaks": {"tweak-x": "Bag (Small)", "center-title--meta": false, "snowing": true}}"#);
    assert_eq!(classes(&found, set.root.get("tweaks")), " tweak-x-bag-small snowing");
    let values = values(&found, set.root.get("tweaks"));
    assert!(values.contains(&("tweak-x".to_owned(), "Bag (Small)".to_owned())), "{values:?}");
    assert!(values.contains(&("siteWidth".to_owned(), "960px".to_owned())), "{values:?}");
}

#[test]
fn what_the_owner_sets_wins_over_tweaks_in_comments() {
    if !less_is_here() {
        return;
    }
    let (site, found) = commented(SHEET);
    let arena = Arena::new();
    let compiled = |json: &str| {
        let document =
            Document::parse(Path::new("site.json"), json.as_bytes().to_vec(), &mut Reader::new(&arena))
                .unwrap();
        let mut faults = Vec::new();
        let tweaks = tweaks(document, &found, &mut faults);
        assert_eq!(faults, []);
        let assets = Assets::load(site.root()).unwrap();
        let cache = Cache::of_site(site.root());
        let wanted = Wanted {
            root: site.root(),
            named: None,
            tweaks: &tweaks,
            declared: &found,
            assets: &assets,
            cache: &cache,
        };
        css(&compile(&wanted))
    };
    let own = compiled("{}");
    for wanted in ["padding:7px", "font-size:14px", "width:960px", "color:#333", "margin:3px"] {
        assert!(own.contains(wanted), "{wanted}: {own}");
    }
    let set = compiled(
        r##"{"tweaks": {"nav-font-font-size": "20px", "siteWidth": "800px", "ink": "#0a0b0c", "tweak-x": "Bag (Small)"}}"##,
    );
    for wanted in ["padding:10px", "font-size:20px", "width:800px", "color:#0a0b0c"] {
        assert!(set.contains(wanted), "{wanted}: {set}");
    }
}

#[test]
fn comments_that_are_no_tweaks_are_passed_over() {
    let text = "// tweak: { \"type\": \"value\"\n@x: 1px;\n/* tweak: { */\n// a tweak: of mine\n@y: url(http://x//tweak:{});\n// tweak: {type: dropdown}\n";
    assert_eq!(commented(text).1, []);
}
