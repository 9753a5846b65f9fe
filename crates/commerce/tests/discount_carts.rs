//! S-676: discounts without a code, beside codes and gift cards, in carts of all kinds. A generator of our own, so that each
//! run tries the same carts: 20,000 by default, `LOGGIA_CARTS` for more (`make carts`: 1,000,000).

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;

use loggia_commerce::{
    AutomaticDiscount, CURRENCIES, Cart, CartEntry, Cents, Coupon, CouponLimits, CouponUses, CurrencyCode,
    Discount, DiscountLimits, Effect, Funds, GiftCardBalance, Goods, Percent, ProductType, ShippingLocation,
    ShippingOption, Step, TaxRule, Terms,
};

fn rounds() -> u64 {
    std::env::var("LOGGIA_CARTS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000)
}

/// Numbers that look like chance and are the same at each run (xorshift64*).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 11) % end
    }

    fn often(&mut self, of_ten: u64) -> bool {
        self.below(10) < of_ten
    }

    fn number(&mut self, from: u32, to: u32) -> u32 {
        from + u32::try_from(self.below(u64::from(to - from) + 1)).unwrap()
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[usize::try_from(self.below(all.len() as u64)).unwrap()]
    }
}

fn cents(amount: i64) -> Cents {
    Cents::new(amount).unwrap()
}

fn percent(chance: &mut Chance) -> Percent {
    let parts = 1 + chance.below(1_000_000);
    Percent::parse(&format!("{}.{:04}", parts / 10_000, parts % 10_000)).unwrap()
}

/// An amount in whole coins of a currency.
fn amount(chance: &mut Chance, coin: i64, most: u64) -> Cents {
    cents(i64::try_from(chance.below(most)).unwrap() * coin)
}

fn entries(chance: &mut Chance, coin: i64) -> Vec<CartEntry> {
    let count = chance.below(6);
    (0..count)
        .map(|index| {
            let most = *chance.of(&[3, 100, 5_000, 100_000]);
            let mut entry = CartEntry {
                id: index.to_string().into(),
                item_id: format!("item-{}", chance.below(4)).as_str().into(),
                quantity: chance.number(1, 7),
                product_type: *chance.of(&[
                    ProductType::Physical,
                    ProductType::Physical,
                    ProductType::Digital,
                    ProductType::GiftCard,
                ]),
                purchase_price_cents: amount(chance, coin, most),
                collection_id: format!("collection-{}", chance.below(3)),
                ..CartEntry::default()
            };
            // No two lines are of one variant: the cart joins those.
            entry.chosen_variant.sku = format!("sku-{index}").as_str().into();
            entry
        })
        .collect()
}

fn goods(chance: &mut Chance) -> Goods {
    let mut goods = Goods::default();
    if chance.often(4) {
        goods.products =
            (0..chance.below(3)).map(|_| format!("item-{}", chance.below(4)).as_str().into()).collect();
    }
    if chance.often(3) {
        goods.collections = vec![format!("collection-{}", chance.below(3))];
    }
    goods
}

fn effect(chance: &mut Chance, coin: i64) -> Effect {
    match chance.below(5) {
        0 => Effect::BuyGet {
            buy: chance.number(1, 4),
            get: chance.number(1, 3),
            percent: if chance.often(6) { Percent::ALL } else { percent(chance) },
            of: chance.often(3).then(|| goods(chance)),
            times: chance.often(3).then(|| chance.number(1, 3)),
            per_product: chance.often(4),
        },
        1 => {
            let mut from = 0;
            let steps = (0..=chance.below(3))
                .map(|_| {
                    from += chance.number(1, 5);
                    Step { from, percent: percent(chance) }
                })
                .collect();
            Effect::Steps { steps, per_product: chance.often(4) }
        }
        2 => Effect::Percent { value: percent(chance) },
        3 => Effect::Amount { value: amount(chance, coin, 20_000) },
        _ => Effect::FreeDelivery { options: Vec::new(), countries: Vec::new() },
    }
}

