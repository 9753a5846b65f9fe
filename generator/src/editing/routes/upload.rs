//! Files that are brought along, and publishing.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use futures_util::{StreamExt, stream};

use super::call::{apart, caller, fresh, json};
use crate::editing::answer::Refused;
use crate::editing::noted::By;
use crate::editing::view::UPLOAD_BYTES;
use crate::editing::wire::upload::{PathQuery, UploadQuery, UploadsQuery};
use crate::editing::wire::{
    FaultAnswer, PublishLine, PublishPlan, PublishRequest, Refusal, RenameRequest, Tool, Upload, UploadPage,
};
use crate::editing::workspace::Workspace;
use crate::editing::{publishing, roles, uploads};

/// Anyone who works on what shows files may bring some.
pub(super) const TOOLS: [Tool; 3] = [Tool::Files, Tool::Content, Tool::Commerce];

/// Keeps a file; the body is the file itself.
#[utoipa::path(tag = "uploads", context_path = "/config/api", params(UploadQuery), request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Upload), (status = 413, body = Refusal), (status = 415, body = Refusal)))]
#[post("/upload")]
pub async fn upload(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<UploadQuery>,
    mut body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    caller.must(&TOOLS)?;
    let length = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > UPLOAD_BYTES) {
        return Err(uploads::too_large());
    }
    let mut bytes = Vec::new();
    while let Some(part) = body.next().await {
        let part = part.map_err(|_| Refused::bad("cut-off", "File upload failed to complete"))?;
        if (bytes.len() + part.len()) as u64 > UPLOAD_BYTES {
            return Err(uploads::too_large());
        }
        bytes.extend_from_slice(&part);
    }
    let by = By::of(&workspace, &caller, &request);
    let stored = apart(&workspace, move |workspace| {
        let author = by.author(workspace)?;
        uploads::store(workspace, &author, (&query.name, query.folder.as_deref()), bytes)
    });
    let stored = stored.await?;
    Ok(fresh(HttpResponse::Ok()).json(stored))
}

/// Gives a file another name; what names it in the site names it by the new one.
#[utoipa::path(tag = "uploads", context_path = "/config/api", request_body = RenameRequest, responses((status = 200, body = Upload),
    (status = 400, body = Refusal), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
#[post("/rename")]
pub async fn rename(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    caller.must(&[Tool::Files])?;
    let body: RenameRequest = json(&request, body).await?;
    let by = By::of(&workspace, &caller, &request);
    let renamed = apart(&workspace, move |workspace| {
        let author = by.author(workspace)?;
        uploads::rename(workspace, &author, &body.path, &body.name)
    });
    let renamed = renamed.await?;
    Ok(fresh(HttpResponse::Ok()).json(renamed))
}

/// Takes a file away that nothing in the site names.
#[utoipa::path(tag = "uploads", context_path = "/config/api", params(PathQuery), responses((status = 204, description = "It is gone"),
    (status = 404, body = Refusal), (status = 409, body = Refusal)))]
#[delete("/upload")]
pub async fn remove(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<PathQuery>,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    caller.must(&[Tool::Files])?;
    let by = By::of(&workspace, &caller, &request);
    let removed = apart(&workspace, move |workspace| {
        let author = by.author(workspace)?;
        uploads::remove(workspace, &author, &query.path)
    });
    removed.await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The files there are, by name.
#[utoipa::path(tag = "uploads", context_path = "/config/api", params(UploadsQuery), responses((status = 200, body = UploadPage)))]
#[get("/uploads")]
pub async fn list(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<UploadsQuery>,
) -> Result<HttpResponse, Refused> {
    caller(&request, &workspace).await?.must(&TOOLS)?;
    let page = apart(&workspace, move |workspace| uploads::list(workspace, &query)).await?;
    Ok(fresh(HttpResponse::Ok()).json(page))
}

/// With `dryRun` what publishing would change; without it publishes and says how far it is, a `PublishLine` a line.
#[utoipa::path(tag = "publish", context_path = "/config/api", request_body = PublishRequest, responses(
    (status = 200, content((PublishPlan = "application/json"), (PublishLine = "application/x-ndjson"))),
    (status = 400, body = Refusal), (status = 403, body = Refusal), (status = 422, body = FaultAnswer)))]
#[post("/publish")]
pub async fn publish(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    if !roles::may_publish(caller.codes()) {
        return Err(Refused::forbidden("role", "Your role may only send to review."));
    }
    let body: PublishRequest = json(&request, body).await?;
    if body.dry_run {
        let plan =
            apart(&workspace, move |workspace| publishing::plan(workspace, body.to.as_deref())).await?;
        return Ok(match plan {
            Ok(plan) => fresh(HttpResponse::Ok()).json(plan),
            Err(diagnostics) => HttpResponse::UnprocessableEntity().json(FaultAnswer { diagnostics }),
        });
    }
    let by = By::of(&workspace, &caller, &request);
    let author = apart(&workspace, move |workspace| by.author(workspace)).await?;
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel::<PublishLine>();
    let (workspace, now) = (workspace.into_inner(), crate::clock::now());
    // It goes on when nobody listens any more: half a publication helps nobody.
    drop(web::block(move || {
        publishing::publish(&workspace, &author, body.to.as_deref(), now, &|line| drop(sender.send(line)));
    }));
    let lines = stream::unfold(receiver, |mut receiver| async move {
        let line = receiver.recv().await?;
        let mut text = serde_json::to_vec(&line).unwrap_or_default();
        text.push(b'\n');
        Some((Ok::<_, std::convert::Infallible>(web::Bytes::from(text)), receiver))
    });
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(lines))
}
