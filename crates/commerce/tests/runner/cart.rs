//! `cart.json`, `discount.json` and `delivery.json`: entries, codes, location and terms in; totals out. The expected members are compared, the others left out.

use std::collections::BTreeMap;

use loggia_commerce::{
    AutomaticDiscount, BusinessDays, Cart, CartEntry, Cents, ChosenVariant, Coupon, CouponUses, CurrencyCode,
    GiftCardBalance, ItemId, Money, ProductType, SellerSettings, ShippingLocation, ShippingOption, Sku,
    StoreSettings, TaxRule, Terms,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{refusal, strict};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Entry {
    price: Cents,
    quantity: u32,
    #[serde(rename = "type")]
    product_type: ProductType,
    #[serde(default)]
    weight: u32,
    #[serde(default)]
    collection: String,
    #[serde(default)]
    tax_class: String,
    #[serde(default)]
    shipping_class: String,
    /// The product; one of its own for each line that names none.
    #[serde(default)]
    item: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Card {
    code: String,
    #[serde(default)]
    id: Option<String>,
    balance: Cents,
    #[serde(default)]
    currency: CurrencyCode,
    #[serde(default)]
    test_mode: bool,
    #[serde(default)]
    is_blocked: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Uses {
    code: String,
    in_all: u64,
    #[serde(default)]
    by_customer: u64,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Given {
    entries: Vec<Entry>,
    codes: Vec<String>,
    location: Option<ShippingLocation>,
    option: Option<String>,
    tax_rules: Vec<Value>,
    shipping_options: Vec<Value>,
    discounts: Vec<Value>,
    discount_uses: Vec<Uses>,
    business_days: Option<BusinessDays>,
    local_time: Option<String>,
    coupons: Vec<Value>,
    gift_cards: Vec<Card>,
    uses: Vec<Uses>,
    has_ordered: bool,
    groups: Vec<String>,
    test_mode: bool,
    now: i64,
    minimum: Cents,
    currency: CurrencyCode,
    vat_id: String,
    vat_id_confirmed: Option<bool>,
    seller: Option<SellerSettings>,
    asks_register: bool,
}

pub fn run(given: Value) -> Value {
    let given: Given = serde_json::from_value(given.clone()).unwrap_or_else(|e| panic!("{e}: {given}"));
    let tax_rules: Vec<TaxRule> = given.tax_rules.into_iter().map(strict).collect();
    let shipping_options: Vec<ShippingOption> = given.shipping_options.into_iter().map(strict).collect();
    let discounts: Vec<AutomaticDiscount> = given.discounts.into_iter().map(strict).collect();
    let discount_uses: Vec<CouponUses> = given.discount_uses.into_iter().map(counted).collect();
    let coupons: Vec<Coupon> = given.coupons.into_iter().map(strict).collect();
    let gift_cards: Vec<GiftCardBalance> = given.gift_cards.into_iter().map(balance).collect();
    let uses: Vec<CouponUses> = given.uses.into_iter().map(counted).collect();
    let terms = Terms {
        taxes_by: loggia_commerce::TaxesBy::Rules,
        currency: None,
        tax_rules: &tax_rules,
        shipping_options: &shipping_options,
        business_days: given.business_days.as_ref(),
        local_time: given.local_time.map(|time| time.parse().unwrap()),
        discounts: &discounts,
        discount_uses: &discount_uses,
        coupons: &coupons,
        gift_cards: &gift_cards,
        uses: &uses,
        has_ordered: given.has_ordered,
        groups: &given.groups,
        test_mode: given.test_mode,
        seller: given.seller.as_ref(),
        asks_register: given.asks_register,
        now: given.now,
    };
    let mut cart = Cart::new("cart-1", "site-1", given.currency, 0);
    cart.entries = given.entries.iter().enumerate().map(|(index, entry)| make_entry(index, entry)).collect();
    cart.shipping_location = given.location;
    cart.vat_id = given.vat_id;
    cart.vat_id_confirmed = given.vat_id_confirmed;
    for code in &given.codes {
        cart.apply_coupon(code);
    }
    let settled = cart.settle(&terms).and_then(|()| match &given.option {
        // An option that is not offered stays unchosen, as the api leaves it.
        Some(id) => cart.select_shipping_option(id).map_or(Ok(()), |()| cart.settle(&terms)),
        None => Ok(()),
    });
    if let Err(problem) = settled {
        return refusal(&problem);
    }
    let settings = StoreSettings { minimum_order_subtotal_cents: given.minimum, ..StoreSettings::default() };
    let checkout = match cart.check_checkout(&settings, &terms) {
        Ok(()) => json!("allowed"),
        Err(problem) => refusal(&problem),
    };
    outcome(&cart, checkout)
}

fn balance(card: Card) -> GiftCardBalance {
    GiftCardBalance {
        id: card.id.unwrap_or_else(|| card.code.clone()),
        code: card.code,
        balance: card.balance,
        currency: card.currency,
        test_mode: card.test_mode,
        is_blocked: card.is_blocked,
    }
}

fn counted(uses: Uses) -> CouponUses {
    CouponUses { code: uses.code, in_all: uses.in_all, by_customer: uses.by_customer }
}

fn make_entry(index: usize, entry: &Entry) -> CartEntry {
    CartEntry {
        id: format!("entry-{index}").into(),
        item_id: ItemId::new(entry.item.clone().unwrap_or_else(|| format!("item-{index}"))),
        chosen_variant: ChosenVariant { sku: Sku::new(format!("sku-{index}")), attributes: BTreeMap::new() },
        quantity: entry.quantity,
        purchase_price_cents: entry.price,
        product_type: entry.product_type,
        shipping_weight: entry.weight,
        collection_id: entry.collection.clone(),
        tax_class: entry.tax_class.clone(),
        shipping_class: entry.shipping_class.clone(),
        ..CartEntry::default()
    }
}

fn outcome(cart: &Cart, checkout: Value) -> Value {
    let mut outcome = serde_json::to_value(cart).unwrap();
    let problems: BTreeMap<_, _> = cart
        .invalid_coupons
        .iter()
        .map(|coupon| (coupon.code.clone(), coupon.problem.as_ref().unwrap().code()))
        .collect();
    let taken: BTreeMap<_, _> =
        cart.valid_coupons.iter().map(|coupon| (coupon.code.clone(), coupon.discount_cents)).collect();
    let offered: BTreeMap<_, _> =
        cart.shipping_options.iter().map(|option| (option.id.clone(), option.cost_cents)).collect();
    let reduced: Vec<_> =
        cart.discounts.iter().map(|discount| json!([discount.id, discount.amount_cents])).collect();
    let dates: BTreeMap<_, _> = cart
        .shipping_options
        .iter()
        .filter_map(|option| Some((option.id.clone(), option.dates.as_ref()?)))
        .map(|(id, dates)| (id, json!([dates.from, dates.to])))
        .collect();
    outcome["reduced"] = json!(reduced);
    outcome["dates"] = json!(dates);
    outcome["checkout"] = checkout;
    outcome["invalid"] = json!(problems);
    outcome["valid"] = json!(taken);
    outcome["offered"] = json!(offered);
    outcome["subTotals"] = json!(cart.entries.iter().map(|entry| entry.sub_total).collect::<Vec<_>>());
    outcome["shares"] = json!(cart.entries.iter().map(|entry| entry.discount_cents).collect::<Vec<_>>());
    outcome["reverseCharge"] = json!(cart.reverse_charge);
    outcome["vatIdState"] = json!(cart.vat_id_state);
    outcome["reliefCents"] = json!(cart.relief_cents);
    let relief = |entry: &CartEntry| (entry.relief_cents, entry.shipping_relief_cents);
    outcome["reliefs"] = json!(cart.entries.iter().map(relief).collect::<Vec<_>>());
    outcome["includedTax"] = json!(cart.included_tax_cents);
    outcome["byCards"] = json!(cart.gift_card_cents);
    outcome["subtotal"] = json!(Money::new(cart.subtotal_cents, cart.currency).format());
    outcome["taxRates"] = json!(cart.applicable_tax_rules.iter().map(|rule| rule.rate).collect::<Vec<_>>());
    outcome
}

/// Compares the members that are expected; one that no outcome has is a failure.
pub fn assert_members(outcome: &Value, expect: &Value, name: &str) {
    let expect = expect.as_object().unwrap();
    assert!(!expect.is_empty(), "{name} expects nothing");
    for (key, value) in expect {
        let found = outcome.get(key).unwrap_or_else(|| panic!("{name}: unknown key {key}"));
        assert_eq!(found, value, "{name}: {key}");
    }
}
