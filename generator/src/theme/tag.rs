//! The tags of a template that are not part of the language: menus, queries, scripts, block fields.
//!
//! They are rewritten to the language before it is compiled. A rewritten tag keeps its line breaks, so that every fault
//! is reported on the owner's line.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, line_column, nearest};
use crate::manifest::Digest;

/// A question of a template to the content of the site: `<squarespace:query collection="shop" limit="3">`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// `urlId`, address or id of the collection.
    pub collection: String,
    /// Only items that are starred.
    pub featured: bool,
    /// Only items with this tag.
    pub tag: Option<String>,
    /// Only items of this category.
    pub category: Option<String>,
    /// How many items at most.
    pub limit: usize,
    /// How many to leave out at the start.
    pub skip: usize,
}

/// A template's text in the language alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// The questions it asks, by the name under which the answer lies.
    pub queries: BTreeMap<String, Query>,
    /// Where each is asked, as a fault that has no message yet.
    pub places: Vec<(String, Diagnostic)>,
}

const NAMES: [&str; 5] = ["navigation", "query", "script", "block-field", "folder-navigation"];

/// Rewrites the tags of a template; `file` and the faults are for what is wrong with them.
pub fn rewrite(file: &str, text: &str, faults: &mut Vec<Diagnostic>) -> Rewritten {
    let mut done =
        Rewritten { text: String::with_capacity(text.len()), queries: BTreeMap::new(), places: Vec::new() };
    let mut rest = 0;
    while let Some((start, closing, name_start)) = next_tag(text, rest) {
        let fault = |code, message: String, help: String| {
            let (line, column) = line_column(text, start);
            Diagnostic::error(code, file, message).at(text, line, column).help(help)
        };
        done.text.push_str(&text[rest..start]);
        let name_end = name_start
            + text[name_start..]
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                .unwrap_or(text.len() - name_start);
        let name = &text[name_start..name_end];
        let Some(end) = tag_end(text, name_end) else {
            faults.push(fault(
                "site-tag",
                format!("The tag <…:{name}> is not closed."),
                "end it with >".to_owned(),
            ));
            done.text.push_str(&text[start..]);
            return done;
        };
        let attributes = attributes(&text[name_end..end]);
        let get = |wanted: &str| {
            attributes
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
                .map(|(_, value)| value.as_str())
        };
        match name {
            _ if closing && name != "query" => {}
            "query" if closing => done.text.push_str("{.end}"),
            "query" => match query(&get) {
                Ok(query) => {
                    let key = format!("q{}", &Digest::of(format!("{query:?}").as_bytes()).short()[..8]);
                    done.text.push_str(&format!("{{.var @{key} loggia.queries.{key}}}{{.section @{key}}}"));
                    let place = fault("query-collection", String::new(), String::new());
                    done.places.push((key.clone(), place));
                    done.queries.insert(key, query);
                }
                Err(message) => {
                    faults.push(fault(
                        "site-tag",
                        message,
                        "write <squarespace:query collection=\"blog\" limit=\"3\">".to_owned(),
                    ));
                    done.text.push_str("{.section loggia.none}");
                }
            },
            "navigation" | "folder-navigation" => {
                let menu = get("navigationId").or_else(|| get("name")).or_else(|| get("navigation-id"));
                let template = get("template").unwrap_or("navigation");
                match menu {
                    Some(menu) if plain(menu) && plain(template) => {
                        let template = template.strip_suffix(".block").unwrap_or(template);
                        done.text.push_str(&format!("{{loggia.navigations.{menu}|apply {template}.block}}"));
                    }
                    _ => faults.push(fault(
                        "site-tag",
                        "A navigation tag needs the name of its menu.".to_owned(),
                        "write <squarespace:navigation navigationId=\"mainNav\" template=\"navigation\"/>"
                            .to_owned(),
                    )),
                }
            }
            "script" => match get("src") {
                Some(source) => {
                    let address = if source.contains("//") || source.starts_with('/') {
                        source.to_owned()
                    } else {
                        format!("/scripts/{source}")
                    };
                    done.text.push_str(&format!("<script src=\"{address}\"></script>"));
                }
                None => faults.push(fault(
                    "site-tag",
                    "A script tag needs src.".to_owned(),
                    "write src=\"site.js\"".to_owned(),
                )),
            },
            "block-field" => match get("id") {
                Some(id) if plain(id) => done.text.push_str(&format!("{{loggia.blockFields.{id}}}")),
                _ => faults.push(fault(
                    "site-tag",
                    "A block field needs a plain id.".to_owned(),
                    "write id=\"footerBlocks\"".to_owned(),
                )),
            },
            _ => {
                let help = nearest(name, NAMES).map_or_else(
                    || format!("known tags: {}", NAMES.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                faults.push(fault("site-tag", format!("There is no site tag '{name}'."), help));
            }
        }
        let lines = text[start..end].matches('\n').count();
        done.text.push_str(&"\n".repeat(lines));
        rest = end + 1;
    }
    done.text.push_str(&text[rest..]);
    done
}

/// The next `<squarespace:` or `<loggia:` tag: where it starts, whether it closes, where its name starts.
fn next_tag(text: &str, from: usize) -> Option<(usize, bool, usize)> {
    let mut at = from;
    loop {
        let start = at + text[at..].find('<')?;
        let closing = text[start + 1..].starts_with('/');
        let name = start + 1 + usize::from(closing);
        for prefix in ["squarespace:", "loggia:"] {
            if text[name..].starts_with(prefix) {
                return Some((start, closing, name + prefix.len()));
            }
        }
        at = start + 1;
    }
}

/// The offset of the `>` that ends a tag; one between quotes does not.
fn tag_end(text: &str, from: usize) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return Some(at),
            (None, _) => {}
        }
    }
    None
}

