//! Who sells: what the law wants on an invoice and on a page that says who answers for the shop.

use serde::{Deserialize, Serialize};

/// The member states of the union that taxes value added by one directive (2006/112/EC).
const UNION: &str = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK";
/// Other countries with a tax on value added, whose invoices say the same.
const BESIDE: &str = "CH GB IS LI NO XI";

/// The shop as its invoices name it (`seller` of `site.json`). What is left out is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SellerSettings {
    /// The name in law: of the person or the company.
    pub name: String,
    /// Street and number.
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
    /// The number for value added tax, with its country: `DE123456789`.
    pub vat_id: String,
    /// The number at the tax office.
    pub tax_number: String,
    /// The number in the register of companies.
    pub register: String,
    /// Legal form, court of the register, who represents it.
    pub legal: String,
    /// A person or department that answers.
    pub contact: String,
    /// Telephone.
    pub phone: String,
    /// Email.
    pub email: String,
    /// The rule by which nothing is taxed, such as `§ 19 UStG`; with it every invoice says that it is exempt.
    pub exemption: String,
    /// The page that says what delivery costs; a price links to it.
    pub delivery_page: String,
    /// When an invoice is made.
    pub invoices: InvoiceMoment,
    /// What stands before the numbers of invoices, such as `2026-`.
    pub number_prefix: String,
}

/// When an invoice is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InvoiceMoment {
    /// With the payment.
    #[default]
    Paid,
    /// When the goods go out; of what is not sent, when it is marked as sent.
    Sent,
    /// Never: something else makes them.
    Never,
}

/// What a `site.json` says of its seller that is missing or wrong: the member, and why it is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SellerFault {
    /// The member of `seller`.
    pub member: &'static str,
    /// What it is needed for.
    pub why: &'static str,
}

impl SellerSettings {
    /// True where the shop owes a tax on value added, so that its invoices say that tax.
    #[must_use]
    pub fn is_in_vat_country(&self) -> bool {
        is_vat_country(&self.country)
    }

    /// What is missing for the shop's country.
    #[must_use]
    pub fn faults(&self) -> Vec<SellerFault> {
        const ADDRESS: &str =
            "an invoice names the seller with the full address (Directive 2006/112/EC, article 226(5))";
        const GERMAN: &str = "XRechnung asks for whom to call and write to (BR-DE-2 to BR-DE-7)";
        let mut faults = Vec::new();
        let mut need = |text: &str, member: &'static str, why: &'static str| {
            if text.trim().is_empty() {
                faults.push(SellerFault { member, why });
            }
        };
        need(&self.name, "name", ADDRESS);
        need(&self.line1, "line1", ADDRESS);
        need(&self.city, "city", ADDRESS);
        need(&self.country, "country", ADDRESS);
        if self.is_in_vat_country() {
            let number = format!("{}{}", self.vat_id, self.tax_number);
            need(
                &number,
                "vatId",
                "an invoice says the number for value added tax (Directive 2006/112/EC, article 226(3))",
            );
            need(
                &self.email,
                "email",
                "consumers are told how to write to the shop (Directive 2011/83/EU, article 6(1)(c))",
            );
            need(
                &self.phone,
                "phone",
                "consumers are told how to call the shop (Directive 2011/83/EU, article 6(1)(c))",
            );
        }
        if self.country.trim().eq_ignore_ascii_case("DE") {
            need(&self.postal_code, "postalCode", GERMAN);
            need(&self.contact, "contact", GERMAN);
        }
        faults
    }
}

/// True for a country that taxes value added and whose invoices say so alike: the EU, and Great Britain, Northern Ireland,
/// Iceland, Liechtenstein, Norway and Switzerland.
#[must_use]
pub fn is_vat_country(code: &str) -> bool {
    is_in_union(code) || is_listed(BESIDE, code)
}

/// True for a member state of the EU.
#[must_use]
pub fn is_in_union(code: &str) -> bool {
    is_listed(UNION, code)
}

/// True for a country of the European Economic Area: the EU, Iceland, Liechtenstein and Norway; and for Northern Ireland, where
/// the rules of its market for goods hold.
#[must_use]
pub fn is_in_market(code: &str) -> bool {
    is_in_union(code) || is_listed("IS LI NO XI", code)
}

fn is_listed(list: &str, code: &str) -> bool {
    let code = code.trim();
    code.len() == 2 && list.split(' ').any(|known| known.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-706: what is missing is named, by the shop's country.
    #[test]
    fn s_706_what_a_seller_lacks_depends_on_the_country() {
        let members = |seller: &SellerSettings| -> Vec<&str> {
            seller.faults().into_iter().map(|fault| fault.member).collect()
        };
        let mut seller = SellerSettings { country: "de".to_owned(), ..SellerSettings::default() };
        assert_eq!(
            members(&seller),
            ["name", "line1", "city", "vatId", "email", "phone", "postalCode", "contact"]
        );
        seller.tax_number = "37/123/45678".to_owned();
        assert!(!members(&seller).contains(&"vatId"));
        seller.country = "US".to_owned();
        assert_eq!(members(&seller), ["name", "line1", "city"]);
        assert_eq!(UNION.split(' ').count(), 27);
        assert!(is_vat_country("gb") && !is_in_union("GB") && !is_vat_country("US") && !is_vat_country("E"));
    }
}
