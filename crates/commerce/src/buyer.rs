//! Who buys, for whom, and what an invoice and a label need of them beside the address of the delivery.

use serde::{Deserialize, Serialize};

use crate::address::{ShippingLocation, check_address};
use crate::cart::Cart;
use crate::detail::{DetailProblem, Details, tidy_line, tidy_text};
use crate::phone::{PHONE_MAXIMUM, phone_in_e164};
use crate::settings::CheckoutSettings;
use crate::vat::VatId;

/// The longest name of a person or a company, in characters.
pub const NAME_MAXIMUM: usize = 100;
/// The longest note to the shop, in characters.
pub const NOTE_MAXIMUM: usize = 1000;
/// The longest message to whom it is given, in characters.
pub const GIFT_NOTE_MAXIMUM: usize = 500;

/// Who buys. Every part may be empty; what a purchase needs says [`Buyer::checked`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Buyer {
    /// Whom the parcel is for, or who collects. At most 100 characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The company there. At most 100 characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub company: String,
    /// As it was typed; stored as E.164, such as `+4930901820`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub phone: String,
    /// What the shop shall know. At most 1,000 characters; lines are kept.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Who pays, and where they are; without it the recipient at the address of the delivery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub billing: Option<BillingAddress>,
    /// The VAT number of who pays, with the letters of its country; stored without spaces.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub vat_id: String,
    /// What the register of VAT numbers said of it when the order was placed; nothing when it was not asked, or did not answer.
    /// What a call says here does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vat_id_confirmed: Option<bool>,
    /// What is said to whom it is given, where the shop offers that. At most 500 characters; lines are kept.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub gift_message: String,
    /// The digest of the terms that the buyer agreed to: that of the checkout's settings, as it was shown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub terms_digest: String,
}

/// Who pays, and where they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct BillingAddress {
    /// The person. At most 100 characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The company. At most 100 characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub company: String,
    /// Where they are.
    pub address: ShippingLocation,
}

/// What a checkout asks of who buys a cart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asked {
    /// Somebody takes goods into their hands: a name is needed.
    pub name: bool,
    /// A parcel is brought to an address.
    pub address: bool,
    /// A phone number is needed.
    pub phone: bool,
    /// An invoice is written: a name and an address of who pays are needed.
    pub billing: bool,
    /// A message to whom it is given may be said; else what is said of it is left out.
    pub gift: bool,
}

impl Asked {
    /// What is asked for a settled cart. Before a way of delivery is chosen it is asked for a parcel.
    #[must_use]
    pub fn of(cart: &Cart, settings: &CheckoutSettings) -> Self {
        let option = cart.selected_shipping_option.as_ref().filter(|_| cart.requires_shipping);
        let address = cart.requires_shipping && !cart.is_collected();
        Self {
            name: cart.requires_shipping,
            address,
            phone: settings.asks_phone || option.is_some_and(|option| option.asks_phone),
            billing: settings.asks_billing_address && !address,
            gift: settings.gift_message && cart.requires_shipping,
        }
    }
}

