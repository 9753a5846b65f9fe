//! What is wrong with a field of a checkout, and VAT numbers.

use loggia_commerce::{DetailProblem, VatId};
use serde_json::{Value, json};

/// The text of a problem by its code.
pub fn run(given: Value) -> Value {
    let problem: DetailProblem = serde_json::from_value(given["code"].clone()).unwrap();
    assert_eq!(given, json!({"code": problem.code()}));
    json!({"message": problem.to_string()})
}

/// The number that a text says.
pub fn vat(given: Value) -> Value {
    match VatId::parse(given["vatId"].as_str().unwrap()) {
        Ok(id) => {
            assert_eq!(format!("{}{}", id.country(), id.number()), id.as_str());
            json!({"vatId": id.as_str()})
        }
        Err(_) => json!({"problem": DetailProblem::VatIdInvalid.code()}),
    }
}
