//! S-861: what a firm of another member state pays without tax, and the tax that everybody else would pay of the same cart, are
//! together what everybody else pays, over carts that look like chance: 20,000 by default, `LOGGIA_CARTS` for more.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use loggia_commerce::{
    AutomaticDiscount, CURRENCIES, Cart, CartEntry, Cents, Coupon, CouponLimits, CurrencyCode, Discount,
    GiftCardBalance, Percent, ProductType, SellerSettings, ShippingLocation, ShippingOption, TaxRule, Terms,
    VatIdState,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rust_decimal::Decimal;

/// Rules of one place: class, percent, included, shipping is taxed.
type Rules = &'static [(&'static str, &'static str, bool, bool)];

/// As the law has them, and as a shop may set them up by mistake: two held taxes of one thing, held and added ones, rates of four
/// digits, rates that are nearly the whole price.
const RULES: [Rules; 8] = [
    &[("", "21", true, true), ("reduced", "9", true, true)],
    &[("", "21", true, false)],
    &[("", "21", false, true), ("reduced", "9", false, false)],
    &[("", "19", true, true), ("", "1.5", true, true), ("reduced", "5.5", true, true)],
    &[("", "20", true, true), ("", "3.1234", false, true)],
    &[("", "99", true, true), ("", "98", true, false), ("super", "0.0001", true, true)],
    &[("", "0", true, true)],
    &[],
];
const CLASSES: [&str; 4] = ["", "reduced", "zero", "super"];
const TYPES: [ProductType; 5] = [
    ProductType::Physical,
    ProductType::Digital,
    ProductType::Service,
    ProductType::GiftCard,
    ProductType::Digital,
];

#[derive(Debug, Clone)]
struct Sample {
    rules: usize,
    currency: usize,
    /// (price in coins, quantity, class, type)
    lines: Vec<(i64, u32, usize, usize)>,
    shipping: i64,
    percent: Option<u32>,
    amount: Option<i64>,
    is_automatic: bool,
    card: Option<i64>,
}

fn samples() -> impl Strategy<Value = Sample> {
    let price = prop_oneof![0_i64..40, 0_i64..200_000];
    let line = (price, prop_oneof![1_u32..5, 1_u32..9_999], 0..CLASSES.len(), 0..TYPES.len());
    let parts = (
        0..RULES.len(),
        0..CURRENCIES.len(),
        prop::collection::vec(line, 0..7),
        0_i64..3_000,
        prop::option::of(0_u32..=100),
        prop::option::of(1_i64..50_000),
        any::<bool>(),
        prop::option::of(1_i64..300_000),
    );
    parts.prop_map(|(rules, currency, lines, shipping, percent, amount, is_automatic, card)| Sample {
        rules,
        currency,
        lines,
        shipping,
        percent,
        amount,
        is_automatic,
        card,
    })
}

fn cents(amount: i64) -> Cents {
    Cents::new(amount).unwrap()
}

fn coupon(code: &str, discount: Discount) -> Coupon {
    Coupon {
        code: code.into(),
        discount,
        limits: CouponLimits { combinable: true, ..CouponLimits::default() },
    }
}

/// The cart of the sample, of somebody with this VAT number.
fn settled(sample: &Sample, vat_id: &str) -> Cart {
    let currency = CurrencyCode::parse(CURRENCIES[sample.currency].code).unwrap();
    let coin = currency.smallest_coin();
    let rule = |(class, rate, included, shipping): &(&str, &str, bool, bool)| TaxRule {
        country: "NL".into(),
        class: (!class.is_empty()).then(|| (*class).to_owned()),
        rate: Percent::parse(rate).unwrap(),
        included: *included,
        shipping: *shipping,
        ..TaxRule::default()
    };
    let tax_rules: Vec<TaxRule> = RULES[sample.rules].iter().map(rule).collect();
    let post = ShippingOption {
        id: "post".into(),
        cost_cents: cents(sample.shipping * coin),
        ..ShippingOption::default()
    };
    let percent = |value: u32| Discount::Percent { value: Percent::parse(&value.to_string()).unwrap() };
    let coupons: Vec<Coupon> = [
        sample.percent.map(|value| coupon("PERCENT", percent(value))),
        sample.amount.map(|value| coupon("AMOUNT", Discount::Amount { value: cents(value * coin) })),
    ]
    .into_iter()
    .flatten()
    .collect();
    let automatic: AutomaticDiscount = serde_json::from_value(
        serde_json::json!({"id": "auto", "name": "Auto", "kind": "percent", "value": "7", "combinable": true}),
    )
    .unwrap();
    let discounts: Vec<AutomaticDiscount> = sample.is_automatic.then_some(automatic).into_iter().collect();
    let card = |balance: i64| GiftCardBalance {
        code: "CARD".into(),
        id: "card".into(),
        balance: cents(balance * coin),
        currency,
        ..GiftCardBalance::default()
    };
    let gift_cards: Vec<GiftCardBalance> = sample.card.map(card).into_iter().collect();
    let seller =
        SellerSettings { country: "DE".into(), vat_id: "DE123456788".into(), ..SellerSettings::default() };
    let terms = Terms {
        tax_rules: &tax_rules,
        shipping_options: std::slice::from_ref(&post),
        discounts: &discounts,
        coupons: &coupons,
        gift_cards: &gift_cards,
        seller: Some(&seller),
        ..Terms::default()
    };
    let mut cart = Cart::new("c", "w", currency, 0);
    cart.vat_id = vat_id.into();
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
    cart.shipping_location = Some(ShippingLocation { country: "NL".into(), ..ShippingLocation::default() });
    for code in ["PERCENT", "AMOUNT", "CARD"] {
        cart.apply_coupon(code);
    }
    cart.settle(&terms).unwrap();
    if cart.select_shipping_option("post").is_ok() {
        cart.settle(&terms).unwrap();
    }
    cart
}

