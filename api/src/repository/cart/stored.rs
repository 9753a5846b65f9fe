//! Carts and their entries as they stand in the tables.

use super::key::Kind;
use crate::token;
use sqlx_macros::FromRow;

/// A cart is kept so much longer than it must be, in milliseconds: its time is written again once this is used up.
pub(super) const SLACK: i64 = 60 * 60 * 1000;

/// A cart as it is stored.
#[derive(Clone, Debug)]
pub struct StoredCart {
    /// Its id; not what opens it.
    pub id: String,
    /// Whether it is a subscription's.
    pub kind: Kind,
    /// Whose it is, when somebody is signed in.
    pub site_user_id: Option<String>,
    /// The codes entered, as JSON.
    pub coupons: String,
    /// Where it goes, as JSON.
    pub shipping_location: Option<String>,
    /// How it goes.
    pub shipping_option_id: Option<String>,
    /// The buyer's VAT number.
    pub vat_id: Option<String>,
    /// What the register of such numbers said of it.
    pub vat_id_confirmed: Option<bool>,
    /// What the shop agreed on with its buyer, as the JSON of an `Agreed`: it stands in place of entries.
    pub agreed: Option<String>,
    /// What it became.
    pub order_id: Option<String>,
    /// Whether it is bought.
    pub is_purchased: bool,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// When it is forgotten, if nothing changes; epoch milliseconds.
    pub expires_at: i64,
    /// Grows with every change of the cart.
    pub revision: i64,
    /// The version of the catalogue when it was read.
    pub catalog_version: i64,
    /// What is in it, oldest first.
    pub entries: Vec<StoredEntry>,
}

impl StoredCart {
    /// A visitor's new cart, which stands in no table yet.
    pub fn unsaved(catalog_version: i64, now: i64, lifetime: i64) -> Self {
        StoredCart {
            id: token::new_id(),
            kind: Kind::Cart,
            site_user_id: None,
            coupons: "[]".into(),
            shipping_location: None,
            shipping_option_id: None,
            vat_id: None,
            vat_id_confirmed: None,
            agreed: None,
            order_id: None,
            is_purchased: false,
            created_at: now,
            expires_at: now + lifetime + SLACK,
            revision: 0,
            catalog_version,
            entries: Vec::new(),
        }
    }

    /// Whether a change made `now` must write again how long the cart is kept.
    pub fn must_be_touched(&self, now: i64, lifetime: i64) -> bool {
        self.expires_at < now + lifetime
    }
}

/// One entry as it is stored, with what is left of its variant.
#[derive(Clone, Debug)]
pub struct StoredEntry {
    /// Its id; sorts by age.
    pub id: String,
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// 1 to 9999.
    pub quantity: i64,
    /// The price of one the shopper saw last.
    pub price_cents: i64,
    /// Answers to the product's form, as JSON.
    pub additional_fields: Option<String>,
    /// How many are left; `None` when unlimited.
    pub in_stock: Option<i64>,
}

#[derive(FromRow)]
pub(super) struct Row {
    id: String,
    kind: String,
    site_user_id: Option<String>,
    coupons: String,
    shipping_location: Option<String>,
    shipping_option_id: Option<String>,
    vat_id: Option<String>,
    vat_id_confirmed: Option<bool>,
    agreed: Option<String>,
    order_id: Option<String>,
    is_purchased: bool,
    created_at: i64,
    expires_at: i64,
    revision: i64,
    pub(super) catalog_version: Option<i64>,
    entry_id: Option<String>,
    item_id: Option<String>,
    sku: Option<String>,
    quantity: Option<i64>,
    price_cents: Option<i64>,
    additional_fields: Option<String>,
    in_stock: Option<i64>,
    unlimited: Option<bool>,
    /// Of a variant that is asked for beside the cart.
    #[sqlx(default)]
    pub(super) wanted_quantity: Option<i64>,
    #[sqlx(default)]
    pub(super) wanted_unlimited: Option<bool>,
}

pub(super) fn assembled(rows: Vec<Row>) -> Option<StoredCart> {
    let mut cart: Option<StoredCart> = None;
    for row in rows {
        let cart = cart.get_or_insert_with(|| StoredCart {
            id: row.id,
            kind: match &row.agreed {
                Some(_) => Kind::Agreed,
                None if row.kind == Kind::Subscription.word() => Kind::Subscription,
                None => Kind::Cart,
            },
            site_user_id: row.site_user_id,
            coupons: row.coupons,
            shipping_location: row.shipping_location,
            shipping_option_id: row.shipping_option_id,
            vat_id: row.vat_id,
            vat_id_confirmed: row.vat_id_confirmed,
            agreed: row.agreed,
            order_id: row.order_id,
            is_purchased: row.is_purchased,
            created_at: row.created_at,
            expires_at: row.expires_at,
            revision: row.revision,
            catalog_version: row.catalog_version.unwrap_or(0),
            entries: Vec::new(),
        });
        if let (Some(id), Some(item_id), Some(sku), Some(quantity), Some(price_cents)) =
            (row.entry_id, row.item_id, row.sku, row.quantity, row.price_cents)
        {
            let in_stock = if row.unlimited == Some(true) { None } else { Some(row.in_stock.unwrap_or(0)) };
            cart.entries.push(StoredEntry {
                id,
                item_id,
                sku,
                quantity,
                price_cents,
                additional_fields: row.additional_fields,
                in_stock,
            });
        }
    }
    cart
}
