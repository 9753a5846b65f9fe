//! A thousand made-up submissions, judged here and by the browser alike (A-064): they are made from one seed, and their
//! judgements stand in `vectors/generated.json`, which the browser's tests read. `LOGGIA_WRITE_VECTORS=1` writes it anew.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use loggia_forms::{
    ADDRESS_PARTS, Answer, Answers, DATE_PARTS, Field, FieldType, Form, NAME_PARTS, PHONE_PARTS, TIME_PARTS,
    messages, validate,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

const HOW_MANY: usize = 1000;

/// Numbers that look random and are the same everywhere (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap() % limit
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// What people and programs type: nothing, white space of every kind, words, letters beyond ASCII, addresses good and bad.
const TEXTS: [&str; 34] = [
    "",
    " ",
    "\t\n",
    "\u{a0}",
    "\u{2003}\u{feff}",
    "\u{200b}",
    "0",
    "-0",
    "12.50",
    "1e9",
    "NaN",
    "Ada",
    " Ada ",
    "Ünïcödé",
    "日本語",
    "🥐",
    "👩‍👩‍👧",
    "e\u{301}",
    "twelve chars",
    "a little longer than twelve",
    "<script>alert(1)</script>",
    "'; DROP TABLE form_submission; --",
    "a@b",
    "ada@example.com",
    " ada@example.com ",
    "ada@",
    "@example.com",
    "ada@exam ple.com",
    "ada@-example.com",
    "ada.@example.com",
    "\"ada\"@example.com",
    "ада@example.com",
    "ada@example..com",
    "ada+news@sub.example.co.uk",
];

/// The parts an answer of this type may have, and one that belongs to none.
fn part_names(field_type: FieldType) -> Vec<&'static str> {
    let own: &[&str] = match field_type {
        FieldType::Date => &DATE_PARTS,
        FieldType::Time => &TIME_PARTS,
        FieldType::Name => &NAME_PARTS,
        FieldType::Address => &ADDRESS_PARTS,
        FieldType::Phone => &PHONE_PARTS,
        _ => &["Bread", ""],
    };
    own.iter().copied().chain(["first"]).collect()
}

fn answer(numbers: &mut Numbers, field_type: FieldType) -> Option<Answer> {
    let shape = match field_type {
        // Mostly the shape that belongs to the field, now and then another.
        _ if numbers.one_in(8) => numbers.below(4),
        FieldType::Checkbox => 1,
        FieldType::Likert
        | FieldType::Date
        | FieldType::Time
        | FieldType::Name
        | FieldType::Address
        | FieldType::Phone => 2,
        _ => 0,
    };
    match shape {
        0 => Some(Answer::Text(numbers.of(&TEXTS).to_owned())),
        1 => {
            let length = numbers.below(4);
            Some(Answer::List((0..length).map(|_| numbers.of(&TEXTS).to_owned()).collect()))
        }
        2 => {
            let (skip, filled) = (numbers.below(3), numbers.below(6) != 0);
            let mut parts = BTreeMap::new();
            for part in part_names(field_type) {
                if skip == 0 || !numbers.one_in(skip * 4) {
                    let text = if filled && !numbers.one_in(9) { "1" } else { numbers.of(&TEXTS) };
                    parts.insert(part.to_owned(), text.to_owned());
                }
            }
            Some(Answer::Parts(parts))
        }
        _ => None,
    }
}

/// One form with a field of each of some types, and what was sent.
fn submission(numbers: &mut Numbers) -> (Form, Answers) {
    let mut form: Form = serde_json::from_str(r#"{"id": "form"}"#).unwrap();
    let mut answers = Answers::new();
    form.validation_disabled = numbers.one_in(40);
    for index in 0..=numbers.below(5) {
        let field_type = FieldType::ALL[numbers.below(FieldType::ALL.len())];
        let mut field = Field::new(format!("f{index}"), field_type);
        field.required = !numbers.one_in(3);
        field.show_country_code = numbers.one_in(2);
        field.max_length = (!numbers.one_in(3)).then(|| u32::try_from(numbers.below(14)).unwrap());
        if let Some(answer) = answer(numbers, field_type) {
            answers.insert(field.id.clone(), answer);
        }
        form.fields.push(field);
    }
    if numbers.one_in(10) {
        answers.insert("nobody".to_owned(), Answer::Text("x".to_owned()));
    }
    (form, answers)
}

/// Only what is not the default: a thousand cases are to stay readable.
fn short(field: &Field) -> Value {
    let mut short = json!({"id": field.id, "type": field.field_type});
    if field.required {
        short["required"] = json!(true);
    }
    if field.show_country_code {
        short["showCountryCode"] = json!(true);
    }
    if let Some(limit) = field.max_length {
        short["maxLength"] = json!(limit);
    }
    short
}

fn file() -> String {
    let mut numbers = Numbers(64);
    let mut file = String::from(
        "{\n\"rule\": \"Made-up forms and answers in, messages by field id out; written by the test `generated`.\",\n\"requirements\": \"A-064\",\n\"cases\": [\n",
    );
    for index in 0..HOW_MANY {
        let (form, answers) = submission(&mut numbers);
        let fields: Vec<Value> = form.fields.iter().map(short).collect();
        let mut given = json!({"form": {"fields": fields}, "answers": answers});
        if form.validation_disabled {
            given["form"]["validationDisabled"] = json!(true);
        }
        let case = json!({"name": format!("A-064 {index}"), "given": given, "expect": {"errors": messages(&validate(&form, &answers))}});
        let end = if index + 1 == HOW_MANY { "\n" } else { ",\n" };
        write!(file, "{case}{end}").unwrap();
    }
    file.push_str("]\n}\n");
    file
}

#[test]
fn a_064_a_thousand_submissions_are_judged_as_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/generated.json");
    let made = file();
    if std::env::var_os("LOGGIA_WRITE_VECTORS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(
        read(&std::fs::read_to_string(&path).unwrap()),
        read(&made),
        "run the test once with LOGGIA_WRITE_VECTORS=1"
    );
    // A table in which nearly everything is refused, or nothing, would prove little.
    let cases = read(&made);
    let refused =
        cases["cases"].as_array().unwrap().iter().filter(|case| case["expect"]["errors"] != json!({}));
    assert!((250..750).contains(&refused.count()));
}
