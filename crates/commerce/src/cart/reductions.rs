//! What discounts and codes take off a cart's goods, and which of them count together (S-670 to S-673).
//!
//! Whether one may count is decided by the prices as they are before anything is taken off, so none takes another's ground
//! away. Those that count are applied in this order, each to what the ones before left of a line's price: buy and get, steps,
//! percentages, amounts, each in the order of the owner's list; then codes in the order in which they were entered, all of
//! them of what the automatic discounts left. Lines are taken by product, variant and answers, so their order in the cart
//! changes nothing.

use crate::cart::choice::{Graph, best_set};
use crate::cart::settle::{CouponUses, Terms};
use crate::cart::share::split;
use crate::cart::wire::{Cart, CartEntry, Coupon, Discount};
use crate::currency::CurrencyCode;
use crate::customer_group::is_for;
use crate::discount::{AutomaticDiscount, Effect, Goods, Step};
use crate::money::Cents;
use crate::percent::Percent;

/// One that might count.
#[derive(Clone, Copy)]
pub(super) enum Candidate<'a> {
    /// Without a code.
    Automatic(&'a AutomaticDiscount),
    /// By the code at this place of the cart.
    Code(usize, &'a Coupon),
}

impl Candidate<'_> {
    fn is_combinable(&self) -> bool {
        match self {
            Self::Automatic(discount) => discount.limits.combinable,
            Self::Code(_, coupon) => coupon.limits.combinable,
        }
    }

    fn priority(&self) -> i32 {
        match self {
            Self::Automatic(discount) => discount.limits.priority,
            Self::Code(..) => 0,
        }
    }

    /// The lines it may take something off.
    fn takes_off(&self, entry: &CartEntry) -> bool {
        match self {
            Self::Automatic(AutomaticDiscount { effect: Effect::BuyGet { of: Some(of), .. }, .. }) => {
                is_of(of, entry)
            }
            Self::Automatic(discount) => is_of(&discount.goods, entry),
            Self::Code(_, coupon) => coupon.applies_to(entry),
        }
    }

    /// Two codes count together when both say so; beside an automatic discount that is asked only where both take something
    /// off the same line.
    fn conflicts_with(&self, other: &Self, entries: &[CartEntry]) -> bool {
        let codes_alone = matches!((self, other), (Self::Code(..), Self::Code(..)));
        !(self.is_combinable() && other.is_combinable()) && (codes_alone || self.meets(other, entries))
    }

    fn meets(&self, other: &Self, entries: &[CartEntry]) -> bool {
        entries.iter().any(|entry| self.takes_off(entry) && other.takes_off(entry))
    }
}

/// A line is of the goods, and no gift card.
fn is_of(goods: &Goods, entry: &CartEntry) -> bool {
    !entry.is_gift_card() && goods.have(&entry.item_id, &entry.collection_id)
}

impl AutomaticDiscount {
    /// It counts for this cart, as far as its own terms go: by its time, its groups, its uses, and what its goods cost.
    pub(super) fn is_open(&self, cart: &Cart, terms: &Terms<'_>) -> bool {
        let limits = &self.limits;
        let uses = terms.discount_uses.iter().find(|uses| uses.code == self.id);
        let left = |most: Option<u32>, used: fn(&CouponUses) -> u64| {
            most.is_none_or(|most| uses.map_or(0, used) < u64::from(most))
        };
        let mut goods = cart.entries.iter().filter(|entry| is_of(&self.goods, entry)).peekable();
        let are_there = goods.peek().is_some();
        let price = goods.fold(Cents::ZERO, |sum, entry| sum.saturating_add(entry.sub_total));
        limits.starts_on.is_none_or(|moment| terms.now >= moment)
            && limits.ends_on.is_none_or(|moment| terms.now < moment)
            && is_for(&limits.groups, terms.groups)
            && left(limits.uses_in_all, |uses| uses.in_all)
            && left(limits.uses_per_customer, |uses| uses.by_customer)
            && are_there
            && price >= limits.minimum_cents
    }
}

/// What was taken off: by each candidate that counts, and what each line bears.
pub(super) struct Reductions {
    /// The place of the candidate, and its amount; in the order of application.
    pub(super) taken: Vec<(usize, Cents)>,
    /// In the order of the lines.
    pub(super) shares: Vec<Cents>,
}

