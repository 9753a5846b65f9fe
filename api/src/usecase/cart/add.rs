//! Adding an entry: decided without holding the cart first, and with the cart held when it changes too often.

use super::change::{finish, hold_or_create};
use super::read::load_known;
use super::taxes::{self, When};

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::repository::Connection;
use crate::repository::cart::{self, NewEntry, Put, Seen, StoredCart};
use crate::repository::catalog::{self, StockRow};
use crate::shopping::{self, Shopping};
use crate::token;
use loggia_commerce::limit::CART_LIFETIME_MS;
use loggia_commerce::{
    Accepted, AddEntryAnswer, AddRequest, Cart, CartEntry, EntryId, Problem, Product, Purchase, StockLevel,
    StockRecord, check_add, quantity_from_json,
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Stands for the price of a build nobody remembers; no price is below zero.
const UNKNOWN_PRICE: i64 = -1;

/// How often a decision is made anew when its cart was changed meanwhile, before the cart is held for it.
const TRIES: usize = 3;

/// An entry the shopper wants.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddEntry {
    /// The product.
    pub item_id: String,
    /// The variant; `null` where there is no choice.
    #[serde(default)]
    pub sku: Option<String>,
    /// How many: a whole number from 1 to 9999, as a number or as the text of a field.
    #[schema(value_type = u32, minimum = 1, maximum = 9999)]
    pub quantity: Value,
    /// The answers to the product's form, as a JSON string.
    #[serde(default)]
    pub additional_fields: Option<String>,
    /// The build of the product's prices that the page shows (`buildId` beside the product in its data): when its price
    /// was another, the cart says `priceChanged`.
    #[serde(default)]
    pub build_id: Option<String>,
}

/// A call to add: who, what, when, and the token of the cart that is made when there is none.
#[derive(Clone, Debug)]
struct Call {
    shopper: Shopper,
    new_token: String,
    request: AddEntry,
    quantity: u32,
    now: i64,
}

/// The cart with the new entry, as they are answered.
struct Added {
    cart: Cart,
    entry: CartEntry,
    /// Whether the cart was made for it.
    created: bool,
}

/// Adds an entry to the shopper's cart: the cart, and the token of one that had to be made.
///
/// # Errors
/// A refusal of the shop's rules: too few in stock, a product that is not sold, answers that are missing.
pub async fn add_to_cart(
    context: &Context,
    shopper: &Shopper,
    request: AddEntry,
) -> Result<(AddEntryAnswer, Option<String>), ApiError> {
    let quantity = quantity_from_json(&request.quantity)?;
    let (shopper, now) = (shopper.clone(), context.clock.now_ms());
    let call = Call { shopper, new_token: token::opaque(), request, quantity, now };
    let mut added = match add_optimistic(context, &call).await? {
        Some(added) => added,
        None => add_locked(context, call.clone()).await?,
    };
    if taxes::ask(context, &added.cart, When::Shown).await?
        && let Some(key) = call.shopper.key()
        && let Some(cart) = load_known(context, &key, now).await?
    {
        added.cart = cart;
    }
    let answer = AddEntryAnswer { shopping_cart: added.cart, newly_added: added.entry };
    Ok((answer, added.created.then_some(call.new_token)))
}

/// Decides about the cart as it stands and saves that if it still stands so; `None` when it is changed too often, or
/// when more than the entry has to be saved.
async fn add_optimistic(context: &Context, call: &Call) -> Result<Option<Added>, ApiError> {
    for _ in 0..TRIES {
        let decided = context.db.read(async |connection| decide(connection, context, call).await).await?;
        let Some((added, put)) = decided else { return Ok(None) };
        if context.db.put(put).await? {
            return Ok(Some(added));
        }
    }
    Ok(None)
}

async fn decide(
    connection: &mut Connection<'_>,
    context: &Context,
    call: &Call,
) -> Result<Option<(Added, Put)>, ApiError> {
    let current = context.publications.current();
    let (key, now) = (call.shopper.key(), call.now);
    let found = current.product(&call.request.item_id).ok_or(Problem::ItemUnavailable);
    let found = found.and_then(|product| Ok((product, product.find_variant(call.request.sku.as_deref())?)));
    let (product, variant) = match found {
        Ok(found) => found,
        // What is not in the catalogue at hand may be in a newer one.
        Err(_) if catalog::version(connection).await? > current.version => return Ok(None),
        Err(refusal) => return Err(refusal.into()),
    };
    let piece = (product.id.as_str(), variant.sku.as_str());
    let wanted = cart::read_wanted(connection, key.as_ref(), piece, now).await?;
    let created = wanted.cart.is_none();
    let stored =
        wanted.cart.unwrap_or_else(|| StoredCart::unsaved(wanted.catalog_version, now, CART_LIFETIME_MS));
    if wanted.catalog_version > current.version
        || (created && call.shopper.member.is_some())
        || stored.must_be_touched(now, CART_LIFETIME_MS)
    {
        return Ok(None);
    }
    let mut shopping = Shopping::open(connection, &context.publications, stored).await?;
    if !shopping.dropped.is_empty() {
        return Ok(None);
    }
    let (entry, new) = add(connection, &mut shopping, call, wanted.stock).await?;
    shopping.find_taxes(connection, now).await?;
    shopping.settle(now)?;
    let StoredCart { id, revision, expires_at, .. } = shopping.stored;
    let seen = if created {
        Seen::Nothing { id, token_hash: token::hash(&call.new_token), expires_at }
    } else {
        Seen::Stored { id, revision }
    };
    let put = Put { cart: seen, entry: new, now };
    Ok(Some((Added::new(shopping.cart, &entry, created)?, put)))
}

