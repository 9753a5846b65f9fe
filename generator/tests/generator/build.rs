//! A site folder becomes the files that its content asks for, and only those that changed are written.

use crate::site::{NOW, TestSite, but_index, stderr, stdout};
use std::collections::BTreeSet;

use loggia_generator::diagnostic::Diagnostic;

/// G-011.
#[test]
fn g_011_a_site_becomes_pages_at_their_addresses() {
    let site = TestSite::tiny();
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    let paths: Vec<String> = site.tree().into_keys().map(|path| hash_free(&path)).collect();
    let expected = [
        "404.html",
        "_caddy.conf",
        "_data/.cache",
        "_data/catalog.json",
        "_data/manifest.json",
        "_data/moved/assets/dot.svg",
        "_data/moved/files/sheet.txt",
        "_data/moved/home/index.html",
        "_data/moved/notes/category/News/index.html",
        "_data/moved/notes/tag/Old Times/index.html",
        "_data/moved/notes/tag/Old+Times/index.html",
        "_data/moved/s/sheet.txt",
        "_headers",
        "_nginx.conf",
        "_redirects",
        "account/index.html",
        "assets/blocks.#.css",
        "assets/dot.#.svg",
        "assets/files/sheet.#.txt",
        "assets/search/cards.#.json",
        "assets/search/index.#.json",
        "assets/search/words.#.json",
        "assets/site.#.css",
        "assets/widgets/c/entry.css",
        "assets/widgets/loader-0a.js",
        "assets/widgets/tracker-0b.js",
        "cart/index.html",
        "checkout/confirmed/index.html",
        "checkout/index.html",
        "checkout/subscription/index.html",
        "gift-card/index.html",
        "goods/cup/index.html",
        "goods/index.html",
        "goods/plate/index.html",
        "index.html",
        "notes/category/news/index.html",
        "notes/feed.json",
        "notes/feed.xml",
        "notes/first/index.html",
        "notes/index.html",
        "notes/page/2/index.html",
        "notes/second/index.html",
        "notes/tag/old-times/index.html",
        "notes/third/index.html",
        "robots.txt",
        "search/index.html",
        "sitemap.xml",
        "write/index.html",
    ];
    assert_eq!(paths, expected);
}

fn hash_free(path: &str) -> String {
    let is_hash = |part: &str| part.len() == 10 && part.chars().all(|c| c.is_ascii_hexdigit());
    path.split('.').map(|part| if is_hash(part) { "#" } else { part }).collect::<Vec<_>>().join(".")
}

/// G-073.
#[test]
fn g_073_the_regions_of_the_layout_stand_around_every_page() {
    let site = TestSite::tiny();
    site.build();
    let pages = site.tree().into_iter().filter(|(path, _)| path.ends_with(".html"));
    // What stands at another address of a page leads on, and has no regions.
    for (path, bytes) in pages.filter(|(path, _)| !path.starts_with("_data/moved/")) {
        let page = String::from_utf8(bytes).unwrap();
        assert!(page.starts_with("<!doctype html>"), "{path}");
        assert!(page.contains("<b>Above</b>") && page.contains("<i>Below</i> kept"), "{path}: G-037, G-045");
        assert_eq!(page.matches("<main>").count(), 1, "{path}");
        assert!(!page.contains('\u{fdd0}') && !page.contains('\u{fdd2}'), "{path}");
        assert!(page.contains("<title>"), "{path}");
    }
}

/// G-046, G-062.
#[test]
fn g_046_g_062_an_item_has_a_page_with_what_it_says() {
    let site = TestSite::tiny();
    site.build();
    let page = site.page("notes/second/index.html");
    assert!(page.contains("<h1>Second</h1>"), "{page}");
    assert!(page.contains("<p>2026-02-01 11:00</p>"), "the clock of the site's time zone, G-026: {page}");
    assert!(page.contains("Two is <em>written</em> in Markdown."), "{page}");
    assert!(
        page.contains("<a href=/notes/third>Third</a><a href=/notes/first>First &amp; &lt;best&gt;</a>"),
        "neighbours: {page}"
    );
    assert!(
        page.contains("<title>Second — Tiny</title>") && page.contains("https://tiny.example/notes/second"),
        "{page}"
    );
}

