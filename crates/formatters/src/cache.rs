//! Prepared forms, kept where they are used.

use std::sync::OnceLock;

/// A few values made once and read by many threads without waiting. When all places are taken, values are made anew for
/// each use: a tag that formats for more than `N` locales or currencies in one build is slower, not wrong.
#[derive(Debug)]
pub(crate) struct Cache<K, V, const N: usize = 8> {
    places: [OnceLock<(K, V)>; N],
}

impl<K, V, const N: usize> Default for Cache<K, V, N> {
    fn default() -> Self {
        Self { places: [const { OnceLock::new() }; N] }
    }
}

impl<K, V, const N: usize> Cache<K, V, N> {
    /// Uses the value whose key `is_key` accepts; `make` gives key and value when there is none yet.
    pub(crate) fn with<R>(
        &self,
        is_key: impl Fn(&K) -> bool,
        make: impl FnOnce() -> (K, V),
        use_it: impl FnOnce(&V) -> R,
    ) -> R {
        let mut made = None;
        for place in &self.places {
            match place.get() {
                Some((key, value)) if is_key(key) => return use_it(value),
                Some(_) => {}
                None => {
                    made = Some(place);
                    break;
                }
            }
        }
        let (key, value) = make();
        let used = use_it(&value);
        if let Some(place) = made {
            // Another thread may have taken the place meanwhile; then this value served once.
            let _ = place.set((key, value));
        }
        used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once_a_key_until_the_places_are_taken() {
        let cache = Cache::<u8, String, 2>::default();
        let mut made = 0;
        for key in [1, 1, 2, 1, 3, 3, 2] {
            let text = cache.with(
                |known| *known == key,
                || {
                    made += 1;
                    (key, key.to_string())
                },
                Clone::clone,
            );
            assert_eq!(text, key.to_string());
        }
        assert_eq!(made, 4);
    }
}
