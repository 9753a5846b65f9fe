//! What the shop needs of the outside: who takes the money, who carries emails, whom to tell.

use super::environment::Environment;
use super::error::SettingsError;
use crate::clock::DAY;
use crate::token::Secret;

/// What a new member of an audience is at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum NewMember {
    /// Asked by the service whether they mean it.
    #[default]
    Pending,
    /// A member at once: for forms that asked for consent themselves.
    Subscribed,
}

/// Who carries emails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MailBy {
    /// The mail server of LOGGIA_SMTP_URL.
    Server,
    /// Nobody: emails are files in the mail folder.
    Files,
}

/// The settings of payments, emails and messages to the owner's systems. Secrets come from the environment alone.
#[derive(Clone, clap::Args)]
pub struct CommerceSettings {
    /// Stripe's secret key.
    #[arg(skip = super::secret_text::read("LOGGIA_STRIPE_SECRET_KEY"))]
    pub stripe_secret_key: Option<String>,
    /// The secret of Stripe's webhook endpoint, `whsec_…`.
    #[arg(skip = super::secret_text::read("LOGGIA_STRIPE_WEBHOOK_SECRET"))]
    pub stripe_webhook_secret: Option<String>,
    /// Stripe's publishable key; pages get it.
    #[arg(long, env = "LOGGIA_STRIPE_PUBLISHABLE_KEY")]
    pub stripe_publishable_key: Option<String>,
    /// Where Stripe's calls are answered.
    #[arg(long, env = "LOGGIA_STRIPE_URL", default_value_t = Self::default().stripe_url)]
    pub stripe_url: String,
    /// The mail server, `smtps://user:password@host`; without it emails are files in the mail folder.
    #[arg(skip = super::secret_text::read("LOGGIA_SMTP_URL"))]
    pub smtp_url: Option<String>,
    /// Who carries emails; without it a mail server, if one is set. Outside development emails become files only if this
    /// says so.
    #[arg(long, env = "LOGGIA_MAIL", value_enum)]
    pub mail: Option<MailBy>,
    /// Days for which emails and messages are kept that were given up, emails that are files, and what your own systems were told.
    /// Emails that were sent are not kept.
    #[arg(long, env = "LOGGIA_LETTERS_KEPT_DAYS", default_value_t = Self::default().letters_kept_days)]
    pub letters_kept_days: u32,
    /// Emails a day to one address that anybody may cause, such as those for a forgotten password. Those about orders always
    /// go.
    #[arg(long, env = "LOGGIA_LIMIT_LETTERS_A_DAY", default_value_t = Self::default().letters_a_day)]
    pub letters_a_day: u32,
    /// Days for which a link to the page of an order or of a subscription works.
    #[arg(long, env = "LOGGIA_ORDER_LINK_DAYS", default_value_t = Self::default().order_link_days)]
    pub order_link_days: u32,
    /// Who writes the emails, such as `My Shop <shop@shop.example>`.
    #[arg(long, env = "LOGGIA_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// The owner's own systems that are notified of what happens in the shop.
    #[arg(long, env = "LOGGIA_WEBHOOK_URLS", value_delimiter = ',')]
    pub webhook_urls: Vec<String>,
    /// Signs these notifications; without it a key made from the server's secret.
    #[arg(skip = super::secret_text::read("LOGGIA_WEBHOOK_SECRET"))]
    pub webhook_secret: Option<String>,
    /// The key of the mailing service that forms of the kind `audience` feed.
    #[arg(skip = super::secret_text::read("LOGGIA_AUDIENCE_KEY"))]
    pub audience_key: Option<String>,
    /// The list of that service which is joined with a restock sign-up, such as `https://us1.api.mailchimp.com/3.0/lists/abc`.
    #[arg(long, env = "LOGGIA_AUDIENCE_URL")]
    pub audience_url: Option<String>,
    /// What a new member of such an audience is at first.
    #[arg(long, env = "LOGGIA_AUDIENCE_MEMBER", value_enum, default_value_t)]
    pub audience_member: NewMember,
    /// The JSON of the service account that writes the rows of forms of the kind `sheet`.
    #[arg(skip = super::secret_text::read("LOGGIA_SHEET_ACCOUNT"))]
    pub sheet_account: Option<String>,
    /// Signs the catalogues a publish hands over; without it none is taken by call.
    #[arg(skip = super::secret_text::read("LOGGIA_PUBLISH_SECRET"))]
    pub publish_secret: Option<String>,
    /// The publish secret of before, while it is being replaced.
    #[arg(skip = super::secret_text::read("LOGGIA_PUBLISH_SECRET_PREVIOUS"))]
    pub publish_secret_previous: Option<String>,
    /// Bytes of a catalogue that is handed over by call.
    #[arg(long, env = "LOGGIA_LIMIT_CATALOG_BYTES", default_value_t = Self::default().catalog_bytes)]
    pub catalog_bytes: usize,
    /// Milliseconds such a catalogue may take to arrive.
    #[arg(long, env = "LOGGIA_LIMIT_CATALOG_MS", default_value_t = Self::default().catalog_ms)]
    pub catalog_ms: u64,
    /// Milliseconds before a call to the payment provider is sent again; it doubles each time.
    #[arg(long, env = "LOGGIA_PAYMENT_PAUSE_MS", default_value_t = Self::default().payment_pause_ms)]
    pub payment_pause_ms: u64,
}

