//! A stored cart as the shop's rules see it: priced by the catalogue, settled, and ready to be answered.

use crate::error::{ApiError, StatusCode};
use crate::published::{Publications, Published, TaxTerms};
use crate::repository::Connection;
use crate::repository::cart::{StoredCart, StoredEntry};
use crate::repository::coupon_use::{self, Customer, Limited};
use crate::repository::{coupon, customer_group, gift_card, tax};
use loggia_commerce::{
    Agreed, AutomaticDiscount, Cart, CartCoupon, CartEntry, Cents, Coupon, CouponUses, DeliveryWindow,
    Details, GiftCardBalance, OfferedShippingOption, Problem, ServiceTerms, ShippingLocation, Sku,
    StockRecord, TaxCalculation, TaxesBy, Terms,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A cart with the catalogue and the gift cards it is settled by.
#[derive(Debug)]
pub struct Shopping {
    /// As it is stored.
    pub stored: StoredCart,
    /// As it is answered; change it by the rules, then [`Shopping::settle`].
    pub cart: Cart,
    /// The catalogue.
    pub published: Arc<Published>,
    /// The ids of stored entries whose product or variant is gone.
    pub dropped: Vec<String>,
    /// Every coupon its codes might name.
    pub coupons: Vec<Coupon>,
    /// Every gift card its codes name, with what is left on it.
    pub gift_cards: Vec<GiftCardBalance>,
    customer: Customer,
    uses: Vec<CouponUses>,
    discount_uses: Vec<CouponUses>,
    has_ordered: bool,
    groups: Vec<String>,
    test_mode: bool,
    asks_register: bool,
    taxes: Option<TaxTerms>,
    agreed: Option<Agreed>,
    calculations: Vec<TaxCalculation>,
}

impl Shopping {
    /// Reads a stored cart against the catalogue: prices follow it, entries whose product is gone are dropped.
    pub async fn open(
        connection: &mut Connection<'_>,
        publications: &Publications,
        stored: StoredCart,
    ) -> Result<Self, ApiError> {
        let published = publications.at_least(connection, stored.catalog_version).await?;
        let mut cart = unpriced(&stored, &published)?;
        let agreed: Option<Agreed> = stored.agreed.as_deref().map(serde_json::from_str).transpose()?;
        let dropped = match &agreed {
            Some(agreed) => {
                agreed.fill(&mut cart);
                Vec::new()
            }
            None => {
                let repricing = cart.reprice(|id| published.product(id.as_str()));
                repricing.dropped.into_iter().map(|entry| entry.id.into()).collect()
            }
        };
        let customer = Customer::new("", stored.site_user_id.as_deref());
        let mut shopping = Shopping {
            stored,
            cart,
            published,
            dropped,
            customer,
            coupons: Vec::new(),
            gift_cards: Vec::new(),
            uses: Vec::new(),
            discount_uses: Vec::new(),
            has_ordered: false,
            groups: Vec::new(),
            test_mode: publications.is_test(),
            asks_register: publications.asks_register(),
            taxes: publications.taxes(),
            agreed,
            calculations: Vec::new(),
        };
        shopping.find_coupons(connection).await?;
        Ok(shopping)
    }

    /// Looks up what the cart's codes name: coupons of the site's files, those made in the shop, then gift cards; and how
    /// often the coupons were used.
    pub async fn find_coupons(&mut self, connection: &mut Connection<'_>) -> Result<(), ApiError> {
        self.coupons = Vec::new();
        self.gift_cards = Vec::new();
        self.uses = Vec::new();
        for typed in &self.cart.coupons {
            let of_the_site =
                self.published.catalog.coupons.iter().find(|coupon| coupon.has_code(&typed.code));
            // What the shop agreed on with a buyer is paid by gift cards, and no code takes anything off it.
            let found = match of_the_site.filter(|_| self.agreed.is_none()) {
                Some(coupon) => Some(coupon.clone()),
                None if self.agreed.is_some() => None,
                None => coupon::by_code(connection, &typed.code).await?,
            };
            if let Some(coupon) = found {
                self.coupons.push(coupon);
            } else if let Some(card) = gift_card::by_code(connection, &typed.code).await? {
                let held = gift_card::held_by_cart(connection, &card.id, &self.stored.id).await?;
                self.gift_cards.push(card.as_balance(&typed.code, held));
            }
        }
        self.look_up_uses(connection).await
    }

    /// Whether a code names a coupon or a gift card, counting or not.
    pub fn knows(&self, code: &str) -> bool {
        let is_same = |card: &GiftCardBalance| card.code.eq_ignore_ascii_case(code.trim());
        self.coupons.iter().any(|coupon| coupon.has_code(code)) || self.gift_cards.iter().any(is_same)
    }

    /// Settles the cart for somebody who is known by an address and perhaps an account.
    pub async fn settle_for(
        &mut self,
        connection: &mut Connection<'_>,
        customer: Customer,
        now: i64,
    ) -> Result<(), ApiError> {
        self.customer = customer;
        self.look_up_uses(connection).await?;
        Ok(self.settle(now)?)
    }

    async fn look_up_uses(&mut self, connection: &mut Connection<'_>) -> Result<(), ApiError> {
        let (customer, cart_id) = (&self.customer, &self.stored.id);
        self.uses = Vec::new();
        for coupon in &self.coupons {
            let limited = Limited::from(coupon);
            if limited.is_counted() {
                let name = (coupon.code.as_str(), &limited);
                self.uses.push(coupon_use::of(connection, name, customer, cart_id).await?);
            }
        }
        let mut discount_uses = Vec::new();
        for discount in self.discounts() {
            let limited = Limited::from(discount);
            if limited.is_counted() {
                let name = (discount.id.as_str(), &limited);
                discount_uses.push(coupon_use::of(connection, name, customer, cart_id).await?);
            }
        }
        self.discount_uses = discount_uses;
        self.has_ordered = self.coupons.iter().any(|coupon| coupon.limits.first_order_only)
            && coupon_use::has_ordered(connection, &self.customer, &self.stored.id).await?;
        self.groups = self.look_up_groups(connection).await?;
        Ok(())
    }

    /// Of the groups that the codes and discounts are for those that the customer is in: an account's. Whoever is not signed in is
    /// in none, whatever address they type.
    async fn look_up_groups(&self, connection: &mut Connection<'_>) -> Result<Vec<String>, ApiError> {
        let of_codes = self.coupons.iter().flat_map(|coupon| &coupon.limits.groups);
        let of_discounts =
            self.published.catalog.discounts.iter().flat_map(|discount| &discount.limits.groups);
        let named: BTreeSet<&str> = of_codes.chain(of_discounts).map(String::as_str).collect();
        match self.customer.account() {
            Some(account) if !named.is_empty() => {
                customer_group::of_account(connection, account, &named, self.test_mode).await
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Looks up what a service answered of the cart's taxes, where one works them out.
    pub async fn find_taxes(&mut self, connection: &mut Connection<'_>, now: i64) -> Result<(), ApiError> {
        if self.taxes.is_some() {
            self.calculations = tax::known(connection, &self.stored.id, now).await?;
        }
        Ok(())
    }

    /// The discounts that need no code: of what was agreed on with a buyer only its own.
    pub fn discounts(&self) -> &[AutomaticDiscount] {
        self.agreed.as_ref().map_or(&self.published.catalog.discounts, |agreed| &agreed.discounts)
    }

    /// What was agreed on goes where it was agreed to go: its delivery and taxes are for that place.
    ///
    /// # Errors
    /// `address-agreed` for another country, region or postal code.
    pub fn check_place(&self, location: &ShippingLocation) -> Result<(), ApiError> {
        let kept = self.stored.shipping_location.as_deref().filter(|_| self.agreed.is_some());
        let Some(kept) = kept else { return Ok(()) };
        let place = |of: &ShippingLocation| (of.country_code(), of.region.clone(), of.postal_code.clone());
        let kept: ShippingLocation = serde_json::from_str(kept)?;
        if place(&kept.tidied()) == place(&location.tidied()) {
            return Ok(());
        }
        Err(ApiError::refused(
            StatusCode::CONFLICT,
            "address-agreed",
            "Delivery and tax of this order were worked out for its country, region and postal code. Please ask the shop to change them.",
        ))
    }

    /// The owner's terms as of now.
    pub fn terms(&self, now: i64) -> Terms<'_> {
        let catalog = &self.published.catalog;
        let agreed = self.agreed.as_ref().and_then(|agreed| agreed.terms.as_ref());
        Terms {
            tax_rules: agreed.map_or(&catalog.tax_rules, |terms| &terms.tax_rules),
            taxes_by: taxes_by(self.taxes, &self.calculations),
            shipping_options: agreed.map_or(&catalog.shipping_options, |terms| &terms.delivery),
            business_days: catalog.business_days.as_ref(),
            local_time: self.published.local_time(now),
            discounts: self.discounts(),
            discount_uses: &self.discount_uses,
            coupons: &self.coupons,
            gift_cards: &self.gift_cards,
            uses: &self.uses,
            has_ordered: self.has_ordered,
            groups: &self.groups,
            test_mode: self.test_mode,
            seller: catalog.seller.as_ref(),
            asks_register: self.asks_register,
            currency: catalog.amounts.get(&catalog.website.locale),
            now,
        }
    }

    /// Works out every amount again.
    pub fn settle(&mut self, now: i64) -> Result<(), Problem> {
        let mut cart = std::mem::take(&mut self.cart);
        let settled = cart.settle(&self.terms(now));
        self.cart = cart;
        settled
    }

    /// Chooses a window of the chosen way of delivery; what is wrong is added to `found`.
    pub fn choose_window(&mut self, wanted: Option<&DeliveryWindow>, now: i64, found: &mut Details) {
        let mut cart = std::mem::take(&mut self.cart);
        cart.choose_window(wanted, &self.terms(now), found);
        self.cart = cart;
    }

    /// What is left of the variant of a stored entry.
    pub fn stock_of(&self, item_id: &str, sku: &str) -> Option<StockRecord> {
        let same = |entry: &&StoredEntry| entry.item_id == item_id && entry.sku == sku;
        self.stored.entries.iter().find(same).map(|entry| record(&entry.sku, entry.in_stock))
    }
}

/// Who works out the taxes, and what of a cart's is known.
pub fn taxes_by(taxes: Option<TaxTerms>, known: &[TaxCalculation]) -> TaxesBy<'_> {
    taxes.map_or(TaxesBy::Rules, |TaxTerms { included, or_rules, .. }| {
        TaxesBy::Service(ServiceTerms { known, included, or_rules })
    })
}

/// What is left as the rules and the answers name it; `None` is unlimited.
pub fn record(sku: &str, in_stock: Option<i64>) -> StockRecord {
    StockRecord {
        sku: Sku::from(sku),
        unlimited: in_stock.is_none(),
        qty_in_stock: in_stock.map_or(0, |left| u32::try_from(left.max(0)).unwrap_or(u32::MAX)),
    }
}

/// An empty cart for a visitor who has none: made anew at every call, stored nowhere.
pub fn empty(published: &Published, now: i64) -> Cart {
    Cart::new("", &published.catalog.website.id, published.catalog.store_settings.currency, now)
}

/// The codes of a cart as they are stored.
pub fn codes(cart: &Cart) -> Result<String, ApiError> {
    Ok(serde_json::to_string(&cart.coupons.iter().map(|coupon| coupon.code.as_str()).collect::<Vec<_>>())?)
}

fn unpriced(stored: &StoredCart, published: &Published) -> Result<Cart, ApiError> {
    let catalog = &published.catalog;
    let mut cart =
        Cart::new(&stored.id, &catalog.website.id, catalog.store_settings.currency, stored.created_at);
    cart.is_purchased = stored.is_purchased;
    cart.order_id.clone_from(&stored.order_id);
    let codes: Vec<String> = serde_json::from_str(&stored.coupons)?;
    cart.coupons = codes.into_iter().map(|code| CartCoupon { code, ..CartCoupon::default() }).collect();
    cart.shipping_location = stored.shipping_location.as_deref().map(serde_json::from_str).transpose()?;
    cart.selected_shipping_option = stored
        .shipping_option_id
        .clone()
        .map(|id| OfferedShippingOption { id, ..OfferedShippingOption::default() });
    cart.vat_id = stored.vat_id.clone().unwrap_or_default();
    cart.vat_id_confirmed = stored.vat_id_confirmed;
    cart.entries = stored.entries.iter().map(entry).collect();
    Ok(cart)
}

fn entry(stored: &StoredEntry) -> CartEntry {
    let mut entry = CartEntry {
        id: stored.id.as_str().into(),
        item_id: stored.item_id.as_str().into(),
        // The table holds 1 to 9999.
        quantity: u32::try_from(stored.quantity).unwrap_or(1),
        purchase_price_cents: Cents::new(stored.price_cents).unwrap_or_default(),
        additional_fields: stored.additional_fields.clone(),
        ..CartEntry::default()
    };
    entry.chosen_variant.sku = stored.sku.as_str().into();
    entry
}
