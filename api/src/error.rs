//! One error for every call: a status, a stable code, the exact message, and the flags of its call.

pub use actix_web::http::StatusCode;
use actix_web::http::header::RETRY_AFTER;
use actix_web::{HttpResponse, ResponseError};
use loggia_commerce::forms::FormProblem;
use loggia_commerce::{CartPart, Details, Problem};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Field id to the message shown above that field.
pub type FieldErrors = BTreeMap<String, String>;

/// The body of every answer that is not a success.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// The message for the shopper.
    pub error: String,
    /// The same as a word that never changes, for programs.
    pub code: String,
    /// Set when the crumb was missing, wrong or of another session; a fresh crumb cookie comes with the answer.
    #[serde(default, skip_serializing_if = "is_false")]
    pub crumb_fail: bool,
    /// The fields at fault.
    #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<FieldErrors>,
    /// For each of them the same as a word that never changes, where there is one.
    #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codes: Option<FieldErrors>,
    /// How many there can be, when more were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available: Option<u32>,
}

/// The body of the answer to a purchase whose total nobody agreed to: nothing was charged, and nothing was kept. The shopper
/// looks at the new total, and the same call with it and its digest buys.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotalChanged {
    /// The message for the shopper.
    pub error: String,
    /// `total-changed`, or `total-missing` when the call said no total or no digest.
    pub code: String,
    /// What the shopper was shown, in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_cents: Option<i64>,
    /// What it comes to now, in minor units.
    pub total_cents: i64,
    /// The currency of both.
    pub currency: String,
    /// The digest of what it comes to now.
    pub cart_digest: String,
    /// What changed since; empty when the call's digest does not tell.
    pub changes: Vec<CartPart>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// What a shopper reads while the database has no leader.
const UNAVAILABLE: &str = "The shop could not answer for a moment. Please try again.";

/// Why a call was not done.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The call is understood and refused, with a message for the person.
    #[error("{message}")]
    Refused {
        /// The HTTP status.
        status: StatusCode,
        /// The stable word.
        code: Cow<'static, str>,
        /// The exact message.
        message: Cow<'static, str>,
    },
    /// The fields named do not hold.
    #[error("{message}")]
    Fields {
        /// The message above the form.
        message: Cow<'static, str>,
        /// A message for each field.
        errors: FieldErrors,
    },
    /// What a shopper said beside the cart does not hold.
    #[error("{}", .0.message())]
    Details(Details),
    /// There are fewer than asked for.
    #[error("{message}")]
    TooFew {
        /// The exact message.
        message: Cow<'static, str>,
        /// How many more can be taken.
        available: u32,
    },
    /// Nobody agreed to the total of a purchase.
    #[error("{}", .0.error)]
    TotalChanged(Box<TotalChanged>),
    /// The crumb is missing, wrong or of another session.
    #[error("Your session has expired. Please reload the page and try again.")]
    Crumb,
    /// Too many calls from one address.
    #[error("{message}")]
    TooManyRequests {
        /// The exact message.
        message: Cow<'static, str>,
        /// After how many seconds the next call is welcome.
        retry_after: u64,
    },
    /// Anything that is our fault; logged whole, answered without detail.
    #[error("Something went wrong")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl ApiError {
    /// A refusal with `status`.
    pub fn refused(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        ApiError::Refused { status, code: Cow::Borrowed(code), message: message.into() }
    }

    /// 400.
    pub fn bad_request(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::refused(StatusCode::BAD_REQUEST, code, message)
    }

    /// 401: nobody is signed in.
    pub fn unauthorized() -> Self {
        Self::refused(StatusCode::UNAUTHORIZED, "unauthorized", "Please log in.")
    }

    /// 403: the person signed in may not do this.
    pub fn forbidden() -> Self {
        Self::refused(StatusCode::FORBIDDEN, "forbidden", "You are not allowed to do this.")
    }

    /// 404.
    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self::refused(StatusCode::NOT_FOUND, "not-found", message)
    }

    /// Whether the same transaction may simply be tried again: the database chose it as the loser of a conflict.
    pub fn is_conflict(&self) -> bool {
        let ApiError::Internal(cause) = self else { return false };
        let Some(sqlx::Error::Database(fault)) = cause.downcast_ref::<sqlx::Error>() else { return false };
        matches!(fault.code().as_deref(), Some("40001" | "40P01"))
    }

    /// Whether the database is gone for the moment, going, coming, or leads no more: what to do is to ask again soon.
    pub fn is_unavailable(&self) -> bool {
        let ApiError::Internal(cause) = self else { return false };
        match cause.downcast_ref::<sqlx::Error>() {
            Some(sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut) => true,
            Some(sqlx::Error::Database(fault)) => fault.code().is_some_and(|code| {
                // A connection's class, with what pgbouncer says; no room; only reads; shut down, crashed, not yet up.
                code.starts_with("08")
                    || matches!(code.as_ref(), "53300" | "25006" | "25P03" | "57P01" | "57P02" | "57P03")
            }),
            _ => false,
        }
    }

    /// What is said at each field, where this is of fields.
    pub fn fields(&self) -> Option<FieldErrors> {
        match self {
            ApiError::Fields { errors, .. } => Some(errors.clone()),
            ApiError::Details(found) => Some(texts(found)),
            ApiError::Refused { code, message, .. } => field_of(code)
                .map(|field| FieldErrors::from([(field.to_owned(), message.clone().into_owned())])),
            _ => None,
        }
    }

    /// The stable word of this error.
    pub fn code(&self) -> &str {
        match self {
            ApiError::Refused { code, .. } => code,
            ApiError::Fields { .. } => "invalid-fields",
            ApiError::Details(found) => found.code(),
            ApiError::TooFew { .. } => "not-enough-stock",
            ApiError::TotalChanged(changed) => &changed.code,
            ApiError::Crumb => "crumb-fail",
            ApiError::TooManyRequests { .. } => "too-many-requests",
            ApiError::Internal(_) if self.is_unavailable() => "unavailable",
            ApiError::Internal(_) => "internal",
        }
    }
}

