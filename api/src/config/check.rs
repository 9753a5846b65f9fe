//! Refuses to start with what would be unsafe: outside development every choice that costs safety is made aloud.

use super::captcha::Captcha;
use super::choices::Payment;
use super::environment::Environment;
use super::error::SettingsError;
use super::settings::Settings;
use crate::token::{Secret, opaque};
use std::net::IpAddr;
use std::path::Path;

impl Settings {
    /// Refuses what would be unsafe, and gives the secret: the one set, or in development the one kept in the data folder.
    pub fn check(&self) -> Result<Secret, SettingsError> {
        self.clone().tidied().check_tidied()
    }

    fn check_tidied(&self) -> Result<Secret, SettingsError> {
        self.check_secrets()?;
        for origin in &self.site_origins {
            if !is_origin(origin, self.environment) {
                return Err(SettingsError::Origin(origin.clone()));
            }
        }
        if self.cross_site_cookies && self.site_origins.is_empty() {
            return Err(SettingsError::CrossSiteWithoutOrigins);
        }
        if let Some(name) = &self.client_address_header
            && actix_web::http::header::HeaderName::try_from(name.as_str()).is_err()
        {
            return Err(SettingsError::AddressHeader(name.clone()));
        }
        self.allowed_hosts()?;
        if self.replication.place()?.is_some() && !self.database_url().starts_with("sqlite:") {
            return Err(SettingsError::ReplicateServer);
        }
        if let Some(name) = &self.accounts.place_header
            && actix_web::http::header::HeaderName::try_from(name.as_str()).is_err()
        {
            return Err(SettingsError::PlaceHeader(name.clone()));
        }
        if let Some(url) = &self.public_url
            && url::Url::parse(url).ok().is_none_or(|url| url.host_str().is_none())
        {
            return Err(SettingsError::PublicUrl(url.clone()));
        }
        self.check_metrics()?;
        if self.payment == Some(Payment::Stripe) {
            self.commerce.check_stripe(self.environment)?;
        }
        self.paypal.check(self.environment, self.is_main_a_test())?;
        self.captcha.check(self.environment)?;
        self.places.check(self.environment)?;
        self.vat.check(self.environment)?;
        self.web_push.check()?;
        let stripe = (self.commerce.stripe_secret_key.as_deref(), self.commerce.stripe_url.as_str());
        let tests = (self.commerce.is_stripe_test(), self.is_main_a_test());
        self.tax.check(self.environment, stripe, tests)?;
        self.tracking.check(self.environment)?;
        self.commerce.check_webhooks(self.environment)?;
        if self.environment == Environment::Dev {
            self.check_development()?;
        } else {
            self.check_production()?;
        }
        self.commerce.check_mail(self.environment)?;
        let secret = match (&self.secret, self.environment) {
            (Some(text), _) => of_text("LOGGIA_SECRET", text)?,
            (None, Environment::Dev) => kept_secret(&self.data_folder)?,
            (None, _) => return Err(SettingsError::NoSecret),
        };
        let previous = self.secret_previous.as_deref();
        let previous = previous.map(|text| of_text("LOGGIA_SECRET_PREVIOUS", text)).transpose()?;
        Ok(secret.replacing(previous))
    }

    /// Whether no money moves at who takes it.
    fn is_main_a_test(&self) -> bool {
        match self.payment {
            Some(Payment::Stripe) => self.commerce.is_stripe_test(),
            Some(Payment::Manual) => false,
            Some(Payment::Test) | None => true,
        }
    }

    /// Who checks captchas.
    pub fn captcha(&self) -> Captcha {
        self.captcha.checked_by.unwrap_or(Captcha::Test)
    }

    fn check_metrics(&self) -> Result<(), SettingsError> {
        match (&self.metrics_token, self.metrics_bind) {
            (None, Some(bind)) if !bind.ip().is_loopback() => Err(SettingsError::MetricsInTheOpen(bind)),
            _ => Ok(()),
        }
    }

    fn check_development(&self) -> Result<(), SettingsError> {
        if self.bind.ip().is_loopback() || self.allow_dev_beyond_localhost {
            return Ok(());
        }
        Err(SettingsError::DevelopmentInTheOpen(self.bind))
    }

    fn check_production(&self) -> Result<(), SettingsError> {
        if self.payment.is_none() {
            return Err(SettingsError::NoPayment);
        }
        if self.secret.is_none() {
            return Err(SettingsError::NoSecret);
        }
        if self.captcha.checked_by.is_none() {
            return Err(SettingsError::NoCaptcha);
        }
        if is_unencrypted(&self.database_url()) {
            return Err(SettingsError::DatabaseUnencrypted);
        }
        self.email_links_lead_to().map(drop)
    }
}

