//! What every handler may hold.

use crate::clock::Clock;
use crate::config::{
    Captcha, Environment, NewMember, Payment, PlacesBy, Settings, TaxBy, TaxFallback, TaxPrices,
};
use crate::error::ApiError;
use crate::files::FileStore;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::outbound::captcha::{Service, Verifier};
use crate::outbound::connector::{Audience, Connectors, ServiceAccount, Sheet};
use crate::outbound::hook::{Guard, Hooks};
use crate::outbound::mail::Mailer;
use crate::outbound::payment::{
    ManualOnly, PayPal, PayPalKeys, PaymentProvider, Payments, Stripe, StripeKeys, StripePage, TestProvider,
};
use crate::outbound::places::{Fixture, Google, Photon, Places, PlacesProvider};
use crate::outbound::push::{Push, Reach, ServerKey};
use crate::outbound::smtp::Smtp;
use crate::outbound::stream::Stream;
use crate::outbound::tax::{StripeTax, TaxDesk};
use crate::outbound::vat::{Nobody, VatRegister, Vies};
use crate::published::{Publications, TaxTerms};
use crate::rates::{Caller, Class, Rates};
use crate::replicate;
use crate::repository::Db;
use crate::token::Secret;
use crate::tracking::Tracking;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use url::Url;
use webauthn_rs::{Webauthn, WebauthnBuilder};

/// The store, the clock, the settings and the outside world, shared by all workers of this process.
pub struct Context {
    /// What is stored.
    pub db: Db,
    /// The catalogue.
    pub publications: Publications,
    /// What time it is.
    pub clock: Clock,
    /// What was set.
    pub settings: Settings,
    /// Signs crumbs; never leaves the process.
    pub secret: Secret,
    /// Whom passkeys are made for; `None` where this server has no name.
    pub passkeys: Option<Webauthn>,
    /// Who checks captchas.
    pub captcha: Verifier,
    /// Who takes the money.
    pub payments: Arc<Payments>,
    /// Who knows addresses.
    pub places: Places,
    /// Who knows VAT numbers.
    pub vat: Arc<dyn VatRegister>,
    /// Who works out the taxes; `None` where the shop's own rules hold.
    pub taxes: Option<TaxDesk>,
    /// Who sends emails.
    pub mail: Mailer,
    /// Who tells the owner's own systems.
    pub hooks: Hooks,
    /// Who tells the browsers of the staff; `None` where that is not set up.
    pub push: Option<Push>,
    /// Who takes submissions beside the shop's own books.
    pub connectors: Connectors,
    /// The files that are sold.
    pub files: Arc<dyn FileStore>,
    /// What visitors do.
    pub tracking: Tracking,
    /// Where events are forwarded to.
    pub event_stream: Option<Stream>,
    /// The large bodies that may arrive at once.
    pub uploads: Semaphore,
    /// The files with records of another shop that are taken at once: one.
    pub imports: Arc<Semaphore>,
    /// Calls a minute.
    pub rates: Rates,
    /// Who listens to what happens.
    pub live: Arc<Live>,
    /// What monitoring reads.
    pub metrics: Metrics,
    /// How far behind the replica of the database is; `None` where there is none.
    pub replication: Option<Arc<replicate::Status>>,
}

impl Context {
    /// Counts a call of `caller`; `subject` tells apart what is counted separately (a form).
    ///
    /// # Errors
    /// `too-many-requests`.
    pub async fn count_caller(&self, class: Class, caller: &Caller, subject: &str) -> Result<(), ApiError> {
        let counted = self.rates.count(class, caller, subject).await;
        if matches!(counted, Err(ApiError::TooManyRequests { .. })) {
            self.metrics.refuse(class.name());
        }
        counted
    }
}

/// What could not be made for the outside.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;

/// Who sends emails by these settings: a mail server, or a folder of files.
///
/// # Errors
/// When the address of the server or of the writer is none.
pub fn mailer(settings: &Settings) -> Result<Mailer, Fault> {
    let commerce = &settings.commerce;
    Ok(match &commerce.smtp_url {
        Some(url) => {
            let from = commerce.mail_from.as_deref().unwrap_or_default();
            Mailer::Server(Box::new(Smtp::new(url, from)?))
        }
        None => Mailer::Folder(settings.mail_folder()),
    })
}

