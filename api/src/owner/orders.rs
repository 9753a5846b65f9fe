//! Orders: the list of those of this shop and of those that were brought along, and one of them to read.

use super::page::{Page, View, address, change, look};
use crate::context::Context;
use crate::error::ApiError;
use crate::ordered::{self, OrderWords};
use crate::repository::invoice::StoredInvoice;
use crate::repository::order::{StoredLine, StoredOrder};
use crate::repository::owner::ListedOrder;
use crate::roles::Right;
use crate::usecase::history::Entry;
use crate::usecase::owner::orders::{self, Wanted};
use crate::usecase::owner::received;
use crate::usecase::papers;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use loggia_commerce::{Cents, CurrencyCode, Money};
use loggia_exchange::sales::Order as ImportedOrder;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const TITLE: &str = "Orders";

/// The list, newest first.
pub(super) async fn list(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Orders, Right::ManageStore), async |page, who, query| {
        let (email, of, number) = (query.get("email"), query.get("of"), query.get("number"));
        let wanted = Wanted {
            email: email.to_owned(),
            is_imported: match of {
                "imported" => Some(true),
                "own" => Some(false),
                _ => None,
            },
            number: number.to_owned(),
            cursor: query.get("cursor").to_owned(),
        };
        let found = orders::list(who, page.context, &wanted).await?;
        let rows: Vec<Value> = found
            .rows
            .iter()
            .map(|row| match &row.entry {
                Entry::Own(order) => own_row(page, order),
                Entry::Imported(order) => imported_row(page, order),
            })
            .collect();
        let more = found.next.map(|cursor| address("orders", &[("email", email), ("number", number), ("of", of), ("cursor", &cursor)]));
        let kind = |value: &str, label: &str| json!({"value": value, "label": label, "isChosen": value == of});
        Ok(json!({"title": TITLE, "typed": email, "number": number, "rows": rows, "more": more, "table": "/api/commerce/orders.csv",
            "kinds": [kind("", "All"), kind("own", "Of this shop"), kind("imported", "Imported")]}))
    })
    .await
}

fn own_row(page: &Page<'_>, order: &ListedOrder) -> Value {
    let state = match order.state.as_str() {
        "PENDING" => "Payment open",
        "FULFILLED" => "Sent",
        "CANCELLED" => "Cancelled",
        _ => "Paid",
    };
    json!({"url": address(&format!("orders/{}", order.id), &[]), "what": order.number.map_or_else(|| order.id.clone(), |number| format!("#{number}")), "when": page.moment(order.created_at),
        "email": order.email, "state": state, "amount": amount(order.grand_total_cents, &order.currency),
        "mark": order.test_mode.then_some("Test")})
}

fn imported_row(page: &Page<'_>, order: &ImportedOrder) -> Value {
    let fields = [("source", order.source.as_str()), ("number", order.number.as_str())];
    json!({"url": address("orders/imported", &fields), "what": order.number, "when": moment(page, order.created_on),
        "email": order.email, "state": order.payment_state, "amount": amount(order.total_cents, &order.currency),
        "mark": format!("Imported from {}", program(&order.source))})
}

/// A moment; nothing where a source names none.
fn moment(page: &Page<'_>, at: i64) -> String {
    if at == 0 { String::new() } else { page.moment(at) }
}

fn program(source: &str) -> &str {
    match source {
        "squarespace" => "Squarespace",
        "shopify" => "Shopify",
        "woocommerce" => "WooCommerce",
        "wix" => "Wix",
        "bigcommerce" => "BigCommerce",
        "magento" => "Magento",
        "etsy" => "Etsy",
        "square" => "Square",
        "prestashop" => "PrestaShop",
        "loggia" => "another Loggia shop",
        _ => "another shop",
    }
}

fn amount(cents: i64, currency: &str) -> String {
    let currency = CurrencyCode::parse(currency).unwrap_or_default();
    Money::new(Cents::new(cents).unwrap_or_default(), currency).format()
}

