//! The files of a look: `look.css` with one value a line, and `template.conf` with the same values as tweaks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::fonts::File;
use super::reduce::color_name;
use super::token::{Kind, OF_THEME, TOKENS};

/// A value under its name, in the order in which the files have them.
pub(super) type Lines = Vec<(String, String)>;

const ABOUT: &str = "/* How the old site looked: read from its pages when it was left, one value a line, lengths in pixels, sizes and \
                     spaces for a window of 1280 pixels and (-small) of 390. Change what you like, here or in the editor's \
                     Look panel: what you changed stays when the site is left again. */\n";

/// Every value in order; `of` gives each, by its name and the value where nothing is known.
pub(super) fn lines(themes: &BTreeSet<String>, of: impl Fn(&str, String) -> String) -> Lines {
    let mut lines = Lines::new();
    for token in TOKENS {
        lines.push((token.name.to_owned(), of(token.name, super::token::default(&token.kind))));
    }
    let base: BTreeMap<String, String> = lines.iter().cloned().collect();
    for theme in themes {
        for (end, ..) in OF_THEME {
            let name = color_name(theme, end);
            let value = of(&name, base.get(end).cloned().unwrap_or_default());
            lines.push((name, value));
        }
    }
    lines
}

/// The style sheet.
pub(super) fn sheet(
    lines: &Lines,
    themes: &BTreeSet<String>,
    sections: &BTreeMap<String, String>,
    files: &BTreeMap<String, Vec<File>>,
) -> String {
    let mut sheet = ABOUT.to_owned() + ":root {\n";
    for (name, value) in lines {
        let _ = writeln!(sheet, "  --{name}: {value};");
    }
    sheet.push_str("}\n");
    for theme in themes {
        let _ = write!(sheet, ".page-section[data-section-theme=\"{theme}\"]");
        for (id, _) in sections.iter().filter(|(_, own)| *own == theme) {
            let _ = write!(sheet, ", .page-section[id=\"{id}\"]");
        }
        sheet.push_str(" {\n");
        for (end, _, own) in OF_THEME {
            let _ = writeln!(sheet, "  --{own}: var(--{});", color_name(theme, end));
        }
        sheet.push_str("}\n");
    }
    for (name, files) in files {
        for File { address, format, weight, italic } in files {
            let style = if *italic { "italic" } else { "normal" };
            let _ = writeln!(
                sheet,
                "@font-face {{ font-family: \"{name}\"; src: url(\"{address}\") format(\"{format}\"); font-weight: {weight}; \
                 font-style: {style}; font-display: swap }}"
            );
        }
    }
    sheet
}

/// The values that stand in a style sheet of ours, by name.
pub(super) fn read(sheet: &str) -> BTreeMap<String, String> {
    let value = |line: &str| {
        let (name, value) = line.trim().strip_prefix("--")?.split_once(':')?;
        Some((name.trim().to_owned(), value.trim().trim_end_matches(';').trim().to_owned()))
    };
    let inside = sheet.lines().skip_while(|line| !line.starts_with(":root")).skip(1);
    inside.take_while(|line| !line.starts_with('}')).filter_map(value).collect()
}

/// The settings of the template: those it has, with the values as what its owner may set.
pub(super) fn settings(base: &Value, lines: &Lines) -> Value {
    let tweaks: Vec<Value> = lines.iter().map(|(name, value)| tweak(name, value)).collect();
    let mut settings = base.clone();
    settings["tweaks"] = tweaks.into();
    settings
}

fn tweak(name: &str, value: &str) -> Value {
    let Some(token) = super::token::find(name) else {
        let theme = name.trim_start_matches("theme-");
        let end = OF_THEME.iter().find_map(|(end, label, _)| Some((theme.strip_suffix(*end)?, *label)));
        let (theme, label) = end.unwrap_or((theme, "color"));
        let category = format!("Colors of {} sections", theme.trim_end_matches('-'));
        return json!({"name": name, "kind": "color", "label": capital(label), "category": category, "default": value});
    };
    let mut tweak = json!({"name": name, "label": token.label, "category": token.category, "default": value});
    match token.kind {
        Kind::Color(_) => tweak["kind"] = "color".into(),
        Kind::Font(_) => tweak["kind"] = "font".into(),
        Kind::Number(least, most, step, _) => {
            tweak["kind"] = "range".into();
            (tweak["min"], tweak["max"], tweak["step"]) = (json!(least), json!(most), json!(step));
        }
        Kind::Choice(words, _) => {
            tweak["kind"] = "select".into();
            let options: Vec<Value> = words
                .iter()
                .map(|word| json!({"value": word, "label": capital(&word.replace('-', " "))}))
                .collect();
            tweak["options"] = options.into();
        }
        Kind::Switch(_) => {
            tweak["kind"] = "checkbox".into();
            tweak["default"] = (value == "true").into();
        }
    }
    tweak
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |letter| letter.to_uppercase().chain(letters).collect())
}

/// What the settings of a template give each tweak, by name.
pub(super) fn defaults(settings: &Value) -> BTreeMap<String, String> {
    let tweaks = settings["tweaks"].as_array().map(Vec::as_slice).unwrap_or_default();
    let value = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    tweaks
        .iter()
        .filter_map(|tweak| Some((tweak["name"].as_str()?.to_owned(), value(tweak.get("default")?))))
        .collect()
}
