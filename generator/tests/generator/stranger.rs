//! `site-fixtures/stranger/`: a template as somebody writes it who knows the public description of the format and
//! nothing of this program.

use std::path::Path;

use loggia_generator::pipeline::Options;

use crate::site::{TestSite, stderr};

fn stranger() -> TestSite {
    let site = TestSite::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/stranger"));
    let options = Options { minify: false, ..site.options() };
    let built = site.build_with(&options);
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    site
}

/// G-080, G-011: the template builds as it is, and `check` finds nothing in it.
#[test]
fn g_080_a_strangers_template_builds_unchanged() {
    let site = stranger();
    let done = site.loggia(&["check", "site"]);
    assert_eq!((done.status.code(), stderr(&done).as_str()), (Some(0), ""));
    for (path, bytes) in site.tree().into_iter().filter(|(path, _)| path.ends_with(".html")) {
        let page = String::from_utf8(bytes).unwrap();
        assert!(!page.contains("squarespace:") && !page.contains("{squarespace"), "{path}: {page}");
        assert!(!page.contains('\u{fdd0}') && !page.contains("href=\"\""), "{path}: {page}");
    }
}

/// A template that sets no color of ours gets the widgets' own: the sheet of the blocks, which stands in no layer, would win
/// over them and once painted the button white on white.
#[test]
fn the_sheet_of_the_blocks_leaves_the_widgets_colors_alone() {
    let site = stranger();
    let sheets: Vec<_> =
        site.tree().into_iter().filter(|(path, _)| path.starts_with("assets/blocks.")).collect();
    assert_eq!(sheets.len(), 1);
    let sheet = String::from_utf8_lossy(&sheets[0].1);
    assert!(sheet.contains("--loggia-mark:") && !sheet.contains("--loggia-accent:"), "{sheet}");
}

/// Menus: entries, folders with their pages, links elsewhere, and the menu of the folder that a page is in.
#[test]
fn menus_of_every_kind() {
    let site = stranger();
    let page = site.page("team/index.html");
    for part in [
        "<a href=\"/projects\" aria-haspopup=\"true\">Works</a>",
        "<li class=\" active-folder\">",
        "<a href=\"https://example.com/boats\" target=\"_blank\">Elsewhere</a>",
        "<nav class=\"submenu\" aria-label=\"In this folder\">",
        "<li class=\"active-link\"><a href=\"/team\">Team</a></li>",
        "<a href=\"/history\">History</a> | <a href=\"/dates\">Dates</a>",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!site.page("about/index.html").contains("submenu"), "a page in no folder has no menu of one");
}

/// Open fields show their blocks, in as many columns as the template says.
#[test]
fn fields_show_their_blocks() {
    let site = stranger();
    let page = site.page("about/index.html");
    assert!(page.contains("sqs-grid-1 columns-1\" id=\"sidebarBlocks\""), "{page}");
    assert!(
        page.contains("<p>Low water at noon.</p>")
            && page.contains("<p>Harbour 1, every day from eight.</p>")
    );
    site.edit("fields/footerBlocks.json", "from eight", "from nine");
    site.build();
    assert!(site.page("index.html").contains("from nine"), "a field belongs to every page that shows it");
}

/// G-056, G-059: an index shows the collections in it with their items; a list without a template of its own begins with
/// its first item; a page of the template has the template's text.
#[test]
fn g_056_g_059_indexes_lists_and_pages() {
    let site = stranger();
    let index = site.page("index.html");
    assert!(index.contains("<section id=\"projects\" class=\"index-section type-project\">"), "{index}");
    assert!(
        index.contains("<a href=\"/projects/light\">Light</a>") && index.contains("We build and mend"),
        "{index}"
    );
    let team = site.page("team/index.html");
    assert!(
        team.contains("<article class=\"person\"><h1>Ada</h1>") && team.contains("Next: Bo")
            || team.contains("<p>Ropes.</p>"),
        "{team}"
    );
    let history = site.page("history/index.html");
    assert!(
        history.contains("<b>1780</b> The first slipway.") && history.contains("Braces are written {so}."),
        "{history}"
    );
    assert!(!history.contains("nobody sees"), "{history}");
    let projects = site.page("projects/index.html");
    assert!(
        projects.contains("href=\"/projects/page/2\""),
        "the template's settings say how many a page has: {projects}"
    );
    assert!(projects.find("Boat for The Guild") < projects.find("Pier for The Town"));
    site.edit("content/projects/03-light.json", "\"Light\"", "\"Lighthouse\"");
    site.build();
    assert!(site.page("index.html").contains("Lighthouse"), "an index follows the items it shows");
}

