//! Whose factor it is, and how they are notified.

use crate::error::ApiError;
use crate::outbound::email::EmailMessage;
use crate::repository::{Connection, outbox};
use crate::token::{self, TokenHash};
use actix_web::http::StatusCode;

/// Whose factor it is.
#[derive(Clone, Debug)]
pub struct Holder {
    /// The site user's id.
    pub id: String,
    /// The address.
    pub email: String,
    /// The hash of the token by which they call: of a session, or of a log-in that waits.
    pub token: TokenHash,
}

/// A code that is not right, or was used.
pub fn wrong_code() -> ApiError {
    ApiError::refused(
        StatusCode::FORBIDDEN,
        "wrong-code",
        "This code is not right, or it was used already. Wait for the next one, or use a recovery code.",
    )
}

/// Puts an email about somebody's account on its way.
pub async fn tell(
    connection: &mut Connection<'_>,
    email_message: &EmailMessage,
    now: i64,
) -> Result<(), ApiError> {
    let cause = format!("account-{}", token::new_id());
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(email_message)?, now).await
}
