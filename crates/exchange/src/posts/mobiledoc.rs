//! Mobiledoc: how Ghost 1 to 4 keep the text of a post, as sections that name cards, atoms and markups by number → HTML. And
//! the cards of both of Ghost's editors.

use serde_json::Value;

use super::text::escaped;

/// The HTML of a document; kinds that are not known are named in `unknown`.
#[must_use]
pub fn html(document: &Value, unknown: &mut Vec<String>) -> String {
    let mut out = String::new();
    for section in document["sections"].as_array().into_iter().flatten() {
        let tag = section[1].as_str().unwrap_or_default();
        match section[0].as_i64() {
            Some(1) => {
                let tag = tag_of(tag, "p");
                let inside = markers(document, &section[2]);
                out.push_str(&format!("<{tag}>{inside}</{tag}>\n"));
            }
            Some(2) => {
                let source = escaped(section[1].as_str().unwrap_or_default());
                out.push_str(&format!(
                    "<figure class=\"kg-image-card\"><img src=\"{source}\" alt=\"\"></figure>\n"
                ));
            }
            Some(3) => {
                let tag = tag_of(tag, "ul");
                let items = section[2].as_array().into_iter().flatten();
                let items: String =
                    items.map(|item| format!("<li>{}</li>", markers(document, item))).collect();
                out.push_str(&format!("<{tag}>{items}</{tag}>\n"));
            }
            Some(10) => {
                let card_at = section[1]
                    .as_u64()
                    .and_then(|at| usize::try_from(at).ok())
                    .map(|at| &document["cards"][at]);
                let Some(found) = card_at.filter(|card| card.is_array()) else { continue };
                let name = found[0].as_str().unwrap_or_default();
                match card(name, &found[1]) {
                    Some(html) => out.push_str(&html),
                    None if unknown.iter().any(|known| known == name) => {}
                    None => unknown.push(name.to_owned()),
                }
            }
            _ => {}
        }
    }
    out
}

