//! The thanks, for anyone who holds the address that the purchase led to.

use super::delivery;
use super::page::{Page, View, members, open, without_page};
use super::sums;
use crate::clock::DAY;
use crate::context::Context;
use crate::error::ApiError;
use crate::ordered::{OrderWords, Ordered, pay};
use crate::pages::form_guard::FormFields;
use crate::repository::order;
use crate::usecase::checkout::answer::answer as answer_of;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use loggia_commerce::Cents;
use serde_json::{Value, json};

/// What the signature of an address is for.
const PURPOSE: &str = "plain-confirmed";

/// How long the address of the thanks shows an order: anyone who finds it later in a browser's history sees none (S-064).
const LIFETIME: i64 = DAY;

/// The address of the thanks for an order: signed, so that nobody reads an order by guessing its id.
pub(super) fn address(context: &Context, order_id: &str) -> String {
    let until = context.clock.now_ms() + LIFETIME;
    let signature = context.secret.sign(PURPOSE, &signed(order_id, until));
    format!("/confirmed?order={order_id}&until={until}&signature={signature}")
}

fn signed(order_id: &str, until: i64) -> String {
    format!("{order_id}\n{until}")
}

/// The order, or that there is none to show.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let query = FormFields::of_query(&request);
    let (order_id, signature) = (query.get("order"), query.get("signature"));
    let words = page.words();
    let none = || {
        let content = json!({"title": words.get("checkoutTitle"), "message": words.get("confirmedNone")});
        page.show_with(HttpResponse::NotFound(), View::Message, members(content))
    };
    let until = query.get("until").parse::<i64>().unwrap_or_default();
    let is_over = until <= context.clock.now_ms();
    if is_over || !context.secret.verify(PURPOSE, &signed(order_id, until), signature) {
        return none();
    }
    match content(&page, order_id).await {
        Ok(Some(content)) => page.show(View::Confirmed, members(content)),
        Ok(None) => none(),
        Err(why) => page.refuse(View::Message, &why, members(json!({"title": words.get("checkoutTitle")}))),
    }
}

async fn content(page: &Page<'_>, order_id: &str) -> Result<Option<Value>, ApiError> {
    let words = page.words();
    let Some((answer, _)) = answer_of(page.context, order_id).await? else { return Ok(None) };
    let stored = page.context.db.read(async |connection| order::read(connection, order_id).await).await?;
    let Some(stored) = stored else { return Ok(None) };
    let of_order = OrderWords::of(&page.published, &stored.language);
    let ordered = Ordered {
        published: &page.published,
        order: &stored,
        lines: &[],
        files: &[],
        now: page.context.clock.now_ms(),
    };
    let pay = pay(&of_order, &ordered)?;
    let lines: Vec<Value> = answer
        .order
        .items
        .iter()
        .map(|item| {
            let amount = Cents::new(item.unit_price.cents.get() * i64::from(item.quantity)).unwrap_or_default();
            json!({"label": format!("{} × {}", item.quantity, item.product_name), "amount": page.money(amount)})
        })
        .collect();
    Ok(Some(json!({
        "title": words.get("confirmedTitle"),
        "order": words.with("confirmedOrder", "id", &stored.name()),
        "orderPage": answer.order_page,
        "seeOrder": of_order.get("letterSeeOrder"),
        "howToPay": of_order.get("orderHowToPay"),
        "pay": pay,
        "sent": words.with("confirmedSent", "email", &stored.email),
        "test": answer.order.test_mode.then(|| words.get("confirmedTestMode")),
        "hasOrder": true,
        "delivery": answer.delivery_lines,
        "lines": lines,
        "sums": sums::of_order(page, &stored)?,
        "delivery": answer.delivery.as_ref().map(|option| json!({"name": option.name, "about": delivery::about(words, option)})),
    })))
}
