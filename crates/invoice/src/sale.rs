//! From what a shop charged to what an invoice says.
//!
//! A shop rounds each tax once for the whole order, and its prices may hold the tax. An invoice wants net amounts by line that
//! add up to the base of their rate. So the base that the shop worked out is split among the lines of the rate by what was
//! paid for them, to the minor unit: nothing that was charged changes, and every sum of EN 16931 holds exactly.

use std::collections::BTreeMap;

use jiff::civil::Date;
use rust_decimal::{Decimal, RoundingStrategy};

use crate::amount::{main_unit, split, whole};
use crate::model::{Address, Buyer, Category, Charge, Form, Invoice, Kind, Line, Means, Seller, Tax, Totals};
use crate::words::Words;

/// Fraction digits of the price of one: the price of 9,999 pieces is exact to the hundredth.
const DIGITS_OF_PRICE: u32 = 8;

/// What was charged for an order, and who the parties are. Amounts are minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    /// The order.
    pub order: String,
    /// When the invoice is made.
    pub issued_on: Date,
    /// When the goods were delivered, or paid if that is not known.
    pub delivered_on: Date,
    /// ISO 4217.
    pub currency: String,
    /// The buyer's language, as a tag.
    pub language: String,
    /// Who sold.
    pub seller: Seller,
    /// Who bought.
    pub buyer: Buyer,
    /// Where it went.
    pub deliver_to: Option<Address>,
    /// What was sold.
    pub lines: Vec<SaleLine>,
    /// What delivery cost, by the taxes of its shares.
    pub shipping: Vec<ShippingShare>,
    /// The taxes, as the order has them.
    pub taxes: Vec<SaleTax>,
    /// What all of it came to, by whatever means it was paid.
    pub total_cents: i64,
    /// What gift cards paid of it.
    pub cards_cents: i64,
}

/// A line of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SaleLine {
    /// What it was called.
    pub name: String,
    /// The variant.
    pub sku: String,
    /// How many.
    pub quantity: i64,
    /// The price of one, as it was shown.
    pub unit_cents: i64,
    /// What coupons took off the line.
    pub discount_cents: i64,
    /// Its taxes.
    pub rates: Vec<Rate>,
    /// The tax that its price holds and that was not charged.
    pub relief_cents: i64,
    /// The rates of that tax together, in percent.
    pub held: Decimal,
    /// A gift card: its tax is due when it pays.
    pub is_voucher: bool,
    /// Why it is not taxed, where that is another reason than the rest's.
    pub untaxed: Option<Untaxed>,
}

impl SaleLine {
    fn paid_cents(&self) -> i64 {
        self.unit_cents * self.quantity - self.discount_cents - self.relief_cents
    }
}

/// A share of what delivery cost.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShippingShare {
    /// How much.
    pub cents: i64,
    /// Its taxes.
    pub rates: Vec<Rate>,
}

/// A tax by its rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate {
    /// Percent.
    pub percent: Decimal,
    /// The price holds it.
    pub included: bool,
}

/// A tax of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaleTax {
    /// Its rate.
    pub rate: Rate,
    /// What it is called.
    pub name: String,
    /// What it is taken of.
    pub net_cents: i64,
    /// What it comes to.
    pub tax_cents: i64,
}

/// Why something of a shop that owes value added tax is not taxed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untaxed {
    /// As a code.
    pub category: Category,
    /// In words; empty for the rate of zero.
    pub reason: String,
}

/// What is taxed alike.
#[derive(Debug, Clone, Default)]
struct Group {
    /// Places of lines, and behind them of shares of shipping, with what was paid.
    parts: Vec<(usize, i64)>,
    net_cents: i64,
    tax_cents: i64,
    name: String,
    reason: String,
}

/// A category, a rate, and whether the price holds it.
type GroupKey = (Category, Decimal, bool);

