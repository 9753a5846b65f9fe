//! What an invoice says: the part of the semantic model of EN 16931-1 that a shop needs. `BT-…` and `BG-…` are its terms.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// An invoice or a credit note. Amounts are minor units of its currency and never negative; a credit note says by its kind
/// that they go the other way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    /// What it is.
    pub kind: Kind,
    /// Whether it is an invoice of value added tax, or a plain receipt.
    pub form: Form,
    /// Its number (BT-1).
    pub number: String,
    /// When it was made (BT-2).
    pub issued_on: Date,
    /// When what it is for was delivered or paid (BT-72).
    pub delivered_on: Date,
    /// ISO 4217 (BT-5).
    pub currency: String,
    /// The language it is written in, as a tag.
    pub language: String,
    /// The order it is for (BT-10, BT-13).
    pub order: String,
    /// The invoice that a credit note refers to (BG-3).
    pub preceding: Option<Preceding>,
    /// More that it says (BT-22).
    pub notes: Vec<String>,
    /// Who sold (BG-4).
    pub seller: Seller,
    /// Who bought (BG-7).
    pub buyer: Buyer,
    /// Where it went (BG-15).
    pub deliver_to: Option<Address>,
    /// What was sold (BG-25).
    pub lines: Vec<Line>,
    /// What was charged for the whole, such as delivery (BG-21).
    pub charges: Vec<Charge>,
    /// The taxes by category and rate (BG-23).
    pub taxes: Vec<Tax>,
    /// The sums (BG-22).
    pub totals: Totals,
    /// How it was paid (BG-16), the largest first.
    pub means: Vec<Means>,
}

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An invoice (BT-3 is 380).
    Invoice,
    /// A credit note (BT-3 is 381).
    CreditNote,
}

/// Which rules a document follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Net amounts and value added tax by rate, as EN 16931 asks.
    Vat,
    /// The amounts as the shop showed them, with the taxes by name.
    Receipt,
}

/// Another document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Preceding {
    /// Its number (BT-25).
    pub number: String,
    /// When it was made (BT-26).
    pub issued_on: Date,
}

/// A place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    /// Street and number (BT-35, BT-50, BT-75).
    pub line1: String,
    /// Anything more.
    pub line2: String,
    /// City or town.
    pub city: String,
    /// Postal code.
    pub postal_code: String,
    /// State or province.
    pub region: String,
    /// ISO 3166 code of two letters.
    pub country: String,
}

/// Whom to ask.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Contact {
    /// A person or a department (BT-41).
    pub name: String,
    /// Telephone (BT-42).
    pub phone: String,
    /// Email (BT-43).
    pub email: String,
}

/// Who sells. What is not known is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Seller {
    /// The name in law (BT-27).
    pub name: String,
    /// Where (BG-5).
    pub address: Address,
    /// The number for value added tax, with its country (BT-31).
    pub vat_id: String,
    /// The number at the tax office (BT-32).
    pub tax_number: String,
    /// The number in the register of companies (BT-30).
    pub register: String,
    /// Legal form, court of the register, who represents it (BT-33).
    pub legal: String,
    /// Whom to ask (BG-6).
    pub contact: Contact,
}

/// Who buys. What is not known is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Buyer {
    /// A person, or a company where there is one (BT-44).
    pub name: String,
    /// A person in the company (BT-56).
    pub person: String,
    /// Where (BG-8).
    pub address: Address,
    /// The number for value added tax, with its country (BT-48).
    pub vat_id: String,
    /// Where it is sent (BT-49).
    pub email: String,
}

/// Why an amount is taxed as it is (UNTDID 5305).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Category {
    /// At a rate above zero.
    #[serde(rename = "S")]
    Standard,
    /// At the rate of zero.
    #[serde(rename = "Z")]
    Zero,
    /// Exempt, for the reason that the tax says.
    #[serde(rename = "E")]
    Exempt,
    /// Goods that left the union.
    #[serde(rename = "G")]
    Export,
    /// The buyer owes the tax.
    #[serde(rename = "AE")]
    ReverseCharge,
    /// Goods that went to a firm in another member state of the union.
    #[serde(rename = "K")]
    IntraCommunity,
}

