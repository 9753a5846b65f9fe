//! The faces that documents are set in, and how wide a text is in them.

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Direction, UnicodeBuffer};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use std::cell::RefCell;
use std::collections::BTreeSet;
use unicode_bidi::BidiInfo;

use super::font_folders::FoundFace;

const REGULAR: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../../fonts/NotoSans-Bold.ttf");
const ARABIC: &[u8] = include_bytes!("../../fonts/NotoSansArabic-Regular.ttf");
const HEBREW: &[u8] = include_bytes!("../../fonts/NotoSansHebrew-Regular.ttf");

/// Stands for a letter that the faces do not have: a PDF/A shows no missing glyph.
const UNKNOWN: char = '?';

/// How a text is set.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Points.
    pub size: f32,
    /// In the bold face.
    pub is_bold: bool,
    /// Lighter than the rest.
    pub is_quiet: bool,
}

/// The faces of a document.
pub struct Fonts<'a> {
    regular: Face<'a>,
    bold: Face<'a>,
    /// For letters that those do not have.
    others: Vec<Face<'a>>,
    /// Letters that were to be shown and that no face has.
    missing: RefCell<BTreeSet<char>>,
}

/// One of them.
pub struct Face<'a> {
    /// As it is drawn.
    pub font: Font,
    reader: FontRef<'a>,
    shaper: rustybuzz::Face<'a>,
}

/// Letters of one face and one direction, as they stand beside each other.
pub struct Run<'a> {
    /// The face.
    pub face: &'a Face<'a>,
    /// The letters.
    pub text: String,
    /// Their glyphs, from the left; widths are shares of the size.
    pub glyphs: Vec<KrillaGlyph>,
}

impl Run<'_> {
    /// How wide it is, as a share of the size.
    pub fn width(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.x_advance).sum()
    }
}

impl<'a> Fonts<'a> {
    /// Those that are there always, Latin, Greek, Cyrillic, Arabic and Hebrew, and behind them those that were found.
    pub fn with(found: &'a [FoundFace]) -> Option<Self> {
        let others = [Face::read(ARABIC, 0)?, Face::read(HEBREW, 0)?];
        // One that cannot be read is as one that was not found.
        let found = found.iter().filter_map(|face| Face::read(&face.bytes, face.index));
        Some(Self {
            regular: Face::read(REGULAR, 0)?,
            bold: Face::read(BOLD, 0)?,
            others: others.into_iter().chain(found).collect(),
            missing: RefCell::default(),
        })
    }

    /// Letters that `draw` shows, and that no face has which is there always.
    pub fn missing(draw: impl FnOnce(&Fonts<'_>)) -> Option<BTreeSet<char>> {
        let fonts = Fonts::with(&[])?;
        draw(&fonts);
        Some(fonts.missing.into_inner())
    }

    fn face(&self, is_bold: bool) -> &Face<'a> {
        if is_bold { &self.bold } else { &self.regular }
    }

    /// The face that has a letter.
    fn face_of(&self, letter: char, is_bold: bool) -> Option<&Face<'a>> {
        let all = [self.face(is_bold)].into_iter().chain(&self.others);
        all.into_iter().find(|face| face.has(letter))
    }

    /// Whether a text has letters that no face has.
    pub fn lacks(&self, text: &str) -> bool {
        self.shown(text, false).chars().filter(|letter| *letter == UNKNOWN).count()
            > text.chars().filter(|letter| *letter == UNKNOWN).count()
    }

    /// The text as the faces can show it.
    pub fn shown(&self, text: &str, is_bold: bool) -> String {
        let known = |letter: char| {
            let is_space = letter.is_whitespace() && letter != '\u{a0}' && letter != '\u{202f}';
            let letter = if is_space { ' ' } else { letter };
            let is_joiner = matches!(letter, '\u{200c}' | '\u{200d}');
            if is_joiner || self.face_of(letter, is_bold).is_some() {
                letter
            } else {
                self.missing.borrow_mut().insert(letter);
                UNKNOWN
            }
        };
        // Where texts stand in both directions, marks that only say which one are not shown.
        let is_mark = |letter: &char| matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        let letters = text.chars().filter(|letter| !letter.is_control() || letter.is_whitespace());
        letters.filter(|letter| !is_mark(letter)).map(known).collect()
    }

    /// How wide a text is, in points.
    pub fn width(&self, text: &str, style: Style) -> f32 {
        self.runs(text, style.is_bold).iter().map(Run::width).sum::<f32>() * style.size
    }

    /// A text that the faces can show in runs, from the left.
    pub fn runs(&self, text: &str, is_bold: bool) -> Vec<Run<'_>> {
        // The first face has no script that is joined or that stands from right to left.
        if text.chars().all(|letter| self.face(is_bold).has(letter)) {
            let face = self.face(is_bold);
            return vec![Run { face, text: text.to_owned(), glyphs: face.glyphs(text) }];
        }
        let bidi = BidiInfo::new(text, None);
        let mut runs = Vec::new();
        for paragraph in &bidi.paragraphs {
            let (levels, visual) = bidi.visual_runs(paragraph, paragraph.range.clone());
            for range in visual {
                let is_rtl = levels.get(range.start).is_some_and(unicode_bidi::Level::is_rtl);
                let mut parts = self.by_face(text.get(range).unwrap_or_default(), is_bold);
                if is_rtl {
                    parts.reverse();
                }
                runs.extend(parts.into_iter().map(|(face, text)| {
                    let glyphs = face.shaped(&text, is_rtl);
                    Run { face, text, glyphs }
                }));
            }
        }
        runs
    }

    /// The text in parts that one face has.
    fn by_face(&self, text: &str, is_bold: bool) -> Vec<(&Face<'a>, String)> {
        let mut parts: Vec<(&Face<'a>, String)> = Vec::new();
        for letter in text.chars() {
            // A space, a comma or a joiner stays with what it stands behind, if that face has it.
            let stays = !letter.is_alphanumeric();
            if let Some((face, part)) = parts.last_mut()
                && stays
                && (face.has(letter) || matches!(letter, '\u{200c}' | '\u{200d}'))
            {
                part.push(letter);
                continue;
            }
            let face = self.face_of(letter, is_bold).unwrap_or_else(|| self.face(is_bold));
            match parts.last_mut() {
                Some((last, part)) if std::ptr::eq(*last, face) => part.push(letter),
                _ => parts.push((face, letter.to_string())),
            }
        }
        parts
    }
}

