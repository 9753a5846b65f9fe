//! What the page of the statement on accessibility sees.

use loggia_template::{Arena, Node};

use crate::site::Site;
use crate::site::accessibility::{Conformance, statement, words};

/// The parts of the statement, each with a heading and what stands under it.
pub(super) fn data<'p>(site: &Site<'_>, arena: &'p Arena) -> Node<'p> {
    let Ok(Some(statement)) = statement(&site.website) else { return Node::Missing };
    let (lang, words) = words(site.website.locale);
    let own_lang = arena.text_node(site.website.locale);
    let text = |text: &str| arena.text_node(text.trim());
    let list = |all: &[String]| -> Node<'p> {
        let rows: Vec<Node<'p>> =
            all.iter().filter(|row| !row.trim().is_empty()).map(|row| text(row)).collect();
        arena.list(&rows)
    };
    let part = |heading: &'static str, said: Node<'p>, own: Node<'p>, rows: Node<'p>| {
        arena.object([("heading", Node::Text(heading)), ("said", said), ("own", own), ("rows", rows)])
    };
    let none = Node::Missing;
    let is_said = |said: &str| !said.trim().is_empty();
    let mut parts = Vec::new();
    if is_said(&statement.service) {
        parts.push(part(words.service, none, text(&statement.service), none));
    }
    if is_said(&statement.operation) {
        parts.push(part(words.operation, none, text(&statement.operation), none));
    }
    if let Some(conformance) = statement.conformance {
        let said = words.conformance[match conformance {
            Conformance::Full => 0,
            Conformance::Partial => 1,
            Conformance::None => 2,
        }];
        let said = text(&said.replace("{standard}", statement.standard.trim()));
        parts.push(part(words.requirements, said, none, list(&statement.measures)));
    }
    if !statement.limitations.is_empty() {
        parts.push(part(words.limitations, none, none, list(&statement.limitations)));
    }
    let mut members = vec![
        ("lang", Node::Text(lang)),
        ("ownLang", own_lang),
        ("title", Node::Text(words.title)),
        ("parts", arena.list(&parts)),
    ];
    if is_said(&statement.email) || is_said(&statement.phone) {
        let contact = [
            ("heading", Node::Text(words.contact)),
            ("said", Node::Text(words.ask)),
            ("email", text(&statement.email)),
            ("phone", text(&statement.phone)),
        ];
        members.push(("contact", arena.object(contact)));
    }
    if let Some(authority) = statement.authority.filter(|authority| is_said(&authority.name)) {
        // An address that runs a script is none.
        let is_page = authority.url.starts_with("https://") || authority.url.starts_with("http://");
        let authority = [
            ("heading", Node::Text(words.authority)),
            ("said", Node::Text(words.turn)),
            ("name", text(&authority.name)),
            ("url", text(if is_page { authority.url.as_str() } else { "" })),
        ];
        members.push(("authority", arena.object(authority)));
    }
    if is_said(&statement.prepared) {
        members.push(("prepared", text(&words.prepared.replace("{date}", statement.prepared.trim()))));
    }
    arena.object(members)
}
