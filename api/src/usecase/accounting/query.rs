//! Of which days something is asked.

use serde::Deserialize;
use utoipa::IntoParams;

/// Of which days.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct AccountingQuery {
    /// The first day in the shop's time zone, as `2026-11-01`; without it 29 days before the last.
    pub from: String,
    /// The last day; without it today.
    pub to: String,
    /// Of a booking batch: the currency, as ISO 4217 code; without it the shop's own.
    pub currency: String,
}

/// Of which day.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct ClosingQuery {
    /// The day in the shop's time zone, as `2026-11-30`; without it today.
    pub day: String,
}
