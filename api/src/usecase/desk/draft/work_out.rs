//! What a draft comes to: its lines by the rules of a cart, its sums by the code of a checkout.

use super::body::{DraftBody, DraftDiscount, DraftLine};
use crate::error::ApiError;
use crate::published::{Publications, Published};
use crate::repository::cart::StoredCart;
use crate::repository::{Connection, catalog};
use crate::shopping::Shopping;
use loggia_commerce::{
    AddRequest, Agreed, AgreedLine, AgreedWith, AutomaticDiscount, Cart, Cents, DISCOUNT_TEXT_MAXIMUM,
    DiscountLimits, Effect, EntryId, Goods, ItemId, Problem, ProductType, Purchase, StockLevel, StockRecord,
    check_add, check_quantity,
};

/// The most lines of a draft, and the most characters of a title and of a note.
const MOST_LINES: usize = 100;
const LONGEST_TITLE: usize = 200;
const LONGEST_NOTE: usize = 2000;
/// The most characters of any other part.
const LONGEST: usize = 320;

/// A draft as a cart that is settled by today's rules.
///
/// # Errors
/// A refusal of the shop's rules; what is too long.
pub(in crate::usecase::desk) async fn work_out(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (id, body): (&str, &DraftBody),
    now: i64,
) -> Result<(Shopping, Agreed), ApiError> {
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    let agreed = agreed(&published, id, body)?;
    let location = body.shipping_location.as_ref().map(loggia_commerce::ShippingLocation::tidied);
    let stored = StoredCart {
        id: id.to_owned(),
        agreed: Some(serde_json::to_string(&agreed)?),
        shipping_location: location.as_ref().map(serde_json::to_string).transpose()?,
        shipping_option_id: Some(body.shipping_option_id.clone()).filter(|id| !id.is_empty()),
        ..StoredCart::unsaved(version, now, 0)
    };
    let mut shopping = Shopping::open(connection, publications, stored).await?;
    shopping.find_taxes(connection, now).await?;
    shopping.settle(now)?;
    Ok((shopping, agreed))
}

fn agreed(published: &Published, id: &str, body: &DraftBody) -> Result<Agreed, ApiError> {
    check_lengths(body)?;
    let lines: Result<Vec<AgreedLine>, ApiError> =
        body.lines.iter().map(|line| agreed_line(published, line)).collect();
    let lines = lines?;
    for (place, line) in lines.iter().enumerate().filter(|(_, line)| !line.item_id.as_str().is_empty()) {
        let same = |other: &&AgreedLine| {
            (&other.item_id, &other.chosen_variant.sku) == (&line.item_id, &line.chosen_variant.sku)
        };
        if lines.iter().take(place).any(|other| same(&other)) {
            return Err(ApiError::bad_request(
                "draft-line-twice",
                format!("{} stands in two lines. Please put it into one.", line.title),
            ));
        }
    }
    let with = AgreedWith {
        email: body.email.trim().to_owned(),
        name: body.name.trim().to_owned(),
        company: body.company.trim().to_owned(),
        phone: body.phone.trim().to_owned(),
    };
    let discount = body.discount.as_ref().map(|discount| agreed_discount(id, discount)).transpose()?;
    let delivery = body.free_delivery.then(|| free_delivery(id));
    Ok(Agreed { with, lines, discounts: discount.into_iter().chain(delivery).collect(), terms: None })
}

fn check_lengths(body: &DraftBody) -> Result<(), ApiError> {
    let long = |text: &str, most: usize| text.chars().count() > most;
    let parts =
        [&body.email, &body.language, &body.name, &body.company, &body.phone, &body.shipping_option_id];
    if parts.into_iter().any(|part| long(part, LONGEST)) || long(&body.note, LONGEST_NOTE) {
        return Err(ApiError::bad_request("draft-too-long", "One of the fields is too long."));
    }
    if let Some(location) = &body.shipping_location {
        crate::usecase::cart::terms::check_length(location)?;
    }
    if body.lines.len() > MOST_LINES {
        return Err(ApiError::bad_request("draft-too-long", "A draft has at most 100 lines."));
    }
    Ok(())
}

