//! Every style sheet works in both directions: what stands at the left in English stands at the right in Arabic, so a sheet
//! says `inline-start` and not `left`. Where a side is really meant, the line says why: `/* physical: reason */`.

#![expect(clippy::unwrap_used, reason = "a test that meets a surprise fails there")]

use std::fs;
use std::path::{Path, PathBuf};

/// Where the sheets of pages, widgets and templates lie.
const FOLDERS: [&str; 7] = [
    "widgets/src",
    "widgets/.storybook",
    "api/src",
    "generator/builtin",
    "generator/starters",
    "site-fixtures/bakery/template",
    "site-fixtures/atlas/template",
];

const REASON: &str = "/* physical:";

fn sheets(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sheets(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "css") {
            found.push(path);
        }
    }
}

/// The parts of a value, split at spaces outside of brackets.
fn parts(value: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, character) in value.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if depth == 0 => {
                parts.push(&value[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&value[start..]);
    parts.retain(|part| !part.is_empty() && *part != "!important");
    parts
}

/// What of a declaration names a side, if it names one.
fn is_physical(property: &str, value: &str) -> bool {
    let property = property.trim();
    let value = value.trim();
    let words = property.split('-');
    let names_side = words.clone().any(|word| word == "left" || word == "right");
    // `--own-names` and the areas of a phone's notch are no sides of a text.
    if property.starts_with("--") || property.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
        return false;
    }
    if names_side {
        return true;
    }
    if matches!(property, "text-align" | "float" | "clear" | "text-align-last") {
        return value.split_whitespace().any(|word| word == "left" || word == "right");
    }
    if matches!(property, "transform" | "translate") && value.contains("translateX(") {
        return true;
    }
    let four = matches!(
        property,
        "margin"
            | "padding"
            | "inset"
            | "border-width"
            | "border-style"
            | "border-color"
            | "scroll-margin"
            | "scroll-padding"
    );
    let sides = parts(value);
    if property == "border-radius" && !value.contains('/') {
        // Top left, top right, bottom right, bottom left.
        return sides.len() > 1
            && (sides[0] != sides[1]
                || sides.get(2).unwrap_or(&sides[0]) != sides.get(3).unwrap_or(&sides[1]));
    }
    four && sides.len() == 4 && sides[1] != sides[3]
}

/// The lines of a sheet that name a side without a reason.
fn faults(sheet: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in sheet.lines().enumerate() {
        let reason = line.split_once(REASON).and_then(|(_, rest)| rest.split_once("*/"));
        if reason.is_some_and(|(reason, _)| !reason.trim().is_empty()) {
            continue;
        }
        for declaration in line.split(['{', '}', ';']) {
            if let Some((property, value)) = declaration.split_once(':')
                && is_physical(property, value)
            {
                found.push(format!("{}: {}", index + 1, declaration.trim()));
            }
        }
    }
    found
}

/// S-734
#[test]
fn s_734_no_style_sheet_names_a_side_without_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in FOLDERS {
        sheets(&root.join(folder), &mut found);
    }
    assert!(found.len() > 40, "{} sheets", found.len());
    let mut all = Vec::new();
    for path in found {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        all.extend(faults(&text).into_iter().map(|fault| format!("{name}:{fault}")));
    }
    assert_eq!(all, Vec::<String>::new());
}

#[test]
fn what_names_a_side_is_found() {
    for physical in [
        "a { left: 0 }",
        "margin-left: 1rem;",
        "border-top-right-radius: 2px",
        "border-right: 1px solid",
        "text-align: right;",
        "float:left",
        "inset: 0 auto auto 1rem",
        "margin: 0 calc(1rem + 2px) 0 0",
        "transform: translateX(2px)",
        "scroll-padding-left: 1px",
        "border-radius: 50% 50% 50% 0",
        "border-radius: 1rem 0",
        "left: 0; /* physical: */",
    ] {
        assert_eq!(faults(physical).len(), 1, "{physical}");
    }
    for fine in [
        "inset-inline-start: 0",
        "margin: 0 1rem 2rem 1rem",
        "padding: 1rem 2rem",
        "text-align: start",
        "border-radius: 1rem 1rem 0 0",
        "--left: 1rem",
        "a.left:hover { color: red }",
        "right: 0; /* physical: the owner chose the side */",
        "inset-block-end: max(1rem, env(safe-area-inset-left))",
        "grid-area: 1 / 2 / 3 / 4",
    ] {
        assert_eq!(faults(fine), Vec::<String>::new(), "{fine}");
    }
}
