//! The signed call by which the api of a shop takes over a catalogue.

use std::time::{SystemTime, UNIX_EPOCH};

use loggia_commerce::signature_header;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, StatusCode};
use serde::Deserialize;

use super::Network;
use super::http::CallError;
use crate::publish::target::PublishError;

/// Where the secret stands, here as on the machine of the api.
pub const SECRET: &str = "LOGGIA_PUBLISH_SECRET";
const CALL: &str = "/api/commerce/catalog";
const SIGNATURE: &str = "loggia-signature";

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
pub fn hand_over(url: &str, secret: &str, catalog: Vec<u8>) -> Result<String, PublishError> {
    let network = Network::new()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let signature = signature_header(secret.as_bytes(), i64::try_from(now).unwrap_or(i64::MAX), &catalog);
    let request = network
        .client
        .request(Method::POST, format!("{url}{CALL}"))
        .header(SIGNATURE, signature)
        .header(CONTENT_TYPE, "application/json")
        .body(catalog);
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
