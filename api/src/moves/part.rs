//! Records of one kind: counted, cut into pieces, and each thing once.

use super::contents::Part;
use crate::repository::gift_card::code_hash;
use loggia_commerce::forms::Email;
use loggia_exchange::sales::{Card, Order};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

macro_rules! each {
    ($part:expr, $records:ident => $done:expr) => {
        match $part {
            Part::Orders($records) => $done,
            Part::People($records) => $done,
            Part::Coupons($records) => $done,
            Part::Cards($records) => $done,
            Part::Reviews($records) => $done,
            Part::Comments($records) => $done,
            Part::Submissions($records) => $done,
        }
    };
}

impl Part {
    /// What it has records of: a word that never changes.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Part::Orders(_) => "orders",
            Part::People(_) => "people",
            Part::Coupons(_) => "coupons",
            Part::Cards(_) => "gift-cards",
            Part::Reviews(_) => "reviews",
            Part::Comments(_) => "comments",
            Part::Submissions(_) => "submissions",
        }
    }

    /// How many records it has.
    #[must_use]
    pub fn len(&self) -> usize {
        each!(self, records => records.len())
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// At most `most` of its records, behind the first `from`.
    pub(super) fn some(&self, from: usize, most: usize) -> Part {
        fn cut<T: Clone>(records: &[T], from: usize, most: usize) -> Vec<T> {
            records.iter().skip(from).take(most).cloned().collect()
        }
        match self {
            Part::Orders(records) => Part::Orders(cut(records, from, most)),
            Part::People(records) => Part::People(cut(records, from, most)),
            Part::Coupons(records) => Part::Coupons(cut(records, from, most)),
            Part::Cards(records) => Part::Cards(cut(records, from, most)),
            Part::Reviews(records) => Part::Reviews(cut(records, from, most)),
            Part::Comments(records) => Part::Comments(cut(records, from, most)),
            Part::Submissions(records) => Part::Submissions(cut(records, from, most)),
        }
    }

    /// The same with each person, order, code and card once, as taking one after the other would leave them.
    pub(super) fn once(self) -> Part {
        match self {
            Part::People(people) => Part::People(joined(
                people,
                |person| {
                    Email::parse(&person.email).map_or_else(|_| person.email.clone(), |email| email.key())
                },
                |there, next| *there = there.merged(&next),
            )),
            Part::Orders(orders) => Part::Orders(joined(
                orders,
                |order| (order.source.clone(), order.number.clone()),
                |there, next| {
                    if rank(&next) > rank(there) {
                        *there = next;
                    }
                },
            )),
            Part::Coupons(coupons) => Part::Coupons(joined(
                coupons,
                |one| one.coupon.code.trim().to_lowercase(),
                |there, next| *there = next,
            )),
            Part::Cards(cards) => Part::Cards(joined(cards, hash, |there, next| {
                if next.balance_cents < there.balance_cents {
                    *there = next;
                }
            })),
            rest => rest,
        }
    }
}

/// Of two statements about one order the later one counts, then the one that says more.
fn rank(order: &Order) -> (i64, usize, String) {
    let body = serde_json::to_string(order).unwrap_or_default();
    (order.stated_at(), body.len(), body)
}

fn hash(card: &Card) -> Vec<u8> {
    if card.code.is_empty() { card.code_hash.clone().into_bytes() } else { code_hash(&card.code).to_vec() }
}

/// Records by their keys, in their order; `join` adds a later one to the first of its key.
fn joined<T, K: Hash + Eq>(records: Vec<T>, key: impl Fn(&T) -> K, join: impl Fn(&mut T, T)) -> Vec<T> {
    let (mut kept, mut places): (Vec<T>, HashMap<K, usize>) =
        (Vec::with_capacity(records.len()), HashMap::new());
    for record in records {
        match places.entry(key(&record)) {
            Entry::Occupied(place) => join(&mut kept[*place.get()], record),
            Entry::Vacant(place) => {
                place.insert(kept.len());
                kept.push(record);
            }
        }
    }
    kept
}
