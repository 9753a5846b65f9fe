//! Pages as they are and as they would be, with what is not published.

use std::path::Path;

use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, guard, post, web};

use super::call::{apart, caller, fresh, json};
use super::page::of_folder;
use crate::diagnostic::Diagnostic;
use crate::editing::answer::Refused;
use crate::editing::change_set::Unprepared;
use crate::editing::faults::faults;
use crate::editing::guard::may_preview;
use crate::editing::journal::Step;
use crate::editing::mark;
use crate::editing::place::Place;
use crate::editing::wire::{Change, Conflict, ConflictAnswer, Refusal, RenderAnswer, RenderRequest, Tool};
use crate::editing::workspace::Workspace;
use crate::pipeline::trial::{Shown, Trial, Wanted, elsewhere, show};
use crate::pipeline::{ENVIRONMENTS, Options, Session};

/// The query by which every address of the site is one of the preview; with a pass as its value the browser gets that as
/// a cookie, and the address without it: scripts of the page see no pass.
pub const QUERY: &str = "loggia-edit";

/// The cookie that makes every address one of the preview as well, while it says `1` (N-099).
const COOKIE: &str = "ss_preview";

/// The cookie that names a layout of the template: pages of the preview are shown in that one, in place of their own
/// (N-099).
const LAYOUT_COOKIE: &str = "ss_template_override";

/// The cookie that names an environment: pages of the preview are shown with its hosts (N-099).
const ENVIRONMENT_COOKIE: &str = "ss_env_override";

/// What begins the name of the cookie that holds the pass; the port of the listener ends it.
const PASS: &str = "loggia-preview-";

const SCRIPT: &str = include_str!("../../../builtin/editor/frame.js");

fn is_page(path: &str) -> bool {
    !path.starts_with("/api/")
        && !path.starts_with("/_loggia/")
        && !path.starts_with("/config/")
        && !path.contains('.')
}

/// Whether a visitor's browser asks for the preview of the site's pages: by a cookie, or from the editor's frame.
fn by_browser(context: &guard::GuardContext<'_>) -> bool {
    let head = context.head();
    let cookies = head.headers.get_all(header::COOKIE).filter_map(|cookie| cookie.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let in_frame = head.headers.get("sec-fetch-dest").is_some_and(|dest| dest == "iframe");
    is_page(head.uri.path())
        && pairs.any(|(name, value)| match name {
            COOKIE => value == "1",
            LAYOUT_COOKIE | ENVIRONMENT_COOKIE => !value.is_empty(),
            _ => in_frame && name.starts_with(PASS),
        })
}

/// How pages of the preview are shown in place of how the server builds them.
#[derive(Debug, Default)]
struct Overrides {
    /// A layout of `template.conf`.
    layout: Option<String>,
    /// One of [`ENVIRONMENTS`].
    environment: Option<&'static str>,
}

impl Overrides {
    /// Those that the cookies of a browser name. An environment that is unknown changes nothing.
    fn of(request: &HttpRequest) -> Overrides {
        let value = |name: &str| request.cookie(name).map(|cookie| cookie.value().to_owned());
        let environment = value(ENVIRONMENT_COOKIE);
        Overrides {
            layout: value(LAYOUT_COOKIE),
            environment: ENVIRONMENTS.into_iter().find(|known| Some(*known) == environment.as_deref()),
        }
    }

    /// How a page is made with them.
    fn options(&self, own: Options) -> Options {
        let environment = self.environment.unwrap_or(own.environment);
        Options { layout: self.layout.clone(), environment, ..own }
    }
}

/// Adds the pages of the preview. They stand before those that visitors see.
pub fn mount(config: &mut web::ServiceConfig) {
    let asks = |context: &guard::GuardContext<'_>| {
        let query = context.head().uri.query().unwrap_or_default();
        query.split('&').any(|part| asked_by(part).is_some()) || by_browser(context)
    };
    let holds_pass = |context: &guard::GuardContext<'_>| {
        let cookies = context.head().headers.get_all(header::COOKIE);
        cookies.filter_map(|cookie| cookie.to_str().ok()).any(|cookies| cookies.contains(PASS))
    };
    config
        .route("/_loggia/frame.js", web::get().to(script))
        .service(
            web::resource("/files/{path:.*}").guard(guard::fn_guard(holds_pass)).route(web::get().to(file)),
        )
        .service(web::resource("/{path:.*}").guard(guard::fn_guard(asks)).route(web::get().to(page)));
}

/// The pass that a part of a query says; empty where it asks without one.
fn asked_by(part: &str) -> Option<&str> {
    let rest = part.strip_prefix(QUERY)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('=') }
}

async fn script() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/javascript; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(SCRIPT)
}

/// The cookie of this listener that holds the pass.
fn pass_cookie(request: &HttpRequest) -> String {
    format!("{PASS}{}", request.app_config().local_addr().port())
}

/// Whether the one who asks may see what is not published.
async fn may_see(request: &HttpRequest, workspace: &Workspace, given: &str) -> Result<(), Refused> {
    let held = request.cookie(&pass_cookie(request)).map(|cookie| cookie.value().to_owned());
    let pass = if given.is_empty() { held } else { Some(given.to_owned()) };
    may_preview(request, &workspace.keys, workspace.users(), pass.as_deref()).await
}

