//! The taxes of a cart where a service works them out: it is asked outside of any transaction, what it answers is kept by the digest
//! of the question, and every reader of the cart finds it there.

use crate::clock::HOUR;
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::outbound::tax::TaxAnswer;
use crate::repository::{Connection, tax};
use loggia_commerce::{Cart, DetailProblem, Details};

/// How long an answer holds: taxes change at midnight, not within the hour of a purchase.
const HOLDS: i64 = HOUR;
/// How many questions of one cart are asked within that time: the shop pays for each.
const MOST: i64 = 60;

/// What the taxes are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Somebody looks at the cart.
    Shown,
    /// Somebody asks what it would come to at a place.
    Estimated,
    /// Somebody pays.
    Paid,
}

/// Asks the service for the taxes of a settled cart, where they are not known and its place is said; whether there is an answer
/// now, to be found by who settles the cart again.
///
/// # Errors
/// A place that the service does not know, but not to who only looks; faults of the store.
pub async fn ask(context: &Context, cart: &Cart, when: When) -> Result<bool, ApiError> {
    let (Some(desk), Some(question)) = (&context.taxes, cart.unanswered()) else { return Ok(false) };
    if !question.is_placed() || cart.is_purchased || cart.id.is_empty() {
        return Ok(false);
    }
    let (id, now) = (cart.id.clone(), context.clock.now_ms());
    let asked = context.db.read(async |connection| tax::count(connection, &id).await).await?;
    if asked >= MOST && when != When::Paid {
        return Ok(false);
    }
    match desk.ask(question, (when == When::Paid, now)).await {
        Some(TaxAnswer::Taxes(answer)) => {
            let keep = async move |connection: &mut Connection<'_>| {
                tax::keep(connection, &id, &answer, now + HOLDS).await
            };
            context.db.write(keep).await?;
            Ok(true)
        }
        Some(TaxAnswer::NoSuchPlace) if when != When::Shown => {
            Err(place_unknown(DetailProblem::PostalCodeInvalid))
        }
        Some(TaxAnswer::NoSuchPlace) | None => Ok(false),
    }
}

/// Refuses a cart whose taxes are not known: no sum of it is what would be owed, so nothing is charged.
///
/// # Errors
/// `tax-unanswered`; what is missing of the place.
pub fn check(cart: &Cart) -> Result<(), ApiError> {
    let Some(question) = cart.unanswered().filter(|_| cart.tax_pending) else { return Ok(()) };
    if !question.is_placed() {
        return Err(place_unknown(DetailProblem::PostalCodeMissing));
    }
    Err(ApiError::refused(StatusCode::SERVICE_UNAVAILABLE, "tax-unanswered", UNANSWERED))
}

/// What a shopper is told while the service is away.
pub const UNANSWERED: &str = "The taxes of this order could not be worked out just now, so it cannot be paid yet, and nothing was \
    charged. Please try again in a minute.";

fn place_unknown(problem: DetailProblem) -> ApiError {
    let mut found = Details::default();
    found.add("postalCode", problem);
    found.into()
}