/// Names and texts, of which those that say something are shown.
fn facts(facts: Vec<(&str, String)>) -> Vec<Value> {
    let said = facts.into_iter().filter(|(_, text)| !text.trim().is_empty());
    said.map(|(name, text)| json!({"title": name, "text": text})).collect()
}

/// One that was brought along: everything its source said.
pub(super) async fn imported(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Order, Right::ManageStore), async |page, who, query| {
        let order = orders::imported(who, page.context, (query.get("source"), query.get("number"))).await?;
        let money = |cents: i64| if cents == 0 { String::new() } else { amount(cents, &order.currency) };
        let time = |at: Option<i64>| at.map(|at| moment(page, at)).unwrap_or_default();
        let lines: Vec<Value> = order
            .lines
            .iter()
            .map(|line| {
                let back = (line.refunded > 0).then(|| format!("{} returned", line.refunded));
                json!({"what": line.title, "quantity": line.quantity, "price": amount(line.unit_price_cents, &order.currency),
                    "amount": amount(line.sum().unwrap_or_default(), &order.currency),
                    "about": joined([line.variant.clone(), line.sku.clone(), back.unwrap_or_default()])})
            })
            .collect();
        let taxes: Vec<String> = order.taxes.iter().map(|(name, cents)| format!("{name}: {}", amount(*cents, &order.currency))).collect();
        let stated: Vec<String> = order.stated.iter().map(|(name, text)| format!("{name}: {text}")).collect();
        let facts = facts(vec![
            ("Payment", order.payment_state.clone()),
            ("Delivery", order.fulfillment_state.clone()),
            ("Email", order.email.clone()),
            ("Paid", time(order.paid_on)),
            ("Sent", time(order.fulfilled_on)),
            ("Cancelled", time(order.cancelled_on)),
            ("Subtotal", amount(order.subtotal_cents, &order.currency)),
            ("Discount", money(order.discount_cents)),
            ("Code", order.discount_code.clone()),
            ("Shipping", money(order.shipping_cents)),
            ("Fees", money(order.fee_cents)),
            ("Tax", money(order.tax_cents)),
            ("Taxes", taxes.join(", ")),
            ("Total", amount(order.total_cents, &order.currency)),
            ("Paid by gift card", money(order.gift_card_cents)),
            ("Refunded", money(order.refunded_cents)),
            ("Stated more finely", stated.join(", ")),
            ("Paid by", joined([order.payment_method.clone(), order.payment_reference.clone()])),
            ("Sent by", joined([order.shipping_method.clone(), order.tracking.clone()])),
            ("Who paid", place(&order.billing)),
            ("Goes to", place(&order.shipping)),
            ("Note", order.note.clone()),
        ]);
        let warning = (!order.agrees).then_some("The amounts contradict each other; they are kept as the old shop stated them.");
        Ok(json!({"title": format!("Order {}", order.number), "when": moment(page, order.created_on),
            "mark": format!("Imported from {}", program(&order.source)), "isImported": true, "why": warning,
            "rows": lines, "answers": facts}))
    })
    .await
}

