//! `/config`: the editor's page, and the files of its program.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use loggia_template::escape_attribute;

use super::{apart, caller};
use crate::editing::answer::Refused;
use crate::editing::desk::Desk;
use crate::editing::place::Place;
use crate::widgets;

const PAGE: &str = include_str!("../../../builtin/editor/page.html");
const UNBUILT: &str = include_str!("../../../builtin/editor/unbuilt.html");

/// What the page may do: only what comes from here, and pictures from where the site has them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; \
                      font-src 'self' data:; media-src 'self' blob: https:; connect-src 'self'; frame-src 'self'; worker-src 'self' blob:; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'";

/// Adds the page and its files.
pub fn mount(config: &mut web::ServiceConfig) {
    config
        .route("/files/{path:.*}", web::get().to(file))
        .route("/config/assets/{path:.*}", web::get().to(asset))
        .route("/config", web::get().to(page))
        .route("/config/{path:.*}", web::get().to(page));
}

async fn page(request: HttpRequest, desk: web::Data<Desk>) -> HttpResponse {
    let (status, crumb) = match caller(&request, &desk).await {
        Ok(_) => (StatusCode::OK, desk.crumb.as_str()),
        // Whoever has to sign in does so on the page.
        Err(why) if why.status == StatusCode::UNAUTHORIZED => (StatusCode::OK, desk.crumb.as_str()),
        Err(why) => return refusal(&why),
    };
    let options = desk.options();
    let Some(entry) = widgets::editor(options.widgets.as_deref()) else {
        return answer(StatusCode::SERVICE_UNAVAILABLE, UNBUILT.to_owned());
    };
    let address = |file: &str| {
        let mut escaped = String::new();
        escape_attribute(&format!("/config/assets/{file}"), &mut escaped);
        escaped
    };
    let sheets = entry.css.iter().map(|file| format!("<link rel=\"stylesheet\" href=\"{}\">", address(file)));
    let html = PAGE
        .replace("{sheets}", &sheets.collect::<String>())
        .replace("{script}", &address(&entry.file))
        .replace("{crumb}", crumb);
    answer(status, html)
}

fn answer(status: StatusCode, html: String) -> HttpResponse {
    HttpResponse::build(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .body(html)
}

fn refusal(why: &Refused) -> HttpResponse {
    let mut message = String::new();
    escape_attribute(&why.why.message, &mut message);
    answer(
        why.status,
        format!("<!doctype html><html lang=\"en\"><title>{message}</title><p>{message}</p></html>"),
    )
}

/// A file of the site as it lies in its folder: panels show pictures that no page has yet. Visitors have those of the
/// output.
async fn file(request: HttpRequest, desk: web::Data<Desk>, path: web::Path<String>) -> HttpResponse {
    let found = match caller(&request, &desk).await {
        Ok(_) => apart(&desk, move |desk| {
            let missing = |_| Refused::missing();
            let place = Place::parse(&format!("files/{path}")).map_err(missing)?;
            let on_disk = place.on_disk(&desk.root).map_err(missing)?;
            let bytes = std::fs::read(&on_disk).map_err(|_| Refused::missing())?;
            Ok((mime_guess::from_path(&on_disk).first_or_octet_stream(), bytes))
        }),
        Err(_) => return HttpResponse::NotFound().finish(),
    };
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

async fn asset(desk: web::Data<Desk>, path: web::Path<String>) -> HttpResponse {
    let options = desk.options();
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
