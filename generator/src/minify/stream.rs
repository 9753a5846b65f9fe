//! A page made small in one reading.

use super::tag::{Attribute, Kind, is_space, is_void, kind, write_attributes};

/// A page without the white space that no visitor sees. What is not understood stays as it is.
#[must_use]
pub fn html(page: &[u8]) -> Vec<u8> {
    let mut writer = Writer {
        out: Vec::with_capacity(page.len()),
        space: false,
        trim: true,
        in_head: false,
        attributes: Vec::new(),
    };
    let mut at = 0;
    while at < page.len() {
        at += match page[at] {
            b'<' => writer.markup(&page[at..]),
            _ => writer.text(&page[at..]),
        };
    }
    writer.out
}

struct Writer<'p> {
    out: Vec<u8>,
    /// White space has been read and not been written yet.
    space: bool,
    /// Space would stand at the beginning of a line.
    trim: bool,
    /// Nothing in the head is shown, so no space in it is.
    in_head: bool,
    /// Those of the tag that is read.
    attributes: Vec<Attribute<'p>>,
}

impl<'p> Writer<'p> {
    /// Takes text up to the next markup or white space; how much was taken.
    fn text(&mut self, text: &[u8]) -> usize {
        if is_space(text[0]) {
            self.space = true;
            return super::tag::spaces(text);
        }
        let end = text.iter().position(|byte| *byte == b'<' || is_space(*byte)).unwrap_or(text.len());
        self.line(&text[..end]);
        end
    }

    /// Writes something that stands in a line of text.
    fn line(&mut self, text: &[u8]) {
        if self.space && !self.trim {
            self.out.push(b' ');
        }
        (self.space, self.trim) = (false, false);
        self.out.extend_from_slice(text);
    }

    /// Takes a tag, a comment or what looks like one; how much was taken.
    fn markup(&mut self, text: &'p [u8]) -> usize {
        let is_end = text.get(1) == Some(&b'/');
        let start = if is_end { 2 } else { 1 };
        match text.get(start) {
            Some(byte) if byte.is_ascii_alphabetic() => self.tag(text, start, is_end),
            Some(b'!') if text.starts_with(b"<!--") => match memchr::memmem::find(&text[4..], b"-->") {
                Some(end) => end + 7,
                None => self.rest(text),
            },
            Some(b'!' | b'?') => match memchr::memchr(b'>', text) {
                Some(end) => {
                    self.block(&text[..=end]);
                    end + 1
                }
                None => self.rest(text),
            },
            _ => {
                self.line(b"<");
                1
            }
        }
    }

    fn tag(&mut self, text: &'p [u8], start: usize, is_end: bool) -> usize {
        let length = text[start..].iter().position(|byte| is_space(*byte) || matches!(byte, b'>' | b'/'));
        let Some(length) = length else { return self.rest(text) };
        let name = &text[start..start + length];
        let kind = kind(name);
        if name.eq_ignore_ascii_case(b"head") {
            self.in_head = !is_end;
        } else if name.eq_ignore_ascii_case(b"body") {
            self.in_head = false;
        }
        let alone = kind == Kind::Block || self.in_head || name.eq_ignore_ascii_case(b"pre");
        let head = &text[..start + length];
        if alone {
            self.block(head)
        } else {
            self.line(head)
        }
        let before = self.out.len() - head.len();
        let Some(taken) =
            write_attributes(&text[start + length..], is_void(name), &mut self.out, &mut self.attributes)
        else {
            self.out.truncate(before);
            return self.rest(text);
        };
        let end = start + length + taken;
        if kind != Kind::Verbatim || is_end {
            return end;
        }
        let content = verbatim(&text[end..], name);
        self.out.extend_from_slice(&text[end..end + content]);
        self.trim = alone;
        end + content
    }

    /// Writes something beside which no space is shown.
    fn block(&mut self, text: &[u8]) {
        (self.space, self.trim) = (false, true);
        self.out.extend_from_slice(text);
    }

    /// Markup that does not end: the rest of the page is left as it is.
    fn rest(&mut self, text: &[u8]) -> usize {
        self.line(text);
        text.len()
    }
}

