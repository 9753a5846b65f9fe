//! What the service says and is told, and its own digest of a file.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::publish::error::PublishError;

/// The most files of a deployment, where the service does not say another number for the account.
const MOST_FILES: usize = 20_000;

/// What every answer is wrapped in.
#[derive(Deserialize)]
pub(super) struct Envelope {
    pub(super) success: bool,
    #[serde(default)]
    pub(super) errors: Vec<Fault>,
    #[serde(default)]
    pub(super) result: serde_json::Value,
}

#[derive(Deserialize)]
pub(super) struct Fault {
    #[serde(default)]
    pub(super) message: String,
}

#[derive(Deserialize)]
pub(super) struct Project {
    #[serde(default)]
    pub(super) production_branch: Option<String>,
    #[serde(default)]
    pub(super) canonical_deployment: Option<Deployment>,
}

/// What the service says of a deployment.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Deployment {
    pub(super) id: String,
    #[serde(default)]
    pub(super) url: Option<String>,
    #[serde(default)]
    pub(super) latest_stage: Option<Stage>,
    #[serde(default)]
    pub(super) deployment_trigger: Option<Trigger>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Stage {
    pub(super) name: String,
    pub(super) status: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Trigger {
    #[serde(default)]
    pub(super) metadata: Option<Metadata>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Metadata {
    #[serde(default)]
    pub(super) commit_message: Option<String>,
}

impl Deployment {
    /// Its name: ours, when we gave it one.
    pub(super) fn name(&self) -> &str {
        let metadata = self.deployment_trigger.as_ref().and_then(|trigger| trigger.metadata.as_ref());
        let ours = metadata.and_then(|metadata| metadata.commit_message.as_deref());
        ours.filter(|name| !name.is_empty()).unwrap_or(&self.id)
    }

    /// Whether its last stage has ended like this.
    pub(super) fn is(&self, status: &str) -> bool {
        self.latest_stage.as_ref().is_some_and(|stage| stage.name == "deploy" && stage.status == status)
    }

    pub(super) fn has_failed(&self) -> Option<&str> {
        let stage = self.latest_stage.as_ref()?;
        matches!(stage.status.as_str(), "failure" | "canceled" | "cancelled").then_some(&stage.status)
    }
}

/// What lets one send files, for some minutes.
#[derive(Deserialize)]
pub(super) struct Pass {
    pub(super) jwt: String,
}

/// What a pass says of the account.
#[derive(Deserialize)]
pub(super) struct Claims {
    #[serde(default)]
    pub(super) max_file_count_allowed: Option<usize>,
}

#[derive(Serialize)]
pub(super) struct Hashes<'a> {
    pub(super) hashes: &'a [&'a str],
}

/// One file of a bundle.
#[derive(Serialize)]
pub(super) struct Sent {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) metadata: Kind,
    pub(super) base64: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Kind {
    pub(super) content_type: String,
}

/// The service's own digest of a file: of its bytes as text, and of the end of its name, which decides its type.
pub(super) fn digest(path: &str, bytes: &[u8]) -> String {
    let end = Path::new(path).extension().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
    let mut hasher = blake3::Hasher::new();
    hasher.update(STANDARD.encode(bytes).as_bytes());
    hasher.update(end.as_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}

/// What the service allows the account of a pass.
pub(super) fn files_allowed(pass: &str) -> usize {
    let claims = pass.split('.').nth(1).and_then(|part| URL_SAFE_NO_PAD.decode(part).ok());
    let claims: Option<Claims> = claims.and_then(|json| serde_json::from_slice(&json).ok());
    claims.and_then(|claims| claims.max_file_count_allowed).unwrap_or(MOST_FILES)
}

/// What is in an answer, or why there is nothing.
pub(super) fn unwrapped<T: DeserializeOwned>(what: &str, envelope: Envelope) -> Result<T, PublishError> {
    if !envelope.success {
        let why: Vec<String> = envelope.errors.into_iter().map(|fault| fault.message).collect();
        let why = if why.is_empty() { "it gave no reason".to_owned() } else { why.join("; ") };
        return Err(PublishError::Refused(format!("{what}: {why}")));
    }
    serde_json::from_value(envelope.result)
        .map_err(|error| PublishError::Refused(format!("{what}: the answer is not understood: {error}")))
}

#[cfg(test)]
mod tests {
    use super::{MOST_FILES, digest, files_allowed};

    /// S-795: the digest is the one that Cloudflare's own program works out: for this picture it is known from its tests.
    #[test]
    fn s_795_a_files_digest_is_the_services_own() {
        assert_eq!(digest("logo.png", b"foobar"), "2082190357cfd3617ccfe04f340c6247");
        assert_ne!(
            digest("logo.png", b"foobar"),
            digest("logo.jpg", b"foobar"),
            "the end of the name counts"
        );
        assert_eq!(digest("a/.well-known", b"x"), digest("b", b"x"));
    }

    #[test]
    fn s_795_a_pass_says_how_many_files_there_may_be() {
        use base64::Engine as _;
        let pass = |claims: &str| {
            let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(claims);
            format!("head.{claims}.signature")
        };
        assert_eq!(files_allowed(&pass(r#"{"max_file_count_allowed":100000}"#)), 100_000);
        for other in [pass("{}"), pass("no"), "head".to_owned(), "a.*.b".to_owned()] {
            assert_eq!(files_allowed(&other), MOST_FILES, "{other}");
        }
    }
}
