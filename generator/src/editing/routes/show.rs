//! Pages as they are and as they would be, with what is not published.

use std::path::Path;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, guard, post, web};

use super::{apart, caller, fresh};
use crate::editing::answer::Refused;
use crate::editing::books::Unprepared;
use crate::editing::desk::Desk;
use crate::editing::faults::faults;
use crate::editing::journal::Step;
use crate::editing::mark;
use crate::editing::place::Place;
use crate::editing::wire::{Change, Conflict, ConflictAnswer, Refusal, RenderAnswer, RenderRequest};
use crate::pipeline::trial::{Shown, Wanted, show};

/// The query by which every address of the site is one of the preview.
const QUERY: &str = "loggia-edit";

/// The cookie that makes every address one of the preview as well, while it says `1` (N-099).
const COOKIE: &str = "ss_preview";

/// Whether a visitor's browser asks for the preview of the site's pages.
fn by_cookie(context: &guard::GuardContext<'_>) -> bool {
    let path = context.head().uri.path();
    let is_page = !path.starts_with("/api/") && !path.starts_with("/_loggia/") && !path.contains('.');
    let cookies = context.head().headers.get_all(header::COOKIE).filter_map(|cookie| cookie.to_str().ok());
    is_page
        && cookies
            .flat_map(|cookies| cookies.split(';'))
            .any(|cookie| cookie.trim().split_once('=') == Some((COOKIE, "1")))
}

/// Adds the pages of the preview. They stand before those that visitors see.
pub fn mount(config: &mut web::ServiceConfig) {
    let asks = |context: &guard::GuardContext<'_>| {
        let query = context.head().uri.query().unwrap_or_default();
        let is_asked =
            |part: &str| part == QUERY || part.strip_prefix(QUERY).is_some_and(|rest| rest.starts_with('='));
        query.split('&').any(is_asked) || by_cookie(context)
    };
    config.service(web::resource("/{path:.*}").guard(guard::fn_guard(asks)).route(web::get().to(page)));
}

async fn page(request: HttpRequest, desk: web::Data<Desk>) -> HttpResponse {
    if let Err(why) = caller(&request, &desk).await {
        return why.error_response();
    }
    let url = request.path().to_owned();
    let shown = apart(&desk, move |desk| {
        let found = shown(desk, &[], &Asked::Url(url)).map_err(|why| match why {
            Unprepared::Refused(why) => why,
            Unprepared::Conflicts(_) => Refused::missing(),
        })?;
        match found {
            Some(found) => Ok((StatusCode::OK, found)),
            None => {
                let missing = shown(desk, &[], &Asked::Url("/404.html".into())).ok().flatten();
                missing.map(|found| (StatusCode::NOT_FOUND, found)).ok_or_else(Refused::missing)
            }
        }
    });
    match shown.await {
        Ok((status, found)) => HttpResponse::build(status)
            .content_type("text/html; charset=utf-8")
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header((header::CONTENT_SECURITY_POLICY, "frame-ancestors 'self'"))
            .body(found.html),
        Err(why) => why.error_response(),
    }
}

/// A page as it would look with changes that are not saved.
#[utoipa::path(tag = "preview", context_path = "/config/api", request_body = RenderRequest, responses((status = 200, body = RenderAnswer),
    (status = 400, body = Refusal), (status = 404, body = Refusal), (status = 409, body = ConflictAnswer)))]
#[post("/render")]
pub async fn render(
    request: HttpRequest,
    desk: web::Data<Desk>,
    body: web::Json<RenderRequest>,
) -> Result<HttpResponse, Refused> {
    caller(&request, &desk).await?;
    let found = apart(&desk, move |desk| {
        let asked = asked(&body)?;
        match shown(desk, &body.changes, &asked) {
            Ok(Some(found)) => Ok(Ok(found)),
            Ok(None) => Err(Refused::missing()),
            Err(Unprepared::Refused(why)) => Err(why),
            Err(Unprepared::Conflicts(conflicts)) => Ok(Err(conflicts)),
        }
    });
    Ok(match found.await? {
        Ok(found) => {
            let diagnostics = faults(&found.faults);
            fresh(HttpResponse::Ok()).json(RenderAnswer { html: found.html, url: found.url, diagnostics })
        }
        Err(conflicts) => conflict(conflicts),
    })
}

fn conflict(conflicts: Vec<Conflict>) -> HttpResponse {
    HttpResponse::Conflict().json(ConflictAnswer { conflicts })
}

/// Which page is meant.
enum Asked {
    Url(String),
    File(String),
}

fn asked(body: &RenderRequest) -> Result<Asked, Refused> {
    if let Some(path) = &body.path {
        let place = Place::parse(path).map_err(|why| Refused::bad("path", why.to_string()))?;
        return Ok(Asked::File(place.path().to_owned()));
    }
    body.url
        .clone()
        .map(Asked::Url)
        .ok_or_else(|| Refused::bad("url", "Say which page by its url or its path."))
}

fn shown(desk: &Desk, changes: &[Change], asked: &Asked) -> Result<Option<Shown>, Unprepared> {
    let prepared = desk.prepare(changes)?;
    let steps: Vec<&Step> = prepared.iter().flat_map(|prepared| &prepared.steps).collect();
    let options = desk.options();
    let wanted = match asked {
        Asked::Url(url) => Wanted::Url(url.split(['?', '#']).next().unwrap_or_default()),
        Asked::File(file) => Wanted::File(Path::new(file)),
    };
    let found = desk.with_trial(&steps, |session, trial| show(session.loaded()?, trial, &options, wanted));
    let found = found.map_err(|error| Unprepared::Refused(Refused::machine(&desk.root, &error)))?;
    Ok(found.map(|found| Shown { html: mark::marked(&found.html, &found.sources), ..found }))
}
