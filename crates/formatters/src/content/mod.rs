//! The words about items, pictures, videos and collections.

pub(crate) mod codes;
mod color;
mod color_names;
mod color_syntax;
pub(crate) mod image;
mod item;
mod predicates;
mod size;
mod video;

use loggia_template::Vocabulary;

pub use color_syntax::Color;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    predicates::install(vocabulary);
    image::install(vocabulary);
    size::install(vocabulary);
    color::install(vocabulary);
    item::install(vocabulary);
    video::install(vocabulary);
}
