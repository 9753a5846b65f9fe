//! The words about locales. Without locale data they print nothing (T-139).

mod datetime;
mod decimal;
pub(crate) mod message;
mod money;
pub(crate) mod options;
pub(crate) mod zones;

use std::sync::Arc;

use loggia_template::{ErrorKind, Vocabulary};
use zones::Zones;

pub(crate) fn install(vocabulary: &mut Vocabulary, zones: &Arc<Zones>) {
    decimal::install(vocabulary);
    money::install(vocabulary);
    message::install(vocabulary, zones);
    datetime::install(vocabulary, zones);
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
