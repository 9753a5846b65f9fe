//! What holds for every input, not only for the cases somebody thought of.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use loggia_commerce::{
    AddRequest, CENTS_MAXIMUM, CURRENCIES, Cart, CartEntry, Cents, Coupon, CouponLimits, CurrencyCode,
    Discount, PageCurrency, Percent, Product, ProductType, RateOf, ReadOptions, ShippingLocation,
    ShippingOption, SoldLine, StockLevel, StockRecord, StoreSettings, TaxLine, TaxRule, Terms, Trim, Variant,
    check_add, format_cents, order_parts, parse_quantity, part_of_line, product_from_item,
    quantity_from_json,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn any_cents() -> impl Strategy<Value = Cents> {
    prop_oneof![-CENTS_MAXIMUM..=CENTS_MAXIMUM, -100_000_i64..100_000]
        .prop_map(|minor| Cents::new(minor).unwrap())
}

fn product_type() -> impl Strategy<Value = ProductType> {
    (1_u8..=5).prop_map(|code| ProductType::try_from(code).unwrap())
}

fn percent() -> impl Strategy<Value = Percent> {
    (0_u32..=1_000_000).prop_map(|parts| {
        let text = format!("{}.{:04}", parts / 10_000, parts % 10_000);
        Percent::parse(&text).unwrap()
    })
}

fn entries() -> impl Strategy<Value = Vec<CartEntry>> {
    let entry = (0_i64..10_000_000, 1_u32..=9999, product_type(), 0_u32..50_000);
    prop::collection::vec(entry, 0..12).prop_map(|entries| {
        let entries =
            entries.into_iter().enumerate().map(|(index, (price, quantity, product_type, weight))| {
                CartEntry {
                    id: index.to_string().into(),
                    item_id: index.to_string().into(),
                    quantity,
                    product_type,
                    purchase_price_cents: Cents::new(price).unwrap(),
                    shipping_weight: weight,
                    ..CartEntry::default()
                }
            });
        entries.collect()
    })
}

fn coupons() -> impl Strategy<Value = Vec<Coupon>> {
    let discount = prop_oneof![
        percent().prop_map(|value| Discount::Percent { value }),
        any_cents().prop_map(|value| Discount::Amount { value }),
    ];
    let coupon = (discount, 0_i64..1_000_000, prop::option::of(0_i64..100), any::<bool>());
    prop::collection::vec(coupon, 0..6).prop_map(|coupons| {
        let coupons = coupons.into_iter().enumerate();
        let coupon = |(index, (discount, minimum, expires_on, combinable))| Coupon {
            code: format!("CODE{index}"),
            discount,
            limits: CouponLimits {
                minimum_cents: Cents::new(minimum).unwrap(),
                expires_on,
                combinable,
                ..CouponLimits::default()
            },
        };
        coupons.map(coupon).collect()
    })
}

fn rules() -> impl Strategy<Value = Vec<TaxRule>> {
    let rule = (prop::sample::select(vec!["US", "PR", "CA"]), percent());
    let rule =
        rule.prop_map(|(country, rate)| TaxRule { country: country.to_owned(), rate, ..TaxRule::default() });
    prop::collection::vec(rule, 0..4)
}

fn total(cents: Cents) -> i128 {
    i128::from(cents.get())
}

