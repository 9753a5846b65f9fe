//! What is told when a version has gone live: a cache in front of a store, which forgets what it holds.

use std::collections::BTreeMap;

use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Network, secret};
use crate::publish::target::PublishError;

/// A call that the owner asks for. `${NAME}` in an address or a header stands for a value of the environment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Hook {
    /// The address.
    pub url: String,
    /// POST when not said.
    #[serde(default = "post")]
    pub method: String,
    /// Headers, such as the token of the cache.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// What is sent; when not said, `{"version": …, "paths": [every address that changed]}`.
    #[serde(default)]
    pub body: Option<Value>,
}

fn post() -> String {
    "POST".to_owned()
}

impl Hook {
    /// Makes the call.
    ///
    /// # Errors
    /// When a value of the environment is missing, or the call fails after all tries.
    pub fn call(&self, network: &Network, version: &str, paths: &[String]) -> Result<(), PublishError> {
        let method: Method = self.method.parse().map_err(|_| {
            PublishError::Target(format!("'{}' is not a method of HTTP; write POST", self.method))
        })?;
        let addresses: Vec<String> = paths.iter().map(|path| address(path)).collect();
        let body = self.body.clone().unwrap_or_else(|| json!({"version": version, "paths": addresses}));
        let mut request = network.client.request(method, filled(&self.url)?).json(&body);
        for (name, value) in &self.headers {
            request = request.header(name, filled(value)?);
        }
        network.call("purging the cache", &request).map(drop)
    }
}

/// The address of a file: `blog/a/index.html` is asked for as `/blog/a`.
fn address(path: &str) -> String {
    let plain = path.strip_suffix("/index.html").or_else(|| path.strip_suffix("index.html"));
    format!("/{}", plain.unwrap_or(path))
}

/// A text with values of the environment in it.
fn filled(text: &str) -> Result<String, PublishError> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let end = rest[at..].find('}').map(|end| at + end).ok_or_else(|| {
            PublishError::Target(format!("'{text}' begins ${{ and does not end it with }}"))
        })?;
        out.push_str(&rest[..at]);
        out.push_str(&secret(&rest[at + 2..end], "a value of the hook")?);
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_as_visitors_ask_for_them() {
        let said: Vec<String> = ["index.html", "blog/a/index.html", "feed.xml"].map(address).into();
        assert_eq!(said, ["/", "/blog/a", "/feed.xml"]);
    }

    #[test]
    fn values_of_the_environment_are_put_in_and_missing_ones_named() {
        assert_eq!(filled("plain").unwrap(), "plain");
        let error = filled("Bearer ${LOGGIA_NO_SUCH_VALUE}").unwrap_err();
        assert!(error.to_string().contains("set LOGGIA_NO_SUCH_VALUE"), "{error}");
    }
}
