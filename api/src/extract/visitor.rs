//! Who calls: what the use cases need to know of a request, read from it once.

use super::client;
use super::cookies::{self, HALF_SESSION, KNOWN_DEVICE, SITE_USER_SESSION};
use super::device::device;
use crate::context::Context;
use crate::error::ApiError;
use crate::rates::Caller;
use crate::repository::record::{Actor, Client};
use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::{FromRequest, HttpRequest, web};
use std::future::{Ready, ready};

/// From where a call comes, and the tokens its cookies carry. Nothing of it is checked: a token opens something only once the
/// store knows it.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The network address and the browser's own name, for the record of who did what.
    pub client: Client,
    /// By what calls are counted.
    pub caller: Caller,
    /// Browser and system in plain words, for people who look at their sessions.
    pub device: String,
    /// From where, in words for people.
    pub place: String,
    /// The token of the session cookie.
    pub session_token: Option<String>,
    /// The token of a log-in that waits for its second step.
    pub pending_token: Option<String>,
    /// The token by which a browser is recognized that an account was used from.
    pub device_token: Option<String>,
}

impl Visitor {
    /// Of a request.
    pub fn of(request: &HttpRequest, context: &Context) -> Self {
        let agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
        let token = |name| cookies::read(request, name).map(|cookie| cookie.value().to_owned());
        Visitor {
            client: client::client(request, context),
            caller: client::caller(request, &context.settings),
            device: device(agent.unwrap_or_default()),
            place: client::place(request, &context.settings),
            session_token: token(SITE_USER_SESSION),
            pending_token: token(HALF_SESSION),
            device_token: token(KNOWN_DEVICE),
        }
    }

    /// As whom the record knows a caller who is not signed in.
    pub fn anonymous(&self) -> Actor {
        Actor::visitor(self.client.clone())
    }

    /// As whom the record knows the holder of an account who calls from here.
    pub fn account(&self, id: &str, email: &str) -> Actor {
        Actor::account(id, email, self.client.clone())
    }
}

impl FromRequest for Visitor {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let context = request.app_data::<web::Data<Context>>();
        let context = context.ok_or_else(|| ApiError::Internal("the server has no context".into()));
        ready(context.map(|context| Visitor::of(request, context)))
    }
}
