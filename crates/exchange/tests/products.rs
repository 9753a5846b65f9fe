//! Lists of products of the four platforms, as records.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use loggia_commerce::{Cents, CurrencyCode};
use loggia_exchange::products::{
    Dialect, Kind, List, Product, Shop, Source, Stock, Visibility, WeightUnit, dialect, merge, read,
};
use proptest::prelude::*;

fn shop(currency: &str) -> Shop {
    // 2026-11-21
    Shop { currency: CurrencyCode::parse(currency).unwrap(), metric: None, now: 1_795_219_200_000 }
}

fn list(text: &str) -> List {
    read(text.as_bytes(), shop("USD")).unwrap()
}

fn cents(value: i64) -> Option<Cents> {
    Cents::new(value)
}

fn messages(list: &List) -> Vec<String> {
    list.faults.iter().map(|fault| format!("{}: {}", fault.line, fault.message)).collect()
}

fn says(list: &List, line: usize, part: &str) {
    let found = list.faults.iter().any(|fault| fault.line == line && fault.message.contains(part));
    assert!(found, "{line} {part} in {:#?}", messages(list));
}

const SQUARESPACE: &str = "\
\"Product ID [Non Editable]\",\"Variant ID [Non Editable]\",\"Product Type [Non Editable]\",\"Product Page\",\"Product URL\",\"Title\",\"Description\",\"SKU\",\"Option Name 1\",\"Option Value 1\",\"Price\",\"Sale Price\",\"On Sale\",\"Stock\",\"Categories\",\"Tags\",\"Weight\",\"Length\",\"Width\",\"Height\",\"Visible\",\"Hosted Image URLs\"
\"p1\",\"v1\",\"PHYSICAL\",\"pots\",\"bowl\",\"Bowl\",\"<p>Round.</p>\",\"B-S\",\"Size\",\"Small\",\"24.00\",\"0.00\",\"No\",\"3\",\"/table/bowls, /gifts\",\"ash, round\",\"1.5\",\"10.0\",\"10.0\",\"6.0\",\"Yes\",\"https://a.example/1.jpg https://a.example/2.jpg\"
\"\",\"v2\",\"\",\"\",\"\",\"\",\"\",\"B-L\",\"Size\",\"Large\",\"1,234.50\",\"999.00\",\"Yes\",\"Unlimited\",\"\",\"\",\"0.0\",\"0.0\",\"0.0\",\"0.0\",\"\",\"\"
\"p2\",\"v3\",\"SERVICE\",\"lessons\",\"first\",\"First lesson\",\"\",\"L1\",\"\",\"\",\"12.345\",\"0.00\",\"No\",\"-2\",\"\",\"\",\"\",\"\",\"\",\"\",\"No\",\"\"
";

#[test]
fn s_510_a_list_of_squarespace_keeps_variants_pages_weights_and_sizes() {
    let list = list(SQUARESPACE);
    assert_eq!((list.dialect, list.products.len()), (Dialect::Squarespace, 2));
    let bowl = &list.products[0];
    assert_eq!((bowl.page.as_str(), bowl.url_id.as_str(), bowl.source_id.as_str()), ("pots", "bowl", "p1"));
    assert_eq!(bowl.categories, [vec!["table".to_owned(), "bowls".to_owned()], vec!["gifts".to_owned()]]);
    assert_eq!(
        (bowl.pictures.len(), bowl.tags.join(" "), bowl.options.join(" ")),
        (2, "ash round".into(), "Size".into())
    );
    let [small, large] = &bowl.variants[..] else { panic!("{:?}", bowl.variants) };
    assert_eq!((small.price, small.on_sale, small.stock), (cents(2400), false, Stock::Count(3)));
    assert_eq!(
        (large.price, large.sale_price, large.on_sale, large.stock),
        (cents(123_450), cents(99_900), true, Stock::Unlimited)
    );
    let weight = small.weight.unwrap();
    assert_eq!(
        (weight.value.to_string(), weight.unit, weight.grams()),
        ("1.5".into(), WeightUnit::Pound, Some(680))
    );
    assert_eq!(small.size.unwrap().height.to_string(), "6.0");
    let lesson = &list.products[1];
    assert_eq!(
        (lesson.kind, lesson.visibility, lesson.page.as_str()),
        (Kind::Service, Visibility::Hidden, "lessons")
    );
    assert_eq!((lesson.variants[0].price, lesson.variants[0].stock), (cents(1235), Stock::Count(0)));
    says(&list, 4, "'12.345' in 'price' has more decimals");
    says(&list, 4, "'-2' in 'stock'");
    says(&list, 2, "in which unit its weights are; pounds were taken");
}

