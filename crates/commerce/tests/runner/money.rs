//! `money.json`, `currency.json` and `unit_price.json`.

use loggia_commerce::{CURRENCIES, Cents, CurrencyCode, Measure, PageCurrency, Trim, format_cents};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Format {
    cents: Cents,
    currency: Value,
    trim: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Given {
    Parse(String),
    Format(Format),
}

pub fn run(given: Value) -> Value {
    match serde_json::from_value(given).unwrap() {
        Given::Parse(text) => match Cents::parse(&text) {
            Ok(cents) => json!({ "cents": cents }),
            Err(problem) => json!({ "problem": problem.code() }),
        },
        Given::Format(format) => {
            let currency: PageCurrency = super::strict(format.currency);
            // What the files say about a currency is what the table says.
            assert_eq!(currency, PageCurrency::new(currency.code, &currency.locale));
            let trim = if format.trim { Trim::WholeAmounts } else { Trim::Never };
            json!({ "text": format_cents(format.cents, &currency, trim) })
        }
    }
}

pub fn amount(given: Value) -> Value {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Given {
        currency: Value,
        cents: Vec<Cents>,
    }
    let given: Given = serde_json::from_value(given).unwrap();
    let currency: PageCurrency = super::strict(given.currency);
    let texts: Vec<String> =
        given.cents.iter().map(|cents| format_cents(*cents, &currency, Trim::Never)).collect();
    json!({ "texts": texts })
}

pub fn currency(given: Value) -> Value {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Given {
        code: String,
    }
    let given: Given = serde_json::from_value(given).unwrap();
    let code = CurrencyCode::parse(&given.code).unwrap();
    let page = PageCurrency::new(code, "en-US");
    let five = format_cents(Cents::new(500).unwrap(), &page, Trim::Never);
    match code.find() {
        Some(row) if given.code == row.code => json!({
            "known": true, "currencyName": row.currency_name, "fractionDigits": row.fraction_digits,
            "numericCode": row.numeric_code, "symbol": row.symbol, "five": five,
        }),
        found => {
            assert!(CURRENCIES.len() == 27);
            json!({ "known": found.is_some(), "fractionDigits": page.fraction_digits, "symbol": page.symbol, "five": five })
        }
    }
}

/// The price of a unit, and the fraction that the browser counts with.
pub fn unit_price(given: Value) -> Value {
    let measure = Measure::read(&given["measure"]).unwrap();
    let price = Cents::new(given["cents"].as_i64().unwrap()).unwrap();
    let currency = CurrencyCode::parse(given["currency"].as_str().unwrap()).unwrap();
    let (over, under) = measure.ratio().unwrap();
    json!({ "ratio": format!("{over}/{under}"), "cents": measure.unit_price(price, currency) })
}
