//! Which way a page is read: its `<html>` says so where that is from right to left.

use loggia_commerce::is_right_to_left;

/// The page with `dir="rtl"` on its first element, where its language is read from right to left and the template says
/// nothing of a direction.
pub(super) fn with_direction(locale: &str, page: String) -> String {
    if !is_right_to_left(locale) {
        return page;
    }
    let Some(name_ends) = element(&page) else { return page };
    let tag = &page[name_ends..name_ends + end_of_tag(&page[name_ends..])];
    if has_direction(tag) {
        return page;
    }
    format!("{} dir=\"rtl\"{}", &page[..name_ends], &page[name_ends..])
}

/// Where the name of the `<html>` element ends. Only comments, spaces and the document type stand before it.
fn element(page: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &page[at..];
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        at = page.len() - rest.len();
        let begins =
            |start: &str| rest.get(..start.len()).is_some_and(|there| there.eq_ignore_ascii_case(start));
        if begins("<html") {
            let next = rest.as_bytes().get(5)?;
            return (next.is_ascii_whitespace() || *next == b'>').then_some(at + 5);
        }
        at += match () {
            () if begins("<!--") => rest.find("-->")? + 3,
            () if begins("<!doctype") => rest.find('>')? + 1,
            () => return None,
        };
    }
}

/// The length of the rest of a tag; a `>` in a quoted value does not end it.
fn end_of_tag(rest: &str) -> usize {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    rest.len()
}

/// Whether one of the attributes is called `dir`.
fn has_direction(attributes: &str) -> bool {
    let mut quote = None;
    let mut name = String::new();
    let mut in_value = false;
    for byte in attributes.bytes().chain([b' ']) {
        match (quote, byte) {
            (Some(open), byte) if open == byte => (quote, in_value) = (None, false),
            (Some(_), _) => {}
            (None, b'"' | b'\'') if in_value => quote = Some(byte),
            (None, byte) if byte.is_ascii_whitespace() || byte == b'=' => {
                if !in_value && name.eq_ignore_ascii_case("dir") {
                    return true;
                }
                in_value = byte == b'=';
                name.clear();
            }
            (None, byte) if !in_value => name.push(char::from(byte)),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-733
    #[test]
    fn s_733_a_page_says_which_way_it_is_read_once() {
        let pages = [
            ("<!doctype html>\n<html lang=\"ar\"><p>", "<!doctype html>\n<html dir=\"rtl\" lang=\"ar\"><p>"),
            ("<!-- a <html> --><HTML>", "<!-- a <html> --><HTML dir=\"rtl\">"),
            ("<html lang=ar dir=ltr>", "<html lang=ar dir=ltr>"),
            ("<html DIR = 'auto'>", "<html DIR = 'auto'>"),
            ("<html data-x=\"dir=1 > \" class='dir'>", "<html dir=\"rtl\" data-x=\"dir=1 > \" class='dir'>"),
            ("<html data-dir=x>", "<html dir=\"rtl\" data-dir=x>"),
            ("<p>no document</p>", "<p>no document</p>"),
            ("<htmlx>", "<htmlx>"),
            ("", ""),
        ];
        for (page, expected) in pages {
            assert_eq!(with_direction("ar-EG", page.to_owned()), expected);
            assert_eq!(with_direction("en", page.to_owned()), page);
        }
    }
}
