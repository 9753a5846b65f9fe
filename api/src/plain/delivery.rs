//! What a way of shipping says of itself beside its name and price.

use super::words::Words;
use loggia_commerce::{OfferedShippingOption, Pickup};

/// When it comes, or where and from when on it is collected; one line each.
pub(super) fn about(words: Words<'_>, option: &OfferedShippingOption) -> Vec<String> {
    let point = option.pickup.as_ref().and_then(Pickup::point);
    let place = point.map(|point| (point.address.clone(), point.hours.clone()));
    let (address, hours) = place.unwrap_or_default();
    let dates = option.dates.as_ref().map(|dates| {
        let key = match (&option.pickup, dates.from == dates.to) {
            (Some(_), _) => "checkoutReady",
            (None, true) => "checkoutArrivesOn",
            (None, false) => "checkoutArrives",
        };
        words.with(key, "from", &dates.from).replace("{to}", &dates.to)
    });
    let lines = [Some(address), Some(hours), dates];
    lines.into_iter().flatten().filter(|line| !line.is_empty()).collect()
}
