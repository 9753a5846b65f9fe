//! The sample cart of the editor's preview: always the same, settled by the same rules as a real one.

use loggia_commerce::{Cart, CartEntry, Cents, CurrencyCode, ProductType, Terms};

/// A mug and a book.
pub(super) fn cart() -> Cart {
    let mut cart = Cart::new("mock", "mock", CurrencyCode::default(), 0);
    cart.entries = vec![
        entry("mock-1", "Sample mug", 1_850, 2, ProductType::Physical),
        entry("mock-2", "Sample book", 1_200, 1, ProductType::Digital),
    ];
    // Two small amounts cannot be too large.
    let _ = cart.settle(&Terms::default());
    cart
}

fn entry(id: &str, title: &str, cents: u32, quantity: u32, product_type: ProductType) -> CartEntry {
    let mut entry = CartEntry {
        id: id.into(),
        item_id: id.into(),
        title: title.into(),
        quantity,
        purchase_price_cents: Cents::from(cents),
        product_type,
        ..CartEntry::default()
    };
    entry.chosen_variant.sku = id.into();
    entry
}
