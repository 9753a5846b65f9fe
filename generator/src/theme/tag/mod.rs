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
    /// `urlId`, address or id of the collection; empty when a value of the page names it.
    pub collection: String,
    /// The value that names the collection: `collection="{collection.urlId}"`.
    pub named_by: Option<String>,
    /// Whether its categories are asked for, and no items: `<squarespace:category>`.
    pub categories: bool,
    /// Only items that are starred.
    pub featured: bool,
    /// Only items with one of these tags; any when empty.
    pub tags: Vec<String>,
    /// Only items of one of these categories; any when empty.
    pub of_categories: Vec<String>,
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
    /// The scripts it asks for by their names below `scripts/`, with their places.
    pub scripts: Vec<(String, Diagnostic)>,
    /// The menus it shows, with their places.
    pub menus: Vec<(String, Diagnostic)>,
}

const NAMES: [&str; 6] = ["navigation", "query", "script", "block-field", "folder-navigation", "category"];

/// The place that a template keeps for the blocks of a field: no text of a site contains it, for these are not
/// characters. Between the two stand the number of columns, a colon, and the field's id.
pub const FIELD: (&str, &str) = ("\u{fdd0}field:", "\u{fdd1}");

/// Rewrites the tags of a template; `file` and the faults are for what is wrong with them.
pub fn rewrite(file: &str, text: &str, faults: &mut Vec<Diagnostic>) -> Rewritten {
    let mut done = Rewritten { text: String::with_capacity(text.len()), ..Rewritten::default() };
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
            "query" | "category" if closing => done.text.push_str("{.end}"),
            _ if closing => {}
            "query" | "category" => match query(name, &get) {
                Ok(query) => {
                    let key = format!("q{}", &Digest::of(format!("{query:?}").as_bytes()).short()[..8]);
                    let named_by =
                        query.named_by.as_ref().map(|name| format!("|get {name}")).unwrap_or_default();
                    done.text.push_str(&format!(
                        "{{.var @{key} loggia.queries.{key}{named_by}}}{{.section @{key}}}"
                    ));
                    if text[..end].ends_with('/') {
                        let template = get("template").filter(|template| plain(template));
                        let applied = template.map(|name| format!("{{@|apply {}}}", block_name(name)));
                        done.text.push_str(&format!("{}{{.end}}", applied.unwrap_or_default()));
                    }
                    let place = fault("query-collection", String::new(), String::new());
                    done.places.push((key.clone(), place));
                    done.queries.insert(key, query);
                }
                Err(message) => {
                    let help = format!("write <squarespace:{name} collection=\"blog\">");
                    faults.push(fault("site-tag", message, help));
                    if !text[..end].ends_with('/') {
                        done.text.push_str("{.section loggia.none}");
                    }
                }
            },
            "navigation" | "folder-navigation" => {
                let menu = get("navigationId").or_else(|| get("name")).or_else(|| get("navigation-id"));
                let block = block_name(get("template").unwrap_or("navigation"));
                match menu {
                    Some(menu) if plain(menu) && plain(&block) => {
                        done.text.push_str(&format!("{{loggia.navigations.{menu}|apply {block}}}"));
                        done.menus.push((menu.to_owned(), fault("navigation", String::new(), String::new())));
                    }
                    None if name == "folder-navigation" && plain(&block) => done.text.push_str(&format!(
                        "{{.section loggia.folderNavigation}}{{@|apply {block}}}{{.end}}"
                    )),
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
                    let is_own = !source.contains("//") && !source.starts_with('/');
                    let address = if is_own { format!("/scripts/{source}") } else { source.to_owned() };
                    let more: String = ["async", "defer", "type"]
                        .into_iter()
                        .filter_map(|name| Some((name, get(name)?)))
                        .map(|(name, value)| match value {
                            "" | "true" => format!(" {name}"),
                            value => format!(" {name}=\"{value}\""),
                        })
                        .collect();
                    done.text.push_str(&format!("<script src=\"{address}\"{more}></script>"));
                    if is_own {
                        done.scripts.push((source.to_owned(), fault("script", String::new(), String::new())));
                    }
                }
                None => faults.push(fault(
                    "site-tag",
                    "A script tag needs src.".to_owned(),
                    "write src=\"site.js\"".to_owned(),
                )),
            },
            "block-field" => match get("id") {
                Some(id) if !id.is_empty() => {
                    let columns = get("columns").filter(|columns| *columns == "1").unwrap_or("12");
                    done.text.push_str(&format!("{}{columns}:{id}{}", FIELD.0, FIELD.1));
                }
                _ => faults.push(fault(
                    "site-tag",
                    "A block field needs an id.".to_owned(),
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

/// The question of a `query` or `category` tag.
fn query<'a>(tag: &str, get: &impl Fn(&str) -> Option<&'a str>) -> Result<Query, String> {
    let collection = get("collection").or_else(|| get("source-url")).or_else(|| get("sourceUrl"));
    let number = |name: &str, default: usize| match get(name) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("'{name}' must be a whole number, not '{text}'.")),
    };
    let list = |name: &str| {
        let words = get(name).unwrap_or_default().split(',').map(str::trim);
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let yes = |name: &str| matches!(get(name), Some("true" | "" | "1"));
    let needs = || format!("A {tag} tag needs the collection it asks.");
    let collection = collection.filter(|collection| !collection.is_empty()).ok_or_else(needs)?;
    let named_by = collection.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
    if collection.contains('{') && !named_by.is_some_and(plain) {
        return Err(format!("'{collection}' does not name a collection, nor a value that does."));
    }
    Ok(Query {
        collection: if named_by.is_some() { String::new() } else { collection.to_owned() },
        named_by: named_by.map(str::to_owned),
        categories: tag == "category",
        featured: yes("featured") || get("filter") == Some("featured"),
        tags: list("tag"),
        of_categories: list("category"),
        limit: number("limit", usize::MAX)?,
        skip: number("skip", 0)?,
    })
}

/// The name of a block as templates apply it.
fn block_name(name: &str) -> String {
    format!("{}.block", name.strip_suffix(".block").unwrap_or(name))
}

/// Whether a text is a plain name, that can be part of a path or an argument of the language.
fn plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

#[cfg(test)]
mod tests;