fn discount(chance: &mut Chance, index: u64, coin: i64, with_priority: bool) -> AutomaticDiscount {
    AutomaticDiscount {
        id: format!("discount-{index}"),
        name: format!("Discount {index}"),
        effect: effect(chance, coin),
        goods: goods(chance),
        limits: DiscountLimits {
            minimum_cents: if chance.often(2) { amount(chance, coin, 5_000) } else { Cents::ZERO },
            starts_on: chance.often(1).then(|| i64::try_from(chance.below(100)).unwrap()),
            ends_on: chance.often(1).then(|| i64::try_from(chance.below(100)).unwrap()),
            uses_in_all: chance.often(1).then(|| chance.number(0, 2)),
            uses_per_customer: chance.often(1).then(|| chance.number(0, 2)),
            groups: Vec::new(),
            combinable: chance.often(5),
            priority: if with_priority { i32::try_from(chance.number(0, 2)).unwrap() - 1 } else { 0 },
        },
    }
}

fn coupon(chance: &mut Chance, index: u64, coin: i64) -> Coupon {
    let discount = if chance.often(5) {
        Discount::Percent { value: percent(chance) }
    } else {
        Discount::Amount { value: amount(chance, coin, 20_000) }
    };
    let Goods { products, collections } = goods(chance);
    let limits =
        CouponLimits { combinable: chance.often(5), products, collections, ..CouponLimits::default() };
    Coupon { code: format!("CODE{index}"), discount, limits }
}

/// Everything that a cart is settled by.
struct Shop {
    discounts: Vec<AutomaticDiscount>,
    coupons: Vec<Coupon>,
    cards: Vec<GiftCardBalance>,
    uses: Vec<CouponUses>,
    taxes: Vec<TaxRule>,
    options: Vec<ShippingOption>,
    now: i64,
}

impl Shop {
    fn terms(&self) -> Terms<'_> {
        Terms {
            tax_rules: &self.taxes,
            shipping_options: &self.options,
            discounts: &self.discounts,
            discount_uses: &self.uses,
            coupons: &self.coupons,
            gift_cards: &self.cards,
            now: self.now,
            ..Terms::default()
        }
    }

    fn settle(&self, cart: &Cart) -> Cart {
        let mut cart = cart.clone();
        cart.settle(&self.terms()).unwrap();
        if cart.select_shipping_option("post").is_ok() {
            cart.settle(&self.terms()).unwrap();
        }
        cart
    }
}

fn off(cart: &Cart) -> i64 {
    cart.discount_cents.get() - cart.gift_card_cents.get()
}

fn by_name(cart: &Cart) -> BTreeMap<String, i64> {
    let codes = cart.valid_coupons.iter().filter(|code| !code.is_gift_card);
    let codes = codes.map(|code| (code.code.clone(), code.discount_cents.get()));
    let discounts = cart.discounts.iter().map(|one| (one.id.clone(), one.amount_cents.get()));
    discounts.chain(codes).collect()
}

