//! Pages of a hosted builder, as they were saved, into blocks and sections.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use loggia_exchange::page::{Contents, Page, Source, of_content, read, read_content};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn page(name: &str, html: &str) -> Page {
    read(&Source { url: name, html, json: None })
}

fn seven() -> Page {
    page("visit.html", include_str!("pages/seven.html"))
}

fn seven_one() -> Page {
    page("index.html", include_str!("pages/seven-one.html"))
}

fn content_of(page: &Page) -> Value {
    Value::Object(page.collection.clone())
}

/// Every block of a page by its id.
fn blocks(content: &Value) -> Map<String, Value> {
    let mut found = Map::new();
    let mut open = vec![content];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(object) => {
                if object.contains_key("value") && object.contains_key("type") {
                    let id = object.get("id").and_then(Value::as_str).unwrap_or("-");
                    found.insert(id.to_owned(), value.clone());
                }
                open.extend(object.values());
            }
            Value::Array(list) => open.extend(list),
            _ => {}
        }
    }
    found
}

/// The part of a page that is its own.
fn main_of(html: &str) -> &str {
    &html[html.find("<main").unwrap()..html.find("</main>").unwrap()]
}

#[test]
fn s_520_a_page_of_rows_and_columns_becomes_blocks_with_its_own_ids() {
    let page = seven();
    assert_eq!((page.url.as_str(), &page.collection["title"]), ("/visit", &json!("Visit us")));
    let rows = page.collection["rows"].as_array().unwrap();
    let spans: Vec<&Value> =
        rows[1]["columns"].as_array().unwrap().iter().map(|column| &column["span"]).collect();
    assert_eq!(spans, [&json!(8), &json!(4)]);
    assert_eq!(
        rows[1]["columns"][0]["rows"][0]["columns"][1]["span"], 4,
        "rows in a column stay where they are"
    );
    let blocks = blocks(&content_of(&page));
    assert_eq!(
        blocks["t1"]["value"]["html"],
        "<h1 style=\"text-align:center\">Come over by <em>boat</em></h1><p>The ferry goes at nine. See \
         <a href=\"/about/history#bell\">the bell</a> and <a href=\"https://river.example/times\">the times</a>.</p>"
    );
    assert_eq!(
        blocks["i1"],
        json!({"type": 5, "variant": 1013, "id": "i1", "value": {
            "image": {"assetUrl": "https://images.squarespace-cdn.com/content/v1/w1/2/pier.jpg", "altText": "The pier",
                "originalSize": "1600x900", "mediaFocalPoint": {"x": 0.25, "y": 0.75}},
            "title": "Old pier", "subtitle": "<p>Built of <strong>oak</strong>.</p>",
            "buttonText": "Walk there", "buttonUrl": "/pier", "linkUrl": "https://river.example/map", "newWindow": true}})
    );
    assert_eq!(blocks["q1"]["value"]["source"], "A guest");
    assert_eq!(
        blocks["b1"]["value"],
        json!({"text": "Book a seat", "url": "/book", "alignment": "center", "size": "large"})
    );
    assert_eq!(blocks["s1"]["value"]["height"], 68);
    assert_eq!(
        blocks["m1"]["value"],
        json!({"location": {"addressTitle": "The Ferry House", "addressLine1": "1 Quay", "mapLat": 51.51, "mapLng": -0.26}, "zoom": 14})
    );
    let gallery = &blocks["g1"]["value"];
    assert_eq!(
        gallery["options"],
        json!({"autoplay": true, "padding": 50, "thumbnails-per-row": 5, "aspect-ratio": "square", "design": "slideshow"})
    );
    assert_eq!(
        gallery["images"][0],
        json!({"assetUrl": "https://images.squarespace-cdn.com/content/v1/w1/3/one.jpg", "altText": "One", "originalSize": "800x600",
            "title": "First boat", "body": "<p>From 1931.</p>", "clickthroughUrl": {"url": "/boats"}})
    );
    assert_eq!(
        blocks["n1"]["value"]["sections"][0]["items"][0],
        json!({"title": "Leek", "description": "with bread", "price": "6"})
    );
    assert_eq!(
        blocks["a1"]["value"]["accounts"],
        json!([{"serviceName": "Instagram", "profileUrl": "https://www.instagram.com/ferry"}])
    );
}

