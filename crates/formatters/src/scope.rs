//! Names that formatters read from around the value they format.

use loggia_template::{Context, Node};

/// The member of `node`, or of the nearest enclosing value that has one: what a name means inside a fragment.
pub(crate) fn visible<'r>(context: &Context<'r>, node: Node<'r>, key: &str) -> Node<'r> {
    let own = node.get(key);
    if own.is_missing() { context.lookup(key) } else { own }
}

/// The site's own words for `key`.
pub(crate) fn localized<'r>(context: &Context<'r>, key: &str) -> Node<'r> {
    context.lookup("localizedStrings").get(key)
}

/// The zone of the site's clocks (T-119).
pub(crate) fn time_zone<'r>(context: &Context<'r>) -> &'r str {
    match context.lookup("website").get("timeZone") {
        Node::Missing => "America/New_York",
        zone => context.text(zone),
    }
}
