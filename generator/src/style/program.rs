//! All style sheets of a template as one LESS program, compiled or taken from what an earlier build kept.

use serde::{Deserialize, Serialize};

use super::less::{self, Fault, Job};
use super::loader::{Inputs, Loader, are_unchanged, readable};
use super::sheet::{FOLDER, Styles};
use super::traced::Traced;
use super::wanted::Wanted;
use super::{platform, tweak};
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;

/// The name of the text that imports all others. No owner's file can have it.
const ENTRY: &str = "template/styles/:all";
/// Built-in sheets whose mixins are known without an import, and the mixins' name.
const KNOWN: [(&str, &str); 3] = [
    ("sqs-mobile-nav", "#sqs-mobile-nav"),
    ("sqs-ui-font", ".sqs-ui-font"),
    ("sqs-button-hover", ".button-block-guarded-mixin-outline-hover-style"),
];
const KIND: &str = "less";
/// Goes up when what is kept is shaped in another way.
const LAYOUT: u32 = 2;

/// What is kept of a compilation.
#[derive(Serialize, Deserialize)]
struct Kept {
    inputs: Inputs,
    warnings: Vec<Fault>,
    css: Traced,
}

/// Compiles the named sheets; `None` when they have a fault, which is added.
pub fn compile(wanted: &Wanted<'_>, names: &[&str], styles: &mut Styles) -> Option<Traced> {
    if !less::is_built_in() {
        let message = "This program was built without LESS, and the site has LESS style sheets.";
        styles.diagnostics.push(
            Diagnostic::error("style-less", FOLDER, message)
                .help("build the program with `make build`, which bundles LESS first"),
        );
        return None;
    }
    // What every sheet of the platform knows without asking for it.
    let texts: Vec<String> = names.iter().map(|name| text_of(wanted, &format!("{FOLDER}/{name}"))).collect();
    let mut lines = always_known(&texts);
    lines.extend(tweak::undefined(wanted.declared));
    for name in names {
        if name.contains(['"', '\\', '{', '\n']) {
            let message = format!("'{name}' cannot be the name of a style sheet.");
            styles.diagnostics.push(Diagnostic::error("style-name", FOLDER, message).help("rename the file"));
            return None;
        }
        lines.push(format!("@import (less) \"{name}\";"));
    }
    let before = lines.len();
    lines.extend(wanted.tweaks.lines());
    let text = lines.join("\n");
    let key = format!("{LAYOUT}\n{text}\n{}\n{}", less::bundle(), platform::digest());
    let key = Digest::of(key.as_bytes());
    let kept =
        wanted.cache.get(KIND, key, "json").and_then(|kept| serde_json::from_slice::<Kept>(&kept).ok());
    if let Some(kept) = kept.filter(|kept| are_unchanged(wanted.root, &kept.inputs)) {
        warn(&kept, wanted, before, styles);
        return Some(kept.css);
    }
    styles.compiled += 1;
    let job = Job { entry: ENTRY, text: &text };
    let (answer, loader) = less::compile(&job, Loader::new(wanted.root));
    let text_of = |name: &str| text_of(wanted, name);
    match answer {
        Ok(css) => {
            let warnings = css.warnings.clone();
            let kept = Kept { inputs: loader.into_inputs(), warnings, css: Traced::of_less(css, text_of) };
            if let Ok(bytes) = serde_json::to_vec(&kept) {
                wanted.cache.put(KIND, key, "json", &bytes);
            }
            warn(&kept, wanted, before, styles);
            Some(kept.css)
        }
        Err(fault) => {
            styles.diagnostics.push(explained(&fault, wanted, before));
            None
        }
    }
}

/// The imports of what every sheet of the platform knows without asking, where these sheets may call it and neither import
/// it nor have their own.
fn always_known(texts: &[String]) -> Vec<String> {
    let needed = |(sheet, mixin): &&(&str, &str)| {
        let imported = [format!("{sheet}'"), format!("{sheet}\""), format!("{sheet}.less")];
        let own =
            |text: &String| defines(text, mixin) || imported.iter().any(|name| text.contains(name.as_str()));
        // What sheets import may call it as well.
        let called = |text: &String| text.contains(*mixin) || text.contains("@import");
        !texts.iter().any(own) && texts.iter().any(called)
    };
    let line = |(sheet, _): &(&str, &str)| format!("@import (reference) \"{sheet}.less\";");
    KNOWN.iter().filter(needed).map(line).collect()
}

