//! The bin: what is deleted, what comes back.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::de::DeserializeOwned;

use super::call::{apart, caller, fresh, json, sight};
use crate::editing::answer::Refused;
use crate::editing::bin;
use crate::editing::noted::{self, By};
use crate::editing::wire::{
    Bin, BinRequest, ChangeAnswer, ChangeRequest, ConflictAnswer, FaultAnswer, Refusal, RestoreRequest, Tool,
};
use crate::editing::workspace::{Outcome, Workspace};

/// Who works on pages, or on products; which of them, the change itself is asked.
const TOOLS: [Tool; 2] = [Tool::Content, Tool::Commerce];

/// What lies in the bin.
#[utoipa::path(tag = "files", context_path = "/config/api", responses((status = 200, body = Bin)))]
#[get("/bin")]
pub async fn list(request: HttpRequest, workspace: web::Data<Workspace>) -> Result<HttpResponse, Refused> {
    let sight = sight(&caller(&request, &workspace).await?, &workspace);
    let found = apart(&workspace, move |workspace| Ok(bin::list(workspace, &sight))).await?;
    Ok(fresh(HttpResponse::Ok()).json(found))
}

/// Puts a page, a list with all that is in it, or an item into the bin. What was there for longer than thirty days goes.
#[utoipa::path(tag = "files", context_path = "/config/api", request_body = BinRequest, responses((status = 200, body = ChangeAnswer),
    (status = 400, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, body = ConflictAnswer),
    (status = 422, body = FaultAnswer)))]
#[post("/bin")]
pub async fn put(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    changed(request, workspace, body, |workspace, BinRequest { path }, now| bin::put(workspace, &path, now))
        .await
}

/// Brings back what is in the bin.
#[utoipa::path(tag = "files", context_path = "/config/api", request_body = RestoreRequest, responses((status = 200, body = ChangeAnswer),
    (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, body = Refusal), (status = 422, body = FaultAnswer)))]
#[post("/bin/restore")]
pub async fn restore(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    changed(request, workspace, body, |workspace, RestoreRequest { name }, _| bin::restore(workspace, &name))
        .await
}

/// Reads what is asked, makes the change that answers it, and empties the bin of what was there too long.
async fn changed<Asked: DeserializeOwned + Send + 'static>(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    body: web::Payload,
    change: impl FnOnce(&Workspace, Asked, i64) -> Result<ChangeRequest, Refused> + Send + 'static,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    caller.must(&TOOLS)?;
    let asked: Asked = json(&request, body).await?;
    let by = By::of(&workspace, &caller, &request);
    let now = crate::clock::now();
    let outcome = apart(&workspace, move |workspace| {
        let request = change(workspace, asked, now)?;
        let outcome = noted::change(workspace, &caller, by, &request);
        bin::empty(&workspace.root, now);
        Ok(outcome)
    });
    answered(outcome.await?)
}

/// How a change of files ended.
pub(super) fn answered(outcome: Outcome) -> Result<HttpResponse, Refused> {
    match outcome {
        Outcome::Done(answer) => Ok(fresh(HttpResponse::Ok()).json(answer)),
        Outcome::Conflicts(conflicts) => Ok(HttpResponse::Conflict().json(ConflictAnswer { conflicts })),
        Outcome::Faults(diagnostics) => {
            Ok(HttpResponse::build(StatusCode::UNPROCESSABLE_ENTITY).json(FaultAnswer { diagnostics }))
        }
        Outcome::Refused(why) => Err(why),
    }
}
