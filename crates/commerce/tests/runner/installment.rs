//! `installment.json`.

use loggia_commerce::labels::localized_strings;
use loggia_commerce::{
    Cents, InstallmentContext, InstallmentSettings, Money, PageCurrency, ProductType, installment_amount,
    installment_brand, installment_locale, installment_message, is_in_range, may_offer_installments,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::strict;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Range {
    price: Cents,
    minimum: Option<Cents>,
    maximum: Option<Cents>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Locale {
    shopper_language: String,
    stripe_account_country: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Amount {
    price: Cents,
    count: u32,
    fraction_digits: u8,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Message {
    context: Value,
    price: Cents,
    currency: Value,
    product_types: Vec<ProductType>,
    settings: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Given {
    Range(Range),
    Locale(Locale),
    Brand(String),
    Amount(Amount),
    Offer(Vec<ProductType>),
    Message(Box<Message>),
}

pub fn run(given: Value) -> Value {
    match serde_json::from_value(given).unwrap() {
        Given::Range(given) => json!({ "inRange": is_in_range(given.price, given.minimum, given.maximum) }),
        Given::Locale(given) => {
            let locale = installment_locale(&given.shopper_language, &given.stripe_account_country);
            json!({ "locale": locale, "brand": installment_brand(&locale) })
        }
        Given::Brand(locale) => json!({ "brand": installment_brand(&locale) }),
        Given::Amount(given) => {
            json!({ "amount": installment_amount(given.price, given.count, given.fraction_digits) })
        }
        Given::Offer(types) => json!({ "offered": may_offer_installments(types) }),
        Given::Message(given) => {
            let context: InstallmentContext = strict(given.context);
            let settings: InstallmentSettings = strict(given.settings);
            let currency: PageCurrency = strict(given.currency);
            let price = Money::new(given.price, currency.code);
            let strings = localized_strings(&std::collections::BTreeMap::new());
            installment_message(&context, price, given.product_types, &settings, &strings).map_or(Value::Null, |message| {
                json!({ "inRange": message.in_range, "text": message.text, "locale": message.locale })
            })
        }
    }
}
