//! Where a site is published: what the command line or `publish` of site.json says.
//!
//! ```json
//! "publish": {
//!   "to": "live",
//!   "targets": {
//!     "live":  {"kind": "netlify", "site": "my-shop.netlify.app"},
//!     "look":  {"kind": "netlify", "site": "my-shop.netlify.app", "draft": true},
//!     "edge":  {"kind": "cloudflare", "project": "my-shop"},
//!     "store": {"kind": "s3", "bucket": "my-shop", "region": "eu-central-1"},
//!     "pages": {"kind": "git", "remote": "git@github.com:you/shop.git", "branch": "gh-pages"},
//!     "host":  {"kind": "ssh", "host": "deploy@shop.example", "path": "/srv/www/shop"},
//!     "here":  {"kind": "dir", "path": "published"}
//!   },
//!   "compress": ["brotli", "gzip"],
//!   "catalog": {"url": "https://my-shop.example"}
//! }
//! ```
//!
//! It may be a stranger's folder: programs, calls and values of the environment are the operator's to say (`operator`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::catalog::{CatalogUpload, Ready};
use super::compressed::Coding;
use super::directory::Directory;
use super::error::PublishError;
use super::operator::Operator;
use super::place::PlaceKind;
use super::target::Target;

/// `publish` of site.json.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// The target when the command line names none: one of `targets`, or a target as the command line writes it.
    #[serde(default)]
    to: Option<String>,
    #[serde(default)]
    targets: BTreeMap<String, Kind>,
    /// How the shop hears of its catalogue.
    #[serde(default)]
    pub catalog: Option<CatalogUpload>,
    /// Copies to make ahead in folders here and on servers.
    #[serde(default)]
    compress: Vec<Coding>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, tag = "kind")]
enum Kind {
    Dir {
        path: PathBuf,
    },
    Netlify {
        site: String,
        #[serde(default)]
        draft: bool,
    },
    Cloudflare {
        project: String,
        #[serde(default)]
        branch: Option<String>,
    },
    Git {
        remote: String,
        #[serde(default)]
        branch: Option<String>,
    },
    Ssh {
        host: String,
        path: String,
        #[serde(default)]
        port: Option<u16>,
    },
    S3 {
        bucket: String,
        #[serde(default)]
        prefix: String,
        #[serde(default)]
        endpoint: Option<String>,
        #[serde(default)]
        region: Option<String>,
        #[serde(default)]
        purge: Option<serde::de::IgnoredAny>,
    },
}

/// An address without the user that may stand before its host.
fn without_user(address: &str) -> &str {
    let start = address.find("://").map_or(0, |at| at + 3);
    let end = address[start..].find('/').map_or(address.len(), |at| start + at);
    match address[start..end].rfind('@') {
        Some(at) => &address[start + at + 1..],
        None => address,
    }
}

const HELP: &str = "write dir:FOLDER, netlify:SITE, cloudflare:PROJECT, s3:BUCKET[/FOLDER], git:REPOSITORY[#BRANCH] or ssh:USER@HOST:FOLDER, as in dir:/srv/www/shop";

impl Config {
    /// Reads `publish` out of the text of a site.json; nothing when it says nothing.
    ///
    /// # Errors
    /// When it says something that is not understood, or that is not a site's to say.
    pub fn read(site_json: &str) -> Result<Config, PublishError> {
        let wrong = |error: serde_json::Error| PublishError::Target(format!("publish in site.json: {error}"));
        let site: serde_json::Value = serde_json::from_str(site_json).map_err(wrong)?;
        let config = site
            .get("publish")
            .map_or_else(|| Ok(Config::default()), |publish| Config::deserialize(publish).map_err(wrong))?;
        config.names_places_only()?;
        Ok(config)
    }

