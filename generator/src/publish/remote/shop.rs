//! The signed call by which the api of a shop takes over a catalogue.

use loggia_commerce::signature_header;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde::Deserialize;

use super::Network;
use super::http::CallError;
use crate::publish::error::PublishError;

/// Where the secret stands, here as on the machine of the api.
pub const SECRET: &str = "LOGGIA_PUBLISH_SECRET";
/// The fewest characters of it, which the api insists on as well.
pub const SHORTEST_SECRET: usize = 32;
const CALL: &str = "/api/commerce/catalog";
const MAPS: &str = "/api/reports/source-maps";
pub(super) const SIGNATURE: &str = "loggia-signature";

/// What the api answers.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Taken {
    changed: bool,
    build_id: String,
}

/// Hands over a catalogue; what came of it.
///
/// # Errors
/// When the api cannot be reached after all tries, or does not take it.
pub fn upload(url: &str, secret: &str, catalog: Vec<u8>) -> Result<String, PublishError> {
    let network = Network::new()?;
    let request = signed(&network, &format!("{url}{CALL}"), secret, catalog);
    let refused =
        |error: &dyn std::fmt::Display| PublishError::Refused(format!("the shop at {url}: {error}"));
    let answer = network.try_call(&request).map_err(|error| match &error {
        CallError::Status(StatusCode::NOT_FOUND, ..) => {
            refused(&format!("it takes no catalogue by call; set {SECRET} where it runs"))
        }
        CallError::Status(StatusCode::UNAUTHORIZED, ..) => {
            refused(&format!("it does not know this signature; {SECRET} must be the same on both sides"))
        }
        error => refused(error),
    })?;
    let taken: Taken = network.wait(answer.json()).map_err(|error| refused(&error))?;
    let has = if taken.changed { "has" } else { "had" };
    Ok(format!("the shop {has} the catalogue {}", taken.build_id))
}

/// The signature of a message that is sent now.
pub(super) fn signature(secret: &str, message: &[u8]) -> String {
    signature_header(secret.as_bytes(), crate::clock::now() / 1000, message)
}

/// A call that the api knows to be ours.
pub(super) fn signed(network: &Network, url: &str, secret: &str, body: Vec<u8>) -> RequestBuilder {
    network
        .client
        .request(Method::POST, url)
        .header(SIGNATURE, signature(secret, &body))
        .header(CONTENT_TYPE, "application/json")
        .body(body)
}

/// What the api answers to source maps.
#[derive(Deserialize)]
struct Kept {
    kept: usize,
}

/// Hands over the source maps of a build, so that the errors of its pages show what was written; what came of it.
///
/// # Errors
/// When the api cannot be reached after all tries, or does not take them.
pub fn upload_maps(
    url: &str,
    secret: &str,
    build_id: &str,
    maps: &[(String, String, String)],
) -> Result<String, PublishError> {
    let network = Network::new()?;
    let file = |(file, script, map): &(String, String, String)| serde_json::json!({"file": file, "script": script, "map": map});
    let files: Vec<_> = maps.iter().map(file).collect();
    let body = serde_json::json!({"buildId": build_id, "files": files}).to_string();
    let request = signed(&network, &format!("{url}{MAPS}"), secret, body.into_bytes());
    let answer: Kept = network.json(&format!("the shop at {url}"), &request)?;
    Ok(format!("the shop keeps {} source maps", answer.kept))
}

/// Asks the api for a report by its address; what it answered.
///
/// # Errors
/// When the api cannot be reached after all tries, or does not know the token.
pub fn report(url: &str, token: &str) -> Result<serde_json::Value, PublishError> {
    let network = Network::new()?;
    let request = network.client.request(Method::GET, url).bearer_auth(token);
    network.json(&format!("the shop at {url}"), &request)
}
