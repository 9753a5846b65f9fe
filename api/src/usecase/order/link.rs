//! A new link to an order, sent to the address the order was made with and to nobody else.

use super::page::{is_id, opened};
use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::ordered::Ordered;
use crate::published::Published;
use crate::repository::order::{self, StoredOrder};
use crate::repository::{Connection, outbox};

/// Which order a link is asked for.
#[derive(Clone, Debug)]
pub enum Asked {
    /// The one of this id, of a link that does not work.
    Id(String),
    /// The one with this number, if it was made with this address.
    Number(i64, String),
}

/// Sends a link, if there is such an order. Nobody who asks learns whether there is.
///
/// # Errors
/// Faults of the store.
pub async fn send(context: &Context, asked: Asked) -> Result<(), ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let (now, most) = (context.clock.now_ms(), i64::from(context.settings.commerce.letters_a_day));
    context
        .db
        .write(async move |connection| {
            let found = match &asked {
                Asked::Id(id) if is_id(id) => order::read(connection, id).await?,
                Asked::Id(_) => None,
                Asked::Number(number, email) => {
                    let found = order::by_number(connection, *number).await?;
                    found.filter(|order| order.email.to_lowercase() == email.trim().to_lowercase())
                }
            };
            match found.filter(|order| !order.is_pending() && order.email.contains('@')) {
                Some(order) => write(connection, &published, &order, (most, now)).await,
                None => Ok(()),
            }
        })
        .await
}

/// Ends every link to an order that `key` opens, and sends a new one.
///
/// # Errors
/// `link-refused`.
pub async fn renew(context: &Context, id: &str, key: &str) -> Result<(), ApiError> {
    let order = context.db.read(async |connection| opened(connection, context, (id, key)).await).await?;
    let published = context.publications.newest(&context.db).await?;
    let (now, most) = (context.clock.now_ms(), i64::from(context.settings.commerce.letters_a_day));
    context
        .db
        .write(async move |connection| {
            // Of two who press at once one ends the link.
            if !order::end_links(connection, &order.id, order.link_version).await? {
                return Ok(());
            }
            let order = StoredOrder { link_version: order.link_version + 1, ..order.clone() };
            write(connection, &published, &order, (most, now)).await
        })
        .await
}

async fn write(
    connection: &mut Connection<'_>,
    published: &Published,
    order: &StoredOrder,
    (most, now): (i64, i64),
) -> Result<(), ApiError> {
    // Anybody may ask: what is beyond a day's letters is not sent.
    if !outbox::may_be_written_to(connection, &order.email.to_lowercase(), most, now).await? {
        return Ok(());
    }
    let ordered = Ordered { published, order, lines: &[], files: &[], now };
    let letter = emails::order::link(&ordered)?;
    let cause = format!("order-link-{}-{now}", order.id);
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await
}
