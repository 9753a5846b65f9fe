//! Lists of orders of further shops, markets and tills: known by their columns, and their sums are those of the list.

mod order_lists;

use loggia_exchange::sales::Order;
use order_lists::read;

/// The orders of a list in which nothing contradicts itself; what is said of it by code.
fn agreed(list: &str) -> (Vec<Order>, Vec<&'static str>) {
    let (orders, faults) = read(list);
    for order in &orders {
        assert!(order.agrees, "{order:#?}");
    }
    (orders, faults.iter().map(|fault| fault.why.code).collect())
}

/// Subtotal, delivery, fees, taxes, what was taken off, total.
const fn sums(order: &Order) -> [i64; 6] {
    [
        order.subtotal_cents,
        order.shipping_cents,
        order.fee_cents,
        order.tax_cents,
        order.discount_cents,
        order.total_cents,
    ]
}

fn lines(order: &Order) -> Vec<(&str, &str, &str, i64, i64)> {
    let line = |line: &loggia_exchange::sales::OrderLine| (line.quantity, line.unit_price_cents);
    let all = order.lines.iter();
    all.map(|one| (one.title.as_str(), one.variant.as_str(), one.sku.as_str(), line(one).0, line(one).1))
        .collect()
}

fn place<'o>(place: &'o std::collections::BTreeMap<String, String>, parts: &[&str]) -> Vec<&'o str> {
    parts.iter().map(|part| place.get(*part).map_or("", String::as_str)).collect()
}

const BIGCOMMERCE: &str = "Order ID,Customer ID,Customer Name,Customer Email,Customer Phone,Order Date,Order Status,Subtotal (inc tax),Subtotal (ex tax),Tax Total,Shipping Cost (inc tax),Shipping Cost (ex tax),Ship Method,Handling Cost (inc tax),Handling Cost (ex tax),Store Credit Redeemed,Gift Certificate Amount Redeemed,Coupon Details,Order Total (inc tax),Order Total (ex tax),Payment Method,Total Quantity,Total Shipped,Date Shipped,Order Currency Code,Order Notes,Customer Message,Billing First Name,Billing Last Name,Billing Company,Billing Street 1,Billing Street 2,Billing Suburb,Billing State,Billing Zip,Billing Country,Billing Phone,Billing Email,Shipping First Name,Shipping Last Name,Shipping Street 1,Shipping Suburb,Shipping State,Shipping Zip,Shipping Country,Product Details,Refund Amount\n";

