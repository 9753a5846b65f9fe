//! What the owner reads of orders: those of this shop and those that were brought from another one, which nothing is done with.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::owner::{self, ListedOrder, OrderFilter};
use crate::repository::sales;
use crate::roles::Right;
use crate::usecase::history::{Entry, Row, merged, own_before};
use crate::usecase::paging::{After, ONE_MORE, Page, page};
use loggia_exchange::sales::Order as ImportedOrder;

/// Which orders.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only those of this address.
    pub email: String,
    /// Only those that were brought along, or only those of this shop.
    pub is_imported: Option<bool>,
    /// Only the one of this number (`1042`, `#1042`); "" for all.
    pub number: String,
    /// The place of the page.
    pub cursor: String,
}

/// A page of orders of both kinds, newest first.
///
/// # Errors
/// A cursor of another list; nobody with the right to see it.
pub async fn list(
    who: &SignedIn,
    context: &Context,
    wanted: &Wanted,
) -> Result<Page<Row<ListedOrder>>, ApiError> {
    let email = wanted.email.trim().to_lowercase();
    let typed = wanted.number.trim().trim_start_matches('#');
    // What is no number finds nothing.
    let number = if typed.is_empty() { 0 } else { typed.parse().unwrap_or(-1) };
    let load = async |connection: &mut Connection<'_>, after: &After| {
        let mut own = Vec::new();
        if wanted.is_imported != Some(true) {
            let filter = OrderFilter {
                before: own_before(after).to_owned(),
                email: email.clone(),
                to: i64::MAX,
                number,
                ..OrderFilter::default()
            };
            own = owner::orders(connection, &filter, ONE_MORE).await?;
        }
        let own = own.into_iter().map(|order| (order.id.clone(), order.created_at, order)).collect();
        let mut rows = merged(connection, after, &email, own).await?;
        if wanted.is_imported == Some(false) || number != 0 {
            rows.retain(|row| matches!(row.entry, Entry::Own(_)));
        }
        Ok(rows)
    };
    page(context, (who, Right::ManageStore), &wanted.cursor, load, Row::parts).await
}

/// An order of this shop with its lines.
///
/// # Errors
/// There is none of this id; nobody with the right to see it.
pub async fn own(
    who: &SignedIn,
    context: &Context,
    id: &str,
) -> Result<(StoredOrder, Vec<StoredLine>), ApiError> {
    who.must(Right::ManageStore)?;
    context
        .db
        .read(async |connection| {
            let found = order::read(connection, id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            Ok((found, order::lines(connection, id).await?))
        })
        .await
}

/// An order that was brought along.
///
/// # Errors
/// There is none of this source and number; nobody with the right to see it.
pub async fn imported(
    who: &SignedIn,
    context: &Context,
    (source, number): (&str, &str),
) -> Result<ImportedOrder, ApiError> {
    who.must(Right::ManageStore)?;
    let found =
        context.db.read(async |connection| sales::one_imported(connection, source, number).await).await?;
    let found = found.ok_or_else(|| ApiError::not_found("Not found"))?;
    Ok(serde_json::from_str(&found.body)?)
}
