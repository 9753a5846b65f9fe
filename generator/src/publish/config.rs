//! Where a site is published: what the command line or `publish` of site.json says.
//!
//! ```json
//! "publish": {
//!   "to": "live",
//!   "targets": {
//!     "live":  {"kind": "netlify", "site": "my-shop.netlify.app"},
//!     "look":  {"kind": "netlify", "site": "my-shop.netlify.app", "draft": true},
//!     "store": {"kind": "s3", "bucket": "my-shop", "region": "eu-central-1", "purge": {"url": "https://…"}},
//!     "here":  {"kind": "dir", "path": "published"}
//!   },
//!   "catalog": {"url": "https://my-shop.example"}
//! }
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::catalog::HandOver;
use super::directory::Directory;
use super::target::{PublishError, Target};

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
    pub catalog: Option<HandOver>,
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
    S3 {
        bucket: String,
        #[serde(default)]
        prefix: String,
        #[serde(default)]
        endpoint: Option<String>,
        #[serde(default)]
        region: Option<String>,
        #[serde(default)]
        purge: Option<serde_json::Value>,
    },
}

const HELP: &str = "write dir:FOLDER, netlify:SITE or s3:BUCKET[/FOLDER], as in dir:/srv/www/shop";

impl Config {
    /// Reads `publish` out of the text of a site.json; nothing when it says nothing.
    ///
    /// # Errors
    /// When it says something that is not understood.
    pub fn read(site_json: &str) -> Result<Config, PublishError> {
        let wrong = |error: serde_json::Error| PublishError::Target(format!("publish in site.json: {error}"));
        let site: serde_json::Value = serde_json::from_str(site_json).map_err(wrong)?;
        site.get("publish")
            .map_or_else(|| Ok(Config::default()), |publish| Config::deserialize(publish).map_err(wrong))
    }

    /// The target that was asked for: `said` on the command line, else `to`, else the only one there is.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be used.
    pub fn target(
        &self,
        site: &Path,
        said: Option<&str>,
        keep: usize,
    ) -> Result<Box<dyn Target>, PublishError> {
        let only = || self.targets.keys().next().filter(|_| self.targets.len() == 1).map(String::as_str);
        let known: Vec<&str> = self.targets.keys().map(String::as_str).collect();
        let known =
            if known.is_empty() { String::new() } else { format!(", or one of: {}", known.join(", ")) };
        let Some(name) = said.or(self.to.as_deref()).or_else(only) else {
            return Err(PublishError::Target(format!("say where to publish with --to dir:FOLDER{known}")));
        };
        let kind = match self.targets.get(name) {
            Some(kind) => kind.clone(),
            None => Kind::parse(name)
                .ok_or_else(|| PublishError::Target(format!("'{name}' is not a target; {HELP}{known}")))?,
        };
        // A folder of site.json is meant from there, one of the command line from here.
        let base = if self.targets.contains_key(name) || said.is_none() { site } else { Path::new("") };
        kind.target(base, keep)
    }
}

impl Kind {
    /// A target as the command line writes it.
    fn parse(text: &str) -> Option<Kind> {
        let (kind, place) = text.split_once(':').filter(|(_, place)| !place.is_empty())?;
        match kind {
            "dir" => Some(Kind::Dir { path: place.into() }),
            "netlify" => {
                let (site, draft) = place.strip_suffix("?draft").map_or((place, false), |site| (site, true));
                Some(Kind::Netlify { site: site.to_owned(), draft })
            }
            "s3" => {
                let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
                let (bucket, prefix) = (bucket.to_owned(), prefix.to_owned());
                Some(Kind::S3 { bucket, prefix, endpoint: None, region: None, purge: None })
            }
            _ => None,
        }
    }

    fn target(self, base: &Path, keep: usize) -> Result<Box<dyn Target>, PublishError> {
        match self {
            Kind::Dir { path } => Ok(Box::new(Directory::new(&base.join(path), keep))),
            #[cfg(feature = "remote")]
            Kind::Netlify { site, draft } => {
                Ok(Box::new(super::remote::netlify::Netlify::new(&site, draft)?))
            }
            #[cfg(feature = "remote")]
            Kind::S3 { bucket, prefix, endpoint, region, purge } => {
                let wrong =
                    |error: serde_json::Error| PublishError::Target(format!("purge in site.json: {error}"));
                let purge = purge.map(serde_json::from_value).transpose().map_err(wrong)?;
                let settings =
                    super::remote::bucket::Settings { bucket, prefix, endpoint, region, credentials: None };
                Ok(Box::new(super::remote::bucket::Bucket::new(&settings, purge, keep)?))
            }
            #[cfg(not(feature = "remote"))]
            Kind::Netlify { .. } | Kind::S3 { .. } => Err(PublishError::Target(
                "this program was built without targets behind a network".to_owned(),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> Config {
        Config::read(r#"{"publish": {"targets": {"here": {"kind": "dir", "path": "published"}}}}"#).unwrap()
    }

    #[test]
    fn g_019_targets_are_named_on_the_command_line_or_in_site_json() {
        assert!(config().target(Path::new("/s"), Some("here"), 5).is_ok());
        assert!(config().target(Path::new("/s"), None, 5).is_ok(), "the only target needs no name");
        assert!(config().target(Path::new("/s"), Some("dir:/srv"), 5).is_ok());
        for wrong in ["nowhere", "ftp:x", "dir:", "s3:"] {
            let error = config().target(Path::new("/s"), Some(wrong), 5).err().unwrap().to_string();
            assert!(error.contains("dir:FOLDER") && error.contains("or one of: here"), "{error}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let error =
            Config::read(r#"{"publish": {"targets": {"a": {"kind": "ftp"}}}}"#).unwrap_err().to_string();
        assert!(error.starts_with("publish in site.json: unknown variant `ftp`"), "{error}");
    }
}
