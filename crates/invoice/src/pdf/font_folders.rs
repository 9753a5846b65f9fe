//! Faces for letters that the bundled ones do not have, looked for where a computer keeps its fonts.

use std::collections::BTreeSet;
use std::path::PathBuf;

use fontdb::{Database, FaceInfo, Style};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};

/// The most faces that are taken into one document.
const MOST: usize = 8;
/// A letter of each language that has forms of its own for what it shares with its neighbours, and how faces name the language.
const LANGUAGES: [(std::ops::RangeInclusive<char>, &str); 3] =
    [('\u{3040}'..='\u{30ff}', " JP"), ('\u{ac00}'..='\u{d7a3}', " KR"), ('\u{3100}'..='\u{312f}', " TC")];
/// Where nothing tells the language.
const ELSE: &str = " SC";

/// Where fonts are looked for, when a letter is met that the bundled faces do not have.
#[derive(Debug, Clone, Default)]
pub struct FontFolders(pub Vec<PathBuf>);

/// A face that was found.
#[derive(Debug)]
pub struct FoundFace {
    /// Its file.
    pub bytes: Vec<u8>,
    /// Its place in the file.
    pub index: u32,
}

/// A face that has some of the letters.
struct Candidate {
    id: fontdb::ID,
    letters: BTreeSet<char>,
    /// The smaller the better, among faces with as many letters.
    rank: (bool, bool, String),
}

impl FontFolders {
    /// Faces that have these letters, as few as possible; none for letters that no face has.
    pub fn faces_for(&self, letters: &BTreeSet<char>) -> Vec<FoundFace> {
        if letters.is_empty() || self.0.is_empty() {
            return Vec::new();
        }
        let mut fonts = Database::new();
        self.0.iter().for_each(|folder| fonts.load_fonts_dir(folder));
        let language = LANGUAGES.iter().find(|(own, _)| letters.iter().any(|letter| own.contains(letter)));
        let language = language.map_or(ELSE, |(_, name)| name);
        let mut candidates: Vec<Candidate> =
            fonts.faces().filter_map(|face| candidate(&fonts, face, letters, language)).collect();
        candidates.sort_by(|one, other| one.rank.cmp(&other.rank));
        let (mut left, mut found) = (letters.clone(), Vec::new());
        while found.len() < MOST
            && let Some(best) = best(&candidates, &left)
        {
            left.retain(|letter| !best.letters.contains(letter));
            found.extend(
                fonts.with_face_data(best.id, |bytes, index| FoundFace { bytes: bytes.to_vec(), index }),
            );
        }
        found
    }
}

/// The first of those with the most letters of what is left.
fn best<'a>(candidates: &'a [Candidate], left: &BTreeSet<char>) -> Option<&'a Candidate> {
    let has = |candidate: &&Candidate| candidate.letters.intersection(left).count();
    let most = candidates.iter().map(|candidate| has(&candidate)).max().filter(|most| *most > 0)?;
    candidates.iter().find(|candidate| has(candidate) == most)
}

/// A plain face that may be put into a document and has some of the letters.
fn candidate(
    fonts: &Database,
    face: &FaceInfo,
    letters: &BTreeSet<char>,
    language: &str,
) -> Option<Candidate> {
    let is_plain = face.style == Style::Normal && face.weight == fontdb::Weight::NORMAL && !face.monospaced;
    let family = face.families.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let letters = fonts
        .with_face_data(face.id, |bytes, index| known(bytes, index, letters).unwrap_or_default())
        .filter(|letters| is_plain && !letters.is_empty())?;
    Some(Candidate {
        id: face.id,
        letters,
        rank: (family.contains("Serif"), !family.ends_with(language), family),
    })
}

/// Those of the letters that a face can draw; none of a face that its maker does not let into documents.
fn known(bytes: &[u8], index: u32, letters: &BTreeSet<char>) -> Option<BTreeSet<char>> {
    /// "Restricted license embedding" of the table OS/2, which holds where it stands alone.
    const RESTRICTED: u16 = 2;
    let face = FontRef::from_index(bytes, index).ok()?;
    let may_be_embedded = face.os2().map_or(true, |table| table.fs_type() & 0xf != RESTRICTED);
    // A face of pictures alone, such as emoji, draws no letters.
    let has_outlines = face.glyf().is_ok() || face.cff().is_ok();
    if !may_be_embedded || !has_outlines {
        return None;
    }
    let map = face.charmap();
    Some(
        letters
            .iter()
            .copied()
            .filter(|letter| map.map(*letter).is_some_and(|glyph| glyph.to_u32() != 0))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled() -> FontFolders {
        FontFolders(vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fonts")])
    }

    /// S-698: as few faces as have the letters, and none for a letter that no face has.
    #[test]
    fn s_698_as_few_faces_as_needed() {
        let count = |text: &str| bundled().faces_for(&text.chars().collect()).len();
        assert_eq!(
            (count("بيت"), count("בית"), count("بית"), count("\u{10fffd}"), count("")),
            (1, 1, 2, 0, 0)
        );
        assert_eq!(FontFolders::default().faces_for(&"ب".chars().collect()).len(), 0);
        let absent = FontFolders(vec![PathBuf::from("/nowhere/at/all")]);
        assert_eq!(absent.faces_for(&"ب".chars().collect()).len(), 0);
    }
}
