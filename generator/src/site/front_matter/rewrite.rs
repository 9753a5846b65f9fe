//! A front matter with other values: what stays the same stays as its owner wrote it, byte for byte.

use std::ops::Range;

use super::parts::{Format, Parts, read, split};
use super::spell::Speller;
use super::tree::{Member, Said, Style, Tree, What};
use super::usual::{self, Meant};

/// A Markdown file with the members and the `body` of `wanted`, in the format that it has. What its front matter cannot
/// take in the place where it stands is written below it; when the lines cannot be kept at all they are written anew.
/// Nothing when the file has no front matter in YAML or TOML, or cannot say what is wanted.
#[must_use]
pub fn rewrite(text: &str, wanted: &Said) -> Option<String> {
    let parts = split(text).filter(|parts| parts.format != Format::Json)?;
    let front = &text[parts.front.clone()];
    let root = read(parts.format, front).ok()?;
    let body = wanted.get("body").and_then(Said::text).unwrap_or_default();
    let joined = |front: &str| {
        let fences = (&text[..parts.front.start], &text[parts.front.end..parts.body.start]);
        format!("{}{front}{}{body}", fences.0, fences.1)
    };
    let is_right = |text: &String| says(text, wanted);
    let kept = edited(&parts, front, &root, wanted).map(|front| joined(&front)).filter(is_right);
    kept.or_else(|| Some(joined(&anew(parts.format, line_end(front), wanted))).filter(is_right))
}

/// A new Markdown file, with its front matter in YAML.
#[must_use]
pub fn fresh(wanted: &Said) -> String {
    let body = wanted.get("body").and_then(Said::text).unwrap_or_default();
    format!("---\n{}---\n{body}", anew(Format::Yaml, "\n", wanted))
}

/// Whether a file has the members that are wanted, in whatever spelling of a time or a short text.
fn says(text: &str, wanted: &Said) -> bool {
    let Some(parts) = split(text) else { return false };
    let front = &text[parts.front.clone()];
    let Ok(root) = read(parts.format, front) else { return false };
    let there = usual::members(&root);
    let Said::Object(wanted) = wanted else { return false };
    let is_there = |key: &str, value: &Said| match there.iter().find(|meant| meant.key == key) {
        Some(_) if matches!(key, "publishOn" | "updatedOn" | "excerpt") => true,
        Some(meant) => meant.value.said() == *value,
        None => *value == Said::Nothing,
    };
    let below = |key: &str| matches!(key, "body" | "bodyFormat");
    wanted.iter().all(|(key, value)| below(key) || is_there(key, value))
        && there.iter().all(|meant| wanted.iter().any(|(key, _)| key == meant.key))
}

fn line_end(front: &str) -> &'static str {
    if front.contains("\r\n") { "\r\n" } else { "\n" }
}

fn anew(format: Format, line_end: &str, wanted: &Said) -> String {
    let Said::Object(wanted) = wanted else { return String::new() };
    let speller = Speller { format };
    let members = wanted.iter().filter(|(key, value)| !is_below(key) && *value != Said::Nothing);
    members.map(|(key, value)| speller.line(key, value) + line_end).collect()
}

fn is_below(key: &str) -> bool {
    matches!(key, "body" | "bodyFormat")
}

/// The front matter with what is other; nothing when that cannot be done where it stands.
fn edited(parts: &Parts, front: &str, root: &Tree, wanted: &Said) -> Option<String> {
    let speller = Speller { format: parts.format };
    let Said::Object(all) = wanted else { return None };
    let there = usual::members(root);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut added: Vec<(String, Said)> = Vec::new();
    for meant in &there {
        let source = &root.members()[meant.source];
        match wanted.get(meant.key) {
            Some(value) if *value == meant.value.said() => {}
            Some(value) if source.value.is_elsewhere => added.push((meant.key.to_owned(), value.clone())),
            Some(value) => match changed(&speller, front, meant, source, value) {
                Some(own) => edits.extend(own),
                None => {
                    edits.push((lines_of(parts.format, front, source)?, String::new()));
                    added.push((meant.key.to_owned(), value.clone()));
                }
            },
            None if source.value.is_elsewhere => return None,
            None => edits.push((lines_of(parts.format, front, source)?, String::new())),
        }
    }
    let news = all.iter().filter(|(key, value)| !is_below(key) && *value != Said::Nothing);
    for (key, value) in news.filter(|(key, _)| !there.iter().any(|meant| meant.key == key)) {
        let (name, said) = usual::first(key, value);
        let is_free = root.get(&name).is_none();
        added.push(if is_free { (name, said) } else { (key.clone(), value.clone()) });
    }
    let mut text = front.to_owned();
    let line_end = line_end(front);
    let lines: String = added.iter().map(|(key, value)| speller.line(key, value) + line_end).collect();
    let end = end_of_members(parts.format, front, root);
    edits.push((end..end, lines));
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    for (range, new) in edits.into_iter().rev() {
        text.replace_range(range, &new);
    }
    Some(text)
}

/// The edits by which a member says something else; nothing when it cannot.
fn changed(
    speller: &Speller,
    front: &str,
    meant: &Meant<'_>,
    source: &Member,
    wanted: &Said,
) -> Option<Vec<(Range<usize>, String)>> {
    let wanted = usual::back(meant.key, source, wanted)?;
    let mut edits = Vec::new();
    inside(speller, front, source, &meant.value, &wanted, &mut edits).then_some(edits)
}

fn inside(
    speller: &Speller,
    front: &str,
    source: &Member,
    tree: &Tree,
    wanted: &Said,
    edits: &mut Vec<(Range<usize>, String)>,
) -> bool {
    if tree.said() == *wanted {
        return true;
    }
    if let (What::Object(members), Said::Object(wanted)) = (&tree.what, wanted) {
        return members.len() == wanted.len()
            && wanted.iter().all(|(key, value)| {
                let member = members.iter().find(|member| member.key == *key);
                member.is_some_and(|member| inside(speller, front, source, &member.value, value, edits))
            });
    }
    let Some((range, text)) = speller.instead(front, source, tree, wanted) else { return false };
    edits.push((range, text));
    true
}

/// The whole lines of a member; nothing for a table of TOML, whose lines may stand anywhere.
fn lines_of(format: Format, front: &str, source: &Member) -> Option<Range<usize>> {
    let is_table = format == Format::Toml && source.value.style == Style::Below;
    if is_table || source.value.is_elsewhere {
        return None;
    }
    let start = front[..source.start].rfind('\n').map_or(0, |at| at + 1);
    let end = source.value.span.end.max(source.start);
    let end = front[end..].find('\n').map_or(front.len(), |at| end + at + 1);
    Some(start..end)
}

/// Behind the last member that a new one may follow: in TOML before the first table.
fn end_of_members(format: Format, front: &str, root: &Tree) -> usize {
    if format == Format::Yaml {
        return front.len();
    }
    let plain = root.members().iter().filter(|member| member.value.style != Style::Below);
    plain.filter_map(|member| lines_of(format, front, member)).map(|lines| lines.end).max().unwrap_or(0)
}
