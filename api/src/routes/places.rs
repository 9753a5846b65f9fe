//! Places: what an address might be, and where it lies.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::outbound::places::{PlaceDetails, Prediction};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What was typed so far.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AutocompleteQuery {
    /// The text of the field.
    #[serde(default)]
    pub input: String,
}

/// The addresses that may be meant.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Predictions {
    /// Best first.
    pub predictions: Vec<Prediction>,
}

/// Suggests addresses.
#[utoipa::path(tag = "site", params(AutocompleteQuery), responses((status = 200, body = Predictions)))]
#[get("/google-maps/places/autocomplete")]
pub async fn autocomplete(context: web::Data<Context>, query: Query<AutocompleteQuery>) -> HttpResponse {
    HttpResponse::Ok().json(Predictions { predictions: context.places.autocomplete(&query.input).await })
}

/// Which place, and who asks.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct DetailsQuery {
    /// From a suggestion.
    pub place_id: String,
    /// The page that asks (tracking context).
    pub product_page: String,
    /// The part of it (tracking context).
    pub product_section: String,
}

/// Tells an address and where it lies; needs the tracking context.
#[utoipa::path(tag = "site", params(DetailsQuery), responses((status = 200, body = PlaceDetails), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/google-maps/places/details")]
pub async fn details(
    context: web::Data<Context>,
    query: Query<DetailsQuery>,
) -> Result<HttpResponse, ApiError> {
    if query.product_page.is_empty() || query.product_section.is_empty() {
        return Err(ApiError::bad_request("no-tracking-context", "The tracking context is missing."));
    }
    let found =
        context.places.details(&query.place_id).await.ok_or_else(|| ApiError::not_found("Not found"))?;
    Ok(HttpResponse::Ok().json(found))
}
