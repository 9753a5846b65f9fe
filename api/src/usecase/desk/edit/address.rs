//! What another address of an order comes to: its goods are settled at both by the rules of a cart, and the difference is owed or goes
//! back. Prices and discounts stay as they were sold.

use super::request::{EditPayment, EditPlace, EditPreview, OrderEdit};
use super::work::{Worked, changeable, digest, settled};
use crate::error::{ApiError, StatusCode};
use crate::published::{Publications, Published};
use crate::repository::cart::StoredCart;
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::refund::{self, DELIVERY};
use crate::repository::{Connection, catalog, invoice, order_change as changes};
use crate::settlement::change_body::{ChangeBody, Readdress};
use crate::settlement::{cards, order_change, refund_by_line};
use crate::shopping::Shopping;
use crate::usecase::desk::change::{Recipient, is_paid_for, kept, not_changeable};
use crate::usecase::desk::draft::body::{DraftBody, DraftLine};
use loggia_commerce::{
    Agreed, AgreedLine, AutomaticDiscount, Buyer, Cart, Cents, ChosenVariant, DiscountLimits, Effect,
    EntryTaxes, Goods, ItemId, OfferedShippingOption, ProductType, ShippingLocation, Sku,
};

/// The class that no rule taxes unless it names it.
const UNTAXED: &str = "zero";

/// Works a change of the address out; nothing is changed.
///
/// # Errors
/// 404 without a paid order; `order-not-changeable`; `not-changeable`; `change-address-alone`; the faults of an address by field;
/// `country-not-reached`; `postal-code-not-reached`; `shipping-option-missing`; `address-other-place` where a service works out the
/// taxes; `change-reverse-charge`.
pub(super) async fn work(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (id, edit): (&str, &OrderEdit),
    now: i64,
) -> Result<Worked, ApiError> {
    let order = changeable(connection, id).await?;
    let wanted = edit.address.clone().unwrap_or_default();
    if !edit.lines.is_empty() || !edit.added.is_empty() {
        return Err(ApiError::bad_request(
            "change-address-alone",
            "Please change the address by itself, and what the order holds before or after it.",
        ));
    }
    let recipient = Recipient {
        name: wanted.name,
        company: wanted.company,
        phone: wanted.phone,
        location: wanted.location,
    };
    let (buyer, location, option) = kept(&order, &recipient)?;
    if option.is_collected() {
        return Err(not_changeable());
    }
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    let place = order.location()?.unwrap_or_default().tidied();
    let by_service = publications.taxes().is_some();
    let same_price = is_paid_for((&published.catalog, by_service), &option.id, &place, &location)
        && (wanted.shipping_option_id.is_empty() || wanted.shipping_option_id == option.id);
    if order.reverse_charge && !same_price {
        return Err(ApiError::bad_request(
            "change-reverse-charge",
            "The firm that bought this owes the tax itself, and that is looked into at the checkout. Please refund the order and let it be placed anew.",
        ));
    }
    if by_service && !same_price {
        return Err(ApiError::refused(
            StatusCode::CONFLICT,
            "address-other-place",
            "A service works out the taxes of this shop, so they are not known for another place. Please refund the order and let it be placed anew.",
        ));
    }
    let lines = order::lines(connection, id).await?;
    let back = refund::lines(connection, id).await?;
    let funds = cards::funds(connection, &order).await?;
    let before = funds.money_cents + funds.by_cards_cents;
    let mut body = ChangeBody { before_cents: before, ..ChangeBody::default() };
    let mut preview = EditPreview { before_cents: before, is_in_stock: true, ..EditPreview::default() };
    let mut added = None;
    if same_price {
        body.readdress = Some(Readdress::default());
    } else {
        let sold = Sold::of(connection, (&order, &lines), published.as_ref()).await?;
        let at = At { publications, order: &order, sold: &sold, now };
        let mut old = at.settle(connection, (&place, &option.id), false).await?;
        let is_known = old.selected_shipping_option.is_some();
        // What cost nothing to bring goes on costing nothing, whatever the reason was.
        let is_free = order.shipping_cents == 0 && old.shipping_cost_cents > Cents::ZERO;
        if is_free {
            old = at.settle(connection, (&place, &option.id), true).await?;
        }
        let way = at.way(connection, &location, (&wanted.shipping_option_id, &option.id), is_free).await?;
        let way = way.ok_or_else(|| not_reached(&published, &location))?;
        let new = at.settle(connection, (&location, &way.id), is_free).await?;
        // A way that the shop no longer has costs what was paid for it.
        let parts = refund_by_line::parts(connection, &order, &lines).await?;
        let (old_cents, old_delivery) = if is_known {
            (old.grand_total_cents.get(), old.shipping_cost_cents.get())
        } else {
            let left = parts.iter().map(|part| part.cents - part.refunded_cents).sum();
            (left, order.shipping_cents)
        };
        let difference = new.grand_total_cents.get() - old_cents;
        let is_other_way = way.id != option.id;
        body.readdress = Some(Readdress { option: Some(way.clone()).filter(|_| is_other_way) });
        preview.place = Some(EditPlace {
            delivery_name: way.name.clone(),
            is_other_way,
            delivery_before_cents: old_delivery,
            delivery_after_cents: new.shipping_cost_cents.get(),
            tax_before_cents: old.tax_cents.get(),
            tax_after_cents: new.tax_cents.get(),
            has_other_included_tax: held(&old) != held(&new),
        });
        if difference < 0 {
            let goes_back = (-difference).min(before);
            let delivery = parts.iter().find(|part| part.position == DELIVERY);
            let left = delivery.map_or(0, |part| part.cents - part.refunded_cents);
            let less = old_delivery - new.shipping_cost_cents.get();
            body.delivery_cents = less.clamp(0, left.max(0)).min(goes_back);
            body.less_cents = goes_back - body.delivery_cents;
        } else if difference > 0 && edit.payment != EditPayment::Waived {
            let more = More {
                order: &order,
                buyer: &buyer,
                location: &location,
                delivery_cents: new.shipping_cost_cents.get() - old_delivery,
                difference,
            };
            added = Some(more.settled(connection, publications, now).await?);
        }
    }
    (preview.delivery_cents, preview.less_cents) = (body.delivery_cents, body.less_cents);
    if body.delivery_cents + body.less_cents > 0 {
        let what = order_change::back_of(connection, &order, (&body, "")).await?;
        let told = refund_by_line::preview(connection, &order, &what).await?;
        (preview.money_cents, preview.to_cards_cents) = (told.money_cents, told.to_cards_cents);
    }
    if let Some((_, cart)) = &added {
        preview.added_cents = cart.grand_total_cents.get();
        preview.added_tax_cents = cart.tax_cents.get();
    }
    preview.difference_cents = preview.added_cents - preview.money_cents - preview.to_cards_cents;
    preview.after_cents = before + preview.difference_cents;
    body.after_cents = preview.after_cents;
    let made = changes::of_order(connection, id).await?;
    let made: Vec<(String, String)> = made.into_iter().map(|change| (change.id, change.state)).collect();
    preview.digest = digest(&order, (&lines, &back, &made), (edit, &preview));
    Ok(Worked { order, preview, body, added, readdressed: Some((buyer, location)) })
}

