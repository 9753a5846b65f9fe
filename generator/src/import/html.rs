//! Text as editors keep it → HTML.

/// Blank lines part paragraphs, unless the text is HTML with paragraphs of its own. Comments of the block editor go.
pub(super) fn paragraphs(text: &str) -> String {
    let text = without_comments(&text.replace("\r\n", "\n"));
    if ["<p>", "<p ", "<div", "<h2", "<figure"].iter().any(|tag| text.contains(tag)) {
        return text.trim().to_owned();
    }
    let parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    let html: Vec<String> = parts
        .map(|part| {
            let is_block = ["<ul", "<ol", "<table", "<blockquote", "<h", "<pre", "<hr", "<iframe"]
                .iter()
                .any(|tag| part.starts_with(tag));
            if is_block { part.to_owned() } else { format!("<p>{}</p>", part.replace('\n', "<br>\n")) }
        })
        .collect();
    html.join("\n")
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("<!--") {
        out.push_str(&rest[..at]);
        let end = rest[at..].find("-->").map_or(rest.len(), |end| at + end + 3);
        rest = rest[end..].strip_prefix('\n').unwrap_or(&rest[end..]);
    }
    out.push_str(rest);
    out
}

/// The names of the short codes in a text, such as `gallery` of `[gallery ids="1,2"]`.
pub(super) fn short_codes(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('[') {
        let name = text[at + 1..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').next();
        let Some(name) =
            name.filter(|name| name.len() > 2 && name.starts_with(|c: char| c.is_ascii_lowercase()))
        else {
            continue;
        };
        let after = text[at + 1 + name.len()..].chars().next();
        if matches!(after, Some(' ' | ']')) && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_make_paragraphs_where_there_are_none() {
        assert_eq!(paragraphs("One\ntwo\r\n\r\nThree"), "<p>One<br>\ntwo</p>\n<p>Three</p>");
        assert_eq!(paragraphs("<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->"), "<p>One</p>");
        assert_eq!(paragraphs("A\n\n<ul><li>b</li></ul>"), "<p>A</p>\n<ul><li>b</li></ul>");
    }

    #[test]
    fn short_codes_are_named_once() {
        assert_eq!(short_codes("[gallery ids=\"1\"] x [gallery] [1] [see] a[b]"), ["gallery", "see"]);
    }
}
