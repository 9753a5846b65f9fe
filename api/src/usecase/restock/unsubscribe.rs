//! The way out that every restock email carries: signed for its sign-up, good for as long as somebody keeps the email.

use crate::context::Context;
use crate::error::ApiError;
use crate::lists::Lists;
use crate::repository::restock;
use crate::token::Secret;

/// What the signature of an address is for.
const PURPOSE: &str = "unsubscribe";

/// The address that ends the emails of a sign-up, on the server reached at `base_url`.
pub fn address(secret: &Secret, base_url: &str, sign_up_id: &str) -> String {
    let (base_url, key) = (base_url.trim_end_matches('/'), secret.sign(PURPOSE, sign_up_id));
    format!("{base_url}/api/plain/unsubscribe?notice={sign_up_id}&key={key}")
}

/// The address that a link speaks for.
///
/// # Errors
/// `not-found` for a link that was not made here, or whose sign-up is gone.
pub async fn email_of(context: &Context, sign_up_id: &str, key: &str) -> Result<String, ApiError> {
    let not_found = || ApiError::not_found("Not found");
    if !context.secret.verify(PURPOSE, sign_up_id, key) {
        return Err(not_found());
    }
    context
        .db
        .read(async |connection| restock::email_of(connection, sign_up_id).await)
        .await?
        .ok_or_else(not_found)
}

/// Ends everything this address waits for, and takes it off the mailing list; a second time changes nothing.
///
/// # Errors
/// As [`email_of`].
pub async fn unsubscribe(context: &Context, sign_up_id: &str, key: &str) -> Result<(), ApiError> {
    let email = email_of(context, sign_up_id, key).await?;
    let (lists, now) = (Lists::of(context).await?, context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            restock::wait_no_more(connection, &email).await?;
            lists.leave(connection, &email, now).await.map(drop)
        })
        .await
}
