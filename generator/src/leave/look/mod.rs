//! How the old site looked, for the new one: a template of ours whose values are read from the old pages' computed styles.
//!
//! `pages` chooses a few pages → the browser opens each in two widths, from the archive where it has them → `read.js` says
//! of each what it looks like, in numbers → `reduce` makes tokens of that, each parsed and bounded (`token`) → `sheet`
//! writes them as custom properties and as tweaks of the template in `starters/as-it-was` → `keep` leaves what the owner
//! changed. No style sheet, script or font of the old site is taken along; fonts are named (`fonts`).

mod fonts;
mod keep;
mod measure;
mod neutral;
mod own;
mod pages;
mod reduce;
mod sheet;
mod starter;
mod token;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

use reqwest::Url;
use serde_json::Value;

use super::address::{self, Origin};
use super::archive::Archive;
use crate::browser::{self, Browser, BrowserError, Given, Manner, Reach, Size};
use crate::diagnostic::Diagnostic;
use crate::import::Draft;
use keep::{Memory, There};
use measure::Measured;
pub use neutral::neutral;
use reduce::{Page, Read};

/// What is asked of every page.
const SCRIPT: &str = include_str!("read.js");
/// Windows: wide, narrow, and for the front page one more.
const WIDE: Size = Size { width: 1_280, height: 900, scale: 1.0 };
const NARROW: Size = Size { width: 390, height: 844, scale: 1.0 };
const WIDEST: Size = Size { width: 1_920, height: 1_080, scale: 1.0 };
/// A larger file is not handed to a page.
const LARGEST: u64 = 16 << 20;

/// How the look is to be taken over.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// The owner's own template folder, instead of ours.
    pub template: Option<&'a Path>,
    /// Ours is taken with the values it has; no page is looked at.
    pub unread: bool,
    /// Pages may ask nobody.
    pub offline: bool,
}

/// Gives the new site a template: the owner's own, or ours with the look of the old pages. A template that is there and is
/// not ours stays. Gives what is to be said of it.
///
/// # Errors
/// When the machine refuses, or the owner's template cannot be read.
pub async fn take(
    draft: &mut Draft,
    origin: &Origin,
    archive: &Arc<Archive>,
    site: &Path,
    wanted: Wanted<'_>,
) -> io::Result<Vec<Diagnostic>> {
    if let Some(folder) = wanted.template {
        return own::take(draft, folder);
    }
    let there = There::read(site, archive);
    if there.memory.is_none() && site.join("template").exists() && !neutral::is_neutral(site) {
        return Ok(Vec::new());
    }
    let asked = pages::themes(&draft.files);
    let mut faults = Vec::new();
    let mut read = Read::default();
    if !wanted.unread {
        let addresses = pages::pages(&draft.files, origin, archive);
        match look_at(&addresses, &asked, archive, wanted.offline).await {
            Ok((found, left)) if is_styled(&found) => {
                read = reduce::reduce(&found, &asked);
                faults.extend(left);
            }
            Ok(_) => faults.push(unread(
                "The style sheets of the old pages did not come".to_owned(),
                "run the same command with the network, or save the pages with what they need (wget -p)",
            )),
            Err(error) => faults.push(unread(
                error.to_string(),
                "run the same command again when there is one; everything else is done",
            )),
        }
    }
    for (path, bytes) in starter::FILES {
        draft.blobs.insert((*path).to_owned(), bytes.to_vec());
    }
    faults.extend(write(there, read, site)?);
    Ok(faults)
}

fn unread(why: String, help: &str) -> Diagnostic {
    let message =
        format!("{why}. The new site has its template, with values that are not those of the old one.");
    Diagnostic::warning("left-look", "", message).help(help)
}

/// Whether the pages had style sheets: without them a page looks like no page of the site.
fn is_styled(pages: &[Page]) -> bool {
    let Some(front) = pages.first() else { return false };
    let [asked, came] = front.sheets;
    asked == 0 || (came > 0 && !front.wide.bare)
}

/// Writes what was read, what an earlier run read and this one did not, and what its owner made of it.
fn write(there: There, read: Read, site: &Path) -> io::Result<Vec<Diagnostic>> {
    let nothing = Memory::default();
    let old = there.memory.as_ref().unwrap_or(&nothing);
    let themes: BTreeSet<String> = old.themes.union(&read.themes).cloned().collect();
    let ours = |name: &str, default: String| {
        read.values.0.get(name).or_else(|| old.values.get(name)).cloned().unwrap_or(default)
    };
    let values: BTreeMap<String, String> = sheet::lines(&themes, ours).into_iter().collect();
    let lines = sheet::lines(&themes, |name, default| {
        there.owners(name).or_else(|| values.get(name)).cloned().unwrap_or(default)
    });
    let names = if read.fonts.is_empty() { old.fonts.clone() } else { read.fonts };
    let files: BTreeMap<String, Vec<fonts::File>> = names
        .iter()
        .map(|name| (name.clone(), fonts::files(site, name)))
        .filter(|(_, files)| !files.is_empty())
        .collect();
    let missing = names.iter().filter(|name| !files.contains_key(*name) && !fonts::is_common(name));
    let faults = missing.map(|name| {
        let message = format!("The old site is set in {name}; a font of about its shape stands in for it.");
        let help = format!(
            "if you may use it, put its files into template/assets/fonts/ as {0}-400.woff2, {0}-700-italic.woff2 …, and run \
             the same command again",
            crate::plan::slug(name)
        );
        Diagnostic::warning("left-font", "", message).help(help)
    });
    let faults = faults.collect();
    let base: Value = serde_json::from_str(starter::SETTINGS).map_err(io::Error::other)?;
    let settings = serde_json::to_string_pretty(&sheet::settings(&base, &lines))? + "\n";
    let sections = if read.sections.is_empty() { old.sections.clone() } else { read.sections };
    let sheet = sheet::sheet(&lines, &themes, &sections, &files);
    let memory = Memory { values, themes, sections, fonts: names, ..Memory::default() };
    there.write(site, memory, [(keep::SHEET, sheet), (keep::SETTINGS, settings)])?;
    Ok(faults)
}

