//! The tags of a template that are not part of the language: menus, queries, scripts, block fields.
//!
//! They are rewritten to the language before it is compiled. A rewritten tag keeps its line breaks, so that every fault
//! is reported on the owner's line. What stands between a tag and its closing tag sees what the tag asks for.

mod query;
mod scan;
mod social;

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, line_column, nearest};
use crate::manifest::Digest;
pub use query::{Asks, Query};
use scan::{Tag, tags};

/// A template's text in the language alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// The questions it asks, by the name under which the answer lies.
    pub queries: BTreeMap<String, Query>,
    /// Where each is asked, as a fault that has no message yet.
    pub places: Vec<(String, Diagnostic)>,
    /// The scripts it asks for by their names below `scripts/` that are not there, with their places.
    pub scripts: Vec<(String, Diagnostic)>,
    /// The menus it shows, with their places.
    pub menus: Vec<(String, Diagnostic)>,
}

const NAMES: [&str; 11] = [
    "navigation",
    "query",
    "script",
    "block-field",
    "folder-navigation",
    "category",
    "category-nav",
    "related",
    "conditional",
    "social-share",
    "comments",
];

/// The place that a template keeps for the blocks of a field: no text of a site contains it, for these are not
/// characters. Between the two stand the number of columns, a colon, and the field's id.
pub const FIELD: (&str, &str) = ("\u{fdd0}field:", "\u{fdd1}");

/// The part that shows categories where a template says nothing of how.
const CATEGORIES: &str = "loggia-categories.block";

/// Rewrites the tags of a template. `file` and the faults are for what is wrong with them; `has_script` says which files
/// there are below `scripts/`.
pub fn rewrite(
    file: &str,
    text: &str,
    has_script: &dyn Fn(&str) -> bool,
    faults: &mut Vec<Diagnostic>,
) -> Rewritten {
    let done = Rewritten { text: String::with_capacity(text.len()), ..Rewritten::default() };
    let mut writer = Writer { file, text, has_script, faults, done, closings: Vec::new(), social: 0 };
    let (tags, unclosed) = tags(text);
    let mut rest = 0;
    for tag in &tags {
        writer.done.text.push_str(&text[rest..tag.start]);
        if tag.closes {
            writer.close(tag);
        } else {
            writer.open(tag);
        }
        let lines = text[tag.start..tag.end].matches('\n').count();
        writer.done.text.push_str(&"\n".repeat(lines));
        rest = tag.end + 1;
    }
    if let Some((start, name)) = unclosed {
        let fault = writer.place("site-tag", start);
        let message = format!("The tag <…:{name}> is not closed.");
        writer.faults.push(
            Diagnostic { message, severity: crate::diagnostic::Severity::Error, ..fault }
                .help("end it with >"),
        );
    }
    writer.done.text.push_str(&text[rest..]);
    writer.done
}

/// The open fields that a template keeps a place for: the id of each, and the label that it has for its owner. What is made
/// out of a page's values has no name of its own, and is left out.
#[must_use]
pub fn areas(text: &str) -> Vec<(&str, &str)> {
    let (tags, _) = tags(text);
    let fields = tags.iter().filter(|tag| tag.name == "block-field" && !tag.closes);
    let named = fields.filter_map(|tag| Some((tag.get("id")?, tag.get("label").unwrap_or_default())));
    named
        .filter(|(id, _)| plain(id))
        .map(|(id, label)| (id, if label.contains('{') { "" } else { label }))
        .collect()
}

struct Writer<'t> {
    file: &'t str,
    text: &'t str,
    has_script: &'t dyn Fn(&str) -> bool,
    faults: &'t mut Vec<Diagnostic>,
    done: Rewritten,
    /// What closes the tags that are open, each with its name.
    closings: Vec<(&'t str, &'static str)>,
    /// How many tags for sharing and comments there were.
    social: usize,
}

impl<'t> Writer<'t> {
    /// A fault at a place that has no message yet.
    fn place(&self, code: &'static str, start: usize) -> Diagnostic {
        let (line, column) = line_column(self.text, start);
        Diagnostic::warning(code, self.file, String::new()).at(self.text, line, column)
    }

