//! What got better since the report before.

use std::collections::BTreeMap;

use super::model::{Report, Since};

/// So many pages are named.
const NAMED: usize = 50;

/// Holds a report against the one before.
pub(super) fn since(before: &Report, now: &Report) -> Since {
    let share = |loss: u64| 1_000 - (loss / 1_000).min(1_000);
    let of = |report: &Report| -> BTreeMap<String, u64> {
        report.pages.iter().map(|page| (page.path.clone(), share(of_text(page.loss(), page)))).collect()
    };
    let (then, now_of) = (of(before), of(now));
    let changed = |is: fn(u64, u64) -> bool| {
        let both = now_of.iter().filter_map(|(path, now)| Some((path.clone(), *then.get(path)?, *now)));
        let mut all: Vec<(String, u64, u64)> = both.filter(|(_, then, now)| is(*then, *now)).collect();
        all.sort_by_key(|(path, then, now)| (std::cmp::Reverse(then.abs_diff(*now)), path.clone()));
        all.truncate(NAMED);
        all
    };
    Since {
        at: before.at,
        words: before.figures.words,
        lost: (before.addresses.lost.len() + before.addresses.astray.len()) as u64,
        faults: before.fault_count(),
        better: changed(|then, now| now > then),
        worse: changed(|then, now| now < then),
    }
}

/// What is wrong with a page without its looks: pictures are taken of some pages alone, and not of the same each time.
fn of_text(loss: u64, page: &super::model::PageReport) -> u64 {
    let bare = super::model::PageReport { looks: Vec::new(), ..page.clone() };
    bare.loss().min(loss)
}

#[cfg(test)]
mod tests {
    use super::super::model::{Figures, PageReport, Share};
    use super::*;

    /// S-585: a page of which more is there than before is named, with how much.
    #[test]
    fn s_585_what_got_better_is_named() {
        let page = |path: &str, found: u64| PageReport {
            path: path.to_owned(),
            new: Some(path.to_owned()),
            figures: Figures { words: Share { found, of: 10 }, ..Figures::default() },
            ..PageReport::default()
        };
        let report = |pages: Vec<PageReport>| Report { pages, ..Report::default() };
        let before = report(vec![page("/a", 5), page("/b", 10), page("/gone", 1)]);
        let now = report(vec![page("/a", 10), page("/b", 9), page("/new", 1)]);
        let since = since(&before, &now);
        assert_eq!(since.better, [("/a".to_owned(), 700, 1_000)]);
        assert_eq!(since.worse, [("/b".to_owned(), 1_000, 940)]);
    }
}
