//! What a mistyped word was probably meant to be.

/// The known word with the fewest edits (a character put in, taken out, replaced, or swapped with its neighbour;
/// case does not count), if they are few for the length of the word: one in three characters, at most three. Ties go to
/// the first in the list.
///
/// ```
/// use loggia_template::nearest;
///
/// assert_eq!(nearest("tmesince", ["timesince", "date"]), Some("timesince"));
/// assert_eq!(nearest("frobnicate", ["timesince", "date"]), None);
/// ```
#[must_use]
pub fn nearest<'w>(unknown: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let unknown = unknown.to_lowercase();
    let limit = (unknown.chars().count() / 3).clamp(1, 3);
    let near = words.into_iter().map(|word| (strsim::osa_distance(&unknown, &word.to_lowercase()), word));
    near.filter(|(edits, _)| *edits <= limit).min_by_key(|(edits, _)| *edits).map(|(_, word)| word)
}
