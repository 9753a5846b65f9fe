//! What the operator of this machine says of publishing, by the command line or the environment. A site's folder may be a
//! stranger's: it names places, never programs, calls or values of the environment.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::compressed::Coding;
use super::error::PublishError;

/// A program that takes the catalogue, and its arguments: words, or a list of them as JSON.
pub const RUN: &str = "LOGGIA_PUBLISH_RUN";
/// The address that is called when a version has gone live in a store.
pub const PURGE_URL: &str = "LOGGIA_PUBLISH_PURGE_URL";
/// How that call is made besides: `{"method": …, "headers": {…}, "body": …}`.
pub const PURGE: &str = "LOGGIA_PUBLISH_PURGE";
/// Names of values of the environment that the call may carry, with commas between them.
pub const VARIABLES: &str = "LOGGIA_PUBLISH_VARIABLES";
/// Folders outside of the site that site.json may publish into, as the system writes lists of paths.
pub const FOLDERS: &str = "LOGGIA_PUBLISH_FOLDERS";
/// Hosts that site.json may publish to by ssh, with commas between them, as it writes them (`deploy@shop.example`).
pub const HOSTS: &str = "LOGGIA_PUBLISH_HOSTS";
/// The program that reaches a server, and its words: `ssh -i /run/keys/shop`; `ssh` when not given.
pub const SSH: &str = "LOGGIA_PUBLISH_SSH";

/// What the operator says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Operator {
    /// The program that takes the catalogue, and its arguments.
    pub run: Vec<String>,
    /// Who is notified of a version in a store.
    pub purge: Option<Purge>,
    /// The program that reaches a server, and its words; empty for `ssh`.
    pub ssh: Vec<String>,
    /// Copies to make ahead, whatever the site says; none when it decides.
    pub compress: Vec<Coding>,
    folders: Vec<PathBuf>,
    hosts: BTreeSet<String>,
}

/// A call that the operator asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purge {
    /// The address.
    pub url: String,
    /// POST when not given.
    pub method: String,
    /// Headers, such as the token of the cache.
    pub headers: BTreeMap<String, String>,
    /// What is sent; when not given, `{"version": …, "paths": [every address that changed]}`.
    pub body: Option<Value>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct PurgeBesides {
    method: Option<String>,
    headers: BTreeMap<String, String>,
    body: Option<Value>,
}

/// Reads a value of the environment by its name.
type Environment<'e> = &'e dyn Fn(&str) -> Option<String>;

impl Operator {
    /// As the environment says it.
    ///
    /// # Errors
    /// When that is not understood.
    pub fn from_environment() -> Result<Operator, PublishError> {
        Operator::new(None, None)
    }

    /// As the command line says it, and the environment where that says nothing.
    ///
    /// # Errors
    /// When that is not understood.
    pub fn new(run: Option<&str>, purge_url: Option<&str>) -> Result<Operator, PublishError> {
        Operator::read(run, purge_url, &|name| std::env::var(name).ok())
    }

    fn read(
        run: Option<&str>,
        purge_url: Option<&str>,
        environment: Environment<'_>,
    ) -> Result<Operator, PublishError> {
        let value_of = |name: &str| environment(name).filter(|value| !value.trim().is_empty());
        let run = run.map(str::to_owned).or_else(|| value_of(RUN));
        let run = run.as_deref().map(|text| words(RUN, text)).transpose()?.unwrap_or_default();
        let ssh = value_of(SSH).as_deref().map(|text| words(SSH, text)).transpose()?.unwrap_or_default();
        let list = |name: &str| -> BTreeSet<String> {
            value_of(name)
                .map(|names| names.split(',').map(|name| name.trim().to_owned()).collect())
                .unwrap_or_default()
        };
        let allowed = list(VARIABLES);
        let folders = value_of(FOLDERS).map(|folders| std::env::split_paths(&folders).collect());
        let url = purge_url.map(str::to_owned).or_else(|| value_of(PURGE_URL));
        let purge = match url {
            Some(url) => Some(purge(&url, value_of(PURGE).as_deref(), &allowed, environment)?),
            None => None,
        };
        let folders = folders.unwrap_or_default();
        Ok(Operator { run, purge, ssh, compress: Vec::new(), folders, hosts: list(HOSTS) })
    }

    /// Whether site.json may publish to a host by ssh: the operator names it, for the keys are the operator's.
    #[must_use]
    pub fn permits_host(&self, host: &str) -> bool {
        self.hosts.contains(host)
    }

    /// Whether site.json may publish into a folder: one of its own, or one that the operator names.
    #[must_use]
    pub fn permits(&self, site: &Path, folder: &Path) -> bool {
        let folder = real(folder);
        std::iter::once(site)
            .chain(self.folders.iter().map(PathBuf::as_path))
            .any(|own| folder.starts_with(real(own)))
    }
}

/// Where a path leads, links followed as far as it is there.
fn real(path: &Path) -> PathBuf {
    use std::path::Component;
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut real = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::ParentDir => drop(real.pop()),
            Component::CurDir => {}
            part => {
                real.push(part);
                real = real.canonicalize().unwrap_or(real);
            }
        }
    }
    real
}

/// The words of a command: a list of JSON, or what stands between spaces.
fn words(name: &str, text: &str) -> Result<Vec<String>, PublishError> {
    if !text.trim_start().starts_with('[') {
        return Ok(text.split_whitespace().map(str::to_owned).collect());
    }
    serde_json::from_str(text).map_err(|error| {
        PublishError::Target(format!(
            "{name} is no list of words: {error}; write [\"loggia-api\", \"import\", \"{{catalog}}\"]"
        ))
    })
}