/// What must hold of every settled cart.
fn check(cart: &Cart, shop: &Shop, coin: i64, round: u64) {
    let goods: i64 =
        cart.discounts.iter().filter(|one| !one.of_delivery).map(|one| one.amount_cents.get()).sum();
    let codes: i64 = cart
        .valid_coupons
        .iter()
        .filter(|code| !code.is_gift_card)
        .map(|code| code.discount_cents.get())
        .sum();
    assert_eq!(goods + codes, off(cart), "round {round}: what is named is what is taken off: {cart:?}");
    let shares: i64 =
        cart.entries.iter().map(|entry| entry.discount_cents.get() - entry.gift_card_cents.get()).sum();
    assert_eq!(shares, off(cart), "round {round}: the lines bear it: {cart:?}");
    for entry in &cart.entries {
        let share = entry.discount_cents.get();
        assert!((0..=entry.sub_total.get()).contains(&share), "round {round}: {entry:?}");
        assert!(!entry.is_gift_card() || share == 0, "round {round}: {entry:?}");
    }
    assert!(
        cart.discounts.iter().all(|one| one.amount_cents > Cents::ZERO),
        "round {round}: {:?}",
        cart.discounts
    );
    assert_eq!(goods % coin, 0, "round {round}: whole coins: {cart:?}");
    let total = cart.subtotal_cents.get() - cart.discount_cents.get()
        + cart.shipping_cost_cents.get()
        + cart.tax_cents.get();
    assert_eq!(cart.grand_total_cents.get(), total, "round {round}: {cart:?}");
    assert!(total >= 0, "round {round}: {cart:?}");
    let issued: i64 =
        cart.entries.iter().filter(|entry| entry.is_gift_card()).map(|entry| entry.sub_total.get()).sum();
    assert!(total >= issued, "round {round}: gift cards are paid in full: {cart:?}");
    let freed: i64 =
        cart.discounts.iter().filter(|one| one.of_delivery).map(|one| one.amount_cents.get()).sum();
    assert!(freed == 0 || cart.shipping_cost_cents == Cents::ZERO, "round {round}: {cart:?}");

    // What counts may count, and goes together.
    let counted: Vec<&AutomaticDiscount> = cart
        .discounts
        .iter()
        .filter_map(|one| shop.discounts.iter().find(|found| found.id == one.id))
        .collect();
    assert_eq!(counted.len(), cart.discounts.len());
    let takes = |discount: &AutomaticDiscount, entry: &CartEntry| {
        let goods = match &discount.effect {
            Effect::BuyGet { of: Some(of), .. } => of,
            _ => &discount.goods,
        };
        !entry.is_gift_card() && goods.have(&entry.item_id, &entry.collection_id)
    };
    for discount in &counted {
        let limits = &discount.limits;
        let uses = shop.uses.iter().find(|uses| uses.code == discount.id);
        let (in_all, by_customer) = uses.map_or((0, 0), |uses| (uses.in_all, uses.by_customer));
        assert!(limits.uses_in_all.is_none_or(|most| in_all < u64::from(most)), "round {round}");
        assert!(limits.uses_per_customer.is_none_or(|most| by_customer < u64::from(most)), "round {round}");
        assert!(limits.starts_on.is_none_or(|start| start <= shop.now), "round {round}");
        assert!(limits.ends_on.is_none_or(|end| shop.now < end), "round {round}");
        for other in counted.iter().filter(|other| other.id != discount.id) {
            let meet = cart.entries.iter().any(|entry| takes(discount, entry) && takes(other, entry));
            let of_delivery = discount.effect.is_of_delivery() || other.effect.is_of_delivery();
            assert!(
                of_delivery || !meet || (limits.combinable && other.limits.combinable),
                "round {round}: {cart:?}"
            );
        }
    }

    // A refund never returns more than was paid.
    let funds = Funds {
        money_cents: total,
        by_cards_cents: cart.gift_card_cents.get(),
        spent_cents: 0,
        unspent_cents: issued,
    };
    let back = funds.give_back(None, true).unwrap();
    assert!(back.money_cents <= total && back.to_cards_cents <= cart.gift_card_cents.get(), "round {round}");
    assert!(funds.give_back(Some(total + cart.gift_card_cents.get() + 1), true).is_err(), "round {round}");
}

