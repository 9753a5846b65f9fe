//! Tags that the platform's first templates have for sharing and for comments, and which it drew itself.

use std::fmt::Write as _;

use super::scan::Tag;

/// A service: its name in `website.shareButtonOptions`, the name that visitors read, and its address, in which `ADDRESS`
/// and `TITLE` stand for what is shared. Those of `widgets/src/domain/share.ts`.
type Service = (&'static str, &'static str, &'static str);

const SERVICES: [Service; 10] = [
    ("facebook", "Facebook", "https://www.facebook.com/sharer/sharer.php?u=ADDRESS"),
    ("twitter", "X", "https://twitter.com/intent/tweet?url=ADDRESS&amp;text=TITLE"),
    (
        "linkedin",
        "LinkedIn",
        "https://www.linkedin.com/shareArticle?mini=true&amp;url=ADDRESS&amp;title=TITLE",
    ),
    ("reddit", "Reddit", "https://www.reddit.com/submit?url=ADDRESS&amp;title=TITLE"),
    (
        "pinterest",
        "Pinterest",
        "https://www.pinterest.com/pin/create/button/?url=ADDRESS&amp;description=TITLE",
    ),
    ("bluesky", "Bluesky", "https://bsky.app/intent/compose?text=TITLE%20ADDRESS"),
    ("tumblr", "Tumblr", "https://www.tumblr.com/widgets/share/tool?canonicalUrl=ADDRESS&amp;title=TITLE"),
    ("whatsapp", "WhatsApp", "https://wa.me/?text=TITLE%20ADDRESS"),
    ("telegram", "Telegram", "https://t.me/share/url?url=ADDRESS&amp;text=TITLE"),
    ("email", "Email", "mailto:?subject=TITLE&amp;body=ADDRESS"),
];

/// The longest text of an attribute that is read, in bytes: it is written once for each service.
const LONGEST: usize = 2_000;

/// How many of these tags one template shows: each becomes much more text than it has.
pub(super) const MOST: usize = 50;

/// How many of them are shown where the site's owner has chosen none.
const UNASKED: usize = 5;

/// Links that share the page of a `social-share` tag: plain links, so that nobody learns of a visit. Those that the site's
/// owner has chosen, or the first where nothing is chosen.
pub(super) fn share(tag: &Tag<'_>) -> String {
    let said = |names: &[&str]| said(tag, names);
    let address = said(&["fullUrl", "url", "href"]).unwrap_or("{fullUrl}");
    let host = if address.starts_with("http") { "" } else { "{website.baseUrl|url-encode}" };
    let address = format!("{host}{}", encoded(address));
    let title = encoded(said(&["title"]).unwrap_or("{title}"));
    let link = |(key, name, target): &Service| {
        let target =
            target.replace("ADDRESS", "\u{fdd0}").replace("TITLE", &title).replace('\u{fdd0}', &address);
        format!(
            "<a class=\"Share-buttons-item Share-buttons-item--social\" data-service=\"{key}\" href=\"{target}\" target=\"_blank\" rel=\"noopener\"><span class=\"Share-buttons-item-name\">{name}</span></a>"
        )
    };
    let mut chosen = String::new();
    for service in &SERVICES {
        let _ = write!(chosen, "{{.if website.shareButtonOptions.{}}}{}{{.end}}", service.0, link(service));
    }
    let unasked: String = SERVICES[..UNASKED].iter().map(link).collect();
    format!(
        "<div class=\"squarespace-social-share sqs-share-buttons Share\"><div class=\"Share-buttons\">{{.if website.shareButtonOptions}}{chosen}{{.or}}{unasked}{{.end}}</div></div>"
    )
}

/// The place of the comments of a `comments` tag, with their number for whoever has no script. They stand where an item is
/// open for comments or has some: the one that is shown here, else the page's.
pub(super) fn comments(tag: &Tag<'_>) -> String {
    let id = said(tag, &["itemId", "item-id", "id"]);
    let id = attribute(id.unwrap_or("{id}"));
    let place = format!(
        "<section class=\"sqs-comments\" id=\"comments-{id}\" aria-label=\"Comments\" data-widget=\"comments\" data-item-id=\"{id}\" data-public-comment-count=\"{{publicCommentCount}}\" data-comment-state=\"{{commentState}}\"><p class=\"sqs-comments-count\">{{@|comment-count}}</p></section>"
    );
    format!("{{.comments?}}{place}{{.or}}{{.section item}}{{.comments?}}{place}{{.end}}{{.end}}{{.end}}")
}

/// The first of these attributes that says something, unless it is too long.
fn said<'t>(tag: &Tag<'t>, names: &[&str]) -> Option<&'t str> {
    tag.first(names).map(str::trim).filter(|value| !value.is_empty() && value.len() <= LONGEST)
}

