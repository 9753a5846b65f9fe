//! The columns of orders, by the names that Squarespace, Shopify, Wix and the exporters of WooCommerce give them. Capitals,
//! blanks, `_` and other marks do not count (see [`crate::sheet`]); of several that a row fills, the first is believed.

/// What people call the order. Programs that keep an id beside it have it behind the number.
pub(super) const NUMBER: [&str; 7] =
    ["order_number_formatted", "Order Number", "Order ID", "Order #", "number", "Purchase ID", "Name"];
pub(super) const EMAIL: [&str; 8] = [
    "Email",
    "billing_email",
    "Email (Billing)",
    "Contact email",
    "Customer Email",
    "Customer Account Email Address",
    "Billing: E-mail Address",
    "Buyer email",
];
pub(super) const CREATED: [&str; 8] = [
    "Created at",
    "Order Date",
    "Date created",
    "createdOn",
    "Purchase Date",
    "Order Created",
    "Date",
    "Ordered at",
];
/// The clock of a day that stands in a column of its own.
pub(super) const CLOCK: [&str; 3] = ["Time", "Order Time", "Purchase Time"];
pub(super) const PAID: [&str; 3] = ["Paid at", "Paid Date", "date_paid"];
pub(super) const FULFILLED: [&str; 4] =
    ["Fulfilled at", "Completed Date", "date_completed", "Fulfillment Date"];
pub(super) const CANCELLED: [&str; 3] = ["Cancelled at", "Canceled at", "Cancelled Date"];
pub(super) const PAYMENT: [&str; 6] =
    ["Financial Status", "Payment status", "Order Status", "status", "Post Status", "Purchase Status"];
pub(super) const DELIVERY: [&str; 1] = ["Fulfillment Status"];
pub(super) const CURRENCY: [&str; 4] =
    ["Currency", "Order Currency", "Currency Code", "Presentment Currency"];
pub(super) const SUBTOTAL: [&str; 5] =
    ["Subtotal", "Order Subtotal", "Order Subtotal Amount", "cart_subtotal", "Purchase Subtotal"];
/// What a whole order was reduced by stands before what one code took off.
pub(super) const DISCOUNT: [&str; 8] = [
    "discount_total",
    "Cart Discount Amount",
    "Order Discount Amount",
    "cart_discount",
    "Order Discount",
    "Discount Amount",
    "Total discount",
    "Discount",
];
pub(super) const SHIPPING: [&str; 7] = [
    "Shipping",
    "shipping_total",
    "Order Shipping Amount",
    "Shipping rate",
    "Order Shipping",
    "Shipping Cost",
    "Delivery cost",
];
pub(super) const TAX: [&str; 8] = [
    "Taxes",
    "tax_total",
    "Order Total Tax Amount",
    "Total tax",
    "Order Tax",
    "Order Tax Amount",
    "Tax Total",
    "Tax",
];
pub(super) const FEE: [&str; 6] =
    ["fee_total", "Order Total Fee", "Additional fees", "Total Fee Amount", "Tip", "Duties"];
pub(super) const GIFT_CARD: [&str; 2] = ["Gift card amount", "Gift Card Amount Used"];
pub(super) const TOTAL: [&str; 5] =
    ["Total", "Order Total", "Order Total Amount", "Purchase Total", "Order Total (Formatted)"];
pub(super) const REFUNDED: [&str; 6] = [
    "Amount Refunded",
    "Refunded Amount",
    "Order Refund Amount",
    "refunded_total",
    "Refund Total",
    "Refunded",
];
pub(super) const CODE: [&str; 5] =
    ["Discount Code", "Coupon Code", "Coupons Used", "coupon_items", "coupons"];
pub(super) const METHOD: [&str; 5] = [
    "Shipping Method",
    "Delivery method",
    "Shipping Method Title",
    "Shipping Method Titles",
    "Delivery option",
];
pub(super) const TRACKING: [&str; 2] = ["Tracking number", "Order Tracking Number"];
pub(super) const PAYER: [&str; 4] = ["Payment Method", "Payment Method Title", "Payment Gateway", "Gateway"];
pub(super) const REFERENCE: [&str; 4] =
    ["Payment Reference", "Transaction ID", "Payment ID", "Payment References"];
