//! From a cart to an order: one transaction takes the stock and writes the order down, the provider is asked outside of
//! any transaction, a second one settles the order by the answer.

use super::cart::{forget, terms};
use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::outbound::payment::{Means, Outcome};
use crate::published::Publications;
use crate::rates::Class;
use crate::repository::cart::{self, Key, Kind, StoredCart};
use crate::repository::coupon_use::{self, Customer, Taken};
use crate::repository::idempotency::{self, Call};
use crate::repository::order::{self, NewOrder, StoredOrder};
use crate::repository::{Connection, catalog, gift_card, subscription};
use crate::settlement::{self, HOLD, HOLD_WINDOW, LONGEST_HOLD};
use crate::shopping::Shopping;
use crate::token;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderValue;
use actix_web::{HttpRequest, HttpResponse, post, web};
use loggia_commerce::forms::{Email, EmailProblem};
use loggia_commerce::{
    Cart, Cents, CurrencyCode, Money, OfferedShippingOption, Order, OrderItem, Problem, ShippingLocation,
    StockRecord,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest idempotency key.
const LONGEST_KEY: usize = 255;

/// What the shopper sends to buy a cart.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Checkout {
    /// The cart's token; without it the cart of the cookie. A subscription's cart is always named.
    #[serde(default)]
    pub cart_token: Option<String>,
    /// Where the confirmation goes.
    #[serde(default)]
    pub email: String,
    /// Where the goods go; without it what the cart says.
    #[serde(default)]
    pub shipping_location: Option<ShippingLocation>,
    /// How they go: one of the cart's `shippingOptions`; without it what the cart says.
    #[serde(default)]
    pub shipping_option_id: Option<String>,
    /// What the payment provider's field made of the card: with Stripe a confirmation token or payment method. The test
    /// provider pays for `test-pass` and declines all else.
    #[serde(default)]
    pub payment_token: String,
    /// What the shopper was shown as the total, in minor units: a purchase that comes to something else is refused.
    #[serde(default)]
    pub total_cents: Option<i64>,
    /// The shopper has seen today's prices and agrees (a cart with `priceChanged` is refused otherwise).
    #[serde(default)]
    pub accept_prices: bool,
}

/// The order, as it is tracked; of a subscription also when the next payment is due.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutAnswer {
    /// The order.
    #[serde(flatten)]
    pub order: Order,
    /// Epoch milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_billing_date: Option<i64>,
}

/// The payment is not decided yet: the shopper does what the provider asks, then the same call is sent again.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentPending {
    /// The order that waits.
    pub order_id: String,
    /// What the provider's script in the page needs to ask the shopper; without it there is nothing to do but wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
}

/// Buys a cart. Sent again, with the same `Idempotency-Key` or for the same cart, it answers the same order.
#[utoipa::path(tag = "checkout", request_body = Checkout,
    params(("Idempotency-Key" = Option<String>, Header, description = "The same for every repeat of one purchase")),
    responses((status = 200, body = CheckoutAnswer), (status = 202, body = PaymentPending), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[post("/commerce/checkout")]
pub async fn check_out(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    wish: web::Json<Checkout>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Checkout, &request, "").await?;
    let key = request.headers().get("idempotency-key").map(HeaderValue::as_bytes);
    Ok(match buy(&context, &shopper, wish.into_inner(), key).await? {
        Bought::Pending(pending) => HttpResponse::Accepted().json(pending),
        Bought::Paid(answer, kind) => {
            let mut response = HttpResponse::Ok();
            if kind == Kind::Cart {
                forget(&context.settings, &mut response, shopper.member.is_none());
            }
            response.json(answer)
        }
    })
}

/// What became of a purchase that was not refused.
pub(crate) enum Bought {
    /// It is paid; the kind of cart that was bought.
    Paid(CheckoutAnswer, Kind),
    /// It waits for the shopper or for the provider.
    Pending(PaymentPending),
}

