//! Orders: placed as pending with their stock taken, then paid or cancelled, each exactly once.

use super::connection::{Connection, affected, fetch, statements};
use super::invoice;
use crate::error::ApiError;
use crate::token;
use loggia_commerce::{
    AppliedDiscount, Buyer, Cart, Cents, ManualPayment, OfferedShippingOption, ProductType, ShippingLocation,
    TaxLine, address_lines,
};
use sqlx_macros::FromRow;

statements! {
    LIVING_OF_CART = "SELECT id FROM shop_order WHERE cart_id = $1 AND status <> 'cancelled'";
    READ = "SELECT id, cart_id, site_user_id, status, test_mode, email, currency, subtotal_cents, \
        discount_cents - relief_cents AS discount_cents, shipping_cents, tax_cents, grand_total_cents, refunded_cents, shipping_location, shipping_option, coupons, subscription_id, tracking, created_at, paid_at, cancelled_at, \
        fulfilled_at, gift_card_cents, included_tax_cents, taxes, buyer, discounts, number, language, link_version, shipped_at, tags, manual_payment, \
        reverse_charge, relief_cents, shipping_relief_cents FROM shop_order WHERE id = $1";
    // With what of each came back by returns that ended with a refund: it had been sent.
    LINES = "SELECT s.position, s.item_id, s.sku, s.title, s.product_type, s.quantity, s.unit_price_cents, s.additional_fields, s.restocked, s.discount_cents, s.sent, \
        CAST(COALESCE(back.received, 0) AS BIGINT) AS returned, CAST(COALESCE(back.restocked, 0) AS BIGINT) AS returned_to_stock FROM order_line AS s \
        LEFT JOIN (SELECT l.position, SUM(l.received) AS received, SUM(l.restocked) AS restocked FROM order_return AS r JOIN order_return_line AS l ON l.return_id = r.id \
        WHERE r.order_id = $1 AND r.state = 'refunded' GROUP BY l.position) AS back ON back.position = s.position WHERE s.order_id = $1 ORDER BY s.position";
    ADD = "INSERT INTO shop_order (id, cart_id, site_user_id, status, test_mode, email, currency, subtotal_cents, discount_cents, shipping_cents, \
        tax_cents, grand_total_cents, shipping_location, shipping_option, coupons, created_at, hold_until, subscription_id, \
        gift_card_cents, gift_card_rest_cents, included_tax_cents, taxes, buyer, discounts, language, manual_payment, \
        reverse_charge, relief_cents, shipping_relief_cents) \
        VALUES ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)";
    ADD_LINE = "INSERT INTO order_line (order_id, position, item_id, sku, title, product_type, quantity, unit_price_cents, additional_fields, discount_cents) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    ADD_PAYMENT = "INSERT INTO payment (id, order_id, provider, status, amount_cents, currency, created_at) VALUES ($1, $2, $3, 'started', $4, $5, $6)";
    // The one place where an order becomes paid, or comes to nothing: the transaction that changes the row does what follows from it.
    SET_PAID = "UPDATE shop_order SET status = 'paid', paid_at = $2 WHERE id = $1 AND status = 'pending'";
    SET_CANCELLED = "UPDATE shop_order SET status = 'cancelled', hold_until = CASE WHEN hold_until > $2 THEN $2 ELSE hold_until END WHERE id = $1 AND status = 'pending'";
    END_PAYMENT = "UPDATE payment SET status = $2, reference = $3 WHERE order_id = $1 AND status = 'started'";
    // For how long orders of a cart that came to nothing held their stock, of those that held it since.
    HELD = "SELECT CAST(COALESCE(SUM(hold_until - created_at), 0) AS BIGINT) FROM shop_order WHERE cart_id = $1 AND status = 'cancelled' AND hold_until > $2";
    HOLD_ROW = "UPDATE shop_order SET refunded_cents = refunded_cents WHERE id = $1";
    // What a repeated purchase of the same things for the same total says of where they go, and to whom.
    READDRESS = "UPDATE shop_order SET buyer = $2, shipping_location = $3, shipping_option = $4 WHERE id = $1 AND status = 'pending'";
    EXTEND_HOLD = "UPDATE shop_order SET hold_until = $2 WHERE id = $1 AND status = 'pending'";
    // What becomes of a paid order, each step once.
    CALL_OFF = "UPDATE shop_order SET cancelled_at = $2 WHERE id = $1 AND status = 'paid' AND cancelled_at IS NULL AND shipped_at IS NULL AND fulfilled_at IS NULL";
    ID_OF_NUMBER = "SELECT id FROM shop_order WHERE number = $1";
    END_LINKS = "UPDATE shop_order SET link_version = link_version + 1 WHERE id = $1 AND link_version = $2";
    ABANDONED = "SELECT id FROM shop_order WHERE status = 'pending' AND hold_until <= $1 AND (manual_payment IS NULL OR shipped_at IS NULL) ORDER BY hold_until LIMIT 100";
}

