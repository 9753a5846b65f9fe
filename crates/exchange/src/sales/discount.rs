//! Discount codes of other shops, as coupons of ours.

use loggia_commerce::{Cents, Coupon};
use serde_json::json;

use super::amount::cents;
use crate::Fault;
use crate::fault::{Why, short};
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
/// How often it was used there: so much less is left here.
const USED: [&str; 4] = ["Times Used In Total", "usage_count", "Times Used", "Uses"];
/// Conditions that are not kept: a code with one of them would count for more than it did.
const CONDITIONS: [&str; 20] = [
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
    "maximum_amount",
    "exclude_sale_items",
    "limit_usage_to_x_items",
    "product_brands",
    "exclude_product_brands",
    "email_restrictions",
    "Context",
    "free_shipping",
];
/// What a discount is of, where a list says so beside its value: of the whole order alone it can be kept.
const OF: [&str; 3] = ["Discount Class", "Type", "Discount Type"];
const OF_SOME: [&str; 6] = ["product", "shipping", "buy_x", "bxgy", "buy x", "line_item"];

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
            Err((message, mut why)) => {
                let code = sheet.get(row, &CODE);
                why.values.push(("code", short(code)));
                let message = format!("The discount '{code}' was left out: {message}.");
                faults.push(Fault::new(row.line, message, "make it anew under Shop, Coupons").because(why));
            }
        }
    }
    (coupons, faults)
}

fn coupon(sheet: &Sheet, row: &Row, faults: &mut Vec<Fault>) -> Result<Coupon, (String, Why)> {
    let get = |names: &[&str]| sheet.get(row, names);
    let code = get(&CODE);
    if code.is_empty() {
        return Err(("it has no code".to_owned(), "coupon-no-code".into()));
    }
    let state = get(&STATE).to_lowercase();
    if ["expired", "disabled", "inactive", "draft", "trash", "archived"].contains(&state.as_str()) {
        return Err((format!("it is {state}"), "coupon-over".into()));
    }
    let everything = [
        "",
        "all",
        "any",
        "everyone",
        "all customers",
        "all products",
        "entire order",
        "everything",
        "0",
        "no",
        "false",
        "[]",
    ];
    let some = |column: &str| {
        let text = get(&[column]);
        let why = ("coupon-some-only", [("column", column.to_owned()), ("text", short(text))]);
        (format!("it applies to some only ({column}: {text})"), Why::from(why))
    };
    if let Some(condition) =
        CONDITIONS.iter().find(|name| !everything.contains(&get(&[name]).to_lowercase().as_str()))
    {
        return Err(some(condition));
    }
    let of_some = |name: &&&str| {
        let text = get(&[**name]).to_lowercase();
        // `amount_off_order` and `order` are of the whole order, as are kinds such as `fixed_cart`.
        !text.contains("order") && OF_SOME.iter().any(|part| text.contains(part))
    };
    if let Some(name) = OF.iter().find(of_some) {
        return Err(some(name));
    }
    let (kind, value) = (get(&KIND).to_lowercase(), get(&VALUE));
    let no_value = || Why::from(("coupon-value", [("text", short(value))]));
    let is_percent = kind.contains("percent") || value.ends_with('%');
    let is_amount = ["fixed", "amount", "flat", "fixed_cart"].iter().any(|word| kind.contains(word));
    let discount = if is_percent {
        let number = value.trim_end_matches('%').trim().trim_start_matches('-');
        json!({"kind": "percent", "value": number})
    } else if is_amount {
        let cents = cents(value).map(i64::abs).filter(|value| *value > 0);
        let value = cents.ok_or_else(|| ("its value is no amount".to_owned(), no_value()))?;
        json!({"kind": "amount", "value": value})
    } else {
        let why = ("coupon-kind", [("kind", short(get(&KIND)))]);
        return Err((format!("discounts of the kind '{}' are not known", get(&KIND)), why.into()));
    };
    let mut whole = discount;
    whole["code"] = code.into();
    let mut coupon: Coupon = serde_json::from_value(whole)
        .map_err(|_| (format!("'{value}' is no value of a discount"), no_value()))?;
    let minimum =
        if sheet.has(&["minimumCents"]) { get(&MINIMUM).parse().ok() } else { cents(get(&MINIMUM)) };
    if minimum.is_none()
        && !get(&MINIMUM).is_empty()
        && !everything.contains(&get(&MINIMUM).to_lowercase().as_str())
    {
        let column = MINIMUM.iter().find(|name| !get(&[name]).is_empty()).copied().unwrap_or_default();
        return Err(some(column));
    }
    coupon.limits.minimum_cents = minimum.and_then(Cents::new).unwrap_or_default();
    // One whose end cannot be read would never end.
    if !get(&ENDS).is_empty() && time(get(&ENDS)).is_none() {
        let why = ("coupon-end", [("text", short(get(&ENDS)))]);
        return Err((format!("'{}' is no time at which it ends", get(&ENDS)), why.into()));
    }
    let mut moment = |names: &[&str]| match get(names) {
        "" => None,
        text => time(text).or_else(|| {
            let message = format!("'{text}' of the discount '{code}' is no time; it has none.");
            let why = ("coupon-time", [("text", short(text)), ("code", short(code))]);
            faults.push(Fault::new(row.line, message, "set it under Shop, Coupons").because(why));
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
    if let (Some(most), Some(used)) = (coupon.limits.uses_in_all, get(&USED).parse::<u32>().ok()) {
        let left = most.saturating_sub(used);
        if left == 0 {
            return Err(("it is used up".to_owned(), "coupon-used-up".into()));
        }
        coupon.limits.uses_in_all = Some(left);
    }
    coupon.limits.uses_per_customer = number(&EACH);
    Ok(coupon)
}
