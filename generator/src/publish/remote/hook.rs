//! Who is notified when a version has gone live: a cache in front of a store, which forgets what it holds.

use reqwest::Method;
use serde_json::json;

use super::Network;
use crate::publish::error::PublishError;
use crate::publish::operator::Purge;

/// Makes the call that the operator asks for.
///
/// # Errors
/// When the call fails after all tries.
pub fn call(purge: &Purge, network: &Network, version: &str, paths: &[String]) -> Result<(), PublishError> {
    let method: Method = purge.method.parse().map_err(|_| {
        PublishError::Target(format!("'{}' is not a method of HTTP; write POST", purge.method))
    })?;
    let addresses: Vec<String> = paths.iter().map(|path| address(path)).collect();
    let body = purge.body.clone().unwrap_or_else(|| json!({"version": version, "paths": addresses}));
    let mut request = network.client.request(method, &purge.url).json(&body);
    for (name, value) in &purge.headers {
        request = request.header(name, value);
    }
    network.call("purging the cache", &request).map(drop)
}

/// The address of a file: `blog/a/index.html` is asked for as `/blog/a`.
fn address(path: &str) -> String {
    let plain = path.strip_suffix("/index.html").or_else(|| path.strip_suffix("index.html"));
    format!("/{}", plain.unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_as_visitors_ask_for_them() {
        let stale: Vec<String> = ["index.html", "blog/a/index.html", "feed.xml"].map(address).into();
        assert_eq!(stale, ["/", "/blog/a", "/feed.xml"]);
    }
}
