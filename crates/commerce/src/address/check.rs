//! When an address is wrong, and how one that is right is kept.

use regex::RegexBuilder;

use super::data::{Country, country};
use super::form::AddressPart;
use super::location::ShippingLocation;
use super::region::region_code;
use crate::country::is_country;
use crate::detail::{DetailProblem, Details, tidy_line};

impl ShippingLocation {
    /// The same address as it is kept: without white space around its parts, the country and the region by their codes, the
    /// postal code in capitals. What is not known stays as it was typed.
    #[must_use]
    pub fn tidied(&self) -> Self {
        let country = self.country_code();
        let region = tidy_line(&self.region);
        Self {
            region: region_code(&country, &region).map_or(region, str::to_owned),
            city: tidy_line(&self.city),
            district: tidy_line(&self.district),
            postal_code: tidy_line(&self.postal_code).chars().map(narrow).collect::<String>().to_uppercase(),
            line1: tidy_line(&self.line1),
            line2: tidy_line(&self.line2),
            country,
        }
    }

    fn part(&self, part: AddressPart) -> &str {
        match part {
            AddressPart::Line1 => &self.line1,
            AddressPart::Line2 => &self.line2,
            AddressPart::District => &self.district,
            AddressPart::City => &self.city,
            AddressPart::Region => &self.region,
            AddressPart::PostalCode => &self.postal_code,
        }
    }
}

/// The digits of other scripts, and the digits and letters of a Japanese keyboard, which are as wide as its signs, as those that
/// postal codes are written with.
fn narrow(one: char) -> char {
    let digit = |zero: u32| char::from_digit(u32::from(one) - zero, 10).unwrap_or(one);
    match one {
        '\u{0660}'..='\u{0669}' => digit(0x0660),
        '\u{06f0}'..='\u{06f9}' => digit(0x06f0),
        '\u{0966}'..='\u{096f}' => digit(0x0966),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(one) - 0xfee0).unwrap_or(one),
        '\u{3000}' => ' ',
        // Dashes and the long sound mark, typed for a hyphen.
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{30fc}' => '-',
        _ => one,
    }
}

/// Everything that is wrong with the address of a parcel, tidied before, by its fields, each behind `prefix`.
pub fn check_address(location: &ShippingLocation, prefix: &str, found: &mut Details) {
    let mut wrong = |name: &str, problem| found.add(&format!("{prefix}{name}"), problem);
    if location.country.is_empty() {
        wrong("country", DetailProblem::ShippingLocationMissing);
    }
    let all = [
        AddressPart::Line1,
        AddressPart::Line2,
        AddressPart::District,
        AddressPart::City,
        AddressPart::Region,
        AddressPart::PostalCode,
    ];
    for name in location.long_parts() {
        wrong(name, DetailProblem::AddressTooLong);
    }
    let known = country(&location.country).filter(|_| is_country(&location.country));
    let Some(known) = known else {
        if location.line1.is_empty() {
            wrong("line1", DetailProblem::ShippingLocationMissing);
        }
        if !location.country.is_empty() {
            wrong("country", DetailProblem::CountryUnknown);
        }
        return;
    };
    for part in all.into_iter().filter(|part| known.requires(*part) && location.part(*part).is_empty()) {
        wrong(
            part.name(),
            match part {
                AddressPart::Region => DetailProblem::StateMissing,
                AddressPart::PostalCode => DetailProblem::PostalCodeMissing,
                _ => DetailProblem::ShippingLocationMissing,
            },
        );
    }
    if !location.region.is_empty() && !known.has_region(&location.region) {
        wrong("region", DetailProblem::StateUnknown);
    }
    if !location.postal_code.is_empty() && !known.has_postal_code(&location.postal_code) {
        wrong("postalCode", DetailProblem::PostalCodeInvalid);
    }
}

impl Country {
    /// Where the regions are not known, everything is one.
    fn has_region(&self, text: &str) -> bool {
        self.regions.is_empty() || self.region_code(text).is_some()
    }

