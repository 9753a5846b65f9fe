//! A locale: from a language tag to the tables that answer for it.

use crate::{pack, tag::Tag};
use lru::LruCache;
use std::{
    any::Any,
    fmt,
    num::NonZeroUsize,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// How many tags are remembered.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(100).expect("it is not zero");

/// How many things are kept with a locale: one for each calendar.
const KEPT: usize = 5;

/// A resolved locale; cheap to clone, free to share between threads.
///
/// Resolving never fails: a tag is completed with its likely script and region (`zh-TW` is `zh-Hant-TW`, `ar` is
/// `ar-Arab-EG`), then the nearest packed locale answers, at last the root. Unicode extensions are heard for the
/// number system (`-u-nu-latn`) and the calendar (`-u-ca-buddhist`).
///
/// ```
/// use loggia_locale::Locale;
/// let locale = Locale::resolve("de-DE");
/// assert_eq!((locale.language(), locale.region()), ("de", "DE"));
/// assert!(locale.is_known());
/// assert!(!Locale::resolve("tlh").is_known());
/// ```
#[derive(Clone)]
pub struct Locale(Arc<Inner>);

struct Inner {
    requested: Box<str>,
    tag: Tag,
    name: String,
    table: &'static pack::LocaleTable,
    /// What the modules above have read of the tables and keep here, at places they know: the data of each calendar.
    kept: [OnceLock<Arc<dyn Any + Send + Sync>>; KEPT],
}

impl Locale {
    /// The locale of a BCP 47 tag; `_` counts as `-`, letter case does not matter.
    ///
    /// The last hundred tags are remembered, and with them what was read of their calendars: both follow from constants
    /// of the program alone.
    pub fn resolve(tag: &str) -> Self {
        static KNOWN: Mutex<Option<LruCache<Box<str>, Locale>>> = Mutex::new(None);
        // A poisoned lock only means that another thread panicked; the memory itself is always whole.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_with(|| LruCache::new(REMEMBERED));
        if let Some(locale) = known.get(tag) {
            return locale.clone();
        }
        let locale = Self::new(tag);
        known.put(tag.into(), locale.clone());
        locale
    }

    fn new(tag: &str) -> Self {
        let requested = tag.into();
        let tag = Tag::parse(tag).maximised();
        let name =
            tag.candidates().into_iter().find(|name| pack::has(name)).unwrap_or_else(|| "und".to_string());
        let table = pack::find(&name).expect("the list of locales and the packs are written together");
        Self(Arc::new(Inner { requested, tag, name, table, kept: Default::default() }))
    }

    /// Every packed locale's name, in order (`af`, `af-NA`, … `zu`).
    pub fn available() -> &'static [&'static str] {
        pack::names()
    }

    /// The CLDR name of the tables that answer (`en` for `en-US`, `und` for an unknown language).
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The language subtag (`de`).
    pub fn language(&self) -> &str {
        &self.0.tag.language
    }

    /// The region subtag, likely when it was not given (`US`, `419`).
    pub fn region(&self) -> &str {
        &self.0.tag.region
    }

    /// Whether the language has tables of its own; otherwise the root's neutral forms are used.
    pub fn is_known(&self) -> bool {
        self.0.name != "und" || self.language() == "und"
    }

    /// The number system asked for by `-u-nu-…`.
    pub(crate) fn number_system(&self) -> Option<&str> {
        self.0.tag.extension("nu")
    }

    /// The calendar asked for by `-u-ca-…`.
    pub(crate) fn calendar(&self) -> Option<&str> {
        self.0.tag.extension("ca")
    }

    /// What was made of this locale for a place, made when it is first asked for. Each place holds one type.
    pub(crate) fn kept<T: Any + Send + Sync>(&self, place: usize, make: impl Fn() -> T) -> Arc<T> {
        let kept = self.0.kept[place].get_or_init(|| Arc::new(make()));
        Arc::clone(kept).downcast().unwrap_or_else(|_| Arc::new(make()))
    }

    pub(crate) fn get(&self, key: &str) -> &'static str {
        self.0.table.get(key)
    }

    /// The first of several keys that has a text.
    pub(crate) fn first_of<const N: usize>(&self, keys: [&str; N]) -> &'static str {
        keys.iter().map(|key| self.get(key)).find(|text| !text.is_empty()).unwrap_or_default()
    }

    pub(crate) fn with_prefix(&self, prefix: &str) -> Vec<(&'static str, &'static str)> {
        self.0.table.with_prefix(prefix)
    }
}

impl fmt::Debug for Locale {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Locale({} → {})", self.0.requested, self.0.name)
    }
}

impl PartialEq for Locale {
    fn eq(&self, other: &Self) -> bool {
        self.0.tag == other.0.tag
    }
}

impl Eq for Locale {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_completed_before_it_is_looked_up() {
        for (tag, name) in [
            ("en-US", "en"),
            ("en_GB", "en-GB"),
            ("EN-gb", "en-GB"),
            ("de-DE", "de"),
            ("ar", "ar-EG"),
            ("zh", "zh-Hans"),
            ("zh-TW", "zh-Hant"),
            ("zh-HK", "zh-Hant-HK"),
            ("sr-ME", "sr-Latn-ME"),
            ("pt-PT", "pt-PT"),
            ("es-419", "es-419"),
            ("iw", "he"),
            ("tl", "fil"),
            ("no", "no"),
            ("tlh", "und"),
            ("", "en"),
            ("not a tag", "und"),
        ] {
            assert_eq!(Locale::resolve(tag).name(), name, "{tag}");
        }
    }

    #[test]
    fn a_tag_is_resolved_once() {
        let (first, second) = (Locale::resolve("de-LU"), Locale::resolve("de-LU"));
        assert!(Arc::ptr_eq(&first.0, &second.0));
    }

    #[test]
    fn extensions_are_heard() {
        let locale = Locale::resolve("th-TH-u-ca-buddhist-nu-thai");
        assert_eq!((locale.calendar(), locale.number_system()), (Some("buddhist"), Some("thai")));
        assert_eq!(locale.name(), "th");
    }
}
