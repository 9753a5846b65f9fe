//! The signed calls by which the api of a shop takes over the files that are sold.

use std::path::{Path, PathBuf};
use std::time::Duration;

use loggia_commerce::{FileDigest, upload_path, upload_statement};
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE};
use reqwest::{Body, Method, RequestBuilder, StatusCode};
use serde::Deserialize;
use tokio::io::AsyncReadExt;

use super::Network;
use super::http::CallError;
use super::shop::{SIGNATURE, signature, signed};
use crate::publish::error::PublishError;

const MISSING: &str = "/api/commerce/files/missing";
/// How long one file may take.
const LIMIT: Duration = Duration::from_secs(60 * 60);
/// How much is read at a time, in bytes.
const PIECE: u64 = 64 * 1024;

/// What the api answers.
#[derive(Deserialize)]
struct Missing {
    missing: Vec<FileDigest>,
}

/// Hands over the files (digest, bytes, where it lies) that the api lacks; what came of it.
///
/// # Errors
/// When the api cannot be reached after all tries, or does not take one.
pub fn upload(url: &str, secret: &str, files: &[(FileDigest, u64, PathBuf)]) -> Result<String, PublishError> {
    let network = Network::new()?;
    let refused = |error: CallError| {
        let why = match &error {
            CallError::Status(StatusCode::NOT_FOUND, ..) => {
                "it takes no files by call; is it of an earlier version?".to_owned()
            }
            CallError::Status(StatusCode::UNAUTHORIZED, ..) => {
                format!(
                    "it does not know this signature; {} must be the same on both sides",
                    super::shop::SECRET
                )
            }
            error => error.to_string(),
        };
        PublishError::Refused(format!("the shop at {url}: {why}"))
    };
    let digests: Vec<&FileDigest> = files.iter().map(|(digest, ..)| digest).collect();
    let body = serde_json::json!({"digests": digests}).to_string().into_bytes();
    let answer =
        network.try_call(&signed(&network, &format!("{url}{MISSING}"), secret, body)).map_err(refused)?;
    let lacking: Missing = network
        .wait(answer.json())
        .map_err(|error| PublishError::Refused(format!("the shop at {url}: {error}")))?;
    let mut sent = 0;
    for (digest, size, file) in files.iter().filter(|(digest, ..)| lacking.missing.contains(digest)) {
        // An unreadable file is reported here with its name, and not as a call that failed.
        crate::folder::open(file).map_err(|source| PublishError::Io {
            doing: "read",
            path: file.clone(),
            source,
        })?;
        network
            .try_call_made(|| put(&network, url, secret, (digest, *size, file.as_path())))
            .map_err(refused)?;
        sent += 1;
    }
    Ok(format!("the shop keeps the files that are sold ({}, {sent} of them new)", files.len()))
}

/// A call with a file as its body, read while it is sent; signed anew for each try, as a try may come late.
fn put(
    network: &Network,
    url: &str,
    secret: &str,
    (digest, size, file): (&FileDigest, u64, &Path),
) -> RequestBuilder {
    let statement = upload_statement(digest);
    network
        .client
        .request(Method::PUT, format!("{url}{}", upload_path(digest)))
        .timeout(LIMIT)
        .header(SIGNATURE, signature(secret, statement.as_bytes()))
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(CONTENT_LENGTH, size)
        .body(streamed(file.to_path_buf()))
}

fn streamed(file: PathBuf) -> Body {
    let pieces = futures_util::stream::try_unfold((file, None), |(path, open)| async move {
        let mut file = match open {
            Some(file) => file,
            None => tokio::fs::File::from_std(crate::folder::open(&path)?),
        };
        let mut piece = Vec::new();
        (&mut file).take(PIECE).read_to_end(&mut piece).await?;
        Ok::<_, std::io::Error>((!piece.is_empty()).then_some((piece, (path, Some(file)))))
    });
    Body::wrap_stream(pieces)
}
