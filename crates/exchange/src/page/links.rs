//! Addresses: those of the page's own site become paths from its root, whatever name it was saved under.

use url::Url;

/// Where a page stood, and which hosts are its own.
#[derive(Debug, Clone)]
pub(crate) struct Base {
    url: Option<Url>,
    hosts: Vec<String>,
    /// Whether the saved files have an ending that the addresses do not have.
    strips_html: bool,
}

/// Hosts that give out pictures and files, never pages.
const ASSET_HOSTS: [&str; 3] =
    ["static1.squarespace.com", "static.squarespace.com", "images.squarespace-cdn.com"];

impl Base {
    /// `saved` is the address or file name that it has now, `real` what the page says of itself; `hosts` other names of the
    /// site.
    pub(crate) fn new(saved: &str, real: Option<&str>, hosts: &[&str]) -> Base {
        let real = real.and_then(|real| Url::parse(real).ok());
        let strips_html =
            saved.ends_with(".html") && real.as_ref().is_some_and(|real| !real.path().ends_with(".html"));
        let mut url = real.or_else(|| Url::parse(saved).ok());
        // A page that was saved as the index of a folder names its neighbours from inside that folder.
        if let Some(url) =
            url.as_mut().filter(|url| saved.ends_with("/index.html") && !url.path().ends_with('/'))
        {
            url.set_path(&format!("{}/", url.path()));
        }
        let named = hosts.iter().filter_map(|host| Url::parse(host).ok());
        let known = url.iter().cloned().chain(named);
        let mut hosts: Vec<String> = known.filter_map(|url| url.host_str().map(bare)).collect();
        hosts.retain(|host| !ASSET_HOSTS.contains(&host.as_str()));
        hosts.dedup();
        Base { url, hosts, strips_html }
    }

    /// The path of the page from the root of its site, without a slash at the end.
    pub(crate) fn path(&self) -> Option<String> {
        let path = self.url.as_ref()?.path().trim_end_matches('/');
        Some(if path.is_empty() { "/".to_owned() } else { self.without_ending(path) })
    }

    /// A link as the new site writes it. What cannot be read stays as it is.
    pub(crate) fn link(&self, link: &str) -> String {
        let link = link.trim();
        if link.is_empty() || link.starts_with('#') || link.starts_with('{') {
            return link.to_owned();
        }
        let scheme = link.split_once(':').map_or("", |(scheme, _)| scheme);
        if !scheme.is_empty()
            && scheme.chars().all(|c| c.is_ascii_alphabetic())
            && !scheme.starts_with("http")
        {
            return link.to_owned();
        }
        let Some(found) = self.absolute(link) else { return link.to_owned() };
        if !found.host_str().is_some_and(|host| self.hosts.contains(&bare(host))) {
            return if link.starts_with("//") { format!("https:{link}") } else { link.to_owned() };
        }
        let mut path = self.without_ending(found.path());
        for (mark, part) in [('?', found.query()), ('#', found.fragment())] {
            if let Some(part) = part {
                path.push(mark);
                path.push_str(part);
            }
        }
        path
    }

    /// The address of a picture or file: whole, for it is fetched from there; without what only asks for a size of it.
    pub(crate) fn asset(&self, link: &str) -> String {
        let link = link.trim();
        if link.starts_with("data:") || link.is_empty() {
            return link.to_owned();
        }
        let Some(mut found) = self.absolute(link) else { return link.to_owned() };
        if found.host_str().is_some_and(|host| ASSET_HOSTS.contains(&host)) {
            // One of the three is asked by https alone, and all of them answer to it.
            let _ = found.set_scheme("https");
            if found.query().is_some_and(|query| query.starts_with("format=")) {
                found.set_query(None);
            }
        }
        found.to_string()
    }

    fn absolute(&self, link: &str) -> Option<Url> {
        match &self.url {
            Some(base) => base.join(link).ok(),
            None if link.starts_with("//") => Url::parse(&format!("https:{link}")).ok(),
            None => Url::parse(link).ok(),
        }
    }

    fn without_ending(&self, path: &str) -> String {
        let path = if self.strips_html { path.strip_suffix(".html").unwrap_or(path) } else { path };
        match path.strip_suffix("/index") {
            Some("") if self.strips_html => "/".to_owned(),
            Some(path) if self.strips_html => path.to_owned(),
            _ => path.to_owned(),
        }
    }
}

/// A host without the `www.` that nobody types.
fn bare(host: &str) -> String {
    host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_520_links_of_the_own_site_become_paths_however_they_were_saved() {
        let page = Base::new("www.a.example/blog/one.html", Some("https://www.a.example/blog/one"), &[]);
        for (link, ours) in [
            ("../safety.html#top", "/safety#top"),
            ("https://a.example/blog/two.html?x=1", "/blog/two?x=1"),
            ("https://www.a.example/index.html", "/"),
            ("https://other.example/two.html", "https://other.example/two.html"),
            ("//other.example/x", "https://other.example/x"),
            ("mailto:me@a.example", "mailto:me@a.example"),
            ("#here", "#here"),
        ] {
            assert_eq!(page.link(link), ours, "{link}");
        }
        let folder = Base::new("about/index.html", Some("https://a.example/about"), &[]);
        assert_eq!(
            (folder.link("people.html"), folder.path()),
            ("/about/people".to_owned(), Some("/about".to_owned()))
        );
        let plain = Base::new("https://a.example/2005/old.html", None, &[]);
        assert_eq!(plain.link("new.html"), "/2005/new.html", "an ending that is part of the address stays");
        assert_eq!(
            page.asset("//images.squarespace-cdn.com/content/v1/a/b.jpg?format=750w"),
            "https://images.squarespace-cdn.com/content/v1/a/b.jpg"
        );
    }
}
