//! The report of a move: every old page beside the new one, what was left out, what needs the owner, what got better.
//!
//! `pages` counts what of each old page, as it lies in the archive, stands on the new one as it was built (`new_site`,
//! `found`) → `told` groups what the run said, `tasks` what only the owner can do → `shots` photographs the pages that
//! matter most → `since` holds it all against the report before → `show` writes one page of HTML. Everything lies in
//! `report/` of the archive. Pages are read one at a time; what is kept of each is a few hundred bytes.

mod files;
mod found;
mod model;
mod new_site;
mod pages;
#[cfg(feature = "pictures")]
mod shots;
mod show;
#[cfg(feature = "pictures")]
mod similar;
mod since;
mod tasks;
mod told;

use std::io;
use std::path::PathBuf;

pub use model::{Figures, Look, OldAddresses, PageReport, Report, Share, Told};

use super::address::Origin;
use super::archive::Archive;
use files::{place, read};
use new_site::NewSite;
use pages::Sites;

/// The folder of the report, below the archive.
const FOLDER: &str = "report";
/// The report for programs.
const JSON: &str = "report.json";
/// The report for people.
const PAGE: &str = "index.html";
/// A larger report was not written by this program.
const LARGEST: u64 = 512 << 20;

/// Where the new site is built for the report, below the archive.
#[must_use]
pub fn build_folder(archive: &Archive) -> PathBuf {
    archive.folder().join("built")
}

/// Keeps what a run said, for this report and for those that are made later.
///
/// # Errors
/// When the machine refuses.
pub fn keep(archive: &Archive, told: &[Told]) -> io::Result<()> {
    told::keep(&folder(archive)?, told)
}

/// What a report is made of.
#[derive(Clone, Copy)]
pub struct Made<'m> {
    /// The site that is left.
    pub origin: &'m Origin,
    /// What was fetched of it.
    pub archive: &'m Archive,
    /// What the build of the new site said.
    pub building: &'m [Told],
    /// When it is made, in milliseconds since 1970 (UTC).
    pub now: i64,
}

/// Makes the report, without pictures, of what was fetched and of what was built in [`build_folder`].
///
/// # Errors
/// When the machine refuses.
pub fn make(made: &Made<'_>) -> io::Result<Report> {
    let folder = folder(made.archive)?;
    let mut report = Report { site: made.origin.front().to_string(), at: made.now, ..Report::default() };
    let mut said = told::kept(&folder);
    said.extend(made.building.iter().cloned());
    let new = NewSite::open(&build_folder(made.archive)).ok();
    if let Some(new) = &new {
        pages::compare(&Sites { origin: made.origin, archive: made.archive, new }, &mut report);
    }
    report.faults = told::groups(&said);
    report.tasks = tasks::tasks(&report, new.as_ref(), &said);
    let before = read(&folder.join(JSON), LARGEST);
    let before = before.and_then(|json| serde_json::from_slice::<Report>(&json).ok());
    report.since = before.map(|before| since::since(&before, &report));
    Ok(report)
}

/// How pages are photographed.
#[derive(Clone, Copy)]
pub struct Photographs<'p> {
    /// So many pages at most.
    pub most: usize,
    /// Whether the old site may be asked.
    pub network: bool,
    /// Hears how far it is: how many are done of how many, and which one comes.
    pub tell: &'p dyn Fn(usize, usize, &str),
}

/// Photographs the pages that most others lead to, old and new, and puts into the report how alike they are; or why not.
///
/// # Errors
/// When the machine refuses to write the pictures.
pub async fn photograph(made: &Made<'_>, report: &mut Report, how: &Photographs<'_>) -> io::Result<()> {
    #[cfg(feature = "pictures")]
    {
        let folder = folder(made.archive)?;
        let Ok(new) = NewSite::open(&build_folder(made.archive)) else { return Ok(()) };
        let new = std::sync::Arc::new(new);
        let shooting = shots::Shooting {
            origin: made.origin,
            new: &new,
            folder: &folder,
            most: how.most,
            network: how.network,
        };
        shots::shoot(&shooting, report, how.tell).await
    }
    #[cfg(not(feature = "pictures"))]
    {
        let _ = (made, how.most, how.network, how.tell);
        report.no_pictures = Some("This program was built without the codecs of pictures.".to_owned());
        Ok(())
    }
}

/// Writes the report as JSON and as a page; where the page lies.
///
/// # Errors
/// When the machine refuses.
pub fn write(archive: &Archive, report: &Report) -> io::Result<PathBuf> {
    let folder = folder(archive)?;
    place(&folder, JSON, &serde_json::to_vec(report)?)?;
    place(&folder, PAGE, show::page(report).as_bytes())?;
    Ok(folder.join(PAGE))
}

/// The folder of the report: a real one, not where a link leads.
fn folder(archive: &Archive) -> io::Result<PathBuf> {
    let folder = archive.folder().join(FOLDER);
    if std::fs::symlink_metadata(&folder).is_ok_and(|found| found.is_symlink()) {
        return Err(io::Error::other(format!("{} is a link; take it away", folder.display())));
    }
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
