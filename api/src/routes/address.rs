//! `GET /api/commerce/address-form`.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::usecase::address::form_of;
use actix_web::http::header::{CacheControl, CacheDirective};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use loggia_commerce::{AddressForm, DetailProblem, Details};
use serde::Deserialize;
use utoipa::IntoParams;

/// How long a form may be kept, in seconds: it changes with the shop's taxes and with this program alone.
const FRESH_FOR: u32 = 3600;

/// Of which country, and who reads it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct AddressFormQuery {
    /// ISO 3166 code of two letters.
    pub country: String,
    /// The reader's language, as `de` or `de-AT`: names of regions are in it where it is one of the country's own.
    pub language: String,
}

/// The form for an address of a country: its fields in their order, their labels, what is needed, its regions as a list and the
/// pattern of its postal codes. Caches may keep it for an hour.
#[utoipa::path(tag = "checkout", params(AddressFormQuery), responses((status = 200, body = AddressForm), (status = 400, body = ErrorBody)))]
#[get("/commerce/address-form")]
pub async fn get_address_form(
    context: web::Data<Context>,
    query: Query<AddressFormQuery>,
) -> Result<HttpResponse, ApiError> {
    let published = context.publications.current();
    let Some(form) = form_of(&published.catalog, &query.country, &query.language) else {
        let mut found = Details::default();
        found.add("country", DetailProblem::CountryUnknown);
        return Err(found.into());
    };
    let fresh = CacheControl(vec![CacheDirective::Public, CacheDirective::MaxAge(FRESH_FOR)]);
    Ok(HttpResponse::Ok().insert_header(fresh).json(form))
}
