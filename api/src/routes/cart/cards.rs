//! `GET /api/commerce/products/cards`.

use super::stock::{StocksQuery, item_ids};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use actix_web::http::header::{CACHE_CONTROL, CacheControl, CacheDirective};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use loggia_commerce::{ItemId, ProductCardsAnswer};

/// How long a picture and a link may come from a cache, in seconds.
const FRESH_FOR: u32 = 60;

/// What a list shows of products: title, page and picture. A cart's entries have none of these themselves.
#[utoipa::path(tag = "cart", params(StocksQuery), responses(
    (status = 200, body = ProductCardsAnswer), (status = 400, body = ErrorBody)))]
#[get("/commerce/products/cards")]
pub async fn get_product_cards(
    context: web::Data<Context>,
    query: Query<StocksQuery>,
) -> Result<HttpResponse, ApiError> {
    let ids = item_ids(&query)?;
    let published = context.publications.newest(&context.db).await?;
    let card =
        |id: &String| Some((ItemId::from(id.as_str()), published.catalog.card(published.product(id)?)));
    let fresh = CacheControl(vec![CacheDirective::Public, CacheDirective::MaxAge(FRESH_FOR)]);
    let answer = ProductCardsAnswer { items: ids.iter().filter_map(card).collect() };
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, fresh)).json(answer))
}
