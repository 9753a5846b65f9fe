//! Refusals of a call, as an answer.

use std::fmt;
use std::path::Path;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};

use super::wire::Refusal;

/// A call that is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The status.
    pub status: StatusCode,
    /// Why.
    pub why: Refusal,
}

impl Refused {
    /// With a status of its own.
    #[must_use]
    pub fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Refused {
        Refused { status, why: Refusal { code: code.to_owned(), message: message.into() } }
    }

    /// What was asked is not understood.
    #[must_use]
    pub fn bad(code: &str, message: impl Into<String>) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The caller may not.
    #[must_use]
    pub fn forbidden(code: &str, message: impl Into<String>) -> Refused {
        Refused::new(StatusCode::FORBIDDEN, code, message)
    }

    /// Nobody is signed in.
    #[must_use]
    pub fn signed_out() -> Refused {
        Refused::new(StatusCode::UNAUTHORIZED, "sign-in", "Sign in to edit this site.")
    }

    /// What is asked for is not there (E-021).
    #[must_use]
    pub fn missing() -> Refused {
        Refused::new(StatusCode::NOT_FOUND, "missing", "Unable to locate content")
    }

    /// The machine refused; its message is for the one at the machine (E-017).
    #[must_use]
    pub fn machine(file: &Path, error: &dyn fmt::Display) -> Refused {
        eprintln!("error: {}: {error}", file.display());
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "machine", "Something went wrong")
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why.message)
    }
}

impl ResponseError for Refused {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::build(self.status).json(&self.why)
    }
}
