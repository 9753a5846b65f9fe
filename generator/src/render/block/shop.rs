//! What is sold, given and asked: products, donations, forms, sign-ups.

use loggia_commerce::ProductType;
use loggia_template::Node;

use super::call::Call;
use super::media::picture;
use crate::render::website::Members;
use crate::site::Item;
use crate::site::code::record;

/// The product that a block names.
pub fn product<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let Some(item) = named(call) else { return Vec::new() };
    let mut members = vec![("item", item.node), ("product", item.node)];
    members.extend(
        picture(item.node, "(max-width: 640px) 100vw, 50vw", call.arena).map(|picture| ("picture", picture)),
    );
    members
}

/// The product behind a donation: its variants are the amounts, and the shopper leaves for the checkout with the one
/// chosen (G-079).
pub fn donation<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let mut members = product(call);
    let Some((_, item)) = members.first().copied() else { return members };
    // Under names of their own: inside the product, `title` would be the product's.
    members.push(("heading", call.text("title").map_or(item.get("title"), Node::Text)));
    members.push(("text", call.text("description").map_or(Node::Missing, Node::Text)));
    let item = item.get("id").as_str().unwrap_or_default();
    let sold = call.renderer.store.products.get(item);
    if sold.is_some_and(|product| product.product_type == ProductType::Physical) {
        let help = "let its productType be 3 (service), which is not shipped";
        call.warn("productId", "A donation is not a thing that is shipped.", help);
    }
    members
}

fn named<'a>(call: &mut Call<'_, 'a>) -> Option<&'a Item<'a>> {
    let key = if call.text("productId").is_some() { "productId" } else { "itemId" };
    let Some(id) = call.text(key) else {
        call.unfinished("productId", "product");
        return None;
    };
    let items = call.renderer.site.collections.iter().flat_map(|collection| &collection.items);
    let products = items.filter(|item| item.record_type == record::STORE_ITEM);
    let found = products.clone().find(|item| item.id == id);
    if found.is_none() {
        call.missing(key, "product", id, products.map(|item| item.id));
    }
    found
}

/// A form that is there; a newsletter's form counts as one (G-079).
pub fn form<'a>(call: &mut Call<'_, 'a>, is_newsletter: bool) -> Members<'a> {
    let forms = &call.renderer.store.forms;
    let Some(id) = call.text("formId") else {
        call.unfinished("formId", "form");
        return Vec::new();
    };
    match forms.get(id) {
        None => call.missing("formId", "form", id, forms.keys().map(String::as_str)),
        Some(form) if is_newsletter && !form.newsletter => {
            let message = format!("The form '{id}' is not a sign-up to a newsletter.");
            call.warn("formId", message, "add \"newsletter\": true to the form");
        }
        Some(_) => {}
    }
    vec![("formId", Node::Text(id))]
}
