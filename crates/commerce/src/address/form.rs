//! The form for an address of one country.

use serde::{Deserialize, Serialize};

use super::data::{Country, country};

/// A part of an address, by its name in an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum AddressPart {
    /// Street and number.
    Line1,
    /// Anything more.
    Line2,
    /// District, suburb or neighborhood.
    District,
    /// City or town.
    City,
    /// State, province or whatever a country calls it.
    Region,
    /// Postal code.
    PostalCode,
}

impl AddressPart {
    /// Its name on the wire, and in forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line1 => "line1",
            Self::Line2 => "line2",
            Self::District => "district",
            Self::City => "city",
            Self::Region => "region",
            Self::PostalCode => "postalCode",
        }
    }

    /// What a browser may fill in, as `autocomplete` names it.
    #[must_use]
    pub const fn autocomplete(self) -> &'static str {
        match self {
            Self::Line1 => "address-line1",
            Self::Line2 => "address-line2",
            Self::District => "address-level3",
            Self::City => "address-level2",
            Self::Region => "address-level1",
            Self::PostalCode => "postal-code",
        }
    }
}

/// The form for an address of a country: its fields in the order in which one writes them there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddressForm {
    /// ISO 3166 code of two letters.
    pub country: String,
    /// In order.
    pub fields: Vec<AddressField>,
}

/// A field of an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddressField {
    /// Which part it is.
    pub name: AddressPart,
    /// The key of its label in the catalogue of texts, such as `addressZip`.
    pub label: String,
    /// Nothing is sent without it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// One of these is chosen; a text is typed where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<AddressRegion>,
    /// What the whole text looks like, whatever its capitals, as a regular expression that browsers know too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// What it looks like, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// A region to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AddressRegion {
    /// What an address says.
    pub code: String,
    /// What a person reads.
    pub name: String,
}

impl AddressForm {
    /// The form of a country, in capitals; `None` when there is no such country. Regions are named in the country's own
    /// language where the reader's `language` is one of them, else in Latin letters. `asks_region` asks a region of a country
    /// whose letters name none.
    #[must_use]
    pub fn of(code: &str, language: &str, asks_region: bool) -> Option<Self> {
        let known = country(code)?;
        let mut parts = known.parts();
        if asks_region && !parts.contains(&AddressPart::Region) {
            let behind =
                parts.iter().position(|part| *part == AddressPart::City).map_or(parts.len(), |at| at + 1);
            parts.insert(behind, AddressPart::Region);
        }
        let mut fields: Vec<AddressField> = parts.iter().map(|part| known.field(*part, language)).collect();
        for field in fields.iter_mut().filter(|field| asks_region && field.name == AddressPart::Region) {
            field.required = true;
            if !known.parts().contains(&AddressPart::Region) {
                "checkoutRegion".clone_into(&mut field.label);
            }
        }
        Some(Self { country: code.to_owned(), fields })
    }
}

impl Country {
    /// The parts of an address, in order.
    pub(super) fn parts(&self) -> Vec<AddressPart> {
        let letters = self.format.split('%').skip(1).filter_map(|part| part.chars().next());
        let parts = letters.flat_map(|letter| match letter {
            'A' => vec![AddressPart::Line1, AddressPart::Line2],
            'D' => vec![AddressPart::District],
            'C' => vec![AddressPart::City],
            'S' => vec![AddressPart::Region],
            'Z' => vec![AddressPart::PostalCode],
            _ => vec![],
        });
        parts.collect()
    }

    /// True when an address needs the part.
    pub(super) fn requires(&self, part: AddressPart) -> bool {
        let letter = match part {
            AddressPart::Line1 => 'A',
            AddressPart::Line2 => return false,
            AddressPart::District => 'D',
            AddressPart::City => 'C',
            AddressPart::Region => 'S',
            AddressPart::PostalCode => 'Z',
        };
        // Nothing can be brought to an address without a line, whatever the data says.
        part == AddressPart::Line1 || (self.required.contains(letter) && self.parts().contains(&part))
    }

    fn field(&self, part: AddressPart, language: &str) -> AddressField {
        let is_code = part == AddressPart::PostalCode;
        let text = |text: &str| Some(text.to_owned()).filter(|text| is_code && !text.is_empty());
        AddressField {
            name: part,
            label: self.label(part).to_owned(),
            required: self.requires(part),
            choices: if part == AddressPart::Region { self.choices(language) } else { Vec::new() },
            pattern: text(self.pattern),
            example: text(self.examples.split(", ").next().unwrap_or_default()),
        }
    }

    fn choices(&self, language: &str) -> Vec<AddressRegion> {
        let spoken = language.split(['-', '_']).next().unwrap_or_default();
        let is_own = self.languages.split(' ').any(|own| own.split('-').next() == Some(spoken));
        let mut choices: Vec<AddressRegion> = self
            .regions
            .iter()
            .map(|region| AddressRegion {
                code: region.code.to_owned(),
                name: if is_own { region.name } else { region.latin }.to_owned(),
            })
            .collect();
        if !is_own {
            // The order of the data is that of the country's own letters.
            choices.sort_by(|one, other| one.name.cmp(&other.name));
        }
        choices
    }