/// S-549: amounts without tax, the tax and the delivery make the total; a coupon that has no value of its own is what is
/// missing in it.
#[test]
fn s_549_bigcommerce() {
    let list = format!(
        "{BIGCOMMERCE}\
310,7,Ida Moor,Ida@Mail.example,555-1,15/02/2024,Completed,44.00,40.00,4.90,5.50,5.00,Courier,0.00,0.00,0.00,0.00,,49.90,45.00,Cards,3,3,16/02/2024,USD,,,Ida,Moor,Moor Ltd,Hill 1,Flat 2,Ferry,Maine,04101,United States,555-1,ida@mail.example,Ida,Moor,Hill 1,Ferry,Maine,04101,United States,\"Product ID: 5, Product Qty: 2, Product SKU: BW, Product Name: Bowl, deep, Product Variation Details: Glaze: Blue, Product Unit Price: 15.00, Product Total Price: 30.00|Product ID: 6, Product Qty: 1, Product SKU: , Product Name: Ladle, Product Unit Price: 10.00, Product Total Price: 10.00\",0.00\n\
311,0,,guest@mail.example,,16/02/2024,Awaiting Payment,20.00,20.00,1.60,0.00,0.00,None,0.00,0.00,0.00,5.00,Coupon Code: LEAF|Coupon Value: 4.00,17.60,16.00,Bank,1,0,,USD,Ring,Soon please,Al,Fay,,Sea 2,,Port,Ohio,43001,United States,,guest@mail.example,,,,,,,,\"Product ID: 5, Product Qty: 1, Product SKU: BW, Product Name: Bowl, Product Unit Price: 20.00, Product Total Price: 20.00\",0.00\n\
312,0,,guest@mail.example,,17/02/2024,Refunded,22.00,20.00,2.50,5.50,5.00,Post,0.00,0.00,0.00,0.00,,27.50,25.00,Cards,1,1,,USD,,,Al,Fay,,Sea 2,,Port,Ohio,43001,United States,,guest@mail.example,,,,,,,,\"Product ID: 5, Product Qty: 1, Product SKU: BW, Product Name: Bowl, Product Unit Price: 22.00, Product Total Price: 22.00\",27.50\n"
    );
    let (orders, said) = agreed(&list);
    assert_eq!(said, [""; 0]);
    let order = &orders[0];
    assert_eq!(
        (order.source.as_str(), order.number.as_str(), order.email.as_str(), order.currency.as_str()),
        ("bigcommerce", "310", "ida@mail.example", "USD")
    );
    assert_eq!(sums(order), [4000, 500, 0, 490, 0, 4990]);
    assert_eq!(lines(order), [("Bowl, deep", "Glaze: Blue", "BW", 2, 1500), ("Ladle", "", "", 1, 1000)]);
    assert_eq!(
        place(&order.billing, &["name", "address1", "address2", "city", "province", "zip", "company"]),
        ["Ida Moor", "Hill 1", "Flat 2", "Ferry", "Maine", "04101", "Moor Ltd"]
    );
    assert_eq!(place(&order.shipping, &["name", "address1", "city"]), ["Ida Moor", "Hill 1", "Ferry"]);
    assert!(order.is_paid() && order.fulfilled_on.is_some());
    let guest = &orders[1];
    assert_eq!((sums(guest), guest.gift_card_cents), ([2000, 0, 0, 160, 400, 1760], 500));
    assert!(!guest.is_paid());
    // The lines of the third are counted with tax, so the tax is a part of its amounts.
    let taxed = &orders[2];
    assert_eq!((sums(taxed), taxed.refunded_cents), ([2200, 550, 0, 250, 0, 2750], 2750));
}

/// S-554: the list as the program's table gives it out: an id, names in one cell, no tax and no lines.
#[test]
fn s_554_magento_as_its_table_gives_it_out() {
    let list = "ID,\"Purchase Point\",\"Purchase Date\",\"Bill-to Name\",\"Ship-to Name\",\"Grand Total (Base)\",\"Grand Total (Purchased)\",Status,\"Billing Address\",\"Shipping Address\",\"Shipping Information\",\"Customer Email\",\"Customer Group\",Subtotal,\"Shipping and Handling\",\"Customer Name\",\"Payment Method\",\"Total Refunded\"\n\
000000021,\"Main Store\",\"2024-05-03 10:00:00\",\"Eva Low\",\"Bo Low\",52.5000,52.5000,complete,\"Way 1,Ferry,Maine,04101\",\"Way 1,Ferry,Maine,04101\",\"Flat Rate - Fixed\",eva@mail.example,General,40.0000,10.0000,\"Eva Low\",checkmo,0.0000\n\
000000022,\"Main Store\",\"2024-05-04 10:00:00\",\"Eva Low\",\"Eva Low\",35.0000,35.0000,closed,,,\"\",eva@mail.example,General,40.0000,0.0000,\"Eva Low\",checkmo,\n\
000000023,\"Main Store\",\"2024-05-05 10:00:00\",\"Eva Low\",,40.0000,40.0000,pending,,,,eva@mail.example,General,40.0000,0.0000,,checkmo,\n";
    let (orders, said) = agreed(list);
    assert_eq!(said, ["column-unknown"], "the group of a customer is kept nowhere");
    let order = &orders[0];
    assert_eq!((order.source.as_str(), order.number.as_str()), ("magento", "000000021"));
    // What the list has no column for is what is missing: a tax, or what was taken off.
    assert_eq!(sums(order), [4000, 1000, 0, 250, 0, 5250]);
    assert_eq!(sums(&orders[1]), [4000, 0, 0, 0, 500, 3500]);
    assert_eq!(orders[1].refunded_cents, 3500, "closed is given back");
    assert_eq!(
        (place(&order.billing, &["name", "address1"]), place(&order.shipping, &["name"])),
        (vec!["Eva Low", "Way 1,Ferry,Maine,04101"], vec!["Bo Low"])
    );
    assert_eq!(orders.iter().map(Order::is_paid).collect::<Vec<_>>(), [true, true, false]);
}

