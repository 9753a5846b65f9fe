//! Installment messaging: when it is offered and what it says (spec §4 Installment messaging, C-068…077).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::labels;
use crate::money::{Cents, Money};
use crate::product::ProductType;
use crate::settings::InstallmentSettings;

/// What a product page knows about installments (C-076).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct InstallmentContext {
    /// The store offers them.
    #[cfg_attr(feature = "schema", schema(required))]
    pub after_pay_available: bool,
    /// The price must be above this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_pay_min: Option<Money>,
    /// The price must not be above this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_pay_max: Option<Money>,
    /// Two letters; missing is English.
    #[cfg_attr(feature = "schema", schema(required))]
    pub shopper_language: String,
    /// Two letters; missing is US.
    #[cfg_attr(feature = "schema", schema(required))]
    pub stripe_account_country: String,
}

/// An installment message, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstallmentMessage {
    /// The price can be split.
    pub in_range: bool,
    /// One payment.
    pub amount: Cents,
    /// The provider's name at this locale.
    pub brand: String,
    /// `en_US` and the like: chooses the information page.
    pub locale: String,
    /// The message.
    pub text: String,
}

/// Which of a provider's two brands a locale has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Brand {
    /// Everywhere but in the United Kingdom.
    Main,
    /// The United Kingdom.
    Uk,
}

/// The locale of a shopper: French in Canada is `fr_CA`, everything else `en_` and the account's country (C-077).
#[must_use]
pub fn installment_locale(shopper_language: &str, account_country: &str) -> String {
    let language = shopper_language.get(..2).unwrap_or("en").to_ascii_lowercase();
    let country = match account_country.trim() {
        "" => "US".to_owned(),
        country => country.to_ascii_uppercase(),
    };
    if language == "fr" && country == "CA" { "fr_CA".to_owned() } else { format!("en_{country}") }
}

/// The brand of a locale; `None` where nothing is offered (C-071…073).
#[must_use]
pub fn installment_brand(locale: &str) -> Option<Brand> {
    match locale {
        "en_US" | "en_CA" | "fr_CA" | "en_AU" | "en_NZ" => Some(Brand::Main),
        "en_GB" => Some(Brand::Uk),
        _ => None,
    }
}

/// True when the price is above the minimum and not above the maximum; a missing bound does not bind (C-068).
#[must_use]
pub fn is_in_range(price: Cents, minimum: Option<Cents>, maximum: Option<Cents>) -> bool {
    minimum.is_none_or(|minimum| price > minimum) && maximum.is_none_or(|maximum| price <= maximum)
}

/// True when everything is physical (C-070); an empty cart forbids nothing.
#[must_use]
pub fn may_offer_installments(product_types: impl IntoIterator<Item = ProductType>) -> bool {
    product_types.into_iter().all(|product_type| product_type == ProductType::Physical)
}

/// One of `count` payments, rounded up to what the currency can show (C-074, C-075).
#[must_use]
pub fn installment_amount(price: Cents, count: u32, fraction_digits: u8) -> Cents {
    let amount = price.divided_up(count);
    if fraction_digits > 0 {
        return amount;
    }
    let whole = amount.divided_up(100);
    whole.checked_times(100).unwrap_or(amount)
}

/// What is said about a price; `None` when nothing is offered: not available, another locale, or something in the cart or on
/// the page that is not physical (C-068…077, W-118).
#[must_use]
pub fn installment_message(
    context: &InstallmentContext,
    price: Money,
    product_types: impl IntoIterator<Item = ProductType>,
    settings: &InstallmentSettings,
    strings: &BTreeMap<String, String>,
) -> Option<InstallmentMessage> {
    if !context.after_pay_available || !may_offer_installments(product_types) {
        return None;
    }
    let locale = installment_locale(&context.shopper_language, &context.stripe_account_country);
    let brand = match installment_brand(&locale)? {
        Brand::Main => &settings.main_brand,
        Brand::Uk => &settings.uk_brand,
    };
    let bound = |money: Option<Money>| money.map(|money| money.cents);
    let (minimum, maximum) = (bound(context.after_pay_min), bound(context.after_pay_max));
    let in_range = is_in_range(price.cents, minimum, maximum);
    let amount =
        installment_amount(price.cents, settings.installment_count, price.currency.fraction_digits());
    let key = if in_range { "installmentInRangeText" } else { "installmentOutOfRangeText" };
    let pattern = strings.get(key).map(String::as_str).or_else(|| labels::label(key)).unwrap_or_default();
    let shown = |cents: Cents| Money::new(cents, price.currency).format();
    let text = pattern
        .replace("{count}", &settings.installment_count.to_string())
        .replace("{amount}", &shown(amount))
        .replace("{brand}", brand)
        .replace("{min}", &shown(minimum.unwrap_or_default()))
        .replace("{max}", &shown(maximum.unwrap_or_default()));
    Some(InstallmentMessage { in_range, amount, brand: brand.clone(), locale, text })
}