/// G-063.
#[test]
fn g_063_lists_are_cut_into_pages_with_archives() {
    let site = TestSite::tiny();
    site.build();
    let first = site.page("notes/index.html");
    assert!(
        first.contains("Third") && first.contains("Second") && !first.contains("/notes/first"),
        "{first}"
    );
    assert!(first.contains("href=/notes/page/2") && first.contains("1/2"), "{first}");
    let second = site.page("notes/page/2/index.html");
    assert!(
        second.contains("/notes/first") && second.contains("<a href=/notes rel=prev>back</a>"),
        "{second}"
    );
    let tag = site.page("notes/tag/old-times/index.html");
    assert!(
        tag.contains("Notes: Old Times") && tag.contains("/notes/third") && !tag.contains("/notes/second"),
        "{tag}"
    );
}

/// G-044.
#[test]
fn g_044_what_is_not_public_is_left_out_until_it_is_asked_for() {
    let site = TestSite::tiny();
    site.build();
    assert!(!site.out().join("notes/draft").exists() && !site.out().join("notes/later").exists());
    let later = loggia_generator::pipeline::Options { now: NOW + 90 * 86_400_000, ..site.options() };
    site.build_with(&later);
    assert!(site.out().join("notes/later/index.html").exists() && !site.out().join("notes/draft").exists());
    let drafts = loggia_generator::pipeline::Options { drafts: true, ..site.options() };
    site.build_with(&drafts);
    assert!(site.out().join("notes/draft/index.html").exists());
}

#[test]
fn menus_know_where_the_page_is() {
    let site = TestSite::tiny();
    site.build();
    let note = site.page("notes/first/index.html");
    assert!(note.contains("<li class=active><a href=/notes>Notes</a>"), "{note}");
    assert!(!note.contains("<li class=active><a href=/>"), "the front page is not above all: {note}");
    let goods = site.page("goods/cup/index.html");
    assert!(
        goods.contains(
            "<li class=open>More<ul><li class=active><a href=/goods>Goods</a></li><li><a href=/write>"
        ),
        "{goods}"
    );
}

#[test]
fn queries_answer_from_other_collections() {
    let site = TestSite::tiny();
    site.build();
    let home = site.page("index.html");
    assert!(home.contains("<p>Second</p>") && !home.contains("<p>Third</p>"), "{home}");
    site.edit("template/collections/home.list", "collection=\"notes\"", "collection=\"note\"");
    let built = site.build();
    assert!(built.written.is_some());
    let fault = &built.diagnostics[0];
    assert!(!fault.is_error(), "{fault}");
    assert_eq!(
        (fault.place().as_str(), fault.help.as_deref()),
        ("template/collections/home.list:2:1", Some("did you mean `notes`?"))
    );
}

/// G-024, G-042.
#[test]
fn g_024_g_042_files_are_named_by_content_wherever_they_are_named() {
    let site = TestSite::tiny();
    site.build();
    let home = site.page("index.html");
    let dot = site.tree().into_keys().find(|path| path.starts_with("assets/dot.")).unwrap();
    let sheet = site.tree().into_keys().find(|path| path.starts_with("assets/files/sheet.")).unwrap();
    assert!(home.contains(&format!("src=/{dot}")) && home.contains(&format!("href=/{sheet}")), "{home}");
    let style = site.tree().into_keys().find(|path| path.starts_with("assets/site.")).unwrap();
    assert_eq!(site.page(&style), format!("a{{background:url(/{dot})}}b{{background:url(/{sheet})}}"));
    assert!(home.contains(&format!("<link href=/{style} rel=stylesheet>")), "{home}");
}

