//! Lists of orders as the exporters of shops write them: each order comes in with all that the list says of it.

mod order_lists;

use loggia_exchange::sales::Order;
use order_lists::read;

/// The orders of a list in which nothing is to be said.
fn clean(list: &str) -> Vec<Order> {
    let (orders, faults) = read(list);
    assert!(faults.is_empty(), "{faults:#?}");
    orders
}

fn time(text: &str) -> i64 {
    text.parse::<jiff::Timestamp>().expect("a moment").as_millisecond()
}

/// What a line came to: title, variant, SKU, number, price of one.
fn lines(order: &Order) -> Vec<(&str, &str, &str, i64, i64)> {
    let line = |line: &'_ loggia_exchange::sales::OrderLine| (line.quantity, line.unit_price_cents);
    order
        .lines
        .iter()
        .map(|one| (one.title.as_str(), one.variant.as_str(), one.sku.as_str(), line(one).0, line(one).1))
        .collect()
}

/// Shopify: rows of one order, a discount on a line and one by a code, two taxes, a refund, and zips that are kept from tables.
const SHOPIFY: &str = "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Id,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,Billing Province Name,Shipping Province Name\n\
#77,Kim@Mail.example,partially_refunded,2024-03-02 09:00:00 +0100,fulfilled,2024-03-04 12:00:00 +0100,yes,EUR,52.00,4.90,9.08,56.90,LEAF,6.00,Parcel,2024-03-02 08:59:00 +0100,2,Teapot - Green,20.00,25.00,TP-G,true,true,fulfilled,Kim Lee,\"Hill 3, B\",Hill 3,B,,Town,'01234,BE,DE,'+49301,Kim Lee,Hill 3,Hill 3,,,Town,'01234,BE,DE,,Ring twice,,Cards,ref-1,20.00,House,0.00,5501,Low,web,2.00,VAT 19%,8.00,VAT 7%,1.08,Berlin,Berlin\n\
#77,Kim@Mail.example,,,,,,,,,,,,,,2024-03-02 08:59:00 +0100,4,Cup,5.00,,CUP,true,true,fulfilled,,,,,,,,,,,,,,,,,,,,,,,,,,House,,,,,0.00,,,,,,\n";

#[test]
fn s_603_shopify() {
    let orders = clean(SHOPIFY);
    let order = &orders[0];
    assert_eq!(
        (order.source.as_str(), order.number.as_str(), order.email.as_str()),
        ("shopify", "#77", "kim@mail.example")
    );
    assert_eq!(order.created_on, time("2024-03-02T07:59:00Z"));
    assert_eq!(lines(order), [("Teapot - Green", "", "TP-G", 2, 2000), ("Cup", "", "CUP", 4, 500)]);
    assert_eq!((order.subtotal_cents, order.discount_cents, order.shipping_cents), (5200, 600, 490));
    assert_eq!((order.tax_cents, order.total_cents, order.refunded_cents), (908, 5690, 2000));
    assert_eq!(
        order.taxes.iter().map(|(name, cents)| (name.as_str(), *cents)).collect::<Vec<_>>(),
        [("VAT 19%", 800), ("VAT 7%", 108)]
    );
    assert_eq!(
        (order.billing["zip"].as_str(), order.billing["phone"].as_str(), order.billing["region"].as_str()),
        ("01234", "+49301", "Berlin")
    );
    assert_eq!(
        (order.lines[0].discount_cents, order.payment_reference.as_str(), order.agrees),
        (200, "ref-1", true)
    );
    assert!(order.is_paid());
}