/// The taxes that prices hold, rate by rate.
fn held(cart: &Cart) -> Vec<(String, i64)> {
    let held = cart.taxes.iter().filter(|tax| tax.included && tax.tax_cents > Cents::ZERO);
    held.map(|tax| (tax.rate.get().normalize().to_string(), tax.tax_cents.get())).collect()
}

/// The refusal of an address that nothing of the shop's reaches, at the field that says so.
fn not_reached(published: &Published, location: &ShippingLocation) -> ApiError {
    let is_near = published.catalog.shipping_options.iter().any(|option| {
        option.countries.iter().any(|country| location.is_within(country))
            || option.places.iter().any(|place| location.is_within(&place.country))
    });
    if is_near {
        ApiError::bad_request(
            "postal-code-not-reached",
            "The shop does not deliver to this region or postal code. Please enter another address, or add a way of delivery that goes there.",
        )
    } else {
        ApiError::bad_request(
            "country-not-reached",
            "The shop does not deliver to this country. Please enter another address, or add a way of delivery that goes there.",
        )
    }
}

/// What of an order is still to be paid for, at the prices of its sale.
struct Sold {
    lines: Vec<AgreedLine>,
    /// What discounts and codes take off these pieces.
    off_cents: i64,
}

impl Sold {
    async fn of(
        connection: &mut Connection<'_>,
        (order, lines): (&StoredOrder, &[StoredLine]),
        published: &Published,
    ) -> Result<Self, ApiError> {
        let back = refund::lines(connection, &order.id).await?;
        let basis = invoice::basis(connection, &order.id).await?;
        let basis: Vec<EntryTaxes> =
            basis.map(|text| serde_json::from_str(&text)).transpose()?.unwrap_or_default();
        let (mut kept, mut off_cents) = (Vec::new(), 0);
        for (place, line) in lines.iter().enumerate() {
            let refunded =
                back.iter().find(|one| one.position == line.position).map_or(0, |one| one.quantity);
            let pieces = line.quantity - refunded.max(line.restocked);
            if pieces <= 0 {
                continue;
            }
            let of_line = basis.get(place).filter(|_| basis.len() == lines.len());
            off_cents += of_line.map_or(0, |taxes| taxes.coupon_cents.get()) * pieces / line.quantity;
            kept.push(agreed(published, line, pieces));
        }
        Ok(Self { lines: kept, off_cents })
    }
}

