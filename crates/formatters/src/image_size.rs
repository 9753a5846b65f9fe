//! Picture sizes: `WxH`, the other side of a resized picture, the width variants the image server keeps.

use crate::number::{parse_int, to_int32};

/// The widths in which every picture is kept, smallest first.
pub(crate) const WIDTH_VARIANTS: [&str; 7] = ["100w", "300w", "500w", "750w", "1000w", "1500w", "2500w"];

/// What the size formatters print for a text that is not `WxH`.
pub(crate) const INVALID_SIZE: &str = "Invalid source parameter. Pass in 'originalSize'";

/// The two sides of a picture, in pixels; a side that is no number is `NaN`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ImageSize {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl ImageSize {
    /// Reads `1200x800`; `None` unless the text has exactly one `x`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (width, height) = text.split_once('x')?;
        if height.contains('x') {
            return None;
        }
        Some(Self { width: parse_int(width), height: parse_int(height) })
    }

    /// The height of the picture when it is shown `width` pixels wide.
    pub(crate) fn height_for_width(self, width: f64) -> i32 {
        to_int32(self.height * (width / self.width))
    }

    /// The width of the picture when it is shown `height` pixels high.
    pub(crate) fn width_for_height(self, height: f64) -> i32 {
        to_int32(self.width * (height / self.height))
    }
}

/// The variant to load for a picture shown `width` pixels wide; the smallest when the width is no number.
pub(crate) fn thumbnail(width: f64) -> &'static str {
    const ABOVE: [(f64, &str); 5] =
        [(1000.0, "1500w"), (750.0, "1000w"), (500.0, "750w"), (300.0, "500w"), (100.0, "300w")];
    ABOVE.iter().find(|(limit, _)| width > *limit).map_or("100w", |(_, variant)| variant)
}

/// The variant one step above `variant`, or `None` for the largest and for unknown ones.
pub(crate) fn next_variant(variant: &str) -> Option<&'static str> {
    let at = WIDTH_VARIANTS.iter().position(|known| *known == variant)?;
    WIDTH_VARIANTS.get(at + 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_204_thumbnail_thresholds() {
        let cases = [
            (f64::NAN, "100w"),
            (100.0, "100w"),
            (101.0, "300w"),
            (300.0, "300w"),
            (301.0, "500w"),
            (501.0, "750w"),
            (750.0, "750w"),
            (751.0, "1000w"),
            (1000.0, "1000w"),
            (1001.0, "1500w"),
        ];
        for (width, variant) in cases {
            assert_eq!(thumbnail(width), variant, "{width}");
        }
    }

    #[test]
    fn t_206_the_other_side_is_scaled_and_cut() {
        let size = ImageSize::parse("250x175").unwrap();
        assert_eq!(size.height_for_width(50.0), 35);
        assert_eq!(size.width_for_height(50.0), 71);
    }

    #[test]
    fn t_205_a_size_has_exactly_one_x() {
        for text in ["", "12", "1x2x3"] {
            assert_eq!(ImageSize::parse(text), None, "{text}");
        }
    }

    #[test]
    fn t_203_the_original_takes_the_next_size() {
        assert_eq!(next_variant("1500w"), Some("2500w"));
        assert_eq!(next_variant("2500w"), None);
        assert_eq!(next_variant("640w"), None);
    }
}
