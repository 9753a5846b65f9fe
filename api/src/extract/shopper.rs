//! Whose cart it is: the token of the cart cookie, or the person signed in.

use super::cookies::{self, CART, SITE_USER_SESSION};
use super::editor_auth;
use crate::config::SecondFactor;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::cart::Key;
use crate::repository::session::{self, Session};
use crate::roles::Role;
use crate::token;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;

/// A visitor with a cart, or without one yet.
#[derive(Clone, Debug)]
pub struct Shopper {
    /// The token of the cart cookie.
    pub token: Option<String>,
    /// The site user's id, when somebody is signed in.
    pub member: Option<String>,
}

impl Shopper {
    /// What opens the cart; `None` for a visitor who has none.
    pub fn key(&self) -> Option<Key> {
        match (&self.member, &self.token) {
            (Some(member), _) => Some(Key::Member(member.clone())),
            (None, Some(token)) => Some(Key::Token(token::hash(token))),
            (None, None) => None,
        }
    }
}

impl FromRequest for Shopper {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let token = cookies::read(&request, CART)
                .map(|cookie| cookie.value().to_owned())
                .filter(|token| !token.is_empty());
            let member = match request.app_data::<web::Data<Context>>() {
                Some(context) => session(&request, context).await?.map(|session| session.id),
                None => None,
            };
            Ok(Shopper { token, member })
        })
    }
}

/// The session of the cookie, if it holds, or that of the editor. A call without either asks nothing of the store.
pub async fn session(request: &HttpRequest, context: &Context) -> Result<Option<Session>, ApiError> {
    let session = match cookies::read(request, SITE_USER_SESSION) {
        Some(cookie) => by_token(context, cookie.value()).await?,
        None => None,
    };
    Ok(editor_auth::session(request, session).await)
}

/// The same, when it is only looked whether it is there still: it counts as no use of it.
pub(super) async fn held_session(
    request: &HttpRequest,
    context: &Context,
) -> Result<Option<Session>, ApiError> {
    let session = match cookies::read(request, SITE_USER_SESSION) {
        Some(cookie) => held(context, cookie.value()).await?,
        None => None,
    };
    Ok(editor_auth::session(request, session).await)
}

/// A session's last use is written down so often.
const SEEN_EVERY: i64 = 60_000;

/// The session with this token, if it holds: its longest time is not over, it was used lately enough, and its person has the
/// second factor that their roles need. This is the one place that says so, for the shop and for the editor.
///
/// # Errors
/// Faults of the store.
pub async fn by_token(context: &Context, token: &str) -> Result<Option<Session>, ApiError> {
    let Some(found) = held(context, token).await? else { return Ok(None) };
    let (hash, now) = (token::hash(token), context.clock.now_ms());
    if now - found.seen_at >= SEEN_EVERY {
        context.db.write(async move |connection| session::touch(connection, &hash, now).await).await?;
    }
    Ok(Some(found))
}

async fn held(context: &Context, token: &str) -> Result<Option<Session>, ApiError> {
    let (hash, now) = (token::hash(token), context.clock.now_ms());
    let found = context.db.read(async |connection| session::by_token(connection, &hash, now).await).await?;
    let Some(found) = found else { return Ok(None) };
    let roles: Vec<Role> = serde_json::from_str(&found.roles)?;
    let works = roles.iter().any(|role| role.works());
    if now - found.seen_at >= context.settings.accounts.idle_ms(works) {
        return Ok(None);
    }
    if works && !found.has_factor && context.settings.accounts.second_factor == SecondFactor::Required {
        return Ok(None);
    }
    Ok(Some(found))
}