/// Buys the cart that is named, or the shopper's; `idempotency_key` is the same for every repeat of one purchase.
pub(crate) async fn buy(
    context: &Context,
    shopper: &Shopper,
    wish: Checkout,
    idempotency_key: Option<&[u8]>,
) -> Result<Bought, ApiError> {
    let email = Email::parse(&wish.email).map_err(|problem| match problem {
        EmailProblem::Blank => Problem::EmailBlank,
        EmailProblem::Invalid => Problem::EmailInvalid,
    })?;
    let named = wish.cart_token.as_deref().map(|token| Key::Token(token::hash(token)));
    let key = named.clone().or_else(|| shopper.key()).ok_or(Problem::CartEmpty)?;
    let call = idempotency_key.map(|text| call(text, &key, &wish)).transpose()?;
    let purchase = Purchase {
        publications: context.publications.clone(),
        key,
        email: email.to_string(),
        member: shopper.member.clone(),
        call,
        provider: context.payments.name(),
        test_mode: context.payments.is_test(),
        now: context.clock.now_ms(),
        wish: wish.clone(),
    };
    let order = context.db.write(async move |connection| place(connection, &purchase).await).await?;
    let mut client_secret = None;
    if order.is_pending()
        && let Outcome::NeedsShopper { client_secret: secret } =
            settlement::pay(context, &order, Means::Token(wish.payment_token)).await?
    {
        client_secret = Some(secret);
    }
    Ok(match answer(context, &order.id).await? {
        Some((answer, kind)) => Bought::Paid(answer, kind),
        None => Bought::Pending(PaymentPending { order_id: order.id, client_secret }),
    })
}

/// The `Idempotency-Key` of a call, bound to everything the call says.
fn call(text: &[u8], key: &Key, wish: &Checkout) -> Result<Call, ApiError> {
    let text = std::str::from_utf8(text)
        .ok()
        .filter(|text| !text.is_empty() && text.len() <= LONGEST_KEY && text.is_ascii());
    let text = text
        .ok_or_else(|| ApiError::bad_request("bad-idempotency-key", "The Idempotency-Key is not usable."))?;
    Ok(Call::new("checkout", text, &format!("{key:?}\n{}", serde_json::to_string(wish)?)))
}

struct Purchase {
    publications: Publications,
    key: Key,
    email: String,
    member: Option<String>,
    call: Option<Call>,
    provider: &'static str,
    test_mode: bool,
    now: i64,
    wish: Checkout,
}

/// The order of this purchase: one that is there already, or a new one with its stock and gift cards taken.
async fn place(connection: &mut Connection<'_>, purchase: &Purchase) -> Result<StoredOrder, ApiError> {
    if let Some(call) = &purchase.call
        && let Some((order_id, same)) = idempotency::earlier(connection, call, purchase.now).await?
    {
        return if same { repeat(connection, &order_id).await } else { Err(key_of_another_call()) };
    }
    let Some(stored) = cart::hold(connection, &purchase.key, purchase.now).await? else {
        return bought_already(connection, purchase).await;
    };
    let mut shopping = Shopping::open(connection, &purchase.publications, stored).await?;
    let living = order::living_of_cart(connection, &shopping.cart.id).await?;
    // What the cart's own order holds is for this cart: whether the rest is there, the taking decides.
    let is_first = living.is_none();
    prepare(connection, &mut shopping, purchase, is_first).await?;
    if let Some(order_id) = living
        && let Some(order) = still_the_same(connection, &order_id, &shopping.cart, purchase.now).await?
    {
        return Ok(order);
    }
    if is_first {
        check_stock(&shopping)?;
    }
    let hold = hold_left(connection, &shopping.cart.id, purchase.now).await?;
    let order_id = token::new_id();
    take(connection, &shopping, &order_id, purchase.now).await?;
    let new = NewOrder {
        id: &order_id,
        site_user_id: purchase.member.as_deref(),
        email: &purchase.email,
        provider: purchase.provider,
        test_mode: purchase.test_mode,
        now: purchase.now,
        hold_until: purchase.now + hold,
        subscription_id: None,
    };
    order::add(connection, &new, &shopping.cart).await?;
    take_uses(connection, &shopping, &order_id, purchase).await?;
    if let Some(call) = &purchase.call
        && !idempotency::note(connection, call, &order_id, purchase.now + DAY).await?
    {
        return Err(key_of_another_call());
    }
    repeat(connection, &order_id).await
}

fn key_of_another_call() -> ApiError {
    ApiError::refused(
        StatusCode::UNPROCESSABLE_ENTITY,
        "idempotency-key-reused",
        "This Idempotency-Key was used for another purchase.",
    )
}

/// The order a cart became, for whoever asks for it again; a cart nobody knows has nothing in it.
async fn bought_already(
    connection: &mut Connection<'_>,
    purchase: &Purchase,
) -> Result<StoredOrder, ApiError> {
    let bought = cart::read(connection, &purchase.key, purchase.now).await?;
    match bought.and_then(|cart: StoredCart| cart.order_id) {
        Some(order_id) => repeat(connection, &order_id).await,
        None => Err(Problem::CartEmpty.into()),
    }
}

