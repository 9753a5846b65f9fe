//! The beginning of a session.

use super::carts::join_carts;
use super::origin::Origin;
use crate::extract::visitor::Visitor;

use crate::clock::DAY;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::factors;
use crate::repository::record::{self, Event};
use crate::repository::session::{self, NewSession};
use crate::repository::site_user::Account;
use crate::token;
use serde_json::Value;

/// How long a session lasts that is to be remembered.
pub const REMEMBERED: i64 = 30 * DAY;

/// How long any other lasts at most; its cookie ends with the browser.
const NOT_REMEMBERED: i64 = DAY;

/// A session that has begun: what its browser is to keep.
#[derive(Debug)]
pub struct Begun {
    /// The token that opens it.
    pub token: String,
    /// For `X-SiteUser-XSRF-Token`.
    pub xsrf_token: String,
    /// The token by which this browser is recognized.
    pub device_token: String,
    /// The site user's id.
    pub site_user_id: String,
    /// Role codes, as JSON.
    pub roles: Value,
    /// It lasts over the end of the browser.
    pub remember_me: bool,
    /// There is something in the person's cart.
    pub has_cart: bool,
}

/// Begins a session of `account`: its tokens, and the anonymous cart among the person's own. The session that
/// the browser had before ends: the new one has a new token (no fixation).
pub async fn begin(
    context: &Context,
    visitor: &Visitor,
    shopper: Shopper,
    account: Account,
    remember_me: bool,
) -> Result<Begun, ApiError> {
    let (token, xsrf_token) = (token::opaque(), token::opaque());
    let lifetime = if remember_me { REMEMBERED } else { NOT_REMEMBERED };
    let (publications, now, id) = (context.publications.clone(), context.clock.now_ms(), account.id.clone());
    let known = visitor.device_token.clone().filter(|known| known.len() == token.len());
    let device_token = known.unwrap_or_else(token::opaque);
    let origin = Origin::of(visitor, context).await?;
    let (device, email_message) = (token::hash(&device_token), origin.new_device(&account.email));
    let new = NewSession {
        token_hash: token::hash(&token),
        id: token::new_id(),
        site_user_id: account.id.clone(),
        xsrf_hash: token::hash(&xsrf_token),
        device: origin.device,
        place: origin.place,
    };
    let old = visitor.session_token.as_deref().map(token::hash);
    let actor = visitor.account(&account.id, &account.email);
    let has_cart = context
        .db
        .write(async move |connection| {
            if let Some(old) = &old {
                session::replace(connection, old, &new).await?;
            }
            session::begin(connection, &new, (now, now + lifetime)).await?;
            if session::see_device(connection, &id, &device, now).await? {
                factors::tell(connection, &email_message, now).await?;
            }
            let anonymous = shopper.token.as_deref().filter(|_| shopper.member.is_none());
            let has_cart = join_carts(connection, &publications, anonymous, &id, now).await?;
            record::write(connection, &actor, Event::new(record::Kind::LogIn, &id), now).await?;
            Ok(has_cart)
        })
        .await?;
    Ok(Begun {
        token,
        xsrf_token,
        device_token,
        roles: serde_json::from_str(&account.roles)?,
        site_user_id: account.id,
        remember_me,
        has_cart,
    })
}
