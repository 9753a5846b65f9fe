//! The form that buys without a script, behind each button that needs one.
//!
//! What the language writes for a button has no form in it, and its bytes are fixed; so a form of our own stands behind it,
//! hidden by the widgets' style sheet for as long as the widgets do their work.

use loggia_commerce::{Product, ProductType, Trim, format_cents};
use loggia_template::{Arena, Node};
use memchr::memmem;

use super::context::{RenderContext, run};
use crate::theme::builtin;

/// What the formatters write around a button.
const BUTTON: &str = "class=\"sqs-add-to-cart-button-wrapper\"";
/// Where the API's plain pages are, as the built-in pages and forms write it.
const PLAIN: &str = "\"/api/plain/";

/// Puts a form behind every button of a known product.
pub fn fill(context: &RenderContext<'_>, html: String) -> String {
    if memmem::find(html.as_bytes(), BUTTON.as_bytes()).is_none() {
        return html;
    }
    let mut out = String::with_capacity(html.len() + 2048);
    let mut rest = html.as_str();
    let mut count = 0;
    while let Some(at) = rest.find(BUTTON) {
        let start = rest[..at].rfind('<').unwrap_or(at);
        let Some(end) = end_of(&rest[start..]).map(|end| start + end) else { break };
        out.push_str(&rest[..end]);
        let id = rest[start..end].split("data-item-id=\"").nth(1).and_then(|text| text.split('"').next());
        if let Some(product) = id.and_then(|id| context.store.products.get(id)) {
            count += 1;
            out.push_str(&form(context, product, count));
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// A page whose plain forms and links lead to where the API is.
pub fn rewrite_api_address(html: String, api_base_url: &str) -> String {
    if api_base_url.is_empty() {
        return html;
    }
    html.replace(PLAIN, &format!("\"{api_base_url}{}", &PLAIN[1..]))
}

/// The length of the element that a text begins with, whose tags of this name are balanced.
fn end_of(html: &str) -> Option<usize> {
    let mut depth = 0;
    let mut from = 0;
    loop {
        let at = from + html[from..].find('<')?;
        from = at + 1;
        if html[at..].starts_with("<div") {
            depth += 1;
        } else if html[at..].starts_with("</div>") {
            depth -= 1;
            if depth == 0 {
                return Some(at + "</div>".len());
            }
        }
    }
}

/// The form of one product. `place` tells those of one text apart.
fn form(context: &RenderContext<'_>, product: &Product, place: usize) -> String {
    let arena = Arena::new();
    let store = context.store;
    let label = |key: &str| Node::Text(store.labels.get(key).map_or("", String::as_str));
    let names = product.option_names();
    let choice = |variant: &loggia_commerce::Variant| {
        let values: Vec<&str> =
            names.iter().filter_map(|name| variant.attributes.get(name).map(String::as_str)).collect();
        let price = format_cents(product.current_price(variant), &store.currency, Trim::Never);
        let text = if values.is_empty() { price } else { format!("{} – {price}", values.join(", ")) };
        let text = match product.is_variant_in_stock(variant) {
            true => text,
            false => format!("{text} ({})", label("productSoldOutText").as_str().unwrap_or_default()),
        };
        // Which options make it: the loader looks for what was chosen in the selectors.
        let values = arena.text_node(&values.join("|"));
        arena.object([
            ("sku", arena.text_node(variant.sku.as_str())),
            ("values", values),
            ("text", arena.text_node(&text)),
        ])
    };
    let ask = match store.labels.get("productVariantSelectText") {
        Some(text) => text.replace("{variantName}", &names.join(", ")),
        None => String::new(),
    };
    let has_choice = product.variants.len() > 1 || product.product_type == ProductType::GiftCard;
    let mut members = vec![
        ("action", Node::Text("/api/plain/cart/entries")),
        ("id", Node::Text(product.id.as_str())),
        ("place", arena.text_node(&format!("plain-{place}-{}", product.id.as_str()))),
        ("buildId", arena.text_node(&product.build_id(store.settings.currency))),
        ("asksQuantity", Node::Boolean(product.shows_quantity_input(&store.settings))),
        ("quantityLabel", label("productQuantityInputLabel")),
        (
            "button",
            label(if product.is_subscribable { "productSubscribeText" } else { "productAddToCartText" }),
        ),
    ];
    if has_choice {
        members.push(("label", arena.text_node(&names.join(", "))));
        members.push(("ask", arena.text_node(&ask)));
        members.push(("choices", arena.list(&product.variants.iter().map(choice).collect::<Vec<_>>())));
    }
    run(context, context.theme.builtin(builtin::BUY), arena.object(members), &mut Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_ends_where_its_tags_balance() {
        assert_eq!(end_of("<div a><div>b</div></div>c"), Some("<div a><div>b</div></div>".len()));
        assert_eq!(end_of("<div a><div>b</div>"), None);
        assert_eq!(end_of("no element"), None);
    }

    #[test]
    fn plain_pages_are_where_the_api_is() {
        let html = "<a href=\"/api/plain/cart\">";
        assert_eq!(rewrite_api_address(html.to_owned(), ""), html);
        assert_eq!(
            rewrite_api_address(html.to_owned(), "https://api.example"),
            "<a href=\"https://api.example/api/plain/cart\">"
        );
    }
}
