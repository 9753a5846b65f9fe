//! The catalogue and the forms, handed to the api of the shop in the same publish, after the pages.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use loggia_commerce::Catalog;
use serde::Deserialize;

use super::error::PublishError;
use super::sold::Sold;
use crate::manifest::data_file;

/// The path of the file that is handed over.
const CATALOG: &str = "_data/catalog.json";

/// How the api gets the catalogue, as `publish.catalog` of site.json says it: by a signed call. A program is its operator's to say.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CatalogUpload {
    /// The address of the api, as in `https://shop.example`; the call goes to `/api/commerce/catalog` below it.
    #[serde(default)]
    url: Option<String>,
    /// The address for an environment, in place of `url`.
    #[serde(default)]
    urls: BTreeMap<String, String>,
    /// What older sites have here; it is refused with a word where it goes now.
    #[serde(default)]
    run: Vec<serde::de::IgnoredAny>,
}

/// A hand-over that has all it needs: a publish asks for it before it changes anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ready {
    /// A call to this address, signed with this secret.
    Call {
        /// Of the api.
        url: String,
        /// Shared with the api.
        secret: String,
    },
    /// A program with its arguments.
    Run(Vec<String>),
}

impl CatalogUpload {
    /// Finds what the hand-over needs in an environment of the site.
    ///
    /// # Errors
    /// When site.json says no address, or the secret of the call is not in the environment.
    pub fn ready(&self, environment: &str) -> Result<Ready, PublishError> {
        let wrong =
            |message: &str| Err(PublishError::Target(format!("publish.catalog in site.json {message}")));
        match self.urls.get(environment).or(self.url.as_ref()) {
            None => wrong("names nothing to call: add \"url\": \"https://…\""),
            Some(url) if url.starts_with("https://") || url.starts_with("http://") => call(url),
            Some(url) => wrong(&format!("says '{url}', which is no address; begin it with https://")),
        }
    }

    /// Whether it names a program.
    #[must_use]
    pub fn names_program(&self) -> bool {
        !self.run.is_empty()
    }
}

#[cfg(feature = "remote")]
fn call(url: &str) -> Result<Ready, PublishError> {
    let name = super::remote::shop::SECRET;
    let secret = super::remote::secret(name, "the secret that the shop shares")?;
    if secret.chars().count() < super::remote::shop::SHORTEST_SECRET {
        return Err(PublishError::Target(format!(
            "{name} must have at least {} characters: take a random one, such as `openssl rand -base64 32` gives, here and \
             where the shop runs",
            super::remote::shop::SHORTEST_SECRET
        )));
    }
    Ok(Ready::Call { url: url.trim_end_matches('/').to_owned(), secret })
}

#[cfg(not(feature = "remote"))]
fn call(_: &str) -> Result<Ready, PublishError> {
    Err(PublishError::Target("this program was built without calls over a network".to_owned()))
}

impl CatalogUpload {
    /// The address of the api in an environment, if the site says one.
    #[must_use]
    pub fn url(&self, environment: &str) -> Option<&str> {
        self.urls.get(environment).or(self.url.as_ref()).map(|url| url.trim_end_matches('/'))
    }
}

impl Ready {
    /// Hands over the source maps of a build, as name, script and map; nothing when a program takes the catalogue.
    ///
    /// # Errors
    /// When the api cannot be reached after all tries, or does not take them.
    pub fn upload_maps(
        &self,
        build_id: &str,
        maps: &[(String, String, String)],
    ) -> Result<Option<String>, PublishError> {
        match self {
            #[cfg(feature = "remote")]
            Ready::Call { url, secret } if !maps.is_empty() => {
                super::remote::shop::upload_maps(url, secret, build_id, maps).map(Some)
            }
            _ => {
                let _ = build_id;
                Ok(None)
            }
        }
    }

    /// Hands over the files that are sold, those that the api lacks; what came of it. A program takes them by itself, from the
    /// folder `files` beside the catalogue.
    ///
    /// # Errors
    /// When the api cannot be reached after all tries, or does not take one.
    pub fn upload_files(&self, sold: &Sold) -> Result<Option<String>, PublishError> {
        match self {
            #[cfg(feature = "remote")]
            Ready::Call { url, secret } if !sold.files.is_empty() => {
                super::remote::sold::upload(url, secret, &sold.files).map(Some)
            }
            _ => {
                let _ = sold;
                Ok(None)
            }
        }
    }

    /// Hands over a catalogue; the answer of the api. The api takes all of it or nothing, and keeps the stock that it counts.
    ///
    /// # Errors
    /// When the api cannot be reached after all tries, or does not take it: then it has the catalogue of before.
    pub fn upload(&self, catalog: &Whole) -> Result<String, PublishError> {
        match self {
            #[cfg(feature = "remote")]
            Ready::Call { url, secret } => super::remote::shop::upload(url, secret, catalog.bytes.clone()),
            #[cfg(not(feature = "remote"))]
            Ready::Call { url, .. } => Err(PublishError::Refused(format!("{url} cannot be called"))),
            Ready::Run(words) => match &catalog.file {
                Some(file) => run(words, file),
                None => {
                    let io = |source| PublishError::Io { doing: "write", path: std::env::temp_dir(), source };
                    let mut file = tempfile::Builder::new().suffix(".json").tempfile().map_err(io)?;
                    file.write_all(&catalog.bytes).map_err(io)?;
                    run(words, file.path())
                }
            },
        }
    }
}

