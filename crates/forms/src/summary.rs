//! A submission as text to read: in the cart, in an email, in the owner's list (W-179, N-024, N-028).

use std::collections::BTreeMap;

use crate::form::{FieldType, Form};
use crate::submission::{ADDRESS_PARTS, Answer, Answers};
use crate::text::{is_blank, trimmed};

/// The texts a summary needs that a site may translate; the defaults are the specification's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SummaryTexts {
    /// Stands for an empty answer.
    pub no_answer: String,
    /// The five likert answers from -2 to 2.
    pub likert: [String; 5],
}

impl Default for SummaryTexts {
    fn default() -> Self {
        let likert =
            ["Strongly Disagree", "Disagree", "Neutral", "Agree", "Strongly Agree"].map(str::to_owned);
        Self { no_answer: "N/A".to_owned(), likert }
    }
}

impl SummaryTexts {
    /// The texts with a site's own in place of the defaults, by their `localizedStrings` keys.
    #[must_use]
    pub fn from_strings(strings: &BTreeMap<String, String>) -> Self {
        let mut texts = Self::default();
        let own = |key: &str| {
            strings.get(key).map(|text| trimmed(text)).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        if let Some(text) = own("productSummaryFormNoAnswerText") {
            texts.no_answer = text;
        }
        let keys = ["StronglyDisagree", "Disagree", "Neutral", "Agree", "StronglyAgree"];
        for (place, key) in texts.likert.iter_mut().zip(keys) {
            if let Some(text) = own(&format!("productAnswerMap{key}")) {
                *place = text;
            }
        }
        texts
    }

    /// The text of a likert answer; anything but -2 to 2 is neutral, as in the template language.
    #[must_use]
    pub fn likert(&self, answer: &str) -> &str {
        let index = match answer {
            "-2" => 0,
            "-1" => 1,
            "1" => 3,
            "2" => 4,
            _ => 2,
        };
        &self.likert[index]
    }
}

/// One line of a summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SummaryLine {
    /// The field's id.
    pub id: String,
    /// The field's title.
    pub title: String,
    /// Which layout the answer has.
    pub field_type: FieldType,
    /// What was answered.
    pub answer: SummaryAnswer,
}

/// A displayed answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SummaryAnswer {
    /// One line of text.
    Text(String),
    /// Several lines: an address.
    Lines(Vec<String>),
    /// Question and answer: likert.
    Pairs(Vec<(String, String)>),
}

impl SummaryAnswer {
    /// The answer as one text, its lines or pairs separated by line feeds.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Lines(lines) => lines.join("\n"),
            Self::Pairs(pairs) => {
                let lines: Vec<String> =
                    pairs.iter().map(|(question, answer)| format!("{question}: {answer}")).collect();
                lines.join("\n")
            }
        }
    }
}

/// The summary of a submission: a line for every field that carries a value, in the order of the form. Hidden fields stay
/// out: the visitor never saw them.
#[must_use]
pub fn summarize(form: &Form, answers: &Answers, texts: &SummaryTexts) -> Vec<SummaryLine> {
    form.fields
        .iter()
        .filter(|field| !matches!(field.field_type, FieldType::Section | FieldType::Hidden))
        .map(|field| SummaryLine {
            id: field.id.clone(),
            title: field.title.clone(),
            field_type: field.field_type,
            answer: display(field.field_type, answers.get(&field.id), texts),
        })
        .collect()
}

fn display(field_type: FieldType, answer: Option<&Answer>, texts: &SummaryTexts) -> SummaryAnswer {
    let shown = match answer {
        None => None,
        Some(Answer::Text(text)) if field_type == FieldType::Password && !is_blank(text) => {
            Some(SummaryAnswer::Text("••••••••".to_owned()))
        }
        Some(Answer::Text(text)) => (!is_blank(text)).then(|| SummaryAnswer::Text(trimmed(text).to_owned())),
        Some(Answer::List(list)) => {
            let checked: Vec<&str> =
                list.iter().map(|option| trimmed(option)).filter(|option| !option.is_empty()).collect();
            (!checked.is_empty()).then(|| SummaryAnswer::Text(checked.join(", ")))
        }
        Some(Answer::Parts(parts)) => display_parts(field_type, parts, texts),
    };
    shown.unwrap_or_else(|| SummaryAnswer::Text(texts.no_answer.clone()))
}

fn display_parts(
    field_type: FieldType,
    parts: &BTreeMap<String, String>,
    texts: &SummaryTexts,
) -> Option<SummaryAnswer> {
    if parts.values().all(|part| is_blank(part)) {
        return None;
    }
    let part = |name: &str| parts.get(name).map_or("", |part| trimmed(part));
    let joined = |names: &[&str], separator: &str| {
        let filled: Vec<&str> = names.iter().map(|name| part(name)).filter(|part| !part.is_empty()).collect();
        filled.join(separator)
    };
    let text = match field_type {
        FieldType::Date => joined(&["Month", "Day", "Year"], "/"),
        FieldType::Time => {
            let two = |name: &str| format!("{:0>2}", part(name));
            let clock = format!("{}:{}:{}", part("Hour"), two("Minute"), two("Second"));
            trimmed(&format!("{clock} {}", part("Ampm"))).to_owned()
        }
        FieldType::Name => joined(&["First", "Last"], " "),
        FieldType::Phone => {
            let number = joined(&["Areacode", "Prefix", "Line"], "-");
            match part("Country") {
                "" => number,
                country => format!("+{} {number}", country.trim_start_matches('+')),
            }
        }
        FieldType::Address => {
            let state = joined(&[ADDRESS_PARTS[3], ADDRESS_PARTS[4], ADDRESS_PARTS[5]], " ");
            let place = [part("City"), state.as_str()]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join(", ");
            let lines =
                [part("Line1"), part("Line2"), place.as_str()].into_iter().filter(|line| !line.is_empty());
            let lines: Vec<String> = lines.map(str::to_owned).collect();
            return (!lines.is_empty()).then_some(SummaryAnswer::Lines(lines));
        }
        FieldType::Likert => {
            let shown = |answer: &str| {
                if is_blank(answer) { &texts.no_answer } else { texts.likert(trimmed(answer)) }.to_owned()
            };
            let pairs = parts.iter().map(|(question, answer)| (question.clone(), shown(answer)));
            return Some(SummaryAnswer::Pairs(pairs.collect()));
        }
        _ => parts
            .values()
            .map(|part| trimmed(part))
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    };
    // Parts of another type say nothing.
    (!text.is_empty()).then_some(SummaryAnswer::Text(text))
}