impl Sale {
    /// The invoice with this number. It is one of value added tax when the shop owes that (`untaxed` says what is not
    /// taxed) and the order can be told so; else a receipt.
    #[must_use]
    pub fn invoice(&self, number: &str, untaxed: Option<&Untaxed>) -> Invoice {
        let words = Words::of(&self.language);
        let vat = untaxed.and_then(|untaxed| self.vat(untaxed, words));
        let (form, (lines, charges, taxes)) = match vat {
            Some(parts) => (Form::Vat, parts),
            None => (Form::Receipt, self.receipt(words)),
        };
        let totals = Totals::of(form, &lines, &charges, &taxes);
        Invoice {
            kind: Kind::Invoice,
            form,
            number: number.to_owned(),
            issued_on: self.issued_on,
            delivered_on: self.delivered_on,
            currency: self.currency.clone(),
            language: self.language.clone(),
            order: self.order.clone(),
            preceding: None,
            notes: Vec::new(),
            seller: self.seller.clone(),
            buyer: self.buyer.clone(),
            deliver_to: self.deliver_to.clone(),
            lines,
            charges,
            taxes,
            totals,
            means: self.means(),
        }
    }

    fn means(&self) -> Vec<Means> {
        let money = self.total_cents - self.cards_cents;
        let mut means = vec![Means::online(money), Means::gift_card(self.cards_cents)];
        means.retain(|means| means.cents > 0);
        means.sort_by_key(|means| std::cmp::Reverse(means.cents));
        if means.is_empty() { vec![Means::online(0)] } else { means }
    }

    /// Lines, charges and taxes of an invoice of value added tax; `None` where the order cannot be told so: two taxes on one
    /// thing, or sums that are not those of its lines.
    fn vat(&self, untaxed: &Untaxed, words: &Words) -> Option<(Vec<Line>, Vec<Charge>, Vec<Tax>)> {
        let groups = self.groups(untaxed, words)?;
        let count = self.lines.len() + self.shipping.len();
        let mut nets = vec![(0, Category::Zero, Rate { percent: Decimal::ZERO, included: false }); count];
        let mut taxes: BTreeMap<(Category, Decimal), Tax> = BTreeMap::new();
        for ((category, percent, included), group) in &groups {
            let weights: Vec<i64> = group.parts.iter().map(|(_, paid)| *paid).collect();
            let paid: i64 = weights.iter().sum();
            let expected = if *included { group.net_cents + group.tax_cents } else { group.net_cents };
            if paid != expected {
                return None;
            }
            let shares = split(group.net_cents, &weights);
            for ((place, _), net) in group.parts.iter().zip(shares) {
                nets[*place] = (net, *category, Rate { percent: *percent, included: *included });
            }
            let tax = taxes.entry((*category, *percent)).or_insert_with(|| Tax {
                category: *category,
                rate: *percent,
                net_cents: 0,
                tax_cents: 0,
                name: group.name.clone(),
                included: false,
                reason: group.reason.clone(),
            });
            tax.net_cents += group.net_cents;
            tax.tax_cents += group.tax_cents;
        }
        let all_included = groups.iter().all(|((_, _, included), group)| *included || group.tax_cents == 0);
        let gross = |paid: i64| all_included.then_some(paid);
        let (of_lines, of_shipping) = nets.split_at(self.lines.len());
        let lines = self.lines.iter().zip(of_lines);
        let lines = lines.map(|(line, net)| line.told(*net, gross(line.paid_cents())));
        let charges = self.shipping.iter().zip(of_shipping).filter(|(share, _)| share.cents > 0);
        let charges = charges.map(|(share, (net_cents, category, rate))| Charge {
            reason: words.shipping.to_owned(),
            net_cents: *net_cents,
            gross_cents: gross(share.cents),
            category: *category,
            rate: rate.percent,
        });
        let (lines, charges, taxes): (Vec<_>, Vec<_>, Vec<_>) =
            (lines.collect(), charges.collect(), taxes.into_values().collect());
        let total = Totals::of(Form::Vat, &lines, &charges, &taxes).gross_cents;
        (total == self.total_cents).then_some((lines, charges, taxes))
    }

