//! The eras of Japan.

use crate::pack;
use std::sync::OnceLock;

/// One era: its number, first day and name in the root locale.
#[derive(Debug)]
pub(crate) struct Era {
    pub number: i64,
    /// Year, month, day.
    pub start: (i64, i64, i64),
    pub name: &'static str,
}

/// All eras in order of time.
pub(crate) fn japanese() -> &'static [Era] {
    static ERAS: OnceLock<Vec<Era>> = OnceLock::new();
    ERAS.get_or_init(|| {
        let mut eras: Vec<Era> = pack::supplement_with_prefix("japaneseEra.")
            .into_iter()
            .filter_map(|(number, text)| {
                let (start, name) = text.split_once('|')?;
                Some(Era { number: number.parse().ok()?, start: date(start)?, name })
            })
            .collect();
        eras.sort_by_key(|era| (era.start, era.number));
        eras
    })
}

fn date(text: &str) -> Option<(i64, i64, i64)> {
    let mut parts = text.split('-').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eras_are_known_and_in_order() {
        let eras = japanese();
        assert!(eras.is_sorted_by_key(|era| era.start));
        assert_eq!(eras.last().map(|era| (era.number, era.name)), Some((236, "Reiwa")));
        assert!(eras.len() > 230, "{}", eras.len());
    }
}
