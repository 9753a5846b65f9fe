//! Named things on a stack: `@names` and macros. The few that a page has are scanned; many are indexed, so that no
//! template can make looking them up slow.

use rustc_hash::FxHashMap;

use crate::node::hash_of;

/// Above this number an index is kept.
const SCAN: usize = 48;

/// A stack of named values.
#[derive(Debug)]
pub(crate) struct Named<'r, T> {
    list: Vec<Entry<'r, T>>,
    /// The places of each name, ascending; kept from the first time there are many.
    index: Option<FxHashMap<&'r str, Vec<u32>>>,
}

#[derive(Debug)]
struct Entry<'r, T> {
    hash: u32,
    name: &'r str,
    value: T,
}

impl<'r, T: Copy> Named<'r, T> {
    pub(crate) const fn new() -> Self {
        Named { list: Vec::new(), index: None }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The last value of this name at a place from `start` to before `end`.
    #[inline]
    pub(crate) fn find(&self, hash: u32, name: &str, start: usize, end: usize) -> Option<T> {
        self.place(hash, name, start, end).map(|at| self.list[at].value)
    }

    #[inline]
    fn place(&self, hash: u32, name: &str, start: usize, end: usize) -> Option<usize> {
        if let Some(index) = &self.index {
            let places = index.get(name)?;
            let before = places.partition_point(|at| (*at as usize) < end);
            let at = *places.get(before.checked_sub(1)?)? as usize;
            return (at >= start).then_some(at);
        }
        let found = self.list[start..end].iter().rposition(|entry| entry.hash == hash && entry.name == name);
        found.map(|at| start + at)
    }

    /// Gives the name a value: in its place if it has one from `start` on, else on top.
    pub(crate) fn set(&mut self, name: &'r str, value: T, start: usize) {
        let hash = hash_of(name.as_bytes());
        match self.place(hash, name, start, self.list.len()) {
            Some(at) => self.list[at].value = value,
            None => self.push(hash, name, value),
        }
    }

    fn push(&mut self, hash: u32, name: &'r str, value: T) {
        self.list.push(Entry { hash, name, value });
        match &mut self.index {
            Some(index) => index.entry(name).or_default().push(self.list.len() as u32 - 1),
            None if self.list.len() > SCAN => {
                let mut index: FxHashMap<&'r str, Vec<u32>> = FxHashMap::default();
                for (at, entry) in self.list.iter().enumerate() {
                    index.entry(entry.name).or_default().push(at as u32);
                }
                self.index = Some(index);
            }
            None => {}
        }
    }

    /// Forgets what lies above this length.
    #[inline]
    pub(crate) fn truncate(&mut self, length: usize) {
        if self.list.len() > length {
            self.shrink(length);
        }
    }

    fn shrink(&mut self, length: usize) {
        if let Some(index) = &mut self.index {
            for entry in &self.list[length..] {
                if let Some(places) = index.get_mut(entry.name) {
                    places.pop();
                }
            }
        }
        self.list.truncate(length);
    }

    /// Takes off what lies above this length.
    pub(crate) fn split_off(&mut self, length: usize) -> Vec<(&'r str, T)> {
        let taken = self.list[length..].iter().map(|entry| (entry.name, entry.value)).collect();
        self.truncate(length);
        taken
    }
}