fn purge(
    url: &str,
    besides: Option<&str>,
    allowed: &BTreeSet<String>,
    environment: Environment<'_>,
) -> Result<Purge, PublishError> {
    let besides: PurgeBesides = besides
        .map(serde_json::from_str)
        .transpose()
        .map_err(|error| PublishError::Target(format!("{PURGE} is not understood: {error}")))?
        .unwrap_or_default();
    let filled = |text: &str| filled(text, allowed, environment);
    let headers = besides.headers.iter().map(|(name, value)| Ok((name.clone(), filled(value)?)));
    Ok(Purge {
        url: filled(url)?,
        method: besides.method.unwrap_or_else(|| "POST".to_owned()),
        headers: headers.collect::<Result<_, PublishError>>()?,
        body: besides.body,
    })
}

/// A text with values of the environment in it, of those that the operator lets out.
fn filled(
    text: &str,
    allowed: &BTreeSet<String>,
    environment: Environment<'_>,
) -> Result<String, PublishError> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let (name, after) = after.split_once('}').ok_or_else(|| {
            PublishError::Target(format!("'{text}' begins ${{ and does not end it with }}"))
        })?;
        if !allowed.contains(name) {
            return Err(PublishError::Target(format!(
                "${{{name}}} is not given out; its operator allows it with {VARIABLES}={name}"
            )));
        }
        let value = environment(name).filter(|value| !value.is_empty()).ok_or_else(|| {
            PublishError::Target(format!("a value of the call is read from the environment: set {name}"))
        })?;
        out.push_str(before);
        out.push_str(&value);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Operator, String> {
        let all: BTreeMap<&str, &str> = variables.iter().copied().collect();
        Operator::read(None, None, &|name| all.get(name).map(|value| (*value).to_owned()))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn s_121_only_values_that_the_operator_names_leave_the_environment() {
        let secret = ("SHOP_TOKEN", "s3cret");
        let url = (PURGE_URL, "https://cache.example/?k=${SHOP_TOKEN}");
        let refused = read(&[url, secret]).unwrap_err();
        assert!(
            refused.contains("${SHOP_TOKEN} is not given out") && refused.contains(VARIABLES),
            "{refused}"
        );
        let other = read(&[url, secret, (VARIABLES, "SHOP,TOKEN")]).unwrap_err();
        assert!(other.contains("not given out"), "{other}");
        let missing = read(&[url, (VARIABLES, "SHOP_TOKEN")]).unwrap_err();
        assert!(missing.contains("set SHOP_TOKEN"), "{missing}");
        let besides = (PURGE, r#"{"headers": {"x-key": "Bearer ${SHOP_TOKEN}"}, "method": "PUT"}"#);
        let given = read(&[url, secret, besides, (VARIABLES, "A, SHOP_TOKEN")]).unwrap().purge.unwrap();
        assert_eq!(given.url, "https://cache.example/?k=s3cret");
        assert_eq!((given.headers["x-key"].as_str(), given.method.as_str()), ("Bearer s3cret", "PUT"));
        assert!(read(&[(PURGE_URL, "https://x/${A")]).unwrap_err().contains("does not end"));
        assert!(read(&[(PURGE_URL, "https://x"), (PURGE, "{\"oops\": 1}")]).unwrap_err().contains("oops"));
    }

    #[test]
    fn s_121_a_program_is_words_or_a_list() {
        let words = |text: &str| read(&[(RUN, text)]).unwrap().run;
        assert_eq!(words("loggia-api import {catalog}"), ["loggia-api", "import", "{catalog}"]);
        assert_eq!(words(r#"["/opt/my api", "{catalog}"]"#), ["/opt/my api", "{catalog}"]);
        assert!(words(" ").is_empty());
        assert!(read(&[(RUN, "[1]")]).unwrap_err().contains(RUN));
    }

    #[test]
    fn s_945_hosts_are_those_that_are_named_and_no_others() {
        let operator = read(&[(HOSTS, "deploy@shop.example, web-2")]).unwrap();
        for (host, is_named) in [
            ("deploy@shop.example", true),
            ("web-2", true),
            ("shop.example", false),
            ("root@shop.example", false),
            ("", false),
        ] {
            assert_eq!(operator.permits_host(host), is_named, "{host}");
        }
        assert!(!read(&[]).unwrap().permits_host("web-2"));
        assert_eq!(read(&[(SSH, "ssh -i /run/keys/shop")]).unwrap().ssh, ["ssh", "-i", "/run/keys/shop"]);
    }

    #[cfg(unix)]
    #[test]
    fn s_122_a_site_publishes_into_its_own_folder_or_one_that_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        std::fs::create_dir_all(site.join("in")).unwrap();
        std::fs::create_dir(folder.path().join("shelf")).unwrap();
        std::os::unix::fs::symlink(folder.path(), site.join("out")).unwrap();
        let operator = Operator { folders: vec![folder.path().join("shelf")], ..Operator::default() };
        for inside in ["published", "in/deep/er", "a/../b", "../shelf/x"] {
            assert!(operator.permits(&site, &site.join(inside)), "{inside}");
        }
        for outside in ["..", "../site2", "in/../../x", "out/x", "/etc", "nowhere/../../x", "../shelf2"] {
            assert!(!operator.permits(&site, &site.join(outside)), "{outside}");
        }
    }
}