/// G-063, G-065: links that a server would answer lead to the pages that say the same; titles that lead elsewhere do.
#[test]
fn g_063_g_065_links_that_ask_lead_to_pages() {
    let site = stranger();
    let list = site.page("journal/index.html");
    for part in [
        "<a href=\"/journal/category/boats\">Boats</a>",
        "tagged <a href=\"/journal/tag/wood-work\">Wood work</a>, <a href=\"/journal/tag/weather\">Weather</a>",
        "<p class=\"odd\"><a href=\"/journal/a-new-mast\">A new mast</a></p>",
        "<a href=\"/journal/a-new-mast#comments-j-1\">2 Comments</a>",
    ] {
        assert!(list.contains(part), "{part} in {list}");
    }
    let older = site.page("journal/page/2/index.html");
    assert!(
        older.contains("<a href=\"https://example.com/read\" target=\"_blank\">Read this</a>"),
        "{older}"
    );
    let tag = site.page("journal/tag/wood-work/index.html");
    assert!(
        tag.contains("Tagged Wood work") && tag.contains("Storm damage") && !tag.contains("Read this"),
        "{tag}"
    );
}

/// G-064: an item that leads elsewhere has no page; lists link its address.
#[test]
fn g_064_an_item_that_leads_elsewhere_has_no_page() {
    let site = TestSite::tiny();
    site.edit(
        "content/notes/first.json",
        "\"urlId\": \"first\"",
        "\"urlId\": \"first\", \"externalLink\": \"https://example.com/x\"",
    );
    site.write(
        "template/collections/notes.list",
        "<h1>{collection.title}</h1>{.repeated section items}<h2><a href=\"{.external-link?}{externalLink}{.or}{fullUrl}{.end}\">{title|htmltag}</a></h2>{.end}",
    );
    site.build();
    assert!(!site.out().join("notes/first").exists());
    assert!(site.page("notes/page/2/index.html").contains("<a href=https://example.com/x>First"));
    assert!(site.page("notes/feed.xml").contains("<link>https://example.com/x</link>"));
    let feed: serde_json::Value = serde_json::from_str(&site.page("notes/feed.json")).unwrap();
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    let items = feed["items"].as_array().unwrap();
    assert!(items.iter().any(|item| item["external_url"] == "https://example.com/x"), "{feed}");
    assert!(items.iter().all(|item| item["id"].is_string()
        && item["content_html"].is_string()
        && item["date_published"].is_string()));
}

/// G-064, G-065: the program's own list links the address elsewhere, or the source of what is passed through.
#[test]
fn g_064_g_065_the_built_in_list_leads_elsewhere() {
    let site = TestSite::tiny();
    site.edit("content/notes/collection.json", "\"typeName\": \"notes\"", "\"typeName\": \"blog\"");
    site.edit(
        "content/notes/first.json",
        "\"urlId\"",
        "\"externalLink\": \"https://example.com/x\", \"urlId\"",
    );
    site.edit(
        "content/notes/third.json",
        "\"urlId\"",
        "\"passthrough\": true, \"sourceUrl\": \"https://example.com/y\", \"urlId\"",
    );
    site.build();
    assert!(site.page("notes/page/2/index.html").contains("entry-title\"><a href=https://example.com/x>"));
    assert!(
        site.page("notes/index.html").contains("entry-title\"><a href=https://example.com/y>Third</a></h2>")
    );
    assert!(site.out().join("notes/third/index.html").exists(), "what is passed through keeps its page");
}
