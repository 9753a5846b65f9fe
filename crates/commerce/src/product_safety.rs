//! Who made a product and who answers for it in the EU, and its warnings: Regulation (EU) 2023/988, article 19.

use serde::Deserialize;

use crate::seller::is_in_market;

/// Somebody whom the regulation names, with the ways to reach them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SafetyContact {
    /// Name, registered trade name or trade mark.
    pub name: String,
    /// The postal address, in one line.
    pub address: String,
    /// ISO 3166 code of two letters: where the manufacturer is decides whether somebody in the EU has to answer.
    pub country: String,
    /// An address for email.
    pub email: String,
    /// Or a page on the web: the electronic address.
    pub url: String,
}

impl SafetyContact {
    fn missing(&self) -> Option<&'static str> {
        let says = |text: &str| !text.trim().is_empty();
        match (says(&self.name), says(&self.address), says(&self.email) || says(&self.url)) {
            (false, ..) => Some("name"),
            (_, false, _) => Some("address"),
            (.., false) => Some("email"),
            _ => None,
        }
    }
}

/// What an offer says of a product's safety (`productSafety` of `site.json` for all products, and of a product's content for one).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ProductSafety {
    /// Who made it (article 19(a)).
    pub manufacturer: Option<SafetyContact>,
    /// Who answers for it in the EU where its manufacturer is elsewhere (article 19(b)).
    pub responsible_person: Option<SafetyContact>,
    /// Type, batch, another identifier (article 19(c)).
    pub identification: String,
    /// Warnings and what is needed to use it safely (article 19(d)), in the language of the page.
    pub warnings: String,
}

impl ProductSafety {
    /// What a product says, and of the rest what the shop says for all.
    #[must_use]
    pub fn or(self, all: &ProductSafety) -> ProductSafety {
        let text = |own: String, all: &String| if own.trim().is_empty() { all.clone() } else { own };
        // Who answers for the goods of one manufacturer says nothing of another's.
        let responsible_person = match (&self.manufacturer, self.responsible_person) {
            (None, None) => all.responsible_person.clone(),
            (_, own) => own,
        };
        ProductSafety {
            responsible_person,
            manufacturer: self.manufacturer.or_else(|| all.manufacturer.clone()),
            identification: text(self.identification, &all.identification),
            warnings: text(self.warnings, &all.warnings),
        }
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == ProductSafety::default()
    }

    /// The first member that article 19 asks for and that is missing.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        let Some(manufacturer) = &self.manufacturer else { return Some("manufacturer".to_owned()) };
        if let Some(member) = manufacturer.missing() {
            return Some(format!("manufacturer.{member}"));
        }
        let is_elsewhere = !manufacturer.country.trim().is_empty() && !is_in_market(&manufacturer.country);
        match &self.responsible_person {
            None if is_elsewhere => Some("responsiblePerson".to_owned()),
            Some(person) => person.missing().map(|member| format!("responsiblePerson.{member}")),
            None => None,
        }
    }
}

/// What stands above each part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SafetyWords {
    /// Above all of it.
    pub heading: &'static str,
    /// Above who made it.
    pub manufacturer: &'static str,
    /// Above who answers for it in the EU.
    pub responsible: &'static str,
    /// Above what it is known by.
    pub identification: &'static str,
    /// Above its warnings.
    pub warnings: &'static str,
}

const WORDS: [(&str, [&str; 5]); 6] = [
    (
        "en",
        [
            "Product safety",
            "Manufacturer",
            "Responsible person in the EU",
            "Identification",
            "Warnings and safety information",
        ],
    ),
    (
        "de",
        [
            "Produktsicherheit",
            "Hersteller",
            "Verantwortliche Person in der EU",
            "Kennzeichnung",
            "Warn- und Sicherheitshinweise",
        ],
    ),
    (
        "fr",
        [
            "Sécurité du produit",
            "Fabricant",
            "Personne responsable dans l’UE",
            "Identification",
            "Avertissements et informations de sécurité",
        ],
    ),
    (
        "es",
        [
            "Seguridad del producto",
            "Fabricante",
            "Persona responsable en la UE",
            "Identificación",
            "Advertencias e información de seguridad",
        ],
    ),
    (
        "it",
        [
            "Sicurezza del prodotto",
            "Fabbricante",
            "Persona responsabile nell’UE",
            "Identificazione",
            "Avvertenze e informazioni sulla sicurezza",
        ],
    ),
    (
        "nl",
        [
            "Productveiligheid",
            "Fabrikant",
            "Verantwoordelijke persoon in de EU",
            "Identificatie",
            "Waarschuwingen en veiligheidsinformatie",
        ],
    ),
];

/// The words in the language of a locale, with its tag; English where it has none here.
#[must_use]
pub fn safety_words(locale: &str) -> (&'static str, SafetyWords) {
    let language = locale.split(['-', '_']).next().unwrap_or_default();
    let (tag, words) =
        WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(language)).unwrap_or(&WORDS[0]);
    let [heading, manufacturer, responsible, identification, warnings] = *words;
    (tag, SafetyWords { heading, manufacturer, responsible, identification, warnings })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn safety(node: Value) -> ProductSafety {
        serde_json::from_value(node).unwrap()
    }

    /// S-790: what article 19 asks for is named; a product says what differs from the shop.
    #[test]
    fn s_790_what_is_missing_and_what_a_product_says_itself() {
        let missing = |node: Value| safety(node).missing();
        assert_eq!(missing(json!({})).as_deref(), Some("manufacturer"));
        let maker = json!({"name": "Ton GmbH", "address": "Ring 1, 10115 Berlin", "email": "a@ton.example", "country": "DE"});
        for (member, expected) in [
            ("name", "manufacturer.name"),
            ("address", "manufacturer.address"),
            ("email", "manufacturer.email"),
        ] {
            let mut without = maker.clone();
            without[member] = " ".into();
            assert_eq!(missing(json!({"manufacturer": without})).as_deref(), Some(expected));
        }
        assert_eq!(missing(json!({"manufacturer": maker})), None);
        let mut elsewhere = maker.clone();
        elsewhere["country"] = "CN".into();
        assert_eq!(missing(json!({"manufacturer": elsewhere})).as_deref(), Some("responsiblePerson"));
        let mut person = maker.clone();
        person["name"] = "Einfuhr GmbH".into();
        assert_eq!(missing(json!({"manufacturer": elsewhere, "responsiblePerson": person})), None);
        person["address"] = "".into();
        let named = json!({"manufacturer": elsewhere, "responsiblePerson": person});
        assert_eq!(missing(named).as_deref(), Some("responsiblePerson.address"));

        let all = safety(json!({"manufacturer": elsewhere, "responsiblePerson": maker, "warnings": "Hot."}));
        let own = safety(json!({"identification": "Cup 7"})).or(&all);
        assert_eq!((own.manufacturer.as_ref(), own.warnings.as_str()), (all.manufacturer.as_ref(), "Hot."));
        assert_eq!(own.responsible_person, all.responsible_person);
        let other = safety(json!({"manufacturer": maker})).or(&all);
        assert_eq!(other.responsible_person, None);
        assert!(serde_json::from_value::<ProductSafety>(json!({"maker": "?"})).is_err());
        assert_eq!(safety_words("de-AT").1.manufacturer, "Hersteller");
        assert_eq!(safety_words("fi").0, "en");
    }
}
