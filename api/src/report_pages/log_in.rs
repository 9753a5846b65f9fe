//! The way in and out of the pages: the session that every other call knows, too.

use super::BASE;
use super::page::{View, build, go, members, refusal};
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::cookies::{self, Reader, SITE_USER_INFO, SITE_USER_SESSION};
use crate::extract::crumb;
use crate::extract::shopper::Shopper;
use crate::repository::Connection;
use crate::repository::site_user;
use crate::routes::session;
use crate::token;
use actix_web::http::StatusCode;
use actix_web::http::header::LOCATION;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde_json::json;

/// The first page there is.
const FIRST: &str = "/api/figures/overview";

/// A field of a query or a form.
fn field(text: &[u8], name: &str) -> String {
    form_urlencoded::parse(text)
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}

/// A page of ours to go on to; whatever else was asked for is the first one.
fn onward(to: &str) -> &str {
    let is_ours = to.strip_prefix(BASE).is_some_and(|rest| rest.starts_with('/'))
        && to.chars().all(|letter| letter.is_ascii_graphic() && letter != '\\')
        && !to.contains("//");
    if is_ours { to } else { FIRST }
}

/// The address without a page.
pub(super) async fn start() -> HttpResponse {
    go("/overview")
}

/// The form.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let to = field(request.query_string().as_bytes(), "to");
    form(&request, &context, StatusCode::OK, &to, "", None)
}

fn form(
    request: &HttpRequest,
    context: &Context,
    status: StatusCode,
    to: &str,
    email: &str,
    alert: Option<String>,
) -> HttpResponse {
    let said = json!({"title": "Log in", "to": onward(to), "email": email, "alert": alert});
    build(context, request, View::LogIn, HttpResponse::build(status), members(said))
}

/// Takes the form.
pub(super) async fn log_in(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    let (to, email) = (field(&body, "to"), field(&body, "email"));
    match enter(&request, &context, shopper, &body, &email).await {
        Ok(entered) => {
            let mut answer = HttpResponse::SeeOther();
            answer.insert_header((LOCATION, onward(&to).to_owned()));
            for cookie in entered.cookies() {
                answer.cookie(cookie.into_owned());
            }
            answer.finish()
        }
        Err(ApiError::Internal(cause)) => refusal(&context, &request, &ApiError::Internal(cause)),
        Err(why) => form(&request, &context, why.status_code(), &to, &email, Some(why.to_string())),
    }
}

async fn enter(
    request: &HttpRequest,
    context: &Context,
    shopper: Shopper,
    body: &[u8],
    email: &str,
) -> Result<HttpResponse, ApiError> {
    crumb::verify(request, Some(&field(body, crumb::FIELD)))?;
    let account = session::admit(request, context, email, field(body, "password")).await?;
    session::begin(request, context, shopper, account, false).await
}

/// Ends the session.
pub(super) async fn log_out(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    if let Err(why) = crumb::verify(&request, Some(&field(&body, crumb::FIELD))) {
        return refusal(&context, &request, &why);
    }
    if let Some(cookie) = request.cookie(SITE_USER_SESSION) {
        let hash = token::hash(cookie.value());
        let end =
            async move |connection: &mut Connection<'_>| site_user::end_session(connection, &hash).await;
        if let Err(why) = context.db.write(end).await {
            return refusal(&context, &request, &why);
        }
    }
    let mut answer = go("/log-in");
    for (name, reader) in [(SITE_USER_SESSION, Reader::Server), (SITE_USER_INFO, Reader::Script)] {
        let _ = answer.add_cookie(&cookies::removal(&context.settings, name, reader));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_elsewhere() {
        assert_eq!(onward("/api/figures/errors?range=7d"), "/api/figures/errors?range=7d");
        for elsewhere in [
            "",
            "https://evil.example",
            "//evil.example",
            "/api/figuresship",
            "/api/figures//evil",
            "/api/figures/\\evil",
            "/api/figures/\r\nx",
        ] {
            assert_eq!(onward(elsewhere), FIRST, "{elsewhere}");
        }
    }
}