/// An order as it is stored.
#[derive(Clone, Debug, FromRow)]
pub struct StoredOrder {
    /// Its id.
    pub id: String,
    /// The cart it was.
    pub cart_id: String,
    /// Who bought, when signed in.
    pub site_user_id: Option<String>,
    /// `pending`, `paid` or `cancelled`.
    pub status: String,
    /// No money moves.
    pub test_mode: bool,
    /// Who bought.
    pub email: String,
    /// The currency of every amount.
    pub currency: String,
    /// The sum of the lines.
    pub subtotal_cents: i64,
    /// What discounts and coupons took off and gift cards paid.
    pub discount_cents: i64,
    /// Of that, what gift cards paid.
    pub gift_card_cents: i64,
    /// For shipping.
    pub shipping_cents: i64,
    /// Taxes that were added to the prices.
    pub tax_cents: i64,
    /// Taxes that the prices held.
    pub included_tax_cents: i64,
    /// The buyer owes the tax, and none was charged.
    pub reverse_charge: bool,
    /// The tax that the prices hold and that was taken off for that.
    pub relief_cents: i64,
    /// Of that, what the price of delivery holds.
    pub shipping_relief_cents: i64,
    /// Each of both, as the JSON of a list of `TaxLine`.
    pub taxes: String,
    /// Who bought, as the JSON of a `Buyer`.
    pub buyer: String,
    /// The discounts without a code, as the JSON of a list of `AppliedDiscount`.
    pub discounts: String,
    /// What is to be paid.
    pub grand_total_cents: i64,
    /// What of it went back, or is promised to.
    pub refunded_cents: i64,
    /// Where it goes, as JSON.
    pub shipping_location: Option<String>,
    /// How it goes, as JSON.
    pub shipping_option: Option<String>,
    /// The codes that counted, as JSON.
    pub coupons: String,
    /// The subscription this is a later payment of.
    pub subscription_id: Option<String>,
    /// How the goods can be followed, as JSON.
    pub tracking: Option<String>,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// Epoch milliseconds.
    pub paid_at: Option<i64>,
    /// When a paid order was called off; epoch milliseconds.
    pub cancelled_at: Option<i64>,
    /// When the goods went out; epoch milliseconds.
    pub fulfilled_at: Option<i64>,
    /// The number that people say; one that is not paid has none, but where it is paid by hand.
    pub number: Option<i64>,
    /// The language it was bought in, as a BCP 47 tag; "" is the site's own.
    pub language: String,
    /// Links to its page of another version hold no more.
    pub link_version: i64,
    /// How it is paid by hand, as the JSON of a `ManualPayment`; of any other order nothing.
    pub manual_payment: Option<String>,
    /// When the first parcel of it went out; epoch milliseconds.
    pub shipped_at: Option<i64>,
    /// What the staff sort it by, as a JSON list.
    pub tags: String,
}

impl StoredOrder {
    /// Whether its payment is not decided yet.
    pub fn is_pending(&self) -> bool {
        self.status == "pending"
    }

    /// Whether it waits for money that the owner will note.
    pub fn is_waiting(&self) -> bool {
        self.is_pending() && self.manual_payment.is_some()
    }