/// An order as it stands; one that was declined is refused again.
async fn repeat(connection: &mut Connection<'_>, order_id: &str) -> Result<StoredOrder, ApiError> {
    let order = order::read(connection, order_id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
    if order.is_pending() || order.is_paid() { Ok(order) } else { Err(Problem::PaymentRefused.into()) }
}

/// The cart as it is to be bought: with the location, option and prices of this call, settled and allowed.
async fn prepare(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
    purchase: &Purchase,
    is_first: bool,
) -> Result<(), ApiError> {
    let (wish, id) = (&purchase.wish, shopping.stored.id.clone());
    if wish.accept_prices {
        shopping.cart.accept_prices();
    }
    if let Some(location) = &wish.shipping_location {
        terms::check_length(location)?;
        shopping.cart.shipping_location = Some(location.clone());
    }
    if let Some(option) = &wish.shipping_option_id {
        shopping.cart.selected_shipping_option =
            Some(OfferedShippingOption { id: option.clone(), ..OfferedShippingOption::default() });
    }
    settle(connection, shopping, purchase).await?;
    let settings = &shopping.published.catalog.store_settings;
    shopping.cart.check_checkout(settings, &shopping.terms(purchase.now))?;
    if shopping.cart.requires_shipping
        && !shopping.cart.shipping_location.as_ref().is_some_and(ShippingLocation::is_complete)
    {
        return Err(Problem::ShippingLocationMissing.into());
    }
    if is_first {
        check_stock(shopping)?;
    }
    // Only a purchase that may go on leaves a mark in the cart.
    if let Some(location) = &wish.shipping_location {
        cart::set_location(connection, &id, &serde_json::to_string(location)?).await?;
    }
    if let Some(option) = &shopping.cart.selected_shipping_option {
        cart::set_option(connection, &id, &option.id).await?;
    }
    if wish.accept_prices {
        terms::accept_all_prices(connection, shopping).await?;
    }
    Ok(())
}

/// Works out the amounts for whoever buys, who is known by an address only now: a code that counted in the cart and does not
/// count for this address is said, and so is a total that nobody was shown.
async fn settle(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
    purchase: &Purchase,
) -> Result<(), ApiError> {
    shopping.settle(purchase.now)?;
    let counted = std::mem::take(&mut shopping.cart.valid_coupons);
    let customer = Customer::new(&purchase.email, purchase.member.as_deref());
    shopping.settle_for(connection, customer, purchase.now).await?;
    let refused = shopping.cart.invalid_coupons.iter().find(|code| {
        let by_customer =
            matches!(code.problem, Some(Problem::CouponUsedByCustomer | Problem::CouponFirstOrder));
        by_customer && counted.iter().any(|before| before.code == code.code)
    });
    if let Some(problem) = refused.and_then(|code| code.problem.clone()) {
        return Err(problem.into());
    }
    let total = shopping.cart.grand_total_cents;
    if purchase.wish.total_cents.is_some_and(|shown| shown != total.get()) {
        let total = Money::new(total, shopping.cart.currency).format();
        let because = shopping.cart.invalid_coupons.iter().filter_map(|code| code.problem.as_ref());
        let because = because.filter(|problem| comes_by_itself(problem)).map(|problem| format!("{problem} "));
        let message = format!(
            "{}The total changed to {total}. Please look at it and pay again.",
            because.collect::<String>()
        );
        return Err(ApiError::bad_request("total-changed", message));
    }
    Ok(())
}

/// A code that counted before does not count for this without anything the shopper did.
const fn comes_by_itself(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::CouponExpired
            | Problem::CouponUsedUp
            | Problem::CouponUsedByCustomer
            | Problem::GiftCardEmpty
            | Problem::GiftCardBlocked
    )
}

/// For how long an order of this cart may hold its stock, in milliseconds.
async fn hold_left(connection: &mut Connection<'_>, cart_id: &str, now: i64) -> Result<i64, ApiError> {
    let held = order::held(connection, cart_id, now - HOLD_WINDOW).await?;
    match LONGEST_HOLD - held {
        left if left > 0 => Ok(left.min(HOLD)),
        _ => Err(Problem::HoldEnded.into()),
    }
}

/// A pending order that still says what the cart says goes on; one that does not is cancelled and made anew.
async fn still_the_same(
    connection: &mut Connection<'_>,
    order_id: &str,
    cart: &Cart,
    now: i64,
) -> Result<Option<StoredOrder>, ApiError> {
    let order = repeat(connection, order_id).await?;
    let same_lines = order::lines(connection, order_id).await? == order::lines_of(cart);
    if same_lines && order.grand_total_cents == cart.grand_total_cents.get() {
        return Ok(Some(order));
    }
    settlement::cancel(connection, order_id, now).await?;
    Ok(None)
}

