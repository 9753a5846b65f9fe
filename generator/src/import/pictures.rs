//! Pictures that are still on another machine, brought into `files/`.

use serde_json::Value;

/// Members that are the address of a picture.
const ADDRESSES: [&str; 2] = ["assetUrl", "originalUrl"];
/// Members that are HTML, in which pictures may stand.
const HTML: [&str; 4] = ["body", "excerpt", "mainContent", "html"];

/// Every address of a picture on another machine, in order.
#[cfg_attr(
    not(feature = "remote"),
    expect(dead_code, reason = "only with a network can pictures be fetched")
)]
pub(super) fn addresses(value: &Value, found: &mut Vec<String>) {
    each(value, &mut |address| {
        if !found.iter().any(|known| known == address) {
            found.push(address.to_owned());
        }
    });
}

fn each(value: &Value, hear: &mut impl FnMut(&str)) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| each(value, hear)),
        Value::Object(members) => {
            for (key, value) in members {
                match value.as_str() {
                    Some(text) if ADDRESSES.contains(&key.as_str()) && is_remote(text) => hear(text),
                    Some(text) if HTML.contains(&key.as_str()) => {
                        sources(text).into_iter().for_each(&mut *hear)
                    }
                    _ => each(value, hear),
                }
            }
        }
        _ => {}
    }
}

fn is_remote(address: &str) -> bool {
    address.starts_with("http://") || address.starts_with("https://")
}

/// What the pictures of an HTML text name as their source.
fn sources(html: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in html.match_indices("<img") {
        let tag = &html[at..html[at..].find('>').map_or(html.len(), |end| at + end)];
        for quote in ['"', '\''] {
            let source = tag.split(&format!("src={quote}")).nth(1).and_then(|rest| rest.split(quote).next());
            found.extend(source.filter(|source| is_remote(source)));
        }
    }
    found
}

/// A value with addresses replaced.
#[cfg_attr(
    not(feature = "remote"),
    expect(dead_code, reason = "only with a network can pictures be fetched")
)]
pub(super) fn replace(value: &mut Value, known: &std::collections::BTreeMap<String, String>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| replace(value, known)),
        Value::Object(members) => {
            for (key, value) in members {
                if let Value::String(text) = value {
                    if let (true, Some(local)) = (ADDRESSES.contains(&key.as_str()), known.get(text.as_str()))
                    {
                        text.clone_from(local);
                    } else if HTML.contains(&key.as_str()) {
                        for (remote, local) in known {
                            for quote in ['"', '\''] {
                                *text = text.replace(
                                    &format!("src={quote}{remote}{quote}"),
                                    &format!("src={quote}{local}{quote}"),
                                );
                            }
                        }
                    }
                } else {
                    replace(value, known);
                }
            }
        }
        _ => {}
    }
}

#[cfg(feature = "remote")]
pub use network::fetch;

#[cfg(feature = "remote")]
mod network {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    use futures_util::{StreamExt, stream};

    use crate::diagnostic::Diagnostic;
    use crate::import::{Draft, file_name};

    /// Pictures on their way at the same time.
    const LANES: usize = 8;
    /// No picture is larger than this, in bytes.
    const LARGEST: u64 = 64 << 20;

    /// Brings every picture of a draft into `files/`, and lets the content name it there. One that does not come keeps its
    /// address, and a fault says so; one that an earlier import brought is not asked for again.
    ///
    /// # Errors
    /// When the machine refuses to call anybody.
    pub fn fetch(draft: &mut Draft, site: &Path) -> std::io::Result<()> {
        let mut found = Vec::new();
        draft.files.values().for_each(|value| super::addresses(value, &mut found));
        let mut taken = BTreeSet::new();
        let wanted: Vec<(String, String)> =
            found.into_iter().map(|address| (address.clone(), place(&address, &mut taken))).collect();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let client = reqwest::Client::builder()
            .user_agent(concat!("loggia/", env!("CARGO_PKG_VERSION")))
            .timeout(std::time::Duration::from_secs(120))
            .build()
            .map_err(std::io::Error::other)?;
        let (there, missing): (Vec<_>, Vec<_>) =
            wanted.into_iter().partition(|(_, path)| site.join(path).is_file());
        let answers = runtime.block_on(
            stream::iter(missing)
                .map(|(address, path)| {
                    let client = &client;
                    async move { (get(client, &address).await, address, path) }
                })
                .buffered(LANES)
                .collect::<Vec<_>>(),
        );
        let mut known: BTreeMap<String, String> =
            there.into_iter().map(|(address, path)| (address, format!("/{path}"))).collect();
        for (answer, address, path) in answers {
            match answer {
                Ok(bytes) => {
                    known.insert(address, format!("/{path}"));
                    draft.blobs.insert(path, bytes);
                }
                Err(why) => draft.faults.push(
                    Diagnostic::warning("import-picture", &path, format!("{address} did not come: {why}."))
                        .help("import again later, or put the picture there yourself"),
                ),
            }
        }
        draft.files.values_mut().for_each(|value| super::replace(value, &known));
        Ok(())
    }

    async fn get(client: &reqwest::Client, address: &str) -> Result<Vec<u8>, String> {
        let answer = client.get(address).send().await.and_then(reqwest::Response::error_for_status);
        let answer = answer.map_err(|error| error.without_url().to_string())?;
        let kind = answer.headers().get(reqwest::header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        if !kind.starts_with("image/") {
            return Err(format!("it is not a picture but '{kind}'"));
        }
        if answer.content_length().is_some_and(|length| length > LARGEST) {
            return Err("it is too large".to_owned());
        }
        let bytes = answer.bytes().await.map_err(|error| error.without_url().to_string())?;
        Ok(bytes.to_vec())
    }

    /// Where a picture goes: `files/imported/<name>`, with a number when the name is taken.
    fn place(address: &str, taken: &mut BTreeSet<String>) -> String {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let last = path.rsplit('/').next().unwrap_or_default();
        let name = crate::asset::percent_decoded(last).unwrap_or_else(|| last.to_owned());
        let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, "jpg"));
        let (stem, ending) = (file_name(&stem.replace('+', " ")), file_name(ending));
        let mut number = 1;
        loop {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            let path = format!("files/imported/{stem}{suffix}.{ending}");
            if taken.insert(path.clone()) {
                return path;
            }
            number += 1;
        }
    }
}
