#![doc = include_str!("../README.md")]

mod cache;
mod commerce;
mod content;
mod date;
mod event;
mod form;
mod fragment;
mod i18n;
mod image_size;
mod markup;
mod number;
mod outcome;
mod scope;
mod social;
mod social_links;

use std::sync::Arc;

use i18n::zones::Zones;
use loggia_template::Vocabulary;

pub use content::Color;
pub use i18n::message::FUNCTIONS as MESSAGE_FUNCTIONS;

/// The whole vocabulary of the language: the core words and every word of this crate.
pub fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::core();
    install(&mut vocabulary);
    vocabulary
}

/// Adds every word of this crate to a vocabulary.
pub fn install(vocabulary: &mut Vocabulary) {
    let zones = Arc::new(Zones::default());
    commerce::install(vocabulary, &zones);
    content::install(vocabulary);
    social::install(vocabulary);
    date::install(vocabulary, &zones);
    event::install(vocabulary);
    form::install(vocabulary);
    i18n::install(vocabulary, &zones);
}
