//! The texts that cells of an old workbook share (the record SST, BIFF8): how long each is, before any is copied.

use super::bytes::{long, word};

/// Texts that begin in this record and go on in those that continue it.
struct Record<'a> {
    data: &'a [u8],
    rest: std::vec::IntoIter<&'a [u8]>,
}

/// The bytes of each text as they are stored, about what it takes in memory; `None` where the records are damaged.
pub(super) fn lengths(first: &[u8], rest: Vec<&[u8]>) -> Option<Vec<u32>> {
    // How many there are stands before them, and nobody has to believe it.
    let mut record = Record { data: first.get(8..)?, rest: rest.into_iter() };
    let mut found = Vec::new();
    while !record.data.is_empty() || record.goes_on() {
        found.push(record.text()?);
    }
    Some(found)
}

impl<'a> Record<'a> {
    /// Goes on to the record that continues this one, if there is one.
    fn goes_on(&mut self) -> bool {
        self.rest.next().map(|next| self.data = next).is_some()
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, left) = self.data.split_at_checked(count)?;
        self.data = left;
        Some(taken)
    }

    fn skip(&mut self, mut count: usize) -> Option<()> {
        while count > 0 {
            if self.data.is_empty() && !self.goes_on() {
                return None;
            }
            count -= self.take(count.min(self.data.len()))?.len();
        }
        Some(())
    }

    fn text(&mut self) -> Option<u32> {
        if self.data.is_empty() {
            return Some(0);
        }
        let head = self.take(3)?;
        let (mut left, flags) = (usize::try_from(word(head, 0)?).ok()?, head[2]);
        let (mut is_wide, mut bytes) = (flags & 1 != 0, 0);
        let runs = if flags & 8 != 0 { word(self.take(2)?, 0)? } else { 0 };
        let more = if flags & 4 != 0 { long(self.take(4)?, 0)? } else { 0 };
        while left > 0 {
            let size = if is_wide { 2 } else { 1 };
            let letters = left.min(self.data.len() / size);
            bytes += self.take(letters * size)?.len();
            left -= letters;
            // Each record that continues a text says anew how its letters are stored.
            if left > 0 {
                self.goes_on().then_some(())?;
                is_wide = self.take(1)?[0] & 1 != 0;
            }
        }
        // How parts of it look, and how it is spoken.
        self.skip(usize::try_from(runs).ok()? * 4)?;
        self.skip(usize::try_from(more).ok()?)?;
        u32::try_from(bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::lengths;

    #[test]
    fn s_743_texts_are_as_long_as_they_are_stored() {
        let plain = [&[0_u8; 8][..], &[3, 0, 0], b"abc", &[2, 0, 1], &[1, 4, 2, 4]].concat();
        assert_eq!(lengths(&plain, Vec::new()), Some(vec![3, 4]));
        // Cut in the middle, once stored in another way behind the cut; with what is said of its looks.
        let begun = [&[0_u8; 8][..], &[5, 0, 8, 1, 0], b"ab"].concat();
        let on = [&[1][..], &[1, 4, 2, 4, 3, 4], &[9; 4], &[1, 0, 0], b"z"].concat();
        assert_eq!(lengths(&begun, vec![&on]), Some(vec![8, 1]));
        assert_eq!(lengths(&begun, Vec::new()), None, "it ends before its text does");
        let spoken = [&[0_u8; 8][..], &[0, 0, 4], &[0xff; 4]].concat();
        assert_eq!(lengths(&spoken, Vec::new()), None);
    }
}