#[test]
fn a_second_build_writes_nothing_and_a_changed_item_only_its_pages() {
    let site = TestSite::tiny();
    site.build();
    let (_, again) = site.build().written.unwrap();
    assert_eq!((again.written.len(), again.removed.len()), (0, 0));
    site.edit("content/notes/third.json", "<p>Three.</p>", "<p>Three, mended.</p>");
    let (_, changed) = site.build().written.unwrap();
    assert_eq!(
        but_index(&changed.written),
        ["notes/feed.json", "notes/feed.xml", "notes/third/index.html", "search/index.html"]
    );
    site.edit("content/notes/third.json", "\"Third\"", "\"The third\"");
    let (_, changed) = site.build().written.unwrap();
    let expected = [
        "_data/catalog.json",
        "notes/feed.json",
        "notes/feed.xml",
        "notes/index.html",
        "notes/second/index.html",
        "notes/tag/old-times/index.html",
        "notes/third/index.html",
        "search/index.html",
    ];
    assert_eq!(but_index(&changed.written), expected);
    std::fs::remove_file(site.root().join("content/notes/third.json")).unwrap();
    let (_, changed) = site.build().written.unwrap();
    assert_eq!(but_index(&changed.removed), ["notes/page/2/index.html", "notes/third/index.html"]);
}

/// G-022, G-015.
#[test]
fn g_022_g_015_the_same_site_and_clock_give_the_same_bytes_on_any_number_of_threads() {
    let atlas = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/atlas");
    for site in [TestSite::tiny(), TestSite::of(&atlas)] {
        let mut trees = Vec::new();
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let out = site.beside(&format!("out-{threads}"));
            let built = pool.install(|| {
                loggia_generator::pipeline::build(&site.options(), &out, &loggia_generator::pipeline::Silent)
            });
            assert!(built.unwrap().written.is_some());
            trees.push(crate::site::tree(&out));
        }
        assert!(trees[0] == trees[1] && trees[1] == trees[2]);
    }
}

/// G-018.
#[test]
fn g_018_minifying_changes_white_space_and_optional_syntax_only() {
    let site = TestSite::tiny();
    let options = loggia_generator::pipeline::Options { minify: false, ..site.options() };
    site.build_with(&options);
    let plain = site.page("notes/first/index.html");
    site.build();
    let small = site.page("notes/first/index.html");
    assert!(small.len() < plain.len());
    let words = |page: &str| {
        let text: String = page.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        // Entities that need not be written are not.
        let entity = |word: &String| ["gt", "amp", "quot"].contains(&word.as_str());
        text.split_whitespace().map(str::to_owned).filter(|word| !entity(word)).collect::<BTreeSet<String>>()
    };
    assert_eq!(words(&plain), words(&small));
}

/// G-021.
#[test]
fn g_021_a_broken_template_stops_the_build_and_says_where() {
    let site = TestSite::tiny();
    site.build();
    let before = site.tree();
    site.edit("template/collections/notes.item", "{title|htmltag}", "{.section x}{title|htmltag}");
    let built = site.build();
    assert!(built.written.is_none());
    let fault: &Diagnostic = &built.diagnostics[0];
    assert!(fault.place().starts_with("template/collections/notes.item:1:"), "{fault}");
    assert_eq!(fault.message, "Reached EOF in the middle of SECTION.");
    assert_eq!(fault.help.as_deref(), Some("this block is never closed; add {.end}"));
    assert_eq!(site.tree(), before, "the output stays as it was");
    let lenient = loggia_generator::pipeline::Options { lenient: true, ..site.options() };
    let built = site.build_with(&lenient);
    assert!(built.written.is_some() && built.diagnostics.iter().any(Diagnostic::is_error));
}

