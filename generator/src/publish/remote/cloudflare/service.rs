//! The calls about a project.

use std::time::{Duration, Instant};

use reqwest::{Method, RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

use super::wire::{Deployment, Pass, Project, unwrapped};
use crate::publish::error::PublishError;
use crate::publish::remote::http::CallError;
use crate::publish::remote::{Network, secret};

/// Where the service answers, unless `LOGGIA_CLOUDFLARE_API` says otherwise.
const API: &str = "https://api.cloudflare.com/client/v4";
/// Where the token stands.
const TOKEN: &str = "CLOUDFLARE_API_TOKEN";
/// Where the account's id stands.
const ACCOUNT: &str = "CLOUDFLARE_ACCOUNT_ID";
/// The letters of the longest name of a project.
const LONGEST_NAME: usize = 58;
/// Deployments that are asked for at once, and how often at most.
const PER_PAGE: usize = 25;
const PAGES: usize = 8;
/// The longest wait for a deployment to go live.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// A project of an account.
#[derive(Clone)]
pub(super) struct Service {
    project: String,
    account: String,
    pub(super) api: String,
    token: String,
    pub(super) network: Network,
}

impl Service {
    /// The account and its token of the environment, and a project by its name.
    ///
    /// # Errors
    /// When there is no token, or no account, in the environment.
    pub(super) fn new(project: &str) -> Result<Service, PublishError> {
        let api = std::env::var("LOGGIA_CLOUDFLARE_API").unwrap_or_else(|_| API.to_owned());
        let token = secret(TOKEN, "a token that may edit Cloudflare Pages")?;
        let account = secret(ACCOUNT, "the id of the Cloudflare account")?;
        Service::at(&api, &token, &account, project)
    }

    /// The same at a given address of the service.
    ///
    /// # Errors
    /// When no project has such a name, or the machine refuses.
    pub(super) fn at(api: &str, token: &str, account: &str, project: &str) -> Result<Service, PublishError> {
        // It stands in the addresses of calls that carry the token.
        let is_name = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if project.is_empty() || project.len() > LONGEST_NAME || !project.chars().all(is_name) {
            return Err(PublishError::Target(format!(
                "'{project}' is no name of a Cloudflare Pages project: it has small letters, digits and hyphens, as in cloudflare:my-shop"
            )));
        }
        Ok(Service {
            project: project.to_owned(),
            account: account.to_owned(),
            api: api.trim_end_matches('/').to_owned(),
            token: token.to_owned(),
            network: Network::new()?,
        })
    }

    /// A call about the project; `path` begins with a slash, or is empty.
    pub(super) fn about(&self, method: Method, path: &str) -> RequestBuilder {
        let address = format!("{}/accounts/{}/pages/projects/{}{path}", self.api, self.account, self.project);
        self.network.client.request(method, address).bearer_auth(&self.token)
    }

    pub(super) fn answer<T: DeserializeOwned>(
        &self,
        what: &str,
        request: &RequestBuilder,
    ) -> Result<T, PublishError> {
        unwrapped(what, self.network.json(what, request)?)
    }

    pub(super) fn project(&self) -> Result<Project, PublishError> {
        let what = "asking about the project";
        let request = self.about(Method::GET, "");
        match self.network.try_call(&request) {
            Ok(response) => {
                let read = self.network.wait(response.json());
                unwrapped(what, read.map_err(|error| PublishError::Refused(format!("{what}: {error}")))?)
            }
            Err(CallError::Status(StatusCode::NOT_FOUND, ..)) => Err(PublishError::Target(format!(
                "the Cloudflare account has no Pages project '{}'; make it once, under Workers & Pages → Create → Pages → Upload assets, or name the account it is in with {ACCOUNT}",
                self.project
            ))),
            Err(error) => Err(PublishError::Refused(format!("{what}: {error}"))),
        }
    }

    pub(super) fn pass(&self) -> Result<String, PublishError> {
        let pass: Pass = self.answer("asking for a pass", &self.about(Method::GET, "/upload-token"))?;
        Ok(pass.jwt)
    }

    /// Waits until a deployment is live.
    pub(super) fn wait_for(&self, mut deployment: Deployment) -> Result<Deployment, PublishError> {
        let end = Instant::now() + PATIENCE;
        let mut pause = Duration::from_millis(50);
        while !deployment.is("success") {
            if let Some(status) = deployment.has_failed() {
                let message = format!("Cloudflare ended the deployment {}: {status}", deployment.id);
                return Err(PublishError::Refused(message));
            }
            if Instant::now() > end {
                let message = format!("the deployment {} is not live yet; it may yet go live", deployment.id);
                return Err(PublishError::Refused(message));
            }
            std::thread::sleep(pause);
            pause = (pause * 3 / 2).min(Duration::from_secs(3));
            let request = self.about(Method::GET, &format!("/deployments/{}", deployment.id));
            deployment = self.answer("asking about the deployment", &request)?;
        }
        Ok(deployment)
    }

    /// The deployments that could be live, the newest first, and the one that is.
    pub(super) fn deployments(&self) -> Result<(Vec<Deployment>, Option<String>), PublishError> {
        let live = self.project()?.canonical_deployment.map(|deployment| deployment.id);
        let mut all = Vec::new();
        for page in 1..=PAGES {
            let path = format!("/deployments?env=production&page={page}&per_page={PER_PAGE}");
            let found: Vec<Deployment> =
                self.answer("asking for the deployments", &self.about(Method::GET, &path))?;
            let is_last = found.len() < PER_PAGE;
            all.extend(found.into_iter().filter(|deployment| deployment.is("success")));
            if is_last {
                break;
            }
        }
        Ok((all, live))
    }
}
