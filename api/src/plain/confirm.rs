//! The page that the letter of a mailing list opens. Looking at it changes nothing, because mail programs look at links by
//! themselves; its one button does.

use super::door::Sent;
use super::page::{Page, View, members, without_page};
use crate::context::Context;
use crate::error::ApiError;
use crate::lists::Lists;
use crate::repository::list_wish;
use crate::token;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// Asks whether it is meant.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    answer(&request, &context, async |page, query| {
        let (key, now) = (token::hash(query.get("key")), context.clock.now_ms());
        let email = context.db.read(async |connection| list_wish::email_of(connection, &key, now).await).await?;
        let email = email.ok_or_else(over)?;
        let words = page.words();
        Ok(json!({"title": words.get("plainConfirmTitle"), "about": words.with("plainConfirmAbout", "email", &email),
            "key": query.get("key")}))
    })
    .await
}

/// Does it. Whoever has the letter may: no cookie is asked for.
pub(super) async fn join(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    answer(&request, &context, async |page, _| {
        let key = Sent::read(&request, &body)?.get("key").to_owned();
        let (lists, now) = (Lists::of(&context).await?, context.clock.now_ms());
        let confirm = context.db.write(async move |connection| lists.confirm(connection, &key, now).await);
        confirm.await?.ok_or_else(over)?;
        let words = page.words();
        Ok(json!({"title": words.get("plainConfirmTitle"), "done": words.get("plainConfirmDone")}))
    })
    .await
}

fn over() -> ApiError {
    ApiError::refused(
        StatusCode::NOT_FOUND,
        "confirm-over",
        "This link is used up or too old. If you want to be on the list, please sign up again.",
    )
}

async fn answer<F>(request: &HttpRequest, context: &Context, said: F) -> HttpResponse
where
    F: AsyncFnOnce(&Page<'_>, &Sent) -> Result<Value, ApiError>,
{
    let page = match Page::new(context, request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    match said(&page, &Sent::of_query(request)).await {
        Ok(said) => page.show(View::Confirm, StatusCode::OK, members(said)),
        Err(why) => {
            let title = json!({"title": page.words().get("plainConfirmTitle")});
            page.refuse(View::Message, &why, members(title))
        }
    }
}