/// A catalogue with the content of the pages that are not for everybody: all that an api must know of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whole {
    bytes: Vec<u8>,
    /// Where it lies, with that content beside it.
    file: Option<PathBuf>,
}

impl Whole {
    /// That of a build.
    ///
    /// # Errors
    /// When it, or the content of a page that it names, cannot be read.
    pub fn of_build(output: &Path) -> Result<Whole, PublishError> {
        let file = data_file(output, CATALOG);
        let bytes = read(&file)?;
        let broken = |_| PublishError::Changed(file.clone());
        let mut catalog: Catalog = serde_json::from_slice(&bytes).map_err(broken)?;
        let mut locks = catalog.pages.iter_mut().filter_map(|page| page.lock.as_mut()).peekable();
        if locks.peek().is_none() {
            return Ok(Whole { bytes, file: Some(file) });
        }
        let protected = output.canonicalize().map_err(|source| io(output, source))?;
        let protected = loggia_commerce::protected_folder(&protected);
        for lock in locks {
            let content = read(&protected.join(&lock.content))?;
            lock.html = Some(String::from_utf8_lossy(&content).into_owned());
        }
        let bytes = serde_json::to_vec(&catalog).map_err(broken)?;
        Ok(Whole { bytes, file: Some(file) })
    }

    /// One that was kept.
    #[must_use]
    pub fn kept(bytes: Vec<u8>) -> Whole {
        Whole { bytes, file: None }
    }

    /// As it is kept.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

fn read(file: &Path) -> Result<Vec<u8>, PublishError> {
    crate::folder::read(file).map_err(|source| io(file, source))
}

fn io(path: &Path, source: std::io::Error) -> PublishError {
    PublishError::Io { doing: "read", path: path.to_path_buf(), source }
}

fn run(words: &[String], catalog: &Path) -> Result<String, PublishError> {
    let catalog = catalog.display().to_string();
    let mut words = words.iter().map(|word| word.replace("{catalog}", &catalog));
    let program = words.next().unwrap_or_default();
    let done = Command::new(&program).args(words).output();
    let done = done.map_err(|error| PublishError::Refused(format!("{program}: {error}")))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).trim().to_owned());
    }
    let why = String::from_utf8_lossy(&done.stderr).trim().to_owned();
    Err(PublishError::Refused(format!("{program} {}: {why}", done.status)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upload(json: serde_json::Value) -> CatalogUpload {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn an_address_is_named() {
        for (document, message) in [
            (serde_json::json!({}), "names nothing to call"),
            (serde_json::json!({"url": "shop.example"}), "begin it with https://"),
            (
                serde_json::json!({"urls": {"prod": "shop.example"}, "url": "https://x"}),
                "says 'shop.example'",
            ),
        ] {
            let error = upload(document).ready("prod").unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn what_a_program_says_is_handed_on_and_its_failure_as_well() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("output");
        std::fs::create_dir(&output).unwrap();
        std::fs::create_dir(folder.path().join("output.data")).unwrap();
        let lock = loggia_commerce::PageLock { content: "a.html".to_owned(), ..Default::default() };
        let page = loggia_commerce::CatalogPage { lock: Some(lock), ..Default::default() };
        let catalog: Catalog = Catalog { pages: vec![page], ..Catalog::default() };
        let text = serde_json::to_string(&catalog).unwrap();
        std::fs::write(data_file(&output, CATALOG), &text).unwrap();
        assert!(Whole::of_build(&output).is_err(), "the content of a page is not there");
        std::fs::create_dir(folder.path().join("output.protected")).unwrap();
        std::fs::write(folder.path().join("output.protected/a.html"), "<p>Hidden.</p>").unwrap();
        let whole = Whole::of_build(&output).unwrap();
        let document: Catalog = serde_json::from_slice(whole.bytes()).unwrap();
        assert_eq!(document.pages[0].lock.as_ref().unwrap().html.as_deref(), Some("<p>Hidden.</p>"));
        let ready = |words: &[&str]| Ready::Run(words.iter().map(|word| (*word).to_owned()).collect());
        assert_eq!(ready(&["cat", "{catalog}"]).upload(&whole).unwrap(), text);
        let kept = Whole::kept(whole.bytes().to_vec());
        assert!(ready(&["cat", "{catalog}"]).upload(&kept).unwrap().contains("Hidden."));
        for words in [["cat", "nowhere"], ["no-such-program", "x"]] {
            let error = ready(&words).upload(&whole).unwrap_err().to_string();
            assert!(error.starts_with(words[0]), "{error}");
        }
    }
}
