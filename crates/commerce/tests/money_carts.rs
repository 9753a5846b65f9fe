//! S-003: no cart and no sequence of refunds makes money. A generator of our own, so that each run tries the same carts:
//! 20,000 by default, `LOGGIA_CARTS` for more (`make carts`: 1,000,000).

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use loggia_commerce::{
    Cart, CartEntry, Cents, Coupon, CouponLimits, CouponUses, CurrencyCode, Discount, Funds, GiftCardBalance,
    Percent, ProductType, ShippingLocation, ShippingOption, TaxRule, Terms,
};
use std::collections::BTreeSet;

/// How many carts are tried.
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

    /// From 0 to below `end`.
    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 11) % end
    }

    fn often(&mut self, of_ten: u64) -> bool {
        self.below(10) < of_ten
    }

    fn cents(&mut self, end: u64) -> Cents {
        Cents::new(i64::try_from(self.below(end)).unwrap()).unwrap()
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[usize::try_from(self.below(all.len() as u64)).unwrap()]
    }
}

fn entry(chance: &mut Chance, index: u64) -> CartEntry {
    let product_type = *chance.of(&[
        ProductType::Physical,
        ProductType::Digital,
        ProductType::Service,
        ProductType::GiftCard,
        ProductType::GiftCard,
    ]);
    let largest = *chance.of(&[2, 100, 5_000, 1_000_000]);
    CartEntry {
        id: index.to_string().into(),
        item_id: format!("item-{}", chance.below(4)).as_str().into(),
        quantity: u32::try_from(1 + chance.below(5)).unwrap(),
        product_type,
        purchase_price_cents: chance.cents(largest),
        collection_id: format!("collection-{}", chance.below(3)),
        ..CartEntry::default()
    }
}

fn coupon(chance: &mut Chance, index: u64) -> Coupon {
    let discount = if chance.often(5) {
        let parts = chance.below(1_000_001);
        Discount::Percent {
            value: Percent::parse(&format!("{}.{:04}", parts / 10_000, parts % 10_000)).unwrap(),
        }
    } else {
        Discount::Amount { value: chance.cents(20_000) }
    };
    let mut limits = CouponLimits { combinable: chance.often(5), ..CouponLimits::default() };
    if chance.often(3) {
        limits.minimum_cents = chance.cents(5_000);
    }
    if chance.often(2) {
        limits.products = vec![format!("item-{}", chance.below(4)).as_str().into()];
    }
    if chance.often(2) {
        limits.collections = vec![format!("collection-{}", chance.below(3))];
    }
    limits.starts_on = chance.often(1).then(|| i64::try_from(chance.below(100)).unwrap());
    limits.expires_on = chance.often(1).then(|| i64::try_from(chance.below(100)).unwrap());
    limits.uses_in_all = chance.often(2).then(|| u32::try_from(chance.below(3)).unwrap());
    limits.uses_per_customer = chance.often(2).then(|| u32::try_from(chance.below(3)).unwrap());
    limits.first_order_only = chance.often(1);
    Coupon { code: format!("CODE{index}"), discount, limits }
}

fn card(chance: &mut Chance, index: u64) -> GiftCardBalance {
    GiftCardBalance {
        code: format!("CARD{index}"),
        // Two codes may name one card.
        id: format!("card-{}", chance.below(7)),
        balance: chance.cents(10_000),
        currency: CurrencyCode::parse(if chance.often(1) { "EUR" } else { "USD" }).unwrap(),
        test_mode: chance.often(1),
        is_blocked: chance.often(1),
    }
}

fn number(cents: Cents) -> i128 {
    i128::from(cents.get())
}

fn sum<'a>(all: impl IntoIterator<Item = &'a Cents>) -> i128 {
    all.into_iter().copied().map(number).sum()
}

