//! The list of orders, and one order with everything that happened to it.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::emails::Tracking;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::owner::{self, ListedOrder, OrderFilter};
use crate::repository::{dispute, gift_card, order, payment, refund, subscription};
use crate::roles::Right;
use crate::settlement::kept;
use crate::usecase::paging::{After, ONE_MORE, page};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use loggia_commerce::{AppliedDiscount, Buyer, OfferedShippingOption, ShippingLocation, TaxLine};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How an order stands for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum OrderState {
    /// Its payment is not decided.
    Pending,
    /// Paid, and still to be sent.
    Paid,
    /// Sent.
    Fulfilled,
    /// Never paid, or called off.
    Cancelled,
}

impl OrderState {
    fn word(self) -> &'static str {
        match self {
            OrderState::Pending => "PENDING",
            OrderState::Paid => "PAID",
            OrderState::Fulfilled => "FULFILLED",
            OrderState::Cancelled => "CANCELLED",
        }
    }

    fn of(word: &str) -> Self {
        let all = [OrderState::Pending, OrderState::Fulfilled, OrderState::Cancelled];
        all.into_iter().find(|state| state.word() == word).unwrap_or(OrderState::Paid)
    }
}

/// Which orders.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OrdersQuery {
    /// Only those in this state.
    pub state: Option<OrderState>,
    /// Only those of this address.
    pub email: String,
    /// Only the one of this number.
    pub number: Option<i64>,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of orders.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrdersPage {
    /// Newest first.
    pub orders: Vec<OrderSummary>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// One order in a list. Amounts are minor units.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummary {
    /// Its id.
    pub id: String,
    /// The number that people say (`#1042`); one that is not paid has none.
    pub number: Option<i64>,
    /// Epoch milliseconds.
    pub created_on: i64,
    /// Who bought.
    pub email: String,
    /// How it stands.
    pub state: OrderState,
    /// No money moved.
    pub test_mode: bool,
    /// ISO 4217 code of every amount.
    pub currency: String,
    /// What is paid, or to be paid.
    pub grand_total_cents: i64,
    /// What of it went back.
    pub refunded_cents: i64,
    /// How many pieces.
    pub pieces: i64,
    /// The subscription it is a later payment of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription_id: Option<String>,
}

impl From<ListedOrder> for OrderSummary {
    fn from(order: ListedOrder) -> Self {
        OrderSummary {
            state: OrderState::of(&order.state),
            id: order.id,
            number: order.number,
            created_on: order.created_at,
            email: order.email,
            test_mode: order.test_mode,
            currency: order.currency,
            grand_total_cents: order.grand_total_cents,
            refunded_cents: order.refunded_cents,
            pieces: order.pieces,
            subscription_id: order.subscription_id,
        }
    }
}

/// Lists orders; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(OrdersQuery), responses((status = 200, body = OrdersPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/orders")]
pub async fn list_orders(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<OrdersQuery>,
) -> Result<HttpResponse, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        let filter = OrderFilter {
            before: after.part(0).to_owned(),
            state: query.state.map_or("", OrderState::word).to_owned(),
            email: query.email.trim().to_lowercase(),
            from: 0,
            to: i64::MAX,
            number: query.number.unwrap_or(0),
        };
        owner::orders(connection, &filter, ONE_MORE).await
    };
    let page = page(&context, (&who, Right::ManageStore), &query.cursor, load, |row| vec![&row.id]).await?;
    Ok(HttpResponse::Ok().json(OrdersPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        orders: page.rows.into_iter().map(OrderSummary::from).collect(),
    }))
}