/// A PostgreSQL on another machine, without a word on whether the way there is encrypted.
fn is_unencrypted(url: &str) -> bool {
    if !url.starts_with("postgres") {
        return false;
    }
    let Ok(options) = url.parse::<sqlx::postgres::PgConnectOptions>() else {
        // Opening it tells what is wrong with it.
        return false;
    };
    let host = options.get_host();
    let is_here = options.get_socket().is_some()
        || host.starts_with('/')
        || host == "localhost"
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    !is_here && !url.contains("sslmode=") && !url.contains("ssl-mode=")
}

fn is_origin(origin: &str, environment: Environment) -> bool {
    let host = match (origin.split_once("://"), environment) {
        (Some(("https", host)), _) | (Some(("http", host)), Environment::Dev) => host,
        _ => return false,
    };
    !host.is_empty()
        && host
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | ':' | '[' | ']'))
}

fn of_text(name: &'static str, text: &str) -> Result<Secret, SettingsError> {
    Secret::new(text.as_bytes()).ok_or(SettingsError::ShortSecret(name))
}

/// The development secret: made once, kept beside the SQLite file, readable by its owner only.
fn kept_secret(folder: &Path) -> Result<Secret, SettingsError> {
    let path = folder.join("secret");
    let fault = |cause| SettingsError::Data { path: path.clone(), cause };
    std::fs::create_dir_all(folder).map_err(fault)?;
    match std::fs::read(&path) {
        Ok(_) if is_readable_by_others(&path) => Err(SettingsError::SecretReadable(path)),
        Ok(bytes) => Secret::new(bytes).ok_or(SettingsError::ShortSecret("the secret in the data folder")),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
            let text = opaque();
            write_private(&path, text.as_bytes()).map_err(fault)?;
            Secret::new(text).ok_or(SettingsError::ShortSecret("the secret in the data folder"))
        }
        Err(cause) => Err(fault(cause)),
    }
}