impl Default for CommerceSettings {
    fn default() -> Self {
        CommerceSettings {
            stripe_secret_key: None,
            stripe_webhook_secret: None,
            stripe_publishable_key: None,
            stripe_url: "https://api.stripe.com".into(),
            smtp_url: None,
            mail: None,
            letters_kept_days: 7,
            letters_a_day: 20,
            order_link_days: 365,
            mail_from: None,
            webhook_urls: Vec::new(),
            webhook_secret: None,
            audience_key: None,
            audience_url: None,
            audience_member: NewMember::default(),
            sheet_account: None,
            publish_secret: None,
            publish_secret_previous: None,
            catalog_bytes: 32 * 1024 * 1024,
            catalog_ms: 60_000,
            payment_pause_ms: 500,
        }
    }
}

impl CommerceSettings {
    /// What the environment says of the owner's own systems, for a program with a command line of its own: whom to tell, and what signs.
    #[must_use]
    pub fn of_systems() -> Self {
        let urls = std::env::var("LOGGIA_WEBHOOK_URLS").unwrap_or_default();
        let urls = urls.split(',').map(str::trim).filter(|url| !url.is_empty());
        CommerceSettings {
            webhook_urls: urls.map(str::to_owned).collect(),
            webhook_secret: super::secret_text::read("LOGGIA_WEBHOOK_SECRET"),
            ..Self::default()
        }
    }

    /// What a catalogue may be signed with: the secret of now, and the one of before while it is being replaced.
    pub fn publish_secrets(&self) -> Vec<&str> {
        let previous = self.publish_secret_previous.iter().filter(|_| self.publish_secret.is_some());
        self.publish_secret.iter().chain(previous).map(String::as_str).collect()
    }

    /// Whether the keys of Stripe move no money.
    pub fn is_stripe_test(&self) -> bool {
        let secret = self.stripe_secret_key.as_deref().unwrap_or_default();
        !secret.starts_with("sk_live_") && !secret.starts_with("rk_live_")
    }

    /// Refuses what is missing for Stripe, and an address of it that is not encrypted.
    pub(super) fn check_stripe(&self, environment: Environment) -> Result<(), SettingsError> {
        let keys = [
            ("LOGGIA_STRIPE_SECRET_KEY", &self.stripe_secret_key),
            ("LOGGIA_STRIPE_WEBHOOK_SECRET", &self.stripe_webhook_secret),
            ("LOGGIA_STRIPE_PUBLISHABLE_KEY", &self.stripe_publishable_key),
        ];
        for (name, key) in keys {
            if key.as_deref().is_none_or(str::is_empty) {
                return Err(SettingsError::Missing(name));
            }
        }
        let is_short = |key: &Option<String>| key.as_ref().is_some_and(|key| key.len() < Secret::SHORTEST);
        if environment != Environment::Dev && is_short(&self.stripe_webhook_secret) {
            return Err(SettingsError::ShortSecret("LOGGIA_STRIPE_WEBHOOK_SECRET"));
        }
        if environment != Environment::Dev && !self.stripe_url.starts_with("https://") {
            return Err(SettingsError::NotEncrypted("LOGGIA_STRIPE_URL"));
        }
        Ok(())
    }

    /// How long emails are kept that were given up, in milliseconds.
    pub fn emails_kept(&self) -> i64 {
        i64::from(self.letters_kept_days) * DAY
    }

