//! Money nodes, the free label, large amounts, percentages.

use loggia_commerce::{
    CENTS_MAXIMUM, Cents, CurrencyCode, Money, PageCurrency, Percent, Trim, US_TAX_TERRITORIES,
    format_or_free,
};
use serde_json::json;

fn money(node: serde_json::Value, use_cldr: bool) -> String {
    Money::from_node(&node, use_cldr).unwrap().format()
}

// C-002.
#[test]
fn c_002_both_pairs_of_a_money_node_are_read_alike() {
    assert_eq!(money(json!({"value": "12.50", "currency": "EUR"}), false), "€12.50");
    assert_eq!(money(json!({"decimalValue": "12.50", "currencyCode": "EUR"}), false), "€12.50");
    assert_eq!(
        money(json!({"value": 12.5, "currency": "EUR"}), false),
        "€12.50",
        "a JSON number is read exactly"
    );
}

// C-003.
#[test]
fn c_003_with_the_cldr_setting_the_legacy_pair_goes_first() {
    let both = json!({"value": "1.00", "currency": "USD", "decimalValue": "2.00", "currencyCode": "EUR"});
    assert_eq!(money(both.clone(), true), "$1.00");
    assert_eq!(money(both, false), "€2.00");
    assert_eq!(
        money(json!({"decimalValue": "2", "currencyCode": "EUR"}), true),
        "€2.00",
        "the only pair is read all the same"
    );
}

// C-005.
#[test]
fn c_005_a_value_is_major_units_and_a_whole_price_is_minor_units() {
    assert_eq!(money(json!({"value": "100", "currency": "USD"}), false), "$100.00");
    assert_eq!(Money::new(Cents::new(10_000).unwrap(), CurrencyCode::default()).format(), "$100.00");
}

// C-007, C-008, N-049.
#[test]
fn c_007_c_008_n_049_missing_money_is_nothing_in_usd() {
    assert_eq!(money(json!({}), false), "$0.00");
    assert_eq!(money(json!({"value": null}), false), "$0.00");
    assert_eq!(money(json!({"value": "5"}), false), "$5.00");
}

#[test]
fn a_money_node_that_cannot_be_read_is_refused() {
    for node in [
        json!({"value": "abc"}),
        json!({"value": true}),
        json!({"value": "1.234"}),
        json!({"value": "1", "currency": "DOLLAR"}),
    ] {
        assert!(Money::from_node(&node, false).is_err(), "{node}");
    }
    assert!(serde_json::from_value::<Money>(json!(5)).is_err(), "a bare number has no currency");
}

#[test]
fn money_goes_over_the_wire_as_value_and_currency() {
    let five = Money::new(Cents::new(500).unwrap(), CurrencyCode::parse("eur").unwrap());
    assert_eq!(serde_json::to_value(five).unwrap(), json!({"value": "5.00", "currency": "EUR"}));
    assert_eq!(serde_json::from_value::<Money>(json!({"value": "5.00", "currency": "EUR"})).unwrap(), five);
}

// C-009, N-050.
#[test]
fn c_009_n_050_the_default_locale_is_en_us() {
    assert_eq!(PageCurrency::default().locale, "en-US");
}

// C-022.
#[test]
fn c_022_a_percentage_has_two_to_three_digits_or_none_to_three() {
    let format = |text: &str, trim| Percent::parse(text).unwrap().format(trim);
    assert_eq!(
        (format("7.5", Trim::Never), format("7.5", Trim::WholeAmounts)),
        ("7.50".into(), "7.5".into())
    );
    assert_eq!((format("7", Trim::Never), format("7", Trim::WholeAmounts)), ("7.00".into(), "7".into()));
    assert_eq!(
        (format("8.125", Trim::Never), format("8.1255", Trim::Never)),
        ("8.125".into(), "8.126".into())
    );
    assert_eq!((format("0", Trim::Never), format("100", Trim::WholeAmounts)), ("0.00".into(), "100".into()));
}

// C-020.
#[test]
fn c_020_the_free_option_needs_a_label() {
    let usd = PageCurrency::default();
    for label in [None, Some("")] {
        let refusal = format_or_free(Cents::ZERO, &usd, Trim::Never, label).unwrap_err();
        assert_eq!(refusal.to_string(), "a Free label is required and it should be a wrapped string");
    }
}

// C-021.
#[test]
fn c_021_only_exactly_nothing_reads_as_the_label() {
    let usd = PageCurrency::default();
    let format = |cents| format_or_free(Cents::new(cents).unwrap(), &usd, Trim::Never, Some("Free")).unwrap();
    assert_eq!(format(0), "Free");
    assert_eq!(format(1), "$0.01");
}

#[test]
fn a_percentage_is_exact_and_from_0_to_100() {
    for text in ["0", "8.25", "100", "0.0001", "12.50"] {
        assert!(Percent::parse(text).is_ok(), "{text}");
    }
    for text in ["", "-1", "100.01", "abc", "1e1", "0.00001", "+5", "5%", "1_0"] {
        assert!(Percent::parse(text).is_err(), "{text}");
    }
    assert_eq!(serde_json::to_value(Percent::parse("12.50").unwrap()).unwrap(), json!("12.5"));
    assert_eq!(serde_json::from_value::<Percent>(json!(8.25)).unwrap(), Percent::parse("8.25").unwrap());
}

#[test]
fn c_018_cents_beyond_what_javascript_counts_exactly_are_refused_on_entry() {
    assert!(serde_json::from_value::<Cents>(json!(9_007_199_254_740_991_i64)).is_ok());
    assert!(serde_json::from_value::<Cents>(json!(9_007_199_254_740_992_i64)).is_err());
    assert!(serde_json::from_value::<Cents>(json!(1.5)).is_err());
    let most = Cents::new(CENTS_MAXIMUM).unwrap();
    assert_eq!(most.checked_add(Cents::new(1).unwrap()), None);
    assert_eq!(most.checked_times(2), None);
    assert_eq!([most, most].into_iter().sum::<Cents>(), most);
}

// N-052.
#[test]
fn n_052_the_us_tax_territories() {
    assert_eq!(US_TAX_TERRITORIES, ["US", "PR", "GU", "VI", "MP", "AS", "UM"]);
    let lies_in = |country: &str| {
        let location = loggia_commerce::ShippingLocation { country: country.into(), ..Default::default() };
        location.is_in_us_tax_territory()
    };
    assert!(US_TAX_TERRITORIES.into_iter().all(lies_in));
    assert!(!lies_in("CA") && !lies_in("MX") && !lies_in(""));
}
