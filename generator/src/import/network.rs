//! Pictures of a draft, fetched from the machines that have them.
//!
//! What another machine says is not believed: what a picture is, its content says, which is looked at as that of an
//! upload is; it comes in pieces and no more of it is taken than is allowed; and only addresses that are open to everybody
//! are called, by name and by number, without following where an answer points.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::brought::{ENDINGS, name, there};
use super::draft::Draft;
use super::pictures;
use crate::diagnostic::Diagnostic;
use crate::picture::{self, gate, sniff};
use futures_util::{StreamExt, stream};
use loggia_net::{Allowed, PublicOnly, SETTING, Way, client_fault};
use reqwest::Url;

/// Pictures on their way at the same time.
const LANES: usize = 4;

/// Brings every picture of a draft into `files/`, and lets the content name it there. One that does not come keeps its
/// address, and a fault says so; one that an earlier import brought is not asked for again.
///
/// # Errors
/// When the machine refuses to call anybody, or the list of hosts in the environment cannot be read.
pub fn fetch(draft: &mut Draft, site: &Path) -> std::io::Result<()> {
    let caller = Caller::new()?;
    let mut found = BTreeSet::new();
    draft.files.values().for_each(|value| pictures::addresses(value, &mut found));
    let mut taken = BTreeSet::new();
    let wanted: Vec<(String, String)> =
        found.into_iter().map(|address| (address.clone(), place(&address, &mut taken))).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (there, missing): (Vec<_>, Vec<_>) = wanted
        .into_iter()
        .map(|(address, stem)| (address, there(site, &stem), stem))
        .partition(|(_, known, _)| known.is_some());
    let answers = runtime.block_on(
        stream::iter(missing)
            .map(|(address, _, stem)| {
                let caller = &caller;
                async move { (caller.get(&address).await, address, stem) }
            })
            .buffered(LANES)
            .collect::<Vec<_>>(),
    );
    let mut places: BTreeMap<String, String> =
        there.into_iter().filter_map(|(address, known, _)| Some((address, format!("/{}", known?)))).collect();
    for (answer, address, stem) in answers {
        match answer {
            Ok((bytes, ending)) => {
                let path = format!("{stem}.{ending}");
                places.insert(address, format!("/{path}"));
                draft.blobs.insert(path, bytes);
            }
            Err(why) => draft.faults.push(
                Diagnostic::warning("import-picture", &stem, format!("{address} did not come: {why}."))
                    .help("import again later, or put the picture there yourself"),
            ),
        }
    }
    draft
        .files
        .values_mut()
        .for_each(|value| pictures::replace(value, &|address| places.get(address).cloned()));
    Ok(())
}

/// A picture that came: its address, its bytes, and the ending that its content asks for.
pub type Brought = (String, Vec<u8>, &'static str);

/// Brings pictures, some at a time, and gives each to `keep` as it comes, with what could not be brought: its address and why.
/// After `until` (milliseconds since 1970) nobody is asked any more.
///
/// # Errors
/// When the machine refuses to call anybody, or the list of hosts in the environment cannot be read.
pub fn bring(
    addresses: Vec<String>,
    until: i64,
    keep: &mut dyn FnMut(Result<Brought, (String, String)>),
) -> std::io::Result<()> {
    let caller = Caller::new()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let answers = stream::iter(addresses).map(|address| {
            let caller = &caller;
            async move {
                if crate::clock::now() > until {
                    return Err((address, "there was no time left".to_owned()));
                }
                match caller.get(&address).await {
                    Ok((bytes, ending)) => Ok((address, bytes, ending)),
                    Err(why) => Err((address, why)),
                }
            }
        });
        answers
            .buffered(LANES)
            .for_each(|answer| {
                keep(answer);
                std::future::ready(())
            })
            .await;
    });
    Ok(())
}

/// Calls of other machines, each judged by its address.
pub struct Caller {
    allowed: Allowed,
    /// For addresses that are open to everybody.
    public: reqwest::Client,
    /// For hosts that the operator allows by name.
    named: reqwest::Client,
}

impl Caller {
    /// A caller that calls what is open to everybody, and the hosts that the environment allows.
    ///
    /// # Errors
    /// When the machine refuses to call anybody, or the list of hosts in the environment cannot be read.
    pub fn new() -> std::io::Result<Caller> {
        let allowed = Allowed::parse(&std::env::var(SETTING).unwrap_or_default());
        let client = || {
            reqwest::Client::builder()
                .user_agent(concat!("loggia/", env!("CARGO_PKG_VERSION")))
                .redirect(reqwest::redirect::Policy::none())
                .no_proxy()
                .timeout(std::time::Duration::from_secs(120))
        };
        let public = client().dns_resolver(Arc::new(PublicOnly));
        Ok(Caller {
            allowed: allowed.map_err(std::io::Error::other)?,
            public: public.build().map_err(|fault| std::io::Error::other(client_fault(&fault)))?,
            named: client().build().map_err(|fault| std::io::Error::other(client_fault(&fault)))?,
        })
    }

    /// A call that has not been made yet; no redirect of its answer is followed.
    ///
    /// # Errors
    /// When the address may not be called.
    pub fn asking(&self, url: &Url) -> Result<reqwest::RequestBuilder, String> {
        let client = match self.allowed.way(url).map_err(|refused| format!("its address {refused}"))? {
            Way::Public => &self.public,
            Way::Named => &self.named,
        };
        Ok(client.get(url.clone()))
    }

    /// A picture, and the ending that its content asks for.
    async fn get(&self, address: &str) -> Result<(Vec<u8>, &'static str), String> {
        let mut url = Url::parse(address).map_err(|error| error.to_string())?;
        // A few steps, each judged like the first.
        for _ in 0..4 {
            let answer = self.asking(&url)?.send().await;
            let answer = answer.map_err(|error| error.without_url().to_string())?;
            if answer.status().is_redirection() {
                let to = answer.headers().get(reqwest::header::LOCATION);
                let to = to.and_then(|to| to.to_str().ok()).ok_or("it leads nowhere")?;
                url = url.join(to).map_err(|error| error.to_string())?;
                continue;
            }
            let answer = answer.error_for_status().map_err(|error| error.without_url().to_string())?;
            let bytes = body(answer).await?;
            let ending = judged(&bytes)?;
            return Ok((bytes, ending));
        }
        Err("it leads on and on".to_owned())
    }
}

/// The ending that the content of a picture asks for.
///
/// # Errors
/// When it is no picture, or one that asks for more than any page needs.
pub fn judged(bytes: &[u8]) -> Result<&'static str, String> {
    let ending = sniff::ending(bytes).filter(|ending| ENDINGS.contains(ending));
    let ending = ending.ok_or("its content is no picture")?;
    if ending != "svg" {
        picture::try_out(bytes)?;
    }
    Ok(ending)
}

/// What an answer brings, as long as it is not too much.
async fn body(mut answer: reqwest::Response) -> Result<Vec<u8>, String> {
    if answer.content_length().is_some_and(|length| length > gate::LARGEST_FILE) {
        return Err(gate::file_too_large());
    }
    let mut bytes = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(|error| error.without_url().to_string())? {
        if (bytes.len() + part.len()) as u64 > gate::LARGEST_FILE {
            return Err(gate::file_too_large());
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// Where a picture goes, without its ending: `files/imported/<name>`, with a number when the name is taken.
fn place(address: &str, taken: &mut BTreeSet<String>) -> String {
    let stem = name(address);
    let mut number = 1;
    loop {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = format!("files/imported/{stem}{suffix}");
        if taken.insert(path.clone()) {
            return path;
        }
        number += 1;
    }
}
