//! Which host an address leads to, as a browser reads it, and what hosts are for.

use std::collections::BTreeSet;

use super::super::origin::each_origin;
use crate::site::consent::{Category, Consent};

/// What well-known hosts are for: a name, its subdomains with it. All others count as marketing unless the site says more.
const KNOWN: [(&str, Category); 38] = [
    ("ajax.googleapis.com", Category::Preferences),
    ("calendly.com", Category::Preferences),
    ("cdn.jsdelivr.net", Category::Preferences),
    ("cdnjs.cloudflare.com", Category::Preferences),
    ("code.jquery.com", Category::Preferences),
    ("fast.fonts.net", Category::Preferences),
    ("fonts.bunny.net", Category::Preferences),
    ("fonts.googleapis.com", Category::Preferences),
    ("fonts.gstatic.com", Category::Preferences),
    ("kit.fontawesome.com", Category::Preferences),
    ("mapbox.com", Category::Preferences),
    ("maps.google.com", Category::Preferences),
    ("maps.googleapis.com", Category::Preferences),
    ("openstreetmap.org", Category::Preferences),
    ("stackpath.bootstrapcdn.com", Category::Preferences),
    ("typekit.net", Category::Preferences),
    ("unpkg.com", Category::Preferences),
    ("use.fontawesome.com", Category::Preferences),
    ("amplitude.com", Category::Statistics),
    ("clarity.ms", Category::Statistics),
    ("cloudflareinsights.com", Category::Statistics),
    ("etracker.com", Category::Statistics),
    ("gc.zgo.at", Category::Statistics),
    ("goatcounter.com", Category::Statistics),
    ("google-analytics.com", Category::Statistics),
    ("hotjar.com", Category::Statistics),
    ("matomo.cloud", Category::Statistics),
    ("mixpanel.com", Category::Statistics),
    ("plausible.io", Category::Statistics),
    ("posthog.com", Category::Statistics),
    ("segment.com", Category::Statistics),
    ("simpleanalyticscdn.com", Category::Statistics),
    ("statcounter.com", Category::Statistics),
    ("umami.is", Category::Statistics),
    ("usefathom.com", Category::Statistics),
    ("connect.facebook.net", Category::Marketing),
    ("doubleclick.net", Category::Marketing),
    ("googletagmanager.com", Category::Marketing),
];

/// Hosts as one page knows them: those of the site itself, and what others are for.
pub(super) struct Hosts<'c> {
    /// The site's own, as they are asked.
    pub own: BTreeSet<String>,
    /// What the site says of others.
    pub consent: &'c Consent,
    /// Hosts that only count as less than marketing here: those of the site's maps.
    pub maps: BTreeSet<String>,
}

impl Hosts<'_> {
    /// The host that an address leads to, if it is another one than the site's.
    pub(super) fn other(&self, address: &str) -> Option<String> {
        host_of(address).filter(|host| !self.own.contains(host))
    }

    /// Every other host that a text names in any of the ways in which programs and style sheets write addresses, well-known
    /// ones by their bare names as well: programs put their addresses together.
    pub(super) fn others_in(&self, text: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        each_origin(text.as_bytes(), |origin| {
            // The names of XML's vocabularies are no addresses that anybody asks.
            found.extend(host_of(&with_slashes(&origin)).filter(|host| host != "www.w3.org"));
        });
        let lower = text.to_ascii_lowercase();
        let well_known = KNOWN.iter().map(|(name, _)| *name);
        let said = self.consent.hosts.keys().map(String::as_str);
        for name in well_known.chain(said) {
            let is_named = lower.match_indices(name).any(|(at, _)| {
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
                !lower[..at].ends_with(is_part) && !lower[at + name.len()..].starts_with(is_part)
            });
            if is_named && !found.iter().any(|host| host.ends_with(name)) {
                found.insert(name.to_owned());
            }
        }
        found.retain(|host| !self.own.contains(host));
        found
    }

    /// What a host is for.
    pub(super) fn category(&self, host: &str) -> Category {
        let name = host.split(':').next().unwrap_or_default();
        if let Some(said) = self.consent.said_of(host) {
            return said;
        }
        if self.maps.contains(host) {
            return Category::Preferences;
        }
        known(name).unwrap_or(Category::Marketing)
    }

    /// What an address is for: the loader of Google's measurement counts visits, that of its tag manager brings anything.
    pub(super) fn category_of(&self, host: &str, address: &str) -> Category {
        let measures = host == "www.googletagmanager.com" && address.contains("/gtag/js?id=G-");
        if measures && self.consent.said_of(host).is_none() {
            return Category::Statistics;
        }
        self.category(host)
    }

    /// Whether a host is one that only follows or counts visitors, by what the site says or by its name: what it shows is no
    /// picture.
    pub(super) fn is_watcher(&self, host: &str) -> bool {
        match self.consent.said_of(host) {
            Some(category) => category != Category::Necessary,
            None => self.maps.contains(host) || known(host.split(':').next().unwrap_or_default()).is_some(),
        }
    }
}

