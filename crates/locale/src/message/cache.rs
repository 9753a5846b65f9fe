//! Parsed messages, kept for the next time (T-152).

use super::tree::Message;
use crate::lru::Lru;
use std::sync::{Arc, Mutex, PoisonError};

/// The last hundred messages that were parsed; may be shared between threads.
#[derive(Debug)]
pub struct MessageCache {
    functions: Vec<&'static str>,
    messages: Mutex<Lru<Box<str>, Arc<Message>>>,
}

impl MessageCache {
    /// A cache for messages that may call these functions.
    pub fn new(functions: &[&'static str]) -> Self {
        Self { functions: functions.to_vec(), messages: Mutex::new(Lru::new()) }
    }

    /// The parsed message of a text.
    pub fn get(&self, text: &str) -> Arc<Message> {
        // A poisoned lock only means that another thread panicked; the cache itself is always whole.
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(message) = messages.get(text) {
            return message.clone();
        }
        let message = Arc::new(Message::parse(text, &self.functions));
        messages.insert(text.into(), message.clone());
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
}
