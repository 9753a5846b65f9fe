//! Photographs of the pages that matter most, old and new, at the width of a telephone and of a desk.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use image::codecs::jpeg::JpegEncoder;
use reqwest::Url;

use super::files::place;
use super::model::{Look, PageReport, Report};
use super::new_site::NewSite;
use super::similar::{alike, photograph};
use crate::asset::percent_decoded;
use crate::browser::{Answers, Browser, BrowserError, Given, Manner, Reach, Size, find};
use crate::leave::address::Origin;
use crate::picture::gate;

/// The widths of the windows, with the pixels of a photograph for each of theirs.
const WIDTHS: [(u32, f64); 2] = [(1_280, 0.5), (390, 1.0)];
/// The height of the windows.
const HEIGHT: u32 = 900;
/// A higher page is cut, in CSS pixels.
const HIGHEST: u32 = 6_000;
/// So long one page may take at one width.
const TIME: Duration = Duration::from_secs(60);
/// How good the pictures beside the report are, of 100.
const QUALITY: u8 = 72;
/// The folder of the pictures, beside the report.
const FOLDER: &str = "pictures";
/// The name that the new site has in the browser; nobody on the network has it.
const NEW: &str = "http://new.invalid";

/// What pages are photographed of.
#[derive(Clone, Copy)]
pub(super) struct Shooting<'s> {
    pub origin: &'s Origin,
    pub new: &'s Arc<NewSite>,
    /// The folder of the report.
    pub folder: &'s Path,
    /// So many pages at most.
    pub most: usize,
    /// Whether the old site may be asked.
    pub network: bool,
}

/// Photographs the pages that matter most, and puts into the report how alike they are; or says there why it did not.
///
/// # Errors
/// When the machine refuses to write the pictures.
pub(super) async fn shoot(
    shooting: &Shooting<'_>,
    report: &mut Report,
    tell: &dyn Fn(usize, usize, &str),
) -> io::Result<()> {
    let pictures = shooting.folder.join(FOLDER);
    match std::fs::symlink_metadata(&pictures) {
        Ok(found) if found.is_dir() => std::fs::remove_dir_all(&pictures)?,
        Ok(_) => return Err(io::Error::other(format!("{} is no folder; take it away", pictures.display()))),
        Err(_) => {}
    }
    if shooting.most == 0 {
        report.no_pictures = Some("None were asked for (--pages 0).".to_owned());
        return Ok(());
    }
    if !shooting.network {
        let why = "Without the network the old pages have no style sheets, so how they looked is not known.";
        report.no_pictures = Some(why.to_owned());
        return Ok(());
    }
    let chosen = chosen(report, shooting.most);
    std::fs::create_dir_all(&pictures)?;
    let browser = match start().await {
        Ok(browser) => browser,
        Err(error) => {
            report.no_pictures = Some(ended(&error.to_string()));
            return Ok(());
        }
    };
    let mut failed = None;
    for (done, at) in chosen.iter().enumerate() {
        let page = &mut report.pages[*at];
        tell(done, chosen.len(), &page.path);
        for (width, scale) in WIDTHS {
            let size = Size { width, height: HEIGHT, scale };
            match tokio::time::timeout(TIME, pair(shooting, &browser, page, size)).await {
                Ok(Ok((old, new))) => page.looks.push(keep(&pictures, done, width, (&old, &new))?),
                Ok(Err(why)) => failed = Some(format!("{}: {why}", page.path)),
                Err(_) => failed = Some(format!("{} took longer than {} seconds", page.path, TIME.as_secs())),
            }
        }
    }
    browser.close().await;
    if let Some(why) = failed.filter(|_| report.pages.iter().all(|page| page.looks.is_empty())) {
        report.no_pictures = Some(ended(&why));
    }
    report.pages.sort_by_key(|page| {
        (std::cmp::Reverse(page.weight()), std::cmp::Reverse(page.linked), page.path.clone())
    });
    Ok(())
}

