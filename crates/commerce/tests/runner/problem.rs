//! `problem.json`, `limit.json` and `restock.json`.

use loggia_commerce::{
    CENTS_MAXIMUM, INTEGER_PLACES_MAXIMUM, Problem, RestockSignUp, check_restock, limit as limits,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{refusal, strict};

pub fn run(given: Value) -> Value {
    let problem: Problem = strict(given);
    json!({ "message": problem.to_string(), "status": problem.status() })
}

pub fn limit(given: Value) -> Value {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Given {
        limit: String,
    }
    let given: Given = serde_json::from_value(given).unwrap();
    match given.limit.as_str() {
        "quantityMinimum" => json!(limits::QUANTITY_MINIMUM),
        "quantityMaximum" => json!(limits::QUANTITY_MAXIMUM),
        "entriesMaximum" => json!(limits::ENTRIES_MAXIMUM),
        "installmentCount" => json!(limits::INSTALLMENT_COUNT),
        "unlimitedStock" => json!(limits::UNLIMITED_STOCK),
        "cartLifetimeMs" => json!(limits::CART_LIFETIME_MS),
        "centsMaximum" => json!(CENTS_MAXIMUM),
        "integerPlacesMaximum" => json!(INTEGER_PLACES_MAXIMUM),
        other => panic!("no such limit: {other}"),
    }
}

pub fn restock(given: Value) -> Value {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Given {
        sign_up: Value,
        captcha_required: bool,
    }
    let given: Given = serde_json::from_value(given).unwrap();
    let sign_up: RestockSignUp = strict(given.sign_up);
    match check_restock(&sign_up, given.captcha_required) {
        Ok(email) => json!({ "email": email.as_str() }),
        Err(problem) => refusal(&problem),
    }
}
