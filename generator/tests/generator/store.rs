//! What the pages of a shop carry, and what the api gets.

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
fn g_047_g_048_g_050_g_051_g_052_g_053_the_shop_has_its_pages() {
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
fn g_013_the_api_gets_products_and_forms() {
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
fn n_018_each_page_carries_the_code_of_what_it_is() {
    let site = TestSite::tiny();
    site.edit("site.json", "\"websiteSettings\": {", "\"websiteSettings\": {\"tracking\": {}, ");
    let page = |id: &str, more: &str| {
        format!(
            "{{\"id\": \"{id}\", \"title\": \"{id}\", \"urlId\": \"{id}\", \"typeName\": \"page\", \"type\": 10{more}}}"
        )
    };
    site.write("content/plain/collection.json", &page("plain", ""));
    site.write("content/cellar/collection.json", &page("cellar", ", \"password\": \"open sesame\""));
    site.write("content/club/collection.json", &page("club", ", \"access\": \"members\""));
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    for (path, code) in [
        ("notes/index.html", 1),
        ("notes/first/index.html", 2),
        ("goods/cup/index.html", 2),
        ("plain/index.html", 3),
        ("search/index.html", 4),
        ("cart/index.html", 5),
        ("checkout/index.html", 6),
        ("404.html", 7),
        ("cellar/index.html", 8),
        ("club/index.html", 9),
    ] {
        let data = page_data(&site.page(path)).unwrap();
        assert_eq!(data["page"]["pageType"].as_u64(), Some(code), "{path}");
    }
}

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

/// K-050: pages say where nothing is counted, and load no tracker there.
#[test]
fn k_050_a_site_and_a_page_switch_tracking_off() {
    let site = TestSite::tiny();
    let disabled =
        |path: &str| page_data(&site.page(path)).map(|data| data["page"]["trackingDisabled"].as_bool());
    site.build();
    assert_eq!(disabled("cart/index.html"), Some(Some(true)), "a site that asks for no tracker");
    site.edit("site.json", "\"websiteSettings\": {", "\"websiteSettings\": {\"tracking\": {}, ");
    site.edit("content/goods/01-cup.json", "{", "{\"trackingDisabled\": true,");
    site.edit("content/notes/collection.json", "{", "{\"trackingDisabled\": true,");
    site.build();
    assert_eq!(disabled("cart/index.html"), Some(Some(false)));
    assert!(site.page("cart/index.html").contains("tracker-0b.js"));
    let cup = site.page("goods/cup/index.html");
    assert_eq!(disabled("goods/cup/index.html"), Some(Some(true)), "{cup}");
    assert!(cup.contains("loader-0a.js") && !cup.contains("tracker-0b.js"), "{cup}");
    for path in ["notes/index.html", "notes/first/index.html"] {
        assert!(!site.page(path).contains("tracker-0b.js"), "{path}: its collection says so");
    }
    site.edit("site.json", "\"tracking\": {}", "\"tracking\": false");
    site.build();
    assert_eq!(disabled("cart/index.html"), Some(Some(true)));
    assert!(!site.page("cart/index.html").contains("tracker-0b.js"));
}

/// G-034, G-035: templates see a product's subscription plan and its merchandising context.
#[test]
fn g_034_g_035_templates_see_the_plan_and_the_merchandising_context() {
    let site = TestSite::tiny();
    site.edit(
        "content/goods/01-cup.json",
        "\"productType\": 1,",
        "\"productType\": 1, \"isSubscribable\": true, \"subscriptionPlan\": {\"billingPeriod\": {\"value\": 2, \"unit\": \"WEEK\"}, \"numBillingCycles\": 6},",
    );
    site.edit(
        "site.json",
        "\"navigation\":",
        "\"productMerchandisingContext\": {\"p-cup\": {\"scarcityEnabled\": true, \"scarcityText\": \"Going fast\", \"customSoldOutText\": \"Gone\"}}, \"navigation\":",
    );
    site.write(
        "template/collections/products.item",
        "{.section item.structuredContent.subscriptionPlan}[{billingPeriod.value} {billingPeriod.unit} {numBillingCycles}]{.end}\
         {.section productMerchandisingContext.p-cup}[{scarcityText}|{customSoldOutText}]{.end}",
    );
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    let page = site.page("goods/cup/index.html");
    assert!(page.contains("[2 WEEK 6]") && page.contains("[Going fast|Gone]"), "{page}");
}

/// G-036, G-071: the installment context of an item is given to the widgets of its page, with the feature flag only.
#[test]
fn g_036_g_071_the_installment_context_is_on_the_product_page() {
    let site = TestSite::tiny();
    let context = r#"{"afterPayAvailable": true, "afterPayMin": {"value": "1.00", "currency": "EUR"}, "afterPayMax": {"value": "2000.00", "currency": "EUR"}, "shopperLanguage": "en", "stripeAccountCountry": "GB"}"#;
    site.edit(
        "content/goods/01-cup.json",
        "\"title\": \"Cup\",",
        &format!("\"title\": \"Cup\", \"installmentContext\": {context},"),
    );
    site.build();
    let installment_of = |site: &TestSite| {
        page_data(&site.page("goods/cup/index.html")).unwrap()["products"][0]["installment"].clone()
    };
    assert!(installment_of(&site).is_null());
    site.edit(
        "site.json",
        "\"navigation\":",
        "\"featureFlags\": {\"installmentPaymentPdp\": true}, \"navigation\":",
    );
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    let installment = installment_of(&site);
    for (member, value) in
        [("afterPayAvailable", "true"), ("shopperLanguage", "\"en\""), ("stripeAccountCountry", "\"GB\"")]
    {
        assert_eq!(installment[member].to_string(), value, "{member}");
    }
    assert_eq!(
        (&installment["afterPayMin"]["value"], &installment["afterPayMax"]["value"]),
        (&"1.00".into(), &"2000.00".into())
    );
}

/// G-072: reviews have their place on a product's page where both the flag and the store's setting are on.
#[test]
fn g_072_reviews_have_their_place_when_the_shop_has_them() {
    let site = TestSite::tiny();
    let placed = |site: &TestSite| {
        site.build();
        site.page("goods/cup/index.html").matches("data-widget=reviews").count()
    };
    assert_eq!(placed(&site), 0);
    site.edit(
        "site.json",
        "\"navigation\":",
        "\"featureFlags\": {\"productReviews\": true}, \"navigation\":",
    );
    assert_eq!(placed(&site), 0, "the setting of the store is off");
    site.edit(
        "site.json",
        "{ \"currency\": \"EUR\" }",
        "{ \"currency\": \"EUR\", \"productReviewsEnabled\": true }",
    );
    assert_eq!(placed(&site), 1);
    assert!(!site.page("notes/first/index.html").contains("data-widget=reviews"), "a note is no product");
    site.write(
        "template/collections/products.item",
        "<h1>{item.title}</h1><div data-widget=\"reviews\" data-item-id=\"{item.id}\"></div>",
    );
    assert_eq!(placed(&site), 1, "a template that keeps a place has no second one");
}

/// G-025: everything a site says is JSON, and the model's documentation names what the fixtures say.
#[test]
fn g_025_the_whole_fixture_is_read() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/bakery");
    let site = TestSite::of(&root);
    let built = site.build();
    assert!(!built.diagnostics.iter().any(|fault| fault.is_error()), "{:?}", built.diagnostics);
    let catalog: loggia_commerce::Catalog = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
    let count = |folder: &str| {
        let files = walkdir::WalkDir::new(root.join(folder)).into_iter().flatten();
        files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "json")).count()
    };
    assert_eq!(catalog.forms.len(), count("forms"));
    assert!(
        !catalog.products.is_empty() && !catalog.coupons.is_empty() && !catalog.shipping_options.is_empty()
    );
    let header: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(root.join("site.json")).unwrap()).unwrap();
    for part in ["website", "websiteSettings", "navigation"] {
        assert!(header[part].is_object(), "{part}");
    }
}

/// G-048: behind every button stands a form that buys without a script, with the choice, the price and the build it shows.
#[test]
fn g_048_a_button_has_a_plain_form_behind_it() {
    let site = TestSite::tiny();
    site.build();
    let page = site.page("goods/cup/index.html");
    let data = page_data(&page).unwrap();
    let start =
        page.find("<form action=/api/plain/cart/entries").unwrap_or_else(|| panic!("no form: {page}"));
    let form = &page[start..start + page[start..].find("</form>").unwrap()];
    assert!(form.contains("class=loggia-plain") && form.contains("method=post"), "{form}");
    assert!(form.contains("value=p-cup"), "{form}");
    let build = data["products"][0]["buildId"].as_str().unwrap();
    assert!(!build.is_empty() && form.contains(build), "{form}");
    for variant in data["products"][0]["product"]["variants"].as_array().unwrap() {
        assert!(form.contains(variant["sku"].as_str().unwrap()), "{form}");
    }
    assert!(form.contains("name=decoy") && form.contains("12.00"), "{form}");
    let cart = site.page("cart/index.html");
    assert!(cart.contains("href=/api/plain/cart"), "{cart}");
}