/// The field of a checkout that answers a refusal of the shop.
fn field_of(code: &str) -> Option<&'static str> {
    match code {
        "country-missing" | "country-not-reached" => Some("country"),
        "postal-code-not-reached" => Some("postalCode"),
        "region-missing" => Some("region"),
        _ => None,
    }
}

/// What is said at each field.
pub fn texts(found: &Details) -> FieldErrors {
    found.iter().map(|(name, problem)| (name.to_owned(), problem.to_string())).collect()
}

impl From<Details> for ApiError {
    fn from(found: Details) -> Self {
        ApiError::Details(found)
    }
}

/// A refusal of the shop: its own status, code and text.
impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        let message = Cow::Owned(problem.to_string());
        if let Problem::AdditionalFieldsInvalid { errors } = problem {
            return ApiError::Fields { message, errors };
        }
        if let Problem::NotEnoughStock { available } = problem {
            return ApiError::TooFew { message, available };
        }
        let status = StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::BAD_REQUEST);
        ApiError::Refused { status, code: Cow::Borrowed(problem.code()), message }
    }
}

/// A refusal of a form.
impl From<FormProblem> for ApiError {
    fn from(problem: FormProblem) -> Self {
        let status = problem.status().and_then(|status| StatusCode::from_u16(status).ok());
        ApiError::Refused {
            status: status.unwrap_or(StatusCode::BAD_REQUEST),
            code: Cow::Borrowed(problem.code()),
            message: Cow::Owned(problem.to_string()),
        }
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(fault: sqlx::Error) -> Self {
        // PostgreSQL keeps no NUL in a text; a text with one is nothing that a person typed.
        if fault.as_database_error().and_then(|fault| fault.code()).as_deref() == Some("22021") {
            return ApiError::bad_request("malformed-text", "The text cannot be kept.");
        }
        ApiError::Internal(Box::new(fault))
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(fault: serde_json::Error) -> Self {
        ApiError::Internal(Box::new(fault))
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        match self {
            ApiError::Refused { status, .. } => *status,
            ApiError::Fields { .. } | ApiError::Details(_) | ApiError::TooFew { .. } => {
                StatusCode::BAD_REQUEST
            }
            ApiError::TotalChanged(_) => StatusCode::CONFLICT,
            ApiError::Crumb => StatusCode::FORBIDDEN,
            ApiError::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Internal(_) if self.is_unavailable() => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        if let ApiError::Internal(cause) = self {
            tracing::error!(cause = ?cause, "a call failed");
        }
        let mut answer = HttpResponse::build(self.status_code());
        if let ApiError::TooManyRequests { retry_after, .. } = self {
            answer.insert_header((RETRY_AFTER, retry_after.to_string()));
        }
        if self.is_unavailable() {
            answer.insert_header((RETRY_AFTER, "2"));
        }
        if let ApiError::TotalChanged(changed) = self {
            return answer.json(changed);
        }
        answer.json(ErrorBody {
            error: if self.is_unavailable() { UNAVAILABLE.to_owned() } else { self.to_string() },
            code: self.code().to_owned(),
            crumb_fail: matches!(self, ApiError::Crumb),
            errors: self.fields(),
            codes: match self {
                ApiError::Details(found) => {
                    Some(found.iter().map(|(name, one)| (name.to_owned(), one.code().to_owned())).collect())
                }
                _ => None,
            },
            available: match self {
                ApiError::TooFew { available, .. } => Some(*available),
                _ => None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_faults_are_told_without_detail() {
        let error = ApiError::from(sqlx::Error::PoolClosed);
        assert_eq!(error.status_code(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(error.to_string(), "Something went wrong");
    }

    #[test]
    fn a_crumb_failure_is_403() {
        assert_eq!(ApiError::Crumb.status_code(), StatusCode::FORBIDDEN);
        assert_eq!(ApiError::Crumb.code(), "crumb-fail");
    }
}
