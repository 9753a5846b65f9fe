//! What letters and the owner's pages say of where an order goes, and to whom.

use crate::repository::order::StoredOrder;
use loggia_commerce::{Buyer, address_lines};

/// What an order says beside its lines and sums: each fact with its title, those that say nothing left out. Several lines stand
/// below each other.
pub fn facts(order: &StoredOrder) -> Vec<(&'static str, String)> {
    let buyer = order.buyer().unwrap_or_default();
    let option = order.option().ok().flatten().unwrap_or_default();
    let parcel = order.parcel_lines().unwrap_or_default();
    let of_buyer = [buyer.name.as_str(), buyer.company.as_str()];
    let of_buyer = of_buyer.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
    let point = option.collected_at().cloned().unwrap_or_default();
    let collected = address_lines("", "", &point.address).join("\n");
    let all = [
        ("Delivery", option.name.clone()),
        ("Collect it at", collected),
        ("Open", point.hours),
        (
            if parcel.is_empty() { "Name" } else { "Goes to" },
            if parcel.is_empty() { of_buyer } else { parcel.join("\n") },
        ),
        ("Phone", buyer.phone.clone()),
        ("Paid by", order.billing_lines().unwrap_or_default().join("\n")),
        ("VAT number", vat_id(&buyer)),
        ("Note", buyer.note),
    ];
    all.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

fn vat_id(buyer: &Buyer) -> String {
    match buyer.vat_id_confirmed {
        Some(true) => format!("{} (confirmed)", buyer.vat_id),
        Some(false) => format!("{} (the register does not know it)", buyer.vat_id),
        None => buyer.vat_id.clone(),
    }
}

/// The same as the end of a letter.
pub fn of_order(order: &StoredOrder) -> String {
    facts(order).into_iter().map(|(title, text)| format!("\n{title}:\n{text}\n")).collect()
}
