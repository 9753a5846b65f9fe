//! The money formatters of older templates: `money-format`, `moneyFormat`, `money-string`, `bookkeeper-money-format`,
//! `percentage-format`.

use loggia_locale::{Decimal, DigitOptions, Locale, MoneyFormat, MoneyOptions, NumberFormat, NumberOptions};
use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use crate::cache::Cache;
use crate::fragment::{Fill, Fragment, fragment};

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("money-format", |_| Plain);
    vocabulary.writer("moneyFormat", |_| Plain);
    vocabulary.writer("money-string", |_| Native(fragment!("commerce/money-native.html", "amount")));
    vocabulary.writer("bookkeeper-money-format", |_| Bookkeeper::default());
    vocabulary.writer("percentage-format", |arguments| Percentage {
        least: if arguments.iter().any(|argument| argument == "trim") { 0 } else { 2 },
        forms: Cache::default(),
    });
}

/// A number of hundredths; none when the value is not a number.
pub(super) fn hundredths(value: Node<'_>) -> Option<f64> {
    let amount: Decimal = value.to_text().parse().ok()?;
    amount.to_string().parse().ok()
}

/// Writes hundredths with two decimals and English groups: `1,234.50`.
pub(super) fn write_hundredths(hundredths: f64, out: &mut String) {
    super::amount::write_grouped(&format!("{:.2}", hundredths / 100.0), out);
}

/// T-144.
struct Plain;

impl Writer for Plain {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        if let Some(amount) = hundredths(values[0]) {
            write_hundredths(amount, context.out());
        }
        Ok(())
    }
}

/// T-145.
struct Native(Fragment<1>);

impl Writer for Native {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        if let Some(amount) = hundredths(values[0]) {
            self.0.write(context.out(), [Fill::With(&|out| write_hundredths(amount, out))]);
        }
        Ok(())
    }
}

/// T-143: hundredths in the currency of the locale's region.
#[derive(Default)]
struct Bookkeeper {
    forms: Cache<Box<str>, MoneyFormat>,
}

impl Writer for Bookkeeper {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let Some(locale) = context.locale() else { return Ok(()) };
        let amount = decimal(values[0]).shifted(-2);
        self.forms.with(
            |known| **known == *locale,
            || {
                let resolved = Locale::resolve(locale);
                let currency = super::region::currency_of(resolved.region());
                (locale.into(), MoneyFormat::new(&resolved, currency, &MoneyOptions::default()))
            },
            |form| form.write(&amount, context.out()),
        );
        Ok(())
    }
}

/// T-141, T-142: a plain number with up to three decimals; no sign is added and nothing is scaled.
struct Percentage {
    least: u8,
    forms: Cache<Box<str>, NumberFormat>,
}

impl Writer for Percentage {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let Some(locale) = context.locale() else { return Ok(()) };
        let number = decimal(values[0]);
        self.forms.with(
            |known| **known == *locale,
            || {
                let digits = DigitOptions {
                    minimum_fraction: Some(self.least),
                    maximum_fraction: Some(3),
                    ..DigitOptions::default()
                };
                let options = NumberOptions { digits, ..NumberOptions::default() };
                (locale.into(), NumberFormat::new(&Locale::resolve(locale), &options))
            },
            |form| form.write(&number, context.out()),
        );
        Ok(())
    }
}

fn decimal(value: Node<'_>) -> Decimal {
    value.to_text().parse().unwrap_or_else(|_| Decimal::zero())
}
