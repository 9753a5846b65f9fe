//! Text written in Markdown, as HTML.

use pulldown_cmark::{Options, Parser, html::push_html};

/// HTML of a Markdown text: CommonMark with tables, footnotes and strikethrough. HTML in it stays: it is the owner's.
#[must_use]
pub fn html(text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut out = String::with_capacity(text.len() * 5 / 4);
    push_html(&mut out, Parser::new_ext(text, options));
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn markdown_becomes_html() {
        assert_eq!(super::html("# A *b*\n"), "<h1>A <em>b</em></h1>\n");
    }
}
