//! The document of every call, and a page to browse it: the page's files are in the program, nothing is fetched.

use actix_web::http::header;
use actix_web::middleware::DefaultHeaders;
use actix_web::{HttpResponse, web};
use utoipa_swagger_ui::{Config, SwaggerUi};

/// The document.
const DOCUMENT: &str = "/api/openapi.json";
/// The page.
const PAGE: &str = "/api/docs";

/// Mounts both; they know no visitor, so they stand before the calls and their guard.
pub fn mount(config: &mut web::ServiceConfig, document: web::Bytes) {
    let page = SwaggerUi::new("/{_:.*}").config(Config::from(DOCUMENT));
    let answer = move || {
        let document = document.clone();
        async move {
            HttpResponse::Ok()
                .insert_header((header::CACHE_CONTROL, "no-cache"))
                .content_type(header::ContentType::json())
                .body(document)
        }
    };
    config
        .service(web::resource(DOCUMENT).route(web::get().to(answer)))
        .service(web::resource(PAGE).route(web::get().to(async || {
            HttpResponse::PermanentRedirect().insert_header((header::LOCATION, format!("{PAGE}/"))).finish()
        })))
        .service(
            web::scope(PAGE)
                .wrap(
                    DefaultHeaders::new()
                        .add((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
                        .add((header::X_FRAME_OPTIONS, "DENY"))
                        .add((header::REFERRER_POLICY, "no-referrer"))
                        .add((header::CACHE_CONTROL, "no-cache"))
                        .add((
                            header::CONTENT_SECURITY_POLICY,
                            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                             img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
                        )),
                )
                .service(page),
        );
}
