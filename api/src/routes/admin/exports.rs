//! Orders as a table for other programs (CSV, RFC 4180).

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::csv::{self, moment};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::repository::owner::{self, ListedOrder, OrderFilter};
use crate::repository::sales::{self, ImportedFilter};
use crate::roles::Right;
use crate::usecase::owner::note::note_export;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpResponse, get, web};
use futures_util::stream;
use loggia_commerce::{
    BillingAddress, Buyer, DeliveryWindow, OfferedShippingOption, ShippingLocation, address_lines,
};
use loggia_exchange::sales::{Order, decimal};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

/// How many orders are read at a time.
const AT_ONCE: i64 = 500;

const HEAD: [&str; 34] = [
    "id",
    "createdOn",
    "email",
    "state",
    "testMode",
    "currency",
    "subtotal",
    "discount",
    "shipping",
    "tax",
    "grandTotal",
    "refunded",
    "pieces",
    "subscriptionId",
    "importedFrom",
    "number",
    "delivery",
    "name",
    "company",
    "phone",
    "line1",
    "line2",
    "district",
    "city",
    "region",
    "postalCode",
    "country",
    "billing",
    "vatId",
    "vatIdConfirmed",
    "note",
    "window",
    "giftMessage",
    "taxNotCharged",
];

/// Of which time.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// From this moment on; epoch milliseconds.
    pub from: Option<i64>,
    /// Before this moment; epoch milliseconds.
    pub to: Option<i64>,
}

/// Gives orders as CSV, newest first: those of this shop with their numbers, and behind them those that were imported, each
/// once, with the program they were placed with and their number there; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(ExportQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/orders.csv")]
pub async fn export_orders(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ExportQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    note_export(&context, &who, "orders").await?;
    let filter = OrderFilter {
        from: query.from.unwrap_or(0),
        to: query.to.unwrap_or(i64::MAX),
        ..OrderFilter::default()
    };
    // Read and sent in pieces: an export of years needs no more memory than one of a day.
    let imported = ImportedFilter { from: filter.from, to: filter.to, ..ImportedFilter::default() };
    let state = State { context, filter, imported, next: Part::Head };
    let rows = stream::try_unfold(state, next);
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"orders.csv\""))
        .streaming(rows))
}

/// What is sent next.
enum Part {
    Head,
    Own,
    Imported,
}

struct State {
    context: web::Data<Context>,
    filter: OrderFilter,
    imported: ImportedFilter,
    next: Part,
}

async fn next(mut state: State) -> Result<Option<(Bytes, State)>, ApiError> {
    let context = state.context.clone();
    if matches!(state.next, Part::Head) {
        state.next = Part::Own;
        return Ok(Some((Bytes::from(csv::line(HEAD)), state)));
    }
    if matches!(state.next, Part::Own) {
        let filter = &state.filter;
        let rows =
            context.db.read(async |connection| owner::orders(connection, filter, AT_ONCE).await).await?;
        if let Some(last) = rows.last() {
            let text: String = rows.iter().map(line).collect();
            state.filter.before.clone_from(&last.id);
            return Ok(Some((Bytes::from(text), state)));
        }
        state.next = Part::Imported;
    }
    let filter = &state.imported;
    let rows = context.db.read(async |connection| sales::imported(connection, filter, AT_ONCE).await).await?;
    let orders: Vec<Order> =
        rows.iter().map(|row| serde_json::from_str(&row.body)).collect::<Result<_, _>>()?;
    let Some(last) = orders.last() else { return Ok(None) };
    state.imported.after = (last.created_on, last.source.clone(), last.number.clone());
    let text: String = orders.iter().map(imported_line).collect();
    Ok(Some((Bytes::from(text), state)))
}

/// An order that was brought along: what its source said, with no id here.
fn imported_line(order: &Order) -> String {
    let pieces = order.lines.iter().map(|line| line.quantity).fold(0, i64::saturating_add);
    let created = if order.created_on == 0 { String::new() } else { moment(order.created_on) };
    let cells = [
        String::new(),
        created,
        order.email.clone(),
        order.payment_state.clone(),
        "false".to_owned(),
        order.currency.clone(),
        decimal(order.subtotal_cents),
        decimal(order.discount_cents),
        decimal(order.shipping_cents),
        decimal(order.tax_cents),
        decimal(order.total_cents),
        decimal(order.refunded_cents),
        pieces.to_string(),
        String::new(),
        order.source.clone(),
        order.number.clone(),
    ];
    csv::line(cells.iter().map(String::as_str).chain(imported_recipient(order)))
}

/// To whom an imported order went, in the columns of [`HEAD`] behind its number.
fn imported_recipient(order: &Order) -> [&str; 18] {
    let part = |names: &[&str]| {
        let found = names.iter().find_map(|name| order.shipping.get(*name));
        found.map(String::as_str).unwrap_or_default()
    };
    [
        &order.shipping_method,
        part(&["name"]),
        part(&["company"]),
        part(&["phone"]),
        part(&["address1", "line1", "street"]),
        part(&["address2", "line2"]),
        part(&["district"]),
        part(&["city"]),
        part(&["province", "region"]),
        part(&["zip", "postalCode"]),
        part(&["country"]),
        "",
        "",
        "",
        &order.note,
        "",
        "",
        "",
    ]
}

/// To whom an order of this shop goes, in the same columns.
fn recipient(order: &ListedOrder) -> Vec<String> {
    let buyer: Buyer = serde_json::from_str(&order.buyer).unwrap_or_default();
    let place: ShippingLocation = read(order.shipping_location.as_deref());
    let option: OfferedShippingOption = read(order.shipping_option.as_deref());
    let billing = buyer.billing.unwrap_or_default();
    let is_said = billing != BillingAddress::default();
    let payer = address_lines(&billing.name, &billing.company, &billing.address).join("\n");
    vec![
        option.name,
        buyer.name,
        buyer.company,
        buyer.phone,
        place.line1,
        place.line2,
        place.district,
        place.city,
        place.region,
        place.postal_code,
        place.country,
        if is_said { payer } else { String::new() },
        buyer.vat_id,
        buyer.vat_id_confirmed.map(|is_confirmed| is_confirmed.to_string()).unwrap_or_default(),
        buyer.note,
        option.window.as_ref().map(DeliveryWindow::text).unwrap_or_default(),
        buyer.gift_message,
    ]
}

fn read<T: Default + DeserializeOwned>(json: Option<&str>) -> T {
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

fn line(order: &ListedOrder) -> String {
    // None of these is below zero.
    let amount = |cents: i64| format!("{}.{:02}", cents / 100, cents % 100);
    let cells = [
        order.id.clone(),
        moment(order.created_at),
        order.email.clone(),
        order.state.clone(),
        order.test_mode.to_string(),
        order.currency.clone(),
        amount(order.subtotal_cents),
        amount(order.discount_cents),
        amount(order.shipping_cents),
        amount(order.tax_cents),
        amount(order.grand_total_cents),
        amount(order.refunded_cents),
        order.pieces.to_string(),
        order.subscription_id.clone().unwrap_or_default(),
        String::new(),
        order.number.map(|number| number.to_string()).unwrap_or_default(),
    ];
    let (recipient, relief) = (recipient(order), amount(order.relief_cents));
    csv::line(cells.iter().chain(&recipient).chain([&relief]).map(String::as_str))
}
