//! What a site asks its visitors before others may learn of their visit (`consent` of `site.json`): Directive 2002/58/EC,
//! article 5(3).

use std::collections::BTreeMap;

use loggia_commerce::is_in_market;
use serde::Deserialize;

use super::value::value;
use super::website::Website;

/// The member of `site.json`.
pub const CONSENT: &str = "consent";

/// For how many months an answer is kept, at most.
const MONTHS: u8 = 12;

/// What something is for. The order is that in which visitors see them, from what they need to what they need least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// The page cannot do without; never asked for.
    Necessary,
    /// Comfort: fonts, maps, what the visitor has chosen.
    Preferences,
    /// Counting.
    Statistics,
    /// Following visitors, and whatever is not known to be less.
    Marketing,
}

impl Category {
    /// Those that are asked for.
    pub const ASKED: [Category; 3] = [Category::Preferences, Category::Statistics, Category::Marketing];

    /// Its word in attributes and in `site.json`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Category::Necessary => "necessary",
            Category::Preferences => "preferences",
            Category::Statistics => "statistics",
            Category::Marketing => "marketing",
        }
    }

    /// The category of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Category> {
        let word = word.trim();
        [Category::Necessary]
            .into_iter()
            .chain(Category::ASKED)
            .find(|own| own.word().eq_ignore_ascii_case(word))
    }
}

/// When visitors are asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Banner {
    /// Where the seller is in the European Economic Area or the United Kingdom, or a banner of an earlier host was on.
    #[default]
    Auto,
    On,
    Off,
}

/// What `site.json` says.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct Said {
    banner: Banner,
    text: String,
    policy_page: String,
    months: Option<u8>,
    hosts: BTreeMap<String, Category>,
    version: String,
}

/// What a site asks its visitors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consent {
    /// Whether visitors are asked at all.
    pub is_asked: bool,
    /// What is said above the buttons; empty: our own words.
    pub text: String,
    /// The page that says more; empty: none.
    pub policy_page: String,
    /// For how many months an answer holds.
    pub months: u8,
    /// What hosts are for: each holds for its subdomains as well.
    pub hosts: BTreeMap<String, Category>,
    /// A word of the owner's: another one asks everybody again.
    pub version: String,
}

impl Consent {
    /// What a host is for, where the site says so. The longest name decides.
    #[must_use]
    pub fn said_of(&self, host: &str) -> Option<Category> {
        let name = host.split(':').next().unwrap_or_default();
        let of = |known: &str| {
            name.strip_suffix(known).is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        let fitting = self.hosts.iter().filter(|(known, _)| of(known));
        fitting.max_by_key(|(known, _)| known.len()).map(|(_, category)| *category)
    }

    /// Whether what a site's own files name has to wait for an answer. Nothing inside of a file can be held, so pages refuse
    /// it.
    #[must_use]
    pub fn waits(&self, origin: &str) -> bool {
        let host = origin.rsplit("//").next().unwrap_or_default();
        self.is_asked && self.said_of(host) != Some(Category::Necessary)
    }
}

/// What a site asks. With settings that cannot be read visitors are asked, and nothing loads before: the second is why.
#[must_use]
pub fn consent(website: &Website<'_>) -> (Consent, Option<String>) {
    let node = website.node(CONSENT);
    let read = match node.is_nothing() {
        true => Ok(Said::default()),
        false => serde_json::from_value::<Said>(value(node)).map_err(|error| error.to_string()),
    };
    let (said, mut why) = match read {
        Ok(said) => (said, None),
        Err(why) => (Said { banner: Banner::On, ..Said::default() }, Some(why)),
    };
    let months = said.months.unwrap_or(6);
    if !(1..=MONTHS).contains(&months) {
        why = Some(format!("months is a number from 1 to {MONTHS}"));
    }
    let hosts: BTreeMap<String, Category> =
        said.hosts.into_iter().map(|(host, category)| (plain(&host), category)).collect();
    if let Some(odd) = hosts.keys().find(|host| !is_host(host)) {
        why = Some(format!("'{odd}' in hosts is no host: write \"stats.example\""));
    }
    let earlier = earlier(website);
    let is_asked = match said.banner {
        Banner::On => true,
        Banner::Off => false,
        Banner::Auto => is_lawful_duty(website) || earlier.is_some(),
    };
    let own = said.text.trim();
    let text = if own.is_empty() { earlier.unwrap_or_default() } else { own.to_owned() };
    let consent = Consent {
        is_asked,
        text,
        policy_page: said.policy_page.trim().to_owned(),
        months: months.clamp(1, MONTHS),
        hosts,
        version: said.version,
    };
    (consent, why)
}

/// Whether the seller is where the rule holds.
fn is_lawful_duty(website: &Website<'_>) -> bool {
    let country = website.node("seller").get("country");
    country.as_str().is_some_and(|code| is_in_market(code) || code.trim().eq_ignore_ascii_case("GB"))
}

/// The words of the banner that the site had at a hosted builder, if it was on (`cookieSettings`).
fn earlier(website: &Website<'_>) -> Option<String> {
    let places = [website.node("cookieSettings"), website.node("websiteSettings").get("cookieSettings")];
    let settings = places.into_iter().find(|settings| settings.get("isCookieBannerEnabled").is_true())?;
    // The words are HTML there.
    let text = settings.get("cookieBannerText").as_str().unwrap_or_default();
    Some(loggia_exchange::posts::text::plain(text))
}

fn plain(host: &str) -> String {
    host.trim().trim_start_matches("*.").trim_end_matches('.').to_ascii_lowercase()
}

fn is_host(host: &str) -> bool {
    !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
}