#[test]
fn s_510_the_header_says_whose_list_it_is_in_any_order_and_encoding() {
    let rows = ["Title;Price;SKU;Noted", "Bowl;12,50;B;Café"].join("\r\n");
    let found = list(&rows);
    assert_eq!((found.dialect, found.products[0].variants[0].price), (Dialect::Plain, cents(1250)));
    says(&found, 1, "'Noted'");
    let wide: Vec<u8> =
        format!("\u{feff}{}", rows.replace(';', "\t")).encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&wide, shop("USD")).unwrap().products, found.products);
    let west: Vec<u8> = "HANDLE,title,Variant Price\nt,Th\u{e9},5".chars().map(|c| c as u8).collect();
    let found = read(&west, shop("EUR")).unwrap();
    assert_eq!((found.dialect, found.products[0].title.as_str()), (Dialect::Shopify, "Thé"));
    says(&found, 0, "Windows-1252");
    for other in [
        "Email,First Name\na@example.com,A",
        "",
        "<rss/>",
        "{\"a\": 1}",
        "Name,Total\n#1,5",
        "Handle,Title,Option1 Name,SKU,Location,On hand\na,A,,S,Here,1",
    ] {
        assert_eq!(dialect(other.as_bytes()), None, "{other}");
        assert!(read(other.as_bytes(), shop("USD")).is_none());
    }
}

#[test]
fn s_510_further_rows_of_shopify_are_variants_and_pictures() {
    let text = "\
Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Status,Cost per item
tea-pot,Tea pot,<p>Pours.</p>,Kiln & Co,Pots,\"tea, clay\",true,Colour,Ash,T-A,1200.0,shopify,4,deny,40.00,50.00,true,true,'0123,https://a.example/b.jpg,2,From above,false,A pot,It pours.,https://a.example/ash.jpg,kg,active,9
tea-pot,,,,,,,,Iron,T-I,1250,shopify,-1,deny,45.00,,true,true,,https://a.example/a.jpg,1,From the side,,,,,kg,,9
tea-pot,,,,,,,,,,,,,,,,,,,https://a.example/c.jpg,3,,,,,,,,
card,Card,,,,,true,Title,Default Title,,0,,7,deny,25,,false,false,,,,,true,,,,,draft,
course,Course,,,,,true,Title,Default Title,C,0,shopify,2,continue,99,,false,false,,,,,false,,,,,archived,
";
    let list = list(text);
    let [pot, card, course] = &list.products[..] else { panic!("{:#?}", list.products) };
    let urls: Vec<&str> =
        pot.pictures.iter().map(|picture| picture.url.rsplit('/').next().unwrap()).collect();
    assert_eq!((urls, pot.pictures[0].alt.as_str()), (vec!["a.jpg", "b.jpg", "c.jpg"], "From the side"));
    let [ash, iron] = &pot.variants[..] else { panic!("{:?}", pot.variants) };
    assert_eq!(
        (ash.price, ash.sale_price, ash.on_sale, ash.barcode.as_str()),
        (cents(5000), cents(4000), true, "0123")
    );
    assert_eq!((iron.price, iron.sale_price, iron.stock), (cents(4500), None, Stock::Count(0)));
    assert_eq!(
        (ash.weight.unwrap().grams(), ash.picture.as_str()),
        (Some(1200), "https://a.example/ash.jpg")
    );
    assert_eq!(
        (pot.vendor.as_str(), pot.seo_title.as_str(), pot.page.as_str()),
        ("Kiln & Co", "A pot", "products")
    );
    assert_eq!((card.kind, card.visibility, card.options.len()), (Kind::GiftCard, Visibility::Hidden, 0));
    assert_eq!((course.kind, course.variants[0].stock), (Kind::Service, Stock::Unlimited));
    says(&list, 3, "'-1'");
    says(&list, 5, "did not count them");
    says(&list, 6, "sold on when there is none left");
    says(&list, 1, "'Cost per item'");
}

#[test]
fn s_510_the_newer_names_of_shopify_are_known() {
    let text = "\
Title,URL handle,Description,Vendor,Type,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Charge tax,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title
Mug,mug,<p>Warm.</p>,Kiln,Mugs,TRUE,Active,M-1,99,Size,Small,9.50,12,TRUE,shopify,4,DENY,350,g,TRUE,https://a.example/m.jpg,1,A mug,,FALSE,Mug!
,mug,,,,,,M-2,,,Large,10,,TRUE,shopify,0,CONTINUE,400,g,TRUE,,,,,,
";
    let list = list(text);
    let mug = &list.products[0];
    assert_eq!(
        (mug.variants.len(), mug.pictures[0].alt.as_str(), mug.seo_title.as_str()),
        (2, "A mug", "Mug!")
    );
    assert_eq!((mug.variants[0].price, mug.variants[0].sale_price), (cents(1200), cents(950)));
    assert_eq!((mug.variants[1].stock, mug.variants[1].taxable), (Stock::Unlimited, Some(true)));
}