#[test]
fn s_676_no_discount_makes_money() {
    let mut chance = Chance(0x0670_61A5_EED0_0001);
    let (mut reduced, mut several, mut beside_codes, mut freed) = (0_u64, 0_u64, 0_u64, 0_u64);
    for round in 0..rounds() {
        let currency = CurrencyCode::parse(chance.of(&CURRENCIES).code).unwrap();
        let coin = currency.smallest_coin();
        let with_priority = chance.often(3);
        let discounts: Vec<AutomaticDiscount> =
            (0..chance.below(7)).map(|index| discount(&mut chance, index, coin, with_priority)).collect();
        let uses = discounts
            .iter()
            .map(|one| CouponUses {
                code: one.id.clone(),
                in_all: chance.below(3),
                by_customer: chance.below(2),
            })
            .collect();
        let shop = Shop {
            uses,
            discounts,
            coupons: (0..chance.below(3)).map(|index| coupon(&mut chance, index, coin)).collect(),
            cards: (0..chance.below(2))
                .map(|index| GiftCardBalance {
                    code: format!("CARD{index}"),
                    id: format!("card-{index}"),
                    balance: amount(&mut chance, coin, 10_000),
                    currency,
                    ..GiftCardBalance::default()
                })
                .collect(),
            taxes: vec![TaxRule {
                country: "US".into(),
                rate: Percent::parse("8.25").unwrap(),
                included: chance.often(5),
                shipping: chance.often(5),
                ..TaxRule::default()
            }],
            options: vec![ShippingOption {
                id: "post".into(),
                name: "Post".into(),
                cost_cents: cents(5 * coin),
                ..ShippingOption::default()
            }],
            now: i64::try_from(chance.below(100)).unwrap(),
        };
        let mut cart = Cart { entries: entries(&mut chance, coin), ..Cart::new("c", "w", currency, 0) };
        cart.shipping_location = Some(ShippingLocation { country: "US".into(), ..Default::default() });
        for code in shop.coupons.iter().map(|one| &one.code).chain(shop.cards.iter().map(|one| &one.code)) {
            if chance.often(8) {
                cart.apply_coupon(code);
            }
        }
        let settled = shop.settle(&cart);
        check(&settled, &shop, coin, round);
        assert_eq!(shop.settle(&settled), settled, "round {round}: what is settled stays so");

        // The order of lines changes nothing that is taken off.
        let mut turned = cart.clone();
        turned.entries.reverse();
        if turned.entries.len() > 2 {
            turned.entries.swap(0, 1);
        }
        let turned = shop.settle(&turned);
        assert_eq!(by_name(&turned), by_name(&settled), "round {round}: {cart:?}");
        let total = |cart: &Cart| cart.subtotal_cents.get() - off(cart);
        assert_eq!(total(&turned), total(&settled), "round {round}");
        if settled.gift_card_cents == Cents::ZERO {
            for entry in &settled.entries {
                let other = turned.entry(entry.id.as_str()).unwrap();
                assert_eq!(entry.discount_cents, other.discount_cents, "round {round}: {cart:?}");
            }
        }

        // Best for the shopper: as good as each of them alone.
        if !with_priority && chance.often(3) {
            for index in 0..shop.discounts.len() {
                let alone = Shop {
                    discounts: vec![shop.discounts[index].clone()],
                    coupons: Vec::new(),
                    cards: Vec::new(),
                    uses: shop.uses.clone(),
                    taxes: Vec::new(),
                    options: Vec::new(),
                    now: shop.now,
                };
                let mut without_codes = cart.clone();
                without_codes.coupons.clear();
                let alone = alone.settle(&without_codes);
                assert!(
                    off(&settled) >= off(&alone),
                    "round {round}: {} alone is better: {settled:?}",
                    alone.discounts[0].id
                );
            }
            let without = Shop { discounts: Vec::new(), ..shop };
            assert!(off(&settled) >= off(&without.settle(&cart)), "round {round}: codes alone are better");
        }
        let of_goods = settled.discounts.iter().filter(|one| !one.of_delivery).count();
        reduced += u64::from(of_goods > 0);
        several += u64::from(of_goods > 1);
        beside_codes +=
            u64::from(of_goods > 0 && settled.valid_coupons.iter().any(|code| !code.is_gift_card));
        freed += u64::from(settled.discounts.len() > of_goods);
    }
    println!(
        "{} carts: {reduced} reduced, {several} by several, {beside_codes} beside codes, {freed} with free delivery",
        rounds()
    );
    // The generator tries what it is there for.
    assert!(
        reduced > rounds() / 3
            && several > rounds() / 20
            && beside_codes > rounds() / 20
            && freed > rounds() / 50
    );
}