    /// Programs and calls are never a site's to say: who opens a folder of somebody else runs nothing of it.
    fn names_places_only(&self) -> Result<(), PublishError> {
        let wrong = |what: &str, instead: &str| {
            let message = format!(
                "{what} in site.json is not run: programs and calls come from the one who publishes; take it away and {instead}"
            );
            Err(PublishError::Target(message))
        };
        if self.catalog.as_ref().is_some_and(CatalogUpload::names_program) {
            return wrong(
                "publish.catalog.run",
                &format!("say --run 'loggia-api import {{catalog}}' or set {}", super::operator::RUN),
            );
        }
        for (name, kind) in &self.targets {
            if matches!(kind, Kind::S3 { purge: Some(_), .. }) {
                let instead = format!("say --purge-url https://… or set {}", super::operator::PURGE_URL);
                return wrong(&format!("publish.targets.{name}.purge"), &instead);
            }
        }
        Ok(())
    }

    /// How the shop hears of its catalogue in an environment: by the operator's program, else by the call that the site
    /// names; nothing when neither is given.
    ///
    /// # Errors
    /// As [`CatalogUpload::ready`].
    pub fn upload(&self, operator: &Operator, environment: &str) -> Result<Option<Ready>, PublishError> {
        if !operator.run.is_empty() {
            return Ok(Some(Ready::Run(operator.run.clone())));
        }
        self.catalog.as_ref().map(|catalog| catalog.ready(environment)).transpose()
    }

    /// What kind of place a target is, and how people call it; nothing when there is none of that name.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<(PlaceKind, String)> {
        Some(match self.targets.get(name).cloned().or_else(|| Kind::parse(name))? {
            // How far up it lies from the site's folder is nothing that an owner reads.
            Kind::Dir { path } => (PlaceKind::Folder, path.to_string_lossy().replace("../", "")),
            Kind::Netlify { site, draft: true } => (PlaceKind::Preview, site),
            Kind::Netlify { site, draft: false } => (PlaceKind::Host, site),
            Kind::Cloudflare { project, branch: Some(_) } => (PlaceKind::Preview, project),
            Kind::Cloudflare { project, branch: None } => (PlaceKind::Host, project),
            // What stands before the host may be somebody's password.
            Kind::Git { remote, .. } => (PlaceKind::Repository, without_user(&remote).to_owned()),
            Kind::Ssh { host, .. } => (PlaceKind::Server, without_user(&host).to_owned()),
            Kind::S3 { bucket, .. } => (PlaceKind::Bucket, bucket),
        })
    }

    /// The target that was asked for: `requested` on the command line, else `to`, else the only one there is.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be used.
    pub fn target(
        &self,
        site: &Path,
        requested: Option<&str>,
        keep: usize,
        operator: &Operator,
    ) -> Result<Box<dyn Target>, PublishError> {
        let only = || self.targets.keys().next().filter(|_| self.targets.len() == 1).map(String::as_str);
        let known: Vec<&str> = self.targets.keys().map(String::as_str).collect();
        let known =
            if known.is_empty() { String::new() } else { format!(", or one of: {}", known.join(", ")) };
        let Some(name) = requested.or(self.to.as_deref()).or_else(only) else {
            return Err(PublishError::Target(format!("say where to publish with --to dir:FOLDER{known}")));
        };
        let kind = match self.targets.get(name) {
            Some(kind) => kind.clone(),
            None => Kind::parse(name)
                .ok_or_else(|| PublishError::Target(format!("'{name}' is not a target; {HELP}{known}")))?,
        };
        // A folder of site.json is meant from there, one of the command line from here.
        let is_of_site = self.targets.contains_key(name) || requested.is_none();
        let base = if is_of_site { site } else { Path::new("") };
        if is_of_site {
            kind.is_permitted(site, operator)?;
        }
        let copies = if operator.compress.is_empty() { &self.compress } else { &operator.compress };
        kind.target(base, keep, operator, copies)
    }
}