fn tag_of<'t>(tag: &'t str, default: &'t str) -> &'t str {
    const TAGS: [&str; 12] =
        ["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "aside", "ul", "ol", "pre"];
    if TAGS.contains(&tag) { tag } else { default }
}

/// Text with its markups: `[kind, [opened markups], how many close, text]`.
fn markers(document: &Value, markers: &Value) -> String {
    let mut out = String::new();
    let mut open: Vec<String> = Vec::new();
    for marker in markers.as_array().into_iter().flatten() {
        for number in marker[1].as_array().into_iter().flatten() {
            let markup =
                number.as_u64().and_then(|at| usize::try_from(at).ok()).map(|at| &document["markups"][at]);
            let tag = markup.and_then(|markup| markup[0].as_str()).unwrap_or_default();
            const TAGS: [&str; 11] = ["a", "b", "strong", "i", "em", "code", "s", "u", "sub", "sup", "mark"];
            let tag = if TAGS.contains(&tag) { tag } else { "span" };
            let attributes =
                markup.map(|markup| &markup[1]).and_then(Value::as_array).cloned().unwrap_or_default();
            let link = attributes
                .chunks(2)
                .find(|pair| pair[0] == "href")
                .and_then(|pair| pair.get(1)?.as_str().map(escaped));
            match link {
                Some(link) => out.push_str(&format!("<{tag} href=\"{link}\">")),
                None => out.push_str(&format!("<{tag}>")),
            }
            open.push(tag.to_owned());
        }
        if marker[0] == 1 {
            let atom =
                marker[3].as_u64().and_then(|at| usize::try_from(at).ok()).map(|at| &document["atoms"][at]);
            match atom.and_then(|atom| atom[0].as_str()) {
                Some("soft-return") => out.push_str("<br>"),
                _ => out.push_str(&escaped(atom.and_then(|atom| atom[1].as_str()).unwrap_or_default())),
            }
        } else {
            out.push_str(&escaped(marker[3].as_str().unwrap_or_default()));
        }
        for _ in 0..marker[2].as_u64().unwrap_or(0) {
            if let Some(tag) = open.pop() {
                out.push_str(&format!("</{tag}>"));
            }
        }
    }
    while let Some(tag) = open.pop() {
        out.push_str(&format!("</{tag}>"));
    }
    out
}

/// The HTML of a card, with the classes that Ghost gives it; `None` for a kind that is not known. What is shown to members by
/// email alone is nothing.
#[must_use]
pub fn card(name: &str, card: &Value) -> Option<String> {
    let text = |key: &str| card[key].as_str().unwrap_or_default();
    let safe = |key: &str| escaped(text(key));
    let caption = || match text("caption") {
        "" => String::new(),
        caption => format!("<figcaption>{caption}</figcaption>"),
    };
    Some(match name {
        "image" | "image-card" => {
            let img = format!("<img src=\"{}\" alt=\"{}\">", safe("src"), safe("alt"));
            let img =
                if text("href").is_empty() { img } else { format!("<a href=\"{}\">{img}</a>", safe("href")) };
            format!("<figure class=\"kg-card kg-image-card\">{img}{}</figure>\n", caption())
        }
        "gallery" => {
            let images = card["images"].as_array().into_iter().flatten();
            let images: String = images
                .map(|image| {
                    let of = |key: &str| escaped(image[key].as_str().unwrap_or_default());
                    format!("<img src=\"{}\" alt=\"{}\">", of("src"), of("alt"))
                })
                .collect();
            format!("<figure class=\"kg-card kg-gallery-card\">{images}{}</figure>\n", caption())
        }
        "html" => format!("{}\n", text("html")),
        "markdown" | "card-markdown" => {
            let mut html = String::new();
            let options =
                pulldown_cmark::Options::ENABLE_TABLES | pulldown_cmark::Options::ENABLE_STRIKETHROUGH;
            pulldown_cmark::html::push_html(
                &mut html,
                pulldown_cmark::Parser::new_ext(text("markdown"), options),
            );
            html
        }
        "hr" | "horizontalrule" => "<hr>\n".to_owned(),
        "paywall" | "email" | "email-cta" => String::new(),
        "code" | "codeblock" => {
            format!("<pre><code class=\"language-{}\">{}</code></pre>\n", safe("language"), safe("code"))
        }
        "embed" => {
            let inside = if text("html").is_empty() { safe("url") } else { text("html").to_owned() };
            format!("<figure class=\"kg-card kg-embed-card\">{inside}{}</figure>\n", caption())
        }
        "bookmark" => {
            let data = if card["metadata"].is_object() { &card["metadata"] } else { card };
            let of = |key: &str| escaped(data[key].as_str().unwrap_or_default());
            let picture = match of("thumbnail") {
                none if none.is_empty() => String::new(),
                source => {
                    format!("<div class=\"kg-bookmark-thumbnail\"><img src=\"{source}\" alt=\"\"></div>")
                }
            };
            format!(
                "<figure class=\"kg-card kg-bookmark-card\"><a class=\"kg-bookmark-container\" href=\"{}\"><div class=\"kg-bookmark-title\">{}</div>\
                 <div class=\"kg-bookmark-description\">{}</div>{picture}</a>{}</figure>\n",
                safe("url"),
                of("title"),
                of("description"),
                caption()
            )
        }
        "button" => format!(
            "<div class=\"kg-card kg-button-card\"><a class=\"kg-btn\" href=\"{}\">{}</a></div>\n",
            safe("buttonUrl"),
            safe("buttonText")
        ),
        "callout" => format!(
            "<blockquote class=\"kg-card kg-callout-card\"><p>{} {}</p></blockquote>\n",
            safe("calloutEmoji"),
            text("calloutText")
        ),
        "toggle" => format!(
            "<div class=\"kg-card kg-toggle-card\"><h4 class=\"kg-toggle-heading-text\">{}</h4><div class=\"kg-toggle-content\">{}</div></div>\n",
            text("heading"),
            text("content")
        ),
        "video" => format!(
            "<figure class=\"kg-card kg-video-card\"><video src=\"{}\" poster=\"{}\" controls></video>{}</figure>\n",
            safe("src"),
            safe(if text("customThumbnailSrc").is_empty() { "thumbnailSrc" } else { "customThumbnailSrc" }),
            caption()
        ),
        "audio" => format!(
            "<div class=\"kg-card kg-audio-card\"><div class=\"kg-audio-title\">{}</div><audio src=\"{}\" controls></audio></div>\n",
            safe("title"),
            safe("src")
        ),
        "file" => {
            let title = if text("fileTitle").is_empty() { safe("fileName") } else { safe("fileTitle") };
            format!("<p><a href=\"{}\">{title}</a> {}</p>\n", safe("src"), safe("fileCaption"))
        }
        "product" => {
            let img = if text("productImageSrc").is_empty() {
                String::new()
            } else {
                format!("<p><img src=\"{}\" alt=\"\"></p>", safe("productImageSrc"))
            };
            let link = if text("productUrl").is_empty() {
                String::new()
            } else {
                format!("<p><a href=\"{}\">{}</a></p>", safe("productUrl"), safe("productButton"))
            };
            format!(
                "<div class=\"kg-card kg-product-card\">{img}<h4>{}</h4><div>{}</div>{link}</div>\n",
                text("productTitle"),
                text("productDescription")
            )
        }
        "header" | "signup" | "call-to-action" => {
            let button = match (text("buttonUrl"), text("buttonText")) {
                ("", _) | (_, "") => String::new(),
                _ => format!("<p><a href=\"{}\">{}</a></p>", safe("buttonUrl"), safe("buttonText")),
            };
            let heading = if text("header").is_empty() {
                String::new()
            } else {
                format!("<h2>{}</h2>", text("header"))
            };
            let words: String = ["subheader", "textValue", "disclaimer"]
                .iter()
                .map(|key| text(key))
                .filter(|words| !words.is_empty())
                .map(|words| format!("<p>{words}</p>"))
                .collect();
            format!("<div class=\"kg-card\">{heading}{words}{button}</div>\n")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::html;
    use serde_json::json;

    /// S-552: the sections of Ghost 1 to 4.
    #[test]
    fn s_552_sections_markups_atoms_and_cards_become_html() {
        let document = json!({
            "markups": [["strong"], ["a", ["href", "https://a.example"]]], "atoms": [["soft-return", "", {}]],
            "cards": [["image", {"src": "/i.jpg", "caption": "C"}], ["markdown", {"markdown": "**m**"}], ["sparkle", {}], ["html", {"html": "<b>h</b>"}]],
            "sections": [
                [1, "p", [[0, [0], 0, "One "], [0, [1], 2, "two"], [1, [], 0, 0], [0, [], 0, "<three>"]]],
                [3, "ul", [[[0, [], 0, "item"]]]], [10, 0], [10, 1], [10, 2], [10, 3], [10, 99],
            ],
        });
        let mut unknown = Vec::new();
        let html = html(&document, &mut unknown);
        assert_eq!(
            html,
            "<p><strong>One <a href=\"https://a.example\">two</a></strong><br>&lt;three&gt;</p>\n<ul><li>item</li></ul>\n\
            <figure class=\"kg-card kg-image-card\"><img src=\"/i.jpg\" alt=\"\"><figcaption>C</figcaption></figure>\n<p><strong>m</strong></p>\n<b>h</b>\n"
        );
        assert_eq!(unknown, ["sparkle"]);
    }
}
