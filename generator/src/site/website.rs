//! What `site.json` says of the whole site.

use std::sync::Arc;

use loggia_template::Node;

use super::bound::Limits;
use super::document::Document;
use super::language::Language;
use super::members::Fields;
use super::price_notes::PriceNotes;
use crate::diagnostic::Diagnostic;

/// The website and its settings. Times in the pages follow `time_zone` (specification section 9).
#[derive(Debug, Clone)]
pub struct Website<'s> {
    /// `website.id`; names the site in every call.
    pub id: &'s str,
    /// The title in the browser's tab and in feeds.
    pub title: &'s str,
    /// One or two sentences for search engines.
    pub description: &'s str,
    /// The public address without a slash at the end, such as `https://bakery.example`; empty when not known.
    pub base_url: String,
    /// Where the api is, without a slash at the end; empty: under the site's own address.
    pub api_base_url: String,
    /// Where pictures, style sheets and other files are, without a slash at the end; empty: beside the pages.
    pub assets_base_url: String,
    /// An IANA name; `America/New_York` when not given.
    pub time_zone: &'s str,
    /// A BCP 47 language tag; `en-US` when not given.
    pub locale: &'s str,
    /// Where the pages of this language begin, such as `/fr`; empty for the site's own language.
    pub prefix: &'s str,
    /// The languages it is published in beside its own.
    pub languages: Vec<Language<'s>>,
    /// The `urlId` of the collection that is the front page.
    pub homepage: &'s str,
    /// ISO 4217 code of the store.
    pub currency: &'s str,
    /// Whether the limits of hosted builders hold.
    pub limits: Limits,
    /// The picture for links shared in social networks when the page has none.
    pub social_image: Option<&'s str>,
    /// The words that the template brings in this language; those of `localizedStrings` go before them.
    pub strings: Node<'s>,
    /// What stands beside its prices; nothing until the folder's history of prices is known.
    pub price_notes: Option<Arc<PriceNotes>>,
    /// The whole of site.json.
    pub document: Document<'s>,
}

impl std::fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Document({})", self.file.display())
    }
}

impl<'s> Website<'s> {
    /// Reads `site.json`; faults are added, and what is missing takes its default.
    pub fn read(document: Document<'s>, environment: &str, faults: &mut Vec<Diagnostic>) -> Website<'s> {
        let mut root = Fields::of(document, faults);
        for key in [
            "websiteSettings",
            "featureFlags",
            "localizedStrings",
            "productMerchandisingContext",
            "navigation",
        ] {
            root.object(key);
        }
        if root.object("website").is_missing() {
            root.fault(
                &[],
                "json-missing",
                "'website' is missing.",
                "add \"website\": {\"id\": …, \"siteTitle\": …}",
            );
        }
        texts(&mut root, "localizedStrings");
        let settings_zone = root.inner(&["websiteSettings".into()]).text("timeZone");
        let limits = limits(&mut root);
        let mut store = root.inner(&["websiteSettings".into(), "storeSettings".into()]);
        let currency = store.text("currency");
        if let Some(code) = currency.filter(|code| loggia_commerce::CurrencyCode::parse(code).is_err()) {
            let message = format!("'{code}' is not the code of a currency.");
            store.fault(
                &["currency".into()],
                "currency",
                message,
                "write three letters, such as EUR, GBP or USD",
            );
        }
        let mut website = root.inner(&["website".into()]);
        let [base_url, api_base_url, assets_base_url] =
            ["baseUrl", "apiBaseUrl", "assetsBaseUrl"].map(|key| host(&mut website, key, environment));
        let time_zone = website.text("timeZone").or(settings_zone).unwrap_or("America/New_York");
        if jiff::tz::TimeZone::get(time_zone).is_err() {
            let message = format!("'{time_zone}' is not a time zone.");
            website.fault(
                &["timeZone".into()],
                "time-zone",
                message,
                "write an IANA name such as Europe/Berlin",
            );
        }
        let tag_line = website.text("siteTagLine");
        Website {
            id: website.text("id").unwrap_or("site"),
            title: website.text("siteTitle").or_else(|| website.text("title")).unwrap_or_default(),
            description: website.text("siteDescription").or(tag_line).unwrap_or_default(),
            base_url,
            api_base_url,
            assets_base_url,
            time_zone,
            locale: website.text("locale").or_else(|| website.text("language")).unwrap_or("en-US"),
            prefix: "",
            languages: Vec::new(),
            homepage: website.text("homepage").unwrap_or("home"),
            currency: currency.unwrap_or("USD"),
            limits,
            social_image: website.inner(&["socialLogoImage".into()]).text("assetUrl"),
            strings: Node::Missing,
            price_notes: None,
            document,
        }
    }

    /// A member of site.json.
    #[must_use]
    pub fn node(&self, key: &str) -> Node<'s> {
        self.document.root.get(key)
    }

    /// Whether a feature flag is on.
    #[must_use]
    pub fn flag(&self, key: &str) -> bool {
        self.node("featureFlags").get(key).is_true()
    }

    /// An absolute address of a page or feed of this site, in its language; only a path when the site does not know its
    /// own address.
    #[must_use]
    pub fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') {
            format!("{}{}", self.base_url, self.localized(path))
        } else {
            path.to_owned()
        }
    }

    /// The path of a page or feed in the language of this site.
    #[must_use]
    pub fn localized(&self, path: &str) -> String {
        match self.prefix {
            "" => path.to_owned(),
            prefix if path == "/" => prefix.to_owned(),
            prefix => format!("{prefix}{path}"),
        }
    }

    /// An absolute address of a file, which all languages share.
    #[must_use]
    pub fn absolute_file(&self, path: &str) -> String {
        if path.starts_with('/') { format!("{}{path}", self.base_url) } else { path.to_owned() }
    }
}

/// Whether limits hold; a word that is not known leaves them as they are.
fn limits(root: &mut Fields<'_, '_>) -> Limits {
    let mut settings = root.inner(&["websiteSettings".into()]);
    let Some(word) = settings.text("limits").filter(|word| !word.is_empty()) else { return Limits::Unsaid };
    let known = Limits::WORDS.iter().find(|(known, _)| *known == word).map(|(_, limits)| *limits);
    known.unwrap_or_else(|| {
        let message = format!("'{word}' does not say which limits hold.");
        let help = "write \"hosted\" for those of hosted builders, or \"none\"";
        settings.fault(&["limits".into()], "limits", message, help);
        Limits::Unsaid
    })
}

/// Every member of an object must be a text.
fn texts(root: &mut Fields<'_, '_>, key: &str) {
    let names: Vec<String> = root
        .node
        .get(key)
        .as_object()
        .into_iter()
        .flat_map(|own| own.members())
        .map(|(name, _)| name.to_owned())
        .collect();
    let mut own = root.inner(&[key.into()]);
    for name in names {
        own.text(&name);
    }
}

/// A host of the site: that of the environment (`baseUrls`, `apiBaseUrls`, `assetsBaseUrls`), else the one for all of them
/// (G-023).
fn host(website: &mut Fields<'_, '_>, key: &str, environment: &str) -> String {
    let own = website.inner(&[format!("{key}s").as_str().into()]).text(environment);
    let url = own.or_else(|| website.text(key)).unwrap_or_default();
    if !url.is_empty() && !url.starts_with("https://") && !url.starts_with("http://") {
        let message = format!("'{url}' is not an address of a site.");
        website.fault(&[key.into()], "base-url", message, "begin it with https://");
    }
    url.trim_end_matches('/').to_owned()
}
