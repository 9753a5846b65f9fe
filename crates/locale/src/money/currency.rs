//! What CLDR knows of currencies.

use super::options::SymbolWidth;
use crate::{locale::Locale, pack, plural::PluralCategory};

/// The fraction digits of a currency (ISO 4217 code in capitals): 0 for JPY, 2 for most and for unknown codes.
pub fn currency_digits(code: &str) -> u8 {
    pack::supplement(&format!("digits.{code}")).parse().unwrap_or(2)
}

/// The symbol of a currency in a locale, its code when the locale has none.
pub fn currency_symbol(locale: &Locale, code: &str, width: SymbolWidth) -> String {
    let usual = locale.get(&format!("currency.{code}.symbol"));
    let symbol = match width {
        SymbolWidth::Default => usual,
        SymbolWidth::Narrow => {
            locale.first_of([&format!("currency.{code}.narrow"), &format!("currency.{code}.symbol")])
        }
    };
    if symbol.is_empty() { code.to_string() } else { symbol.to_string() }
}

/// The name of a currency beside a number of a plural category (`US dollars`); its code when the locale has none.
pub fn currency_name(locale: &Locale, code: &str, category: PluralCategory) -> String {
    let name = locale.first_of([
        &format!("currency.{code}.name.{category}"),
        &format!("currency.{code}.name.other"),
        &format!("currency.{code}.name"),
    ]);
    if name.is_empty() { code.to_string() } else { name.to_string() }
}
