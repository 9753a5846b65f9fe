//! What the law asks of a shop's pages and of what a site says of its seller.

use crate::site::{TestSite, stderr};

const END: &str = r#""shippingOptions": [{ "id": "post", "name": "Post", "costCents": 500 }]"#;

fn with_seller(site: &TestSite, seller: &str) {
    site.edit("site.json", END, &format!("{END},\n  \"seller\": {seller}"));
}

/// S-726: each page of a shop in the EU ends with the link, once; a template that leads there itself keeps its own alone.
#[test]
fn s_726_pages_of_a_shop_in_the_eu_lead_to_the_withdrawal() {
    let site = TestSite::tiny();
    site.build();
    assert!(!site.page("index.html").contains("/api/plain/withdraw"));
    with_seller(&site, r#"{ "name": "Tiny GmbH", "country": "DE" }"#);
    site.edit("site.json", "\"locale\": \"en-US\"", "\"locale\": \"de-DE\"");
    site.build();
    for page in ["index.html", "goods/cup/index.html", "notes/first/index.html", "cart/index.html"] {
        let text = site.page(page);
        assert_eq!(text.matches("/api/plain/withdraw").count(), 1, "{page}: {text}");
        assert!(text.contains(">Vertrag widerrufen</a>"), "{page}: {text}");
    }
    let catalog: serde_json::Value = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
    assert_eq!(catalog["seller"]["name"], "Tiny GmbH");
    site.edit(
        "site.json",
        "\"footer\": \"<i>Below</i>\"",
        "\"footer\": \"<a href='/api/plain/withdraw'>Zurück</a>\"",
    );
    site.build();
    let text = site.page("notes/first/index.html");
    assert_eq!(text.matches("/api/plain/withdraw").count(), 1, "{text}");
    assert!(!text.contains("Vertrag widerrufen"), "{text}");
}

/// S-706: what an invoice lacks of its seller is said at its place, by the shop's country; the site is built all the same.
#[test]
fn s_706_check_names_what_the_seller_lacks() {
    let site = TestSite::tiny();
    with_seller(&site, r#"{ "name": "Tiny GmbH", "country": "DE", "line1": "Ring 1", "city": "Berlin" }"#);
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let printed = stderr(&done);
    for member in ["vatId", "email", "phone", "postalCode", "contact"] {
        assert!(printed.contains(&format!("The seller has no {member}:")), "{member}: {printed}");
    }
    assert!(!printed.contains("The seller has no line1"), "{printed}");
    site.edit("site.json", "\"country\": \"DE\"", "\"country\": \"Germany\"");
    assert!(
        stderr(&site.loggia(&["check", "site"])).contains("'Germany' is no country: no invoice can name it.")
    );
    site.edit("site.json", "\"line1\": \"Ring 1\"", "\"line1\": 7");
    assert_eq!(site.loggia(&["check", "site"]).status.code(), Some(1));
}
