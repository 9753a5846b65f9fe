//! Form and answers in, problems by field id out. The browser and the api run the same checks (A-064).

use std::collections::BTreeMap;

use crate::email::Email;
use crate::form::{Field, FieldType, Form};
use crate::problem::FieldProblem;
use crate::submission::{ADDRESS_PARTS, Answer, Answers, DATE_PARTS, NAME_PARTS, PHONE_PARTS, TIME_PARTS};
use crate::text::{is_blank, length};
use crate::values::{is_amount, is_date, is_number, is_phone_part, is_time};

/// The answers of a likert question, from Strongly Disagree to Strongly Agree.
const LIKERT: [&str; 5] = ["-2", "-1", "0", "1", "2"];

/// Checks every answer. An empty map means that the submission may be kept; a form with validation disabled always passes (A-067).
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

/// The same problems as the texts of the `errors` map of an answer (A-055, A-063).
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
            // A password is nothing that a form keeps.
            FieldType::Section | FieldType::Password => {}
            FieldType::Hidden => {
                let value = field.value.clone().unwrap_or_default();
                kept.insert(field.id.clone(), Answer::Text(value));
            }
            _ => {
                let answer = answers.get(&field.id).and_then(|answer| offered(field, answer));
                if let Some(answer) = answer.filter(|answer| !answer.is_empty()) {
                    kept.insert(field.id.clone(), answer);
                }
            }
        }
    }
    kept
}

/// What is left of an answer when what the field does not offer is taken out: all of it, where the checks are on.
fn offered(field: &Field, answer: &Answer) -> Option<Answer> {
    match (field.field_type, answer) {
        (FieldType::Radio | FieldType::Select, Answer::Text(text)) => {
            field.offers(text).then(|| answer.clone())
        }
        (FieldType::Checkbox, Answer::List(chosen)) => {
            let offered = chosen.iter().filter(|option| field.offers(option));
            Some(Answer::List(offered.cloned().collect()))
        }
        (FieldType::Radio | FieldType::Select | FieldType::Checkbox, _) => None,
        (_, Answer::Parts(parts)) => {
            let own: &[&str] = match field.field_type {
                FieldType::Date => &DATE_PARTS,
                FieldType::Time => &TIME_PARTS,
                FieldType::Name => &NAME_PARTS,
                FieldType::Address => &ADDRESS_PARTS,
                FieldType::Phone => &PHONE_PARTS,
                _ => return Some(answer.clone()),
            };
            let kept = parts.iter().filter(|(name, _)| own.contains(&name.as_str()));
            Some(Answer::Parts(kept.map(|(name, part)| (name.clone(), part.clone())).collect()))
        }
        _ => Some(answer.clone()),
    }
}

