//! `emails/`: the site's own templates of the letters that its shop sends, `<kind>.subject`, `<kind>.txt` and `<kind>.html`, and in
//! `emails/<tag>/` those of a language.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_commerce::{LETTER_BYTES_MAXIMUM, LETTER_KINDS, LetterTemplate};
use loggia_template::{Engine, Opcode, Report, Tag, Vocabulary};

use super::files::{files, folders};
use crate::diagnostic::{Diagnostic, line_column, nearest, relative};

/// The folder below the site's.
pub const FOLDER: &str = "emails";

/// The parts of a letter, by the ending of their files.
const PARTS: [&str; 3] = ["subject", "txt", "html"];

/// Formatters after which a text is no markup.
const ESCAPING: [&str; 5] = ["htmltag", "htmlattr", "html", "safe", "url-encode"];

/// Reads and checks every template; those with faults are left out, and the faults are added. `languages` are the tags that the site
/// is published in.
pub(super) fn read(
    root: &Path,
    languages: &[&str],
    faults: &mut Vec<Diagnostic>,
) -> BTreeMap<String, LetterTemplate> {
    let (folder, engine, mut found) = (root.join(FOLDER), Engine::new(Vocabulary::core()), BTreeMap::new());
    read_folder(root, (&folder, ""), &engine, &mut found, faults);
    for folder in folders(&folder) {
        let tag = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if languages.contains(&tag.as_str()) {
            read_folder(root, (&folder, &format!("{tag}/")), &engine, &mut found, faults);
            continue;
        }
        let message =
            format!("The site is not published in '{tag}': no letter is written with these templates.");
        let near = nearest(&tag, languages.iter().copied());
        let help = near.map_or_else(
            || format!("add \"{tag}\" to website.languages in site.json, or move the files into {FOLDER}/"),
            |near| format!("did you mean `{near}`?"),
        );
        faults.push(Diagnostic::warning("letter", relative(root, &folder), message).help(help));
    }
    found
}

fn read_folder(
    root: &Path,
    (folder, prefix): (&Path, &str),
    engine: &Engine,
    found: &mut BTreeMap<String, LetterTemplate>,
    faults: &mut Vec<Diagnostic>,
) {
    for part in PARTS {
        for file in files(folder, part) {
            let kind = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            match read_one(root, (&file, &kind, part), engine) {
                Ok(text) => {
                    let letter = found.entry(format!("{prefix}{kind}")).or_default();
                    let place = match part {
                        "subject" => &mut letter.subject,
                        "txt" => &mut letter.text,
                        _ => &mut letter.html,
                    };
                    *place = Some(text);
                }
                Err(wrong) => faults.extend(wrong),
            }
        }
    }
}

/// A template without a fault.
fn read_one(
    root: &Path,
    (file, kind, part): (&Path, &str, &str),
    engine: &Engine,
) -> Result<String, Vec<Diagnostic>> {
    let name = relative(root, file);
    let refused =
        |message: String, help: String| vec![Diagnostic::error("letter", &name, message).help(help)];
    if !LETTER_KINDS.contains(&kind) {
        let near = nearest(kind, LETTER_KINDS);
        let help = near.map_or_else(
            || format!("the kinds are {}", LETTER_KINDS.join(", ")),
            |near| format!("did you mean `{near}.{part}`?"),
        );
        return Err(refused(format!("The shop sends no letter of the kind '{kind}'."), help));
    }
    let text = crate::folder::read_to_string(file).map_err(|cause| {
        refused(format!("This template cannot be read: {cause}."), "write it anew, as UTF-8".into())
    })?;
    if text.len() > LETTER_BYTES_MAXIMUM {
        let message = format!("This template has {} bytes; {LETTER_BYTES_MAXIMUM} are the most.", text.len());
        return Err(refused(message, "put large pictures at an address of the site".into()));
    }
    let compiled = engine.compile(&name.to_string_lossy(), &text);
    let mut faults: Vec<Diagnostic> = compiled
        .errors
        .iter()
        .map(|error| {
            let report = Report::new(error, &text).with_words(engine.vocabulary());
            let message = error.kind.to_string();
            let message = message.strip_prefix("SyntaxError: ").unwrap_or(&message).to_owned();
            Diagnostic::error("letter", &name, format!("{}.", message.trim_end_matches('.')))
                .help(report.advice())
                .at(&text, error.line as usize, error.column as usize)
                .spanning(report.span().1)
        })
        .collect();
    if part == "html" {
        faults.extend(unescaped(engine, &text, &name));
    }
    if faults.is_empty() { Ok(text) } else { Err(faults) }
}