/// A value of a tag as a part of an address: what the page says in it is encoded, and so is what stands between.
fn encoded(value: &str) -> String {
    pieces(value, "url-encode", |text, out| {
        for byte in text.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                    out.push(char::from(byte))
                }
                _ => {
                    let _ = write!(out, "%{byte:02X}");
                }
            }
        }
    })
}

/// A value of a tag as the value of an attribute.
fn attribute(value: &str) -> String {
    pieces(value, "htmlattr", |text, out| {
        for character in text.chars() {
            match character {
                '"' => out.push_str("&quot;"),
                '<' => out.push_str("&lt;"),
                other => out.push(other),
            }
        }
    })
}

/// A value with `formatter` behind each variable in it. Instructions stay as they are, and braces that are no tag are text.
fn pieces(value: &str, formatter: &str, literal: impl Fn(&str, &mut String)) -> String {
    let mut out = String::with_capacity(value.len() + 16);
    let mut rest = value;
    while let Some(open) = rest.find('{') {
        literal(&rest[..open], &mut out);
        rest = &rest[open..];
        let Some(close) =
            rest[1..].find(['}', '{', '\n']).map(|at| at + 1).filter(|at| rest[*at..].starts_with('}'))
        else {
            literal(&rest[..1], &mut out);
            rest = &rest[1..];
            continue;
        };
        let inside = &rest[1..close];
        match inside.as_bytes().first() {
            Some(b'.' | b'#') => out.push_str(&rest[..=close]),
            Some(first) if first.is_ascii_alphabetic() || matches!(first, b'@' | b'_') => {
                let _ = write!(out, "{{{inside}|{formatter}}}");
            }
            _ => literal(&rest[..=close], &mut out),
        }
        rest = &rest[close + 1..];
    }
    literal(rest, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::super::scan::tags;
    use super::*;

    fn of(text: &str, write: fn(&Tag<'_>) -> String) -> String {
        let (tags, _) = tags(text);
        write(&tags[0])
    }

    /// S-380: what a page says in the tag is a part of an address, whatever it is.
    #[test]
    fn s_380_what_is_shared_is_encoded() {
        let own = of("<squarespace:social-share title=\"{title}\" fullUrl=\"{fullUrl}\" />", share);
        assert_eq!(own, of("<squarespace:social-share/>", share), "the page's own where nothing is said");
        assert!(
            own.contains(
                "?url={website.baseUrl|url-encode}{fullUrl|url-encode}&amp;text={title|url-encode}\""
            )
        );
        let mixed = of(
            "<squarespace:social-share title=\"On {.if a}{a|truncate 3}{.end} & {\" fullUrl=\"https://x.example/?a={@}\"/>",
            share,
        );
        assert!(
            mixed.contains(
                "?url=https%3A%2F%2Fx.example%2F%3Fa%3D{@|url-encode}&amp;text=On%20{.if a}{a|truncate 3|url-encode}{.end}%20%26%20%7B\""
            ),
            "{mixed}"
        );
        assert!(!mixed.contains("baseUrl"), "a whole address has its own host");
    }

    /// S-380: what a hostile template says does not grow without bound.
    #[test]
    fn s_380_a_long_text_is_not_shared() {
        let text = of(&format!("<squarespace:social-share title=\"{}\"/>", "%".repeat(1 << 20)), share);
        assert_eq!(text, of("<squarespace:social-share/>", share));
        assert!(text.len() < 10_000, "{}", text.len());
    }

    /// S-381: an id stays inside its attribute.
    #[test]
    fn s_381_the_id_of_comments_stays_in_its_attribute() {
        let text = of("<squarespace:comments itemId='{id}\"><b' />", comments);
        assert_eq!(text.matches("data-item-id=\"{id|htmlattr}&quot;>&lt;b\"").count(), 2, "{text}");
    }
}
