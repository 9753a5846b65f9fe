//! Form and answers in, problems by field id out (spec §5 Forms). The browser and the api run the same checks.

use std::collections::BTreeMap;

use crate::text::{is_blank, length};
use crate::{
    ADDRESS_PARTS, Answer, Answers, DATE_PARTS, Email, Field, FieldProblem, FieldType, Form, NAME_PARTS,
    PHONE_PARTS, TIME_PARTS,
};

/// Checks every answer. An empty map means that the submission may be kept; a form with validation disabled always passes.
#[must_use]
pub fn validate(form: &Form, answers: &Answers) -> BTreeMap<String, FieldProblem> {
    if form.validation_disabled {
        return BTreeMap::new();
    }
    form.fields
        .iter()
        .filter_map(|field| {
            check_answer(field, answers.get(&field.id)).err().map(|problem| (field.id.clone(), problem))
        })
        .collect()
}

/// The same problems as the texts of the `errors` map of an answer.
#[must_use]
pub fn messages(problems: &BTreeMap<String, FieldProblem>) -> BTreeMap<String, String> {
    problems.iter().map(|(id, problem)| (id.clone(), problem.to_string())).collect()
}

/// What is kept of a submission: the answers of the form's own fields that are not empty, none for a section (W-177), the
/// configured value of a hidden field under its id whatever the browser sent (W-183). Equal submissions become equal maps.
#[must_use]
pub fn values(form: &Form, answers: &Answers) -> Answers {
    let mut kept = Answers::new();
    for field in &form.fields {
        match field.field_type {
            FieldType::Section => {}
            FieldType::Hidden => {
                let value = field.value.clone().unwrap_or_default();
                kept.insert(field.id.clone(), Answer::Text(value));
            }
            _ => {
                if let Some(answer) = answers.get(&field.id).filter(|answer| !answer.is_empty()) {
                    kept.insert(field.id.clone(), answer.clone());
                }
            }
        }
    }
    kept
}

/// Checks one answer; a missing one counts as empty.
///
/// # Errors
/// The first [`FieldProblem`] in the order shape, required, length, e-mail.
pub fn check_answer(field: &Field, answer: Option<&Answer>) -> Result<(), FieldProblem> {
    match field.field_type {
        // A section has no value (W-145), a hidden field's is the owner's own.
        FieldType::Section | FieldType::Hidden => Ok(()),
        FieldType::Checkbox => check_list(field, answer),
        // A likert field is never required (W-144).
        FieldType::Likert => parts(answer).map(|_| ()),
        FieldType::Date => check_parts(field, answer, &DATE_PARTS),
        // Seconds are not asked for on every page.
        FieldType::Time => check_parts(field, answer, &[TIME_PARTS[0], TIME_PARTS[1], TIME_PARTS[3]]),
        FieldType::Name => check_parts(field, answer, &NAME_PARTS),
        // A second line is never required; states and postal codes do not exist in every country.
        FieldType::Address => {
            check_parts(field, answer, &[ADDRESS_PARTS[0], ADDRESS_PARTS[2], ADDRESS_PARTS[5]])
        }
        FieldType::Phone if field.show_country_code => check_parts(field, answer, &PHONE_PARTS),
        FieldType::Phone => check_parts(field, answer, &PHONE_PARTS[1..]),
        FieldType::Email => {
            let text = text(answer)?;
            check_required(field, is_blank(text))?;
            if !is_blank(text) && Email::parse(text).is_err() {
                return Err(FieldProblem::EmailInvalid);
            }
            Ok(())
        }
        FieldType::Text
        | FieldType::Textarea
        | FieldType::Number
        | FieldType::Website
        | FieldType::Currency
        | FieldType::Password
        | FieldType::Twitter
        | FieldType::Radio
        | FieldType::Select => {
            let text = text(answer)?;
            check_required(field, is_blank(text))?;
            match field.text_limit() {
                Some(limit) if length(text) > limit as usize => Err(FieldProblem::TooLong),
                _ => Ok(()),
            }
        }
    }
}

fn check_required(field: &Field, empty: bool) -> Result<(), FieldProblem> {
    if field.required && empty { Err(FieldProblem::Required) } else { Ok(()) }
}

fn text(answer: Option<&Answer>) -> Result<&str, FieldProblem> {
    match answer {
        None => Ok(""),
        Some(Answer::Text(text)) => Ok(text),
        Some(_) => Err(FieldProblem::WrongShape),
    }
}

/// The parts of an answer; an empty text stands for none.
fn parts(answer: Option<&Answer>) -> Result<Option<&BTreeMap<String, String>>, FieldProblem> {
    match answer {
        None => Ok(None),
        Some(Answer::Parts(parts)) => Ok(Some(parts)),
        Some(Answer::Text(text)) if text.is_empty() => Ok(None),
        Some(_) => Err(FieldProblem::WrongShape),
    }
}

fn check_parts(field: &Field, answer: Option<&Answer>, required: &[&str]) -> Result<(), FieldProblem> {
    let parts = parts(answer)?;
    let is_empty = |name: &&str| parts.and_then(|parts| parts.get(*name)).is_none_or(|part| is_blank(part));
    check_required(field, required.iter().any(is_empty))
}

fn check_list(field: &Field, answer: Option<&Answer>) -> Result<(), FieldProblem> {
    let checked = match answer {
        None => false,
        Some(Answer::List(options)) => options.iter().any(|option| !is_blank(option)),
        Some(Answer::Text(text)) if text.is_empty() => false,
        Some(_) => return Err(FieldProblem::WrongShape),
    };
    check_required(field, !checked)
}
