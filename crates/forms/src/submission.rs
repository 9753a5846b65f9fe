//! What a visitor sends: answers by field id, in the shape of each field's type (W-171…178).

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::problem::FormProblem;
use crate::text::is_blank;

/// The parts of a date, in order.
pub const DATE_PARTS: [&str; 3] = ["Month", "Day", "Year"];
/// The parts of a time, in order.
pub const TIME_PARTS: [&str; 4] = ["Hour", "Minute", "Second", "Ampm"];
/// The parts of a name, in order.
pub const NAME_PARTS: [&str; 2] = ["First", "Last"];
/// The parts of an address, in order.
pub const ADDRESS_PARTS: [&str; 6] = ["Line1", "Line2", "City", "State", "Zip", "Country"];
/// The parts of a phone number, in order; `Country` only where the field shows a country code.
pub const PHONE_PARTS: [&str; 4] = ["Country", "Areacode", "Prefix", "Line"];

/// Answers by field id.
pub type Answers = BTreeMap<String, Answer>;

/// One answer. Numbers and booleans are read as the text they are written as, null as an empty text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Answer {
    /// A single value.
    Text(String),
    /// The checked options of a checkbox field.
    List(Vec<String>),
    /// The parts of a date, time, name, address or phone; the questions of a likert field and their answers.
    Parts(BTreeMap<String, String>),
}

impl Answer {
    /// The single value, when it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::List(_) | Self::Parts(_) => None,
        }
    }

    /// True when nothing was answered: a blank text, no checked option, no part filled in.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => is_blank(text),
            Self::List(list) => list.iter().all(|option| is_blank(option)),
            Self::Parts(parts) => parts.values().all(|part| is_blank(part)),
        }
    }
}

impl From<&str> for Answer {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A submission as `POST /api/form/SaveFormSubmission` takes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Submission {
    /// The single-use key from `POST /api/form/FormSubmissionKey`.
    pub key: String,
    /// Field id to value.
    pub form: Answers,
    /// The captcha's token; spelled `captchaKey` in this call only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captcha_key: Option<String>,
    /// Which form, and the page it stood on.
    #[serde(flatten)]
    pub page: PageContextFields,
}

/// The page context fields beside a submission.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageContextFields {
    /// The form that was filled in.
    #[serde(default)]
    pub form_id: String,
    /// The page's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_id: Option<String>,
    /// The page's path, from the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_path: Option<String>,
    /// The page's collection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection_id: Option<String>,
    /// The page's item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_id: Option<String>,
}

/// Reads answers from JSON text, as `additionalFields` and form-encoded submissions carry them. An empty text is no answers.
///
/// # Errors
/// [`FormProblem::Unreadable`] when the text is no JSON object of field id to value.
pub fn answers_from_json(text: &str) -> Result<Answers, FormProblem> {
    if is_blank(text) {
        return Ok(Answers::new());
    }
    serde_json::from_str(text).map_err(|_| FormProblem::Unreadable)
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnswerVisitor)
    }
}

struct AnswerVisitor;

impl<'de> Visitor<'de> for AnswerVisitor {
    type Value = Answer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a list of texts or a map of texts")
    }

    fn visit_str<E>(self, text: &str) -> Result<Answer, E> {
        Ok(Answer::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Answer, E> {
        Ok(Answer::Text(text))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Answer, E> {
        Ok(Answer::Text(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Answer, E> {
        Ok(Answer::Text(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Answer, E> {
        Ok(Answer::Text(value.to_string()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Answer, E> {
        let number = serde_json::Number::from_f64(value).ok_or_else(|| E::custom("not a finite number"))?;
        Ok(Answer::Text(number.to_string()))
    }

    fn visit_unit<E>(self) -> Result<Answer, E> {
        Ok(Answer::Text(String::new()))
    }

    fn visit_none<E>(self) -> Result<Answer, E> {
        Ok(Answer::Text(String::new()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Answer, A::Error> {
        let mut list = Vec::new();
        while let Some(answer) = seq.next_element::<Answer>()? {
            list.push(single(answer).ok_or_else(|| A::Error::custom("a list holds single texts"))?);
        }
        Ok(Answer::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Answer, A::Error> {
        let mut parts = BTreeMap::new();
        while let Some((name, answer)) = map.next_entry::<String, Answer>()? {
            parts.insert(name, single(answer).ok_or_else(|| A::Error::custom("a map holds single texts"))?);
        }
        Ok(Answer::Parts(parts))
    }
}

fn single(answer: Answer) -> Option<String> {
    match answer {
        Answer::Text(text) => Some(text),
        Answer::List(_) | Answer::Parts(_) => None,
    }
}
