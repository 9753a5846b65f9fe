//! The two faces that documents are set in, and how wide a text is in them.

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

const REGULAR: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../../fonts/NotoSans-Bold.ttf");

/// Stands for a letter that the faces do not have: a PDF/A shows no missing glyph.
const UNKNOWN: char = '?';

/// Both faces.
pub struct Fonts {
    regular: Face,
    bold: Face,
}

/// One of them.
pub struct Face {
    /// As it is drawn.
    pub font: Font,
    reader: FontRef<'static>,
}

impl Fonts {
    /// Those of the crate; there always.
    pub fn bundled() -> Option<Self> {
        Some(Self { regular: Face::read(REGULAR)?, bold: Face::read(BOLD)? })
    }

    /// The bold one or the other.
    pub fn face(&self, is_bold: bool) -> &Face {
        if is_bold { &self.bold } else { &self.regular }
    }
}

impl Face {
    fn read(bytes: &'static [u8]) -> Option<Self> {
        Some(Self { font: Font::new(bytes.into(), 0)?, reader: FontRef::new(bytes).ok()? })
    }

    /// The text as this face can show it.
    pub fn shown(&self, text: &str) -> String {
        let map = self.reader.charmap();
        let known = |letter: char| {
            let is_space = letter.is_whitespace() && letter != '\u{a0}' && letter != '\u{202f}';
            let letter = if is_space { ' ' } else { letter };
            if map.map(letter).is_some_and(|glyph| glyph.to_u32() != 0) { letter } else { UNKNOWN }
        };
        text.chars().filter(|letter| !letter.is_control() || letter.is_whitespace()).map(known).collect()
    }

    /// The glyphs of a text that this face can show; widths are shares of the size.
    pub fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        let map = self.reader.charmap();
        let metrics = self.reader.glyph_metrics(Size::unscaled(), LocationRef::default());
        let em = self.font.units_per_em();
        let glyph = |(place, letter): (usize, char)| {
            let id = map.map(letter).unwrap_or_default();
            let width = metrics.advance_width(id).unwrap_or_default() / em;
            KrillaGlyph::new(
                GlyphId::new(id.to_u32()),
                width,
                0.0,
                0.0,
                0.0,
                place..place + letter.len_utf8(),
                None,
            )
        };
        text.char_indices().map(glyph).collect()
    }

    /// How wide a text is at a size, in points.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        self.glyphs(text).iter().map(|glyph| glyph.x_advance * size).sum()
    }
}