/// WooCommerce: one row an order, its lines between bars; taxes by rate, a fee, a refund.
#[test]
fn s_603_woocommerce_with_all_lines_in_one_cell() {
    let list = "order_id,order_number,date,status,shipping_total,shipping_tax_total,fee_total,tax_total,discount_total,order_total,refunded_total,order_currency,payment_method,shipping_method,billing_first_name,billing_last_name,billing_email,billing_address_1,billing_postcode,billing_city,billing_country,shipping_first_name,shipping_last_name,shipping_city,customer_note,line_items,shipping_items,fee_items,tax_items,coupon_items\n\
900,1200,2023-11-05 18:30:00,completed,5.00,1.00,2.00,8.60,4.00,51.60,0.00,GBP,stripe,Courier,Ina,Ray,ina@mail.example,Low St 1,AB1 2CD,York,GB,Ina,Ray,York,Thanks,id:1|name:Lamp; brass|product_id:8|sku:LMP|quantity:1|subtotal:30.00|total:27.00|meta:Color=Brass;id:2|name:Bulb|sku:BLB|quantity:2|subtotal:10.00|total:9.00,method:Courier|total:5.00,name:Wrap|total:2.00,code:VAT|total:8.60,code:TEN|amount:4.00\n";
    let orders = clean(list);
    let order = &orders[0];
    assert_eq!(
        (order.source.as_str(), order.number.as_str(), order.currency.as_str()),
        ("woocommerce", "1200", "GBP")
    );
    assert_eq!(lines(order), [("Lamp; brass", "Color=Brass", "LMP", 1, 3000), ("Bulb", "", "BLB", 2, 500)]);
    assert_eq!(
        (order.subtotal_cents, order.fee_cents, order.total_cents, order.agrees),
        (4000, 200, 5160, true)
    );
    assert_eq!(
        (order.billing["name"].as_str(), order.billing["zip"].as_str(), order.shipping["name"].as_str()),
        ("Ina Ray", "AB1 2CD", "Ina Ray")
    );
    assert_eq!(order.discount_code, "code:TEN|amount:4.00");
}

/// WooCommerce: a column for each line, once as text and once as columns; a state that is no payment.
#[test]
fn s_603_woocommerce_with_numbered_lines() {
    let list = "order_id,order_number,order_date,paid_date,status,shipping_total,fee_total,tax_total,cart_discount,order_discount,discount_total,order_total,order_subtotal,order_currency,payment_method_title,transaction_id,shipping_method,customer_email,billing_first_name,billing_last_name,billing_email,customer_note,wt_import_key,line_item_1,line_item_2,Product Item 1 Name,Product Item 1 SKU,Product Item 1 Quantity,Product Item 1 Total,Product Item 1 Subtotal\n\
31,31,12/30/2023 06:29:00,12/31/2023 06:30:00,processing,0.00,0.00,0.00,0.00,0.00,0.00,16.50,16.50,USD,Cards,ch_1,,lo@mail.example,Lo,Fay,lo@mail.example,,31,name:Soap|product_id:1|sku:SO|quantity:3|total:13.50|sub_total:13.50,name:Dish|quantity:1|total:3.00,Soap,SO,3,13.50,13.50\n\
32,32,12/29/2023 06:29:00,,wc-on-hold,0.00,0.00,0.00,0.00,0.00,0.00,4.50,4.50,USD,Transfer,,,lo@mail.example,Lo,Fay,lo@mail.example,,32,,,Soap,SO,1,4.50,4.50\n";
    let orders = clean(list);
    assert_eq!(lines(&orders[0]), [("Soap", "", "SO", 3, 450), ("Dish", "", "", 1, 300)]);
    assert_eq!(
        (orders[0].created_on, orders[0].paid_on),
        (time("2023-12-30T06:29:00Z"), Some(time("2023-12-31T06:30:00Z")))
    );
    assert_eq!((lines(&orders[1]), orders[1].is_paid()), (vec![("Soap", "", "SO", 1, 450)], false));
}

