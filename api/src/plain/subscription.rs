//! The page of a subscription, for whoever has its link: how it stands, and what can be done with it.

use super::page::{Page, View, go, members, open, without_page};
use super::paying::onward;
use crate::context::Context;
use crate::error::ApiError;
use crate::ordered::OrderWords;
use crate::pages::form_guard::{FormFields, check as check_form};
use crate::rates::Class;
use crate::usecase::subscription::{self, Change, Holder, OwnSubscription, told};
use crate::usecase::subscription_card;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use loggia_commerce::ShippingLocation;
use serde_json::{Map, Value, json};

/// The subscription that the link opens.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let query = FormFields::of_query(&request);
    let key = query.get("key");
    match look(&context, &request, &query).await {
        Ok((own, card)) => {
            let words = OrderWords::of(&page.published, &own.language);
            let saved = query.find("done").map(|_| "planSaved");
            let entered = card.map(|done| if done { "planCardDone" } else { "planCardNone" });
            let done = entered.or(saved).map(|key| words.get(key).to_owned());
            let mut content = content(&page, &words, &own, key, &FormFields::default());
            content.insert("done".to_owned(), done.into());
            page.show(View::Subscription, content)
        }
        Err(why) => refuse(&page, &why),
    }
}

/// The subscription, and whether it got the card from the page of the payment provider that the shopper comes back from.
async fn look(
    context: &Context,
    request: &HttpRequest,
    query: &FormFields,
) -> Result<(OwnSubscription, Option<bool>), ApiError> {
    context.count(Class::OrderPage, request, "").await?;
    let (id, holder) = (query.get("subscription"), Holder::Key(query.get("key").to_owned()));
    let own = subscription::open(context, id, &holder).await?;
    let Some(session) = query.find("card") else { return Ok((own, None)) };
    let done = subscription_card::finish(context, session, Some(&own.id)).await?;
    Ok((subscription::open(context, id, &holder).await?, Some(done)))
}

/// Does what one of its buttons says.
pub(super) async fn change(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let sent = match read(&page, &body).await {
        Ok(sent) => sent,
        Err(why) => return refuse(&page, &why),
    };
    let (id, key) = (sent.get("subscription"), sent.get("key"));
    let holder = Holder::Key(key.to_owned());
    let own = match subscription::open(&context, id, &holder).await {
        Ok(own) => own,
        Err(why) => return refuse(&page, &why),
    };
    if sent.get("action") == "card" {
        let words = OrderWords::of(&page.published, &own.language);
        return match subscription_card::begin(&context, id, &holder).await {
            Ok(there) => {
                let label = words.get("planCard");
                onward(&page, (label, words.get("planCardAbout"), label), &there.url)
            }
            Err(why) => page.refuse(View::Subscription, &why, content(&page, &words, &own, key, &sent)),
        };
    }
    let done = match wanted(&sent, &own) {
        Ok(change) => subscription::change(&context, id, &holder, change).await,
        Err(why) => Err(why),
    };
    match done {
        Ok(_) => go(&format!("/subscription?subscription={id}&key={key}&done")).finish(),
        Err(why) => {
            let words = OrderWords::of(&page.published, &own.language);
            page.refuse(View::Subscription, &why, content(&page, &words, &own, key, &sent))
        }
    }
}

async fn read(page: &Page<'_>, body: &[u8]) -> Result<FormFields, ApiError> {
    let sent = FormFields::read(page.request, body)?;
    check_form(page.request, page.context, &sent)?;
    page.context.count(Class::OrderPage, page.request, "").await?;
    Ok(sent)
}

fn wanted(sent: &FormFields, own: &OwnSubscription) -> Result<Change, ApiError> {
    let part = |name: &str| sent.get(name).trim().to_owned();
    Ok(match sent.get("action") {
        "pause" => Change::Pause,
        "resume" => Change::Resume,
        "skip" => Change::Skip,
        "stop" => Change::Stop,
        // What is no number is none that may be ordered.
        "quantity" => Change::Quantity { quantity: sent.get("quantity").trim().parse().unwrap_or(0) },
        "address" => Change::Address {
            location: ShippingLocation {
                country: own.shipping_location.clone().unwrap_or_default().country,
                region: part("region"),
                city: part("city"),
                district: part("district"),
                postal_code: part("postalCode"),
                line1: part("line1"),
                line2: part("line2"),
            },
        },
        _ => return Err(ApiError::bad_request("unknown-action", "There is nothing of that name to do.")),
    })
}

fn content(
    page: &Page<'_>,
    words: &OrderWords<'_>,
    own: &OwnSubscription,
    key: &str,
    typed: &FormFields,
) -> Map<String, Value> {
    let is_open = matches!(own.status.as_str(), "active" | "paused" | "past_due");
    let quantity = own.quantity.to_string();
    let field = |name: &str, key: &str, kept: &str, autocomplete: &str| {
        json!({"id": name, "name": name, "control": "input", "type": "text", "label": words.get(key),
            "value": typed.find(name).unwrap_or(kept), "autocomplete": autocomplete})
    };
    let address = own.shipping_location.as_ref().filter(|_| is_open).map(|place| {
        json!([
            field("line1", "addressLine1", &place.line1, "shipping address-line1"),
            field("line2", "addressLine2", &place.line2, "shipping address-line2"),
            field("city", "addressCity", &place.city, "shipping address-level2"),
            field("region", "addressRegion", &place.region, "shipping address-level1"),
            field("postalCode", "addressPostalCode", &place.postal_code, "shipping postal-code"),
        ])
    });
    members(json!({
        "o": words.all(),
        "lang": words.tag(),
        "dir": words.direction(),
        "title": words.with("planTitle", &[("title", &own.product_name)]),
        "stateText": told(&page.published, words, own),
        "id": own.id,
        "key": key,
        "isOpen": is_open,
        "mayPause": own.status == "active",
        "mayResume": own.status == "paused",
        "mayChangeCard": own.may_change_card,
        "quantity": [{"id": "quantity", "name": "quantity", "control": "input", "type": "number", "inputMode": "numeric",
            "minimum": "1", "maximum": "9999", "label": words.get("planQuantity"), "value": typed.find("quantity").unwrap_or(&quantity)}],
        "address": address,
        "country": own.shipping_location.as_ref().map(|place| &place.country),
    }))
}

fn refuse(page: &Page<'_>, why: &ApiError) -> HttpResponse {
    let words = OrderWords::of(&page.published, "");
    let title = words.get("orderSubscriptions").to_owned();
    page.refuse(
        View::Message,
        why,
        members(json!({"title": title, "lang": words.tag(), "dir": words.direction()})),
    )
}
