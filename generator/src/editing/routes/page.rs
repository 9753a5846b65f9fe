//! `/config`: the editor's page, and the files of its program.

use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::{Method, StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};

use super::call::{apart, caller};
use crate::editing::answer::Refused;
use crate::editing::guard::{self, Known};
use crate::editing::place::Place;
use crate::editing::workspace::Workspace;
use crate::widgets;

const UNBUILT: &str = include_str!("../../../builtin/editor/unbuilt.html");

/// What the page may do: only what comes from here, pictures from where the site has them, and the site in its frame.
fn policy(site: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: {site}; \
         font-src 'self' data:; media-src 'self' blob: https: {site}; connect-src 'self'; frame-src {site}; \
         worker-src 'self' blob:; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
    )
}

/// The query of the address that the terminal shows.
const TOKEN: &str = "token";

/// Adds the page and its files.
pub fn mount(config: &mut web::ServiceConfig) {
    config
        .route("/", web::get().to(|| async { to("/config") }))
        .route("/files/{path:.*}", web::get().to(file))
        .route("/config/assets/{path:.*}", web::get().to(asset))
        .route("/config/worker.js", web::get().to(worker))
        .route("/config/app.webmanifest", web::get().to(app))
        .route("/config/icon-{size}.png", web::get().to(icon))
        .route("/config", web::get().to(page))
        .route("/config/{path:.*}", web::get().to(page));
}

/// Adds what leads from the site to the editor, which is elsewhere. Its calls are not here, for any client.
pub fn mount_on_site(config: &mut web::ServiceConfig) {
    config
        .service(web::scope("/config/api").default_service(web::route().to(super::call::nowhere)))
        .route("/config", web::get().to(to_editor))
        .route("/config/{path:.*}", web::get().to(to_editor));
}

fn to(address: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .finish()
}

async fn to_editor(request: HttpRequest, workspace: web::Data<Workspace>) -> HttpResponse {
    let Some(origins) = workspace.origins() else { return HttpResponse::ServiceUnavailable().finish() };
    let place = request.uri().path_and_query().map_or("/config", |place| place.as_str());
    to(&format!("{}{place}", origins.editor(&request)))
}

async fn page(request: HttpRequest, workspace: web::Data<Workspace>) -> HttpResponse {
    let Some(origins) = workspace.origins() else { return HttpResponse::ServiceUnavailable().finish() };
    let policy = policy(&origins.site(&request));
    if let Some(opened) = opened(&request, &workspace).await {
        return opened;
    }
    let (status, crumb) = match caller(&request, &workspace).await {
        Ok(caller) => (StatusCode::OK, workspace.keys.crumb(&caller.holder)),
        // Anyone who has to sign in does so on the page.
        Err(why) if why.status == StatusCode::UNAUTHORIZED => (StatusCode::OK, workspace.keys.crumb("")),
        Err(why) => return refusal(&why, &workspace, &policy),
    };
    let options = workspace.options();
    let Some(entry) = widgets::editor(options.widgets.as_deref()) else {
        return answer(StatusCode::SERVICE_UNAVAILABLE, UNBUILT.to_owned(), &policy);
    };
    let address = |file: &String| format!("/config/assets/{file}");
    let sheets: Vec<String> = entry.css.iter().map(address).collect();
    let html = workspace.pages.editor(&sheets, &address(&entry.file), origins, &crumb);
    answer(status, html, &policy)
}

/// Takes the token of the terminal's address for a cookie, and leads to the address without it. Nothing where there are
/// users: they sign in, even at the terminal.
async fn opened(request: &HttpRequest, workspace: &Workspace) -> Option<HttpResponse> {
    let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string()).ok()?.into_inner();
    let (_, token) = query.iter().find(|(name, _)| name == TOKEN)?;
    let users = workspace.users()?;
    let is_open = users.who(None).await == Known::NoUsers
        && request.method() == Method::GET
        && guard::at_this_machine(request).is_ok();
    let browser = if is_open { workspace.keys.open(token) } else { None };
    let place = request.path();
    // Slashes at the beginning would lead to another host.
    let place = if place.starts_with("/config") { place } else { "/config" };
    let mut answer = to(place);
    if let Some(browser) = browser {
        let cookie =
            Cookie::build(guard::BROWSER, browser).path("/").http_only(true).same_site(SameSite::Strict);
        answer.add_cookie(&cookie.finish()).ok()?;
    }
    Some(answer)
}