    /// How it is paid by hand, as it was offered when it was placed.
    pub fn manual(&self) -> Result<Option<ManualPayment>, ApiError> {
        Ok(self.manual_payment.as_deref().map(serde_json::from_str).transpose()?)
    }

    /// Whether it is paid.
    pub fn is_paid(&self) -> bool {
        self.status == "paid"
    }

    /// The discounts without a code that it was given, in the order in which they were taken off.
    pub fn applied_discounts(&self) -> Result<Vec<AppliedDiscount>, ApiError> {
        Ok(serde_json::from_str(&self.discounts)?)
    }

    /// What people call it: `#1042`, or its id while it has no number.
    pub fn name(&self) -> String {
        self.number.map_or_else(|| self.id.clone(), |number| format!("#{number}"))
    }

    /// Its taxes. Those of orders from before taxes were listed are not known.
    pub fn tax_lines(&self) -> Result<Vec<TaxLine>, ApiError> {
        Ok(serde_json::from_str(&self.taxes)?)
    }

    /// What the staff sort it by.
    pub fn tags(&self) -> Result<Vec<String>, ApiError> {
        Ok(serde_json::from_str(&self.tags)?)
    }

    /// Who bought. Of orders from before buyers were kept nothing is known but the e-mail address.
    pub fn buyer(&self) -> Result<Buyer, ApiError> {
        Ok(serde_json::from_str(&self.buyer)?)
    }

    /// Where it goes.
    pub fn location(&self) -> Result<Option<ShippingLocation>, ApiError> {
        Ok(self.shipping_location.as_deref().map(serde_json::from_str).transpose()?)
    }

    /// Whom and where it goes, as it stands on the parcel, line by line; none of what is not brought to an address.
    pub fn parcel_lines(&self) -> Result<Vec<String>, ApiError> {
        let is_collected = self.option()?.is_some_and(|option| option.is_collected());
        // Of what is not shipped only the place of its tax is known.
        let location = self.location()?.filter(|location| !location.line1.is_empty() && !is_collected);
        let buyer = self.buyer()?;
        Ok(location.map_or_else(Vec::new, |location| address_lines(&buyer.name, &buyer.company, &location)))
    }

    /// Who pays, and where they are, line by line; none where it is the recipient.
    pub fn billing_lines(&self) -> Result<Vec<String>, ApiError> {
        let billing = self.buyer()?.billing;
        let lines = billing.map(|billing| address_lines(&billing.name, &billing.company, &billing.address));
        Ok(lines.unwrap_or_default())
    }

    /// How it goes.
    pub fn option(&self) -> Result<Option<OfferedShippingOption>, ApiError> {
        Ok(self.shipping_option.as_deref().map(serde_json::from_str).transpose()?)
    }
}

/// One line of a stored order.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct StoredLine {
    /// Its place, from 0.
    pub position: i64,
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// What it was called.
    pub title: String,
    /// The product's type, by number.
    pub product_type: i64,
    /// How many.
    pub quantity: i64,
    /// The price of one.
    pub unit_price_cents: i64,
    /// The answers to the product's form, as JSON.
    pub additional_fields: Option<String>,
    /// How many went back into stock.
    pub restocked: i64,
    /// Its share of the order's discount, in minor units; not known of older orders.
    pub discount_cents: Option<i64>,
    /// How many were sent.
    pub sent: i64,
    /// How many of those came back by a return.
    pub returned: i64,
    /// How many of those went back into stock.
    pub returned_to_stock: i64,
}

impl StoredLine {
    /// How many pieces of it are left to be sent: those that went back into stock before they were sent are not. What came back by a
    /// return was sent before, and leaves the others to be sent.
    pub fn left(&self) -> i64 {
        if self.product_type != i64::from(ProductType::Physical.code()) {
            return 0;
        }
        (self.quantity - self.sent - (self.restocked - self.returned_to_stock)).max(0)
    }
}

