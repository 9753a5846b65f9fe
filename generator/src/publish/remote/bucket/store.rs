//! The calls to an S3-compatible store.

use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path as Key;
use object_store::{
    Attribute, Attributes, BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreExt, PutMode,
    PutOptions, PutResult, RetryConfig, UpdateVersion,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::{LANES, Network};
use crate::asset::is_for_ever;
use crate::manifest::Entry;
use crate::publish::error::PublishError;

/// Where the contents of versions lie.
const CONTENTS: &str = ".loggia/contents/";

/// Which store. Credentials come from the environment when they are not given here, as every tool for such stores reads
/// them (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, a role of the machine …).
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// The name of the bucket.
    pub bucket: String,
    /// A folder in it; empty for all of it.
    pub prefix: String,
    /// The address of a store that is not Amazon's.
    pub endpoint: Option<String>,
    /// The region; that of the environment when not given.
    pub region: Option<String>,
    /// The id of a key and its secret.
    pub credentials: Option<(String, String)>,
}

/// A store and the folder in it.
pub(super) struct Store {
    objects: Arc<AmazonS3>,
    prefix: String,
    pub(super) network: Network,
}

/// Where the content of a path lies. The headers of a file belong to it, so the ending is part of the name.
pub(super) fn content_file(path: &str, entry: Entry) -> String {
    let ending =
        path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("bin", |(_, ending)| ending);
    format!("{CONTENTS}{}.{ending}", entry.hash)
}

