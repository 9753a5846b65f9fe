//! Everything that may be set, and its defaults: `Default` names each one, and the command line takes it from there.

use super::accounts::AccountSettings;
use super::captcha::CaptchaSettings;
use super::choices::{LogFormat, Payment, SignUp};
use super::commerce::CommerceSettings;
use super::environment::Environment;
use super::error::SettingsError;
use super::files::FileSettings;
use super::keep::{KeepSettings, ListConfirmation};
use super::limits::LimitSettings;
use super::paypal::PayPalSettings;
use super::places::PlacesSettings;
use super::replication::ReplicationSettings;
use super::secret_text as secret;
use super::tax::TaxSettings;
use super::tracking::TrackingSettings;
use super::vat::VatSettings;
use super::web_push::WebPushSettings;

use loggia_net::{Allowed, ListError};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Where systems keep the fonts of all their users; a folder that is not there holds none.
const FONT_FOLDERS: [&str; 4] =
    ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts"];

/// Everything that may be set. The defaults are those of a developer's machine.
#[derive(Clone, clap::Args)]
pub struct Settings {
    /// The address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "LOGGIA_BIND", default_value_t = Self::default().bind)]
    pub bind: SocketAddr,
    /// `sqlite:<path>` or `postgres://…`; without it a SQLite file in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// The folder of the SQLite file, the development secret and the emails kept as files.
    #[arg(long, env = "LOGGIA_DATA", default_value_os_t = Self::default().data_folder)]
    pub data_folder: PathBuf,
    /// The `catalog.json` of the published site, imported at start.
    #[arg(long, env = "LOGGIA_CATALOG")]
    pub catalog: Option<PathBuf>,
    /// The origins of the site's pages when they are not served from here, such as `https://shop.example`.
    #[arg(long, env = "LOGGIA_SITE_ORIGINS", value_delimiter = ',')]
    pub site_origins: Vec<String>,
    /// At least 32 characters; every replica needs the same. Only from the environment.
    #[arg(skip = secret::read("LOGGIA_SECRET"))]
    pub secret: Option<String>,
    /// The secret of before, while it is being replaced: what it signed still holds, and it signs nothing more. Only from the
    /// environment.
    #[arg(skip = secret::read("LOGGIA_SECRET_PREVIOUS"))]
    pub secret_previous: Option<String>,
    /// Where this server stands.
    #[arg(long, env = "LOGGIA_ENVIRONMENT", value_enum, default_value_t)]
    pub environment: Environment,
    /// Set when pages and API are on different sites: cookies become `SameSite=None; Secure; Partitioned`.
    #[arg(long, env = "LOGGIA_CROSS_SITE_COOKIES")]
    pub cross_site_cookies: bool,
    /// The header a trusted proxy writes the visitor's address into, such as `x-forwarded-for`; its last entry counts.
    #[arg(long, env = "LOGGIA_CLIENT_ADDRESS_HEADER")]
    pub client_address_header: Option<String>,
    /// Hosts with or without a port that may be called although they are not public, such as `crm.lan,127.0.0.1:9000`.
    /// Without it what an owner, an editor or a file names is called in the open internet alone.
    #[arg(long, env = "LOGGIA_ALLOW_HOSTS")]
    pub allow_hosts: Option<String>,
    /// Worker threads; without it one for each core.
    #[arg(long, env = "LOGGIA_WORKERS")]
    pub workers: Option<usize>,
    /// The most connections to the database that read at once.
    #[arg(long, env = "LOGGIA_CONNECTIONS", default_value_t = Self::default().connections)]
    pub connections: u32,
    /// Leaves emails and other work in the background to another process.
    #[arg(long, env = "LOGGIA_NO_BACKGROUND_WORK")]
    pub no_background_work: bool,
    /// How many calls of each kind one address may make.
    #[command(flatten)]
    pub limits: LimitSettings,
    /// Where this server is reached from outside, for links in emails, such as `https://shop.example`. Outside development
    /// this or `LOGGIA_SITE_ORIGINS` must be set: emails lead where the operator says, whatever the site says of itself.
    #[arg(long, env = "LOGGIA_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Where the site's pages are, for a program that serves them beside this server and knows it.
    #[arg(skip)]
    pub site_address: Option<String>,
    /// Who takes the money. Outside development it must be set, so that no shop gives its goods away unawares.
    #[arg(long, env = "LOGGIA_PAYMENT", value_enum)]
    pub payment: Option<Payment>,
    /// Who checks captchas.
    #[command(flatten)]
    pub captcha: CaptchaSettings,
    /// Who knows addresses.
    #[command(flatten)]
    pub places: PlacesSettings,
    /// Who knows VAT numbers.
    #[command(flatten)]
    pub vat: VatSettings,
    /// Notices to the browsers of the staff.
    #[command(flatten)]
    pub web_push: WebPushSettings,
    /// Who works out the taxes.
    #[command(flatten)]
    pub tax: TaxSettings,
    /// PayPal.
    #[command(flatten)]
    pub paypal: PayPalSettings,
    /// How long what people sent is kept.
    #[command(flatten)]
    pub keep: KeepSettings,
    /// Whether an address that is typed for a mailing list is a member at once, or once its owner confirmed it by an email.
    #[arg(long, env = "LOGGIA_LIST_CONFIRMATION", value_enum, default_value_t)]
    pub list_confirmation: ListConfirmation,
    /// Whether visitors may ask for an account.
    #[arg(long, env = "LOGGIA_SIGN_UP", value_enum, default_value_t)]
    pub sign_up: SignUp,
    /// Second factors and sessions.
    #[command(flatten)]
    pub accounts: AccountSettings,
    /// The folder emails are written into in place of a mail server; without it `mail` in the data folder.
    #[arg(long, env = "LOGGIA_MAIL_FOLDER")]
    pub mail_folder: Option<PathBuf>,
    /// Where fonts lie, for letters on slips, labels and invoices that the program's own do not have (Chinese, Japanese, Korean, Thai
    /// and so on); `fonts-noto-cjk` is such a package.
    #[arg(long, env = "LOGGIA_FONT_FOLDERS", value_delimiter = ',', default_values_os_t = Self::default().font_folders)]
    pub font_folders: Vec<PathBuf>,
    /// Lets a development server listen on an address that other machines reach.
    #[arg(long, env = "LOGGIA_ALLOW_DEV_BEYOND_LOCALHOST")]
    pub allow_dev_beyond_localhost: bool,
    /// A second address for `/metrics` alone; on one that other machines reach it needs LOGGIA_METRICS_TOKEN.
    #[arg(long, env = "LOGGIA_METRICS_BIND")]
    pub metrics_bind: Option<SocketAddr>,
    /// What a scrape must send as `Authorization: Bearer …`; set, it also opens `/metrics` on the main address.
    #[arg(skip = secret::read("LOGGIA_METRICS_TOKEN"))]
    pub metrics_token: Option<String>,
    /// The token of before, while it is being replaced.
    #[arg(skip = secret::read("LOGGIA_METRICS_TOKEN_PREVIOUS"))]
    pub metrics_token_previous: Option<String>,
    /// What is logged, such as `info`, `warn,loggia_api=debug`; at `loggia_api=debug` every call has its line.
    #[arg(long, env = "LOGGIA_LOG")]
    pub log: Option<String>,
    /// How log lines look.
    #[arg(long, env = "LOGGIA_LOG_FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// Where OpenTelemetry traces are sent by OTLP over HTTP, such as `http://localhost:4318/v1/traces`; without it nowhere.
    #[arg(long, env = "LOGGIA_TRACES_ENDPOINT")]
    pub traces_endpoint: Option<String>,
    /// Payments, emails, messages to the owner's systems.
    #[command(flatten)]
    pub commerce: CommerceSettings,
    /// Events and reports.
    #[command(flatten)]
    pub tracking: TrackingSettings,
    /// Files that are sold.
    #[command(flatten)]
    pub files: FileSettings,
    /// A replica of the SQLite file elsewhere.
    #[command(flatten)]
    pub replication: ReplicationSettings,
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

impl Default for Settings {
    fn default() -> Self {
        Settings {
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8787),
            database_url: None,
            data_folder: PathBuf::from(".loggia"),
            catalog: None,
            site_origins: Vec::new(),
            secret: None,
            secret_previous: None,
            environment: Environment::default(),
            cross_site_cookies: false,
            client_address_header: None,
            allow_hosts: None,
            workers: None,
            connections: 8,
            no_background_work: false,
            limits: LimitSettings::default(),
            payment: None,
            captcha: CaptchaSettings::default(),
            places: PlacesSettings::default(),
            vat: VatSettings::default(),
            web_push: WebPushSettings::default(),
            tax: TaxSettings::default(),
            paypal: PayPalSettings::default(),
            keep: KeepSettings::default(),
            list_confirmation: ListConfirmation::default(),
            sign_up: SignUp::default(),
            accounts: AccountSettings::default(),
            mail_folder: None,
            font_folders: FONT_FOLDERS.iter().map(PathBuf::from).collect(),
            allow_dev_beyond_localhost: false,
            metrics_bind: None,
            metrics_token: None,
            metrics_token_previous: None,
            log: None,
            log_format: LogFormat::default(),
            traces_endpoint: None,
            public_url: None,
            site_address: None,
            commerce: CommerceSettings::default(),
            tracking: TrackingSettings::default(),
            files: FileSettings::default(),
            replication: ReplicationSettings::default(),
        }
    }
}

