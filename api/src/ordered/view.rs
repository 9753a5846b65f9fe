//! An order as its page and its letters show it.

use super::facts::facts;
use super::words::OrderWords;
use crate::clock::DAY;
use crate::error::ApiError;
use crate::published::Published;
use crate::repository::order::{StoredLine, StoredOrder};
use crate::repository::product_file::OrderedFile;
use loggia_commerce::forms::{SummaryTexts, answers_from_json, summarize};
use loggia_commerce::{AppliedDiscount, GiftCardRecipient, ManualPayment, Trim};
use serde_json::{Map, Value, json};

/// An order with what belongs to it.
#[derive(Clone, Copy)]
pub struct Ordered<'a> {
    /// The site.
    pub published: &'a Published,
    /// The order.
    pub order: &'a StoredOrder,
    /// Its lines.
    pub lines: &'a [StoredLine],
    /// The files that it gives now.
    pub files: &'a [OrderedFile],
    /// Epoch milliseconds.
    pub now: i64,
}

/// Everything of an order that its buyer may see, in the words of a language. Addresses are from the root; amounts and moments are
/// as they are read.
///
/// # Errors
/// When what is stored of it cannot be read.
pub fn view(words: &OrderWords<'_>, ordered: &Ordered<'_>) -> Result<Map<String, Value>, ApiError> {
    let (published, order) = (ordered.published, ordered.order);
    let money = |cents: i64| words.money(&order.currency, cents);
    let name = order.name();
    let state = state(order);
    let option = order.option()?;
    let facts = facts(words, order)?;
    let facts: Vec<Value> =
        facts.into_iter().map(|(label, lines)| json!({"label": label, "lines": lines})).collect();
    let tracking: Option<Value> = read(order.tracking.as_deref())?;
    let downloads: Vec<Value> = ordered
        .files
        .iter()
        .map(|file| {
            let named = (order.id.as_str(), file.line, file.digest.as_str());
            let (url, until) = published.links.download(named, ordered.now);
            let until = words.with("orderDownloadUntil", &[("date", &published.moment(until))]);
            json!({"title": file.title, "name": file.name, "url": url, "until": until})
        })
        .collect();
    let view = json!({
        "id": order.id,
        "number": order.number,
        "name": name,
        "title": words.with("orderTitle", &[("name", &name)]),
        "placed": words.with("orderPlaced", &[("date", &published.moment(order.created_at))]),
        "state": state,
        "stateText": words.get(state_key(state)),
        "isTest": order.test_mode,
        "email": order.email,
        "lines": lines_of(words, ordered),
        "sums": sums(words, order)?,
        "taxes": taxes(words, order)?,
        "total": money(order.grand_total_cents),
        "refunded": (order.refunded_cents > 0).then(|| words.with("orderRefunded", &[("amount", &money(order.refunded_cents))])),
        "address": order.parcel_lines()?,
        "facts": facts,
        "delivery": option.map(|option| option.name),
        "paid": order.paid_at.map(|at| words.with("orderPaidOn", &[("date", &published.moment(at))])),
        "tracking": tracking.filter(|tracking| tracking.as_object().is_some_and(|parts| parts.values().any(|part| part != ""))),
        "downloads": downloads,
        "pay": pay(words, ordered)?,
    });
    let Value::Object(members) = view else { return Ok(Map::new()) };
    Ok(members)
}

/// How an order is paid that waits for its money: the way, what the shop says of it, and until when it waits.
///
/// # Errors
/// When what is stored of it cannot be read.
pub fn to_pay(
    words: &OrderWords<'_>,
    order: &StoredOrder,
) -> Result<Option<(ManualPayment, String, i64)>, ApiError> {
    let Some(way) = order.manual()?.filter(|_| order.is_waiting()) else { return Ok(None) };
    let total = words.money(&order.currency, order.grand_total_cents);
    let instructions = way.instructions_for(&order.name(), &total);
    let until = order.created_at + i64::from(way.hold_days) * DAY;
    Ok(Some((way, instructions, until)))
}

/// The same for pages and letters: `method`, `words`, and `lines` of `{label, value}`.
///
/// # Errors
/// When what is stored of it cannot be read.
pub fn pay(words: &OrderWords<'_>, ordered: &Ordered<'_>) -> Result<Option<Value>, ApiError> {
    let order = ordered.order;
    let Some((way, instructions, until)) = to_pay(words, order)? else { return Ok(None) };
    let line = |key: &str, value: &str| json!({"label": words.get(key), "value": value});
    let mut lines = vec![
        line("orderPayAmount", &words.money(&order.currency, order.grand_total_cents)),
        line("orderPayReference", &order.name()),
    ];
    if order.fulfilled_at.is_none() {
        lines.push(line("orderPayUntil", &ordered.published.moment(until)));
    }
    Ok(Some(json!({"method": way.name, "words": instructions, "lines": lines})))
}

/// How an order stands for its buyer.
fn state(order: &StoredOrder) -> &'static str {
    match order.status.as_str() {
        "pending" if order.is_waiting() && order.fulfilled_at.is_none() => "waiting",
        "pending" if order.is_waiting() => "shipped",
        "pending" => "pending",
        "cancelled" => "notPaid",
        _ if order.cancelled_at.is_some() => "cancelled",
        _ if order.fulfilled_at.is_some() => "shipped",
        _ => "paid",
    }
}