    /// Refuses production without a mail server, unless emails are to be files; a mail server that is spoken to in the open, or emails without a writer.
    pub(super) fn check_mail(&self, environment: Environment) -> Result<(), SettingsError> {
        let Some(url) = &self.smtp_url else {
            let is_chosen = self.mail == Some(MailBy::Files) || environment == Environment::Dev;
            return if is_chosen && self.mail != Some(MailBy::Server) {
                Ok(())
            } else {
                Err(SettingsError::NoMail)
            };
        };
        if self.mail == Some(MailBy::Files) {
            return Err(SettingsError::TwoMails);
        }
        let encrypted = url.starts_with("smtps://") || url.contains("tls=required");
        if environment != Environment::Dev && !encrypted {
            return Err(SettingsError::NotEncrypted("LOGGIA_SMTP_URL"));
        }
        if self.mail_from.is_none() {
            return Err(SettingsError::Missing("LOGGIA_MAIL_FROM"));
        }
        Ok(())
    }

    /// Refuses systems of the owner's whose address is not encrypted.
    pub(super) fn check_webhooks(&self, environment: Environment) -> Result<(), SettingsError> {
        let in_the_open = |url: &String| !url.starts_with("https://");
        if environment != Environment::Dev && self.webhook_urls.iter().any(in_the_open) {
            return Err(SettingsError::NotEncrypted("LOGGIA_WEBHOOK_URLS"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripe() -> CommerceSettings {
        CommerceSettings {
            stripe_secret_key: Some("sk_live_1".into()),
            stripe_publishable_key: Some("pk_live_1".into()),
            stripe_webhook_secret: Some("whsec_0123456789abcdefghijklmnopqrstuv".into()),
            ..CommerceSettings::default()
        }
    }

    #[test]
    fn stripe_needs_its_three_keys_and_an_encrypted_way() {
        assert!(stripe().check_stripe(Environment::Prod).is_ok());
        let without = CommerceSettings { stripe_webhook_secret: None, ..stripe() };
        assert!(matches!(without.check_stripe(Environment::Dev), Err(SettingsError::Missing(_))));
        let open = CommerceSettings { stripe_url: "http://stripe.example".into(), ..stripe() };
        assert!(matches!(open.check_stripe(Environment::Prod), Err(SettingsError::NotEncrypted(_))));
        assert!(open.check_stripe(Environment::Dev).is_ok());
        let short = CommerceSettings { stripe_webhook_secret: Some("whsec_1".into()), ..stripe() };
        assert!(matches!(short.check_stripe(Environment::Prod), Err(SettingsError::ShortSecret(_))));
    }

    #[test]
    fn s_066_production_says_that_emails_are_files() {
        let mail = |mail, smtp: Option<&str>| CommerceSettings {
            mail,
            smtp_url: smtp.map(str::to_owned),
            mail_from: Some("shop@shop.example".into()),
            ..CommerceSettings::default()
        };
        let server = Some("smtps://mail.example");
        let checked = |commerce: CommerceSettings, environment| {
            commerce.check_mail(environment).map_err(|refusal| refusal.to_string())
        };
        let silent = checked(mail(None, None), Environment::Prod).unwrap_err();
        assert!(silent.contains("LOGGIA_SMTP_URL") && silent.contains("LOGGIA_MAIL=files"), "{silent}");
        assert!(checked(mail(Some(MailBy::Server), None), Environment::Dev).is_err());
        assert!(
            checked(mail(Some(MailBy::Files), server), Environment::Prod)
                .unwrap_err()
                .contains("LOGGIA_MAIL")
        );
        for (mail, environment) in [
            (mail(Some(MailBy::Files), None), Environment::Prod),
            (mail(None, server), Environment::Prod),
            (mail(Some(MailBy::Server), server), Environment::Prod),
            (mail(None, None), Environment::Dev),
        ] {
            assert_eq!(checked(mail, environment), Ok(()));
        }
    }

    #[test]
    fn emails_leave_production_encrypted_only() {
        let mail = |url: &str| CommerceSettings {
            smtp_url: Some(url.into()),
            mail_from: Some("shop@shop.example".into()),
            ..CommerceSettings::default()
        };
        assert!(mail("smtps://mail.example").check_mail(Environment::Prod).is_ok());
        assert!(mail("smtp://mail.example:587?tls=required").check_mail(Environment::Prod).is_ok());
        assert!(mail("smtp://mail.example").check_mail(Environment::Prod).is_err());
        let nobody = CommerceSettings { mail_from: None, ..mail("smtps://mail.example") };
        assert!(matches!(nobody.check_mail(Environment::Dev), Err(SettingsError::Missing(_))));
    }

    #[test]
    fn the_owners_systems_are_told_encrypted_only() {
        let hooks = CommerceSettings {
            webhook_urls: vec!["http://hooks.example".into()],
            ..CommerceSettings::default()
        };
        assert!(hooks.check_webhooks(Environment::Prod).is_err());
        assert!(hooks.check_webhooks(Environment::Dev).is_ok());
    }
}
