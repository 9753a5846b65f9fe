//! What the law asks beside a price and on the page of a product: the price of a unit, the lowest one before a reduction, taxes,
//! delivery, who made it.

use std::fs;

use loggia_generator::pipeline::Options;
use serde_json::{Value, json};

use crate::site::{NOW, TestSite, stderr};

const CUP: &str = "content/goods/01-cup.json";
const PLATE: &str = "content/goods/02-plate.json";
const DAY: i64 = 86_400_000;

fn seller(site: &TestSite, seller: &Value) {
    site.change("site.json", |file| file["seller"] = seller.clone());
}

/// The text of a page's notes, one a line.
fn notes(page: &str) -> Vec<String> {
    let page = scraper::Html::parse_document(page);
    let selector = scraper::Selector::parse(".product-price-notes > div").unwrap();
    page.select(&selector).map(|note| note.text().collect::<String>()).collect()
}

/// S-781: the price of a unit stands behind each price that a template prints with `product-price`, on the product's own page for
/// every variant that differs, in lists the least; in the site's locale, and nothing where nothing is measured.
#[test]
fn s_781_the_price_of_a_unit_stands_beside_the_price() {
    let site = TestSite::tiny();
    site.build();
    assert!(!site.page("goods/cup/index.html").contains("product-price-notes"));
    site.change("site.json", |file| {
        file["website"]["locale"] = "de-DE".into();
        file["websiteSettings"]["useCLDRMoneyFormat"] = true.into();
    });
    site.change(CUP, |cup| {
        cup["structuredContent"]["measure"] = json!({"amount": 250, "unit": "g"});
        cup["structuredContent"]["variants"][1]["measure"] = json!({"amount": "0.75", "unit": "kg"});
    });
    site.change(PLATE, |plate| {
        plate["structuredContent"]["measure"] =
            json!({"amount": "70", "unit": "cl", "per": {"amount": 100, "unit": "ml"}});
    });
    let built = site.build();
    assert_eq!(built.diagnostics, [], "{:?}", built.diagnostics);
    let own = site.page("goods/cup/index.html");
    assert_eq!(notes(&own), ["Red: 48,00\u{a0}€ / kg", "Blue: 17,33\u{a0}€ / kg"], "{own}");
    assert_eq!(notes(&site.page("goods/plate/index.html")), ["1,21\u{a0}€ / 100 ml"]);
    assert_eq!(notes(&site.page("goods/index.html")), ["ab 17,33\u{a0}€ / kg", "1,21\u{a0}€ / 100 ml"]);
    assert!(own.contains("data-unit-price=1000000/250000"), "{own}");
    // Structured data says what is compared.
    let offers = offers(&own);
    let unit = |offer: &Value| offer["priceSpecification"].clone();
    assert_eq!(
        unit(&offers[0]),
        json!({
            "@type": "UnitPriceSpecification", "price": "12.00", "priceCurrency": "EUR",
            "referenceQuantity": {
                "@type": "QuantitativeValue", "value": "250", "unitCode": "GRM",
                "valueReference": {"@type": "QuantitativeValue", "value": "1", "unitCode": "KGM"},
            },
        })
    );
    // The catalogue that the shop reads says it too.
    let catalog: Value = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
    assert_eq!(catalog["products"][0]["variants"][1]["measure"]["amount"], "0.75");
    // A kilogram costs what it costs.
    site.change(PLATE, |plate| plate["structuredContent"]["measure"] = json!({"amount": 1, "unit": "kg"}));
    site.build();
    assert_eq!(notes(&site.page("goods/plate/index.html")), Vec::<String>::new());
}

fn offers(page: &str) -> Value {
    let page = scraper::Html::parse_document(page);
    let selector = scraper::Selector::parse("script[type='application/ld+json']").unwrap();
    let texts = page.select(&selector).map(|script| script.text().collect::<String>());
    let all: Vec<Value> = texts.map(|text| serde_json::from_str(&text).unwrap()).collect();
    let graph = all.iter().flat_map(|one| one["@graph"].as_array().cloned().unwrap_or_default());
    graph.into_iter().find(|one| one["@type"] == "Product").unwrap()["offers"].clone()
}

