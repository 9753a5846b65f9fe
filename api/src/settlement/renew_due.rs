//! Subscriptions renew: one order a cycle, paid by what was kept of the first payment.

use super::settle;
use super::taxes;
use crate::clock::{DAY, HOUR, MINUTE};
use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::outbound::payment::{Outcome, PaymentMethod};
use crate::outbound::tax::TaxAnswer;
use crate::published::{Publications, Published};
use crate::repository::catalog::Reason;
use crate::repository::order::{self, NewOrder, StoredOrder};
use crate::repository::subscription::{self, StoredSubscription};
use crate::repository::{Connection, catalog, outbox, tax};
use crate::shopping::taxes_by;
use crate::token;
use loggia_commerce::{
    Cart, CartEntry, Cents, CurrencyCode, OfferedShippingOption, Problem, ProductType, ShippingOption,
    TaxesBy, Terms,
};

/// How long a worker may take for one renewal before another may try.
const CLAIM: i64 = 10 * MINUTE;

/// Renews what is due. Each is claimed first, so any number of workers may do this at once.
pub async fn renew_due(context: &Context) -> Result<(), ApiError> {
    let now = context.clock.now_ms();
    let due = context.db.read(async |connection| subscription::due(connection, now).await).await?;
    for id in due {
        let claimed = id.clone();
        let got = context
            .db
            .write(async move |connection| subscription::claim(connection, &claimed, now, now + CLAIM).await)
            .await?;
        if got && let Err(fault) = renew(context, &id, now).await {
            tracing::warn!(?fault, subscription = id, "a renewal waits for its next try");
        }
    }
    Ok(())
}

async fn renew(context: &Context, id: &str, now: i64) -> Result<(), ApiError> {
    let (publications, wanted, provider, test_mode) = (
        context.publications.clone(),
        id.to_owned(),
        context.payments.main().name(),
        context.payments.main().is_test(),
    );
    taxes_known(context, id, now).await?;
    let placed = context
        .db
        .write(async move |connection| {
            place(connection, &publications, &wanted, (provider, test_mode), now).await
        })
        .await?;
    let Some((order, subscription)) = placed else { return Ok(()) };
    let kept = settle::saved_payment_method(subscription.customer, subscription.method)
        .filter(|_| subscription.provider == context.payments.main().name());
    match kept {
        Some(kept) => settle::pay(context, &order, PaymentMethod::Kept(kept)).await.map(drop),
        None if order.grand_total_cents == 0 => {
            settle::pay(context, &order, PaymentMethod::Token(String::new())).await.map(drop)
        }
        // Nothing was kept that this provider could charge.
        None => settle(context, &order.id, Outcome::Declined).await,
    }
}

/// Has a service work out the taxes of a renewal, where they are not known.
async fn taxes_known(context: &Context, id: &str, now: i64) -> Result<(), ApiError> {
    let Some(desk) = &context.taxes else { return Ok(()) };
    let cart = context
        .db
        .read(async |connection| {
            let Some(subscription) = subscription::read(connection, id).await? else { return Ok(None) };
            let Some(first) = order::read(connection, &subscription.order_id).await? else { return Ok(None) };
            let version = catalog::version(connection).await?;
            let published = context.publications.at_least(connection, version).await?;
            let known = tax::known(connection, &subscription.cycle_key(), now).await?;
            let by = taxes_by(context.publications.taxes(), &known);
            cart_of(&published, (&subscription, &first), by, now).map(Some)
        })
        .await?;
    let Some((cart_id, question)) =
        cart.as_ref().and_then(|cart| Some((cart.id.clone(), cart.unanswered()?)))
    else {
        return Ok(());
    };
    if let Some(TaxAnswer::Taxes(answer)) = desk.ask(question, (true, now)).await {
        let keep = async move |connection: &mut Connection<'_>| {
            tax::keep(connection, &cart_id, &answer, now + HOUR).await
        };
        context.db.write(keep).await?;
    }
    Ok(())
}

