//! A message that was read.

use super::fault::MessageError;
use crate::decimal::Decimal;
use crate::plural::PluralCategory;
use std::fmt;

/// What a place in a message asks for: an argument by its number or by its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MessageKey {
    /// `{0}`
    Position(usize),
    /// `{name}`
    Name(Box<str>),
}

impl fmt::Display for MessageKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(number) => write!(out, "{number}"),
            Self::Name(name) => out.write_str(name),
        }
    }
}

/// A parsed message (T-146 to T-148).
///
/// | in the text | prints |
/// |---|---|
/// | `{0}`, `{name}` | an argument |
/// | `{0 plural one {# item} other {# items}}` | the block of the number's category; `=2 {…}` an exact number; `offset:1` |
/// | `{0 selectordinal one {#st} … other {#th}}` | the same by ordinal category |
/// | `{0 select red {…} other {…}}` | the block of a word |
/// | `{0 money style:short}`, `{0;1 datetime-interval yMMMd}` | what a function makes of arguments and options |
/// | `#` inside a block | the number (less the offset) or word that chose it |
/// | `{-x}` | `{x}`, as it stands |
/// | `'…'`, `''` | text as it stands, an apostrophe |
///
/// Parsing never fails: a place that cannot be understood prints nothing, and is named by [`Message::faults`].
///
/// ```
/// use loggia_locale::{Decimal, Locale, Message, MessageArguments, MessageKey, PluralRules};
/// struct Count(i64);
/// impl MessageArguments for Count {
///     fn write_text(&self, _: &MessageKey, out: &mut String) { out.push_str(&self.0.to_string()) }
///     fn number(&self, _: &MessageKey) -> Option<Decimal> { Some(self.0.into()) }
///     fn call(&self, _: &str, _: &[MessageKey], _: &[Box<str>], _: &mut String) {}
/// }
/// let message = Message::parse("{0 plural one {# item} other {# items}}", &[]);
/// let plurals = PluralRules::new(&Locale::resolve("en"));
/// assert_eq!(message.format(&Count(1), &plurals), "1 item");
/// assert_eq!(message.format(&Count(3), &plurals), "3 items");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub(super) nodes: Vec<Node>,
    pub(super) faults: Vec<MessageError>,
}

/// One part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Text(Box<str>),
    Argument(MessageKey),
    /// `#`
    Chosen,
    Plural(Box<Plural>),
    Select {
        key: MessageKey,
        choices: Vec<(Box<str>, Vec<Node>)>,
    },
    Call {
        function: Box<str>,
        keys: Vec<MessageKey>,
        options: Vec<Box<str>>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plural {
    pub(super) key: MessageKey,
    pub(super) ordinal: bool,
    pub(super) offset: i64,
    pub(super) choices: Vec<(PluralChoice, Vec<Node>)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PluralChoice {
    Exactly(Decimal),
    Category(PluralCategory),
}

impl Message {
    /// What could not be understood, in order of the text (T-149, T-150, T-151).
    pub fn faults(&self) -> &[MessageError] {
        &self.faults
    }
}
