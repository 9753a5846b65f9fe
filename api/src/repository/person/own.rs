//! What is kept of one person, by kind.

use crate::repository::draft::OwnDraft;
use crate::repository::{customer_file, customer_group, imported, inbox, mention, wallet};
use serde::Serialize;
use sqlx_macros::FromRow;

/// Whom it is about.
#[derive(Clone, Debug)]
pub struct Person {
    /// The e-mail address, in lower case.
    pub email: String,
    /// The name under which comments and reviews were written, which carry no address; "" leaves those alone that do not name
    /// the address.
    pub name: String,
}

/// The account, without its password.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnAccount {
    /// Its id.
    pub id: String,
    /// The address.
    pub email: String,
    /// Role codes, as JSON.
    pub roles: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// The browsers that have notices, without their keys.
    #[sqlx(skip)]
    pub devices: Vec<OwnDevice>,
    /// When notes of the staff named it.
    #[sqlx(skip)]
    pub mentions: Vec<mention::OwnMention>,
}

/// A browser that has notices.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnDevice {
    /// Browser and system, in plain words.
    pub device: String,
    /// What it is told of.
    pub kinds: String,
    /// In which language.
    pub language: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// When the editor was last opened there; epoch milliseconds.
    pub seen_at: i64,
}

/// An order. Amounts are minor units.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table, whose meaning stands with the orders")]
pub struct OwnOrder {
    pub id: String,
    #[serde(skip)]
    pub cart_id: String,
    pub number: Option<i64>,
    pub language: String,
    pub status: String,
    pub test_mode: bool,
    pub email: String,
    pub currency: String,
    pub subtotal_cents: i64,
    pub discount_cents: i64,
    pub shipping_cents: i64,
    pub tax_cents: i64,
    pub relief_cents: i64,
    pub grand_total_cents: i64,
    pub refunded_cents: i64,
    pub buyer: String,
    pub shipping_location: Option<String>,
    pub shipping_option: Option<String>,
    pub coupons: String,
    /// The discounts without a code that it was given, as JSON.
    pub discounts: String,
    pub tracking: Option<String>,
    pub tags: String,
    pub subscription_id: Option<String>,
    pub created_at: i64,
    pub paid_at: Option<i64>,
    pub cancelled_at: Option<i64>,
    pub fulfilled_at: Option<i64>,
    /// How it is paid by hand, as JSON.
    pub manual_payment: Option<String>,
    /// What was bought.
    #[sqlx(skip)]
    pub lines: Vec<OwnLine>,
    /// What went back.
    #[sqlx(skip)]
    pub refunds: Vec<OwnRefund>,
    /// What the staff noted.
    #[sqlx(skip)]
    pub notes: Vec<OwnNote>,
    /// What was to come back.
    #[sqlx(skip)]
    pub returns: Vec<OwnReturn>,
    /// What was sent.
    #[sqlx(skip)]
    pub parcels: Vec<OwnParcel>,
    /// What about it was worth a look.
    #[sqlx(skip)]
    pub marks: Vec<OwnMark>,
}

/// Why an order was worth a look.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnMark {
    /// The reason, by its code.
    pub kind: String,
    /// Countries, a count, or the id of another order of the same person; "" in place of an order of somebody else.
    pub detail: String,
    /// Epoch milliseconds.
    pub found_at: i64,
    /// The order that it names, of whomever.
    #[serde(skip)]
    pub other_id: Option<String>,
}

/// A note of the staff about an order.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnNote {
    /// What.
    pub body: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// A parcel of an order.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnParcel {
    /// Who carried it.
    pub carrier: String,
    /// The carrier's number.
    pub tracking_number: String,
    /// Where it was followed.
    pub tracking_url: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// A line of an order.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnLine {
    pub position: i64,
    pub item_id: String,
    pub sku: String,
    pub title: String,
    pub quantity: i64,
    pub unit_price_cents: i64,
    pub additional_fields: Option<String>,
}

/// Money that went back.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnRefund {
    pub amount_cents: i64,
    pub status: String,
    pub reason: String,
    pub created_at: i64,
}

