//! The form of a product as fields of a page, and what was filled in as the answers the shop's rules take.

use super::words::Words;
use crate::error::FieldErrors;
use crate::pages::form_guard::FormFields;
use loggia_commerce::forms::{
    ADDRESS_PARTS, DATE_PARTS, Field, FieldType, Form, NAME_PARTS, PHONE_PARTS, SummaryTexts, TIME_PARTS,
};
use serde_json::{Map, Value, json};

/// The answers of a likert question, in the order shown.
const LIKERT: [&str; 5] = ["-2", "-1", "0", "1", "2"];

/// The name of a field's control, apart from the names of the page's own.
fn control(field: &Field) -> String {
    format!("field.{}", field.id)
}

fn part_names(field: &Field) -> &'static [&'static str] {
    match field.field_type {
        FieldType::Name => &NAME_PARTS,
        FieldType::Address => &ADDRESS_PARTS,
        FieldType::Date => &DATE_PARTS,
        FieldType::Time => &TIME_PARTS,
        FieldType::Phone if field.show_country_code => &PHONE_PARTS,
        FieldType::Phone => &PHONE_PARTS[1..],
        _ => &[],
    }
}

/// The catalogue's key of a part's label, and what a browser may fill in there.
fn label_of(field_type: FieldType, part: &str) -> (&'static str, &'static str) {
    match (field_type, part) {
        (_, "First") => ("fieldFirstName", "given-name"),
        (_, "Last") => ("fieldLastName", "family-name"),
        (_, "Line1") => ("fieldLine1", "address-line1"),
        (_, "Line2") => ("fieldLine2", "address-line2"),
        (_, "City") => ("fieldCity", "address-level2"),
        (_, "State") => ("fieldState", "address-level1"),
        (_, "Zip") => ("fieldZip", "postal-code"),
        (FieldType::Phone, "Country") => ("fieldPhoneCountry", "tel-country-code"),
        (_, "Country") => ("fieldCountry", "country-name"),
        (_, "Month") => ("fieldMonth", ""),
        (_, "Day") => ("fieldDay", ""),
        (_, "Year") => ("fieldYear", ""),
        (_, "Hour") => ("fieldHour", ""),
        (_, "Minute") => ("fieldMinute", ""),
        (_, "Second") => ("fieldSecond", ""),
        (_, "Ampm") => ("fieldAmpm", ""),
        (_, "Areacode") => ("fieldAreacode", "tel-area-code"),
        (_, "Prefix") => ("fieldPrefix", "tel-local-prefix"),
        _ => ("fieldLine", "tel-local-suffix"),
    }
}

/// The fields of a form, with what was typed and what is wrong with it.
pub(super) fn fields(form: &Form, sent: &FormFields, errors: &FieldErrors, words: Words<'_>) -> Vec<Value> {
    let scale = SummaryTexts::from_strings(words.0);
    let shown = form.fields.iter().enumerate().filter(|(_, field)| field.field_type != FieldType::Hidden);
    shown
        .map(|(place, field)| {
            let name = control(field);
            let mut content = json!({
                "id": format!("field-{place}"),
                "name": name,
                "label": field.title,
                "about": field.description,
                "placeholder": field.placeholder,
                "required": field.required,
                "error": errors.get(&field.id),
                "value": sent.get(&name),
                "maxLength": field.text_limit().map(|limit| limit.to_string()),
                "control": "input",
                "type": match field.field_type {
                    FieldType::Email => "email",
                    FieldType::Website => "url",
                    FieldType::Password => "password",
                    _ => "text",
                },
                "autocomplete": if field.field_type == FieldType::Email { "email" } else { "" },
                "inputMode": match field.field_type {
                    FieldType::Number | FieldType::Currency => "decimal",
                    _ => "",
                },
            });
            shape(&mut content, field, sent, &scale, words);
            content
        })
        .collect()
}

fn shape(content: &mut Value, field: &Field, sent: &FormFields, scale: &SummaryTexts, words: Words<'_>) {
    let name = control(field);
    let choices = |kind: &str| -> Value {
        let choice = |option: &String| {
            json!({"kind": kind, "name": name, "value": option, "label": option,
                "isChosen": sent.all(&name).any(|chosen| chosen == option)})
        };
        field.options.iter().map(choice).collect()
    };
    match field.field_type {
        FieldType::Section => content["control"] = "section".into(),
        FieldType::Textarea => content["control"] = "area".into(),
        FieldType::Select => {
            content["control"] = "select".into();
            let mut all = vec![json!({"value": "", "label": words.get("formSelect")})];
            all.extend(choices("option").as_array().into_iter().flatten().cloned());
            content["choices"] = all.into();
        }
        FieldType::Radio => {
            content["control"] = "group".into();
            content["choices"] = choices("radio");
        }
        FieldType::Checkbox => {
            content["control"] = "group".into();
            content["choices"] = choices("checkbox");
        }
        FieldType::Likert => {
            content["control"] = "group".into();
            let question = |question: &String| {
                let name = format!("{name}.{question}");
                let choice = |value: &&str| {
                    json!({"name": name, "value": value, "label": scale.likert(value),
                        "isChosen": sent.get(&name) == *value})
                };
                json!({"label": question, "choices": LIKERT.iter().map(choice).collect::<Value>()})
            };
            content["questions"] = field.options.iter().map(question).collect();
        }
        _ => {}
    }
    let parts = part_names(field);
    if !parts.is_empty() {
        content["control"] = "group".into();
        let part = |part: &&str| {
            let (key, autocomplete) = label_of(field.field_type, part);
            let name = format!("{name}.{part}");
            json!({"id": format!("{}-{part}", content["id"].as_str().unwrap_or_default()), "value": sent.get(&name),
                "name": name, "label": words.get(key), "autocomplete": autocomplete})
        };
        content["parts"] = parts.iter().map(part).collect();
    }
}

/// What was filled in, in the shape each field's answer has.
pub(super) fn answers(form: &Form, sent: &FormFields) -> Map<String, Value> {
    let mut answers = Map::new();
    for field in &form.fields {
        let name = control(field);
        let several = |parts: &mut dyn Iterator<Item = &str>| -> Value {
            let part = |part: &str| (part.to_owned(), Value::from(sent.get(&format!("{name}.{part}"))));
            let all: Map<String, Value> = parts
                .map(part)
                .filter(|(_, value)| value.as_str().is_some_and(|text| !text.is_empty()))
                .collect();
            all.into()
        };
        let answer = match field.field_type {
            FieldType::Section | FieldType::Hidden => continue,
            FieldType::Checkbox => sent.all(&name).map(Value::from).collect(),
            FieldType::Likert => several(&mut field.options.iter().map(String::as_str)),
            _ if !part_names(field).is_empty() => several(&mut part_names(field).iter().copied()),
            _ => sent.get(&name).into(),
        };
        answers.insert(field.id.clone(), answer);
    }
    answers
}