impl Category {
    /// The code.
    pub fn code(self) -> &'static str {
        match self {
            Category::Standard => "S",
            Category::Zero => "Z",
            Category::Exempt => "E",
            Category::Export => "G",
            Category::ReverseCharge => "AE",
            Category::IntraCommunity => "K",
        }
    }

    /// Why there is no tax, by the list of codes VATEX (BT-121); `None` where no code, or more than one, says it.
    pub(crate) fn exemption_code(self) -> Option<&'static str> {
        match self {
            Category::Standard | Category::Zero | Category::Exempt => None,
            Category::Export => Some("VATEX-EU-G"),
            Category::ReverseCharge => Some("VATEX-EU-AE"),
            Category::IntraCommunity => Some("VATEX-EU-IC"),
        }
    }

    /// Both firms are named by their numbers for value added tax (BR-AE-02, BR-IC-02).
    pub(crate) fn is_between_firms(self) -> bool {
        matches!(self, Category::ReverseCharge | Category::IntraCommunity)
    }
}

/// A line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// What was sold (BT-153).
    pub name: String,
    /// The seller's number of it (BT-155).
    pub sku: String,
    /// How many (BT-129).
    pub quantity: i64,
    /// The price of one, in the currency's main unit (BT-146).
    pub unit_price: Decimal,
    /// What was taken off the line (BT-136).
    pub discount_cents: i64,
    /// What the line comes to (BT-131).
    pub net_cents: i64,
    /// The same with its tax, where prices held it.
    pub gross_cents: Option<i64>,
    /// Its tax (BT-151).
    pub category: Category,
    /// Percent (BT-152).
    pub rate: Decimal,
}

/// Something charged for the whole document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Charge {
    /// What for (BT-104).
    pub reason: String,
    /// How much (BT-99).
    pub net_cents: i64,
    /// The same with its tax, where prices held it.
    pub gross_cents: Option<i64>,
    /// Its tax (BT-102).
    pub category: Category,
    /// Percent (BT-103).
    pub rate: Decimal,
}

/// What one category and rate come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tax {
    /// Why (BT-118).
    pub category: Category,
    /// Percent (BT-119).
    pub rate: Decimal,
    /// What it is taken of (BT-116).
    pub net_cents: i64,
    /// The tax (BT-117).
    pub tax_cents: i64,
    /// What it is called.
    pub name: String,
    /// Prices held it: of a receipt alone, whose lines are as the shop showed them.
    pub included: bool,
    /// Why there is none (BT-120).
    pub reason: String,
}

/// The sums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Of the lines (BT-106).
    pub lines_cents: i64,
    /// Of the charges (BT-108).
    pub charges_cents: i64,
    /// Without tax (BT-109).
    pub net_cents: i64,
    /// The taxes (BT-110).
    pub tax_cents: i64,
    /// With tax (BT-112).
    pub gross_cents: i64,
    /// What was paid, or given back (BT-113).
    pub paid_cents: i64,
    /// What is left to pay (BT-115).
    pub due_cents: i64,
}

/// A means of payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Means {
    /// Of UNTDID 4461 (BT-81): `68` for a service on the net.
    pub code: String,
    /// Whether it was a gift card of the shop.
    pub is_gift_card: bool,
    /// How much.
    pub cents: i64,
}

/// The code of a payment through a service on the net.
pub(crate) const ONLINE_SERVICE: &str = "68";
/// The code of a payment that the parties settle between themselves.
pub(crate) const BETWEEN_PARTIES: &str = "97";

impl Means {
    /// Money that came through a service on the net.
    #[must_use]
    pub fn online(cents: i64) -> Self {
        Self { code: ONLINE_SERVICE.to_owned(), is_gift_card: false, cents }
    }

    /// A gift card of the shop.
    #[must_use]
    pub fn gift_card(cents: i64) -> Self {
        Self { code: BETWEEN_PARTIES.to_owned(), is_gift_card: true, cents }
    }
}

impl Totals {
    /// The sums of lines, charges and taxes, all of it paid.
    pub(crate) fn of(form: Form, lines: &[Line], charges: &[Charge], taxes: &[Tax]) -> Self {
        let lines_cents = lines.iter().map(|line| line.net_cents).sum();
        let charges_cents = charges.iter().map(|charge| charge.net_cents).sum();
        let is_added = |tax: &&Tax| form == Form::Vat || !tax.included;
        let tax_cents = taxes.iter().filter(is_added).map(|tax| tax.tax_cents).sum();
        let net_cents = lines_cents + charges_cents;
        let gross_cents = net_cents + tax_cents;
        Self {
            lines_cents,
            charges_cents,
            net_cents,
            tax_cents,
            gross_cents,
            paid_cents: gross_cents,
            due_cents: 0,
        }
    }
}
