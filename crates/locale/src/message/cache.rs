//! Parsed messages, kept for the next time (T-152).

use super::tree::Message;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

/// How many a cache keeps: when it is full, the one that was not used for longest makes room (T-153).
const CAPACITY: NonZeroUsize = NonZeroUsize::new(100).expect("it is not zero");

/// The last hundred messages that were parsed; may be shared between threads.
#[derive(Debug)]
pub struct MessageCache {
    functions: Vec<&'static str>,
    messages: Mutex<LruCache<Box<str>, Arc<Message>>>,
}

impl MessageCache {
    /// A cache for messages that may call these functions.
    pub fn new(functions: &[&'static str]) -> Self {
        Self { functions: functions.to_vec(), messages: Mutex::new(LruCache::new(CAPACITY)) }
    }

    /// The parsed message of a text.
    pub fn get(&self, text: &str) -> Arc<Message> {
        // A poisoned lock only means that another thread panicked; the cache itself is always whole.
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(message) = messages.get(text) {
            return message.clone();
        }
        let message = Arc::new(Message::parse(text, &self.functions));
        messages.put(text.into(), message.clone());
        message
    }

    /// How many messages are kept.
    pub fn len(&self) -> usize {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether none is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T-152
    #[test]
    fn t_152_a_hundred_messages_are_kept_and_the_oldest_goes() {
        let cache = MessageCache::new(&[]);
        let first = cache.get("message 0");
        for number in 1..101 {
            cache.get(&format!("message {number}"));
        }
        assert_eq!(cache.len(), 100);
        assert!(Arc::ptr_eq(&cache.get("message 1"), &cache.get("message 1")));
        assert!(!Arc::ptr_eq(&cache.get("message 0"), &first), "it was forgotten");
    }

    /// T-153, N-077
    #[test]
    fn t_153_n_077_the_101st_message_drops_the_least_recently_used() {
        let cache = MessageCache::new(&[]);
        let text = |number: usize| format!("message {number}");
        let kept: Vec<_> = (0..100).map(|number| cache.get(&text(number))).collect();
        cache.get(&text(0));
        cache.get(&text(100));
        assert_eq!(cache.len(), 100);
        assert!(Arc::ptr_eq(&cache.get(&text(0)), &kept[0]), "it was used");
        assert!(!Arc::ptr_eq(&cache.get(&text(1)), &kept[1]), "it was the longest unused");
    }
}
