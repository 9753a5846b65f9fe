//! What a site says over all its pages: a bar at the top (`websiteSettings.announcementBarSettings`, as the sites of hosted
//! builders have it) and a window that opens by itself (`popup` of `site.json`).

use loggia_template::Node;
use serde::Deserialize;
use serde_json::Value;

use super::value::value;
use super::website::Website;

/// The member of `site.json` with the window.
pub const POPUP: &str = "popup";

/// The bar at the top of every page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar<'s> {
    /// What it says, as HTML.
    pub text: &'s str,
    /// Where a click on it leads; empty: nowhere.
    pub url: &'s str,
    /// Whether that opens beside this page.
    pub new_window: bool,
    /// Whether a visitor may close it, for good.
    pub can_close: bool,
}

/// The bar, where there is one that says something and is not switched off.
#[must_use]
pub fn bar<'s>(website: &Website<'s>) -> Option<Bar<'s>> {
    let said = website.node("websiteSettings").get("announcementBarSettings");
    let text = said.get("text").as_str().map(str::trim).filter(|text| says_something(text))?;
    // A link is an object with its address, or the address.
    let link = said.get("clickthroughUrl");
    let url = link.as_str().or_else(|| link.get("url").as_str()).unwrap_or_default().trim();
    let is_off = |key: &str| matches!(said.get(key), Node::Boolean(false));
    (!is_off("isEnabled")).then(|| Bar {
        text,
        url: if runs(url) { "" } else { url },
        new_window: link.get("newWindow").is_true(),
        can_close: !is_off("canClose"),
    })
}

/// On which pages the window opens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pages {
    /// On every page with content.
    #[default]
    All,
    /// On the front page alone.
    Home,
}

/// The window that opens by itself, once for each visitor in some days.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Popup {
    /// Whether it opens at all.
    pub is_enabled: bool,
    /// Its heading, by which it is announced.
    pub title: String,
    /// What it says, as HTML.
    pub text: String,
    /// A picture above it, with `assetUrl` and `altText`.
    pub image: Option<Value>,
    /// What stands on its button; empty: there is none.
    pub button_text: String,
    /// Where the button leads.
    pub button_url: String,
    /// A form in it, as of a mailing list.
    pub form_id: String,
    /// After how many seconds on a page it opens.
    pub after: u32,
    /// After how many days it opens again for somebody who closed it.
    pub again: u32,
    /// On which pages.
    pub pages: Pages,
}

/// Seconds until the window opens, where nothing is said.
const AFTER: u32 = 5;
/// Days until it opens again, where nothing is said.
const AGAIN: u32 = 30;

impl Default for Popup {
    fn default() -> Self {
        Popup {
            is_enabled: true,
            title: String::new(),
            text: String::new(),
            image: None,
            button_text: String::new(),
            button_url: String::new(),
            form_id: String::new(),
            after: AFTER,
            again: AGAIN,
            pages: Pages::All,
        }
    }
}

/// The window, where there is one that is not switched off. Without a heading it does not open: nobody could tell what it is.
///
/// # Errors
/// What cannot be read.
pub fn popup(website: &Website<'_>) -> Result<Option<Popup>, String> {
    let node = website.node(POPUP);
    if node.is_nothing() {
        return Ok(None);
    }
    let mut popup: Popup = serde_json::from_value(value(node)).map_err(|error| error.to_string())?;
    popup.title = popup.title.trim().to_owned();
    if runs(&popup.button_url) {
        popup.button_url.clear();
    }
    Ok(Some(popup).filter(|popup| popup.is_enabled))
}

/// Its picture, as a picture is written anywhere.
#[must_use]
pub fn popup_image<'s>(website: &Website<'s>) -> Node<'s> {
    website.node(POPUP).get("image")
}

/// Whether HTML shows anything: words, or a picture.
fn says_something(html: &str) -> bool {
    let mut is_tag = false;
    let shows = |c: char| {
        is_tag = (is_tag || c == '<') && c != '>';
        !is_tag && c != '>' && !c.is_whitespace() && c != '\u{a0}'
    };
    let has_picture = html.contains("<img");
    has_picture || html.replace("&nbsp;", " ").chars().any(shows)
}

/// Whether an address is a program: none leads there.
fn runs(url: &str) -> bool {
    let plain: String = url.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    let scheme = plain.split_once(':').map_or("", |(scheme, _)| scheme);
    ["javascript", "data", "vbscript"].iter().any(|odd| scheme.eq_ignore_ascii_case(odd))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_without_words_says_nothing() {
        for html in ["", "  ", "<p></p>", "<p>&nbsp;</p>", "<p>\u{a0}<br></p>"] {
            assert!(!says_something(html), "{html}");
        }
        for html in ["a", "<p>Open</p>", "<p><img src=\"/files/a.png\"></p>"] {
            assert!(says_something(html), "{html}");
        }
    }

    #[test]
    fn an_address_that_runs_is_none() {
        for url in ["javascript:alert(1)", " JavaScript:x", "java\nscript:x", "data:text/html,x"] {
            assert!(runs(url), "{url}");
        }
        for url in ["/sale", "https://a.example/?q=javascript:", "mailto:a@b.example", "tel:1", ""] {
            assert!(!runs(url), "{url}");
        }
    }
}
