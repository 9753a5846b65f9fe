//! What was published before, and making it live again, with the catalogue that went with it.

use std::fs;
use std::io::ErrorKind;

use serde_json::json;

use super::answer::Refused;
use super::noted;
use super::publish_refusal::for_owner;
use super::publishing::{aim, note};
use super::record::Author;
use super::wire::{LiveAgain, PublishedVersion, Versions};
use super::workspace::Workspace;
use crate::publish::{Kept, PublishError, rollback_with_catalog};

/// The versions that the site's target keeps.
///
/// # Errors
/// When there is no target, or it cannot be read.
pub fn list(workspace: &Workspace) -> Result<Versions, Refused> {
    let aim = aim(workspace, None)?;
    let versions = aim.target.versions().map_err(|error| refused(&error))?;
    let versions = versions.into_iter().rev().map(|version| PublishedVersion {
        published_on: time_of(&version.id),
        id: version.id,
        live: version.live,
        files: version.files,
    });
    Ok(Versions { target: aim.name, versions: versions.collect() })
}

/// Makes one of them live again. The files of the site stay as they are: the next publish shows them once more.
///
/// # Errors
/// When there is no such version, or the target or the shop refuses; what was live then still is.
pub fn again(workspace: &Workspace, author: &Author, version: &str) -> Result<LiveAgain, Refused> {
    let _alone = workspace.publishing();
    let aim = aim(workspace, None)?;
    let catalog = match aim.target.is_live() {
        true => aim.config.upload(&aim.operator, workspace.options().environment),
        false => Ok(None),
    };
    let catalog = catalog.map_err(|error| refused(&error))?;
    let kept = Kept::of_site(&workspace.root);
    let handed = catalog.as_ref().map(|catalog| (catalog, &kept));
    let done = rollback_with_catalog(&*aim.target, Some(version), handed);
    let (live, shop) = done.map_err(|error| refused(&error))?;
    // What was noted of the last publish is not what is live any more.
    let note = note(workspace, &aim.name)?;
    match fs::remove_file(&note) {
        Err(error) if error.kind() != ErrorKind::NotFound => eprintln!("{}: {error}", note.display()),
        _ => {}
    }
    noted::published(workspace, author, &aim.name, json!({"version": live.id, "again": true}));
    Ok(LiveAgain { version: live.id, shop })
}

fn refused(error: &PublishError) -> Refused {
    match error {
        PublishError::NoVersion(_) => {
            Refused::bad("version", "This version is not kept any more. Look at the list again.")
        }
        error => for_owner(error),
    }
}

/// When a version was published, by its name: `20261127T094512003Z-…`.
fn time_of(id: &str) -> Option<i64> {
    let part = |from: usize, to: usize| id.get(from..to);
    let (day, time) = ((part(0, 4)?, part(4, 6)?, part(6, 8)?), (part(9, 11)?, part(11, 13)?, part(13, 15)?));
    let text = format!("{}-{}-{}T{}:{}:{}.{}Z", day.0, day.1, day.2, time.0, time.1, time.2, part(15, 18)?);
    text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond)
}

#[cfg(test)]
mod tests {
    use crate::manifest::Manifest;

    #[test]
    fn the_name_of_a_version_says_when() {
        let now = 1_795_743_834_351;
        assert_eq!(super::time_of(&crate::publish::version_id(&Manifest::default(), now)), Some(now));
        for other in ["", "65a1b2c3d4e5f60007a8b9c0", "20261327T094512003Z-ab", "äääääääääääää"]
        {
            assert_eq!(super::time_of(other), None, "{other}");
        }
    }
}
