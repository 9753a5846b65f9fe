//! What is read of a cart.

/// One statement for a whole cart: itself, its entries, their stock, and the catalogue's version.
macro_rules! cart_where {
    ($condition:literal) => {
        cart_where!("", $condition)
    };
    ($more:literal, $condition:literal) => {
        concat!(
            "SELECT cart.id, cart.kind, cart.site_user_id, cart.coupons, cart.shipping_location, cart.shipping_option_id, \
             cart.vat_id, cart.vat_id_confirmed, cart.agreed, \
             cart.order_id, cart.is_purchased, cart.created_at, cart.expires_at, cart.revision, \
             (SELECT version FROM catalog WHERE id = 1) AS catalog_version, \
             entry.id AS entry_id, entry.item_id, entry.sku, entry.quantity, entry.price_cents, entry.additional_fields, \
             stock.quantity AS in_stock, stock.unlimited",
            $more,
            " FROM cart LEFT JOIN cart_entry AS entry ON entry.cart_id = cart.id \
             LEFT JOIN stock ON stock.item_id = entry.item_id AND stock.sku = entry.sku WHERE ",
            $condition,
            " ORDER BY entry.id"
        )
    };
}
pub(super) use cart_where;
