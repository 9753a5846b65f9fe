//! The look of the old site in the new one: what stands in its style sheets comes out as values, and pages look so again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use loggia_generator::browser::{self, Given, Manner, Reach, Size};
use serde_json::{Value, json};

use crate::browser::with;
use crate::mover::Mover;
use crate::server::{Answer, answer_with, bind};

/// Sections with themes, as the newer generation of hosted sites has them.
const NEWER: &str = r##"<!doctype html><html lang="en"><head><title>Lime Kiln</title><link rel="stylesheet" href="/kiln.css"></head>
<body><header id="header" class="header"><div class="header-inner"><div class="header-title-text"><a id="site-title" href="/">Lime Kiln</a></div>
<div class="header-nav"><nav class="header-nav-list"><div class="header-nav-item"><a href="/">Start</a></div><div class="header-nav-item"><a href="/firing">Firing</a></div></nav></div></div></header>
<main id="page"><article class="sections" id="sections">
<section class="page-section section-height--medium" data-section-id="a1" data-section-theme=""><div class="section-border"><div class="section-background"></div></div><div class="content-wrapper"><div class="content"><div class="sqs-layout sqs-grid-12"><div class="row sqs-row"><div class="col sqs-col-12 span-12"><div class="sqs-block html-block sqs-block-html"><div class="sqs-block-content"><div class="sqs-html-content"><h1>Burnt slowly</h1><p>Stone goes in at the top. <a href="/firing">How</a></p></div></div></div></div></div></div></div></div></section>
<section class="page-section section-height--medium dark" data-section-id="a2" data-section-theme="dark"><div class="section-border"><div class="section-background"></div></div><div class="content-wrapper"><div class="content"><div class="sqs-layout sqs-grid-12"><div class="row sqs-row"><div class="col sqs-col-12 span-12"><div class="sqs-block html-block sqs-block-html"><div class="sqs-block-content"><div class="sqs-html-content"><h2>At night</h2><p>It glows.</p></div></div></div><div class="sqs-block button-block sqs-block-button"><div class="sqs-block-content"><div class="sqs-block-button-container"><a href="/firing" class="sqs-block-button-element--medium sqs-button-element--primary sqs-block-button-element">Come</a></div></div></div></div></div></div></div></div></section>
</article></main><footer class="sections" id="footer-sections"><section class="page-section dark" data-section-id="f1" data-section-theme="dark"><div class="section-border"><div class="section-background"></div></div><div class="content-wrapper"><div class="content"><div class="sqs-layout sqs-grid-12"><div class="row sqs-row"><div class="col sqs-col-12 span-12"><div class="sqs-block html-block sqs-block-html"><div class="sqs-block-content"><div class="sqs-html-content"><p>Lime Kiln, Quarry Road</p></div></div></div></div></div></div></div></div></section></footer></body></html>"##;

