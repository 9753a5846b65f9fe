//! A document of an order as a download.

use crate::usecase::papers::PaperFile;
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};

/// The document as a file that nobody keeps on the way.
pub fn as_paper(file: PaperFile) -> HttpResponse {
    // Names hold letters, digits, `-`, `.` and `_`; those beyond ASCII are left out of the header.
    let name: String = file.name.chars().filter(char::is_ascii).collect();
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_TYPE, file.mime))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .body(file.bytes)
}