fn agreed_line(published: &Published, line: &DraftLine) -> Result<AgreedLine, ApiError> {
    if line.item_id.is_empty() {
        return own_line(line);
    }
    let catalog = &published.catalog;
    let product = published.product(&line.item_id).ok_or(Problem::ItemUnavailable)?;
    let form = product.additional_fields_form_id.as_deref().and_then(|id| catalog.form(id));
    let request = AddRequest {
        sku: Some(line.sku.as_str()).filter(|sku| !sku.is_empty()),
        quantity: line.quantity,
        additional_fields: None,
        purchase: Purchase::Once,
    };
    // Whether it is there, the sending decides.
    let stock = StockRecord { unlimited: true, ..StockRecord::default() };
    let accepted =
        check_add(product, request, StockLevel { stock: &stock, in_cart: 0 }, form, &catalog.store_settings)?;
    let mut cart = Cart::default();
    cart.add(product, accepted, EntryId::from("line"))?;
    let entry = cart.entries.first().ok_or(Problem::EntryMissing)?;
    let line_of_catalog = AgreedLine::of(entry);
    let Some(cents) = line.agreed_price_cents else { return Ok(line_of_catalog) };
    let price_cents = Cents::new(cents).filter(|price| *price >= Cents::ZERO);
    let price_cents = price_cents.ok_or_else(|| {
        ApiError::bad_request("draft-line-incomplete", "A price that was agreed on is 0 or more.")
    })?;
    Ok(AgreedLine { price_cents, ..line_of_catalog })
}

fn own_line(line: &DraftLine) -> Result<AgreedLine, ApiError> {
    let title = line.title.trim();
    let price = Cents::new(line.price_cents).filter(|price| *price >= Cents::ZERO);
    let (Some(price_cents), false) = (price, title.is_empty() || title.chars().count() > LONGEST_TITLE)
    else {
        return Err(ApiError::bad_request(
            "draft-line-incomplete",
            "A line of your own needs a title of at most 200 characters, and a price of 0 or more.",
        ));
    };
    Ok(AgreedLine {
        item_id: ItemId::default(),
        title: title.to_owned(),
        quantity: check_quantity(line.quantity)?,
        price_cents,
        product_type: match (line.is_refund_card, line.ships) {
            (true, _) => ProductType::GiftCard,
            (false, true) => ProductType::Physical,
            (false, false) => ProductType::Service,
        },
        tax_class: line.tax_class.trim().to_owned(),
        ..AgreedLine::default()
    })
}

fn agreed_discount(id: &str, discount: &DraftDiscount) -> Result<AutomaticDiscount, ApiError> {
    let name = discount.reason.trim();
    let wrong = |message: &'static str| ApiError::bad_request("draft-discount-incomplete", message);
    if name.is_empty() || name.chars().count() > DISCOUNT_TEXT_MAXIMUM {
        return Err(wrong("A discount needs a reason of at most 100 characters: the buyer reads it."));
    }
    let effect = match (discount.percent, discount.amount_cents) {
        (Some(value), None) => Effect::Percent { value },
        (None, Some(cents)) => Effect::Amount { value: Cents::new(cents).unwrap_or_default() },
        _ => return Err(wrong("A discount is a percentage or an amount, one of them.")),
    };
    if effect.check().is_err() {
        return Err(wrong("A discount takes more than 0 off."));
    }
    Ok(AutomaticDiscount {
        id: format!("draft-{id}"),
        name: name.to_owned(),
        effect,
        goods: Goods::default(),
        limits: DiscountLimits { combinable: true, ..DiscountLimits::default() },
    })
}

/// Takes the price of delivery off.
fn free_delivery(id: &str) -> AutomaticDiscount {
    AutomaticDiscount {
        id: format!("delivery-{id}"),
        name: "Delivery".to_owned(),
        effect: Effect::FreeDelivery { options: Vec::new(), countries: Vec::new() },
        goods: Goods::default(),
        limits: DiscountLimits { combinable: true, ..DiscountLimits::default() },
    }
}
