//! Sides and variants of pictures: `width`, `height`, `resizedHeightForWidth`, `resizedWidthForHeight`,
//! `squarespaceThumbnailForWidth`, `squarespaceThumbnailForHeight`.

use loggia_template::{Arguments, Context, Fault, Formatter, Node, Vocabulary, parse_int};

use crate::image_size::{INVALID_SIZE, ImageSize, thumbnail};

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.formatter("width", |_| OfSize(|size, _| Node::number(size.width), Node::Missing, 0.0));
    vocabulary.formatter("height", |_| OfSize(|size, _| Node::number(size.height), Node::Missing, 0.0));
    vocabulary.formatter("resizedHeightForWidth", |arguments| {
        let height = |size: ImageSize, width| Node::number(size.height_for_width(width).into());
        OfSize(height, Node::Text(INVALID_SIZE), pixels(arguments))
    });
    vocabulary.formatter("resizedWidthForHeight", |arguments| {
        let width = |size: ImageSize, height| Node::number(size.width_for_height(height).into());
        OfSize(width, Node::Text(INVALID_SIZE), pixels(arguments))
    });
    vocabulary.formatter("squarespaceThumbnailForHeight", |arguments| {
        let variant = |size: ImageSize, height| Node::Text(thumbnail(size.width_for_height(height).into()));
        OfSize(variant, Node::Text(INVALID_SIZE), pixels(arguments))
    });
    vocabulary.formatter("squarespaceThumbnailForWidth", |arguments| Constant(thumbnail(pixels(arguments))));
}

/// The pixels that the first argument asks for.
fn pixels(arguments: &Arguments<'_>) -> f64 {
    parse_int(arguments.get(0).unwrap_or_default())
}

/// What a size and the asked pixels give, and what a text gives that is no size (T-205 to T-207).
struct OfSize(fn(ImageSize, f64) -> Node<'static>, Node<'static>, f64);

impl Formatter for OfSize {
    fn apply<'r>(&self, values: &mut [Node<'r>], _: &mut Context<'r>) -> Result<(), Fault> {
        let Self(answer, invalid, pixels) = self;
        values[0] = ImageSize::parse(&values[0].to_text()).map_or(*invalid, |size| answer(size, *pixels));
        Ok(())
    }
}

/// The same for every value.
struct Constant(&'static str);

impl Formatter for Constant {
    fn apply<'r>(&self, values: &mut [Node<'r>], _: &mut Context<'r>) -> Result<(), Fault> {
        values[0] = Node::Text(self.0);
        Ok(())
    }
}
