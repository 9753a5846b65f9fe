//! What is said about a product's stock: back-in-stock notices, scarcity, sold out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::labels;

/// The merchandising context of one product.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct MerchandisingContext {
    /// One sign-up form for each variant that has notices.
    #[cfg_attr(feature = "schema", schema(required))]
    pub restock_notification_views: Vec<RestockNotificationView>,
    /// The texts of those forms.
    #[cfg_attr(feature = "schema", schema(required))]
    pub restock_notification_messages: RestockNotificationMessages,
    /// The form offers the mailing list.
    #[cfg_attr(feature = "schema", schema(required))]
    pub mailing_list_sign_up_enabled: bool,
    /// The offer is ticked to begin with.
    #[cfg_attr(feature = "schema", schema(required))]
    pub mailing_list_opt_in_by_default: bool,
    /// Few left is said.
    #[cfg_attr(feature = "schema", schema(required))]
    pub scarcity_enabled: bool,
    /// One text for each variant of which few are left.
    #[cfg_attr(feature = "schema", schema(required))]
    pub scarcity_template_views: Vec<ScarcityTemplateView>,
    /// The text, with `{qtyInStock}` where the number goes.
    #[cfg_attr(feature = "schema", schema(required))]
    pub scarcity_text: String,
    /// The text is visible before a variant is chosen.
    #[cfg_attr(feature = "schema", schema(required))]
    pub scarcity_shown_by_default: bool,
    /// Stands for "sold out".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_sold_out_text: Option<String>,
}

/// A sign-up form of one variant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct RestockNotificationView {
    /// The variant: its sku, or the number the site's JSON gives it.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub variant_id: String,
    /// It appears only once the variant is chosen.
    #[cfg_attr(feature = "schema", schema(required))]
    pub hidden_by_default: bool,
}

/// The texts of a sign-up form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct RestockNotificationMessages {
    /// Asks for the sign-up.
    #[serde(rename = "CTAText")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub cta_text: String,
    /// The button.
    #[cfg_attr(feature = "schema", schema(required))]
    pub button_text: String,
    /// In the empty e-mail field.
    #[cfg_attr(feature = "schema", schema(required))]
    pub placeholder_text: String,
    /// Beside the mailing-list box.
    #[cfg_attr(feature = "schema", schema(required))]
    pub mailing_list_description: String,
    /// Replaces the form after a sign-up; without one, `Signed up!` (W-192, W-193).
    #[cfg_attr(feature = "schema", schema(required))]
    pub success_text: String,
}

/// A variant of which few are left.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ScarcityTemplateView {
    /// The variant, by its options.
    #[cfg_attr(feature = "schema", schema(required))]
    pub attributes: BTreeMap<String, String>,
    /// How many are left.
    #[cfg_attr(feature = "schema", schema(required))]
    pub qty_in_stock: u32,
}

impl MerchandisingContext {
    /// What replaces a sign-up form: the owner's text or `Signed up!` (W-192, W-193).
    #[must_use]
    pub fn restock_success_text(&self) -> &str {
        text_or(&self.restock_notification_messages.success_text, labels::SIGNED_UP)
    }
}

fn text_or<'a>(text: &'a str, default: &'a str) -> &'a str {
    if loggia_forms::is_blank(text) { default } else { text }
}

fn text_or_number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => Ok(text),
        serde_json::Value::Number(number) => Ok(number.to_string()),
        _ => Err(serde::de::Error::custom("a variantId is a text or a number")),
    }
}