impl Kind {
    /// A site names places of its own; others, and those that take the operator's keys, are the operator's to allow.
    fn is_permitted(&self, site: &Path, operator: &Operator) -> Result<(), PublishError> {
        let elsewhere = |kind: PlaceKind, folder: PathBuf, spelled: String| {
            let message = format!(
                "site.json publishes into {}, which is not in its own folder; the one who publishes names it with --to {spelled} or allows it with {}={}",
                folder.display(),
                super::operator::FOLDERS,
                folder.display()
            );
            Err(PublishError::NotAllowed { kind, message })
        };
        match self {
            Kind::Dir { path } if !operator.permits(site, &site.join(path)) => {
                elsewhere(PlaceKind::Folder, site.join(path), format!("dir:{}", site.join(path).display()))
            }
            Kind::Git { remote, .. } => match local(remote) {
                Some(path) if !operator.permits(site, &site.join(path)) => {
                    let spelled = format!("git:{}", site.join(path).display());
                    elsewhere(PlaceKind::Repository, site.join(path), spelled)
                }
                _ => Ok(()),
            },
            Kind::Ssh { host, path, .. } if !operator.permits_host(host) => {
                let message = format!(
                    "site.json publishes to {host} with the keys of whoever publishes, who names it with --to ssh:{host}:{path} or allows it with {}={host}",
                    super::operator::HOSTS
                );
                Err(PublishError::NotAllowed { kind: PlaceKind::Server, message })
            }
            _ => Ok(()),
        }
    }

    /// A target as the command line writes it.
    fn parse(text: &str) -> Option<Kind> {
        let (kind, place) = text.split_once(':').filter(|(_, place)| !place.is_empty())?;
        match kind {
            "dir" => Some(Kind::Dir { path: place.into() }),
            "netlify" => {
                let (site, draft) = place.strip_suffix("?draft").map_or((place, false), |site| (site, true));
                Some(Kind::Netlify { site: site.to_owned(), draft })
            }
            "cloudflare" => {
                let (project, branch) =
                    place.split_once('#').map_or((place, None), |(project, branch)| (project, Some(branch)));
                Some(Kind::Cloudflare { project: project.to_owned(), branch: branch.map(str::to_owned) })
            }
            "git" => {
                let (remote, branch) =
                    place.rsplit_once('#').map_or((place, None), |(remote, branch)| (remote, Some(branch)));
                Some(Kind::Git { remote: remote.to_owned(), branch: branch.map(str::to_owned) })
            }
            "ssh" => {
                let (host, path) =
                    place.split_once(':').filter(|(host, path)| !host.is_empty() && !path.is_empty())?;
                Some(Kind::Ssh { host: host.to_owned(), path: path.to_owned(), port: None })
            }
            "s3" => {
                let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
                let (bucket, prefix) = (bucket.to_owned(), prefix.to_owned());
                Some(Kind::S3 { bucket, prefix, endpoint: None, region: None, purge: None })
            }
            _ => None,
        }
    }

    #[cfg_attr(not(feature = "remote"), expect(unused_variables, reason = "only stores are purged"))]
    fn target(
        self,
        base: &Path,
        keep: usize,
        operator: &Operator,
        copies: &[Coding],
    ) -> Result<Box<dyn Target>, PublishError> {
        if !operator.compress.is_empty() && !matches!(self, Kind::Dir { .. } | Kind::Ssh { .. }) {
            return Err(PublishError::Target(
                "--compress is for dir: and ssh:, where your own web server reads the copies; this host compresses by itself or serves files as they are, so leave it out"
                    .to_owned(),
            ));
        }
        match self {
            Kind::Dir { path } => Ok(Box::new(Directory::new(&base.join(path), keep).with_copies(copies))),
            #[cfg(feature = "remote")]
            Kind::Netlify { site, draft } => {
                Ok(Box::new(super::remote::netlify::Netlify::new(&site, draft)?))
            }
            #[cfg(feature = "remote")]
            Kind::Cloudflare { project, branch } => {
                Ok(Box::new(super::remote::cloudflare::CloudflarePages::new(&project, branch.as_deref())?))
            }
            #[cfg(feature = "remote")]
            Kind::Git { remote, branch } => {
                use super::remote::branch::{Branch, USUAL};
                let remote = match local(&remote) {
                    // The program that is called stands in another folder.
                    Some(path) => std::path::absolute(base.join(path))
                        .map_or(remote, |path| path.to_string_lossy().into_owned()),
                    None => remote,
                };
                Ok(Box::new(Branch::new(&remote, branch.as_deref().unwrap_or(USUAL))?))
            }
            #[cfg(feature = "remote")]
            Kind::Ssh { host, path, port } => {
                let server = super::remote::server::Server::new(&operator.ssh, &host, port, &path, keep)?;
                Ok(Box::new(server.with_copies(copies)))
            }
            #[cfg(feature = "remote")]
            Kind::S3 { bucket, prefix, endpoint, region, .. } => {
                let purge = operator.purge.clone();
                let settings =
                    super::remote::bucket::Settings { bucket, prefix, endpoint, region, credentials: None };
                Ok(Box::new(super::remote::bucket::Bucket::new(&settings, purge, keep)?))
            }
            #[cfg(not(feature = "remote"))]
            Kind::Netlify { .. }
            | Kind::Cloudflare { .. }
            | Kind::S3 { .. }
            | Kind::Git { .. }
            | Kind::Ssh { .. } => Err(PublishError::Target(
                "this program was built without targets behind a network".to_owned(),
            )),
        }
    }
}