#[test]
fn s_521_sections_keep_their_theme_background_height_and_alignment() {
    let page = seven_one();
    let sections = page.collection["sections"].as_array().unwrap();
    let ids: Vec<&Value> = sections.iter().map(|section| &section["id"]).collect();
    assert_eq!(ids, ["s1", "s2", "s3", "s4"]);
    let first = &sections[0];
    assert_eq!(
        (&first["theme"], &first["height"], &first["contentWidth"], &first["verticalAlignment"]),
        (&json!("dark"), &json!(55.0), &json!("wide"), &json!("bottom"))
    );
    assert_eq!(
        first["background"],
        json!({"width": "inset", "overlayOpacity": 35, "image": {"altText": "",
            "assetUrl": "https://images.squarespace-cdn.com/content/v1/o1/b/rows.jpg", "originalSize": "2500x1400",
            "mediaFocalPoint": {"x": 0.1, "y": 0.9}}})
    );
    assert_eq!(
        (&sections[2]["theme"], &sections[2]["contentWidth"]),
        (&json!("light-bold"), &json!("narrow"))
    );
}

#[test]
fn s_522_a_grid_keeps_the_place_of_each_block_at_both_widths() {
    let page = seven_one();
    let section = &page.collection["sections"][0];
    assert_eq!(
        section["grid"],
        json!({"desktop": {"columns": 24, "rows": 6, "rowHeight": "2.15%"}, "mobile": {"columns": 8, "rows": 10, "rowHeight": 24.0},
            "rowGap": 11, "columnGap": 11})
    );
    let [text, picture] = section["blocks"].as_array().unwrap().as_slice() else { panic!("two blocks") };
    assert_eq!((&text["type"], &text["id"]), (&json!(2), &json!("x1")));
    assert_eq!(
        text["desktop"],
        json!({"rowStart": 1, "columnStart": 2, "rowEnd": 5, "columnEnd": 14, "zIndex": 2, "verticalAlignment": "middle"})
    );
    assert_eq!(
        picture["mobile"],
        json!({"rowStart": 4, "columnStart": 2, "rowEnd": 10, "columnEnd": 10, "zIndex": 3})
    );
    assert_eq!(picture["value"]["linkUrl"], "/visit");
}

#[test]
fn s_523_galleries_and_lists_that_are_sections_become_blocks() {
    let page = seven_one();
    let sections = &page.collection["sections"];
    let gallery = &sections[1]["rows"][0]["columns"][0]["blocks"][0];
    assert_eq!(
        gallery["value"]["options"],
        json!({"design": "grid", "auto-crop": false, "aspect-ratio": "original", "thumbnails-per-row": 3, "padding": 12, "lightbox": true})
    );
    assert_eq!(gallery["value"]["images"][0]["body"], "Blossom in May".to_owned());
    let rows = sections[2]["rows"].as_array().unwrap();
    assert_eq!(rows[0]["columns"][0]["blocks"][0]["value"]["html"], "<p>Who picks</p>");
    let ann = &rows[1]["columns"][0]["blocks"][0];
    assert_eq!(
        (&ann["type"], &ann["variant"], &ann["value"]["title"]),
        (&json!(5), &json!(1016), &json!("Ann"))
    );
    assert_eq!(rows[1]["columns"][1]["blocks"][0]["type"], 2, "who has no picture is text");
    assert_eq!(rows[2]["columns"].as_array().unwrap().len(), 2, "the last row has the widths of the others");
    let questions = &blocks(sections)["ac"]["value"]["items"];
    assert_eq!(questions, &json!([{"title": "May dogs come?", "html": "<p>Yes, on a lead.</p>"}]));
}