/// A clear refusal before anything is taken; the taking itself decides.
fn check_stock(shopping: &Shopping) -> Result<(), Problem> {
    for ((item_id, sku), wanted) in settlement::by_variant(&order::lines_of(&shopping.cart)) {
        let stock = shopping.stock_of(&item_id, &sku).unwrap_or_default();
        if !stock.unlimited && i64::from(stock.qty_in_stock) < wanted {
            return Err(too_few(&stock));
        }
    }
    Ok(())
}

fn too_few(stock: &StockRecord) -> Problem {
    Problem::NotEnoughStock { available: stock.qty_in_stock }
}

/// Takes the stock and what the gift cards give, each by one statement that fails when it is not there any more.
async fn take(
    connection: &mut Connection<'_>,
    shopping: &Shopping,
    order_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    for ((item_id, sku), quantity) in settlement::by_variant(&order::lines_of(&shopping.cart)) {
        if !catalog::take(connection, (&item_id, &sku), quantity, order_id, now).await? {
            let left = catalog::stock_of_item(connection, &item_id).await?;
            let left = left.iter().find(|row| row.sku == sku).map_or(0, |row| row.quantity);
            return Err(Problem::NotEnoughStock { available: u32::try_from(left).unwrap_or(0) }.into());
        }
    }
    let used = shopping.cart.valid_coupons.iter().filter(|used| used.is_gift_card);
    // One order for everybody, so that no two purchases wait for each other.
    let mut cards = std::collections::BTreeMap::new();
    for used in used.filter(|used| used.discount_cents > Cents::ZERO) {
        let card = shopping.gift_cards.iter().find(|card| card.code == used.code);
        cards.insert(&card.ok_or(Problem::CouponUnknown)?.id, used.discount_cents);
    }
    for (id, cents) in cards {
        if !gift_card::debit(connection, id, order_id, cents.get(), now).await? {
            return Err(Problem::GiftCardEmpty.into());
        }
    }
    Ok(())
}

/// Takes a use of each coupon that takes something off; of sixty who want the last one at once, one gets it.
async fn take_uses(
    connection: &mut Connection<'_>,
    shopping: &Shopping,
    order_id: &str,
    purchase: &Purchase,
) -> Result<(), ApiError> {
    let customer = Customer::new(&purchase.email, purchase.member.as_deref());
    let mut used: Vec<_> = shopping
        .cart
        .valid_coupons
        .iter()
        .filter(|used| !used.is_gift_card && used.discount_cents > Cents::ZERO)
        .filter_map(|used| {
            let coupon = shopping.coupons.iter().find(|coupon| coupon.has_code(&used.code))?;
            Some((coupon, used.discount_cents.get()))
        })
        .collect();
    used.sort_by_key(|(coupon, _)| coupon.code.trim().to_lowercase());
    for (coupon, cents) in used {
        let order = (order_id, shopping.cart.id.as_str());
        match coupon_use::take(connection, coupon, order, &customer, (cents, purchase.now)).await? {
            Taken::Yes => {}
            Taken::UsedUp => return Err(Problem::CouponUsedUp.into()),
            Taken::ByCustomer => return Err(Problem::CouponUsedByCustomer.into()),
            Taken::NotFirst => return Err(Problem::CouponFirstOrder.into()),
        }
    }
    Ok(())
}

/// What is answered for a paid order: the same to every repeat. `None` while its payment is not decided.
pub(crate) async fn answer(
    context: &Context,
    order_id: &str,
) -> Result<Option<(CheckoutAnswer, Kind)>, ApiError> {
    context
        .db
        .read(async |connection| {
            let order = repeat(connection, order_id).await?;
            if order.is_pending() {
                return Ok(None);
            }
            let lines = order::lines(connection, order_id).await?;
            let kind = cart::by_id(connection, &order.cart_id).await?.map_or(Kind::Cart, |cart| cart.kind);
            let next_billing_date = subscription::next_billing(connection, order_id).await?;
            let currency = CurrencyCode::parse(&order.currency).unwrap_or_default();
            let money = |cents: i64| Money::new(Cents::new(cents).unwrap_or_default(), currency);
            let items = lines.into_iter().map(|line| OrderItem {
                sku: line.sku.into(),
                product_name: line.title,
                quantity: u32::try_from(line.quantity).unwrap_or(0),
                unit_price: money(line.unit_price_cents),
            });
            let order = Order {
                items: items.collect(),
                grand_total: money(order.grand_total_cents),
                shipping_total: money(order.shipping_cents),
                tax_total: money(order.tax_cents),
                id: order.id,
                purchased_cart_id: order.cart_id,
                test_mode: order.test_mode,
                website_id: context.publications.current().catalog.website.id.clone(),
            };
            Ok(Some((CheckoutAnswer { order, next_billing_date }, kind)))
        })
        .await
}
