//! One runner a vector file: reads what is given, strictly, and says what comes out.

pub mod cart;
pub mod detail;
pub mod money;
pub mod problem;
pub mod product;
pub mod samples;

use loggia_commerce::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Reads a value and fails on any key that its type does not know.
pub fn strict<T: DeserializeOwned + Serialize>(value: Value) -> T {
    let read: T = serde_json::from_value(value.clone()).unwrap_or_else(|e| panic!("{e}: {value}"));
    let known = serde_json::to_value(&read).unwrap();
    assert_known(&value, &known);
    read
}

fn assert_known(given: &Value, known: &Value) {
    match (given, known) {
        (Value::Object(given), Value::Object(known)) => {
            for (key, value) in given {
                assert_known(value, known.get(key).unwrap_or_else(|| panic!("unknown key {key}")));
            }
        }
        (Value::Array(given), Value::Array(known)) => {
            given.iter().zip(known).for_each(|(given, known)| assert_known(given, known));
        }
        _ => {}
    }
}

/// A refusal as the files write it.
pub fn refusal(problem: &Problem) -> Value {
    json!({ "problem": problem, "message": problem.to_string() })
}
