//! The account at PayPal.

use super::environment::Environment;
use super::error::SettingsError;

/// Where calls that move money are answered.
const PAYPAL_LIVE: &str = "https://api-m.paypal.com";

/// The settings of PayPal, which stands beside who takes the money. Without a client id it is not offered.
#[derive(Clone, clap::Args)]
pub struct PayPalSettings {
    /// The client id of the app at PayPal; without it PayPal is not offered.
    #[arg(id = "paypal-client-id", long = "paypal-client-id", env = "LOGGIA_PAYPAL_CLIENT_ID")]
    pub client_id: Option<String>,
    /// The secret of that app.
    #[arg(skip = super::secret_text::read("LOGGIA_PAYPAL_SECRET"))]
    pub secret: Option<String>,
    /// The id of the webhook at PayPal that sends messages to `/api/commerce/webhooks/paypal`.
    #[arg(id = "paypal-webhook-id", long = "paypal-webhook-id", env = "LOGGIA_PAYPAL_WEBHOOK_ID")]
    pub webhook_id: Option<String>,
    /// Where PayPal's calls are answered; the sandbox is `https://api-m.sandbox.paypal.com`.
    #[arg(id = "paypal-url", long = "paypal-url", env = "LOGGIA_PAYPAL_URL", default_value_t = Self::default().url)]
    pub url: String,
}

impl Default for PayPalSettings {
    fn default() -> Self {
        PayPalSettings { client_id: None, secret: None, webhook_id: None, url: PAYPAL_LIVE.into() }
    }
}

impl PayPalSettings {
    /// Whether it is offered.
    pub fn is_set(&self) -> bool {
        self.client_id.as_deref().is_some_and(|id| !id.trim().is_empty())
    }

    /// Whether it moves no money.
    pub fn is_test(&self) -> bool {
        self.url.trim_end_matches('/') != PAYPAL_LIVE
    }

    /// Refuses an account of which a part is missing, an address that is not encrypted, and, outside development, play money
    /// beside real money: goods would go out for nothing.
    pub(super) fn check(
        &self,
        environment: Environment,
        others_are_tests: bool,
    ) -> Result<(), SettingsError> {
        if !self.is_set() {
            return Ok(());
        }
        let parts = [("LOGGIA_PAYPAL_SECRET", &self.secret), ("LOGGIA_PAYPAL_WEBHOOK_ID", &self.webhook_id)];
        if let Some((name, _)) =
            parts.into_iter().find(|(_, part)| part.as_deref().is_none_or(|part| part.trim().is_empty()))
        {
            return Err(SettingsError::Missing(name));
        }
        if environment == Environment::Dev {
            return Ok(());
        }
        if !self.url.starts_with("https://") {
            return Err(SettingsError::NotEncrypted("LOGGIA_PAYPAL_URL"));
        }
        if self.is_test() == others_are_tests { Ok(()) } else { Err(SettingsError::MixedMoney) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_804_paypal_is_whole_encrypted_and_of_the_same_money() {
        let account = PayPalSettings {
            client_id: Some("client".into()),
            secret: Some("secret".into()),
            webhook_id: Some("hook".into()),
            ..PayPalSettings::default()
        };
        let check = |change: fn(&mut PayPalSettings), environment, others_are_tests| {
            let mut settings = account.clone();
            change(&mut settings);
            settings.check(environment, others_are_tests).map_err(|refusal| refusal.to_string())
        };
        assert_eq!(check(|_| (), Environment::Prod, false), Ok(()));
        assert_eq!(check(|account| account.client_id = None, Environment::Prod, true), Ok(()));
        assert!(
            check(|account| account.secret = None, Environment::Dev, false)
                .unwrap_err()
                .contains("LOGGIA_PAYPAL_SECRET")
        );
        assert!(
            check(|account| account.webhook_id = Some(" ".into()), Environment::Prod, false)
                .unwrap_err()
                .contains("LOGGIA_PAYPAL_WEBHOOK_ID")
        );
        let open: fn(&mut PayPalSettings) = |account| account.url = "http://paypal.example".into();
        assert!(check(open, Environment::Prod, true).unwrap_err().contains("LOGGIA_PAYPAL_URL"));
        assert_eq!(check(open, Environment::Dev, false), Ok(()));
        let sandbox: fn(&mut PayPalSettings) =
            |account| account.url = "https://api-m.sandbox.paypal.com".into();
        assert!(check(sandbox, Environment::Prod, false).unwrap_err().contains("sandbox"));
        assert_eq!(check(sandbox, Environment::Prod, true), Ok(()));
        assert!(check(|_| (), Environment::Prod, true).is_err());
    }
}