/// One order, whole. Amounts are minor units, times epoch milliseconds.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDetail {
    /// Its id.
    pub id: String,
    /// The number that people say (`#1042`); one that is not paid has none.
    pub number: Option<i64>,
    /// The language it was bought in, as a BCP 47 tag; empty for the site's own.
    pub language: String,
    /// The cart it was.
    pub purchased_cart_id: String,
    /// Who bought.
    pub email: String,
    /// The site user, when somebody was signed in.
    pub site_user_id: Option<String>,
    /// How it stands.
    pub state: OrderState,
    /// No money moved.
    pub test_mode: bool,
    /// ISO 4217 code of every amount.
    pub currency: String,
    /// The sum of the lines.
    pub subtotal_cents: i64,
    /// What discounts and codes took off, and gift cards paid.
    pub discount_cents: i64,
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
    /// Each of both; none of orders from before taxes were listed.
    pub taxes: Vec<TaxLine>,
    /// The discounts without a code that it was given.
    pub discounts: Vec<AppliedDiscount>,
    /// What is paid, or to be paid.
    pub grand_total_cents: i64,
    /// What of it went back, or is promised to.
    pub refunded_cents: i64,
    /// What was bought.
    pub lines: Vec<OrderLine>,
    /// Who bought: name, company, phone, note, who pays, VAT number.
    pub buyer: Buyer,
    /// Whom and where it goes, as it stands on the parcel, line by line; none of what is not brought to an address.
    pub delivery_lines: Vec<String>,
    /// Where it goes.
    pub shipping_location: Option<ShippingLocation>,
    /// How it goes.
    pub shipping_option: Option<OfferedShippingOption>,
    /// How it is paid.
    pub payment: Option<OrderPayment>,
    /// What went back, oldest first.
    pub refunds: Vec<OrderRefund>,
    /// What gift cards paid of it, in minor units, but for what they got back.
    pub paid_by_gift_cards_cents: i64,
    /// The gift cards it issued.
    pub gift_cards: Vec<OrderGiftCard>,
    /// What was disputed about its payment at the bank, oldest first.
    pub disputes: Vec<OrderDispute>,
    /// How the goods can be followed.
    pub tracking: Option<Tracking>,
    /// The subscription it is a later payment of.
    pub subscription_id: Option<String>,
    /// The subscriptions it began.
    pub subscription_ids: Vec<String>,
    /// When it was placed.
    pub created_on: i64,
    /// When it was paid.
    pub paid_on: Option<i64>,
    /// When its goods went out.
    pub fulfilled_on: Option<i64>,
    /// When it was called off.
    pub cancelled_on: Option<i64>,
}

/// One line of an order.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLine {
    /// Its place, from 0.
    pub position: i64,
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// What it was called.
    pub product_name: String,
    /// How many.
    pub quantity: i64,
    /// How many of them went back into stock.
    pub restocked: i64,
    /// The price of one.
    pub unit_price_cents: i64,
    /// The answers to the product's form, as JSON text.
    pub additional_fields: Option<String>,
}

/// How an order is paid.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OrderPayment {
    /// Who takes the money.
    pub provider: String,
    /// `started`, `paid` or `declined`.
    pub status: String,
    /// The provider's name of the payment.
    pub reference: Option<String>,
}

/// Money that went back.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRefund {
    /// Its id.
    pub id: String,
    /// Minor units.
    pub amount_cents: i64,
    /// `pending`, `done` or `failed`.
    pub status: String,
    /// Why.
    pub reason: String,
    /// Why it failed.
    pub fault: Option<String>,
    /// The order that it paid for in place of going back: what went out in exchange, or a gift card.
    pub stayed_for: Option<String>,
    /// Epoch milliseconds.
    pub created_on: i64,
}

/// A gift card that an order issued. Amounts are minor units.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderGiftCard {
    /// The line it was bought by.
    pub position: i64,
    /// What it was worth.
    pub worth_cents: i64,
    /// What is left on it.
    pub balance_cents: i64,
    /// What somebody bought with it.
    pub spent_cents: i64,
    /// What was taken back of it.
    pub voided_cents: i64,
    /// It waits for the end of a dispute.
    pub is_blocked: bool,
}

/// A dispute about a payment.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDispute {
    /// The provider's name of it.
    pub id: String,
    /// Minor units.
    pub amount_cents: i64,
    /// `open`, `won` by the shop, or `lost`.
    pub status: String,
    /// Epoch milliseconds.
    pub created_on: i64,
}

/// Shows one order; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), responses((status = 200, body = OrderDetail),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/orders/{orderId}")]
pub async fn get_order(
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    Ok(HttpResponse::Ok().json(detail(&context, &id).await?))
}