#[test]
fn s_524_forms_come_with_their_fields() {
    let page = seven();
    assert_eq!(blocks(&content_of(&page))["f1"]["value"], json!({"formId": "f77"}));
    let form = &page.forms[0];
    assert_eq!(
        (&form["id"], &form["buttonText"], &form["successRedirect"], &form["parsedSubmissionMessage"]),
        (&json!("f77"), &json!("Ask us"), &json!("/thanks"), &json!("Thank you!"))
    );
    assert_eq!(
        form["fields"],
        json!([{"id": "name-1", "type": "name", "title": "Your name", "required": true},
            {"id": "email-2", "type": "email", "title": "Email", "required": true},
            {"id": "select-3", "type": "select", "title": "Which boat?", "description": "As far as it goes.", "options": ["Nine", "Noon"]}])
    );
    let letters = seven_one();
    assert_eq!(
        blocks(&content_of(&letters))["nl"]["value"],
        json!({"formId": "nf1", "title": "Letters", "description": "<p>One a month.</p>"})
    );
    assert_eq!(
        (
            &letters.forms[0]["newsletter"],
            &letters.forms[0]["buttonText"],
            &letters.forms[0]["parsedDisclaimerMessage"]
        ),
        (&json!(true), &json!("Sign up"), &json!("<p>Never passed on.</p>"))
    );
}

/// Pages of today hold a form as data for a script, beside what it draws: how addresses and telephone numbers are written
/// in a country are `fields`, too.
#[test]
fn s_524_forms_that_a_script_draws() {
    let data = json!({
        "formFieldFormats": {
            "initialAddressFormat": {"id": 0, "type": "ADDRESS", "fields": [
                {"type": "FIELD", "label": "Street", "identifier": "Line1", "required": true},
                {"type": "SEPARATOR", "label": "\n", "identifier": "Newline"},
                {"type": "FIELD", "label": "City", "identifier": "City", "required": true}]},
            "initialPhoneFormat": {"fields": [{"type": "SEPARATOR", "label": "("}, {"type": "FIELD", "label": "1"}]}},
        "formId": "f9", "formName": "Ask us",
        "formFields": [
            {"type": "name", "id": "name-a", "title": "Name", "description": "", "required": true, "name": true},
            {"type": "email", "id": "email-b", "title": "Email", "placeholder": "you@", "required": true, "mailingList": true},
            {"type": "text", "title": "First line"}, {"type": "text", "title": "Second line"},
            {"type": "likert", "id": "l", "title": "How was it?", "questions": ["The boat", "The food"]}],
        "formSubmitButtonText": "Send it", "formSubmissionMessage": {"html": "<p style=\"white-space:pre-wrap;\">Thank <em>you</em></p>"},
        "disclaimerMessage": {"html": "<p>Kept for a month.</p>"}, "successRedirect": "/thanks",
        "localizedStrings": {"email": {"signUp": "Write to me"}}
    });
    let html = format!(
        "<main><article><section class=\"page-section\" data-section-id=\"s\"><div class=\"sqs-block website-component-block sqs-block-form form-block\" id=\"block-c\"><div class=\"sqs-block-content\"><script type=\"application/json\" class=\"sqs-form-block-context\">{data}</script><div data-submission-html=\"\"></div><div class=\"form-wrapper\"></div></div></div></section></article></main>"
    );
    let page = page("/ask", &html);
    assert_eq!(blocks(&content_of(&page))["c"]["value"], json!({"formId": "f9"}));
    assert_eq!(
        page.forms,
        [json!({
            "id": "f9", "name": "Ask us", "buttonText": "Send it", "successRedirect": "/thanks",
            "parsedSubmissionMessage": "<p>Thank <em>you</em></p>", "parsedDisclaimerMessage": "<p>Kept for a month.</p>",
            "fields": [
                {"id": "name-a", "type": "name", "title": "Name", "required": true},
                {"id": "email-b", "type": "email", "title": "Email", "required": true, "placeholder": "you@"},
                {"id": "email-b-news", "type": "checkbox", "title": "", "options": ["Write to me"]},
                {"id": "text", "type": "text", "title": "First line"}, {"id": "text-2", "type": "text", "title": "Second line"},
                {"id": "l", "type": "likert", "title": "How was it?", "options": ["The boat", "The food"]}]
        })]
    );
    assert_eq!(page.faults.len(), 1, "only the tick for letters is told of: {:?}", page.faults);
}

