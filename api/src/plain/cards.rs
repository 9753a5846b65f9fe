//! The cards that the payment provider keeps for the person signed in, as a page: which they are, and a way to remove each.

use super::page::{Page, View, go, members, open, without_page};
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::ordered::OrderWords;
use crate::pages::form_guard::{FormFields, check as check_form};
use crate::rates::Class;
use crate::usecase::account::cards::{self, OwnCard, OwnCards};
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde_json::{Map, Value, json};

/// Where somebody logs in without a script.
const LOG_IN: &str = "/api/owner/log-in";

/// The cards.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let found = async {
        context.count(Class::OrderPage, &request, "").await?;
        cards::list(&context, &SignedIn::of_page(&request, &context).await?).await
    };
    match found.await {
        Ok(found) => {
            let words = OrderWords::of(&page.published, "");
            let done =
                FormFields::of_query(&request).find("done").map(|_| words.get("cardsRemoved").to_owned());
            let mut content = content(&words, &found);
            content.insert("done".to_owned(), done.into());
            page.show(View::Cards, content)
        }
        Err(why) => refuse(&page, &why),
    }
}

/// Removes one.
pub(super) async fn remove(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let done = async {
        let sent = FormFields::read(&request, &body)?;
        check_form(&request, &context, &sent)?;
        context.count(Class::OrderPage, &request, "").await?;
        let who = SignedIn::of_page(&request, &context).await?;
        cards::remove(&context, &who, sent.get("card")).await
    };
    match done.await {
        Ok(_) => go("/cards?done").finish(),
        Err(why) => refuse(&page, &why),
    }
}

fn content(words: &OrderWords<'_>, found: &OwnCards) -> Map<String, Value> {
    let row = |card: &OwnCard| {
        let mut told = if card.last4.is_empty() {
            card.brand.clone()
        } else {
            format!("{} •••• {}", card.brand, card.last4)
        };
        if let (Some(month), Some(year)) = (card.expiry_month, card.expiry_year) {
            let date = format!("{month:02}/{year}");
            told = format!("{told}, {}", words.with("cardsExpires", &[("date", &date)]));
        }
        let remove = format!("{}: {told}", words.get("cardsRemove"));
        json!({"id": card.id, "words": told, "remove": remove})
    };
    members(json!({
        "o": words.all(),
        "lang": words.tag(),
        "dir": words.direction(),
        "title": words.get("cardsTitle"),
        "cards": found.cards.iter().map(row).collect::<Vec<_>>(),
        "none": found.cards.is_empty(),
    }))
}

fn refuse(page: &Page<'_>, why: &ApiError) -> HttpResponse {
    let words = OrderWords::of(&page.published, "");
    let is_out = why.status_code() == StatusCode::UNAUTHORIZED;
    let leave = is_out.then(|| json!({"url": LOG_IN, "label": words.get("cardsLogIn")}));
    page.refuse(
        View::Message,
        why,
        members(json!({"title": words.get("cardsTitle"), "lang": words.tag(), "dir": words.direction(), "leave": leave})),
    )
}
