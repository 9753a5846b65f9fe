//! Publishing: send only what differs, then switch in one step. Requirement rows G-012 and G-019.

pub mod directory;
pub mod target;

use std::path::Path;

use rayon::prelude::*;

use crate::manifest::{Digest, Manifest};
use directory::Directory;
pub use target::{Delivery, PublishError, Published, Target, Version};

/// The target that a text such as `dir:/srv/www/shop` names.
///
/// # Errors
/// When no target of that kind exists.
pub fn target(text: &str, keep: usize) -> Result<Box<dyn Target>, PublishError> {
    match text.split_once(':') {
        Some(("dir", path)) if !path.is_empty() => Ok(Box::new(Directory::new(Path::new(path), keep))),
        Some(("dir", _)) => {
            Err(PublishError::Target("dir: needs a folder, as in dir:/srv/www/shop".to_owned()))
        }
        _ => Err(PublishError::Target(format!(
            "'{text}' is not a target; write dir:FOLDER, as in dir:/srv/www/shop"
        ))),
    }
}

/// The name of a version published at an instant (milliseconds, UTC).
#[must_use]
pub fn version_id(manifest: &Manifest, now: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(now).unwrap_or_default();
    let digest = Digest::of(&manifest.to_json()).short();
    format!("{}-{}", time.strftime("%Y%m%dT%H%M%S%3fZ").to_string().replace('.', ""), &digest[..6])
}

/// Sends an output folder to a target: only the files that it lacks, in parallel; `sent` hears of each.
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
    let delivery = target.begin(manifest, output, &version_id(manifest, now))?;
    delivery.missing().par_iter().try_for_each(|(path, entry)| {
        delivery.put(path, *entry, &output.join(path))?;
        sent(path);
        Ok::<(), PublishError>(())
    })?;
    delivery.finish()
}