#[test]
fn s_525_what_is_unknown_stays_as_it_was_and_is_named() {
    let page = seven();
    let blocks = blocks(&content_of(&page));
    assert_eq!(blocks["z1"]["type"], 2);
    assert_eq!(blocks["z1"]["value"]["kept"], "tidetable");
    let html = blocks["z1"]["value"]["html"].as_str().unwrap();
    assert!(html.contains("06:10") && !html.contains("script"), "{html}");
    let code = blocks["k1"]["value"]["source"].as_str().unwrap();
    assert_eq!(code, "<div class=\"tide\" onclick=\"go()\">High tide</div><script>go = 1 < 2;</script>");
    let faults: Vec<&str> = page.faults.iter().map(|fault| fault.message.as_str()).collect();
    for part in [
        "The tidetable block 'z1'",
        "The code block 'k1' holds a script",
        "(“Open daily”) belongs to no block",
    ] {
        assert!(faults.iter().any(|fault| fault.contains(part)), "{part}: {faults:#?}");
    }
    assert_eq!(faults.len(), 3, "{faults:#?}");
    assert_eq!(blocks["v1"]["value"]["collection"], "c9");
    assert!(blocks["v1"]["value"]["was"].as_str().unwrap().contains("Low water"));
}

#[test]
fn s_526_what_stands_around_a_page_is_read() {
    let around = seven().around;
    assert_eq!(
        around.menus["mainNav"],
        json!([{"title": "Home", "url": "/"},
            {"title": "About", "url": "/about/people", "items": [{"title": "People", "url": "/about/people"}, {"title": "History", "url": "/about/history"}]},
            {"title": "Visit us", "url": "/visit"}])
    );
    assert_eq!(
        (&around.website["siteTitle"], &around.website["timeZone"]),
        (&json!("The Ferry House"), &json!("Europe/London"))
    );
    assert_eq!(around.settings["storeSettings"]["currency"], "GBP");
    assert!(
        blocks(&around.fields["footerBlocks"])["ff"]["value"]["html"].as_str().unwrap().contains("Riverside")
    );
    let around = seven_one().around;
    assert_eq!(
        around.menus["mainNav"],
        json!([{"title": "Fruit", "url": "/apples", "items": [{"title": "Apples", "url": "/apples"}, {"title": "Pears", "url": "/pears"}]},
            {"title": "Visit", "url": "/visit"}])
    );
    assert_eq!(around.website["logoImageUrl"], "https://images.squarespace-cdn.com/content/v1/o1/l/leaf.png");
    assert_eq!(
        around.settings["announcementBarSettings"],
        json!({"text": "<p>Harvest begins on Sunday</p>", "clickthroughUrl": {"url": "/harvest"}})
    );
    assert_eq!(around.fields["footer"]["sections"][0]["theme"], "black");
}

