//! Lists of products of further lands and markets, and rows that other lists do not have.

use loggia_commerce::{Cents, CurrencyCode};
use loggia_exchange::products::{Dialect, List, Product, Shop, Stock, Visibility, read};

fn list(text: &str) -> List {
    let shop = Shop {
        currency: CurrencyCode::parse("EUR").expect("a currency"),
        metric: None,
        now: 1_714_700_000_000,
    };
    read(text.as_bytes(), shop).expect("a list of products")
}

/// SKU, price, what was asked before, stock, choices of each variant.
fn variants(product: &Product) -> Vec<String> {
    let cents = |amount: Option<Cents>| amount.map_or("-".to_owned(), |cents| cents.get().to_string());
    let all = product.variants.iter().map(|one| {
        let stock = match one.stock {
            Stock::Count(count) => count.to_string(),
            Stock::Unlimited => "-".to_owned(),
        };
        let sale = if one.on_sale { cents(one.sale_price) } else { String::new() };
        format!("{} {} {sale} {stock} {}", one.sku, cents(one.price), one.values.join("/"))
    });
    all.collect()
}

fn says(list: &List, part: &str) -> bool {
    list.faults.iter().any(|fault| fault.message.contains(part))
}

/// S-558: a product that has a row of its own, above those of its variants, has no variant more for it.
#[test]
fn s_558_the_row_of_a_product_is_no_variant() {
    let head = "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src\n";
    let own = format!(
        "{head}\
cup,Cup,<p>Round.</p>,House,Cups,,true,Glaze,,,,,,https://a.example/cup.jpg\n\
cup,,,,,,,,Blue,C-B,shopify,4,9.50,\n\
cup,,,,,,,,Grey,C-G,shopify,0,9.50,\n\
jug,Jug,,House,Jugs,,true,,,,,,,\n"
    );
    let found = list(&own);
    let [cup, jug] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!(variants(cup), ["C-B 950  4 Blue", "C-G 950  0 Grey"]);
    assert_eq!((cup.visibility, cup.pictures.len()), (Visibility::Visible, 1));
    // One that has nothing else is without a price.
    assert_eq!((jug.variants.len(), jug.variants[0].price), (1, None));
    let unpriced: Vec<usize> =
        found.faults.iter().filter(|fault| fault.why.code == "no-price").map(|fault| fault.line).collect();
    assert_eq!(unpriced, [5]);
}

/// S-559: a catalogue for markets is a list of products: categories by their numbers, two prices, pictures, choices.
#[test]
fn s_559_a_catalogue_of_a_market_is_a_list() {
    let text = r#"<?xml version="1.0" encoding="UTF-8"?>
<yml_catalog date="2024-05-03 10:00">
  <shop>
    <name>House</name>
    <categories><category id="1">Kitchen</category><category id="12" parentId="1">Cups</category></categories>
    <offers>
      <offer id="71" available="true" group_id="70">
        <url>https://a.example/p/cup</url><price>950</price><oldprice>1200.50</oldprice><currencyId>EUR</currencyId><categoryId>12</categoryId>
        <picture>https://a.example/1.jpg</picture><picture>https://a.example/2.jpg</picture>
        <name>Cup</name><vendorCode>C-B</vendorCode><param name="Color">Blue</param><description>Round.</description>
      </offer>
      <offer id="72" available="false" group_id="70">
        <url>https://a.example/p/cup</url><price>950</price><currencyId>EUR</currencyId><categoryId>12</categoryId>
        <name>Cup</name><vendorCode>C-G</vendorCode><param name="Color">Grey</param>
      </offer>
      <offer id="80" type="vendor.model" available="true">
        <price>12.30</price><currencyId>EUR</currencyId><categoryId>1</categoryId><typePrefix>Jug</typePrefix><vendor>House</vendor><model>J1</model>
      </offer>
    </offers>
  </shop>
</yml_catalog>"#;
    let found = list(text);
    let [cup, jug] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!(variants(cup), ["C-B 120050 95000 - Blue", "C-G 95000  0 Grey"]);
    assert_eq!(cup.categories, [["Kitchen", "Cups"].map(str::to_owned).to_vec()]);
    assert_eq!(
        (cup.pictures.len(), cup.url_id.as_str(), cup.options.join(" ")),
        (2, "cup", "Color".to_owned())
    );
    assert_eq!((jug.title.as_str(), variants(jug)), ("Jug House J1", vec!["J1 1230  - ".to_owned()]));
}

