//! `GET /api/commerce/inventory/stock/`.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::repository::catalog;
use crate::shopping;
use actix_web::http::header::{CACHE_CONTROL, CacheControl, CacheDirective};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use loggia_commerce::{Problem, StockAnswer};
use serde::Deserialize;
use utoipa::IntoParams;

/// How long a count may be shown from a cache, in seconds.
const FRESH_FOR: u32 = 5;

/// Whose stock.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StockQuery {
    /// The product.
    pub item_id: String,
}

/// What is left of each variant of a product, in the order of the catalogue.
#[utoipa::path(tag = "cart", params(StockQuery), responses(
    (status = 200, body = StockAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/inventory/stock/")]
pub async fn get_stock(
    context: web::Data<Context>,
    query: Query<StockQuery>,
) -> Result<HttpResponse, ApiError> {
    answer(context, query).await
}

/// The same without the slash at the end.
pub async fn answer(context: web::Data<Context>, query: Query<StockQuery>) -> Result<HttpResponse, ApiError> {
    let item_id = &query.item_id;
    let (rows, published) = context
        .db
        .read(async |connection| {
            let version = catalog::version(connection).await?;
            let published = context.publications.at_least(connection, version).await?;
            Ok((catalog::stock_of_item(connection, item_id).await?, published))
        })
        .await?;
    let product = published.product(item_id).ok_or(Problem::ItemUnavailable)?;
    let left = |sku: &str| {
        let row = rows.iter().find(|row| row.sku == sku);
        shopping::record(sku, row.map_or(Some(0), |row| (!row.unlimited).then_some(row.quantity)))
    };
    let results = product.variants.iter().map(|variant| left(variant.sku.as_str())).collect();
    let fresh = CacheControl(vec![CacheDirective::Public, CacheDirective::MaxAge(FRESH_FOR)]);
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, fresh)).json(StockAnswer { results }))
}
