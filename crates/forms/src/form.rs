//! Forms and their fields, by their wire names.

use serde::{Deserialize, Deserializer, Serialize};

use crate::text::is_blank;

/// The text of a form's button when none is configured (W-137; the lower-case "to" is the specification's).
pub const DEFAULT_BUTTON_TEXT: &str = "Add to Cart";
/// The name of a form that has none (W-138).
pub const DEFAULT_FORM_NAME: &str = "My Form Name";

/// A form: on a page of its own, or the one a product asks for before it can be added to the cart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// Names the form in `POST /api/rest/forms/validate/{formId}` and in stored submissions.
    #[cfg_attr(feature = "schema", schema(required))]
    pub id: String,
    /// Shown to the owner, and as the form's accessible name; a missing or empty one becomes [`DEFAULT_FORM_NAME`].
    #[serde(default = "default_name", deserialize_with = "name_or_default")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: String,
    /// The fields in the order of the page.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub fields: Vec<Field>,
    /// The submit button's text; a missing or empty one becomes [`DEFAULT_BUTTON_TEXT`].
    #[serde(default = "default_button_text", deserialize_with = "button_text_or_default")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub button_text: String,
    /// HTML shown in place of the form after a successful submission without a redirect.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub parsed_submission_message: String,
    /// HTML put after that message.
    #[serde(default, rename = "submissionHTML")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub submission_html: String,
    /// Where a successful submission leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success_redirect: Option<String>,
    /// HTML shown under the button.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parsed_disclaimer_message: Option<String>,
    /// A submission needs a solved captcha.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub captcha_enabled: bool,
    /// `light` or `dark`.
    #[serde(default = "default_captcha_theme")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub captcha_theme: String,
    /// `left`, `center` or `right`.
    #[serde(default = "default_captcha_alignment")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub captcha_alignment: String,
    /// Values are accepted as they are.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub validation_disabled: bool,
    /// A successful submission is tracked as a newsletter sign-up (W-132).
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub newsletter: bool,
    /// Where submissions go. Missing means the built-in inbox; an explicitly empty list means "not configured".
    /// Never part of what a page carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage: Option<Vec<Storage>>,
}

impl Form {
    /// The field with this id.
    #[must_use]
    pub fn field(&self, id: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// False when the owner took away every place a submission could go (A-058, A-059: the answer is then 404).
    #[must_use]
    pub fn is_configured(&self) -> bool {
        self.storage.as_ref().is_none_or(|places| !places.is_empty())
    }

    /// The same form without fields for passwords: nobody types one into a form, and none is kept.
    #[must_use]
    pub fn without_passwords(&self) -> Self {
        let mut form = self.clone();
        form.fields.retain(|field| field.field_type != FieldType::Password);
        form
    }

    /// The form as a page may show it: without the owner's storage connections.
    #[must_use]
    pub fn for_page(&self) -> Self {
        Self { storage: None, ..self.clone() }
    }
}

/// One place a form's submissions go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Storage {
    /// Which kind of place.
    #[cfg_attr(feature = "schema", schema(required))]
    pub kind: StorageKind,
    /// An e-mail address, a list's name or a web address, by kind; empty for the inbox.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub target: String,
}

/// The kinds of places a submission can go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StorageKind {
    /// The api's own table, read by the owner.
    Inbox,
    /// A letter for each submission.
    Email,
    /// A mailing list: the submission's e-mail address is added.
    List,
    /// A signed POST to the owner's own system.
    Webhook,
    /// A POST to a service that starts something with it: the answers by their titles, unsigned.
    Hook,
    /// An audience of a mailing service, by the address of its list: whoever gives an e-mail address becomes a member.
    Audience,
    /// A sheet of a table service, by the address of its values: a row for each submission.
    Sheet,
}

