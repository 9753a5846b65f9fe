//! Coupons made in the shop, beside those of the site's own files.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{Event, Kind};
use crate::repository::{coupon, coupon_use, customer_group};
use crate::roles::Right;
use crate::usecase::owner::note::note;
use crate::usecase::paging::{ONE_MORE, page};
use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpResponse, delete, get, put, web};
use loggia_commerce::{Cents, Coupon, CouponLimits, Discount, GROUPS_OF_DISCOUNT_MAXIMUM};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

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
            && limits.groups.len() <= GROUPS_OF_DISCOUNT_MAXIMUM
    }
}

/// Makes a coupon, or changes one that was made here; for ADMIN and STORE_MANAGER, with a fresh proof.
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
    // A code takes money off for whoever knows it: a session that somebody took makes none.
    who.must_recently(Right::ManageStore, &context)?;
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
            let groups = customer_group::list(connection).await?;
            let is_missing = |key: &&String| !groups.iter().any(|group| group.key == **key);
            if let Some(key) = kept.limits.groups.iter().find(is_missing) {
                let text = format!(
                    "There is no group of customers with the key \"{key}\", so nobody could use this code. Make the group first."
                );
                return Err(ApiError::bad_request("group-missing", text));
            }
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

/// Which orders of a coupon.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct CouponOrdersQuery {
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of orders that use a coupon.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponOrders {
    /// Newest first; none whose payment came to nothing.
    pub orders: Vec<CouponOrder>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// An order that uses a coupon.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponOrder {
    /// Its id.
    pub order_id: String,
    /// Its number, once it is paid.
    pub number: Option<i64>,
    /// Its payment is decided.
    pub is_paid: bool,
    /// Who bought.
    pub email: String,
    /// No money moved.
    pub test_mode: bool,
    /// ISO 4217 code.
    pub currency: String,
    /// What the code took off, in minor units.
    pub discount_cents: i64,
    /// When it was placed; epoch milliseconds.
    pub created_on: i64,
}

/// Lists the orders that use a coupon, of the shop's own and of the site's files; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("code" = String, Path), CouponOrdersQuery), responses((status = 200, body = CouponOrders),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/coupons/{code}/orders")]
pub async fn list_coupon_orders(
    who: SignedIn,
    context: web::Data<Context>,
    code: web::Path<String>,
    query: Query<CouponOrdersQuery>,
) -> Result<HttpResponse, ApiError> {
    let page = page(
        &context,
        (&who, Right::ManageStore),
        &query.cursor,
        async |connection, after| coupon_use::orders(connection, &code, after.part(0), ONE_MORE).await,
        |row| vec![&row.order_id],
    )
    .await?;
    let has_next_page = page.has_next();
    let orders = page.rows.into_iter().map(|row| CouponOrder {
        order_id: row.order_id,
        number: row.number,
        is_paid: row.status == "paid",
        email: row.email,
        test_mode: row.test_mode,
        currency: row.currency,
        discount_cents: row.discount_cents,
        created_on: row.created_at,
    });
    Ok(HttpResponse::Ok().json(CouponOrders {
        orders: orders.collect(),
        has_next_page,
        next_page_cursor: page.next,
    }))
}
