//! A cache that forgets what was not used for longest (T-153).

use std::{borrow::Borrow, collections::HashMap, hash::Hash};

/// A bounded cache: when it is full, the entry that was not used for longest makes room.
///
/// ```
/// use loggia_locale::Lru;
/// let mut cache = Lru::with_capacity(2);
/// cache.insert("a", 1);
/// cache.insert("b", 2);
/// cache.get("a");
/// cache.insert("c", 3);
/// assert_eq!(cache.get("a"), Some(&1));
/// assert_eq!(cache.get("b"), None);
/// ```
#[derive(Debug, Clone)]
pub struct Lru<Key, Value> {
    entries: HashMap<Key, Entry<Value>>,
    capacity: usize,
    clock: u64,
}

#[derive(Debug, Clone)]
struct Entry<Value> {
    value: Value,
    used: u64,
}

impl<Key: Hash + Eq + Clone, Value> Lru<Key, Value> {
    /// How many entries a cache holds unless it is told otherwise (T-153).
    pub const DEFAULT_CAPACITY: usize = 100;

    /// A cache of the usual size.
    pub fn new() -> Self {
        Self::with_capacity(Self::DEFAULT_CAPACITY)
    }

    /// A cache of so many entries, at least one.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { entries: HashMap::new(), capacity: capacity.max(1), clock: 0 }
    }

    /// The value of a key, which is thereby used.
    pub fn get<Query>(&mut self, key: &Query) -> Option<&Value>
    where
        Key: Borrow<Query>,
        Query: Hash + Eq + ?Sized,
    {
        self.clock += 1;
        let entry = self.entries.get_mut(key)?;
        entry.used = self.clock;
        Some(&entry.value)
    }

    /// Stores a value; a full cache drops its longest unused entry first.
    pub fn insert(&mut self, key: Key, value: Value) {
        self.clock += 1;
        if self.entries.len() >= self.capacity && !self.entries.contains_key(&key) {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone());
            if let Some(oldest) = oldest {
                self.entries.remove(&oldest);
            }
        }
        self.entries.insert(key, Entry { value, used: self.clock });
    }

    /// How many entries it holds.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<Key: Hash + Eq + Clone, Value> Default for Lru<Key, Value> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T-153, N-077
    #[test]
    fn t_153_n_077_the_101st_key_drops_the_least_recently_used() {
        let mut cache = Lru::new();
        for key in 0..100 {
            cache.insert(key, key);
        }
        cache.get(&0);
        cache.insert(100, 100);
        assert_eq!(cache.len(), 100);
        assert_eq!(cache.get(&0), Some(&0), "it was used");
        assert_eq!(cache.get(&1), None, "it was the longest unused");
        assert_eq!(cache.get(&100), Some(&100));
    }

    #[test]
    fn a_known_key_is_replaced_without_dropping_another() {
        let mut cache = Lru::with_capacity(2);
        cache.insert("a", 1);
        cache.insert("b", 2);
        cache.insert("b", 3);
        assert_eq!(cache.get("a"), Some(&1));
        assert_eq!(cache.get("b"), Some(&3));
    }
}
