//! Who knows addresses, and how they are asked.

use super::environment::Environment;
use super::error::SettingsError;

/// Who suggests addresses while one is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PlacesBy {
    /// Nobody.
    None,
    /// Three made-up addresses.
    Fixture,
    /// A Photon server, which searches OpenStreetMap's addresses.
    Photon,
    /// Google's Places API.
    Google,
}

/// The settings of the service that knows addresses. Without them nobody is asked.
#[derive(Clone, Default, clap::Args)]
pub struct PlacesSettings {
    /// Who suggests addresses; without it nobody does, but in development, where three made-up ones are known.
    #[arg(id = "places-by", long = "places", env = "LOGGIA_PLACES", value_enum)]
    pub by: Option<PlacesBy>,
    /// Where that service is asked: a Photon server of one's own, or one whose keepers allow it.
    #[arg(id = "places-url", long = "places-url", env = "LOGGIA_PLACES_URL")]
    pub url: Option<String>,
    /// The key of Google's service.
    #[arg(skip = super::secret_text::read("LOGGIA_PLACES_KEY"))]
    pub key: Option<String>,
}

impl PlacesSettings {
    /// Google's own address, until another is set.
    const GOOGLE: &str = "https://places.googleapis.com";

    /// Who knows addresses.
    pub fn by(&self, environment: Environment) -> PlacesBy {
        let otherwise = if environment == Environment::Dev { PlacesBy::Fixture } else { PlacesBy::None };
        self.by.unwrap_or(otherwise)
    }

    /// Where the service is asked.
    pub fn url(&self) -> &str {
        self.url.as_deref().unwrap_or(Self::GOOGLE)
    }

    /// Refuses a service without an address or a key, and one that would be asked in the open.
    pub(super) fn check(&self, environment: Environment) -> Result<(), SettingsError> {
        let is_missing = |value: &Option<String>| value.as_deref().is_none_or(str::is_empty);
        match self.by(environment) {
            PlacesBy::None | PlacesBy::Fixture => return Ok(()),
            PlacesBy::Photon if is_missing(&self.url) => {
                return Err(SettingsError::Missing("LOGGIA_PLACES_URL"));
            }
            PlacesBy::Google if is_missing(&self.key) => {
                return Err(SettingsError::Missing("LOGGIA_PLACES_KEY"));
            }
            PlacesBy::Photon | PlacesBy::Google => {}
        }
        if environment != Environment::Dev && !self.url().starts_with("https://") {
            return Err(SettingsError::NotEncrypted("LOGGIA_PLACES_URL"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_098_nobody_is_asked_for_places_unless_the_owner_says_whom() {
        let none = PlacesSettings::default();
        assert_eq!(
            (none.by(Environment::Prod), none.by(Environment::Dev)),
            (PlacesBy::None, PlacesBy::Fixture)
        );
        assert!(none.check(Environment::Prod).is_ok());
        let photon = PlacesSettings { by: Some(PlacesBy::Photon), ..PlacesSettings::default() };
        assert!(matches!(photon.check(Environment::Prod), Err(SettingsError::Missing("LOGGIA_PLACES_URL"))));
        let open = PlacesSettings { url: Some("http://photon.example".into()), ..photon };
        assert!(matches!(open.check(Environment::Prod), Err(SettingsError::NotEncrypted(_))));
        assert!(open.check(Environment::Dev).is_ok());
        let google = PlacesSettings { by: Some(PlacesBy::Google), ..PlacesSettings::default() };
        assert!(matches!(google.check(Environment::Prod), Err(SettingsError::Missing("LOGGIA_PLACES_KEY"))));
        let keyed = PlacesSettings { key: Some("key".into()), ..google };
        assert!(keyed.check(Environment::Prod).is_ok());
        assert_eq!(keyed.url(), "https://places.googleapis.com");
    }
}
