//! A CDN that takes deploys by digest: it gets the digest of every file, names those that it lacks, and puts the
//! deploy live in one step when the last of them has come.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use reqwest::{Method, RequestBuilder};
use serde::{Deserialize, Serialize};
use sha1::{Digest as _, Sha1};

use super::{LANES, Network, secret};
use crate::asset::percent_encoded;
use crate::manifest::{Entry, Manifest};
use crate::publish::error::PublishError;
use crate::publish::target::{Delivery, Published, Target, Version, chosen};

/// Where the service answers, unless `LOGGIA_NETLIFY_API` says otherwise.
const API: &str = "https://api.netlify.com/api/v1";
/// Where the token stands.
const TOKEN: &str = "NETLIFY_AUTH_TOKEN";
/// From so many files on, the service works through the list of digests while we wait.
const MANY: usize = 5_000;
/// The longest wait for the service to work through a deploy.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// A site of the service.
#[derive(Clone)]
pub struct Netlify {
    site: String,
    draft: bool,
    api: String,
    token: String,
    network: Network,
}

/// What the service says of a deploy.
#[derive(Debug, Clone, Deserialize)]
struct Deploy {
    id: String,
    state: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    required: Option<Vec<String>>,
    #[serde(default)]
    error_message: Option<String>,
    #[serde(default)]
    deploy_ssl_url: Option<String>,
    #[serde(default)]
    context: Option<String>,
}

#[derive(Deserialize)]
struct Site {
    #[serde(default)]
    published_deploy: Option<Deploy>,
}

#[derive(Serialize)]
struct NewDeploy<'a> {
    files: &'a BTreeMap<String, String>,
    draft: bool,
    #[serde(rename = "async")]
    is_async: bool,
    title: &'a str,
}

impl Netlify {
    /// A site by its id or its address; `draft` publishes beside the live site, under an address of its own.
    ///
    /// # Errors
    /// When there is no token in the environment.
    pub fn new(site: &str, draft: bool) -> Result<Netlify, PublishError> {
        let api = std::env::var("LOGGIA_NETLIFY_API").unwrap_or_else(|_| API.to_owned());
        Netlify::at(&api, &secret(TOKEN, "the token of the Netlify account")?, site, draft)
    }

    /// The same at a given address of the service.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn at(api: &str, token: &str, site: &str, draft: bool) -> Result<Netlify, PublishError> {
        Ok(Netlify {
            site: site.to_owned(),
            draft,
            api: api.trim_end_matches('/').to_owned(),
            token: token.to_owned(),
            network: Network::new()?,
        })
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.network.client.request(method, format!("{}{path}", self.api)).bearer_auth(&self.token)
    }

    fn deploy(&self, id: &str) -> Result<Deploy, PublishError> {
        let request = self.request(Method::GET, &format!("/sites/{}/deploys/{id}", self.site));
        self.network.json("asking about the deploy", &request)
    }

    /// Waits until a deploy is in one of these states.
    fn wait_for(&self, mut deploy: Deploy, states: &[&str]) -> Result<Deploy, PublishError> {
        let end = Instant::now() + PATIENCE;
        let mut pause = Duration::from_millis(50);
        while !states.contains(&deploy.state.as_str()) {
            if deploy.state == "error" {
                let why = deploy.error_message.unwrap_or_else(|| "it gave no reason".to_owned());
                return Err(PublishError::Refused(format!("the service refused the deploy: {why}")));
            }
            if Instant::now() > end {
                let message =
                    format!("the deploy {} is still '{}'; it may yet go live", deploy.id, deploy.state);
                return Err(PublishError::Refused(message));
            }
            std::thread::sleep(pause);
            pause = (pause * 3 / 2).min(Duration::from_secs(3));
            let title = deploy.title.take();
            deploy = self.deploy(&deploy.id)?;
            deploy.title = deploy.title.or(title);
        }
        Ok(deploy)
    }

    fn live(&self) -> Result<Option<Deploy>, PublishError> {
        let request = self.request(Method::GET, &format!("/sites/{}", self.site));
        let site: Site = self.network.json("asking about the site", &request)?;
        Ok(site.published_deploy)
    }

    /// The deploys that could be live, the newest first.
    fn ready(&self) -> Result<Vec<Deploy>, PublishError> {
        let request = self.request(Method::GET, &format!("/sites/{}/deploys?per_page=100", self.site));
        let deploys: Vec<Deploy> = self.network.json("asking for the deploys", &request)?;
        let production =
            |deploy: &Deploy| deploy.context.as_deref().is_none_or(|context| context == "production");
        Ok(deploys.into_iter().filter(|deploy| deploy.state == "ready" && production(deploy)).collect())
    }
}