/// What a shopper typed would be markup in a letter wherever a value is shown as it is.
fn unescaped(engine: &Engine, text: &str, name: &Path) -> Vec<Diagnostic> {
    let is_raw = |tag: &Tag| {
        tag.opcode == Opcode::Variable
            && !tag.calls.iter().any(|call| {
                let formatter = text.get(call.name.clone()).unwrap_or_default();
                ESCAPING.contains(&formatter) || formatter == "apply"
            })
    };
    let raw = engine.tags(text).into_iter().filter(is_raw);
    raw.map(|tag| {
        let (line, column) = line_column(text, tag.span.start);
        let written = text.get(tag.span.clone()).unwrap_or_default();
        let plain = written.trim_end_matches('}');
        Diagnostic::error(
            "letter-unescaped",
            name,
            format!("What {written} shows may be markup that a shopper typed."),
        )
        .help(format!("write {plain}|htmltag}}, or {plain}|htmlattr}} within an attribute"))
        .at(text, line, column)
        .spanning(written.chars().count())
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read_these(files: &[(&str, &str)]) -> (BTreeMap<String, LetterTemplate>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(FOLDER).join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let mut faults = Vec::new();
        let found = read(folder.path(), &["de-DE"], &mut faults);
        (
            found,
            faults
                .iter()
                .map(|fault| {
                    format!("{} {} {}", fault.place(), fault.code, fault.help.as_deref().unwrap_or_default())
                })
                .collect(),
        )
    }

    #[test]
    fn s_658_the_parts_of_letters_are_read_by_kind_and_language() {
        let (found, faults) = read_these(&[
            ("confirmation.subject", "Thanks for {name}"),
            ("confirmation.html", "<p>{heading|htmltag}</p>{.repeated section lines}{title|htmltag}{.end}"),
            ("de-DE/confirmation.txt", "{heading}"),
            ("notes.md", "mine"),
        ]);
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(found.keys().collect::<Vec<_>>(), ["confirmation", "de-DE/confirmation"]);
        assert_eq!(found["confirmation"].subject.as_deref(), Some("Thanks for {name}"));
        assert!(found["confirmation"].text.is_none() && found["de-DE/confirmation"].text.is_some());
    }

    #[test]
    fn s_658_a_fault_has_its_file_line_and_column_and_the_part_is_left_out() {
        let (found, faults) = read_these(&[
            ("confirmation.txt", "Hello\n{heading|htmltg}"),
            ("shipped.html", "<p>\n  {heading}</p>"),
            ("shiped.txt", "x"),
            ("refunded.txt", "{.section lines}"),
            ("gift-card.txt", &"x".repeat(LETTER_BYTES_MAXIMUM + 1)),
            ("fr-FR/shipped.txt", "x"),
        ]);
        assert!(found.is_empty(), "{found:?}");
        assert_eq!(faults.len(), 6, "{faults:#?}");
        let has = |text: &str| faults.iter().any(|fault| fault.contains(text));
        assert!(has("emails/confirmation.txt:2:1 letter did you mean `htmltag`?"), "{faults:#?}");
        assert!(has("emails/shipped.html:2:3 letter-unescaped write {heading|htmltag}"), "{faults:#?}");
        assert!(
            has("did you mean `shipped.txt`?")
                && has("emails/refunded.txt")
                && has("emails/gift-card.txt")
                && has("emails/fr-FR"),
            "{faults:#?}"
        );
    }
}
