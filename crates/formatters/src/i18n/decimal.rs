//! `decimal`: numbers in the locale's form (T-135, T-136).

use loggia_locale::{Decimal, Locale, NumberFormat, NumberOptions};
use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::options;
use crate::cache::Cache;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("decimal", |arguments| DecimalText {
        options: options::number(arguments.iter()),
        forms: Cache::default(),
    });
}

struct DecimalText {
    options: NumberOptions,
    forms: Cache<Box<str>, NumberFormat>,
}

impl Writer for DecimalText {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let Some(locale) = context.locale() else { return Ok(()) };
        // T-140: what is no number prints nothing.
        let Ok(number) = values[0].to_text().parse::<Decimal>() else { return Ok(()) };
        self.forms.with(
            |known| **known == *locale,
            || (locale.into(), NumberFormat::new(&Locale::resolve(locale), &self.options)),
            |form| form.write(&number, context.out()),
        );
        Ok(())
    }
}