/// S-319: with `--keep-going` every page is made, again and again, and those with a faulty template are named.
#[test]
fn s_319_a_build_that_keeps_going_names_the_pages_with_a_faulty_template() {
    let site = TestSite::tiny();
    site.edit("template/collections/notes.item", "{title|htmltag}", "{.section x}{title|htmltag}");
    assert_eq!(site.loggia(&["build", "site", "--out", "out"]).status.code(), Some(1));
    // A page that was kept from the build before is named as well.
    for _ in 0..2 {
        let done = site.loggia(&["build", "site", "--out", "out", "--keep-going", "--json"]);
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        let said: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        let faults = said["diagnostics"].as_array().unwrap();
        let named: Vec<_> = faults.iter().filter(|fault| fault["code"] == "pages-incomplete").collect();
        assert_eq!(named.len(), 1, "{faults:#?}");
        let message = named[0]["message"].as_str().unwrap();
        assert!(message.contains(" /notes/"), "{message}");
        assert!(!message.contains(": /,") && !message.contains(" /notes,"), "{message}");
        assert!(site.out().join("index.html").exists());
    }
    // A block with an error is shown by every page that has it.
    site.edit("template/collections/notes.item", "{.section x}{title|htmltag}", "{title|htmltag}");
    site.edit("template/blocks/menu.block", "{@|apply menu.block}", "{@|apply menu.block}{.end}");
    let done = site.loggia(&["build", "site", "--out", "out", "--keep-going"]);
    let printed = stderr(&done);
    assert!(done.status.success() && printed.contains("pages-incomplete"), "{printed}");
    assert!(printed.contains("21 pages were made with templates that have errors"), "{printed}");
}

/// G-021: what the language itself goes on after is said once, and the pages are written without it.
#[test]
fn g_021_what_the_language_goes_on_after_is_a_warning() {
    let site = TestSite::tiny();
    site.edit("template/blocks/menu.block", "{@|apply menu.block}", "{@|apply munu.block}");
    let built = site.build();
    assert!(built.written.is_some() && site.out().join("index.html").exists());
    let fault = built.diagnostics.iter().find(|fault| fault.code == "template-render").unwrap();
    assert!(!fault.is_error() && fault.message.contains("; nothing is shown here."), "{fault}");
    assert_eq!(fault.help.as_deref(), Some("did you mean `menu.block`?"));
    assert_eq!(fault.file.to_str(), Some("template/blocks/menu.block"));
    assert!(fault.message.contains("(on 20 pages)"), "{}", fault.message);
}

/// S-685: one word in a block that the language goes on after costs its tag, and not the block on every page.
#[test]
fn s_685_a_block_with_a_word_that_is_not_known_is_shown_without_it() {
    let site = TestSite::tiny();
    site.edit("template/blocks/menu.block", "<ul>", "<ul><b>mark</b>");
    site.build();
    let before = site.page("index.html");
    assert!(before.contains("<b>mark</b>"), "{before}");
    let mut last = "mark";
    for (word, shown) in [
        ("{title|shout}", "{title|shout}"),
        ("{.fresh?}a{.or}b{.end}", "b"),
        ("{.if never}a{.or}b{.or}c{.end}", "bc"),
    ] {
        site.edit("template/blocks/menu.block", &format!("<b>{last}</b>"), &format!("<b>{word}</b>"));
        last = word;
        let built = site.build();
        assert!(!built.diagnostics.is_empty() && !built.diagnostics.iter().any(Diagnostic::is_error));
        let same = before.replace("<b>mark</b>", &format!("<b>{shown}</b>"));
        assert_eq!(site.page("index.html"), same, "{word}");
        let told = built.diagnostics.iter().find(|fault| fault.code == "template-render").unwrap();
        assert!(told.message.contains("; it is shown as far as it can be read."), "{told}");
        assert_eq!(told.help, None);
    }
}

/// G-014.
#[test]
fn g_014_the_program_says_faults_with_their_line_and_exits_1() {
    let site = TestSite::tiny();
    site.edit("template/top.region", "{squarespace-headers}", "{squarespace-headers}{.end}");
    let done = site.loggia(&["build", "site", "--out", "out"]);
    assert_eq!(done.status.code(), Some(1));
    let printed = stderr(&done);
    assert!(printed.contains("--> template/top.region:3:"), "{printed}");
    assert!(
        printed.contains("<head><meta charset=\"utf-8\">{squarespace-headers}{.end}</head>")
            && printed.contains('^'),
        "{printed}"
    );
    assert!(!site.out().exists() || !site.out().join("index.html").exists());
    assert_eq!(site.loggia(&["build", "nowhere"]).status.code(), Some(1));
    assert_eq!(site.loggia(&["bild"]).status.code(), Some(2));
    assert_eq!(site.loggia(&["--help"]).status.code(), Some(0));
}

