//! The books, checked against each other: what was counted, sold, paid and promised must agree, and the record's chain hold.

use super::connection::{Connection, fetch, statements};
use super::record;
use crate::error::ApiError;

statements! {
    // Each gives one row of text for every disagreement, and none when all is well.
    STOCK_IS_ITS_LEDGER = "SELECT stock.item_id || ' ' || stock.sku || ': ' || CAST(stock.quantity AS TEXT) || ' in stock, ' \
        || CAST(COALESCE(SUM(stock_change.change), 0) AS TEXT) || ' by the ledger' \
        FROM stock LEFT JOIN stock_change ON stock_change.item_id = stock.item_id AND stock_change.sku = stock.sku \
        WHERE NOT stock.unlimited GROUP BY stock.item_id, stock.sku, stock.quantity HAVING stock.quantity <> COALESCE(SUM(stock_change.change), 0)";
    STOCK_LIES_SOMEWHERE = "SELECT stock.item_id || ' ' || stock.sku || ': ' || CAST(stock.quantity AS TEXT) || ' in stock, ' || CAST(stock.elsewhere AS TEXT) || ' elsewhere, ' \
        || CAST(COALESCE(SUM(stock_level.quantity), 0) AS TEXT) || ' by its locations' \
        FROM stock LEFT JOIN stock_level ON stock_level.item_id = stock.item_id AND stock_level.sku = stock.sku \
        GROUP BY stock.item_id, stock.sku, stock.quantity, stock.elsewhere \
        HAVING stock.elsewhere <> COALESCE(SUM(stock_level.quantity), 0) OR stock.elsewhere > stock.quantity OR COALESCE(MIN(stock_level.quantity), 0) < 0";
    LEVEL_IS_ITS_LEDGER = "SELECT location_id || ', ' || item_id || ' ' || sku || ': ' || CAST(SUM(pieces) AS TEXT) || ' more than by the ledger' FROM ( \
        SELECT location_id, item_id, sku, quantity AS pieces FROM stock_level \
        UNION ALL SELECT location_id, item_id, sku, -change AS pieces FROM stock_change WHERE location_id IS NOT NULL) AS both_books \
        GROUP BY location_id, item_id, sku HAVING SUM(pieces) <> 0";
    NOTHING_LIES_AT_AN_ARCHIVED_LOCATION = "SELECT location.name || ': archived, with ' || CAST(SUM(stock_level.quantity) AS TEXT) || ' pieces' \
        FROM location JOIN stock_level ON stock_level.location_id = location.id WHERE location.archived_at IS NOT NULL \
        GROUP BY location.id, location.name HAVING SUM(stock_level.quantity) <> 0";
    NOTHING_GOES_TO_AN_ARCHIVED_LOCATION = "SELECT stock_transfer.id || ': on its way to ' || location.name || ', which is archived' \
        FROM stock_transfer JOIN location ON location.id = stock_transfer.to_id WHERE stock_transfer.state = 'on-its-way' AND location.archived_at IS NOT NULL";
    // What was sent came, was lost, went back or is on its way; nothing is of one that ended.
    TRANSFER_IS_ITS_LINES = "SELECT stock_transfer.id || ': ' || stock_transfer.state || ', ' || CAST(SUM(l.quantity - l.received - l.lost - l.back) AS TEXT) || ' on the way' \
        FROM stock_transfer JOIN stock_transfer_line AS l ON l.transfer_id = stock_transfer.id GROUP BY stock_transfer.id, stock_transfer.state \
        HAVING (stock_transfer.state = 'on-its-way') <> (SUM(l.quantity - l.received - l.lost - l.back) > 0) OR MIN(l.quantity - l.received - l.lost - l.back) < 0";
    TRANSFER_IS_ITS_LEDGER = "SELECT l.transfer_id || ', ' || l.item_id || ' ' || l.sku || ': not what the ledger says' \
        FROM stock_transfer_line AS l JOIN stock_transfer AS t ON t.id = l.transfer_id LEFT JOIN stock_change AS c ON c.transfer_id = l.transfer_id AND c.item_id = l.item_id AND c.sku = l.sku \
        GROUP BY l.transfer_id, l.item_id, l.sku, l.quantity, l.received, l.lost, l.back, t.from_id \
        HAVING COALESCE(SUM(CASE c.reason WHEN 'transfer-sent' THEN -c.change ELSE 0 END), 0) <> CASE WHEN t.from_id IS NULL THEN 0 ELSE l.quantity END \
        OR COALESCE(SUM(CASE c.reason WHEN 'transfer-received' THEN c.change ELSE 0 END), 0) <> l.received + l.lost \
        OR COALESCE(SUM(CASE c.reason WHEN 'transfer-lost' THEN -c.change ELSE 0 END), 0) <> l.lost \
        OR COALESCE(SUM(CASE c.reason WHEN 'transfer-back' THEN c.change ELSE 0 END), 0) <> CASE WHEN t.from_id IS NULL THEN 0 ELSE l.back END";
    BALANCE_IS_ITS_LEDGER = "SELECT gift_card.id || ': balance ' || CAST(gift_card.balance_cents AS TEXT) || ', ' \
        || CAST(COALESCE(SUM(gift_card_change.change_cents), 0) AS TEXT) || ' by the ledger' \
        FROM gift_card LEFT JOIN gift_card_change ON gift_card_change.gift_card_id = gift_card.id \
        GROUP BY gift_card.id, gift_card.balance_cents HAVING gift_card.balance_cents <> COALESCE(SUM(gift_card_change.change_cents), 0)";
    TOTAL_IS_ITS_LINES = "SELECT shop_order.id || ': subtotal ' || CAST(shop_order.subtotal_cents AS TEXT) || ', ' \
        || CAST(COALESCE(SUM(order_line.quantity * order_line.unit_price_cents), 0) AS TEXT) || ' by its lines' \
        FROM shop_order LEFT JOIN order_line ON order_line.order_id = shop_order.id GROUP BY shop_order.id, shop_order.subtotal_cents \
        HAVING shop_order.subtotal_cents <> COALESCE(SUM(order_line.quantity * order_line.unit_price_cents), 0)";
    ORDER_HAS_ITS_PAYMENT = "SELECT shop_order.id || ': ' || shop_order.status || ', payment ' || COALESCE(payment.status, 'missing') \
        FROM shop_order LEFT JOIN payment ON payment.order_id = shop_order.id \
        WHERE NOT (payment.amount_cents = shop_order.grand_total_cents AND payment.status = \
        CASE shop_order.status WHEN 'paid' THEN 'paid' WHEN 'pending' THEN 'started' ELSE 'declined' END) OR payment.status IS NULL";
    ORDER_HAS_ITS_CART = "SELECT shop_order.id || ': its cart is not marked as bought' FROM shop_order JOIN cart ON cart.id = shop_order.cart_id \
        WHERE shop_order.status = 'paid' AND NOT (cart.is_purchased AND cart.order_id = shop_order.id)";
    CART_HAS_ITS_ORDER = "SELECT cart.id || ': bought without a paid order' FROM cart LEFT JOIN shop_order ON shop_order.id = cart.order_id \
        WHERE cart.is_purchased AND COALESCE(shop_order.status, '') <> 'paid' AND shop_order.manual_payment IS NULL";
    // A living order took what its lines say; a cancelled one gave everything back. Lines of unlimited variants take nothing.
    ORDER_TOOK_ITS_STOCK = "SELECT shop_order.id || ': ' || shop_order.status || ', took ' || CAST(COALESCE(taken.pieces, 0) AS TEXT) || ' of ' || CAST(COALESCE(wanted.pieces, 0) AS TEXT) \
        FROM shop_order LEFT JOIN (SELECT order_id, -SUM(change) AS pieces FROM stock_change WHERE reason IN ('order', 'cancelled') GROUP BY order_id) AS taken ON taken.order_id = shop_order.id \
        LEFT JOIN (SELECT order_line.order_id, SUM(order_line.quantity) AS pieces FROM order_line JOIN stock ON stock.item_id = order_line.item_id \
        AND stock.sku = order_line.sku AND NOT stock.unlimited GROUP BY order_line.order_id) AS wanted ON wanted.order_id = shop_order.id \
        WHERE COALESCE(taken.pieces, 0) <> CASE shop_order.status WHEN 'cancelled' THEN 0 ELSE COALESCE(wanted.pieces, 0) END";
    // What came back of a sold variant is what its lines say.
    ORDER_GAVE_ITS_RETURNS = "SELECT shop_order.id || ': ' || CAST(COALESCE(given.pieces, 0) AS TEXT) || ' came back, ' || CAST(COALESCE(listed.pieces, 0) AS TEXT) || ' by its lines' \
        FROM shop_order LEFT JOIN (SELECT order_id, SUM(change) AS pieces FROM stock_change WHERE reason = 'returned' GROUP BY order_id) AS given ON given.order_id = shop_order.id \
        LEFT JOIN (SELECT order_line.order_id, SUM(order_line.restocked) AS pieces FROM order_line JOIN stock ON stock.item_id = order_line.item_id \
        AND stock.sku = order_line.sku AND NOT stock.unlimited GROUP BY order_line.order_id) AS listed ON listed.order_id = shop_order.id \
        WHERE COALESCE(given.pieces, 0) <> COALESCE(listed.pieces, 0)";
    REFUNDED_IS_ITS_REFUNDS = "SELECT shop_order.id || ': refunded ' || CAST(shop_order.refunded_cents AS TEXT) || ', ' || CAST(COALESCE(SUM(refund.amount_cents), 0) AS TEXT) || ' by its refunds' \
        FROM shop_order LEFT JOIN refund ON refund.order_id = shop_order.id AND refund.status <> 'failed' GROUP BY shop_order.id, shop_order.refunded_cents \
        HAVING shop_order.refunded_cents <> COALESCE(SUM(refund.amount_cents), 0)";
    REFUNDED_LINE_WAS_SOLD = "SELECT refund_line.order_id || ': line ' || CAST(refund_line.position AS TEXT) || ' went back ' || CAST(SUM(refund_line.quantity) AS TEXT) || ' times' \
        FROM refund_line LEFT JOIN order_line ON order_line.order_id = refund_line.order_id AND order_line.position = refund_line.position WHERE refund_line.position >= 0 \
        GROUP BY refund_line.order_id, refund_line.position, order_line.quantity HAVING SUM(refund_line.quantity) > COALESCE(order_line.quantity, 0)";
    CYCLES_ARE_PAID = "SELECT subscription.id || ': ' || CAST(subscription.cycles_billed AS TEXT) || ' cycles, ' || CAST(1 + COUNT(shop_order.id) AS TEXT) || ' payments' \
        FROM subscription LEFT JOIN shop_order ON shop_order.subscription_id = subscription.id AND shop_order.status = 'paid' GROUP BY subscription.id, subscription.cycles_billed \
        HAVING subscription.cycles_billed <> 1 + COUNT(shop_order.id)";
    COUPON_COUNT_IS_ITS_ORDERS = "SELECT coupon_count.code_key || ': ' || CAST(coupon_count.uses AS TEXT) || ' uses, ' || CAST(COUNT(coupon_use.order_id) AS TEXT) || ' orders' \
        FROM coupon_count LEFT JOIN coupon_use ON coupon_use.code_key = coupon_count.code_key GROUP BY coupon_count.code_key, coupon_count.uses HAVING coupon_count.uses <> COUNT(coupon_use.order_id)";
    COUPON_USE_HAS_ITS_ORDER = "SELECT coupon_use.order_id || ': uses ' || coupon_use.code_key || ' and is ' || shop_order.status \
        FROM coupon_use JOIN shop_order ON shop_order.id = coupon_use.order_id WHERE shop_order.status = 'cancelled'";
    // What was taken off is what coupons took off and cards paid, and the lines bear it.
    DISCOUNT_IS_ITS_CODES = "SELECT shop_order.id || ': discount ' || CAST(shop_order.discount_cents AS TEXT) || ', ' || CAST(COALESCE(used.cents, 0) AS TEXT) || ' by coupons, ' || CAST(COALESCE(paid.cents, 0) AS TEXT) || ' by cards' \
        FROM shop_order LEFT JOIN (SELECT order_id, SUM(discount_cents) AS cents FROM coupon_use GROUP BY order_id) AS used ON used.order_id = shop_order.id \
        LEFT JOIN (SELECT order_id, -SUM(change_cents) AS cents FROM gift_card_change WHERE reason = 'spent' GROUP BY order_id) AS paid ON paid.order_id = shop_order.id \
        WHERE shop_order.status <> 'cancelled' AND shop_order.discount_cents <> COALESCE(used.cents, 0) + COALESCE(paid.cents, 0) + shop_order.relief_cents";
    DISCOUNT_IS_ITS_LINES = "SELECT shop_order.id || ': discount ' || CAST(shop_order.discount_cents AS TEXT) || ', ' || CAST(SUM(order_line.discount_cents) AS TEXT) || ' by its lines' \
        FROM shop_order JOIN order_line ON order_line.order_id = shop_order.id GROUP BY shop_order.id, shop_order.discount_cents, shop_order.gift_card_rest_cents, shop_order.relief_cents \
        HAVING COUNT(*) = COUNT(order_line.discount_cents) AND SUM(order_line.discount_cents) + shop_order.gift_card_rest_cents + shop_order.relief_cents <> shop_order.discount_cents";
    // Where no tax is charged, the total is the price less the tax that it holds.
    RELIEF_IS_TAKEN_OFF = "SELECT id || ': relief ' || CAST(relief_cents AS TEXT) || ', total ' || CAST(grand_total_cents AS TEXT) FROM shop_order \
        WHERE (reverse_charge OR relief_cents <> 0) AND (tax_cents <> 0 OR included_tax_cents <> 0 OR NOT reverse_charge OR shipping_relief_cents NOT BETWEEN 0 AND relief_cents \
        OR discount_cents < gift_card_cents + relief_cents)";
    CARDS_PAID_WHAT_IS_SAID = "SELECT shop_order.id || ': ' || CAST(shop_order.gift_card_cents AS TEXT) || ' by cards, ' || CAST(COALESCE(paid.cents, 0) AS TEXT) || ' by their ledgers' \
        FROM shop_order LEFT JOIN (SELECT order_id, -SUM(change_cents) AS cents FROM gift_card_change WHERE reason = 'spent' GROUP BY order_id) AS paid ON paid.order_id = shop_order.id \
        WHERE shop_order.gift_card_cents <> COALESCE(paid.cents, 0)";
    CARD_LINE_IS_PAID_IN_FULL = "SELECT order_id || ': line ' || CAST(position AS TEXT) || ' of gift cards bears ' || CAST(discount_cents AS TEXT) FROM order_line WHERE product_type = 4 AND discount_cents <> 0";
    // An order that was not paid issued nothing, a paid one what its lines say.
    CARDS_ARE_ITS_LINES = "SELECT shop_order.id || ': ' || shop_order.status || ', issued ' || CAST(COALESCE(cards.cents, 0) AS TEXT) || ' of ' || CAST(COALESCE(sold.cents, 0) AS TEXT) \
        FROM shop_order LEFT JOIN (SELECT order_id, SUM(worth_cents) AS cents FROM gift_card GROUP BY order_id) AS cards ON cards.order_id = shop_order.id \
        LEFT JOIN (SELECT order_id, SUM(quantity * unit_price_cents) AS cents FROM order_line WHERE product_type = 4 GROUP BY order_id) AS sold ON sold.order_id = shop_order.id \
        WHERE COALESCE(cards.cents, 0) <> CASE shop_order.status WHEN 'paid' THEN COALESCE(sold.cents, 0) ELSE 0 END";
    CARD_GOT_BACK_WHAT_IT_PAID = "SELECT order_id || ': a card got back ' || CAST(SUM(change_cents) AS TEXT) || ' more than it paid' \
        FROM gift_card_change WHERE reason IN ('spent', 'returned') GROUP BY order_id, gift_card_id HAVING SUM(change_cents) > 0";
    // What is left on an order's cards is covered by the money that is kept; what is spent of them cannot be taken back.
    CARDS_ARE_COVERED = "SELECT shop_order.id || ': ' || CAST(shop_order.grand_total_cents - shop_order.refunded_cents AS TEXT) || ' kept, ' || CAST(cards.unspent AS TEXT) || ' left of ' || CAST(cards.living AS TEXT) || ' on its cards' \
        FROM shop_order JOIN (SELECT order_id, SUM(balance_cents) AS unspent, SUM(worth_cents + COALESCE((SELECT SUM(change_cents) FROM gift_card_change \
        WHERE gift_card_id = gift_card.id AND reason IN ('voided', 'restored')), 0)) AS living FROM gift_card GROUP BY order_id) AS cards ON cards.order_id = shop_order.id \
        WHERE cards.unspent > 0 AND cards.living > shop_order.grand_total_cents - shop_order.refunded_cents";
    CARD_WAITS_FOR_A_DISPUTE = "SELECT gift_card.id || ': blocked without a dispute' FROM gift_card LEFT JOIN dispute ON dispute.order_id = gift_card.order_id AND dispute.status = 'open' \
        WHERE gift_card.blocked_at IS NOT NULL AND dispute.id IS NULL";
    ORDER_HAS_ITS_NUMBER = "SELECT shop_order.id || ': ' || shop_order.status || ', number ' || COALESCE(CAST(number AS TEXT), 'missing') FROM shop_order \
        WHERE (status = 'paid' OR manual_payment IS NOT NULL) <> (number IS NOT NULL)";
    NUMBER_IS_THE_LAST = "SELECT 'number ' || CAST(MAX(number) AS TEXT) || ' is given, ' || COALESCE(CAST((SELECT last FROM order_number) AS TEXT), 'none') || ' was the last' \
        FROM shop_order HAVING MAX(number) <> COALESCE((SELECT last FROM order_number), 0)";
    // As many documents as numbers were given, from 1 on.
    INVOICES_HAVE_NO_GAP = "SELECT invoice_series.name || ': ' || CAST(invoice_series.last AS TEXT) || ' numbers, ' || CAST(COUNT(invoice.number) AS TEXT) || ' documents' \
        FROM invoice_series LEFT JOIN invoice ON invoice.series = invoice_series.name AND invoice.sequence BETWEEN 1 AND invoice_series.last \
        GROUP BY invoice_series.name, invoice_series.last HAVING COUNT(invoice.number) <> invoice_series.last";
    CREDIT_IS_PART_OF_ITS_INVOICE = "SELECT order_id || ': more is credited than was invoiced' FROM invoice GROUP BY order_id \
        HAVING SUM(CASE kind WHEN 'invoice' THEN gross_cents ELSE -gross_cents END) < 0";
    // What stands in the books of an order of which they say everything.
    BOOKS_HOLD_THE_MONEY = "SELECT shop_order.id || ': the books hold ' || CAST(COALESCE(SUM(book_move.money_cents), 0) AS TEXT) || ', paid ' || CAST(shop_order.grand_total_cents AS TEXT) || ', back ' || CAST(COALESCE(MAX(given.cents), 0) AS TEXT) \
        FROM shop_order LEFT JOIN book_move ON book_move.order_id = shop_order.id \
        LEFT JOIN (SELECT order_id, SUM(amount_cents) AS cents FROM refund WHERE status = 'done' GROUP BY order_id) AS given ON given.order_id = shop_order.id \
        WHERE shop_order.is_booked GROUP BY shop_order.id, shop_order.grand_total_cents \
        HAVING COALESCE(SUM(book_move.money_cents), 0) <> shop_order.grand_total_cents - COALESCE(MAX(given.cents), 0) OR COALESCE(SUM(book_move.orders), 0) <> 1";
    BOOKS_HOLD_THE_CARDS = "SELECT shop_order.id || ': the books hold ' || CAST(SUM(book_move.by_cards_cents) AS TEXT) || ' by cards, ' || CAST(SUM(book_move.cards_sold_cents) AS TEXT) || ' of cards' \
        FROM shop_order JOIN book_move ON book_move.order_id = shop_order.id WHERE shop_order.is_booked AND NOT EXISTS (SELECT 1 FROM refund WHERE refund.order_id = shop_order.id AND refund.status = 'pending') \
        GROUP BY shop_order.id HAVING SUM(book_move.by_cards_cents) <> COALESCE((SELECT -SUM(change_cents) FROM gift_card_change WHERE gift_card_change.order_id = shop_order.id AND reason IN ('spent', 'returned')), 0) \
        OR SUM(book_move.cards_sold_cents) <> COALESCE((SELECT SUM(change_cents) FROM gift_card_change WHERE gift_card_change.order_id = shop_order.id AND reason IN ('issued', 'voided', 'restored')), 0)";
    BOOKS_ADD_UP = "SELECT currency || ', ' || CAST(quarter AS TEXT) || ': the quarter of an hour is not the sum of its rows in the books' FROM (\
        SELECT currency, test_mode, at - at % 900000 AS quarter, orders, gross_cents, back_cents, discount_cents, delivery_cents, tax_cents, money_cents, by_cards_cents, cards_sold_cents FROM book_move \
        UNION ALL SELECT currency, test_mode, at, -orders, -gross_cents, -back_cents, -discount_cents, -delivery_cents, -tax_cents, -money_cents, -by_cards_cents, -cards_sold_cents FROM book_quarter) AS both_sides \
        GROUP BY currency, test_mode, quarter HAVING SUM(orders) <> 0 OR SUM(gross_cents) <> 0 OR SUM(back_cents) <> 0 OR SUM(discount_cents) <> 0 OR SUM(delivery_cents) <> 0 \
        OR SUM(tax_cents) <> 0 OR SUM(money_cents) <> 0 OR SUM(by_cards_cents) <> 0 OR SUM(cards_sold_cents) <> 0";
    BOOKS_HOLD_THE_TAXES = "SELECT book_move.order_id || ': ' || book_move.cause || ' has ' || CAST(book_move.tax_cents AS TEXT) || ' of tax, ' || CAST(COALESCE(SUM(book_tax.tax_cents), 0) AS TEXT) || ' by rate' \
        FROM book_move LEFT JOIN book_tax ON book_tax.order_id = book_move.order_id AND book_tax.cause = book_move.cause \
        GROUP BY book_move.order_id, book_move.cause, book_move.tax_cents HAVING book_move.tax_cents <> COALESCE(SUM(book_tax.tax_cents), 0)";
    // The gift card that a refund became brings its own letter.
    ORDER_IS_CONFIRMED = "SELECT shop_order.id || ': paid without a letter' FROM shop_order \
        LEFT JOIN outbox ON outbox.dedupe_key = CASE WHEN EXISTS (SELECT 1 FROM order_line WHERE order_line.order_id = shop_order.id AND order_line.item_id = '' AND order_line.product_type = 4) \
        THEN 'gift-card-' || shop_order.id || '-0-0' ELSE 'confirmation-' || shop_order.id END WHERE shop_order.status = 'paid' AND outbox.id IS NULL";
}

/// Every disagreement, with the name of the rule it breaks.
pub async fn disagreements(connection: &mut Connection<'_>) -> Result<Vec<String>, ApiError> {
    let mut found = Vec::new();
    for (name, sql) in STATEMENTS {
        let rows: Vec<String> =
            fetch!(connection, |c| sqlx::query_scalar(sqlx::SqlStr::from_static(sql)).fetch_all(c).await)?;
        let rule = name.to_ascii_lowercase().replace('_', " ");
        found.extend(rows.into_iter().map(|row| format!("{rule}: {row}")));
    }
    found.extend(record::prove(connection, None).await?.fault.map(|fault| format!("the record: {fault}")));
    Ok(found)
}
