//! The time zone database as JSON for browsers (T-132): zones, rules and links, in the words of the database's own files.
//!
//! `tzdata.zi` (in the public domain; in PyPI's `tzdata` package) shortens its words and the names of its rules. The words
//! have a fixed meaning; the names are found by laying the zones beside those of npm's `tzdata`, which keeps them.

use crate::source::{Source, entries};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, io};

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// `{"version", "zones": {name: [{offset, rules, format, until}]}, "rules": {name: [{from, to, in, on, at, save, letter}]},
/// "links": {old name: name}}`
pub fn collect(source: &Source) -> io::Result<String> {
    let text = source.text("tzdata.zi")?;
    let mut data = Data::default();
    for line in text.lines() {
        data.line(line);
    }
    let names = rule_names(&data, &source.read("tzdata/timezone-data.json")?["zones"]);
    Ok(data.json(&names).to_string())
}

#[derive(Default)]
struct Data {
    version: String,
    zones: BTreeMap<String, Vec<Vec<String>>>,
    rules: BTreeMap<String, Vec<Vec<String>>>,
    links: BTreeMap<String, String>,
    /// The zone whose lines go on.
    current: Option<String>,
}

impl Data {
    fn line(&mut self, line: &str) {
        let words: Vec<String> = line.split(' ').map(str::to_string).collect();
        match (words[0].as_str(), &self.current) {
            ("#", _) if words.get(1).is_some_and(|word| word == "version") => self.version = words[2].clone(),
            ("#", _) => {}
            ("R", _) => self.rules.entry(words[1].clone()).or_default().push(words[2..].to_vec()),
            ("L", _) => drop(self.links.insert(words[2].clone(), words[1].clone())),
            ("Z", _) => self.add_zone_line(words[1].clone(), words[2..].to_vec()),
            (_, Some(zone)) => self.add_zone_line(zone.clone(), words),
            _ => {}
        }
    }

    fn add_zone_line(&mut self, zone: String, words: Vec<String>) {
        let goes_on = words.len() > 3;
        self.zones.entry(zone.clone()).or_default().push(words);
        self.current = goes_on.then_some(zone);
    }

    fn json(&self, names: &BTreeMap<String, String>) -> Value {
        let rule_name = |short: &str| names.get(short).cloned().unwrap_or_else(|| short.to_string());
        let zones: Map<String, Value> = self
            .zones
            .iter()
            .map(|(name, lines)| {
                let lines: Vec<Value> = lines
                    .iter()
                    .map(|line| {
                        json!({
                            "offset": time(&line[0]),
                            "rules": if line[1].contains(':') || is_number(&line[1]) { time(&line[1]) } else { rule_name(&line[1]) },
                            "format": line[2],
                            "until": (line.len() > 3).then(|| until(&line[3..])),
                        })
                    })
                    .collect();
                (name.clone(), Value::Array(lines))
            })
            .collect();
        let rules: Map<String, Value> = self
            .rules
            .iter()
            .map(|(name, lines)| (rule_name(name), lines.iter().map(|line| rule(line)).collect()))
            .collect();
        json!({ "version": self.version, "zones": zones, "rules": rules, "links": self.links })
    }
}

fn rule(line: &[String]) -> Value {
    json!({
        "from": line[0].parse::<i64>().ok(),
        "to": match line[1].as_str() {
            "o" => line[0].parse::<i64>().ok(),
            to => to.parse::<i64>().ok(),
        },
        "in": month(&line[3]),
        "on": day(&line[4]),
        "at": time(&line[5]),
        "save": time(&line[6]),
        "letter": if line[7] == "-" { "" } else { &line[7] },
    })
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}

/// `2` → `2:00`, `17u` → `17:00u`, `-4:56:2` → `-4:56:02`, `-` → `0:00`.
fn time(word: &str) -> String {
    let word = if word == "-" { "0" } else { word };
    let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let suffix = &word[digits.len()..];
    let mut parts: Vec<String> = digits.split(':').map(str::to_string).collect();
    if parts.len() == 1 {
        parts.push("00".into());
    }
    for part in &mut parts[1..] {
        *part = format!("{part:0>2}");
    }
    parts.join(":") + suffix
}

fn month(word: &str) -> &'static str {
    MONTHS.into_iter().find(|month| month.starts_with(word)).expect("a month of the database")
}

/// `lastSu` → `lastSun`, `Su>=8` → `Sun>=8`, `15` → `15`.
fn day(word: &str) -> String {
    let full =
        |word: &str| DAYS.into_iter().find(|day| day.starts_with(word)).expect("a day of the database");
    if let Some(last) = word.strip_prefix("last") {
        return format!("last{}", full(last));
    }
    match word.find(['>', '<']) {
        Some(at) => format!("{}{}", full(&word[..at]), &word[at..]),
        None => word.to_string(),
    }
}

/// `1883 N 18 17u` → `1883 Nov 18 17:00u`.
fn until(words: &[String]) -> String {
    let mut parts = vec![words[0].clone()];
    parts.extend(words.get(1).map(|word| month(word).to_string()));
    parts.extend(words.get(2).map(|word| day(word)));
    parts.extend(words.get(3).map(|word| time(word)));
    parts.join(" ")
}

/// The full name of each shortened rule: of the names that stand in the same place of zones with as many lines, the most
/// frequent.
fn rule_names(data: &Data, named: &Value) -> BTreeMap<String, String> {
    let mut votes: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (zone, lines) in entries(named) {
        let (Some(lines), Some(short)) = (lines.as_array(), data.zones.get(zone)) else { continue };
        if lines.len() != short.len() {
            continue;
        }
        for (line, short) in lines.iter().zip(short) {
            if let Some(name) = line[1].as_str()
                && data.rules.contains_key(&short[1])
                && !name.contains(':')
            {
                *votes.entry(&short[1]).or_default().entry(name).or_default() += 1;
            }
        }
    }
    let named = votes.into_iter().filter_map(|(short, names)| {
        let most = names.into_iter().max_by_key(|(_, count)| *count)?;
        Some((short.to_string(), most.0.to_string()))
    });
    named.collect()
}
