//! A file on its way to a buyer: whole or a part of it, never in memory, never opened by the browser as a page.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::product_file::OrderedFile;
use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_RANGE,
    RANGE, Range,
};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use loggia_commerce::FileDigest;

/// The longest name that a copy gets, in characters.
const LONGEST_NAME: usize = 120;
/// The longest media type that is repeated, in bytes.
const LONGEST_TYPE: usize = 100;

/// The answer that gives a file.
pub(super) async fn file(
    request: &HttpRequest,
    context: &Context,
    file: &OrderedFile,
) -> Result<HttpResponse, ApiError> {
    let digest = FileDigest::parse(&file.digest).map_err(|_| missing(file))?;
    let internal = |cause: std::io::Error| ApiError::Internal(cause.into());
    let size = context.files.size(&digest).await.map_err(internal)?.ok_or_else(|| missing(file))?;
    let mut answer = HttpResponse::Ok();
    let (from, length) = match wanted(request, &digest, size) {
        Wanted::Whole => (0, size),
        Wanted::Part(first, last) => {
            answer.status(StatusCode::PARTIAL_CONTENT);
            answer.insert_header((CONTENT_RANGE, format!("bytes {first}-{last}/{size}")));
            (first, last - first + 1)
        }
        Wanted::Outside => return Ok(outside(size)),
    };
    let pieces = context.files.read(&digest, from, length).await.map_err(internal)?;
    Ok(answer
        .insert_header((CONTENT_TYPE, media_type(&file.kind)))
        .insert_header((CONTENT_DISPOSITION, disposition(&file.name)))
        .insert_header((ETAG, format!("\"{digest}\"")))
        .insert_header((ACCEPT_RANGES, "bytes"))
        .body(SizedStream::new(length, pieces)))
}

/// It was bought, and a publish has yet to hand it over.
fn missing(file: &OrderedFile) -> ApiError {
    tracing::error!(
        digest = file.digest,
        "a file that was bought is not kept here: publish the site once more"
    );
    ApiError::refused(
        StatusCode::SERVICE_UNAVAILABLE,
        "file-missing",
        "This file is not here yet. Please try again later, or ask the shop for it.",
    )
}

fn outside(size: u64) -> HttpResponse {
    let refusal = ApiError::refused(
        StatusCode::RANGE_NOT_SATISFIABLE,
        "range-not-satisfiable",
        "The file has no such part.",
    );
    let mut answer = refusal.error_response();
    if let Ok(whole) = HeaderValue::from_str(&format!("bytes */{size}")) {
        answer.headers_mut().insert(CONTENT_RANGE, whole);
    }
    answer
}

enum Wanted {
    Whole,
    /// The first and the last byte.
    Part(u64, u64),
    Outside,
}

/// What is asked for. Several parts at once, and what is no range, are answered with the whole file.
fn wanted(request: &HttpRequest, digest: &FileDigest, size: u64) -> Wanted {
    let text = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let is_same = text(IF_RANGE).is_none_or(|known| known == format!("\"{digest}\""));
    let range: Option<Range> = text(RANGE).filter(|_| is_same).and_then(|range| range.parse().ok());
    match range {
        Some(Range::Bytes(parts)) if parts.len() == 1 => {
            let part = parts[0].to_satisfiable_range(size);
            part.map_or(Wanted::Outside, |(first, last)| Wanted::Part(first, last))
        }
        _ => Wanted::Whole,
    }
}

/// The media type, if it can be one.
fn media_type(kind: &str) -> &str {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"/+.-".contains(&byte);
    let is_type = kind.len() <= LONGEST_TYPE && kind.bytes().all(is_letter) && kind.split('/').count() == 2;
    if is_type { kind } else { "application/octet-stream" }
}

/// The browser keeps it under this name, and does not show it.
fn disposition(name: &str) -> String {
    let name = safe_name(name);
    let plain: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || " .-_()".contains(letter) { letter } else { '_' })
        .collect();
    let mut exact = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b".-_".contains(&byte) {
            exact.push(char::from(byte));
        } else {
            exact.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{exact}")
}

/// A name without folders, control characters, or letters that turn the direction of writing and so hide the ending.
pub(super) fn safe_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let turns = |letter: char| matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    let kept: String = last.chars().filter(|letter| !letter.is_control() && !turns(*letter)).collect();
    let kept = kept.trim().trim_start_matches('.');
    let spare = kept.chars().count().saturating_sub(LONGEST_NAME);
    // The ending says what opens it.
    let kept: String = kept.chars().skip(spare).collect();
    if kept.is_empty() { "download".to_owned() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_169_a_name_is_a_name_and_nothing_else() {
        for (name, safe) in [
            ("glaze book.pdf", "glaze book.pdf"),
            ("../../etc/passwd", "passwd"),
            ("..\\..\\boot.ini", "boot.ini"),
            ("a\r\nSet-Cookie: b=c", "aSet-Cookie: b=c"),
            ("invoice\u{202e}fdp.exe", "invoicefdp.exe"),
            (".htaccess", "htaccess"),
            ("", "download"),
            ("..", "download"),
        ] {
            assert_eq!(safe_name(name), safe, "{name:?}");
        }
        let long = format!("{}.pdf", "é".repeat(500));
        assert!(safe_name(&long).chars().count() == LONGEST_NAME && safe_name(&long).ends_with(".pdf"));
        assert_eq!(
            disposition("Grüße \"1\".pdf"),
            "attachment; filename=\"Gr__e _1_.pdf\"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.pdf"
        );
        assert_eq!(media_type("application/pdf"), "application/pdf");
        for kind in ["", "text", "text/html; charset=x", "a/b/c", "a/b\r\nx: y"] {
            assert_eq!(media_type(kind), "application/octet-stream", "{kind}");
        }
    }
}