/// What one discount comes to, worked out piece by piece, in exact hundred-thousandths of a percent; before it is rounded to
/// coins, as (numerator, 10^6).
fn by_pieces(discount: &AutomaticDiscount, cart: &Cart) -> i128 {
    let parts = |percent: &Percent| {
        let text = percent.to_string();
        let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
        format!("{whole}{rest:0<4}").parse::<i128>().unwrap()
    };
    let pieces = |goods: &Goods| -> Vec<(String, i128)> {
        let mut pieces = Vec::new();
        for entry in cart.entries.iter().filter(|entry| !entry.is_gift_card()) {
            if goods.have(&entry.item_id, &entry.collection_id) {
                for _ in 0..entry.quantity {
                    pieces.push((entry.item_id.to_string(), i128::from(entry.purchase_price_cents.get())));
                }
            }
        }
        pieces
    };
    let groups = |per_product: bool| -> Vec<Vec<i128>> {
        let mut groups: BTreeMap<String, Vec<i128>> = BTreeMap::new();
        for (item, price) in pieces(&discount.goods) {
            groups.entry(if per_product { item } else { String::new() }).or_default().push(price);
        }
        groups.into_values().collect()
    };
    let cheapest = |mut prices: Vec<i128>, count: usize| -> i128 {
        prices.sort_unstable();
        prices.into_iter().take(count).sum()
    };
    match &discount.effect {
        Effect::Percent { value } => {
            pieces(&discount.goods).iter().map(|(_, price)| price * parts(value)).sum()
        }
        Effect::Amount { value } => {
            let all: i128 = pieces(&discount.goods).iter().map(|(_, price)| price).sum();
            all.min(i128::from(value.get())) * 1_000_000
        }
        Effect::Steps { steps, per_product } => groups(*per_product)
            .into_iter()
            .map(|prices| {
                let reached = steps.iter().rfind(|step| step.from as usize <= prices.len());
                reached.map_or(0, |step| prices.iter().sum::<i128>() * parts(&step.percent))
            })
            .sum(),
        Effect::BuyGet { buy, get, percent, of: None, times, per_product } => groups(*per_product)
            .into_iter()
            .map(|prices| {
                let fits = prices.len() / (*buy + *get) as usize;
                let times = times.map_or(fits, |most| fits.min(most as usize));
                cheapest(prices, times * *get as usize) * parts(percent)
            })
            .sum(),
        Effect::BuyGet { buy, get, percent, of: Some(of), times, .. } => {
            let is_got = |item: &str| {
                let entry = cart.entries.iter().find(|entry| entry.item_id == *item).unwrap();
                of.have(&entry.item_id, &entry.collection_id)
            };
            let bought = pieces(&discount.goods).into_iter().filter(|(item, _)| !is_got(item)).count();
            let fits = bought / *buy as usize;
            let times = times.map_or(fits, |most| fits.min(most as usize));
            let got = pieces(of).into_iter().map(|(_, price)| price).collect();
            cheapest(got, times * *get as usize) * parts(percent)
        }
        Effect::FreeDelivery { .. } => 0,
    }
}

/// S-676: one discount alone is what counting every piece by itself comes to, but for coins of rounding.
#[test]
fn s_676_a_discount_is_what_counting_pieces_comes_to() {
    let mut chance = Chance(0x0676_61A5_EED0_0002);
    let mut compared = 0_u64;
    for round in 0..rounds() {
        let currency = CurrencyCode::parse(chance.of(&CURRENCIES).code).unwrap();
        let coin = currency.smallest_coin();
        let mut one = discount(&mut chance, 0, coin, false);
        one.limits = DiscountLimits::default();
        let mut cart = Cart { entries: entries(&mut chance, coin), ..Cart::new("c", "w", currency, 0) };
        // Here an item is of one collection.
        for entry in &mut cart.entries {
            entry.collection_id = format!("collection-{}", entry.item_id.as_str().len() % 3);
        }
        let discounts = [one];
        cart.settle(&Terms { discounts: &discounts, ..Terms::default() }).unwrap();
        let exact = by_pieces(&discounts[0], &cart);
        let found = i128::from(cart.discount_cents.get()) * 1_000_000;
        // Each line, or each product, is rounded once, by half a coin at most.
        let roundings = i128::try_from(cart.entries.len()).unwrap();
        let rounded = roundings * i128::from(coin) * 1_000_000 / 2;
        assert!((exact - found).abs() <= rounded, "round {round}: {exact} {found} {discounts:?} {cart:?}");
        compared += u64::from(found > 0);
    }
    println!("{} carts, {compared} with something taken off", rounds());
    assert!(compared > rounds() / 4);
}
