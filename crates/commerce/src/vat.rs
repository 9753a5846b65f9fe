//! VAT numbers of the European Union, Northern Ireland and Great Britain: what they look like, and the check digits whose rules
//! are published.
//!
//! The forms are those that the Commission publishes for VIES. Check digits are tried where their rule is simple and the same for
//! all numbers of the country; a number of any other country is right when it looks like one. Only VIES knows whether somebody
//! has it.

use serde::{Deserialize, Serialize};

/// A VAT number that looks like one, in capitals without spaces, with the letters of its country: `DE136695976`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VatId(String);

/// A text that is no VAT number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a VAT number")]
pub struct NotAVatId;

/// What the VAT number of a cart does to its taxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VatIdState {
    /// The buyer owes the tax, and none is charged (Directive 2006/112/EC, articles 44, 138 and 196).
    ReverseCharge,
    /// Tax is charged: the number is of the shop's own country.
    Domestic,
    /// Tax is charged: it is of no member state of the union.
    Outside,
    /// Tax is charged: what is bought goes to another country than that of the number, is collected, or the buyer is elsewhere.
    Elsewhere,
    /// Tax is charged: the register says that nobody has it.
    Refused,
    /// Tax is charged: the register does not answer now.
    Unconfirmed,
}

/// What one place of a number may be: `9` a digit, `A` a letter, `*` either; everything else is itself.
const FORMS: [(&str, &[&str]); 29] = [
    ("AT", &["U99999999"]),
    ("BE", &["0999999999", "1999999999"]),
    ("BG", &["999999999", "9999999999"]),
    ("CY", &["99999999A"]),
    ("CZ", &["99999999", "999999999", "9999999999"]),
    ("DE", &["999999999"]),
    ("DK", &["99999999"]),
    ("EE", &["999999999"]),
    ("EL", &["999999999"]),
    ("ES", &["*9999999*"]),
    ("FI", &["99999999"]),
    ("FR", &["**999999999"]),
    ("GB", &["999999999", "999999999999", "GD999", "HA999"]),
    ("HR", &["99999999999"]),
    ("HU", &["99999999"]),
    ("IE", &["9*99999A", "9999999AA"]),
    ("IT", &["99999999999"]),
    ("LT", &["999999999", "999999999999"]),
    ("LU", &["99999999"]),
    ("LV", &["99999999999"]),
    ("MT", &["99999999"]),
    ("NL", &["999999999B99"]),
    ("PL", &["9999999999"]),
    ("PT", &["999999999"]),
    ("RO", &["99", "999", "9999", "99999", "999999", "9999999", "99999999", "999999999", "9999999999"]),
    ("SE", &["999999999999"]),
    ("SI", &["99999999"]),
    ("SK", &["9999999999"]),
    ("XI", &["999999999", "999999999999", "GD999", "HA999"]),
];

/// The longest text that is looked at: a number with spaces, dots and dashes.
const LONGEST: usize = 30;

impl VatId {
    /// The number that a text says, with or without spaces, dots, dashes and, for Greece, the letters of its ISO code.
    ///
    /// # Errors
    /// When it says none, or its check digits are others.
    pub fn parse(text: &str) -> Result<Self, NotAVatId> {
        if text.len() > LONGEST {
            return Err(NotAVatId);
        }
        let plain: String = text
            .chars()
            .filter(|one| !one.is_whitespace() && !matches!(one, '.' | '-' | '/' | ','))
            .map(|one| one.to_ascii_uppercase())
            .collect();
        let (country, number) = plain.split_at_checked(2).ok_or(NotAVatId)?;
        let country = if country == "GR" { "EL" } else { country };
        // Belgian numbers had nine digits once and are still written so.
        let number =
            if country == "BE" && number.len() == 9 { format!("0{number}") } else { number.to_owned() };
        let (_, forms) = FORMS.iter().find(|(known, _)| *known == country).ok_or(NotAVatId)?;
        if forms.iter().any(|form| looks_like(form, &number)) && has_check_digits(country, &number) {
            Ok(Self(format!("{country}{number}")))
        } else {
            Err(NotAVatId)
        }
    }

    /// The letters of its country, as VIES writes them: Greece is `EL`, Northern Ireland `XI`.
    #[must_use]
    pub fn country(&self) -> &str {
        &self.0[..2]
    }

    /// The ISO code of its country, which is another one for Greece; Northern Ireland has none of its own.
    #[must_use]
    pub fn iso_country(&self) -> &str {
        if self.country() == "EL" { "GR" } else { self.country() }
    }

    /// What stands behind them.
    #[must_use]
    pub fn number(&self) -> &str {
        &self.0[2..]
    }

    /// Whole.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// VIES knows the numbers of this country: all but those of Great Britain.
    #[must_use]
    pub fn is_in_vies(&self) -> bool {
        self.country() != "GB"
    }
}

impl TryFrom<String> for VatId {
    type Error = NotAVatId;

