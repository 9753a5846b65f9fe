//! What a report says. It is written as JSON beside the page, and the next one is held against it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Severity};

/// So much of something was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// How many of them are there.
    pub found: u64,
    /// How many there were.
    pub of: u64,
}

impl Share {
    /// In thousandths, rounded down, so that 1000 means all of it; all of nothing is all.
    #[must_use]
    pub fn thousandths(self) -> u64 {
        self.found.min(self.of).saturating_mul(1_000).checked_div(self.of).unwrap_or(1_000)
    }

    /// For a person: `99.8 %`.
    #[must_use]
    pub fn percent(self) -> String {
        match self.thousandths() {
            1_000 => "100 %".to_owned(),
            part => format!("{}.{} %", part / 10, part % 10),
        }
    }

    pub(super) fn add(&mut self, other: Share) {
        self.found += other.found;
        self.of += other.of;
    }
}

/// What of a page was found, by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Figures {
    /// Words.
    pub words: Share,
    /// Links, by where they lead in the end.
    pub links: Share,
    /// Pictures, by their content where it is known.
    pub pictures: Share,
    /// Fields of forms, by what they ask.
    pub fields: Share,
    /// Prices: those of a product's variants, and those that are written on the page.
    pub prices: Share,
}

impl Figures {
    /// Each kind with its name.
    #[must_use]
    pub fn all(&self) -> [(&'static str, Share); 5] {
        [
            ("Words", self.words),
            ("Links", self.links),
            ("Pictures", self.pictures),
            ("Form fields", self.fields),
            ("Prices", self.prices),
        ]
    }

    pub(super) fn add(&mut self, other: &Figures) {
        self.words.add(other.words);
        self.links.add(other.links);
        self.pictures.add(other.pictures);
        self.fields.add(other.fields);
        self.prices.add(other.prices);
    }
}

/// What was not found, by kind; the first of each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Missing {
    /// Words.
    pub words: Vec<String>,
    /// Where links led.
    pub links: Vec<String>,
    /// Addresses of pictures.
    pub pictures: Vec<String>,
    /// What fields asked.
    pub fields: Vec<String>,
    /// Prices, with what they are of.
    pub prices: Vec<String>,
}

impl Missing {
    /// Each kind with its name.
    #[must_use]
    pub fn all(&self) -> [(&'static str, &Vec<String>); 5] {
        [
            ("Words", &self.words),
            ("Links", &self.links),
            ("Pictures", &self.pictures),
            ("Form fields", &self.fields),
            ("Prices", &self.prices),
        ]
    }
}

/// How alike a page looks at one width of window.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Look {
    /// The window's width in CSS pixels.
    pub width: u32,
    /// In thousandths: 1000 is the same picture.
    pub alike: u32,
    /// The picture of the old page, beside the report.
    pub old: String,
    /// The picture of the new one.
    pub new: String,
}

/// An old page beside the new one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PageReport {
    /// Its old path, as it is asked for.
    pub path: String,
    /// Its title.
    pub title: String,
    /// The path of the new page; `None` when nothing answers the old address.
    pub new: Option<String>,
    /// How many pages of the old site lead to it.
    pub linked: u32,
    /// What of it was found.
    pub figures: Figures,
    /// What was not.
    pub missing: Missing,
    /// How alike it looks.
    pub looks: Vec<Look>,
    /// Why it could not be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl PageReport {
    /// What is wrong with the page, in millionths: 0 when all of it is there and looks as it did.
    #[must_use]
    pub fn loss(&self) -> u64 {
        if self.new.is_none() {
            return 1_000_000;
        }
        // Words matter most; a page without pictures loses none. Looks count least: another template looks otherwise.
        let weighted = self.figures.all().into_iter().zip([600, 100, 100, 80, 120]);
        let lost: u64 = weighted.map(|((_, share), weight)| (1_000 - share.thousandths()) * weight).sum();
        let looks = self.looks.iter().map(|look| u64::from(1_000 - look.alike.min(1_000)));
        let looks = looks.max().unwrap_or_default() * 150;
        lost + looks + if self.why.is_some() { 200_000 } else { 0 }
    }

    /// By this pages are sorted: what is wrong, and how many meet it.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.loss().saturating_mul(u64::from(1 + u32::BITS - self.linked.leading_zeros()))
    }
}

/// What became of the old addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OldAddresses {
    /// How many the old site answered.
    pub old: u64,
    /// How many of them the new one answers as they are.
    pub same: u64,
    /// How many lead on, in one step.
    pub led: u64,
    /// Those that nothing answers.
    pub lost: Vec<String>,
    /// Those that lead on in more than one step, or to what is not there.
    pub astray: Vec<String>,
}

/// Something that is said about the move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Told {
    /// The kind, such as `left-picture`.
    pub code: String,
    /// Whether it stops the build.
    pub is_error: bool,
    /// The file it is about, with its line; empty when it is about none.
    pub place: String,
    /// What it is.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl From<&Diagnostic> for Told {
    fn from(fault: &Diagnostic) -> Told {
        Told {
            code: fault.code.to_owned(),
            is_error: fault.severity == Severity::Error,
            place: fault.place(),
            message: fault.message.clone(),
            help: fault.help.as_deref().unwrap_or_default().to_owned(),
        }
    }
}

/// Things of one kind that are said about the move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Group {
    /// What kind, for a person.
    pub title: String,
    /// How many.
    pub count: usize,
    /// Whether they stop the build.
    pub is_error: bool,
    /// The first of them.
    pub first: Vec<Told>,
}

/// Something that only the owner can do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Task {
    /// What is to be done.
    pub what: String,
    /// Why, and how.
    pub how: String,
    /// What it is about.
    pub about: Vec<String>,
    /// How many there are of these.
    pub count: usize,
}

/// What changed since the report before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Since {
    /// When that was, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// Its words.
    pub words: Share,
    /// Its addresses that were not answered, or led astray.
    pub lost: u64,
    /// How many faults it named.
    pub faults: usize,
    /// Pages of which more is there now: path, then and now in thousandths.
    pub better: Vec<(String, u64, u64)>,
    /// Pages of which less is there now.
    pub worse: Vec<(String, u64, u64)>,
}

/// The report of a move.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Report {
    /// The address of the old site.
    pub site: String,
    /// When it was made, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// What became of its addresses.
    pub addresses: OldAddresses,
    /// What was found of all pages, and of what stands around them once.
    pub figures: Figures,
    /// What stands around every page: menus, the head and the foot. `None` without a front page.
    pub around: Option<PageReport>,
    /// Every page, what matters most first.
    pub pages: Vec<PageReport>,
    /// Lists by tag, category or part, which show what other pages have: compared by their addresses alone.
    pub lists: u64,
    /// What is missing on several pages, with how many.
    pub common: BTreeMap<String, u32>,
    /// What was left out, and why.
    pub faults: Vec<Group>,
    /// What needs the owner.
    pub tasks: Vec<Task>,
    /// What changed since the report before.
    pub since: Option<Since>,
    /// Why there are no pictures.
    pub no_pictures: Option<String>,
}

impl Report {
    /// How many things were said about the move.
    #[must_use]
    pub fn fault_count(&self) -> usize {
        self.faults.iter().map(|group| group.count).sum()
    }
}