/// What an order is made from beside its cart.
#[derive(Clone, Debug)]
pub struct NewOrder<'a> {
    /// Its id.
    pub id: &'a str,
    /// Who bought, when signed in.
    pub site_user_id: Option<&'a str>,
    /// Who bought.
    pub email: &'a str,
    /// Who takes the money.
    pub provider: &'a str,
    /// No money moves.
    pub test_mode: bool,
    /// Epoch milliseconds.
    pub now: i64,
    /// Until when the payment may come; then the order comes to nothing.
    pub hold_until: i64,
    /// The subscription this is a later payment of.
    pub subscription_id: Option<&'a str>,
    /// Who buys.
    pub buyer: &'a Buyer,
    /// The language it is bought in, as a BCP 47 tag; "" is the site's own.
    pub language: &'a str,
    /// How it is paid by hand, as JSON.
    pub manual_payment: Option<&'a str>,
}

/// The order a cart is or is becoming, if it has one that was not cancelled.
pub async fn living_of_cart(
    connection: &mut Connection<'_>,
    cart_id: &str,
) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(LIVING_OF_CART).bind(cart_id).fetch_optional(c).await)?)
}

/// The order with this id.
pub async fn read(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredOrder>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(id).fetch_optional(c).await)?)
}

/// The order with this number.
pub async fn by_number(
    connection: &mut Connection<'_>,
    number: i64,
) -> Result<Option<StoredOrder>, ApiError> {
    let id: Option<String> =
        fetch!(connection, |c| sqlx::query_scalar(ID_OF_NUMBER).bind(number).fetch_optional(c).await)?;
    match id {
        Some(id) => read(connection, &id).await,
        None => Ok(None),
    }
}

/// Ends the links to its page of this version; `false` when they had ended.
pub async fn end_links(connection: &mut Connection<'_>, id: &str, version: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, END_LINKS, id, version)? == 1)
}

/// Its lines, in order.
pub async fn lines(connection: &mut Connection<'_>, id: &str) -> Result<Vec<StoredLine>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LINES).bind(id).fetch_all(c).await)?)
}

/// The lines a cart would have as an order.
pub fn lines_of(cart: &Cart) -> Vec<StoredLine> {
    let line = |(position, entry): (i64, &loggia_commerce::CartEntry)| StoredLine {
        position,
        item_id: entry.item_id.to_string(),
        sku: entry.chosen_variant.sku.to_string(),
        title: entry.title.clone(),
        product_type: i64::from(entry.product_type.code()),
        quantity: i64::from(entry.quantity),
        unit_price_cents: entry.purchase_price_cents.get(),
        additional_fields: entry.additional_fields.clone(),
        restocked: 0,
        discount_cents: Some(entry.discount_cents.get()),
        sent: 0,
        returned: 0,
        returned_to_stock: 0,
    };
    (0_i64..).zip(&cart.entries).map(line).collect()
}

/// The taxes a cart would have as an order.
pub fn taxes_of(cart: &Cart) -> Result<String, ApiError> {
    let some: Vec<&TaxLine> = cart.taxes.iter().filter(|line| line.net_cents > Cents::ZERO).collect();
    Ok(serde_json::to_string(&some)?)
}

/// The discounts a cart would have as an order.
pub fn discounts_of(cart: &Cart) -> Result<String, ApiError> {
    Ok(serde_json::to_string(&cart.discounts)?)
}

