//! The lines of Squarespace's URL mappings: `/old -> /new 301`.

use super::rule::Rule;
use crate::fault::Fault;

const HELP: &str =
    "write a line as /old -> /new 301; [name] stands for one part of the path, * for all that is left";

/// Reads lines of URL mappings. Empty lines and those that begin with `#` say nothing; without a code it is 301.
#[must_use]
pub fn mapping(text: &str) -> (Vec<Rule>, Vec<Fault>) {
    let (mut rules, mut faults) = (Vec::new(), Vec::new());
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match read(line, number + 1) {
            Ok(rule) => rules.push(rule),
            Err(why) => faults.push(Fault::new(number + 1, format!("{why}; the line is not used."), HELP)),
        }
    }
    (rules, faults)
}

fn read(line: &str, number: usize) -> Result<Rule, String> {
    let (from, rest) = line.split_once("->").ok_or("There is no '->' in this line")?;
    let mut words = rest.split_whitespace();
    let to = words.next().ok_or("This line leads nowhere")?;
    let status = match words.next() {
        None => 301,
        Some(word) => word.parse().map_err(|_| format!("'{word}' is no kind of redirect"))?,
    };
    if let Some(more) = words.next() {
        return Err(format!("'{more}' stands behind the end of the rule"));
    }
    Rule::parse(from.trim(), to, status, number)
}
