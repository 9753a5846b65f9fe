//! The text of a secret: read without the white space around it, and looked at whether it can be guessed.

use super::error::SettingsError;
use crate::token::Secret;
use std::collections::BTreeSet;

/// The fewest different characters of a secret: thirty-two times the same character is no secret.
const FEWEST_CHARACTERS: usize = 10;

/// What the environment holds under a name.
pub(super) fn read(name: &str) -> Option<String> {
    tidy(std::env::var(name).ok())
}

/// A text without the white space around it; `None` for an empty one.
pub(super) fn tidy(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Refuses one of our own that is too short or can be guessed.
pub(super) fn strong(name: &'static str, text: &str) -> Result<(), SettingsError> {
    if text.chars().count() < Secret::SHORTEST {
        return Err(SettingsError::ShortSecret(name));
    }
    let characters: BTreeSet<char> = text.chars().collect();
    if characters.len() < FEWEST_CHARACTERS { Err(SettingsError::WeakSecret(name)) } else { Ok(()) }
}
