//! The page of one product, and what its form does: into the cart, or back with the reason why not.

use super::answers;
use super::page::{Page, View, errors_of, go, members, open, without_page};
use crate::context::Context;
use crate::error::{ApiError, FieldErrors};
use crate::extract::shopper::Shopper;
use crate::pages::form_guard::{FormFields, check_first};
use crate::rates::Class;
use crate::repository::catalog;
use crate::respond::cart::keep;
use crate::usecase::cart::add::{AddEntry, add_to_cart};
use crate::usecase::cart::subscription;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use loggia_commerce::forms::{FieldProblem, Form};
use loggia_commerce::{Problem, Product, ProductType, Variant};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The page of the product a query names, with what the query chose.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let sent = FormFields::of_query(&request);
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    match content(&page, &sent, &FieldErrors::new()).await {
        Ok(content) => page.show(View::Product, content),
        Err(why) => nothing(&page, &why),
    }
}

/// Puts a product into the cart, from this page or from the site's own.
pub(super) async fn put_in(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let sent = match FormFields::read(&request, &body) {
        Ok(sent) => sent,
        Err(why) => return nothing(&page, &why),
    };
    match add(&page, &shopper, &sent).await {
        Ok(Some(mut answer)) => answer.finish(),
        // The product asks something first, as the button on its page would.
        Ok(None) => match content(&page, &sent, &FieldErrors::new()).await {
            Ok(content) => page.show(View::Product, content),
            Err(why) => nothing(&page, &why),
        },
        Err(why) => match content(&page, &sent, &errors_of(&why)).await {
            Ok(content) => page.refuse(View::Product, &why, content),
            Err(_) => nothing(&page, &why),
        },
    }
}

/// A page that only says why there is nothing to show.
fn nothing(page: &Page<'_>, why: &ApiError) -> HttpResponse {
    let title = page.words().get("cartTitle").to_owned();
    page.refuse(View::Message, why, members(json!({"title": title})))
}

/// Adds what was sent; `None` when the product has questions that were not asked yet.
async fn add(
    page: &Page<'_>,
    shopper: &Shopper,
    sent: &FormFields,
) -> Result<Option<HttpResponseBuilder>, ApiError> {
    let (context, request) = (page.context, page.request);
    check_first(request, context, sent)?;
    context.count(Class::AddEntry, request, "").await?;
    let catalog = &page.published.catalog;
    let product = page.published.product(sent.get("itemId")).ok_or(Problem::ItemUnavailable)?;
    let sku = sent.get("sku");
    if sku.is_empty() {
        // A choice that is missing is named.
        product.choose_variant(&BTreeMap::new())?;
    }
    let form = product.additional_fields_form_id.as_deref().and_then(|id| catalog.form(id));
    let is_gift_card = product.product_type == ProductType::GiftCard;
    let asked = sent.get("asked") == "true";
    if !asked && (form.is_some() || is_gift_card) {
        product.find_variant(Some(sku))?;
        return Ok(None);
    }
    let quantity = sent.find("quantity").unwrap_or("1");
    let entry = AddEntry {
        item_id: product.id.to_string(),
        sku: Some(sku.to_owned()).filter(|sku| !sku.is_empty()),
        quantity: quantity.into(),
        additional_fields: additional_fields(product, form, sent)?,
        build_id: sent.find("buildId").map(str::to_owned),
    };
    if product.is_subscribable {
        let token = subscription::start_subscription(context, shopper.clone(), entry).await?;
        return Ok(Some(go(&format!("/checkout?cartToken={token}"))));
    }
    let (added, new_token) = add_to_cart(context, shopper, entry).await?;
    let mut answer = go(&format!("/cart?added={}", added.newly_added.id.as_str()));
    let token = new_token.or_else(|| shopper.token.clone());
    keep(&context.settings, &mut answer, token.as_deref().filter(|_| shopper.member.is_none()));
    Ok(Some(answer))
}

/// The answers as the JSON text the cart takes; `None` for a product that asks nothing.
fn additional_fields(
    product: &Product,
    form: Option<&Form>,
    sent: &FormFields,
) -> Result<Option<String>, ApiError> {
    let mut all = form.map_or_else(Map::new, |form| answers::answers(form, sent));
    if product.product_type == ProductType::GiftCard {
        let mut errors = FieldErrors::new();
        for name in ["recipientName", "recipientEmail"] {
            if sent.get(name).trim().is_empty() {
                errors.insert(name.to_owned(), FieldProblem::Required.to_string());
            }
        }
        if !errors.is_empty() {
            return Err(Problem::AdditionalFieldsInvalid { errors }.into());
        }
        for name in ["recipientName", "recipientEmail", "message", "deliverOn"] {
            all.insert(name.to_owned(), sent.get(name).into());
        }
    } else if form.is_none() {
        return Ok(None);
    }
    Ok(Some(serde_json::to_string(&all)?))
}

