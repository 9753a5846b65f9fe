//! What the pages of a shop carry, and what the api is told.

use crate::site::{TestSite, but_index};

fn page_data(page: &str) -> Option<serde_json::Value> {
    let start = page.find("<script id=loggia-page-data type=application/json>")?;
    let json = &page[start..];
    let json = &json[json.find('>').unwrap() + 1..json.find("</script>").unwrap()];
    Some(serde_json::from_str(json).unwrap())
}

#[test]
fn a_page_without_a_widget_has_no_script_and_no_data() {
    let site = TestSite::tiny();
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    let plain = site.page("notes/first/index.html");
    assert!(!plain.contains("/assets/widgets/") && page_data(&plain).is_none(), "{plain}");
    assert!(!plain.replace("<script type=application/ld+json>", "").contains("<script"), "{plain}");
    let cart = site.page("cart/index.html");
    assert!(cart.contains("<script src=/assets/widgets/loader-0a.js type=module></script>"), "{cart}");
    assert!(cart.contains("<link href=/assets/widgets/c/entry.css rel=stylesheet>"), "{cart}");
    assert_eq!(site.page("assets/widgets/loader-0a.js"), "export {};\n");
    assert!(!site.out().join("assets/widgets/.vite").exists());
}

/// G-047, G-048, G-049, G-050, G-051, G-052, G-053.
#[test]
fn g_047_to_g_053_the_shop_has_its_pages() {
    let site = TestSite::tiny();
    site.build();
    for (path, widget) in [
        ("cart", "cart-page"),
        ("checkout", "checkout"),
        ("checkout/confirmed", "checkout-confirmed"),
        ("checkout/subscription", "subscription"),
        ("gift-card", "gift-card"),
    ] {
        let page = site.page(&format!("{path}/index.html"));
        assert!(page.contains(&format!("data-widget={widget}")), "{path}");
    }
    assert!(site.page("404.html").contains("<title>Nothing here — Tiny</title>"));
}

/// G-049, G-070.
#[test]
fn g_049_g_070_a_product_page_carries_its_product() {
    let site = TestSite::tiny();
    site.build();
    let page = site.page("goods/cup/index.html");
    assert!(page.contains("product-variants") && page.contains("sqs-add-to-cart-button"), "{page}");
    let data = page_data(&page).unwrap();
    let product = &data["products"][0]["product"];
    assert_eq!(
        (product["id"].as_str(), product["variants"][0]["price"].as_i64()),
        (Some("p-cup"), Some(1200))
    );
    assert_eq!(data["page"]["itemId"], "p-cup");
    assert_eq!(data["captchaSiteKey"], "k1", "G-028");
    assert_eq!(data["currency"]["code"], "EUR");
}

/// G-082, G-043.
#[test]
fn g_082_g_043_a_page_with_a_form_carries_it_without_its_storage() {
    let site = TestSite::tiny();
    site.build();
    let page = site.page("write/index.html");
    for part in
        ["<form", "type=email", "<option value=\"To ask\">To ask</option>", "maxlength=200", ">Send</button>"]
    {
        assert!(page.contains(part), "{part} in {page}");
    }
    let data = page_data(&page).unwrap();
    assert_eq!(data["forms"][0]["id"], "hello");
    assert!(!page.contains("owner@tiny.example"), "where answers go is nobody's business");
    assert_eq!(data["website"]["timeZone"], "Europe/Berlin");
}

/// G-084.
#[test]
fn g_084_no_text_of_a_site_ends_the_script() {
    let site = TestSite::tiny();
    site.edit("content/goods/01-cup.json", "\"Cup\"", "\"</script><b>Cup\"");
    site.build();
    let page = site.page("goods/cup/index.html");
    let data = page_data(&page).unwrap();
    assert_eq!(data["products"][0]["product"]["title"], "</script><b>Cup");
}

/// G-013.
#[test]
fn g_013_the_api_is_told_of_products_and_forms() {
    let site = TestSite::tiny();
    site.build();
    let catalog: loggia_commerce::Catalog = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
    let ids: Vec<&str> = catalog.products.iter().map(|product| product.id.as_str()).collect();
    assert_eq!(ids, ["p-cup", "p-plate"]);
    assert_eq!(
        catalog.product("p-plate").unwrap().variants[0].price.get(),
        850,
        "amounts come from money nodes too"
    );
    assert!(catalog.form("hello").unwrap().storage.is_some());
    assert_eq!(catalog.website.time_zone, "Europe/Berlin");
    assert!(!catalog.build_id.is_empty());
}

#[test]
fn a_changed_price_changes_the_pages_that_show_it_and_no_other() {
    let site = TestSite::tiny();
    site.build();
    site.edit("content/goods/02-plate.json", "8.50", "9.00");
    let (_, changed) = site.build().written.unwrap();
    let expected = ["_data/catalog.json", "goods/index.html", "goods/plate/index.html", "search/index.html"];
    assert_eq!(but_index(&changed.written), expected);
}

/// G-082.
#[test]
fn g_082_every_page_says_what_it_is_where_visits_are_counted() {
    let site = TestSite::tiny();
    let settings = "\"websiteSettings\": {\"tracking\": {\"consentRequired\": true}, ";
    site.edit("site.json", "\"websiteSettings\": {", settings);
    site.build();
    let plain = site.page("notes/first/index.html");
    let data = page_data(&plain).unwrap();
    assert_eq!(
        (data["page"]["pageType"].as_u64(), data["tracking"]["consentRequired"].as_bool()),
        (Some(2), Some(true))
    );
    assert_eq!(data["website"]["id"], "tiny");
    assert!(data["localizedStrings"].is_null(), "a tracker needs no labels");
    assert!(plain.contains("<script src=/assets/widgets/tracker-0b.js type=module></script>"), "{plain}");
    assert!(!plain.contains("loader-0a.js"), "{plain}");
    let cart = site.page("cart/index.html");
    assert!(cart.contains("tracker-0b.js") && cart.contains("loader-0a.js"), "{cart}");
}
