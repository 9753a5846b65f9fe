//! Runs every file in `vectors/`: the cases the browser runs too. A file without a runner, an unknown key and an empty file
//! are failures.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use loggia_forms::{
    Answers, DEFAULT_BUTTON_TEXT, DEFAULT_FORM_NAME, EMAIL_MAXIMUM, EMAIL_MINIMUM, Email, EmailProblem,
    FieldProblem, Form, FormProblem, messages, validate,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: String,
    requirements: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    given: Value,
    expect: Value,
}

#[test]
fn every_vector_file_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let run: fn(Value) -> Value = match name {
            "email.json" => email,
            "validate.json" => check,
            "problem.json" => problem,
            "limit.json" => limit,
            "generated.json" => made_up,
            other => panic!("no runner for vectors/{other}"),
        };
        let file: File = serde_json::from_str(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(
            !file.cases.is_empty() && !file.rule.is_empty() && !file.requirements.is_empty(),
            "{name} is empty"
        );
        for case in file.cases {
            assert_eq!(run(case.given), case.expect, "{name}: {}", case.name);
        }
        files += 1;
    }
    assert_eq!(files, 5, "a vector file is missing");
}

/// Reads a value and fails on any key that its type does not know.
fn strict<T: DeserializeOwned + Serialize>(value: Value) -> T {
    let read: T = serde_json::from_value(value.clone()).unwrap();
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
            given.iter().zip(known).for_each(|(given, known)| assert_known(given, known))
        }
        _ => {}
    }
}

fn email(given: Value) -> Value {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Given {
        email: String,
    }
    let given: Given = serde_json::from_value(given).unwrap();
    match Email::parse(&given.email) {
        Ok(email) => json!({ "email": email.as_str() }),
        Err(EmailProblem::Blank) => json!({ "problem": "email-blank" }),
        Err(EmailProblem::Invalid) => json!({ "problem": "email-invalid" }),
    }
}

fn check(given: Value) -> Value {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Given {
        form: Value,
        answers: Answers,
    }
    let given: Given = serde_json::from_value(given).unwrap();
    let form: Form = strict(given.form);
    json!({ "errors": messages(&validate(&form, &given.answers)) })
}

/// The same for forms that only say what is not the default.
fn made_up(given: Value) -> Value {
    let mut form = given["form"].clone();
    form["id"] = json!("form");
    let form: Form = serde_json::from_value(form).unwrap();
    let answers: Answers = serde_json::from_value(given["answers"].clone()).unwrap();
    json!({ "errors": messages(&validate(&form, &answers)) })
}

fn problem(given: Value) -> Value {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Given {
        Field(FieldProblem),
        Form(FormProblem),
    }
    match serde_json::from_value(given).unwrap() {
        Given::Field(problem) => json!({ "message": problem.to_string(), "status": null }),
        Given::Form(problem) => json!({ "message": problem.to_string(), "status": problem.status() }),
    }
}

fn limit(given: Value) -> Value {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Given {
        limit: String,
    }
    let given: Given = serde_json::from_value(given).unwrap();
    match given.limit.as_str() {
        "emailMinimum" => json!(EMAIL_MINIMUM),
        "emailMaximum" => json!(EMAIL_MAXIMUM),
        "defaultButtonText" => json!(DEFAULT_BUTTON_TEXT),
        "defaultFormName" => json!(DEFAULT_FORM_NAME),
        other => panic!("no such limit: {other}"),
    }
}

#[test]
fn the_problem_file_names_every_problem_by_its_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/problem.json");
    let file: File = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut named: BTreeMap<(String, String), usize> = BTreeMap::new();
    for case in file.cases {
        for (kind, code) in case.given.as_object().unwrap() {
            *named.entry((kind.clone(), code.as_str().unwrap().to_owned())).or_default() += 1;
        }
    }
    let fields = FieldProblem::ALL.map(|problem| ("field".to_owned(), problem.code().to_owned()));
    let forms = FormProblem::ALL.map(|problem| ("form".to_owned(), problem.code().to_owned()));
    let every: BTreeMap<_, _> = fields.into_iter().chain(forms).map(|key| (key, 1)).collect();
    assert_eq!(named, every);
}
