//! The page of a link to pay: what the shop prepared, what it comes to, and the way to the checkout, with a script and without.

use super::order;
use super::page::{BASE, Page, View, go, members, open, without_page};
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::ordered::{OrderWords, cart_lines, cart_sums};
use crate::pages::form_guard::FormFields;
use crate::rates::Class;
use crate::usecase::desk::draft::opened;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde_json::json;

/// What was prepared, or the order that it is by now.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    match answer(&page).await {
        Ok(answer) => answer,
        Err(why) => {
            let words = OrderWords::of(&page.published, "");
            let content = members(json!({"title": words.get("payButton")}));
            match why.status_code() {
                StatusCode::GONE => page.refuse_saying(View::Message, &why, words.get("payEnded"), content),
                _ => page.refuse(View::Message, &why, content),
            }
        }
    }
}

async fn answer(page: &Page<'_>) -> Result<HttpResponse, ApiError> {
    let (context, query) = (page.context, FormFields::of_query(page.request));
    context.count(Class::OrderPage, page.request, "").await?;
    let opened = opened::open(context, query.get("draft"), query.get("key")).await?;
    if let Some(order) = &opened.order {
        return Ok(go(&order::address(context, order)).finish());
    }
    let cart = opened.cart.ok_or_else(|| ApiError::not_found("Not found"))?;
    let words = OrderWords::of(&page.published, &opened.language);
    let token = &opened.cart_token;
    let until = page.published.moment_with_zone(opened.until);
    let content = json!({
        "title": words.get("payHeading"),
        "o": words.all(),
        "about": words.get("payAbout"),
        "until": words.with("payUntil", &[("date", &until)]),
        "lines": cart_lines(&words, &cart),
        "sums": cart_sums(&words, &cart),
        "checkout": format!("{}?cartToken={token}", page.of_site("/checkout")),
        "plain": format!("{BASE}/checkout?pay&cartToken={token}"),
    });
    Ok(page.show(View::Pay, members(content)))
}