/// The tax that is held by what is paid for a line and for its share of the delivery, exactly.
fn held(rules: Rules, cart: &Cart, at: usize) -> [Decimal; 2] {
    let (entry, taxes) = (&cart.entries[at], &cart.taxes_of_entries()[at]);
    if entry.product_type == ProductType::GiftCard {
        return [Decimal::ZERO; 2];
    }
    let of = |class: &str| rules.iter().filter(|rule| rule.0 == class).collect::<Vec<_>>();
    let own = of(&entry.tax_class);
    let own = if own.is_empty() && entry.tax_class != "zero" { of("") } else { own };
    let percent = |of_delivery: bool| -> Decimal {
        let meant = own.iter().filter(|rule| rule.2 && (rule.3 || !of_delivery));
        meant.map(|rule| rule.1.parse::<Decimal>().unwrap()).sum()
    };
    let tax = |paid: i64, percent: Decimal| Decimal::from(paid) * percent / (Decimal::ONE_HUNDRED + percent);
    let goods = entry.sub_total.get() - taxes.coupon_cents.get();
    [tax(goods, percent(false)), tax(taxes.shipping_cents.get(), percent(true))]
}

fn check(sample: &Sample) {
    let (without, with) = (settled(sample, ""), settled(sample, "NL123456782B90"));
    let all = |cart: &Cart| cart.grand_total_cents.get() + cart.gift_card_cents.get();
    let taxable = with.entries.iter().any(|entry| entry.product_type != ProductType::GiftCard);
    assert_eq!(with.reverse_charge, taxable);
    if !taxable {
        assert_eq!((all(&with), &with.digest), (all(&without), &without.digest));
        return;
    }
    assert_eq!(with.vat_id_state, Some(VatIdState::ReverseCharge));
    // Nothing is taxed, and everything else is as it was.
    assert_eq!((with.tax_cents, with.included_tax_cents, with.taxes.len()), (Cents::ZERO, Cents::ZERO, 0));
    assert_eq!(with.relief_cents, without.included_tax_cents);
    assert_eq!(with.subtotal_cents, without.subtotal_cents);
    assert_eq!(with.shipping_cost_cents, without.shipping_cost_cents);
    assert_eq!(with.discounts, without.discounts);
    assert_eq!(
        with.discount_cents.get() - with.gift_card_cents.get(),
        without.discount_cents.get() - without.gift_card_cents.get()
    );
    // The price without tax and the taxes are together the price.
    let taxes = without.tax_cents.get() + without.included_tax_cents.get();
    assert_eq!(all(&with) + taxes, all(&without));
    assert!(with.grand_total_cents >= Cents::ZERO && with.relief_cents >= Cents::ZERO);
    let balance = sample.card.unwrap_or(0) * with.currency.smallest_coin();
    assert!((0..=balance.min(all(&with))).contains(&with.gift_card_cents.get()));
    // Line by line as well: what each pays adds up to the total, and its tax is at most a minor unit off its part of the tax.
    let rules = RULES[sample.rules];
    let exact: Vec<[Decimal; 2]> = (0..with.entries.len()).map(|at| held(rules, &with, at)).collect();
    let sum: Decimal = exact.iter().flatten().sum();
    let mut paid = 0;
    for ((entry, taxes), exact) in with.entries.iter().zip(with.taxes_of_entries()).zip(&exact) {
        let parts = [
            (entry.sub_total.get() - taxes.coupon_cents.get(), taxes.relief_cents.get(), exact[0]),
            (taxes.shipping_cents.get(), taxes.shipping_relief_cents.get(), exact[1]),
        ];
        assert!(taxes.rates.is_empty() && taxes.shipping_rates.is_empty());
        for (whole, relief, exact) in parts {
            assert!((0..=whole).contains(&relief), "{relief} of {whole}");
            paid += whole - relief;
            if sum > Decimal::ZERO {
                let part = exact / sum * Decimal::from(with.relief_cents.get());
                let is_whole = relief == whole;
                assert!(
                    is_whole || (Decimal::from(relief) - part).abs() <= Decimal::ONE + Decimal::new(1, 9),
                    "{relief} for {part}"
                );
            }
        }
    }
    assert_eq!(paid, all(&with));
    assert_eq!(taxes == 0, with.digest == without.digest);
}

/// S-861: in every currency, with discounts, delivery and gift cards.
#[test]
fn s_861_net_and_tax_are_the_price() {
    let cases = std::env::var("LOGGIA_CARTS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&samples(), |sample| {
            check(&sample);
            Ok(())
        })
        .unwrap();
}
