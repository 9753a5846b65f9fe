//! What was published before.

use actix_web::{HttpRequest, HttpResponse, get, post, web};

use super::call::{apart, caller, fresh, json};
use crate::editing::answer::Refused;
use crate::editing::noted::By;
use crate::editing::wire::{LiveAgain, Refusal, VersionRequest, Versions};
use crate::editing::workspace::Workspace;
use crate::editing::{roles, versions};

/// The versions of the site that its target keeps.
#[utoipa::path(tag = "publish", context_path = "/config/api", responses((status = 200, body = Versions), (status = 400, body = Refusal),
    (status = 403, body = Refusal)))]
#[get("/versions")]
pub async fn list(request: HttpRequest, workspace: web::Data<Workspace>) -> Result<HttpResponse, Refused> {
    permitted(&request, &workspace).await?;
    let found = apart(&workspace, versions::list).await?;
    Ok(fresh(HttpResponse::Ok()).json(found))
}

/// Makes a version live again, with the catalogue that went with it.
#[utoipa::path(tag = "publish", context_path = "/config/api", request_body = VersionRequest, responses((status = 200, body = LiveAgain),
    (status = 400, body = Refusal), (status = 403, body = Refusal)))]
#[post("/versions")]
pub async fn again(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let by = permitted(&request, &workspace).await?;
    let body: VersionRequest = json(&request, body).await?;
    let done = apart(&workspace, move |workspace| {
        let author = by.author(workspace)?;
        versions::again(workspace, &author, &body.version)
    });
    Ok(fresh(HttpResponse::Ok()).json(done.await?))
}

async fn permitted(request: &HttpRequest, workspace: &web::Data<Workspace>) -> Result<By, Refused> {
    let caller = caller(request, workspace).await?;
    if !roles::may_publish(caller.codes()) {
        return Err(Refused::forbidden("role", "Your role may only send to review."));
    }
    Ok(By::of(workspace, &caller, request))
}
