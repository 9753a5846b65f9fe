//! Shapes of answers, and what is kept of them.

use std::collections::BTreeMap;

use loggia_forms::{
    ADDRESS_PARTS, Answer, Answers, DATE_PARTS, Email, Form, FormProblem, NAME_PARTS, PHONE_PARTS,
    Submission, TIME_PARTS, answers_from_json, validate, values,
};
use serde_json::json;

fn form() -> Form {
    serde_json::from_value(json!({"id": "f", "fields": [
        {"id": "text", "type": "text", "required": true}, {"id": "boxes", "type": "checkbox", "options": ["a", "b"]},
        {"id": "scale", "type": "likert", "options": ["Q1"]}, {"id": "date", "type": "date"},
        {"id": "section", "type": "section"}, {"id": "hidden", "type": "hidden", "key": "source", "value": "page"},
    ]}))
    .unwrap()
}

// W-171, W-172, W-173, W-174, W-176.
#[test]
fn w_171_w_172_w_173_w_174_w_176_each_shape_is_read_and_written_alike() {
    let text =
        r#"{"boxes":["a","b"],"date":{"Day":"2","Month":"1","Year":"2020"},"scale":{"Q1":"1"},"text":"x"}"#;
    let answers = answers_from_json(text).unwrap();
    assert_eq!(answers["boxes"], Answer::List(vec!["a".into(), "b".into()]));
    assert_eq!(answers["scale"], Answer::Parts(BTreeMap::from([("Q1".into(), "1".into())])));
    assert_eq!(answers["text"].as_text(), Some("x"));
    assert_eq!(serde_json::to_string(&answers).unwrap(), text);
}

// W-175, W-178.
#[test]
fn w_175_w_178_the_names_of_the_parts() {
    assert_eq!(DATE_PARTS, ["Month", "Day", "Year"]);
    assert_eq!(TIME_PARTS, ["Hour", "Minute", "Second", "Ampm"]);
    assert_eq!(NAME_PARTS, ["First", "Last"]);
    assert_eq!(ADDRESS_PARTS, ["Line1", "Line2", "City", "State", "Zip", "Country"]);
    assert_eq!(PHONE_PARTS, ["Country", "Areacode", "Prefix", "Line"]);
}

#[test]
fn numbers_booleans_and_null_are_read_as_text() {
    let answers = answers_from_json(r#"{"a": 5, "b": -1.5, "c": true, "d": null, "e": [1, "x"]}"#).unwrap();
    let text = |id: &str| answers[id].as_text().unwrap();
    assert_eq!((text("a"), text("b"), text("c"), text("d")), ("5", "-1.5", "true", ""));
    assert_eq!(answers["e"], Answer::List(vec!["1".into(), "x".into()]));
}

// A-062.
#[test]
fn a_062_what_is_no_map_of_values_is_unreadable() {
    for text in
        ["[1", "[1]", "5", "\"x\"", "{\"a\": [[1]]}", "{\"a\": {\"b\": [1]}}", "{\"a\": {\"b\": {}}}", "null"]
    {
        assert_eq!(answers_from_json(text), Err(FormProblem::Unreadable), "{text}");
    }
    for text in ["", " \n", "{}"] {
        assert_eq!(answers_from_json(text), Ok(Answers::new()), "{text:?}");
    }
}

// W-145, W-177, W-183.
#[test]
fn w_145_w_177_w_183_sections_and_unknown_fields_are_not_kept_and_hidden_ones_are_the_owners() {
    let sent = answers_from_json(
        r#"{"text":"x","section":"s","unknown":"u","hidden":"forged","boxes":[],"date":{"Day":""}}"#,
    )
    .unwrap();
    let kept = values(&form(), &sent);
    assert_eq!(serde_json::to_value(kept).unwrap(), json!({"text": "x", "hidden": "page"}));
}

#[test]
fn a_submission_by_its_wire_names() {
    let body = json!({
        "key": "k", "form": {"text": "x"}, "captchaKey": "c", "formId": "f", "pageId": "p", "pagePath": "/contact",
        "collectionId": "col", "itemId": "i",
    });
    let submission: Submission = serde_json::from_value(body.clone()).unwrap();
    assert_eq!(submission.page.form_id, "f");
    assert_eq!(serde_json::to_value(submission).unwrap(), body);
    let least: Submission = serde_json::from_value(json!({"key": "k", "form": {}})).unwrap();
    assert_eq!(least.captcha_key, None);
}

// W-144, W-147, A-064.
#[test]
fn w_144_w_147_a_064_the_first_problem_of_each_field_is_reported() {
    let answers = answers_from_json(r#"{"boxes":"a","scale":["x"]}"#).unwrap();
    let codes: BTreeMap<_, _> =
        validate(&form(), &answers).into_iter().map(|(id, problem)| (id, problem.code())).collect();
    let expected = [("boxes", "wrong-shape"), ("scale", "wrong-shape"), ("text", "required")];
    assert_eq!(codes, expected.map(|(id, code)| (id.to_owned(), code)).into());
}

// A-076.
#[test]
fn a_076_two_spellings_of_one_address_have_one_key() {
    let one: Email = "Ada@Example.com".parse().unwrap();
    let other: Email = " ada@example.COM ".parse().unwrap();
    assert_ne!(one, other);
    assert_eq!(one.key(), other.key());
    assert!(serde_json::from_value::<Email>(json!("no address")).is_err());
}