    fn groups(&self, untaxed: &Untaxed, words: &Words) -> Option<BTreeMap<GroupKey, Group>> {
        let mut groups: BTreeMap<GroupKey, Group> = BTreeMap::new();
        let voucher = Untaxed { category: Category::Exempt, reason: words.voucher.to_owned() };
        let lines = self.lines.iter().map(|line| {
            let own = if line.is_voucher { Some(&voucher) } else { line.untaxed.as_ref() };
            (line.paid_cents(), &line.rates, own)
        });
        let shipping = self.shipping.iter().map(|share| (share.cents, &share.rates, None));
        for (place, (paid, rates, own)) in lines.chain(shipping).enumerate() {
            if paid < 0 {
                return None;
            }
            let (key, reason) = match rates.as_slice() {
                [] => {
                    let untaxed = own.unwrap_or(untaxed);
                    ((untaxed.category, Decimal::ZERO, false), untaxed.reason.as_str())
                }
                [rate] if rate.percent.is_zero() => ((Category::Zero, Decimal::ZERO, false), ""),
                [rate] => ((Category::Standard, rate.percent.normalize(), rate.included), ""),
                _ => return None,
            };
            let group = groups.entry(key).or_default();
            group.parts.push((place, paid));
            if key.0 != Category::Standard {
                group.net_cents += paid;
            }
            if !group.reason.contains(reason) {
                let sign = if group.reason.is_empty() { "" } else { "; " };
                group.reason = format!("{}{sign}{reason}", group.reason);
            }
        }
        for tax in self.taxes.iter().filter(|tax| !tax.rate.percent.is_zero()) {
            let key = (Category::Standard, tax.rate.percent.normalize(), tax.rate.included);
            let group = groups.get_mut(&key)?;
            group.net_cents += tax.net_cents;
            group.tax_cents += tax.tax_cents;
            group.name.clone_from(&tax.name);
        }
        Some(groups)
    }

    /// The same as the shop showed it.
    fn receipt(&self, words: &Words) -> (Vec<Line>, Vec<Charge>, Vec<Tax>) {
        let shown = Rate { percent: Decimal::ZERO, included: false };
        let lines = self.lines.iter().map(|line| {
            let paid = line.paid_cents();
            line.told((paid, Category::Zero, shown), None)
        });
        let shipping: i64 = self.shipping.iter().map(|share| share.cents).sum();
        let charge = (shipping > 0).then(|| Charge {
            reason: words.shipping.to_owned(),
            net_cents: shipping,
            gross_cents: None,
            category: Category::Zero,
            rate: Decimal::ZERO,
        });
        let taxes = self.taxes.iter().map(|tax| Tax {
            category: Category::Standard,
            rate: tax.rate.percent,
            net_cents: tax.net_cents,
            tax_cents: tax.tax_cents,
            name: tax.name.clone(),
            included: tax.rate.included,
            reason: String::new(),
        });
        (lines.collect(), charge.into_iter().collect(), taxes.collect())
    }
}

impl SaleLine {
    fn told(&self, net: (i64, Category, Rate), gross_cents: Option<i64>) -> Line {
        let (net_cents, category, rate) = net;
        let held = if rate.included { rate.percent } else { self.held };
        let discount_cents =
            whole(Decimal::from(self.discount_cents) * Decimal::ONE_HUNDRED / (Decimal::ONE_HUNDRED + held));
        let before = main_unit(net_cents + discount_cents);
        let price = before / Decimal::from(self.quantity.max(1));
        Line {
            name: self.name.clone(),
            sku: self.sku.clone(),
            quantity: self.quantity,
            unit_price: price
                .round_dp_with_strategy(DIGITS_OF_PRICE, RoundingStrategy::MidpointAwayFromZero)
                .normalize(),
            discount_cents,
            net_cents,
            gross_cents,
            category,
            rate: rate.percent,
        }
    }
}
