//! The places where a shop keeps its stock.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::stock::location::Location;
use crate::usecase::stock::locations::{self, Change};
use actix_web::{HttpResponse, get, post, put, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The locations of a shop.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct StockLocations {
    /// In the order in which stock is taken from them; empty where the shop keeps everything at one place.
    pub locations: Vec<StockLocation>,
}

/// A location.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockLocation {
    /// Its id; `main` is the shop's first.
    pub id: String,
    /// What the staff call it.
    pub name: String,
    /// It is the first: what is said to lie nowhere lies there, and it cannot be archived.
    pub is_main: bool,
    /// It is not used any more.
    pub is_archived: bool,
    /// Epoch milliseconds.
    pub created_on: i64,
}

impl From<Location> for StockLocation {
    fn from(one: Location) -> Self {
        StockLocation {
            is_main: one.is_main(),
            is_archived: one.archived_at.is_some(),
            id: one.id,
            name: one.name,
            created_on: one.created_at,
        }
    }
}

fn all(found: Vec<Location>) -> HttpResponse {
    let locations = found.into_iter().map(StockLocation::from).collect();
    HttpResponse::Ok().json(StockLocations { locations })
}

/// Lists the locations, archived ones too; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = StockLocations), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/locations")]
pub async fn list_locations(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    Ok(all(locations::list(&context, &who).await?))
}

/// A location that is added.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewStockLocation {
    /// What the staff call it: 1 to 60 characters. No two have one name, whatever the capitals.
    pub name: String,
    /// With the first that is added: the name of the place where the stock lies until then. Ignored when that has a name.
    #[serde(default)]
    pub main_name: Option<String>,
}

/// Adds a location, with nothing at it; stock is taken from it after all others. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = NewStockLocation, responses((status = 200, body = StockLocation), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/commerce/desk/locations")]
pub async fn add_location(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<NewStockLocation>,
) -> Result<HttpResponse, ApiError> {
    let one = locations::add(&context, &who, &body.name, body.main_name.as_deref()).await?;
    Ok(HttpResponse::Ok().json(StockLocation::from(one)))
}

/// The order of the locations.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct StockLocationOrder {
    /// The id of every location in use, once: stock is taken from the first of them first.
    pub ids: Vec<String>,
}

/// Says in which order stock is taken from the locations; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = StockLocationOrder, responses((status = 200, body = StockLocations), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[put("/commerce/desk/locations")]
pub async fn order_locations(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<StockLocationOrder>,
) -> Result<HttpResponse, ApiError> {
    Ok(all(locations::order(&context, &who, body.into_inner().ids).await?))
}

/// A change of a location; what is left out stays.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct StockLocationChange {
    /// Another name.
    pub name: Option<String>,
    /// It is not used any more, or is again. One is archived only when nothing lies there and nothing is on its way to it.
    pub is_archived: Option<bool>,
}

/// Gives a location another name, archives it, or takes it into use again; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("locationId" = String, Path)), request_body = StockLocationChange, responses((status = 200, body = StockLocation),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[put("/commerce/desk/locations/{locationId}")]
pub async fn change_location(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<StockLocationChange>,
) -> Result<HttpResponse, ApiError> {
    let StockLocationChange { name, is_archived } = body.into_inner();
    let one = locations::change(&context, &who, &id, Change { name, archived: is_archived }).await?;
    Ok(HttpResponse::Ok().json(StockLocation::from(one)))
}
