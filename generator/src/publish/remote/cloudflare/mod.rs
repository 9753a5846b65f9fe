//! Cloudflare Pages: it gets the digest of every file, takes those that it lacks in bundles, and puts a deployment of them live in
//! one step. The calls are those of Direct Upload, as Cloudflare's own program makes them.

mod rules;
mod service;
mod upload;
mod wire;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rayon::prelude::*;
use reqwest::Method;

use rules::RULES;
use service::Service;
use upload::Upload;
use wire::{Deployment, Hashes, digest, files_allowed};

use crate::manifest::{Entry, MOVED, Manifest, data_file};
use crate::publish::built::read_as_built;
use crate::publish::error::PublishError;
use crate::publish::target::{Delivery, Target, Version, chosen};

/// The bytes of the largest file that it takes.
const LARGEST: u64 = 25 * 1024 * 1024;

/// A project of the service.
#[derive(Clone)]
pub struct CloudflarePages {
    service: Service,
    /// A branch beside the one that is live; its pages have an address of their own.
    branch: Option<String>,
}

impl CloudflarePages {
    /// A project by its name; a `branch` publishes beside the live site, under an address of its own.
    ///
    /// # Errors
    /// When there is no token, or no account, in the environment, or no project has such a name.
    pub fn new(project: &str, branch: Option<&str>) -> Result<CloudflarePages, PublishError> {
        Ok(CloudflarePages { service: Service::new(project)?, branch: branch.map(str::to_owned) })
    }

    /// The same at a given address of the service.
    ///
    /// # Errors
    /// When no project has such a name, or the machine refuses.
    pub fn at(
        api: &str,
        token: &str,
        account: &str,
        project: &str,
        branch: Option<&str>,
    ) -> Result<CloudflarePages, PublishError> {
        let service = Service::at(api, token, account, project)?;
        Ok(CloudflarePages { service, branch: branch.map(str::to_owned) })
    }
}

/// Where a file of the manifest lies.
fn built(manifest: &Manifest, output: &Path, path: &str) -> PathBuf {
    let moved = format!("{MOVED}{path}");
    if manifest.files.contains_key(&moved) { data_file(output, &moved) } else { output.join(path) }
}

fn version(deployment: &Deployment, live: Option<&str>) -> Version {
    let is_live = live == Some(deployment.id.as_str());
    Version { id: deployment.name().to_owned(), live: is_live, files: None, bytes: None }
}

impl Target for CloudflarePages {
    fn is_live(&self) -> bool {
        self.branch.is_none()
    }

    fn begin(&self, manifest: &Manifest, output: &Path, id: &str) -> Result<Box<dyn Delivery>, PublishError> {
        let project = self.service.project()?;
        let files: Vec<(&String, &Entry)> =
            manifest.public().filter(|(path, _)| !RULES.contains(&path.as_str())).collect();
        let pass = self.service.pass()?;
        let allowed = files_allowed(&pass);
        if files.len() > allowed {
            return Err(PublishError::Refused(format!(
                "the site has {} files, and Cloudflare Pages takes {allowed} of this account; nothing was sent",
                files.len()
            )));
        }
        if let Some((path, entry)) = files.iter().find(|(_, entry)| entry.size > LARGEST) {
            return Err(PublishError::Refused(format!(
                "{path} has {} bytes, and Cloudflare Pages takes files of at most {LARGEST}; nothing was sent",
                entry.size
            )));
        }
        let rules = rules::of(manifest, output)?;
        let digests: Vec<(String, Entry, String)> = files
            .into_par_iter()
            .map(|(path, entry)| {
                let bytes = read_as_built(&built(manifest, output, path), *entry)?;
                Ok((path.clone(), *entry, digest(path, &bytes)))
            })
            .collect::<Result<_, PublishError>>()?;
        let upload = Upload {
            service: self.service.clone(),
            branch: self.branch.clone().or(project.production_branch).unwrap_or_else(|| "main".to_owned()),
            pass: Mutex::new(pass),
            id: id.to_owned(),
            missing: Vec::new(),
            digests: digests.iter().map(|(path, _, digest)| (path.clone(), digest.clone())).collect(),
            rules,
            bundle: Mutex::default(),
        };
        let every: BTreeSet<&str> = digests.iter().map(|(.., digest)| digest.as_str()).collect();
        let every: Vec<&str> = every.into_iter().collect();
        let lacking: Vec<String> =
            upload.send("asking what is missing", "/check-missing", &Hashes { hashes: &every })?;
        let mut wanted: BTreeSet<&str> = lacking.iter().map(String::as_str).collect();
        // The same content under two names is sent once.
        let missing = digests.iter().filter(|(.., digest)| wanted.remove(digest.as_str()));
        let missing = missing.map(|(path, entry, _)| (path.clone(), *entry)).collect();
        Ok(Box::new(Upload { missing, ..upload }))
    }

    fn versions(&self) -> Result<Vec<Version>, PublishError> {
        let (deployments, live) = self.service.deployments()?;
        let versions = deployments.iter().rev().map(|deployment| version(deployment, live.as_deref()));
        Ok(versions.collect())
    }

    fn rollback(&self, wanted: Option<&str>) -> Result<Version, PublishError> {
        let (deployments, live) = self.service.deployments()?;
        let chosen = chosen(
            &deployments,
            wanted,
            |one, name| one.name() == name || one.id == name,
            |one| live.as_ref() == Some(&one.id),
        )?;
        let request = self.service.about(Method::POST, &format!("/deployments/{}/rollback", chosen.id));
        let _: Deployment = self.service.answer("making the deployment live", &request)?;
        Ok(version(chosen, Some(&chosen.id)))
    }
}
