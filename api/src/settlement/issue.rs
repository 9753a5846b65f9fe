//! What follows from a payment, in its transaction: the bought cart, emails, gift cards, subscriptions.

use super::renewal;
use super::staff_notice::tell_devices;
use super::taxes;
use crate::emails;
use crate::emails::order::CardOf;
use crate::error::ApiError;
use crate::notices;
use crate::ordered::Ordered;
use crate::outbound::email::EmailMessage;
use crate::outbound::payment::SavedPaymentMethod;
use crate::published::{Publications, Published};
use crate::repository::gift_card::NewCard;
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::subscription::{self, StoredSubscription};
use crate::repository::{Connection, cart, catalog, gift_card, order_number, outbox, payment, product_file};
use crate::token;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use loggia_commerce::{GiftCardRecipient, ProductType, SubscriptionPlan};

pub(super) async fn follow_payment(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order_id: &str,
    kept: Option<&SavedPaymentMethod>,
    now: i64,
) -> Result<(), ApiError> {
    let missing = || ApiError::Internal(format!("order {order_id} is gone").into());
    let order = order::read(connection, order_id).await?.ok_or_else(missing)?;
    taxes::sold(connection, order_id, now).await?;
    let lines = order::lines(connection, order_id).await?;
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    if let Some(subscription) = &order.subscription_id {
        let renewed = renewal::paid(connection, &published, subscription, &order, now).await?;
        return confirm(connection, &published, (order, &lines), Known::Renewed(renewed), now).await;
    }
    cart::set_purchased(connection, &order.cart_id, order_id, now).await?;
    let mut begun = None;
    for (index, line) in lines.iter().enumerate() {
        if line.product_type == i64::from(ProductType::GiftCard.code()) {
            issue_gift_cards(connection, &published, &order, (index, line), now).await?;
        }
        if let Some(plan) = plan_of(&published, line) {
            let paid = payment::of_order(connection, order_id).await?.ok_or_else(missing)?;
            let next = renewal::billing_at(&published, plan, now, 1);
            let means =
                kept.map_or((None, None), |kept| (Some(kept.customer.as_str()), Some(kept.method.as_str())));
            let provider = (paid.provider.as_str(), means.0, means.1);
            let id = subscription::add(connection, &order, line, plan, provider, (next, now)).await?;
            begun = begun.or(Some(id));
        }
    }
    let begun = match begun {
        Some(id) => subscription::read(connection, &id).await?,
        None => None,
    };
    confirm(connection, &published, (order, &lines), Known::Begun(begun), now).await
}

/// What an order has to do with a subscription.
enum Known {
    /// It began this one, or none.
    Begun(Option<StoredSubscription>),
    /// It is a later payment of this one, unless that is gone.
    Renewed(Option<StoredSubscription>),
}

/// Gives the order its number, as late as can be, for the next one waits for it; then the letters and the notice that name it.
async fn confirm(
    connection: &mut Connection<'_>,
    published: &Published,
    (mut order, lines): (StoredOrder, &[StoredLine]),
    known: Known,
    now: i64,
) -> Result<(), ApiError> {
    let is_manual = order.manual_payment.is_some();
    order.number = Some(number_of(connection, published, &order).await?);
    if lines.iter().all(is_refund_card) {
        // Nobody ordered it: its letter brings the card and says what it is, and the shop made it itself.
        return notices::order(connection, "order.paid", &order, now).await;
    }
    let files = product_file::of_order(connection, &order.id).await?;
    let ordered = Ordered { published, order: &order, lines, files: &files, now };
    let letter = match &known {
        Known::Renewed(Some(subscription)) => emails::order::renewed(&ordered, subscription)?,
        Known::Renewed(None) => emails::order::confirmation(&ordered, None)?,
        Known::Begun(None) if is_manual => emails::order::received(&ordered)?,
        Known::Begun(begun) => emails::order::confirmation(&ordered, begun.as_ref())?,
    };
    let cause = format!("confirmation-{}", order.id);
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await?;
    // Of an order that is paid by hand the owner was told when it was placed.
    if !is_manual {
        tell_devices(connection, &order, now).await?;
        tell_owner(connection, &ordered, emails::order::to_owner).await?;
    }
    notices::order(connection, "order.paid", &order, now).await
}

