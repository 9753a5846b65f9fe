//! Who works out the taxes.

use super::environment::Environment;
use super::error::SettingsError;

/// Who works out the taxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum TaxBy {
    /// The tax rules of the site.
    #[default]
    Rules,
    /// Stripe Tax, with the key of LOGGIA_STRIPE_SECRET_KEY.
    Stripe,
}

/// What the prices of the site are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum TaxPrices {
    /// They hold the tax.
    Inclusive,
    /// The tax is added to them.
    Exclusive,
}

/// What happens at the checkout while the service does not answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum TaxFallback {
    /// Nothing is sold and nothing is charged.
    #[default]
    Stop,
    /// The tax rules of the site hold.
    Rules,
}

/// The settings of the service that works out taxes.
#[derive(Clone, clap::Args)]
pub struct TaxSettings {
    /// Who works out the taxes: the tax rules of the site, or a service.
    #[arg(id = "tax-service", long = "tax-service", env = "LOGGIA_TAX_SERVICE", value_enum, default_value_t)]
    pub service: TaxBy,
    /// Whether prices hold their tax where no tax rule of the site says so; must be set with a service.
    #[arg(id = "tax-prices", long = "tax-prices", env = "LOGGIA_TAX_PRICES", value_enum)]
    pub prices: Option<TaxPrices>,
    /// What happens at the checkout while the service does not answer.
    #[arg(
        id = "tax-fallback",
        long = "tax-fallback",
        env = "LOGGIA_TAX_FALLBACK",
        value_enum,
        default_value_t
    )]
    pub fallback: TaxFallback,
    /// The service's tax codes for tax classes of the site, such as `books=txcd_35010000,food=txcd_40040000`. A class that is a
    /// code itself (`txcd_…`) needs none; every other one has the general code of goods, files or services.
    #[arg(id = "tax-codes", long = "tax-codes", env = "LOGGIA_TAX_CODES", value_delimiter = ',')]
    pub codes: Vec<String>,
    /// How long a cart waits for the service, in milliseconds.
    #[arg(id = "tax-patience-ms", long = "tax-patience-ms", env = "LOGGIA_TAX_PATIENCE_MS", default_value_t = Self::default().patience_ms)]
    pub patience_ms: u64,
}

impl Default for TaxSettings {
    fn default() -> Self {
        TaxSettings {
            service: TaxBy::default(),
            prices: None,
            fallback: TaxFallback::default(),
            codes: Vec::new(),
            patience_ms: 6000,
        }
    }
}

impl TaxSettings {
    /// The codes by their classes.
    ///
    /// # Errors
    /// When one is not `class=code`.
    pub fn codes(&self) -> Result<Vec<(String, String)>, SettingsError> {
        let pair = |text: &String| match text.split_once('=') {
            Some((class, code)) if !class.trim().is_empty() && code.trim().starts_with("txcd_") => {
                Ok((class.trim().to_owned(), code.trim().to_owned()))
            }
            _ => Err(SettingsError::TaxCode(text.clone())),
        };
        self.codes.iter().filter(|text| !text.trim().is_empty()).map(pair).collect()
    }

    /// Refuses a service without its key, without a word on prices, asked in the open, or, outside development, one that writes
    /// down real sales as tries or tries as real sales.
    pub(super) fn check(
        &self,
        environment: Environment,
        (key, url): (Option<&str>, &str),
        (is_test, moves_no_money): (bool, bool),
    ) -> Result<(), SettingsError> {
        self.codes()?;
        if self.service == TaxBy::Rules {
            return Ok(());
        }
        if key.is_none_or(str::is_empty) {
            return Err(SettingsError::Missing("LOGGIA_STRIPE_SECRET_KEY"));
        }
        if self.prices.is_none() {
            return Err(SettingsError::Missing("LOGGIA_TAX_PRICES"));
        }
        if environment == Environment::Dev {
            return Ok(());
        }
        if !url.starts_with("https://") {
            return Err(SettingsError::NotEncrypted("LOGGIA_STRIPE_URL"));
        }
        if is_test == moves_no_money { Ok(()) } else { Err(SettingsError::TaxOfTests) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-331: a service is whole, encrypted, and of the same money as the payments; without one nothing is needed.
    #[test]
    fn s_331_a_tax_service_is_set_whole() {
        let set = TaxSettings {
            service: TaxBy::Stripe,
            prices: Some(TaxPrices::Inclusive),
            codes: vec!["books=txcd_35010000".into(), String::new()],
            ..TaxSettings::default()
        };
        let https = "https://api.stripe.com";
        let check = |settings: &TaxSettings, key: Option<&str>, url: &str, tests: bool| {
            let is_test = key.is_some_and(|key| key.contains("_test_"));
            settings
                .check(Environment::Prod, (key, url), (is_test, tests))
                .map_err(|refusal| refusal.to_string())
        };
        assert_eq!(check(&TaxSettings::default(), None, "", false), Ok(()));
        assert_eq!(check(&set, Some("sk_live_a"), https, false), Ok(()));
        assert_eq!(check(&set, Some("rk_test_a"), https, true), Ok(()));
        assert!(check(&set, Some("sk_test_a"), https, false).unwrap_err().contains("test"));
        assert!(check(&set, None, https, false).unwrap_err().contains("LOGGIA_STRIPE_SECRET_KEY"));
        assert!(check(&set, Some("sk_live_a"), "http://stripe", false).unwrap_err().contains("encrypted"));
        let silent = TaxSettings { prices: None, ..set.clone() };
        assert!(check(&silent, Some("sk_live_a"), https, false).unwrap_err().contains("LOGGIA_TAX_PRICES"));
        let wrong = TaxSettings { codes: vec!["books:35".into()], ..set };
        assert!(check(&wrong, Some("sk_live_a"), https, false).unwrap_err().contains("books:35"));
    }
}
