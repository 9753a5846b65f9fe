//! S-620, S-621: taxes against a second computation in whole numbers, over carts that look like chance: 20,000 by default,
//! `LOGGIA_CARTS` for more (`make carts`: 1,000,000).

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;

use loggia_commerce::{
    CURRENCIES, Cart, CartEntry, Cents, Coupon, CouponLimits, CurrencyCode, Discount, GiftCardBalance,
    Percent, ProductType, ShippingLocation, ShippingOption, TaxRule, Terms,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Rates are percentages with four digits: 19 % is 190,000 of a million.
const MILLION: i128 = 1_000_000;

/// One market: a country and its rules as (class, millionths, included, shipping is taxed).
type Market = (&'static str, &'static [(&'static str, i128, bool, bool)]);

/// Rates as they were in law in 2026: Germany, France (with its rate of four digits), Japan, Quebec (two added taxes), the
/// United States (added, one state), and a place with taxes held by the price and none for `zero`.
const MARKETS: [Market; 6] = [
    ("DE", &[("", 190_000, true, true), ("reduced", 70_000, true, true)]),
    ("FR", &[("", 200_000, true, true), ("reduced", 55_000, true, true), ("super", 21_000, true, false)]),
    ("JP", &[("", 100_000, true, true), ("reduced", 80_000, true, false)]),
    ("CA", &[("", 50_000, false, true), ("", 99_750, false, false)]),
    ("US", &[("", 88_750, false, false), ("reduced", 40_000, false, false)]),
    ("GB", &[("standard", 200_000, true, true), ("zero", 0, true, true)]),
];

#[derive(Debug, Clone)]
struct Sample {
    market: usize,
    currency: usize,
    /// (price, quantity, class, type)
    lines: Vec<(i64, u32, usize, usize)>,
    shipping: i64,
    off: Option<u32>,
    card: Option<i64>,
}

const CLASSES: [&str; 5] = ["", "reduced", "zero", "super", "of my own"];
const TYPES: [ProductType; 4] =
    [ProductType::Physical, ProductType::Digital, ProductType::Service, ProductType::GiftCard];

fn samples() -> impl Strategy<Value = Sample> {
    let line = (0_i64..200_000, 1_u32..5, 0..CLASSES.len(), 0..TYPES.len());
    let parts = (
        0..MARKETS.len(),
        0..CURRENCIES.len(),
        prop::collection::vec(line, 0..6),
        0_i64..3_000,
        prop::option::of(0_u32..=100),
        prop::option::of(1_i64..300_000),
    );
    parts.prop_map(|(market, currency, lines, shipping, off, card)| Sample {
        market,
        currency,
        lines,
        shipping,
        off,
        card,
    })
}

fn cents(amount: i64) -> Cents {
    Cents::new(amount).unwrap()
}

fn settled(sample: &Sample, with_card: bool) -> Cart {
    let currency = CurrencyCode::parse(CURRENCIES[sample.currency].code).unwrap();
    let coin = currency.smallest_coin();
    let (country, rates) = MARKETS[sample.market];
    let rule = |(class, rate, included, shipping): &(&str, i128, bool, bool)| TaxRule {
        country: country.into(),
        class: (!class.is_empty()).then(|| (*class).to_owned()),
        rate: Percent::parse(&format!("{}.{:04}", rate / 10_000, rate % 10_000)).unwrap(),
        included: *included,
        shipping: *shipping,
        ..TaxRule::default()
    };
    let tax_rules: Vec<TaxRule> = rates.iter().map(rule).collect();
    let post = ShippingOption {
        id: "post".into(),
        cost_cents: cents(sample.shipping * coin),
        ..ShippingOption::default()
    };
    let coupons: Vec<Coupon> = sample
        .off
        .map(|percent| Coupon {
            code: "OFF".into(),
            discount: Discount::Percent { value: Percent::parse(&percent.to_string()).unwrap() },
            limits: CouponLimits::default(),
        })
        .into_iter()
        .collect();
    let card = |balance: i64| GiftCardBalance {
        code: "CARD".into(),
        id: "card".into(),
        balance: cents(balance * coin),
        currency,
        ..GiftCardBalance::default()
    };
    let gift_cards: Vec<GiftCardBalance> = sample.card.filter(|_| with_card).map(card).into_iter().collect();
    let terms = Terms {
        tax_rules: &tax_rules,
        shipping_options: std::slice::from_ref(&post),
        coupons: &coupons,
        gift_cards: &gift_cards,
        ..Terms::default()
    };
    let mut cart = Cart::new("c", "w", currency, 0);
    cart.entries = (0..)
        .zip(&sample.lines)
        .map(|(index, (price, quantity, class, kind)): (u32, _)| CartEntry {
            id: index.to_string().into(),
            quantity: *quantity,
            product_type: TYPES[*kind],
            purchase_price_cents: cents(price * coin),
            tax_class: CLASSES[*class].to_owned(),
            ..CartEntry::default()
        })
        .collect();
    cart.shipping_location =
        Some(ShippingLocation { country: country.into(), ..ShippingLocation::default() });
    cart.apply_coupon("OFF");
    cart.apply_coupon("CARD");
    cart.settle(&terms).unwrap();
    if cart.select_shipping_option("post").is_ok() {
        cart.settle(&terms).unwrap();
    }
    cart
}

/// Half of one is rounded up; in whole coins.
fn divided(over: i128, under: i128, coin: i128) -> i128 {
    let under = under * coin;
    (2 * over + under) / (2 * under) * coin
}

/// What each rule should come to: (net, tax). The lines' shares of the coupon and of the shipping are taken from the cart,
/// the rest is worked out here.
fn expected(sample: &Sample, cart: &Cart) -> Vec<(i128, i128)> {
    let (_, rates) = MARKETS[sample.market];
    let coin = i128::from(cart.currency.smallest_coin());
    let number = |amount: Cents| i128::from(amount.get());
    let is_standard = |class: &str| class.is_empty() || class == "standard";
    let tax_of = |class: &str| -> Vec<usize> {
        let same = |named: &str| named == class || (is_standard(named) && is_standard(class));
        let own: Vec<usize> = (0..rates.len()).filter(|index| same(rates[*index].0)).collect();
        if !own.is_empty() || class == "zero" {
            return own;
        }
        (0..rates.len()).filter(|index| is_standard(rates[*index].0)).collect()
    };
    // What is paid for goods of each class, and for shipping them.
    let mut paid: BTreeMap<&str, (i128, i128)> = BTreeMap::new();
    let shipped: i128 = cart
        .entries
        .iter()
        .filter(|entry| entry.product_type == ProductType::Physical)
        .map(|entry| number(entry.sub_total) - number(entry.discount_cents) + number(entry.gift_card_cents))
        .sum();
    let first = cart.entries.iter().position(|entry| entry.product_type == ProductType::Physical);
    let (mut seen, mut given) = (0, 0);
    for (index, entry) in cart.entries.iter().enumerate() {
        if entry.product_type == ProductType::GiftCard {
            continue;
        }
        let own = number(entry.sub_total) - number(entry.discount_cents) + number(entry.gift_card_cents);
        let mut shipping = 0;
        if entry.product_type == ProductType::Physical {
            let all = number(cart.shipping_cost_cents);
            if shipped == 0 {
                shipping = if Some(index) == first { all } else { 0 };
            } else {
                seen += own;
                shipping = all * seen / shipped - given;
                given += shipping;
            }
        }
        let sums = paid.entry(entry.tax_class.as_str()).or_default();
        (sums.0, sums.1) = (sums.0 + own, sums.1 + shipping);
    }
    let mut found = vec![(0, 0, 0); rates.len()];
    for (class, (goods, shipping)) in paid {
        for index in tax_of(class) {
            let (_, rate, included, with_shipping) = rates[index];
            let base = goods + if with_shipping { shipping } else { 0 };
            found[index].0 += base;
            // No market here has two included taxes of one class.
            found[index].1 += base * rate;
            found[index].2 = MILLION + if included { rate } else { 0 };
        }
    }
    (0..)
        .zip(found)
        .map(|(index, (base, over, under)): (usize, _)| {
            let tax = if under == 0 { 0 } else { divided(over, under, coin) };
            (if rates[index].2 { base - tax } else { base }, tax)
        })
        .collect()
}

/// S-620: what is paid is what is without tax and the tax, to the minor unit. S-621: no tax falls by a gift card.
#[test]
fn s_620_taxes_are_exact() {
    let cases = std::env::var("LOGGIA_CARTS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let tried = runner.run(&samples(), |sample| {
        let cart = settled(&sample, true);
        let lines: Vec<(i128, i128)> = cart
            .taxes
            .iter()
            .map(|line| (i128::from(line.net_cents.get()), i128::from(line.tax_cents.get())))
            .collect();
        prop_assert_eq!(&lines, &expected(&sample, &cart));
        let sum = |included: bool| -> i64 {
            cart.taxes.iter().filter(|line| line.included == included).map(|line| line.tax_cents.get()).sum()
        };
        prop_assert_eq!((cart.tax_cents.get(), cart.included_tax_cents.get()), (sum(false), sum(true)));
        let total = cart.subtotal_cents.get() + cart.shipping_cost_cents.get() + cart.tax_cents.get();
        prop_assert_eq!(cart.grand_total_cents.get(), total - cart.discount_cents.get());
        prop_assert!(cart.included_tax_cents.get() <= total);

        let without = settled(&sample, false);
        prop_assert_eq!(&cart.taxes, &without.taxes);
        prop_assert_eq!(cart.tax_cents, without.tax_cents);
        let paid = without.grand_total_cents.get() - cart.grand_total_cents.get();
        prop_assert_eq!(cart.gift_card_cents.get(), paid);
        // It pays everything that is no gift card, or all that is on it.
        let balance = sample.card.unwrap_or(0) * cart.currency.smallest_coin();
        let cards =
            cart.entries.iter().filter(|entry| entry.is_gift_card()).map(|entry| entry.sub_total.get());
        let payable = without.grand_total_cents.get() - cards.sum::<i64>();
        let only_cards = !cart.entries.is_empty() && cart.entries.iter().all(CartEntry::is_gift_card);
        prop_assert_eq!(paid, if only_cards { 0 } else { balance.min(payable) });
        Ok(())
    });
    tried.unwrap();
    println!("{cases} carts in {} currencies and {} markets", CURRENCIES.len(), MARKETS.len());
}

#[test]
fn s_625_a_state_is_taxed_however_it_is_written() {
    let rule = |region: &str| -> TaxRule {
        serde_json::from_value(
            serde_json::json!({"country": "US", "region": region, "rate": "4", "name": "Tax"}),
        )
        .unwrap()
    };
    let at = |region: &str| ShippingLocation {
        country: "us".to_owned(),
        region: region.to_owned(),
        ..ShippingLocation::default()
    };
    for written in ["NY", "ny", "New York", " new york ", "N.Y.", "US-NY"] {
        for of_rule in ["NY", "New York"] {
            let rules = [rule(of_rule)];
            assert_eq!(
                loggia_commerce::applicable_tax_rules(&rules, &at(written)).len(),
                1,
                "{of_rule} {written}"
            );
        }
    }
    let rules = [rule("NY")];
    assert!(loggia_commerce::applicable_tax_rules(&rules, &at("New Jersey")).is_empty());
    assert_eq!((at("Puerto Rico").territory_code(), at("P.R.").territory_code()), ("PR".into(), "PR".into()));
    assert_eq!(at("New York").territory_code(), "US");
    // A state that does not exist is no way around its taxes.
    let check = |region: &str| {
        let cart = Cart { asks_country: true, shipping_location: Some(at(region)), ..Cart::default() };
        cart.check_place_of_tax(&rules)
    };
    for (region, is_right) in [
        ("New Jersey", true),
        ("NY", true),
        ("Guam", true),
        ("XX", false),
        ("New Yorkk", false),
        (" ", false),
    ] {
        assert_eq!(check(region).is_ok(), is_right, "{region}");
    }
}
