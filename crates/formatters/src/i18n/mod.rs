//! The words about locales. Without locale data they print nothing (T-139).

mod decimal;
pub(crate) mod message;
mod money;
pub(crate) mod options;

use loggia_template::{ErrorKind, Vocabulary};

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    decimal::install(vocabulary);
    money::install(vocabulary);
    message::install(vocabulary);
    // T-128, T-154: words of older templates that leave their value as it is.
    for name in ["datetimefield", "unit"] {
        vocabulary.formatter_fn(name, |_, _, _| Ok(()));
    }
    // T-086.
    vocabulary.predicate_fn("units-metric?", |_, context| {
        context.error(ErrorKind::NotImplemented("units-metric?".into()));
        Ok(false)
    });
}
