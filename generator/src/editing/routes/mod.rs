//! The calls. Each looks who calls, asks the workspace, answers.

pub mod bin;
mod call;
pub mod home;
pub mod offer;
pub mod outside;
mod page;
pub mod product_list;
pub mod products;
pub mod show;
pub mod upload;
pub mod versions;

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, get, post, web};

use self::call::{apart, caller, fresh, json, nowhere, sight};
use super::answer::Refused;
use super::change_set::Found;
use super::list;
use super::mask;
use super::noted::{self, By};
use super::place::Place;
use super::reads::{self, Sight};
use super::roles;
use super::wire::change::FileAnswer;
use super::wire::list::CollectionQuery;
use super::wire::site::FontList;
use super::wire::upload::PathQuery;
use super::wire::{
    ChangeAnswer, ChangeRequest, CollectionPage, ConflictAnswer, FaultAnswer, Refusal, SiteAnswer,
};
use super::workspace::Workspace;

/// The most bytes of a request of JSON.
const LARGEST: usize = 24 << 20;

/// Adds the editor to a listener of its own.
pub fn mount(config: &mut web::ServiceConfig, workspace: Arc<Workspace>) {
    let json = web::JsonConfig::default()
        .limit(LARGEST)
        .content_type_required(true)
        .error_handler(|error, _| Refused::bad("body", error.to_string()).into());
    let query =
        web::QueryConfig::default().error_handler(|error, _| Refused::bad("query", error.to_string()).into());
    let api = web::scope("/config/api")
        .app_data(json)
        .app_data(query)
        .service(site)
        .service(collection)
        .service(fonts)
        .service(file)
        .service(changes)
        .service(events)
        .service(bin::list)
        .service(bin::put)
        .service(bin::restore)
        .service(home::home)
        .service(offer::offer)
        .service(product_list::product_list)
        .service(products::products)
        .service(products::product_file)
        .service(show::render)
        .service(outside::connect)
        .service(outside::video)
        .service(outside::photos)
        .service(outside::job)
        .service(upload::upload)
        .service(upload::rename)
        .service(upload::remove)
        .service(upload::list)
        .service(upload::publish)
        .service(versions::list)
        .service(versions::again)
        .default_service(web::route().to(nowhere));
    config.app_data(web::Data::from(workspace)).service(api).configure(page::mount);
}

/// Adds to the site's listener what leads to the editor, and the preview. Nothing of it changes anything.
pub fn mount_on_site(config: &mut web::ServiceConfig, workspace: Arc<Workspace>) {
    config.app_data(web::Data::from(workspace)).configure(page::mount_on_site).configure(show::mount);
}

/// The site as a whole.
#[utoipa::path(tag = "site", context_path = "/config/api", responses((status = 200, body = SiteAnswer), (status = 401, body = Refusal), (status = 403, body = Refusal)))]
#[get("/site")]
pub async fn site(request: HttpRequest, workspace: web::Data<Workspace>) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    let crumb = workspace.keys.crumb(&caller.holder);
    let mut answer = workspace.view().answer(&crumb, roles::role(caller.codes.as_deref()));
    reads::cut(&mut answer, &sight(&caller, &workspace));
    if roles::may_preview(caller.codes())
        && let Some(origins) = workspace.origins()
    {
        let pass = workspace.keys.pass(caller.session.as_deref());
        answer.preview_url = format!("{}/?{}={pass}", origins.site(&request), show::QUERY);
    }
    Ok(fresh(HttpResponse::Ok()).json(answer))
}

/// Some items of a collection, in its order.
#[utoipa::path(tag = "site", context_path = "/config/api", params(CollectionQuery), responses((status = 200, body = CollectionPage), (status = 400, body = Refusal), (status = 404, body = Refusal)))]
#[get("/collection")]
pub async fn collection(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<CollectionQuery>,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    if !sight(&caller, &workspace).has(&format!("content/{}/collection.json", query.folder)) {
        return Err(Refused::forbidden("role", "Your role may not read this."));
    }
    let page = list::page(&workspace.view(), &query, workspace.options().now)?;
    Ok(fresh(HttpResponse::Ok()).json(page))
}

/// The fonts that may be chosen.
#[utoipa::path(tag = "site", context_path = "/config/api", responses((status = 200, body = FontList)))]
#[get("/fonts")]
pub async fn fonts(request: HttpRequest, workspace: web::Data<Workspace>) -> Result<HttpResponse, Refused> {
    caller(&request, &workspace).await?;
    Ok(fresh(HttpResponse::Ok()).json(super::fonts::list()))
}

/// A file as it is on disk.
#[utoipa::path(tag = "files", context_path = "/config/api", params(PathQuery), responses((status = 200, body = FileAnswer), (status = 400, body = Refusal), (status = 404, body = Refusal)))]
#[get("/file")]
pub async fn file(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<PathQuery>,
) -> Result<HttpResponse, Refused> {
    let sight = sight(&caller(&request, &workspace).await?, &workspace);
    let answer = apart(&workspace, move |workspace| read(workspace, &sight, &query.path)).await?;
    Ok(fresh(HttpResponse::Ok()).json(answer))
}

fn read(workspace: &Workspace, sight: &Sight, path: &str) -> Result<FileAnswer, Refused> {
    let bad = |why: super::place::PathError| Refused::bad("path", why.to_string());
    let place = Place::parse(path).map_err(bad)?;
    if !sight.has(place.path()) {
        return Err(Refused::forbidden("role", "Your role may not read this."));
    }
    let on_disk = place.on_disk(&workspace.root).map_err(bad)?;
    let found = Found::read(&on_disk).map_err(|error| Refused::machine(&on_disk, &error))?;
    let found = found.ok_or_else(Refused::missing)?;
    sight.permits(&place, &found)?;
    workspace.shown(&found);
    let json = found.value(&place).map(mask::masked);
    let text = found.text().filter(|_| json.is_none()).map(str::to_owned);
    Ok(FileAnswer { path: path.to_owned(), digest: found.digest, kind: place.kind(), json, text })
}

/// Changes files: all of them, or none.
#[utoipa::path(tag = "files", context_path = "/config/api", request_body = ChangeRequest, responses((status = 200, body = ChangeAnswer),
    (status = 400, body = Refusal), (status = 403, body = Refusal), (status = 409, body = ConflictAnswer), (status = 422, body = FaultAnswer)))]
#[post("/changes")]
pub async fn changes(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    let body: ChangeRequest = json(&request, body).await?;
    let by = By::of(&workspace, &caller, &request);
    let outcome =
        apart(&workspace, move |workspace| Ok(noted::change(workspace, &caller, by, &body))).await?;
    bin::answered(outcome)
}

/// What happens to the site, as it happens: server-sent events named `editor`, each an `Event`.
#[utoipa::path(tag = "site", context_path = "/config/api", responses((status = 200, body = String, content_type = "text/event-stream")))]
#[get("/events")]
pub async fn events(request: HttpRequest, workspace: web::Data<Workspace>) -> Result<HttpResponse, Refused> {
    let sight = sight(&caller(&request, &workspace).await?, &workspace);
    Ok(workspace.events.stream(workspace.view().build_id.clone(), sight))
}