#[cfg(unix)]
fn is_readable_by_others(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).is_ok_and(|file| file.mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_readable_by_others(_: &Path) -> bool {
    false
}

fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{CaptchaSettings, CommerceSettings, MailBy};
    use std::net::SocketAddr;

    const GOOD: &str = "k7Qm2xW9vB4nT8sZ1cH6pL3dR5fJ0yGa";

    fn production() -> Settings {
        Settings {
            payment: Some(Payment::Test),
            captcha: CaptchaSettings { checked_by: Some(Captcha::None), ..CaptchaSettings::default() },
            environment: Environment::Prod,
            secret: Some(GOOD.into()),
            public_url: Some("https://shop.example".into()),
            commerce: CommerceSettings { mail: Some(MailBy::Files), ..CommerceSettings::default() },
            ..Settings::default()
        }
    }

    /// What `change` makes of production is refused with these words; "" is accepted.
    fn refused(change: impl FnOnce(&mut Settings), words: &str) {
        let mut settings = production();
        change(&mut settings);
        match settings.check() {
            Ok(_) => assert_eq!(words, "", "it was accepted"),
            Err(refusal) => {
                assert!(!words.is_empty() && refusal.to_string().contains(words), "{refusal}");
            }
        }
    }

    #[test]
    fn a_016_settings_do_not_print_their_secrets() {
        let settings = Settings {
            database_url: Some("postgres://me:topsecret@db/shop".into()),
            metrics_token: Some("scrape-scrape-scrape-scrape-12345".into()),
            ..production()
        };
        let printed = format!("{settings:?}");
        for secret in ["topsecret", GOOD, "scrape"] {
            assert!(!printed.contains(secret), "{printed}");
        }
    }

    #[test]
    fn production_needs_a_long_random_secret() {
        refused(|_| (), "");
        refused(|settings| settings.secret = None, "LOGGIA_SECRET must be set");
        refused(|settings| settings.secret = Some("short".into()), "at least 32 characters");
        refused(|settings| settings.secret = Some("s".repeat(64)), "too simple");
        refused(|settings| settings.secret = Some("12345678".repeat(5)), "too simple");
    }

    #[test]
    fn a_014_site_origins_are_exact_and_encrypted_outside_development() {
        let origin = |origin: &str, words: &str| {
            refused(|settings| settings.site_origins = vec![origin.into()], words);
        };
        origin("https://shop.example", "");
        for wrong in
            ["http://shop.example", "https://shop.example/path", "*", "null", "https://", "shop.example"]
        {
            origin(wrong, "a site origin is scheme and host only");
        }
        let development = |settings: &mut Settings| {
            settings.environment = Environment::Dev;
            settings.site_origins = vec!["http://localhost:5173".into()];
        };
        refused(development, "");
    }

    #[test]
    fn production_says_who_takes_the_money_and_who_checks_captchas() {
        refused(|settings| settings.payment = None, "LOGGIA_PAYMENT");
        refused(|settings| settings.captcha.checked_by = None, "LOGGIA_CAPTCHA");
        refused(|settings| settings.captcha.checked_by = Some(Captcha::Test), "");
    }

    #[test]
    fn cookies_across_sites_need_the_list_of_sites() {
        refused(|settings| settings.cross_site_cookies = true, "LOGGIA_SITE_ORIGINS");
    }

    #[test]
    fn a_development_server_stays_at_home() {
        let open = |settings: &mut Settings| {
            settings.environment = Environment::Dev;
            settings.bind = SocketAddr::from(([0, 0, 0, 0], 8787));
        };
        refused(open, "reached by other machines");
        refused(
            |settings| {
                open(settings);
                settings.allow_dev_beyond_localhost = true;
            },
            "",
        );
        refused(|settings| settings.bind = SocketAddr::from(([0, 0, 0, 0], 8787)), "");
    }

    #[test]
    fn s_114_email_links_lead_where_the_operator_says() {
        let nowhere = || Settings { public_url: None, ..production() };
        refused(|settings| *settings = nowhere(), "LOGGIA_PUBLIC_URL");
        let base_url = |settings: Settings| settings.email_links_lead_to().unwrap();
        assert_eq!(base_url(production()).as_deref(), Some("https://shop.example"));
        let origins = Settings { site_origins: vec!["https://pages.example".into()], ..production() };
        assert_eq!(
            base_url(origins).as_deref(),
            Some("https://pages.example"),
            "where the pages are, not the calls"
        );
        assert_eq!(base_url(Settings { environment: Environment::Dev, ..nowhere() }), None);
    }

    #[test]
    fn figures_are_not_for_everybody() {
        let open = Some(SocketAddr::from(([0, 0, 0, 0], 9464)));
        refused(|settings| settings.metrics_bind = open, "LOGGIA_METRICS_TOKEN");
        refused(|settings| settings.metrics_token = Some("short".into()), "at least 32 characters");
        refused(
            |settings| {
                settings.metrics_bind = open;
                settings.metrics_token = Some("scrape-scrape-scrape-scrape-12345".into());
            },
            "",
        );
        refused(|settings| settings.metrics_bind = Some(SocketAddr::from(([127, 0, 0, 1], 9464))), "");
    }

    #[test]
    fn a_database_far_away_is_reached_as_was_said() {
        let database =
            |url: &str, words: &str| refused(|settings| settings.database_url = Some(url.into()), words);
        database("postgres://me:pass@db.example/shop", "sslmode");
        database("postgres://me:pass@db.example/shop?sslmode=verify-full", "");
        database("postgres://me:pass@db.example/shop?sslmode=disable", "");
        database("postgres://me@localhost/shop", "");
        database("postgres://me@127.0.0.1:5433/shop", "");
        database("postgres://me@localhost/shop?host=/run/postgresql", "");
        database("sqlite:shop.db", "");
    }

    #[test]
    fn the_address_header_is_a_name() {
        refused(
            |settings| settings.client_address_header = Some("x forwarded".into()),
            "no name of a header",
        );
        refused(|settings| settings.client_address_header = Some("x-forwarded-for".into()), "");
    }

    #[test]
    fn the_development_secret_is_kept_for_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { data_folder: folder.path().into(), ..Settings::default() };
        let first = settings.check().unwrap().sign("test", "value");
        assert_eq!(settings.check().unwrap().sign("test", "value"), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let open = std::fs::Permissions::from_mode(0o644);
            std::fs::set_permissions(folder.path().join("secret"), open).unwrap();
            assert!(matches!(settings.check(), Err(SettingsError::SecretReadable(_))));
        }
    }

    /// N-029: their names; each but a developer's machine refuses to start without what makes it safe.
    #[test]
    fn n_029_the_four_environments_by_name() {
        use clap::ValueEnum;
        let names: Vec<String> = Environment::value_variants()
            .iter()
            .filter_map(|environment| Some(environment.to_possible_value()?.get_name().to_owned()))
            .collect();
        assert_eq!(names, ["dev", "qa", "staging", "prod"]);
        for environment in [Environment::Qa, Environment::Staging, Environment::Prod] {
            let open = Settings { environment, secret: None, ..production() };
            assert!(matches!(open.check(), Err(SettingsError::NoSecret)), "{environment:?}");
        }
    }
}
