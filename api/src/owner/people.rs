//! What is kept of one person: given out as a file, or erased.

use super::page::{View, address, change, look, send};
use crate::context::Context;
use crate::error::ApiError;
use crate::respond::file::as_file;
use crate::roles::Right;
use crate::usecase::owner::personal_data::{self, PersonRequest};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

/// Two forms: one gives a file, one erases.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::People, Right::ManagePeople), async |_, _, _| {
        Ok(json!({"title": "Personal data"}))
    })
    .await
}

/// Gives everything of a person as a file.
pub(super) async fn export(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    send(&request, &context, &body, Right::ManagePeople, async |who, sent| {
        let person = PersonRequest { email: sent.get("email").to_owned(), name: sent.get("name").to_owned() };
        Ok(as_file(&personal_data::export(&who, &context, &person).await?))
    })
    .await
}

/// Erases a person, whose address is typed twice: it cannot be undone.
pub(super) async fn erase(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    change(&request, &context, &body, Right::ManagePeople, async |who, sent| {
        let (email, again) = (sent.get("email").trim(), sent.get("again").trim());
        if !email.eq_ignore_ascii_case(again) {
            return Err(ApiError::bad_request(
                "addresses-differ",
                "The two addresses are not the same. Nothing was erased. Please type the address twice.",
            ));
        }
        let person = PersonRequest { email: email.to_owned(), name: sent.get("name").to_owned() };
        personal_data::erase(&who, &context, &person).await?;
        Ok((address("people", &[]), "erased"))
    })
    .await
}
