//! The deliberate differences from the reference library, listed in `differences.json`.

use crate::case::Case;
use serde_json::Value;
use std::cell::Cell;

/// One difference: what is answered here in place of the reference's answer, and why that is right.
struct Difference {
    reason: String,
    here: Here,
    /// A difference from the recorded calls, which are not always there, need not be met.
    recorded: bool,
}

/// What is answered here.
enum Here {
    /// `answers`: each question with this crate's answer, and whether it was put.
    Answers(Vec<(Value, String, Cell<bool>)>),
    /// `replace`: texts of the reference's answer and what stands here in their place, in every case that `when` names
    /// by its fields (`opts.style` for one of its options); and whether there was one.
    Replaced { conditions: Vec<(String, Vec<Value>)>, replace: Vec<(String, String)>, met: Cell<bool> },
}

pub struct Differences(Vec<Difference>);

impl Differences {
    pub fn read(text: &str) -> Self {
        let list: Vec<Value> = serde_json::from_str(text).expect("differences.json is a list");
        Self(list.iter().map(Difference::read).collect())
    }

    /// Whether a difference says that a case is answered here in exactly this way.
    pub fn explain(&self, case: &Case, expected: &str, got: &str) -> bool {
        self.0.iter().any(|difference| difference.here.is(case, expected, got))
    }

    /// What is listed and was not met: it has no place in the list.
    pub fn unmet(&self) -> Vec<String> {
        let unmet = |difference: &Difference| match &difference.here {
            _ if difference.recorded => Vec::new(),
            Here::Answers(answers) => {
                let unmet = answers.iter().filter(|(.., met)| !met.get());
                unmet.map(|(question, ..)| format!("{}: {question}", difference.reason)).collect()
            }
            Here::Replaced { met, .. } if met.get() => Vec::new(),
            Here::Replaced { .. } => vec![difference.reason.clone()],
        };
        self.0.iter().flat_map(unmet).collect()
    }
}

impl Difference {
    fn read(value: &Value) -> Self {
        let reason = value["reason"].as_str().expect("a difference has a reason").to_string();
        let recorded = value["recorded"] == true;
        let answers = pairs(&value["answers"]);
        if !answers.is_empty() {
            let answers =
                answers.iter().map(|(question, here)| (question.clone(), text(here), Cell::new(false)));
            return Self { reason, recorded, here: Here::Answers(answers.collect()) };
        }
        let values = |value: &Value| match value {
            Value::Array(values) => values.clone(),
            value => vec![value.clone()],
        };
        let conditions = value["when"].as_object().expect("a difference says when it holds");
        let conditions = conditions.iter().map(|(key, value)| (key.clone(), values(value))).collect();
        let replace: Vec<_> =
            pairs(&value["replace"]).iter().map(|(from, to)| (text(from), text(to))).collect();
        assert!(!replace.is_empty(), "{reason}: what is answered here?");
        Self { reason, recorded, here: Here::Replaced { conditions, replace, met: Cell::new(false) } }
    }
}

impl Here {
    fn is(&self, case: &Case, expected: &str, got: &str) -> bool {
        match self {
            Self::Answers(answers) => {
                let question = case.question();
                let found = answers.iter().find(|(known, here, _)| *known == question && here == got);
                found.inspect(|(.., met)| met.set(true)).is_some()
            }
            Self::Replaced { conditions, replace, met } => {
                let replaced =
                    replace.iter().fold(expected.to_string(), |text, (from, to)| text.replace(from, to));
                let holds = conditions.iter().all(|(key, values)| {
                    let actual = match key.split_once('.') {
                        Some((object, key)) => &case.value(object)[key],
                        None => case.value(key),
                    };
                    values.contains(actual)
                });
                let explains = holds && replaced == got;
                met.set(met.get() || explains);
                explains
            }
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("an answer is a text").to_string()
}

fn pairs(value: &Value) -> Vec<(Value, Value)> {
    value.as_array().into_iter().flatten().map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}
