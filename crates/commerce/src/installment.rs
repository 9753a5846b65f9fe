//! What a product page knows about installments (C-076). When they are offered and what is said about them is decided
//! in the browser, which alone shows it (`widgets/src/domain/installment.ts`).

use serde::{Deserialize, Serialize};

use crate::money::Money;

/// What a product page knows about installments (C-076).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct InstallmentContext {
    /// The store offers them.
    #[cfg_attr(feature = "schema", schema(required))]
    pub after_pay_available: bool,
    /// The price must be above this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_pay_min: Option<Money>,
    /// The price must not be above this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_pay_max: Option<Money>,
    /// Two letters; missing is English.
    #[cfg_attr(feature = "schema", schema(required))]
    pub shopper_language: String,
    /// Two letters; missing is US.
    #[cfg_attr(feature = "schema", schema(required))]
    pub stripe_account_country: String,
}
