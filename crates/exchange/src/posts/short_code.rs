//! Short codes of WordPress: `[caption]`, `[gallery]`, `[embed]`, `[audio]`, `[video]`, `[playlist]` and those of films. Others
//! stay as text and are named.

use serde_json::{Value, json};

use super::prepared::{Prepared, References};
use super::provider;
use super::record::Picture;

/// A short code as it stands in a text.
struct Code<'t> {
    name: &'t str,
    /// Names in small letters; those without a name have an empty one.
    attributes: Vec<(String, String)>,
    /// What stands between it and its end, if it has one.
    inside: &'t str,
    /// Where the text goes on behind it.
    end: usize,
}

impl Code<'_> {
    fn get(&self, name: &str) -> &str {
        self.attributes.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value)
    }

    fn first(&self, names: &[&str]) -> &str {
        names.iter().map(|name| self.get(name)).find(|value| !value.is_empty()).unwrap_or_default()
    }
}

/// Codes that have a meaning here.
const KNOWN: [&str; 12] = [
    "caption",
    "wp_caption",
    "gallery",
    "embed",
    "audio",
    "video",
    "playlist",
    "youtube",
    "vimeo",
    "wpvideo",
    "soundcloud",
    "more",
];

/// The text with HTML, or places of blocks, in place of the codes that are known.
pub fn replaced(text: &str, entry: &str, references: &References, prepared: &mut Prepared) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(found) = text[at..].find('[') {
        let place = at + found;
        out.push_str(&text[at..place]);
        // `[[code]]` shows the code.
        if text[place..].starts_with("[[") {
            let end = text[place..].find("]]").map_or(place + 2, |end| place + end + 2);
            let shown = text[place..end].trim_start_matches('[').trim_end_matches(']');
            out.push_str(&format!("[{shown}]"));
            at = end;
            continue;
        }
        match code(text, place) {
            Some(code) if KNOWN.contains(&code.name) => {
                let html = html(&code, entry, references, prepared);
                match html {
                    Some(html) => out.push_str(&html),
                    None => {
                        prepared.fault(format!(
                            "has the short code [{}], which names nothing that the export has and stays as text.",
                            code.name
                        ));
                        out.push_str(&text[place..code.end]);
                    }
                }
                at = code.end;
            }
            Some(code) => {
                if !is_in_code(text, place) {
                    prepared.fault(format!(
                        "has the short code [{}], which stays as text: it was drawn by a program of the old site.",
                        code.name
                    ));
                }
                out.push('[');
                at = place + 1;
            }
            None => {
                out.push('[');
                at = place + 1;
            }
        }
    }
    out.push_str(&text[at..]);
    out
}

/// Whether a place is inside of an element for code.
fn is_in_code(text: &str, place: usize) -> bool {
    let before = &text[..place];
    ["pre", "code"].iter().any(|name| {
        let begin = before.rfind(&format!("<{name}"));
        begin.is_some_and(|begin| before.rfind(&format!("</{name}")).is_none_or(|end| end < begin))
    })
}

/// Reads the code that begins at a bracket: a name in small letters, and attributes or nothing behind it.
fn code(text: &str, place: usize) -> Option<Code<'_>> {
    let rest = &text[place + 1..];
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-')?;
    let name = &rest[..end];
    let after = rest[end..].chars().next()?;
    let is_name = name.len() > 2 && name.starts_with(|c: char| c.is_ascii_lowercase());
    if !is_name || !matches!(after, ' ' | ']' | '/' | '\n') {
        return None;
    }
    let (attributes, length) = attributes(&rest[end..])?;
    // Words in brackets are no code: it has an attribute, an end, or a name that is known.
    let begin = place + 1 + end + length;
    let closing = format!("[/{name}]");
    let inside = text[begin..].find(&closing).filter(|_| !KNOWN.contains(&name) || takes_text(name));
    if inside.is_none()
        && !KNOWN.contains(&name)
        && !attributes.iter().any(|(name, _)| !name.is_empty())
        && !name.contains(['_', '-'])
    {
        return None;
    }
    let (inside, end) = match inside {
        Some(at) => (&text[begin..begin + at], begin + at + closing.len()),
        None => ("", begin),
    };
    Some(Code { name, attributes, inside, end })
}

fn takes_text(name: &str) -> bool {
    matches!(name, "caption" | "wp_caption" | "embed" | "audio" | "video" | "playlist")
}