#[test]
fn programs_get_json() {
    let site = TestSite::tiny();
    let done = site.loggia(&["build", "site", "--json", "--now", "1775001600000"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let printed: serde_json::Value = serde_json::from_str(&stdout(&done)).unwrap();
    assert_eq!(
        (printed["ok"].as_bool(), printed["pages"].as_u64(), printed["unchanged"].as_u64()),
        (Some(true), Some(20), Some(0))
    );
    assert!(site.beside("output").join("index.html").exists(), "the default folder is output/");
}

/// G-023.
#[test]
fn g_023_the_environment_changes_the_host_only() {
    let site = TestSite::tiny();
    site.edit(
        "site.json",
        "\"baseUrl\": \"https://tiny.example\",",
        "\"baseUrl\": \"https://tiny.example\", \"baseUrls\": {\"qa\": \"https://qa.tiny.example/\"}, \
         \"apiBaseUrls\": {\"qa\": \"https://api.qa.example\"}, \"assetsBaseUrls\": {\"qa\": \"https://static.qa.example\"},",
    );
    let qa = loggia_generator::pipeline::Options { environment: "qa", ..site.options() };
    site.build_with(&qa);
    let page = site.page("notes/first/index.html");
    assert!(
        page.contains("https://qa.tiny.example/notes/first") && !page.contains("https://tiny.example"),
        "{page}"
    );
    let cart = site.page("cart/index.html");
    assert!(
        cart.contains("\"environment\":\"qa\"") && cart.contains("\"apiBaseUrl\":\"https://api.qa.example\""),
        "{cart}"
    );
    assert!(cart.contains("<link href=https://static.qa.example/assets/site."), "{cart}");
    // Without them the pages are those of every other place.
    site.build();
    let cart = site.page("cart/index.html");
    assert!(!cart.contains("qa.example") && cart.contains("<link href=/assets/site."), "{cart}");
}

#[test]
fn a_new_site_builds_at_once() {
    let site = TestSite::tiny();
    let made = site.loggia(&["new", "mine", "--starter", "blog", "--title", "My \"own\" site"]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    let built = site.loggia(&["build", "mine"]);
    assert_eq!(
        (built.status.code(), stderr(&built).contains("error")),
        (Some(0), false),
        "{}",
        stderr(&built)
    );
    let home = std::fs::read_to_string(site.beside("output/index.html")).unwrap();
    assert!(home.contains("<title>My &quot;own&quot; site</title>"), "{home}");
    let again = site.loggia(&["new", "mine", "--starter", "blog"]);
    assert_eq!(again.status.code(), Some(2), "a folder in use is left alone");
}

/// G-056, G-057, G-058.
#[test]
fn g_056_g_057_g_058_folders_show_lead_or_have_no_address() {
    let site = TestSite::tiny();
    let folder = |name: &str, behavior: u8| {
        site.write(
            &format!("content/{name}/collection.json"),
            &format!(
                "{{\"title\": \"{name}\", \"typeName\": \"index\", \"type\": 10, \"folderBehavior\": {behavior}, \
                 \"collections\": [\"notes\", \"write\"]}}"
            ),
        );
    };
    folder("shown", 1);
    folder("leading", 2);
    folder("silent", 3);
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    let shown = site.page("shown/index.html");
    assert!(
        shown.contains("<a href=/notes>Notes</a>") && shown.contains("<a href=/write>Write to us</a>"),
        "{shown}"
    );
    assert!(!shown.contains(">Goods</a></h2>"), "{shown}");
    let leading = site.page("leading/index.html");
    assert!(leading.contains("0; url=/notes") && leading.contains("http-equiv=refresh"), "{leading}");
    assert!(
        site.page("_redirects").lines().any(|line| line == "/leading /notes 302"),
        "{}",
        site.page("_redirects")
    );
    assert!(!site.out().join("silent").exists());
    assert!(site.page("_headers").contains("immutable"));
}
