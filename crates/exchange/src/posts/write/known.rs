//! What entries, pictures, terms and comments are called in the document.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::super::record::{Comment, Entry, Export, Kind, Picture};
use super::names::{Numbers, Terms};
use super::pictures::shown_pictures;

/// A time in the three ways in which WordPress states it.
pub(super) struct Moment {
    /// In the zone of the site: `2024-05-01 12:00:00`.
    pub(super) local: String,
    /// The same in UTC.
    pub(super) utc: String,
    /// As in a mail.
    pub(super) mail: String,
}

impl Moment {
    /// Nothing for 0, which stands for no time at all, and for what is no time.
    pub(super) fn of(milliseconds: i64, zone: &TimeZone) -> Option<Moment> {
        let at = Timestamp::from_millisecond(milliseconds).ok().filter(|_| milliseconds != 0)?;
        let (utc, local) = (at.to_zoned(TimeZone::UTC), at.to_zoned(zone.clone()));
        let stated = |zoned: &jiff::Zoned| zoned.strftime("%Y-%m-%d %H:%M:%S").to_string();
        let mail = jiff::fmt::rfc2822::to_string(&utc).ok()?;
        Some(Moment { local: stated(&local), utc: stated(&utc), mail })
    }
}

/// What entries are called in the document.
pub(super) struct Known<'e> {
    pub(super) export: &'e Export,
    /// The number of each entry, in their order.
    pub(super) numbers: Vec<u64>,
    /// The numbers of pages by their paths without strokes around them.
    pub(super) pages: BTreeMap<String, u64>,
    /// Numbers by ids.
    pub(super) by_id: BTreeMap<&'e str, u64>,
    /// Pictures by their addresses: number, the entry that shows it first, and itself.
    pub(super) pictures: BTreeMap<String, (u64, u64, Picture)>,
    pub(super) categories: Terms,
    pub(super) tags: Terms,
    pub(super) logins: Terms,
    pub(super) zone: TimeZone,
}

impl<'e> Known<'e> {
    pub(super) fn of(export: &'e Export, zone: &str) -> Known<'e> {
        let mut all = Numbers::default();
        let numbers = all.all(export.entries.iter().map(|entry| entry.id.as_str()));
        let with_number = || export.entries.iter().zip(numbers.iter().copied());
        let pages = with_number().filter(|(entry, _)| entry.kind == Kind::Page);
        let pages = pages.map(|(entry, number)| (entry.path.trim_matches('/').to_owned(), number)).collect();
        let by_id = with_number().map(|(entry, number)| (entry.id.as_str(), number)).collect();
        let mut pictures: BTreeMap<String, (u64, Picture)> = BTreeMap::new();
        for (entry, number) in with_number() {
            for picture in shown_pictures(entry, &export.address) {
                pictures.entry(picture.url.clone()).or_insert((number, picture));
            }
        }
        let pictures =
            pictures.into_iter().map(|(url, (above, picture))| (url, (all.next(), above, picture)));
        let mut known = Known {
            export,
            pages,
            by_id,
            pictures: pictures.collect(),
            numbers,
            categories: Terms::default(),
            tags: Terms::default(),
            logins: Terms::default(),
            zone: TimeZone::get(zone).unwrap_or(TimeZone::UTC),
        };
        known.name();
        known
    }

    /// Gives every term and author a short name.
    fn name(&mut self) {
        for entry in &self.export.entries {
            for name in &entry.categories {
                self.categories.of(name, "category");
            }
            for name in &entry.tags {
                self.tags.of(name, "tag");
            }
            if let Some(name) = author(entry) {
                self.logins.login(&name);
            }
        }
    }

    /// The moment that a time is, as WordPress states it.
    pub(super) fn moment(&self, milliseconds: i64) -> Option<Moment> {
        Moment::of(milliseconds, &self.zone)
    }

    /// An address of the site with its host.
    pub(super) fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') { format!("{}{path}", self.export.address) } else { path.to_owned() }
    }
}

/// The name under which an entry stands: WordPress knows one author of each.
pub(super) fn author(entry: &Entry) -> Option<String> {
    Some(entry.authors.join(", ")).filter(|name| !name.is_empty())
}

/// Comments by the entry that they belong to, with numbers of their own.
pub(super) struct Comments<'e> {
    pub(super) of: BTreeMap<&'e str, Vec<&'e Comment>>,
    pub(super) numbers: BTreeMap<&'e str, u64>,
    /// How many belong to nothing that is here.
    pub(super) homeless: usize,
}

impl<'e> Comments<'e> {
    pub(super) fn of(export: &'e Export) -> Comments<'e> {
        let entries: BTreeMap<&str, ()> =
            export.entries.iter().map(|entry| (entry.id.as_str(), ())).collect();
        let (here, gone): (Vec<&Comment>, Vec<&Comment>) =
            export.comments.iter().partition(|comment| entries.contains_key(comment.entry.as_str()));
        let own =
            |comment: &&'e Comment| comment.key.strip_prefix("wordpress-").unwrap_or(comment.key.as_str());
        let numbers = Numbers::default().all(here.iter().map(own));
        let numbers = here.iter().map(|comment| comment.key.as_str()).zip(numbers).collect();
        let mut of: BTreeMap<&str, Vec<&Comment>> = BTreeMap::new();
        for comment in here {
            of.entry(comment.entry.as_str()).or_default().push(comment);
        }
        Comments { of, numbers, homeless: gone.len() }
    }
}
