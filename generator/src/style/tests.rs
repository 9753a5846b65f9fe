//! What LESS makes of each of its features, where its faults are reported, and what is kept.

use std::fs;
use std::path::Path;

use super::less::Math;
use super::*;
use crate::asset::Assets;
use crate::cache::Cache;
use crate::site::document::Document;
use crate::site::members::Fields;
use crate::site::memory::Reader;
use loggia_template::Arena;

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

    fn compile_with(&self, named: Option<&[&str]>, math: Math, tweaks: &Tweaks) -> Styles {
        let named: Option<Vec<String>> =
            named.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
        let assets = Assets::load(self.root()).unwrap();
        compile(&Wanted {
            root: self.root(),
            named: named.as_deref(),
            math,
            tweaks,
            assets: &assets,
            cache: &Cache::of_site(self.root()),
        })
    }

    fn compile(&self, named: &[&str]) -> Styles {
        self.compile_with(Some(named), Math::default(), &Tweaks::default())
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
fn variables_mixins_and_guards() {
    if !less_is_here() {
        return;
    }
    let text = "@ink: #333; @side: left;
        .button(@color; @pad: 4px) { color: @color; padding-@{side}: @pad; }
        .shade(@c) when (lightness(@c) > 50%) { background: black }
        .shade(@c) when (default()) { background: white }
        .steps(@n) when (@n > 0) { .w-@{n} { width: (@n * 10%) } .steps(@n - 1); }
        a { .button(@ink); .shade(#eee); &:hover { .button(blue, 1px) } }
        b { .shade(@ink) }
        .steps(2);";
    assert_eq!(
        of_less(text),
        "a{color:#333;background:#000;padding-left:4px}a:hover{color:#00f;padding-left:1px}b{background:#fff}\
         .w-2{width:20%}.w-1{width:10%}"
    );
}

#[test]
fn maps_detached_rulesets_and_loops() {
    if !less_is_here() {
        return;
    }
    let text = "@sizes: { small: 1px; large: 3px; }
        @wide: { @media (min-width: 700px) { i { top: @sizes[small] } } };
        #space { @gap: 7px; .in() { bottom: @gap } }
        each(@sizes, { .@{key} { width: @value } });
        @wide();
        u { #space.in(); left: @sizes[large] }";
    assert_eq!(
        of_less(text),
        ".small{width:1px}.large{width:3px}@media (min-width:700px){i{top:1px}}u{bottom:7px;left:3px}"
    );
}

#[test]
fn operations_functions_escapes_and_extend() {
    if !less_is_here() {
        return;
    }
    let text = "@a: 10px;
        p { width: (@a / 4); height: @a * 2 + 1; margin: ~\"calc(1px + @{a})\"; color: darken(#336699, 10%);
            background: fade(red, 50%); border-color: mix(#000, #fff, 50%); line-height: unit(1.5em); }
        q { font: 12px/1.5 serif; aspect-ratio: 16 / 9; }
        .card { top: 0 } .wide-card:extend(.card all) { left: 0 }
        .if { order: if((@a > 5px), 1, 2); content: %(\"%d of %d\", 1, 2); z-index: pow(2, 3) }
        .merge { transform+_: scale(2); transform+_: rotate(1deg) }";
    assert_eq!(
        of_less(text),
        "p{color:#264c73;background:#ff000080;border-color:gray;width:2.5px;height:21px;margin:11px;line-height:1.5}\
         q{aspect-ratio:16/9;font:12px/1.5 serif}.card,.wide-card{top:0}.wide-card{left:0}\
         .if{content:\"1 of 2\";z-index:8;order:1}.merge{transform:scale(2)rotate(1deg)}"
    );
}

#[test]
fn divisions_of_older_templates_are_worked_out_when_asked() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[("a.less", "@w: 10px; a { width: @w / 2 }")]);
    let old = site.compile_with(Some(&["a.less"]), Math::Always, &Tweaks::default());
    assert_eq!(css(&old), "a{width:5px}");
}

#[test]
fn sheets_are_one_program_in_order_with_plain_css_as_it_is() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[
        ("reset.css", "a{color:red;width:calc(1px + 2em)}"),
        ("vars.less", "@ink: #123456; .m() { top: 0 }"),
        ("deep/part.less", "i { background: url(leaf.png); .m(); }"),
        ("site.less", "@import (reference) 'lib'; @import 'deep/part'; b { color: @ink; .hidden(); }"),
        ("lib.less", ".hidden() { left: 0 } .never { top: 1px }"),
        ("/template/assets/leaf.png", "leaf"),
        ("/template/styles/last.css", "u{background:url(../assets/leaf.png)}"),
    ]);
    fs::create_dir_all(site.root().join("template/assets/deep")).unwrap();
    site.write("deep/part.less", "i { background: url(../../assets/leaf.png); .m(); }");
    let leaf = Assets::load(site.root()).unwrap().resolve("/assets/leaf.png").unwrap();
    assert_eq!(
        css(&site.compile(&["reset.css", "vars.less", "site.less", "last.css"])),
        format!(
            "a{{color:red;width:calc(1px + 2em)}}i{{background:url({leaf});top:0}}b{{color:#123456;left:0}}u{{background:url({leaf})}}"
        )
    );
}

#[test]
fn files_are_written_into_the_sheet_and_measured() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[
        (
            "a.less",
            "a { background: data-uri('../assets/x.svg'); } b { cursor: data-uri('../assets/y.bin') }",
        ),
        ("/template/assets/x.svg", "<svg/>"),
        ("/template/assets/y.bin", "\u{1}\u{2}"),
    ]);
    assert_eq!(
        css(&site.compile(&["a.less"])),
        "a{background:url(data:image/svg+xml,%3Csvg%2F%3E)}b{cursor:url(data:application/octet-stream;base64,AQI=)}"
    );
    let mut gif = b"GIF89a\x07\x00\x05\x00\x00\x00\x00".to_vec();
    gif.push(b';');
    fs::write(site.root().join("template/assets/z.gif"), gif).unwrap();
    site.write(
        "a.less",
        "a { width: image-width('/assets/z.gif'); height: image-height('../assets/z.gif') }",
    );
    assert_eq!(css(&site.compile(&["a.less"])), "a{width:7px;height:5px}");
}

/// The one fault of a site with this sheet, as a person sees it.
fn fault(files: &[(&str, &str)]) -> Diagnostic {
    let styles = Site::new(files).compile(&["site.less"]);
    assert_eq!(styles.diagnostics.len(), 1, "{:?}", styles.diagnostics);
    assert!(styles.diagnostics[0].is_error() && styles.sheets.is_empty());
    styles.diagnostics[0].clone()
}

#[test]
fn faults_are_reported_in_the_owners_file() {
    if !less_is_here() {
        return;
    }
    let unknown = fault(&[("site.less", "a {\n  color: red;\n  width: @widht;\n}")]);
    assert_eq!(unknown.place(), "template/styles/site.less:3:10");
    assert_eq!(unknown.message, "Variable @widht is undefined.");
    assert_eq!(unknown.source_line.as_deref(), Some("  width: @widht;"));
    assert!(unknown.help.is_some());

    let open = fault(&[("site.less", "a { color: red;\n\nb { top: 0 }\n")]);
    assert_eq!((open.place().as_str(), open.code), ("template/styles/site.less:4:1", "style-less"));

    let inside = fault(&[("site.less", "@import 'deep/x';"), ("deep/x.less", "/* é */\nb { .none(); }")]);
    assert_eq!(inside.place(), "template/styles/deep/x.less:2:5");
    assert_eq!(inside.message, ".none is undefined.");

    let import = fault(&[("site.less", "a{top:0}\n@import 'gone';")]);
    assert_eq!(import.place(), "template/styles/site.less:2:1");
    assert_eq!(import.message, "'gone.less' wasn't found.");

    let net = fault(&[("site.less", "@import (less) 'https://example.com/a.less';")]);
    assert!(net.message.contains("not fetched"), "{net}");
}

#[test]
fn programs_in_style_sheets_are_refused() {
    if !less_is_here() {
        return;
    }
    let plugin = fault(&[("site.less", "@plugin 'evil';\na{top:0}"), ("evil.js", "throw 1")]);
    assert_eq!(plugin.place(), "template/styles/site.less:1:1");
    assert!(plugin.message.contains("not run"), "{plugin}");
    let script = fault(&[("site.less", "a { width: `1 + 1`; }")]);
    assert!(script.place().starts_with("template/styles/site.less:1:"), "{script}");
    assert!(script.help.is_some(), "{script}");
}

#[test]
fn a_sheet_without_end_is_a_fault_and_not_a_build_without_end() {
    if !less_is_here() {
        return;
    }
    let endless = fault(&[("site.less", ".a() { .a(); }\nb { .a(); }")]);
    assert_eq!(
        endless.help.as_deref(),
        Some("look for a mixin that calls itself without a guard that ends it"),
        "{endless}"
    );
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
    let compiled = |tweaks: &Tweaks| site.compile_with(None, Math::default(), tweaks);
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
    let compiled = |json: &str| site.compile_with(None, Math::default(), &read(json).0);
    let (none, _) = read("{}");
    let plain = css(&site.compile_with(None, Math::default(), &none));
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
    let all = site.compile_with(None, Math::default(), &Tweaks::default());
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
    let text = "a{top:0}\nb{color:red;;*zoom:1}\n.x{background:url(/assets/a.png)}";
    let site = Site::new(&[("a.css", "u{top:0}"), ("b.css", text), ("/template/assets/a.png", "")]);
    let styles = site.compile(&["a.css", "b.css"]);
    assert_eq!(styles.diagnostics.len(), 1);
    let warning = &styles.diagnostics[0];
    assert!(!warning.is_error());
    assert!(warning.place().starts_with("template/styles/b.css:2:"), "{warning}");
    assert!(String::from_utf8_lossy(&styles.sheets[0].bytes).contains("*zoom:1"));
}

#[test]
fn a_sheet_that_is_not_there_is_an_error_with_a_suggestion() {
    let styles = Site::new(&[("site.css", "")]).compile(&["stie.css"]);
    assert_eq!(styles.diagnostics[0].help.as_deref(), Some("did you mean `site.css`?"));
}
