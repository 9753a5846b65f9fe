//! The deliberate differences from the reference library, listed in `differences.json`.

use crate::case::Case;
use serde_json::Value;
use std::cell::Cell;

/// One difference: which cases it explains, and why it is right.
pub struct Difference {
    pub reason: String,
    /// Fields of a case (`opts.style` for one of its options) and the values that they may have.
    conditions: Vec<(String, Vec<Value>)>,
    used: Cell<bool>,
}

pub struct Differences(Vec<Difference>);

impl Differences {
    pub fn read(text: &str) -> Self {
        let list: Vec<Value> = serde_json::from_str(text).expect("differences.json is a list");
        Self(list.iter().map(Difference::read).collect())
    }

    /// Whether a difference explains a case.
    pub fn explain(&self, case: &Case) -> bool {
        let found = self.0.iter().find(|difference| difference.covers(case));
        if let Some(difference) = found {
            difference.used.set(true);
        }
        found.is_some()
    }

    /// Reasons that explained nothing, which have no place in the list.
    pub fn unused(&self) -> Vec<&str> {
        self.0
            .iter()
            .filter(|difference| !difference.used.get())
            .map(|difference| difference.reason.as_str())
            .collect()
    }
}

impl Difference {
    fn read(value: &Value) -> Self {
        let conditions = value["when"].as_object().expect("a difference says when it holds");
        let values = |value: &Value| match value {
            Value::Array(values) => values.clone(),
            value => vec![value.clone()],
        };
        Self {
            reason: value["reason"].as_str().expect("a difference has a reason").to_string(),
            conditions: conditions.iter().map(|(key, value)| (key.clone(), values(value))).collect(),
            used: Cell::new(false),
        }
    }

    fn covers(&self, case: &Case) -> bool {
        self.conditions.iter().all(|(key, values)| {
            let actual = match key.split_once('.') {
                Some((object, key)) => &case.value(object)[key],
                None => case.value(key),
            };
            values.contains(actual)
        })
    }
}
