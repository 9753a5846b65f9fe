//! The page that the email of a mailing list opens. Looking at it changes nothing, because mail programs look at links by
//! themselves; its one button does.

use super::page::{Page, View, members, open, without_page};
use crate::context::Context;
use crate::error::ApiError;
use crate::pages::form_guard::FormFields;
use crate::usecase::mailing_list;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// Asks whether it is meant.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    answer(&request, &context, async |page, query| {
        let email = mailing_list::address_of(&context, query.get("key")).await?;
        let words = page.words();
        Ok(json!({"title": words.get("plainConfirmTitle"), "about": words.with("plainConfirmAbout", "email", &email),
            "key": query.get("key")}))
    })
    .await
}

/// Does it. Anyone who has the email may: no cookie is asked for.
pub(super) async fn join(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    answer(&request, &context, async |page, _| {
        let key = FormFields::read(&request, &body)?.get("key").to_owned();
        mailing_list::confirm(&context, key).await?;
        let words = page.words();
        Ok(json!({"title": words.get("plainConfirmTitle"), "done": words.get("plainConfirmDone")}))
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
        Ok(content) => page.show(View::Confirm, members(content)),
        Err(why) => {
            let title = json!({"title": page.words().get("plainConfirmTitle")});
            page.refuse(View::Message, &why, members(title))
        }
    }
}
