//! What is done with orders at the desk. Money goes back and orders are called off by the calls beside (`routes/admin/refunds`).

use super::order::{DeskOrder, DeskPieces, whole};
use crate::context::Context;
use crate::emails::Tracking;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::usecase::desk::change::{self, Recipient, TagChange};
use crate::usecase::desk::letter::{self, Letter};
use crate::usecase::desk::marks;
use crate::usecase::desk::send::{self, Parcel};
use crate::usecase::mentions::NewWords;
use actix_web::{HttpResponse, post, put, web};
use loggia_commerce::ShippingLocation;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most orders that are sent by one call.
const MOST_AT_ONCE: usize = 100;

/// What goes out.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NewParcel {
    /// The pieces; none for everything that is left.
    pub lines: Vec<DeskPieces>,
    /// How it can be followed. Without `trackingUrl` it is the carrier's own page, where that is known.
    pub tracking: Option<Tracking>,
    /// The shopper gets a letter.
    pub notify: bool,
}

/// Sends a parcel of a paid order, whole or in part; for ADMIN and STORE_MANAGER. When nothing is left the order is fulfilled.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = NewParcel, responses((status = 200, body = DeskOrder),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[post("/commerce/desk/orders/{orderId}/parcels")]
pub async fn send_parcel(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<NewParcel>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let body = body.into_inner();
    let lines = body.lines.iter().map(|line| (line.position, line.quantity)).collect();
    send::send(&context, &who, &id, Parcel { lines, tracking: body.tracking, notify: body.notify }).await?;
    Ok(HttpResponse::Ok().json(whole(&context, &who, &id).await?))
}

/// Orders that are sent whole.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct ManyParcels {
    /// Their ids; at most 100.
    pub orders: Vec<String>,
    /// Each shopper gets a letter.
    #[serde(default)]
    pub notify: bool,
}

/// What became of each.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ManySent {
    /// In the order in which they were named.
    pub orders: Vec<OneSent>,
}

/// What became of one.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OneSent {
    /// Its id.
    pub id: String,
    /// Why it was not sent; none when it was.
    pub refused: Option<String>,
}

/// Sends what is left of many orders, each by itself: one that is refused holds up no other; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = ManyParcels, responses((status = 200, body = ManySent), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/commerce/desk/parcels")]
pub async fn send_many(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<ManyParcels>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    if body.orders.len() > MOST_AT_ONCE {
        return Err(ApiError::bad_request("too-many-orders", "Please name at most 100 orders at once."));
    }
    let mut orders = Vec::new();
    for id in &body.orders {
        let parcel = Parcel { notify: body.notify, ..Parcel::default() };
        let refused = match send::send(&context, &who, id, parcel).await {
            Ok(()) => None,
            Err(fault @ ApiError::Internal(_)) => return Err(fault),
            Err(refusal) => Some(refusal.to_string()),
        };
        orders.push(OneSent { id: id.clone(), refused });
    }
    Ok(HttpResponse::Ok().json(ManySent { orders }))
}

/// Where an order goes, and to whom.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NewAddress {
    /// The name on the parcel.
    pub name: String,
    /// The company there.
    pub company: String,
    /// A phone number for the carrier.
    pub phone: String,
    /// The address: of the same country and region.
    pub location: ShippingLocation,
}

/// Sends a paid order to another address, before any of it was sent; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = NewAddress, responses((status = 200, body = DeskOrder),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[put("/commerce/desk/orders/{orderId}/address")]
pub async fn change_address(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<NewAddress>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let NewAddress { name, company, phone, location } = body.into_inner();
    change::readdress(&context, &who, &id, Recipient { name, company, phone, location }).await?;
    Ok(HttpResponse::Ok().json(whole(&context, &who, &id).await?))
}

/// A note.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct NewNote {
    /// At most 2,000 characters; lines are kept. One U+FFFC (object replacement character) stands for each account of `mentions`.
    pub text: String,
    /// The accounts that the note names, in the order of their places in the text; at most 20, each of somebody who may read orders.
    /// They are told.
    #[serde(default)]
    pub mentions: Vec<String>,
}

/// Notes something about an order, for the staff alone; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = NewNote, responses((status = 200, body = DeskOrder),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/desk/orders/{orderId}/notes")]
pub async fn add_note(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<NewNote>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    change::add_note(&context, &who, &id, &NewWords::of(&body.text, &body.mentions)?).await?;
    Ok(HttpResponse::Ok().json(whole(&context, &who, &id).await?))
}

/// What an order is sorted by.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct NewTags {
    /// At most 20 of at most 40 characters; they stand in place of those it had.
    pub tags: Vec<String>,
    /// Those it had when the change was begun: what somebody else added or took away since then stays so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<Vec<String>>,
}

/// Sorts an order by tags; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = NewTags, responses((status = 200, body = DeskOrder),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/desk/orders/{orderId}/tags")]
pub async fn set_tags(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<NewTags>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let NewTags { tags, was } = body.into_inner();
    change::write_tags(&context, &who, &id, TagChange::Set { tags, was }).await?;
    Ok(HttpResponse::Ok().json(whole(&context, &who, &id).await?))
}

/// A letter that can be sent again.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeskLetterKind {
    /// The order was paid.
    Confirmation,
    /// What was sent last is on its way.
    Shipped,
    /// The order was called off.
    Cancelled,
}

/// Which letter.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct LetterAgain {
    /// The letter.
    pub kind: DeskLetterKind,
}

/// Sends a letter about an order again, as it stands now; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = LetterAgain, responses((status = 200, body = DeskOrder),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/desk/orders/{orderId}/letters")]
pub async fn send_letter(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<LetterAgain>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let kind = match body.kind {
        DeskLetterKind::Confirmation => Letter::Confirmation,
        DeskLetterKind::Shipped => Letter::Shipped,
        DeskLetterKind::Cancelled => Letter::Cancelled,
    };
    letter::again(&context, &who, &id, kind).await?;
    Ok(HttpResponse::Ok().json(whole(&context, &who, &id).await?))
}

/// What was looked at.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct LookedAt {
    /// The ids of its marks that were seen, at most 100: a mark that was found meanwhile stays.
    pub marks: Vec<String>,
}

/// Notes that what was marked of an order was looked at; for ADMIN and STORE_MANAGER. Nothing else about the order changes.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = LookedAt, responses((status = 200, body = DeskOrder),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/desk/orders/{orderId}/looked-at")]
pub async fn look_at_order(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<LookedAt>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    marks::look_at(&context, &who, &id, body.into_inner().marks).await?;
    Ok(HttpResponse::Ok().json(whole(&context, &who, &id).await?))
}