pub(super) const NOTE: [&str; 7] = [
    "Notes",
    "Private Notes",
    "Customer Note",
    "Note from customer",
    "Buyer note",
    "Note",
    "Customer Message",
];
/// `Name` is what one list calls its products and another one its orders: see [`item`].
pub(super) const ITEM: [&str; 8] = [
    "Lineitem name",
    "Item Name",
    "Item",
    "Line item name",
    "Product Name",
    "Product Name (main)",
    "Order Items: Product Name",
    "Order Items: Name",
];
pub(super) const VARIANT: [&str; 6] = [
    "Lineitem variant",
    "Variant",
    "Product Variation",
    "Item Meta",
    "Order Items: Product Variation",
    "Order Items: Variation",
];
pub(super) const SKU: [&str; 4] = ["Lineitem sku", "SKU", "Item SKU", "Order Items: SKU"];
pub(super) const QUANTITY: [&str; 6] =
    ["Lineitem quantity", "Quantity", "Qty", "Item Quantity", "Order Items: Quantity", "Quantity (- Refund)"];
pub(super) const PRICE: [&str; 4] = ["Lineitem price", "Item Cost", "Price", "Item Price"];
/// What a line came to, where no price of one stands beside it.
pub(super) const LINE_TOTAL: [&str; 6] = [
    "Item Subtotal",
    "Order Line Subtotal",
    "Item Total",
    "Order Line Total",
    "Order Line (w/o tax)",
    "Order Items: Total",
];
pub(super) const LINE_DISCOUNT: [&str; 1] = ["Lineitem discount"];
pub(super) const LINE_REFUNDED: [&str; 2] = ["Quantity refunded", "Item Refunded Qty"];

/// Every column of an amount.
pub(super) const AMOUNTS: [&[&str]; 11] = [
    &SUBTOTAL,
    &DISCOUNT,
    &SHIPPING,
    &TAX,
    &FEE,
    &GIFT_CARD,
    &TOTAL,
    &REFUNDED,
    &PRICE,
    &LINE_TOTAL,
    &LINE_DISCOUNT,
];
/// Every other column of which something is kept.
pub(super) const OTHERS: [&[&str]; 21] = [
    &NUMBER,
    &EMAIL,
    &CREATED,
    &CLOCK,
    &PAID,
    &FULFILLED,
    &CANCELLED,
    &PAYMENT,
    &DELIVERY,
    &CURRENCY,
    &CODE,
    &METHOD,
    &TRACKING,
    &PAYER,
    &REFERENCE,
    &NOTE,
    &ITEM,
    &VARIANT,
    &SKU,
    &QUANTITY,
    &LINE_REFUNDED,
];
/// Columns of which nothing is kept because those above say the same, or because they are about the program's own work.
pub(super) const SAID_TWICE: [&str; 62] = [
    "Lineitem requires shipping",
    "Lineitem taxable",
    "Lineitem fulfillment status",
    "Lineitem compare at price",
    "Id",
    "Risk Level",
    "Accepts Marketing",
    "Total order quantity",
    "Item #",
    "Net amount",
    "Weight",
    "Deposit amount",
    "Shipping label",
    "Fulfillment service",
    "Outstanding Balance",
    "Channel Type",
    "Channel Name",
    "Channel Order Number",
    "Employee",
    "Location",
    "Device ID",
    "Receipt Number",
    "Payment Terms Name",
    "Next Payment Due At",
    "Phone",
    "Vendor",
    "subscriptionId",
    "agrees",
    "source",
    "shipping_items",
    "fee_items",
    "tax_items",
    "refunds",
    "refund_items",
    "shipping_tax_total",
    "fee_tax_total",
    "order_discount",
    "order_key",
    "customer_id",
    "customer_user",
    "customer_ip_address",
    "customer_user_agent",
    "wt_import_key",
    "download_permissions",
    "item_id",
    "item_product_id",
    "item_subtotal_tax",
    "item_total_tax",
    "item_refunded",
    "Order Line Tax",
    "Order Line Tax Refunded",
    "Order Line Total Refunded",
    "Order Line Total (- Refund)",
    "Order Total Amount without Tax",
    "Discount Amount Tax",
    "Product ID",
    "Variation ID",
    "Product Current Price",
    "Image URL",
    "Total items",
    "Total products",
    "Transaction Fee",
];
/// What the columns of further programs, and those that are read by number, begin with.
pub(super) const SAID_ELSEWHERE: [&str; 4] = ["line_item", "Product Item", "meta:", "Order Items: "];

/// The columns of what was bought. Where something else is the order's number, `Name` is the product's.
pub(super) fn item(has_number: bool) -> Vec<&'static str> {
    let mut names = ITEM.to_vec();
    names.extend(has_number.then_some("Name"));
    names
}