#[test]
fn s_527_every_word_link_and_picture_of_a_page_is_in_its_content() {
    for (page, html) in
        [(seven(), include_str!("pages/seven.html")), (seven_one(), include_str!("pages/seven-one.html"))]
    {
        let mut before = Contents::of_html(&main_of(html).replace(".html", ""));
        let mut after = of_content(&content_of(&page));
        // What a form says stands in its file; the price of a dish stands twice in the markup.
        for word in [
            "Your", "name", "*", "First", "Name", "Email", "Which", "boat?", "As", "far", "as", "it",
            "goes.", "Nine", "Noon", "6", "Letters", "One", "a", "month.", "Never", "passed", "on.", "Sign",
            "up",
        ] {
            before.words.remove(word);
            after.words.remove(word);
        }
        let own = |link: &mut String| {
            *link = link.replace("https://www.ferry.example", "").replace("about/history#", "/about/history#")
        };
        before.links.iter_mut().for_each(own);
        assert_eq!(before.missing_in(&after), Vec::<String>::new());
        let told = ["The", "Ferry", "House", "1", "Quay", "News", "Instagram"];
        let mut more = after.clone();
        more.words.retain(|word, _| !told.contains(&word.as_str()) && !before.words.contains_key(word));
        assert!(more.words.is_empty(), "{:?}", more.words);
    }
}

#[test]
fn s_528_the_page_in_which_a_site_is_edited_is_none_of_its_pages() {
    let page = page(
        "index.html",
        "<html><body class=\"squarespace-config\"><iframe id=\"sqs-site-frame\" src=\"/\"></iframe><p>Pages</p></body></html>",
    );
    assert!(page.collection.is_empty());
    assert!(page.faults[0].message.contains("in which the old site is edited"), "{:?}", page.faults);
}

#[test]
fn s_528_a_post_is_an_item_with_its_date_tags_and_body() {
    let html = "<html><head><title>Ash — Pots</title><meta property=\"og:url\" content=\"https://pots.example/notes/ash\">\
        <meta itemprop=\"datePublished\" content=\"2024-05-01T10:00:00+0100\"><meta itemprop=\"author\" content=\"Ida\"></head>\
        <body id=\"item-i5\" class=\"collection-type-blog view-item\"><main><h1 class=\"entry-title\">Ash</h1><a href=\"/notes/tag/glaze\">glaze</a>\
        <div class=\"sqs-layout\" data-type=\"item\"><div class=\"row sqs-row\"><div class=\"col sqs-col-12\"><div class=\"sqs-block sqs-block-html\" id=\"block-1\"><div class=\"sqs-block-content\"><p>Sift it.</p></div></div></div></div></div></main></body></html>";
    let page = page("notes/ash.html", html);
    let item = page.item.unwrap();
    assert_eq!(
        (page.url.as_str(), &item["id"], &item["title"], &item["publishOn"], &item["tags"]),
        ("/notes/ash", &json!("i5"), &json!("Ash"), &json!("2024-05-01T10:00:00+0100"), &json!(["glaze"]))
    );
    assert_eq!(item["rows"][0]["columns"][0]["blocks"][0]["value"]["html"], "<p>Sift it.</p>");
    // The same without its content made ours: the markup of its text, and nothing around it.
    let post = loggia_exchange::page::post(html).unwrap();
    let body = post["body"].as_str().unwrap();
    assert!(
        body.starts_with("<div class=\"sqs-layout\"") && body.contains("Sift it.") && !body.contains("glaze"),
        "{body}"
    );
    for key in ["id", "title", "publishOn", "tags", "author"] {
        assert_eq!(post[key], item[key], "{key}");
    }
    assert!(
        loggia_exchange::page::post("<html><body class=\"view-list\"><main><p>x</p></main></body></html>")
            .is_none()
    );
}

#[test]
fn s_528_markup_that_is_no_page_of_blocks_stays_markup() {
    let content = read_content(
        "<p>Only words<script src=\"https://static1.squarespace.com/x.js\"></script></p>",
        "https://a.example/b",
        "",
    );
    assert!(content.members.is_empty() && content.faults.is_empty());
    assert_eq!(content.html, "<p>Only words</p>");
}