/// WooCommerce: a row for each item, the products under `Name`, prices after a discount, and all addresses in words.
#[test]
fn s_603_woocommerce_with_a_row_for_each_item() {
    let list = "\"Order Number\",\"Order Status\",\"Order Date\",\"Customer Note\",\"First Name (Billing)\",\"Last Name (Billing)\",\"Company (Billing)\",\"Address 1&2 (Billing)\",\"City (Billing)\",\"State Code (Billing)\",\"Postcode (Billing)\",\"Country Code (Billing)\",\"Email (Billing)\",\"Phone (Billing)\",\"First Name (Shipping)\",\"Last Name (Shipping)\",\"Address 1&2 (Shipping)\",\"City (Shipping)\",\"Postcode (Shipping)\",\"Country Code (Shipping)\",\"Payment Method Title\",\"Currency\",\"Cart Discount Amount\",\"Order Subtotal Amount\",\"Shipping Method Title\",\"Order Shipping Amount\",\"Order Refund Amount\",\"Order Total Amount\",\"Order Total Tax Amount\",SKU,\"Item #\",Name,\"Product Variation\",\"Quantity (- Refund)\",\"Item Cost\",\"Coupon Code\",\"Discount Amount\",\"Discount Amount Tax\"\n\
501,Completed,\"2024-02-01 10:00\",,Mo,Day,Mo Ltd,\"Sea 1, 2\",Port,CA,90001,US,mo@mail.example,555,Mo,Day,\"Sea 1, 2\",Port,90001,US,Cards,USD,5.00,50.00,Post,6.00,0.00,54.60,3.60,KN,1,Knife,Steel,2,18.00,FIVE,5.00,0.00\n\
501,Completed,\"2024-02-01 10:00\",,Mo,Day,Mo Ltd,\"Sea 1, 2\",Port,CA,90001,US,mo@mail.example,555,Mo,Day,\"Sea 1, 2\",Port,90001,US,Cards,USD,5.00,50.00,Post,6.00,0.00,54.60,3.60,BD,2,Board,,1,9.00,FIVE,5.00,0.00\n\
502,Completed,\"2024-02-02 10:00\",,Mo,Day,,,Port,CA,90001,US,mo@mail.example,555,Mo,Day,,Port,90001,US,Cards,USD,0.00,9.00,,0.00,0.00,9.00,0.00,BD,1,Board,,1,9.00,,,\n";
    let orders = clean(list);
    assert_eq!(orders.iter().map(|order| order.number.as_str()).collect::<Vec<_>>(), ["501", "502"]);
    assert_eq!(lines(&orders[0]), [("Knife", "Steel", "KN", 2, 1800), ("Board", "", "BD", 1, 900)]);
    assert_eq!((orders[0].discount_cents, orders[0].total_cents, orders[0].agrees), (500, 5460, true));
    let place = &orders[0].billing;
    assert_eq!(
        (
            place["name"].as_str(),
            place["street"].as_str(),
            place["province"].as_str(),
            place["company"].as_str()
        ),
        ("Mo Day", "Sea 1, 2", "CA", "Mo Ltd")
    );
}

/// WooCommerce: as many things between bars in each cell.
#[test]
fn s_603_woocommerce_with_combined_cells() {
    let list = "Order ID,Order Total,Order Shipping,Order Tax,Currency,Payment Gateway,Order Status,Order Date,Order Time,Billing: Full Name,Billing: City,Billing: ZIP Code,Billing: E-mail Address,Order Items: SKU,Order Items: Product Name,Order Items: Quantity,Order Items: Total\n\
88,32.00,4.00,0.00,EUR,Cards,Completed,15/02/2024,09:30,Al Ray,Ghent,9000,al@mail.example,A-1|-,Apron|Towel,1|2,12.00|16.00\n";
    let orders = clean(list);
    assert_eq!(lines(&orders[0]), [("Apron", "", "A-1", 1, 1200), ("Towel", "", "", 2, 800)]);
    assert_eq!(
        (orders[0].created_on, orders[0].billing["zip"].as_str(), orders[0].agrees),
        (time("2024-02-15T09:30:00Z"), "9000", true)
    );
}

