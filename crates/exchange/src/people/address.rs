//! Where people live: the columns of an address in lists of customers.

use std::collections::BTreeMap;

use crate::sheet::{Row, Sheet};

/// The parts of an address, each with what lists call it. Of several that a row fills the first is believed.
const PARTS: [(&str, &[&str]); 7] = [
    (
        "company",
        &[
            "Default Address Company",
            "Company",
            "billing_company",
            "Company Name",
            "Firma",
            "Société",
            "Empresa",
            "Azienda",
            "Bedrijf",
            "shipping_company",
        ],
    ),
    (
        "address1",
        &[
            "Default Address Address1",
            "billing_address_1",
            "Billing Address 1",
            "Billing Street",
            "Address 1 - Street",
            "Street Address 1",
            "Street Address",
            "Address Line 1",
            "Address1",
            "Address 1",
            "Street",
            "Straße",
            "Strasse",
            "Rue",
            "Adresse",
            "Dirección",
            "Indirizzo",
            "Adres",
            "Address",
            "shipping_address_1",
            "Shipping Address 1",
            "Shipping Street",
        ],
    ),
    (
        "address2",
        &[
            "Default Address Address2",
            "billing_address_2",
            "Billing Address 2",
            "Address 1 - Street Line 2",
            "Street Address 2",
            "Address Line 2",
            "Address2",
            "Address 2",
            "shipping_address_2",
            "Shipping Address 2",
        ],
    ),
    (
        "city",
        &[
            "Default Address City",
            "billing_city",
            "Address 1 - City",
            "City",
            "Town",
            "City/Suburb",
            "Suburb/City",
            "Suburb",
            "Ort",
            "Stadt",
            "Ville",
            "Ciudad",
            "Città",
            "Plaats",
            "shipping_city",
        ],
    ),
    (
        "province",
        &[
            "Default Address Province Code",
            "Province Code",
            "billing_state",
            "Billing Province",
            "Address 1 - State/Region",
            "State/Province",
            "State",
            "Province",
            "Region",
            "shipping_state",
            "Shipping Province",
        ],
    ),
    (
        "zip",
        &[
            "Default Address Zip",
            "billing_postcode",
            "Billing Zip",
            "Address 1 - Zip",
            "Zip",
            "Zip Code",
            "Postal Code",
            "Postcode",
            "PLZ",
            "Postleitzahl",
            "Code postal",
            "Código postal",
            "CAP",
            "shipping_postcode",
            "Shipping Zip",
        ],
    ),
    (
        "country",
        &[
            "Default Address Country Code",
            "Country Code",
            "billing_country",
            "Address 1 - Country",
            "Country / Region",
            "Country",
            "Land",
            "Pays",
            "País",
            "Paese",
            "shipping_country",
        ],
    ),
];

/// Every column that is read here.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    PARTS.iter().flat_map(|(_, names)| names.iter().copied())
}

/// The address of a row; empty when it has none.
pub(super) fn of(sheet: &Sheet, row: &Row) -> BTreeMap<String, String> {
    let said = PARTS.iter().map(|(part, names)| (*part, zeros(sheet.get(row, names))));
    said.filter(|(_, text)| !text.is_empty()).map(|(part, text)| (part.to_owned(), text.to_owned())).collect()
}

/// Without the mark by which lists keep table programs from dropping the zero of `01234`.
fn zeros(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(text)
}