/// The folder that the address of a repository means, when it lies on this machine.
fn local(remote: &str) -> Option<&Path> {
    if let Some(path) = remote.strip_prefix("file://") {
        return Some(Path::new(path));
    }
    // `host:path` is another machine unless a `/` stands before the colon.
    let names_a_host =
        remote.contains("://") || remote.split('/').next().is_some_and(|first| first.contains(':'));
    (!names_a_host).then(|| Path::new(remote))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-993: an owner reads the place, and nobody's name or password.
    #[test]
    fn s_993_a_target_is_said_as_the_place_it_is() {
        let place = |name: &str| config().place(name);
        let is = |kind, name: &str| Some((kind, name.to_owned()));
        assert_eq!(place("here"), is(PlaceKind::Folder, "published"));
        assert_eq!(place("dir:/srv/www"), is(PlaceKind::Folder, "/srv/www"));
        assert_eq!(place("netlify:a.example?draft"), is(PlaceKind::Preview, "a.example"));
        assert_eq!(place("cloudflare:my-shop"), is(PlaceKind::Host, "my-shop"));
        assert_eq!(place("cloudflare:my-shop#look"), is(PlaceKind::Preview, "my-shop"));
        assert_eq!(
            place("git:https://me:secret@code.example/a.git#pages"),
            is(PlaceKind::Repository, "code.example/a.git")
        );
        assert_eq!(
            place("git:git@code.example:me/a.git"),
            is(PlaceKind::Repository, "code.example:me/a.git")
        );
        assert_eq!(place("ssh:deploy@shop.example:/srv"), is(PlaceKind::Server, "shop.example"));
        assert_eq!(place("s3:goods/shop"), is(PlaceKind::Bucket, "goods"));
        assert_eq!(place("elsewhere"), None);
    }

    fn config() -> Config {
        Config::read(r#"{"publish": {"targets": {"here": {"kind": "dir", "path": "published"}}}}"#).unwrap()
    }

    #[test]
    fn g_019_targets_are_named_on_the_command_line_or_in_site_json() {
        assert!(config().target(Path::new("/s"), Some("here"), 5, &Operator::default()).is_ok());
        assert!(
            config().target(Path::new("/s"), None, 5, &Operator::default()).is_ok(),
            "the only target needs no name"
        );
        assert!(config().target(Path::new("/s"), Some("dir:/srv"), 5, &Operator::default()).is_ok());
        for wrong in ["nowhere", "ftp:x", "dir:", "s3:"] {
            let error = config()
                .target(Path::new("/s"), Some(wrong), 5, &Operator::default())
                .err()
                .unwrap()
                .to_string();
            assert!(error.contains("dir:FOLDER") && error.contains("or one of: here"), "{error}");
        }
    }

    #[test]
    fn s_120_programs_and_calls_are_never_a_sites_to_say() {
        for (publish, words) in [
            (r#"{"catalog": {"run": ["touch", "x"]}}"#, ["publish.catalog.run", "LOGGIA_PUBLISH_RUN"]),
            (r#"{"catalog": {"url": "https://x", "run": ["touch", "x"]}}"#, ["catalog.run", "--run"]),
            (
                r#"{"targets": {"a": {"kind": "s3", "bucket": "b", "purge": {"url": "https://x/${HOME}"}}}}"#,
                ["publish.targets.a.purge", "LOGGIA_PUBLISH_PURGE_URL"],
            ),
            (
                r#"{"targets": {"a": {"kind": "s3", "bucket": "b", "purge": "x"}}}"#,
                ["publish.targets.a.purge", "--purge-url"],
            ),
        ] {
            let error = Config::read(&format!("{{\"publish\": {publish}}}")).unwrap_err().to_string();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        }
        let outside = r#"{"publish": {"targets": {"a": {"kind": "dir", "path": "../x"}}}}"#;
        let config = Config::read(outside).unwrap();
        let error = config.target(Path::new("/s"), None, 5, &Operator::default()).err().unwrap().to_string();
        assert!(error.contains("--to dir:") && error.contains("LOGGIA_PUBLISH_FOLDERS"), "{error}");
        let config = Config::read(r#"{"publish": {"to": "dir:/srv"}}"#).unwrap();
        assert!(config.target(Path::new("/s"), None, 5, &Operator::default()).is_err(), "named by the site");
        assert!(config.target(Path::new("/s"), Some("dir:/srv"), 5, &Operator::default()).is_ok());
    }

    /// The keys that reach a server, and folders outside of the site, are the operator's to give.
    #[cfg(feature = "remote")]
    #[test]
    fn s_945_a_site_publishes_to_servers_and_repositories_that_the_operator_allows() {
        let of_site = |kind: &str, operator: &Operator| {
            let config = Config::read(&format!(r#"{{"publish": {{"targets": {{"a": {kind}}}}}}}"#)).unwrap();
            config.target(Path::new("/s"), None, 5, operator).err().map(|error| error.to_string())
        };
        let nobody = Operator::default();
        let ssh = r#"{"kind": "ssh", "host": "deploy@shop.example", "path": "/srv/www"}"#;
        let why = of_site(ssh, &nobody).unwrap();
        assert!(
            why.contains("--to ssh:deploy@shop.example:/srv/www") && why.contains("LOGGIA_PUBLISH_HOSTS"),
            "{why}"
        );
        for (git, words) in [
            (r#"{"kind": "git", "remote": "../other"}"#, "--to git:/s/../other"),
            (r#"{"kind": "git", "remote": "file:///srv/other"}"#, "--to git:/srv/other"),
            (r#"{"kind": "git", "remote": "ext::sh -c x"}"#, "no repository"),
            (r#"{"kind": "git", "remote": "-x@y:z"}"#, "no repository"),
        ] {
            let why = of_site(git, &nobody).unwrap();
            assert!(why.contains(words), "{why}");
        }
        for git in ["git@github.com:you/shop.git", "https://github.com/you/shop.git", "inside/repository.git"]
        {
            assert_eq!(
                of_site(&format!(r#"{{"kind": "git", "remote": "{git}", "branch": "pages"}}"#), &nobody),
                None
            );
        }
        for named in
            ["ssh:deploy@shop.example:/srv/www", "git:../other", "git:git@github.com:you/shop.git#pages"]
        {
            assert!(Config::default().target(Path::new("/s"), Some(named), 5, &nobody).is_ok(), "{named}");
        }
        for wrong in ["ssh:shop.example", "ssh::/srv", "ssh:a:", "git:"] {
            assert!(Config::default().target(Path::new("/s"), Some(wrong), 5, &nobody).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let error =
            Config::read(r#"{"publish": {"targets": {"a": {"kind": "ftp"}}}}"#).unwrap_err().to_string();
        assert!(error.starts_with("publish in site.json: unknown variant `ftp`"), "{error}");
    }
}
