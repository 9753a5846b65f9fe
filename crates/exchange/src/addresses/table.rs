//! Rules that were joined: where an address leads, in one step.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chain::{End, followed, met};
use super::pattern::{Part, Pattern};
use super::rule::Rule;
use crate::fault::Fault;

/// So many rules are taken; one list of the hosted builder has about 2,500.
const MOST: usize = 50_000;
/// So many of them may have open parts: each is tried for an address that no other fits.
const MOST_OPEN: usize = 1_000;

/// Rules by what they are for. Those for one address go before those with open parts; of these the first that fits counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Rules for one address each, in order of the address.
    pub exact: Vec<Rule>,
    /// Rules with open parts, in the order in which they are tried.
    pub open: Vec<Rule>,
}

/// What an exact rule is known by.
type Key = (String, Option<(String, String)>);

fn key(rule: &Rule) -> Key {
    (rule.from.text(), rule.query.clone())
}

impl Table {
    /// Joins rules: of two for one address the first counts. Every rule leads to its end at once; one that leads in a
    /// circle is refused, and a fault says so. `is_page` knows the paths of the site's pages: a page goes before a redirect
    /// that looks at no query.
    #[must_use]
    pub fn new(rules: Vec<Rule>, is_page: &dyn Fn(&str) -> bool) -> (Table, Vec<Fault>) {
        let mut faults = Vec::new();
        let mut exact: BTreeMap<Key, Rule> = BTreeMap::new();
        let mut open: Vec<Rule> = Vec::new();
        for rule in rules {
            if exact.len() + open.len() >= MOST || (open.len() >= MOST_OPEN && !rule.is_exact()) {
                let message =
                    format!("There are more than {MOST} redirects, or {MOST_OPEN} with open parts.");
                faults.push(Fault::new(rule.line, message, "leave out those that nobody asks for any more"));
                break;
            }
            if rule.is_exact() {
                let line = rule.line;
                if rule.query.is_none() && is_page(&rule.from.text()) {
                    let message =
                        format!("{} is a page of the site; the line is not used.", rule.from.text());
                    faults.push(Fault::new(line, message, "take the page away, or the line"));
                    continue;
                }
                if exact.insert_first(key(&rule), rule).is_err() {
                    let help = "take one of the two out; the first one counts";
                    faults.push(Fault::new(line, "This address has a redirect already.", help));
                }
            } else if rule.query.is_some() {
                let message = "A redirect with open parts looks at no query; the line is not used.";
                faults.push(Fault::new(rule.line, message, "leave out what stands behind '?'"));
            } else if !open.iter().any(|known| known.from == rule.from) {
                open.push(rule);
            }
        }
        // Where an open rule leads to an address with a rule of its own, that address gets a rule as well.
        let meeting: Vec<Rule> =
            open.iter().flat_map(|open| exact.values().filter_map(|rule| met(open, rule))).collect();
        for rule in meeting {
            let _ = exact.insert_first(key(&rule), rule);
        }
        let next = |to: &Pattern, tail: &str| next(&exact, &open, (to, tail), is_page);
        let mut ended = |rules: Vec<Rule>| -> Vec<Rule> {
            let ended = rules.into_iter().filter_map(|rule| {
                let (line, from) = (rule.line, rule.from.text());
                match followed(rule, next) {
                    End::Rule(rule) if !rule.leads_to_itself() => Some(*rule),
                    _ => {
                        let message = format!("{from} leads in a circle; the line is not used.");
                        faults.push(Fault::new(line, message, "let it lead to a page that is there"));
                        None
                    }
                }
            });
            ended.collect()
        };
        let exact_ended = ended(exact.values().cloned().collect());
        let open_ended = ended(open.clone());
        faults.sort_by_key(|fault| fault.line);
        (Table { exact: exact_ended, open: open_ended }, faults)
    }

    /// Whether nothing leads elsewhere.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.open.is_empty()
    }

    /// Where an address leads: the rule with every open part filled in. `path` is not escaped; `query` is what stands behind
    /// `?`, its pairs not escaped.
    #[must_use]
    pub fn lead(&self, path: &str, query: &[(String, String)]) -> Option<Rule> {
        let parts: Vec<Part> =
            path.split('/').filter(|part| !part.is_empty()).map(|part| Part::Text(part.to_owned())).collect();
        let asked = Pattern { parts };
        let at = self.exact.partition_point(|rule| rule.from.text() < asked.text());
        let same = self.exact[at..].iter().take_while(|rule| rule.from == asked);
        let exact = same.clone().find(|rule| rule.query.as_ref().is_some_and(|one| query.contains(one)));
        let exact = exact.or_else(|| same.clone().find(|rule| rule.query.is_none()));
        if let Some(rule) = exact {
            return Some(rule.clone());
        }
        self.open.iter().find_map(|rule| {
            let bound = rule.from.bind(&asked.parts)?;
            Some(Rule { from: asked.clone(), to: rule.to.fill(&bound), ..rule.clone() })
        })
    }
}

/// The rule for a path that another rule leads to.
fn next(
    exact: &BTreeMap<Key, Rule>,
    open: &[Rule],
    (to, tail): (&Pattern, &str),
    is_page: &dyn Fn(&str) -> bool,
) -> Option<Rule> {
    if to.is_exact() {
        let text = to.text();
        let asked = tail.split('#').next().unwrap_or_default().trim_start_matches('?');
        let asked = asked.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let found = asked.and_then(|asked| exact.get(&(text.clone(), Some(asked))));
        if let Some(rule) = found.or_else(|| exact.get(&(text.clone(), None))) {
            return Some(rule.clone());
        }
        if is_page(&text) {
            return None;
        }
    }
    // `/[name] -> /all` is for `/all` as well, and leads no further there.
    let ends = |rule: &Rule| to.is_exact() && rule.to == *to;
    open.iter().find(|rule| rule.from.bind(&to.parts).is_some() && !ends(rule)).cloned()
}

/// `BTreeMap::insert` that leaves what is there.
trait InsertFirst {
    fn insert_first(&mut self, key: Key, rule: Rule) -> Result<(), ()>;
}

impl InsertFirst for BTreeMap<Key, Rule> {
    fn insert_first(&mut self, key: Key, rule: Rule) -> Result<(), ()> {
        match self.entry(key) {
            std::collections::btree_map::Entry::Occupied(_) => Err(()),
            std::collections::btree_map::Entry::Vacant(place) => {
                place.insert(rule);
                Ok(())
            }
        }
    }
}