const WOO: &str = "\
ID,Type,SKU,Name,Published,\"Is featured?\",\"Visibility in catalog\",\"Short description\",Description,\"Date sale price starts\",\"Date sale price ends\",\"Tax status\",\"In stock?\",Stock,\"Backorders allowed?\",\"Weight (lbs)\",\"Length (in)\",\"Width (in)\",\"Height (in)\",\"Sale price\",\"Regular price\",Categories,Tags,Images,Parent,\"External URL\",\"Button text\",Position,\"Attribute 1 name\",\"Attribute 1 value(s)\",\"Attribute 1 visible\",\"Attribute 1 global\",\"Attribute 2 name\",\"Attribute 2 value(s)\",\"Attribute 2 visible\",\"Attribute 2 global\",\"Download 1 name\",\"Download 1 URL\",\"Meta: _x\"
12,variation,,Scarf - Red,1,0,visible,,,,,taxable,1,5,0,,,,,,20,,,https://a.example/red.jpg,id:10,,,1,Colour,Red,,1,Size,,,1,,,
10,variable,SCARF,Scarf,1,1,visible,Soft.,\"Long\\n\\nand warm\",,,taxable,1,,0,.5,24,1,2,,,\"Clothing > Scarves, Gifts\\, small\",wool,\"https://a.example/1.jpg, https://a.example/2.jpg?w=1,2\",,,,0,Colour,\"Red, Blue\",1,1,Size,\"S, L\",1,1,,,x
11,variation,SCARF-B,Scarf - Blue,1,0,visible,,,,2030-01-01,taxable,0,,0,1,,,,15,20,,,,SCARF,,,0,Colour,Blue,,1,Size,L,,1,,,
20,\"simple, downloadable, virtual\",SONG,Song,1,0,hidden,,,2001-01-01,2001-02-01,none,1,,0,,,,,1,2.5,Music,,,,,,0,Made of,\"Sound, Light\",1,0,,,,,A song,https://a.example/song.mp3,
30,external,EXT,Print,1,0,visible,,Big.,,,taxable,1,,0,,,,,,30,,,,,https://b.example/print?a=1&b=2,Go,0,,,,,,,,,,,
31,grouped,GRP,Set,-1,0,visible,,,,,taxable,1,,0,,,,,,,,,,,,,0,,,,,,,,,,,
32,variation,LONE,Lone,1,0,visible,,,,,taxable,1,,0,,,,,,5,,,,id:999,,,0,,,,,,,,,,,
";

#[test]
fn s_510_variations_of_woocommerce_find_their_product() {
    let list = list(WOO);
    assert_eq!(list.dialect, Dialect::WooCommerce);
    let [scarf, song, print, set] = &list.products[..] else { panic!("{:#?}", list.products) };
    assert_eq!(scarf.options, ["Colour", "Size"]);
    let said: Vec<(&str, String, Option<Cents>, Stock)> = scarf
        .variants
        .iter()
        .map(|variant| (variant.sku.as_str(), variant.values.join(" "), variant.price, variant.stock))
        .collect();
    assert_eq!(
        said,
        [
            ("SCARF-B", "Blue L".to_owned(), cents(2000), Stock::Count(0)),
            ("", "Red S".to_owned(), cents(2000), Stock::Count(5)),
            ("", "Red L".to_owned(), cents(2000), Stock::Count(5)),
        ]
    );
    assert_eq!((scarf.variants[0].sale_price, scarf.variants[0].on_sale), (cents(1500), true));
    assert_eq!(scarf.variants[1].weight.unwrap().grams(), Some(227));
    assert_eq!(scarf.variants[1].picture, "https://a.example/red.jpg");
    assert_eq!(
        scarf.categories,
        [vec!["Clothing".to_owned(), "Scarves".to_owned()], vec!["Gifts, small".to_owned()]]
    );
    assert_eq!(scarf.pictures[1].url, "https://a.example/2.jpg?w=1,2");
    assert_eq!(
        (scarf.excerpt.as_str(), scarf.description.as_str()),
        ("Soft.", "<p>Long</p>\n<p>and warm</p>")
    );
    assert!(scarf.featured);
    assert_eq!(
        (song.kind, song.visibility, song.variants[0].on_sale),
        (Kind::Digital, Visibility::Unlisted, false)
    );
    assert_eq!(song.downloads[0].url, "https://a.example/song.mp3");
    assert_eq!(song.details, [("Made of".to_owned(), "<p>Sound, Light</p>".to_owned())]);
    assert!(print.description.contains("<a href=\"https://b.example/print?a=1&amp;b=2\">Go</a>"));
    assert_eq!((print.variants[0].stock, set.visibility), (Stock::Count(0), Visibility::Hidden));
    says(&list, 8, "'id:999'");
    says(&list, 6, "sold in another shop");
    says(&list, 7, "group of other products");
    says(&list, 4, "for some days alone");
    says(&list, 1, "'Meta: _x'");
}