/// What must hold of a settled cart.
fn check(cart: &Cart, terms: &Terms<'_>, round: u64) {
    let cards: Vec<&CartEntry> =
        cart.entries.iter().filter(|entry| entry.product_type == ProductType::GiftCard).collect();
    let issued: i128 =
        cards.iter().map(|entry| i128::from(entry.quantity) * number(entry.purchase_price_cents)).sum();
    assert!(issued <= number(cart.grand_total_cents), "round {round}: {issued} issued for {cart:?}");
    assert!(cards.iter().all(|entry| entry.discount_cents == Cents::ZERO), "round {round}: {cart:?}");
    let parts = [cart.subtotal_cents, cart.discount_cents, cart.shipping_cost_cents, cart.tax_cents];
    assert!(parts.iter().chain([&cart.grand_total_cents]).all(|part| *part >= Cents::ZERO), "round {round}");
    let shares = cart.entries.iter().map(|entry| &entry.discount_cents);
    let rest = number(cart.gift_card_rest_cents);
    assert_eq!(sum(shares) + rest, number(cart.discount_cents), "round {round}: {cart:?}");
    assert!((0..=number(cart.shipping_cost_cents) + number(cart.tax_cents)).contains(&rest), "round {round}");
    let by_cards =
        cart.valid_coupons.iter().filter(|code| code.is_gift_card).map(|code| &code.discount_cents);
    assert_eq!(sum(by_cards), number(cart.gift_card_cents), "round {round}: {cart:?}");
    for entry in &cart.entries {
        assert!(entry.discount_cents >= Cents::ZERO && entry.discount_cents <= entry.sub_total, "{round}");
    }
    let taken = cart.valid_coupons.iter().map(|code| &code.discount_cents);
    assert_eq!(sum(taken), number(cart.discount_cents), "round {round}: {cart:?}");

    // A coupon counts alone or with others that say so, within its limits.
    let found = |code: &str| terms.coupons.iter().find(|coupon| coupon.has_code(code));
    let counted: Vec<&Coupon> = cart
        .valid_coupons
        .iter()
        .filter(|code| !code.is_gift_card)
        .filter_map(|code| found(&code.code))
        .collect();
    assert!(counted.len() <= 1 || counted.iter().all(|coupon| coupon.limits.combinable), "round {round}");
    for coupon in counted {
        let uses = terms.uses.iter().find(|uses| coupon.has_code(&uses.code));
        let (in_all, by_customer) = uses.map_or((0, 0), |uses| (uses.in_all, uses.by_customer));
        let limits = &coupon.limits;
        assert!(limits.uses_in_all.is_none_or(|most| in_all < u64::from(most)), "round {round}");
        assert!(limits.uses_per_customer.is_none_or(|most| by_customer < u64::from(most)), "round {round}");
        assert!(limits.starts_on.is_none_or(|start| start <= terms.now), "round {round}");
        assert!(limits.expires_on.is_none_or(|end| terms.now < end), "round {round}");
        assert!(!(limits.first_order_only && terms.has_ordered), "round {round}");
    }
    // A gift card pays what is on it, once.
    let mut seen = BTreeSet::new();
    for code in cart.valid_coupons.iter().filter(|code| code.is_gift_card) {
        let card = terms.gift_cards.iter().find(|card| card.code == code.code).unwrap();
        assert!(seen.insert(&card.id) && code.discount_cents <= card.balance, "round {round}: {cart:?}");
        assert!(card.currency == cart.currency && card.test_mode == terms.test_mode && !card.is_blocked);
    }
    assert!(seen.len() <= 5, "round {round}");
}

#[test]
fn s_003_no_cart_makes_money() {
    let mut chance = Chance(0x1060_61A5_EED0_0001);
    let us_tax =
        TaxRule { country: "US".into(), rate: Percent::parse("8.25").unwrap(), ..TaxRule::default() };
    let post = ShippingOption {
        id: "post".into(),
        name: "Post".into(),
        cost_cents: Cents::new(500).unwrap(),
        ..ShippingOption::default()
    };
    let (tax_rules, shipping_options) = ([us_tax], [post]);
    let (mut with_cards, mut discounted) = (0_u64, 0_u64);
    for round in 0..rounds() {
        let entries: Vec<CartEntry> = (0..chance.below(6)).map(|index| entry(&mut chance, index)).collect();
        let coupons: Vec<Coupon> = (0..chance.below(5)).map(|index| coupon(&mut chance, index)).collect();
        let gift_cards: Vec<GiftCardBalance> =
            (0..chance.below(9)).map(|index| card(&mut chance, index)).collect();
        let uses: Vec<CouponUses> = coupons
            .iter()
            .map(|coupon| CouponUses {
                code: coupon.code.clone(),
                in_all: chance.below(4),
                by_customer: chance.below(3),
            })
            .collect();
        let terms = Terms {
            currency: None,
            tax_rules: &tax_rules,
            shipping_options: &shipping_options,
            coupons: &coupons,
            gift_cards: &gift_cards,
            uses: &uses,
            has_ordered: chance.often(5),
            test_mode: chance.often(1),
            now: i64::try_from(chance.below(100)).unwrap(),
            ..Terms::default()
        };
        let mut cart = Cart { entries, ..Cart::new("c", "w", CurrencyCode::default(), 0) };
        if chance.often(7) {
            cart.shipping_location = Some(ShippingLocation { country: "US".into(), ..Default::default() });
        }
        let codes: Vec<&str> = coupons
            .iter()
            .map(|coupon| &*coupon.code)
            .chain(gift_cards.iter().map(|card| &*card.code))
            .collect();
        for code in codes {
            if chance.often(8) {
                let spelled =
                    if chance.often(3) { format!(" {} ", code.to_lowercase()) } else { code.to_owned() };
                // The same code in another spelling is the same code.
                cart.apply_coupon(code);
                cart.apply_coupon(&spelled);
            }
        }
        cart.settle(&terms).unwrap();
        check(&cart, &terms, round);
        if cart.select_shipping_option("post").is_ok() {
            cart.settle(&terms).unwrap();
            check(&cart, &terms, round);
        }
        with_cards += u64::from(cart.entries.iter().any(CartEntry::is_gift_card));
        discounted += u64::from(cart.discount_cents > Cents::ZERO);
    }
    println!("{} carts, {with_cards} with gift cards, {discounted} with something taken off", rounds());
    // The generator tries what it is there for.
    assert!(with_cards > rounds() / 3 && discounted > rounds() / 5);
}

