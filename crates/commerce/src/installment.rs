//! Installment messaging: when it is offered and what it says (spec §4 Installment messaging, C-068…077).

use serde::{Deserialize, Serialize};

use crate::money::Money;

/// What a product page knows about installments (C-076).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct InstallmentContext {
    /// The store offers them.
    pub after_pay_available: bool,
    /// The price must be above this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_pay_min: Option<Money>,
    /// The price must not be above this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_pay_max: Option<Money>,
    /// Two letters; missing is English.
    pub shopper_language: String,
    /// Two letters; missing is US.
    pub stripe_account_country: String,
}
