//! The order of a purchase: one that is there already, or a new one with its stock, gift cards and coupons taken.

use super::answer::repeat;
use super::purchase::Purchase;
use super::settle::{check_agreed, settle};
use crate::error::StatusCode;
use crate::usecase::cart::taxes;
use crate::usecase::cart::terms::{accept_all_prices, check_length};
use crate::usecase::desk::draft::body::DraftBody;

use crate::clock::DAY;
use crate::error::ApiError;
use crate::outbound::payment::{MANUAL, PaymentProvider};
use crate::published::Published;
use crate::repository::cart::{self, Kind, StoredCart};
use crate::repository::catalog::Reason;
use crate::repository::coupon_use::{self, Customer, Limited, Taken};
use crate::repository::desk::{notes, terms};
use crate::repository::draft::StoredDraft;
use crate::repository::idempotency;
use crate::repository::order::{self, NewOrder, StoredOrder};
use crate::repository::{Connection, catalog, delivery_window, draft, gift_card, payment};
use crate::settlement::{self, HOLD, HOLD_ON_PAGE, HOLD_WINDOW, LONGEST_HOLD};
use crate::shopping::Shopping;
use crate::token;
use loggia_commerce::{
    Asked, Buyer, Cart, Cents, DetailProblem, Details, ManualPayment, OfferedShippingOption, Problem,
    StockRecord, WINDOW,
};

/// The order of this purchase: one that is there already, or a new one with its stock and gift cards taken.
pub async fn place(connection: &mut Connection<'_>, purchase: &Purchase) -> Result<StoredOrder, ApiError> {
    if let Some(call) = &purchase.call
        && let Some((order_id, same)) = idempotency::earlier(connection, call, purchase.now).await?
    {
        return if same {
            repeat(connection, &order_id).await
        } else {
            Err(idempotency::key_of_another("purchase"))
        };
    }
    let Some(stored) = cart::hold(connection, &purchase.key, purchase.now).await? else {
        return bought_already(connection, purchase).await;
    };
    let mut shopping = Shopping::open(connection, &purchase.publications, stored).await?;
    let living = order::living_of_cart(connection, &shopping.cart.id).await?;
    // What the cart's own order holds is for this cart: whether the rest is there, the taking decides.
    let is_first = living.is_none();
    let buyer = prepare(connection, &mut shopping, purchase, is_first).await?;
    let manual = manual_payment(&shopping, purchase)?;
    if let Some(order_id) = living {
        let begun_with = payment::of_order(connection, &order_id).await?.map(|payment| payment.provider);
        if manual.is_some() || begun_with.is_some_and(|name| name != purchase.provider) {
            // It was to be paid another way; what comes from there all the same goes back.
            settlement::cancel(connection, &order_id, purchase.now).await?;
        } else if let Some(order) =
            still_the_same(connection, &order_id, (&shopping.cart, &buyer), purchase.now).await?
        {
            take_window(connection, &shopping, &order.id).await?;
            return Ok(order);
        }
    }
    if is_first {
        check_stock(&shopping)?;
    }
    let longest = if on_page(purchase).is_some() { HOLD_ON_PAGE } else { HOLD };
    let mut hold = hold_left(connection, &shopping.cart.id, purchase.now).await?.min(longest);
    if let Some(manual) = &manual {
        hold = i64::from(manual.hold_days) * DAY;
    }
    let draft = keep_draft_open(connection, &shopping, purchase.now).await?;
    let manual_json = manual.as_ref().map(serde_json::to_string).transpose()?;
    let order_id = token::new_id();
    let language = language_of(&shopping.published, &purchase.request.language);
    take(connection, &shopping, &order_id, purchase.now).await?;
    let new = NewOrder {
        id: &order_id,
        site_user_id: purchase.member.as_deref(),
        email: &purchase.email,
        provider: if manual.is_some() { MANUAL } else { purchase.provider },
        manual_payment: manual_json.as_deref(),
        test_mode: purchase.test_mode,
        now: purchase.now,
        hold_until: purchase.now + hold,
        subscription_id: None,
        buyer: &buyer,
        language: &language,
    };
    order::add(connection, &new, &shopping.cart).await?;
    if let Some(draft) = draft {
        keep_note(connection, &order_id, &draft, purchase.now).await?;
    }
    let is_told = purchase.publications.taxes().is_some_and(|terms| terms.is_test == purchase.test_mode);
    settlement::taxes::begin(connection, &order_id, &shopping.cart, is_told).await?;
    take_window(connection, &shopping, &order_id).await?;
    take_uses(connection, &mut shopping, &order_id, purchase).await?;
    if manual.is_some() {
        settlement::manual::begin(connection, &shopping.published, &order_id, purchase.now).await?;
    }
    if let Some(call) = &purchase.call
        && !idempotency::note(connection, call, &order_id, purchase.now + DAY).await?
    {
        return Err(idempotency::key_of_another("purchase"));
    }
    repeat(connection, &order_id).await
}

