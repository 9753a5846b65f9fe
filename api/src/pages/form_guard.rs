//! What a form sent, and whether a page of ours sent it.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::crumb;
use crate::guard::origin;
use actix_web::http::StatusCode;
use actix_web::{HttpMessage, HttpRequest};

/// The longest body of a form, in bytes.
const LONGEST: usize = 32 * 1024;
/// The most fields of one form.
const MOST_FIELDS: usize = 300;
/// The name of the field no person sees.
const DECOY: &str = "decoy";

/// The fields of a form in the order sent; empty for a page nobody has filled in yet.
#[derive(Debug, Default)]
pub struct FormFields(Vec<(String, String)>);

impl FormFields {
    /// Reads a form-encoded body.
    pub fn read(request: &HttpRequest, body: &[u8]) -> Result<Self, ApiError> {
        let kind = "application/x-www-form-urlencoded";
        if !request.content_type().eq_ignore_ascii_case(kind) {
            let message = format!("The body must be sent as {kind}.");
            return Err(ApiError::refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-a-form", message));
        }
        let too_large = || {
            ApiError::refused(StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", "The request is too large.")
        };
        if body.len() > LONGEST {
            return Err(too_large());
        }
        let fields: Vec<(String, String)> =
            form_urlencoded::parse(body).into_owned().take(MOST_FIELDS + 1).collect();
        if fields.len() > MOST_FIELDS {
            return Err(too_large());
        }
        Ok(FormFields(fields))
    }

    /// The fields of a query.
    pub fn of_query(request: &HttpRequest) -> Self {
        let fields = form_urlencoded::parse(request.query_string().as_bytes());
        FormFields(fields.into_owned().take(MOST_FIELDS).collect())
    }

    /// The first value of a field; empty when it was not sent.
    pub fn get(&self, name: &str) -> &str {
        self.find(name).unwrap_or("")
    }

    /// The first value of a field, if it was sent.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Every value of a field.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Passes a form that one of these pages sent: it repeats the crumb of its cookie.
///
/// # Errors
/// `crumb-fail`; the refusal of another origin; `decoy` for a program.
pub fn check(request: &HttpRequest, context: &Context, sent: &FormFields) -> Result<(), ApiError> {
    check_origin(request, context)?;
    crumb::verify(request, Some(sent.get(crumb::FIELD)))?;
    check_decoy(sent)
}

/// Passes a form that a static page of the site may have sent, which knows no crumb: the browser itself says where the
/// form stood, as every browser of today does. A crumb that is sent along must hold.
///
/// # Errors
/// As [`check`].
pub fn check_first(request: &HttpRequest, context: &Context, sent: &FormFields) -> Result<(), ApiError> {
    check_origin(request, context)?;
    if let Some(crumb) = sent.find(crumb::FIELD) {
        crumb::verify(request, Some(crumb))?;
    }
    check_decoy(sent)
}

fn check_origin(request: &HttpRequest, context: &Context) -> Result<(), ApiError> {
    let ours = origin::is_ours(request.headers(), &context.settings).unwrap_or_else(|| {
        let site = request.headers().get("sec-fetch-site");
        site.is_some_and(|site| site == "same-origin")
    });
    if ours { Ok(()) } else { Err(origin::refusal()) }
}

/// No person sees this field, so a program filled it in.
fn check_decoy(sent: &FormFields) -> Result<(), ApiError> {
    if sent.get(DECOY).trim().is_empty() {
        return Ok(());
    }
    Err(ApiError::bad_request("decoy", "Something went wrong"))
}
