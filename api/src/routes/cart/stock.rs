//! `GET /api/commerce/inventory/stock/`.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::repository::catalog;
use crate::shopping;
use crate::token;
use actix_web::http::header::{CACHE_CONTROL, CacheControl, CacheDirective, ETAG, IF_NONE_MATCH};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, web};
use loggia_commerce::{ItemId, Problem, ProductState, StockAnswer, StocksAnswer, Variant, VariantState};
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

/// Whose stock, of many.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StocksQuery {
    /// The products' ids, with commas between them; at most 100.
    pub item_ids: String,
}

/// The most products one call asks for.
const MOST_ITEMS: usize = 100;

/// The products that a call asks for, each once.
pub(super) fn item_ids(query: &StocksQuery) -> Result<Vec<String>, ApiError> {
    let mut ids: Vec<String> =
        query.item_ids.split(',').map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned).collect();
    ids.sort();
    ids.dedup();
    if ids.len() > MOST_ITEMS {
        return Err(ApiError::bad_request("too-many-items", "That is too many items for one call."));
    }
    Ok(ids)
}

/// What is left of each variant of many products and what it costs, for a whole page that was made earlier: one small answer
/// that caches may keep.
#[utoipa::path(tag = "cart", params(StocksQuery), responses(
    (status = 200, body = StocksAnswer), (status = 304), (status = 400, body = ErrorBody)))]
#[get("/commerce/inventory/stocks")]
pub async fn get_stocks(
    request: HttpRequest,
    context: web::Data<Context>,
    query: Query<StocksQuery>,
) -> Result<HttpResponse, ApiError> {
    let ids = item_ids(&query)?;
    let (rows, published) = context
        .db
        .read(async |connection| {
            let version = catalog::version(connection).await?;
            let published = context.publications.at_least(connection, version).await?;
            Ok((catalog::stock_of_items(connection, &ids).await?, published))
        })
        .await?;
    let currency = published.catalog.store_settings.currency;
    let state_of = |id: &String| {
        let product = published.product(id)?;
        let of = |sku: &str| rows.iter().find(|row| row.item_id == *id && row.sku == sku);
        let record = |sku: &str| {
            shopping::record(sku, of(sku).map_or(Some(0), |row| (!row.unlimited).then_some(row.quantity)))
        };
        let state = |variant: &Variant| VariantState {
            stock: record(variant.sku.as_str()),
            price: variant.price,
            sale_price: variant.sale_price,
            on_sale: variant.on_sale,
        };
        let variants = product.variants.iter().map(state).collect();
        Some((ItemId::from(id.as_str()), ProductState { build_id: product.build_id(currency), variants }))
    };
    let body = serde_json::to_string(&StocksAnswer { items: ids.iter().filter_map(state_of).collect() })?;
    let hash = hex::encode(&token::hash(&body)[..12]);
    let tag = format!("\"{hash}\"");
    let fresh = CacheControl(vec![CacheDirective::Public, CacheDirective::MaxAge(FRESH_FOR)]);
    let known = request.headers().get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known =
        known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag));
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((CACHE_CONTROL, fresh)).insert_header((ETAG, tag));
    if is_known {
        return Ok(answer.finish());
    }
    Ok(answer.content_type("application/json").body(body))
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
