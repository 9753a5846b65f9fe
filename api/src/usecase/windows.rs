//! The windows of time that may still be chosen for a way of delivery.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::cart::{self, Key};
use crate::repository::delivery_window::{key as key_of, taken_since};
use loggia_commerce::{DeliveryWindow, Terms};

/// The windows of a way of delivery in which a place is left, in their order; none of a way that has none. What an order of the
/// cart of `key` holds is free for it.
pub async fn of_way(
    context: &Context,
    key: Option<&Key>,
    way: &str,
) -> Result<Vec<DeliveryWindow>, ApiError> {
    let (published, now) = (context.publications.current(), context.clock.now_ms());
    let catalog = &published.catalog;
    let terms = Terms {
        business_days: catalog.business_days.as_ref(),
        local_time: published.local_time(now),
        ..Terms::default()
    };
    let Some(option) = catalog.shipping_options.iter().find(|option| option.id == way) else {
        return Ok(Vec::new());
    };
    let windows = option.windows_now(&terms);
    let places = option.windows.as_ref().and_then(|windows| windows.places);
    let (Some(first), Some(places)) = (windows.first(), places) else { return Ok(windows) };
    let taken = context
        .db
        .read(async |connection| {
            let cart = match key {
                Some(key) => cart::read(connection, key, now).await?.map(|cart| cart.id),
                None => None,
            };
            taken_since(connection, &first.day, &cart.unwrap_or_default()).await
        })
        .await?;
    let has_room = |window: &DeliveryWindow| {
        taken.get(&key_of(way, window)).is_none_or(|taken| *taken < i64::from(places))
    };
    Ok(windows.into_iter().filter(has_room).collect())
}