    fn warn(&mut self, tag: &Tag<'t>, message: impl Into<String>, help: impl Into<String>) {
        let fault = self.place("site-tag", tag.start);
        self.faults.push(Diagnostic { message: message.into(), ..fault }.help(help));
    }

    fn put(&mut self, text: impl AsRef<str>) {
        self.done.text.push_str(text.as_ref());
    }

    /// What a tag opens, to be closed where it is closed; at once where nothing closes it.
    fn begin(&mut self, tag: &Tag<'t>, opening: &str, inside: &str, closing: &'static str) {
        self.put(opening);
        self.put(inside);
        match tag.body {
            Some(_) => self.closings.push((tag.name, closing)),
            None => self.put(closing),
        }
    }

    fn close(&mut self, tag: &Tag<'t>) {
        let open = self.closings.iter().rposition(|(name, _)| *name == tag.name);
        if let Some((_, closing)) = open.map(|open| self.closings.remove(open)) {
            self.put(closing);
        }
    }

    fn open(&mut self, tag: &Tag<'t>) {
        match tag.name {
            "query" | "category" | "category-nav" | "related" => self.query(tag),
            "navigation" => self.navigation(tag),
            "folder-navigation" => match tag.first(&["navigationId", "name", "navigation-id"]) {
                Some(_) => self.navigation(tag),
                None => self.shown(
                    tag,
                    "loggia.folderNavigation",
                    &block_name(tag.get("template").unwrap_or("navigation")),
                ),
            },
            "script" => self.script(tag),
            "block-field" => self.field(tag),
            "conditional" => self.conditional(tag),
            "social-share" | "comments" => self.social(tag),
            _ => {
                let help = nearest(tag.name, NAMES).map_or_else(
                    || format!("known tags: {}", NAMES.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                let shown = if tag.has_body() {
                    "what stands in it is shown as it is"
                } else {
                    "nothing is shown here"
                };
                self.warn(tag, format!("There is no site tag '{}'; {shown}.", tag.name), help);
            }
        }
    }

    /// A section of a value: what stands in the tag, else a block that is applied to it.
    fn shown(&mut self, tag: &Tag<'t>, value: &str, block: &str) {
        let inside = match tag.has_body() {
            false if plain(block) => format!("{{@|apply {block}}}"),
            _ => String::new(),
        };
        self.begin(tag, &format!("{{.section {value}}}"), &inside, "{.end}");
    }

    fn query(&mut self, tag: &Tag<'t>) {
        let (query, wrong) = match query::read(tag) {
            Ok(read) => read,
            Err(message) => {
                let help =
                    format!("a tag such as <squarespace:{} collection=\"blog\"> asks a collection", tag.name);
                self.warn(tag, format!("{message} Nothing is shown here."), help);
                return self.begin(tag, "{.section loggia.none}", "", "{.end}");
            }
        };
        for message in wrong {
            self.warn(tag, message, "a value of the page is named as in {collection.title|slugify}");
        }
        let key = format!("q{}", &Digest::of(format!("{query:?}").as_bytes()).short()[..8]);
        let (mut opening, mut names) = (String::new(), String::new());
        for (place, path) in query.keys().enumerate() {
            if path.contains('|') {
                opening.push_str(&format!("{{.var @{key}k{place} {path}}}"));
                names.push_str(&format!(" @{key}k{place}"));
            } else {
                names.push_str(&format!(" {path}"));
            }
        }
        let get = if names.is_empty() { names } else { format!("|get{names}") };
        opening.push_str(&format!("{{.var @{key} loggia.queries.{key}{get}}}{{.section @{key}}}"));
        let applied = match (tag.has_body(), tag.get("template").filter(|template| plain(template))) {
            (true, _) => String::new(),
            (false, Some(name)) => format!("{{@|apply {}}}", block_name(name)),
            (false, None) if tag.name == "category-nav" => format!("{{@|apply {CATEGORIES}}}"),
            (false, None) => String::new(),
        };
        let place = self.place("query-collection", tag.start);
        self.begin(tag, &opening, &applied, "{.end}");
        self.done.places.push((key.clone(), place));
        self.done.queries.insert(key, query);
    }

    fn navigation(&mut self, tag: &Tag<'t>) {
        let menu = tag.first(&["navigationId", "name", "navigation-id"]).map(str::trim);
        let block = block_name(tag.get("template").unwrap_or("navigation"));
        let Some(menu) = menu.filter(|menu| plain(menu) && plain(&block)) else {
            let help = "a menu is shown by <squarespace:navigation navigationId=\"mainNav\" template=\"navigation\"/>";
            self.warn(tag, "A navigation tag needs the name of its menu. Nothing is shown here.", help);
            return self.begin(tag, "{.section loggia.none}", "", "{.end}");
        };
        if tag.has_body() {
            self.shown(tag, &format!("loggia.navigations.{menu}"), "");
        } else {
            self.put(format!("{{loggia.navigations.{menu}|apply {block}}}"));
        }
        let place = self.place("navigation", tag.start);
        self.done.menus.push((menu.to_owned(), place));
    }

    fn script(&mut self, tag: &Tag<'t>) {
        let Some(source) = tag.get("src").filter(|source| !source.is_empty()) else {
            return self.warn(
                tag,
                "A script tag needs src. Nothing is loaded here.",
                "a script is named by src=\"site.js\"",
            );
        };
        let is_own = !source.contains("//") && !source.starts_with('/');
        if is_own && !source.contains('{') && !(self.has_script)(source) {
            let place = self.place("script", tag.start);
            return self.done.scripts.push((source.to_owned(), place));
        }
        let address = if is_own { format!("/scripts/{source}") } else { source.to_owned() };
        let kept = |name: &str| {
            matches!(name, "async" | "defer" | "type" | "id" | "crossorigin" | "integrity" | "nomodule")
                || name.starts_with("data-")
        };
        let more: String = tag
            .attributes()
            .filter(|(name, _)| kept(name))
            .map(|(name, value)| match value {
                "" | "true" => format!(" {name}"),
                value => format!(" {name}=\"{}\"", value.replace('"', "&quot;")),
            })
            .collect();
        self.put(format!("<script src=\"{address}\"{more}></script>"));
    }

    fn field(&mut self, tag: &Tag<'t>) {
        match tag.get("id") {
            Some(id) if !id.is_empty() => {
                let columns = tag.get("columns").filter(|columns| *columns == "1").unwrap_or("12");
                self.put(format!("{}{columns}:{id}{}", FIELD.0, FIELD.1));
            }
            _ => self.warn(
                tag,
                "A block field needs an id. Nothing is shown here.",
                "a field is named by id=\"footerBlocks\"",
            ),
        }
    }

    /// Sharing or comments; a template with very many such tags shows the first.
    fn social(&mut self, tag: &Tag<'t>) {
        self.social += 1;
        match (self.social > social::MOST, tag.name) {
            (false, "comments") => self.put(social::comments(tag)),
            (false, _) => self.put(social::share(tag)),
            (true, _) if self.social == social::MOST + 1 => self.warn(
                tag,
                format!("A template shows {} tags of sharing and comments; from here on nothing is shown for them.", social::MOST),
                "in a {.repeated section} one tag is shown for each item",
            ),
            (true, _) => {}
        }
    }

    /// What stands in the tag, when a value of the page is there: `<squarespace:conditional if="item.tags">`.
    fn conditional(&mut self, tag: &Tag<'t>) {
        let asked = tag.first(&["if", "condition", "test", "path"]).unwrap_or_default();
        let asked = asked.trim_start_matches('{').trim_end_matches('}').trim();
        match asked.is_empty() || asked.contains(['{', '}', '\n']) {
            true => self.warn(
                tag,
                "This tag does not say on what it depends; what stands in it is shown.",
                "a value is named by if=\"item.tags\"",
            ),
            false => self.begin(tag, &format!("{{.if {asked}}}"), "", "{.end}"),
        }
    }
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
