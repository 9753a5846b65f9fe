//! What an element of the preview shows leads to the value that was printed there, whatever else says the same words.

use super::{Editor, bakery};

/// The opening tags of a page that show something of a file, each with its mark and what follows it up to the next tag.
fn marks(page: &str) -> Vec<(String, Option<String>, String)> {
    let value = |tag: &str, name: &str| {
        let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
        Some(rest.split('"').next().unwrap_or_default().to_owned())
    };
    let tags = page.split('<').filter_map(|tag| tag.split_once('>'));
    tags.filter_map(|(tag, text)| {
        Some((value(tag, "data-loggia-edit")?, value(tag, "data-loggia-write"), text.trim().to_owned()))
    })
    .collect()
}

/// The marks of elements that begin with these words.
fn of(page: &str, words: &str) -> Vec<(String, Option<String>)> {
    marks(page)
        .into_iter()
        .filter(|(_, _, text)| text == words)
        .map(|(place, write, _)| (place, write))
        .collect()
}

fn text(place: &str) -> (String, Option<String>) {
    (place.to_owned(), Some("text".to_owned()))
}

/// A page without what its marks say.
fn plain(page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some(at) =
        [" data-loggia-edit=\"", " data-loggia-write=\""].iter().filter_map(|name| rest.find(name)).min()
    {
        out.push_str(&rest[..at]);
        rest = rest[at..].splitn(3, '"').nth(2).unwrap_or_default();
    }
    out + rest
}

/// What a page may load, and the page without it.
fn without_policy(page: &str) -> (&str, String) {
    let (before, rest) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let (policy, rest) = rest.split_once('>').unwrap();
    (policy, format!("{before}{rest}"))
}

const POST: &str = r#"{"title": "Journal", "urlId": "twin", "publishOn": 1748000000000, "excerpt": "<p>Flour &amp; water.</p>",
  "body": "<p>Über <strong>rye</strong> 😀.</p>\n<h2>Second</h2><ul><li>One</li></ul><p class=\"x\"><img src=\"/files/rye.jpg\" alt=\"Journal\"></p>"}"#;

/// S-406: the title of a post says what an entry of the menu says, and each leads to its own place.
#[test]
fn s_406_two_places_with_the_same_words_lead_each_to_its_own() {
    let site = bakery();
    site.write("content/blog/09-twin.json", POST);
    site.edit("site.json", "\"siteTitle\": \"Loggia Bakery\"", "\"siteTitle\": \"Salt <&> rye\"");
    let editor = Editor::open(site);
    let page = editor.preview("/blog/twin?loggia-edit").text();
    let found = of(&page, "Journal");
    assert!(found.contains(&text("content/blog/09-twin.json#/title")), "{found:?}");
    assert!(found.contains(&text("site.json#/navigation/mainNav/1/title")), "{found:?}");
    assert_eq!(found.iter().collect::<std::collections::BTreeSet<_>>().len(), found.len(), "{found:?}");
    // What is escaped, and what stands in a partial.
    assert_eq!(of(&page, "Salt &lt;&amp;&gt; rye")[0], text("site.json#/website/siteTitle"));
    // A list of posts: each card its own, cut words lead there as well and are not written there.
    let list = editor.preview("/blog?loggia-edit").text();
    assert!(
        of(&list, "Journal").contains(&text("content/blog/09-twin.json#/title")),
        "{:?}",
        of(&list, "Journal")
    );
    assert_eq!(of(&list, "Flour &amp; water."), [("content/blog/09-twin.json#/excerpt".to_owned(), None)]);
    // What another collection's query shows: products on the front page.
    let home = editor.preview("/?loggia-edit").text();
    let all: Vec<String> = marks(&home).into_iter().map(|(place, ..)| place).collect();
    assert!(
        all.iter().any(|place| place.starts_with("content/shop/") && place.ends_with("#/title")),
        "{all:?}"
    );
    for place in ["promotion/title", "promotion/image", "promise/1/text", "hero/text"] {
        assert!(all.contains(&format!("content/home/collection.json#/{place}")), "{place}: {all:?}");
    }
}

/// S-408: a text that an element shows as a whole is written there, and so is each piece of a text with HTML.
#[test]
fn s_408_what_stands_as_it_is_written_can_be_written_there() {
    let site = bakery();
    let markdown = "---\n{\"title\": \"In Markdown\", \"urlId\": \"marked\", \"publishOn\": 1748000000000}\n---\nPlain words.\n";
    site.write("content/blog/10-marked.md", markdown);
    site.write("content/blog/09-twin.json", POST);
    let editor = Editor::open(site);
    let page = editor.preview("/blog/twin?loggia-edit").text();
    let body = serde_json::from_str::<serde_json::Value>(POST).unwrap()["body"].as_str().unwrap().to_owned();
    let units: Vec<u16> = body.encode_utf16().collect();
    let pieces: Vec<String> = marks(&page)
        .into_iter()
        .filter(|(place, ..)| place == "content/blog/09-twin.json#/body")
        .filter_map(|(_, write, _)| write)
        .filter_map(|write| {
            let (start, end) = write.split_once('-')?;
            Some(String::from_utf16(&units[start.parse().ok()?..end.parse().ok()?]).unwrap())
        })
        .collect();
    // The picture's address is another on the page: that piece is opened, and not written there.
    assert_eq!(pieces, ["Über <strong>rye</strong> 😀.", "Second", "One"], "{page}");
    let page = editor.preview("/blog/marked?loggia-edit").text();
    assert_eq!(of(&page, "In Markdown")[0], text("content/blog/10-marked.md#/title"));
    assert!(
        of(&page, "Plain words.").iter().all(|(_, write)| write.is_none()),
        "{:?}",
        of(&page, "Plain words.")
    );
}

/// S-407: the marks are all that the preview adds, and what is published has none.
#[test]
fn s_407_a_page_without_its_marks_is_the_page_that_is_published() {
    let editor = Editor::open(bakery());
    for url in ["/", "/blog", "/blog/why-our-dough-sleeps", "/shop/country-sourdough", "/about", "/contact"] {
        // What shows a page anew after a build is the server's, for visitors on this machine.
        let served = editor.get(url).text();
        let (before, live) = served.split_once("<script src=\"/_loggia/live.js\"").unwrap();
        let published = before.to_owned() + live.split_once("</script>").unwrap().1;
        let preview = editor.preview(&format!("{url}?loggia-edit")).text();
        assert!(
            !published.contains("data-loggia-") && preview.matches("data-loggia-edit").count() > 8,
            "{url}"
        );
        assert!(!preview.contains(['\u{fdd2}', '\u{fdd3}']), "{url}: {preview}");
        let script = preview.find("<script src=\"/_loggia/frame.js\"").unwrap();
        let (page, rest) = preview.split_at(script);
        let own = plain(page) + rest.split_once("</script>").unwrap().1;
        // What the page may load is written into it after it was made small.
        let (allowed, own) = without_policy(&own);
        let (policy, published) = without_policy(&published);
        assert_eq!(allowed, policy, "{url}");
        let small = String::from_utf8(loggia_generator::minify::html(own.as_bytes())).unwrap();
        let same = published.bytes().zip(small.bytes()).take_while(|(one, other)| one == other).count();
        let at = |page: &str| {
            String::from_utf8_lossy(&page.as_bytes()[same.saturating_sub(80)..])
                .chars()
                .take(200)
                .collect::<String>()
        };
        assert!(published == small, "{url}:\n{}\n{}", at(&published), at(&small));
    }
}