/// S-554: the same program by one of its exporters, and its older table with marks of currencies and no parts at all.
#[test]
fn s_554_magento_by_an_exporter_and_of_old() {
    let list = "entity_id,increment_id,status,created_at,order_currency_code,customer_email,customer_firstname,customer_lastname,subtotal,discount_amount,shipping_amount,tax_amount,grand_total,total_refunded,billing_firstname,billing_lastname,billing_street,billing_city,billing_region,billing_postcode,billing_telephone,sku,product_name,qty_ordered,price,row_total\n\
9,100000009,processing,2024-05-03 10:00:00,EUR,lo@mail.example,Lo,Fay,30.0000,-3.0000,5.0000,6.4000,38.4000,0.0000,Lo,Fay,Sea 2,Port,Ohio,43001,555,CP,Cup,2.0000,10.0000,20.0000\n\
9,100000009,processing,2024-05-03 10:00:00,EUR,lo@mail.example,Lo,Fay,30.0000,-3.0000,5.0000,6.4000,38.4000,0.0000,Lo,Fay,Sea 2,Port,Ohio,43001,555,PL,Plate,1.0000,10.0000,10.0000\n";
    let (orders, said) = agreed(list);
    assert_eq!(said, [""; 0]);
    assert_eq!((orders.len(), sums(&orders[0])), (1, [3000, 500, 0, 640, 300, 3840]));
    assert_eq!(lines(&orders[0]), [("Cup", "", "CP", 2, 1000), ("Plate", "", "PL", 1, 1000)]);
    assert_eq!(
        place(&orders[0].billing, &["name", "street", "city", "province", "phone"]),
        ["Lo Fay", "Sea 2", "Port", "Ohio", "555"]
    );
    let old = "\"Order #\",\"Purchased From (Store)\",\"Purchased On\",\"Bill to Name\",\"Ship to Name\",\"G.T. (Base)\",\"G.T. (Purchased)\",Status\n\
100000501,Main,\"May 3, 2012 10:00:00 AM\",\"Lo Fay\",\"Lo Fay\",\"$1,234.50\",\"$1,234.50\",Complete\n";
    let (orders, said) = agreed(old);
    assert_eq!(said, [""; 0]);
    assert_eq!((orders[0].number.as_str(), sums(&orders[0])), ("100000501", [123_450, 0, 0, 0, 0, 123_450]));
    assert_eq!(place(&orders[0].billing, &["name"]), ["Lo Fay"]);
}

/// S-555: a row for each thing sold at a counter makes one order of each sale; what went back is counted at its sale, above
/// or below it, and said where the sale is in no list.
#[test]
fn s_555_square_items() {
    let list = "Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Payment ID,Details,Event Type,Dining Option,Customer Name,Itemization Type\n\
2024-07-03,09:00:00,Eastern Time (US & Canada),Cups,Cup,-1.0,Small,CP,,-$4.00,$0.00,-$4.00,-$0.32,TxOne,P3,,Refund,,,Physical Good\n\
2024-07-03,10:00:00,Eastern Time (US & Canada),Cups,Cup,-1.0,Small,CP,,-$4.00,$0.00,-$4.00,-$0.32,TxGone,P4,,Refund,,,Physical Good\n\
2024-07-02,12:00:00,Eastern Time (US & Canada),Cups,Cup,2.0,Small,CP,\"Gift wrap, Card\",$8.00,-$1.00,$7.00,$0.56,TxOne,P1,,Payment,,Mo Day,Physical Good\n\
2024-07-02,12:00:00,Eastern Time (US & Canada),Tea,Tea,1.0,,,,\"$1,012.00\",$0.00,\"$1,012.00\",$80.96,TxOne,P1,,Payment,,Mo Day,Physical Good\n";
    let (orders, said) = agreed(list);
    assert_eq!(orders.len(), 1);
    let order = &orders[0];
    assert_eq!((order.source.as_str(), order.number.as_str()), ("square", "TxOne"));
    assert_eq!(sums(order), [102_000, 0, 0, 8152, 100, 110_052]);
    assert_eq!(order.refunded_cents, 432);
    assert_eq!(lines(order), [("Cup", "Small, Gift wrap, Card", "CP", 2, 400), ("Tea", "", "", 1, 101_200)]);
    assert_eq!(place(&order.billing, &["name"]), ["Mo Day"]);
    assert_eq!(said.iter().filter(|code| **code == "order-refund-alone").count(), 1, "{said:?}");
}

