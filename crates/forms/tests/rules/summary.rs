//! Answers as text to read.

use std::collections::BTreeMap;

use loggia_forms::{Form, SummaryAnswer, SummaryTexts, answers_from_json, summarize};
use serde_json::{Value, json};

fn line(field_type: &str, answer: Value, texts: &SummaryTexts) -> String {
    let form: Form =
        serde_json::from_value(json!({"id": "f", "fields": [{"id": "a", "type": field_type, "title": "T"}]}))
            .unwrap();
    let answers = answers_from_json(&json!({"a": answer}).to_string()).unwrap();
    let lines = summarize(&form, &answers, texts);
    assert_eq!((lines.len(), lines[0].title.as_str()), (1, "T"));
    lines[0].answer.to_text()
}

fn plain(field_type: &str, answer: Value) -> String {
    line(field_type, answer, &SummaryTexts::default())
}

// W-179.
#[test]
fn w_179_an_answer_or_the_configured_text_or_not_available() {
    assert_eq!(plain("text", json!(" Ada ")), "Ada");
    assert_eq!(plain("text", json!("")), "N/A");
    assert_eq!(plain("checkbox", json!([])), "N/A");
    assert_eq!(plain("checkbox", json!(["", " "])), "N/A");
    assert_eq!(plain("phone", json!({"First": "a part of another type"})), "N/A");
    assert_eq!(plain("address", json!({"First": "a part of another type"})), "N/A");
    assert_eq!(plain("date", json!({"Month": "", "Day": " "})), "N/A");
    let own = BTreeMap::from([("productSummaryFormNoAnswerText".to_owned(), " none ".to_owned())]);
    assert_eq!(line("text", json!(""), &SummaryTexts::from_strings(&own)), "none");
    let blank = BTreeMap::from([("productSummaryFormNoAnswerText".to_owned(), " ".to_owned())]);
    assert_eq!(line("text", json!(null), &SummaryTexts::from_strings(&blank)), "N/A");
}

// N-024.
#[test]
fn n_024_each_layout() {
    assert_eq!(plain("checkbox", json!(["Red", "Blue"])), "Red, Blue");
    assert_eq!(plain("date", json!({"Month": "12", "Day": "10", "Year": "1815"})), "12/10/1815");
    assert_eq!(plain("time", json!({"Hour": "4", "Minute": "5", "Ampm": "PM"})), "4:05:00 PM");
    assert_eq!(plain("name", json!({"First": "Ada", "Last": "Lovelace"})), "Ada Lovelace");
    assert_eq!(plain("name", json!({"Last": "Lovelace"})), "Lovelace");
    assert_eq!(plain("phone", json!({"Areacode": "646", "Prefix": "555", "Line": "0123"})), "646-555-0123");
    assert_eq!(
        plain("phone", json!({"Country": "1", "Areacode": "646", "Prefix": "555", "Line": "0123"})),
        "+1 646-555-0123"
    );
    assert_eq!(plain("phone", json!({"Country": "+44", "Line": "0123"})), "+44 0123");
    let address = json!({"Line1": "1 High St", "Line2": "Flat 2", "City": "London", "State": "LDN", "Zip": "N1", "Country": "GB"});
    assert_eq!(plain("address", address), "1 High St\nFlat 2\nLondon, LDN N1 GB");
    assert_eq!(plain("address", json!({"Line1": "1 High St", "City": "London"})), "1 High St\nLondon");
}

// N-028.
#[test]
fn n_028_the_five_likert_answers() {
    let answers = json!({"a": "-2", "b": "-1", "c": "0", "d": "1", "e": "2"});
    let expected = "a: Strongly Disagree\nb: Disagree\nc: Neutral\nd: Agree\ne: Strongly Agree";
    assert_eq!(plain("likert", answers), expected);
    assert_eq!(
        plain("likert", json!({"a": "", "b": "1"})),
        "a: N/A\nb: Agree",
        "a question left open is not neutral"
    );
    let own = BTreeMap::from([("productAnswerMapStronglyAgree".to_owned(), "Ja!".to_owned())]);
    assert_eq!(line("likert", json!({"Q": "2"}), &SummaryTexts::from_strings(&own)), "Q: Ja!");
}

#[test]
fn a_password_is_never_shown() {
    assert_eq!(plain("password", json!("secret")), "••••••••");
}

#[test]
fn sections_and_hidden_fields_have_no_line_and_the_order_is_the_forms() {
    let form: Form = serde_json::from_value(json!({"id": "f", "fields": [
        {"id": "b", "type": "text"}, {"id": "s", "type": "section"}, {"id": "h", "type": "hidden", "value": "x"}, {"id": "a", "type": "text"},
    ]}))
    .unwrap();
    let lines = summarize(&form, &Default::default(), &SummaryTexts::default());
    assert_eq!(lines.iter().map(|line| line.id.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(lines[0].answer, SummaryAnswer::Text("N/A".to_owned()));
}
