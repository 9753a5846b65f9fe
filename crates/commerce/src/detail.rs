//! What is wrong with what a shopper says beside the cart, field by field: the address, the name, and the rest.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// What is wrong with one field of a checkout. Its text is its `Display`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
pub enum DetailProblem {
    /// A parcel, or what is collected, is for somebody.
    #[error("Please enter the recipient's name.")]
    RecipientMissing,
    /// A part of the address that every country needs is empty.
    #[error("Required")]
    ShippingLocationMissing,
    /// No such country.
    #[error("Please select a country.")]
    CountryUnknown,
    /// The country writes its regions in addresses.
    #[error("Please select a state or region.")]
    StateMissing,
    /// The country has no such region.
    #[error("There is no such state or region in this country.")]
    StateUnknown,
    /// The country has postal codes.
    #[error("Please enter a postal code.")]
    PostalCodeMissing,
    /// No postal code of the country looks like this.
    #[error("This is not a postal code of the country.")]
    PostalCodeInvalid,
    /// A line of an address is longer than any is.
    #[error("A line of the address is too long: it may have 200 characters.")]
    AddressTooLong,
    /// Any other text is longer than it may be.
    #[error("This is too long.")]
    TextTooLong,
    /// The delivery, or the shop, asks for a phone number.
    #[error("Please enter a phone number: the delivery needs it.")]
    PhoneMissing,
    /// Nobody has such a number.
    #[error("This is not a phone number. One of another country begins with + and the country's code.")]
    PhoneInvalid,
    /// No VAT number of its country looks like this, or its check digits are others.
    #[error("This is not a VAT number. One begins with the country's code, such as DE136695976.")]
    VatIdInvalid,
    /// An invoice is for somebody.
    #[error("Please enter the name of who pays.")]
    PayerMissing,
    /// A VAT number is a company's.
    #[error("Please enter the company that has this VAT number.")]
    CompanyMissing,
    /// The way of delivery asks for a day and a time.
    #[error("Please choose a day and a time.")]
    WindowMissing,
    /// No such window may be chosen now, or no place is left in it.
    #[error("This time is not available any more. Please choose another one.")]
    WindowUnavailable,
    /// The shop has terms that a buyer agrees to.
    #[error("Please agree to the terms of the shop.")]
    TermsMissing,
    /// What was agreed to are not the terms that hold now.
    #[error("The terms of the shop changed. Please load this page anew, read them and agree again.")]
    TermsChanged,
}

impl DetailProblem {
    /// The stable code, as on the wire.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::RecipientMissing => "recipient-missing",
            Self::ShippingLocationMissing => "shipping-location-missing",
            Self::CountryUnknown => "country-unknown",
            Self::StateMissing => "state-missing",
            Self::StateUnknown => "state-unknown",
            Self::PostalCodeMissing => "postal-code-missing",
            Self::PostalCodeInvalid => "postal-code-invalid",
            Self::AddressTooLong => "address-too-long",
            Self::TextTooLong => "text-too-long",
            Self::PhoneMissing => "phone-missing",
            Self::PhoneInvalid => "phone-invalid",
            Self::VatIdInvalid => "vat-id-invalid",
            Self::PayerMissing => "payer-missing",
            Self::CompanyMissing => "company-missing",
            Self::WindowMissing => "window-missing",
            Self::WindowUnavailable => "window-unavailable",
            Self::TermsMissing => "terms-missing",
            Self::TermsChanged => "terms-changed",
        }
    }
}

/// Everything that is wrong, in the order of the fields; one problem for each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details(Vec<(String, DetailProblem)>);

impl Details {
    /// Says what is wrong with a field; what was said of it first counts.
    pub fn add(&mut self, field: &str, problem: DetailProblem) {
        if !self.0.iter().any(|(known, _)| known == field) {
            self.0.push((field.to_owned(), problem));
        }
    }

    /// Field and problem, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &DetailProblem)> {
        self.0.iter().map(|(field, problem)| (field.as_str(), problem))
    }

    /// Nothing is wrong.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The code of the first problem; empty without one.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.0.first().map_or("", |(_, problem)| problem.code())
    }

    /// What is said above the form: the problem itself where there is one alone.
    #[must_use]
    pub fn message(&self) -> String {
        let is_missing =
            |(_, problem): &(String, DetailProblem)| *problem == DetailProblem::ShippingLocationMissing;
        match self.0.as_slice() {
            some if some.iter().any(is_missing) => Problem::ShippingLocationMissing.to_string(),
            [(_, one)] => one.to_string(),
            _ => Problem::AdditionalFieldsInvalid { errors: BTreeMap::new() }.to_string(),
        }
    }
}

/// A text of one line: nothing but what can be printed, without white space around it or twice within.
#[must_use]
pub fn tidy_line(text: &str) -> String {
    text.split(|one: char| one.is_whitespace() || one.is_control() || is_hidden(one))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text of lines: as [`tidy_line`] for each, with no more than one empty line between two.
#[must_use]
pub fn tidy_text(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(tidy_line).collect();
    let mut kept: Vec<&str> = Vec::new();
    for line in &lines {
        if !line.is_empty() || kept.last().is_some_and(|last| !last.is_empty()) {
            kept.push(line);
        }
    }
    kept.join("\n").trim().to_owned()
}

/// Marks that turn the direction of what stands behind them: on a label they would make an address read as another one.
const fn is_hidden(one: char) -> bool {
    matches!(one, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_633_a_text_is_what_can_be_read() {
        assert_eq!(tidy_line("  Ann \t\n Smith\u{0}\r"), "Ann Smith");
        assert_eq!(tidy_line("Ann\u{202e}htimS"), "Ann htimS");
        assert_eq!(tidy_line("محمد علي 李 José"), "محمد علي 李 José");
        assert_eq!(tidy_text("\n\n Ring twice. \r\n\n\n\nThank\u{0} you\n\n"), "Ring twice.\n\nThank you");
        assert_eq!((tidy_line(" \n"), tidy_text(" \n ")), (String::new(), String::new()));
    }
}