/// Opens pages and asks each what it looks like. A page that does not open is left out, unless it is the front page.
async fn look_at(
    addresses: &[String],
    themes: &BTreeSet<String>,
    archive: &Arc<Archive>,
    offline: bool,
) -> Result<(Vec<Page>, Vec<Diagnostic>), BrowserError> {
    let reach = Reach { network: !offline, also: Vec::new() };
    let browser = Browser::start(&browser::find()?, &reach).await?;
    let probed: Vec<&str> = std::iter::once("").chain(themes.iter().map(String::as_str)).collect();
    let script = format!("{}({})", SCRIPT.trim(), serde_json::json!(probed));
    let (mut found, mut left) = (Vec::new(), Vec::new());
    let mut failed = None;
    for (index, address) in addresses.iter().enumerate() {
        match page(&browser, address, &script, archive, index == 0).await {
            Ok(page) => found.push(page),
            Err(error) if index == 0 => {
                failed = Some(error);
                break;
            }
            Err(error) => {
                let message = format!("{address} was not looked at: {error}.");
                let help = "run the same command again later, or set what is off in the Look panel";
                left.push(Diagnostic::warning("left-look", "", message).help(help));
            }
        }
    }
    browser.close().await;
    failed.map_or(Ok((found, left)), Err)
}

/// Looks at a page as visitors see it: with its scripts, which put some parts in their places. One that does not come to
/// an end with them is looked at without.
async fn page(
    browser: &Browser,
    address: &str,
    script: &str,
    archive: &Arc<Archive>,
    is_front: bool,
) -> Result<Page, BrowserError> {
    match page_as(browser, address, script, archive, is_front, false).await {
        Err(BrowserError::TooSlow(..)) => page_as(browser, address, script, archive, is_front, true).await,
        looked => looked,
    }
}

async fn page_as(
    browser: &Browser,
    address: &str,
    script: &str,
    archive: &Arc<Archive>,
    is_front: bool,
    without_scripts: bool,
) -> Result<Page, BrowserError> {
    let kept = Arc::clone(archive);
    let answers: browser::Answers = Arc::new(move |address| given(&kept, address));
    let opened = browser.page(Manner { answers: Some(answers), without_scripts }).await?;
    opened.size(WIDE).await?;
    let sheets = opened.open(address).await?.sheets;
    let measured = |value: Value| -> Result<Measured, BrowserError> {
        serde_json::from_value(value).map_err(|error| BrowserError::Refused(error.to_string()))
    };
    let wide = measured(opened.evaluate(script).await?)?;
    opened.size(NARROW).await?;
    let narrow = measured(opened.evaluate(script).await?)?;
    let widest = if is_front {
        opened.size(WIDEST).await?;
        Some(measured(opened.evaluate(script).await?)?)
    } else {
        None
    };
    opened.close().await;
    Ok(Page { sheets, wide, narrow, widest })
}

/// What the archive has of an address.
fn given(archive: &Archive, address: &str) -> Option<Given> {
    let url = Url::parse(address).ok()?;
    let known = spellings(&url).into_iter().find_map(|url| {
        let plain = || archive.get(address::file(&url, url.as_str())?.as_str());
        archive.get(url.as_str()).or_else(plain)
    });
    let answer = known.filter(|answer| answer.status == 200 && archive.has_body(answer))?;
    let body = archive.bytes(&answer, LARGEST).ok()?;
    Some(Given { status: 200, kind: answer.kind, body })
}

/// An address as it is, and as it was before a mirror made the links of its pages its own: there a file of another host
/// lies in a folder of that name, and what was asked for behind `?` is part of its name.
fn spellings(url: &Url) -> Vec<Url> {
    let mut found = vec![url.clone()];
    let mut parts = url.path().trim_start_matches('/').splitn(2, '/');
    if let Some((host, rest)) = parts.next().zip(parts.next()).filter(|(host, _)| host.contains('.')) {
        let plain = format!("https://{host}/{rest}");
        let asked = plain.replacen("%3F", "?", 1).replacen("%3f", "?", 1);
        found.extend([plain, asked].iter().filter_map(|address| Url::parse(address).ok()));
    }
    found
}
