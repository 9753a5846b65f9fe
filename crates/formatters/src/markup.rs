//! Text out of markup: what is left when the tags are taken away.

use std::borrow::Cow;

pub(crate) use loggia_template::is_js_space as is_space;

/// The text of `html` with every `<…>` replaced by one space.
///
/// A `>` outside a tag also becomes a space, and an unclosed tag swallows the rest, as the language defines.
pub(crate) fn remove_tags(html: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'<', b'>', html.as_bytes()).is_none() {
        return Cow::Borrowed(html);
    }
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    let mut inside = false;
    while let Some(at) = memchr::memchr2(b'<', b'>', rest.as_bytes()) {
        if !inside {
            text.push_str(&rest[..at]);
        }
        inside = rest.as_bytes()[at] == b'<';
        if !inside {
            text.push(' ');
        }
        rest = &rest[at + 1..];
    }
    if !inside {
        text.push_str(rest);
    }
    Cow::Owned(text)
}

/// Whether markup shows any text: something other than tags, white space and zero-width spaces.
pub(crate) fn has_text(html: &str) -> bool {
    remove_tags(html).chars().any(|c| c != '\u{200b}' && !is_space(c))
}

/// The first `units` UTF-16 units of `text`; a pair cut in two leaves U+FFFD.
pub(crate) fn first_units(text: &str, units: usize) -> Cow<'_, str> {
    let mut left = units;
    for (at, c) in text.char_indices() {
        if left == 0 {
            return Cow::Borrowed(&text[..at]);
        }
        if c.len_utf16() > left {
            return Cow::Owned(format!("{}\u{fffd}", &text[..at]));
        }
        left -= c.len_utf16();
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_become_one_space_each() {
        assert_eq!(remove_tags("<b>bold</b><i>x</i>"), " bold  x ");
        assert_eq!(remove_tags("a > b"), "a   b");
        assert_eq!(remove_tags("a <b"), "a ");
        assert_eq!(remove_tags("plain"), "plain");
    }

    #[test]
    fn t_061_only_visible_text_counts() {
        assert!(!has_text("<p>\u{a0}\u{200b} </p>\n"));
        assert!(has_text("<p>x</p>"));
    }

    #[test]
    fn units_are_utf16() {
        assert_eq!(first_units("a😀b", 3), "a😀");
        assert_eq!(first_units("a😀b", 2), "a\u{fffd}");
        assert_eq!(first_units("ab", 5), "ab");
    }
}