/// What a draft holds is for its order, which is placed while its link opens it.
async fn keep_draft_open(
    connection: &mut Connection<'_>,
    shopping: &Shopping,
    now: i64,
) -> Result<Option<StoredDraft>, ApiError> {
    let id = &shopping.cart.id;
    if shopping.stored.agreed.is_none() {
        return Ok(None);
    }
    draft::lock(connection, id).await?;
    let found = draft::read(connection, id).await?.filter(|draft| draft.is_open(now));
    let draft = found.ok_or_else(payment_link_ended)?;
    draft::let_go(connection, id, now).await?;
    Ok(Some(draft))
}

/// What the staff noted about a draft stands with its order.
async fn keep_note(
    connection: &mut Connection<'_>,
    order_id: &str,
    draft: &StoredDraft,
    now: i64,
) -> Result<(), ApiError> {
    let body: DraftBody = serde_json::from_str(&draft.body)?;
    let text = body.note.trim();
    if text.is_empty() {
        return Ok(());
    }
    notes::add(connection, order_id, (&draft.author, text), now).await?;
    Ok(())
}

/// The refusal of a draft whose link was taken back or is too old.
pub fn payment_link_ended() -> ApiError {
    ApiError::refused(
        StatusCode::GONE,
        "payment-link-ended",
        "This link to pay is no longer valid, and nothing was charged. Please ask the shop for a new one.",
    )
}

/// The way of paying by hand that was chosen; `None` when a provider is asked, or nothing is to be paid.
fn manual_payment(shopping: &Shopping, purchase: &Purchase) -> Result<Option<ManualPayment>, ApiError> {
    let cart = &shopping.cart;
    if cart.grand_total_cents == Cents::ZERO || purchase.by_staff {
        return Ok(None);
    }
    if let Some(provider) = on_page(purchase) {
        // Nothing is kept there to charge again, and a shop that does not know its own address cannot be come back to.
        let is_offered = shopping.stored.kind != Kind::Subscription
            && shopping.published.has_address()
            && provider.takes(cart.grand_total_cents.get(), &cart.currency.to_string());
        return if is_offered { Ok(None) } else { Err(method_unavailable()) };
    }
    match &purchase.request.payment_method {
        None if purchase.provider == MANUAL => Err(method_unavailable()),
        None => Ok(None),
        Some(id) => {
            let ways = &shopping.published.catalog.order_settings.manual_payments;
            // What is charged again and again needs somebody who charges it.
            let found = ways.iter().find(|way| way.id == *id && shopping.stored.kind != Kind::Subscription);
            let offered = |way: &&ManualPayment| way.is_offered(cart.requires_shipping, cart.is_collected());
            found.filter(offered).cloned().map(Some).ok_or_else(method_unavailable)
        }
    }
}

/// Who takes the money, where that is done on a page of theirs.
fn on_page(purchase: &Purchase) -> Option<&dyn PaymentProvider> {
    purchase.payments.by_name(purchase.provider).filter(|provider| provider.has_page())
}

/// The refusal of a way of paying that there is not, or not for this order.
pub fn method_unavailable() -> ApiError {
    ApiError::bad_request(
        "payment-method-unavailable",
        "This order cannot be paid that way. Please choose another one.",
    )
}

/// The language of the site that a shopper reads; "" for the site's own.
fn language_of(published: &Published, wanted: &str) -> String {
    let known = &published.catalog.website.languages;
    known.iter().find(|tag| tag.eq_ignore_ascii_case(wanted)).cloned().unwrap_or_default()
}

/// The order that a cart became, for a repeated call; an unknown cart is an empty one.
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