/// One field of a form. Properties that do not belong to its type are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// The key of the field's answer.
    #[cfg_attr(feature = "schema", schema(required))]
    pub id: String,
    /// Decides the control, the shape of the answer and the checks.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub field_type: FieldType,
    /// The label; summaries know it as `rawTitle`.
    #[serde(default, alias = "rawTitle")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub title: String,
    /// Shown under the label.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub description: String,
    /// Shown in the empty control.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub placeholder: String,
    /// An empty answer is refused (never for likert, section and hidden).
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub required: bool,
    /// Longest text, in UTF-16 code units; missing or 0 means no limit and no counter (text, textarea).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u32>,
    /// The phone has a fourth part before the others.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub show_country_code: bool,
    /// Shown beside a currency control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency_symbol: Option<String>,
    /// A section draws a line under its title.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub underline: bool,
    /// The choices of radio, checkbox and select; the questions of likert.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub options: Vec<String>,
    /// The key a hidden field submits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The value a hidden field submits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl Field {
    /// A field of a type, with nothing else set.
    #[must_use]
    pub fn new(id: impl Into<String>, field_type: FieldType) -> Self {
        Self {
            id: id.into(),
            field_type,
            title: String::new(),
            description: String::new(),
            placeholder: String::new(),
            required: false,
            max_length: None,
            show_country_code: false,
            currency_symbol: None,
            underline: false,
            options: Vec::new(),
            key: None,
            value: None,
        }
    }

    /// Whether one of the field's options is this text. A field without options, which no page shows, offers everything.
    #[must_use]
    pub fn offers(&self, text: &str) -> bool {
        self.options.is_empty() || self.options.iter().any(|option| option.trim() == text.trim())
    }

    /// The limit of the field's text, when it has one (0 is none: W-150).
    #[must_use]
    pub fn text_limit(&self) -> Option<u32> {
        match self.field_type {
            FieldType::Text | FieldType::Textarea => self.max_length.filter(|limit| *limit > 0),
            _ => None,
        }
    }
}

/// The field types of the form builder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum FieldType {
    /// One line.
    Text,
    /// Many lines, with an optional limit.
    Textarea,
    /// An e-mail address.
    Email,
    /// A number, kept as the text that was typed.
    Number,
    /// A web address.
    Website,
    /// Three parts, or four with a country code.
    Phone,
    /// An amount, kept as the text that was typed.
    Currency,
    /// A masked line.
    Password,
    /// A user name of that service.
    Twitter,
    /// Month, day, year.
    Date,
    /// Hour, minute, second, am or pm.
    Time,
    /// First and last name.
    Name,
    /// Two lines, city, state, postal code, country.
    Address,
    /// A heading between fields; carries no value.
    Section,
    /// One of the options.
    Radio,
    /// Any of the options.
    Checkbox,
    /// One of the options, from a list.
    Select,
    /// A scale of five for each question.
    Likert,
    /// A key and a value the visitor does not see.
    Hidden,
}

impl FieldType {
    /// Every type, in the order of the form builder.
    pub const ALL: [Self; 19] = [
        Self::Text,
        Self::Textarea,
        Self::Email,
        Self::Number,
        Self::Website,
        Self::Phone,
        Self::Currency,
        Self::Password,
        Self::Twitter,
        Self::Date,
        Self::Time,
        Self::Name,
        Self::Address,
        Self::Section,
        Self::Radio,
        Self::Checkbox,
        Self::Select,
        Self::Likert,
        Self::Hidden,
    ];
}

fn default_name() -> String {
    DEFAULT_FORM_NAME.to_owned()
}

fn default_button_text() -> String {
    DEFAULT_BUTTON_TEXT.to_owned()
}

fn default_captcha_theme() -> String {
    "light".to_owned()
}

fn default_captcha_alignment() -> String {
    "left".to_owned()
}

fn name_or_default<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    text_or(deserializer, default_name)
}

fn button_text_or_default<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    text_or(deserializer, default_button_text)
}

fn text_or<'de, D: Deserializer<'de>>(deserializer: D, default: fn() -> String) -> Result<String, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.filter(|text| !is_blank(text)).unwrap_or_else(default))
}
