//! From how many on a variant is low: of the shop, and of one variant.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{Event, Kind};
use crate::repository::stock::counted;
use crate::roles::Right;
use crate::usecase::owner::note::note;
use loggia_commerce::Problem;

/// The highest such number.
const MOST: i64 = 1_000_000;

/// What is said of the shop.
///
/// # Errors
/// 403; faults of the store.
pub async fn of_shop(context: &Context, who: &SignedIn) -> Result<Option<i64>, ApiError> {
    who.must(Right::ManageStore)?;
    context.db.read(async |connection| counted::shop_low(connection).await).await
}

/// Says it of one variant (product, SKU), or of the shop; none is what is said of the shop, or nothing.
///
/// # Errors
/// 403; 404 without the variant; `malformed-low`.
pub async fn set(
    context: &Context,
    who: &SignedIn,
    piece: Option<(String, String)>,
    low_at: Option<i64>,
) -> Result<(), ApiError> {
    who.must(Right::ManageStore)?;
    if low_at.is_some_and(|low_at| !(0..=MOST).contains(&low_at)) {
        return Err(ApiError::bad_request("malformed-low", "Please give a number from 0 to 1,000,000."));
    }
    let (who, now) = (who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let mut event = Event::new(Kind::SetLowStock, "shop");
            match &piece {
                Some((item_id, sku)) => {
                    let before = counted::read(connection, (item_id, sku), None).await?;
                    let before = before.ok_or(Problem::ItemUnavailable)?.low_at;
                    counted::set_low(connection, (item_id, sku), low_at).await?;
                    event = Event::new(Kind::SetLowStock, &format!("{item_id} {sku}"));
                    event = event.change(before.into(), low_at.into());
                }
                None => {
                    event = event.change(counted::shop_low(connection).await?.into(), low_at.into());
                    counted::set_shop_low(connection, low_at).await?;
                }
            }
            note(connection, &who, event, now).await
        })
        .await
}
