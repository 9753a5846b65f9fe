//! A JSON document that is kept by whoever asked for it.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use serde_json::Value;

/// The document as a file that nobody keeps on the way.
pub fn as_file(document: &Value) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"person.json\""))
        .json(document)
}
