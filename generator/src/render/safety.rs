//! Who made a product and who answers for it (Regulation (EU) 2023/988, article 19), at the end of its page.

use loggia_commerce::{SafetyContact, safety_words};
use loggia_template::{Arena, Node};

use super::context::{RenderContext, run};
use crate::plan::{Page, Subject};
use crate::site::item::Item;
use crate::theme::builtin;

/// The mark by which a template is known to have a place of its own for it.
const PLACE: &str = "data-product-safety";

/// The page of a product with it, in the place that the template keeps, else at the end.
pub(super) fn with_safety(context: &RenderContext<'_>, page: &Page, mut content: String) -> String {
    let Subject::Item { collection, item, .. } = &page.subject else { return content };
    let item = &context.site.collections[*collection].items[*item];
    if !context.store.products.contains_key(item.id) {
        return content;
    }
    let arena = Arena::new();
    // The place is an empty element with the mark.
    let place = content.find(PLACE).and_then(|at| Some(at + content[at..].find('>')? + 1));
    let Some(data) = data(context, item, place.is_none(), &arena) else { return content };
    // Built-in parts have no errors: a test compiles and renders each.
    let part = run(context, context.theme.builtin(builtin::SAFETY), data, &mut Vec::new());
    content.insert_str(place.unwrap_or(content.len()), part.trim_end());
    content
}

/// What the template of it sees, which keeps it off the window's edges where no place of the template does; nothing where
/// neither the product nor the shop says anything.
fn data<'a>(
    context: &RenderContext<'_>,
    item: &Item<'_>,
    is_framed: bool,
    arena: &'a Arena,
) -> Option<Node<'a>> {
    let safety = crate::site::safety::of(context.site, item).ok().filter(|safety| !safety.is_empty())?;
    let locale = context.site.website.locale;
    let (lang, words) = safety_words(locale);
    let text = |text: &str| arena.text_node(text);
    let mut rows = Vec::new();
    let mut contact = |label: &'static str, contact: &Option<SafetyContact>| {
        let Some(contact) = contact else { return };
        // An address that runs a script is none.
        let is_page = contact.url.starts_with("https://") || contact.url.starts_with("http://");
        let url = if is_page { contact.url.as_str() } else { "" };
        rows.push(arena.object([
            ("label", Node::Text(label)),
            ("pageLang", text(locale)),
            ("name", text(contact.name.trim())),
            ("address", text(contact.address.trim())),
            ("email", text(contact.email.trim())),
            ("url", text(url)),
        ]));
    };
    contact(words.manufacturer, &safety.manufacturer);
    contact(words.responsible, &safety.responsible_person);
    for (label, said) in [(words.identification, &safety.identification), (words.warnings, &safety.warnings)]
    {
        if !said.trim().is_empty() {
            let row = [("label", Node::Text(label)), ("pageLang", text(locale)), ("text", text(said.trim()))];
            rows.push(arena.object(row));
        }
    }
    let members = [
        ("lang", Node::Text(lang)),
        ("heading", Node::Text(words.heading)),
        ("framed", Node::Boolean(is_framed)),
        ("rows", arena.list(&rows)),
    ];
    (!rows.is_empty()).then(|| arena.object(members))
}