/// S-555: a row for each payment, of which one sale may have two.
#[test]
fn s_555_square_payments() {
    let list = "Date,Time,Time Zone,Gross Sales,Discounts,Service Charges,Net Sales,Gift Card Sales,Tax,Tip,Partial Refunds,Total Collected,Source,Card,Cash,Fees,Net Total,Transaction ID,Payment ID,Description,Event Type,Customer Name,Transaction Status\n\
2024-07-02,12:00:00,Pacific Time (US & Canada),$30.00,-$3.00,$1.00,$27.00,$0.00,$2.16,$2.00,$0.00,$32.16,Point of Sale,$32.16,$0.00,-$0.93,$31.23,TxA,P1,\"Mug x 1, Bowl x 1\",Payment,,Complete\n\
2024-07-02,13:00:00,Pacific Time (US & Canada),$5.00,$0.00,$0.00,$5.00,$0.00,$0.40,$0.00,$0.00,$5.40,Point of Sale,$0.00,$5.40,$0.00,$5.40,TxB,P2,Cup x 2,Payment,,Complete\n\
2024-07-02,13:00:00,Pacific Time (US & Canada),$5.00,$0.00,$0.00,$5.00,$0.00,$0.40,$0.00,$0.00,$5.40,Point of Sale,$5.40,$0.00,$0.00,$5.40,TxB,P3,Cup x 2,Payment,,Complete\n";
    let (orders, _) = agreed(list);
    assert_eq!(
        orders.iter().map(sums).collect::<Vec<_>>(),
        [[3000, 0, 300, 216, 300, 3216], [1000, 0, 0, 80, 0, 1080]]
    );
    assert_eq!(lines(&orders[0]), [("Mug x 1, Bowl x 1", "", "", 1, 3000)]);
}

/// S-556: sold orders with their parts, and sold items with a row for each and no total.
#[test]
fn s_556_etsy() {
    let list = "Sale Date,Order ID,Buyer User ID,Full Name,First Name,Last Name,Number of Items,Payment Method,Date Shipped,Street 1,Street 2,Ship City,Ship State,Ship Zipcode,Ship Country,Currency,Order Value,Coupon Code,Discount Amount,Shipping Discount,Shipping,Sales Tax,Order Total,Status,Order Net\n\
09/23/24,7001,u1,Eva Low,Eva,Low,2,Cards,09/25/24,Way 1,Flat 2,Ferry,ME,04101,United States,USD,40.00,LEAF,4.00,1.00,6.00,0.00,41.00,,38.00\n\
09/24/24,7002,u2,Bo Low,Bo,Low,1,Cards,,Quay 2,,Bremen,,28195,Germany,EUR,20.00,,0.00,0.00,5.00,0.00,29.75,,26.00\n";
    let (orders, said) = agreed(list);
    assert_eq!(said, [""; 0]);
    assert_eq!(orders[0].source, "etsy");
    assert_eq!(sums(&orders[0]), [4000, 600, 0, 0, 500, 4100]);
    // The market takes some taxes itself: they are in the total alone.
    assert_eq!(sums(&orders[1]), [2000, 500, 0, 475, 0, 2975]);
    assert_eq!(
        (
            place(&orders[0].billing, &["name"]),
            place(&orders[0].shipping, &["address1", "address2", "city", "zip"])
        ),
        (vec!["Eva Low"], vec!["Way 1", "Flat 2", "Ferry", "04101"])
    );
    let items = "Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Discount Amount,Shipping Discount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Listing ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship City,Ship Zipcode,Ship Country,Order ID,Variations,Listings Type,SKU\n\
09/23/24,\"Mug, large\",eva,2,12.00,LEAF,2.40,0,6.00,1.50,24.00,USD,401,1501,09/23/24,,Eva Low,Way 1,Ferry,04101,United States,7001,Glaze:Blue,listing,MG\n\
09/23/24,Bowl,eva,1,16.00,LEAF,1.60,0,6.00,1.50,16.00,USD,402,1502,09/23/24,,Eva Low,Way 1,Ferry,04101,United States,7001,,listing,\n";
    let (orders, _) = agreed(items);
    assert_eq!((orders.len(), sums(&orders[0])), (1, [4000, 600, 0, 150, 400, 4350]));
    assert_eq!(lines(&orders[0]), [("Mug, large", "Glaze:Blue", "MG", 2, 1200), ("Bowl", "", "", 1, 1600)]);
    assert_eq!(place(&orders[0].shipping, &["name", "zip"]), ["Eva Low", "04101"]);
}

