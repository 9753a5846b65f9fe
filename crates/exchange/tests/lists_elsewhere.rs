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