#[test]
fn s_512_a_list_of_woocommerce_in_another_language_is_the_same() {
    let german = "ID;Typ;Artikelnummer;Name;Veröffentlicht;\"Sichtbarkeit im Katalog\";Kurzbeschreibung;\"Vorrätig?\";Lager;\"Gewicht (kg)\";Angebotspreis;\"Regulärer Preis\";Kategorien;Bilder;\"Attribut 1 Name\";\"Attribut 1 Wert(e)\"\n1;simple;A;Schüssel;1;visible;Rund.;1;3;1,25;;\"1.234,50\";\"Küche > Schüsseln\";;;\n";
    let list = read(german.as_bytes(), shop("EUR")).unwrap();
    let bowl = &list.products[0];
    assert_eq!(
        (list.dialect, bowl.title.as_str(), bowl.url_id.as_str()),
        (Dialect::WooCommerce, "Schüssel", "schussel")
    );
    assert_eq!((bowl.variants[0].price, bowl.variants[0].stock), (cents(123_450), Stock::Count(3)));
    assert_eq!(bowl.variants[0].weight.unwrap().grams(), Some(1250));
    assert!(list.faults.is_empty(), "{:#?}", messages(&list));
}

#[test]
fn s_510_variants_of_wix_add_to_the_price_of_their_product() {
    let text = "\
handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,productOptionName1,productOptionType1,productOptionDescription1,additionalInfoTitle1,additionalInfoDescription1,customTextField1,customTextCharLimit1,brand
h1,Product,Kite,<p>High.</p>,abc~mv2.jpg;https://b.example/2.jpg,Toys;Gifts,,New!,20.00,,true,PERCENT,10,InStock,1,Colour,COLOR,#ff0000:Red;#0000ff:Blue,Care,<p>Dry.</p>,Your name,20,Aloft
h1,Variant,,,,,K-R,,,0.00,true,,,4,,,,Red,,,,,
h1,Variant,,,,,K-B,,,5.05,false,,,OutOfStock,2,,,Blue,,,,,
h2,Product,Bead,,,,B,,3,,false,AMOUNT,1,7,,Hole,DROP_DOWN,Small;Big,,,,,
h9,Variant,,,,,X,,,0,true,,,1,,,,Red,,,,,
";
    let list = list(text);
    let [kite, bead] = &list.products[..] else { panic!("{:#?}", list.products) };
    assert_eq!(
        (list.dialect, kite.page.as_str(), kite.url_id.as_str()),
        (Dialect::Wix, "product-page", "kite")
    );
    assert_eq!(kite.pictures[0].url, "https://static.wixstatic.com/media/abc~mv2.jpg");
    assert_eq!(
        (kite.ribbon.as_str(), kite.vendor.as_str(), kite.details[0].0.as_str()),
        ("New!", "Aloft", "Care")
    );
    let [red, blue] = &kite.variants[..] else { panic!("{:?}", kite.variants) };
    assert_eq!(
        (red.price, red.sale_price, red.values[0].as_str(), red.stock),
        (cents(2000), cents(1800), "Red", Stock::Count(4))
    );
    // 10 per cent less than 25.05 is 22.545.
    assert_eq!((blue.price, blue.sale_price, blue.stock), (cents(2505), cents(2255), Stock::Count(0)));
    assert_eq!((red.weight.unwrap().value, blue.weight.unwrap().value), (1.into(), 2.into()));
    let skus: Vec<&str> = bead.variants.iter().map(|variant| variant.sku.as_str()).collect();
    assert_eq!(
        (skus, bead.variants[1].sale_price, bead.visibility),
        (vec!["B-small", "B-big"], cents(200), Visibility::Hidden)
    );
    says(&list, 4, "not a whole number of hundredths");
    says(&list, 6, "'h9'");
    says(&list, 2, "'Your name'");
    says(&list, 5, "one stock");
}