impl Settings {
    /// The database in use.
    pub fn database_url(&self) -> String {
        self.database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite:{}", self.data_folder.join("loggia.db").display()))
    }

    /// Makes the folder of a SQLite file of our own.
    pub fn make_data_folder(&self) -> Result<(), SettingsError> {
        if self.database_url.is_some() {
            return Ok(());
        }
        let fault = |cause| SettingsError::Data { path: self.data_folder.clone(), cause };
        let mut folder = std::fs::DirBuilder::new();
        // What a shop knows is for its own account alone.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder.recursive(true).create(&self.data_folder).map_err(fault)
    }

    /// The address of the site's pages in emails: what the operator says, and nothing that the site says of itself. `None` on
    /// a developer's machine where nothing is set.
    ///
    /// # Errors
    /// Outside development, when nothing is set.
    pub fn email_links_lead_to(&self) -> Result<Option<String>, SettingsError> {
        let pages = self.site_address.as_ref().or(self.site_origins.first());
        match pages.or(self.public_url.as_ref()) {
            None if self.environment != Environment::Dev => Err(SettingsError::NoPublicUrl),
            url => Ok(url.cloned()),
        }
    }

    /// The hosts that may be called although they are not public.
    ///
    /// # Errors
    /// When an entry of the list names no host.
    pub fn allowed_hosts(&self) -> Result<Allowed, ListError> {
        Allowed::parse(self.allow_hosts.as_deref().unwrap_or_default())
    }

    /// Where emails are kept as files.
    pub fn mail_folder(&self) -> PathBuf {
        self.mail_folder.clone().unwrap_or_else(|| self.data_folder.join("mail"))
    }

    /// Where files that are sold are kept.
    pub fn files_folder(&self) -> PathBuf {
        self.files.folder.clone().unwrap_or_else(|| self.data_folder.join("files"))
    }

    /// Whether cookies are sent over encrypted connections only.
    pub fn secure_cookies(&self) -> bool {
        self.cross_site_cookies || self.environment != Environment::Dev
    }
}
