//! The pictures that entries show.

use scraper::{Html, Selector};

use super::super::record::{Entry, Picture};

/// The pictures that an entry shows, with hosts where the site has one: the one that stands for it, then those of its text.
pub(super) fn shown_pictures(entry: &Entry, address: &str) -> Vec<Picture> {
    let absolute = |url: &str| match url {
        url if url.starts_with('/') && !url.starts_with("//") => Some(format!("{address}{url}")),
        url if url.starts_with("http://") || url.starts_with("https://") => Some(url.to_owned()),
        _ => None,
    };
    let own = entry
        .picture
        .iter()
        .filter_map(|picture| Some(Picture { url: absolute(&picture.url)?, ..picture.clone() }));
    let mut found: Vec<Picture> = own.collect();
    if entry.body.html.contains("<img") {
        let selector = Selector::parse("img[src]").expect("it is a selector");
        let html = Html::parse_fragment(&entry.body.html);
        for image in html.select(&selector) {
            let Some(url) = image.attr("src").and_then(absolute) else { continue };
            let alt = image.attr("alt").unwrap_or_default().to_owned();
            found.push(Picture { url, alt, caption: String::new() });
        }
    }
    found
}