/// The attributes until the closing bracket, and how long they are with it.
fn attributes(text: &str) -> Option<(Vec<(String, String)>, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        while bytes.get(at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'/') {
            at += 1;
        }
        match bytes.get(at)? {
            b']' => return Some((found, at + 1)),
            b'[' | b'<' => return None,
            _ => {}
        }
        let begin = at;
        while bytes
            .get(at)
            .is_some_and(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'=' | b']' | b'"' | b'\''))
        {
            at += 1;
        }
        let name = text[begin..at].to_ascii_lowercase();
        let has_value = bytes.get(at) == Some(&b'=');
        if has_value {
            at += 1;
        }
        let quote = bytes.get(at).copied().filter(|byte| matches!(byte, b'"' | b'\''));
        let value = match quote {
            Some(quote) => {
                let end = text[at + 1..].find(char::from(quote))?;
                let value = &text[at + 1..at + 1 + end];
                at += end + 2;
                value
            }
            None if has_value => {
                let begin = at;
                while bytes.get(at).is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b']') {
                    at += 1;
                }
                &text[begin..at]
            }
            None => "",
        };
        match (has_value, quote) {
            (true, _) => found.push((name, value.to_owned())),
            (false, Some(_)) => found.push((String::new(), value.to_owned())),
            (false, None) => found.push((String::new(), name)),
        }
        if at > 16 * 1024 {
            return None;
        }
    }
}

fn html(code: &Code<'_>, entry: &str, references: &References, prepared: &mut Prepared) -> Option<String> {
    let by_id = |id: &str| references.files.get(id.trim()).map(String::as_str);
    match code.name {
        "more" => Some(String::new()),
        "caption" | "wp_caption" => {
            let (picture, words) = code.inside.split_at(behind_picture(code.inside));
            let words = if code.get("caption").is_empty() { words.trim() } else { code.get("caption") };
            Some(format!(
                "<figure class=\"wp-block-image\">{}<figcaption>{words}</figcaption></figure>",
                picture.trim()
            ))
        }
        "gallery" => gallery(code, entry, references).map(|block| prepared.place(block)),
        "embed" | "youtube" | "vimeo" | "soundcloud" => {
            let own = code.first(&["url", "src", "id"]);
            let address = match own {
                "" if code.inside.trim().is_empty() => code.get(""),
                "" => code.inside.trim(),
                own => own,
            };
            let address = match code.name {
                "youtube" if !address.starts_with("http") => format!("https://youtu.be/{address}"),
                "vimeo" if !address.starts_with("http") => format!("https://vimeo.com/{address}"),
                _ => address.to_owned(),
            };
            provider::embed(&address.replace("&amp;", "&"), "").map(|block| prepared.place(block))
        }
        "audio" => {
            let source = code.first(&["src", "mp3", "m4a", "ogg", "wav", "flac"]);
            let source = if source.is_empty() { link(code.inside) } else { source };
            let source = if source.is_empty() { by_id(code.get("id"))? } else { source };
            Some(
                prepared
                    .place(json!({"type": "audio", "value": {"url": source, "title": file_title(source)}})),
            )
        }
        "video" => {
            let source = code.first(&["src", "mp4", "m4v", "webm", "ogv", "mov"]);
            let source = if source.is_empty() { link(code.inside) } else { source };
            let source = if source.is_empty() { by_id(code.get("id"))? } else { source };
            if let Some(block) = provider::player(source) {
                return Some(prepared.place(block));
            }
            let mut value = json!({"url": source});
            if !code.get("poster").is_empty() {
                value["image"] = json!({"assetUrl": code.get("poster")});
            }
            Some(prepared.place(json!({"type": "video", "value": value})))
        }
        "playlist" => {
            let tracks = code.get("ids").split(',').filter_map(by_id);
            let tracks: Vec<Value> =
                tracks.map(|url| json!({"title": file_title(url), "url": url})).collect();
            (!tracks.is_empty())
                .then(|| prepared.place(json!({"type": "album", "value": {"tracks": tracks}})))
        }
        _ => None,
    }
}

/// Where a picture ends, with the link around it.
fn behind_picture(text: &str) -> usize {
    let Some(end) = text.find("<img").and_then(|at| text[at..].find('>').map(|end| at + end + 1)) else {
        return 0;
    };
    let rest = &text[end..];
    if rest.trim_start().starts_with("</a>") { end + rest.find("</a>").unwrap_or_default() + 4 } else { end }
}

fn link(inside: &str) -> &str {
    let inside = inside.trim();
    let from = inside.find("href=\"").map_or(inside, |at| &inside[at + 6..]);
    let address = from.split('"').next().unwrap_or_default();
    if address.starts_with("http") { address } else { "" }
}

