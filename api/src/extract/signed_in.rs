//! Somebody signed in, for the calls that are not for everybody.

use super::key::KeyInUse;
use super::{client, editor_auth, shopper};
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::record::{Actor, Client};
use crate::repository::session::Session;
use crate::roles::{Right, Role};
use crate::token;
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use std::sync::Arc;

/// The header that repeats the token of a session: in every changing call of somebody signed in.
pub const XSRF: &str = "x-siteuser-xsrf-token";

/// How long a proof holds, in milliseconds.
pub const CONFIRMED_FOR: i64 = 15 * 60_000;
/// The code of the refusal that asks for a fresh proof.
pub const CONFIRM_AGAIN: &str = "confirm-again";

/// The refusal that asks for a fresh proof: 403 `confirm-again`.
pub fn confirm_again() -> ApiError {
    ApiError::refused(StatusCode::FORBIDDEN, CONFIRM_AGAIN, "Please confirm that it is you.")
}

/// A person with a session. A changing call carries the session's token in `X-SiteUser-XSRF-Token`, too.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The site user's id.
    pub id: String,
    /// The address.
    pub email: String,
    /// What they may do comes from these.
    pub roles: Vec<Role>,
    /// From where the call came.
    pub client: Client,
    /// The id of their session, which opens nothing.
    pub session_id: String,
    /// When they last proved who they are; epoch milliseconds.
    confirmed_at: i64,
    /// The key of a program that calls in their place.
    key: Option<Arc<KeyInUse>>,
}

impl SignedIn {
    /// The person who holds the session of a request to a page. A form of such a page repeats the crumb, which is bound to the session:
    /// the page has no script that could send the header.
    ///
    /// # Errors
    /// 401 when nobody is signed in.
    pub async fn of_page(request: &HttpRequest, context: &Context) -> Result<Self, ApiError> {
        let session = shopper::session(request, context).await?.ok_or_else(ApiError::unauthorized)?;
        Self::of(session, client::client(request, context))
    }

    fn of(session: Session, client: Client) -> Result<Self, ApiError> {
        Ok(SignedIn {
            id: session.id,
            email: session.email,
            roles: serde_json::from_str(&session.roles)?,
            client,
            session_id: session.session_id,
            confirmed_at: session.confirmed_at,
            key: None,
        })
    }

    /// A program with a key: who holds one has nothing to confirm, since what costs most has scopes of its own.
    fn of_key(key: Arc<KeyInUse>, client: Client) -> Self {
        SignedIn {
            id: key.id.clone(),
            email: String::new(),
            roles: key.roles.clone(),
            client,
            session_id: String::new(),
            confirmed_at: i64::MAX,
            key: Some(key),
        }
    }

    /// As what people know them beside what they did: an address, or the name of a key.
    pub fn name(&self) -> &str {
        self.key.as_ref().map_or(&self.email, |key| &key.name)
    }

    /// As whom the record knows them.
    pub fn actor(&self) -> Actor {
        if let Some(key) = &self.key {
            return Actor::key(&key.id, &key.name, self.client.clone());
        }
        if self.is_alone() {
            return Actor::machine(self.client.clone());
        }
        Actor::account(&self.id, &self.email, self.client.clone())
    }

    /// Whether one of the person's roles has the right; of a key one of its scopes, too.
    pub fn may(&self, right: Right) -> bool {
        self.roles.iter().any(|role| role.has(right)) && self.key.as_ref().is_none_or(|key| key.may(right))
    }

    /// Whether the person may everything.
    pub fn is_admin(&self) -> bool {
        self.key.is_none() && self.roles.contains(&Role::Admin)
    }

    /// Whether this is the one at the machine of a site without users, who has no account.
    pub fn is_alone(&self) -> bool {
        self.id == editor_auth::ALONE
    }

    /// Whether they proved lately who they are: a browser that was left open, or a session somebody took, does not do what
    /// costs most. The one at the machine of a site without users has nothing to prove it by.
    pub fn is_confirmed(&self, context: &Context) -> bool {
        self.is_alone() || context.clock.now_ms().saturating_sub(self.confirmed_at) < CONFIRMED_FOR
    }

    /// Passes a person who has the right and proved lately who they are: for money that goes back, codes, exports, roles and people,
    /// keys, erasure and second factors.
    ///
    /// # Errors
    /// 403 `forbidden` without the right; 403 `confirm-again` when the proof is older than fifteen minutes.
    pub fn must_recently(&self, right: Right, context: &Context) -> Result<(), ApiError> {
        self.must(right)?;
        self.recently(context)
    }

    /// The same for what needs no right, such as one's own second factor.
    ///
    /// # Errors
    /// 403 `confirm-again`.
    pub fn recently(&self, context: &Context) -> Result<(), ApiError> {
        if self.is_confirmed(context) { Ok(()) } else { Err(confirm_again()) }
    }

    /// Whether they are signed in still, by the same session, and have the right: for a call that goes on for long, which is no use
    /// of the session.
    pub async fn may_still(&self, right: Right, request: &HttpRequest, context: &Context) -> bool {
        let session = shopper::held_session(request, context).await.ok().flatten();
        session
            .filter(|session| session.session_id == self.session_id)
            .and_then(|session| Self::of(session, self.client.clone()).ok())
            .is_some_and(|who| who.may(right))
    }

    /// Passes a person who has the right by one of their roles.
    pub fn must(&self, right: Right) -> Result<(), ApiError> {
        if self.may(right) { Ok(()) } else { Err(ApiError::forbidden()) }
    }
}

impl FromRequest for SignedIn {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let context = request.app_data::<web::Data<Context>>().ok_or_else(ApiError::unauthorized)?;
            if let Some(key) = KeyInUse::of(&request) {
                return Ok(Self::of_key(key, client::client(&request, context)));
            }
            let session = shopper::session(&request, context).await?.ok_or_else(ApiError::unauthorized)?;
            let repeated = request.headers().get(XSRF).and_then(|value| value.to_str().ok()).unwrap_or("");
            if !request.method().is_safe() && !token::same_hash(&token::hash(repeated), &session.xsrf_hash) {
                return Err(ApiError::forbidden());
            }
            Self::of(session, client::client(&request, context))
        })
    }
}
