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
mod region;
mod variants;

use loggia_template::Vocabulary;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    predicates::install(vocabulary);
    price::install(vocabulary);
    let variants = variants::install(vocabulary);
    button::install(vocabulary, &variants);
    merchandising::install(vocabulary);
    cart::install(vocabulary);
    legacy_money::install(vocabulary);
}
