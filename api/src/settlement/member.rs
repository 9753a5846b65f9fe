//! Members at a provider that keeps cards: found, or made when they are needed first.

use crate::context::Context;
use crate::error::ApiError;
use crate::outbound::payment::{NoAnswer, Wallet};
use crate::repository::{Connection, wallet};
use actix_web::http::StatusCode;

/// What the provider calls a member; made there when there is none yet. `gone` is a name that the provider does not know any more.
/// `None` when the account went meanwhile.
///
/// # Errors
/// `cards-unanswered` when the provider does not answer; faults of the store.
pub async fn customer(
    context: &Context,
    at: &dyn Wallet,
    site_user_id: &str,
    gone: Option<&str>,
) -> Result<Option<String>, ApiError> {
    let (id, provider) = (site_user_id.to_owned(), at.name());
    if let Some(gone) = gone {
        let (id, gone) = (id.clone(), gone.to_owned());
        let lose = async move |connection: &mut Connection<'_>| {
            wallet::lose(connection, (&id, provider), &gone).await
        };
        context.db.write(lose).await?;
    } else {
        let known = context
            .db
            .read(async |connection| wallet::customer(connection, site_user_id, provider).await)
            .await?;
        if known.is_some() {
            return Ok(known);
        }
    }
    // Asked again after a crash, the provider knows the call and answers the same person.
    let key = format!("member-{site_user_id}-{}", gone.unwrap_or("first"));
    let made = at.open(key, site_user_id.to_owned()).await.map_err(unanswered)?;
    let now = context.clock.now_ms();
    context
        .db
        .write(async move |connection| wallet::keep(connection, (&id, provider), &made, now).await)
        .await
}

/// The provider says nothing of cards now.
pub fn unanswered(fault: NoAnswer) -> ApiError {
    tracing::error!(%fault, "a question about cards was not answered");
    ApiError::refused(
        StatusCode::SERVICE_UNAVAILABLE,
        "cards-unanswered",
        "The payment provider does not answer at this moment. Nothing was changed. Please try again in a minute.",
    )
}
