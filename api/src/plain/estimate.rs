//! Delivery and taxes of a cart before its checkout, for a place that is asked on the cart's page.

use super::page::Page;
use super::sums::named_tax;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::pages::form_guard::FormFields;
use crate::usecase::cart::estimate::estimate;
use loggia_commerce::{Cents, Estimate, ShippingLocation};
use serde_json::{Value, json};

const COUNTRIES: &str = include_str!("countries.txt");

/// The form, and what it asked for, if it was sent.
pub(super) async fn content(page: &Page<'_>, shopper: &Shopper) -> Value {
    let sent = FormFields::of_query(page.request);
    let Some(country) = sent.find("country") else { return form(page, &sent, None) };
    let location = ShippingLocation {
        country: country.to_owned(),
        region: sent.get("region").to_owned(),
        postal_code: sent.get("postalCode").to_owned(),
        ..ShippingLocation::default()
    };
    let found = estimate(page.context, shopper.key(), location).await;
    form(page, &sent, Some(&found))
}

fn form(page: &Page<'_>, sent: &FormFields, found: Option<&Result<Estimate, ApiError>>) -> Value {
    let words = page.words();
    let region =
        page.published.catalog.website.locale.rsplit(['-', '_']).next().unwrap_or_default().to_owned();
    let country = sent.find("country").map_or(region, str::to_owned);
    let countries: Vec<Value> = COUNTRIES
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(code, name)| json!({"value": code, "label": name, "isChosen": code == country}))
        .collect();
    let why = found.and_then(|found| found.as_ref().err());
    let error = |code: &str| why.filter(|why| why.code() == code).map(ApiError::to_string);
    let (at_country, at_region) = (error("country-missing"), error("region-missing"));
    let elsewhere = why.filter(|_| at_country.is_none() && at_region.is_none()).map(ApiError::to_string);
    let input = |name: &str, label: &str, error: Option<String>| {
        json!({"id": name, "name": name, "control": "input", "type": "text", "label": words.get(label),
            "value": sent.get(name), "maxLength": ShippingLocation::LONGEST_PART, "error": error})
    };
    let fields = [
        json!({"id": "country", "name": "country", "control": "select", "label": words.get("checkoutCountry"),
            "choices": countries, "error": at_country}),
        input("region", "checkoutRegion", at_region),
        input("postalCode", "checkoutPostalCode", None),
    ];
    let estimate = found.and_then(|found| found.as_ref().ok());
    let nowhere = estimate.filter(|found| found.requires_shipping && found.shipping_options.is_empty());
    json!({
        "fields": fields,
        "isOpen": found.is_some(),
        "error": elsewhere,
        "nowhere": nowhere.map(|_| words.get("checkoutNoShippingOption")),
        "lines": estimate.filter(|_| nowhere.is_none()).map(|found| lines(page, found)),
    })
}

/// The ways there with their costs, the taxes that are added, the total by the cheapest way, and the taxes that it holds.
fn lines(page: &Page<'_>, found: &Estimate) -> Vec<Value> {
    let words = page.words();
    let taxes = |included: bool| {
        let taken =
            found.taxes.iter().filter(move |line| line.included == included && line.tax_cents > Cents::ZERO);
        let key = if included { "checkoutTaxIncluded" } else { "checkoutTaxOf" };
        taken.map(move |line| (named_tax(&words, key, line), page.money(line.tax_cents)))
    };
    let ways = found
        .shipping_options
        .iter()
        .map(|way| (way.name.clone(), page.money_or(way.cost_cents, words.get("checkoutFree"))));
    let total = (words.get("estimateTotal").to_owned(), page.money(found.total_cents));
    let all = ways.chain(taxes(false)).chain([total]).chain(taxes(true));
    all.map(|(label, amount)| json!({"label": label, "amount": amount})).collect()
}
