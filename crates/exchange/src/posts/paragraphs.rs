//! Paragraphs of texts that have none: the older editor of WordPress keeps empty lines and makes `<p>` of them when it shows a
//! page.

/// Elements that are no part of a paragraph.
const BLOCKS: [&str; 39] = [
    "address",
    "article",
    "aside",
    "audio",
    "blockquote",
    "center",
    "details",
    "dialog",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "iframe",
    "li",
    "main",
    "math",
    "nav",
    "ol",
    "p",
    "pre",
    "script",
    "section",
    "style",
    "table",
    "ul",
    "video",
];
/// Those of them that hold nothing.
const EMPTY: [&str; 1] = ["hr"];

/// The text with its paragraphs marked. What stands in an element that is none stays as it is.
#[must_use]
pub fn marked(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut out: Vec<String> = Vec::new();
    // Where the words begin that stand in no such element, and how deep the place is in them.
    let (mut begin, mut depth, mut at) = (0, 0_usize, 0);
    while let Some(found) = text[at..].find('<') {
        let tag = at + found;
        let Some(end) = text[tag..].find('>').map(|end| tag + end + 1) else { break };
        let (name, closes) = name(&text[tag + 1..end]);
        at = end;
        if !BLOCKS.contains(&name.as_str()) {
            continue;
        }
        if EMPTY.contains(&name.as_str()) || text[tag..end].ends_with("/>") {
            if depth == 0 {
                words(&text[begin..tag], &mut out);
                out.push(text[tag..end].to_owned());
                begin = end;
            }
        } else if !closes {
            if depth == 0 {
                words(&text[begin..tag], &mut out);
                begin = tag;
            }
            depth += 1;
            // Nothing in these is an element.
            if matches!(name.as_str(), "script" | "style") {
                at = text[end..].find(&format!("</{name}")).map_or(text.len(), |place| end + place);
            }
        } else if depth > 0 {
            depth -= 1;
            if depth == 0 {
                out.push(text[begin..end].trim().to_owned());
                begin = end;
            }
        }
    }
    if depth == 0 {
        words(&text[begin..], &mut out);
    } else {
        out.push(text[begin..].trim().to_owned());
    }
    out.retain(|part| !part.is_empty());
    out.join("\n")
}

fn name(tag: &str) -> (String, bool) {
    let closes = tag.starts_with('/');
    let tag = tag.trim_start_matches('/');
    let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
    (tag[..end].to_ascii_lowercase(), closes)
}

/// Words with empty lines between them.
fn words(text: &str, out: &mut Vec<String>) {
    let mut paragraph: Vec<&str> = Vec::new();
    for line in text.split('\n').chain([""]) {
        if !line.trim().is_empty() {
            paragraph.push(line.trim());
        } else if !paragraph.is_empty() {
            out.push(format!("<p>{}</p>", paragraph.join("<br>\n")));
            paragraph.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn empty_lines_make_paragraphs() {
        assert_eq!(marked("One\ntwo\r\n\r\nThree"), "<p>One<br>\ntwo</p>\n<p>Three</p>");
        assert_eq!(
            marked("A\n<ul>\n\n<li>b</li>\n</ul>\nc"),
            "<p>A</p>\n<ul>\n\n<li>b</li>\n</ul>\n<p>c</p>"
        );
        assert_eq!(marked("<p>Has one</p>\n\nNot"), "<p>Has one</p>\n<p>Not</p>");
        assert_eq!(marked("<pre>a\n\nb</pre>"), "<pre>a\n\nb</pre>");
        assert_eq!(
            marked("<script>if (a < b) {\n\n}</script>x"),
            "<script>if (a < b) {\n\n}</script>\n<p>x</p>"
        );
        assert_eq!(marked("a <b>c</b>\n\n<hr>\nd <"), "<p>a <b>c</b></p>\n<hr>\n<p>d <</p>");
    }
}
