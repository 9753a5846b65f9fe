//! One's own account: asked for, given a password, looked at, left. An account begins with an email: anyone who can read it may
//! choose the password, so nobody prepares an account in another's name.

pub mod cards;
pub mod devices;
pub mod factors;
pub mod invoices;
pub mod join;
pub mod own;
pub mod password;
pub mod sessions;

use crate::config::SignUp;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper;
use actix_web::http::header::{CACHE_CONTROL, VARY};
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Who is signed in, if anybody.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountAnswer {
    /// Somebody is.
    pub authenticated: bool,
    /// Visitors may ask for an account.
    pub sign_up_open: bool,
    /// The site user's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site_user_id: Option<String>,
    /// The address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Role codes.
    #[schema(value_type = Option<Vec<u8>>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roles: Option<Value>,
}

/// Tells who is signed in, and whether visitors may ask for an account.
#[utoipa::path(tag = "session", responses((status = 200, body = AccountAnswer)))]
#[get("/site-users/account")]
pub async fn get_account(
    request: HttpRequest,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    let session = shopper::session(&request, &context).await?;
    let roles = session.as_ref().map(|session| serde_json::from_str(&session.roles)).transpose()?;
    let (site_user_id, email) = session.map(|session| (session.id, session.email)).unzip();
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((VARY, "Cookie"))
        .json(AccountAnswer {
            authenticated: site_user_id.is_some(),
            sign_up_open: context.settings.sign_up == SignUp::Open,
            site_user_id,
            email,
            roles,
        }))
}

/// What is answered to anyone who asks for an email: the same whether the address is known or not.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct EmailSentAnswer {
    /// Always true.
    pub sent: bool,
}

/// An address.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Address {
    /// Where the email goes.
    pub email: String,
}
