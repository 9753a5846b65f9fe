//! Counts answers by feature.

use std::{collections::BTreeMap, fmt};

#[derive(Default)]
pub struct Table {
    rows: BTreeMap<String, Row>,
}

#[derive(Default, Clone, Copy)]
struct Row {
    cases: usize,
    exact: usize,
    listed: usize,
}

impl Table {
    pub fn exact(&mut self, feature: String) {
        let row = self.rows.entry(feature).or_default();
        row.cases += 1;
        row.exact += 1;
    }

    /// A difference with a reason in the list.
    pub fn listed(&mut self, feature: String) {
        let row = self.rows.entry(feature).or_default();
        row.cases += 1;
        row.listed += 1;
    }

    pub fn differs(&mut self, feature: String) {
        self.rows.entry(feature).or_default().cases += 1;
    }

    fn total(&self) -> Row {
        self.rows.values().fold(Row::default(), |sum, row| Row {
            cases: sum.cases + row.cases,
            exact: sum.exact + row.exact,
            listed: sum.listed + row.listed,
        })
    }

    /// The share of exact answers among those without a listed reason.
    pub fn parity(&self) -> f64 {
        let total = self.total();
        total.exact as f64 / (total.cases - total.listed).max(1) as f64
    }

    pub fn cases(&self) -> usize {
        self.total().cases
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "| feature | cases | exact | listed difference | differs |\n|---|--:|--:|--:|--:|")?;
        let total = ("total".to_string(), self.total());
        for (feature, row) in self.rows.iter().map(|(name, row)| (name.clone(), *row)).chain([total]) {
            let differs = row.cases - row.exact - row.listed;
            writeln!(out, "| {feature} | {} | {} | {} | {differs} |", row.cases, row.exact, row.listed)?;
        }
        write!(out, "{:.3} % of those without a listed reason", self.parity() * 100.0)
    }
}
