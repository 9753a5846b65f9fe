//! The owner's account numbers: what is sold, its taxes, what customers owe, gift cards, and the money at each provider.

use crate::error::ApiError;
use loggia_commerce::is_in_union;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

/// The most rows of a list.
const MOST: usize = 60;
/// Any rate.
pub(super) const ANY: &str = "*";

/// A chart of accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Chart {
    /// DATEV's SKR03.
    #[serde(rename = "SKR03")]
    Skr03,
    /// DATEV's SKR04.
    #[serde(rename = "SKR04")]
    Skr04,
    /// The shop's own.
    #[serde(rename = "OWN")]
    Own,
}

impl Chart {
    /// How DATEV names it; "" for the shop's own.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Chart::Skr03 => "03",
            Chart::Skr04 => "04",
            Chart::Own => "",
        }
    }
}

/// Where something was bought, seen from the shop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Place {
    /// The shop's own country, and where the order does not say it.
    #[default]
    Home,
    /// Another member state of the EU, of a shop in the EU.
    Eu,
    /// Any other country.
    World,
}

/// The account of the money at a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClearingAccount {
    /// `stripe`, `paypal`, `manual`, or "" for every other.
    pub provider: String,
    /// The account.
    pub account: String,
}

/// The accounts of what is sold at a rate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxAccounts {
    /// Where it was bought.
    pub place: Place,
    /// Percent; "" for what is sold without a tax, `*` for every rate that has no row of its own.
    pub rate: String,
    /// What was sold.
    pub revenue: String,
    /// Delivery; "" for the same account.
    #[serde(default)]
    pub delivery: String,
    /// The tax.
    pub tax: String,
    /// DATEV's account for revenue works out the tax by itself: such rows hold the amount with its tax.
    #[serde(default)]
    pub automatic: bool,
    /// DATEV's tax key, of an account that does not; such rows hold the amount with its tax as well.
    #[serde(default)]
    pub key: String,
}

/// The owner's account numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountingSettings {
    /// The chart of accounts.
    pub chart: Chart,
    /// The shop's country, as ISO 3166 code.
    pub country: String,
    /// What customers owe; every document begins and ends there at nothing.
    pub receivable: String,
    /// Gift cards that were sold and not spent: a debt of the shop.
    pub gift_cards: String,
    /// The money at each provider; one row is for every other.
    pub clearing: Vec<ClearingAccount>,
    /// Revenue and taxes; each place has a row for every other rate.
    pub taxes: Vec<TaxAccounts>,
    /// DATEV: the tax advisor's number; 0 where there is none.
    pub consultant: u32,
    /// DATEV: the number of the advisor's client; 0 where there is none.
    pub client: u32,
    /// DATEV: how many digits an account has.
    pub account_length: u8,
    /// The month in which the business year begins.
    pub year_begins: u8,
}

impl AccountingSettings {
    /// Where an order's country lies.
    pub(super) fn place(&self, country: &str) -> Place {
        if country.is_empty() || country.eq_ignore_ascii_case(&self.country) {
            Place::Home
        } else if is_in_union(&self.country) && is_in_union(country) {
            Place::Eu
        } else {
            Place::World
        }
    }

    /// The accounts of a rate.
    pub(super) fn accounts(&self, place: Place, rate: &str) -> TaxAccounts {
        let of = |rate: &str| self.taxes.iter().find(|row| row.place == place && row.rate == rate);
        // Settings that were checked have a row for every other rate.
        of(rate).or_else(|| of(ANY)).or_else(|| self.taxes.first()).cloned().unwrap_or_default()
    }

    /// The account of the money at a provider.
    pub(super) fn clearing(&self, provider: &str) -> &str {
        let of = |name: &str| self.clearing.iter().find(|row| row.provider == name);
        of(provider).or_else(|| of("")).map_or("", |row| &row.account)
    }

