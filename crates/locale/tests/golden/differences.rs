//! The deliberate differences from the reference library, listed in `differences.json`.

use crate::case::Case;
use serde_json::Value;
use std::cell::Cell;

/// One difference: which cases it explains, and why it is right.
///
/// `when` names fields of a case (`opts.style` for one of its options) and the values that they may have; `replace` lists
/// texts of the reference's answer and what stands here in their place; `ignore` names characters that don't count.
struct Difference {
    reason: String,
    conditions: Vec<(String, Vec<Value>)>,
    replace: Vec<(String, String)>,
    ignore: Option<String>,
    used: Cell<bool>,
}

pub struct Differences(Vec<Difference>);

impl Differences {
    pub fn read(text: &str) -> Self {
        let list: Vec<Value> = serde_json::from_str(text).expect("differences.json is a list");
        Self(list.iter().map(Difference::read).collect())
    }

    /// Whether a difference explains that a case is answered in another way.
    pub fn explain(&self, case: &Case, expected: &str, got: &str) -> bool {
        let found =
            self.0.iter().find(|difference| difference.covers(case) && difference.turns(expected, got));
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
            replace: pairs(&value["replace"]),
            ignore: value["ignore"].as_str().map(str::to_string),
            conditions: conditions.iter().map(|(key, value)| (key.clone(), values(value))).collect(),
            // A difference from the recorded calls, which are not always there, need not be met.
            used: Cell::new(value["recorded"] == true),
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

    /// Whether the reference's answer becomes this crate's by what the difference says of the text.
    fn turns(&self, expected: &str, got: &str) -> bool {
        if self.replace.is_empty() && self.ignore.is_none() {
            return true;
        }
        let ignored = self.ignore.as_deref().unwrap_or_default();
        let counted = |text: &str| text.replace(|character| ignored.contains(character), "");
        let replaced =
            self.replace.iter().fold(expected.to_string(), |text, (from, to)| text.replace(from, to));
        counted(&replaced) == counted(got)
    }
}

fn pairs(value: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a replacement is a pair of texts").to_string();
    value.as_array().into_iter().flatten().map(|pair| (text(&pair[0]), text(&pair[1]))).collect()
}
