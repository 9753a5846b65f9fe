//! Coupons made in the shop, beside those of the site's own files.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{Event, Kind};
use crate::repository::{coupon, coupon_use};
use crate::roles::Right;
use crate::usecase::owner::note::note;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, put, web};
use loggia_commerce::{Cents, Coupon, CouponLimits, Discount};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The longest code.
const LONGEST_CODE: usize = 100;
/// The most products, and the most collections, that one coupon names.
const MOST_IDS: usize = 500;

/// Every coupon of the shop.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponsAnswer {
    /// Those of the site's own files; changed there.
    pub of_the_site: Vec<Coupon>,
    /// Those made here.
    pub of_the_shop: Vec<Coupon>,
    /// Discounts without a code, of the site's own files, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<DiscountUse>,
    /// How many orders use each code that were not cancelled; by the code in small letters, none that no order uses.
    pub uses: BTreeMap<String, i64>,
}

/// A discount without a code, and how often it was used.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountUse {
    /// Its id.
    pub id: String,
    /// What the shopper reads.
    pub name: String,
    /// How many orders use it that were not cancelled.
    pub uses: i64,
    /// How many may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses_in_all: Option<u32>,
}

/// Lists the coupons; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = CouponsAnswer), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/coupons")]
pub async fn list_coupons(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let published = context.publications.newest(&context.db).await?;
    let (of_the_shop, uses, discounts) = context
        .db
        .read(async |connection| {
            let mut discounts = Vec::new();
            for discount in &published.catalog.discounts {
                let uses = coupon_use::of_discount(connection, &discount.id).await?;
                discounts.push(DiscountUse {
                    id: discount.id.clone(),
                    name: discount.name.clone(),
                    uses,
                    uses_in_all: discount.limits.uses_in_all,
                });
            }
            Ok((coupon::list(connection).await?, coupon_use::all(connection).await?, discounts))
        })
        .await?;
    Ok(HttpResponse::Ok().json(CouponsAnswer {
        of_the_site: published.catalog.coupons.clone(),
        of_the_shop,
        discounts,
        uses: uses.into_iter().collect(),
    }))
}

/// What a coupon gives.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponRequest {
    /// `percent` or `amount`, with its `value`.
    #[serde(flatten)]
    pub discount: Discount,
    /// Who may use it, for what, and how often.
    #[serde(flatten)]
    pub limits: CouponLimits,
}

impl CouponRequest {
    /// Whether such a coupon can take something off for somebody.
    fn is_sound(&self) -> bool {
        let worth = match self.discount {
            Discount::Percent { value } => !value.get().is_zero(),
            Discount::Amount { value } => value > Cents::ZERO,
        };
        let limits = &self.limits;
        let has_time = match (limits.starts_on, limits.expires_on) {
            (Some(start), Some(end)) => start < end,
            _ => true,
        };
        let is_short = |ids: usize| ids <= MOST_IDS;
        worth
            && has_time
            && limits.minimum_cents >= Cents::ZERO
            && limits.uses_in_all != Some(0)
            && limits.uses_per_customer != Some(0)
            && is_short(limits.products.len())
            && is_short(limits.collections.len())
    }
}

/// Makes a coupon, or changes one that was made here; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("code" = String, Path)), request_body = CouponRequest, responses((status = 200, body = Coupon),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[put("/commerce/coupons/{code}")]
pub async fn put_coupon(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    code: web::Path<String>,
    body: web::Json<CouponRequest>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (code, body, now) = (code.trim().to_owned(), body.into_inner(), context.clock.now_ms());
    if code.is_empty() || code.len() > LONGEST_CODE || !body.is_sound() {
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
    let coupon = Coupon { code, discount: body.discount, limits: body.limits };
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