/// S-574: orders in the languages of the lands they were placed in, with their commas, semicolons and days before months.
#[test]
fn s_574_orders_in_other_languages() {
    for list in [
        "Bestellnummer;Bestelldatum;E-Mail;Bestellstatus;Zwischensumme;Rabatt;Versandkosten;MwSt;Gesamtsumme;Währung;Artikel;Artikelnummer;Menge;Einzelpreis\n\
         1001;31.05.2024;ida@mail.example;Abgeschlossen;1.234,00;34,00;4,90;229,00;1.433,90;EUR;Schale;SC;2;617,00\n",
        "Numéro de commande;Date de commande;Courriel;Statut;Sous-total;Remise;Frais de port;TVA;Total TTC;Devise;Produit;Référence;Quantité;Prix unitaire\n\
         1001;31/05/2024;ida@mail.example;Terminée;1 234,00;34,00;4,90;229,00;1 433,90;EUR;Bol;SC;2;617,00\n",
        "Número de pedido;Fecha;Correo electrónico;Estado;Subtotal;Descuento;Gastos de envío;IVA;Total;Moneda;Producto;Referencia;Cantidad;Precio unitario\n\
         1001;31/05/2024;ida@mail.example;Completado;1.234,00;34,00;4,90;229,00;1.433,90;EUR;Cuenco;SC;2;617,00\n",
        "Numero ordine;Data ordine;Indirizzo email;Stato;Subtotale;Sconto;Spese di spedizione;IVA;Totale;Valuta;Prodotto;SKU;Quantità;Prezzo unitario\n\
         1001;31/05/2024;ida@mail.example;Completato;1.234,00;34,00;4,90;229,00;1.433,90;EUR;Ciotola;SC;2;617,00\n",
    ] {
        let (orders, said) = agreed(list);
        assert_eq!(said, [""; 0], "{list}");
        let order = &orders[0];
        assert_eq!(sums(order), [123_400, 490, 0, 22_900, 3400, 143_390], "{list}");
        assert_eq!(
            (order.number.as_str(), order.email.as_str(), order.currency.as_str()),
            ("1001", "ida@mail.example", "EUR")
        );
        assert_eq!(
            (order.lines[0].quantity, order.lines[0].unit_price_cents, order.lines[0].sku.as_str()),
            (2, 61_700, "SC")
        );
        assert_eq!(order.created_on, 1_717_113_600_000, "{list}");
    }
}

/// S-755: a list that names the goods of an order by their numbers, and says of all of them together what they cost.
#[test]
fn s_755_goods_without_prices_of_their_own_cost_what_the_order_says() {
    let list = "Sale Date,Order ID,Buyer User ID,Full Name,Number of Items,Ship City,Currency,Order Value,Discount Amount,Shipping,Sales Tax,Order Total,Order Net,SKU\n\
07/16/22,7001,u1,Eva Low,1,Ferry,USD,21.39,2.14,3.72,0,22.97,20.00,N023\n\
07/17/22,7002,u2,Bo Low,3,Bremen,USD,20.00,0.00,5.00,0,25.00,23.00,\"N001,N002\"\n\
07/18/22,7003,u3,Ida Low,2,Bremen,USD,40.00,0.00,5.00,0,45.00,43.00,\n";
    let (orders, said) = agreed(list);
    assert_eq!(said, [""; 0]);
    assert_eq!(lines(&orders[0]), [("N023", "", "N023", 1, 2139)]);
    assert_eq!(lines(&orders[1]), [("N001,N002", "", "N001,N002", 3, 666)]);
    assert_eq!(orders[1].lines[0].total_cents, Some(2000));
    assert!(orders[2].lines.is_empty());
}