/// Everything about an order, as it stands.
pub(in crate::routes) async fn detail(context: &Context, id: &str) -> Result<OrderDetail, ApiError> {
    context
        .db
        .read(async |connection| {
            let missing = || ApiError::not_found("Not found");
            let stored = order::read(connection, id).await?.ok_or_else(missing)?;
            let lines = order::lines(connection, id).await?;
            let payment = payment::of_order(connection, id).await?;
            let refunds = refund::of_order(connection, id).await?;
            let subscription_ids = subscription::of_order(connection, id).await?;
            let paid_by_cards = gift_card::paid(connection, id).await?;
            let cards = gift_card::issued(connection, id).await?;
            let disputes = dispute::of_order(connection, id).await?;
            let taxes = stored.tax_lines()?;
            let discounts = stored.applied_discounts()?;
            let state = match stored.status.as_str() {
                "pending" => OrderState::Pending,
                "cancelled" => OrderState::Cancelled,
                _ if stored.cancelled_at.is_some() => OrderState::Cancelled,
                _ if stored.fulfilled_at.is_some() => OrderState::Fulfilled,
                _ => OrderState::Paid,
            };
            Ok(OrderDetail {
                state,
                lines: lines.into_iter().map(OrderLine::from).collect(),
                buyer: stored.buyer()?,
                delivery_lines: stored.parcel_lines()?,
                shipping_location: read(stored.shipping_location.as_deref())?,
                shipping_option: read(stored.shipping_option.as_deref())?,
                payment: payment.map(|payment| OrderPayment {
                    provider: payment.provider,
                    status: payment.status,
                    reference: payment.reference,
                }),
                refunds: refunds.into_iter().map(OrderRefund::from).collect(),
                paid_by_gift_cards_cents: paid_by_cards.iter().map(|share| share.cents).sum(),
                gift_cards: cards.into_iter().map(OrderGiftCard::from).collect(),
                disputes: disputes.into_iter().map(OrderDispute::from).collect(),
                tracking: read(stored.tracking.as_deref())?,
                subscription_ids,
                id: stored.id,
                number: stored.number,
                language: stored.language,
                purchased_cart_id: stored.cart_id,
                email: stored.email,
                site_user_id: stored.site_user_id,
                test_mode: stored.test_mode,
                currency: stored.currency,
                subtotal_cents: stored.subtotal_cents,
                discount_cents: stored.discount_cents,
                shipping_cents: stored.shipping_cents,
                tax_cents: stored.tax_cents,
                included_tax_cents: stored.included_tax_cents,
                reverse_charge: stored.reverse_charge,
                relief_cents: stored.relief_cents,
                taxes,
                discounts,
                grand_total_cents: stored.grand_total_cents,
                refunded_cents: stored.refunded_cents,
                subscription_id: stored.subscription_id,
                created_on: stored.created_at,
                paid_on: stored.paid_at,
                fulfilled_on: stored.fulfilled_at,
                cancelled_on: stored.cancelled_at,
            })
        })
        .await
}

fn read<T: serde::de::DeserializeOwned>(json: Option<&str>) -> Result<Option<T>, ApiError> {
    Ok(json.map(serde_json::from_str).transpose()?)
}

impl From<order::StoredLine> for OrderLine {
    fn from(line: order::StoredLine) -> Self {
        OrderLine {
            position: line.position,
            item_id: line.item_id,
            sku: line.sku,
            product_name: line.title,
            quantity: line.quantity,
            restocked: line.restocked,
            unit_price_cents: line.unit_price_cents,
            additional_fields: line.additional_fields,
        }
    }
}

impl From<gift_card::IssuedCard> for OrderGiftCard {
    fn from(card: gift_card::IssuedCard) -> Self {
        OrderGiftCard {
            position: card.position,
            worth_cents: card.worth_cents,
            balance_cents: card.balance_cents,
            spent_cents: card.spent_cents(),
            voided_cents: card.voided_cents,
            is_blocked: card.blocked_at.is_some(),
        }
    }
}

impl From<dispute::StoredDispute> for OrderDispute {
    fn from(dispute: dispute::StoredDispute) -> Self {
        OrderDispute {
            id: dispute.id,
            amount_cents: dispute.amount_cents,
            status: dispute.status,
            created_on: dispute.created_at,
        }
    }
}

impl From<refund::StoredRefund> for OrderRefund {
    fn from(refund: refund::StoredRefund) -> Self {
        OrderRefund {
            stayed_for: kept::stayed_for(&refund).map(str::to_owned),
            id: refund.id,
            amount_cents: refund.amount_cents,
            status: refund.status,
            reason: refund.reason,
            fault: refund.fault,
            created_on: refund.created_at,
        }
    }
}