    fn try_from(text: String) -> Result<Self, NotAVatId> {
        Self::parse(&text)
    }
}

impl From<VatId> for String {
    fn from(id: VatId) -> Self {
        id.0
    }
}

fn looks_like(form: &str, number: &str) -> bool {
    let fits = |(form, one): (u8, u8)| match form {
        b'9' => one.is_ascii_digit(),
        b'A' => one.is_ascii_uppercase(),
        b'*' => one.is_ascii_digit() || one.is_ascii_uppercase(),
        itself => one == itself,
    };
    form.len() == number.len() && form.bytes().zip(number.bytes()).all(fits)
}

/// The digits of a text, the letters left out.
fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|one| one.to_digit(10)).collect()
}

fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

/// The remainder of a number of many digits.
fn remainder(digits: &[u32], by: u32) -> u32 {
    digits.iter().fold(0, |rest, digit| (rest * 10 + digit) % by)
}

/// The Luhn sum of all digits is a multiple of ten.
fn is_luhn(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| if at % 2 == 1 { doubled(*digit) } else { *digit })
        .sum();
    sum.is_multiple_of(10)
}

/// ISO 7064, MOD 11,10: the last digit checks those before it.
fn is_mod_11_10(digits: &[u32]) -> bool {
    let check = digits.iter().fold(10, |check, digit| {
        let sum = (check % 11 + digit) % 10;
        (if sum == 0 { 10 } else { sum }) * 2
    });
    // The last step has doubled what shall be one.
    (check / 2) % 10 == 1
}

fn has_check_digits(country: &str, number: &str) -> bool {
    let all = digits(number);
    let Some((last, rest)) = all.split_last() else { return true };
    match country {
        "AT" => {
            let doubled = |digit: u32| digit / 5 + digit * 2 % 10;
            let sum: u32 = rest
                .iter()
                .enumerate()
                .map(|(at, digit)| if at % 2 == 1 { doubled(*digit) } else { *digit })
                .sum();
            (96 - sum) % 10 == *last
        }
        "BE" => 97 - remainder(&all[..8], 97) == all[8] * 10 + all[9],
        "DE" | "HR" => is_mod_11_10(&all),
        "DK" => weighted(&all, &[2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11),
        "EE" => weighted(&all, &[3, 7, 1, 3, 7, 1, 3, 7, 1]).is_multiple_of(10),
        "EL" => weighted(&all, &[256, 128, 64, 32, 16, 8, 4, 2]) % 11 % 10 == *last,
        "FI" => weighted(&all, &[7, 9, 10, 5, 8, 4, 2, 1]).is_multiple_of(11),
        // Two digits check the company's number; keys with letters, of which I and O are none, follow no published rule.
        "FR" if number.as_bytes()[..2].iter().all(u8::is_ascii_digit) => {
            let siren = remainder(&all[2..], 97);
            (siren * 3 + 12) % 97 == all[0] * 10 + all[1]
        }
        "FR" => !number[..2].contains(['I', 'O']),
        "GB" | "XI" if all.len() >= 9 => {
            // Newer numbers are 55 or 42 off the older ones.
            matches!(weighted(&all, &[8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97, 0 | 42 | 55)
        }
        "HU" => weighted(&all, &[9, 7, 3, 1, 9, 7, 3, 1]).is_multiple_of(10),
        "IT" => is_luhn(&all),
        "LU" => remainder(&all[..6], 89) == all[6] * 10 + all[7],
        "MT" => weighted(&all, &[3, 4, 6, 7, 8, 9, 10, 1]).is_multiple_of(37),
        // Sole traders have numbers of another rule, over the letters as well.
        "NL" => {
            weighted(&all[..9], &[9, 8, 7, 6, 5, 4, 3, 2]) % 11 == all[8] || is_mod_97(&format!("NL{number}"))
        }
        "PL" => weighted(&all, &[6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == *last,
        "PT" => (11 - weighted(&all, &[9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 11 % 10 == *last,
        "RO" => {
            let padded: Vec<u32> =
                std::iter::repeat_n(0, 9 - rest.len()).chain(rest.iter().copied()).collect();
            weighted(&padded, &[7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10 % 11 % 10 == *last
        }
        "SE" => is_luhn(&all[..10]),
        "SI" => {
            let check = 11 - weighted(&all, &[8, 7, 6, 5, 4, 3, 2]) % 11;
            check != 11 && check % 10 == *last
        }
        "SK" => remainder(&all, 11) == 0,
        _ => true,
    }
}

/// ISO 7064, MOD 97-10, letters as numbers from ten.
fn is_mod_97(text: &str) -> bool {
    let rest = text
        .chars()
        .filter_map(|one| one.to_digit(36))
        .fold(0, |rest, value| if value > 9 { (rest * 100 + value) % 97 } else { (rest * 10 + value) % 97 });
    rest == 1
}