/// The length of an element's content with its end tag.
fn verbatim(text: &[u8], name: &[u8]) -> usize {
    for at in memchr::memmem::find_iter(text, b"</") {
        let tag = &text[at + 2..];
        let ends = tag.len() > name.len() && tag[..name.len()].eq_ignore_ascii_case(name);
        if ends && !tag[name.len()].is_ascii_alphanumeric() {
            return memchr::memchr(b'>', tag).map_or(text.len(), |end| at + 2 + end + 1);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minify::whole;

    fn minified(page: &str) -> String {
        String::from_utf8(html(page.as_bytes())).unwrap()
    }

    /// Pages with everything that could go wrong.
    const PAGES: [&str; 9] = [
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n  <title> A  b </title>\n  <meta name=\"a\" content=\"b c\">\n  \
         <script src=\"/a.js\" defer></script>\n</head>\n<body>\n  <!-- note -->\n  <p>One <em>two</em>\n   three</p>\n  \
         <ul>\n <li>a</li>\n </ul>\n</body>\n</html>\n",
        "<!DOCTYPE html><html><body><nav><a href=/>Shop</a> <span>/</span>\n <b>Bread</b> </nav><ul> <li>a</li> </ul></body></html>",
        "<!DOCTYPE html><html><body><pre><b>a</b>  <i>b</i>\n</pre> <textarea>\n a  b </textarea></body></html>",
        "<!DOCTYPE html><html><body><script>\nvar  shared = '</div>'; // <!-- -->\n</script><style>\n.a  { color : red }\n</style></body></html>",
        "<!DOCTYPE html><html><body><img src=\"a.png\" alt=\"\"/><svg viewBox=\"0 0 1 1\"><path d=\"M0\"/></svg> <input disabled value=\"a b\"></body></html>",
        "<!DOCTYPE html><html><body><table>\n<tr>\n<td> 1 </td> <td>2</td>\n</tr>\n</table><p> text <b>bold</b> , end</p></body></html>",
        "<!DOCTYPE html><html><body><p>5 &lt; 6 and 7 < 8</p><p data-x='{\"a\": 1}' title=\"it's\">x</p></body></html>",
        "<!DOCTYPE html><html><body><x-price currency=\"EUR\"> 5 </x-price> <x-price>6</x-price></body></html>",
        "<!DOCTYPE html><html><body><a href=\"/a/\">one</a><br>\n two<hr> <a href=\"/b?x=1&amp;y=2\">three</a></body></html>",
    ];

    #[test]
    fn g_018_what_the_whole_page_minifier_sees_is_the_same() {
        for page in PAGES {
            let small = html(page.as_bytes());
            let (one, other) = (whole(&small), whole(page.as_bytes()));
            assert_eq!(String::from_utf8(one).unwrap(), String::from_utf8(other).unwrap(), "{page}");
            assert!(small.len() <= page.len());
            assert_eq!(html(&small), small, "minifying twice changes nothing more");
        }
    }

    #[test]
    fn g_018_white_space_goes_and_structure_stays() {
        let small = minified(PAGES[0]);
        assert!(
            small.contains("<html lang=en><head><title> A  b </title><meta content=\"b c\" name=a>"),
            "{small}"
        );
        assert!(
            small.contains("<script defer src=/a.js></script></head><body><p>One <em>two</em> three</p>"),
            "{small}"
        );
        assert!(small.ends_with("<ul><li>a</li></ul></body></html>"), "{small}");
    }

    #[test]
    fn a_space_between_two_words_of_a_line_stays() {
        assert!(
            minified(PAGES[1])
                .contains("<a href=/>Shop</a> <span>/</span> <b>Bread</b></nav><ul><li>a</li></ul>")
        );
        assert_eq!(minified("a<!-- -->b <!-- -->\n c"), "ab c");
        assert_eq!(minified("One<br>\n  two"), "One<br> two", "a style sheet may hide the break");
        assert_eq!(minified("<i>a</i> <x-b>c</x-b> d"), "<i>a</i> <x-b>c</x-b> d");
    }

    #[test]
    fn scripts_styles_and_preformatted_text_stay_as_they_are() {
        for inner in [
            "<script>\nvar  a = 1; // </p>\n</script>",
            "<STYLE>\n.a  { color : red }\n</STYLE>",
            "<pre>a  <b>b</b>\n c</pre>",
            "<textarea>\n x\n</textarea>",
            "<script type=application/json>{ \"a\" :  \"<\\/p>\" }</script>",
        ] {
            assert_eq!(
                minified(&format!("<body>\n{inner}\n</body>")),
                format!("<body>{inner}</body>"),
                "{inner}"
            );
        }
    }

    #[test]
    fn quotes_stay_where_a_value_needs_them() {
        assert_eq!(minified("<a  href=\"/x/\"   title='a b' id = \"c\">"), "<a href=/x/ id=c title='a b'>");
        assert_eq!(minified("<img alt=\"\" src=\"a.png\" />"), "<img alt src=a.png>");
        assert_eq!(minified("<path d=\"M0\"/>"), "<path d=M0 />");
        assert_eq!(
            minified("<p data-x='{\"a\":1}' y=\"a=b\" z=\"&quot;\">"),
            "<p data-x='{\"a\":1}' y=\"a=b\" z=&quot;>"
        );
    }

    #[test]
    fn what_is_not_understood_stays_as_it_is() {
        for page in
            ["a < b", "<", "<a href=\"x", "<!-- open", "1 <3 2", "</", "<script>no end", "<a", "<p class"]
        {
            assert_eq!(minified(page), page, "{page}");
        }
    }
}
