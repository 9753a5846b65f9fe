//! `money`: amounts in the locale's form (T-137, T-138), and `i18n-money-format`, its older kin (T-154).

use loggia_locale::{
    Decimal, DigitOptions, Locale, MoneyFormat, MoneyOptions, NumberFormat, NumberOptions, SymbolWidth,
    currency_digits, currency_symbol,
};
use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::options;
use crate::cache::Cache;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("money", |arguments| Money {
        options: options::money(arguments.iter()),
        forms: Cache::default(),
    });
    vocabulary.writer("i18n-money-format", |arguments| LegacyMoney {
        locale: match arguments.get(0).unwrap_or_default().trim() {
            "" => "en-US".into(),
            locale => locale.replace('_', "-").into(),
        },
        forms: Cache::default(),
    });
}

/// The amount and the currency of a money value: `{decimalValue, currencyCode}`, or `{value, currency}`.
pub(super) fn parts<'a>(money: Node<'a>) -> Option<(Node<'a>, Node<'a>)> {
    [("decimalValue", "currencyCode"), ("value", "currency")]
        .map(|(amount, currency)| (money.get(amount), money.get(currency)))
        .into_iter()
        .find(|(amount, currency)| !amount.is_missing() && !currency.is_missing())
}

/// Amounts in the locale's form, for any currency.
struct Money {
    options: MoneyOptions,
    forms: Cache<(Box<str>, Box<str>), MoneyFormat>,
}

impl Writer for Money {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let (Some(locale), Some((amount, code))) = (context.locale(), parts(values[0])) else {
            return Ok(());
        };
        let Ok(amount) = amount.to_text().parse::<Decimal>() else { return Ok(()) };
        let code = code.to_text();
        self.forms.with(
            |(known_locale, known_code)| **known_code == *code && **known_locale == *locale,
            || {
                let form = MoneyFormat::new(&Locale::resolve(locale), &code, &self.options);
                ((locale.into(), (*code).into()), form)
            },
            |form| form.write(&amount, context.out()),
        );
        Ok(())
    }
}

/// Amounts as stores wrote them before every locale had its form: the locale's digits, a symbol of the store's own, on
/// the side that a short list of locales says. It does not ask for the locale of the render.
struct LegacyMoney {
    locale: Box<str>,
    forms: Cache<Box<str>, LegacyForm>,
}

#[derive(Debug)]
struct LegacyForm {
    number: NumberFormat,
    symbol: String,
    symbol_is_left: bool,
}

impl LegacyForm {
    fn new(locale: &str, code: &str) -> Self {
        const ON_THE_RIGHT: [&str; 4] = ["da-DK", "de-DE", "fr-FR", "sv-SE"];
        let resolved = Locale::resolve(locale);
        let symbol = match code {
            "AUD" => "A$".into(),
            "CAD" => "C$".into(),
            "DKK" | "NOK" | "SEK" => "kr".into(),
            "EUR" => "€".into(),
            "GBP" => "£".into(),
            "JPY" => "¥".into(),
            "USD" => "$".into(),
            _ => currency_symbol(&resolved, code, SymbolWidth::Default),
        };
        let digits = currency_digits(code);
        let digits = DigitOptions {
            minimum_fraction: Some(digits.min(2)),
            maximum_fraction: Some(digits),
            ..DigitOptions::default()
        };
        Self {
            number: NumberFormat::new(&resolved, &NumberOptions { digits, ..NumberOptions::default() }),
            symbol,
            symbol_is_left: !ON_THE_RIGHT.contains(&locale),
        }
    }

    fn write(&self, amount: &Decimal, out: &mut String) {
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
        let symbol = self.symbol.as_bytes();
        let number = self.number.format(amount);
        if !self.symbol_is_left {
            out.push_str(&number);
            if is_letter(symbol.first()) {
                out.push(' ');
            }
            return out.push_str(&self.symbol);
        }
        if is_letter(symbol.last()) {
            // A minus sign stands with the number, behind the space.
            out.push_str(&self.symbol);
            out.push(' ');
            return out.push_str(&number);
        }
        let (minus, number) = number.strip_prefix('-').map_or(("", &*number), |number| ("-", number));
        for part in [minus, &*self.symbol, number] {
            out.push_str(part);
        }
    }
}

impl Writer for LegacyMoney {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let code = values[0].get("currencyCode").to_text();
        let code = if code.trim().is_empty() { "USD" } else { code.trim() };
        let amount = values[0].get("decimalValue").to_text().parse().unwrap_or_else(|_| Decimal::zero());
        self.forms.with(
            |known| **known == *code,
            || (code.into(), LegacyForm::new(&self.locale, code)),
            |form| form.write(&amount, context.out()),
        );
        Ok(())
    }
}