/// A subscription.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnSubscription {
    pub id: String,
    pub order_id: String,
    pub item_id: String,
    pub sku: String,
    pub quantity: i64,
    pub price_cents: i64,
    pub currency: String,
    pub email: String,
    pub status: String,
    pub shipping_location: Option<String>,
    pub paused_at: Option<i64>,
    pub created_at: i64,
}

/// A submission of a form.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnSubmission {
    pub id: String,
    pub form_id: String,
    #[serde(skip)]
    pub site_user_id: Option<String>,
    pub answers: String,
    pub page: String,
    pub created_at: i64,
}

/// A wait for a variant.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnNotice {
    pub product_id: String,
    pub variant_id: String,
    pub created_at: i64,
    pub sent_at: Option<i64>,
}

/// A place on the mailing list.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnMembership {
    pub source: String,
    pub created_at: i64,
    pub left_at: Option<i64>,
}

/// A comment or a review.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnWords {
    pub id: String,
    pub item_id: String,
    pub author: String,
    pub text: String,
    pub status: String,
    pub created_at: i64,
}

/// An email or message that names the address and is still kept.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnMessage {
    #[serde(skip)]
    pub id: String,
    pub kind: String,
    pub body: String,
    pub created_at: i64,
    pub done_at: Option<i64>,
    pub last_error: Option<String>,
}

/// Answers of an order's line that name the address: the buyer of a gift card for it typed them.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnGift {
    #[serde(skip)]
    pub order_id: String,
    #[serde(skip)]
    pub position: i64,
    pub additional_fields: Option<String>,
}

/// A gift card for the address. Amounts are minor units.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnGiftCard {
    /// The last letters of its code.
    pub code_end: String,
    /// ISO 4217 code.
    pub currency: String,
    /// What it was worth.
    pub worth_cents: i64,
    /// What is left.
    pub balance_cents: i64,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// A return of an order.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnReturn {
    /// How it stands.
    pub state: String,
    /// Why, in the person's words.
    pub reason: String,
    /// What the shop said to it.
    pub answer: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// A withdrawal from a contract.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnWithdrawal {
    /// Its id.
    #[serde(skip)]
    pub id: String,
    /// When it was declared; epoch milliseconds.
    pub declared_at: i64,
    /// By whom.
    pub name: String,
    /// What they called the order.
    pub order_name: String,
    /// Their address.
    pub email: String,
    /// Which goods.
    pub goods: String,
    /// When the owner was done with it; epoch milliseconds.
    pub handled_at: Option<i64>,
}

/// An invoice or a credit note.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnInvoice {
    /// Its number.
    pub number: String,
    /// All that it says, as JSON.
    pub body: String,
}

/// A row of the record by or about the person.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as the record has them")]
pub struct OwnAct {
    pub made_at: i64,
    pub kind: String,
    pub subject: String,
    pub client: String,
    pub words: String,
}

/// All of it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "each kind is described above")]
pub struct Found {
    pub account: Option<OwnAccount>,
    pub orders: Vec<OwnOrder>,
    pub subscriptions: Vec<OwnSubscription>,
    pub submissions: Vec<OwnSubmission>,
    pub restock_notices: Vec<OwnNotice>,
    pub mailing_list: Vec<OwnMembership>,
    pub comments: Vec<OwnWords>,
    pub reviews: Vec<OwnWords>,
    pub letters: Vec<OwnMessage>,
    pub gifts: Vec<OwnGift>,
    pub gift_cards: Vec<OwnGiftCard>,
    pub wallets: Vec<wallet::OwnWallet>,
    /// Invoices and credit notes, which the law keeps as they are.
    pub invoices: Vec<OwnInvoice>,
    pub withdrawals: Vec<OwnWithdrawal>,
    pub drafts: Vec<OwnDraft>,
    pub customer_groups: Vec<customer_group::OwnGroup>,
    pub customer_notes: Vec<customer_file::FiledNote>,
    /// What the staff wrote about what the person sent, and replied by letter.
    pub inbox: Vec<inbox::Entry>,
    pub record: Vec<OwnAct>,
    /// Orders that another shop exported, as JSON.
    pub imported_orders: Vec<String>,
    /// What lists of other shops say of the person, as JSON.
    pub imported_person: Option<String>,
    #[serde(skip)]
    pub imported: Vec<imported::Imported>,
}
