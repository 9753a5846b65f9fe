//! Coupons made in the shop, beside those of the site's own files.

use super::note;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::coupon;
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, put, web};
use loggia_commerce::{Cents, Coupon, Discount};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The longest code.
const LONGEST_CODE: usize = 100;

/// Every coupon of the shop.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponsAnswer {
    /// Those of the site's own files; changed there.
    pub of_the_site: Vec<Coupon>,
    /// Those made here.
    pub of_the_shop: Vec<Coupon>,
}

/// Lists the coupons; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = CouponsAnswer), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/coupons")]
pub async fn list_coupons(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let published = context.publications.newest(&context.db).await?;
    let of_the_shop = context.db.read(async |connection| coupon::list(connection).await).await?;
    Ok(HttpResponse::Ok().json(CouponsAnswer { of_the_site: published.catalog.coupons.clone(), of_the_shop }))
}

/// What a coupon gives.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponWish {
    /// `percent` or `amount`, with its `value`.
    #[serde(flatten)]
    pub discount: Discount,
    /// The subtotal it needs; 0 is none.
    #[serde(default)]
    pub minimum_cents: Cents,
    /// The first moment at which it no longer counts; epoch milliseconds.
    #[serde(default)]
    pub expires_on: Option<i64>,
}

/// Makes a coupon, or changes one that was made here; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("code" = String, Path)), request_body = CouponWish, responses((status = 200, body = Coupon),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[put("/commerce/coupons/{code}")]
pub async fn put_coupon(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    code: web::Path<String>,
    wish: web::Json<CouponWish>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (code, wish, now) = (code.trim().to_owned(), wish.into_inner(), context.clock.now_ms());
    let worth = match wish.discount {
        Discount::Percent { value } => !value.get().is_zero(),
        Discount::Amount { value } => value > Cents::ZERO,
        Discount::GiftCard { .. } => false,
    };
    if code.is_empty() || code.len() > LONGEST_CODE || !worth || wish.minimum_cents < Cents::ZERO {
        return Err(ApiError::bad_request("malformed-coupon", "This coupon cannot be made."));
    }
    let published = context.publications.newest(&context.db).await?;
    if published.catalog.coupons.iter().any(|coupon| coupon.has_code(&code)) {
        return Err(ApiError::refused(
            StatusCode::CONFLICT,
            "coupon-of-the-site",
            "This code stands in the site's own files: change it there.",
        ));
    }
    let coupon = Coupon {
        code,
        discount: wish.discount,
        minimum_cents: wish.minimum_cents,
        expires_on: wish.expires_on,
    };
    let kept = coupon.clone();
    context
        .db
        .write(async move |connection| {
            let before = coupon::by_code(connection, &kept.code).await?;
            coupon::put(connection, &kept, now).await?;
            let event = Event::new(Kind::PutCoupon, &kept.code).change(json!(before), json!(kept));
            note(connection, &who, event, now).await
        })
        .await?;
    Ok(HttpResponse::Ok().json(coupon))
}

/// Removes a coupon that was made here; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("code" = String, Path)), responses((status = 204), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/commerce/coupons/{code}")]
pub async fn delete_coupon(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    code: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (code, now) = (code.into_inner(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let before = coupon::by_code(connection, &code).await?;
            if !coupon::remove(connection, &code).await? {
                return Err(ApiError::not_found("Not found"));
            }
            note(connection, &who, Event::new(Kind::RemoveCoupon, &code).with("before", json!(before)), now)
                .await
        })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