const NEWER_SHEET: &str = r#"
*{box-sizing:border-box} body{margin:0;background:#fbf7ef;color:#30241a;font:400 18px/1.7 "Quaint Text",serif}
h1,h2,h3,h4{font-family:"Kiln Display",sans-serif;font-weight:300;letter-spacing:.02em;text-transform:uppercase;line-height:1.15;color:#7a2e12;margin:0}
h1{font-size:64px} h2{font-size:44px} @media (max-width:700px){h1{font-size:40px} h2{font-size:30px}}
a{color:#1d5c63}
.header{background:#efe4cf;color:#204020;position:sticky;top:0} .header a{color:#204020;text-decoration:none}
.header-inner{display:flex;justify-content:space-between;align-items:center;padding:30px 60px}
#site-title{font:600 26px/1.2 "Kiln Display",sans-serif} .header-nav-list{display:flex;gap:36px;font-size:15px}
.page-section{position:relative} .content-wrapper{padding:90px 60px;position:relative} .section-background{position:absolute;inset:0}
@media (max-width:700px){.content-wrapper{padding:50px 24px} .header-inner{padding:18px 24px}}
[data-section-theme="dark"]{color:#f4e9d8} [data-section-theme="dark"] .section-background{background:#221a14} [data-section-theme="dark"] :is(h1,h2,h3,h4){color:#ffcf8a}
.sqs-block-button-element{display:inline-block;padding:14px 38px;border-radius:22px;background:#7a2e12;color:#fff8ec;font:500 15px/1 "Quaint Text",serif}
[data-section-theme="dark"] .sqs-block-button-element{background:#ffcf8a;color:#221a14}
footer{background:#30241a;color:#fbf7ef;padding:40px 60px;font-size:14px}
"#;

/// A page of the older generation: no sections, no themes.
const OLDER: &str = r#"<!doctype html><html lang="en"><head><title>Ropewalk</title><link rel="stylesheet" href="/rope.css"></head>
<body><div id="headerWrapper" class="Header"><a href="/"><img class="logo-image" alt="Ropewalk" src="/logo.svg"></a><nav id="mainNavigation"><ul><li><a href="/">Start</a></li><li><a href="/hemp">Hemp</a></li></ul></nav></div>
<main id="content" role="main"><div class="sqs-layout sqs-grid-12 columns-12"><div class="row sqs-row"><div class="col sqs-col-12 span-12"><div class="sqs-block html-block sqs-block-html"><div class="sqs-block-content"><h1>Long ropes</h1><p>Walked backwards, twisted by hand.</p></div></div></div></div></div></main>
<footer id="footer"><p>Ropewalk, Harbour Street</p></footer></body></html>"#;

const OLDER_SHEET: &str = r#"
*{box-sizing:border-box} body{margin:0;background:#101820;color:#d8e2ea;font:400 17px/1.5 Georgia,serif}
h1{font:italic 700 50px/1.1 Georgia,serif;color:#fff;margin:0 0 20px} #content{width:900px;max-width:100%;margin:0 auto;padding:70px 20px}
#headerWrapper{text-align:center;padding:40px 20px} .logo-image{height:80px} #mainNavigation ul{display:flex;justify-content:center;gap:20px;padding:0;list-style:none}
#mainNavigation a{color:#d8e2ea;text-transform:uppercase;letter-spacing:.1em;font-size:13px}
footer{background:#000;padding:30px 20px}
"#;

const LOGO: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80"/></svg>"#;

/// A server of one page and its files, whose style sheet may be changed.
fn serve(page: &str, sheet: &str) -> (String, Arc<Mutex<String>>) {
    let (listener, address) = bind();
    let (page, sheet) = (page.to_owned(), Arc::new(Mutex::new(sheet.to_owned())));
    let given = Arc::clone(&sheet);
    answer_with(listener, move |request| match request.target.as_str() {
        "/" => Answer::of(200, "text/html", page.clone()),
        "/firing" | "/hemp" => Answer::of(200, "text/html", page.replace("h1>", "h2>")),
        target if target.ends_with(".css") => Answer::of(200, "text/css", given.lock().unwrap().clone()),
        "/logo.svg" => Answer::of(200, "image/svg+xml", LOGO),
        _ => Answer::of(404, "text/html", "none"),
    });
    (address, sheet)
}

/// The values of the new site, by name.
fn values(site: &Path) -> BTreeMap<String, String> {
    let sheet = std::fs::read_to_string(site.join("template/styles/look.css")).unwrap();
    let inside = sheet.split(":root {\n").nth(1).unwrap().split("\n}").next().unwrap();
    let pairs = inside
        .lines()
        .map(|line| line.trim().trim_start_matches("--").trim_end_matches(';').split_once(": ").unwrap());
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn expect(values: &BTreeMap<String, String>, wanted: &[(&str, &str)]) {
    for (name, value) in wanted {
        assert_eq!(values.get(*name).map(String::as_str), Some(*value), "{name}");
    }
}

fn codes(said: &Value) -> Vec<&str> {
    said["diagnostics"].as_array().unwrap().iter().filter_map(|fault| fault["code"].as_str()).collect()
}

/// What a browser says of the front page of a folder that was built.
fn shown(out: PathBuf, width: u32, script: &str) -> Value {
    let answers: browser::Answers = Arc::new(move |address| {
        let path = address.strip_prefix("https://new.example/")?.split('?').next()?.to_owned();
        let file = out.join(if path.is_empty() { "index.html" } else { &path });
        let kind = match file.extension()?.to_str()? {
            "css" => "text/css",
            "svg" => "image/svg+xml",
            _ => "text/html",
        };
        Some(Given { status: 200, kind: kind.to_owned(), body: std::fs::read(file).ok()? })
    });
    let mut said = Value::Null;
    with(Reach::default(), async |browser| {
        let page = browser.page(Manner { answers: Some(answers), without_scripts: true }).await.unwrap();
        page.size(Size { width, height: 900, scale: 1.0 }).await.unwrap();
        page.open("https://new.example/").await.unwrap();
        said = page.evaluate(script).await.unwrap();
    });
    said
}

/// S-572: the values that a site's style sheets say come out, by theme and in both widths, and the new pages have them.
#[test]
fn s_572_a_site_of_sections_looks_as_it_did() {
    // S-578: its menu and its foot come along.
    let (address, _) = serve(NEWER, NEWER_SHEET);
    let mover = Mover::with_look(&address);
    let said = mover.leave(&["--mine"]);
    expect(
        &values(&mover.site()),
        &[
            ("background", "#fbf7ef"),
            ("text", "#30241a"),
            ("heading", "#7a2e12"),
            ("link", "#1d5c63"),
            ("button-fill", "#7a2e12"),
            ("button-ink", "#fff8ec"),
            ("theme-dark-background", "#221a14"),
            ("theme-dark-text", "#f4e9d8"),
            ("theme-dark-heading", "#ffcf8a"),
            ("theme-dark-button-fill", "#ffcf8a"),
            ("theme-dark-button-ink", "#221a14"),
            ("header-background", "#efe4cf"),
            ("header-ink", "#204020"),
            ("header-sticky", "true"),
            ("header-over", "false"),
            ("header-layout", "nav-right"),
            ("footer-background", "#221a14"),
            ("footer-ink", "#f4e9d8"),
            ("body-font", "\"Quaint Text\", \"Times New Roman\", Tinos, Times, serif"),
            ("body-size", "18"),
            ("body-line", "1.7"),
            ("heading-weight", "300"),
            ("heading-transform", "uppercase"),
            ("heading-spacing", "0.02"),
            ("h1-size", "64"),
            ("h1-size-small", "40"),
            ("h1-line", "1.15"),
            ("h2-size", "44"),
            ("h2-size-small", "30"),
            ("title-size", "26"),
            ("menu-size", "15"),
            ("menu-gap", "36"),
            ("button-radius", "22"),
            ("button-x", "38"),
            ("button-y", "14"),
            ("gutter", "60"),
            ("gutter-small", "24"),
            ("section-space", "90"),
            ("section-space-small", "50"),
        ],
    );
    let fonts: Vec<&str> = codes(&said).into_iter().filter(|code| *code == "left-font").collect();
    assert_eq!(fonts.len(), 2, "each font is named once: {said}");
    let out = mover.build();
    let script = "(() => { const of = (what, name) => getComputedStyle(document.querySelector(what))[name]; return [\
        of('h1', 'fontSize'), of('h1', 'color'), of('h1', 'textTransform'), of('body', 'backgroundColor'),\
        of('[data-section-theme=dark]', 'backgroundColor'), of('[data-section-theme=dark] p', 'color'),\
        of('[data-section-theme=dark] .sqs-block-button-element', 'backgroundColor'), of('.site-header', 'position'),\
        of('.site-header', 'backgroundColor'), of('.site-footer .page-section', 'backgroundColor'),\
        document.querySelector('.site-footer').innerText.trim(), document.querySelector('.site-menu').innerText.trim(),\
        Math.round(document.querySelector('h1').getBoundingClientRect().left),\
        document.documentElement.scrollWidth <= innerWidth]; })()";
    let wide = shown(out.clone(), 1280, script);
    let wanted = json!([
        "64px",
        "rgb(122, 46, 18)",
        "uppercase",
        "rgb(251, 247, 239)",
        "rgb(34, 26, 20)",
        "rgb(244, 233, 216)",
        "rgb(255, 207, 138)",
        "sticky",
        "rgb(239, 228, 207)",
        "rgb(34, 26, 20)",
        "Lime Kiln, Quarry Road",
        "Start\nFiring",
        60,
        true
    ]);
    assert_eq!(wide, wanted);
    let narrow = shown(out, 390, script);
    assert_eq!((&narrow[0], &narrow[12], &narrow[13]), (&json!("40px"), &json!(24), &json!(true)));
}

/// S-572: a site without sections says it by its page.
#[test]
fn s_572_a_site_without_sections_looks_as_it_did() {
    // S-578: its logo comes along.
    let (address, _) = serve(OLDER, OLDER_SHEET);
    let mover = Mover::with_look(&address);
    let said = mover.leave(&["--mine"]);
    expect(
        &values(&mover.site()),
        &[
            ("background", "#101820"),
            ("text", "#d8e2ea"),
            ("heading", "#ffffff"),
            ("footer-background", "#000000"),
            ("header-layout", "stacked"),
            ("logo-height", "80"),
            ("menu-transform", "uppercase"),
            ("menu-spacing", "0.1"),
            ("menu-size", "13"),
            ("body-size", "17"),
            ("heading-style", "italic"),
            ("h1-size", "50"),
            ("h1-size-small", "50"),
            ("body-font", "\"Georgia\", Georgia, Gelasio, serif"),
        ],
    );
    assert!(!codes(&said).contains(&"left-font"), "most machines have this font: {said}");
    let script = "(() => { const logo = document.querySelector('.site-logo'); return [logo.naturalWidth, logo.offsetHeight,\
        new URL(logo.src).host]; })()";
    assert_eq!(shown(mover.build(), 1280, script), json!([200, 80, "new.example"]), "the logo came along");
}

/// S-573: whatever a page's styles say, what is written is short, bounded and well formed.
#[test]
fn s_573_garbage_of_a_page_becomes_no_garbage_of_ours() {
    let sections = "<section class=\"page-section\" data-section-theme=\"x';}</style>{\"><p>a</p></section>"
        .repeat(10_000);
    let page = format!(
        "<!doctype html><title>x</title><link rel=stylesheet href=/g.css><body><header><a href=/>x</a></header><main><h1>x</h1>\
         <p>words</p><section class=page-section data-section-theme=dark><p>d</p></section>{sections}</main>"
    );
    let sheet = "body{background:color(srgb 9e30 -5 calc(0/0));font:99999999999px/1e30 \"url(javascript:alert(1))\",'a;}b{',x}\
        h1{font-size:1e38px;letter-spacing:-1e38px;font-weight:1000;line-height:calc(0/0);font-family:url(javascript:1)}\
        .page-section{padding:1e38px;height:1e38px} header{height:1e38px;border-bottom:1e38px solid}";
    let (address, _) = serve(&page, sheet);
    let mover = Mover::with_look(&address);
    mover.leave(&["--mine"]);
    let text = std::fs::read_to_string(mover.site().join("template/styles/look.css")).unwrap();
    assert!(text.len() < 20_000, "{} bytes", text.len());
    assert!(
        !text.contains("javascript")
            && !text.contains("</")
            && !text.contains("NaN")
            && !text.contains("inf"),
        "{text}"
    );
    for (name, value) in values(&mover.site()) {
        let is_color = value
            .strip_prefix('#')
            .is_some_and(|hex| [6, 8].contains(&hex.len()) && hex.chars().all(|c| c.is_ascii_hexdigit()));
        let is_number = value.parse::<f64>().is_ok_and(|number| number.abs() <= 3_000.0);
        let is_word = value.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        let is_font = name.ends_with("-font")
            && value.chars().all(|c| c.is_ascii_alphanumeric() || " \",-_.".contains(c));
        assert!(is_color || is_number || is_word || is_font, "{name}: {value}");
    }
    mover.build();
}

/// S-575: a second run changes what the owner did not; what they made of a value stays, wherever they wrote it.
#[test]
fn s_575_what_the_owner_changed_stays() {
    let (address, sheet) = serve(OLDER, OLDER_SHEET);
    let mover = Mover::with_look(&address);
    mover.leave(&["--mine"]);
    let file = mover.site().join("template/styles/look.css");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("--text: #d8e2ea;", "--text: rebeccapurple;")).unwrap();
    *sheet.lock().unwrap() = OLDER_SHEET.replace("#d8e2ea", "#00ff00").replace("#101820", "#202830");
    mover.leave(&["--mine"]);
    expect(
        &values(&mover.site()),
        &[("text", "rebeccapurple"), ("background", "#202830"), ("footer-ink", "#00ff00")],
    );
    let settings = std::fs::read_to_string(mover.site().join("template/template.conf")).unwrap();
    let settings: Value = serde_json::from_str(&settings).unwrap();
    let tweak = settings["tweaks"].as_array().unwrap().iter().find(|tweak| tweak["name"] == "text").unwrap();
    assert_eq!(tweak["default"], "rebeccapurple", "the Look panel shows what counts");
    // A run that looks at nothing takes nothing away.
    let before = std::fs::read(&file).unwrap();
    mover.leave(&["--mine", "--no-look"]);
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

/// S-576: without a browser, or without the style sheets, everything else is done, and it is said.
#[test]
fn s_576_without_a_browser_the_move_goes_on() {
    let (address, _) = serve(OLDER, OLDER_SHEET);
    let mover = Mover::with_look(&address);
    let mut command = mover.command(&["--mine"]);
    let done = command.env("LOGGIA_BROWSER", "/no/such/browser").output().unwrap();
    let said: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(0));
    assert!(codes(&said).contains(&"left-look"), "{said}");
    assert!(said.to_string().contains("/no/such/browser"), "{said}");
    mover.build();
    assert!(
        codes(&mover.leave(&["--mine", "--offline"])).contains(&"left-look"),
        "the sheets are not in the archive"
    );
}

/// S-577: a template folder of the owner's own is taken as it is.
#[test]
fn s_577_the_owner_s_template_is_taken() {
    let (address, _) = serve(OLDER, OLDER_SHEET);
    let mover = Mover::with_look(&address);
    let folder = mover.beside("theirs");
    std::fs::create_dir_all(folder.join("node_modules")).unwrap();
    let refused = mover.command(&["--mine", "--template", "theirs"]).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("it has no template.conf"));
    std::fs::write(
        folder.join("template.conf"),
        r#"{"name": "Theirs", "layouts": {"default": {"name": "D", "regions": ["site"]}}}"#,
    )
    .unwrap();
    std::fs::write(
        folder.join("site.region"),
        "<!doctype html><title>T</title>{squarespace-headers}<p id=theirs>{squarespace.main-content}",
    )
    .unwrap();
    std::fs::write(folder.join("node_modules/x.js"), "").unwrap();
    mover.leave(&["--mine", "--template", "theirs"]);
    assert!(mover.site().join("template/site.region").is_file());
    assert!(!mover.site().join("template/node_modules").exists());
    assert!(!mover.site().join("template/styles/look.css").exists());
    let page = std::fs::read_to_string(mover.build().join("index.html")).unwrap();
    assert!(page.contains("id=theirs") || page.contains("id=\"theirs\""), "{page}");
}
