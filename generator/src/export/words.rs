//! The HTML that an export writes itself: small templates, compiled once.

use loggia_template::{Arena, Engine, Node, RenderOptions, Template, Vocabulary};

/// What is written where another program has no member of its own for it.
pub(super) struct Words {
    engine: Engine,
    before: Template,
    pictures: Template,
}

/// A picture of a list.
pub(super) struct Shown {
    pub(super) url: String,
    pub(super) alt: String,
    pub(super) title: String,
    /// HTML.
    pub(super) text: String,
}

impl Default for Words {
    fn default() -> Words {
        let engine = Engine::new(Vocabulary::core());
        let compiled = |name: &str, text: &str| engine.compile(name, text).template;
        Words {
            before: compiled("export/before.html", include_str!("../../builtin/export/before.html")),
            pictures: compiled("export/pictures.html", include_str!("../../builtin/export/pictures.html")),
            engine,
        }
    }
}

impl Words {
    /// What stands before the text of an item: when and where something happens, and the address it leads to.
    pub(super) fn before(&self, when: &str, place: &str, source: &str) -> String {
        let arena = Arena::new();
        let data = [("when", Node::Text(when)), ("place", Node::Text(place)), ("source", Node::Text(source))];
        self.render(&self.before, arena.object(data))
    }

    /// Pictures, one below the other.
    pub(super) fn pictures(&self, all: &[Shown]) -> String {
        let arena = Arena::new();
        let pictures: Vec<Node<'_>> = all
            .iter()
            .map(|one| {
                arena.object([
                    ("url", Node::Text(&one.url)),
                    ("alt", Node::Text(&one.alt)),
                    ("title", Node::Text(&one.title)),
                    ("text", Node::Text(&one.text)),
                ])
            })
            .collect();
        self.render(&self.pictures, arena.object([("pictures", arena.list(&pictures))]))
    }

    fn render(&self, template: &Template, data: Node<'_>) -> String {
        self.engine.render(template, data, &RenderOptions::default()).text.trim().to_owned()
    }
}