/// The cart as it is to be bought, with the location, option and prices of this call, settled and allowed; and who buys it.
async fn prepare(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
    purchase: &Purchase,
    is_first: bool,
) -> Result<Buyer, ApiError> {
    let (request, id) = (&purchase.request, shopping.stored.id.clone());
    as_sent(shopping, purchase)?;
    shopping.find_taxes(connection, purchase.now).await?;
    settle(connection, shopping, purchase).await?;
    let mut settings = shopping.published.catalog.store_settings.clone();
    if shopping.stored.agreed.is_some() {
        // The shop made it itself, however small.
        settings.minimum_order_subtotal_cents = Cents::ZERO;
    }
    let buyer = match shopping.cart.check_checkout(&settings, &shopping.terms(purchase.now)) {
        Err(problem) if !is_of_delivery(&problem) => return Err(problem.into()),
        // The fields of the address say more of it.
        allowed => {
            let buyer = checked_buyer(shopping, purchase)?;
            allowed.map(|()| buyer)?
        }
    };
    if is_first {
        check_stock(shopping)?;
    }
    taxes::check(&shopping.cart)?;
    check_agreed(shopping, purchase)?;
    // Only a purchase that may go on leaves a mark in the cart.
    if let Some(location) =
        shopping.cart.shipping_location.as_ref().filter(|_| request.shipping_location.is_some())
    {
        cart::set_location(connection, &id, &serde_json::to_string(location)?).await?;
    }
    if let Some(option) = &shopping.cart.selected_shipping_option {
        cart::set_option(connection, &id, &option.id).await?;
    }
    if request.accept_prices {
        accept_all_prices(connection, shopping).await?;
    }
    Ok(buyer)
}

/// Puts what the shopper sent into the cart.
fn as_sent(shopping: &mut Shopping, purchase: &Purchase) -> Result<(), ApiError> {
    let request = &purchase.request;
    if request.accept_prices {
        shopping.cart.accept_prices();
    }
    if let Some(location) = &request.shipping_location {
        check_length(location)?;
        shopping.check_place(location)?;
        shopping.cart.shipping_location = Some(location.tidied());
    }
    if let Some(option) = request.shipping_option_id.as_ref().filter(|_| shopping.stored.agreed.is_none()) {
        shopping.cart.selected_shipping_option =
            Some(OfferedShippingOption { id: option.clone(), ..OfferedShippingOption::default() });
    }
    shopping.cart.vat_id = purchase.vat_id.as_ref().map(|id| id.as_str().to_owned()).unwrap_or_default();
    shopping.cart.vat_id_confirmed = purchase.vat_id_confirmed;
    Ok(())
}

/// The cart as it would be bought, without anything being taken; `None` of one that is bought already. Whether it may be is not
/// looked at.
pub(super) async fn as_bought(
    connection: &mut Connection<'_>,
    purchase: &Purchase,
) -> Result<Option<Cart>, ApiError> {
    let stored = cart::read(connection, &purchase.key, purchase.now).await?;
    let Some(stored) = stored.filter(|stored| !stored.is_purchased) else { return Ok(None) };
    let mut shopping = Shopping::open(connection, &purchase.publications, stored).await?;
    as_sent(&mut shopping, purchase)?;
    shopping.find_taxes(connection, purchase.now).await?;
    settle(connection, &mut shopping, purchase).await?;
    Ok(Some(shopping.cart))
}

/// A refusal that an address, once it is whole, may answer.
const fn is_of_delivery(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::ShippingLocationMissing
            | Problem::ShippingOptionMissing
            | Problem::ShippingUnavailable
            | Problem::RegionMissing
    )
}

/// Who buys, as it is kept; the cart has the window that was chosen.
fn checked_buyer(shopping: &mut Shopping, purchase: &Purchase) -> Result<Buyer, ApiError> {
    let mut found = Details::default();
    let settings = &shopping.published.catalog.store_settings.checkout;
    let asked = Asked::of(&shopping.cart, settings);
    let said = &purchase.request.buyer;
    let mut buyer = said.checked(asked, shopping.cart.shipping_location.as_ref(), &mut found);
    if !purchase.by_staff {
        let terms = settings.checked_terms(&said.terms_digest, &mut found);
        buyer.terms_digest = terms.unwrap_or_default();
    }
    shopping.choose_window(purchase.request.window.as_ref(), purchase.now, &mut found);
    if !found.is_empty() {
        return Err(found.into());
    }
    buyer.vat_id_confirmed = purchase.vat_id_confirmed.filter(|_| !buyer.vat_id.is_empty());
    Ok(buyer)
}

