//! The columns of orders, by the names that shops, markets and tills give them. Capitals,
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
pub(super) const CREATED: [&str; 10] = [
    "Created at",
    "Order Date",
    "Date created",
    "createdOn",
    "Purchase Date",
    "Order Created",
    "Date",
    "Ordered at",
    "Purchased On",
    "Sale Date",
];
/// The clock of a day that stands in a column of its own.
pub(super) const CLOCK: [&str; 3] = ["Time", "Order Time", "Purchase Time"];
pub(super) const PAID: [&str; 4] = ["Paid at", "Paid Date", "date_paid", "Date Paid"];
pub(super) const FULFILLED: [&str; 5] =
    ["Fulfilled at", "Completed Date", "date_completed", "Fulfillment Date", "Date Shipped"];
pub(super) const CANCELLED: [&str; 3] = ["Cancelled at", "Canceled at", "Cancelled Date"];
pub(super) const PAYMENT: [&str; 7] = [
    "Financial Status",
    "Payment status",
    "Order Status",
    "status",
    "Post Status",
    "Purchase Status",
    "Transaction Status",
];
pub(super) const DELIVERY: [&str; 1] = ["Fulfillment Status"];
pub(super) const CURRENCY: [&str; 5] =
    ["Currency", "Order Currency", "Currency Code", "Presentment Currency", "Order Currency Code"];
pub(super) const SUBTOTAL: [&str; 7] = [
    "Subtotal",
    "Order Subtotal",
    "Order Subtotal Amount",
    "cart_subtotal",
    "Purchase Subtotal",
    "Order Value",
    "Gross Sales",
];
/// What a whole order was reduced by stands before what one code took off.
pub(super) const DISCOUNT: [&str; 9] = [
    "discount_total",
    "Cart Discount Amount",
    "Order Discount Amount",
    "cart_discount",
    "Order Discount",
    "Discount Amount",
    "Total discount",
    "Discount",
    "Discounts",
];
pub(super) const SHIPPING: [&str; 9] = [
    "Shipping",
    "shipping_total",
    "Order Shipping Amount",
    "Shipping rate",
    "Order Shipping",
    "Shipping Cost",
    "Delivery cost",
    "Shipping and Handling",
    "Shipping Amount",
];
pub(super) const TAX: [&str; 11] = [
    "Taxes",
    "tax_total",
    "Order Total Tax Amount",
    "Total tax",
    "Order Tax",
    "Order Tax Amount",
    "Tax Total",
    "Tax",
    "Tax Amount",
    "Sales Tax",
    "Order Sales Tax",
];
pub(super) const FEE: [&str; 7] = [
    "fee_total",
    "Order Total Fee",
    "Additional fees",
    "Total Fee Amount",
    "Tip",
    "Duties",
    "Service Charges",
];
pub(super) const GIFT_CARD: [&str; 4] = [
    "Gift card amount",
    "Gift Card Amount Used",
    "Gift Certificate Amount Redeemed",
    "Store Credit Redeemed",
];
pub(super) const TOTAL: [&str; 12] = [
    "Total",
    "Order Total",
    "Order Total Amount",
    "Purchase Total",
    "Order Total (Formatted)",
    "Order Total (inc tax)",
    "Grand Total",
    "Grand Total (Base)",
    "Grand Total (Purchased)",
    "G.T. (Base)",
    "G.T. (Purchased)",
    "Total Collected",
];
pub(super) const REFUNDED: [&str; 9] = [
    "Amount Refunded",
    "Refunded Amount",
    "Order Refund Amount",
    "refunded_total",
    "Refund Total",
    "Refunded",
    "Refund Amount",
    "Total Refunded",
    "Partial Refunds",
];
pub(super) const CODE: [&str; 6] =
    ["Discount Code", "Coupon Code", "Coupons Used", "coupon_items", "coupons", "Coupon Details"];
