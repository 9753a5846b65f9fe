//! Single elements of the block editors of WordPress and Ghost, as blocks of ours.

use percent_encoding::percent_decode_str;
use scraper::{ElementRef, Selector};
use serde_json::{Value, json};

use super::prepared::References;
use super::provider;
use super::record::Picture;
use super::short_code::gallery_of;
use super::text::escaped;

/// Whether an element has a class.
#[must_use]
pub fn has_class(element: ElementRef<'_>, name: &str) -> bool {
    element.value().classes().any(|class| class == name)
}

/// The elements inside of one that a selector finds.
#[must_use]
pub fn all<'e>(element: ElementRef<'e>, selector: &str) -> Vec<ElementRef<'e>> {
    Selector::parse(selector).map(|selector| element.select(&selector).collect()).unwrap_or_default()
}

/// The first element inside of one that a selector finds.
#[must_use]
pub fn first<'e>(element: ElementRef<'e>, selector: &str) -> Option<ElementRef<'e>> {
    all(element, selector).into_iter().next()
}

/// The words of an element in one line.
#[must_use]
pub fn words(element: ElementRef<'_>) -> String {
    let text: String = element.text().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The HTML of an element; pictures that wait for a script have their addresses where browsers look for them.
#[must_use]
pub fn own_html(element: ElementRef<'_>) -> String {
    let html = element.html();
    if !html.contains("data-src=") {
        return html;
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html.as_str();
    while let Some(at) = rest.find("<img") {
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        let tag = &rest[at..end];
        out.push_str(&rest[..at]);
        if tag.contains(" src=") {
            out.push_str(tag)
        } else {
            out.push_str(&tag.replacen(" data-src=", " src=", 1))
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// A picture of an `img`: in its own size where the page showed a smaller one.
fn picture(references: &References, img: ElementRef<'_>) -> Option<Picture> {
    let of = |name: &str| img.attr(name).map(str::trim).filter(|value| !value.is_empty());
    let shown = of("data-orig-file")
        .or_else(|| of("data-full-url"))
        .or_else(|| of("data-image"))
        .or_else(|| of("data-src"))
        .or_else(|| of("src"))?;
    if shown.starts_with("data:") {
        return None;
    }
    let id =
        img.value().classes().find_map(|class| class.strip_prefix("wp-image-")).or_else(|| of("data-id"));
    let kept = id.and_then(|id| references.pictures.get(id));
    // The same file, scaled: `a-300x200.jpg` of `a.jpg`.
    let stem = |url: &str| {
        url.rsplit('/').next().and_then(|name| name.split('.').next().map(str::to_owned)).unwrap_or_default()
    };
    let original = kept.filter(|kept| stem(shown).starts_with(stem(&kept.url).trim_end_matches("-scaled")));
    Some(Picture {
        url: original.map_or_else(|| shown.to_owned(), |kept| kept.url.clone()),
        alt: of("alt")
            .filter(|alt| !is_own_name(alt, shown))
            .or_else(|| kept.map(|kept| kept.alt.as_str()))
            .unwrap_or_default()
            .to_owned(),
        caption: String::new(),
    })
}

/// Whether a text in place of a picture is nothing but the name of its file, which tells nobody what it shows.
fn is_own_name(alt: &str, address: &str) -> bool {
    let name = address.split(['?', '#']).next().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    let name = percent_decode_str(name).decode_utf8_lossy().replace('+', " ");
    is_picture_file(alt) && alt.replace('+', " ").eq_ignore_ascii_case(&name)
}

/// Whether an element shows one picture, perhaps with a caption and a link, and says nothing else.
#[must_use]
pub fn is_picture(element: ElementRef<'_>) -> bool {
    let name = element.value().name();
    if name == "img" {
        return true;
    }
    if !matches!(name, "figure" | "div" | "p" | "a") || all(element, "img").len() != 1 {
        return false;
    }
    let caption = first(element, "figcaption, .image-caption").map(words).unwrap_or_default();
    words(element) == caption && first(element, "iframe, video, audio, table, form, ul, ol, pre").is_none()
}

/// The block of a picture.
pub fn picture_block(references: &References, element: ElementRef<'_>) -> Option<Value> {
    let img = if element.value().name() == "img" { element } else { first(element, "img")? };
    let picture = picture(references, img)?;
    let mut image = json!({"assetUrl": picture.url, "altText": picture.alt});
    if let Some(point) = img.attr("data-image-focal-point").and_then(focal_point) {
        image["mediaFocalPoint"] = point;
    }
    let mut value = json!({"image": image});
    if let Some(caption) = first(element, "figcaption, .image-caption").map(|caption| caption.inner_html())
        && !caption.trim().is_empty()
    {
        value["caption"] = caption.trim().into();
    }
    let link = if element.value().name() == "a" { Some(element) } else { first(element, "a:has(img)") };
    if let Some(link) = link
        && let Some(address) = link.attr("href")
        && !is_picture_file(address)
    {
        value["linkUrl"] = address.into();
        if link.attr("target") == Some("_blank") {
            value["newWindow"] = true.into();
        }
    }
    Some(json!({"type": "image", "variant": 1011, "value": value}))
}

/// `0.5,0.25` as a focal point.
fn focal_point(text: &str) -> Option<Value> {
    let (x, y) = text.split_once(',')?;
    let (x, y): (f64, f64) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
    ((0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y)).then(|| json!({"x": x, "y": y}))
}

/// A link to the picture itself shows it larger; our pages do so by themselves.
fn is_picture_file(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"].iter().any(|ending| path.ends_with(ending))
}

/// The block of a gallery.
pub fn gallery(references: &References, element: ElementRef<'_>) -> Option<Value> {
    let pictures: Vec<Picture> = all(element, "img")
        .into_iter()
        .filter_map(|img| {
            let mut picture = picture(references, img)?;
            let mut frame =
                img.ancestors().filter_map(ElementRef::wrap).take_while(|above| above.id() != element.id());
            let is_frame = |above: &ElementRef<'_>| {
                matches!(above.value().name(), "figure" | "li") || has_class(*above, "slide")
            };
            let frame = frame.find(is_frame);
            if let Some(caption) = frame.and_then(|frame| first(frame, "figcaption, .meta-description")) {
                picture.caption = caption.inner_html().trim().to_owned();
            }
            Some(picture)
        })
        .collect();
    if pictures.is_empty() {
        return None;
    }
    let columns =
        element.value().classes().find_map(|class| class.strip_prefix("columns-")?.parse::<i64>().ok());
    let mut block = gallery_of(&pictures, columns.filter(|columns| (1..=10).contains(columns)));
    let caption = element.child_elements().find(|child| child.value().name() == "figcaption");
    if let Some(caption) = caption.map(words).filter(|caption| !caption.is_empty()) {
        block["value"]["title"] = caption.into();
    }
    Some(block)
}

/// The blocks of buttons.
#[must_use]
pub fn buttons(element: ElementRef<'_>) -> Option<Vec<Value>> {
    let buttons: Vec<Value> = all(element, "a[href]")
        .into_iter()
        .filter(|link| !words(*link).is_empty())
        .map(|link| {
            let mut value = json!({"text": words(link), "url": link.attr("href").unwrap_or_default()});
            if link.attr("target") == Some("_blank") {
                value["newWindow"] = true.into();
            }
            json!({"type": "button", "value": value})
        })
        .collect();
    // A button without a link, or words beside it, would be lost.
    let said: String =
        buttons.iter().filter_map(|button| button["value"]["text"].as_str()).collect::<Vec<_>>().join(" ");
    (!buttons.is_empty() && said == words(element)).then_some(buttons)
}

/// The block of links to profiles.
#[must_use]
pub fn social_links(element: ElementRef<'_>) -> Option<Value> {
    let accounts: Vec<Value> = all(element, "a[href]")
        .into_iter()
        .map(|link| {
            let class = link.ancestors().filter_map(ElementRef::wrap).find_map(|above| {
                above.value().classes().find_map(|class| class.strip_prefix("wp-social-link-").map(str::to_owned))
            });
            // The name of the service stands beside the class of the icon.
            let icon = link.value().classes().filter(|_| has_class(link, "sqs-svg-icon--wrapper"));
            let icon = || icon.into_iter().find(|class| !class.starts_with("sqs-")).map(str::to_owned);
            let service = link.attr("data-service").map(str::to_owned).or(class).or_else(icon);
            let service = service.unwrap_or_default();
            json!({"serviceName": service, "userName": "", "profileUrl": link.attr("href").unwrap_or_default()})
        })
        .collect();
    (!accounts.is_empty()).then(|| json!({"type": "sociallinks", "value": {"accounts": accounts}}))
}

fn style(element: ElementRef<'_>, property: &str) -> Option<String> {
    let style = element.attr("style")?;
    let found =
        style.split(';').filter_map(|rule| rule.split_once(':')).find(|(name, _)| name.trim() == property)?;
    Some(found.1.trim().to_owned())
}

/// The block of an empty space.
#[must_use]
pub fn spacer(element: ElementRef<'_>) -> Value {
    let height =
        style(element, "height").and_then(|height| height.strip_suffix("px")?.trim().parse::<f64>().ok());
    json!({"type": "spacer", "value": {"height": height.unwrap_or(40.0).clamp(0.0, 1000.0).round() as i64}})
}

/// The block of a link with a preview.
#[must_use]
pub fn bookmark(element: ElementRef<'_>) -> Option<Value> {
    let address = first(element, "a[href]")?.attr("href")?;
    let text = |selector: &str| first(element, selector).map(words).unwrap_or_default();
    let mut value = json!({"url": address, "title": text(".kg-bookmark-title"), "description": text(".kg-bookmark-description")});
    if let Some(source) = first(element, ".kg-bookmark-thumbnail img").and_then(|img| img.attr("src")) {
        value["image"] = json!({"assetUrl": source});
    }
    let title_is_missing = value["title"] == "";
    if title_is_missing {
        value["title"] = address.into();
    }
    let caption = text("figcaption");
    if !caption.is_empty() {
        value["description"] =
            format!("{} {caption}", value["description"].as_str().unwrap_or_default()).trim().into();
    }
    Some(json!({"type": "link", "value": value}))
}

/// The block of something that is opened by a press.
#[must_use]
pub fn accordion(element: ElementRef<'_>) -> Option<Value> {
    let (title, html) = if element.value().name() == "details" {
        let summary = element.child_elements().find(|child| child.value().name() == "summary")?;
        let rest = element.inner_html().replacen(&summary.html(), "", 1);
        (words(summary), rest)
    } else {
        (
            words(first(element, ".kg-toggle-heading-text")?),
            first(element, ".kg-toggle-content")?.inner_html(),
        )
    };
    let open = element.attr("open").is_some();
    Some(
        json!({"type": "accordion", "value": {"items": [{"title": title, "html": html.trim(), "open": open}]}}),
    )
}

/// The block of something from another service.
#[must_use]
pub fn embedded(element: ElementRef<'_>) -> Option<Value> {
    let caption = first(element, "figcaption").map(words).unwrap_or_default();
    let frame = if element.value().name() == "iframe" { Some(element) } else { first(element, "iframe") };
    let mut block = match frame {
        Some(frame) => provider::player(frame.attr("src")?)
            .unwrap_or_else(|| json!({"type": "embed", "value": {"html": frame.html()}})),
        None => {
            let text = words(element);
            match text.split_whitespace().next().and_then(|address| provider::embed(address, &caption)) {
                Some(block) => block,
                None if first(element, "script, blockquote, a").is_some() => {
                    json!({"type": "embed", "value": {"html": element.inner_html().trim()}})
                }
                None => return None,
            }
        }
    };
    if !caption.is_empty() && block["value"]["html"].is_null() {
        block["value"]["title"] = caption.into();
    } else if !caption.is_empty() {
        let html =
            format!("{}<p>{}</p>", block["value"]["html"].as_str().unwrap_or_default(), escaped(&caption));
        block["value"]["html"] = html.into();
    }
    Some(block)
}

fn source(element: ElementRef<'_>, name: &str) -> Option<String> {
    let media = if element.value().name() == name { element } else { first(element, name)? };
    let own = media.attr("src").or_else(|| first(media, "source[src]")?.attr("src"));
    own.map(str::to_owned)
}

/// The block of a film that is a file.
#[must_use]
pub fn video(element: ElementRef<'_>) -> Option<Value> {
    let address = source(element, "video")?;
    if let Some(block) = provider::player(&address) {
        return Some(block);
    }
    let mut value = json!({"url": address});
    let media = if element.value().name() == "video" { Some(element) } else { first(element, "video") };
    let poster =
        media.and_then(|media| media.attr("poster")).filter(|poster| !poster.contains("spacergif.org"));
    let poster = poster
        .or_else(|| element.attr("data-kg-custom-thumbnail").or_else(|| element.attr("data-kg-thumbnail")));
    if let Some(poster) = poster.filter(|poster| !poster.is_empty()) {
        value["image"] = json!({"assetUrl": poster});
    }
    if let Some(caption) = first(element, "figcaption").map(words).filter(|caption| !caption.is_empty()) {
        value["title"] = caption.into();
    }
    Some(json!({"type": "video", "value": value}))
}

/// The block of a sound.
#[must_use]
pub fn sound(element: ElementRef<'_>) -> Option<Value> {
    let address = source(element, "audio")?;
    let title = first(element, ".kg-audio-title, figcaption").map(words).unwrap_or_default();
    Some(json!({"type": "audio", "value": {"url": address, "title": title}}))
}

/// The columns of a row: their widths in twelfths, and the blocks of each.
#[must_use]
pub fn columns_of(
    element: ElementRef<'_>,
    blocks: impl Fn(ElementRef<'_>) -> Vec<Value>,
) -> Vec<(i64, Vec<Value>)> {
    let columns: Vec<ElementRef<'_>> =
        element.child_elements().filter(|child| has_class(*child, "wp-block-column")).collect();
    let count = i64::try_from(columns.len()).unwrap_or(1).max(1);
    let even = (12 / count).max(1);
    let width = |column: ElementRef<'_>| {
        let percent =
            style(column, "flex-basis").and_then(|width| width.strip_suffix('%')?.trim().parse::<f64>().ok());
        percent.map_or(even, |percent| ((percent * 12.0 / 100.0).round() as i64).clamp(1, 12))
    };
    columns.into_iter().map(|column| (width(column), blocks(column))).collect()
}

/// A picture or film beside words: its two columns.
#[must_use]
pub fn media_text(
    references: &References,
    element: ElementRef<'_>,
    blocks: impl Fn(ElementRef<'_>) -> Vec<Value>,
) -> Option<Vec<(i64, Vec<Value>)>> {
    let media = element
        .child_elements()
        .find(|child| has_class(*child, "wp-block-media-text__media") || child.value().name() == "figure")?;
    let content = element.child_elements().find(|child| has_class(*child, "wp-block-media-text__content"))?;
    let shown = if first(media, "video").is_some() { video(media) } else { picture_block(references, media) };
    let columns = vec![(6, vec![shown?]), (6, blocks(content))];
    let turned = has_class(element, "has-media-on-the-right");
    Some(if turned { columns.into_iter().rev().collect() } else { columns })
}

/// A block as the HTML that says the same, for those of which HTML has an element.
#[must_use]
pub fn as_html(block: &Value) -> Option<String> {
    let value = &block["value"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match block["type"].as_str()? {
        "html" => Some(text(&value["html"])),
        "image" => {
            let (source, alt) =
                (escaped(&text(&value["image"]["assetUrl"])), escaped(&text(&value["image"]["altText"])));
            let img = format!("<img src=\"{source}\" alt=\"{alt}\">");
            let img = match value["linkUrl"].as_str() {
                Some(link) => format!("<a href=\"{}\">{img}</a>", escaped(link)),
                None => img,
            };
            let caption =
                value["caption"].as_str().map(|caption| format!("<figcaption>{caption}</figcaption>"));
            Some(format!("<figure>{img}{}</figure>", caption.unwrap_or_default()))
        }
        "button" => Some(format!(
            "<p><a href=\"{}\">{}</a></p>",
            escaped(&text(&value["url"])),
            escaped(&text(&value["text"]))
        )),
        "spacer" => Some(String::new()),
        _ => None,
    }
}
