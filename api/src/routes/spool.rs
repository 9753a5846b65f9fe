//! The large bodies that a publish hands over: nothing is read of one before its signature's form and time are right, and
//! nothing is kept of it that is not signed (S-055).
//!
//! A few arrive at once, each within a time; up to a megabyte waits in memory and the rest in a file without a name, which
//! is gone with the call.

use crate::context::Context;
use crate::error::ApiError;
use crate::rates::Class;
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::{self, Bytes};
use futures_util::StreamExt;
use loggia_commerce::{Signed, SignedBody};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

/// The header with the signature.
const SIGNATURE: &str = "loggia-signature";
/// How many bodies arrive at once.
pub const AT_ONCE: usize = 2;
/// What waits in memory, in bytes.
const IN_MEMORY: usize = 1024 * 1024;
/// The slowest that a body may arrive after its first seconds, in bytes a second: two slow ones would hold up every other.
const SLOWEST: u64 = 16 * 1024;
/// Those first seconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// The body of a call that a publish signed, whole.
pub(super) async fn signed(
    request: &HttpRequest,
    context: &Context,
    body: web::Payload,
) -> Result<Bytes, ApiError> {
    let commerce = &context.settings.commerce;
    let keys = commerce.publish_secrets();
    if keys.is_empty() {
        return Err(ApiError::not_found("Not found"));
    }
    let header = request.headers().get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let now = context.clock.now_ms().div_euclid(1000);
    let signed = Signed::read(header, now).map_err(|_| not_signed())?;
    if declared(request).is_some_and(|length| length > commerce.catalog_bytes) {
        return Err(too_large());
    }
    context.count(Class::HandOver, request, "").await?;
    let _place = context.uploads.try_acquire().map_err(|_| ApiError::TooManyRequests {
        message: "Other catalogues arrive at the moment. Please try again in a few seconds.".into(),
        retry_after: 5,
    })?;
    let readers = keys.iter().map(|key| signed.body_by(key.as_bytes())).collect();
    let spool = Spool::new(readers, commerce.catalog_bytes);
    let limit = Duration::from_millis(commerce.catalog_ms);
    let spool = tokio::time::timeout(limit, fill(spool, body, &context.settings.data_folder))
        .await
        .map_err(|_| too_slow())??;
    spool.finish(&signed)
}

/// A body that somebody sends who was admitted already, whole and at most `most` bytes.
pub(super) async fn whole(
    request: &HttpRequest,
    context: &Context,
    body: web::Payload,
    most: usize,
) -> Result<Bytes, ApiError> {
    if declared(request).is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let limit = Duration::from_millis(context.settings.commerce.catalog_ms);
    let spool =
        tokio::time::timeout(limit, fill(Spool::new(Vec::new(), most), body, &context.settings.data_folder));
    spool.await.map_err(|_| too_slow())??.all()
}

fn declared(request: &HttpRequest) -> Option<usize> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

async fn fill(mut spool: Spool, mut body: web::Payload, folder: &Path) -> Result<Spool, ApiError> {
    let begun = tokio::time::Instant::now();
    loop {
        let piece = tokio::time::timeout(PATIENCE, body.next()).await.map_err(|_| too_slow())?;
        let Some(piece) = piece else { return Ok(spool) };
        let piece = piece.map_err(|_| ApiError::bad_request("broken-body", "The request was cut off."))?;
        spool.take(&piece, folder)?;
        let waited = begun.elapsed().saturating_sub(PATIENCE);
        if (spool.length as u64) < waited.as_secs() * SLOWEST {
            return Err(too_slow());
        }
    }
}

/// A body as it comes.
struct Spool {
    readers: Vec<SignedBody>,
    most: usize,
    length: usize,
    memory: Vec<u8>,
    rest: Option<File>,
}

impl Spool {
    fn new(readers: Vec<SignedBody>, most: usize) -> Self {
        Spool { readers, most, length: 0, memory: Vec::new(), rest: None }
    }

    fn take(&mut self, piece: &[u8], folder: &Path) -> Result<(), ApiError> {
        self.length += piece.len();
        if self.length > self.most {
            return Err(too_large());
        }
        for reader in &mut self.readers {
            reader.update(piece);
        }
        if self.rest.is_none() && self.length <= IN_MEMORY {
            self.memory.extend_from_slice(piece);
            return Ok(());
        }
        let kept = self.rest.take().map_or_else(|| unnamed(folder), Ok);
        let kept = kept.and_then(|mut file| file.write_all(piece).map(|()| file));
        self.rest = Some(kept.map_err(|cause| ApiError::Internal(cause.into()))?);
        Ok(())
    }

    /// All of it, if one of the keys signed it.
    fn finish(mut self, signed: &Signed) -> Result<Bytes, ApiError> {
        if !self.readers.drain(..).fold(false, |fits, reader| fits | reader.fits(signed)) {
            return Err(not_signed());
        }
        self.all()
    }

    /// All of it.
    fn all(self) -> Result<Bytes, ApiError> {
        let mut all = self.memory;
        if let Some(mut file) = self.rest {
            let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut all));
            read.map_err(|cause| ApiError::Internal(cause.into()))?;
        }
        Ok(Bytes::from(all))
    }
}

/// A file without a name, for its owner alone.
fn unnamed(folder: &Path) -> std::io::Result<File> {
    std::fs::create_dir_all(folder)?;
    tempfile::tempfile_in(folder)
}

fn not_signed() -> ApiError {
    ApiError::refused(StatusCode::UNAUTHORIZED, "bad-signature", "The message is not signed as it must be.")
}

fn too_large() -> ApiError {
    ApiError::refused(StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", "The request is too large.")
}

fn too_slow() -> ApiError {
    ApiError::refused(StatusCode::REQUEST_TIMEOUT, "body-timeout", "The request took too long to arrive.")
}
