//! Settings from the command line and the environment; secrets from the environment alone.

use crate::token::Secret;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

/// Where this server stands: outside `dev` it refuses to start without what makes it safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Environment {
    /// A developer's machine: plain HTTP, a generated secret.
    #[default]
    Dev,
    /// Quality assurance.
    Qa,
    /// The last stop before production.
    Staging,
    /// Production.
    Prod,
}

/// Who takes the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Payment {
    /// Nobody: orders are paid by the word `test-pass` and marked as tests.
    Test,
}

/// Everything that may be set. The defaults are those of a developer's machine.
#[derive(Clone, clap::Args)]
pub struct Settings {
    /// The address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "LOGGIA_BIND", default_value = "127.0.0.1:8787")]
    pub bind: SocketAddr,
    /// `sqlite:<path>` or `postgres://…`; without it a SQLite file in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// The folder of the SQLite file, the development secret and the letters kept as files.
    #[arg(long, env = "LOGGIA_DATA", default_value = ".loggia")]
    pub data_folder: PathBuf,
    /// The `catalog.json` of the published site, imported at start.
    #[arg(long, env = "LOGGIA_CATALOG")]
    pub catalog: Option<PathBuf>,
    /// The origins of the site's pages when they are not served from here, such as `https://shop.example`.
    #[arg(long, env = "LOGGIA_SITE_ORIGINS", value_delimiter = ',')]
    pub site_origins: Vec<String>,
    /// At least 32 characters; every replica needs the same. Only from the environment.
    #[arg(skip = std::env::var("LOGGIA_SECRET").ok())]
    pub secret: Option<String>,
    /// Where this server stands.
    #[arg(long, env = "LOGGIA_ENVIRONMENT", value_enum, default_value_t)]
    pub environment: Environment,
    /// Set when pages and API are on different sites: cookies become `SameSite=None; Secure; Partitioned`.
    #[arg(long, env = "LOGGIA_CROSS_SITE_COOKIES")]
    pub cross_site_cookies: bool,
    /// The header a trusted proxy writes the visitor's address into, such as `x-forwarded-for`; its last entry counts.
    #[arg(long, env = "LOGGIA_CLIENT_ADDRESS_HEADER")]
    pub client_address_header: Option<String>,
    /// Worker threads; without it one for each core.
    #[arg(long, env = "LOGGIA_WORKERS")]
    pub workers: Option<usize>,
    /// The most connections to the database that read at once.
    #[arg(long, env = "LOGGIA_CONNECTIONS", default_value_t = 8)]
    pub connections: u32,
    /// Leaves letters and other work in the background to another process.
    #[arg(long, env = "LOGGIA_NO_BACKGROUND_WORK")]
    pub no_background_work: bool,
    /// How many calls of each kind one address may make.
    #[command(flatten)]
    pub limits: LimitSettings,
    /// Who takes the money. Outside development it must be said, so that no shop gives its goods away unawares.
    #[arg(long, env = "LOGGIA_PAYMENT", value_enum)]
    pub payment: Option<Payment>,
    /// The folder letters are written into in place of a mail server; without it `mail` in the data folder.
    #[arg(long, env = "LOGGIA_MAIL_FOLDER")]
    pub mail_folder: Option<PathBuf>,
}

/// Calls a minute from one address, and the limits of one call.
#[derive(Clone, Debug, clap::Args)]
pub struct LimitSettings {
    /// Entries added to a cart in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_ADD_ENTRY", default_value_t = 60)]
    pub add_entry: u32,
    /// Submissions of one form in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_FORM", default_value_t = 10)]
    pub form: u32,
    /// Restock sign-ups in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_RESTOCK", default_value_t = 10)]
    pub restock: u32,
    /// Log-ins in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_LOG_IN", default_value_t = 10)]
    pub log_in: u32,
    /// Checkouts in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_CHECKOUT", default_value_t = 20)]
    pub checkout: u32,
    /// Reviews and comments in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_SAY", default_value_t = 10)]
    pub say: u32,
    /// Bytes of one body.
    #[arg(long, env = "LOGGIA_LIMIT_BODY_BYTES", default_value_t = 64 * 1024)]
    pub body_bytes: usize,
    /// Milliseconds a body may take to arrive.
    #[arg(long, env = "LOGGIA_LIMIT_BODY_MS", default_value_t = 10_000)]
    pub body_ms: u64,
}

/// Without the secret, and without the database's address: there may be a password in it.
impl std::fmt::Debug for Settings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Settings")
            .field("bind", &self.bind)
            .field("data_folder", &self.data_folder)
            .field("catalog", &self.catalog)
            .field("site_origins", &self.site_origins)
            .field("environment", &self.environment)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Default for LimitSettings {
    fn default() -> Self {
        LimitSettings {
            add_entry: 60,
            form: 10,
            restock: 10,
            log_in: 10,
            checkout: 20,
            say: 10,
            body_bytes: 64 * 1024,
            body_ms: 10_000,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8787),
            database_url: None,
            data_folder: PathBuf::from(".loggia"),
            catalog: None,
            site_origins: Vec::new(),
            secret: None,
            environment: Environment::Dev,
            cross_site_cookies: false,
            client_address_header: None,
            workers: None,
            connections: 8,
            no_background_work: false,
            limits: LimitSettings::default(),
            payment: None,
            mail_folder: None,
        }
    }
}