proptest! {
    // C-004, C-018: what is written as a decimal is read back as the same amount.
    #[test]
    fn parse_undoes_decimal_text(cents in any_cents()) {
        prop_assert_eq!(Cents::parse(&cents.to_decimal_text()), Ok(cents));
    }

    // C-016, C-017: what a shopper reads, without its dress, is the amount again; every currency with two digits.
    #[test]
    fn parse_undoes_format(cents in any_cents(), row in prop::sample::select(CURRENCIES.to_vec()), trim in any::<bool>()) {
        let currency = PageCurrency::new(CurrencyCode::parse(row.code).unwrap(), "en-US");
        let text = format_cents(cents, &currency, if trim { Trim::WholeAmounts } else { Trim::Never });
        let number = text.strip_suffix(currency.suffix.as_str()).unwrap().replacen(currency.prefix.as_str(), "", 1).replace(',', "");
        match currency.fraction_digits {
            0 => {
                // Half a yen up: never further away than half a major unit (C-006).
                let shown: i128 = number.parse().unwrap();
                prop_assert!((shown * 100 - total(cents)).abs() <= 50);
            }
            _ => prop_assert_eq!(Cents::parse(&number), Ok(cents)),
        }
    }

    // No text makes the parser panic, and what it accepts is written in one way only.
    #[test]
    fn parse_never_panics(text in "\\PC{0,40}") {
        if let Ok(cents) = Cents::parse(&text) {
            prop_assert_eq!(Cents::parse(&cents.to_decimal_text()), Ok(cents));
        }
    }

    #[test]
    fn parse_agrees_with_whole_number_arithmetic(minus in any::<bool>(), whole in 0_u64..1_000_000_000_000, fraction in 0_u8..100) {
        let sign = if minus { "-" } else { "" };
        let expected = (i64::try_from(whole).unwrap() * 100 + i64::from(fraction)) * if minus { -1 } else { 1 };
        prop_assert_eq!(Cents::parse(&format!("{sign}{whole}.{fraction:02}")), Ok(Cents::new(expected).unwrap()));
    }

    // C-006, C-058: half a coin is rounded up, exactly, against arithmetic in whole numbers.
    #[test]
    fn a_share_is_rounded_half_up(amount in 0..=CENTS_MAXIMUM - 100, percent in percent(), yen in any::<bool>()) {
        let (currency, coin) = if yen { (CurrencyCode::parse("JPY").unwrap(), 100) } else { (CurrencyCode::default(), 1) };
        let parts: i128 = (percent.get() * rust_decimal::Decimal::from(10_000)).try_into().unwrap();
        let exact = i128::from(amount) * parts;
        let expected = (exact + 500_000 * coin) / (1_000_000 * coin) * coin;
        prop_assert_eq!(total(percent.of(Cents::new(amount).unwrap(), currency)), expected);
    }

    // C-053, C-055, C-057, C-059, C-060: totals are the sums of their lines; the discount is from 0 to the subtotal; nothing
    // is below zero; settling again changes nothing.
    #[test]
    fn totals_are_sums(
        entries in entries(), coupons in coupons(), tax_rules in rules(), region in prop::sample::select(vec!["US", "PR", "CA", ""]),
        flat in 0_i64..10_000, by_item in 0_i64..100, by_weight in 0_i64..100, now in 0_i64..100,
    ) {
        let cents = |minor| Cents::new(minor).unwrap();
        let option = ShippingOption {
            id: "post".into(), name: "Post".into(), cost_cents: cents(flat), cost_per_item_cents: cents(by_item),
            cost_per_kilogram_cents: cents(by_weight), countries: vec!["US".into()], ..Default::default()
        };
        let shipping_options = [option];
        let terms = Terms { tax_rules: &tax_rules, shipping_options: &shipping_options, coupons: &coupons, now, ..Terms::default() };
        let mut cart = Cart { entries, ..Cart::new("c", "w", CurrencyCode::default(), 0) };
        cart.shipping_location = Some(ShippingLocation { country: region.to_owned(), ..Default::default() });
        for coupon in &coupons {
            cart.apply_coupon(&coupon.code);
        }
        cart.settle(&terms).unwrap();
        if cart.select_shipping_option("post").is_ok() {
            cart.settle(&terms).unwrap();
        }

        let lines: i128 = cart.entries.iter().map(|entry| i128::from(entry.quantity) * total(entry.purchase_price_cents)).sum();
        prop_assert_eq!(total(cart.subtotal_cents), lines);
        prop_assert_eq!(cart.entries.iter().map(|entry| total(entry.sub_total)).sum::<i128>(), lines);
        prop_assert_eq!(cart.total_quantity, cart.entries.iter().map(|entry| u64::from(entry.quantity)).sum::<u64>());

        prop_assert!(cart.discount_cents >= Cents::ZERO && cart.discount_cents <= cart.subtotal_cents);
        let taken: i128 = cart.valid_coupons.iter().map(|coupon| total(coupon.discount_cents)).sum();
        prop_assert_eq!(total(cart.discount_cents), taken);
        prop_assert!(cart.coupons.iter().all(|coupon| coupon.discount_cents >= Cents::ZERO));
        prop_assert_eq!(cart.coupons.len(), cart.valid_coupons.len() + cart.invalid_coupons.len());
        prop_assert!(cart.invalid_coupons.iter().all(|coupon| coupon.discount_cents == Cents::ZERO));

        let parts = [cart.shipping_cost_cents, cart.tax_cents];
        prop_assert!(parts.iter().all(|part| *part >= Cents::ZERO));
        let expected = lines - taken + parts.into_iter().map(total).sum::<i128>();
        prop_assert_eq!(total(cart.grand_total_cents), expected);
        prop_assert!(cart.grand_total_cents >= Cents::ZERO);
        prop_assert!(cart.requires_shipping || cart.shipping_cost_cents == Cents::ZERO);

        let mut again = cart.clone();
        again.settle(&terms).unwrap();
        prop_assert_eq!(again, cart);
    }

    // C-034, C-047, C-061: whatever is asked for in whatever order, what was accepted never exceeds the stock.
    #[test]
    fn stock_is_never_negative(stock in 0_u32..200, quantities in prop::collection::vec(0_u32..120, 0..20)) {
        let variant = Variant { sku: "a".into(), qty_in_stock: stock, ..Variant::default() };
        let product = Product { id: "jug".into(), variants: vec![variant], ..Product::default() };
        let record = StockRecord { sku: "a".into(), unlimited: false, qty_in_stock: stock };
        let settings = StoreSettings::default();
        let mut cart = Cart::default();
        for (index, quantity) in quantities.into_iter().enumerate() {
            let request = AddRequest { sku: Some("a"), quantity, additional_fields: None, purchase: Default::default() };
            let in_cart = cart.quantity_of(&product.id, "a");
            let checked = check_add(&product, request, StockLevel { stock: &record, in_cart }, None, &settings);
            let fits = (1..=9999).contains(&quantity) && in_cart + u64::from(quantity) <= u64::from(stock);
            prop_assert_eq!(checked.is_ok(), fits);
            if let Ok(accepted) = checked {
                cart.add(&product, accepted, index.to_string().into()).unwrap();
            }
        }
        prop_assert!(cart.quantity_of(&product.id, "a") <= u64::from(stock));
        prop_assert!(cart.entries.len() <= 1);
    }

    // C-038…C-041: a text and a number are judged alike, and nothing but 1 to 9999 passes.
    #[test]
    fn quantities_are_whole_and_within_the_limits(number in -20_000_i64..20_000) {
        let expected = u32::try_from(number).ok().filter(|quantity| (1..=9999).contains(quantity));
        prop_assert_eq!(parse_quantity(&number.to_string()).ok(), expected);
        prop_assert_eq!(quantity_from_json(&json!(number)).ok(), expected);
    }

    #[test]
    fn no_quantity_panics(text in "\\PC{0,30}", float in any::<f64>()) {
        let _ = parse_quantity(&text);
        if let Ok(quantity) = quantity_from_json(&json!(float)) {
            prop_assert_eq!(f64::from(quantity), float);
        }
    }

    // Bad input never panics: any JSON is an item or a list of faults.
    #[test]
    fn any_json_is_a_product_or_faults(content in any_json()) {
        let item = json!({"id": "a", "structuredContent": content});
        match product_from_item(&item, ReadOptions::default()) {
            Ok(product) => prop_assert!(product.price >= Cents::ZERO),
            Err(faults) => prop_assert!(!faults.is_empty()),
        }
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let keys = [
        "productType",
        "variants",
        "price",
        "priceMoney",
        "value",
        "currency",
        "sku",
        "qtyInStock",
        "attributes",
        "onSale",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
        Just(json!("12.50")),
        (0_i64..7).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        let key = prop::sample::select(keys.to_vec()).prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    /// S-883: the parts of an order are together what was paid, none is below zero, and a line in any steps is the line.
    #[test]
    fn s_883_parts_are_together_the_order(
        lines in prop::collection::vec((0_i64..1_000_000, 0_i64..5_000, 0_usize..3), 1..8),
        shipping in 0_i64..20_000,
        taxes in prop::collection::vec((0_usize..3, 0_i64..300_000, any::<bool>()), 0..3),
        off in -1_i64..2,
        quantity in 1_i64..40,
        steps in prop::collection::vec(1_i64..10, 1..40),
    ) {
        let rate = |index: usize| RateOf { rate: Percent::parse(["7", "19", "8.875"][index]).unwrap(), included: false };
        let sold: Vec<SoldLine> = lines.iter().map(|(net, way, index)| SoldLine {
            net_cents: *net, rates: vec![rate(*index)], shipping_cents: *way, shipping_rates: vec![rate(*index)],
        }).collect();
        let taxes: Vec<TaxLine> = taxes.iter().map(|(index, tax, included)| TaxLine {
            name: None, rate: rate(*index).rate, included: *included, net_cents: Cents::ZERO, tax_cents: Cents::new(*tax).unwrap(),
        }).collect();
        let on_top: i64 = taxes.iter().filter(|tax| !tax.included).map(|tax| tax.tax_cents.get()).sum();
        let total = (lines.iter().map(|line| line.0).sum::<i64>() + shipping + on_top + off).max(0);
        let parts = order_parts(&sold, shipping, &taxes, total);
        prop_assert_eq!(parts.lines.iter().sum::<i64>() + parts.delivery_cents, total);
        prop_assert!(parts.lines.iter().all(|part| *part >= 0) && parts.delivery_cents >= 0);
        let (mut before, mut back) = (0, 0);
        for step in steps {
            let pieces = step.min(quantity - before);
            let cents = part_of_line(parts.lines[0], (before, pieces), quantity);
            prop_assert!(cents >= 0);
            (before, back) = (before + pieces, back + cents);
        }
        let rest = part_of_line(parts.lines[0], (before, quantity - before), quantity);
        prop_assert_eq!(back + rest, parts.lines[0]);
    }
}
