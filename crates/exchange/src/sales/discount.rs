//! Discount codes of other shops, as coupons of ours.

use loggia_commerce::{Cents, Coupon};
use serde_json::json;

use super::amount::cents;
use crate::Fault;
use crate::posts::text::time;
use crate::sheet::{Row, Sheet};

/// A coupon with the line of the list it stands at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discounted {
    /// The coupon.
    pub coupon: Coupon,
    /// From 1; 0 when it comes from no list.
    pub line: usize,
}

const CODE: [&str; 6] = ["Discount Code", "Promo Code", "Coupon Code", "Code", "Name", "post_title"];
const KIND: [&str; 6] = ["Discount Type", "Value Type", "discount_type", "Type", "kind", "Coupon Type"];
const VALUE: [&str; 6] =
    ["Discount Value", "Value", "coupon_amount", "Coupon Amount", "Discount Amount", "Amount"];
const MINIMUM: [&str; 5] =
    ["minimumCents", "Minimum Purchase Requirements", "Minimum Purchase", "minimum_amount", "Minimum Order"];
const STARTS: [&str; 5] = ["Start", "Start Date", "Starts At", "Start Time", "startsOn"];
const ENDS: [&str; 7] =
    ["End", "End Date", "Ends At", "expiry_date", "date_expires", "Expiry Date", "expiresOn"];
const USES: [&str; 4] = ["Usage Limit", "Usage Limit Per Code", "usage_limit", "usesInAll"];
const EACH: [&str; 5] = [
    "Usage Limit Per Customer",
    "Applies Once Per Customer",
    "usage_limit_per_user",
    "Limit Per Customer",
    "usesPerCustomer",
];
const STATE: [&str; 2] = ["Status", "post_status"];
/// Conditions that are not kept: a code with one of them would count for more than it did.
const CONDITIONS: [&str; 12] = [
    "Applies To",
    "Entitled Products",
    "product_ids",
    "exclude_product_ids",
    "product_categories",
    "exclude_product_categories",
    "Customer Selection",
    "customer_email",
    "Products",
    "Categories",
    "products",
    "collections",
];

/// Whether a table is one of discounts.
#[must_use]
pub fn is_discounts(sheet: &Sheet) -> bool {
    sheet.has_any(&CODE)
        && sheet.has_any(&KIND)
        && sheet.has_any(&VALUE)
        && !sheet.has_any(&["Email", "Lineitem name", "Balance"])
}

/// Reads a table of discounts.
#[must_use]
pub fn read(sheet: &Sheet) -> (Vec<Discounted>, Vec<Fault>) {
    let (mut coupons, mut faults) = (Vec::new(), Vec::new());
    for row in sheet.rows() {
        match coupon(sheet, row, &mut faults) {
            Ok(coupon) => coupons.push(Discounted { coupon, line: row.line }),
            Err(message) => {
                let code = sheet.get(row, &CODE);
                faults.push(Fault::new(
                    row.line,
                    format!("The discount '{code}' was left out: {message}."),
                    "make it anew under Shop, Coupons",
                ));
            }
        }
    }
    (coupons, faults)
}

fn coupon(sheet: &Sheet, row: &Row, faults: &mut Vec<Fault>) -> Result<Coupon, String> {
    let get = |names: &[&str]| sheet.get(row, names);
    let code = get(&CODE);
    if code.is_empty() {
        return Err("it has no code".to_owned());
    }
    let state = get(&STATE).to_lowercase();
    if ["expired", "disabled", "inactive", "draft", "trash", "archived"].contains(&state.as_str()) {
        return Err(format!("it is {state}"));
    }
    let everything = ["", "all", "any", "everyone", "all products", "entire order", "everything", "0"];
    if let Some(condition) =
        CONDITIONS.iter().find(|name| !everything.contains(&get(&[name]).to_lowercase().as_str()))
    {
        return Err(format!("it applies to some only ({condition}: {})", get(&[condition])));
    }
    let (kind, value) = (get(&KIND).to_lowercase(), get(&VALUE));
    let is_percent = kind.contains("percent") || value.ends_with('%');
    let is_amount = ["fixed", "amount", "flat", "fixed_cart"].iter().any(|word| kind.contains(word));
    let discount = if is_percent {
        let number = value.trim_end_matches('%').trim().trim_start_matches('-');
        json!({"kind": "percent", "value": number})
    } else if is_amount {
        let value = cents(value).map(i64::abs).filter(|value| *value > 0).ok_or("its value is no amount")?;
        json!({"kind": "amount", "value": value})
    } else {
        return Err(format!("discounts of the kind '{}' are not known", get(&KIND)));
    };
    let mut whole = discount;
    whole["code"] = code.into();
    let mut coupon: Coupon =
        serde_json::from_value(whole).map_err(|_| format!("'{value}' is no value of a discount"))?;
    let minimum =
        if sheet.has(&["minimumCents"]) { get(&MINIMUM).parse().ok() } else { cents(get(&MINIMUM)) };
    coupon.limits.minimum_cents = minimum.and_then(Cents::new).unwrap_or_default();
    let mut moment = |names: &[&str]| match get(names) {
        "" => None,
        text => time(text).or_else(|| {
            faults.push(Fault::new(
                row.line,
                format!("'{text}' of the discount '{code}' is no time; it has none."),
                "set it under Shop, Coupons",
            ));
            None
        }),
    };
    coupon.limits.starts_on = moment(&STARTS);
    coupon.limits.expires_on = moment(&ENDS);
    let number = |names: &[&str]| match get(names).to_lowercase().as_str() {
        "true" | "yes" => Some(1),
        text => text.parse::<u32>().ok().filter(|number| *number > 0),
    };
    coupon.limits.uses_in_all = number(&USES);
    coupon.limits.uses_per_customer = number(&EACH);
    Ok(coupon)
}