impl Buyer {
    /// The buyer as it is kept: texts without white space around them, the phone number as E.164, the VAT number without spaces.
    /// Everything that is wrong with it, or with the tidied address of the delivery, is added to `found`.
    #[must_use]
    pub fn checked(&self, asked: Asked, delivery: Option<&ShippingLocation>, found: &mut Details) -> Self {
        let mut kept = Self {
            name: short(&self.name, "name", found),
            company: short(&self.company, "company", found),
            ..Self::default()
        };
        if asked.name && kept.name.is_empty() {
            found.add("name", DetailProblem::RecipientMissing);
        }
        if asked.address {
            check_address(delivery.unwrap_or(&ShippingLocation::default()), "", found);
        }
        kept.billing = self.billing.as_ref().map(|billing| billing.checked(found));
        if asked.billing && kept.billing.is_none() {
            kept.billing = Some(BillingAddress::default().checked(found));
        }
        let country = [delivery, kept.billing.as_ref().map(|billing| &billing.address)];
        let country =
            country.into_iter().flatten().map(ShippingLocation::country_code).find(|code| !code.is_empty());
        kept.phone = self.checked_phone(asked.phone, &country.unwrap_or_default(), found);
        kept.note = tidy_text(&self.note);
        if kept.note.chars().count() > NOTE_MAXIMUM {
            found.add("note", DetailProblem::TextTooLong);
        }
        if asked.gift {
            kept.gift_message = tidy_text(&self.gift_message);
            if kept.gift_message.chars().count() > GIFT_NOTE_MAXIMUM {
                found.add("giftMessage", DetailProblem::TextTooLong);
            }
        }
        if !self.vat_id.trim().is_empty() {
            match VatId::parse(&self.vat_id) {
                Ok(id) => kept.vat_id = id.into(),
                Err(_) => found.add("vatId", DetailProblem::VatIdInvalid),
            }
            let payer = kept.billing.as_ref().map_or(&kept.company, |billing| &billing.company);
            if payer.is_empty() {
                let field = if kept.billing.is_some() { "billing.company" } else { "company" };
                found.add(field, DetailProblem::CompanyMissing);
            }
        }
        kept
    }

    fn checked_phone(&self, is_needed: bool, country: &str, found: &mut Details) -> String {
        let typed = self.phone.trim();
        if typed.is_empty() {
            if is_needed {
                found.add("phone", DetailProblem::PhoneMissing);
            }
            return String::new();
        }
        if typed.chars().count() > PHONE_MAXIMUM {
            found.add("phone", DetailProblem::TextTooLong);
            return String::new();
        }
        phone_in_e164(typed, country).unwrap_or_else(|| {
            found.add("phone", DetailProblem::PhoneInvalid);
            String::new()
        })
    }
}

impl BillingAddress {
    fn checked(&self, found: &mut Details) -> Self {
        let kept = Self {
            name: short(&self.name, "billing.name", found),
            company: short(&self.company, "billing.company", found),
            address: self.address.tidied(),
        };
        if kept.name.is_empty() && kept.company.is_empty() {
            found.add("billing.name", DetailProblem::PayerMissing);
        }
        check_address(&kept.address, "billing.", found);
        kept
    }
}

