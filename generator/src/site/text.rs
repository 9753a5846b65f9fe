//! HTML as plain text, for descriptions and for the search.

/// Elements whose content is not text.
const SILENT: [&str; 3] = ["script", "style", "template"];

/// HTML as one line of text without markup, read until the text has `most` bytes.
#[must_use]
pub fn plain(html: &str, most: usize) -> String {
    let mut text = String::with_capacity(html.len().min(most));
    let mut rest = html;
    while let Some(at) = memchr::memchr2(b'<', b'&', rest.as_bytes()) {
        push(&mut text, &rest[..at]);
        if text.len() >= most {
            break;
        }
        rest = &rest[at..];
        rest = if rest.starts_with('<') { tag(&mut text, rest) } else { entity(&mut text, rest) };
    }
    if text.len() < most {
        push(&mut text, rest);
    }
    text.truncate(text.trim_end().len());
    text
}

/// The beginning of a text, at most `most` characters, ended at a word.
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{}…", &cut[..end])
}

/// Adds text with every run of white space as one space.
fn push(text: &mut String, part: &str) {
    for character in part.chars() {
        if !character.is_whitespace() {
            text.push(character);
        } else if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
    }
}

/// Steps over a tag, and over the content of an element that shows none; a tag stands between words.
fn tag<'h>(text: &mut String, html: &'h str) -> &'h str {
    if let Some(comment) = html.strip_prefix("<!--") {
        return comment.split_once("-->").map_or("", |(_, rest)| rest);
    }
    let begins = html[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'));
    let Some(end) = html.find('>').filter(|_| begins) else {
        text.push('<');
        return &html[1..];
    };
    let name = html[1..].split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let rest = &html[end + 1..];
    if let Some(silent) = SILENT.iter().find(|silent| name.eq_ignore_ascii_case(silent)) {
        let close = format!("</{silent}");
        return rest.to_ascii_lowercase().find(&close).map_or("", |at| &rest[at..]);
    }
    let next = rest.chars().next();
    // "word</b>." stays one: no space is put before what ends a sentence.
    if next.is_some_and(|c| c.is_alphanumeric() || c == '<') {
        push(text, " ");
    }
    rest
}

/// The character of an entity, or the ampersand itself.
fn entity<'h>(text: &mut String, html: &'h str) -> &'h str {
    const NAMED: [(&str, char); 13] = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", ' '),
        ("ndash", '–'),
        ("mdash", '—'),
        ("hellip", '…'),
        ("rsquo", '’'),
        ("lsquo", '‘'),
        ("rdquo", '”'),
        ("ldquo", '“'),
    ];
    let found = html[1..].split_once(';').filter(|(name, _)| name.len() <= 8).and_then(|(name, rest)| {
        let named = NAMED.iter().find(|(known, _)| *known == name).map(|(_, character)| *character);
        let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        });
        Some((named.or_else(|| char::from_u32(number?))?, rest))
    });
    match found {
        Some((character, rest)) => {
            push(text, character.encode_utf8(&mut [0; 4]));
            rest
        }
        None => {
            text.push('&');
            &html[1..]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(html: &str) -> String {
        plain(html, usize::MAX)
    }

    #[test]
    fn markup_goes_and_words_stay_apart() {
        assert_eq!(
            whole("<p>Bread &amp; <b>butter</b>.</p>\n<p>Every&nbsp;day</p>"),
            "Bread & butter. Every day"
        );
        assert_eq!(whole("<li>One</li><li>Two</li>"), "One Two");
        assert_eq!(whole("1 < 2 &c &#233;&#x2014;&bogus;"), "1 < 2 &c é—&bogus;");
        assert_eq!(whole("a<script>var x = '<b>';</script> b<!-- <p>no</p> -->"), "a b");
        assert_eq!(whole("<p"), "<p");
    }

    #[test]
    fn long_text_ends_at_a_word() {
        let long = shortened(&"word ".repeat(100), 200);
        assert!(long.chars().count() <= 200 && long.ends_with("word…"), "{long}");
        assert_eq!(shortened("short", 200), "short");
        assert!(plain(&"word <b>".repeat(1000), 100).len() < 120);
    }
}