/// A file of a page that is not published is not among the published files.
async fn file(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    path: web::Path<String>,
) -> HttpResponse {
    if may_see(&request, &workspace, "").await.is_ok() {
        return of_folder(&workspace, &path).await;
    }
    HttpResponse::Forbidden().finish()
}

async fn page(request: HttpRequest, workspace: web::Data<Workspace>) -> HttpResponse {
    let given = request.query_string().split('&').find_map(asked_by).unwrap_or_default();
    // What is no pass is the word of somebody who types the address, as in `?loggia-edit=1`.
    let given = if workspace.keys.whose(given).is_some() { given } else { "" };
    if let Err(why) = may_see(&request, &workspace, given).await {
        return why.error_response();
    }
    if !given.is_empty() {
        return with_pass(&request, given);
    }
    let editor = workspace.origins().map(|origins| origins.editor(&request)).unwrap_or_default();
    let url = request.path().to_owned();
    let overrides = Overrides::of(&request);
    let shown = apart(&workspace, move |workspace| {
        let shown = |url: String| shown(workspace, &[], &Asked::Url(url), &overrides);
        let found = shown(url).map_err(|why| match why {
            Unprepared::Refused(why) => why,
            Unprepared::Conflicts(_) => Refused::missing(),
        })?;
        match found {
            Some(found) => Ok((StatusCode::OK, found)),
            None => {
                let missing = shown("/404.html".to_owned()).ok().flatten();
                missing.map(|found| (StatusCode::NOT_FOUND, found)).ok_or_else(Refused::missing)
            }
        }
    });
    match shown.await {
        Ok((status, found)) => HttpResponse::build(status)
            .content_type("text/html; charset=utf-8")
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header((header::REFERRER_POLICY, "same-origin"))
            .insert_header((header::CONTENT_SECURITY_POLICY, format!("frame-ancestors 'self' {editor}")))
            .body(with_script(&found.html, &workspace.pages.frame(&editor))),
        Err(why) => why.error_response(),
    }
}

/// Gives the browser its pass, and the address without it.
fn with_pass(request: &HttpRequest, pass: &str) -> HttpResponse {
    let others = request.query_string().split('&').filter(|part| asked_by(part).is_none());
    let query: Vec<&str> = others.chain([QUERY]).filter(|part| !part.is_empty()).collect();
    // Two slashes at the beginning would name another host.
    let path = format!("/{}", request.path().trim_start_matches(['/', '\\']));
    let cookie = Cookie::build(pass_cookie(request), pass.to_owned());
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, format!("{path}?{}", query.join("&"))))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .cookie(cookie.path("/").http_only(true).same_site(SameSite::Strict).finish())
        .finish()
}

/// The page with the script that speaks with the editor, at the end of its body.
fn with_script(html: &str, script: &str) -> String {
    let end = html.rfind("</body>").unwrap_or(html.len());
    let (page, rest) = html.split_at(end);
    [page, script, rest].concat()
}

/// A page as it would look with changes that are not saved.
#[utoipa::path(tag = "preview", context_path = "/config/api", request_body = RenderRequest, responses((status = 200, body = RenderAnswer),
    (status = 400, body = Refusal), (status = 404, body = Refusal), (status = 409, body = ConflictAnswer)))]
#[post("/render")]
pub async fn render(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    caller.must(&[Tool::Content, Tool::Design, Tool::Forms, Tool::Commerce])?;
    let body: RenderRequest = json(&request, body).await?;
    let found = apart(&workspace, move |workspace| {
        let asked = asked(&body)?;
        // What one may not write one may not try either: a template shows whatever it asks for.
        if let Ok(prepared) = workspace.prepare(&body.changes) {
            workspace.permitted(&caller, &body.changes, &prepared)?;
        }
        match shown(workspace, &body.changes, &asked, &Overrides::default()) {
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

/// A page with its marks.
struct Page {
    html: String,
    url: String,
    faults: Vec<Diagnostic>,
}

fn shown(
    workspace: &Workspace,
    changes: &[Change],
    asked: &Asked,
    overrides: &Overrides,
) -> Result<Option<Page>, Unprepared> {
    let prepared = workspace.prepare(changes)?;
    let steps: Vec<&Step> = prepared.iter().flat_map(|prepared| &prepared.steps).collect();
    let built = workspace.options();
    let options = overrides.options(built.clone());
    let wanted = match asked {
        Asked::Url(url) => Wanted::Url(url.split(['?', '#']).next().unwrap_or_default()),
        Asked::File(file) => Wanted::File(Path::new(file)),
    };
    let look = |session: &Session, trial: Option<&Trial<'_>>| {
        // Hosts are read with the site, so another environment is the site read again.
        let other = (options.environment != built.environment).then(|| elsewhere(&options)).flatten();
        let trial = other.as_ref().or(trial);
        let Shown { html, url, faults, sources } = show(session.loaded()?, trial, &options, wanted)?;
        Some(Page { html: mark::marked(&html, sources), url, faults })
    };
    let found = workspace.with_trial(&steps, look).and_then(|found| match found {
        // A page that was made a moment ago is shown before the build that brings it.
        None if steps.is_empty() => Ok(workspace.with_unbuilt(look)?.flatten()),
        found => Ok(found),
    });
    found.map_err(|error| Unprepared::Refused(Refused::machine(&workspace.root, &error)))
}
