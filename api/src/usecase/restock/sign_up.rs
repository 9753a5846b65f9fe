//! A visitor signs up for a notice.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::visitor::Visitor;
use crate::lists::{JoinRequest, Lists};
use crate::rates::Class;
use crate::repository::restock;
use crate::usecase::captcha::{self, Solved};
use loggia_commerce::{Problem, RestockSignUp, check_restock, labels};

/// Signs a visitor up; `crumb` is the visitor's own, for whom the captcha was made. What the visitor reads
/// after signing up.
///
/// # Errors
/// A refusal of the shop's rules: an address that cannot be one, a captcha that is not solved, an unknown product or variant;
/// `too-many-requests`.
pub async fn sign_up(
    context: &Context,
    visitor: &Visitor,
    crumb: &str,
    request: RestockSignUp,
) -> Result<String, ApiError> {
    context.count_caller(Class::Restock, &visitor.caller, "").await?;
    let now = context.clock.now_ms();
    let published = context.publications.newest(&context.db).await?;
    let site_key = published.catalog.website.captcha_site_key.as_deref();
    let needs_captcha = site_key.is_some();
    let email = check_restock(&request, needs_captcha)?.key();
    let product = published.product(&request.product_id).ok_or(Problem::ItemUnavailable)?;
    product.variant(&request.variant_id).ok_or(Problem::VariantUnavailable)?;
    let captcha = if needs_captcha {
        captcha::check(context, site_key, crumb, request.captcha_token.as_deref())
            .await?
            .ok_or(Problem::CaptchaMissing)?
    } else {
        Solved::NOT_ASKED
    };
    let merchandising = published.catalog.merchandising.get(&request.product_id);
    let joins = request.is_join_mailing_list
        && merchandising.is_some_and(|context| context.mailing_list_sign_up_enabled);
    let success_text =
        merchandising.map_or(labels::SIGNED_UP, |context| context.restock_success_text()).to_owned();
    let lists = Lists::of(context).await?;
    context
        .db
        .write(async move |connection| {
            if !captcha.spend(connection).await? {
                return Err(Problem::CaptchaMissing.into());
            }
            restock::add(connection, (&request.product_id, &request.variant_id), &email, now).await?;
            if joins {
                lists.join(connection, &email, JoinRequest::restock(), now).await?;
            }
            Ok(())
        })
        .await?;
    Ok(success_text)
}