/// Who checks captchas, by these settings.
///
/// # Errors
/// When the machine trusts no certificates.
pub fn captcha(settings: &Settings) -> Result<Verifier, Fault> {
    let (url, secret) = (&settings.captcha.url, &settings.captcha.secret);
    Ok(match settings.captcha() {
        Captcha::None => Verifier::Nobody,
        Captcha::Test => Verifier::Test,
        Captcha::Service => Verifier::Service(Service::new(
            url.as_deref().unwrap_or_default(),
            secret.as_deref().unwrap_or_default(),
        )?),
    })
}

/// Whom passkeys are made for, by these settings and by nothing a call says: the host of LOGGIA_PUBLIC_URL, else of the first
/// site; on a developer's machine `localhost`. `None` when none of them is a name.
///
/// # Errors
/// When an address is none.
pub fn passkeys(settings: &Settings) -> Result<Option<Webauthn>, Fault> {
    let configured = settings.public_url.as_deref().or(settings.site_origins.first().map(String::as_str));
    let here = format!("http://localhost:{}", settings.bind.port());
    let own = match configured {
        Some(configured) => configured,
        None if settings.environment == Environment::Dev => &here,
        None => return Ok(None),
    };
    let own = Url::parse(&Url::parse(own)?.origin().ascii_serialization())?;
    let Some(host) = own.domain().map(str::to_owned) else { return Ok(None) };
    let is_below = |url: &Url| {
        url.domain().is_some_and(|name| {
            name == host || name.strip_suffix(&host).is_some_and(|rest| rest.ends_with('.'))
        })
    };
    let mut builder = WebauthnBuilder::new(&host, &own)?;
    for origin in settings.site_origins.iter().filter_map(|origin| Url::parse(origin).ok()).filter(is_below) {
        builder = builder.append_allowed_origin(&origin);
    }
    // On a developer's machine the editor listens beside the site.
    Ok(Some(builder.allow_any_port(configured.is_none()).build()?))
}

/// Who tells the owner's own systems, by these settings.
///
/// # Errors
/// When the machine trusts no certificates, or the list of allowed hosts names none.
pub fn hooks(settings: &Settings, secret: &Secret) -> Result<Hooks, Fault> {
    let guard =
        Guard { allowed: settings.allowed_hosts()?, is_open: settings.environment == Environment::Dev };
    Ok(Hooks::new(hook_key(settings, secret).into_bytes(), guard)?)
}

/// Who tells the browsers of the staff, by these settings. The key follows from the secret, so nothing is kept of it.
///
/// # Errors
/// When the machine trusts no certificates, or a list of hosts names none.
pub fn push(settings: &Settings, secret: &Secret) -> Result<Option<Push>, Fault> {
    let Some(contact) = &settings.web_push.contact else { return Ok(None) };
    let key = ServerKey::of((0..8).map(|number| secret.derive(&format!("web-push {number}"))))?;
    let reach = Reach {
        services: settings.web_push.hosts()?,
        allowed: settings.allowed_hosts()?,
        is_open: settings.environment == Environment::Dev,
    };
    Ok(Some(Push::new(key, contact, reach)?))
}

/// Where events are forwarded to, by these settings.
///
/// # Errors
/// When the address is none.
pub fn event_stream(settings: &Settings) -> Result<Option<Stream>, Fault> {
    let stream = settings.tracking.event_stream.as_deref().map(Stream::new).transpose();
    stream.map_err(|cause| format!("LOGGIA_EVENT_STREAM: {cause}").into())
}

/// Who takes submissions, by these settings; `hooks` carries every call.
///
/// # Errors
/// When the service account is none.
pub fn connectors(settings: &Settings, hooks: &Hooks) -> Result<Connectors, Fault> {
    let commerce = &settings.commerce;
    let asks_first = commerce.audience_member == NewMember::Pending;
    let audience = commerce.audience_key.as_deref().map(|key| Audience::new(key, asks_first));
    let account = commerce.sheet_account.as_deref().map(ServiceAccount::read).transpose()?;
    Ok(Connectors::new(hooks.clone(), audience, account.map(Sheet::new)))
}

