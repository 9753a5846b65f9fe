//! The store's words: prices, buttons, variants, merchandising, the cart.

pub(crate) mod amount;
mod button;
mod cart;
pub(crate) mod facts;
mod legacy_money;
mod merchandising;
mod plan;
mod predicates;
mod price;
mod price_block;
mod price_notes;
mod region;
mod shared;
mod variants;

use std::sync::Arc;

use loggia_template::Vocabulary;

use crate::i18n::message::Messages;
use crate::i18n::zones::Zones;

pub(crate) fn install(vocabulary: &mut Vocabulary, zones: &Arc<Zones>) {
    let messages = || Messages::new(zones);
    predicates::install(vocabulary);
    price::install(vocabulary);
    price_block::install(vocabulary, messages());
    let variants = variants::install(vocabulary, messages());
    button::install(vocabulary, &variants);
    merchandising::install(vocabulary, messages());
    cart::install(vocabulary);
    legacy_money::install(vocabulary);
}