fn short(text: &str, field: &str, found: &mut Details) -> String {
    let text = tidy_line(text);
    if text.chars().count() > NAME_MAXIMUM {
        found.add(field, DetailProblem::TextTooLong);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(buyer: serde_json::Value, asked: Asked) -> (Buyer, Vec<(String, &'static str)>) {
        let buyer: Buyer = serde_json::from_value(buyer).unwrap();
        let delivery =
            serde_json::json!({"country": "DE", "line1": "Ring 1", "city": "Köln", "postalCode": "50667"});
        let delivery: ShippingLocation = serde_json::from_value(delivery).unwrap();
        let mut found = Details::default();
        let kept = buyer.checked(asked, Some(&delivery), &mut found);
        (kept, found.iter().map(|(name, problem)| (name.to_owned(), problem.code())).collect())
    }

    const PARCEL: Asked = Asked { name: true, address: true, phone: false, billing: false, gift: false };

    /// S-633: a parcel is for somebody, and what is said is kept in one way.
    #[test]
    fn s_633_a_parcel_has_a_name_on_it() {
        for nobody in ["", "  \t", "\u{0}", "\u{202e}"] {
            let (_, found) = check(serde_json::json!({"name": nobody}), PARCEL);
            assert_eq!(found, [("name".to_owned(), "recipient-missing")], "{nobody:?}");
        }
        let all = serde_json::json!({"name": " Ann \n Smith ", "company": "Crumbs  GmbH", "phone": "0221 2210", "note": " Ring twice.\n\n\nThanks ",
            "vatId": "de 136 695 976", "vatIdConfirmed": true});
        let (kept, found) = check(all, PARCEL);
        assert_eq!(found, []);
        let expected = serde_json::json!({"name": "Ann Smith", "company": "Crumbs GmbH", "phone": "+492212210", "note": "Ring twice.\n\nThanks", "vatId": "DE136695976"});
        assert_eq!(serde_json::to_value(&kept).unwrap(), expected, "nobody confirms their own number");
        assert_eq!(
            check(serde_json::json!({}), Asked::default()).1,
            [],
            "nothing is needed for what is downloaded"
        );
    }

    /// S-633: nothing is longer than it is, and each fault is at its field.
    #[test]
    fn s_633_every_fault_is_at_its_field() {
        let long = "x".repeat(50_000);
        let (_, found) = check(
            serde_json::json!({"name": long, "company": long, "phone": long, "note": long, "vatId": long}),
            PARCEL,
        );
        let codes = [
            ("name", "text-too-long"),
            ("company", "text-too-long"),
            ("phone", "text-too-long"),
            ("note", "text-too-long"),
            ("vatId", "vat-id-invalid"),
        ];
        assert_eq!(found, codes.map(|(name, code)| (name.to_owned(), code)));
        let (_, found) = check(
            serde_json::json!({"name": "Ann", "phone": "12", "vatId": "DE136695977"}),
            Asked { phone: true, ..PARCEL },
        );
        let codes = [("phone", "phone-invalid"), ("vatId", "vat-id-invalid"), ("company", "company-missing")];
        assert_eq!(found, codes.map(|(name, code)| (name.to_owned(), code)));
        let (_, found) = check(serde_json::json!({"name": "Ann"}), Asked { phone: true, ..PARCEL });
        assert_eq!(found, [("phone".to_owned(), "phone-missing")]);
    }

    /// S-815: a message to whom it is given is kept where the shop offers it, and nowhere else.
    #[test]
    fn s_815_a_gift_has_a_message_where_the_shop_offers_it() {
        let said = serde_json::json!({"name": "Ann", "giftMessage": " Happy birthday!\n\n\nAnn\u{0} "});
        assert_eq!(check(said.clone(), PARCEL).0.gift_message, "");
        let gift = Asked { gift: true, ..PARCEL };
        assert_eq!(check(said, gift).0.gift_message, "Happy birthday!\n\nAnn");
        let long = serde_json::json!({"name": "Ann", "giftMessage": "x".repeat(501)});
        assert_eq!(check(long.clone(), gift).1, [("giftMessage".to_owned(), "text-too-long")]);
        assert_eq!(check(long, PARCEL).1, [], "what is not asked is not checked");
    }

    /// S-636: an invoice names who pays, where they are.
    #[test]
    fn s_636_who_pays_has_a_name_and_an_address() {
        let wrong = serde_json::json!({"name": "Ann", "billing": {"address": {"country": "US", "line1": "1 Main Street", "city": "Albany", "region": "Atlantis", "postalCode": "x"}}});
        let codes = [
            ("billing.name", "payer-missing"),
            ("billing.region", "state-unknown"),
            ("billing.postalCode", "postal-code-invalid"),
        ];
        assert_eq!(check(wrong, PARCEL).1, codes.map(|(name, code)| (name.to_owned(), code)));
        let right = serde_json::json!({"name": "Ann", "vatId": "FR40303265045", "billing": {"company": "Crumbs SARL", "address": {"country": "fr", "line1": "1 Rue", "city": "Lyon", "postalCode": "69001"}}});
        let (kept, found) = check(right, PARCEL);
        assert_eq!((found, kept.billing.unwrap().address.country.as_str()), (vec![], "FR"));
        let asked = Asked { billing: true, ..Asked::default() };
        let found = check(serde_json::json!({}), asked).1;
        assert_eq!(
            found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["billing.name", "billing.country", "billing.line1"]
        );
    }
}
