//! Whatever the data is, every word answers: none panics, none runs away, and what one prints does not depend on who
//! rendered before.

use loggia_template::{Arena, Engine, RenderOptions};
use proptest::prelude::*;

/// The names that words read, so that data made of them reaches deep into the words.
const NAMES: [&str; 60] = [
    "structuredContent",
    "productType",
    "variants",
    "attributes",
    "variantOptionOrdering",
    "priceMoney",
    "salePriceMoney",
    "onSale",
    "qtyInStock",
    "unlimited",
    "value",
    "currency",
    "decimalValue",
    "currencyCode",
    "isSubscribable",
    "subscriptionPlan",
    "billingPeriod",
    "unit",
    "numBillingCycles",
    "pricingOptions",
    "additionalFieldsForm",
    "additionalFieldsFormId",
    "productSubscriptionOptions",
    "id",
    "items",
    "entries",
    "quantity",
    "title",
    "body",
    "filename",
    "assetUrl",
    "originalSize",
    "mediaFocalPoint",
    "x",
    "y",
    "colorData",
    "systemDataVariants",
    "oembed",
    "html",
    "overlay",
    "mainImageId",
    "website",
    "websiteSettings",
    "timeZone",
    "localizedStrings",
    "productMerchandisingContext",
    "scarcityEnabled",
    "scarcityTemplateViews",
    "location",
    "addressLine1",
    "startDate",
    "endDate",
    "values",
    "type",
    "options",
    "collection",
    "hue",
    "saturation",
    "lightness",
    "optionValues",
];

/// Texts that words look closely at.
const TEXTS: [&str; 24] = [
    "",
    "0",
    "-1",
    "1e400",
    "1e-400",
    "NaN",
    "12x34",
    "x",
    "99999999999999999999x1",
    "100w,300w,",
    "#fff",
    "é😀\u{0}",
    "{0 plural one {#} other {{1}}}",
    "{0 datetime full}",
    "{",
    "'",
    "<a href=\"x\">",
    "http://",
    "@a #b",
    "likert",
    "America/New_York",
    "USD",
    "%Q%",
    "address",
];

fn leaf() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(
            &["null", "true", "false", "0", "-0.5", "1e21", "1e300", "-1e300", "253402300800000"][..]
        )
        .prop_map(str::to_owned),
        any::<i64>().prop_map(|number| number.to_string()),
        prop::sample::select(&TEXTS[..]).prop_map(|text| serde_json::Value::from(text).to_string()),
        any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
    ]
}

fn json() -> impl Strategy<Value = String> {
    leaf().prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((prop::sample::select(&NAMES[..]), inner), 0..8).prop_map(|members| {
                let members: Vec<String> =
                    members.into_iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// A template that asks every word about the value, about its members and from inside it.
fn every_word() -> String {
    let vocabulary = loggia_formatters::vocabulary();
    let mut template = String::new();
    for word in vocabulary.formatter_names().into_iter().filter(|word| *word != "apply") {
        for arguments in ["", " 1", " style:short maxfrac:1", " a:b @ %Y"] {
            template.push_str(&format!("{{v|{word}{arguments}}}{{v, w|{word}{arguments}|{word}}}"));
        }
        template.push_str(&format!("{{.section v}}{{@|{word}}}{{structuredContent|{word}}}{{.end}}"));
    }
    for word in vocabulary.predicate_names() {
        template.push_str(&format!("{{.section v}}{{.{word}}}y{{.or {word} 1}}z{{.end}}{{.end}}"));
    }
    template
}

#[test]
fn every_word_answers_to_any_data() {
    let engine = Engine::new(loggia_formatters::vocabulary());
    let page = engine.compile("every-word.html", &every_word());
    let locales = prop::sample::select(&["en", "ar", "xx", ""][..]);
    proptest!(|(value in json(), other in json(), locale in locales)| {
        let text = format!("{{\"v\":{value},\"w\":{other},\"website\":{other}}}");
        let arena = Arena::new();
        let data = arena.parse(&text).unwrap();
        let options = RenderOptions { now: Some(1.6e12), locale: Some(locale), ..RenderOptions::default() };
        let first = engine.render(&page.template, data, &options).text;
        let second = engine.render(&page.template, data, &options).text;
        prop_assert_eq!(first, second);
    });
}