fn answer(status: StatusCode, html: String, policy: &str) -> HttpResponse {
    HttpResponse::build(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .body(html)
}

fn refusal(why: &Refused, workspace: &Workspace, policy: &str) -> HttpResponse {
    answer(why.status, workspace.pages.closed(&why.why.message), policy)
}

/// A file of the site as it lies in its folder: panels show pictures that no page has yet. Visitors have those of the
/// output.
async fn file(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    path: web::Path<String>,
) -> HttpResponse {
    match caller(&request, &workspace).await {
        Ok(caller) if caller.must(&super::upload::TOOLS).is_ok() => of_folder(&workspace, &path).await,
        _ => HttpResponse::NotFound().finish(),
    }
}

/// A file of the site's folder, as a picture and never as a page.
pub(super) async fn of_folder(workspace: &web::Data<Workspace>, path: &str) -> HttpResponse {
    let path = format!("files/{path}");
    let found = apart(workspace, move |workspace| {
        let missing = |_| Refused::missing();
        let place = Place::parse(&path).map_err(missing)?;
        let on_disk = place.on_disk(&workspace.root).map_err(missing)?;
        let bytes = crate::folder::read(&on_disk).map_err(|_| Refused::missing())?;
        Ok((mime_guess::from_path(&on_disk).first_or_octet_stream(), bytes))
    });
    match found.await {
        Ok((kind, bytes)) => HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, kind.to_string()))
            .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
            // A drawing may carry a script; here it is a picture.
            .insert_header((
                header::CONTENT_SECURITY_POLICY,
                "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .body(bytes),
        Err(_) => HttpResponse::NotFound().finish(),
    }
}

async fn asset(workspace: web::Data<Workspace>, path: web::Path<String>) -> HttpResponse {
    let options = workspace.options();
    let Some(bytes) = widgets::file(options.widgets.as_deref(), &path) else {
        return HttpResponse::NotFound().finish();
    };
    let kind = mime_guess::from_path(path.as_str()).first_or_octet_stream();
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, kind.to_string()))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(bytes.into_owned())
}

/// What the editor keeps on a device by, where its owner asked for that. Its address never changes, so it is asked for each time.
async fn worker(workspace: web::Data<Workspace>) -> HttpResponse {
    let options = workspace.options();
    match widgets::editor_worker(options.widgets.as_deref()) {
        Some(bytes) => {
            let mut answer = fixed("text/javascript; charset=utf-8", bytes.into_owned());
            // What a worker may ask for is said by its own file: what comes from here, as for the page.
            let policy =
                header::HeaderValue::from_static("default-src 'none'; script-src 'self'; connect-src 'self'");
            answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            answer
        }
        None => HttpResponse::NotFound().finish(),
    }
}

/// The editor as an app: its window opens at what is new. The name is that of the site, which everybody may read.
async fn app(workspace: web::Data<Workspace>) -> HttpResponse {
    let view = workspace.view();
    let name =
        view.site().map(|site| site.website.title).filter(|title| !title.is_empty()).unwrap_or("Loggia");
    let icon = |size: u32, purpose: &str| serde_json::json!({"src": format!("/config/icon-{size}.png"), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose});
    let manifest = serde_json::json!({
        "id": "/config/", "name": name, "short_name": name, "start_url": "/config/home", "scope": "/config/",
        "display": "standalone", "background_color": "#ffffff", "theme_color": "#1f5c52",
        "icons": [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
    });
    fixed("application/manifest+json", manifest.to_string().into_bytes())
}

/// The picture of the app, 192 or 512 pixels wide.
async fn icon(size: web::Path<u32>) -> HttpResponse {
    match size.into_inner() {
        192 => fixed("image/png", include_bytes!("../../../builtin/editor/icon-192.png").to_vec()),
        512 => fixed("image/png", include_bytes!("../../../builtin/editor/icon-512.png").to_vec()),
        _ => HttpResponse::NotFound().finish(),
    }
}

/// A file that is at the same address in each version.
fn fixed(kind: &str, bytes: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, kind))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(bytes)
}
