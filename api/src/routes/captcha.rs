//! The captcha of forms: work for the built-in one, and whether a token shows that one was solved.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::outbound::captcha::work::{self, Challenge};
use actix_web::{HttpResponse, post, web};

/// Gives the browser of a visitor the work that solves the built-in captcha. Nothing is kept of it: it is
/// signed for the visitor.
#[utoipa::path(tag = "forms", responses((status = 200, body = Challenge), (status = 403, body = ErrorBody)))]
#[post("/form/CaptchaChallenge")]
pub async fn captcha_challenge(crumb: Crumb, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(work::challenge(&context.secret, &crumb.value, context.clock.now_ms())))
}
