//! The redirects of a site's own lists as one table: old address, new address, code. Each leads to its end at once.

use std::borrow::Cow;
use std::io::{self, Write};

use loggia_exchange::addresses::{Part, Rule};
use loggia_exchange::sheet::table;

use super::folder::Folder;
use crate::asset::percent_encoded;
use crate::site::Site;

/// The file in the export.
const FILE: &str = "redirects.csv";

/// Writes the table, where there is any rule.
pub(super) fn write(site: &Site<'_>, folder: &mut Folder) -> io::Result<()> {
    let rules = &site.redirects;
    if rules.exact.is_empty() && rules.open.is_empty() {
        return Ok(());
    }
    let head = vec![Cow::Borrowed("old"), Cow::Borrowed("new"), Cow::Borrowed("code")];
    let rows = rules.exact.iter().chain(&rules.open).map(|rule| row(rule).map(Cow::Owned).to_vec());
    let text = table(std::iter::once(head).chain(rows));
    folder.place(FILE, |file| file.write_all(text.as_bytes()))
}

fn row(rule: &Rule) -> [String; 3] {
    let mut old: String = rule.from.parts.iter().map(|part| format!("/{}", written(part))).collect();
    if old.is_empty() {
        old.push('/');
    }
    if let Some((name, value)) = &rule.query {
        old.push_str(&format!("?{}={}", asked(name), asked(value)));
    }
    [old, rule.target(percent_encoded, open), rule.status.to_string()]
}

fn written(part: &Part) -> String {
    match part {
        Part::Text(text) => percent_encoded(text),
        other => open(other),
    }
}

/// A part that stands for others.
fn open(part: &Part) -> String {
    match part {
        Part::Name(name) => format!("[{name}]"),
        Part::Rest | Part::Text(_) => "*".to_owned(),
    }
}

/// A part of what is asked behind a path: signs that part it from others are escaped as well.
fn asked(text: &str) -> String {
    percent_encoded(text).replace('&', "%26").replace('=', "%3D").replace('+', "%2B")
}
