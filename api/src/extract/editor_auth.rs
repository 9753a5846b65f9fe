//! A second way to be signed in, beside the log-in: the program that serves the editor in the same process knows who works in it.

use actix_web::{HttpRequest, web};
use futures_util::future::LocalBoxFuture;

use crate::repository::session::Session;
use crate::roles::Role;
use crate::token;

/// The header by which a call says that it comes from the editor: a token that only its page has.
pub const EDITOR_HEADER: &str = "x-loggia-editor";

/// The id of the one at the machine of a site without users, and of their session.
pub const ALONE: &str = "editor";

/// As whom the editor's caller works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admitted {
    /// Nobody signs in here: the one at the machine, who may everything.
    Alone,
    /// As the session of the call's cookie says.
    SignedIn,
}

/// Decides whether a call comes from the editor. The program that serves the editor adds one as app data; without one no call does.
pub trait EditorAuth: Send + Sync {
    /// Decides about a call that carries [`EDITOR_HEADER`]; `None` when its token is wrong, or it comes from elsewhere.
    fn admits<'a>(&'a self, request: &'a HttpRequest) -> LocalBoxFuture<'a, Option<Admitted>>;
}

/// The session of a call of the editor's. `session` is that of its cookie: without users there is none, and with them the
/// editor's token stands for the one of the log-in, which its page does not have any more after it was loaded again.
pub async fn session(request: &HttpRequest, session: Option<Session>) -> Option<Session> {
    let Some(sent) = request.headers().get(EDITOR_HEADER).and_then(|value| value.to_str().ok()) else {
        return session;
    };
    let Some(auth) = request.app_data::<web::Data<dyn EditorAuth>>() else { return session };
    let xsrf_hash = token::hash(sent);
    match (auth.admits(request).await, session) {
        (Some(Admitted::Alone), None) => Some(Session {
            id: ALONE.to_owned(),
            email: String::new(),
            roles: format!("[{}]", Role::Admin.code()),
            xsrf_hash,
            session_id: ALONE.to_owned(),
            confirmed_at: i64::MAX,
            seen_at: i64::MAX,
            has_factor: false,
        }),
        (Some(Admitted::SignedIn), Some(found)) => Some(Session { xsrf_hash, ..found }),
        (_, session) => session,
    }
}