/// The order of the next cycle: the one an earlier try left, or a new one with its stock taken. `None` when there is
/// nothing to pay for now.
async fn place(
    connection: &mut Connection<'_>,
    publications: &Publications,
    id: &str,
    (provider, test_mode): (&str, bool),
    now: i64,
) -> Result<Option<(StoredOrder, StoredSubscription)>, ApiError> {
    let Some(subscription) = subscription::read(connection, id)
        .await?
        .filter(|found| found.status == "active" && found.paused_at.is_none())
    else {
        return Ok(None);
    };
    let key = subscription.cycle_key();
    if let Some(living) = order::living_of_cart(connection, &key).await? {
        let order = order::read(connection, &living).await?;
        return Ok(order.filter(StoredOrder::is_pending).map(|order| (order, subscription)));
    }
    let first = order::read(connection, &subscription.order_id).await?;
    let first = first.ok_or_else(|| ApiError::Internal(format!("subscription {id} has no order").into()))?;
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    let order_id = token::new_id();
    let piece = (subscription.item_id.as_str(), subscription.sku.as_str());
    if !catalog::take(connection, piece, subscription.quantity, Reason::Order(&order_id), now).await? {
        // The shop has run out: nobody is charged for that, and it counts as no refusal.
        subscription::postpone(connection, id, now + DAY).await?;
        tell_owner_of_missing_stock(connection, &published, &subscription, now).await?;
        return Ok(None);
    }
    let known = tax::known(connection, &subscription.cycle_key(), now).await?;
    let cart = cart_of(&published, (&subscription, &first), taxes_by(publications.taxes(), &known), now)?;
    if cart.tax_pending {
        // Nobody is charged a sum without its taxes. What was taken goes back with this transaction.
        return Err(ApiError::Internal(format!("the taxes of subscription {id} are not known").into()));
    }
    let buyer = first.buyer()?;
    let new = NewOrder {
        manual_payment: None,
        id: &order_id,
        site_user_id: first.site_user_id.as_deref(),
        email: &subscription.email,
        provider,
        test_mode,
        now,
        hold_until: now + HOUR,
        subscription_id: Some(id),
        buyer: &buyer,
        language: &first.language,
    };
    order::add(connection, &new, &cart).await?;
    let is_told = publications.taxes().is_some_and(|terms| terms.is_test == test_mode);
    taxes::begin(connection, &order_id, &cart, is_told).await?;
    let order = order::read(connection, &order_id).await?;
    Ok(order.map(|order| (order, subscription)))
}

/// What the next payment is for: the agreed price, the way of shipping of the first order at its cost, today's taxes.
fn cart_of(
    published: &Published,
    (subscription, first): (&StoredSubscription, &StoredOrder),
    taxes_by: TaxesBy<'_>,
    now: i64,
) -> Result<Cart, ApiError> {
    let catalog = &published.catalog;
    let currency = CurrencyCode::parse(&subscription.currency).unwrap_or_default();
    let mut cart = Cart::new(subscription.cycle_key(), &catalog.website.id, currency, now);
    let product = published.product(&subscription.item_id);
    let mut entry = CartEntry {
        id: "renewal".into(),
        item_id: subscription.item_id.as_str().into(),
        quantity: u32::try_from(subscription.quantity).unwrap_or(1),
        title: product.map_or_else(|| subscription.sku.clone(), |product| product.title.clone()),
        purchase_price_cents: Cents::new(subscription.price_cents).unwrap_or_default(),
        // A product that is no longer published was one of the two kinds that may be subscribed to.
        product_type: product.map_or(ProductType::Service, |product| product.product_type),
        tax_class: product.map(|product| product.tax_class.clone()).unwrap_or_default(),
        ..CartEntry::default()
    };
    entry.chosen_variant.sku = subscription.sku.as_str().into();
    if first.shipping_cents > 0 || first.shipping_option.is_some() {
        entry.product_type = product.map_or(ProductType::Physical, |product| product.product_type);
    }
    cart.entries = vec![entry];
    // Where its buyer said last.
    let location = subscription.shipping_location.as_deref().or(first.shipping_location.as_deref());
    cart.shipping_location = location.map(serde_json::from_str).transpose()?;
    let agreed: Option<OfferedShippingOption> =
        first.shipping_option.as_deref().map(serde_json::from_str).transpose()?;
    let agreed = agreed.map(|option| ShippingOption {
        id: option.id,
        name: option.name,
        cost_cents: Cents::new(first.shipping_cents).unwrap_or_default(),
        pickup: option.pickup,
        asks_phone: option.asks_phone,
        ..ShippingOption::default()
    });
    cart.selected_shipping_option = agreed
        .as_ref()
        .map(|option| OfferedShippingOption { id: option.id.clone(), ..OfferedShippingOption::default() });
    let options: Vec<ShippingOption> = agreed.into_iter().collect();
    // What was agreed without tax stays so while the shop and the address allow it; the number was confirmed then.
    if first.reverse_charge {
        cart.vat_id = first.buyer()?.vat_id;
        cart.vat_id_confirmed = Some(true);
    }
    let terms = Terms {
        tax_rules: &catalog.tax_rules,
        taxes_by,
        shipping_options: &options,
        seller: catalog.seller.as_ref(),
        now,
        ..Terms::default()
    };
    cart.settle(&terms).map_err(|problem: Problem| ApiError::from(problem))?;
    Ok(cart)
}

async fn tell_owner_of_missing_stock(
    connection: &mut Connection<'_>,
    published: &Published,
    subscription: &StoredSubscription,
    now: i64,
) -> Result<(), ApiError> {
    let Some(owner) = &published.catalog.website.owner_email else { return Ok(()) };
    let email_message = emails::out_of_stock(published, subscription, owner);
    let cause = format!("empty-{}-{now}", subscription.cycle_key());
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&email_message)?, now).await
}
