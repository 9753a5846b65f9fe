//! Who buys, and where it goes: the fields of the checkout's page, and what was typed into them.

use super::page::Page;
use crate::error::FieldErrors;
use crate::pages::form_guard::FormFields;
use crate::usecase::address::form_of;
use loggia_commerce::{
    AddressField, Asked, BillingAddress, Buyer, Cart, GIFT_NOTE_MAXIMUM, NOTE_MAXIMUM, ShippingLocation,
    VatIdState, is_country,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Code and name of every country, in the order of their English names.
const COUNTRIES: &str = include_str!("countries.txt");
/// What the names of the fields of who pays begin with.
const BILLING: &str = "billing.";
/// The most of a text that is taken over: what is longer is refused, and is no text of a checkout.
const MOST: usize = 2 * NOTE_MAXIMUM;

/// What was typed, what is wrong with it, and the cart it is typed for.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) cart: &'a Cart,
    pub(super) sent: &'a FormFields,
    pub(super) errors: &'a FieldErrors,
}

fn typed(sent: &FormFields, name: &str) -> String {
    sent.get(name).trim().chars().take(MOST).collect()
}

/// An address whose fields' names begin with `prefix`; `None` while the form asked for no country.
fn address(sent: &FormFields, prefix: &str) -> Option<ShippingLocation> {
    let part = |name: &str| typed(sent, &format!("{prefix}{name}"));
    let country = Some(part("country")).filter(|code| is_country(code))?;
    Some(ShippingLocation {
        country,
        region: part("region"),
        city: part("city"),
        district: part("district"),
        postal_code: part("postalCode"),
        line1: part("line1"),
        line2: part("line2"),
    })
}

/// The address that was typed, when the form asked for one.
pub(super) fn location(sent: &FormFields) -> Option<ShippingLocation> {
    address(sent, "")
}

/// Who buys, as it was typed.
pub(super) fn buyer(sent: &FormFields) -> Buyer {
    let billing = || BillingAddress {
        name: typed(sent, "billing.name"),
        company: typed(sent, "billing.company"),
        address: address(sent, BILLING).unwrap_or_default(),
    };
    Buyer {
        name: typed(sent, "name"),
        company: typed(sent, "company"),
        phone: typed(sent, "phone"),
        note: typed(sent, "note"),
        billing: (sent.get("billing") == "other").then(billing),
        vat_id: typed(sent, "vatId"),
        vat_id_confirmed: None,
        gift_message: typed(sent, "giftMessage"),
        terms_digest: typed(sent, "terms"),
    }
}

