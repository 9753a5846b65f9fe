//! The pages of the editor: small templates, compiled once.

use loggia_template::{Arena, Engine, Node, RenderOptions, Template, Vocabulary};

use super::origins::Origins;

/// What the editor's server writes itself.
pub struct Pages {
    engine: Engine,
    editor: Template,
    closed: Template,
    frame: Template,
}

impl Default for Pages {
    fn default() -> Pages {
        let engine = Engine::new(Vocabulary::core());
        let compiled = |name: &str, text: &str| engine.compile(name, text).template;
        Pages {
            editor: compiled("editor/page.html", include_str!("../../builtin/editor/page.html")),
            closed: compiled("editor/closed.html", include_str!("../../builtin/editor/closed.html")),
            frame: compiled("editor/frame.html", include_str!("../../builtin/editor/frame.html")),
            engine,
        }
    }
}

impl Pages {
    /// The editor's page: its style sheets, its program, and what its calls repeat.
    #[must_use]
    pub fn editor(&self, sheets: &[String], script: &str, origins: &Origins, crumb: &str) -> String {
        let arena = Arena::new();
        let sheets: Vec<Node<'_>> = sheets.iter().map(|sheet| Node::Text(sheet)).collect();
        let data = arena.object([
            ("sheets", arena.list(&sheets)),
            ("script", Node::Text(script)),
            ("cookies", Node::Text(&origins.cookies)),
            ("crumb", Node::Text(crumb)),
        ]);
        self.render(&self.editor, data)
    }

    /// The page that says why nobody gets in.
    #[must_use]
    pub fn closed(&self, message: &str) -> String {
        let arena = Arena::new();
        self.render(&self.closed, arena.object([("message", Node::Text(message))]))
    }

    /// The script that speaks with the editor, for a page of the preview.
    #[must_use]
    pub fn frame(&self, editor: &str) -> String {
        let arena = Arena::new();
        self.render(&self.frame, arena.object([("editor", Node::Text(editor))]))
    }

    fn render(&self, template: &Template, data: Node<'_>) -> String {
        self.engine.render(template, data, &RenderOptions::default()).text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_text_and_nothing_else_is_a_tag() {
        let pages = Pages::default();
        let closed = pages.closed("<b>Nobody</b>");
        assert!(closed.contains("<p>&lt;b&gt;Nobody&lt;/b&gt;</p>"), "{closed}");
        assert!(closed.contains("<style>body{font:1rem/1.6 system-ui,sans-serif;"), "{closed}");
        assert!(closed.contains("padding:0 1.5rem}a{color:#1f5c52}</style>"), "{closed}");
        let frame = "<script src=\"/_loggia/frame.js\" data-editor=\"http://a&quot;b\"></script>";
        assert_eq!(pages.frame("http://a\"b"), frame);
    }
}
