//! Templates ask about products as they stand in a page's data, the store about products it has read. Both have to give
//! the same answers: here every product of a small world is asked both ways (C-025 to C-045, T-055 to T-058, T-163, T-181).

use loggia_commerce::{Product, ReadOptions, StoreSettings, product_from_item};
use loggia_template::{Arena, Engine};

/// The variants of the world: a price, stock and a sale each.
const VARIANTS: [&str; 6] = [
    r#""price": 1000, "priceMoney": {"value": "10.00", "currency": "USD"}, "qtyInStock": 0"#,
    r#""price": 1000, "priceMoney": {"value": "10.00", "currency": "USD"}, "qtyInStock": 1"#,
    r#""price": 800, "priceMoney": {"value": "8.00", "currency": "USD"}, "qtyInStock": 5"#,
    r#""price": 800, "priceMoney": {"value": "8.00", "currency": "USD"}, "unlimited": true"#,
    r#""price": 1000, "priceMoney": {"value": "10.00", "currency": "USD"}, "qtyInStock": 5,
       "onSale": true, "salePrice": 750, "salePriceMoney": {"value": "7.50", "currency": "USD"}"#,
    r#""price": 1000, "priceMoney": {"value": "10.00", "currency": "USD"}, "qtyInStock": 0,
       "onSale": true, "salePrice": 600, "salePriceMoney": {"value": "6.00", "currency": "USD"}"#,
];

/// Every product of up to three of the variants, of every kind, subscribed to or not.
fn world() -> Vec<String> {
    let mut choices: Vec<Vec<usize>> = vec![vec![]];
    for length in 1..=3 {
        let before: Vec<Vec<usize>> =
            choices.iter().filter(|choice| choice.len() == length - 1).cloned().collect();
        choices.extend(before.iter().flat_map(|choice| {
            (0..VARIANTS.len()).map(|next| choice.iter().copied().chain([next]).collect())
        }));
    }
    let mut items = Vec::new();
    for choice in choices {
        for (kind, subscribable) in [(1, false), (1, true), (3, false), (4, false)] {
            // A gift card is never on sale, so a store does not read one that says it is.
            if kind == 4 && choice.iter().any(|variant| *variant >= 4) {
                continue;
            }
            let variants: Vec<String> = choice
                .iter()
                .enumerate()
                .map(|(at, variant)| {
                    format!(
                        "{{\"sku\": \"sku{at}\", \"attributes\": {{\"Size\": \"{at}\"}}, {}}}",
                        VARIANTS[*variant]
                    )
                })
                .collect();
            let plan = r#""subscriptionPlan": {"billingPeriod": {"value": 1, "unit": "MONTH"}}, "#;
            items.push(format!(
                "{{\"id\": \"loaf\", \"title\": \"Loaf\", \"structuredContent\": {{\"productType\": {kind}, \"variantOptionOrdering\": [\"Size\"], \
                 {}\"isSubscribable\": {subscribable}, \"variants\": [{}]}}}}",
                if subscribable { plan } else { "" },
                variants.join(", ")
            ));
        }
    }
    items
}

fn set_by_store(product: &Product, settings: &StoreSettings) -> String {
    format!(
        "{} {} {} {} {} {} {} {}",
        product.has_variants(),
        product.is_sold_out(),
        product.is_on_sale(),
        product.has_varied_prices(),
        product.shows_quantity_input(settings),
        product.from_price().get(),
        product.normal_price().get(),
        product.lowest_sale_price().get(),
    )
}

const QUESTIONS: &str = "{.has-variants?}true{.or}false{.end} {.sold-out?}true{.or}false{.end} \
    {.on-sale?}true{.or}false{.end} {.varied-prices?}true{.or}false{.end} \
    {.var @quantity @|quantity-input}{.if @quantity}true{.or}false{.end} \
    {@|from-price} {@|normal-price} {@|sale-price}";

#[test]
fn templates_and_the_store_agree_about_every_product() {
    let engine = Engine::new(loggia_formatters::vocabulary());
    let questions = engine.compile("questions.html", QUESTIONS);
    let items = world();
    assert!(items.len() > 500, "the world has shrunk to {} products", items.len());
    for item in items {
        let value: serde_json::Value = serde_json::from_str(&item).unwrap();
        let product = product_from_item(&value, ReadOptions::default());
        let product = product.unwrap_or_else(|problems| panic!("{problems:?}: {item}"));
        let arena = Arena::new();
        let data = arena.parse(&item).unwrap();
        let answers = engine.render(&questions.template, data, &Default::default()).text;
        assert_eq!(answers, set_by_store(&product, &StoreSettings::default()), "{item}");
    }
}
