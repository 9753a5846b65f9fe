//! What holds for every form and every answer.

use loggia_forms::{
    Answer, Answers, Email, Field, FieldType, Form, SummaryTexts, answers_from_json, check_answer, summarize,
    validate, values,
};
use proptest::prelude::*;

fn answer() -> impl Strategy<Value = Answer> {
    let text = prop_oneof![Just(String::new()), "[ -~]{0,20}", "\\PC{0,10}"];
    let part = prop::sample::select(vec![
        "First", "Last", "Month", "Day", "Year", "Hour", "Minute", "Ampm", "Line1", "City", "Country", "Line",
    ]);
    prop_oneof![
        text.clone().prop_map(Answer::Text),
        prop::collection::vec(text.clone(), 0..4).prop_map(Answer::List),
        prop::collection::btree_map(part.prop_map(str::to_owned), text, 0..8).prop_map(Answer::Parts),
    ]
}

fn field() -> impl Strategy<Value = Field> {
    let field_type = prop::sample::select(FieldType::ALL.to_vec());
    (field_type, any::<bool>(), any::<bool>(), prop::option::of(0_u32..12)).prop_map(
        |(field_type, required, code, max_length)| Field {
            required,
            show_country_code: code,
            max_length,
            ..Field::new("f", field_type)
        },
    )
}

proptest! {
    // A-064: a required field accepts exactly what an optional one accepts and what is not empty in a needed part.
    #[test]
    fn a_required_field_is_never_more_lenient(field in field(), answer in answer()) {
        let optional = Field { required: false, ..field.clone() };
        if check_answer(&Field { required: true, ..field }, Some(&answer)).is_ok() {
            prop_assert_eq!(check_answer(&optional, Some(&answer)), Ok(()));
        }
    }

    // W-147, W-151: an optional field is content with nothing.
    #[test]
    fn an_optional_field_may_be_empty(field in field()) {
        let optional = Field { required: false, ..field };
        prop_assert_eq!(check_answer(&optional, None), Ok(()));
    }

    // S-071: of a form as it is read, what is kept passes the same checks as what was sent, and keeping twice is keeping once.
    #[test]
    fn what_is_kept_is_as_valid_as_what_was_sent(field in field(), answer in answer()) {
        let form: Form = Form { fields: vec![field], ..serde_json::from_str(r#"{"id": "form"}"#).unwrap() };
        let answers = Answers::from([("f".to_owned(), answer)]);
        let form = form.without_passwords();
        let kept = values(&form, &answers);
        if validate(&form, &answers).is_empty() {
            prop_assert!(validate(&form, &kept).is_empty());
        }
        prop_assert_eq!(values(&form, &kept), kept.clone());
        prop_assert!(summarize(&form, &kept, &SummaryTexts::default()).iter().all(|line| !line.answer.to_text().is_empty()));
    }

    #[test]
    fn answers_survive_the_wire(answer in answer()) {
        let answers = Answers::from([("f".to_owned(), answer)]);
        prop_assert_eq!(answers_from_json(&serde_json::to_string(&answers).unwrap()), Ok(answers));
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,60}") {
        let _ = answers_from_json(&text);
        if let Ok(email) = Email::parse(&text) {
            prop_assert!(email.as_str().is_ascii() && (3..=256).contains(&email.as_str().len()));
            prop_assert_eq!(Email::parse(email.as_str()), Ok(email.clone()));
        }
    }

    // N-070, W-152: whatever has the usual shape is an address.
    #[test]
    fn the_usual_shape_is_an_address(text in "[a-z0-9.+_-]{1,20}@[a-z0-9]{1,20}(\\.[a-z]{2,10}){0,3}") {
        prop_assert!(Email::parse(&text).is_ok());
    }
}
