//! The first account of a site that has no users yet: everybody needs one from then on.

use super::session::{LogInAnswer, of_step};
use crate::accounts;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::extract::visitor::Visitor;
use crate::repository::record::{Event, Kind};
use crate::repository::site_user;
use crate::roles::{Right, Role};
use crate::usecase::owner::note::note;
use crate::usecase::owner::team::refused;
use crate::usecase::session::log_in::proceed;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post, web};
use loggia_commerce::forms::Email;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// The first account of a site.
#[derive(Clone, Deserialize, ToSchema)]
pub struct FirstAccount {
    /// The address to log in with.
    pub email: String,
    /// At least 10 characters.
    pub password: String,
}

/// Makes the first account, with all rights, for the one at the machine of a site without users; and logs in with it, since
/// everybody needs an account from then on.
#[utoipa::path(tag = "people", request_body = FirstAccount, responses((status = 200, body = LogInAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/people/first")]
pub async fn make_first_account(
    visitor: Visitor,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    shopper: Shopper,
    first: web::Json<FirstAccount>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManagePeople)?;
    if !who.is_alone() {
        let message = "The site has users already: invite people instead.";
        return Err(ApiError::refused(StatusCode::CONFLICT, "not-first", message));
    }
    let first = first.into_inner();
    let email = Email::parse(&first.email).map_err(|fault| refused(fault.into()))?.key();
    let hash = accounts::hashed(&first.password, &[&email]).await.map_err(refused)?;
    let (roles, now) = (serde_json::to_string(&[Role::Admin])?, context.clock.now_ms());
    let account = context
        .db
        .write(async move |connection| {
            if !site_user::hold_workers(connection).await?.is_empty() {
                return Ok(None);
            }
            // The person at the machine may take over the account of a shopper: they may everything.
            site_user::claim(connection, &email, &hash, &roles, now).await?;
            site_user::set_roles(connection, &email, &roles).await?;
            let account = site_user::by_email(connection, &email).await?;
            let id = account.as_ref().map_or("", |account| account.id.as_str());
            let event = Event::new(Kind::AccountMade, id).with("roles", json!([Role::Admin])).about(&email);
            note(connection, &who, event, now).await?;
            Ok(account)
        })
        .await?;
    let Some(account) = account else {
        return Err(ApiError::refused(StatusCode::CONFLICT, "not-first", "The site has users already."));
    };
    // The one at the machine has no cart of a member's.
    let shopper = Shopper { token: shopper.token, member: None };
    of_step(&context, proceed(&context, &visitor, shopper, account, false).await?)
}
