//! What an order says of its buyer and of its delivery, beside its lines, sums and address.

use super::words::OrderWords;
use crate::error::ApiError;
use crate::repository::order::StoredOrder;
use loggia_commerce::{DeliveryWindow, address_lines};

/// Each fact with its title in the words of a language, and its lines; those that say nothing are left out.
///
/// # Errors
/// When what is stored of it cannot be read.
pub fn facts(words: &OrderWords<'_>, order: &StoredOrder) -> Result<Vec<(String, Vec<String>)>, ApiError> {
    let buyer = order.buyer()?;
    let option = order.option()?.unwrap_or_default();
    let point = option.collected_at().cloned().unwrap_or_default();
    let comes = if option.is_collected() { "orderReady" } else { "orderArrives" };
    let window = option.window.as_ref().map(DeliveryWindow::text);
    let at = if option.is_collected() { "orderCollectOn" } else { "orderArrives" };
    let days = option.dates.map(|dates| match dates.from == dates.to {
        true => dates.from,
        false => format!("{} – {}", dates.from, dates.to),
    });
    // On a parcel the name stands above the address.
    let name = if order.parcel_lines()?.is_empty() { vec![buyer.name, buyer.company] } else { Vec::new() };
    let all = [
        ("orderCollectAt", address_lines("", "", &point.address)),
        ("orderHours", vec![point.hours]),
        (at, vec![window.unwrap_or_default()]),
        (comes, vec![days.unwrap_or_default()]),
        ("orderName", name),
        ("orderPhone", vec![buyer.phone]),
        ("orderPaidBy", order.billing_lines()?),
        ("orderVat", vec![buyer.vat_id]),
        ("orderNote", vec![buyer.note]),
        ("orderGiftMessage", vec![buyer.gift_message]),
    ];
    let said = all.into_iter().filter_map(|(key, lines)| {
        let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        (!lines.is_empty()).then(|| (words.get(key).to_owned(), lines))
    });
    Ok(said.collect())
}
