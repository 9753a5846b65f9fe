//! Numbers and short names, given away once each.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;

use super::super::text::slug;

/// Numbers of things: the one that a thing had, or the next that is free.
#[derive(Default)]
pub(super) struct Numbers {
    taken: BTreeSet<u64>,
    last: u64,
}

impl Numbers {
    /// Takes the number that somebody has already; nothing when it is none, or somebody else has it.
    pub(super) fn own(&mut self, id: &str) -> Option<u64> {
        let number = id.parse::<u64>().ok().filter(|number| (1..=1 << 52).contains(number));
        number.filter(|number| self.taken.insert(*number))
    }

    pub(super) fn next(&mut self) -> u64 {
        loop {
            self.last += 1;
            if self.taken.insert(self.last) {
                return self.last;
            }
        }
    }

    /// The number of each id: their own ones first, so that they stay.
    pub(super) fn all<'i>(&mut self, ids: impl Iterator<Item = &'i str>) -> Vec<u64> {
        let own: Vec<Option<u64>> = ids.map(|id| self.own(id)).collect();
        own.into_iter().map(|number| number.unwrap_or_else(|| self.next())).collect()
    }
}

/// The short names of terms: another for each name.
#[derive(Default)]
pub(super) struct Terms {
    names: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    /// In the order in which they came.
    pub(super) order: Vec<String>,
}

impl Terms {
    /// The short name of a name; `otherwise` where it has no letter or digit.
    pub(super) fn of(&mut self, name: &str, otherwise: &str) -> String {
        self.give(name, &slug(name), otherwise)
    }

    /// The name to log in with of a person: WordPress takes ASCII alone.
    pub(super) fn login(&mut self, name: &str) {
        // Letters with an accent are a letter and a mark then.
        let plain = slug(&name.nfd().filter(char::is_ascii).collect::<String>());
        self.give(name, plain.trim_matches('-'), "author");
    }

    fn give(&mut self, name: &str, wanted: &str, otherwise: &str) -> String {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        let wanted = if wanted.is_empty() { otherwise } else { wanted };
        let (mut own, mut number) = (wanted.to_owned(), 1_usize);
        while !self.taken.insert(own.clone()) {
            number += 1;
            own = format!("{wanted}-{number}");
        }
        self.names.insert(name.to_owned(), own.clone());
        self.order.push(name.to_owned());
        own
    }

    /// The short name of a name that has one.
    pub(super) fn known(&self, name: &str) -> String {
        self.names.get(name).cloned().unwrap_or_default()
    }
}
