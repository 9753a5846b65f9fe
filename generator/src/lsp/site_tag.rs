//! The tags of a site that are no part of the language, as a list for those who write them. What they do is decided in
//! `theme::tag`.

use std::ops::Range;

/// A tag: its name, its attributes, and what it does.
pub struct SiteTag {
    /// What follows `squarespace:` or `loggia:`.
    pub name: &'static str,
    /// Its attributes, the most usual first.
    pub attributes: &'static [&'static str],
    /// What it does.
    pub does: &'static str,
    /// What is inserted for it.
    pub snippet: &'static str,
}

/// Every tag.
pub const TAGS: [SiteTag; 11] = [
    SiteTag {
        name: "navigation",
        attributes: &["navigationId", "template"],
        does: "Shows a menu of the site with the block that `template` names.",
        snippet: "navigation navigationId=\"${1:mainNav}\" template=\"${2:navigation}\" />",
    },
    SiteTag {
        name: "folder-navigation",
        attributes: &["template"],
        does: "Shows the menu of the folder that the page is in.",
        snippet: "folder-navigation template=\"${1:navigation}\" />",
    },
    SiteTag {
        name: "query",
        attributes: &["collection", "limit", "skip", "featured", "tag", "category", "template"],
        does: "Makes items of a collection the current value up to its closing tag.",
        snippet: "query collection=\"${1:blog}\" limit=\"${2:3}\">\n  {.repeated section items}$0{.end}\n</squarespace:query>",
    },
    SiteTag {
        name: "category",
        attributes: &["collection"],
        does: "Makes the categories of a collection the current value up to its closing tag.",
        snippet: "category collection=\"${1:blog}\">$0</squarespace:category>",
    },
    SiteTag {
        name: "category-nav",
        attributes: &["collection", "template"],
        does: "Shows links to the categories of a collection.",
        snippet: "category-nav collection=\"${1:blog}\" />",
    },
    SiteTag {
        name: "related",
        attributes: &["limit", "collectionId", "itemId"],
        does: "Makes the items that have most in common with the item of the page the current value up to its closing tag.",
        snippet: "related limit=\"${1:3}\">\n  {.repeated section items}$0{.end}\n</squarespace:related>",
    },
    SiteTag {
        name: "conditional",
        attributes: &["if"],
        does: "Shows what stands in it where a value is there.",
        snippet: "conditional if=\"${1:item}\">$0</squarespace:conditional>",
    },
    SiteTag {
        name: "social-share",
        attributes: &["title", "fullUrl"],
        does: "Shows links that share an address with its title.",
        snippet: "social-share title=\"${1:{title\\}}\" fullUrl=\"${2:{fullUrl\\}}\" />",
    },
    SiteTag {
        name: "comments",
        attributes: &["itemId"],
        does: "The place of the comments of an item.",
        snippet: "comments itemId=\"${1:{id\\}}\" />",
    },
    SiteTag {
        name: "script",
        attributes: &["src", "async", "defer", "type"],
        does: "Loads a script of the template's folder scripts/.",
        snippet: "script src=\"${1:site.js}\" />",
    },
    SiteTag {
        name: "block-field",
        attributes: &["id", "columns", "label"],
        does: "A place whose blocks the owner fills, `fields/<id>.json`.",
        snippet: "block-field id=\"${1:footerBlocks}\" columns=\"${2:12}\" />",
    },
];

/// A tag by its name.
#[must_use]
pub fn named(name: &str) -> Option<&'static SiteTag> {
    TAGS.iter().find(|tag| tag.name == name)
}

/// The attribute values of a text's tags: each with its tag, its attribute and its place in bytes.
#[must_use]
pub fn values(text: &str) -> Vec<(&str, &str, Range<usize>)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find('<').map(|at| from + at + 1) {
        let rest = &text[start..];
        let name = ["squarespace:", "loggia:"].into_iter().find_map(|prefix| rest.strip_prefix(prefix));
        from = match name {
            Some(name) => own_values(text, text.len() - name.len(), &mut found),
            None => start,
        };
    }
    found
}

/// The values of the tag whose name starts at a place; gives where it ends.
fn own_values<'t>(text: &'t str, start: usize, found: &mut Vec<(&'t str, &'t str, Range<usize>)>) -> usize {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let end = text[start..].find(|c| !is_name(c)).map_or(text.len(), |end| start + end);
    let tag = &text[start..end];
    // Where the word began that may be an attribute, the attribute before a value, and the quote that is open.
    let (mut word, mut attribute, mut quoted) = (end, "", None);
    for (at, byte) in text.bytes().enumerate().skip(end) {
        match (quoted, byte) {
            (Some((open, from)), _) if byte == open => {
                found.push((tag, attribute, from..at));
                (quoted, word) = (None, at + 1);
            }
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quoted = Some((byte, at + 1)),
            (None, b'=') => attribute = text[word..at].trim(),
            (None, b'>' | b'<') => return at,
            (None, b' ' | b'\t' | b'\r' | b'\n') => word = at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::tag::rewrite;

    #[test]
    fn every_tag_of_the_list_is_one() {
        for tag in &TAGS {
            let mut faults = Vec::new();
            let snippet: String = tag
                .snippet
                .split("${")
                .enumerate()
                .map(|(at, part)| match at {
                    0 => part.to_owned(),
                    _ => part.split_once(':').map_or("", |(_, rest)| rest).replacen('}', "", 1),
                })
                .collect();
            rewrite(
                "a.region",
                &format!("<squarespace:{}", snippet.replace("$0", "")),
                &|_| true,
                &mut faults,
            );
            assert!(faults.is_empty(), "{}: {faults:?}", tag.name);
        }
    }

    #[test]
    fn values_have_their_places() {
        let text = "<a href=\"x\"><squarespace:script src=\"s.js\" async='true'/>";
        let found: Vec<_> = values(text).into_iter().map(|(tag, name, at)| (tag, name, &text[at])).collect();
        assert_eq!(found, [("script", "src", "s.js"), ("script", "async", "true")]);
    }
}
