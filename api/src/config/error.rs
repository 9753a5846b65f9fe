//! Why settings are not accepted.

use crate::token::Secret;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why the settings are not accepted.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// No secret outside development.
    #[error("LOGGIA_SECRET must be set outside development, with at least {} characters", Secret::SHORTEST)]
    NoSecret,
    /// Nobody takes the money.
    #[error("LOGGIA_PAYMENT must be set outside development")]
    NoPayment,
    /// Something else that must be set.
    #[error("{0} must be set")]
    Missing(&'static str),
    /// An address that would be spoken to in the open.
    #[error("{0} must be encrypted outside development")]
    NotEncrypted(&'static str),
    /// Nobody push services could write to.
    #[error("LOGGIA_WEB_PUSH_CONTACT: `{0}` is neither mailto: with an email address nor an https: address")]
    WebPushContact(String),
    /// Hosts of push services that are none.
    #[error("LOGGIA_WEB_PUSH_HOSTS: `{0}` is no host. Write names with or without a port, divided by commas")]
    WebPushHosts(String),
    /// Play money beside real money.
    #[error(
        "LOGGIA_PAYPAL_URL is a sandbox beside real money, or real money beside test keys: outside development both must be the same"
    )]
    MixedMoney,
    /// A tax code without its class.
    #[error("LOGGIA_TAX_CODES: `{0}` is not a class and its code, such as books=txcd_35010000")]
    TaxCode(String),
    /// Sales that are no sales in the books of the tax service, or real ones that are missing there.
    #[error(
        "LOGGIA_TAX_SERVICE has a test key beside real money, or a real key beside test money: outside development both must be the same"
    )]
    TaxOfTests,
    /// Nobody carries emails.
    #[error(
        "no mail server is set: set LOGGIA_SMTP_URL, or LOGGIA_MAIL=files if emails are to be files in the mail folder, where \
         nobody they are for reads them"
    )]
    NoMail,
    /// Two say that they carry emails.
    #[error("LOGGIA_MAIL=files and LOGGIA_SMTP_URL are both set: keep one of them")]
    TwoMails,
    /// Nobody is set to check captchas.
    #[error("LOGGIA_CAPTCHA must be set outside development; `none` closes the forms that ask for one")]
    NoCaptcha,
    /// It is not set where links in emails lead.
    #[error(
        "LOGGIA_PUBLIC_URL must be set outside development: the address that people reach the shop at, such as \
         https://shop.example; links in emails lead there"
    )]
    NoPublicUrl,
    /// Too short a secret.
    #[error(
        "{0} must have at least {shortest} characters: take a random one, such as `openssl rand -base64 32` gives",
        shortest = Secret::SHORTEST
    )]
    ShortSecret(&'static str),
    /// A secret that can be guessed.
    #[error("{0} is too simple: take a random one, such as `openssl rand -base64 32` gives")]
    WeakSecret(&'static str),
    /// Not an origin, or one that is not encrypted outside development.
    #[error(
        "{0}: a site origin is scheme and host only, https outside development, such as https://shop.example"
    )]
    Origin(String),
    /// Cross-site cookies without a list of sites.
    #[error("cookies across sites need LOGGIA_SITE_ORIGINS, or every site could use the visitor's session")]
    CrossSiteWithoutOrigins,
    /// A development server in the open.
    #[error(
        "{0} is reached by other machines: set LOGGIA_ENVIRONMENT, or LOGGIA_ALLOW_DEV_BEYOND_LOCALHOST=true to try it out"
    )]
    DevelopmentInTheOpen(SocketAddr),
    /// Metrics for everybody.
    #[error("LOGGIA_METRICS_BIND {0} is reached by other machines: set LOGGIA_METRICS_TOKEN")]
    MetricsInTheOpen(SocketAddr),
    /// An event system of another kind.
    #[error("LOGGIA_EVENT_STREAM must start with nats: or tls:")]
    EventStream,
    /// A database far away without a word on encryption.
    #[error(
        "DATABASE_URL names another machine: say `sslmode=verify-full` (or `sslmode=disable`, if nobody listens on the way)"
    )]
    DatabaseUnencrypted,
    /// A header every visitor can write.
    #[error("LOGGIA_CLIENT_ADDRESS_HEADER: `{0}` is no name of a header")]
    AddressHeader(String),
    /// A list of hosts with something else in it.
    #[error(transparent)]
    AllowHosts(#[from] loggia_net::ListError),
    /// A place for a replica that is none.
    #[error("LOGGIA_REPLICATE: {0}")]
    Replicate(#[from] super::replication::PlaceError),
    /// A replica of what is no file.
    #[error(
        "LOGGIA_REPLICATE copies a SQLite file, and DATABASE_URL names a server: use that server's own archive of its log (see docs/operation/growing.md)"
    )]
    ReplicateServer,
    /// The same for the header of places.
    #[error("LOGGIA_PLACE_HEADER: `{0}` is no name of a header")]
    PlaceHeader(String),
    /// Not an address of this server, or one that is not encrypted outside development.
    #[error("LOGGIA_PUBLIC_URL: `{0}` is no address such as https://shop.example")]
    PublicUrl(String),
    /// The secret in the data folder can be read by others.
    #[error("{path}: readable by other users of this machine: chmod 600 it", path = .0.display())]
    SecretReadable(PathBuf),
    /// The data folder or the secret in it cannot be used.
    #[error("{path}: {cause}", path = .path.display())]
    Data {
        /// The file.
        path: PathBuf,
        /// What the system answered.
        cause: std::io::Error,
    },
}
