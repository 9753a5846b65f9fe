//! What of an old page stands on the new one. Each thing counts as often as it stood there, and never more often.

use loggia_exchange::page::{Count, Shown, Tally};

use super::model::{Figures, Missing, Share};

/// So many things of a kind are named.
const NAMED: usize = 40;
/// Longer ones are cut.
const LONGEST: usize = 300;

/// The part of an old page that is its own against a new page. What the new one needs for what stands around it counts for
/// that alone; a title that it shows above its main part counts for the page.
pub(super) fn own(old: &Tally, new: &Tally) -> (Figures, Missing) {
    compare(&old.own, &rest(new, &old.around, &new.around))
}

/// The same for what stands around a page.
pub(super) fn around(old: &Tally, new: &Tally) -> (Figures, Missing) {
    compare(&old.around, &rest(new, &old.own, &new.own))
}

/// All that a page shows but what both pages have in the other part.
fn rest(new: &Tally, old_other: &Shown, new_other: &Shown) -> Shown {
    let mut all = new.own.clone();
    all.add(&new.around);
    let take = |all: &mut Count, old: &Count, new: &Count| {
        for (key, count) in new {
            let both = old.get(key).map_or(0, |old| (*old).min(*count));
            if let Some(left) = all.get_mut(key).filter(|_| both > 0) {
                *left = left.saturating_sub(both);
            }
        }
    };
    take(&mut all.words, &old_other.words, &new_other.words);
    take(&mut all.links, &old_other.links, &new_other.links);
    take(&mut all.pictures, &old_other.pictures, &new_other.pictures);
    take(&mut all.fields, &old_other.fields, &new_other.fields);
    take(&mut all.prices, &old_other.prices, &new_other.prices);
    all
}

fn compare(old: &Shown, new: &Shown) -> (Figures, Missing) {
    let mut figures = Figures::default();
    let mut missing = Missing::default();
    let kinds = [
        (&old.words, &new.words, &mut figures.words, &mut missing.words),
        (&old.links, &new.links, &mut figures.links, &mut missing.links),
        (&old.pictures, &new.pictures, &mut figures.pictures, &mut missing.pictures),
        (&old.fields, &new.fields, &mut figures.fields, &mut missing.fields),
        (&old.prices, &new.prices, &mut figures.prices, &mut missing.prices),
    ];
    for (old, new, share, missing) in kinds {
        (*share, *missing) = count(old, new);
    }
    (figures, missing)
}

fn count(old: &Count, new: &Count) -> (Share, Vec<String>) {
    let mut share = Share::default();
    let mut missing = Vec::new();
    for (key, wanted) in old {
        let there = new.get(key).map_or(0, |there| (*there).min(*wanted));
        share.add(Share { found: there.into(), of: (*wanted).into() });
        if there < *wanted && missing.len() < NAMED {
            missing.push(cut(key));
        }
    }
    (share, missing)
}

/// The beginning of a text.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loggia_exchange::page::tally;

    fn words(old: &str, new: &str) -> (Share, Vec<String>) {
        let (figures, missing) = own(&tally(old).unwrap(), &tally(new).unwrap());
        (figures.words, missing.words)
    }

    /// S-580: as often as it stood there, and never more often; what a menu says is no word of the page.
    #[test]
    fn s_580_each_thing_counts_as_often_as_it_stood_there() {
        let old = "<nav>Kiln Visit</nav><main><p>Fire, fire and kiln</p></main>";
        assert_eq!(words(old, old), (Share { found: 4, of: 4 }, vec![]));
        let thrice = "<nav>Kiln Visit</nav><main><p>fire fire fire and kiln kiln</p></main>";
        assert_eq!(words(old, thrice).0, Share { found: 4, of: 4 });
        let once = "<nav>Kiln Visit</nav><main><p>Fire and</p></main>";
        assert_eq!(words(old, once), (Share { found: 2, of: 4 }, vec!["fire".to_owned(), "kiln".to_owned()]));
        let above = "<nav>Kiln Visit</nav><header><h1>Kiln</h1></header><main><p>Fire fire and</p></main>";
        assert_eq!(words(old, above).0, Share { found: 4, of: 4 });
    }

    /// S-580: whatever is held against whatever, no share is more than all, and what is named is what is missing.
    #[test]
    fn s_580_no_share_is_more_than_all() {
        let mut state = 7_u64;
        let mut random = move |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        for _ in 0..300 {
            let mut page = || {
                let main: String = (0..random(30)).map(|_| format!("w{} ", random(8))).collect();
                let menu: String =
                    (0..random(9)).map(|_| format!("<a href=/{0}>w{0}</a> ", random(8))).collect();
                format!("<nav>{menu}</nav><main>{main} ${}</main>", random(4))
            };
            let (old, new) = (tally(&page()).unwrap(), tally(&page()).unwrap());
            for (figures, missing) in [own(&old, &new), around(&old, &new)] {
                for ((kind, share), (_, missing)) in figures.all().into_iter().zip(missing.all()) {
                    assert!(share.found <= share.of && share.thousandths() <= 1_000, "{kind}");
                    assert_eq!(share.found == share.of, missing.is_empty(), "{kind}");
                }
            }
            assert_eq!(own(&old, &old).0.words.thousandths(), 1_000);
            assert_eq!(around(&new, &new).0.links.thousandths(), 1_000);
        }
    }
}
