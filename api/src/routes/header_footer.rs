//! The site's header and footer, edited while the site is live.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{self, Event, Kind};
use crate::repository::site_document;
use crate::roles::Right;
use actix_web::{HttpResponse, get, put, web};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

const NAME: &str = "header-footer";

/// Header and footer: an object or HTML each.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct HeaderFooter {
    /// The header.
    #[serde(default)]
    pub header: Part,
    /// The footer.
    #[serde(default)]
    pub footer: Part,
}

/// Either of the two.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Part {
    /// What a template makes of it.
    #[schema(value_type = Object)]
    Object(Map<String, Value>),
    /// As it stands.
    Html(String),
}

impl Default for Part {
    fn default() -> Self {
        Part::Object(Map::new())
    }
}

/// The pair that was saved last.
#[utoipa::path(tag = "site", responses((status = 200, body = HeaderFooter)))]
#[get("/site-header-footer")]
pub async fn get_header_footer(context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    let saved = context.db.read(async |connection| site_document::read(connection, NAME).await).await?;
    let pair = match saved {
        Some(body) => serde_json::from_str(&body)?,
        None => HeaderFooter::default(),
    };
    Ok(HttpResponse::Ok().json(pair))
}

/// Saves the pair; for ADMIN and EDITOR.
#[utoipa::path(tag = "site", request_body = HeaderFooter, responses((status = 200, body = HeaderFooter), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[put("/site-header-footer")]
pub async fn put_header_footer(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    pair: web::Json<HeaderFooter>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::EditContent)?;
    let (pair, now) = (pair.into_inner(), context.clock.now_ms());
    let body = serde_json::to_string(&pair)?;
    context
        .db
        .write(async move |connection| {
            let before = site_document::read(connection, NAME).await?.unwrap_or_default();
            site_document::save(connection, NAME, &body, now).await?;
            let event = Event::new(Kind::PutHeaderFooter, NAME).change(before.into(), body.clone().into());
            record::write(connection, &who.actor(), event, now).await
        })
        .await?;
    Ok(HttpResponse::Ok().json(pair))
}
