//! The way out of a contract, which pages of a shop in the EU have at their end (Directive 2011/83/EU, article 11a).

use loggia_commerce::withdrawal_link;
use loggia_template::{Arena, Node};

use super::context::{RenderContext, run};
use crate::theme::builtin;

/// Where a contract is withdrawn from, from the root of the API.
const WITHDRAWAL: &str = "/api/plain/withdraw";

/// The link to the withdrawal from a contract, which the pages of a shop in the EU have at their end unless the template or
/// the page leads there itself.
pub(super) fn link(context: &RenderContext<'_>, html: &str, arena: &Arena) -> String {
    let country = context.site.website.document.root.get("seller").get("country");
    let link = withdrawal_link(country.as_str().unwrap_or_default(), context.site.website.locale);
    let Some((lang, text)) =
        link.filter(|_| !context.store.products.is_empty() && !html.contains(WITHDRAWAL))
    else {
        return String::new();
    };
    let url = format!("{}{WITHDRAWAL}?lang={lang}", context.settings.api_base_url);
    let data = arena.object([
        ("url", arena.text_node(&url)),
        ("lang", Node::Text(lang)),
        ("text", Node::Text(text)),
    ]);
    run(context, context.theme.builtin(builtin::WITHDRAWAL), data, &mut Vec::new())
}
