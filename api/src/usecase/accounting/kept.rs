//! The account numbers that hold: those that the owner keeps, or the usual ones.

use super::charts::usual;
use super::settings::{AccountingSettings, Chart};
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::books::{accounts, sums};
use crate::repository::record::{Event, Kind};
use crate::usecase::owner::note::note;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The owner's account numbers, and the usual ones of each chart.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accounting {
    /// What holds.
    pub settings: AccountingSettings,
    /// The owner said so; otherwise they are the usual ones.
    pub is_kept: bool,
    /// The usual ones of each chart.
    pub usual: Vec<AccountingSettings>,
    /// Every currency of the books.
    pub currencies: Vec<String>,
}

/// The country that the shop says it sells from; "" without one.
async fn country(context: &Context) -> Result<String, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let seller = published.catalog.seller.as_ref();
    Ok(seller.map(|seller| seller.country.trim().to_ascii_uppercase()).unwrap_or_default())
}

async fn kept(connection: &mut Connection<'_>) -> Result<Option<AccountingSettings>, ApiError> {
    Ok(accounts::read(connection).await?.as_deref().map(serde_json::from_str).transpose()?)
}

/// The usual accounts: DATEV's of a German shop.
fn usual_in(country: &str) -> AccountingSettings {
    usual(if country == "DE" { Chart::Skr03 } else { Chart::Own }, country)
}

/// What holds.
pub(super) async fn settings(context: &Context) -> Result<AccountingSettings, ApiError> {
    let country = country(context).await?;
    let kept = context.db.read(async |connection| kept(connection).await).await?;
    Ok(kept.unwrap_or_else(|| usual_in(&country)))
}

/// The account numbers as they are.
///
/// # Errors
/// Faults of the store.
pub async fn read(context: &Context) -> Result<Accounting, ApiError> {
    let country = country(context).await?;
    let (kept, currencies) = context
        .db
        .read(async |connection| Ok((kept(connection).await?, sums::currencies(connection).await?)))
        .await?;
    Ok(Accounting {
        is_kept: kept.is_some(),
        settings: kept.unwrap_or_else(|| usual_in(&country)),
        usual: [Chart::Skr03, Chart::Skr04, Chart::Own].map(|chart| usual(chart, &country)).to_vec(),
        currencies,
    })
}

/// Keeps other account numbers, and notes who changed which.
///
/// # Errors
/// `malformed-accounting`; faults of the store.
pub async fn keep(
    context: &Context,
    who: &SignedIn,
    wanted: AccountingSettings,
) -> Result<Accounting, ApiError> {
    let wanted = wanted.checked()?;
    let body = serde_json::to_string(&wanted)?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    let after: Value = serde_json::to_value(&wanted)?;
    context
        .db
        .write(async move |connection| {
            let before = accounts::read(connection).await?;
            let before: Value = before.as_deref().map(serde_json::from_str).transpose()?.unwrap_or_default();
            accounts::keep(connection, &body, now).await?;
            let (was, is) = changed(&before, &after);
            note(connection, &who, Event::new(Kind::Settings, "accounting").change(was, is), now).await
        })
        .await?;
    read(context).await
}

/// The members that are other than before, as they were and as they are.
fn changed(before: &Value, after: &Value) -> (Value, Value) {
    let (mut was, mut is) = (json!({}), json!({}));
    for (name, value) in after.as_object().into_iter().flatten() {
        let old = before.get(name).cloned().unwrap_or_default();
        if old != *value {
            was[name] = old;
            is[name] = value.clone();
        }
    }
    (was, is)
}
