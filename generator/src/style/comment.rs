//! Tweaks that a template declares in comments of its style sheets, as on the hosted platform:
//! `// tweak: { "type": "value", "title": "Site Width", "min": 480 }` before `@siteWidth: 960px;`.
//!
//! What follows the comment says the rest: a variable has the template's own value; a rule (`.nav-font { … }`) has one for
//! each of its declarations, and each is a variable too (`@nav-font-font-size`). What is chosen or switched is a class of
//! every page, by its title.

use std::path::Path;

use super::lenient::Loose;
use super::loader::Loader;
use super::sheet::FOLDER;
use super::tweak::{Declared, class_of};

/// The most tweaks that are read of a template.
const MOST: usize = 2_000;

/// The tweaks that the comments of these sheets, and of those that they import, declare. The first of a name counts.
#[must_use]
pub fn declared(root: &Path, named: &[String]) -> Vec<Declared> {
    let mut loader = Loader::new(root);
    let mut waiting: Vec<(String, String)> =
        named.iter().rev().map(|name| (format!("{FOLDER}/"), name.clone())).collect();
    let mut seen = std::collections::BTreeSet::new();
    let mut all: Vec<Declared> = Vec::new();
    while let Some((folder, name)) = waiting.pop() {
        let Ok((path, text)) = loader.read(&folder, &name) else { continue };
        if !seen.insert(path.clone()) {
            continue;
        }
        for tweak in of_sheet(&text) {
            if all.len() < MOST && !all.iter().any(|other| other.name == tweak.name) {
                all.push(tweak);
            }
        }
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned() + "/";
        waiting.extend(imports(&text).into_iter().rev().map(|name| (folder.clone(), name)));
    }
    all
}

/// The names of imported files that may be of the site.
fn imports(text: &str) -> Vec<String> {
    let statements = text.split("@import").skip(1).filter_map(|rest| rest.split(';').next());
    let name = |statement: &str| {
        let start = statement.find(['"', '\''])?;
        let quote = statement[start..].chars().next()?;
        let name = statement[start + 1..].split(quote).next()?;
        let is_named = name.ends_with(".less") || name.ends_with(".css");
        (!name.contains("//")).then(|| if is_named { name.to_owned() } else { format!("{name}.less") })
    };
    statements.filter_map(name).collect()
}

/// The tweaks of one sheet.
fn of_sheet(text: &str) -> Vec<Declared> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((body, end)) = next_comment(text, at) {
        at = end;
        let Some(json) = settings(&body) else { continue };
        // A comment of one line may go on in the next.
        let mut joined = json.to_owned();
        let mut read = Loose::object(&joined);
        while read.is_none() && joined.len() < 4_000 {
            let Some((more, after)) = following_line(text, at) else { break };
            joined.push_str(&more);
            at = after;
            read = Loose::object(&joined);
        }
        if let Some(read) = read {
            found.extend(tweaks(&read, bound(&text[at..])));
        }
    }
    found
}

/// The text of the next comment, and where it ends.
fn next_comment(text: &str, from: usize) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"//" if at == 0 || bytes[at - 1] != b':' => {
                let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
                return Some((text[at + 2..end].to_owned(), end));
            }
            b"/*" => {
                let end = text[at + 2..].find("*/").map_or(text.len(), |end| at + 2 + end);
                return Some((text[at + 2..end].to_owned(), (end + 2).min(text.len())));
            }
            _ => at += 1,
        }
    }
    None
}

/// The next line, when it is a comment that is no tweak of its own.
fn following_line(text: &str, at: usize) -> Option<(String, usize)> {
    let rest = &text[at..];
    let body = rest.trim_start().strip_prefix("//")?;
    let start = text.len() - body.len();
    let end = text[start..].find('\n').map_or(text.len(), |end| start + end);
    let line = &text[start..end];
    settings(line).is_none().then(|| (format!(" {line}"), end))
}

/// What stands behind `tweak:` in a comment.
fn settings(comment: &str) -> Option<&str> {
    let rest = comment.trim_start_matches(['*', '/', ' ', '\t', '\n']).strip_prefix("tweak")?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    rest.starts_with('{').then_some(rest)
}

/// What follows a comment.
enum Bound {
    Nothing,
    /// A variable: its name without `@`, its value.
    Variable(String, String),
    /// A class without its dot, and its declarations.
    Rule(String, Vec<(String, String)>),
}

fn bound(rest: &str) -> Bound {
    let rest = rest.trim_start();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let word = |text: &str| text[..text.find(|c| !is_word(c)).unwrap_or(text.len())].to_owned();
    if let Some(after) = rest.strip_prefix('@') {
        let name = word(after);
        let value =
            after[name.len()..].trim_start().strip_prefix(':').and_then(|rest| rest.split(';').next());
        return match value {
            Some(value) if !name.is_empty() && !value.contains('{') => Bound::Variable(name, clean(value)),
            _ => Bound::Nothing,
        };
    }
    let Some(after) = rest.strip_prefix('.') else { return Bound::Nothing };
    let name = word(after);
    let Some(block) = after[name.len()..].trim_start().strip_prefix('{') else { return Bound::Nothing };
    let Some((block, _)) = block.split_once('}') else { return Bound::Nothing };
    let pair = |line: &str| {
        let (property, value) = line.split_once(':')?;
        let property = property.trim().to_owned();
        let is_one = !property.is_empty() && property.chars().all(is_word) && !value.contains(['{', '\n']);
        is_one.then(|| (property, clean(value)))
    };
    let plain: Vec<&str> = block.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    Bound::Rule(name, plain.join(" ").split(';').filter_map(pair).collect())
}

