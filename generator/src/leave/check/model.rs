//! What differs between the old site and the staged one.

use std::collections::BTreeMap;

use serde::Serialize;

/// What kind of thing differs, in the order in which it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An address that nothing answers.
    Missing,
    /// A page that may not be found any more.
    Hidden,
    /// Another price, or another currency.
    Price,
    /// Another stock.
    Stock,
    /// A redirect that leads elsewhere, in more than one step, or only for now.
    Redirect,
    /// Structured data, or a member of it, that is not there.
    StructuredData,
    /// The one address that a page gives itself.
    Canonical,
    /// The title of a page.
    Title,
    /// The description of a page.
    Description,
    /// A feed, or an entry of it.
    Feed,
    /// The sitemap.
    Sitemap,
    /// A member of structured data that says something else.
    StructuredValue,
    /// What could not be compared.
    NotCompared,
}

impl Kind {
    /// For a person.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Kind::Missing => "Addresses that nothing answers",
            Kind::Hidden => "Pages that may not be found any more",
            Kind::Price => "Prices",
            Kind::Stock => "Stock",
            Kind::Redirect => "Redirects",
            Kind::StructuredData => "Structured data that is not there",
            Kind::Canonical => "The address that a page gives itself",
            Kind::Title => "Titles",
            Kind::Description => "Descriptions",
            Kind::Feed => "Feeds",
            Kind::Sitemap => "The sitemap",
            Kind::StructuredValue => "Structured data that says something else",
            Kind::NotCompared => "Not compared",
        }
    }
}

/// A difference, and where it is found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// What kind.
    pub kind: Kind,
    /// What differs, for a person.
    pub what: String,
    /// The old addresses where it does.
    pub at: Vec<String>,
}

/// All differences, each once with every place.
#[derive(Debug, Default)]
pub(super) struct Differences(BTreeMap<(Kind, String), Vec<String>>);

impl Differences {
    pub fn add(&mut self, kind: Kind, what: impl Into<String>, at: &str) {
        let all = self.0.entry((kind, what.into())).or_default();
        if !all.iter().any(|known| known == at) {
            all.push(at.to_owned());
        }
    }

    /// What matters most first: by kind, then by how many places have it.
    pub fn sorted(self) -> Vec<Difference> {
        let mut all: Vec<Difference> =
            self.0.into_iter().map(|((kind, what), at)| Difference { kind, what, at }).collect();
        all.sort_by(|a, b| {
            a.kind.cmp(&b.kind).then(b.at.len().cmp(&a.at.len())).then_with(|| a.at.cmp(&b.at))
        });
        all
    }
}

/// What was compared, and what differs.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    /// How many old addresses were asked on both sites.
    pub addresses: usize,
    /// How many of them the old site does not answer any more.
    pub gone: usize,
    /// How many pages were compared by what they say to machines.
    pub pages: usize,
    /// How many feeds.
    pub feeds: usize,
    /// How many products.
    pub products: usize,
    /// How many variants of them.
    pub variants: usize,
    /// What differs, worst first.
    pub differences: Vec<Difference>,
}
