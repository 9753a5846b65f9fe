//! The page an email's link for unsubscribing opens. Looking at it changes nothing, because mail programs look at links by
//! themselves; its one button does, and so does the one click of RFC 8058, which posts here without a page.

use super::page::{Page, View, members, open, without_page};
use crate::context::Context;
use crate::error::ApiError;
use crate::pages::form_guard::FormFields;
use crate::usecase::restock::unsubscribe;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// What a one-click post says, in RFC 8058's words; the page's own form says it, too.
const FIELD: &str = "List-Unsubscribe";
const ONE_CLICK: &str = "One-Click";

/// Asks whether it is meant.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    answer(&request, &context, async |page, query| {
        let (notice, key) = (query.get("notice"), query.get("key"));
        let email = unsubscribe::email_of(&context, notice, key).await?;
        let words = page.words();
        Ok(json!({"title": words.get("plainUnsubscribeTitle"), "about": words.with("plainUnsubscribeAbout", "email", &email),
            "notice": notice, "key": key}))
    })
    .await
}

/// Does it. Anyone who has the email may: no cookie is asked for.
pub(super) async fn leave(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    answer(&request, &context, async |page, query| {
        let sent = FormFields::read(&request, &body)?;
        if sent.get(FIELD) != ONE_CLICK {
            return Err(ApiError::bad_request("not-one-click", "The request is not one that unsubscribes."));
        }
        unsubscribe::unsubscribe(&context, query.get("notice"), query.get("key")).await?;
        let words = page.words();
        Ok(json!({"title": words.get("plainUnsubscribeTitle"), "done": words.get("plainUnsubscribeDone")}))
    })
    .await
}

async fn answer<F>(request: &HttpRequest, context: &Context, content: F) -> HttpResponse
where
    F: AsyncFnOnce(&Page<'_>, &FormFields) -> Result<Value, ApiError>,
{
    let page = match open(context, request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    match content(&page, &FormFields::of_query(request)).await {
        Ok(content) => page.show(View::Unsubscribe, members(content)),
        Err(why) => page.refuse(
            View::Message,
            &why,
            members(json!({"title": page.words().get("plainUnsubscribeTitle")})),
        ),
    }
}