fn known(name: &str) -> Option<Category> {
    let of =
        |known: &str| name.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    KNOWN.iter().find(|(known, _)| of(known)).map(|(_, category)| *category)
}

/// An origin without a scheme as an address.
fn with_slashes(origin: &str) -> String {
    if origin.contains("//") { origin.to_owned() } else { format!("//{origin}") }
}

/// The host, with its port, of an address that does not begin at the page's own: as browsers read it, who drop tabs and line
/// ends, take `\` for `/`, and do not mind how many of them stand behind `https:`.
pub(super) fn host_of(address: &str) -> Option<String> {
    let address: String = address
        .trim_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
        .map(|c| if c == '\\' { '/' } else { c })
        .collect();
    let lower = address.to_ascii_lowercase();
    let schemes = ["https:", "http:", "wss:", "ws:", "ftp:"];
    let rest = match schemes.iter().find_map(|scheme| lower.strip_prefix(scheme)) {
        Some(rest) => rest,
        None => lower.strip_prefix("//")?,
    };
    let host = rest.trim_start_matches('/');
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default().trim_end_matches([':', '.']);
    (!host.is_empty()).then(|| host.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_823_an_address_is_read_as_browsers_read_it() {
        for address in [
            "https://a.example/x",
            "HTTPS://A.Example",
            "//a.example?x",
            "\\\\a.example/x",
            "/\\a.example/x",
            "  ht\ntps:/\t/a.example#x",
            "https:\\\\u:p@a.example\\x",
            "https:/a.example",
            "https:////a.example./",
        ] {
            assert_eq!(host_of(address).as_deref(), Some("a.example"), "{address}");
        }
        assert_eq!(host_of("http://a.example:8080/").as_deref(), Some("a.example:8080"));
        for address in [
            "/a",
            "a//b",
            "#a",
            "?a=//b.example",
            "data:text/html,x",
            "mailto:a@b.example",
            "",
            "//",
            "https:",
        ] {
            assert_eq!(host_of(address), None, "{address}");
        }
    }

    #[test]
    fn s_823_hosts_count_as_what_the_site_says_and_else_as_what_they_are_known_for() {
        let consent = Consent {
            hosts: [
                ("example.org".to_owned(), Category::Statistics),
                ("cdn.example.org".to_owned(), Category::Necessary),
            ]
            .into(),
            ..Consent::default()
        };
        let hosts =
            Hosts { own: BTreeSet::new(), consent: &consent, maps: ["tiles.example".to_owned()].into() };
        for (host, category) in [
            ("a.example.org", Category::Statistics),
            ("cdn.example.org:444", Category::Necessary),
            ("notexample.org", Category::Marketing),
            ("www.google-analytics.com", Category::Statistics),
            ("evilgoogle-analytics.com", Category::Marketing),
            ("fonts.googleapis.com", Category::Preferences),
            ("tiles.example", Category::Preferences),
            ("elsewhere.example", Category::Marketing),
        ] {
            assert_eq!(hosts.category(host), category, "{host}");
        }
        let gtag = "https://www.googletagmanager.com/gtag/js?id=";
        let host = "www.googletagmanager.com";
        assert_eq!(hosts.category_of(host, &format!("{gtag}G-1")), Category::Statistics);
        assert_eq!(hosts.category_of(host, &format!("{gtag}AW-1")), Category::Marketing);
    }
}
