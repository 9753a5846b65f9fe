//! What content says, and what templates, widgets and visitors see of it.

use loggia_generator::diagnostic::Diagnostic;
use loggia_generator::pipeline::Options;

use crate::site::{TestSite, stderr};

/// Builds the small site without minifying, and gives its faults.
fn built(site: &TestSite) -> Vec<Diagnostic> {
    site.build_with(&Options { minify: false, ..site.options() }).diagnostics
}

fn sound(site: &TestSite) {
    let faults = built(site);
    assert!(faults.is_empty(), "{faults:?}");
}

/// G-029: every field of an item is there by its name.
#[test]
fn g_029_templates_see_every_field_of_an_item() {
    let site = TestSite::tiny();
    site.write(
        "content/notes/first.json",
        r#"{"id": "n-1", "title": "First", "urlId": "first", "publishOn": "2026-01-01T10:00:00Z", "publicCommentCount": 3, "commentState": 1,
            "likeCount": 7, "promotedBlockType": "map", "assetUrl": "/assets/dot.svg", "mainImage": {"assetUrl": "/files/sheet.txt"},
            "mainImageId": "img-1", "systemDataId": "sys-1", "excerpt": {"html": "<p>Short</p>"}, "sourceUrl": "https://example.com/s",
            "passthrough": true, "location": {"addressLine1": "Street 1"}, "categories": ["C"], "tags": ["T"],
            "author": {"displayName": "Ada"}, "starred": true, "custom": 1}"#,
    );
    site.write(
        "template/collections/notes.item",
        "{.section item}|{id}|{fullUrl}|{title}|{publicCommentCount}|{commentState}|{likeCount}|{recordType}|{recordTypeLabel}|{promotedBlockType}|\
         {mainImageId}|{systemDataId}|{excerpt.html}|{passthrough}|{sourceUrl}|{location.addressLine1}|{categories}|{tags}|{author.displayName}|\
         {starred}|{custom}|{collectionId}|{collection.type}|{collection.typeName}|{.end}",
    );
    sound(&site);
    let page = site.page("notes/first/index.html");
    let expected = "|n-1|/notes/first|First|3|1|7|1|text|map|img-1|sys-1|<p>Short</p>|true|https://example.com/s|Street 1|C|T|Ada|true|1|c-notes|1|notes|";
    assert!(page.contains(expected), "{page}");
}

/// G-042: the other inputs of templates are there where the fixture sets them.
#[test]
fn g_042_templates_see_the_other_inputs() {
    let site = TestSite::tiny();
    site.write(
        "content/more/collection.json",
        r#"{"title": "More", "urlId": "more", "typeName": "more", "type": 10, "serviceName": "email", "showPastOrUpcomingEvents": "past",
            "backgroundSource": 3, "currentType": 17, "options": {"design": "grid"}, "calendarView": true, "folderBehavior": 1}"#,
    );
    site.write(
        "template/collections/more.list",
        "{.section collection}|{serviceName}|{showPastOrUpcomingEvents}|{backgroundSource}|{currentType}|{options.design}|{calendarView}|{folderBehavior}|{.end}",
    );
    sound(&site);
    assert!(
        site.page("more/index.html").contains("|email|past|3|17|grid|true|1|"),
        "{}",
        site.page("more/index.html")
    );
}

/// G-032: the order of a product's options is read beside its content and inside it, with the same selector.
/// G-029: an amount in hundredths is enough; templates print it in the shop's currency.
#[test]
fn g_029_a_price_in_hundredths_is_printed() {
    let site = TestSite::tiny();
    site.write(
        "content/goods/03-bowl.json",
        r#"{"id": "p-bowl", "title": "Bowl", "structuredContent": {"productType": 1, "variants": [{"sku": "BOWL", "price": 1205, "salePrice": 900, "onSale": true, "unlimited": true}]}}"#,
    );
    site.write("template/collections/products.item", "{.section item}[{@|product-price}]{.end}");
    sound(&site);
    let page = site.page("goods/bowl/index.html");
    assert!(page.contains("9.00") && page.contains("12.05"), "{page}");
}

