//! How the folders of the bin are called: `bin/20261125T154012Z-about/`.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::folder::BIN;

/// How the time stands in the name of an entry, in UTC.
const TIME: &str = "%Y%m%dT%H%M%SZ";
/// The characters of it.
const TIME_LENGTH: usize = 16;
/// The longest name of what was deleted in the name of an entry, in bytes.
const NAME_LENGTH: usize = 60;

/// The path that a file of the bin had in the site; nothing for a path that is not in the bin.
#[must_use]
pub(super) fn home(path: &str) -> Option<&str> {
    let (entry, home) = path.strip_prefix(BIN)?.strip_prefix('/')?.split_once('/')?;
    deleted_on(entry).map(|_| home)
}

/// When an entry was put there, in milliseconds since 1970 (UTC).
pub(super) fn deleted_on(entry: &str) -> Option<i64> {
    let (time, name) = entry.split_at_checked(TIME_LENGTH)?;
    if !name.starts_with('-') {
        return None;
    }
    let time = DateTime::strptime(TIME, time).ok()?;
    Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond())
}

/// The name of the entry of a file that is deleted at a time.
pub(super) fn entry_name(path: &str, now: i64) -> String {
    let time = Timestamp::from_millisecond(now).unwrap_or_default().strftime(TIME).to_string();
    let mut parts = path.rsplit('/');
    let file = parts.next().unwrap_or_default();
    let name = match file {
        "collection.json" => parts.next().unwrap_or_default(),
        file => file.rsplit_once('.').map_or(file, |(name, _)| name),
    };
    let plain = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    let mut short = String::new();
    for c in name.chars().map(plain) {
        if short.len() + c.len_utf8() > NAME_LENGTH {
            break;
        }
        short.push(c);
    }
    format!("{time}-{short}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_965_the_name_of_an_entry_says_when_it_was_deleted() {
        let name = entry_name("content/about us/collection.json", 1_795_621_212_000);
        assert_eq!(name, "20261125T154012Z-about-us");
        assert_eq!(deleted_on(&name), Some(1_795_621_212_000));
        assert_eq!(entry_name("content/blog/é.md", 0), "19700101T000000Z-é");
        assert!(entry_name(&format!("content/a/{}.json", "ü".repeat(200)), 0).len() < 80);
        for wrong in ["", "20261125", "20261125T154012Z", "20261325T154012Z-a", "about", "20261125T154012Z_a"]
        {
            assert_eq!(deleted_on(wrong), None, "{wrong}");
        }
    }
}
