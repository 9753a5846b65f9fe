//! The best choice among things that partly exclude each other.

use crate::money::Cents;

/// The most that are chosen from; those after them are not looked at.
pub(super) const CANDIDATES_MAXIMUM: usize = 128;
/// The most ways to choose that are tried among those that hang together, so that no cart takes long.
const WAYS_MAXIMUM: usize = 512;

/// Which of them exclude each other, and which hang together: the value of those that do not is the sum of their values.
pub(super) struct Graph {
    /// For each those that may be chosen with it.
    compatible: Vec<u128>,
    /// For each those that hang together with it, by themselves or by others.
    parts: Vec<u128>,
    /// Those of the first kind, and those of the second.
    kinds: [u128; 2],
}

impl Graph {
    /// Of so many; `is_first` says of which kind each is, `between` of two whether they exclude each other, and whether they
    /// share anything.
    pub(super) fn new(
        count: usize,
        is_first: impl Fn(usize) -> bool,
        between: impl Fn(usize, usize) -> (bool, bool),
    ) -> Self {
        let count = count.min(CANDIDATES_MAXIMUM);
        let mut compatible = Vec::with_capacity(count);
        let mut parts: Vec<u128> = Vec::new();
        for one in 0..count {
            let (mut free, mut part) = (0_u128, 1_u128 << one);
            for other in 0..count {
                let (excludes, shares) = if one == other { (true, true) } else { between(one, other) };
                if !excludes {
                    free |= 1 << other;
                }
                if (excludes || shares) && other < one {
                    part |= 1 << other;
                }
            }
            compatible.push(free);
            // Everything that hangs together with one of these.
            let (joined, apart): (Vec<u128>, Vec<u128>) = parts.iter().partition(|known| *known & part != 0);
            parts = apart;
            parts.push(joined.into_iter().fold(part, |all, known| all | known));
        }
        let first = (0..count).filter(|one| is_first(*one)).fold(0, |kind, one| kind | 1 << one);
        Self { compatible, parts, kinds: [first, !first] }
    }
}

/// The places of the best choice, in rising order: of all that nothing can be added to, and of what each holds of one kind
/// alone, the one worth the most; of equal ones the one whose first difference stands first.
pub(super) fn best_set(graph: &Graph, value: impl Fn(&[usize]) -> Cents) -> Vec<usize> {
    let mut chosen = 0_u128;
    for part in &graph.parts {
        let mut ways = Vec::new();
        grow(graph, 0, *part, 0, &mut ways);
        let mut best: Option<(Cents, u128)> = None;
        let of_one_kind = |way: &u128| [*way, way & graph.kinds[0], way & graph.kinds[1]];
        for way in ways.iter().flat_map(of_one_kind) {
            let worth = value(&places(way));
            let is_better =
                best.is_none_or(|(most, set)| worth > most || (worth == most && stands_first(way, set)));
            if is_better {
                best = Some((worth, way));
            }
        }
        chosen |= best.map_or(0, |(_, set)| set);
    }
    places(chosen)
}

/// The sets that nothing can be added to (Bron and Kerbosch's way, with a pivot): `set` may grow by `open`, and those of
/// `done` were tried before.
fn grow(graph: &Graph, set: u128, mut open: u128, mut done: u128, ways: &mut Vec<u128>) {
    if ways.len() >= WAYS_MAXIMUM {
        return;
    }
    if open == 0 {
        if done == 0 {
            ways.push(set);
        }
        return;
    }
    let pivot = places(open | done)
        .into_iter()
        .max_by_key(|place| ((open & graph.compatible[*place]).count_ones(), std::cmp::Reverse(*place)));
    let skipped = pivot.map_or(0, |place| graph.compatible[place]);
    for place in places(open & !skipped) {
        let compatible = graph.compatible[place];
        grow(graph, set | (1 << place), open & compatible, done & compatible, ways);
        open &= !(1 << place);
        done |= 1 << place;
    }
}

fn stands_first(one: u128, other: u128) -> bool {
    let differing = one ^ other;
    differing != 0 && one & (1 << differing.trailing_zeros()) != 0
}

fn places(set: u128) -> Vec<usize> {
    (0..CANDIDATES_MAXIMUM).filter(|place| set & (1 << place) != 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-672: the search finds what trying every set finds.
    #[test]
    fn s_672_the_best_choice_is_that_of_trying_all() {
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for _ in 0..500 {
            let count = usize::try_from(1 + next() % 9).unwrap();
            let bits: Vec<u64> = (0..count).map(|_| next()).collect();
            let excludes = |one: usize, other: usize| {
                let (low, high) = (one.min(other), one.max(other));
                bits[low] >> high & 1 == 1 && bits[high] >> (low + 20) & 1 == 1
            };
            let worth: Vec<i64> = bits.iter().map(|bits| i64::try_from(bits >> 40 & 15).unwrap()).collect();
            let graph = Graph::new(count, |_| true, |one, other| (excludes(one, other), false));
            let value = |set: &[usize]| Cents::new(set.iter().map(|place| worth[*place]).sum()).unwrap();
            let best = best_set(&graph, value);
            let is_allowed = |set: &[usize]| {
                set.iter().all(|one| set.iter().all(|other| one == other || !excludes(*one, *other)))
            };
            assert!(is_allowed(&best));
            let most =
                (0..1_u128 << count).map(places).filter(|set| is_allowed(set)).map(|set| value(&set)).max();
            assert_eq!(Some(value(&best)), most);
        }
    }

    /// S-672: no number of discounts makes a cart slow.
    #[test]
    fn s_672_the_ways_that_are_tried_are_bounded() {
        // Forty times three that exclude each other: 3^40 ways.
        let graph = Graph::new(120, |_| true, |one, other| (one / 3 == other / 3, true));
        let tried = std::cell::Cell::new(0_usize);
        let best = best_set(&graph, |set| {
            tried.set(tried.get() + 1);
            Cents::new(i64::try_from(set.len()).unwrap()).unwrap()
        });
        assert_eq!((best.len(), tried.get()), (40, 3 * WAYS_MAXIMUM));
    }
}