impl Form<'_> {
    /// What is asked of who buys.
    pub(super) fn asked(&self) -> Asked {
        Asked::of(self.cart, &self.page.published.catalog.store_settings.checkout)
    }

    /// The way of delivery that was chosen asks for a day and a time.
    pub(super) fn asks_window(&self) -> bool {
        let option = self.cart.selected_shipping_option.as_ref().filter(|_| self.cart.requires_shipping);
        option.is_some_and(|option| option.asks_window)
    }

    /// It is collected somewhere that nobody named: the tax is that of the shopper's country.
    pub(super) fn asks_place_of_collecting(&self) -> bool {
        let option = self.cart.selected_shipping_option.as_ref();
        self.cart.is_collected() && option.is_some_and(|option| option.collected_at().is_none())
    }

    /// A field of one line with its label by a key of the catalogue.
    fn line(&self, name: &str, label: &str, autocomplete: &str, required: bool) -> Value {
        json!({"id": name, "name": name, "control": "input", "type": if name == "phone" { "tel" } else { "text" },
            "label": self.page.words().get(label), "autocomplete": autocomplete, "required": required,
            "value": self.sent.find(name).or_else(|| self.known(name)), "error": self.errors.get(name)})
    }

    /// What the shop knows of whom it made the cart for.
    pub(super) fn known(&self, name: &str) -> Option<&str> {
        let with = self.cart.agreed.as_ref()?;
        match name {
            "email" => Some(&with.email),
            "name" => Some(&with.name),
            "company" => Some(&with.company),
            "phone" => Some(&with.phone),
            _ => None,
        }
    }

    /// Whom it is for.
    pub(super) fn recipient(&self) -> Vec<Value> {
        let mut fields = vec![
            self.line("name", "checkoutName", "shipping name", true),
            self.line("company", "checkoutCompany", "shipping organization", false),
        ];
        fields.extend(self.phone("shipping tel"));
        fields
    }

    /// The phone number, where it is asked for.
    pub(super) fn phone(&self, autocomplete: &str) -> Option<Value> {
        self.asked().phone.then(|| self.line("phone", "checkoutPhone", autocomplete, true))
    }

    /// A country, and the address that is written there; only `parts` of it, unless that names none.
    pub(super) fn place(&self, prefix: &str, parts: &[&str]) -> Vec<Value> {
        let kept = if prefix.is_empty() { self.kept() } else { BTreeMap::new() };
        let words = self.page.words();
        let named = |name: &str| format!("{prefix}{name}");
        let value = |name: &str| match self.sent.find(&named(name)) {
            Some(typed) => typed.to_owned(),
            None => kept.get(name).cloned().unwrap_or_default(),
        };
        let catalog = &self.page.published.catalog;
        let country = match value("country") {
            none if none.is_empty() => country_of(&catalog.website.locale),
            country => country,
        };
        let purpose = if prefix.is_empty() { "shipping" } else { "billing" };
        let countries: Vec<Value> = COUNTRIES
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(code, name)| json!({"value": code, "label": name, "isChosen": code == country}))
            .collect();
        let name = named("country");
        let mut fields = vec![json!({"id": name, "name": name, "control": "select", "required": true,
            "label": words.get("checkoutCountry"), "autocomplete": format!("{purpose} country"), "choices": countries,
            "error": self.errors.get(&name)})];
        let Some(form) = form_of(catalog, &country, &catalog.website.locale) else { return fields };
        let asked = form.fields.iter().filter(|field| parts.is_empty() || parts.contains(&field.name.name()));
        fields.extend(asked.map(|field| {
            let name = named(field.name.name());
            let mut content = json!({"id": name, "name": name, "control": "input", "type": "text", "label": words.get(&field.label),
                "autocomplete": format!("{purpose} {}", field.name.autocomplete()), "required": field.required,
                "value": value(field.name.name()), "error": self.errors.get(&name)});
            if let (Some(content), false) = (content.as_object_mut(), field.choices.is_empty()) {
                content.extend(choices(field, &value(field.name.name()), &country, words.get("formSelect")));
            }
            content
        }));
        fields
    }

    fn kept(&self) -> BTreeMap<&'static str, String> {
        let kept = self.cart.shipping_location.clone().unwrap_or_default();
        BTreeMap::from([
            ("line1", kept.line1),
            ("line2", kept.line2),
            ("district", kept.district),
            ("city", kept.city),
            ("region", kept.region),
            ("postalCode", kept.postal_code),
            ("country", kept.country),
        ])
    }

    /// What a buyer agrees to, in a shop that has terms: a box to tick, and the page that has them.
    fn terms(&self) -> Option<Value> {
        let terms = self.page.published.catalog.store_settings.checkout.terms.as_ref()?;
        let words = self.page.words();
        let choice = json!({"kind": "checkbox", "name": "terms", "value": terms.digest, "label": words.get("checkoutTerms"),
            "isChosen": self.sent.get("terms") == terms.digest});
        Some(
            json!({"id": "terms", "control": "group", "label": words.get("checkoutTermsTitle"), "required": true,
            "choices": [choice], "error": self.errors.get("terms"), "page": self.page.of_site(&terms.page)}),
        )
    }

    /// The VAT number as it was typed, else the cart's.
    fn typed_vat_id(&self) -> &str {
        self.sent.find("vatId").unwrap_or(&self.cart.vat_id)
    }

    /// The field of the VAT number, which says why tax is charged all the same.
    fn vat_id(&self) -> Value {
        let mut field = self.line("vatId", "checkoutVatId", "", false);
        field["value"] = self.typed_vat_id().into();
        let hint = self.cart.vat_id_state.and_then(hint_of);
        field["about"] = hint.map(|key| self.page.words().get(key).to_owned()).into();
        field
    }

    /// What stands on the invoice, and the note to the shop.
    pub(super) fn rest(&self) -> Map<String, Value> {
        let words = self.page.words();
        let asked = self.asked();
        let is_other = asked.billing || self.sent.get("billing") == "other";
        let mut invoice = Vec::new();
        if !self.cart.requires_shipping {
            invoice.push(self.line("company", "checkoutCompany", "billing organization", false));
        }
        invoice.push(self.vat_id());
        let key = if asked.address { "checkoutBillingOther" } else { "checkoutBillingAdd" };
        let choice = json!({"kind": "checkbox", "name": "billing", "value": "other", "label": words.get(key), "isChosen": is_other});
        let mut payer = vec![
            self.line("billing.name", "checkoutPayer", "billing name", asked.billing),
            self.line("billing.company", "checkoutCompany", "billing organization", false),
        ];
        payer.extend(self.place(BILLING, &[]));
        let has_error =
            |name: &&String| name.starts_with(BILLING) || matches!(name.as_str(), "vatId" | "company");
        let is_open =
            is_other || !self.typed_vat_id().is_empty() || self.errors.keys().any(|name| has_error(&name));
        let note = json!({"id": "note", "name": "note", "control": "area", "label": words.get("checkoutNote"),
            "maxLength": NOTE_MAXIMUM.to_string(), "value": self.sent.get("note"), "error": self.errors.get("note")});
        let gift = asked.gift.then(|| {
            json!({"id": "giftMessage", "name": "giftMessage", "control": "area", "label": words.get("checkoutGiftMessage"),
                "about": words.get("checkoutGiftAbout"), "maxLength": GIFT_NOTE_MAXIMUM.to_string(),
                "value": self.sent.get("giftMessage"), "error": self.errors.get("giftMessage")})
        });
        let parts = json!({
            "gift": gift,
            "terms": self.terms(),
            "invoice": invoice,
            "billingChoice": (!asked.billing).then_some(choice),
            "billingAsked": asked.billing,
            "payer": payer,
            "isInvoiceOpen": is_open,
            "note": [note],
        });
        parts.as_object().cloned().unwrap_or_default()
    }
}