/// Whether a sheet defines a mixin, and does not only call it: a block follows what it takes.
fn defines(sheet: &str, mixin: &str) -> bool {
    let mut uses = sheet.split(mixin).skip(1);
    uses.any(|rest| {
        let takes = rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        takes.is_some_and(|(_, after)| after.trim_start().starts_with('{'))
    })
}

/// The text of a sheet, by its path below the site's folder.
fn text_of(wanted: &Wanted<'_>, name: &str) -> String {
    let own = || readable(&crate::folder::read(wanted.root.join(name)).unwrap_or_default());
    platform::sheet(name).map_or_else(own, |(_, text)| text.to_owned())
}

/// What LESS left out, and tweaks that no sheet knows.
fn warn(kept: &Kept, wanted: &Wanted<'_>, before: usize, styles: &mut Styles) {
    for warning in &kept.warnings {
        let is_tweak = warning.filename.as_deref() == Some(ENTRY);
        let found = explained(warning, wanted, before);
        // What the owner has set is the owner's to correct; what a template has, the platform leaves out as well.
        styles.diagnostics.push(if is_tweak { found } else { found.into_warning() });
    }
    let variables: Vec<(usize, &str)> = wanted.tweaks.variables().collect();
    if variables.is_empty() {
        return;
    }
    let sheets = kept.inputs.iter().filter(|(_, digest)| digest.is_some());
    let texts: Vec<String> =
        sheets.filter_map(|(path, _)| crate::folder::read_to_string(wanted.root.join(path)).ok()).collect();
    for (index, name) in variables {
        let known =
            |text: &String| text.contains(&format!("@{name}")) || text.contains(&format!("@{{{name}}}"));
        if !texts.iter().any(known) {
            let message = format!("No style sheet has a variable '@{name}'.");
            let warning = wanted.tweaks.fault(index, message).map(Diagnostic::into_warning);
            styles
                .diagnostics
                .extend(warning.map(|warning| warning.help("remove the tweak, or correct its name")));
        }
    }
}

/// A fault of LESS as one of the owner's file.
fn explained(fault: &Fault, wanted: &Wanted<'_>, before: usize) -> Diagnostic {
    let message = sentence(&fault.message);
    let line = fault.line.unwrap_or(0);
    let file = match fault.filename.as_deref() {
        Some(ENTRY) | None => {
            let tweak =
                line.checked_sub(before + 1).and_then(|index| wanted.tweaks.fault(index, message.clone()));
            return tweak.unwrap_or_else(|| Diagnostic::error("style-less", FOLDER, message));
        }
        Some(file) => file,
    };
    let mut diagnostic = Diagnostic::error("style-less", file, message);
    if line > 0 {
        let column = fault.column.map_or(0, |column| column + 1);
        diagnostic = diagnostic.at(&text_of(wanted, file), line, column);
    }
    match advice(fault) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

fn sentence(message: &str) -> String {
    let message = message.trim().trim_end_matches('.');
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn advice(fault: &Fault) -> Option<&'static str> {
    match (fault.kind.as_str(), fault.message.as_str()) {
        (_, message) if message.contains("inline JavaScript") => {
            Some("values can be worked out in LESS: programs inside style sheets are not run")
        }
        ("File", _) => Some("names are looked for beside the style sheet, then in template/styles/"),
        ("Parse", message) if message.ends_with("is not closed") => {
            Some("all that follows counts as standing inside it")
        }
        ("Parse" | "Name" | "Eval", _) => Some("the rest of the style sheet is made without it"),
        ("Size", _) => Some("look for variables, lists or mixins that hold each other many times over"),
        ("Run", _) | ("RangeError" | "InternalError", _) => {
            Some("look for a mixin that calls itself without a guard that ends it")
        }
        _ => None,
    }
}
