//! Secrets: from the environment alone, without the white space around them; an empty one counts as not set (S-052).

use super::error::SettingsError;
use super::secret_text::{strong, tidy};
use super::settings::Settings;

impl Settings {
    /// The same settings, with every secret as it is meant: trimmed, and none where it is empty, wherever it came from.
    pub fn tidied(mut self) -> Self {
        let commerce = &mut self.commerce;
        for secret in [
            &mut self.secret,
            &mut self.secret_previous,
            &mut self.metrics_token,
            &mut self.metrics_token_previous,
            &mut self.captcha.secret,
            &mut self.places.key,
            &mut self.tracking.report_token,
            &mut self.tracking.report_token_previous,
            &mut self.tracking.event_stream,
            &mut commerce.stripe_secret_key,
            &mut commerce.stripe_webhook_secret,
            &mut commerce.stripe_publishable_key,
            &mut self.paypal.client_id,
            &mut self.paypal.secret,
            &mut self.paypal.webhook_id,
            &mut commerce.smtp_url,
            &mut commerce.webhook_secret,
            &mut commerce.audience_key,
            &mut commerce.sheet_account,
            &mut commerce.publish_secret,
            &mut commerce.publish_secret_previous,
        ] {
            *secret = tidy(secret.take());
        }
        self
    }

    /// Refuses a secret that we choose ourselves and that is too short or can be guessed, and a previous one without the
    /// one that takes its place.
    pub(super) fn check_secrets(&self) -> Result<(), SettingsError> {
        let commerce = &self.commerce;
        let tracking = &self.tracking;
        let own = [
            ("LOGGIA_SECRET", &self.secret),
            ("LOGGIA_SECRET_PREVIOUS", &self.secret_previous),
            ("LOGGIA_METRICS_TOKEN", &self.metrics_token),
            ("LOGGIA_METRICS_TOKEN_PREVIOUS", &self.metrics_token_previous),
            ("LOGGIA_REPORT_TOKEN", &tracking.report_token),
            ("LOGGIA_REPORT_TOKEN_PREVIOUS", &tracking.report_token_previous),
            ("LOGGIA_PUBLISH_SECRET", &commerce.publish_secret),
            ("LOGGIA_PUBLISH_SECRET_PREVIOUS", &commerce.publish_secret_previous),
            ("LOGGIA_WEBHOOK_SECRET", &commerce.webhook_secret),
        ];
        for (name, secret) in own {
            if let Some(secret) = secret {
                strong(name, secret)?;
            }
        }
        let pairs = [
            ("LOGGIA_METRICS_TOKEN", &self.metrics_token, &self.metrics_token_previous),
            ("LOGGIA_REPORT_TOKEN", &tracking.report_token, &tracking.report_token_previous),
            ("LOGGIA_PUBLISH_SECRET", &commerce.publish_secret, &commerce.publish_secret_previous),
        ];
        match pairs.into_iter().find(|(_, new, previous)| new.is_none() && previous.is_some()) {
            Some((name, ..)) => Err(SettingsError::Missing(name)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{CommerceSettings, TrackingSettings};

    const GOOD: &str = "k7Qm2xW9vB4nT8sZ1cH6pL3dR5fJ0yGa";

    /// Where a secret stands among the settings.
    type Place = fn(&mut Settings) -> &mut Option<String>;

    #[test]
    fn s_052_an_empty_secret_is_none_and_white_space_is_no_part_of_it() {
        let set = |text: &str| Settings {
            secret: Some(text.into()),
            metrics_token: Some(text.into()),
            commerce: CommerceSettings {
                publish_secret: Some(text.into()),
                webhook_secret: Some(text.into()),
                stripe_secret_key: Some(text.into()),
                stripe_webhook_secret: Some(text.into()),
                smtp_url: Some(text.into()),
                ..CommerceSettings::default()
            },
            tracking: TrackingSettings { report_token: Some(text.into()), ..TrackingSettings::default() },
            ..Settings::default()
        };
        let all = |settings: Settings| {
            [
                settings.secret,
                settings.metrics_token,
                settings.commerce.publish_secret,
                settings.commerce.webhook_secret,
                settings.commerce.stripe_secret_key,
                settings.commerce.stripe_webhook_secret,
                settings.commerce.smtp_url,
                settings.tracking.report_token,
            ]
        };
        for nothing in ["", " ", "\n", " \t\r\n"] {
            assert_eq!(all(set(nothing).tidied()), [const { None }; 8], "{nothing:?}");
        }
        assert!(all(set(" word\n").tidied()).iter().all(|secret| secret.as_deref() == Some("word")));
    }

    #[test]
    fn s_053_every_secret_of_ours_is_long_and_no_mere_repetition() {
        let change: [(&str, Place); 9] = [
            ("LOGGIA_SECRET", |settings| &mut settings.secret),
            ("LOGGIA_SECRET_PREVIOUS", |settings| &mut settings.secret_previous),
            ("LOGGIA_METRICS_TOKEN", |settings| &mut settings.metrics_token),
            ("LOGGIA_METRICS_TOKEN_PREVIOUS", |settings| &mut settings.metrics_token_previous),
            ("LOGGIA_REPORT_TOKEN", |settings| &mut settings.tracking.report_token),
            ("LOGGIA_REPORT_TOKEN_PREVIOUS", |settings| &mut settings.tracking.report_token_previous),
            ("LOGGIA_PUBLISH_SECRET", |settings| &mut settings.commerce.publish_secret),
            ("LOGGIA_PUBLISH_SECRET_PREVIOUS", |settings| &mut settings.commerce.publish_secret_previous),
            ("LOGGIA_WEBHOOK_SECRET", |settings| &mut settings.commerce.webhook_secret),
        ];
        for (name, of) in change {
            let checked = |text: &str| {
                let mut settings = Settings { secret: Some(GOOD.into()), ..Settings::default() };
                *of(&mut settings) = Some(text.into());
                settings.check().map(drop).map_err(|refusal| refusal.to_string())
            };
            let short = checked(&GOOD[1..]).unwrap_err();
            assert!(short.starts_with(&format!("{name} ")) && short.contains("32 characters"), "{short}");
            let weak = checked(&"ab".repeat(20)).unwrap_err();
            assert!(weak.starts_with(&format!("{name} ")) && weak.contains("too simple"), "{weak}");
            if !name.ends_with("_PREVIOUS") || name == "LOGGIA_SECRET_PREVIOUS" {
                assert_eq!(checked(GOOD), Ok(()), "{name}");
            } else {
                let alone = checked(GOOD).unwrap_err();
                assert!(alone.contains(name.trim_end_matches("_PREVIOUS")), "{alone}");
            }
            // An empty one counts as not set, so a previous one alone does as well.
            assert_eq!(checked(" "), Ok(()), "{name}");
        }
    }
}