/// S-782: what is no measure stops the build at its place.
#[test]
fn s_782_a_measure_that_cannot_be_read() {
    let site = TestSite::tiny();
    site.change(CUP, |cup| {
        cup["structuredContent"]["variants"][1]["measure"] = json!({"amount": "some", "unit": "g"});
    });
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(stderr(&done).contains("The amount is a number above 0"), "{}", stderr(&done));
    site.change(CUP, |cup| {
        cup["structuredContent"]["variants"][1]["measure"] = json!({"amount": 1, "unit": "stone"});
    });
    assert!(stderr(&site.loggia(&["check", "site"])).contains("The unit is one of mg, g, kg"));
}

/// S-783: the words of a site stand before ours, and nothing that a site says is markup.
#[test]
fn s_783_words_of_a_site_and_no_markup() {
    let site = TestSite::tiny();
    site.change("site.json", |file| {
        file["localizedStrings"] = json!({"priceUnitText": "<b>{price}</b> je {unit}"});
    });
    site.change(PLATE, |plate| plate["structuredContent"]["measure"] = json!({"amount": 500, "unit": "g"}));
    site.build();
    let page = site.page("goods/plate/index.html");
    assert_eq!(notes(&page), ["<b>€17.00</b> je kg"], "{page}");
    // Nor do notes of a file become those of the page.
    site.change(PLATE, |plate| {
        plate["structuredContent"]["priceNotes"] = json!([{"kind": "x", "text": "Own"}])
    });
    site.build();
    assert_eq!(notes(&site.page("goods/plate/index.html")), ["<b>€17.00</b> je kg"]);
}