/// Why a VAT number does not take the tax off.
const fn hint_of(state: VatIdState) -> Option<&'static str> {
    match state {
        VatIdState::ReverseCharge => None,
        VatIdState::Domestic => Some("checkoutVatDomestic"),
        VatIdState::Outside => Some("checkoutVatOutside"),
        VatIdState::Elsewhere => Some("checkoutVatElsewhere"),
        VatIdState::Refused => Some("checkoutVatRefused"),
        VatIdState::Unconfirmed => Some("checkoutVatUnconfirmed"),
    }
}

/// A list to choose a region of; what was typed is found in it however it is written.
fn choices(field: &AddressField, value: &str, country: &str, none: &str) -> Map<String, Value> {
    let chosen = loggia_commerce::region_code(country, value).unwrap_or_default();
    let first = json!({"value": "", "label": none, "isChosen": chosen.is_empty()});
    let some = field
        .choices
        .iter()
        .map(|region| json!({"value": region.code, "label": region.name, "isChosen": region.code == chosen}));
    let all: Vec<Value> = std::iter::once(first).chain(some).collect();
    Map::from_iter([("control".to_owned(), "select".into()), ("choices".to_owned(), all.into())])
}

/// The country a locale speaks of, US when it names none.
fn country_of(locale: &str) -> String {
    locale.split(['-', '_']).skip(1).find(|part| is_country(part)).unwrap_or("US").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_its_country() {
        assert_eq!(country_of("de-AT"), "AT");
        assert_eq!(country_of("zh-Hant-TW"), "TW");
        assert_eq!(country_of("en"), "US");
    }

    #[test]
    fn the_names_of_countries_are_those_that_the_shop_knows() {
        let named: Vec<&str> =
            COUNTRIES.lines().filter_map(|line| line.split_once(' ')).map(|(code, _)| code).collect();
        assert!(named.iter().all(|code| is_country(code)));
        assert!(loggia_commerce::countries().all(|code| named.contains(&code)));
    }
}