/// Pieces of a line as they were sold; weight and classes are those of the catalogue, where it still has the product.
fn agreed(published: &Published, line: &StoredLine, pieces: i64) -> AgreedLine {
    let product = published.product(&line.item_id);
    let variant = product.and_then(|product| product.variants.iter().find(|one| one.sku == *line.sku));
    let code = u8::try_from(line.product_type).unwrap_or_default();
    AgreedLine {
        item_id: ItemId::from(line.item_id.as_str()),
        chosen_variant: ChosenVariant { sku: Sku::from(line.sku.as_str()), ..ChosenVariant::default() },
        title: line.title.clone(),
        quantity: u32::try_from(pieces).unwrap_or(u32::MAX),
        price_cents: Cents::new(line.unit_price_cents).unwrap_or_default(),
        product_type: ProductType::try_from(code).unwrap_or_default(),
        additional_fields: None,
        shipping_weight: variant.map_or(0, |variant| variant.shipping_weight),
        collection_id: product.map(|one| one.collection_id.clone()).unwrap_or_default(),
        tax_class: product.map(|one| one.tax_class.clone()).unwrap_or_default(),
        shipping_class: product.map(|one| one.shipping_class.clone()).unwrap_or_default(),
    }
}

/// What an order holds, to be settled at any address by the shop's rules of now.
#[derive(Clone, Copy)]
struct At<'a> {
    publications: &'a Publications,
    order: &'a StoredOrder,
    sold: &'a Sold,
    now: i64,
}

impl At<'_> {
    async fn settle(
        self,
        connection: &mut Connection<'_>,
        (location, option_id): (&ShippingLocation, &str),
        is_free: bool,
    ) -> Result<Cart, ApiError> {
        let version = catalog::version(connection).await?;
        let discount = |id: &str, effect: Effect| AutomaticDiscount {
            id: id.to_owned(),
            name: id.to_owned(),
            effect,
            goods: Goods::default(),
            limits: DiscountLimits { combinable: true, ..DiscountLimits::default() },
        };
        let off = Cents::new(self.sold.off_cents).filter(|cents| *cents > Cents::ZERO);
        let off = off.map(|value| discount("sold", Effect::Amount { value }));
        let free = Effect::FreeDelivery { options: Vec::new(), countries: Vec::new() };
        let free = is_free.then(|| discount("delivery", free));
        let agreed = Agreed {
            lines: self.sold.lines.clone(),
            discounts: off.into_iter().chain(free).collect(),
            ..Agreed::default()
        };
        let stored = StoredCart {
            id: self.order.id.clone(),
            agreed: Some(serde_json::to_string(&agreed)?),
            shipping_location: Some(serde_json::to_string(location)?),
            shipping_option_id: Some(option_id.to_owned()).filter(|id| !id.is_empty()),
            ..StoredCart::unsaved(version, self.now, 0)
        };
        let mut shopping = Shopping::open(connection, self.publications, stored).await?;
        shopping.settle(self.now)?;
        Ok(shopping.cart)
    }

    /// How it goes to an address: by the way that is named, else as before, else by the cheapest that brings it without a day to be
    /// chosen. `None` where nothing reaches it.
    async fn way(
        self,
        connection: &mut Connection<'_>,
        location: &ShippingLocation,
        (named, before): (&str, &str),
        is_free: bool,
    ) -> Result<Option<OfferedShippingOption>, ApiError> {
        let offered = self.settle(connection, (location, ""), is_free).await?.shipping_options;
        let mut brought: Vec<OfferedShippingOption> =
            offered.into_iter().filter(|option| !option.is_collected()).collect();
        let find = |id: &str| brought.iter().find(|option| option.id == id).cloned();
        if !named.is_empty() {
            return find(named).map(Some).ok_or_else(|| {
                ApiError::bad_request("shipping-option-missing", "Please select a shipping option.")
            });
        }
        if let Some(same) = find(before) {
            return Ok(Some(same));
        }
        brought.retain(|option| !option.asks_window);
        Ok(brought.into_iter().min_by_key(|option| option.cost_cents))
    }
}

