//! A whole page made small by minify-html.
//!
//! Scripts are left alone: a minifier of classic scripts may rename what another script of the page reads. Styles in the
//! page are left alone: the style sheets have their own tool.

use minify_html::Cfg;

/// A page without the white space that no visitor sees, its entities, attributes and tags in their shortest forms.
#[must_use]
pub fn whole(page: &[u8]) -> Vec<u8> {
    let kept = keep_visible_spaces(page);
    let mut small = minify_html::minify(&kept, &options());
    if kept.len() != page.len() {
        small = without_marks(&small);
    }
    small
}

/// Marks a space that a visitor sees and the minifier would take away: not a character, so no page contains it.
const MARK: &[u8] = "\u{fdd2}".as_bytes();

/// Elements that stand in a line of text.
const INLINE: [&str; 38] = [
    "a", "abbr", "b", "bdi", "bdo", "button", "cite", "code", "data", "del", "dfn", "em", "i", "img",
    "input", "ins", "kbd", "label", "mark", "meter", "object", "output", "picture", "progress", "q", "s",
    "samp", "select", "small", "span", "strong", "sub", "sup", "svg", "time", "u", "var", "video",
];

/// White space between two elements of a line is one space to a visitor. The minifier removes it inside `nav`, `div` and
/// their kind; with a mark beside it, it stays.
fn keep_visible_spaces(page: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(page.len() + page.len() / 32);
    let mut copied = 0;
    let mut at = 0;
    while let Some(end) = memchr::memchr(b'>', &page[at..]).map(|end| at + end) {
        at = end + 1;
        let spaces = page[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let next = at + spaces;
        if spaces == 0 || page.get(next) != Some(&b'<') || !is_inline(tag_name(&page[next + 1..])) {
            continue;
        }
        let start = page[..end].iter().rposition(|byte| *byte == b'<').unwrap_or(end);
        if is_inline(tag_name(&page[start + 1..end])) {
            out.extend_from_slice(&page[copied..next]);
            out.extend_from_slice(MARK);
            copied = next;
        }
    }
    out.extend_from_slice(&page[copied..]);
    out
}

/// The name of the tag that begins here, without the slash of an end tag.
fn tag_name(tag: &[u8]) -> &[u8] {
    let tag = tag.strip_prefix(b"/").unwrap_or(tag);
    let end = tag.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(tag.len());
    &tag[..end]
}

fn is_inline(name: &[u8]) -> bool {
    INLINE.iter().any(|inline| name.eq_ignore_ascii_case(inline.as_bytes()))
}

fn without_marks(page: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(page.len());
    let mut copied = 0;
    for at in memchr::memmem::find_iter(page, MARK) {
        out.extend_from_slice(&page[copied..at]);
        copied = at + MARK.len();
    }
    out.extend_from_slice(&page[copied..]);
    out
}

fn options() -> Cfg {
    let mut options = Cfg::new();
    options.keep_closing_tags = true;
    options.keep_html_and_head_opening_tags = true;
    options.keep_input_type_text_attr = true;
    options.minify_css = false;
    options.minify_js = false;
    options.minify_doctype = false;
    options.allow_noncompliant_unquoted_attribute_values = false;
    options.allow_optimal_entities = false;
    options.allow_removing_spaces_between_attributes = false;
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minified(page: &str) -> String {
        String::from_utf8(whole(page.as_bytes())).unwrap()
    }

    #[test]
    fn g_018_white_space_goes_and_structure_stays() {
        let page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n  <title>A  b</title>\n</head>\n<body>\n  <!-- note -->\n  \
                    <p>One <em>two</em>\n   three</p>\n  <ul>\n <li>a</li>\n </ul>\n</body>\n</html>\n";
        let small = minified(page);
        assert!(small.contains("<head>") && small.contains("</p>") && small.contains("</li>"), "{small}");
        assert!(small.contains("One <em>two</em> three") && !small.contains("note"), "{small}");
        assert!(small.len() < page.len());
        assert_eq!(minified(&small), small, "minifying twice changes nothing more");
    }

    #[test]
    fn a_space_between_two_words_of_a_line_stays() {
        let small = minified(
            "<!DOCTYPE html><html><body><nav><a href=/>Shop</a> <span>/</span>\n <b>Bread</b> </nav><ul> <li>a</li> </ul></body></html>",
        );
        assert!(
            small.contains("<a href=/>Shop</a> <span>/</span> <b>Bread</b></nav><ul><li>a</li></ul>"),
            "{small}"
        );
        let pre = minified("<!DOCTYPE html><html><body><pre><b>a</b>  <i>b</i></pre></body></html>");
        assert!(pre.contains("<pre><b>a</b>  <i>b</i></pre>"), "{pre}");
    }

    #[test]
    fn scripts_styles_and_preformatted_text_stay_as_they_are() {
        let script = "<script>\nvar  shared = 1; // used elsewhere\n</script>";
        let style = "<style>\n.a  { color : red }\n</style>";
        let data = "<script type=\"application/json\">{ \"a\" :  \"<\\/p>\" }</script>";
        let small = minified(&format!(
            "<!DOCTYPE html><html><body><pre>a  b\n c</pre>{script}{style}{data}</body></html>"
        ));
        assert!(small.contains("<pre>a  b\n c</pre>"), "{small}");
        assert!(small.contains("var  shared = 1; // used elsewhere"), "{small}");
        assert!(small.contains(".a  { color : red }"), "{small}");
        assert!(small.contains(r#"{ "a" :  "<\/p>" }"#), "{small}");
    }
}
