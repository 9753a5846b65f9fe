//! May this be added? Variant, quantity, stock, additional fields, in this order.

use std::collections::BTreeMap;

use loggia_forms::{Answers, Form, answers_from_json, messages, validate, values};
use serde_json::Value;

use crate::cart::{Accepted, Cart, ChosenVariant, StockRecord};
use crate::gift_card::GiftCardRecipient;
use crate::problem::Problem;
use crate::product::{Product, ProductType, Variant};
use crate::quantity::check_quantity;
use crate::settings::StoreSettings;

/// What a shopper asks for.
#[derive(Debug, Clone, Copy)]
pub struct AddRequest<'a> {
    /// The variant; none where there is no choice.
    pub sku: Option<&'a str>,
    /// How many more.
    pub quantity: u32,
    /// The answers to the product's form, as JSON text.
    pub additional_fields: Option<&'a str>,
    /// Bought once, or again and again.
    pub purchase: Purchase,
}

/// How a product is bought.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Purchase {
    /// Once, by the cart.
    #[default]
    Once,
    /// By a subscription of its own.
    Subscription,
}

/// What the cart and the stock know about the requested variant.
#[derive(Debug, Clone, Copy)]
pub struct StockLevel<'a> {
    /// The stock as it is now; not the catalogue's.
    pub stock: &'a StockRecord,
    /// How many of the variant the cart holds already, over all its entries.
    pub in_cart: u64,
}

/// Checks a request against everything.
///
/// # Errors
/// The first [`Problem`]: way of buying, variant, quantity, stock, additional fields.
pub fn check_add(
    product: &Product,
    request: AddRequest<'_>,
    level: StockLevel<'_>,
    form: Option<&Form>,
    settings: &StoreSettings,
) -> Result<Accepted, Problem> {
    check_purchase(product, request.purchase)?;
    let variant = product.find_variant(request.sku)?;
    let quantity = check_quantity(request.quantity)?;
    check_several(product, level.in_cart, quantity, settings)?;
    check_stock(level, quantity)?;
    let additional_fields = check_answers(product, form, request.additional_fields)?;
    Ok(accept(product, variant, quantity, additional_fields))
}

/// Only physical and service products can be subscribed to, and a subscribable one can only be subscribed to (C-049, A-042).
///
/// # Errors
/// [`Problem::NotSubscribable`] or [`Problem::SubscriptionOnly`].
pub fn check_purchase(product: &Product, purchase: Purchase) -> Result<(), Problem> {
    let subscribable = product.is_subscribable
        && product.product_type.may_be_subscribable()
        && product.subscription_plan.is_some();
    match purchase {
        Purchase::Subscription if !subscribable => Err(Problem::NotSubscribable),
        Purchase::Once if product.is_subscribable => Err(Problem::SubscriptionOnly),
        Purchase::Subscription | Purchase::Once => Ok(()),
    }
}

/// More than one of a service only where the store allows it; what the cart holds counts (C-043).
///
/// # Errors
/// [`Problem::NotEnoughStock`] with how many more would fit.
pub fn check_several(
    product: &Product,
    in_cart: u64,
    quantity: u32,
    settings: &StoreSettings,
) -> Result<(), Problem> {
    if product.product_type != ProductType::Service || settings.multiple_quantity_allowed_for_services {
        return Ok(());
    }
    let available = u32::from(in_cart == 0);
    if quantity > available { Err(Problem::NotEnoughStock { available }) } else { Ok(()) }
}

/// May an entry of the cart have this quantity instead? As adding, but what the entry itself holds does not count.
///
/// # Errors
/// [`Problem::EntryMissing`], [`Problem::QuantityOutOfRange`] (0 too: A-035), [`Problem::NotEnoughStock`].
pub fn check_quantity_change(
    cart: &Cart,
    entry_id: &str,
    quantity: u32,
    product: &Product,
    stock: &StockRecord,
    settings: &StoreSettings,
) -> Result<u32, Problem> {
    let entry = cart.entry(entry_id).ok_or(Problem::EntryMissing)?;
    let quantity = check_quantity(quantity)?;
    let in_all = cart.quantity_of(&entry.item_id, entry.chosen_variant.sku.as_str());
    let in_cart = in_all - u64::from(entry.quantity);
    check_several(product, in_cart, quantity, settings)?;
    check_stock(StockLevel { stock, in_cart }, quantity)?;
    Ok(quantity)
}

/// Enough must be left beside what the cart holds already (C-047, C-061).
///
/// # Errors
/// [`Problem::NotEnoughStock`] with how many more would fit.
pub fn check_stock(level: StockLevel<'_>, quantity: u32) -> Result<(), Problem> {
    match level.stock.available(level.in_cart) {
        Some(available) if quantity > available => Err(Problem::NotEnoughStock { available }),
        _ => Ok(()),
    }
}

/// The answers to the product's form that are kept; `None` for a product without a form, whatever was sent.
///
/// # Errors
/// [`Problem::AdditionalFieldsUnreadable`] or [`Problem::AdditionalFieldsInvalid`] with a message by field id.
pub fn check_additional_fields(form: Option<&Form>, text: Option<&str>) -> Result<Option<String>, Problem> {
    let Some(form) = form else { return Ok(None) };
    let answers: Answers =
        answers_from_json(text.unwrap_or("")).map_err(|_| Problem::AdditionalFieldsUnreadable)?;
    let problems = validate(form, &answers);
    if !problems.is_empty() {
        return Err(Problem::AdditionalFieldsInvalid { errors: messages(&problems) });
    }
    let kept = values(form, &answers);
    // Texts, lists and maps of texts always become JSON; the error is named for completeness.
    serde_json::to_string(&kept).map(Some).map_err(|_| Problem::AdditionalFieldsUnreadable)
}

/// What is kept of everything a shopper answered for a product: its form's answers and, of a gift card, whom it is for
/// (W-095).
///
/// # Errors
/// As [`check_additional_fields`], for the recipient too.
pub fn check_answers(
    product: &Product,
    form: Option<&Form>,
    text: Option<&str>,
) -> Result<Option<String>, Problem> {
    if product.product_type != ProductType::GiftCard {
        return check_additional_fields(form, text);
    }
    let recipient = GiftCardRecipient::read(text)?;
    let answers = check_additional_fields(form, text)?;
    let unreadable = |_: serde_json::Error| Problem::AdditionalFieldsUnreadable;
    let Some(recipient) = recipient else { return Ok(answers) };
    let mut kept: BTreeMap<String, Value> = match answers {
        Some(answers) => serde_json::from_str(&answers).map_err(unreadable)?,
        None => BTreeMap::new(),
    };
    if let Value::Object(members) = serde_json::to_value(recipient).map_err(unreadable)? {
        kept.extend(members);
    }
    serde_json::to_string(&kept).map(Some).map_err(unreadable)
}

fn accept(
    product: &Product,
    variant: &Variant,
    quantity: u32,
    additional_fields: Option<String>,
) -> Accepted {
    Accepted {
        chosen_variant: ChosenVariant { sku: variant.sku.clone(), attributes: variant.attributes.clone() },
        quantity,
        price: product.current_price(variant),
        additional_fields,
        shipping_weight: variant.shipping_weight,
    }
}
