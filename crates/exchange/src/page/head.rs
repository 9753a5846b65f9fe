//! What a page says of itself to machines: its title, its one address, whether it may be found, its structured data.

use serde_json::Value;

use super::bounds::whole_page;
use super::dom::{El, all, attr, first, name, one_line};

/// The mark of what a page of ours carries for its widgets.
const DATA: &str = "loggia-page-data";
/// So many pieces of structured data are read.
const MOST: usize = 100;

/// What stands in a page for machines.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Head {
    /// The title, in one line.
    pub title: String,
    /// The description, in one line; empty without one.
    pub description: String,
    /// The one address that the page gives itself, as it is written.
    pub canonical: Option<String>,
    /// What programs that search may do, as it is written: `noindex`.
    pub robots: String,
    /// Structured data (JSON-LD), a piece each; what is no JSON is left out.
    pub structured: Vec<Value>,
    /// How many pieces are no JSON.
    pub broken: usize,
    /// What a page of ours carries for its widgets.
    pub data: Option<Value>,
}

/// Reads a page.
///
/// # Errors
/// With the reason, for a person, when it is too long or nested too deep to be taken apart.
pub fn head(html: &str) -> Result<Head, String> {
    let document = whole_page(html)?;
    let root = document.root_element();
    let text = |el: El<'_>| el.text().collect::<String>();
    // A drawing may have a title too; that of the page comes first.
    let title = first(root, |el| name(el) == "title");
    let title = title.map(|el| one_line(&text(el))).unwrap_or_default();
    let meta = |wanted: &str| {
        let found = first(root, |el| {
            name(el) == "meta" && attr(el, "name").is_some_and(|name| name.eq_ignore_ascii_case(wanted))
        });
        found.and_then(|el| attr(el, "content")).map(one_line).unwrap_or_default()
    };
    let (description, robots) = (meta("description"), meta("robots"));
    let mut head = Head { title, description, robots, ..Head::default() };
    let is_canonical = |el: El<'_>| {
        name(el) == "link" && attr(el, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical"))
    };
    head.canonical = first(root, is_canonical).and_then(|el| attr(el, "href")).map(str::to_owned);
    let scripts = all(root, |el| name(el) == "script");
    for script in scripts {
        if attr(script, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("application/ld+json")) {
            match serde_json::from_str(text(script).trim()) {
                Ok(value) if head.structured.len() < MOST => head.structured.push(value),
                Ok(_) => {}
                Err(_) => head.broken += 1,
            }
        } else if attr(script, "id") == Some(DATA) {
            head.data = serde_json::from_str(&text(script)).ok();
        }
    }
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-587: what a page says to machines is read as it is written.
    #[test]
    fn s_587_what_a_page_says_to_machines() {
        let read = head(
            "<!doctype html><title>Jug\n &amp; bowl</title><meta name=Description content=' Of  ash '><meta name=robots content=noindex>\
             <link rel=canonical href='/jug'><script type=application/ld+json>{\"@type\":\"Product\",\"name\":\"<b>\"}</script>\
             <script type='application/ld+json'>{broken</script><svg><title>No</title></svg>\
             <script type=application/json id=loggia-page-data>{\"products\":[]}</script>",
        )
        .unwrap();
        assert_eq!((read.title.as_str(), read.description.as_str()), ("Jug & bowl", "Of ash"));
        assert_eq!((read.canonical.as_deref(), read.robots.as_str()), (Some("/jug"), "noindex"));
        assert_eq!((read.structured.len(), read.broken), (1, 1));
        assert_eq!(read.structured[0]["name"], "<b>");
        assert!(read.data.unwrap()["products"].is_array());
        assert!(head(&"<div>".repeat(5_000)).is_err());
    }
}