/// Who knows addresses, by these settings; `hooks` carries every call.
pub fn places(settings: &Settings, hooks: &Hooks) -> Places {
    let (places, http) = (&settings.places, hooks.clone());
    let provider: Option<Arc<dyn PlacesProvider>> = match places.by(settings.environment) {
        PlacesBy::None => None,
        PlacesBy::Fixture => Some(Arc::new(Fixture)),
        PlacesBy::Photon => Some(Arc::new(Photon::new(http, places.url()))),
        PlacesBy::Google => {
            Some(Arc::new(Google::new(http, places.url(), places.key.as_deref().unwrap_or_default())))
        }
    };
    Places::new(provider)
}

/// Who knows VAT numbers, by these settings; `hooks` carries every call.
pub fn vat(settings: &Settings, hooks: &Hooks) -> Arc<dyn VatRegister> {
    match &settings.vat.vies_url {
        Some(url) => Arc::new(Vies::new(hooks.clone(), url)),
        None => Arc::new(Nobody),
    }
}

/// Who works out the taxes, by these settings, and how; `None` where the shop's own rules hold.
///
/// # Errors
/// When the machine trusts no certificates.
pub fn taxes(settings: &Settings) -> Result<Option<(TaxDesk, TaxTerms)>, Fault> {
    let tax = &settings.tax;
    if tax.service == TaxBy::Rules {
        return Ok(None);
    }
    let service = StripeTax::new(stripe(settings)?, tax.codes()?);
    let terms = TaxTerms {
        included: tax.prices == Some(TaxPrices::Inclusive),
        or_rules: tax.fallback == TaxFallback::Rules,
        is_test: settings.commerce.is_stripe_test(),
    };
    Ok(Some((TaxDesk::new(Arc::new(service), Duration::from_millis(tax.patience_ms)), terms)))
}

/// What signs the messages to the owner's own systems.
pub fn hook_key(settings: &Settings, secret: &Secret) -> String {
    settings.commerce.webhook_secret.clone().unwrap_or_else(|| secret.sign("webhooks", ""))
}

/// Who takes the money by these settings.
///
/// # Errors
/// When the machine trusts no certificates.
pub fn payments(settings: &Settings) -> Result<Arc<Payments>, Fault> {
    let mut pages: Vec<Arc<dyn PaymentProvider>> = Vec::new();
    let main: Arc<dyn PaymentProvider> = match settings.payment {
        Some(Payment::Stripe) => {
            let stripe = stripe(settings)?;
            pages.push(Arc::new(StripePage::new(stripe.clone())));
            Arc::new(stripe)
        }
        Some(Payment::Manual) => Arc::new(ManualOnly),
        Some(Payment::Test) | None => Arc::new(TestProvider),
    };
    if settings.paypal.is_set() {
        let paypal = &settings.paypal;
        let keys = PayPalKeys {
            client: paypal.client_id.clone().unwrap_or_default(),
            secret: paypal.secret.clone().unwrap_or_default(),
            webhook: paypal.webhook_id.clone().unwrap_or_default(),
            is_test: paypal.is_test(),
        };
        let pause = Duration::from_millis(settings.commerce.payment_pause_ms);
        pages.push(Arc::new(PayPal::new(keys, &paypal.url, pause)?));
    }
    Ok(Arc::new(Payments::new(main, pages)))
}

fn stripe(settings: &Settings) -> Result<Stripe, Fault> {
    let commerce = &settings.commerce;
    let keys = StripeKeys {
        secret: commerce.stripe_secret_key.clone().unwrap_or_default(),
        publishable: commerce.stripe_publishable_key.clone().unwrap_or_default(),
        webhook: commerce.stripe_webhook_secret.clone().unwrap_or_default(),
        is_test: commerce.is_stripe_test(),
    };
    let pause = Duration::from_millis(commerce.payment_pause_ms);
    Ok(Stripe::new(keys, &commerce.stripe_url, pause)?)
}
