//! The crumb for pages of another origin, whose scripts cannot read our cookie.

use crate::context::Context;
use crate::extract::crumb;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The visitor's crumb.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CrumbBody {
    /// To be sent back in `X-CSRF-Token`; the same value as the `crumb` cookie.
    pub crumb: String,
}

/// Gives the visitor's crumb, and sets its cookie when there is none.
#[utoipa::path(tag = "session", responses((status = 200, body = CrumbBody)))]
#[get("/crumb")]
pub async fn get_crumb(request: HttpRequest, context: web::Data<Context>) -> HttpResponse {
    let (crumb, cookie) = crumb::current(&request, &context);
    let mut answer = HttpResponse::Ok();
    if let Some(cookie) = cookie {
        answer.cookie(cookie);
    }
    answer.json(CrumbBody { crumb })
}
