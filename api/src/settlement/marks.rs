//! What about a paid order is worth a look: worked out once and kept with it. It holds nothing up.

use crate::clock::{HOUR, MINUTE};
use crate::error::ApiError;
use crate::outbound::payment::{Risk, RiskLevel};
use crate::repository::Connection;
use crate::repository::desk::marks;
use crate::repository::order::{self, StoredLine, StoredOrder};
use loggia_commerce::ShippingLocation;

/// How far apart two orders are that are perhaps one.
const DOUBLED_WITHIN: i64 = 30 * MINUTE;
/// For how long before an order refused payments count, and from how many on.
const REFUSED_WITHIN: i64 = HOUR;
const MANY_REFUSED: i64 = 3;

/// The provider judged the payment as elevated; its detail is the provider's number, or nothing.
pub const RISK_ELEVATED: &str = "risk-elevated";
/// The provider judged it as highest.
pub const RISK_HIGHEST: &str = "risk-highest";
/// The card was issued in another country than that of the invoice; both, with a space between.
pub const CARD_COUNTRY: &str = "card-country";
/// The invoice goes to another country than the goods; both, with a space between.
pub const BILLING_COUNTRY: &str = "billing-country";
/// How many payments were refused within the hour before.
pub const REFUSED_PAYMENTS: &str = "refused-payments";
/// The security code was not that of the card.
pub const SECURITY_CODE: &str = "security-code";
/// The postal code was not that of the card's holder.
pub const POSTAL_CODE: &str = "postal-code";
/// The provider does not bear the loss of a dispute. It is told at the order, and puts it on no list: of payments without an address
/// at the provider this is the rule.
pub const NOT_PROTECTED: &str = "not-protected";
/// The same was bought once more; its detail is the id of the earlier order.
pub const DOUBLED: &str = "doubled";

/// Works out of a paid order what the shop itself knows, once. With the flag its provider is asked afterwards.
///
/// # Errors
/// Faults of the store.
pub async fn look(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    asks_provider: bool,
    now: i64,
) -> Result<(), ApiError> {
    if !marks::set_looked(connection, &order.id, (now, asks_provider.then_some(now))).await? {
        return Ok(());
    }
    let goods_to = order.location()?.unwrap_or_default().country;
    let invoice_to = order.buyer()?.billing.unwrap_or_default().address.country;
    if is_other(&invoice_to, &goods_to) {
        let both = format!("{invoice_to} {goods_to}");
        marks::add(connection, &order.id, (BILLING_COUNTRY, &both), now).await?;
    }
    let paid_at = order.paid_at.unwrap_or(order.created_at);
    let member = order.site_user_id.as_deref().unwrap_or_default();
    let whose = (order.cart_id.as_str(), order.email.as_str(), member);
    let refused = marks::refused(connection, whose, (paid_at - REFUSED_WITHIN, paid_at)).await?;
    if refused >= MANY_REFUSED {
        marks::add(connection, &order.id, (REFUSED_PAYMENTS, &refused.to_string()), now).await?;
    }
    find_doubled(connection, order, now).await
}

/// Marks the later of two orders of one buyer that are the same. Whichever of them is looked at last finds the other, so that two
/// that are paid at one moment are found as well.
async fn find_doubled(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    now: i64,
) -> Result<(), ApiError> {
    if order.subscription_id.is_some()
        || order.cancelled_at.is_some()
        || marks::is_of_change(connection, &order.cart_id).await?
    {
        return Ok(());
    }
    let between = (order.created_at - DOUBLED_WITHIN, order.created_at + DOUBLED_WITHIN);
    let whose = (order.id.as_str(), order.email.as_str(), order.test_mode);
    let place = address(order.shipping_location.as_deref());
    let lines = bought(&order::lines(connection, &order.id).await?);
    for twin in marks::twins(connection, whose, between).await? {
        if address(twin.shipping_location.as_deref()) != place
            || bought(&order::lines(connection, &twin.id).await?) != lines
        {
            continue;
        }
        let own = (order.created_at, order.id.as_str());
        let other = (twin.created_at, twin.id.as_str());
        let (earlier, later) = if own < other { (own.1, other.1) } else { (other.1, own.1) };
        marks::add(connection, later, (DOUBLED, earlier), now).await?;
    }
    Ok(())
}

/// What was bought, whichever way its lines stand.
fn bought(lines: &[StoredLine]) -> Vec<(String, String, String, Option<String>, i64)> {
    let one = |line: &StoredLine| {
        // A line that no product is behind is known by its title.
        let title = if line.item_id.is_empty() { line.title.clone() } else { String::new() };
        (line.item_id.clone(), line.sku.clone(), title, line.additional_fields.clone(), line.quantity)
    };
    let mut all: Vec<_> = lines.iter().map(one).collect();
    all.sort();
    all
}

/// Where something goes, as it is compared: in small letters, without spaces around.
fn address(json: Option<&str>) -> String {
    let place: ShippingLocation = json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
    let place = place.tidied();
    let parts = [&place.country, &place.region, &place.postal_code, &place.city, &place.line1, &place.line2];
    parts.map(|part| part.trim().to_lowercase()).join("\n")
}

fn is_other(one: &str, other: &str) -> bool {
    !one.is_empty() && !other.is_empty() && !one.eq_ignore_ascii_case(other)
}

/// Marks an order by what its provider says of the payment.
///
/// # Errors
/// Faults of the store.
pub async fn judge(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    risk: &Risk,
    now: i64,
) -> Result<(), ApiError> {
    if !marks::set_risk_due(connection, &order.id, None).await? {
        return Ok(());
    }
    let score = risk.score.map(|score| score.to_string()).unwrap_or_default();
    let billing = order.buyer()?.billing.unwrap_or_default().address.country;
    let goods_to = order.location()?.unwrap_or_default().country;
    let invoice_to = if billing.is_empty() { goods_to } else { billing };
    let both = format!("{} {invoice_to}", risk.card_country);
    let goes_to_an_address = !order.parcel_lines()?.is_empty();
    let found = [
        (risk.level == RiskLevel::Elevated, RISK_ELEVATED, score.as_str()),
        (risk.level == RiskLevel::Highest, RISK_HIGHEST, score.as_str()),
        (is_other(&risk.card_country, &invoice_to), CARD_COUNTRY, both.as_str()),
        (risk.security_code_failed, SECURITY_CODE, ""),
        (risk.postal_code_failed, POSTAL_CODE, ""),
        (risk.is_unprotected && goes_to_an_address, NOT_PROTECTED, ""),
    ];
    for (_, kind, detail) in found.into_iter().filter(|(is_so, ..)| *is_so) {
        marks::add(connection, &order.id, (kind, detail), now).await?;
    }
    Ok(())
}
