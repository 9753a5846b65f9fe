//! A key of one of the owner's own programs, in place of a session: `Authorization: Bearer loggia_key_…`.
//!
//! Nothing of a browser counts beside it: cookies and the editor's token are taken out of the call before anything reads them, so
//! no page of another site gains by it, and no crumb is asked for.

use super::client;
use super::editor_auth::EDITOR_HEADER;
use crate::context::Context;
use crate::error::ApiError;
use crate::rates::{Caller, Class};
use crate::repository::api_key;
use crate::roles::{Right, Role};
use crate::scopes::Scope;
use crate::token;
use actix_web::dev::ServiceRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{AUTHORIZATION, COOKIE, HeaderMap};
use actix_web::{HttpMessage, HttpRequest};
use std::sync::Arc;

/// Its last use is written down so often.
const USED_EVERY: i64 = 60_000;

/// The key that a call was made with. It stands in the call's extensions once it was found to hold, and to open the call.
#[derive(Clone, Debug)]
pub struct KeyInUse {
    /// Its id.
    pub id: String,
    /// What the owner calls it.
    pub name: String,
    /// What the account that made it may do now.
    pub roles: Vec<Role>,
    /// What it was made for.
    pub scopes: Vec<Scope>,
}

impl KeyInUse {
    /// That of a call; `None` for a call of a browser.
    pub fn of(request: &HttpRequest) -> Option<Arc<KeyInUse>> {
        request.extensions().get::<Arc<KeyInUse>>().cloned()
    }

    /// Whether one of its scopes comes with the right.
    pub fn may(&self, right: Right) -> bool {
        self.scopes.iter().any(|scope| scope.right() == right)
    }
}

/// The key that a call names, if it names one of this kind.
fn named(headers: &HeaderMap) -> Option<String> {
    let sent = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = sent.split_once(' ')?;
    let is_one = scheme.eq_ignore_ascii_case("Bearer") && key.trim().starts_with(token::KEY_PREFIX);
    is_one.then(|| key.trim().to_owned())
}

/// Whether a call names a key.
pub fn is_named(request: &ServiceRequest) -> bool {
    named(request.headers()).is_some()
}

/// Lets a call in by the key that it names, or refuses it; without one nothing happens.
///
/// # Errors
/// 401 `key-unknown`; 403 `key-not-here`, `scope-missing`; 429.
pub async fn admit(request: &mut ServiceRequest, context: &Context) -> Result<(), ApiError> {
    let Some(sent) = named(request.headers()) else { return Ok(()) };
    request.headers_mut().remove(COOKIE);
    request.headers_mut().remove(EDITOR_HEADER);
    let Some((key, used_at)) = find(context, &sent).await? else {
        context.count_caller(Class::Key, &client::caller(request.request(), &context.settings), "").await?;
        return Err(unknown());
    };
    let own = Caller { narrow: format!("key {}", key.id), wide: None };
    context.count_caller(Class::Key, &own, "").await?;
    let pattern = request.match_pattern().unwrap_or_default();
    let Some(asked) = Scope::of(request.method().as_str(), &pattern) else {
        let message = "This call is closed to keys: it needs a person who is logged in.";
        return Err(ApiError::refused(StatusCode::FORBIDDEN, "key-not-here", message));
    };
    if !key.scopes.contains(&asked) {
        let message = format!("This key lacks the scope {}. Make a key that has it.", asked.code());
        return Err(ApiError::refused(StatusCode::FORBIDDEN, "scope-missing", message));
    }
    let now = context.clock.now_ms();
    if used_at.is_none_or(|used| now - used >= USED_EVERY) {
        let (id, from) =
            (key.id.clone(), client::block(&client::address(request.request(), &context.settings)));
        context.db.write(async move |connection| api_key::touch(connection, &id, now, &from).await).await?;
    }
    request.extensions_mut().insert(Arc::new(key));
    Ok(())
}

/// The key as it stands now, on every server: nothing of it is remembered from call to call.
async fn find(context: &Context, sent: &str) -> Result<Option<(KeyInUse, Option<i64>)>, ApiError> {
    // A text with a slip in it is asked of nobody.
    let Some(hint) = token::key_hint(sent) else { return Ok(None) };
    let now = context.clock.now_ms();
    let found = context.db.read(async |connection| api_key::by_hint(connection, hint, now).await).await?;
    let Some(found) = found.filter(|found| token::same_hash(&found.key_hash, &token::hash(sent))) else {
        return Ok(None);
    };
    let key = KeyInUse {
        roles: serde_json::from_str(&found.roles)?,
        scopes: serde_json::from_str(&found.scopes)?,
        id: found.id,
        name: found.name,
    };
    Ok(Some((key, found.used_at)))
}

fn unknown() -> ApiError {
    let message = "This key is not known, or it was revoked, or its time is over. Make a new one.";
    ApiError::refused(StatusCode::UNAUTHORIZED, "key-unknown", message)
}