/// Takes a place in the window that the cart has, for an order; of sixty who want the last one at once, one gets it.
async fn take_window(
    connection: &mut Connection<'_>,
    shopping: &Shopping,
    order_id: &str,
) -> Result<(), ApiError> {
    let chosen = shopping.cart.selected_shipping_option.as_ref();
    let ways = &shopping.published.catalog.shipping_options;
    let way = chosen.and_then(|chosen| ways.iter().find(|way| way.id == chosen.id));
    let places = way.and_then(|way| way.windows.as_ref()).and_then(|windows| windows.places);
    let wanted = chosen.and_then(|chosen| Some((chosen.id.as_str(), chosen.window.as_ref()?)));
    if delivery_window::take(connection, order_id, wanted, places).await? {
        return Ok(());
    }
    let mut found = Details::default();
    found.add(WINDOW, DetailProblem::WindowUnavailable);
    Err(found.into())
}

/// For how long an order of this cart may hold its stock, in milliseconds.
async fn hold_left(connection: &mut Connection<'_>, cart_id: &str, now: i64) -> Result<i64, ApiError> {
    let held = order::held(connection, cart_id, now - HOLD_WINDOW).await?;
    match LONGEST_HOLD - held {
        left if left > 0 => Ok(left),
        _ => Err(Problem::HoldEnded.into()),
    }
}

/// A pending order that still says what the cart says goes on; one that does not is cancelled and made anew.
async fn still_the_same(
    connection: &mut Connection<'_>,
    order_id: &str,
    (cart, buyer): (&Cart, &Buyer),
    now: i64,
) -> Result<Option<StoredOrder>, ApiError> {
    let order = repeat(connection, order_id).await?;
    let same_lines = order::lines(connection, order_id).await? == order::lines_of(cart);
    let same_taxes = order.taxes == order::taxes_of(cart)?;
    let same_discounts = order.discounts == order::discounts_of(cart)?;
    let same_relief =
        (order.reverse_charge, order.relief_cents) == (cart.reverse_charge, cart.relief_cents.get());
    if same_relief
        && same_lines
        && same_taxes
        && same_discounts
        && order.grand_total_cents == cart.grand_total_cents.get()
    {
        order::readdress(connection, order_id, buyer, cart).await?;
        terms::write(connection, order_id).await?;
        return Ok(Some(order));
    }
    settlement::cancel(connection, order_id, now).await?;
    Ok(None)
}

/// A clear refusal before anything is taken; the taking itself decides.
fn check_stock(shopping: &Shopping) -> Result<(), Problem> {
    // A draft holds its own: the taking decides.
    if shopping.stored.agreed.is_some() {
        return Ok(());
    }
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
        if !catalog::take(connection, (&item_id, &sku), quantity, Reason::Order(order_id), now).await? {
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

/// Takes a use of each coupon and each discount that takes something off; of sixty who want the last one at once, one gets it.
async fn take_uses(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
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
            Some((Limited::from(coupon), used.discount_cents.get(), true))
        })
        .collect();
    for given in &shopping.cart.discounts {
        let found = shopping.discounts().iter().find(|discount| discount.id == given.id);
        // What is taken off delivery is no part of the order's discount.
        let cents = if given.of_delivery { 0 } else { given.amount_cents.get() };
        used.extend(found.map(|discount| (Limited::from(discount), cents, false)));
    }
    used.sort();
    for (limited, cents, is_coupon) in used {
        let order = (order_id, shopping.cart.id.as_str());
        let taken = coupon_use::take(connection, &limited, order, &customer, (cents, purchase.now)).await?;
        match taken {
            Taken::Yes => {}
            // Somebody took its last use since the cart was settled: settled again, it comes to something else.
            _ if !is_coupon => {
                shopping.settle_for(connection, customer, purchase.now).await?;
                check_agreed(shopping, purchase)?;
                return Err(Problem::CouponUsedUp.into());
            }
            Taken::UsedUp => return Err(Problem::CouponUsedUp.into()),
            Taken::ByCustomer => return Err(Problem::CouponUsedByCustomer.into()),
            Taken::NotFirst => return Err(Problem::CouponFirstOrder.into()),
        }
    }
    Ok(())
}
