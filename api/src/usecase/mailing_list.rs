//! Confirming an address for the mailing list, with the key of an email.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::lists::Lists;
use crate::repository::list_request;
use crate::token;

/// The address that a key confirms. Asking changes nothing.
///
/// # Errors
/// `confirm-over` for a key that is used up, too old or unknown.
pub async fn address_of(context: &Context, key: &str) -> Result<String, ApiError> {
    let (key, now) = (token::hash(key), context.clock.now_ms());
    let email =
        context.db.read(async |connection| list_request::email_of(connection, &key, now).await).await?;
    email.ok_or_else(over)
}

/// Confirms an address: what waits for it is done.
///
/// # Errors
/// As [`address_of`].
pub async fn confirm(context: &Context, key: String) -> Result<(), ApiError> {
    let (lists, now) = (Lists::of(context).await?, context.clock.now_ms());
    let confirm = context.db.write(async move |connection| lists.confirm(connection, &key, now).await);
    confirm.await?.map(drop).ok_or_else(over)
}

fn over() -> ApiError {
    ApiError::refused(
        StatusCode::NOT_FOUND,
        "confirm-over",
        "This link is used up or too old. If you want to be on the list, please sign up again.",
    )
}
