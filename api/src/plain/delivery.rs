//! What a way of shipping says of itself beside its name and price.

use super::words::Words;
use loggia_commerce::{OfferedShippingOption, address_lines};

/// When it comes, or where and from when on it is collected; one line each.
pub(super) fn about(words: Words<'_>, option: &OfferedShippingOption) -> Vec<String> {
    let point = option.collected_at().cloned().unwrap_or_default();
    let address = address_lines("", "", &point.address).join(", ");
    let dates = option.dates.as_ref().map(|dates| {
        let key = match (option.is_collected(), dates.from == dates.to) {
            (true, _) => "checkoutReady",
            (false, true) => "checkoutArrivesOn",
            (false, false) => "checkoutArrives",
        };
        words.with(key, "from", &dates.from).replace("{to}", &dates.to)
    });
    let lines = [Some(address), Some(point.hours), dates];
    lines.into_iter().flatten().filter(|line| !line.is_empty()).collect()
}