/// A build of the program on a day after that of the tests, as an owner makes it.
fn build_on(site: &TestSite, day: i64) -> String {
    let now = format!("--now={}", NOW + day * DAY);
    let done = site.loggia(&["build", "site", "--out", "out", &now]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    stderr(&done)
}

fn price(site: &TestSite, price: u32, sale: Option<u32>) {
    site.change(PLATE, |plate| {
        let variant = &mut plate["structuredContent"]["variants"][0];
        variant.as_object_mut().unwrap().remove("priceMoney");
        variant["price"] = price.into();
        variant["salePrice"] = sale.unwrap_or_default().into();
        variant["onSale"] = sale.is_some().into();
    });
}

/// S-786: builds write prices down where the seller's market asks for it, in a file of the site that changes only when a price
/// does; a page with a reduction says the lowest price of the 30 days before it.
#[test]
fn s_786_the_lowest_price_of_the_30_days_before_a_reduction() {
    let site = TestSite::tiny();
    let file = site.root().join("price-history.json");
    build_on(&site, 0);
    assert!(!file.exists(), "nobody in the market asks for it");
    seller(&site, &json!({"name": "Tiny GmbH", "country": "DE"}));
    price(&site, 1000, None);
    build_on(&site, 0);
    let first = fs::read_to_string(&file).unwrap();
    assert!(first.contains(r#""PLATE": [{"from":"2026-04-01","price":1000}]"#), "{first}");
    build_on(&site, 5);
    assert_eq!(fs::read_to_string(&file).unwrap(), first);
    // Raised before it is "reduced".
    price(&site, 1500, None);
    build_on(&site, 10);
    price(&site, 1500, Some(1200));
    let lowest = |site: &TestSite| -> Vec<String> {
        let all = notes(&site.page("goods/plate/index.html"));
        all.into_iter().filter(|note| note.starts_with("Lowest")).collect()
    };
    assert!(!build_on(&site, 20).contains("before the price was reduced"));
    assert_eq!(lowest(&site), ["Lowest price of the last 30 days: €10.00"]);
    assert!(notes(&site.page("goods/index.html")).iter().any(|note| note.starts_with("Lowest")));
    // It stays that of the day on which the reduction began.
    build_on(&site, 90);
    assert_eq!(lowest(&site), ["Lowest price of the last 30 days: €10.00"]);
    // Over: nothing is said. A month later the price of before no longer counts.
    price(&site, 1500, None);
    build_on(&site, 100);
    assert_eq!(lowest(&site), Vec::<String>::new());
    price(&site, 1500, Some(1200));
    build_on(&site, 140);
    assert_eq!(lowest(&site), ["Lowest price of the last 30 days: €15.00"]);
    // A fresh clone says the same as the folder that built it; the same clock gives the same bytes.
    let clone = TestSite::of(&site.root());
    build_on(&clone, 140);
    assert_eq!(clone.tree(), site.tree());
    // What nobody but the owner sees is written nowhere.
    let kept = fs::read_to_string(&file).unwrap();
    price(&site, 9, None);
    let drafts = site.loggia(&["build", "site", "--out", "out", "--drafts"]);
    assert_eq!(drafts.status.code(), Some(0), "{}", stderr(&drafts));
    site.loggia(&["build", "site", "--out", "out", "--env=staging"]);
    site.loggia(&["check", "site"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), kept);
}

/// S-787: without a history nothing is made up, and the check says so; a history that cannot be read is not written over.
#[test]
fn s_787_without_a_history_nothing_is_made_up() {
    let site = TestSite::tiny();
    seller(&site, &json!({"name": "Tiny GmbH", "country": "AT"}));
    price(&site, 1500, Some(1200));
    assert!(build_on(&site, 0).contains("What “Plate” cost before the price was reduced is not known"));
    assert!(!notes(&site.page("goods/plate/index.html")).iter().any(|note| note.starts_with("Lowest")));
    site.write("price-history.json", "{}");
    let done = site.loggia(&["build", "site", "--out", "out"]);
    assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
    assert!(stderr(&done).contains("The prices of before cannot be read"), "{}", stderr(&done));
    assert_eq!(fs::read_to_string(site.root().join("price-history.json")).unwrap(), "{}");
    // An owner may write down what was asked before.
    let before =
        r#"{"version": 1, "prices": {"p-plate": {"PLATE": [{"from": "2026-01-01", "price": 1400}]}}}"#;
    site.write("price-history.json", before);
    assert!(!build_on(&site, 0).contains("before the price was reduced"));
    assert!(
        notes(&site.page("goods/plate/index.html"))
            .contains(&"Lowest price of the last 30 days: €14.00".to_owned())
    );
}

/// S-786: a build that keeps the pages of the one before makes those anew whose notes are others.
#[test]
fn s_786_pages_that_were_made_earlier_follow_the_history() {
    let site = TestSite::tiny();
    seller(&site, &json!({"name": "Tiny GmbH", "country": "FR"}));
    price(&site, 1500, Some(1200));
    let options = Options { now: NOW, ..site.options() };
    site.build_with(&options);
    let before =
        r#"{"version": 1, "prices": {"p-plate": {"PLATE": [{"from": "2026-01-01", "price": 1400}]}}}"#;
    site.write("price-history.json", before);
    site.build_with(&options);
    for page in ["goods/plate/index.html", "goods/index.html"] {
        assert!(site.page(page).contains("€14.00"), "{page}");
    }
}

/// S-789: a price says what it holds of tax and that delivery is on top, by the seller's country and the shop's own rules, with a
/// link to what it costs; delivery says its days.
#[test]
fn s_789_taxes_and_delivery_stand_beside_the_price() {
    let site = TestSite::tiny();
    let plate = |site: &TestSite| {
        site.build();
        notes(&site.page("goods/plate/index.html"))
    };
    seller(&site, &json!({"name": "Tiny Inc.", "country": "US"}));
    assert_eq!(plate(&site), Vec::<String>::new());
    seller(&site, &json!({"name": "Tiny GmbH", "country": "DE", "deliveryPage": "/notes"}));
    site.change("site.json", |file| file["website"]["locale"] = "de-DE".into());
    assert_eq!(plate(&site), ["zzgl. Versand"]);
    site.change("site.json", |file| {
        file["taxRules"] =
            json!([{"country": "DE", "rate": "19", "included": true}, {"country": "FR", "rate": "20"}]);
    });
    assert_eq!(plate(&site), ["inkl. MwSt., zzgl. Versand"]);
    let page = site.page("goods/plate/index.html");
    assert!(
        page.contains("<a href=\"/notes\">Versand</a>") || page.contains("<a href=/notes>Versand</a>"),
        "{page}"
    );
    site.change("site.json", |file| file["taxRules"][0]["included"] = false.into());
    assert_eq!(plate(&site), ["zzgl. MwSt., zzgl. Versand"]);
    site.change("site.json", |file| {
        file["shippingOptions"] = json!([
            {"id": "shop", "name": "Collect", "pickup": true},
            {"id": "far", "name": "Abroad", "costCents": 900, "countries": ["US"], "transitDays": {"from": 9, "to": 9}},
            {"id": "post", "name": "Post", "zones": ["here"], "handlingDays": 1, "transitDays": {"from": 1, "to": 2}},
        ]);
        file["shippingZones"] = json!([{"id": "here", "countries": ["DE", "AT"]}]);
    });
    // Delivery that costs nothing is not asked on top.
    assert_eq!(plate(&site), ["zzgl. MwSt.", "Lieferzeit: 2–3 Werktage"]);
    assert_eq!(notes(&site.page("goods/index.html")), ["zzgl. MwSt.", "zzgl. MwSt."]);
    seller(&site, &json!({"name": "Tiny", "country": "DE", "exemption": "§ 19 UStG"}));
    assert_eq!(plate(&site)[0], "umsatzsteuerfrei");
    // What is not sent has no delivery.
    site.change(PLATE, |plate| plate["structuredContent"]["productType"] = 3.into());
    assert_eq!(plate(&site), ["umsatzsteuerfrei"]);
}

/// S-791: a product's page says who made it, who answers for it, what it is known by and its warnings, the product's own before
/// the shop's, in the language of the page, without a script; lists and other pages do not.
#[test]
fn s_791_who_made_a_product_stands_on_its_page() {
    let site = TestSite::tiny();
    site.change("site.json", |file| {
        file["website"]["locale"] = "de-DE".into();
        file["productSafety"] = json!({
            "manufacturer": {"name": "Kiln & Co", "address": "1 Clay Road, Leeds", "country": "GB", "url": "https://kiln.example"},
            "responsiblePerson": {"name": "Einfuhr GmbH", "address": "Ring 1, 10115 Berlin", "email": "gpsr@einfuhr.example"},
            "warnings": "Nicht für die Mikrowelle <b>!",
        });
    });
    site.change(CUP, |cup| cup["structuredContent"]["productSafety"] = json!({"identification": "Becher 7"}));
    site.change(PLATE, |plate| {
        plate["structuredContent"]["productSafety"] =
            json!({"manufacturer": {"name": "Teller AG", "address": "Bern", "url": "javascript:alert(1)"}});
    });
    site.build();
    let rows = |page: &str| -> Vec<String> {
        let page = scraper::Html::parse_document(&site.page(page));
        let selector = scraper::Selector::parse(".product-safety :is(h2, dt, dd)").unwrap();
        page.select(&selector).map(|row| row.text().collect::<String>()).collect()
    };
    assert_eq!(
        rows("goods/cup/index.html"),
        [
            "Produktsicherheit",
            "Hersteller",
            "Kiln & Co1 Clay Road, Leedshttps://kiln.example",
            "Verantwortliche Person in der EU",
            "Einfuhr GmbHRing 1, 10115 Berlingpsr@einfuhr.example",
            "Kennzeichnung",
            "Becher 7",
            "Warn- und Sicherheitshinweise",
            "Nicht für die Mikrowelle <b>!",
        ]
    );
    let plate = rows("goods/plate/index.html");
    assert_eq!(plate[1..3], ["Hersteller", "Teller AGBern"]);
    assert!(
        !plate.contains(&"Verantwortliche Person in der EU".to_owned()),
        "it answers for another's goods"
    );
    assert!(!site.page("goods/plate/index.html").contains("javascript:alert"));
    assert!(rows("goods/index.html").is_empty() && rows("notes/first/index.html").is_empty());
    // A template has a place for it.
    site.write(
        "template/collections/products.item",
        "{.section item}<h1>{title}</h1><div data-product-safety></div><p>Last</p>{.end}",
    );
    site.build();
    let page = site.page("goods/cup/index.html");
    let (place, last) =
        (page.find("product-safety\"").or_else(|| page.find("product-safety ")), page.find("Last"));
    assert!(place.is_some() && place < last, "{page}");
    assert_eq!(rows("goods/cup/index.html").len(), 9);
}

/// S-792: the check of a shop in the market names what its physical products lack, in one line; what cannot be read is a fault.
#[test]
fn s_792_the_check_names_what_is_not_said_of_a_products_maker() {
    let site = TestSite::tiny();
    let check = |site: &TestSite| {
        let done = site.loggia(&["check", "site"]);
        (done.status.code(), stderr(&done))
    };
    assert!(!check(&site).1.contains("in its productSafety"));
    seller(&site, &json!({"name": "Tiny GmbH", "country": "IE"}));
    let (code, said) = check(&site);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("“Cup” has no manufacturer in its productSafety, and 1 more products lack something"),
        "{said}"
    );
    let maker = json!({"name": "Kiln", "address": "Cork", "email": "a@kiln.example", "country": "IE"});
    site.change("site.json", |file| file["productSafety"] = json!({"manufacturer": maker}));
    assert!(!check(&site).1.contains("in its productSafety"));
    site.change(CUP, |cup| cup["structuredContent"]["productSafety"] = json!({"maker": "Kiln"}));
    let (code, said) = check(&site);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("cannot be read: unknown field `maker`"), "{said}");
}
