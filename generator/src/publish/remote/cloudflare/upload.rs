//! A deployment that is being put together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::service::Service;
use super::wire::{Hashes, Kind, Sent, digest, unwrapped};
use crate::manifest::Entry;
use crate::publish::built::read_as_built;
use crate::publish::error::PublishError;
use crate::publish::remote::http::CallError;
use crate::publish::target::{Delivery, Published};

/// A bundle is sent when it has so many bytes of files, or so many files.
const BUNDLE_BYTES: usize = 10 * 1024 * 1024;
const BUNDLE_FILES: usize = 1_000;
/// Bundles on their way at the same time.
const BUNDLES: usize = 3;

/// Files that go in one call.
#[derive(Default)]
pub(super) struct Bundle {
    bytes: usize,
    files: Vec<Sent>,
}

/// A deployment that is being put together.
pub(super) struct Upload {
    pub(super) service: Service,
    /// The branch whose pages these are.
    pub(super) branch: String,
    /// What lets files be sent.
    pub(super) pass: Mutex<String>,
    /// The name of the version.
    pub(super) id: String,
    /// The files that the service lacks.
    pub(super) missing: Vec<(String, Entry)>,
    /// The service's digest of each file, by its path.
    pub(super) digests: BTreeMap<String, String>,
    /// What it reads of `_headers` and `_redirects`.
    pub(super) rules: Vec<(&'static str, String)>,
    /// What is not sent yet.
    pub(super) bundle: Mutex<Bundle>,
}

impl Upload {
    /// A call about files. A pass ends after some minutes: then another one is asked for.
    pub(super) fn send<T: DeserializeOwned>(
        &self,
        what: &str,
        path: &str,
        body: &(impl Serialize + Sync + ?Sized),
    ) -> Result<T, PublishError> {
        let refused = |error: &dyn std::fmt::Display| PublishError::Refused(format!("{what}: {error}"));
        let address = format!("{}/pages/assets{path}", self.service.api);
        let network = &self.service.network;
        let used = self.pass.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let call = |pass: &str| network.try_call(&network.client.post(&address).bearer_auth(pass).json(body));
        let answer = match call(&used) {
            Err(CallError::Status(StatusCode::UNAUTHORIZED, ..)) => call(&self.another(&used)?),
            answer => answer,
        };
        let response = answer.map_err(|error| refused(&error))?;
        unwrapped(what, network.wait(response.json()).map_err(|error| refused(&error))?)
    }

    /// Another pass in place of one that has ended, unless somebody asked for it meanwhile.
    fn another(&self, ended: &str) -> Result<String, PublishError> {
        let mut pass = self.pass.lock().unwrap_or_else(PoisonError::into_inner);
        if *pass == ended {
            *pass = self.service.pass()?;
        }
        Ok(pass.clone())
    }

    fn send_bundle(&self, bundle: &Bundle) -> Result<(), PublishError> {
        let _: serde::de::IgnoredAny = self.send("sending files", "/upload", &bundle.files)?;
        Ok(())
    }
}

impl Delivery for Upload {
    fn missing(&self) -> &[(String, Entry)] {
        &self.missing
    }

    fn lanes(&self) -> usize {
        BUNDLES
    }

    fn put(&self, path: &str, entry: Entry, file: &Path) -> Result<(), PublishError> {
        let bytes = read_as_built(file, entry)?;
        let kind = mime_guess::from_path(path).first_or_octet_stream().to_string();
        let sent = Sent {
            key: self.digests.get(path).cloned().unwrap_or_else(|| digest(path, &bytes)),
            value: STANDARD.encode(&bytes),
            metadata: Kind { content_type: kind },
            base64: true,
        };
        let full = {
            let mut bundle = self.bundle.lock().unwrap_or_else(PoisonError::into_inner);
            bundle.bytes += bytes.len();
            bundle.files.push(sent);
            let is_full = bundle.bytes >= BUNDLE_BYTES || bundle.files.len() >= BUNDLE_FILES;
            is_full.then(|| std::mem::take(&mut *bundle))
        };
        full.map_or(Ok(()), |bundle| self.send_bundle(&bundle))
    }

    fn finish(self: Box<Self>) -> Result<Published, PublishError> {
        let rest = std::mem::take(&mut *self.bundle.lock().unwrap_or_else(PoisonError::into_inner));
        if !rest.files.is_empty() {
            self.send_bundle(&rest)?;
        }
        // So that what did not change is there the next time as well.
        let every: BTreeSet<&str> = self.digests.values().map(String::as_str).collect();
        let every: Vec<&str> = every.into_iter().collect();
        let _: serde::de::IgnoredAny =
            self.send("keeping the files", "/upsert-hashes", &Hashes { hashes: &every })?;
        let what = "making the deployment";
        let refused = |error: &dyn std::fmt::Display| PublishError::Refused(format!("{what}: {error}"));
        let addresses: BTreeMap<String, &str> =
            self.digests.iter().map(|(path, digest)| (format!("/{path}"), digest.as_str())).collect();
        let addresses = serde_json::to_string(&addresses).map_err(|error| refused(&error))?;
        let form = || {
            let form = Form::new()
                .text("manifest", addresses.clone())
                .text("branch", self.branch.clone())
                .text("commit_message", self.id.clone())
                .text("commit_dirty", "true");
            self.rules
                .iter()
                .fold(form, |form, (name, text)| form.part(*name, Part::text(text.clone()).file_name(*name)))
        };
        let network = &self.service.network;
        let make = || self.service.about(Method::POST, "/deployments").multipart(form());
        let response = network.try_call_made(make).map_err(|error| refused(&error))?;
        let read = network.wait(response.json()).map_err(|error| refused(&error))?;
        let deployment = self.service.wait_for(unwrapped(what, read)?)?;
        Ok(Published {
            version: self.id.clone(),
            sent: self.missing.iter().map(|(path, _)| path.clone()).collect(),
            removed: Vec::new(),
            unchanged: self.digests.len() - self.missing.len(),
            bytes: self.missing.iter().map(|(_, entry)| entry.size).sum(),
            address: deployment.url,
        })
    }
}