/// What an address costs more, as an order of its own.
struct More<'a> {
    order: &'a StoredOrder,
    buyer: &'a Buyer,
    location: &'a ShippingLocation,
    /// What of it is delivery, without taxes that are added to prices.
    delivery_cents: i64,
    /// All of it.
    difference: i64,
}

impl More<'_> {
    /// The draft that comes to exactly the difference: delivery with its taxes by the rules of the place, and taxes of the goods as a
    /// line. Where delivery bears no such taxes, nothing is added to either.
    async fn settled(
        self,
        connection: &mut Connection<'_>,
        publications: &Publications,
        now: i64,
    ) -> Result<(DraftBody, Cart), ApiError> {
        let delivery = self.delivery_cents.clamp(0, self.difference);
        let mut taxed = vec![self.line(delivery, true)];
        if delivery > 0 {
            let alone =
                settled(connection, publications, (&self.order.id, self.draft(taxed.clone())), now).await?;
            let rest = self.difference - alone.1.grand_total_cents.get();
            if rest == 0 {
                return Ok(alone);
            }
            if rest > 0 {
                taxed.push(self.line(rest, false));
                let both =
                    settled(connection, publications, (&self.order.id, self.draft(taxed)), now).await?;
                if both.1.grand_total_cents.get() == self.difference {
                    return Ok(both);
                }
            }
        }
        let untaxed = |line: DraftLine| DraftLine { tax_class: UNTAXED.to_owned(), ..line };
        let parts = [(delivery, true), (self.difference - delivery, false)];
        let lines = parts.into_iter().filter(|(cents, _)| *cents > 0);
        let lines = lines.map(|(cents, is_delivery)| untaxed(self.line(cents, is_delivery))).collect();
        let plain = settled(connection, publications, (&self.order.id, self.draft(lines)), now).await?;
        if plain.1.grand_total_cents.get() == self.difference {
            return Ok(plain);
        }
        Err(ApiError::refused(
            StatusCode::CONFLICT,
            "address-other-place",
            "The taxes of this place are not to be told apart from delivery here. Please refund the order and let it be placed anew.",
        ))
    }

    /// A line of the shop's own, in the language of the buyer.
    fn line(&self, price_cents: i64, is_delivery: bool) -> DraftLine {
        let title = match (self.order.language.split('-').next().unwrap_or_default(), is_delivery) {
            ("de", true) => "Lieferung an die neue Adresse",
            ("de", false) => "Steuern an der neuen Adresse",
            ("fr", true) => "Livraison à la nouvelle adresse",
            ("fr", false) => "Taxes à la nouvelle adresse",
            ("es", true) => "Entrega en la nueva dirección",
            ("es", false) => "Impuestos en la nueva dirección",
            (_, true) => "Delivery to the new address",
            (_, false) => "Taxes at the new address",
        };
        let tax_class = if is_delivery { String::new() } else { UNTAXED.to_owned() };
        DraftLine { title: title.to_owned(), price_cents, quantity: 1, tax_class, ..DraftLine::default() }
    }

    fn draft(&self, lines: Vec<DraftLine>) -> DraftBody {
        DraftBody {
            email: self.order.email.clone(),
            language: self.order.language.clone(),
            name: self.buyer.name.clone(),
            company: self.buyer.company.clone(),
            phone: self.buyer.phone.clone(),
            shipping_location: Some(self.location.clone()),
            lines,
            free_delivery: true,
            note: format!("New address of {}", self.order.name()),
            ..DraftBody::default()
        }
    }
}