/// Wix: a clock beside the day, the payer's place in columns that are called as the other ones, cells with quotes of their own,
/// a code without what it took off, a gift card.
#[test]
fn s_603_wix() {
    let list = "\u{feff}Order number,Date created,Time,Fulfill by,Total order quantity,Contact email,Note from customer,Additional checkout info,Item,Variant,SKU,Qty,Quantity refunded,Price,Weight,Custom text,Deposit amount,Delivery method,Delivery time,Recipient name,Recipient phone,Recipient company name,Delivery country,Delivery state,Delivery city,Delivery address,Delivery zip/postal code,Billing name,Billing phone,Billing company name,Billing country,Delivery state,Delivery city,Delivery address,Delivery zip/postal code,Payment status,Payment method,Coupon code,Gift card amount,Shipping rate,Total tax,Total,Currency,Refunded amount,Net amount,Additional fees,Fulfillment status,Tracking number,Fulfillment service,Shipping label\n\
\"2001\",\"Feb 9, 2024\",\"8:05:30 PM\",,3,eva@mail.example,,,Scarf,Color:Red,SC,2,1,20.00,0,,,Courier,,Eva Low,\"\"\"0301\"\"\",,DEU,DE-BE,Berlin,Way 1,\"\"\"01067\"\"\",Bo Low,,,DEU,DE-HB,Bremen,Quay 2,\"\"\"28195\"\"\",Partially refunded,Cards,WARM,10.00,6.00,0.00,56.00,EUR,20.00,36.00,0.00,Fulfilled,TR1,,\n\
\"2001\",\"Feb 9, 2024\",\"8:05:30 PM\",,3,eva@mail.example,,,Hat,,HT,1,0,15.00,0,,,Courier,,Eva Low,\"\"\"0301\"\"\",,DEU,DE-BE,Berlin,Way 1,\"\"\"01067\"\"\",Bo Low,,,DEU,DE-HB,Bremen,Quay 2,\"\"\"28195\"\"\",Partially refunded,Cards,WARM,10.00,6.00,0.00,56.00,EUR,20.00,36.00,0.00,Fulfilled,TR1,,\n\
\"2002\",\"Feb 10, 2024\",\"8:05:30 AM\",,1,eva@mail.example,,,Hat,,HT,1,0,15.00,0,,,Courier,,,,,,,,,,,,,,,,,,Unpaid,Manual,,,0.00,0.00,15.00,EUR,0.00,15.00,0.00,Unfulfilled,,,\n";
    let orders = clean(list);
    let order = &orders[0];
    assert_eq!((order.source.as_str(), order.created_on), ("wix", time("2024-02-09T20:05:30Z")));
    assert_eq!(lines(order), [("Scarf", "Color:Red", "SC", 2, 2000), ("Hat", "", "HT", 1, 1500)]);
    assert_eq!(
        (order.subtotal_cents, order.discount_cents, order.shipping_cents, order.gift_card_cents),
        (5500, 500, 600, 1000)
    );
    assert_eq!(
        (order.total_cents, order.refunded_cents, order.lines[0].refunded, order.tracking.as_str()),
        (5600, 2000, 1, "TR1")
    );
    assert_eq!(
        (order.shipping["name"].as_str(), order.shipping["zip"].as_str(), order.shipping["phone"].as_str()),
        ("Eva Low", "01067", "0301")
    );
    assert_eq!(
        (order.billing["name"].as_str(), order.billing["city"].as_str(), order.billing["zip"].as_str()),
        ("Bo Low", "Bremen", "28195")
    );
    assert_eq!((order.is_paid(), orders[1].is_paid(), orders[1].agrees), (true, false, true));
}