/// Holds the cart while it is decided about.
async fn add_locked(context: &Context, call: Call) -> Result<Added, ApiError> {
    let publications = context.publications.clone();
    context
        .db
        .write(async move |connection| {
            let now = call.now;
            let (stored, created) = hold_or_create(connection, &call.shopper, &call.new_token, now).await?;
            let mut shopping = Shopping::open(connection, &publications, stored).await?;
            let published = shopping.published.clone();
            let product = published.product(&call.request.item_id).ok_or(Problem::ItemUnavailable)?;
            let stock = stock_of(connection, product, call.request.sku.as_deref()).await?;
            let (entry, new) = add(connection, &mut shopping, &call, stock).await?;
            let stored = cart::put_entry(connection, &shopping.stored.id, &new, now).await?;
            debug_assert_eq!(stored, entry.as_str(), "the rules and the table agree on which entry it is");
            finish(connection, &mut shopping, now).await?;
            Added::new(shopping.cart, &entry, created)
        })
        .await
}

/// Decides by the rules: the id of the cart's entry, and what is to be saved.
async fn add(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
    call: &Call,
    stock: Option<StockRow>,
) -> Result<(EntryId, NewEntry), ApiError> {
    let published = shopping.published.clone();
    let request = &call.request;
    let product = published.product(&request.item_id).ok_or(Problem::ItemUnavailable)?;
    let accepted = accept(shopping, product, request, call.quantity, Purchase::Once, stock)?;
    let new_id = EntryId::new(token::new_id());
    let piece = (product.id.as_str(), accepted.chosen_variant.sku.as_str());
    // What the page showed: today's price, that of an earlier build, or none we know, which is never today's.
    let today = product.build_id(published.catalog.store_settings.currency);
    let seen = match request.build_id.as_deref() {
        Some(build) if !build.is_empty() && build != today => {
            catalog::price_at_build(connection, build, piece).await?.unwrap_or(UNKNOWN_PRICE)
        }
        _ => accepted.price.get(),
    };
    shopping.cart.price_changed |= seen != accepted.price.get();
    let new = NewEntry {
        id: new_id.as_str().to_owned(),
        item_id: product.id.to_string(),
        sku: accepted.chosen_variant.sku.to_string(),
        quantity: i64::from(accepted.quantity),
        price_cents: seen,
        additional_fields: accepted.additional_fields.clone(),
    };
    Ok((shopping.cart.add(product, accepted, new_id)?, new))
}

/// What is left of a variant, if it is counted.
pub async fn stock_of(
    connection: &mut Connection<'_>,
    product: &Product,
    sku: Option<&str>,
) -> Result<Option<StockRow>, ApiError> {
    let variant = product.find_variant(sku)?;
    let rows = catalog::stock_of_item(connection, product.id.as_str()).await?;
    Ok(rows.into_iter().find(|row| row.sku == variant.sku.as_str()))
}

/// Whether an entry may be added, by today's stock and what the cart holds already.
pub fn accept(
    shopping: &Shopping,
    product: &Product,
    request: &AddEntry,
    quantity: u32,
    purchase: Purchase,
    stock: Option<StockRow>,
) -> Result<Accepted, ApiError> {
    let variant = product.find_variant(request.sku.as_deref())?;
    let stock = stock.filter(|row| row.sku == variant.sku.as_str()).map_or_else(
        || StockRecord { sku: variant.sku.clone(), ..StockRecord::default() },
        |row| shopping::record(&row.sku, (!row.unlimited).then_some(row.quantity)),
    );
    let in_cart = shopping.cart.quantity_of(&product.id, variant.sku.as_str());
    let catalog = &shopping.published.catalog;
    let form = product.additional_fields_form_id.as_deref().and_then(|id| catalog.form(id));
    let added = AddRequest {
        sku: request.sku.as_deref(),
        quantity,
        additional_fields: request.additional_fields.as_deref(),
        purchase,
    };
    Ok(check_add(product, added, StockLevel { stock: &stock, in_cart }, form, &catalog.store_settings)?)
}

impl Added {
    fn new(cart: Cart, id: &EntryId, created: bool) -> Result<Self, ApiError> {
        let entry = cart.entry(id.as_str()).ok_or(Problem::EntryMissing)?.clone();
        Ok(Added { cart, entry, created })
    }
}