/// S-559: a feed with plain words is one as well, and posts are none.
#[test]
fn s_559_a_feed_with_plain_words_is_a_list() {
    let items = "<item><id>1</id><title>Cup</title><price>9.50 EUR</price><image_link>https://a.example/1.jpg</image_link></item><item><id>2</id><title>Jug</title><price>12 EUR</price></item>";
    for feed in [
        format!("<channel><title>House</title>{items}</channel>"),
        format!(
            "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>House</title>{items}</channel></rss>"
        ),
    ] {
        let found = list(&feed);
        let titles: Vec<&str> = found.products.iter().map(|product| product.title.as_str()).collect();
        assert_eq!(titles, ["Cup", "Jug"], "{feed}");
        assert_eq!(variants(&found.products[0]), [" 950  - "]);
    }
    let posts = "<rss version=\"2.0\" xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><item><title>One</title><price>1</price></item></channel></rss>";
    let shop = Shop {
        currency: CurrencyCode::parse("EUR").expect("a currency"),
        metric: None,
        now: 1_714_700_000_000,
    };
    assert!(read(posts.as_bytes(), shop).is_none());
}

/// S-566: names, prices, stock and categories in further languages, with and without a currency at the end.
#[test]
fn s_566_lists_in_further_languages_are_read() {
    for head in [
        "Kategorija;Naziv;Cena (RSD);Zaliha",
        "Kategorie;Název;Cena;Skladem",
        "Kategória;Megnevezés;Bruttó ár;Készlet",
        "Categorie;Denumire;Preț (RON);Stoc",
        "Kategori;Ürün Adı;Fiyat (TL);Stok Adedi",
        "Kategoria;Tuotenimi;Hinta;Varastosaldo",
        "Категорія;Назва;Ціна;Залишок",
        "Κατηγορία;Όνομα;Τιμή;Απόθεμα",
    ] {
        let found = list(&format!("{head}\nCups;Cup;1.234,50;7\nCups;Jug;8,00;0\n"));
        assert_eq!(found.dialect, Dialect::Plain);
        let [cup, jug] = &found.products[..] else { panic!("{head}: {:#?}", found.products) };
        assert_eq!(
            (cup.title.as_str(), variants(cup), variants(jug)),
            ("Cup", vec![" 123450  7 ".to_owned()], vec![" 800  0 ".to_owned()]),
            "{head}"
        );
        assert_eq!(cup.categories, [["Cups".to_owned()].to_vec()], "{head}");
        assert!(!says(&found, "not taken over"), "{head}: {:#?}", found.faults);
    }
}

/// S-568: a list of WooCommerce that calls its visibility otherwise hides what was hidden.
#[test]
fn s_568_what_a_catalogue_hides_is_hidden() {
    let found = list(
        "Type,SKU,Name,Published,Catalog visibility,In stock?,Regular price,Categories\nsimple,C,Cup,1,visible,1,9.50,Cups\nsimple,J,Jug,1,hidden,1,12,Jugs\n",
    );
    let seen: Vec<Visibility> = found.products.iter().map(|product| product.visibility).collect();
    assert_eq!(found.dialect, Dialect::WooCommerce);
    assert_eq!((seen[0], seen[1] == Visibility::Visible), (Visibility::Visible, false), "{seen:?}");
    assert!(!says(&found, "Catalog visibility"));
}