/// S-400: a page shows one form of an amount and a cart charges the other; where they differ nothing is built.
#[test]
fn s_400_two_forms_of_one_amount_say_the_same_or_nothing_is_built() {
    let site = TestSite::tiny();
    sound(&site);
    site.edit("content/goods/01-cup.json", "\"price\": 1200", "\"price\": 1250");
    for command in ["check", "build"] {
        let done = site.loggia(&[command, "site"]);
        let printed = stderr(&done);
        assert_eq!(done.status.code(), Some(1), "{printed}");
        assert!(
            printed.contains("error[product]: 'price' says 1250 hundredths, 'priceMoney' says 12.00."),
            "{printed}"
        );
        assert!(printed.contains("--> content/goods/01-cup.json:"), "{printed}");
    }
}

/// S-402: what a page shows, what its widgets know, what search engines read and what the shop charges is one reading of
/// the item, in whatever form it says its amounts.
#[test]
fn s_402_every_part_of_a_build_says_the_same_price() {
    let says = |amounts: &str| {
        let site = TestSite::tiny();
        site.write(
            "content/goods/03-bowl.json",
            &format!(
                r#"{{"id": "p-bowl", "title": "Bowl", "structuredContent": {{"productType": 1, "variants": [
                    {{"sku": "BOWL", {amounts}, "unlimited": true}}]}}}}"#
            ),
        );
        site.write("template/collections/products.item", "{.section item}[{@|product-price}]{.end}");
        sound(&site);
        let page = site.page("goods/bowl/index.html");
        assert!(page.contains("12.05"), "{page}");
        assert!(page.contains("\"price\":\"12.05\""), "{page}");
        let catalog: serde_json::Value = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
        let products = catalog["products"].as_array().unwrap();
        let bowl = products.iter().find(|product| product["id"] == "p-bowl").unwrap();
        assert_eq!(bowl["variants"][0]["price"], 1205);
        (page, bowl.clone())
    };
    let in_hundredths = says("\"price\": 1205");
    assert_eq!(says("\"priceMoney\": {\"value\": \"12.05\", \"currency\": \"EUR\"}").1, in_hundredths.1);
    assert_eq!(
        says("\"price\": 1205, \"priceMoney\": {\"value\": \"12.05\", \"currency\": \"EUR\"}").1,
        in_hundredths.1
    );
}

#[test]
fn g_032_the_order_of_options_is_read_in_both_places() {
    let page = |beside: &str, inside: &str| {
        let site = TestSite::tiny();
        site.write(
            "content/goods/01-cup.json",
            &format!(
                r#"{{"id": "p-cup", "title": "Cup", {beside} "structuredContent": {{"productType": 1, {inside} "variants": [
                    {{"sku": "A", "attributes": {{"Size": "S", "Color": "Red"}}, "price": 1200, "unlimited": true}},
                    {{"sku": "B", "attributes": {{"Size": "L", "Color": "Blue"}}, "price": 1300, "unlimited": true}}]}}}}"#
            ),
        );
        sound(&site);
        let page = site.page("goods/cup/index.html");
        let start = page.find("class=\"product-variants\"").unwrap_or_else(|| panic!("{page}"));
        page[start..page.rfind("</select>").unwrap()].to_owned()
    };
    let order = "\"variantOptionOrdering\": [\"Color\", \"Size\"],";
    let (beside, inside) = (page(order, ""), page("", order));
    assert!(beside == inside, "{beside}\n{inside}");
    assert!(beside.find("Color: ") < beside.find("Size: "), "{beside}");
}