impl<'a> Face<'a> {
    fn read(bytes: &'a [u8], index: u32) -> Option<Self> {
        Some(Self {
            font: Font::new(bytes.to_vec().into(), index)?,
            reader: FontRef::from_index(bytes, index).ok()?,
            shaper: rustybuzz::Face::from_slice(bytes, index)?,
        })
    }

    fn has(&self, letter: char) -> bool {
        self.reader.charmap().map(letter).is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// The glyphs of a text that this face can show, one for each letter; widths are shares of the size.
    fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
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

    /// The glyphs of a text of one direction, joined as its script is written.
    fn shaped(&self, text: &str, is_rtl: bool) -> Vec<KrillaGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        let shaped = rustybuzz::shape(&self.shaper, &[], buffer);
        let place = |at: u32| usize::try_from(at).unwrap_or(text.len());
        let mut places: Vec<usize> = shaped.glyph_infos().iter().map(|info| place(info.cluster)).collect();
        places.push(text.len());
        places.sort_unstable();
        let em = self.font.units_per_em();
        #[expect(
            clippy::cast_precision_loss,
            reason = "units of a face are far below what a float holds exactly"
        )]
        let share = |units: i32| units as f32 / em;
        let glyph = |(info, position): (&rustybuzz::GlyphInfo, &rustybuzz::GlyphPosition)| {
            let start = place(info.cluster);
            let end = places.iter().copied().find(|place| *place > start).unwrap_or(text.len());
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                share(position.x_advance),
                share(position.x_offset),
                share(position.y_offset),
                share(position.y_advance),
                start..end,
                None,
            )
        };
        shaped.glyph_infos().iter().zip(shaped.glyph_positions()).map(glyph).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(glyphs: &[KrillaGlyph]) -> Vec<GlyphId> {
        glyphs.iter().map(|glyph| glyph.glyph_id).collect()
    }

    /// S-887: Hebrew stands from right to left, Arabic is joined as well, and Latin beside it stays as it is.
    #[test]
    fn s_887_scripts_stand_in_their_direction() {
        let fonts = Fonts::with(&[]).unwrap();
        let hebrew = fonts.runs("שלום", false);
        let mut plain = ids(&hebrew[0].face.glyphs("שלום"));
        plain.reverse();
        assert_eq!(ids(&hebrew[0].glyphs), plain);
        let arabic = fonts.runs("بيت", false);
        let mut alone = ids(&arabic[0].face.glyphs("بيت"));
        alone.reverse();
        let joined = ids(&arabic[0].glyphs);
        assert!(!joined.iter().any(|glyph| alone.contains(glyph)), "each letter has the form of its place");
        assert!(
            arabic[0].glyphs.first().unwrap().text_range.start
                > arabic[0].glyphs.last().unwrap().text_range.start
        );
        let mixed: Vec<String> = fonts.runs("Ann בית Lee", false).into_iter().map(|run| run.text).collect();
        assert_eq!(mixed.concat().replace(' ', ""), "AnnביתLee");
        assert!(mixed.first().unwrap().starts_with("Ann") && mixed.last().unwrap().ends_with("Lee"));
        assert!(fonts.lacks("山") && !fonts.lacks("שלום بيت Ann?"));
    }
}