/// S-754: a table of HTML under the name of a workbook, as many programs write it, is a list like any other.
#[test]
fn s_754_a_table_of_html_is_a_list() {
    let text = "\u{feff}<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\"><head><meta charset=\"utf-8\"><style>td{mso-number-format:\"\\@\"}</style></head>\
        <body><table border=1><tr><th>SKU</th><th>Product name</th><th>Price</th><th>Quantity</th><th>Image</th></tr>\
        <tr><td>C-1</td><td>Caf\u{e9} &amp; cup</td><td>1.234,50</td><td>4</td><td><img src='https://a.example/cup.jpg'/></td></tr>\
        <tr><td>J-1</td><td>Jug</td><td>9,90</td><td>0</td><td></td></tr></table></body></html>";
    let found = list(text);
    let [cup, jug] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!((cup.title.as_str(), variants(cup)), ("Caf\u{e9} & cup", vec!["C-1 123450  4 ".to_owned()]));
    assert_eq!((cup.pictures.len(), variants(jug)), (1, vec!["J-1 990  0 ".to_owned()]));
    assert_eq!(found.faults, []);
}

/// S-756: a stock of all places together is not added to those of the places.
#[test]
fn s_756_a_stock_of_all_places_counts_once() {
    let total =
        list("Name,Price,inventory_total,inventory_north,inventory_south\nCup,9.50,5,3,2\nJug,9.50,1,1,-1\n");
    let stocks =
        |found: &List| found.products.iter().map(|one| one.variants[0].stock.clone()).collect::<Vec<_>>();
    assert_eq!(stocks(&total), [Stock::Count(5), Stock::Count(1)]);
    assert_eq!(total.faults, []);
    let sum = list("Name,Price,Stock,inventory_north,inventory_south\nCup,9.50,5,3,2\nJug,9.50,0,0,0\n");
    assert_eq!(stocks(&sum), [Stock::Count(5), Stock::Count(0)]);
    let beside = list("Name,Price,Stock,inventory_north\nCup,9.50,5,3\nJug,9.50,x,-2\n");
    assert_eq!(stocks(&beside), [Stock::Count(8), Stock::Count(0)]);
    // What is wrong is said with the list's own name of the column.
    assert!(says(&beside, "'-2' in 'inventory_north' is not a number of pieces"), "{:?}", beside.faults);
}

/// S-757: a cell may say what it is before a weight.
#[test]
fn s_757_a_weight_with_a_word_before_it_is_read() {
    let found = list("Name,Price,Weight\nRing,9.50,Weight: 5.16 g\nCup,9.50,ca. 1.5 kg\nJug,9.50,220g\n");
    let grams: Vec<Option<u32>> = found
        .products
        .iter()
        .map(|one| one.variants[0].weight.as_ref().and_then(|weight| weight.grams()))
        .collect();
    assert_eq!(grams, [Some(5), Some(1500), Some(220)]);
    assert_eq!(found.faults, []);
}

