//! The catalogue of each version as the shop took it, kept beside the site: going back to a version takes its catalogue
//! along. What is kept is not for visitors, so it does not lie where the pages do.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder below a site's.
const FOLDER: &str = "published";
/// How many are kept.
const MOST: usize = 20;

/// The catalogues of one site.
pub struct Kept {
    site: PathBuf,
}

impl Kept {
    /// Those of a site.
    #[must_use]
    pub fn of_site(site: &Path) -> Kept {
        Kept { site: site.to_path_buf() }
    }

    /// Keeps the catalogue of a version, and no more than the newest few.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn put(&self, version: &str, catalog: &[u8]) -> io::Result<()> {
        let Some(file) = self.file(version) else { return Ok(()) };
        let folder = crate::folder::own(&self.site, FOLDER)?;
        let ignore = crate::folder::own(&self.site, &format!("{FOLDER}/.gitignore"))?;
        fs::create_dir_all(&folder)?;
        fs::write(ignore, "*\n")?;
        fs::write(file, catalog)?;
        // Their names begin with the time.
        let mut names: Vec<_> = fs::read_dir(&folder)?.flatten().map(|entry| entry.path()).collect();
        names.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        names.sort();
        for old in names.iter().rev().skip(MOST) {
            fs::remove_file(old)?;
        }
        Ok(())
    }

    /// The catalogue of a version, when it is kept here.
    #[must_use]
    pub fn get(&self, version: &str) -> Option<Vec<u8>> {
        crate::folder::read(self.file(version)?).ok()
    }

    /// A version that was named elsewhere may have a name that no file can have.
    fn file(&self, version: &str) -> Option<PathBuf> {
        let plain =
            !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        crate::folder::own(&self.site, &format!("{FOLDER}/{version}.json")).ok().filter(|_| plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_catalogues_are_kept() {
        let site = tempfile::tempdir().unwrap();
        let kept = Kept::of_site(site.path());
        assert_eq!(kept.get("v-00"), None);
        for number in 0..MOST + 3 {
            kept.put(&format!("v-{number:02}"), format!("{number}").as_bytes()).unwrap();
        }
        assert_eq!(kept.get("v-02"), None);
        assert_eq!(kept.get("v-03").as_deref(), Some(b"3".as_slice()));
        assert_eq!(kept.get("v-22").as_deref(), Some(b"22".as_slice()));
    }

    #[test]
    fn a_name_that_leads_elsewhere_is_not_one() {
        let site = tempfile::tempdir().unwrap();
        let kept = Kept::of_site(site.path());
        kept.put("../../outside", b"{}").unwrap();
        assert!(!site.path().join("outside.json").exists() && !site.path().join(FOLDER).exists());
        assert_eq!(kept.get("../../site"), None);
    }
}
