//! The languages of a site beside its own: each is the same site with what `languages/<tag>/` says differently, below an
//! address of its own (`/fr/…`).
//!
//! A file there stands at the same path as the file that it translates and holds only the members that differ. An object
//! takes the place of an object member by member, a list of objects with an `id` (or a `sku`) element by element;
//! anything else takes the place of the whole value, and `null` removes it.

use std::path::{Path, PathBuf};

use loggia_template::Node;
use walkdir::WalkDir;

use super::document::Document;
use super::members::Fields;
use super::memory::Reader;
use crate::diagnostic::{Diagnostic, nearest, relative};

/// The folder with a folder for each language.
pub const FOLDER: &str = "languages";

/// Members by which the elements of two lists are known to be the same thing.
const NAMES: [&str; 2] = ["id", "sku"];

/// A language that a site is published in beside its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language<'s> {
    /// A BCP 47 tag, such as `fr-FR`.
    pub tag: &'s str,
    /// Where its pages begin: `/fr`.
    pub prefix: &'s str,
}

impl<'s> Language<'s> {
    /// The same, in the memory of another site.
    pub(super) fn kept<'k>(self, reader: &Reader<'k>) -> Language<'k> {
        Language { tag: reader.text(self.tag), prefix: reader.text(self.prefix) }
    }

    /// Reads a file of the site with what this language says differently in it. `read` reads either, the translation
    /// with what it translates.
    ///
    /// # Errors
    /// What `read` says of the file or of its translation.
    pub(super) fn read(
        self,
        root: &'s Path,
        file: &Path,
        reader: &mut Reader<'s>,
        read: impl Fn(&Path, Option<&Document<'s>>, &mut Reader<'s>) -> Result<Document<'s>, Diagnostic>,
    ) -> Result<Document<'s>, Diagnostic> {
        let own = read(file, None, reader)?;
        let translation = self.folder(root).join(relative(root, file));
        if !translation.is_file() {
            return Ok(own);
        }
        let theirs = read(&translation, Some(&own), reader)?;
        Ok(own.translated(theirs, merged(own.root, theirs.root, reader)))
    }

    /// The path of the file that a file below the site folder translates into this language.
    #[must_use]
    pub fn translated(self, file: &Path) -> Option<&Path> {
        file.strip_prefix(FOLDER).ok()?.strip_prefix(self.tag).ok()
    }

    /// What `site.json` says in this language.
    pub(super) fn website(self, document: Document<'s>, reader: &mut Reader<'s>) -> Document<'s> {
        let locale = [("locale", Node::Text(self.tag)), ("language", Node::Text(self.tag))];
        let theirs = reader.arena().object([("website", reader.arena().object(locale))]);
        let hash = document.hash.and(self.tag.as_bytes());
        let mut document = document.with_root(merged(document.root, theirs, reader));
        document.hash = hash;
        document
    }

    /// Where its translations are.
    fn folder(self, root: &Path) -> PathBuf {
        root.join(FOLDER).join(self.tag)
    }

    /// Notes files that translate nothing.
    fn check(self, root: &Path, faults: &mut Vec<Diagnostic>) {
        let folder = self.folder(root);
        for entry in WalkDir::new(&folder).sort_by_file_name().into_iter().flatten() {
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            let translates = entry.path().strip_prefix(&folder).is_ok_and(|file| root.join(file).is_file());
            if entry.file_type().is_file() && !hidden && !translates {
                let file = relative(root, entry.path());
                let message = "This file translates nothing: the site has no file at the same path.";
                faults.push(
                    Diagnostic::warning("translation", &file, message)
                        .help("move it to the path of the file it translates"),
                );
            }
        }
    }
}

/// The languages that `website.languages` names beside the site's own locale; faults are added.
pub(super) fn languages<'s>(
    root: &Path,
    document: Document<'s>,
    locale: &str,
    reader: &Reader<'s>,
    faults: &mut Vec<Diagnostic>,
) -> Vec<Language<'s>> {
    let mut website = Fields::at(document, vec!["website".into()], faults);
    let mut found: Vec<Language<'s>> = Vec::new();
    for (index, tag) in website.texts("languages").into_iter().enumerate() {
        if tag == locale {
            continue;
        }
        let place = ["languages".into(), index.into()];
        if !is_tag(tag) {
            let message = format!("'{tag}' is not the tag of a language.");
            website.fault(&place, "language", message, "write a tag such as fr, fr-FR or zh-Hant");
            continue;
        }
        let plain = tag.split('-').next().unwrap_or(tag).to_ascii_lowercase();
        let is_taken = |name: &str| found.iter().any(|language| language.prefix[1..] == *name);
        let name = if is_taken(&plain) { tag.to_ascii_lowercase() } else { plain };
        if is_taken(&name) || found.iter().any(|language| language.tag == tag) {
            let message = format!("'{tag}' is listed twice.");
            website.fault(&place, "language", message, "remove one of them");
            continue;
        }
        if !root.join(FOLDER).join(tag).is_dir() {
            let message = format!("Nothing is translated into '{tag}': there is no folder {FOLDER}/{tag}.");
            let help = format!("add {FOLDER}/{tag}/site.json with what the site is called in this language");
            website.warn(&place, "language", message, help);
        }
        found.push(Language { tag, prefix: reader.text(format!("/{name}")) });
    }
    found
}