/// Writes a settled cart down as a pending order with its payment.
pub async fn add(connection: &mut Connection<'_>, order: &NewOrder<'_>, cart: &Cart) -> Result<(), ApiError> {
    let location = cart.shipping_location.as_ref().map(serde_json::to_string).transpose()?;
    let option = cart.selected_shipping_option.as_ref().map(serde_json::to_string).transpose()?;
    let coupons = serde_json::to_string(&cart.valid_coupons)?;
    let currency = cart.currency.to_string();
    affected!(
        connection,
        ADD,
        order.id,
        &cart.id,
        order.site_user_id,
        order.test_mode,
        order.email,
        &currency,
        cart.subtotal_cents.get(),
        // What is taken off in all: the table holds every order to its sum.
        cart.discount_cents.get() + cart.relief_cents.get(),
        cart.shipping_cost_cents.get(),
        cart.tax_cents.get(),
        cart.grand_total_cents.get(),
        &location,
        &option,
        &coupons,
        order.now,
        order.hold_until,
        order.subscription_id,
        cart.gift_card_cents.get(),
        cart.gift_card_rest_cents.get(),
        cart.included_tax_cents.get(),
        &taxes_of(cart)?,
        &serde_json::to_string(order.buyer)?,
        &discounts_of(cart)?,
        order.language,
        order.manual_payment,
        cart.reverse_charge,
        cart.relief_cents.get(),
        cart.shipping_relief().get()
    )?;
    for line in lines_of(cart) {
        affected!(
            connection,
            ADD_LINE,
            order.id,
            line.position,
            &line.item_id,
            &line.sku,
            &line.title,
            line.product_type,
            line.quantity,
            line.unit_price_cents,
            &line.additional_fields,
            line.discount_cents
        )?;
    }
    invoice::add_basis(connection, order.id, &serde_json::to_string(&cart.taxes_of_entries())?).await?;
    affected!(
        connection,
        ADD_PAYMENT,
        token::new_id(),
        order.id,
        order.provider,
        cart.grand_total_cents.get(),
        &currency,
        order.now
    )?;
    Ok(())
}

/// Makes a pending order paid; `false` when it was decided already.
pub async fn set_paid(
    connection: &mut Connection<'_>,
    id: &str,
    reference: &str,
    now: i64,
) -> Result<bool, ApiError> {
    let done = affected!(connection, SET_PAID, id, now)?;
    if done == 1 {
        end_payment(connection, id, "paid", Some(reference)).await?;
    }
    Ok(done == 1)
}

/// Cancels a pending order; `false` when it was decided already.
pub async fn set_cancelled(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<bool, ApiError> {
    let done = affected!(connection, SET_CANCELLED, id, now)?;
    if done == 1 {
        end_payment(connection, id, "declined", None).await?;
    }
    Ok(done == 1)
}

async fn end_payment(
    connection: &mut Connection<'_>,
    id: &str,
    status: &str,
    reference: Option<&str>,
) -> Result<(), ApiError> {
    affected!(connection, END_PAYMENT, id, status, reference)?;
    Ok(())
}

/// Pending orders whose payment did not come in time.
pub async fn abandoned(connection: &mut Connection<'_>, now: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(ABANDONED).bind(now).fetch_all(c).await)?)
}

/// For how long orders of a cart held their stock without being paid, of those that did so after `since`; milliseconds.
pub async fn held(connection: &mut Connection<'_>, cart_id: &str, since: i64) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(HELD).bind(cart_id).bind(since).fetch_one(c).await)?)
}

/// Keeps everybody else off an order until the transaction ends.
pub async fn hold(connection: &mut Connection<'_>, id: &str) -> Result<(), ApiError> {
    affected!(connection, HOLD_ROW, id)?;
    Ok(())
}

/// Sends a pending order to whom and where the purchase says now.
pub async fn readdress(
    connection: &mut Connection<'_>,
    id: &str,
    buyer: &Buyer,
    cart: &Cart,
) -> Result<(), ApiError> {
    let location = cart.shipping_location.as_ref().map(serde_json::to_string).transpose()?;
    let option = cart.selected_shipping_option.as_ref().map(serde_json::to_string).transpose()?;
    affected!(connection, READDRESS, id, &serde_json::to_string(buyer)?, &location, &option)?;
    Ok(())
}

/// Gives a pending order more time.
pub async fn extend_hold(connection: &mut Connection<'_>, id: &str, hold_until: i64) -> Result<(), ApiError> {
    affected!(connection, EXTEND_HOLD, id, hold_until)?;
    Ok(())
}

/// Calls a paid order off; `false` when it was called off before, or its goods are on their way.
pub async fn call_off(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, CALL_OFF, id, now)? == 1)
}
