//! What is not kept for ever: submissions, sign-ups that were answered, emails that were given up, the places of old orders.

use super::connection::{Connection, affected, change, statements};
use super::desk::forget;
use crate::error::ApiError;

statements! {
    SUBMISSIONS = "DELETE FROM form_submission WHERE created_at < $1 AND NOT is_suspect";
    SUSPECTS = "DELETE FROM form_submission WHERE created_at < $1 AND is_suspect";
    NOTICES = "DELETE FROM restock_sign_up WHERE COALESCE(sent_at, created_at) < $1";
    // That it was given up stays, with its cause: the same one is not put on its way again.
    GIVEN_UP = "UPDATE outbox SET body = '', last_error = NULL, done_at = $2, failed_at = NULL WHERE failed_at < $1 AND kind IN ('mail', 'webhook', 'handover', 'notice', 'push')";
    // A subscription is taxed and sent by the place of its first order for as long as it goes on.
    PLACES = "UPDATE shop_order SET shipping_location = NULL, tracking = NULL, buyer = '{}' WHERE created_at < $1 AND (shipping_location IS NOT NULL OR tracking IS NOT NULL OR buyer <> '{}') \
        AND id NOT IN (SELECT order_id FROM subscription WHERE status IN ('active', 'past_due')) RETURNING id";
    SUBSCRIPTION_PLACES = "UPDATE subscription SET shipping_location = NULL WHERE ended_at < $1 AND status IN ('cancelled', 'ended') AND shipping_location IS NOT NULL";
}

/// Until when each kind is kept: what is older goes. `None` keeps it for ever. Epoch milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Before {
    /// Submissions of forms.
    pub submissions: Option<i64>,
    /// Submissions that a program may have sent.
    pub suspects: Option<i64>,
    /// Restock sign-ups, after the notice was sent, or after they were made.
    pub notices: Option<i64>,
    /// The text of emails that were given up.
    pub letters: Option<i64>,
    /// Where orders went.
    pub places: Option<i64>,
}

/// Forgets what is too old.
pub async fn forget(connection: &mut Connection<'_>, before: &Before, now: i64) -> Result<(), ApiError> {
    let each = [
        (SUBMISSIONS, before.submissions),
        (SUSPECTS, before.suspects),
        (NOTICES, before.notices),
        (SUBSCRIPTION_PLACES, before.places),
    ];
    for (statement, moment) in each {
        if let Some(moment) = moment {
            affected!(connection, statement, moment)?;
        }
    }
    if let Some(moment) = before.places {
        let orders: Vec<String> =
            change!(connection, |c| sqlx::query_scalar(PLACES).bind(moment).fetch_all(c).await)?;
        for order in orders {
            forget::order(connection, &order, now).await?;
        }
    }
    if let Some(moment) = before.letters {
        affected!(connection, GIVEN_UP, moment, now)?;
    }
    Ok(())
}