#[test]
fn s_529_markup_that_is_too_deep_or_broken_is_kept_and_said() {
    let deep =
        format!("<main>{}word{}</main>", "<div class=\"sqs-block\">".repeat(50_000), "</div>".repeat(50_000));
    let read = page("deep.html", &deep);
    assert!(read.faults[0].message.contains("nested too deep"));
    assert!(read.collection["blocks"][0]["value"]["html"].as_str().unwrap().contains("word"));
    let rows = format!(
        "<main><div class=\"sqs-layout\">{}<div class=\"sqs-block sqs-block-html\"><div class=\"sqs-block-content\">deep down</div></div>{}</div></main>",
        "<div class=\"row sqs-row\"><div class=\"col sqs-col-6\">".repeat(100),
        "</div></div>".repeat(100)
    );
    let read = page("rows.html", &rows);
    assert!(of_content(&content_of(&read)).words.contains_key("deep"), "{:?}", read.collection);
}

/// A block of a kind with words in it, and the words.
fn any_block() -> impl Strategy<Value = (String, Vec<String>)> {
    let word = "[a-zäöé]{1,9}";
    (0..6_usize, proptest::collection::vec(word, 1..6), "[a-z0-9]{4}").prop_map(|(kind, words, id)| {
        let text = words.join(" ");
        let inner = match kind {
            0 => format!("<div class=\"sqs-html-content\"><p>{text}</p></div>"),
            1 => format!("<figure><a href=\"/{id}\"><img data-src=\"https://img.example/{id}.jpg\" alt=\"x\"></a><figcaption class=\"image-caption-wrapper\"><div class=\"image-caption\"><p>{text}</p></div></figcaption></figure>"),
            2 => format!("<div class=\"sqs-block-button-container--left\"><a class=\"sqs-block-button-element\" href=\"/{id}\">{text}</a></div>"),
            3 => format!("<div class=\"sqs-gallery\"><div class=\"slide\"><img data-src=\"https://img.example/{id}.jpg\"><div class=\"meta-title\">{text}</div></div></div>"),
            4 => format!("<ul><li class=\"accordion-item\"><span class=\"accordion-item__title\">{text}</span><div class=\"accordion-item__description\"><p>{text}</p></div></li></ul>"),
            _ => format!("<table><tr><td>{text}</td></tr></table>"),
        };
        let kind = ["html", "image", "button", "gallery", "accordion", "unheardof"][kind];
        let html = format!("<div class=\"sqs-block sqs-block-{kind}\" id=\"block-{id}\"><div class=\"sqs-block-content\">{inner}</div></div>");
        (html, words)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// S-527: whatever stands in whatever rows and columns, each word is there as often as it was, each link and picture too.
    #[test]
    fn s_527_no_word_is_lost_or_doubled(rows in proptest::collection::vec(proptest::collection::vec(proptest::collection::vec(any_block(), 0..3), 1..4), 0..5), loose in "[a-z]{3,8}") {
        let mut html = format!("<main><p>{loose}</p><div class=\"sqs-layout\">");
        for columns in &rows {
            html.push_str("<div class=\"row sqs-row\">");
            for blocks in columns {
                html.push_str("<div class=\"col sqs-col-4 span-4\"><div class=\"row sqs-row\"><div class=\"col sqs-col-12\">");
                blocks.iter().for_each(|(block, _)| html.push_str(block));
                html.push_str("</div></div></div>");
            }
            html.push_str("</div>");
        }
        html.push_str("</div></main>");
        let page = page("x.html", &html);
        prop_assert_eq!(of_content(&content_of(&page)), Contents::of_html(&html));
    }

    /// S-529: nothing that is handed in as a page makes the reader stop.
    #[test]
    fn s_529_any_text_is_read(html in "(<(main|section|div|style|a|img|form)( class=\"(sqs-block|sqs-row|fluid-engine|sqs-col-9|page-section|fe-block fe-block-a|slide|list-item)\")?( data-[a-z]{1,3}=\"[{}\\[\\]a-z:,]{0,8}\")?>|</(div|main|section)>|[a-z{}/;:. ]{0,6}){0,40}") {
        let page = page("x.html", &html);
        let _ = of_content(&content_of(&page));
        let _ = read_content(&html, "", "");
    }
}
