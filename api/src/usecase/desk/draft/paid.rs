//! The staff has the money of a draft: it is placed as a checkout places it, and paid at once.

use super::body::DraftBody;
use super::keep::placed;
use super::send::{ask_taxes, make_payable};
use crate::clock::DAY;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::outbound::payment::{MANUAL, Outcome};
use crate::repository::cart::Key;
use crate::repository::draft;
use crate::repository::record::{Event, Kind};
use crate::settlement;
use crate::token;
use crate::usecase::checkout::place::place;
use crate::usecase::checkout::purchase::{Checkout, Purchase};
use crate::usecase::owner::note::note;
use loggia_commerce::Buyer;

/// Places a draft as paid; the order's id. While it has a link it is paid as it was agreed on, else by today's rules.
///
/// # Errors
/// 404 without the draft; `draft-placed`; what is missing of it; too few in stock.
pub async fn mark_paid(context: &Context, who: &SignedIn, id: &str) -> Result<String, ApiError> {
    ask_taxes(context, id).await?;
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    let (publications, payments) = (context.publications.clone(), context.payments.clone());
    context
        .db
        .write(async move |connection| {
            let seen = draft::read(connection, &id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            if seen.is_placed {
                return Err(placed());
            }
            let version = if seen.is_open(now) {
                seen.version
            } else {
                make_payable(connection, &publications, &id, (now, now + DAY)).await?.1
            };
            let body: DraftBody = serde_json::from_str(&seen.body)?;
            let purchase = Purchase {
                publications: publications.clone(),
                key: Key::Token(token::hash(&publications.links().payment_cart((&id, version)))),
                email: body.email.trim().to_owned(),
                member: None,
                call: None,
                payments: payments.clone(),
                provider: MANUAL,
                test_mode: publications.is_test(),
                now,
                vat_id: None,
                vat_id_confirmed: None,
                by_staff: true,
                request: Checkout {
                    buyer: Buyer {
                        name: body.name.clone(),
                        company: body.company.clone(),
                        phone: body.phone.clone(),
                        ..Buyer::default()
                    },
                    language: body.language.clone(),
                    ..Checkout::default()
                },
            };
            let order = place(connection, &purchase).await?;
            if !order.is_pending() || order.is_waiting() {
                return Err(placed());
            }
            let paid = Outcome::Paid { reference: format!("manual-{}", order.id), kept: None };
            settlement::settle_in(connection, &publications, &order.id, &paid, now).await?;
            let event = Event::new(Kind::MarkPaid, &order.id)
                .with("amountCents", order.grand_total_cents)
                .with("draft", id.as_str());
            note(connection, &who, event.about(&order.email), now).await?;
            Ok(order.id)
        })
        .await
}