/// S-758: an export of WordPress with a shop says of its products what WooCommerce's list says.
#[test]
fn s_758_an_export_of_wordpress_has_its_products() {
    let item = |id: u32, kind: &str, name: &str, more: &str| {
        format!(
            "<item><title>{name}</title><wp:post_id>{id}</wp:post_id><wp:post_name>{}</wp:post_name><wp:status>publish</wp:status><wp:post_type><![CDATA[{kind}]]></wp:post_type>{more}</item>",
            name.to_lowercase()
        )
    };
    let meta = |all: &[(&str, &str)]| -> String {
        let one = |(key, value): &(&str, &str)| {
            format!(
                "<wp:postmeta><wp:meta_key>{key}</wp:meta_key><wp:meta_value><![CDATA[{value}]]></wp:meta_value></wp:postmeta>"
            )
        };
        all.iter().map(one).collect()
    };
    let picture = |id: u32| {
        item(
            id,
            "attachment",
            "P",
            &format!("<wp:attachment_url>https://a.example/{id}.jpg</wp:attachment_url>"),
        )
    };
    let attributes = "a:1:{s:8:\"pa_color\";a:4:{s:4:\"name\";s:8:\"pa_color\";s:5:\"value\";s:0:\"\";s:10:\"is_visible\";i:1;s:11:\"is_taxonomy\";i:1;}}";
    let shirt = format!(
        "{}<category domain=\"product_type\" nicename=\"variable\">variable</category><category domain=\"product_cat\" nicename=\"shirts\">Shirts, plain</category><category domain=\"pa_color\" nicename=\"red\">Red</category><category domain=\"pa_color\" nicename=\"blue\">Blue</category><content:encoded><![CDATA[Soft.]]></content:encoded><wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>",
        meta(&[
            ("_product_attributes", attributes),
            ("_thumbnail_id", "8"),
            ("_product_image_gallery", "9,7")
        ])
    );
    let variation = |color: &str, price: &str, sale: &str, stock: &str| {
        let own = [
            ("_sku", color),
            ("_regular_price", price),
            ("_sale_price", sale),
            ("_manage_stock", "yes"),
            ("_stock", stock),
            ("attribute_pa_color", color),
        ];
        format!("<wp:post_parent>1</wp:post_parent>{}", meta(&own))
    };
    let cup = meta(&[
        ("_sku", "C"),
        ("_regular_price", "9.50"),
        ("_manage_stock", "no"),
        ("_stock", "3"),
        ("_stock_status", "instock"),
        ("_weight", "0.4"),
    ]);
    let text = format!(
        "<?xml version=\"1.0\"?><rss xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel>\
        <wp:term><wp:term_taxonomy>product_cat</wp:term_taxonomy><wp:term_slug>shirts</wp:term_slug><wp:term_parent>clothes</wp:term_parent><wp:term_name>Shirts, plain</wp:term_name></wp:term>\
        <wp:term><wp:term_taxonomy>product_cat</wp:term_taxonomy><wp:term_slug>clothes</wp:term_slug><wp:term_parent></wp:term_parent><wp:term_name>Clothes</wp:term_name></wp:term>\
        {}{}{}{}{}{}{}</channel></rss>",
        item(1, "product", "Shirt", &shirt),
        item(2, "product_variation", "Shirt Red", &variation("red", "20", "15.50", "4")),
        item(3, "product_variation", "Shirt Blue", &variation("blue", "20", "", "0")),
        item(4, "product", "Cup", &cup),
        item(5, "post", "News", ""),
        picture(8),
        picture(9),
    );
    let found = list(&text);
    let [shirt, cup] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!(
        (shirt.title.as_str(), shirt.url_id.as_str(), shirt.options.join(",")),
        ("Shirt", "shirt", "Color".to_owned())
    );
    assert_eq!(variants(shirt), ["red 2000 1550 4 Red", "blue 2000  0 Blue"]);
    assert_eq!(shirt.categories, [["Clothes", "Shirts, plain"]]);
    assert_eq!(
        shirt.pictures.iter().map(|one| one.url.as_str()).collect::<Vec<_>>(),
        ["https://a.example/8.jpg", "https://a.example/9.jpg"]
    );
    assert_eq!((shirt.description.as_str(), shirt.visibility), ("Soft.", Visibility::Visible));
    assert_eq!(variants(cup), ["C 950  - "]);
    assert!(
        says(&found, "1 review of a product was left out") && !says(&found, "not taken over"),
        "{:?}",
        found.faults
    );
}

/// S-759: one kind of Magento's older lists names in each line the view that it is of.
#[test]
fn s_759_lines_of_the_view_of_all_are_the_products() {
    let found = list(
        "store,websites,attribute_set,type,category_ids,sku,has_options,price,special_price,weight,name,url_key,status,visibility,qty,is_in_stock,manage_stock,use_config_manage_stock\n\
admin,base,Default,simple,9,LAMP,0,100,80.5,10,Lamp,lamp,Enabled,\"Catalog, Search\",7,1,0,1\n\
french,base,Default,simple,9,LAMP,0,100,,10,Lampe,lampe,Enabled,\"Catalog, Search\",7,1,0,1\n\
admin,base,Default,simple,9,BULB,0,5,,1,Bulb,bulb,Disabled,Not Visible Individually,0,0,0,1\n",
    );
    let [lamp, bulb] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!((lamp.title.as_str(), variants(lamp)), ("Lamp", vec!["LAMP 10000 8050 7 ".to_owned()]));
    assert_eq!((variants(bulb), bulb.visibility), (vec!["BULB 500  0 ".to_owned()], Visibility::Hidden));
    assert!(
        says(&found, "of the view 'french'") && !says(&found, "of the view 'admin'"),
        "{:?}",
        found.faults
    );
}