    /// Where nobody has written down what its postal codes look like, everything is one.
    fn has_postal_code(&self, text: &str) -> bool {
        // No postal code is nearly so long.
        if self.pattern.is_empty() || text.len() > ShippingLocation::LONGEST_PART {
            return true;
        }
        let whole = format!("^(?:{})$", self.pattern);
        RegexBuilder::new(&whole)
            .case_insensitive(true)
            .unicode(false)
            .build()
            .is_ok_and(|pattern| pattern.is_match(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(json: serde_json::Value) -> Vec<(String, &'static str)> {
        let location: ShippingLocation = serde_json::from_value(json).unwrap();
        let mut found = Details::default();
        check_address(&location.tidied(), "", &mut found);
        found.iter().map(|(name, problem)| (name.to_owned(), problem.code())).collect()
    }

    fn of(country: &str, region: &str, postal_code: &str) -> serde_json::Value {
        serde_json::json!({"country": country, "region": region, "postalCode": postal_code, "line1": "1 Lane", "city": "Town"})
    }

    fn at(name: &str, code: &'static str) -> Vec<(String, &'static str)> {
        vec![(name.to_owned(), code)]
    }

    /// S-632: an address that is none is refused at its field.
    #[test]
    fn s_632_what_is_wrong_is_said_at_its_field() {
        assert_eq!(problems(of("XX", "", "")), at("country", "country-unknown"));
        assert_eq!(problems(of("United States", "NY", "10001")), at("country", "country-unknown"));
        assert_eq!(problems(of("US", "", "10001")), at("region", "state-missing"));
        assert_eq!(problems(of("US", "Atlantis", "10001")), at("region", "state-unknown"));
        assert_eq!(problems(of("US", "NY", "")), at("postalCode", "postal-code-missing"));
        for (country, region, code) in [
            ("US", "NY", "SW1A 1AA"),
            ("US", "NY", "1234"),
            ("US", "NY", "100011"),
            ("DE", "", "5066"),
            ("DE", "", "50667x"),
            ("GB", "", "50667"),
            ("CA", "ON", "D1A 1A1"),
            ("JP", "13", "1234"),
            ("NL", "", "0123 AB"),
            ("US", "NY", "10001\n10001"),
            ("SE", "", "1234"),
        ] {
            assert_eq!(
                problems(of(country, region, code)),
                at("postalCode", "postal-code-invalid"),
                "{country} {code}"
            );
        }
        let empty: Vec<String> = problems(serde_json::json!({})).into_iter().map(|(name, _)| name).collect();
        assert_eq!(empty, ["country", "line1"]);
        let us: Vec<String> =
            problems(serde_json::json!({"country": "US"})).into_iter().map(|(name, _)| name).collect();
        assert_eq!(us, ["line1", "city", "region", "postalCode"]);
        let mut long = of("US", "NY", "10001");
        long["line2"] = "x".repeat(50_000).into();
        assert_eq!(problems(long), at("line2", "address-too-long"));
        let mut long = of("US", "NY", "10001");
        long["region"] = "x".repeat(50_000).into();
        assert_eq!(problems(long), at("region", "address-too-long"));
    }

    /// S-632: what people write is understood, and kept in one way.
    #[test]
    fn s_632_what_is_right_is_kept_in_one_way() {
        for (country, region, code) in [
            ("us", "new york", " 10001-1234 "),
            ("US", "N.Y.", "10001"),
            ("GB", "", "sw1a 1aa"),
            ("GB", "", "SW1A1AA"),
            ("CA", "Québec", "h3z2y7"),
            ("JP", "東京都", "１００−０００１"),
            ("DE", "", "50667"),
            ("DE", "Bayern", "80331"),
            ("IE", "", ""),
            ("HK", "Kowloon", ""),
            ("AO", "", "anything"),
            ("SA", "", "١٢٣٤٥"),
            ("SG", "", "546080"),
        ] {
            assert_eq!(problems(of(country, region, code)), [], "{country} {region} {code}");
        }
        let kept: ShippingLocation = serde_json::from_value(of(" us ", "N.Y.", " 10001 ")).unwrap();
        let kept = kept.tidied();
        assert_eq!(
            (kept.country.as_str(), kept.region.as_str(), kept.postal_code.as_str()),
            ("US", "NY", "10001")
        );
        let kept: ShippingLocation =
            serde_json::from_value(of("JP", "とうきょう", "１００ー０００１")).unwrap();
        let kept = kept.tidied();
        assert_eq!((kept.region.as_str(), kept.postal_code.as_str()), ("とうきょう", "100-0001"));
        assert_eq!(kept.tidied(), kept);
    }

    /// S-632: the pattern of every country is one that this program knows, and every example of a postal code is one.
    #[test]
    fn s_632_every_example_of_a_postal_code_is_one() {
        let mut examples = 0;
        for code in crate::country::countries() {
            let known = country(code).unwrap();
            for example in known.examples.split(", ").filter(|example| !example.is_empty()) {
                examples += 1;
                assert!(known.has_postal_code(example) || known.pattern.is_empty(), "{code} {example}");
            }
            assert!(known.pattern.is_empty() || !known.has_postal_code("x!"), "{code} takes everything");
        }
        assert!(examples > 200, "{examples}");
    }
}
