//! Somebody signed in, for the calls that are not for everybody.

use super::{client, door, shopper};
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::record::{Actor, Client};
use crate::repository::site_user::Session;
use crate::roles::{Right, Role};
use crate::token;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;

/// What a changing call of somebody signed in repeats.
const XSRF: &str = "x-siteuser-xsrf-token";

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
}

impl SignedIn {
    /// Whoever holds the session of a request to a page. A form of such a page repeats the crumb, which is bound to the session:
    /// the page has no script that could send the header.
    ///
    /// # Errors
    /// 401 when nobody is signed in.
    pub async fn of_page(request: &HttpRequest, context: &Context) -> Result<Self, ApiError> {
        let session = shopper::session(request, context).await?.ok_or_else(ApiError::unauthorized)?;
        Self::of(session, client::client(request, context))
    }

    fn of(session: Session, client: Client) -> Result<Self, ApiError> {
        let roles = serde_json::from_str(&session.roles)?;
        Ok(SignedIn { id: session.id, email: session.email, roles, client })
    }

    /// As whom the record knows them.
    pub fn actor(&self) -> Actor {
        if self.id == door::ALONE {
            return Actor::machine(self.client.clone());
        }
        Actor::account(&self.id, &self.email, self.client.clone())
    }

    /// Whether one of the person's roles has the right.
    pub fn may(&self, right: Right) -> bool {
        self.roles.iter().any(|role| role.has(right))
    }

    /// Whether the person may everything.
    pub fn is_admin(&self) -> bool {
        self.roles.contains(&Role::Admin)
    }

    /// Passes whoever has the right by one of their roles.
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
            let session = shopper::session(&request, context).await?.ok_or_else(ApiError::unauthorized)?;
            let repeated = request.headers().get(XSRF).and_then(|value| value.to_str().ok()).unwrap_or("");
            if !request.method().is_safe() && !token::same_hash(&token::hash(repeated), &session.xsrf_hash) {
                return Err(ApiError::forbidden());
            }
            Self::of(session, client::client(&request, context))
        })
    }
}
