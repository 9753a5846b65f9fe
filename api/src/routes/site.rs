//! What the site knows of itself: the form builder's schema, the languages.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use loggia_commerce::forms::{FormSchema, form_schema};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which schema.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SchemaQuery {
    /// `form` is the only one there is.
    #[serde(rename = "type")]
    pub kind: String,
}

/// The form builder's schema.
#[utoipa::path(tag = "site", params(SchemaQuery), responses((status = 200, body = FormSchema), (status = 400, body = ErrorBody)))]
#[get("/template/GetTemplateSchema")]
pub async fn get_template_schema(
    context: web::Data<Context>,
    query: Query<SchemaQuery>,
) -> Result<HttpResponse, ApiError> {
    if query.kind != "form" {
        return Err(ApiError::bad_request("unknown-schema", "There is no schema of this type."));
    }
    let published = context.publications.newest(&context.db).await?;
    Ok(HttpResponse::Ok().json(form_schema(published.catalog.feature_flags.vanilla_form_handler)))
}

/// In which languages the site speaks.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MultilingualStatus {
    /// Whether there is more than one.
    pub enabled: bool,
    /// The one without a prefix in its addresses.
    pub default_language: String,
    /// Every one, the default first.
    pub languages: Vec<String>,
}

/// The languages of the site.
#[utoipa::path(tag = "site", responses((status = 200, body = MultilingualStatus)))]
#[get("/multilingual/status")]
pub async fn get_multilingual_status(context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let website = &published.catalog.website;
    let default_language = website.locale.clone();
    let mut languages = vec![default_language.clone()];
    languages.extend(website.languages.iter().filter(|language| **language != default_language).cloned());
    Ok(HttpResponse::Ok().json(MultilingualStatus {
        enabled: languages.len() > 1,
        default_language,
        languages,
    }))
}
