//! Messages: text with arguments, plurals, choices and nested formatters.

mod cache;
mod evaluate;
mod fault;
mod parser;
mod tree;

pub use cache::MessageCache;
pub use evaluate::MessageArguments;
pub use fault::{MessageError, MessageFault};
pub use tree::{Message, MessageKey};

#[cfg(test)]
mod tests;