async fn content(
    page: &Page<'_>,
    sent: &FormFields,
    errors: &FieldErrors,
) -> Result<Map<String, Value>, ApiError> {
    let words = page.words();
    let catalog = &page.published.catalog;
    let product = page.published.product(sent.get("itemId")).ok_or(Problem::ItemUnavailable)?;
    let mut fields = vec![variants(page, product, sent).await?];
    if product.shows_quantity_input(&catalog.store_settings) {
        fields.push(json!({"id": "quantity", "name": "quantity", "control": "input", "type": "number",
            "inputMode": "numeric", "label": words.get("productQuantityInputLabel"), "minimum": "1", "maximum": "9999",
            "value": sent.find("quantity").unwrap_or("1")}));
    }
    if product.product_type == ProductType::GiftCard {
        let field = |name: &str, key: &str, kind: &str, required: bool| {
            json!({"id": name, "name": name, "control": "input", "type": kind, "label": words.get(key),
                "value": sent.get(name), "required": required, "error": errors.get(name), "autocomplete": "off"})
        };
        fields.push(field("recipientName", "giftCardRecipientName", "text", true));
        fields.push(field("recipientEmail", "giftCardRecipientEmail", "email", true));
        let mut message = field("message", "giftCardMessage", "text", false);
        message["control"] = "area".into();
        message["maxLength"] = loggia_commerce::GIFT_MESSAGE_MAXIMUM.to_string().into();
        let mut day = field("deliverOn", "giftCardDeliveryOn", "date", false);
        day["about"] = words.get("plainDeliverAtOnce").into();
        fields.extend([message, day]);
    }
    let form = product.additional_fields_form_id.as_deref().and_then(|id| catalog.form(id));
    if let Some(form) = form {
        fields.extend(answers::fields(form, sent, errors, words));
    }
    fields.retain(|field| !field.is_null());
    let price = page.money(product.from_price());
    let price = match &product.subscription_plan {
        Some(plan) if product.is_subscribable => format!("{price} {}", plan.text()),
        _ if product.has_varied_prices() => words.with("productPriceFromText", "fromPrice", &price),
        _ => price,
    };
    let button = if product.is_subscribable { "productSubscribeText" } else { "productAddToCartText" };
    Ok(members(json!({
        "title": product.title,
        "price": price,
        "itemId": product.id.as_str(),
        "fields": fields,
        "buttonText": words.get(button),
    })))
}

/// The choice of a variant, with what each costs; none where there is only one.
async fn variants(page: &Page<'_>, product: &Product, sent: &FormFields) -> Result<Value, ApiError> {
    if product.variants.len() < 2 && product.product_type != ProductType::GiftCard {
        return Ok(Value::Null);
    }
    let words = page.words();
    let stock = page.context.db.read(async |c| catalog::stock_of_item(c, product.id.as_str()).await).await?;
    let names = product.option_names();
    let chosen = sent.get("sku");
    let choice = |variant: &Variant| {
        let values: Vec<&str> =
            names.iter().filter_map(|name| variant.attributes.get(name).map(String::as_str)).collect();
        let price = page.money(product.current_price(variant));
        let text = if values.is_empty() { price } else { format!("{} – {price}", values.join(", ")) };
        let row = stock.iter().find(|row| row.sku == variant.sku.as_str());
        let is_gone =
            product.product_type.has_stock() && row.is_some_and(|row| !row.unlimited && row.quantity <= 0);
        let label = match is_gone {
            true => words
                .get("optionSoldOut")
                .replace("{value}", &text)
                .replace("{soldOut}", words.get("productSoldOutText")),
            false => text,
        };
        json!({"value": variant.sku.as_str(), "label": label, "isChosen": variant.sku.as_str() == chosen})
    };
    let label = names.join(", ");
    let ask = words.with("productVariantSelectText", "variantName", &label);
    let mut choices = vec![json!({"value": "", "label": ask})];
    choices.extend(product.variants.iter().map(choice));
    Ok(
        json!({"id": "sku", "name": "sku", "control": "select", "label": label, "required": true, "choices": choices}),
    )
}
