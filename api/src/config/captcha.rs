//! Who checks captchas, and how they are asked.

use super::environment::Environment;
use super::error::SettingsError;

/// Who checks captchas, but for those of the site key `built-in`, which this server checks itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Captcha {
    /// Nobody: forms that ask for another captcha than the built-in one take no answers.
    None,
    /// The word `test-pass` solves every captcha.
    Test,
    /// A service elsewhere: Turnstile, hCaptcha, reCAPTCHA, or one that is asked as they are.
    Service,
}

/// The settings of a captcha service.
#[derive(Clone, Default, clap::Args)]
pub struct CaptchaSettings {
    /// Who checks captchas of other site keys than `built-in`. Outside development it must be set.
    #[arg(long = "captcha", env = "LOGGIA_CAPTCHA", value_enum)]
    pub checked_by: Option<Captcha>,
    /// Where the captcha service is asked, such as `https://challenges.cloudflare.com/turnstile/v0/siteverify`,
    /// `https://api.hcaptcha.com/siteverify` or `https://www.google.com/recaptcha/api/siteverify`.
    #[arg(long = "captcha-url", env = "LOGGIA_CAPTCHA_URL")]
    pub url: Option<String>,
    /// The secret that goes with the site key.
    #[arg(skip = super::secret_text::read("LOGGIA_CAPTCHA_SECRET"))]
    pub secret: Option<String>,
}

impl CaptchaSettings {
    /// Refuses a service without an address or a secret, and one that would be asked in the open.
    pub(super) fn check(&self, environment: Environment) -> Result<(), SettingsError> {
        if self.checked_by != Some(Captcha::Service) {
            return Ok(());
        }
        for (name, value) in [("LOGGIA_CAPTCHA_URL", &self.url), ("LOGGIA_CAPTCHA_SECRET", &self.secret)] {
            if value.as_deref().is_none_or(str::is_empty) {
                return Err(SettingsError::Missing(name));
            }
        }
        let is_encrypted = self.url.as_deref().is_some_and(|url| url.starts_with("https://"));
        if environment != Environment::Dev && !is_encrypted {
            return Err(SettingsError::NotEncrypted("LOGGIA_CAPTCHA_URL"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_needs_an_encrypted_address_and_a_secret() {
        let service = CaptchaSettings {
            checked_by: Some(Captcha::Service),
            url: Some("https://captcha.example/siteverify".into()),
            secret: Some("s".into()),
        };
        assert!(service.check(Environment::Prod).is_ok());
        let open =
            CaptchaSettings { url: Some("http://captcha.example/siteverify".into()), ..service.clone() };
        assert!(matches!(open.check(Environment::Prod), Err(SettingsError::NotEncrypted(_))));
        assert!(open.check(Environment::Dev).is_ok());
        for lacking in
            [CaptchaSettings { url: None, ..service.clone() }, CaptchaSettings { secret: None, ..service }]
        {
            assert!(matches!(lacking.check(Environment::Dev), Err(SettingsError::Missing(_))));
        }
        assert!(CaptchaSettings::default().check(Environment::Prod).is_ok());
    }
}