    /// The same in one spelling, if it can be used.
    ///
    /// # Errors
    /// `malformed-accounting`, with what is wrong.
    pub(super) fn checked(mut self) -> Result<Self, ApiError> {
        self.country = self.country.trim().to_ascii_uppercase();
        let is_country =
            self.country.len() == 2 && self.country.bytes().all(|letter| letter.is_ascii_uppercase());
        must(is_country, "Please give the shop's country by its two letters, as DE.")?;
        must((1..=12).contains(&self.year_begins), "The business year begins in a month from 1 to 12.")?;
        must((4..=8).contains(&self.account_length), "An account of DATEV has 4 to 8 digits.")?;
        must(
            self.consultant == 0 || (1_001..=9_999_999).contains(&self.consultant),
            "The tax advisor's number lies between 1001 and 9999999.",
        )?;
        must(self.client <= 99_999, "The client's number is at most 99999.")?;
        must(
            self.clearing.len() <= MOST && self.taxes.len() <= MOST,
            "At most 60 rows of each kind are kept.",
        )?;
        let (chart, longest) = (self.chart, usize::from(self.account_length) + 1);
        let account = |account: &mut String, may_be_empty: bool| {
            *account = account.trim().to_owned();
            must((may_be_empty && account.is_empty()) || is_account(chart, account, longest), WRONG_ACCOUNT)
        };
        account(&mut self.receivable, false)?;
        account(&mut self.gift_cards, false)?;
        for row in &mut self.clearing {
            row.provider = row.provider.trim().to_ascii_lowercase();
            account(&mut row.account, false)?;
        }
        for row in &mut self.taxes {
            account(&mut row.revenue, false)?;
            account(&mut row.delivery, true)?;
            account(&mut row.tax, false)?;
            row.rate = rate(&row.rate)?;
            row.key = row.key.trim().to_owned();
            let is_key = row.key.len() <= 4 && row.key.bytes().all(|digit| digit.is_ascii_digit());
            must(is_key, "A tax key of DATEV has at most four digits.")?;
        }
        let has_other = |place: Place| self.taxes.iter().any(|row| row.place == place && row.rate == ANY);
        must(
            [Place::Home, Place::Eu, Place::World].into_iter().all(has_other),
            "Please give accounts for every other rate (*) at home, in the EU and elsewhere.",
        )?;
        must(
            self.clearing.iter().any(|row| row.provider.is_empty()),
            "Please give an account for every other way of payment.",
        )?;
        let twice = |mut keys: Vec<String>| {
            keys.sort();
            keys.windows(2).any(|two| two.first() == two.last())
        };
        let rates = self.taxes.iter().map(|row| format!("{:?} {}", row.place, row.rate)).collect();
        let providers = self.clearing.iter().map(|row| row.provider.clone()).collect();
        must(!twice(rates) && !twice(providers), "A rate or a way of payment has two rows.")?;
        Ok(self)
    }
}

const WRONG_ACCOUNT: &str = "An account is a number of at most one digit more than accounts have; in a chart of your own at most 20 letters, digits, dots and dashes.";

fn must(is_right: bool, message: &'static str) -> Result<(), ApiError> {
    if is_right { Ok(()) } else { Err(ApiError::bad_request("malformed-accounting", message)) }
}

fn is_account(chart: Chart, account: &str, longest: usize) -> bool {
    match chart {
        Chart::Own => {
            let fits = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'.' || letter == b'-';
            (1..=20).contains(&account.len())
                && account.bytes().all(fits)
                && account.bytes().next().is_some_and(|letter| letter.is_ascii_alphanumeric())
        }
        Chart::Skr03 | Chart::Skr04 => {
            (3..=longest).contains(&account.len()) && account.bytes().all(|digit| digit.is_ascii_digit())
        }
    }
}

/// A rate as the books write it.
fn rate(text: &str) -> Result<String, ApiError> {
    let text = text.trim().trim_end_matches('%').trim().replace(',', ".");
    if text.is_empty() || text == ANY {
        return Ok(text);
    }
    let rate =
        Decimal::from_str(&text).ok().filter(|rate| (Decimal::ZERO..=Decimal::ONE_HUNDRED).contains(rate));
    must(
        rate.is_some(),
        "A rate is a percentage from 0 to 100, * for every other one, or empty for no tax.",
    )?;
    Ok(rate.unwrap_or_default().normalize().to_string())
}
