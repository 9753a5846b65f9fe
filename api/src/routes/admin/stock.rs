//! Stock, as the owner counts it: every change with its reason, and the ledger of all of them.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::reason;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::notices;
use crate::repository::catalog;
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use crate::shopping;
use crate::usecase::owner::note::note;
use crate::usecase::paging::{ONE_MORE, page};
use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpResponse, get, post, web};
use loggia_commerce::{Problem, StockRecord};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

/// The most pieces one adjustment may speak of.
const MOST_PIECES: i64 = 1_000_000_000;

/// A change of stock by its owner: by so many, or to a number that was counted.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Adjustment {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// By how many; negative takes away. Either this or `quantity`.
    #[serde(default)]
    pub change: Option<i64>,
    /// What was counted.
    #[serde(default)]
    pub quantity: Option<i64>,
    /// How many there were when it was looked at: an adjustment is refused (409) when there are others by now. A change needs
    /// none, a count should have one: an order in between is in no count.
    #[serde(default)]
    pub expected: Option<i64>,
    /// Why.
    pub reason: String,
}

/// Changes the stock of a variant, and writes down why; for ADMIN and STORE_MANAGER. This is the only way a count changes
/// beside orders: a publish leaves it alone.
#[utoipa::path(tag = "owner", request_body = Adjustment, responses((status = 200, body = StockRecord), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/commerce/inventory/adjustments")]
pub async fn adjust_stock(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<Adjustment>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (body, now) = (body.into_inner(), context.clock.now_ms());
    let why = reason(&body.reason)?;
    let record = context
        .db
        .write(async move |connection| {
            let rows = catalog::stock_of_item(connection, &body.item_id).await?;
            let row = rows.into_iter().find(|row| row.sku == body.sku).ok_or(Problem::ItemUnavailable)?;
            if row.unlimited {
                return Err(ApiError::bad_request("stock-unlimited", "That variant is not counted."));
            }
            let is_as_seen = body.expected.is_none_or(|seen| seen == row.quantity);
            let change = match (body.change, body.quantity) {
                (Some(change), None) if (-MOST_PIECES..=MOST_PIECES).contains(&change) => change,
                (None, Some(counted)) if (0..=MOST_PIECES).contains(&counted) => counted - row.quantity,
                _ => return Err(ApiError::bad_request("malformed-adjustment", "Give either a change or a quantity.")),
            };
            if row.quantity + change < 0 {
                return Err(ApiError::bad_request("stock-below-zero", "There are not as many to take away."));
            }
            let piece = (body.item_id.as_str(), body.sku.as_str());
            if !is_as_seen || change != 0 && !catalog::adjust(connection, piece, (row.quantity, change), &why, now).await? {
                return Err(ApiError::refused(
                    StatusCode::CONFLICT,
                    "stock-changed",
                    "The stock changed meanwhile. Please look at it and try again.",
                ));
            }
            let subject = format!("{} {}", body.item_id, body.sku);
            let event = Event::new(Kind::AdjustStock, &subject);
            let event = event.change(row.quantity.into(), (row.quantity + change).into()).words(&why);
            note(connection, &who, event, now).await?;
            let data = json!({"itemId": body.item_id, "sku": body.sku, "quantity": row.quantity + change, "change": change});
            notices::add(connection, "stock.adjusted", data, now).await?;
            Ok(shopping::record(&row.sku, Some(row.quantity + change)))
        })
        .await?;
    Ok(HttpResponse::Ok().json(record))
}

/// Which changes.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ChangesQuery {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// `nextPageCursor` of the page before.
    #[serde(default)]
    pub cursor: String,
}

/// A page of changes.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangesPage {
    /// Newest first.
    pub changes: Vec<StockChange>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// One change of stock.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockChange {
    /// By how many.
    pub change: i64,
    /// `import`, `order`, `cancelled`, `returned` or `adjustment`.
    pub reason: String,
    /// The owner's words.
    pub note: Option<String>,
    /// The order it belongs to.
    pub order_id: Option<String>,
    /// Epoch milliseconds.
    pub created_on: i64,
}

/// Shows why a variant's stock is what it is; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(ChangesQuery), responses((status = 200, body = ChangesPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/inventory/changes")]
pub async fn list_stock_changes(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ChangesQuery>,
) -> Result<HttpResponse, ApiError> {
    let page = page(
        &context,
        (&who, Right::ManageStore),
        &query.cursor,
        async |connection, after| {
            catalog::changes(connection, (&query.item_id, &query.sku), after.part(0), ONE_MORE).await
        },
        |row| vec![&row.id],
    )
    .await?;
    let change = |row: catalog::Change| StockChange {
        change: row.change,
        reason: row.reason,
        note: row.note,
        order_id: row.order_id,
        created_on: row.created_at,
    };
    Ok(HttpResponse::Ok().json(ChangesPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        changes: page.rows.into_iter().map(change).collect(),
    }))
}