#[test]
fn s_511_what_has_no_price_says_so_and_keeps_its_stock() {
    let list = list("Title,Price,Stock\nBowl,a lot,5\nMug,,3\nCup,0,2\n");
    let stocks: Vec<Stock> = list.products.iter().map(|product| product.variants[0].stock).collect();
    assert_eq!(stocks, [Stock::Count(5), Stock::Count(3), Stock::Count(2)]);
    let prices: Vec<_> = list.products.iter().map(|product| product.variants[0].price).collect();
    assert_eq!(prices, [None, None, cents(0)]);
    // What it is stands there for a program as well, with what the sentence names, and never for how many lines alone.
    let why = |code: &str| list.faults.iter().map(|fault| &fault.why).find(|why| why.code == code).unwrap();
    assert_eq!(why("not-amount").values, [("text", "a lot".to_owned()), ("column", "price".to_owned())]);
    assert_eq!((why("no-price").more, why("not-amount").more), (1, 0));
    says(&list, 2, "'a lot' in 'price'");
    says(&list, 2, "no price");
}

fn source(name: &str, when: i64, text: &str) -> Source {
    Source { name: name.to_owned(), when, list: list(text) }
}

fn prices(merged: &[loggia_exchange::products::Merged]) -> Vec<(String, Option<i64>)> {
    let price = |product: &Product| product.variants[0].price.map(Cents::get);
    let mut all: Vec<_> = merged.iter().map(|one| (one.product.title.clone(), price(&one.product))).collect();
    all.sort();
    all
}

#[test]
fn s_513_the_latest_list_is_believed_in_whatever_order_they_come() {
    let header = "Product ID [Non Editable],Product URL,Title,SKU,Price\n";
    let march = format!("{header}a,one,One,S1,1.00\nb,two,Two,S2,2.00\n");
    let may = format!("{header}a,one-new,One,S1,1.50\nc,three,Three,S3,3.00\n");
    // Written by hand: no ids, one product by its address, one by its SKU.
    let june = "Product URL,Title,SKU,Price\ntwo,Two,,2.75\nother,Three,S3,3.30\n".to_owned();
    let lists = [("march", 1, march), ("may", 2, may), ("june", 3, june)];
    let expected = [("One".into(), Some(150)), ("Three".into(), Some(330)), ("Two".into(), Some(275))];
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let sources = order.map(|at| source(lists[at].0, lists[at].1, &lists[at].2)).to_vec();
        let (merged, faults) = merge(sources);
        assert_eq!(prices(&merged), expected, "{order:?}");
        assert!(
            faults.iter().any(|(name, fault)| name == "march" && fault.message.contains("2 of these")),
            "{faults:?}"
        );
    }
    let twice = vec![source("x", 1, SQUARESPACE), source("y", 1, SQUARESPACE)];
    let (merged, faults) = merge(twice);
    assert_eq!(merged.len(), 2);
    assert!(!faults.iter().any(|(_, fault)| fault.message.contains("stand otherwise")), "{faults:?}");
}

#[test]
fn s_513_an_sku_that_several_products_have_joins_nothing() {
    let one = source("one", 1, "Product URL,Title,SKU,Price\na,A,X,1\nb,B,X,2\n");
    let other = source("two", 2, "Product URL,Title,SKU,Price\nc,C,X,3\n");
    assert_eq!(merge(vec![one, other]).0.len(), 3);
}

proptest! {
    /// Whatever the bytes, a list is read or is none, and no product is without a variant.
    #[test]
    fn s_510_no_bytes_end_the_reading(
        header in prop::sample::select(vec![
            "Title,Price,Stock,Product URL", "handleId,fieldType,name,price,productOptionName1,productOptionDescription1",
            "Handle,Title,Variant Price,Option1 Name,Option1 Value", "ID,Type,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)",
        ]),
        rows in prop::collection::vec("[a-zA-Z0-9,;\"\\\\ .\n\r€-]{0,60}|Product|Variant|variable|variation", 0..20),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let _ = read(&bytes, shop("JPY"));
        let text = format!("{header}\n{}", rows.join("\n"));
        let list = read(text.as_bytes(), shop("KWD")).unwrap();
        prop_assert!(list.products.iter().all(|product| !product.variants.is_empty()));
        let again = read(text.as_bytes(), shop("KWD")).unwrap();
        prop_assert_eq!(list, again);
    }
}