fn joined<const N: usize>(parts: [String; N]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// An address, a part a line, in the order in which one writes it.
fn place(parts: &BTreeMap<String, String>) -> String {
    let has_lines = parts.contains_key("address1");
    let order = [
        "name", "company", "address1", "address2", "street", "zip", "city", "province", "region", "country",
        "phone",
    ];
    let shown = order.iter().filter(|part| !(has_lines && **part == "street"));
    shown.filter_map(|part| parts.get(*part)).cloned().collect::<Vec<_>>().join("\n")
}

/// One of this shop.
pub(super) async fn show(request: HttpRequest, context: Data<Context>, id: Path<String>) -> HttpResponse {
    look(&request, &context, (View::Order, Right::ManageStore), async |page, who, _| {
        let (order, lines) = orders::own(who, page.context, &id).await?;
        let papers = papers::for_owner(who, page.context, &id).await?;
        let papers = papers.iter().map(paper).collect::<Result<Vec<_>, _>>()?;
        Ok(json!({"title": format!("Order {}", order.name()), "when": page.moment(order.created_at), "papers": papers,
            "mark": order.test_mode.then_some("Test"), "waits": order.is_waiting().then_some(&order.id), "answers": own_facts(page, &order)?,
            "rows": lines.iter().map(|line| own_line(line, &order.currency)).collect::<Vec<_>>()}))
    })
    .await
}

/// The money of an order came that is paid by hand.
pub(super) async fn receive(
    request: HttpRequest,
    context: Data<Context>,
    id: Path<String>,
    body: Bytes,
) -> HttpResponse {
    change(&request, &context, &body, Right::ManageStore, async |who, _| {
        received::receive(&who, &context, &id).await?;
        Ok((address(&format!("orders/{id}"), &[]), "paid"))
    })
    .await
}

fn paper(document: &StoredInvoice) -> Result<Value, ApiError> {
    let word = if document.kind == "invoice" { "Invoice" } else { "Credit note" };
    let file = |name: &str| format!("/api/commerce/invoices/{}/{name}", document.number);
    let xml = papers::has_data(document)?.then(|| file("invoice.xml"));
    Ok(json!({"what": format!("{word} {}", document.number), "pdf": file("invoice.pdf"), "xml": xml,
        "amount": amount(document.gross_cents, &document.currency)}))
}

fn own_line(line: &StoredLine, currency: &str) -> Value {
    let sum = line.unit_price_cents.saturating_mul(line.quantity);
    json!({"what": line.title, "about": line.sku, "quantity": line.quantity,
        "price": amount(line.unit_price_cents, currency), "amount": amount(sum, currency)})
}

fn own_facts(page: &Page<'_>, order: &StoredOrder) -> Result<Vec<Value>, ApiError> {
    let money = |cents: i64| if cents == 0 { String::new() } else { amount(cents, &order.currency) };
    let time = |at: Option<i64>| at.map(|at| page.moment(at)).unwrap_or_default();
    let named = order.applied_discounts()?;
    let named: Vec<String> =
        named.iter().map(|one| format!("{}: -{}", one.name, money(one.amount_cents.get()))).collect();
    let register =
        order.buyer()?.vat_id_confirmed.map(|known| if known { "confirmed" } else { "not known there" });
    let relief = format!("-{}", amount(order.relief_cents, &order.currency));
    let relief = Some(relief).filter(|_| order.reverse_charge).unwrap_or_default();
    let mut said = vec![
        ("Id", order.id.clone()),
        ("Language", order.language.clone()),
        ("Paid by hand", order.manual()?.unwrap_or_default().name),
        ("Email", order.email.clone()),
        ("Paid", time(order.paid_at)),
        ("Sent", time(order.fulfilled_at)),
        ("Cancelled", time(order.cancelled_at)),
        ("Subtotal", amount(order.subtotal_cents, &order.currency)),
        ("Discount", money(order.discount_cents)),
        ("Discounts", named.join("\n")),
        ("Shipping", money(order.shipping_cents)),
        ("Tax", money(order.tax_cents)),
        ("Reverse charge", relief),
        ("Total", amount(order.grand_total_cents, &order.currency)),
        ("Refunded", money(order.refunded_cents)),
        ("Delivery", order.option()?.unwrap_or_default().name),
        ("Goes to", order.parcel_lines()?.join("\n")),
        ("Terms agreed to", order.buyer()?.terms_digest),
        ("VAT register", register.unwrap_or_default().to_owned()),
    ];
    let of_buyer = ordered::facts(&OrderWords::english(), order)?;
    let of_buyer: Vec<(&str, String)> =
        of_buyer.iter().map(|(title, lines)| (title.as_str(), lines.join("\n"))).collect();
    said.extend(of_buyer);
    Ok(facts(said))
}
