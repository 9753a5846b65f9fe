//! All style sheets of a template as one LESS program, compiled or taken from what an earlier build kept.

use serde::{Deserialize, Serialize};

use super::less::{self, Fault, Job};
use super::loader::{Inputs, Loader, are_unchanged, readable};
use super::sheet::{FOLDER, Styles, is_less};
use super::traced::Traced;
use super::wanted::Wanted;
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;

/// The name of the text that imports all others. No owner's file can have it.
const ENTRY: &str = "template/styles/:all";
const KIND: &str = "less";
/// Goes up when what is kept is shaped in another way.
const LAYOUT: u32 = 1;

/// What is kept of a compilation.
#[derive(Serialize, Deserialize)]
struct Kept {
    inputs: Inputs,
    warnings: Vec<String>,
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
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        if name.contains(['"', '\\', '{', '\n']) {
            let message = format!("'{name}' cannot be the name of a style sheet.");
            styles.diagnostics.push(Diagnostic::error("style-name", FOLDER, message).help("rename the file"));
            return None;
        }
        let how = if is_less(name) { "less" } else { "inline" };
        lines.push(format!("@import ({how}) \"{name}\";"));
    }
    lines.extend(wanted.tweaks.lines());
    let text = lines.join("\n");
    let key = format!("{LAYOUT}\n{:?}\n{text}\n{}", wanted.math, less::bundle());
    let key = Digest::of(key.as_bytes());
    let kept =
        wanted.cache.get(KIND, key, "json").and_then(|kept| serde_json::from_slice::<Kept>(&kept).ok());
    if let Some(kept) = kept.filter(|kept| are_unchanged(wanted.root, &kept.inputs)) {
        warn(&kept, wanted, styles);
        return Some(kept.css);
    }
    styles.compiled += 1;
    let job = Job { entry: ENTRY, text: &text, math: wanted.math };
    let (answer, loader) = less::compile(&job, Loader::new(wanted.root));
    let text_of = |name: &str| readable(&crate::folder::read(wanted.root.join(name)).unwrap_or_default());
    match answer {
        Ok(css) => {
            let warnings = css.warnings.clone();
            let kept = Kept { inputs: loader.into_inputs(), warnings, css: Traced::of_less(css, text_of) };
            if let Ok(bytes) = serde_json::to_vec(&kept) {
                wanted.cache.put(KIND, key, "json", &bytes);
            }
            warn(&kept, wanted, styles);
            Some(kept.css)
        }
        Err(fault) => {
            styles.diagnostics.push(explained(&fault, wanted, names.len(), text_of));
            None
        }
    }
}

/// What LESS remarked, and tweaks that no sheet knows.
fn warn(kept: &Kept, wanted: &Wanted<'_>, styles: &mut Styles) {
    for warning in &kept.warnings {
        let message = warning.trim().trim_start_matches("WARNING: ").to_owned();
        styles.diagnostics.push(Diagnostic::warning("style-less", FOLDER, message));
    }
    let names: Vec<&str> = wanted.tweaks.names().collect();
    if names.is_empty() {
        return;
    }
    let sheets = kept.inputs.iter().filter(|(path, digest)| digest.is_some() && is_less(path));
    let texts: Vec<String> =
        sheets.filter_map(|(path, _)| crate::folder::read_to_string(wanted.root.join(path)).ok()).collect();
    for (index, name) in names.iter().enumerate() {
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
fn explained(
    fault: &Fault,
    wanted: &Wanted<'_>,
    imports: usize,
    text_of: impl Fn(&str) -> String,
) -> Diagnostic {
    let message = sentence(&fault.message);
    let line = fault.line.unwrap_or(0);
    let file = match fault.filename.as_deref() {
        Some(ENTRY) | None => {
            let tweak =
                line.checked_sub(imports + 1).and_then(|index| wanted.tweaks.fault(index, message.clone()));
            return tweak.unwrap_or_else(|| Diagnostic::error("style-less", FOLDER, message));
        }
        Some(file) => file,
    };
    let mut diagnostic = Diagnostic::error("style-less", file, message);
    if line > 0 {
        diagnostic = diagnostic.at(&text_of(file), line, fault.column.map_or(0, |column| column + 1));
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
        ("Plugin", _) => Some("remove the @plugin; what it made can be written in LESS itself"),
        (_, message) if message.contains("Inline JavaScript") => {
            Some("work the value out in LESS: programs inside style sheets are not run")
        }
        ("File", _) => Some("names are looked for beside the style sheet, then in template/styles/"),
        ("Name", message) if message.starts_with("variable") => {
            Some("define it in a style sheet that template.conf names, or import its file")
        }
        ("Parse", message) if message.contains("missing") => {
            Some("a bracket that is opened before this place is not closed")
        }
        ("Size", _) => Some("look for variables, lists or mixins that hold each other many times over"),
        ("Run", _) | ("RangeError" | "InternalError", _) => {
            Some("look for a mixin that calls itself without a guard that ends it")
        }
        _ => None,
    }
}