/// The name of a deploy: ours, when we gave it one.
fn name(deploy: &Deploy) -> String {
    deploy.title.clone().filter(|title| !title.is_empty()).unwrap_or_else(|| deploy.id.clone())
}

fn version(deploy: &Deploy, live: Option<&str>) -> Version {
    Version { id: name(deploy), live: live == Some(deploy.id.as_str()), files: None, bytes: None }
}

impl Target for Netlify {
    fn reads_rules(&self) -> bool {
        true
    }

    fn is_live(&self) -> bool {
        !self.draft
    }

    fn begin(&self, manifest: &Manifest, output: &Path, id: &str) -> Result<Box<dyn Delivery>, PublishError> {
        let files: Vec<(&String, &Entry)> = manifest.public().collect();
        let digests: Vec<(String, Entry, String)> = files
            .into_par_iter()
            .map(|(path, entry)| {
                let bytes = crate::publish::built::read_as_built(&output.join(path), *entry)?;
                Ok((path.clone(), *entry, hex::encode(Sha1::digest(&bytes))))
            })
            .collect::<Result<_, PublishError>>()?;
        let digest_by_path: BTreeMap<String, String> =
            digests.iter().map(|(path, _, digest)| (format!("/{path}"), digest.clone())).collect();
        let body = NewDeploy {
            files: &digest_by_path,
            draft: self.draft,
            is_async: digest_by_path.len() > MANY,
            title: id,
        };
        let request = self.request(Method::POST, &format!("/sites/{}/deploys", self.site)).json(&body);
        let deploy = self.network.json("beginning a deploy", &request)?;
        let begun = ["uploading", "uploaded", "prepared", "processing", "processed", "ready"];
        let deploy = self.wait_for(deploy, &begun)?;
        let required = deploy.required.clone().unwrap_or_default();
        let mut missing: Vec<(String, Entry)> = Vec::new();
        let mut wanted: std::collections::BTreeSet<&str> = required.iter().map(String::as_str).collect();
        for (path, entry, digest) in &digests {
            // The same content under two names is sent once.
            if wanted.remove(digest.as_str()) {
                missing.push((path.clone(), *entry));
            }
        }
        Ok(Box::new(Upload {
            target: self.clone(),
            deploy,
            id: id.to_owned(),
            missing,
            files: digests.len(),
        }))
    }

    fn versions(&self) -> Result<Vec<Version>, PublishError> {
        let live = self.live()?.map(|deploy| deploy.id);
        let mut versions: Vec<Version> =
            self.ready()?.iter().map(|deploy| version(deploy, live.as_deref())).collect();
        versions.reverse();
        Ok(versions)
    }

    fn rollback(&self, wanted: Option<&str>) -> Result<Version, PublishError> {
        let ready = self.ready()?;
        let live = self.live()?.map(|deploy| deploy.id);
        let chosen = chosen(
            &ready,
            wanted,
            |deploy, wanted| name(deploy) == wanted || deploy.id == wanted,
            |deploy| live.as_ref() == Some(&deploy.id),
        )?;
        let path = format!("/sites/{}/deploys/{}/restore", self.site, chosen.id);
        self.network.call("making the deploy live", &self.request(Method::POST, &path))?;
        Ok(version(chosen, Some(&chosen.id)))
    }
}

/// A deploy on its way.
struct Upload {
    target: Netlify,
    deploy: Deploy,
    id: String,
    missing: Vec<(String, Entry)>,
    files: usize,
}

impl Delivery for Upload {
    fn missing(&self) -> &[(String, Entry)] {
        &self.missing
    }

    fn lanes(&self) -> usize {
        LANES
    }

    fn put(&self, path: &str, entry: Entry, file: &Path) -> Result<(), PublishError> {
        let bytes = crate::publish::built::read_as_built(file, entry)?;
        let address = format!("/deploys/{}/files/{}", self.deploy.id, percent_encoded(path));
        let request = self
            .target
            .request(Method::PUT, &address)
            .header(reqwest::header::CONTENT_TYPE, "application/octet-stream")
            .body(bytes);
        self.target.network.call(&format!("sending {path}"), &request).map(drop)
    }

    fn finish(self: Box<Self>) -> Result<Published, PublishError> {
        let deploy = self.target.wait_for(self.target.deploy(&self.deploy.id)?, &["ready"])?;
        Ok(Published {
            version: self.id.clone(),
            sent: self.missing.iter().map(|(path, _)| path.clone()).collect(),
            removed: Vec::new(),
            unchanged: self.files - self.missing.len(),
            bytes: self.missing.iter().map(|(_, entry)| entry.size).sum(),
            address: deploy.deploy_ssl_url,
        })
    }
}
