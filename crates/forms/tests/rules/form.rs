//! Forms as they are written and read, and the builder's schema.

use loggia_forms::{Form, form_schema};
use serde_json::{Value, json};

fn read(form: Value) -> Form {
    serde_json::from_value(form).unwrap()
}

// W-137, W-138.
#[test]
fn w_137_w_138_a_form_has_default_texts() {
    for form in [
        json!({"id": "f"}),
        json!({"id": "f", "name": null, "buttonText": " "}),
        json!({"id": "f", "name": "", "buttonText": ""}),
    ] {
        let form = read(form);
        assert_eq!((form.name.as_str(), form.button_text.as_str()), ("My Form Name", "Add to Cart"));
    }
    assert_eq!(read(json!({"id": "f", "name": "Contact", "buttonText": "Send"})).button_text, "Send");
}

#[test]
fn a_form_is_written_by_its_wire_names() {
    let wire = json!({
        "id": "f", "name": "Contact", "buttonText": "Send", "parsedSubmissionMessage": "<p>Thanks</p>",
        "submissionHTML": "<i></i>", "successRedirect": "/thanks", "parsedDisclaimerMessage": "<b>T</b>",
        "captchaEnabled": true, "captchaTheme": "dark", "captchaAlignment": "center", "validationDisabled": false,
        "newsletter": true, "storage": [{"kind": "email", "target": "owner@example.com"}],
        "fields": [{
            "id": "a", "type": "textarea", "title": "Note", "description": "d", "placeholder": "p", "required": true,
            "maxLength": 10, "showCountryCode": false, "underline": false, "options": [],
        }],
    });
    assert_eq!(serde_json::to_value(read(wire.clone())).unwrap(), wire);
}

//
#[test]
fn a_058_a_059_a_form_is_configured_unless_its_storage_is_explicitly_empty() {
    assert!(read(json!({"id": "f"})).is_configured(), "the built-in inbox");
    assert!(read(json!({"id": "f", "storage": [{"kind": "inbox"}]})).is_configured());
    assert!(!read(json!({"id": "f", "storage": []})).is_configured());
}

#[test]
fn a_page_never_carries_where_submissions_go() {
    let form = read(json!({"id": "f", "storage": [{"kind": "email", "target": "owner@example.com"}]}));
    assert!(!serde_json::to_string(&form.for_page()).unwrap().contains("owner@example.com"));
}

#[test]
fn a_title_may_be_called_raw_title() {
    let form = read(json!({"id": "f", "fields": [{"id": "a", "type": "text", "rawTitle": "Name"}]}));
    assert_eq!(form.field("a").unwrap().title, "Name");
    assert_eq!(form.field("b"), None);
}

#[test]
fn an_unknown_field_type_is_refused_with_the_ones_there_are() {
    let error = serde_json::from_value::<Form>(json!({"id": "f", "fields": [{"id": "a", "type": "colour"}]}))
        .unwrap_err();
    let text = error.to_string();
    assert!(text.contains("unknown variant `colour`") && text.contains("`textarea`"), "{text}");
}

// N-027, A-069.
#[test]
fn n_027_a_069_the_builders_schema() {
    let schema = serde_json::to_value(form_schema(true)).unwrap();
    let fieldsets: Vec<_> = schema["fieldsets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|set| (set["number"].clone(), set["name"].clone()))
        .collect();
    let expected: Vec<_> = [(1, "build"), (2, "storage"), (3, "advanced"), (4, "captcha"), (5, "disclaimer")]
        .map(|(number, name)| (json!(number), json!(name)))
        .into();
    assert_eq!(fieldsets, expected);
    let properties = |schema: &Value, name: &str| {
        schema["fields"].as_array().unwrap().iter().find(|field| field["type"] == name).unwrap()["properties"]
            .clone()
    };
    for (name, expected) in [
        ("textarea", json!(["maxLength"])),
        ("phone", json!(["showCountryCode"])),
        ("currency", json!(["currencySymbol"])),
        ("section", json!(["underline"])),
        ("radio", json!(["options"])),
        ("checkbox", json!(["options"])),
        ("select", json!(["options"])),
        ("likert", json!(["options"])),
        ("hidden", json!(["key", "value"])),
        ("text", json!([])),
    ] {
        assert_eq!(properties(&schema, name), expected, "{name}");
    }
    assert_eq!(schema["fields"].as_array().unwrap().len(), 19);
    let without = serde_json::to_value(form_schema(false)).unwrap();
    assert_eq!(properties(&without, "textarea"), json!([]), "a limit needs the vanilla form handler");
}
