//! Every message a form can show, each with a stable code.

use serde::{Deserialize, Serialize};

/// What is wrong with one answer. Its text is its `Display`, its code its wire form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FieldProblem {
    /// A required answer, or a required part of it, is empty (W-139…143).
    #[error("Required")]
    Required,
    /// The text is longer than the field allows (W-147).
    #[error("You have exceeded the character limit.")]
    TooLong,
    /// The text is no e-mail address (W-152…154).
    #[error("Email Address is not valid. Email addresses should follow the format user@domain.com.")]
    EmailInvalid,
    /// There is no such day.
    #[error("Please enter a date that exists.")]
    DateInvalid,
    /// There is no such time of day.
    #[error("Please enter a time of day.")]
    TimeInvalid,
    /// The text is no number or amount.
    #[error("Please enter a number.")]
    NumberInvalid,
    /// The parts hold something that is no part of a telephone number.
    #[error("Please enter a phone number.")]
    PhoneInvalid,
    /// The answer has not the shape of its field type, for instance a list for a text field. A page never sends this.
    #[error("Could not parse the form fields, please check your entries.")]
    WrongShape,
}

impl FieldProblem {
    /// Every problem, in the order of the checks.
    pub const ALL: [Self; 8] = [
        Self::WrongShape,
        Self::Required,
        Self::TooLong,
        Self::EmailInvalid,
        Self::DateInvalid,
        Self::TimeInvalid,
        Self::NumberInvalid,
        Self::PhoneInvalid,
    ];

    /// The stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::TooLong => "too-long",
            Self::EmailInvalid => "email-invalid",
            Self::DateInvalid => "date-invalid",
            Self::TimeInvalid => "time-invalid",
            Self::NumberInvalid => "number-invalid",
            Self::PhoneInvalid => "phone-invalid",
            Self::WrongShape => "wrong-shape",
        }
    }
}

/// What is wrong with a submission as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FormProblem {
    /// The key is spent, expired or unknown (A-051, W-157).
    #[error("Error processing form submission. Please reload and try again.")]
    Processing,
    /// Anything without a message of its own (W-158).
    #[error("Unknown error, please try again later.")]
    Unknown,
    /// The captcha is not solved, or not to the verifier's liking (W-159).
    #[error("Complete CAPTCHA before submitting.")]
    CaptchaMissing,
    /// No submission key could be had (W-160).
    #[error("Could not get a form submission key, please try again later.")]
    NoKey,
    /// The answers are no map of field id to value (A-062, W-161).
    #[error("Could not parse the form fields, please check your entries.")]
    Unreadable,
    /// At least one answer has a [`FieldProblem`] (A-062, W-162).
    #[error("One or more fields is invalid, please check your entries.")]
    FieldsInvalid,
    /// The first wrong field stands below the button (W-163).
    #[error("Your form has encountered a problem. Please scroll down to review.")]
    ReviewBelow,
    /// The first wrong field stands above the button (W-163).
    #[error("Your form has encountered a problem. Please scroll up to review.")]
    ReviewAbove,
    /// The visitor may not submit this form (A-056, W-164).
    #[error("Unable to submit form. Please try again later.")]
    NotAuthorised,
    /// No such form, or one with nowhere to go (A-058, W-165).
    #[error("This form has not been configured yet.")]
    NotConfigured,
    /// Too many submissions (A-060, W-166).
    #[error("Unable to submit form. Submission rate limit exceeded. Please try again later.")]
    RateLimited,
    /// The submission could not be kept or sent (A-061, W-167).
    #[error("Unable to send form. Please try again later.")]
    NotSent,
}

impl FormProblem {
    /// Every problem.
    pub const ALL: [Self; 12] = [
        Self::Processing,
        Self::Unknown,
        Self::CaptchaMissing,
        Self::NoKey,
        Self::Unreadable,
        Self::FieldsInvalid,
        Self::ReviewBelow,
        Self::ReviewAbove,
        Self::NotAuthorised,
        Self::NotConfigured,
        Self::RateLimited,
        Self::NotSent,
    ];

    /// The stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Processing => "processing",
            Self::Unknown => "unknown",
            Self::CaptchaMissing => "captcha-missing",
            Self::NoKey => "no-key",
            Self::Unreadable => "unreadable",
            Self::FieldsInvalid => "fields-invalid",
            Self::ReviewBelow => "review-below",
            Self::ReviewAbove => "review-above",
            Self::NotAuthorised => "not-authorised",
            Self::NotConfigured => "not-configured",
            Self::RateLimited => "rate-limited",
            Self::NotSent => "not-sent",
        }
    }

    /// The HTTP status an answer with this problem has; `None` for those only a page knows.
    #[must_use]
    pub fn status(self) -> Option<u16> {
        match self {
            Self::Processing | Self::CaptchaMissing | Self::Unreadable | Self::FieldsInvalid => Some(400),
            Self::NotAuthorised => Some(401),
            Self::NotConfigured => Some(404),
            Self::RateLimited => Some(429),
            Self::NotSent => Some(500),
            Self::Unknown | Self::NoKey | Self::ReviewBelow | Self::ReviewAbove => None,
        }
    }
}
