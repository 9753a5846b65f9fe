//! The words of a template in several languages: `template/strings/<group>-<tag>.json`, as `template-en-US.json`.

use std::path::{Path, PathBuf};

use loggia_template::Node;

use super::document::Document;
use super::files::files;
use super::memory::Reader;
use crate::diagnostic::Diagnostic;

/// Groups of words that only an editor shows, and no page.
const OF_EDITORS: [&str; 2] = ["tweaks", "configuration"];

/// The language of a template that does not speak that of the site.
const FALLBACK: &str = "en-US";

/// The words that a template brings for a locale: an object of texts by their names. Of each group one file is read, that
/// of the locale, else one of its language, else the American one; a file that cannot be read is a warning.
#[must_use]
pub fn read<'s>(
    root: &'s Path,
    locale: &str,
    reader: &mut Reader<'s>,
    faults: &mut Vec<Diagnostic>,
) -> Node<'s> {
    let all: Vec<(String, String, PathBuf)> = files(&root.join("template/strings"), "json")
        .into_iter()
        .filter_map(|file| {
            let stem = file.file_stem()?.to_str()?.to_owned();
            let (group, tag) = stem.split_once('-')?;
            (!OF_EDITORS.contains(&group)).then(|| (group.to_owned(), tag.to_owned(), file))
        })
        .collect();
    let mut groups: Vec<&str> = all.iter().map(|(group, ..)| group.as_str()).collect();
    groups.dedup();
    let mut words: Vec<(&'s str, Node<'s>)> = Vec::new();
    for group in groups {
        let of_group = || all.iter().filter(|(own, ..)| own == group);
        let Some((_, _, file)) = of_group().min_by_key(|(_, tag, _)| distance(tag, locale)) else { continue };
        match Document::read(root, file, reader) {
            Ok(document) => {
                let members = document.root.as_object().into_iter().flat_map(|object| object.members());
                words.extend(members.filter(|(_, word)| matches!(word, Node::Text(_))));
            }
            Err(fault) => {
                faults.push(fault.into_warning().help("none of the words of this file are on the pages"));
            }
        }
    }
    reader.arena().object(words)
}

/// How far the language of a file is from a locale; none is further than another one than American English.
fn distance(tag: &str, locale: &str) -> usize {
    let language = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    [
        tag.eq_ignore_ascii_case(locale),
        language(tag) == language(locale),
        tag == FALLBACK,
        language(tag) == "en",
        true,
    ]
    .iter()
    .position(|fits| *fits)
    .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::memory::Memory;
    use super::*;

    #[test]
    fn the_nearest_language_is_read_and_what_editors_show_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let strings = folder.path().join("template/strings");
        fs::create_dir_all(&strings).unwrap();
        for (name, text) in [
            ("template-de-DE", r#"{"next": "Weiter", "deep": {"x": "y"}}"#),
            ("template-en-US", r#"{"next": "Next", /* then */ }"#),
            ("template-pt-BR", r#"{"next": "Próximo"}"#),
            ("annotations-en-US", r#"{"footer": "Footer"}"#),
            ("tweaks-en-US", r#"{"Show Border": "Show Border"}"#),
            ("annotations-fr-FR", r#"{"footer": "#),
        ] {
            fs::write(strings.join(format!("{name}.json")), text).unwrap();
        }
        for (locale, next, footer, count) in [
            ("de-CH", Some("Weiter"), Some("Footer"), 0),
            ("en-GB", Some("Next"), Some("Footer"), 0),
            ("fr-FR", Some("Next"), None, 1),
        ] {
            let (memory, mut faults) = (Memory::new(folder.path()), Vec::new());
            let words = read(memory.folder(), locale, &mut memory.reader(), &mut faults);
            assert_eq!(
                (words.get("next").as_str(), words.get("footer").as_str()),
                (next, footer),
                "{locale}"
            );
            assert!(words.get("Show Border").is_missing() && words.get("deep").is_missing());
            assert_eq!(faults.len(), count, "{faults:?}");
            assert!(faults.iter().all(|fault| !fault.is_error()));
        }
    }
}
