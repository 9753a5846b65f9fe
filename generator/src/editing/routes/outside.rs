//! Questions that the editor's server asks of other services for its page: the page itself speaks with nobody else.

use actix_web::{HttpRequest, HttpResponse, get, post, web};

use super::call::{apart, caller, fresh, json};
use crate::editing::answer::Refused;
use crate::editing::outside;
use crate::editing::place::Place;
use crate::editing::wire::outside::{
    AddressQuery, ConnectAnswer, ConnectRequest, Job, JobQuery, JobState, PhotosAnswer, VideoAnswer,
};
use crate::editing::wire::{Refusal, Tool};
use crate::editing::workspace::Workspace;

/// Asks the other side of a form's connection whether it is there: one that nobody answers would lose what people write.
#[utoipa::path(tag = "outside", context_path = "/config/api", request_body = ConnectRequest, responses((status = 200, body = ConnectAnswer),
    (status = 400, body = Refusal), (status = 403, body = Refusal), (status = 502, body = Refusal)))]
#[post("/connect")]
pub async fn connect(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    caller(&request, &workspace).await?.must(&[Tool::Forms])?;
    let body: ConnectRequest = json(&request, body).await?;
    let carrier = workspace.outside().ok_or_else(outside::unreachable)?;
    carrier.try_out(body.kind, body.target.trim()).await.map_err(|why| {
        eprintln!("a connection does not answer: {why}");
        outside::unreachable()
    })?;
    Ok(fresh(HttpResponse::Ok()).json(ConnectAnswer { ok: true }))
}

/// What the host of a video says of it.
#[utoipa::path(tag = "outside", context_path = "/config/api", params(AddressQuery), responses((status = 200, body = VideoAnswer),
    (status = 400, body = Refusal), (status = 422, body = Refusal), (status = 502, body = Refusal)))]
#[get("/video")]
pub async fn video(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<AddressQuery>,
) -> Result<HttpResponse, Refused> {
    caller(&request, &workspace).await?.must(&[Tool::Content, Tool::Commerce])?;
    let (address, host) = outside::description_of(&query.url)
        .ok_or_else(|| Refused::bad("url", "This is not the address of a video of a known host."))?;
    let described = read(&workspace, &address).await?;
    Ok(fresh(HttpResponse::Ok()).json(outside::video(&described, host)?))
}

/// The newest photos of an account of a photo service.
#[utoipa::path(tag = "outside", context_path = "/config/api", params(AddressQuery), responses((status = 200, body = PhotosAnswer),
    (status = 400, body = Refusal), (status = 502, body = Refusal)))]
#[get("/photos")]
pub async fn photos(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<AddressQuery>,
) -> Result<HttpResponse, Refused> {
    caller(&request, &workspace).await?.must(&[Tool::Content, Tool::Commerce])?;
    if !query.url.starts_with("https://") && !query.url.starts_with("http://") {
        return Err(Refused::bad("url", "Links must be formatted as https://www.example.com or example.com"));
    }
    let answer = read(&workspace, &outside::photos_address(&query.url)).await?;
    Ok(fresh(HttpResponse::Ok()).json(outside::photos(&answer)))
}

async fn read(workspace: &Workspace, address: &str) -> Result<serde_json::Value, Refused> {
    let carrier = workspace.outside().ok_or_else(outside::unreachable)?;
    carrier.look(address).await.map_err(|_| outside::unreachable())
}

/// How far the work on an uploaded file has come; its id is the path of the file.
#[utoipa::path(tag = "uploads", context_path = "/config/api", params(JobQuery), responses((status = 200, body = Job)))]
#[get("/job")]
pub async fn job(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<JobQuery>,
) -> Result<HttpResponse, Refused> {
    caller(&request, &workspace).await?.must(&super::upload::TOOLS)?;
    let state = apart(&workspace, move |workspace| Ok(state_of(workspace, &query.id))).await?;
    Ok(fresh(HttpResponse::Ok()).json(Job { state }))
}

fn state_of(workspace: &Workspace, path: &str) -> JobState {
    let Ok(place) = Place::parse(path) else { return JobState::Failed };
    let there = place.on_disk(&workspace.root).is_ok_and(|file| file.is_file());
    let view = workspace.view();
    if !there {
        JobState::Cancelled
    } else if view
        .diagnostics
        .iter()
        .any(|fault| fault.is_error() && crate::asset::slashes(&fault.file) == path)
    {
        JobState::Failed
    } else if workspace.is_unbuilt(path) {
        JobState::Pending
    } else {
        JobState::Done
    }
}