/// What a file is called, without its ending.
fn file_title(address: &str) -> String {
    let name = address.split(['?', '#']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    name.replace(['-', '_'], " ")
}

fn gallery(code: &Code<'_>, entry: &str, references: &References) -> Option<Value> {
    let ids: Vec<&str> = match code.first(&["ids", "include"]) {
        "" => {
            let of = if code.get("id").is_empty() { entry } else { code.get("id") };
            references.attached.get(of)?.iter().map(String::as_str).collect()
        }
        ids => ids.split(',').map(str::trim).collect(),
    };
    let left_out: Vec<&str> = code.get("exclude").split(',').map(str::trim).collect();
    let pictures: Vec<Picture> = ids
        .iter()
        .filter(|id| !left_out.contains(id))
        .filter_map(|id| references.pictures.get(*id).cloned())
        .collect();
    if pictures.is_empty() {
        return None;
    }
    let columns = code.get("columns").parse::<i64>().ok().filter(|columns| (1..=10).contains(columns));
    Some(gallery_of(&pictures, columns))
}

/// A gallery of these pictures.
#[must_use]
pub fn gallery_of(pictures: &[Picture], columns: Option<i64>) -> Value {
    let images = pictures.iter().map(|picture| {
        let mut image = json!({"assetUrl": picture.url, "altText": picture.alt, "title": picture.alt});
        if !picture.caption.is_empty() {
            image["body"] = format!("<p>{}</p>", picture.caption).into();
        }
        image
    });
    let mut options = json!({"lightbox": true});
    if let Some(columns) = columns {
        options["thumbnails-per-row"] = columns.into();
    }
    json!({"type": "gallery", "variant": 1000, "value": {"images": images.collect::<Vec<_>>(), "options": options}})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references() -> References {
        let mut references = References::default();
        for id in ["5", "6"] {
            let picture = Picture { url: format!("https://a.example/{id}.jpg"), ..Picture::default() };
            references.files.insert(id.into(), picture.url.clone());
            references.pictures.insert(id.into(), picture);
            references.attached.entry("1".into()).or_default().push(id.into());
        }
        references
    }

    fn done(text: &str) -> (String, Prepared) {
        let mut prepared = Prepared::default();
        let html = replaced(text, "1", &references(), &mut prepared);
        (html, prepared)
    }

    #[test]
    fn a_caption_is_a_figure_and_a_gallery_a_block() {
        let caption = "[caption id=\"a\" align='alignleft' width=300]<a href=\"/x\"><img src=\"b.jpg\" /></a> The <i>shop</i>[/caption]";
        let figure = "<figure class=\"wp-block-image\"><a href=\"/x\"><img src=\"b.jpg\" /></a><figcaption>The <i>shop</i></figcaption></figure>";
        assert_eq!(done(caption).0, figure);
        let (_, prepared) = done("[gallery columns=2 ids=\"6, 9\"]");
        assert_eq!(prepared.blocks[0]["value"]["images"].as_array().map(Vec::len), Some(1));
        assert_eq!(prepared.blocks[0]["value"]["options"]["thumbnails-per-row"], 2);
        let (_, prepared) = done("[gallery exclude=\"5\"]");
        assert_eq!(prepared.blocks[0]["value"]["images"][0]["assetUrl"], "https://a.example/6.jpg");
    }

    #[test]
    fn films_sounds_and_lists_of_them_are_blocks() {
        let (_, prepared) = done(
            "[embed]https://youtu.be/abcDEF12345[/embed][audio mp3=\"https://a.example/one-two.mp3\"][/audio][video src='https://a.example/v.mp4'][playlist ids=\"5,6\"][youtube abcDEF12345]",
        );
        let kinds: Vec<&str> = prepared.blocks.iter().filter_map(|block| block["type"].as_str()).collect();
        assert_eq!(kinds, ["video", "audio", "video", "album", "video"]);
        assert_eq!(prepared.blocks[1]["value"]["title"], "one two");
    }

    /// S-551: short codes that are not known stay and are named.
    #[test]
    fn s_551_what_is_not_known_stays_and_is_named() {
        let (html, prepared) = done(
            "[contact-form-7 id=\"1\"] [1] [see below] [[gallery]] a[b] [gallery ids=\"99\"] [pull]x[/pull]",
        );
        assert_eq!(
            html,
            "[contact-form-7 id=\"1\"] [1] [see below] [gallery] a[b] [gallery ids=\"99\"] [pull]x[/pull]"
        );
        assert_eq!(prepared.faults.len(), 3, "{:?}", prepared.faults);
        assert_eq!(done("<code>[box size=1]</code>").1.faults.len(), 0);
        assert_eq!(done("[gallery ids=\"5").0, "[gallery ids=\"5");
    }
}
