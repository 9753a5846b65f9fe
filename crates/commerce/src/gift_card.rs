//! For whom a gift card is (W-095): answers every gift card takes, with or without a form of the owner's.

use std::collections::BTreeMap;

use loggia_forms::{Email, EmailProblem, FieldProblem};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::problem::Problem;

/// The longest name, in characters.
const NAME_MAXIMUM: usize = 100;
/// The longest message, in characters.
pub const GIFT_MESSAGE_MAXIMUM: usize = 500;

/// Whom a card is for, what is said with it, and on which day it is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GiftCardRecipient {
    /// The name.
    pub recipient_name: String,
    /// The address the card is sent to.
    pub recipient_email: String,
    /// What the buyer says.
    pub message: String,
    /// A day such as `2026-12-24`; empty is at once.
    pub deliver_on: String,
}

impl GiftCardRecipient {
    /// The names of its members.
    const FIELDS: [&str; 4] = ["recipientName", "recipientEmail", "message", "deliverOn"];

    /// The recipient in an entry's answers; `None` when the card goes to the buyer.
    #[must_use]
    pub fn of_answers(text: &str) -> Option<Self> {
        let recipient: Self = serde_json::from_str(text).ok()?;
        (!recipient.recipient_email.is_empty()).then_some(recipient)
    }

    /// Takes the recipient out of what a shopper sent, checked; `None` when no part of it is there.
    ///
    /// # Errors
    /// [`Problem::AdditionalFieldsUnreadable`] when the answers are no JSON object of texts,
    /// [`Problem::AdditionalFieldsInvalid`] with a message by field.
    pub fn read(text: Option<&str>) -> Result<Option<Self>, Problem> {
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        let Some(text) = text else { return Ok(None) };
        let answers: BTreeMap<String, Value> =
            serde_json::from_str(text).map_err(|_| Problem::AdditionalFieldsUnreadable)?;
        let part = |name: &str| match answers.get(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.trim().to_owned()),
            Some(_) => Err(Problem::AdditionalFieldsUnreadable),
        };
        let [name, email, message, day] = Self::FIELDS;
        let recipient = Self {
            recipient_name: part(name)?,
            recipient_email: part(email)?,
            message: part(message)?,
            deliver_on: part(day)?,
        };
        if recipient == Self::default() {
            return Ok(None);
        }
        let errors = recipient.errors();
        if errors.is_empty() { Ok(Some(recipient)) } else { Err(Problem::AdditionalFieldsInvalid { errors }) }
    }

    fn errors(&self) -> BTreeMap<String, String> {
        let mut errors = BTreeMap::new();
        let mut wrong =
            |field: &str, problem: FieldProblem| errors.insert(field.to_owned(), problem.to_string());
        if self.recipient_name.is_empty() {
            wrong("recipientName", FieldProblem::Required);
        } else if self.recipient_name.chars().count() > NAME_MAXIMUM {
            wrong("recipientName", FieldProblem::TooLong);
        }
        match Email::parse(&self.recipient_email) {
            Ok(_) => {}
            Err(EmailProblem::Blank) => {
                wrong("recipientEmail", FieldProblem::Required);
            }
            Err(EmailProblem::Invalid) => {
                wrong("recipientEmail", FieldProblem::EmailInvalid);
            }
        }
        if self.message.chars().count() > GIFT_MESSAGE_MAXIMUM {
            wrong("message", FieldProblem::TooLong);
        }
        if !self.deliver_on.is_empty() && !is_day(&self.deliver_on) {
            wrong("deliverOn", FieldProblem::WrongShape);
        }
        errors
    }
}

/// A day that exists, as a date field gives it.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    if year.len() != 4 || month.len() != 2 || day.len() != 2 {
        return false;
    }
    let (Ok(year), Ok(month), Ok(day)) = (year.parse::<u32>(), month.parse::<u32>(), day.parse::<u32>())
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<GiftCardRecipient>, Problem> {
        GiftCardRecipient::read(Some(text))
    }

    fn faults(text: &str) -> Vec<String> {
        match read(text) {
            Err(Problem::AdditionalFieldsInvalid { errors }) => errors.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn w_095_a_card_is_for_somebody_on_a_day() {
        let text = r#"{"recipientName":" Grace ","recipientEmail":"grace@b.example","message":"Enjoy","deliverOn":"2026-12-24"}"#;
        let recipient = read(text).unwrap().unwrap();
        assert_eq!(
            (recipient.recipient_name.as_str(), recipient.deliver_on.as_str()),
            ("Grace", "2026-12-24")
        );
        let kept = serde_json::to_string(&recipient).unwrap();
        assert_eq!(GiftCardRecipient::of_answers(&kept), Some(recipient));
    }

    #[test]
    fn w_095_a_card_without_recipient_goes_to_the_buyer() {
        assert_eq!(GiftCardRecipient::read(None), Ok(None));
        assert_eq!(read(""), Ok(None));
        assert_eq!(read("{}"), Ok(None));
        assert_eq!(GiftCardRecipient::of_answers(r#"{"words":"x"}"#), None);
    }

    #[test]
    fn w_095_each_part_is_checked() {
        assert_eq!(faults(r#"{"message":"Enjoy"}"#), ["recipientEmail", "recipientName"]);
        assert_eq!(faults(r#"{"recipientName":"G","recipientEmail":"g@"}"#), ["recipientEmail"]);
        let day = |day: &str| {
            format!(r#"{{"recipientName":"G","recipientEmail":"g@b.example","deliverOn":"{day}"}}"#)
        };
        for wrong in ["2026-02-29", "2026-13-01", "24.12.2026", "2026-1-1", "2026-00-10", "٢٠٢٦-01-01"] {
            assert_eq!(faults(&day(wrong)), ["deliverOn"], "{wrong}");
        }
        assert!(read(&day("2028-02-29")).is_ok());
        assert_eq!(read("[1"), Err(Problem::AdditionalFieldsUnreadable));
        assert_eq!(read(r#"{"message":1}"#), Err(Problem::AdditionalFieldsUnreadable));
    }
}
