//! What is said about a move, in groups: what was left out, and why. What the last run said is kept for a report that is
//! made later.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::files::{place, read};
use super::model::{Group, Told};

/// So many faults are kept from run to run.
const MOST: usize = 50_000;
/// So many of a group are shown.
const SHOWN: usize = 200;
/// The file of what the last run said.
const FILE: &str = "run.json";
/// A larger one was not written by this program.
const LARGEST: u64 = 256 << 20;

/// Kinds in the order in which they matter, with what they are called.
const KINDS: [(&str, &str); 12] = [
    ("left-failed", "Addresses that did not come"),
    ("left-unread", "Pages that could not be read"),
    ("left-address", "Old addresses that nothing answers"),
    ("left-picture", "Pictures and files that are missing"),
    ("left-robots", "Kept back by robots.txt"),
    ("left-bound", "Beyond a bound"),
    ("redirects", "Redirects that are not used"),
    ("import-picture", "Pictures that did not come"),
    ("import-kept", "Files of yours that stayed as they are"),
    ("limit", "Beyond what the old platform allowed"),
    ("import", "Taken over otherwise than it was, or not at all"),
    ("look", "The look"),
];

/// Groups of what was said, what matters most first: what stops the build, then by kind, then by number.
pub(super) fn groups(told: &[Told]) -> Vec<Group> {
    let mut groups: BTreeMap<(bool, usize, &str, &str), Group> = BTreeMap::new();
    for one in told {
        let rank = KINDS.iter().position(|(code, _)| is_kind(&one.code, code)).unwrap_or(KINDS.len());
        let key = (!one.is_error, rank, one.code.as_str(), one.help.as_str());
        let group = groups.entry(key).or_insert_with(|| Group {
            title: KINDS.get(rank).map_or_else(|| plain(&one.code), |(_, title)| (*title).to_owned()),
            is_error: one.is_error,
            ..Group::default()
        });
        group.count += 1;
        if group.first.len() < SHOWN {
            group.first.push(one.clone());
        }
    }
    let mut groups: Vec<((bool, usize), Group)> =
        groups.into_iter().map(|((warns, rank, ..), group)| ((warns, rank), group)).collect();
    groups.sort_by(|(a, one), (b, other)| a.cmp(b).then(other.count.cmp(&one.count)));
    groups.into_iter().map(|(_, group)| group).collect()
}

fn is_kind(code: &str, kind: &str) -> bool {
    code == kind || (kind == "look" && code.starts_with("look"))
}

/// A code as words: `template-syntax` → `Template syntax`.
fn plain(code: &str) -> String {
    let mut text = code.replace('-', " ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Keeps what a run said.
///
/// # Errors
/// When the machine refuses.
pub(super) fn keep(folder: &Path, told: &[Told]) -> io::Result<()> {
    place(folder, FILE, &serde_json::to_vec(&told[..told.len().min(MOST)])?)
}

/// What the last run said; nothing when there was none.
pub(super) fn kept(folder: &Path) -> Vec<Told> {
    read(&folder.join(FILE), LARGEST).and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-584: what stops the build goes first, then what did not come; things with one advice stand together.
    #[test]
    fn s_584_faults_stand_in_groups() {
        let told = |code: &str, help: &str, is_error: bool| Told {
            code: code.to_owned(),
            help: help.to_owned(),
            is_error,
            ..Told::default()
        };
        let all = [
            told("import", "look", false),
            told("import", "add", false),
            told("import", "look", false),
            told("left-failed", "again", false),
            told("template-syntax", "", true),
        ];
        let groups: Vec<(String, usize)> =
            groups(&all).into_iter().map(|group| (group.title, group.count)).collect();
        let import = "Taken over otherwise than it was, or not at all";
        let wanted = [("Template syntax", 1), ("Addresses that did not come", 1), (import, 2), (import, 1)];
        assert_eq!(groups, wanted.map(|(title, count)| (title.to_owned(), count)));
    }
}