    /// The key of a label in the catalogue of texts.
    fn label(&self, part: AddressPart) -> &'static str {
        let [region, code, city, district] = self.kinds;
        match part {
            AddressPart::Line1 => "checkoutLine1",
            AddressPart::Line2 => "checkoutLine2",
            AddressPart::Region => kind_key(region),
            AddressPart::PostalCode => kind_key(code),
            AddressPart::City => kind_key(city),
            AddressPart::District => kind_key(district),
        }
    }
}

/// The texts for the kinds of the data.
fn kind_key(kind: &str) -> &'static str {
    match kind {
        "area" => "addressArea",
        "county" => "addressCounty",
        "department" => "addressDepartment",
        "district" => "addressDistrict",
        "do_si" => "addressDoSi",
        "emirate" => "addressEmirate",
        "island" => "addressIsland",
        "neighborhood" => "addressNeighborhood",
        "oblast" => "addressOblast",
        "parish" => "addressParish",
        "pin" => "addressPin",
        "postcode" => "addressPostcode",
        "post_town" => "addressPostTown",
        "prefecture" => "addressPrefecture",
        "province" => "addressProvince",
        "state" => "addressState",
        "suburb" => "addressSuburb",
        "townland" => "addressTownland",
        "village_township" => "addressVillage",
        "zip" => "addressZip",
        "eircode" => "addressEircode",
        "postal" => "checkoutPostalCode",
        _ => "checkoutCity",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(code: &str) -> Vec<String> {
        let form = AddressForm::of(code, "en", false).unwrap();
        let mark = |field: &AddressField| if field.required { "*" } else { "" };
        form.fields
            .iter()
            .map(|field| format!("{}{} {}", field.name.name(), mark(field), field.label))
            .collect()
    }

    /// S-630: fields, their order, labels and what is needed are those of the country.
    #[test]
    fn s_630_each_country_has_its_own_form() {
        let us = [
            "line1* checkoutLine1",
            "line2 checkoutLine2",
            "city* checkoutCity",
            "region* addressState",
            "postalCode* addressZip",
        ];
        assert_eq!(written("US"), us);
        let de = [
            "line1* checkoutLine1",
            "line2 checkoutLine2",
            "postalCode* checkoutPostalCode",
            "city* checkoutCity",
        ];
        assert_eq!(written("DE"), de);
        let gb = [
            "line1* checkoutLine1",
            "line2 checkoutLine2",
            "city* addressPostTown",
            "postalCode* addressPostcode",
        ];
        assert_eq!(written("GB"), gb);
        let jp = [
            "postalCode* checkoutPostalCode",
            "region* addressPrefecture",
            "line1* checkoutLine1",
            "line2 checkoutLine2",
        ];
        assert_eq!(written("JP"), jp);
        assert_eq!(written("IN")[2..4], ["city* checkoutCity", "postalCode* addressPin"]);
        assert_eq!(written("AU")[2], "city* addressSuburb");
        assert_eq!(written("BR")[2], "district addressNeighborhood");
        assert_eq!(written("IE")[4..], ["region addressCounty", "postalCode addressEircode"]);
        // Nobody has written down how its addresses look: a line and a city will do.
        assert_eq!(written("AO"), ["line1* checkoutLine1", "line2 checkoutLine2", "city* checkoutCity"]);
        assert_eq!(AddressForm::of("XX", "en", false), None);
    }

    /// S-630: regions are a list, in the words of the country or in Latin letters.
    #[test]
    fn s_630_regions_are_a_list_that_its_reader_can_read() {
        let named = |code: &str, language: &str| {
            let form = AddressForm::of(code, language, false).unwrap();
            form.fields.into_iter().find(|field| field.name == AddressPart::Region).unwrap().choices
        };
        let is = |code: &str, language: &str, region: &str, name: &str| {
            assert!(
                named(code, language).iter().any(|one| one.code == region && one.name == name),
                "{code} {name}"
            );
        };
        is("US", "de", "NY", "New York");
        is("JP", "ja", "13", "東京都");
        is("JP", "en", "13", "Tokyo");
        is("AE", "ar-AE", "DU", "دبي");
        is("AE", "en", "DU", "Dubai");
        is("HK", "zh-Hant", "Kowloon", "九龍");
        assert_eq!(named("US", "en").len(), 62);
        // Where letters name no region, one is asked all the same when a tax depends on it.
        let asked = AddressForm::of("FR", "fr", true).unwrap().fields;
        let region = asked.iter().find(|field| field.name == AddressPart::Region).unwrap();
        assert!(region.required && region.choices.is_empty());
        assert!(
            AddressForm::of("FR", "fr", false)
                .unwrap()
                .fields
                .iter()
                .all(|field| field.name != AddressPart::Region)
        );
    }

    /// S-630: no country has a field twice, and each has a first line.
    #[test]
    fn s_630_every_form_has_each_part_once() {
        for code in crate::country::countries() {
            let parts = country(code).unwrap().parts();
            let mut once = parts.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!((once.len(), parts.contains(&AddressPart::Line1)), (parts.len(), true), "{code}");
        }
    }
}
