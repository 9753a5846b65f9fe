#![doc = include_str!("../README.md")]

mod email;
mod form;
mod problem;
mod schema;
mod submission;
mod summary;
mod text;
mod validate;
mod values;

pub use email::{EMAIL_MAXIMUM, EMAIL_MINIMUM, Email, EmailProblem};
pub use form::{DEFAULT_BUTTON_TEXT, DEFAULT_FORM_NAME, Field, FieldType, Form, Storage, StorageKind};
pub use problem::{FieldProblem, FormProblem};
pub use schema::{BuilderField, Fieldset, FormSchema, form_schema};
pub use submission::{
    ADDRESS_PARTS, Answer, Answers, DATE_PARTS, NAME_PARTS, PHONE_PARTS, PageContextFields, Submission,
    TIME_PARTS, answers_from_json,
};
pub use summary::{SummaryAnswer, SummaryLine, SummaryTexts, summarize};
pub use text::is_blank;
pub use validate::{check_answer, messages, validate, values};