/// Currencies without decimals and with three, amounts as other countries write them, and days before months.
#[test]
fn s_600_amounts_of_every_currency() {
    let list = "Order ID;Email;Financial Status;Currency;Subtotal;Shipping;Taxes;Total;Created at;Lineitem quantity;Lineitem name;Lineitem price;Lineitem variant\n\
1;a@b.example;PAID;CLP;194038;0;0;194038;31/05/2024;1;Bag;194038;\n\
2;a@b.example;PAID;JPY;1500;0;0;1500;1/06/2024 14:00;3;Fan;500;\n\
3;a@b.example;PAID;KWD;12,345;1,250;0;13,595;02/06/2024;1;Ring;12,345;\n\
4;a@b.example;PAID;EUR;1.234,50;0;0;1.234,50;03/06/2024;1;Desk;1.234,50;\n";
    let (orders, faults) = read(list);
    assert_eq!(
        orders.iter().map(|order| order.total_cents).collect::<Vec<_>>(),
        [19_403_800, 150_000, 1360, 123_450]
    );
    assert!(orders.iter().all(|order| order.agrees), "{orders:#?}");
    assert_eq!(orders[1].created_on, time("2024-06-01T14:00:00Z"));
    assert_eq!(orders[2].stated["total"], "13,595");
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(
        faults[0].message.contains("Order 3") && faults[0].message.contains("12,345") && faults[0].line == 4,
        "{faults:#?}"
    );
}

/// What is not taken over, or cannot be read, is said with its line, and nothing ends the reading.
#[test]
fn s_604_what_cannot_be_kept_is_named() {
    let list = "Name,Email,Total,Subtotal,Currency,Created at,Lineitem name,Lineitem quantity,Lineitem price,Tags,Financial Status\n\
#1,a@b.example,10.00,10.00,USD,2024-01-01,Tea,0.5,20.00,vip,paid\n\
#2,a@b.example,a lot,,USD,soon,Pot,two,1.00,,paid\n\
,,,,,,Lid,1,2.00,,\n\
,c@d.example,5.00,5.00,USD,2024-01-02,Jar,1,5.00,,paid\n";
    let (orders, faults) = read(list);
    assert_eq!(orders.iter().map(|order| order.lines.len()).collect::<Vec<_>>(), [1, 2]);
    let said = |line: usize, part: &str| {
        faults.iter().any(|fault| fault.line == line && fault.message.contains(part))
    };
    for (line, part) in [
        (2, "its lines come to"),
        (3, "'a lot' of order #2 is no amount"),
        (3, "'soon' of order #2 is no time"),
        (3, "The number of 'Pot' in order #2 cannot be read"),
        (4, "taken for a line of order #2"),
        (5, "it was left out"),
        (2, "The column 'Tags' is not known"),
    ] {
        assert!(said(line, part), "{line} {part}: {faults:#?}");
    }
    assert_eq!(orders[0].lines[0].title, "0.5 \u{d7} Tea");
}

/// A list of a few chosen columns is still known by them, and a currency that is not named is not made up.
#[test]
fn s_604_a_list_of_few_columns_is_known() {
    let shopify = clean(
        "Name,Email,Financial Status,Currency,Subtotal,Total,Created at\n#5,a@b.example,voided,USD,1.00,1.00,2024-01-01\n",
    );
    assert_eq!((shopify[0].source.as_str(), shopify[0].is_paid()), ("shopify", false));
    let other = clean("Order ID,Email,Total,Subtotal,Created at,Item\n9,a@b.example,1.00,1.00,2024-01-01,\n");
    assert_eq!((other[0].source.as_str(), other[0].currency.as_str()), ("other", ""));
    let refunded = clean(
        "order_id,status,billing_email,order_total,order_currency,order_date,item_name,item_quantity,item_price\n9,wc-refunded,a@b.example,7.00,EUR,2024-01-01,Pen,1,7.00\n",
    );
    assert_eq!((refunded[0].refunded_cents, refunded[0].is_paid()), (700, true));
}
