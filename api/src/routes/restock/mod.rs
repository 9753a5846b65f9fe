//! Notices when a variant is back: visitors sign up, the owner sends.

pub mod owner;
pub(crate) mod unsubscribe;

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::lists::{Lists, Wish};
use crate::rates::Class;
use crate::repository::restock;
use crate::routes::captcha::{self, Solved};
use actix_web::{HttpRequest, HttpResponse, post, web};
use loggia_commerce::{Problem, RestockSignUp, check_restock, labels};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the visitor reads after signing up.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestockAnswer {
    /// The owner's text, or `Signed up!`.
    pub success_text: String,
}

/// Signs a visitor up.
#[utoipa::path(tag = "restock", request_body = RestockSignUp, responses((status = 200, body = RestockAnswer),
    (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody), (status = 500, body = ErrorBody)))]
#[post("/site-users/account/notifications/restock")]
pub async fn sign_up(
    request: HttpRequest,
    crumb: Crumb,
    context: web::Data<Context>,
    wish: web::Json<RestockSignUp>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Restock, &request, "").await?;
    let (wish, now) = (wish.into_inner(), context.clock.now_ms());
    let published = context.publications.newest(&context.db).await?;
    let site_key = published.catalog.website.captcha_site_key.as_deref();
    let needs_captcha = site_key.is_some();
    let email = check_restock(&wish, needs_captcha)?.key();
    let product = published.product(&wish.product_id).ok_or(Problem::ItemUnavailable)?;
    product.variant(&wish.variant_id).ok_or(Problem::VariantUnavailable)?;
    let captcha = if needs_captcha {
        captcha::check(&context, site_key, &crumb.value, wish.captcha_token.as_deref())
            .await?
            .ok_or(Problem::CaptchaMissing)?
    } else {
        Solved::NOT_ASKED
    };
    let merchandising = published.catalog.merchandising.get(&wish.product_id);
    let joins = wish.is_join_mailing_list
        && merchandising.is_some_and(|context| context.mailing_list_sign_up_enabled);
    let success_text =
        merchandising.map_or(labels::SIGNED_UP, |context| context.restock_success_text()).to_owned();
    let lists = Lists::of(&context).await?;
    context
        .db
        .write(async move |connection| {
            if !captcha.spend(connection).await? {
                return Err(Problem::CaptchaMissing.into());
            }
            restock::add(connection, (&wish.product_id, &wish.variant_id), &email, now).await?;
            if joins {
                lists.join(connection, &email, Wish::restock(), now).await?;
            }
            Ok(())
        })
        .await?;
    Ok(HttpResponse::Ok().json(RestockAnswer { success_text }))
}