/// Notes translations that nobody reads: files that translate nothing, and languages the site is not published in.
pub(super) fn check(root: &Path, languages: &[Language], faults: &mut Vec<Diagnostic>) {
    for language in languages {
        language.check(root, faults);
    }
    let known: Vec<&str> = languages.iter().map(|language| language.tag).collect();
    for folder in super::files::folders(&root.join(FOLDER)) {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !known.contains(&name.as_str()) {
            let message = format!("The site is not published in '{name}'.");
            let near = nearest(&name, known.iter().copied());
            let help = near.map_or_else(
                || format!("add \"{name}\" to website.languages in site.json"),
                |near| format!("did you mean `{near}`?"),
            );
            faults.push(Diagnostic::warning("translation", relative(root, &folder), message).help(help));
        }
    }
}

/// Whether a text has the form of a language tag: letters and digits in parts of at most eight, the first of letters.
fn is_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let letters =
        |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    parts.next().is_some_and(letters)
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// A value with what another says differently.
#[must_use]
pub(super) fn merged<'s>(own: Node<'s>, theirs: Node<'s>, reader: &Reader<'s>) -> Node<'s> {
    match (own, theirs) {
        (Node::Object(before), Node::Object(after)) => {
            let mut members: Vec<(&'s str, Node<'s>)> = before.members().collect();
            for (key, value) in after.members() {
                if matches!(value, Node::Null) {
                    members.retain(|(name, _)| *name != key);
                    continue;
                }
                match members.iter_mut().find(|(name, _)| *name == key) {
                    Some((_, there)) => *there = merged(*there, value, reader),
                    None => members.push((key, value)),
                }
            }
            reader.arena().object(members)
        }
        (Node::List(before), Node::List(after)) => match name_of(before, after) {
            Some(name) => {
                let same = |one: Node<'s>, other: Node<'s>| one.get(name).equals(other.get(name));
                let mut elements: Vec<Node<'s>> = before.to_vec();
                for value in after.iter().copied() {
                    match elements.iter_mut().find(|element| same(**element, value)) {
                        Some(there) => *there = merged(*there, value, reader),
                        None => elements.push(value),
                    }
                }
                reader.arena().list(&elements)
            }
            None => theirs,
        },
        _ => theirs,
    }
}

/// The member that tells the elements of both lists apart, when every element has it.
fn name_of(before: &[Node<'_>], after: &[Node<'_>]) -> Option<&'static str> {
    let all = || before.iter().chain(after);
    NAMES
        .into_iter()
        .find(|name| !after.is_empty() && all().all(|element| element.get(*name).as_str().is_some()))
}

#[cfg(test)]
mod tests {
    use loggia_template::Arena;

    use super::*;

    #[test]
    fn a_translation_says_only_what_differs() {
        for (own, theirs, expected) in [
            (r#"{"a": 1, "b": 2}"#, r#"{"b": 3, "c": 4}"#, r#"{"a": 1, "b": 3, "c": 4}"#),
            (r#"{"a": {"b": 1, "c": 2}}"#, r#"{"a": {"c": 3}}"#, r#"{"a": {"b": 1, "c": 3}}"#),
            (r#"{"a": 1, "b": 2}"#, r#"{"b": null}"#, r#"{"a": 1}"#),
            (r#"{"a": ["x", "y"]}"#, r#"{"a": ["z"]}"#, r#"{"a": ["z"]}"#),
            (
                r#"{"f": [{"id": "n", "t": "Name", "r": true}, {"id": "m", "t": "Mail"}]}"#,
                r#"{"f": [{"id": "m", "t": "Courriel"}]}"#,
                r#"{"f": [{"id": "n", "t": "Name", "r": true}, {"id": "m", "t": "Courriel"}]}"#,
            ),
            (
                r#"{"v": [{"sku": "a", "p": 1}]}"#,
                r#"{"v": [{"sku": "a", "o": "Rouge"}]}"#,
                r#"{"v": [{"sku": "a", "p": 1, "o": "Rouge"}]}"#,
            ),
        ] {
            let arena = Arena::new();
            let [own_node, said_node, expected] =
                [own, theirs, expected].map(|text| arena.parse(text).unwrap());
            let together = merged(own_node, said_node, &Reader::new(&arena));
            assert!(together.equals(expected), "{own} and {theirs}");
        }
    }

    #[test]
    fn tags_are_recognised_among_other_words() {
        for tag in ["fr", "fr-FR", "zh-Hant-TW", "es-419"] {
            assert!(is_tag(tag), "{tag}");
        }
        for other in ["", "f", "french-language-x", "fr_FR", "../x", "12"] {
            assert!(!is_tag(other), "{other}");
        }
    }
}
