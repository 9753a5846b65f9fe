//! Lists of products, imported: the files they become, the pages of these, and the limits that do not hold for them.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use loggia_commerce::{Catalog, Cents, Fare, Load, ShippingOption};
use loggia_generator::diagnostic::Diagnostic;
use serde_json::{Value, json};

use super::site::TestSite;

const HEADER: &str = "Product ID [Non Editable],Product Type [Non Editable],Product Page,Product URL,Title,Description,SKU,Option Name 1,Option Value 1,Price,Sale Price,On Sale,Stock,Categories,Weight,Visible\n";

/// A site with nothing in it, and lists beside it.
pub fn empty() -> TestSite {
    let site = TestSite::tiny();
    fs::remove_dir_all(site.root()).unwrap();
    fs::create_dir_all(site.beside("from")).unwrap();
    site
}

pub fn import(site: &TestSite) -> Value {
    let done = site.loggia(&["import", "site", "from", "--no-fetch", "--json"]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_slice(&done.stdout).unwrap()
}

fn says(answer: &Value, part: &str) -> bool {
    let faults = answer["diagnostics"].as_array().unwrap();
    faults.iter().any(|fault| fault["message"].as_str().unwrap().contains(part))
}

pub fn json_of(site: &TestSite, path: &str) -> Value {
    let text = fs::read_to_string(site.root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap()
}

/// A list of so many products, each in a category with a long name.
fn many(count: usize) -> String {
    let row = |number: usize| {
        format!(
            "m{number},PHYSICAL,store,thing-{number},Thing {number},,M-{number},,,{number}.50,,No,1,Things with quite a long category,,Yes\n"
        )
    };
    HEADER.to_owned() + &(0..count).map(row).collect::<String>()
}

/// S-514: pages, addresses, weights, SKUs and prices of a list are those of the site that is built of it.
#[test]
fn s_514_a_list_becomes_shops_that_build() {
    let site = empty();
    let rows = "\
a,PHYSICAL,pots,bowl,Bowl,<p>Round.</p>,B,Size,Small,24.00,20.00,Yes,3,/table/bowls,0.5,Yes
,,,,,,B,Size,Large,30.00,,No,Unlimited,,1,
b,PHYSICAL,pots,bowl,Other bowl,,,,,9.99,,No,2,/table/bowls,,Yes
c,DIGITAL,lessons,collection,Collection,,C,,,5.00,,No,,,,Yes
d,SERVICE,lessons,one & two,One & two,,,,,,,No,4,,,Yes
";
    fs::write(site.beside("from/list.csv"), HEADER.to_owned() + rows).unwrap();
    let answer = import(&site);
    let bowl = json_of(&site, "content/pots/bowl.json");
    let content = &bowl["structuredContent"];
    let variants = content["variants"].as_array().unwrap();
    let skus: Vec<&str> = variants.iter().map(|variant| variant["sku"].as_str().unwrap()).collect();
    assert_eq!((skus, &content["variantOptionOrdering"]), (vec!["B", "B-large"], &json!(["Size"])));
    assert_eq!(
        (&variants[0]["price"], &variants[0]["salePrice"], &variants[0]["onSale"]),
        (&json!(2400), &json!(2000), &json!(true))
    );
    assert_eq!(
        (&variants[0]["shippingWeight"], &variants[0]["weight"]),
        (&json!(227), &json!({"value": "0.5", "unit": "lb"}))
    );
    assert_eq!(bowl["categories"], json!(["table", "bowls"]));
    let unpriced = &json_of(&site, "content/lessons/one-two.json")["structuredContent"]["variants"][0];
    assert_eq!((&unpriced["qtyInStock"], &unpriced["price"]), (&json!(4), &Value::Null));
    assert_eq!(json_of(&site, "content/lessons/one-two.json")["status"], "Draft");
    for part in [
        "SKU 'B' stands twice",
        "'bowl' is that of another product",
        "'one & two' cannot be part",
        "no price",
        "do not say their currency",
    ] {
        assert!(says(&answer, part), "{part}: {answer:#}");
    }
    let built = site.build();
    let errors: Vec<_> = built.diagnostics.iter().filter(|fault| fault.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert!(site.page("pots/bowl/index.html").contains("20.00"));
    assert!(site.page("lessons/collection/index.html").contains("5.00"));
    for page in
        ["index.html", "pots/bowl-2/index.html", "lessons/index.html", "pots/category/bowls/index.html"]
    {
        assert!(site.file(page).exists(), "{page}");
    }
    assert_eq!(json_of(&site, "content/lessons/collection.json")["typeName"], "products");
}

/// S-514: amounts are of the currency that is asked for, or that the site says.
#[test]
fn s_514_the_currency_is_that_of_the_shop() {
    let site = empty();
    fs::write(site.beside("from/list.csv"), "Title,Price\nCup,1200.50\n").unwrap();
    let done = site.loggia(&["import", "site", "from", "--no-fetch", "--json", "--currency", "jpy"]);
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert!(says(&answer, "more decimals than can be paid in JPY"), "{answer:#}");
    assert_eq!(json_of(&site, "site.json")["websiteSettings"]["storeSettings"]["currency"], "JPY");
    let cup = json_of(&site, "content/shop/cup.json");
    assert_eq!(cup["structuredContent"]["variants"][0]["price"], 120_100);
    // The site says it now.
    assert_eq!(import(&site)["files"]["unchanged"], json!(4));
}

/// S-515: what is imported knows no limits; where its owner asks for them they hold, and where nobody says anything they
/// warn of it.
#[test]
fn s_515_limits_of_hosted_builders_do_not_stop_what_is_imported() {
    let site = empty();
    fs::write(site.beside("from/list.csv"), many(201)).unwrap();
    import(&site);
    let limits = |errors: bool| {
        let found = site.build().diagnostics;
        found.iter().filter(|fault| fault.code == "limit" && fault.is_error() == errors).count()
    };
    assert_eq!(json_of(&site, "site.json")["websiteSettings"]["limits"], "none");
    assert_eq!((limits(true), limits(false)), (0, 0));
    assert_eq!(site.loggia(&["check", "site"]).status.code(), Some(0));
    site.change("site.json", |json| json["websiteSettings"]["limits"] = json!("hosted"));
    assert_eq!((limits(true), limits(false)), (202, 0));
    let answer = import(&site);
    assert!(says(&answer, "asks for the limits of hosted builders"), "{answer:#}");
    assert_eq!(json_of(&site, "site.json")["websiteSettings"]["limits"], "hosted");
    site.change("site.json", |json| json["websiteSettings"]["limits"] = Value::Null);
    assert_eq!((limits(true), limits(false)), (0, 202));
    assert!(site.file("store/thing-7/index.html").exists());
    site.change("content/store/collection.json", |json| json["imported"] = json!(false));
    assert_eq!((limits(true), limits(false)), (202, 0));
    site.change("site.json", |json| json["websiteSettings"]["limits"] = json!("nine"));
    let found = site.build().diagnostics;
    assert!(
        found.iter().any(|fault| fault.code == "limits" && fault.help.as_deref().unwrap().contains("none"))
    );
}

/// S-516: wherever an import is ended, no file is half written, and the next import takes all it wrote for its own.
#[test]
fn s_516_an_import_that_is_ended_leaves_whole_files_that_stay_its_own() {
    let (site, other) = (empty(), empty());
    for folder in [&site, &other] {
        fs::write(folder.beside("from/list.csv"), many(600)).unwrap();
    }
    import(&other);
    let whole = super::site::tree(&other.root());
    for pause in [5_u64, 15, 30, 45, 60, 90, 120, 180] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_loggia"))
            .args(["import", "site", "from", "--no-fetch", "--quiet"])
            .current_dir(site.beside("."))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
        for (path, bytes) in super::site::tree(&site.root()) {
            let is_whole = match path.strip_prefix(".loggia/") {
                // What is being written has a place of its own, beside the content.
                Some(kept) => {
                    kept.starts_with("import-parts/") || serde_json::from_slice::<Value>(&bytes).is_ok()
                }
                None => whole.get(&path) == Some(&bytes),
            };
            assert!(is_whole, "{path} after {pause} ms");
        }
    }
    fs::write(site.beside("from/list.csv"), many(600).replace(".50,,No", ".75,,No")).unwrap();
    let answer = import(&site);
    assert_eq!(answer["files"]["kept"], json!([]));
    let price = &json_of(&site, "content/store/thing-7.json")["structuredContent"]["variants"][0]["price"];
    assert_eq!(*price, json!(775));
}

/// S-513: exports of several days make one shop, whichever is given first, and again and again.
#[test]
fn s_513_dated_lists_come_in_any_order() {
    let old = HEADER.to_owned()
        + "a,PHYSICAL,shop,cup,Cup,,C,,,5.00,,No,1,,,Yes\nb,PHYSICAL,shop,jug,Jug,,J,,,8.00,,No,1,,,Yes\n";
    let new = HEADER.to_owned() + "a,PHYSICAL,shop,cup,Cup,,C,,,6.00,,No,0,,,Yes\n";
    let mut trees = Vec::new();
    for (one, other) in [("a-2026-03-02.csv", "b-2026-01-05.csv"), ("b-2026-03-02.csv", "a-2026-01-05.csv")] {
        let site = empty();
        fs::write(site.beside("from").join(one), &new).unwrap();
        fs::write(site.beside("from").join(other), &old).unwrap();
        let answer = import(&site);
        assert!(says(&answer, "1 of these products stand otherwise in a later list"), "{answer:#}");
        assert_eq!(import(&site)["files"]["written"], json!([]));
        trees.push(super::site::tree(&site.root()));
    }
    assert_eq!(trees[0], trees[1]);
    let cup: Value = serde_json::from_slice(&trees[0]["content/shop/cup.json"]).unwrap();
    assert_eq!(cup["structuredContent"]["variants"][0]["price"], 600);
    assert!(trees[0].contains_key("content/shop/jug.json"));
}

/// What a list of each program says of a thing that weighs 1.25 kg, as far as its columns can.
const WEIGHTS: [(&str, &str); 9] = [
    (
        "squarespace",
        "Product ID [Non Editable],Product Type [Non Editable],Product Page,Product URL,Title,Description,SKU,Option Name 1,Option Value 1,Price,Sale Price,On Sale,Stock,Categories,Weight,Visible\n\
         a,PHYSICAL,store,thing,Thing,,A,,,10.00,,No,3,,1.25,Yes\n",
    ),
    (
        "shopify grams",
        "Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Requires Shipping,Image Src,Variant Weight Unit,Status\n\
         thing,Thing,,,true,Title,Default Title,A,1250.0,shopify,4,deny,10.00,true,,kg,active\n",
    ),
    (
        "shopify weight and unit",
        "Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Weight,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Requires Shipping,Image Src,Variant Weight Unit,Status\n\
         thing,Thing,,,true,Title,Default Title,A,1.25,shopify,4,deny,10.00,true,,kg,active\n",
    ),
    (
        "shopify newer names",
        "Title,URL handle,Description,Vendor,Type,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Inventory tracker,Inventory quantity,Weight value (grams),Weight unit for display,Requires shipping,Product image URL\n\
         Thing,thing,,,,TRUE,Active,A,,,10,shopify,4,1250,kg,TRUE,\n",
    ),
    (
        "woocommerce",
        "ID,Type,SKU,Name,Published,\"Visibility in catalog\",\"In stock?\",Stock,\"Weight (kg)\",\"Regular price\",Categories\n\
         1,simple,A,Thing,1,visible,1,3,1.25,10,\n",
    ),
    (
        "woocommerce grams",
        "ID,Type,SKU,Name,Published,\"Visibility in catalog\",\"In stock?\",Stock,\"Weight (g)\",\"Regular price\",Categories\n\
         1,simple,A,Thing,1,visible,1,3,1250,10,\n",
    ),
    (
        "woocommerce variations",
        "ID,Type,SKU,Name,Published,\"Visibility in catalog\",\"In stock?\",Stock,\"Weight (kg)\",\"Regular price\",Categories,Parent,\"Attribute 1 name\",\"Attribute 1 value(s)\",\"Attribute 1 visible\",\"Attribute 1 global\"\n\
         1,variable,A,Thing,1,visible,1,,1.25,,,,Size,\"S, L\",1,1\n\
         2,variation,A-S,Thing - S,1,visible,1,3,,10,,A,Size,S,,1\n\
         3,variation,A-L,Thing - L,1,visible,1,3,1.25,10,,A,Size,L,,1\n",
    ),
    (
        "woocommerce in German",
        "ID;Typ;Artikelnummer;Name;Veröffentlicht;\"Sichtbarkeit im Katalog\";\"Vorrätig?\";Lager;\"Gewicht (kg)\";\"Regulärer Preis\";Kategorien\n\
         1;simple;A;Thing;1;visible;1;3;1,25;10;\n",
    ),
    (
        "wix",
        "handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,productOptionName1,productOptionType1,productOptionDescription1\n\
         h1,Product,Thing,,,,A,,10.00,,true,PERCENT,0,5,1.25,,,\n",
    ),
];

/// S-684: what each program's list says of a weight is what the catalogue says, and what a rate by kilogram charges.
#[test]
fn s_684_the_weight_of_every_list_reaches_the_rates() {
    for (name, list) in WEIGHTS {
        let site = empty();
        fs::write(site.beside("from/list.csv"), list).unwrap();
        let done = site.loggia(&["import", "site", "from", "--no-fetch", "--json", "--currency", "eur"]);
        assert_eq!(done.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&done.stderr));
        let said: Value = serde_json::from_slice(&done.stdout).unwrap();
        let built = site.build();
        assert!(!built.diagnostics.iter().any(Diagnostic::is_error), "{name}: {:#?}", built.diagnostics);
        let catalog: Catalog = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
        let variants: Vec<_> = catalog.products.iter().flat_map(|product| &product.variants).collect();
        assert!(!variants.is_empty(), "{name}: {said:#}");
        for variant in variants {
            assert_eq!(variant.shipping_weight, 1250, "{name}: {}", variant.sku);
            let rate = ShippingOption {
                cost_per_kilogram_cents: Cents::new(100).unwrap(),
                ..ShippingOption::default()
            };
            let load = Load { items: 1, grams: u64::from(variant.shipping_weight), ..Load::default() };
            // Two kilograms are begun.
            assert_eq!(rate.fare(&[load]), Fare::Costs(Cents::new(200).unwrap()), "{name}");
        }
    }
}
