//! What the form builder may edit: `GET /api/template/GetTemplateSchema?type=form` (A-069, N-027).

use serde::Serialize;

use crate::form::FieldType;

/// The builder's schema: fieldsets in their fixed order, field types with their editable properties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FormSchema {
    /// build, storage, advanced, captcha, disclaimer: numbered 1 to 5.
    pub fieldsets: Vec<Fieldset>,
    /// Every field type.
    pub fields: Vec<BuilderField>,
}

/// One page of the builder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Fieldset {
    /// Its name.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub name: &'static str,
    /// Its place, from 1.
    pub number: u8,
}

/// A field type and what can be edited about it beside title, description, placeholder and required.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BuilderField {
    /// The type.
    #[serde(rename = "type")]
    pub field_type: FieldType,
    /// Names of the properties of a field.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub properties: &'static [&'static str],
}

/// The schema; a textarea's limit is editable only where the vanilla form handler is on.
#[must_use]
pub fn form_schema(vanilla_form_handler: bool) -> FormSchema {
    let fieldsets = ["build", "storage", "advanced", "captcha", "disclaimer"];
    FormSchema {
        fieldsets: (1..).zip(fieldsets).map(|(number, name)| Fieldset { name, number }).collect(),
        fields: FieldType::ALL
            .into_iter()
            .map(|field_type| BuilderField {
                field_type,
                properties: properties(field_type, vanilla_form_handler),
            })
            .collect(),
    }
}

fn properties(field_type: FieldType, vanilla_form_handler: bool) -> &'static [&'static str] {
    match field_type {
        FieldType::Textarea if vanilla_form_handler => &["maxLength"],
        FieldType::Phone => &["showCountryCode"],
        FieldType::Currency => &["currencySymbol"],
        FieldType::Section => &["underline"],
        FieldType::Radio | FieldType::Checkbox | FieldType::Select | FieldType::Likert => &["options"],
        FieldType::Hidden => &["key", "value"],
        FieldType::Text
        | FieldType::Textarea
        | FieldType::Email
        | FieldType::Number
        | FieldType::Website
        | FieldType::Password
        | FieldType::Twitter
        | FieldType::Date
        | FieldType::Time
        | FieldType::Name
        | FieldType::Address => &[],
    }
}
