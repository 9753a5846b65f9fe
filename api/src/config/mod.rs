//! Settings from the command line and the environment; secrets from the environment alone.

mod accounts;
mod captcha;
mod check;
mod choices;
mod commerce;
mod environment;
mod error;
mod files;
mod keep;
mod limits;
pub mod manual;
mod paypal;
mod places;
mod replication;
mod secret;
mod secret_text;
mod settings;
mod tax;
mod tracking;
mod vat;

pub use accounts::{AccountSettings, SecondFactor};
pub use captcha::{Captcha, CaptchaSettings};
pub use choices::{LogFormat, Payment, SignUp};
pub use commerce::{CommerceSettings, MailBy, NewMember};
pub use environment::Environment;
pub use error::SettingsError;
pub use files::FileSettings;
pub use keep::{KeepSettings, ListConfirmation};
pub use limits::LimitSettings;
pub use paypal::PayPalSettings;
pub use places::{PlacesBy, PlacesSettings};
pub use replication::{Place, PlaceError, ReplicationSettings};
pub use settings::Settings;
pub use tax::{TaxBy, TaxFallback, TaxPrices, TaxSettings};
pub use tracking::TrackingSettings;
pub use vat::VatSettings;
