//! Publishing: send only what differs, then switch in one step. Requirement rows G-012 and G-019.

mod built;
pub mod catalog;
pub mod compressed;
pub mod config;
pub mod directory;
pub mod error;
pub mod kept;
pub mod operator;
pub mod place;
#[cfg(feature = "remote")]
pub mod remote;
pub mod sold;
pub mod target;

use std::path::Path;

use rayon::prelude::*;

use crate::manifest::{Digest, MOVED, Manifest, data_file};
pub use catalog::{Ready, Whole};
pub use error::PublishError;
pub use kept::Kept;
use sold::Sold;
pub use target::{Delivery, Published, Target, Version};

/// The name of a version published at an instant (milliseconds, UTC).
#[must_use]
pub fn version_id(manifest: &Manifest, now: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(now).unwrap_or_default();
    let digest = Digest::of(&manifest.to_json()).short();
    format!("{}-{}", time.strftime("%Y%m%dT%H%M%S%3fZ").to_string().replace('.', ""), &digest[..6])
}

/// Sends an output folder to a target: only the files that it lacks, several at a time; `sent` hears of each.
///
/// # Errors
/// When a file could not be sent or the switch failed; the version before stays live.
pub fn publish(
    target: &dyn Target,
    output: &Path,
    manifest: &Manifest,
    now: i64,
    sent: &(dyn Fn(&str) + Sync),
) -> Result<Published, PublishError> {
    let mut whole = if target.reads_rules() { manifest.clone() } else { manifest.with_moved() };
    let built = |path: &str| match manifest.files.contains_key(path) {
        true => output.join(path),
        false => data_file(output, &format!("{MOVED}{path}")),
    };
    let copies = compressed::add(&mut whole, output, target.copies(), built)?;
    let delivery = target.begin(&whole, output, &version_id(&whole, now))?;
    in_lanes(delivery.lanes(), delivery.missing(), |(path, entry)| {
        let file = copies.get(path).cloned().unwrap_or_else(|| built(path));
        delivery.put(path, *entry, &file)?;
        sent(path);
        Ok(())
    })?;
    delivery.finish()
}

/// Publishes, and then hands the catalogue over. When the shop does not take it, the version before is made live again, so
/// that pages and shop say the same. A draft leaves the shop alone. The answer of the shop comes beside what was published.
///
/// # Errors
/// As [`publish`], and when the shop does not take the catalogue.
pub fn publish_with_catalog(
    target: &dyn Target,
    output: &Path,
    manifest: &Manifest,
    now: i64,
    catalog: Option<(&Ready, &Kept)>,
    sent: &(dyn Fn(&str) + Sync),
) -> Result<(Published, Option<String>), PublishError> {
    let sold = Sold::of_build(output)?;
    let Some((catalog, kept)) = catalog.filter(|_| target.is_live()) else {
        let published = publish(target, output, manifest, now, sent)?;
        withdraw(target, &sold, &published.version)?;
        return Ok((published, None));
    };
    let whole = Whole::of_build(output)?;
    // A shopper who buys from the new pages finds the files there.
    let handed = catalog.upload_files(&sold)?;
    let before = target.versions()?.into_iter().find(|version| version.live);
    let published = publish(target, output, manifest, now, sent)?;
    match catalog.upload(&whole) {
        Ok(mut reply) => {
            // The shop has it; that it cannot be gone back to is no reason to take the pages back.
            if let Err(error) = kept.put(&published.version, whole.bytes()) {
                reply.push_str(&format!("\nit is not kept for a rollback: {error}"));
            }
            if let Some(handed) = handed {
                reply.push_str(&format!("\n{handed}"));
            }
            withdraw(target, &sold, &published.version)?;
            Ok((published, Some(reply)))
        }
        Err(why) => Err(taken_back(target, before, published, why)),
    }
}

/// Makes an earlier version live again, the one named or the one before the live one, and hands the catalogue of that
/// version to the shop; stock that is counted keeps its count. When the shop does not take it, the version that was live
/// is made live once more. The answer of the shop comes beside the version.
///
/// # Errors
/// When there is no such version, the switch failed, or the shop does not take the catalogue.
pub fn rollback_with_catalog(
    target: &dyn Target,
    version: Option<&str>,
    catalog: Option<(&Ready, &Kept)>,
) -> Result<(Version, Option<String>), PublishError> {
    let Some((catalog, kept)) = catalog.filter(|_| target.is_live()) else {
        return Ok((target.rollback(version)?, None));
    };
    let before = target.versions()?.into_iter().find(|version| version.live);
    let chosen = target.rollback(version)?;
    let Some(whole) = kept.get(&chosen.id).or_else(|| target.catalog(&chosen.id)) else {
        let reply = format!("the shop keeps the catalogue it has: that of {} is not kept here", chosen.id);
        return Ok((chosen, Some(reply)));
    };
    match (catalog.upload(&Whole::kept(whole)), before) {
        (Ok(reply), _) => Ok((chosen, Some(reply))),
        (Err(why), Some(before)) if target.rollback(Some(&before.id)).is_ok() => {
            Err(PublishError::TakenBack(Box::new(why)))
        }
        (Err(why), _) => {
            let kept = "the version before could not be made live once more".to_owned();
            Err(PublishError::PagesOnly { version: chosen.id, kept, why: Box::new(why) })
        }
    }
}

/// Takes what is sold now out of the versions before, which else would give it away once more after a rollback.
fn withdraw(target: &dyn Target, sold: &Sold, version: &str) -> Result<(), PublishError> {
    if sold.is_empty() {
        return Ok(());
    }
    target
        .withdraw(sold)
        .map_err(|why| PublishError::StillThere { version: version.to_owned(), why: Box::new(why) })
}

/// Makes the version before live again; the message for it.
fn taken_back(
    target: &dyn Target,
    before: Option<Version>,
    published: Published,
    why: PublishError,
) -> PublishError {
    let why = Box::new(why);
    let pages_only =
        |kept: String, why| PublishError::PagesOnly { version: published.version.clone(), kept, why };
    match before {
        None => pages_only("there is no version to go back to".to_owned(), why),
        Some(before) if before.id == published.version => PublishError::TakenBack(why),
        Some(before) => match target.rollback(Some(&before.id)) {
            Ok(_) => PublishError::TakenBack(why),
            Err(error) => pages_only(error.to_string(), why),
        },
    }
}

/// Does something to many, so many at a time; the first that fails ends it.
fn in_lanes<T: Sync>(
    lanes: usize,
    all: &[T],
    work: impl Fn(&T) -> Result<(), PublishError> + Send + Sync,
) -> Result<(), PublishError> {
    if lanes == rayon::current_num_threads() {
        return all.par_iter().try_for_each(work);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(lanes.min(all.len()).max(1)).build();
    match pool {
        // One after the other asks for no thread at all.
        Err(_) => all.iter().try_for_each(work),
        Ok(pool) => pool.install(|| all.par_iter().with_max_len(1).try_for_each(work)),
    }
}