/// G-027: the two settings of the store reach the widgets. G-083: so do the flags.
#[test]
fn g_027_g_083_settings_and_flags_reach_the_widgets() {
    let site = TestSite::tiny();
    site.edit(
        "site.json",
        "\"storeSettings\": { \"currency\": \"EUR\" }",
        "\"storeSettings\": { \"currency\": \"EUR\", \"multipleQuantityAllowedForServices\": false, \"productReviewsEnabled\": true }",
    );
    site.edit(
        "site.json",
        "\"publish\":",
        "\"featureFlags\": { \"commerceVisitorMetrics\": true, \"installmentPaymentPdp\": true, \"productReviews\": true, \"analyticsTagV2\": true }, \"publish\":",
    );
    sound(&site);
    let page = site.page("cart/index.html");
    for part in [
        "\"multipleQuantityAllowedForServices\":false",
        "\"productReviewsEnabled\":true",
        "\"commerceVisitorMetrics\":true",
        "\"installmentPaymentPdp\":true",
        "\"productReviews\":true",
        "\"analyticsTagV2\":true",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
}

/// G-081: a page knows the address of its site.
#[test]
fn g_081_a_page_knows_the_address_of_the_site() {
    let site = TestSite::tiny();
    site.edit("site.json", "\"custom\": \"kept\"", "\"custom\": \"x\"");
    site.write("template/collections/home.list", "<h1>A</h1><p>{website.custom|AbsUrl}</p><i>{base-url}</i>");
    sound(&site);
    let page = site.page("index.html");
    assert!(page.contains("<p>https://tiny.example/x</p><i>https://tiny.example</i>"), "{page}");
}

/// G-085 to G-089: when comments show, and how many there are.
#[test]
fn g_085_to_g_089_comments_show_by_their_rule() {
    let section = |settings: &str, item: &str| {
        let site = TestSite::tiny();
        site.edit("site.json", "\"storeSettings\"", &format!("{settings}\"storeSettings\""));
        site.edit("content/notes/first.json", "\"urlId\"", &format!("{item}, \"urlId\""));
        site.write(
            "template/collections/notes.item",
            "{.section item}<h1>{title}</h1>{.comments?}<section id=\"comments\">{@|comment-count}</section>{.end}{.end}",
        );
        sound(&site);
        let page = site.page("notes/first/index.html");
        let start = page.find("<section id=\"comments\">").map(|at| at + 23);
        start.map(|start| page[start..start + page[start..].find('<').unwrap()].to_owned())
    };
    let on = "\"commentsEnabled\": true, ";
    // G-085: open for comments; G-086: somebody has commented; G-089: the labels.
    assert_eq!(section(on, "\"commentState\": 1, \"publicCommentCount\": 0").as_deref(), Some("No Comments"));
    assert_eq!(section(on, "\"commentState\": 1, \"publicCommentCount\": 1").as_deref(), Some("1 Comment"));
    assert_eq!(section(on, "\"commentState\": 0, \"publicCommentCount\": 5").as_deref(), Some("5 Comments"));
    assert_eq!(section(on, "\"commentState\": 0, \"publicCommentCount\": 0"), None);
    // G-087: switched off for the whole site; G-088: not reported while there are settings.
    assert_eq!(
        section("\"commentsEnabled\": false, ", "\"commentState\": 1, \"publicCommentCount\": 2"),
        None
    );
    assert_eq!(section("", "\"commentState\": 1, \"publicCommentCount\": 2"), None);
}

/// W-221: a link to a page that not everybody may see says so, in what templates see and in our own block.
#[test]
fn w_221_links_say_that_a_page_is_locked_or_for_members() {
    let site = TestSite::tiny();
    for (name, access) in [("cellar", "\"password\": \"open sesame\""), ("club", "\"access\": \"members\"")] {
        site.write(
            &format!("content/{name}/collection.json"),
            &format!(r#"{{"id": "c-{name}", "title": "The {name}", "urlId": "{name}", "typeName": "page", "type": 10, {access}}}"#),
        );
    }
    site.write(
        "template/blocks/menu.block",
        "{.repeated section items}<i>{title}:{accessLabel}</i>{.if items}{.repeated section items}<b>{title}:{accessLabel}</b>{.end}{.end}{.end}",
    );
    site.write(
        "content/menus/collection.json",
        r#"{"id": "c-menus", "title": "Menus", "urlId": "menus", "typeName": "page", "type": 10, "blocks": [{"type": "navigation", "value": {"navigationId": "doors"}}]}"#,
    );
    site.edit("template/top.region", "mainNav", "doors");
    site.edit(
        "site.json",
        "\"navigation\": {",
        r#""navigation": {"doors": [{"title": "Wine", "url": "/cellar"}, {"title": "Notes", "url": "/notes"}, {"title": "More", "folder": true, "items": [{"title": "Club", "url": "/club"}]}], "#,
    );
    sound(&site);
    let page = site.page("menus/index.html");
    for part in [
        "<i>Wine:locked</i>",
        "<i>Notes:</i>",
        "<i>More:</i><b>Club:available only to site members</b>",
        "Wine <span class=\"sqs-visually-hidden\">(locked)</span>",
        "Club <span class=\"sqs-visually-hidden\">(available only to site members)</span>",
    ] {
        assert!(page.contains(part), "{part} is missing in {page}");
    }
}

/// G-054, G-055: in place of what not everybody may see stands a lock; the page itself lies where only the api finds it,
/// and no other page, feed or index tells what is in it.
#[test]
fn g_054_g_055_locked_pages_are_not_public() {
    let site = TestSite::tiny();
    site.write(
        "content/cellar/collection.json",
        r#"{"id": "c-cellar", "title": "Cellar", "urlId": "cellar", "typeName": "page", "type": 10, "password": "open sesame", "mainContent": "<p>Hidden wine.</p>"}"#,
    );
    site.write(
        "content/club/collection.json",
        r#"{"id": "c-club", "title": "Club", "urlId": "club", "typeName": "blog", "type": 1, "access": "members"}"#,
    );
    site.write(
        "content/club/minutes.json",
        r#"{"id": "m-1", "title": "Minutes", "urlId": "minutes", "publishOn": "2026-01-01T10:00:00Z", "tags": ["Secret"], "body": "<p>Hidden vote.</p>"}"#,
    );
    site.edit("content/notes/first.json", "<p>One.</p>", "<p>Hidden one.</p>");
    site.edit("content/notes/first.json", "\"urlId\"", "\"access\": \"members\", \"urlId\"");
    site.write(
        "template/collections/notes.list",
        "<h1>Notes</h1>{.repeated section items}<h2>{title|htmltag}</h2>{body}{.end}",
    );
    sound(&site);
    let lock = site.page("cellar/index.html");
    assert!(
        lock.contains("This page is locked.") && lock.contains("<h1>Cellar</h1>") && lock.contains("noindex"),
        "{lock}"
    );
    for path in
        ["club/index.html", "club/minutes/index.html", "club/tag/secret/index.html", "notes/first/index.html"]
    {
        let page = site.page(path);
        assert!(page.contains("This page is available only to site members."), "{path}: {page}");
    }
    for (path, bytes) in site.tree() {
        let text = String::from_utf8_lossy(&bytes);
        for secret in ["Hidden", "open sesame"] {
            assert!(!text.contains(secret), "{path} tells {secret}: {text}");
        }
    }
    assert!(site.page("notes/page/2/index.html").contains("<h2>First"), "a list still names it");
    assert!(site.protected("cellar/index.html").contains("<p>Hidden wine.</p>"));
    assert!(site.protected("club/minutes/index.html").contains("<p>Hidden vote.</p>"));
    let catalog: loggia_commerce::Catalog = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
    let lock = |url: &str| catalog.pages.iter().find(|page| page.url == url).unwrap().lock.clone().unwrap();
    assert_eq!(lock("/cellar").content, "cellar/index.html");
    assert!(lock("/cellar").password_hash.unwrap().starts_with("$argon2id$"));
    assert_eq!(lock("/club/minutes").content, "club/minutes/index.html");
    assert_eq!(lock("/club/tag/secret").password_hash, None);
    assert!(!site.page("_data/catalog.json").contains("open sesame"));
    assert!(!site.page("sitemap.xml").contains("cellar") && !site.page("sitemap.xml").contains("club"));
    assert!(!site.out().join("club/feed.xml").exists());
    // Where visits are counted, the page says that it is a lock: K-048, K-049.
    site.edit("site.json", "\"websiteSettings\": {", "\"websiteSettings\": {\"tracking\": {}, ");
    sound(&site);
    assert!(site.page("cellar/index.html").contains("\"pageType\":8"));
    assert!(site.page("club/index.html").contains("\"pageType\":9"));
    assert!(site.page("404.html").contains("\"pageType\":7"));
    // Its owner sees it as it is.
    site.build_with(&Options { drafts: true, ..site.options() });
    assert!(site.page("cellar/index.html").contains("Hidden wine."));
}

/// G-121: items that their owner puts in order. G-123: categories inside categories. G-120: tracks of an album.
#[test]
fn g_120_g_121_g_123_more_limits_are_held() {
    let site = TestSite::tiny();
    site.write(
        "content/rows/collection.json",
        "{\"title\": \"Rows\", \"typeName\": \"gallery\", \"type\": 1, \"ordering\": \"user-orderable\"}",
    );
    for number in 0..251 {
        site.write(
            &format!("content/rows/{number}.json"),
            &format!("{{\"id\": \"r-{number}\", \"title\": \"R\", \"urlId\": \"r-{number}\"}}"),
        );
    }
    site.write(
        "content/songs/collection.json",
        "{\"title\": \"Songs\", \"typeName\": \"album\", \"type\": 1, \"ordering\": \"user-orderable\"}",
    );
    for number in 0..61 {
        site.write(
            &format!("content/songs/{number}.json"),
            &format!("{{\"id\": \"s-{number}\", \"title\": \"S\", \"urlId\": \"s-{number}\"}}"),
        );
    }
    let inner = vec!["\"x\""; 5000].join(",");
    site.write(
        "content/many/collection.json",
        &format!("{{\"title\": \"Many\", \"typeName\": \"blog\", \"categories\": [{{\"name\": \"a\", \"categories\": [{inner}]}}, {{\"name\": \"b\", \"categories\": [{inner}]}}]}}"),
    );
    let messages: Vec<String> = site
        .build()
        .diagnostics
        .into_iter()
        .map(|fault| format!("{} {}", fault.file.display(), fault.message))
        .collect();
    for message in [
        "content/rows/collection.json There are 251 items here; at most 250 are allowed.",
        "content/songs/collection.json There are 61 tracks here; at most 60 are allowed.",
        "content/many/collection.json There are 10002 categories here; at most 10000 are allowed.",
    ] {
        assert!(messages.iter().any(|line| line == message), "{message} in {messages:#?}");
    }
}

/// G-127: a limit stops `check` and `publish`, and is a warning while somebody works on the site.
#[test]
fn g_127_limits_stop_publishing_but_not_the_work() {
    let site = TestSite::tiny();
    let blocks = vec!["{\"type\": 47}"; 61].join(",");
    site.write(
        "content/long/collection.json",
        &format!("{{\"title\": \"Long\", \"typeName\": \"page\", \"blocks\": [{blocks}]}}"),
    );
    assert_eq!(site.loggia(&["check", "site"]).status.code(), Some(1));
    let done = site.loggia(&["publish", "site", "--to", "dir:live"]);
    assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
    assert!(!site.beside("live/current").exists());
    let built = site.build_with(&Options { beyond_limits: true, ..site.options() });
    assert!(built.written.is_some());
    let fault = built.diagnostics.iter().find(|fault| fault.code == "limit").unwrap();
    assert!(!fault.is_error() && fault.message.contains("61 blocks"), "{fault}");
}

/// G-020: links and files that lead nowhere, flaws for readers, amounts that contradict, messages that cannot be parsed.
#[test]
fn g_020_check_finds_what_only_shows_in_the_whole() {
    let site = TestSite::tiny();
    site.edit(
        "content/notes/first.json",
        "<p>One.</p>",
        "<p><a href='/notes/secnd'>Two</a> <a href='#lost'>x</a><img src='/files/none.png'></p>",
    );
    site.edit(
        "site.json",
        "\"publish\":",
        "\"localizedStrings\": { \"loaves\": \"{0 plural one {# loaf}}\", \"unused\": \"{0 plural one {# loaf}}\" }, \"publish\":",
    );
    site.edit(
        "template/collections/home.list",
        "<h1>",
        "<p>{localizedStrings.loaves|message collection.x}</p><h1>",
    );
    let done = site.loggia(&["check", "site"]);
    let printed = stderr(&done);
    assert_eq!(done.status.code(), Some(1), "{printed}");
    for part in [
        "warning[link]: There is no page at '/notes/secnd'. (on /notes/first)",
        "= help: did you mean `/notes/second`?",
        "warning[file-missing]: There is no file '/files/none.png'. (on /notes/first)",
        "warning[alt-text]: The picture '/files/none.png' has no alternative text.",
        "warning[link]: Nothing on the page has the id 'lost' that a link leads to.",
        "--> content/notes/first.json:1:",
        "error[message]: The message 'localizedStrings.loaves' has a mistake: 'plural' has no 'other' form",
    ] {
        assert!(printed.contains(part), "{part} in\n{printed}");
    }
    assert!(!printed.contains("localizedStrings.unused"), "{printed}");
    // What stops the one stops the other.
    let built = site.loggia(&["build", "site"]);
    assert_eq!(built.status.code(), Some(1), "{}", stderr(&built));
    site.edit("site.json", "{0 plural one {# loaf}}\", \"unused", "{0 plural other {# loaves}}\", \"unused");
    for command in ["check", "build"] {
        let done = site.loggia(&[command, "site"]);
        assert_eq!(done.status.code(), Some(0), "{command}: {}", stderr(&done));
    }
}