/// Checks one answer; a missing one counts as empty.
///
/// # Errors
/// The first [`FieldProblem`] in the order shape, required, length, what it says.
pub fn check_answer(field: &Field, answer: Option<&Answer>) -> Result<(), FieldProblem> {
    match field.field_type {
        // A section has no value (W-145), a hidden field's is the owner's own.
        FieldType::Section | FieldType::Hidden => Ok(()),
        FieldType::Checkbox => check_list(field, answer),
        FieldType::Likert => check_likert(field, answer),
        FieldType::Date => {
            check_parts(field, answer, &DATE_PARTS)?;
            check_values(answer, is_date, FieldProblem::DateInvalid)
        }
        // Seconds are not asked for on every page.
        FieldType::Time => {
            check_parts(field, answer, &[TIME_PARTS[0], TIME_PARTS[1], TIME_PARTS[3]])?;
            check_values(answer, is_time, FieldProblem::TimeInvalid)
        }
        FieldType::Name => check_parts(field, answer, &NAME_PARTS),
        // A second line is never required; states and postal codes do not exist in every country.
        FieldType::Address => {
            check_parts(field, answer, &[ADDRESS_PARTS[0], ADDRESS_PARTS[2], ADDRESS_PARTS[5]])
        }
        FieldType::Phone => {
            let asked = if field.show_country_code { &PHONE_PARTS[..] } else { &PHONE_PARTS[1..] };
            check_parts(field, answer, asked)?;
            let are_numbers = |parts: &BTreeMap<String, String>| {
                PHONE_PARTS.iter().filter_map(|name| parts.get(*name)).all(|part| is_phone_part(part))
            };
            check_values(answer, are_numbers, FieldProblem::PhoneInvalid)
        }
        FieldType::Number => check_number(field, answer, is_number),
        FieldType::Currency => check_number(field, answer, is_amount),
        FieldType::Radio | FieldType::Select => {
            let text = text(answer)?;
            check_required(field, is_blank(text))?;
            if is_blank(text) || field.offers(text) { Ok(()) } else { Err(FieldProblem::WrongShape) }
        }
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
        | FieldType::Website
        | FieldType::Password
        | FieldType::Twitter => {
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

/// What the parts say, once they are there.
fn check_values(
    answer: Option<&Answer>,
    is_right: impl Fn(&BTreeMap<String, String>) -> bool,
    problem: FieldProblem,
) -> Result<(), FieldProblem> {
    if parts(answer)?.is_none_or(is_right) { Ok(()) } else { Err(problem) }
}

fn check_number(
    field: &Field,
    answer: Option<&Answer>,
    is_right: impl Fn(&str) -> bool,
) -> Result<(), FieldProblem> {
    let text = text(answer)?;
    check_required(field, is_blank(text))?;
    if is_blank(text) || is_right(text) { Ok(()) } else { Err(FieldProblem::NumberInvalid) }
}

/// A likert field is never required (W-144); its questions are its own, and each answer is one of the scale.
fn check_likert(field: &Field, answer: Option<&Answer>) -> Result<(), FieldProblem> {
    let is_right = |(question, degree): (&String, &String)| {
        is_blank(degree) || (field.offers(question) && LIKERT.contains(&degree.as_str()))
    };
    if parts(answer)?.is_none_or(|parts| parts.iter().all(is_right)) {
        Ok(())
    } else {
        Err(FieldProblem::WrongShape)
    }
}

fn check_list(field: &Field, answer: Option<&Answer>) -> Result<(), FieldProblem> {
    let checked = match answer {
        None => false,
        Some(Answer::List(options)) => {
            let mut chosen = options.iter().filter(|option| !is_blank(option)).peekable();
            let is_any = chosen.peek().is_some();
            if !chosen.all(|option| field.offers(option)) {
                return Err(FieldProblem::WrongShape);
            }
            is_any
        }
        Some(Answer::Text(text)) if text.is_empty() => false,
        Some(_) => return Err(FieldProblem::WrongShape),
    };
    check_required(field, !checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_070_an_answer_is_one_of_the_options() {
        let field =
            |field_type| Field { options: vec!["a".into(), "b c".into()], ..Field::new("f", field_type) };
        let text = |text: &str| Answer::Text(text.into());
        let list = |chosen: &[&str]| Answer::List(chosen.iter().map(|one| (*one).to_owned()).collect());
        for kind in [FieldType::Radio, FieldType::Select] {
            for right in ["a", "b c", " b c ", ""] {
                assert_eq!(check_answer(&field(kind), Some(&text(right))), Ok(()), "{right:?}");
            }
            for wrong in ["c", "A", "a,b c", "<script>", "b  c"] {
                let result = check_answer(&field(kind), Some(&text(wrong)));
                assert_eq!(result, Err(FieldProblem::WrongShape), "{wrong:?}");
            }
        }
        let boxes = field(FieldType::Checkbox);
        assert_eq!(check_answer(&boxes, Some(&list(&["a", "b c"]))), Ok(()));
        assert_eq!(check_answer(&boxes, Some(&list(&["a", "x"]))), Err(FieldProblem::WrongShape));
    }

    #[test]
    fn s_070_a_form_without_checks_keeps_nothing_it_does_not_offer_and_s_071_no_password() {
        let options = vec!["a".to_owned()];
        let field = |id: &str, field_type| Field { options: options.clone(), ..Field::new(id, field_type) };
        let mut form: Form = serde_json::from_str(r#"{"id":"f","fields":[]}"#).unwrap();
        form.fields = vec![
            field("r", FieldType::Radio),
            field("c", FieldType::Checkbox),
            field("p", FieldType::Password),
        ];
        form.validation_disabled = true;
        let answers = Answers::from([
            ("r".to_owned(), Answer::Text("made up".into())),
            ("c".to_owned(), Answer::List(vec!["a".into(), "made up".into()])),
            ("p".to_owned(), Answer::Text("secret".into())),
        ]);
        let kept = values(&form, &answers);
        assert_eq!(kept, Answers::from([("c".to_owned(), Answer::List(vec!["a".into()]))]));
        assert_eq!(form.without_passwords().fields.len(), 2);
    }
}