/// Decides which of the candidates count, and applies them: of two that do not go together the one with the higher priority,
/// else those that take off the most together; of equal ones those that stand first.
pub(super) fn reduce(
    candidates: &[Candidate<'_>],
    entries: &[CartEntry],
    currency: CurrencyCode,
) -> Reductions {
    let lines = Lines::new(entries, currency);
    // What takes nothing off by itself stands in nobody's way; a code that takes nothing off is told so all the same.
    let counts = |candidate: &Candidate<'_>| match candidate {
        Candidate::Automatic(_) => lines.apply(&[(0, *candidate)]).sum() > Cents::ZERO,
        Candidate::Code(..) => true,
    };
    let open: Vec<(usize, Candidate<'_>)> =
        candidates.iter().copied().enumerate().filter(|(_, candidate)| counts(candidate)).collect();
    let mut priorities: Vec<i32> = open.iter().map(|(_, candidate)| candidate.priority()).collect();
    priorities.sort_unstable_by(|one, other| other.cmp(one));
    priorities.dedup();
    let mut chosen: Vec<(usize, Candidate<'_>)> = Vec::new();
    for priority in priorities {
        let is_free = |candidate: &Candidate<'_>| {
            chosen.iter().all(|(_, before)| !before.conflicts_with(candidate, entries))
        };
        let level: Vec<(usize, Candidate<'_>)> = open
            .iter()
            .copied()
            .filter(|(_, candidate)| candidate.priority() == priority && is_free(candidate))
            .collect();
        // Codes are shares of the prices that discounts left, so there are discounts that they are worth more without.
        let is_code = |place: usize| matches!(level[place].1, Candidate::Code(..));
        let graph = Graph::new(level.len(), is_code, |one, other| {
            let (one, other) = (&level[one].1, &level[other].1);
            (one.conflicts_with(other, entries), one.meets(other, entries))
        });
        let value = |set: &[usize]| {
            let with: Vec<_> = chosen.iter().copied().chain(set.iter().map(|place| level[*place])).collect();
            lines.apply(&with).sum()
        };
        let best = best_set(&graph, value);
        chosen.extend(best.into_iter().map(|place| level[place]));
    }
    lines.apply(&chosen)
}

impl Reductions {
    fn sum(&self) -> Cents {
        self.taken.iter().fold(Cents::ZERO, |sum, (_, cents)| sum.saturating_add(*cents))
    }
}

/// The lines of a cart, in an order of their own.
struct Lines<'a> {
    entries: &'a [CartEntry],
    /// The places of the lines by product, variant and answers.
    order: Vec<usize>,
    currency: CurrencyCode,
}

impl<'a> Lines<'a> {
    fn new(entries: &'a [CartEntry], currency: CurrencyCode) -> Self {
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(|place| {
            let entry = &entries[*place];
            (entry.item_id.as_str(), entry.chosen_variant.sku.as_str(), entry.additional_fields.as_deref())
        });
        Self { entries, order, currency }
    }

    /// The places of lines that are meant.
    fn of(&self, is_meant: impl Fn(&CartEntry) -> bool) -> Vec<usize> {
        self.order.iter().copied().filter(|place| is_meant(&self.entries[*place])).collect()
    }

    fn count(&self, places: &[usize]) -> u64 {
        places.iter().map(|place| u64::from(self.entries[*place].quantity)).sum()
    }

    /// Takes off what each comes to, whether they go together or not.
    fn apply(&self, chosen: &[(usize, Candidate<'_>)]) -> Reductions {
        let mut left: Vec<Cents> = self.entries.iter().map(|entry| entry.sub_total.at_least_zero()).collect();
        let mut ordered: Vec<&(usize, Candidate<'_>)> = chosen.iter().collect();
        ordered.sort_by_key(|(place, candidate)| match candidate {
            Candidate::Automatic(discount) => (discount.effect.rank(), *place),
            Candidate::Code(..) => (u8::MAX, *place),
        });
        let mut taken = Vec::with_capacity(ordered.len());
        let mut before_codes: Option<Vec<Cents>> = None;
        for (place, candidate) in ordered {
            let off = match candidate {
                Candidate::Automatic(discount) => self.take_automatic(discount, &mut left),
                Candidate::Code(_, coupon) => {
                    let prices = before_codes.get_or_insert_with(|| left.clone());
                    self.take_code(coupon, prices, &mut left)
                }
            };
            taken.push((*place, off));
        }
        let share = |(entry, left): (&CartEntry, Cents)| {
            entry.sub_total.at_least_zero().checked_sub(left).unwrap_or(Cents::ZERO)
        };
        let shares = self.entries.iter().zip(left).map(share).collect();
        Reductions { taken, shares }
    }

    fn take_code(&self, coupon: &Coupon, prices: &[Cents], left: &mut [Cents]) -> Cents {
        let places = self.of(|entry| coupon.applies_to(entry));
        let amount = match coupon.discount {
            Discount::Percent { value } => value.of(sum_at(prices, &places), self.currency),
            Discount::Amount { value } => value.at_least_zero(),
        };
        self.bear(amount, left, &places)
    }

    fn take_automatic(&self, discount: &AutomaticDiscount, left: &mut [Cents]) -> Cents {
        let places = self.of(|entry| is_of(&discount.goods, entry));
        match &discount.effect {
            Effect::BuyGet { buy, get, percent, of, times, per_product } => {
                let deal = Deal { buy: *buy, get: *get, percent: *percent, times: *times };
                match of {
                    Some(of) => {
                        let got = self.of(|entry| is_of(of, entry));
                        let bought: Vec<usize> =
                            places.into_iter().filter(|place| !got.contains(place)).collect();
                        let times = deal.times_of(self.count(&bought), u64::from(deal.buy));
                        self.give(&deal, times, got, left)
                    }
                    None => self.in_groups(places, *per_product, |places| {
                        let size = u64::from(deal.buy) + u64::from(deal.get);
                        let times = deal.times_of(self.count(&places), size);
                        self.give(&deal, times, places, left)
                    }),
                }
            }
            Effect::Steps { steps, per_product } => self.in_groups(places, *per_product, |places| {
                let count = self.count(&places);
                let reached = |step: &&Step| u64::from(step.from) <= count;
                let Some(step) = steps.iter().rev().find(reached) else { return Cents::ZERO };
                self.bear(step.percent.of(sum_at(left, &places), self.currency), left, &places)
            }),
            Effect::Percent { value } => {
                self.bear(value.of(sum_at(left, &places), self.currency), left, &places)
            }
            Effect::Amount { value } => self.bear(value.at_least_zero(), left, &places),
            Effect::FreeDelivery { .. } => Cents::ZERO,
        }
    }

    /// Does something for all lines together, or for those of each product.
    fn in_groups(
        &self,
        places: Vec<usize>,
        per_product: bool,
        mut take: impl FnMut(Vec<usize>) -> Cents,
    ) -> Cents {
        if !per_product {
            return take(places);
        }
        let of_one = |one: &usize, other: &usize| self.entries[*one].item_id == self.entries[*other].item_id;
        let groups = places.chunk_by(of_one).map(<[usize]>::to_vec);
        groups.fold(Cents::ZERO, |sum, group| sum.saturating_add(take(group)))
    }

    /// Lets lines bear an amount, as far as something is left of them; what they bore. Of a currency without small coins each
    /// bears whole ones, so that what is taken off after it is of whole ones, too.
    fn bear(&self, amount: Cents, left: &mut [Cents], places: &[usize]) -> Cents {
        let of_lines: Vec<Cents> = places.iter().map(|place| left[*place]).collect();
        let coin = self.currency.smallest_coin();
        let is_whole = |cents: &Cents| cents.get() % coin == 0;
        let coin = if is_whole(&amount) && of_lines.iter().all(is_whole) { coin } else { 1 };
        let in_coins = |cents: Cents| Cents::new(cents.get() / coin).unwrap_or(Cents::ZERO);
        let counted: Vec<Cents> = of_lines.into_iter().map(in_coins).collect();
        let mut borne = Cents::ZERO;
        for (place, share) in places.iter().zip(split(in_coins(amount), &counted)) {
            // At most what was left of the line.
            let share = share.checked_times(coin).unwrap_or(Cents::ZERO);
            left[*place] = left[*place].checked_sub(share).unwrap_or(Cents::ZERO);
            borne = borne.saturating_add(share);
        }
        borne
    }

    /// Takes the deal's share off the cheapest goods, so many times.
    fn give(&self, deal: &Deal, times: u64, mut places: Vec<usize>, left: &mut [Cents]) -> Cents {
        places.sort_by_key(|place| self.entries[*place].purchase_price_cents);
        let mut pieces = times.saturating_mul(u64::from(deal.get));
        let mut taken = Cents::ZERO;
        for place in places {
            let quantity = u64::from(self.entries[place].quantity);
            let given = pieces.min(quantity);
            pieces -= given;
            if given == 0 {
                continue;
            }
            // At most what is left of the line, which is a count of cents.
            let price = i128::from(left[place].get()) * i128::from(given) / i128::from(quantity);
            let price = i64::try_from(price).ok().and_then(Cents::new).unwrap_or(Cents::ZERO);
            let off = deal.percent.of(price, self.currency).min(left[place]);
            left[place] = left[place].checked_sub(off).unwrap_or(Cents::ZERO);
            taken = taken.saturating_add(off);
        }
        taken
    }
}

/// Buy so many, get so many.
struct Deal {
    buy: u32,
    get: u32,
    percent: Percent,
    times: Option<u32>,
}

impl Deal {
    fn times_of(&self, count: u64, size: u64) -> u64 {
        let fits = count.checked_div(size).unwrap_or(0);
        self.times.map_or(fits, |most| fits.min(u64::from(most)))
    }
}

fn sum_at(amounts: &[Cents], places: &[usize]) -> Cents {
    // At most the subtotal, which could be counted.
    places.iter().fold(Cents::ZERO, |sum, place| sum.saturating_add(amounts[*place]))
}