fn attributes(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_end().trim_end_matches('/').trim();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let name = rest[..end].to_owned();
        rest = rest[end..].trim_start();
        let mut value = String::new();
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
            let (taken, remaining) = match quote {
                Some(quote) => after[1..].split_once(quote).unwrap_or((&after[1..], "")),
                None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            };
            value = taken.to_owned();
            rest = remaining.trim_start();
        }
        found.push((name, value));
    }
    found
}

fn query<'a>(get: &impl Fn(&str) -> Option<&'a str>) -> Result<Query, String> {
    let collection = get("collection").or_else(|| get("source-url")).or_else(|| get("sourceUrl"));
    let number = |name: &str, default: usize| match get(name) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("'{name}' must be a whole number, not '{text}'.")),
    };
    let yes = |name: &str| matches!(get(name), Some("true" | "" | "1"));
    Ok(Query {
        collection: collection.ok_or("A query needs the collection it asks.")?.to_owned(),
        featured: yes("featured") || get("filter") == Some("featured"),
        tag: get("tag").map(str::to_owned),
        category: get("category").map(str::to_owned),
        limit: number("limit", usize::MAX)?,
        skip: number("skip", 0)?,
    })
}

/// Whether a text is a plain name, that can be part of a path or an argument of the language.
fn plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(text: &str) -> (Rewritten, Vec<Diagnostic>) {
        let mut faults = Vec::new();
        (rewrite("template/a.region", text, &mut faults), faults)
    }

    #[test]
    fn a_menu_applies_its_block() {
        let (done, faults) = rewritten(
            "<nav><squarespace:navigation navigationId=\"mainNav\" template=\"navigation\" /></nav>",
        );
        assert_eq!(done.text, "<nav>{loggia.navigations.mainNav|apply navigation.block}</nav>");
        assert!(faults.is_empty());
        let (neutral, _) = rewritten("<loggia:navigation name='footerNav' template=footer.block/>");
        assert_eq!(neutral.text, "{loggia.navigations.footerNav|apply footer.block}");
    }

    #[test]
    fn a_query_becomes_a_section_of_its_answer() {
        let (done, faults) = rewritten(
            "<squarespace:query\n collection=\"shop\" featured=\"true\" limit=\"3\">{title}</squarespace:query>!",
        );
        let (key, query) = done.queries.first_key_value().unwrap();
        assert_eq!(
            done.text,
            format!("{{.var @{key} loggia.queries.{key}}}{{.section @{key}}}\n{{title}}{{.end}}!")
        );
        assert_eq!((query.collection.as_str(), query.featured, query.limit), ("shop", true, 3));
        assert!(faults.is_empty());
    }

    #[test]
    fn wrong_tags_are_said_at_their_place() {
        let (_, faults) =
            rewritten("a\n <squarespace:navigaton x=1/><squarespace:query limit=many></squarespace:query>");
        assert_eq!(faults[0].place(), "template/a.region:2:2");
        assert_eq!(faults[0].help.as_deref(), Some("did you mean `navigation`?"));
        assert!(
            faults[1].message.contains("must be a whole number")
                || faults[1].message.contains("needs the collection")
        );
        assert_eq!(rewritten("<squarespace:query collection='a'").1[0].code, "site-tag");
    }

    #[test]
    fn other_text_stays_byte_for_byte() {
        let text = "<b>1 < 2</b> <squarespaces/> {x} </script>";
        assert_eq!(rewritten(text).0.text, text);
    }
}
