//! The currency table: code, name, digits, number and how an amount is dressed (N-030…033, C-010…015).

use std::fmt;

use serde::{Deserialize, Serialize};

/// The currency of a store that names none.
pub const DEFAULT_CURRENCY: CurrencyCode = CurrencyCode(*b"USD");
/// The locale of a site that names none.
pub const DEFAULT_LOCALE: &str = "en-US";
/// Fraction digits of a currency that is not in the table (C-013).
pub const DEFAULT_FRACTION_DIGITS: u8 = 2;

/// A three-letter currency code, upper case. Codes outside the table are allowed and have two fraction digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CurrencyCode([u8; 3]);

/// A text that is no currency code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a currency code: three letters such as USD are expected")]
pub struct NotACurrencyCode(pub String);

impl CurrencyCode {
    /// Reads a code; lower case is accepted.
    ///
    /// # Errors
    /// [`NotACurrencyCode`] unless the text is three ASCII letters.
    pub fn parse(text: &str) -> Result<Self, NotACurrencyCode> {
        match <[u8; 3]>::try_from(text.as_bytes()) {
            Ok(bytes) if bytes.iter().all(u8::is_ascii_alphabetic) => {
                Ok(Self(bytes.map(|byte| byte.to_ascii_uppercase())))
            }
            _ => Err(NotACurrencyCode(text.to_owned())),
        }
    }

    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("a code holds ASCII letters only")
    }

    /// Its row in the table, when it has one.
    #[must_use]
    pub fn find(self) -> Option<&'static Currency> {
        CURRENCIES.iter().find(|currency| currency.code == self.as_str())
    }

    /// The least that can be paid, in minor units: one, or a hundred of a currency that has none smaller than whole ones.
    #[must_use]
    pub fn smallest_coin(self) -> i64 {
        if self.fraction_digits() == 0 { 100 } else { 1 }
    }

    /// How many fraction digits are shown: 2, or 0 for JPY.
    #[must_use]
    pub fn fraction_digits(self) -> u8 {
        self.find().map_or(DEFAULT_FRACTION_DIGITS, |currency| currency.fraction_digits)
    }
}

impl Default for CurrencyCode {
    fn default() -> Self {
        DEFAULT_CURRENCY
    }
}

impl fmt::Display for CurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for CurrencyCode {
    type Error = NotACurrencyCode;

    fn try_from(text: String) -> Result<Self, NotACurrencyCode> {
        Self::parse(&text)
    }
}