fn state_key(state: &str) -> &'static str {
    match state {
        "waiting" => "orderWaiting",
        "pending" => "orderPending",
        "notPaid" => "orderNotPaid",
        "cancelled" => "orderCancelled",
        "shipped" => "orderShipped",
        _ => "orderPaid",
    }
}

/// What was bought: `quantity`, `title`, `options` (the variant in words), `answers` (`{label, value}`), `gift` (whom it is for) and
/// amounts.
fn lines_of(words: &OrderWords<'_>, ordered: &Ordered<'_>) -> Vec<Value> {
    let order = ordered.order;
    let line = |line: &StoredLine| {
        let sum = line.unit_price_cents.saturating_mul(line.quantity);
        json!({
            "quantity": line.quantity,
            "title": line.title,
            "options": options(ordered.published, line),
            "answers": answers(ordered.published, line),
            "gift": gift(words, line),
            "each": words.money(&order.currency, line.unit_price_cents),
            "amount": words.money(&order.currency, sum),
        })
    };
    ordered.lines.iter().map(line).collect()
}

/// The variant in words, while its product is published.
fn options(published: &Published, line: &StoredLine) -> String {
    let product = published.product(&line.item_id);
    let variant =
        product.and_then(|product| product.variants.iter().find(|one| one.sku.as_str() == line.sku));
    let options: Vec<String> = variant
        .into_iter()
        .flat_map(|variant| &variant.attributes)
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    options.join(" · ")
}

/// Whom a gift card is for.
fn gift(words: &OrderWords<'_>, line: &StoredLine) -> Option<Value> {
    let recipient = GiftCardRecipient::of_answers(line.additional_fields.as_deref()?)?;
    Some(json!({"label": words.get("orderGiftFor"), "value": recipient.recipient_name}))
}

/// What was answered to the product's form.
fn answers(published: &Published, line: &StoredLine) -> Vec<Value> {
    let Some(text) = line.additional_fields.as_deref() else { return Vec::new() };
    let catalog = &published.catalog;
    let product = published.product(&line.item_id);
    let form = product.and_then(|product| catalog.form(product.additional_fields_form_id.as_deref()?));
    let Some(form) = form else { return Vec::new() };
    let texts = SummaryTexts::from_strings(&catalog.localized_strings);
    let answers = answers_from_json(text).unwrap_or_default();
    let lines = summarize(form, &answers, &texts);
    lines.iter().map(|line| json!({"label": line.title, "value": line.answer.to_text()})).collect()
}

/// What it comes to, one `{label, amount}` a line; discounts without a code by their names.
fn sums(words: &OrderWords<'_>, order: &StoredOrder) -> Result<Vec<Value>, ApiError> {
    let money = |cents: i64| words.money(&order.currency, cents);
    let line = |label: &str, cents: i64| json!({"label": words.apart(label), "amount": money(cents)});
    let taken = |label: &str, cents: i64| json!({"label": words.apart(label), "amount": format!("-{}", money(cents))});
    let (of_delivery, of_goods): (Vec<_>, Vec<_>) =
        order.applied_discounts()?.into_iter().partition(|one| one.of_delivery);
    let sum = |named: &[AppliedDiscount]| named.iter().map(|one| one.amount_cents.get()).sum::<i64>();
    let named = |all: &[AppliedDiscount]| {
        all.iter().map(|one| taken(&one.name, one.amount_cents.get())).collect::<Vec<_>>()
    };
    let by_codes = order.discount_cents - order.gift_card_cents - sum(&of_goods);
    let mut sums = vec![line(words.get("sumSubtotal"), order.subtotal_cents)];
    sums.extend(named(&of_goods));
    if by_codes > 0 {
        sums.push(taken(words.get("sumDiscount"), by_codes));
    }
    if order.shipping_cents > 0 || order.shipping_option.is_some() {
        sums.push(line(words.get("sumShipping"), order.shipping_cents + sum(&of_delivery)));
    }
    sums.extend(named(&of_delivery));
    if order.reverse_charge {
        let label = words.get("sumReverseCharge");
        let relief = order.relief_cents;
        sums.push(if relief == 0 { line(label, relief) } else { taken(label, relief) });
    }
    if order.tax_cents > 0 {
        sums.push(line(words.get("sumTax"), order.tax_cents));
    }
    if order.gift_card_cents > 0 {
        sums.push(taken(words.get("sumGiftCard"), order.gift_card_cents));
    }
    sums.push(line(words.get("sumTotal"), order.grand_total_cents));
    Ok(sums)
}

/// What each tax is taken of, as a receipt shows it; none where the order has none that is listed.
fn taxes(words: &OrderWords<'_>, order: &StoredOrder) -> Result<Vec<Value>, ApiError> {
    let lines = order.tax_lines()?;
    let lines = lines.iter().map(|line| {
        let name = line.name.as_deref().unwrap_or_else(|| words.get("sumTax"));
        let net = words.money(&order.currency, line.net_cents.get());
        let about = if line.included { "taxIncluded" } else { "taxAdded" };
        json!({
            "label": words.apart(&format!("{name} {} %", line.rate.format(Trim::WholeAmounts))),
            "amount": words.money(&order.currency, line.tax_cents.get()),
            "about": words.with(about, &[("net", &net)]),
        })
    });
    Ok(lines.collect())
}

fn read<T: serde::de::DeserializeOwned>(json: Option<&str>) -> Result<Option<T>, ApiError> {
    Ok(json.map(serde_json::from_str).transpose()?)
}