async fn start() -> Result<Browser, BrowserError> {
    Browser::start(&find()?, &Reach { network: true, also: Vec::new() }).await
}

fn ended(why: &str) -> String {
    if why.ends_with('.') { why.to_owned() } else { format!("{why}.") }
}

/// The pages that are photographed: the front page, then those that most others lead to.
fn chosen(report: &Report, most: usize) -> Vec<usize> {
    let is_there = |page: &PageReport| page.new.as_deref().is_some_and(|new| new.starts_with('/'));
    let mut all: Vec<usize> = (0..report.pages.len()).filter(|at| is_there(&report.pages[*at])).collect();
    all.sort_by_key(|at| {
        let page = &report.pages[*at];
        (page.path != "/", std::cmp::Reverse(page.linked), page.path.len(), page.path.clone())
    });
    all.truncate(most);
    all
}

/// Both pages at one width, as PNG.
async fn pair(
    shooting: &Shooting<'_>,
    browser: &Browser,
    page: &PageReport,
    size: Size,
) -> Result<(Vec<u8>, Vec<u8>), String> {
    let old = shooting.origin.front().join(&page.path).map_err(|error| error.to_string())?;
    let new = format!("{NEW}{}", page.new.as_deref().unwrap_or("/"));
    let old =
        one(browser, None, old.as_str(), size).await.map_err(|error| format!("the old page: {error}"))?;
    let answers = answers(shooting.new);
    let new =
        one(browser, Some(answers), &new, size).await.map_err(|error| format!("the new page: {error}"))?;
    Ok((old, new))
}

async fn one(
    browser: &Browser,
    answers: Option<Answers>,
    address: &str,
    size: Size,
) -> Result<Vec<u8>, BrowserError> {
    let page = browser.page(Manner { answers, ..Manner::default() }).await?;
    let shot = async {
        page.size(size).await?;
        page.open(address).await?;
        page.walk_down().await?;
        page.screenshot(HIGHEST).await
    };
    let shot = shot.await;
    page.close().await;
    shot
}

/// The new site for a browser, from the folder that it was built into.
fn answers(new: &Arc<NewSite>) -> Answers {
    let new = new.clone();
    let given: Mutex<HashMap<String, u32>> = Mutex::default();
    Arc::new(move |address: &str| {
        let path = address.strip_prefix(NEW)?;
        let url = Url::parse(address).ok()?;
        let path = if path.is_empty() { "/".to_owned() } else { percent_decoded(url.path())? };
        // A page that asks for the same again and again is not served for ever.
        let mut given = given.lock().unwrap_or_else(PoisonError::into_inner);
        let times = given.entry(path.clone()).or_default();
        *times += 1;
        let found =
            new.bytes(&path).filter(|(_, bytes)| *times < 50 && bytes.len() as u64 <= gate::LARGEST_FILE);
        let missing = Given { status: 404, kind: "text/plain".to_owned(), body: Vec::new() };
        Some(found.map_or(missing, |(file, body)| {
            let kind = mime_guess::from_path(file).first_or_octet_stream().to_string();
            let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
            Given { status: 200, kind, body }
        }))
    })
}

/// Writes both pictures beside the report, and says how alike they are.
fn keep(folder: &Path, number: usize, width: u32, (old, new): (&[u8], &[u8])) -> io::Result<Look> {
    let read = |png: &[u8]| photograph(png).map_err(io::Error::other);
    let (old, new) = (read(old)?, read(new)?);
    let write = |image: &image::RgbImage, which: &str| -> io::Result<String> {
        let name = format!("{number:03}-{width}-{which}.jpg");
        let mut bytes = Vec::new();
        JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(image).map_err(io::Error::other)?;
        place(folder, &name, &bytes)?;
        Ok(format!("{FOLDER}/{name}"))
    };
    Ok(Look { width, alike: alike(&old, &new), old: write(&old, "old")?, new: write(&new, "new")? })
}
