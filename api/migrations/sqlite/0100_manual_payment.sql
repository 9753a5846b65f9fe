-- How an order is paid that no provider carries out, as the JSON of a `ManualPayment` as it was when the order was placed. Such an
-- order has its number from the start, for it is what the payment is known by.
ALTER TABLE shop_order ADD COLUMN manual_payment TEXT;
