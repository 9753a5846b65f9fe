//! The document of every call, and a page to browse it: the page's files are in the program, nothing is fetched.

use super::methods::Methods;
use crate::error::ApiError;
use actix_web::http::header;
use actix_web::middleware::DefaultHeaders;
use actix_web::{HttpResponse, web};
use std::sync::OnceLock;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

/// The document.
const DOCUMENT: &str = "/api/openapi.json";
/// The page.
const PAGE: &str = "/api/docs";

/// The document, written when somebody first asks for it: a shop's visitors never do.
#[derive(Debug)]
pub struct Document {
    write: fn() -> OpenApi,
    json: OnceLock<web::Bytes>,
    methods: OnceLock<Methods>,
}

impl Document {
    /// The one that `write` writes.
    pub const fn new(write: fn() -> OpenApi) -> Self {
        Document { write, json: OnceLock::new(), methods: OnceLock::new() }
    }

    /// Which methods each path knows.
    pub(super) fn methods(&self) -> &Methods {
        self.methods.get_or_init(|| Methods::of(&(self.write)()))
    }

    fn json(&self) -> Result<web::Bytes, ApiError> {
        if let Some(json) = self.json.get() {
            return Ok(json.clone());
        }
        let json = web::Bytes::from((self.write)().to_json()?);
        Ok(self.json.get_or_init(|| json).clone())
    }
}

async fn answer(document: web::Data<Document>) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .content_type(header::ContentType::json())
        .body(document.json()?))
}

/// Mounts both; they know no visitor, so they stand before the calls and their guard.
pub fn mount(config: &mut web::ServiceConfig) {
    let page = SwaggerUi::new("/{_:.*}").config(Config::from(DOCUMENT));
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