fn attributes(path: &str) -> Attributes {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = kind.type_() == "text" || matches!(kind.subtype().as_str(), "javascript" | "json" | "xml");
    let kind = if is_text { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    let keep = if is_for_ever(path) {
        "public, max-age=31536000, immutable"
    } else {
        "public, max-age=0, must-revalidate"
    };
    Attributes::from_iter([(Attribute::ContentType, kind), (Attribute::CacheControl, keep.to_owned())])
}

impl Store {
    pub(super) fn new(settings: &Settings, network: Network) -> Result<Store, PublishError> {
        let mut builder = AmazonS3Builder::from_env()
            .with_bucket_name(&settings.bucket)
            .with_retry(RetryConfig {
                backoff: BackoffConfig {
                    init_backoff: Duration::from_millis(200),
                    max_backoff: Duration::from_secs(20),
                    base: 2.0,
                },
                max_retries: 7,
                retry_timeout: Duration::from_secs(180),
            })
            .with_client_options(
                ClientOptions::new().with_timeout(Duration::from_secs(300)).with_allow_http(true),
            );
        if let Some(region) = &settings.region {
            builder = builder.with_region(region);
        }
        if let Some((id, secret)) = &settings.credentials {
            builder = builder.with_access_key_id(id).with_secret_access_key(secret);
        }
        if let Some(endpoint) = &settings.endpoint {
            builder = builder.with_endpoint(endpoint);
        }
        let objects = Arc::new(builder.build().map_err(|error| PublishError::Target(error.to_string()))?);
        let prefix = settings.prefix.trim_matches('/');
        let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
        Ok(Store { objects, prefix, network })
    }

    fn key(&self, path: &str) -> Result<Key, PublishError> {
        Key::parse(format!("{}{path}", self.prefix)).map_err(|error| PublishError::Refused(error.to_string()))
    }

    /// An object, when it is there.
    pub(super) fn get(&self, path: &str) -> Result<Option<Vec<u8>>, PublishError> {
        Ok(self.get_with_version(path)?.map(|(bytes, _)| bytes))
    }

    pub(super) fn get_with_version(
        &self,
        path: &str,
    ) -> Result<Option<(Vec<u8>, UpdateVersion)>, PublishError> {
        let key = self.key(path)?;
        let read = async {
            let found = self.objects.get(&key).await?;
            let version =
                UpdateVersion { e_tag: found.meta.e_tag.clone(), version: found.meta.version.clone() };
            Ok((found.bytes().await?.to_vec(), version))
        };
        match self.network.wait(read) {
            Ok(found) => Ok(Some(found)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(refused("reading", path, &error)),
        }
    }

    pub(super) fn json<T: DeserializeOwned>(&self, path: &str) -> Result<Option<T>, PublishError> {
        Ok(self.get(path)?.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    fn put_with(
        &self,
        path: &str,
        bytes: Vec<u8>,
        options: PutOptions,
    ) -> Result<Result<PutResult, Error>, PublishError> {
        let key = self.key(path)?;
        match self.network.wait(self.objects.put_opts(&key, bytes.into(), options)) {
            Err(error @ (Error::AlreadyExists { .. } | Error::Precondition { .. })) => Ok(Err(error)),
            Err(error) => Err(refused("writing", path, &error)),
            Ok(done) => Ok(Ok(done)),
        }
    }

    pub(super) fn put(&self, path: &str, bytes: Vec<u8>) -> Result<(), PublishError> {
        let options = PutOptions { attributes: attributes(path), ..PutOptions::default() };
        self.put_with(path, bytes, options).map(drop)
    }

    pub(super) fn put_json(&self, path: &str, value: &impl Serialize) -> Result<(), PublishError> {
        self.put(path, serde_json::to_vec(value).unwrap_or_default())
    }

    /// Writes an object only if it is as expected: not there, or of this version. Whether it was.
    pub(super) fn put_if(
        &self,
        path: &str,
        value: &impl Serialize,
        mode: PutMode,
    ) -> Result<bool, PublishError> {
        let options = PutOptions { mode, attributes: attributes(path), ..PutOptions::default() };
        Ok(self.put_with(path, serde_json::to_vec(value).unwrap_or_default(), options)?.is_ok())
    }

    /// Sends the content of a path; a content that is there already stays.
    pub(super) fn put_content(&self, path: &str, entry: Entry, bytes: Vec<u8>) -> Result<(), PublishError> {
        let name = if is_for_ever(path) { path.to_owned() } else { content_file(path, entry) };
        let options =
            PutOptions { mode: PutMode::Create, attributes: attributes(path), ..PutOptions::default() };
        self.put_with(&name, bytes, options).map(drop)
    }

    /// Copies within the store.
    pub(super) fn copy(&self, from: &str, to: &str) -> Result<(), PublishError> {
        let (from, target) = (self.key(from)?, self.key(to)?);
        self.network.wait(self.objects.copy(&from, &target)).map_err(|error| refused("copying", to, &error))
    }

    pub(super) fn remove(&self, path: &str) -> Result<(), PublishError> {
        let key = self.key(path)?;
        match self.network.wait(self.objects.delete(&key)) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(refused("removing", path, &error)),
        }
    }

    /// The names of the JSON objects in a folder, without the ending, in order.
    pub(super) fn names(&self, folder: &str) -> Result<Vec<String>, PublishError> {
        let prefix = self.key(folder)?;
        let listed = async {
            let stream = self.objects.list(Some(&prefix));
            stream.map_ok(|object| object.location).try_collect::<Vec<Key>>().await
        };
        let keys = self.network.wait(listed).map_err(|error| refused("listing", folder, &error))?;
        let mut names: Vec<String> =
            keys.iter().filter_map(|key| Some(key.filename()?.strip_suffix(".json")?.to_owned())).collect();
        names.sort();
        Ok(names)
    }

    /// Does something to many, several at a time; the first that fails ends it.
    pub(super) fn each<T: Sync>(
        &self,
        all: &[T],
        work: impl Fn(&T) -> Result<(), PublishError> + Send + Sync,
    ) -> Result<(), PublishError> {
        crate::publish::in_lanes(LANES, all, work)
    }
}

fn refused(doing: &str, path: &str, error: &Error) -> PublishError {
    PublishError::Refused(format!("{doing} {path}: {error}"))
}
