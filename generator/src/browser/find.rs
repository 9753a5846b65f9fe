//! Where a browser of this machine lies.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::model::BrowserError;

/// The setting that names the program; it stands above what is found.
pub const SETTING: &str = "LOGGIA_BROWSER";

/// Names that a browser of this family has in a folder of programs.
const NAMES: [&str; 8] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "chrome-headless-shell",
    "microsoft-edge",
    "brave-browser",
];

/// Where it lies when no folder of programs has it.
const PATHS: [&str; 6] = [
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/usr/lib/chromium/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/// The browser to be started: what the setting `LOGGIA_BROWSER` names, or else the first that is found on the machine.
///
/// # Errors
/// When there is none, or the setting names none.
pub fn find() -> Result<PathBuf, BrowserError> {
    found(std::env::var_os(SETTING).as_deref(), std::env::var_os("PATH").as_deref(), &PATHS)
}

fn found(named: Option<&OsStr>, path: Option<&OsStr>, others: &[&str]) -> Result<PathBuf, BrowserError> {
    let folders: Vec<PathBuf> = path.map(|path| std::env::split_paths(path).collect()).unwrap_or_default();
    let in_folders = |name: &Path| {
        let mut places = folders.iter().map(|folder| folder.join(name));
        places.find(|place| place.is_absolute() && place.is_file())
    };
    if let Some(named) = named.filter(|named| !named.is_empty()) {
        let named = Path::new(named);
        let is_name = named.components().count() == 1;
        let place = if is_name { in_folders(named) } else { Some(named.to_path_buf()) };
        let place = place.filter(|place| place.is_file());
        return place.ok_or_else(|| BrowserError::NotThere(named.display().to_string()));
    }
    let mut names = NAMES.iter().filter_map(|name| in_folders(Path::new(name)));
    let other = || others.iter().map(PathBuf::from).find(|place| place.is_file());
    names.next().or_else(other).ok_or(BrowserError::None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-570: the setting stands above what is found, and names what is missing.
    #[test]
    fn s_570_a_browser_is_found_by_its_setting_or_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let path = folder.path().as_os_str();
        assert!(matches!(found(None, Some(path), &[]), Err(BrowserError::None)));
        std::fs::write(place("google-chrome"), "").unwrap();
        std::fs::write(place("mine"), "").unwrap();
        assert_eq!(found(None, Some(path), &[]).unwrap(), place("google-chrome"));
        assert_eq!(found(Some(OsStr::new("mine")), Some(path), &[]).unwrap(), place("mine"));
        assert_eq!(found(Some(place("mine").as_os_str()), None, &[]).unwrap(), place("mine"));
        let missing = found(Some(OsStr::new("/no/such")), Some(path), &[]).unwrap_err();
        assert!(missing.to_string().contains("/no/such"), "{missing}");
        let other = place("mine");
        assert_eq!(found(None, None, &["/no/such", other.to_str().unwrap()]).unwrap(), other);
    }
}
