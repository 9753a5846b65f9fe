//! Answers of a provider, kept for a moment.

use super::provider::{PlaceDetails, PlacesProvider, Prediction};
use crate::clock::MINUTE;
use crate::outbound::email::Undelivered;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The provider in use, if there is one, and its latest answers.
pub struct Places {
    provider: Option<Arc<dyn PlacesProvider>>,
    remembered: Mutex<HashMap<String, (i64, Vec<Prediction>)>>,
}

impl Places {
    /// With this provider, or with nobody: then nobody is asked.
    pub fn new(provider: Option<Arc<dyn PlacesProvider>>) -> Self {
        Places { provider, remembered: Mutex::default() }
    }

    /// Whether anybody knows addresses here.
    pub fn is_available(&self) -> bool {
        self.provider.is_some()
    }

    /// The addresses that hold what was typed; none for nothing, and none from a service that does not answer: an address
    /// can always be typed.
    pub async fn autocomplete(&self, input: &str, now: i64) -> Vec<Prediction> {
        let Some(provider) = &self.provider else { return Vec::new() };
        let typed = input.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let length = typed.chars().count();
        if length < provider.shortest() || length > LONGEST {
            return Vec::new();
        }
        if let Some(known) = self.known(&typed, now) {
            return known;
        }
        match provider.autocomplete(&typed).await {
            Ok(found) => {
                if provider.may_be_remembered() {
                    self.remember(typed, &found, now);
                }
                found
            }
            Err(fault) => {
                tracing::warn!(%fault, "no addresses were suggested");
                Vec::new()
            }
        }
    }

    /// The address of a place.
    ///
    /// # Errors
    /// When the service does not answer.
    pub async fn details(&self, place_id: &str) -> Result<Option<PlaceDetails>, Undelivered> {
        match &self.provider {
            Some(provider) => provider.details(place_id).await,
            None => Ok(None),
        }
    }

    fn known(&self, typed: &str, now: i64) -> Option<Vec<Prediction>> {
        let remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, found) = remembered.get(typed)?;
        (now < *until).then(|| found.clone())
    }

    fn remember(&self, typed: String, found: &[Prediction], now: i64) {
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if remembered.len() >= MOST_REMEMBERED {
            remembered.retain(|_, (until, _)| now < *until);
        }
        if remembered.len() < MOST_REMEMBERED {
            remembered.insert(typed, (now + REMEMBERED, found.to_vec()));
        }
    }
}

/// What is typed beyond this is no address. Characters.
const LONGEST: usize = 200;

/// How many answers are remembered.
const MOST_REMEMBERED: usize = 512;

/// How long an answer is remembered. Milliseconds.
const REMEMBERED: i64 = 10 * MINUTE;
