//! Pictures whose address stands in `data-src`, where the template platform's own script looks for it: here a browser
//! shows them without any script.

use memchr::memmem;

/// The width that is shown where a template does not say which.
const FORMAT: &str = "?format=1500w";

/// The page with a `src` for every picture that has only a `data-src`; it is fetched when it comes into view.
pub fn with_sources(html: String) -> String {
    if memmem::find(html.as_bytes(), b"data-src=").is_none() {
        return html;
    }
    let mut out = String::with_capacity(html.len() + html.len() / 16);
    let mut rest = html.as_str();
    while let Some(start) = rest.find("<img") {
        let end = start + tag_length(&rest[start..]);
        let tag = &rest[start..end];
        out.push_str(&rest[..start]);
        let lacks = tag.ends_with('>') && !tag.contains(" src=");
        match value(tag, " data-src=\"").filter(|address| lacks && !address.is_empty()) {
            Some(address) => {
                let format = if address.starts_with('/') && !address.contains('?') { FORMAT } else { "" };
                let lazy = if tag.contains(" loading=") { "" } else { " loading=\"lazy\"" };
                out.push_str(&format!("<img src=\"{address}{format}\"{lazy}{}", &tag["<img".len()..]));
            }
            None => out.push_str(tag),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// How long a tag is, its brackets among it; all there is when it does not end.
fn tag_length(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn value<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(name)? + name.len();
    tag[start..].split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_without_a_source_gets_one() {
        let page = r#"<p>a > b</p><img alt="x > y" data-src="/files/a.png" data-image="/files/a.png"><img src="b.png" data-src="c.png"><img class="k" loading="eager" data-src="https://p.example/d.png"/><img data-src="">"#;
        let expect = r#"<p>a > b</p><img src="/files/a.png?format=1500w" loading="lazy" alt="x > y" data-src="/files/a.png" data-image="/files/a.png"><img src="b.png" data-src="c.png"><img src="https://p.example/d.png" class="k" loading="eager" data-src="https://p.example/d.png"/><img data-src="">"#;
        assert_eq!(with_sources(page.to_owned()), expect);
        assert_eq!(with_sources(expect.to_owned()), expect, "once is enough");
    }

    #[test]
    fn what_is_cut_off_stays_as_it_is() {
        for page in [
            "<img data-src=\"/a",
            "<img data-src='/a'>",
            "data-src=",
            "<img data-src=\"é",
            "<img src='a' data-src=\"b\">",
        ] {
            assert_eq!(with_sources(page.to_owned()), page);
        }
    }
}