pub(super) const METHOD: [&str; 8] = [
    "Shipping Method",
    "Delivery method",
    "Shipping Method Title",
    "Shipping Method Titles",
    "Delivery option",
    "Ship Method",
    "Shipping Information",
    "Shipping Description",
];
pub(super) const TRACKING: [&str; 2] = ["Tracking number", "Order Tracking Number"];
pub(super) const PAYER: [&str; 6] =
    ["Payment Method", "Payment Method Title", "Payment Gateway", "Gateway", "Payment", "Payment Type"];
pub(super) const REFERENCE: [&str; 4] =
    ["Payment Reference", "Transaction ID", "Payment ID", "Payment References"];
pub(super) const NOTE: [&str; 8] = [
    "Notes",
    "Private Notes",
    "Customer Note",
    "Note from customer",
    "Buyer note",
    "Note",
    "Customer Message",
    "Order Notes",
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
pub(super) const VARIANT: [&str; 8] = [
    "Lineitem variant",
    "Variant",
    "Product Variation",
    "Item Meta",
    "Order Items: Product Variation",
    "Order Items: Variation",
    "Variations",
    "Price Point Name",
];
pub(super) const SKU: [&str; 4] = ["Lineitem sku", "SKU", "Item SKU", "Order Items: SKU"];
pub(super) const QUANTITY: [&str; 7] = [
    "Lineitem quantity",
    "Quantity",
    "Qty",
    "Item Quantity",
    "Order Items: Quantity",
    "Quantity (- Refund)",
    "Qty Ordered",
];
pub(super) const PRICE: [&str; 4] = ["Lineitem price", "Item Cost", "Price", "Item Price"];
/// What a line came to, where no price of one stands beside it.
pub(super) const LINE_TOTAL: [&str; 8] = [
    "Item Subtotal",
    "Order Line Subtotal",
    "Item Total",
    "Order Line Total",
    "Order Line (w/o tax)",
    "Order Items: Total",
    "Row Total",
    "Gross Sales",
];
pub(super) const LINE_DISCOUNT: [&str; 1] = ["Lineitem discount"];
pub(super) const LINE_REFUNDED: [&str; 2] = ["Quantity refunded", "Item Refunded Qty"];

/// Every column of an amount.
pub(super) const AMOUNTS: [&[&str]; 15] = [
    &MORE_DISCOUNTS,
    &WITH_TAX,
    &WITHOUT_TAX,
    &COUPON,
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
pub(super) const SAID_TWICE: [&str; 84] = [
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
    "Total Quantity",
    "Total Shipped",
    "Customer ID",
    "Order Total (ex tax)",
    "Purchase Point",
    "Purchased From (Store)",
    "Net Sales",
    "Net Total",
    "Event Type",
    "Count",
    "Unit",
    "Number of Items",
    "Buyer",
    "Order Net",
    "Adjusted Order Total",
    "Adjusted Card Processing Fees",
    "Adjusted Net Order Amount",
    "Entity ID",
    "Base Grand Total",
    "Buyer User ID",
    "Listing ID",
    "Listings Type",
];
/// What was taken off beside the discount: of the delivery, and at a counter.
pub(super) const MORE_DISCOUNTS: [&str; 2] = ["Shipping Discount", "InPerson Discount"];
/// Amounts that a list has both with tax and without: subtotal, delivery, handling.
pub(super) const WITH_TAX: [&str; 3] =
    ["Subtotal (inc tax)", "Shipping Cost (inc tax)", "Handling Cost (inc tax)"];
pub(super) const WITHOUT_TAX: [&str; 3] =
    ["Subtotal (ex tax)", "Shipping Cost (ex tax)", "Handling Cost (ex tax)"];
/// What a coupon took off, where that stands apart from the code.
pub(super) const COUPON: [&str; 2] = ["Coupon Value", "Coupon Discount"];
/// What the columns of further programs, and those that are read by number, begin with.
pub(super) const SAID_ELSEWHERE: [&str; 4] = ["line_item", "Product Item", "meta:", "Order Items: "];

/// The columns of what was bought. Where something else is the order's number, `Name` is the product's.
pub(super) fn item(has_number: bool) -> Vec<&'static str> {
    let mut names = ITEM.to_vec();
    names.extend(has_number.then_some("Name"));
    names
}