impl From<CurrencyCode> for String {
    fn from(code: CurrencyCode) -> Self {
        code.as_str().to_owned()
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for CurrencyCode {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for CurrencyCode {}

/// A row of the currency table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Currency {
    /// ISO 4217 code.
    pub code: &'static str,
    /// ISO 4217 name.
    pub currency_name: &'static str,
    /// Digits shown after the decimal point. Amounts are hundredths all the same (C-006).
    pub fraction_digits: u8,
    /// ISO 4217 number, three digits.
    pub numeric_code: &'static str,
    /// The symbol alone.
    pub symbol: &'static str,
    /// The symbol stands after the amount, separated by a no-break space.
    #[serde(skip)]
    pub symbol_follows: bool,
}

impl Currency {
    const fn new(
        code: &'static str,
        numeric_code: &'static str,
        symbol: &'static str,
        currency_name: &'static str,
    ) -> Self {
        Self {
            code,
            currency_name,
            fraction_digits: DEFAULT_FRACTION_DIGITS,
            numeric_code,
            symbol,
            symbol_follows: false,
        }
    }

    const fn after(
        code: &'static str,
        numeric_code: &'static str,
        symbol: &'static str,
        currency_name: &'static str,
    ) -> Self {
        Self { symbol_follows: true, ..Self::new(code, numeric_code, symbol, currency_name) }
    }
}

/// The supported currencies, in the specification's order. The specification counts 26 and lists 27: all are accepted (N-033).
pub const CURRENCIES: [Currency; 27] = [
    Currency::new("EUR", "978", "€", "Euro"),
    Currency::new("USD", "840", "$", "US Dollar"),
    Currency::new("AUD", "036", "A$", "Australian Dollar"),
    Currency::after("NOK", "578", "kr", "Norwegian Krone"),
    Currency::new("CAD", "124", "CA$", "Canadian Dollar"),
    Currency::new("NZD", "554", "NZ$", "New Zealand Dollar"),
    Currency::after("DKK", "208", "kr", "Danish Krone"),
    Currency::new("GBP", "826", "£", "British Pound"),
    Currency::new("HKD", "344", "HK$", "Hong Kong Dollar"),
    Currency::new("CHF", "756", "CHF", "Swiss Franc"),
    Currency::new("MXN", "484", "MX$", "Mexican Peso"),
    Currency::new("SGD", "702", "S$", "Singapore Dollar"),
    Currency::after("SEK", "752", "kr", "Swedish Krona"),
    Currency::after("CZK", "203", "Kč", "Czech Koruna"),
    Currency::new("ILS", "376", "₪", "Israeli New Shekel"),
    Currency::new("PHP", "608", "₱", "Philippine Peso"),
    Currency::after("RUB", "643", "₽", "Russian Ruble"),
    Currency::after("PLN", "985", "zł", "Polish Zloty"),
    Currency::new("THB", "764", "฿", "Thai Baht"),
    Currency::new("MYR", "458", "RM", "Malaysian Ringgit"),
    Currency::new("ARS", "032", "AR$", "Argentine Peso"),
    Currency::new("BRL", "986", "R$", "Brazilian Real"),
    Currency::new("COP", "170", "COL$", "Colombian Peso"),
    Currency::new("IDR", "360", "Rp", "Indonesian Rupiah"),
    Currency::new("INR", "356", "₹", "Indian Rupee"),
    Currency { fraction_digits: 0, ..Currency::new("JPY", "392", "¥", "Japanese Yen") },
    Currency::new("ZAR", "710", "R", "South African Rand"),
];

/// What a page or an answer says about its currency: everything needed to write an amount without the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageCurrency {
    /// ISO 4217 code.
    pub code: CurrencyCode,
    /// Digits shown after the decimal point: 2, or 0 for JPY.
    pub fraction_digits: u8,
    /// The symbol alone.
    pub symbol: String,
    /// Written before the number; the sign of a negative amount stands before it.
    pub prefix: String,
    /// Written after the number, with its no-break space.
    pub suffix: String,
    /// The site's locale.
    pub locale: String,
    /// How the locale writes amounts of this currency, where the site asks for that (`useCLDRMoneyFormat`) and it differs
    /// from comma, point and the prefix and suffix above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<AmountForm>,
}

/// How a locale writes amounts of one currency: what stands around the digits and between them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AmountForm {
    /// Before an amount that is not negative.
    pub prefix: String,
    /// Behind it.
    pub suffix: String,
    /// Before the size of a negative amount, with the sign where it stands there.
    pub negative_prefix: String,
    /// Behind it.
    pub negative_suffix: String,
    /// Between whole and fraction.
    pub decimal: String,
    /// Between groups of digits; empty where they are not grouped.
    pub group: String,
    /// Digits of the group next to the point.
    pub group_size: u8,
    /// Digits of every further group: 2 in India, after a first of 3.
    pub further_group_size: u8,
    /// Digits that stand before the first separator at least.
    pub minimum_grouping: u8,
    /// Digits behind the point, as the locale shows the currency: 3 for KWD, although amounts are hundredths.
    pub fraction_digits: u8,
    /// The ten digits from 0 on, where they are not those of ASCII.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digits: Option<String>,
    /// CLDR's name of these digits (`arab`), for dates beside the amounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number_system: Option<String>,
}

impl PageCurrency {
    /// The same currency in the form of a locale. A form that says what the table says is left out.
    #[must_use]
    pub fn with_form(mut self, form: AmountForm) -> Self {
        self.form = Some(form).filter(|form| *form != self.plain_form());
        self
    }

    /// The form of one that has none: comma, point, and the table's symbol.
    #[must_use]
    pub fn plain_form(&self) -> AmountForm {
        AmountForm {
            prefix: self.prefix.clone(),
            suffix: self.suffix.clone(),
            negative_prefix: format!("-{}", self.prefix),
            negative_suffix: self.suffix.clone(),
            decimal: ".".to_owned(),
            group: ",".to_owned(),
            group_size: 3,
            further_group_size: 3,
            minimum_grouping: 1,
            fraction_digits: self.fraction_digits,
            digits: None,
            number_system: None,
        }
    }

    /// How a currency is written; one outside the table is written as its code, a no-break space, the number.
    #[must_use]
    pub fn new(code: CurrencyCode, locale: &str) -> Self {
        let (symbol, prefix, suffix) = match code.find() {
            Some(row) if row.symbol_follows => (row.symbol, String::new(), format!("\u{a0}{}", row.symbol)),
            // A code for a symbol (CHF) needs air before the number.
            Some(row) if row.symbol == row.code => {
                (row.symbol, format!("{}\u{a0}", row.symbol), String::new())
            }
            Some(row) => (row.symbol, row.symbol.to_owned(), String::new()),
            None => (code.as_str(), format!("{code}\u{a0}"), String::new()),
        };
        Self {
            code,
            fraction_digits: code.fraction_digits(),
            symbol: symbol.to_owned(),
            prefix,
            suffix,
            locale: locale.to_owned(),
            form: None,
        }
    }
}

impl Default for PageCurrency {
    fn default() -> Self {
        Self::new(DEFAULT_CURRENCY, DEFAULT_LOCALE)
    }
}
