//! Who knows VAT numbers.

use super::environment::Environment;
use super::error::SettingsError;

/// The settings of the register of VAT numbers. Without them nobody is asked.
#[derive(Clone, Default, clap::Args)]
pub struct VatSettings {
    /// Where VIES is asked whether somebody has a VAT number, such as
    /// `https://ec.europa.eu/taxation_customs/vies/rest-api`; without it nobody is asked.
    #[arg(id = "vies-url", long = "vies-url", env = "LOGGIA_VIES_URL")]
    pub vies_url: Option<String>,
}

impl VatSettings {
    /// Refuses a service that would be asked in the open.
    pub(super) fn check(&self, environment: Environment) -> Result<(), SettingsError> {
        match &self.vies_url {
            Some(url) if environment != Environment::Dev && !url.starts_with("https://") => {
                Err(SettingsError::NotEncrypted("LOGGIA_VIES_URL"))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_635_vies_is_asked_over_https_alone() {
        let at = |url: &str| VatSettings { vies_url: Some(url.to_owned()) };
        assert!(VatSettings::default().check(Environment::Prod).is_ok());
        assert!(at("https://vies.example").check(Environment::Prod).is_ok());
        let open = at("http://vies.example");
        assert!(matches!(open.check(Environment::Prod), Err(SettingsError::NotEncrypted("LOGGIA_VIES_URL"))));
        assert!(open.check(Environment::Dev).is_ok());
    }
}
