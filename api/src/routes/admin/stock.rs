//! Stock, as the owner counts it: every change with its reason, and the ledger of all of them.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::reason;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::call_key::call_of;
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::stock::counted;
use crate::roles::Right;
use crate::shopping;
use crate::usecase::paging::{ONE_MORE, page};
use crate::usecase::stock::adjust::{self, Adjusted, Asked, Requested, StockCause};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use loggia_commerce::Sku;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A change of stock by its owner: by so many, or to a number that was counted.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Adjustment {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// Where, in a shop of several locations; none, and `main`, is the first. A count is of what lies there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location_id: Option<String>,
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
    /// Why, by one word.
    #[serde(default)]
    pub cause: Option<StockCause>,
    /// Why, in words; may be empty where `cause` says enough: one other than `OTHER`.
    #[serde(default)]
    pub reason: String,
}

/// What became of a count.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdjustedStock {
    /// The variant.
    pub sku: Sku,
    /// There are always enough.
    pub unlimited: bool,
    /// How many there are, at the location.
    pub qty_in_stock: u32,
    /// How many there were, at the location.
    pub before: i64,
    /// By how many it changed.
    pub change: i64,
    /// How many there are at all locations: so many can be bought.
    pub total: i64,
}

/// Changes the stock of a variant, and writes down why; for ADMIN and STORE_MANAGER. This is the only way a count changes
/// beside orders: a publish leaves it alone. Both a change and a count are of what is there at that moment; the answer says what was.
#[utoipa::path(tag = "owner", params(("Idempotency-Key" = Option<String>, Header, description = "The same for every repeat of one change, for thirty days: it changes the stock once, and a repeat has the first answer")),
    request_body = Adjustment, responses((status = 200, body = AdjustedStock), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
#[post("/commerce/inventory/adjustments")]
pub async fn adjust_stock(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<Adjustment>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let body = body.into_inner();
    let call = call_of(&request, "stock", &serde_json::to_string(&body)?)?;
    let says_enough = body.cause.is_some_and(|cause| cause != StockCause::Other);
    let note =
        if says_enough && body.reason.trim().is_empty() { String::new() } else { reason(&body.reason)? };
    let requested = match (body.change, body.quantity) {
        (Some(change), None) => Requested::Change(change),
        (None, Some(counted)) => Requested::Count(counted),
        _ => {
            return Err(ApiError::bad_request("malformed-adjustment", "Give either a change or a quantity."));
        }
    };
    let (location, cause, expected) = (body.location_id, body.cause, body.expected);
    let asked =
        Asked { item_id: body.item_id, sku: body.sku.clone(), location, requested, expected, cause, note };
    let Adjusted { before, after, total } = adjust::one(&context, &who, asked, call).await?;
    let record = shopping::record(&body.sku, Some(after));
    Ok(HttpResponse::Ok().json(AdjustedStock {
        sku: record.sku,
        unlimited: false,
        qty_in_stock: record.qty_in_stock,
        before,
        change: after - before,
        total,
    }))
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
    /// `import`, `order`, `cancelled`, `returned`, `draft`, `adjustment`, `transfer-sent`, `transfer-received`, `transfer-lost` or
    /// `transfer-back`.
    pub reason: String,
    /// The owner's words.
    pub note: Option<String>,
    /// Why the owner changed it, where it was chosen.
    pub cause: Option<StockCause>,
    /// Who changed it; none for orders, and where the account is gone.
    pub actor: Option<String>,
    /// The order it belongs to.
    pub order_id: Option<String>,
    /// Its number, once it is paid.
    pub order_number: Option<i64>,
    /// Where; none is the first location, and where the shop has one place.
    pub location_id: Option<String>,
    /// The transfer it belongs to.
    pub transfer_id: Option<String>,
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
            counted::changes(connection, (&query.item_id, &query.sku), after.part(0), ONE_MORE).await
        },
        |row| vec![&row.id],
    )
    .await?;
    let change = |row: counted::Change| StockChange {
        change: row.change,
        reason: row.reason,
        note: row.note,
        cause: row.cause.as_deref().and_then(StockCause::of),
        actor: row.actor,
        order_id: row.order_id,
        order_number: row.order_number,
        location_id: row.location_id,
        transfer_id: row.transfer_id,
        created_on: row.created_at,
    };
    Ok(HttpResponse::Ok().json(ChangesPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        changes: page.rows.into_iter().map(change).collect(),
    }))
}