/// The order's number; the next one, when it has none yet.
pub(super) async fn number_of(
    connection: &mut Connection<'_>,
    published: &Published,
    order: &StoredOrder,
) -> Result<i64, ApiError> {
    match order.number {
        Some(number) => Ok(number),
        None => {
            let first = i64::from(published.catalog.order_settings.first_number.max(1));
            order_number::give(connection, &order.id, first).await
        }
    }
}

/// Writes to the owner that there is an order, where that is wanted.
pub(super) async fn tell_owner(
    connection: &mut Connection<'_>,
    ordered: &Ordered<'_>,
    write: fn(&Ordered<'_>, &str) -> Result<EmailMessage, ApiError>,
) -> Result<(), ApiError> {
    let published = ordered.published;
    let settings = &published.catalog.order_settings;
    let owner = settings.email.as_ref().or(published.catalog.website.owner_email.as_ref());
    let Some(owner) = owner.filter(|_| settings.letter_to_owner) else { return Ok(()) };
    let letter = serde_json::to_string(&write(ordered, owner)?)?;
    let cause = format!("owner-{}", ordered.order.id);
    outbox::add(connection, &cause, outbox::MAIL, &letter, ordered.now).await
}

/// One card and one email for each piece, to whom it is for and on the day it is for; the code stands in the
/// email and nowhere else.
async fn issue_gift_cards(
    connection: &mut Connection<'_>,
    published: &Published,
    order: &StoredOrder,
    (index, line): (usize, &StoredLine),
    now: i64,
) -> Result<(), ApiError> {
    let recipient = line.additional_fields.as_deref().and_then(GiftCardRecipient::of_answers);
    let due =
        recipient.as_ref().and_then(|recipient| morning(published, &recipient.deliver_on)).unwrap_or(now);
    for piece in 0..line.quantity {
        let code = token::gift_card_code();
        let card = NewCard {
            code: &code,
            position: line.position,
            currency: &order.currency,
            worth_cents: line.unit_price_cents,
            test_mode: order.test_mode,
            recipient: recipient.as_ref().map_or("", |recipient| recipient.recipient_email.as_str()),
        };
        gift_card::add(connection, &order.id, card, now).await?;
        let email_message = emails::order::gift_card(
            published,
            CardOf { is_refund: is_refund_card(line), ..order.into() },
            recipient.as_ref(),
            (line.unit_price_cents, &code),
        );
        let cause = format!("gift-card-{}-{index}-{piece}", order.id);
        outbox::add_for(
            connection,
            &cause,
            outbox::MAIL,
            &serde_json::to_string(&email_message)?,
            (due.max(now), now),
        )
        .await?;
    }
    Ok(())
}

/// Whether a line is the gift card that what goes back of another order became: of the catalogue it is none.
fn is_refund_card(line: &StoredLine) -> bool {
    line.item_id.is_empty() && line.product_type == i64::from(ProductType::GiftCard.code())
}

/// Eight o'clock of a day in the site's time zone.
fn morning(published: &Published, day: &str) -> Option<i64> {
    let day: Date = day.parse().ok()?;
    let zone = TimeZone::get(&published.catalog.website.time_zone).unwrap_or(TimeZone::UTC);
    let moment = day.at(8, 0, 0, 0).to_zoned(zone).ok()?;
    Some(moment.timestamp().as_millisecond())
}

fn plan_of(published: &Published, line: &StoredLine) -> Option<SubscriptionPlan> {
    published.product(&line.item_id).filter(|product| product.is_subscribable)?.subscription_plan
}