fn clean(value: &str) -> String {
    let value = value.split("/*").next().unwrap_or_default().trim();
    value.strip_suffix("!important").unwrap_or(value).trim().to_owned()
}

/// The tweaks that a comment declares: one, or for a font one for each of its declarations.
fn tweaks(read: &Loose, bound: Bound) -> Vec<Declared> {
    let title = read.text("title").unwrap_or_default();
    let class = class_of(title);
    let label = read.text("label").unwrap_or(title).to_owned();
    let declared = Declared {
        label: Some(label).filter(|label| !label.is_empty()),
        category: read.text("category").map(str::to_owned),
        min: read.number("min"),
        max: read.number("max"),
        step: read.number("step"),
        ..Declared::default()
    };
    let given = read.text("default").map(str::to_owned);
    let kind = read.text("type").unwrap_or_default().to_ascii_lowercase();
    let switched =
        |default| Declared { name: class.clone(), class: Some(class.clone()), default, ..declared.clone() };
    match (kind.as_str(), bound) {
        ("checkbox", _) => {
            let on = [read.text("active"), read.text("value"), read.text("default")];
            let on = on.into_iter().flatten().any(|on| on.eq_ignore_ascii_case("true"));
            one(Declared { kind: "checkbox", ..switched(Some(on.to_string())) })
        }
        ("dropdown", _) => {
            let options = read.texts("options");
            let first = given.or_else(|| options.first().cloned());
            one(Declared { kind: "select", options, ..switched(first) })
        }
        (_, Bound::Rule(rule, declarations)) => {
            let each = declarations.into_iter().map(|declaration| of_rule(&declared, &rule, declaration));
            each.collect()
        }
        ("value" | "color" | "image" | "background-image" | "font", Bound::Variable(name, value)) => {
            one(Declared { name, default: Some(value), ..of_kind(&kind, &declared) })
        }
        ("value" | "color", Bound::Nothing) if given.is_some() => {
            one(Declared { name: class, default: given, is_undefined: true, ..of_kind(&kind, &declared) })
        }
        _ => Vec::new(),
    }
}

fn one(declared: Declared) -> Vec<Declared> {
    if declared.name.is_empty() { Vec::new() } else { vec![declared] }
}

fn of_kind(kind: &str, declared: &Declared) -> Declared {
    let kind = match kind {
        "color" => "color",
        "font" => "font",
        "image" | "background-image" => "image",
        _ => "range",
    };
    Declared { kind, ..declared.clone() }
}

/// A declaration of a rule that an owner may set, such as the size of a font.
fn of_rule(declared: &Declared, rule: &str, (property, value): (String, String)) -> Declared {
    let chosen = |options: &[&str]| options.iter().map(|option| (*option).to_owned()).collect::<Vec<_>>();
    let (kind, options) = match property.as_str() {
        "font-family" => ("font", Vec::new()),
        "color" | "background-color" | "border-color" => ("color", Vec::new()),
        "background-image" => ("image", Vec::new()),
        "text-transform" => ("select", chosen(&["none", "uppercase", "lowercase", "capitalize"])),
        "font-style" => ("select", chosen(&["normal", "italic"])),
        "font-weight" => (
            "select",
            chosen(&["100", "200", "300", "400", "500", "600", "700", "800", "900", "normal", "bold"]),
        ),
        "text-decoration" => ("select", chosen(&["none", "underline"])),
        "background-size" => ("select", chosen(&["auto", "cover", "contain"])),
        "background-repeat" => ("select", chosen(&["repeat", "no-repeat", "repeat-x", "repeat-y"])),
        _ if value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-')) => {
            ("range", Vec::new())
        }
        _ => ("font", Vec::new()),
    };
    let (min, max, step) = match (property.as_str(), value.ends_with("px")) {
        ("letter-spacing", true) => (-2.0, 12.0, 1.0),
        ("letter-spacing", false) => (-0.2, 1.0, 0.01),
        ("line-height", false) => (0.8, 3.0, 0.1),
        (_, true) => (8.0, 120.0, 1.0),
        _ => (0.5, 8.0, 0.1),
    };
    let is_range = kind == "range";
    let label = declared.label.as_deref().unwrap_or(rule);
    Declared {
        name: format!("{rule}-{property}"),
        kind,
        default: Some(value),
        label: Some(format!("{label}: {}", property.trim_start_matches("font-").replace('-', " "))),
        options,
        min: is_range.then_some(min),
        max: is_range.then_some(max),
        step: is_range.then_some(step),
        rule: Some((rule.to_owned(), property)),
        is_undefined: true,
        ..declared.clone()
    }
}
