//! What the cart of a shopper somewhere would say of delivery and taxes, by the settings of the site as it was built. It is
//! worked out by the rules that the shop's own carts follow, and nothing of it is kept.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use loggia_commerce::{
    Accepted, Cart, Catalog, Cents, ChosenVariant, EntryId, Problem, Product, ProductType, ShippingLocation,
    Terms, Variant,
};

use super::answer::Refused;
use super::view::View;
use super::wire::offer::{Offer, OfferQuery, OfferedTax, OfferedWay};
use crate::cache::Cache;
use crate::catalog::Store;
use crate::site::Site;

/// The most of a product that is asked for.
const MOST: u32 = 9999;

/// What a shopper would see.
///
/// # Errors
/// When nothing is sold, the product is not known, or the place is none.
pub fn offer(view: &View, query: &OfferQuery, now: i64) -> Result<Offer, Refused> {
    let site = view.site().ok_or_else(Refused::missing)?;
    let store = Store::read(site, &mut Vec::new());
    let catalog = store.catalog(site, &[], &[], (&Cache::default(), now), &mut Vec::new());
    let quantity = query.quantity.unwrap_or(1);
    if !(1..=MOST).contains(&quantity) {
        return Err(Refused::bad("quantity", format!("Between 1 and {MOST} are ordered.")));
    }
    let (product, variant) = chosen(&catalog, query.product.as_deref())?;
    let mut cart = Cart::new("", site.website.id, catalog.store_settings.currency, now);
    let accepted = Accepted {
        chosen_variant: ChosenVariant { sku: variant.sku.clone(), attributes: variant.attributes.clone() },
        quantity,
        price: product.current_price(variant),
        shipping_weight: variant.shipping_weight,
        additional_fields: None,
    };
    cart.add(product, accepted, EntryId::from("1".to_owned())).map_err(refused)?;
    cart.shipping_location = Some(ShippingLocation {
        country: query.country.clone(),
        region: query.region.clone().unwrap_or_default(),
        postal_code: query.postal_code.clone().unwrap_or_default(),
        ..ShippingLocation::default()
    });
    settled(cart, &catalog, site, now)
}

/// The product that is asked for, and the first of its variants.
fn chosen<'c>(
    catalog: &'c Catalog<&'c Product>,
    id: Option<&str>,
) -> Result<(&'c Product, &'c Variant), Refused> {
    let sold = || catalog.products.iter().filter(|product| !product.variants.is_empty());
    let is_shipped = |product: &&&Product| product.product_type == ProductType::Physical;
    let product = match id.filter(|id| !id.is_empty()) {
        Some(id) => sold().find(|product| product.id.as_str() == id),
        None => sold().find(is_shipped).or_else(|| sold().next()),
    };
    let found = product.and_then(|product| Some((*product, product.variants.first()?)));
    found.ok_or_else(|| Refused::bad("no-product", "Publish a product first: this shows what it comes to."))
}

fn settled(mut cart: Cart, catalog: &Catalog<&Product>, site: &Site<'_>, now: i64) -> Result<Offer, Refused> {
    let zone = TimeZone::get(site.website.time_zone).unwrap_or(TimeZone::UTC);
    let time = Timestamp::from_millisecond(now).ok().map(|time| time.to_zoned(zone).datetime());
    let terms = Terms {
        tax_rules: &catalog.tax_rules,
        shipping_options: &catalog.shipping_options,
        business_days: catalog.business_days.as_ref(),
        local_time: time,
        discounts: &catalog.discounts,
        now,
        ..Terms::default()
    };
    cart.settle(&terms).map_err(refused)?;
    cart.check_place(terms.tax_rules).map_err(refused)?;
    let cheapest = cart.shipping_options.iter().min_by_key(|option| option.cost_cents);
    if let Some(id) = cheapest.map(|option| option.id.clone()) {
        cart.select_shipping_option(&id).map_err(refused)?;
        cart.settle(&terms).map_err(refused)?;
    }
    let minor = |cents: Cents| cents.get();
    Ok(Offer {
        currency: cart.currency.to_string(),
        title: cart.entries.first().map(|entry| entry.title.clone()).unwrap_or_default(),
        subtotal_cents: minor(cart.subtotal_cents),
        requires_shipping: cart.requires_shipping,
        ways: cart
            .shipping_options
            .iter()
            .map(|way| OfferedWay {
                name: way.name.clone(),
                cost_cents: minor(way.cost_cents),
                is_collected: way.is_collected(),
                days: way.dates.as_ref().map(|dates| [dates.from.clone(), dates.to.clone()]),
            })
            .collect(),
        shipping_cents: minor(cart.shipping_cost_cents),
        taxes: cart
            .taxes
            .iter()
            .map(|tax| OfferedTax {
                name: tax.name.clone(),
                rate: tax.rate.to_string(),
                included: tax.included,
                tax_cents: minor(tax.tax_cents),
            })
            .collect(),
        total_cents: minor(cart.grand_total_cents),
    })
}

fn refused(problem: Problem) -> Refused {
    Refused::bad(problem.code(), problem.to_string())
}
