//! Why an order is worth a look, as the desk shows it.

use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::desk::marks::{self, StoredMark};
use crate::settlement::marks as kinds;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why an order is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeskMarkKind {
    /// The payment provider judged the payment as elevated.
    RiskElevated,
    /// The payment provider judged it as highest.
    RiskHighest,
    /// The card was issued in another country than that of the invoice.
    CardCountry,
    /// The invoice goes to another country than the goods.
    BillingCountry,
    /// Many payments were refused within the hour before.
    RefusedPayments,
    /// The security code was not that of the card.
    SecurityCode,
    /// The postal code was not that of the card's holder.
    PostalCode,
    /// The provider does not bear the loss of a dispute about it. It puts the order on no list.
    NotProtected,
    /// The same buyer bought the same to the same address within half an hour before.
    Doubled,
}

impl DeskMarkKind {
    fn of(code: &str) -> Option<Self> {
        Some(match code {
            kinds::RISK_ELEVATED => DeskMarkKind::RiskElevated,
            kinds::RISK_HIGHEST => DeskMarkKind::RiskHighest,
            kinds::CARD_COUNTRY => DeskMarkKind::CardCountry,
            kinds::BILLING_COUNTRY => DeskMarkKind::BillingCountry,
            kinds::REFUSED_PAYMENTS => DeskMarkKind::RefusedPayments,
            kinds::SECURITY_CODE => DeskMarkKind::SecurityCode,
            kinds::POSTAL_CODE => DeskMarkKind::PostalCode,
            kinds::NOT_PROTECTED => DeskMarkKind::NotProtected,
            kinds::DOUBLED => DeskMarkKind::Doubled,
            _ => return None,
        })
    }
}

/// Something about an order that is worth a look; it holds nothing up. Moments are epoch milliseconds.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskMark {
    /// Its id.
    pub id: String,
    /// The reason.
    pub kind: DeskMarkKind,
    /// How many payments were refused, or the provider's number from 0 to 100; none of other reasons, and where no number was given.
    pub number: Option<i64>,
    /// The two countries, as ISO 3166 codes: first that of the card, or of the invoice; none of other reasons.
    pub countries: Vec<String>,
    /// The earlier order, where the same was bought twice.
    pub other: Option<OtherOrder>,
    /// When it was found.
    pub found_on: i64,
    /// When somebody had looked at it; none while nobody had.
    pub seen_on: Option<i64>,
    /// Who had; "" while nobody had.
    pub seen_by: String,
}

/// Another order.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OtherOrder {
    /// Its id.
    pub id: String,
    /// The number that people say.
    pub number: Option<i64>,
}

/// Why an order is worth a look, oldest first.
pub(super) async fn of_order(connection: &mut Connection<'_>, id: &str) -> Result<Vec<DeskMark>, ApiError> {
    Ok(marks::of_order(connection, id).await?.into_iter().filter_map(shown).collect())
}

/// A reason of a later version of the program is left out.
fn shown(mark: StoredMark) -> Option<DeskMark> {
    let kind = DeskMarkKind::of(&mark.kind)?;
    let is_of_countries = matches!(kind, DeskMarkKind::CardCountry | DeskMarkKind::BillingCountry);
    let other = OtherOrder { id: mark.detail.clone(), number: mark.other_number };
    Some(DeskMark {
        id: mark.id,
        number: mark.detail.parse().ok().filter(|_| kind != DeskMarkKind::Doubled),
        countries: if is_of_countries {
            mark.detail.split(' ').map(str::to_owned).collect()
        } else {
            Vec::new()
        },
        other: (kind == DeskMarkKind::Doubled).then_some(other),
        kind,
        found_on: mark.found_at,
        seen_on: mark.seen_at,
        seen_by: mark.seen_by,
    })
}
