//! The blocks of open fields, in the places that templates keep for them.

use loggia_template::{Arena, Node};

use super::context::{RenderContext, run};
use crate::theme::builtin;
use crate::theme::tag::FIELD;

/// Whether a page keeps a place for a field.
pub(super) fn is_in(page: &str) -> bool {
    memchr::memmem::find(page.as_bytes(), FIELD.0.as_bytes()).is_some()
}

/// Puts the blocks of every field that a page shows into their places. A field without blocks keeps its place empty.
pub(super) fn fill(context: &RenderContext<'_>, page: String) -> String {
    let (begin, end) = FIELD;
    if !is_in(&page) {
        return page;
    }
    let mut out = String::with_capacity(page.len());
    let mut rest = page.as_str();
    while let Some((before, after)) = rest.split_once(begin) {
        out.push_str(before);
        let (place, after) = after.split_once(end).unwrap_or((after, ""));
        let (columns, id) = place.split_once(':').unwrap_or(("12", place));
        let html = context.shared.blocks().field(id);
        let arena = Arena::new();
        let data = [("id", Node::Text(id)), ("columns", Node::Text(columns)), ("html", Node::Text(html))];
        out.push_str(
            run(context, context.theme.builtin(builtin::FIELD), arena.object(data), &mut Vec::new())
                .trim_end(),
        );
        rest = after;
    }
    out.push_str(rest);
    out
}