/// One order and what became of it, counted by the test itself.
struct Shop {
    goods: i64,
    issued: i64,
    money: i64,
    by_cards: i64,
    spent: i64,
    unspent: i64,
    given_in_money: i64,
    given_to_cards: i64,
    taken_back: i64,
}

impl Shop {
    fn funds(&self) -> Funds {
        Funds {
            money_cents: self.money - self.given_in_money,
            by_cards_cents: self.by_cards - self.given_to_cards,
            spent_cents: self.spent,
            unspent_cents: self.unspent,
        }
    }
}

#[test]
fn s_003_no_sequence_of_refunds_makes_money() {
    let mut chance = Chance(0x1060_61A5_EED0_0002);
    let some = |chance: &mut Chance, most: i64| {
        i64::try_from(chance.below(u64::try_from(most + 1).unwrap())).unwrap()
    };
    let (mut given, mut refused) = (0_u64, 0_u64);
    for round in 0..rounds() {
        let (goods, issued) = (some(&mut chance, 5_000), some(&mut chance, 5_000));
        let by_cards = some(&mut chance, goods);
        let mut shop = Shop {
            goods,
            issued,
            money: goods - by_cards + issued,
            by_cards,
            spent: 0,
            unspent: issued,
            given_in_money: 0,
            given_to_cards: 0,
            taken_back: 0,
        };
        for _ in 0..6 {
            if chance.often(4) {
                let spent = some(&mut chance, shop.unspent);
                (shop.spent, shop.unspent) = (shop.spent + spent, shop.unspent - spent);
                continue;
            }
            let amount = if chance.often(2) { None } else { Some(some(&mut chance, 6_000)) };
            let Ok(giving) = shop.funds().give_back(amount, false) else {
                refused += 1;
                continue;
            };
            given += 1;
            assert_eq!(
                amount.unwrap_or(giving.money_cents + giving.to_cards_cents),
                giving.money_cents + giving.to_cards_cents
            );
            shop.given_in_money += giving.money_cents;
            shop.given_to_cards += giving.to_cards_cents;
            shop.taken_back += giving.void_cents;
            shop.unspent -= giving.void_cents;
            assert!(
                shop.unspent >= 0
                    && giving.money_cents >= 0
                    && giving.to_cards_cents >= 0
                    && giving.void_cents >= 0
            );
            // What came back beyond what was taken back is for goods, and at most what the goods were sold for.
            let for_goods = shop.given_in_money + shop.given_to_cards - shop.taken_back;
            assert!(for_goods <= shop.goods, "round {round}");
            assert!(
                shop.given_in_money <= shop.money && shop.given_to_cards <= shop.by_cards,
                "round {round}"
            );
            // Money in less money back covers what is still out on cards.
            assert!(shop.money - shop.given_in_money >= shop.issued - shop.taken_back, "round {round}");
        }
    }
    println!("{given} refunds, {refused} refused");
    assert!(given > rounds() && refused > rounds() / 2);
}
