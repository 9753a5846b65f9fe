//! Which addresses belong to the site that is left, and one spelling for each of them.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use reqwest::Url;

/// What may stand behind the `?` of a page's address and makes it another page. Everything else (campaigns, views, the
/// chosen variant of a product …) is left out.
const ASKED: [&str; 9] = ["author", "category", "lang", "month", "offset", "p", "page", "page_id", "tag"];
/// Longer addresses are no pages, but a trap.
const LONGEST: usize = 1_024;
/// Deeper ones are not either.
const DEEPEST: usize = 16;
/// So often the same part may stand in a path.
const REPEATED: usize = 3;

/// The site that is left.
pub struct Origin {
    /// The address of its front page.
    front: Url,
    /// Its hosts, with their ports; links to any of them are links to the site.
    hosts: Mutex<BTreeSet<String>>,
}

fn host(url: &Url) -> String {
    let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
    format!("{}{port}", url.host_str().unwrap_or_default().to_ascii_lowercase())
}

impl Origin {
    /// The site at an address; what stands behind its host does not matter.
    ///
    /// # Errors
    /// When it is no address of the web.
    pub fn parse(text: &str) -> Result<Origin, String> {
        let whole = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
        let help = "write the address of the site, such as https://my-site.example";
        let mut front = Url::parse(&whole).map_err(|error| format!("'{text}': {error}; {help}"))?;
        if !matches!(front.scheme(), "http" | "https") || front.host_str().is_none_or(str::is_empty) {
            return Err(format!("'{text}' is no address of the web; {help}"));
        }
        front.set_path("/");
        front.set_query(None);
        front.set_fragment(None);
        // Nobody's name and password belong into an archive.
        let _ = front.set_username("");
        let _ = front.set_password(None);
        let origin = Origin { hosts: Mutex::default(), front };
        origin.adopt(&origin.front.clone());
        Ok(origin)
    }

    /// The front page.
    #[must_use]
    pub fn front(&self) -> &Url {
        &self.front
    }

    /// The name by which its archive is known: the host, and its port when it is an unusual one.
    #[must_use]
    pub fn name(&self) -> String {
        host(&self.front)
    }

    /// Another host of the same site, with and without `www.`: where the front page leads.
    pub fn adopt(&self, url: &Url) {
        let name = host(url);
        let twin = name.strip_prefix("www.").map_or_else(|| format!("www.{name}"), str::to_owned);
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        hosts.extend([name, twin]);
    }

    /// Whether an address is one of the site's.
    #[must_use]
    pub fn is_own(&self, url: &Url) -> bool {
        let hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(url.scheme(), "http" | "https") && hosts.contains(&host(url))
    }

    /// The one spelling of an address of the site; `None` for one of others, and for what no page has.
    #[must_use]
    pub fn page(&self, base: &Url, text: &str) -> Option<Url> {
        let url = base.join(text.trim()).ok().filter(|url| self.is_own(url))?;
        let path = url.path().trim_end_matches('/');
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let repeats = parts.iter().any(|part| parts.iter().filter(|other| *other == part).count() > REPEATED);
        if path.len() > LONGEST || parts.len() > DEEPEST || repeats || parts.contains(&"") {
            return None;
        }
        let mut own = self.front.clone();
        own.set_path(if path.is_empty() { "/" } else { path });
        let mut pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        pairs
            .retain(|(name, value)| ASKED.contains(&name.as_str()) && !value.is_empty() && value.len() < 200);
        pairs.sort();
        pairs.dedup_by(|later, earlier| later.0 == earlier.0);
        if !pairs.is_empty() {
            own.query_pairs_mut().extend_pairs(pairs);
        }
        Some(own)
    }
}

/// An address of a picture or another file, wherever it is; of a picture that comes in sizes the original one.
#[must_use]
pub fn file(base: &Url, text: &str) -> Option<Url> {
    let mut url = base.join(text.trim()).ok()?;
    if !matches!(url.scheme(), "http" | "https") || url.path().ends_with('/') || url.as_str().len() > 2_048 {
        return None;
    }
    url.set_fragment(None);
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let comes_in_sizes = url.host_str().is_some_and(|host| {
        ["squarespace-cdn.com", "squarespace.com"]
            .iter()
            .any(|known| host == *known || host.strip_suffix(known).is_some_and(|rest| rest.ends_with('.')))
    });
    // The pictures of the hosted builder lie under this path wherever they are.
    let comes_in_sizes =
        (comes_in_sizes && !url.path().contains("/s/")) || url.path().starts_with("/content/v1/");
    if comes_in_sizes || pairs.iter().any(|(name, _)| name == "format") {
        url.set_query(None);
        let others = pairs.iter().filter(|(name, _)| name != "format");
        url.query_pairs_mut().extend_pairs(others).append_pair("format", "original");
    }
    Some(url)
}

/// The address of the JSON of a page, or its feed.
#[must_use]
pub fn format(page: &Url, format: &str) -> Url {
    let mut url = page.clone();
    url.query_pairs_mut().append_pair("format", format);
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-536: an address has one spelling, and traps have none.
    #[test]
    fn s_536_addresses_have_one_spelling() {
        let origin = Origin::parse("http://old.example:8000/blog?x=1#y").unwrap();
        let base = Url::parse("http://old.example:8000/blog/post").unwrap();
        for (text, own) in [
            ("/", "/"),
            ("?month=05-2026&view=calendar&utm_source=x#top", "/blog/post?month=05-2026"),
            ("other/", "/blog/other"),
            ("http://www.old.example:8000/a?tag=b+c&category=d", "/a?category=d&tag=b+c"),
            ("//old.example:8000/s/Price%20list.pdf", "/s/Price%20list.pdf"),
            ("/x?offset=1&offset=2", "/x?offset=1"),
        ] {
            let page = origin.page(&base, text).unwrap();
            assert_eq!(page.as_str(), format!("http://old.example:8000{own}"), "{text}");
        }
        let long = format!("/{}", "x".repeat(2_000));
        for text in [
            "https://else.example/",
            "mailto:a@b.example",
            "/a/a/a/a",
            "/1/2/3/4/5/6/7/8/9/a/b/c/d/e/f/g/h",
            &long,
            "/a//b",
        ] {
            assert_eq!(origin.page(&base, text), None, "{text}");
        }
        for text in ["ftp://old.example", "file:///etc", "http://", "not an address"] {
            assert!(Origin::parse(text).is_err(), "{text}");
        }
        assert_eq!(Origin::parse("old.example/x").unwrap().front().as_str(), "https://old.example/");
    }

    #[test]
    fn s_536_pictures_are_asked_for_as_they_were_brought() {
        let base = Url::parse("https://old.example/").unwrap();
        for (text, wanted) in [
            (
                "//images.squarespace-cdn.com/a/b.jpg?format=300w",
                "https://images.squarespace-cdn.com/a/b.jpg?format=original",
            ),
            (
                "https://images.squarespace-cdn.com/a/b.jpg",
                "https://images.squarespace-cdn.com/a/b.jpg?format=original",
            ),
            ("https://cdn.example/b.jpg?format=1500w&v=2", "https://cdn.example/b.jpg?v=2&format=original"),
            ("https://cdn.example/b.jpg?v=2#x", "https://cdn.example/b.jpg?v=2"),
        ] {
            assert_eq!(file(&base, text).unwrap().as_str(), wanted);
        }
        assert_eq!(file(&base, "https://static.squarespace.com/static/5/1390/"), None);
    }
}
