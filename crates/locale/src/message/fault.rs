//! What can be wrong with a message.

/// One fault of a message and where it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault} (at character {offset} of the message)")]
pub struct MessageError {
    /// Which fault.
    pub fault: MessageFault,
    /// Where, in bytes from the beginning of the message.
    pub offset: usize,
}

/// The faults that a message may have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessageFault {
    /// A plural or select without its last resort (T-149).
    #[error("'{construct}' has no 'other' form")]
    MissingOther {
        /// `plural`, `selectordinal` or `select`.
        construct: &'static str,
    },
    /// Something other than a category or `=number` (T-150).
    #[error("'{key}' is no plural form; use zero, one, two, few, many, other or =1")]
    PluralKey {
        /// What stands there.
        key: String,
    },
    /// A function that the caller does not know (T-151).
    #[error("the formatting function '{name}' is unknown")]
    UnknownFunction {
        /// Its name.
        name: String,
    },
    /// A form without its block.
    #[error("the form '{key}' has no block in braces")]
    MissingBlock {
        /// The form.
        key: String,
    },
    /// A brace or apostrophe that is never closed.
    #[error("a brace or an apostrophe is never closed")]
    Unclosed,
    /// A place without an argument.
    #[error("a place names no argument")]
    MissingArgument,
    /// Blocks inside blocks beyond reason.
    #[error("blocks are nested too deep")]
    TooDeep,
}