/// Why the settings are not accepted.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// No secret outside development.
    #[error("LOGGIA_SECRET must be set outside development, with at least {} characters", Secret::SHORTEST)]
    NoSecret,
    /// Nobody takes the money.
    #[error("LOGGIA_PAYMENT must be set outside development")]
    NoPayment,
    /// Too short a secret.
    #[error("LOGGIA_SECRET must have at least {} characters", Secret::SHORTEST)]
    ShortSecret,
    /// An origin that is none, or not encrypted outside development.
    #[error(
        "{0}: a site origin is scheme and host only, https outside development, such as https://shop.example"
    )]
    Origin(String),
    /// Cross-site cookies without a list of sites.
    #[error("cookies across sites need LOGGIA_SITE_ORIGINS, or every site could use the visitor's session")]
    CrossSiteWithoutOrigins,
    /// The data folder or the secret in it cannot be used.
    #[error("{path}: {cause}", path = .path.display())]
    Data {
        /// The file.
        path: PathBuf,
        /// What the machine said.
        cause: std::io::Error,
    },
}

impl Settings {
    /// The database in use.
    pub fn database_url(&self) -> String {
        self.database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite:{}", self.data_folder.join("loggia.db").display()))
    }

    /// Where letters are kept as files.
    pub fn mail_folder(&self) -> PathBuf {
        self.mail_folder.clone().unwrap_or_else(|| self.data_folder.join("mail"))
    }

    /// Whether cookies are sent over encrypted connections only.
    pub fn secure_cookies(&self) -> bool {
        self.cross_site_cookies || self.environment != Environment::Dev
    }

    /// Refuses what would be unsafe, and gives the secret: the one set, or in development the one kept in the data folder.
    pub fn check(&self) -> Result<Secret, SettingsError> {
        for origin in &self.site_origins {
            if !is_origin(origin, self.environment) {
                return Err(SettingsError::Origin(origin.clone()));
            }
        }
        if self.cross_site_cookies && self.site_origins.is_empty() {
            return Err(SettingsError::CrossSiteWithoutOrigins);
        }
        if self.payment.is_none() && self.environment != Environment::Dev {
            return Err(SettingsError::NoPayment);
        }
        match (&self.secret, self.environment) {
            (Some(text), _) => Secret::new(text.as_bytes()).ok_or(SettingsError::ShortSecret),
            (None, Environment::Dev) => kept_secret(&self.data_folder),
            (None, _) => Err(SettingsError::NoSecret),
        }
    }
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

/// The development secret: made once, kept beside the SQLite file, readable by its owner only.
fn kept_secret(folder: &Path) -> Result<Secret, SettingsError> {
    let path = folder.join("secret");
    let fault = |cause| SettingsError::Data { path: path.clone(), cause };
    std::fs::create_dir_all(folder).map_err(fault)?;
    match std::fs::read(&path) {
        Ok(bytes) => Secret::new(bytes).ok_or(SettingsError::ShortSecret),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
            let text = crate::token::opaque();
            write_private(&path, text.as_bytes()).map_err(fault)?;
            Secret::new(text).ok_or(SettingsError::ShortSecret)
        }
        Err(cause) => Err(fault(cause)),
    }
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

    fn production() -> Settings {
        Settings {
            payment: Some(Payment::Test),
            environment: Environment::Prod,
            secret: Some("s".repeat(32)),
            ..Settings::default()
        }
    }

    #[test]
    fn a_016_settings_do_not_print_their_secrets() {
        let settings =
            Settings { database_url: Some("postgres://me:topsecret@db/shop".into()), ..production() };
        let printed = format!("{settings:?}");
        assert!(!printed.contains("topsecret") && !printed.contains("ssss"), "{printed}");
    }

    #[test]
    fn production_needs_a_long_secret() {
        assert!(production().check().is_ok());
        assert!(matches!(Settings { secret: None, ..production() }.check(), Err(SettingsError::NoSecret)));
        assert!(matches!(
            Settings { secret: Some("short".into()), ..production() }.check(),
            Err(SettingsError::ShortSecret)
        ));
    }

    #[test]
    fn a_014_site_origins_are_exact_and_encrypted_outside_development() {
        let with =
            |origin: &str| Settings { site_origins: vec![origin.into()], ..production() }.check().is_ok();
        assert!(with("https://shop.example"));
        assert!(!with("http://shop.example"));
        assert!(!with("https://shop.example/path"));
        assert!(!with("*"));
        assert!(
            Settings {
                site_origins: vec!["http://localhost:5173".into()],
                secret: Some("s".repeat(32)),
                ..Settings::default()
            }
            .check()
            .is_ok()
        );
    }

    #[test]
    fn production_says_who_takes_the_money() {
        let settings = Settings { payment: None, ..production() };
        assert!(matches!(settings.check(), Err(SettingsError::NoPayment)));
    }

    #[test]
    fn cookies_across_sites_need_the_list_of_sites() {
        let settings = Settings { cross_site_cookies: true, ..production() };
        assert!(matches!(settings.check(), Err(SettingsError::CrossSiteWithoutOrigins)));
    }

    #[test]
    fn the_development_secret_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { data_folder: folder.path().into(), ..Settings::default() };
        let first = settings.check().unwrap().sign("test", "value");
        assert_eq!(settings.check().unwrap().sign("test", "value"), first);
    }
}
