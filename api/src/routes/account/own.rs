//! What belongs to an account: its orders. And its end.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::emails::Tracking;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::extract::visitor::Visitor;
use crate::links::Opens;
use crate::repository::own_orders::{self, OwnOrder};
use crate::repository::{Connection, order};
use crate::respond::file::as_file;
use crate::respond::session::{ended, with_cookies};
use crate::routes::admin::orders::OrderState;
use crate::usecase::account::leave::{Leaving, leave as leave_account, own_data as own_data_of};
use crate::usecase::history::{Entry, Row, merged, own_before};
use crate::usecase::paging::{After, ONE_MORE, public_page};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, post, web};
use loggia_exchange::sales::Order as ImportedOrder;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which of one's own orders.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OwnOrdersQuery {
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of one's own orders.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOrdersPage {
    /// Newest first.
    pub orders: Vec<OwnOrderSummary>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// One of one's own orders. Amounts are minor units, times epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOrderSummary {
    /// Its id; of an imported order its number in the shop before this one.
    pub id: String,
    /// The number that people say (`#1042`), of an order of this shop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// Its page, from the root of the API's address, of an order of this shop: what is not shown here, and what can be done with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_page: Option<String>,
    /// The program of the shop in which it was placed, of an imported order: `shopify` and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported_from: Option<String>,
    /// When it was placed.
    pub created_on: i64,
    /// How it stands.
    pub state: OrderState,
    /// No money moved.
    pub test_mode: bool,
    /// ISO 4217 code of every amount.
    pub currency: String,
    /// What was paid.
    pub grand_total_cents: i64,
    /// What of it went back.
    pub refunded_cents: i64,
    /// What was bought.
    pub lines: Vec<OwnOrderLine>,
    /// How the goods can be followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tracking: Option<Tracking>,
}

/// One line of one's own order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOrderLine {
    /// What it was called.
    pub product_name: String,
    /// How many.
    pub quantity: i64,
    /// The price of one.
    pub unit_price_cents: i64,
}

/// Lists the orders of the person signed in: those made with the account, and those made with its address, here and in the
/// shop before this one. Whoever has an account reads the emails of its address: the key to it was sent there.
#[utoipa::path(tag = "session", params(OwnOrdersQuery), responses((status = 200, body = OwnOrdersPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody)))]
#[get("/site-users/account/orders")]
pub async fn list_own_orders(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<OwnOrdersQuery>,
) -> Result<HttpResponse, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        let rows = own_orders::list(connection, (&who.id, &who.email), own_before(after), ONE_MORE).await?;
        let mut orders = Vec::with_capacity(rows.len());
        for row in rows {
            let lines = order::lines(connection, &row.id).await?;
            orders.push((row.id.clone(), row.created_at, (row, lines)));
        }
        Ok((merged(connection, after, &who.email, orders).await?, ()))
    };
    let (page, ()) = public_page(&context, &query.cursor, load, Row::parts).await?;
    Ok(HttpResponse::Ok().json(OwnOrdersPage {
        has_next_page: page.has_next(),
        orders: page
            .rows
            .into_iter()
            .map(|row| match row.entry {
                Entry::Own((row, lines)) => summary(&context, row, lines),
                Entry::Imported(order) => Ok(imported(*order)),
            })
            .collect::<Result<_, ApiError>>()?,
        next_page_cursor: page.next,
    }))
}

/// An order that was placed in the shop before this one.
fn imported(order: ImportedOrder) -> OwnOrderSummary {
    let line = |line: loggia_exchange::sales::OrderLine| OwnOrderLine {
        product_name: line.title,
        quantity: line.quantity,
        unit_price_cents: line.unit_price_cents,
    };
    let state = match (order.cancelled_on, order.fulfilled_on) {
        (Some(_), _) => OrderState::Cancelled,
        (None, Some(_)) => OrderState::Fulfilled,
        (None, None) if order.is_paid() => OrderState::Paid,
        (None, None) => OrderState::Pending,
    };
    OwnOrderSummary {
        state,
        number: None,
        order_page: None,
        imported_from: Some(order.source),
        id: order.number,
        created_on: order.created_on,
        test_mode: false,
        currency: order.currency,
        grand_total_cents: order.total_cents,
        refunded_cents: order.refunded_cents,
        lines: order.lines.into_iter().map(line).collect(),
        tracking: None,
    }
}

fn summary(
    context: &Context,
    row: OwnOrder,
    lines: Vec<order::StoredLine>,
) -> Result<OwnOrderSummary, ApiError> {
    let subject = (row.id.as_str(), row.link_version);
    let order_page = context.publications.links().page(Opens::Order, subject, context.clock.now_ms());
    let state = match row.status.as_str() {
        "cancelled" => OrderState::Cancelled,
        _ if row.cancelled_at.is_some() => OrderState::Cancelled,
        _ if row.fulfilled_at.is_some() => OrderState::Fulfilled,
        _ => OrderState::Paid,
    };
    let line = |line: order::StoredLine| OwnOrderLine {
        product_name: line.title,
        quantity: line.quantity,
        unit_price_cents: line.unit_price_cents,
    };
    Ok(OwnOrderSummary {
        id: row.id,
        number: row.number,
        order_page: Some(order_page),
        imported_from: None,
        created_on: row.created_at,
        state,
        test_mode: row.test_mode,
        currency: row.currency,
        grand_total_cents: row.grand_total_cents,
        refunded_cents: row.refunded_cents,
        lines: lines.into_iter().map(line).collect(),
        tracking: row.tracking.as_deref().map(serde_json::from_str).transpose()?,
    })
}

/// Everything that is kept of the person signed in, as one JSON document.
#[utoipa::path(tag = "session", responses((status = 200, body = Object), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[get("/site-users/account/data")]
pub async fn own_data(
    visitor: Visitor,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    let document = own_data_of(&context, &visitor, &who).await?;
    Ok(as_file(&document))
}

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct LeavingAnswer {
    /// Always true; a wrong password shows in the status.
    pub removed: bool,
}

/// Removes the account of the person signed in, with its sessions and its cart; what was bought stays in the shop's books.
#[utoipa::path(tag = "session", request_body = Leaving, responses((status = 200, body = LeavingAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/removal")]
pub async fn leave(
    visitor: Visitor,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    leaving: web::Json<Leaving>,
) -> Result<HttpResponse, ApiError> {
    leave_account(&context, &visitor, who, leaving.into_inner()).await?;
    let answer = HttpResponse::Ok().json(LeavingAnswer { removed: true });
    Ok(with_cookies(answer, &ended(&context, None)))
}
