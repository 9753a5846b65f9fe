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

/// S-727: the checkout of a shop in the EU has the law's words on its button, with script and without, unless the shop has its own.
#[test]
fn s_727_the_button_that_buys_has_the_words_of_the_law() {
    let words = |site: &TestSite| {
        site.build();
        let catalog: serde_json::Value = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
        let own = catalog["localizedStrings"]["checkoutPay"].as_str().map(str::to_owned);
        let on_page = site.page("goods/cup/index.html");
        assert_eq!(own.is_some(), on_page.contains("checkoutPay"), "{on_page}");
        own.inspect(|words| assert!(on_page.contains(words.as_str()), "{words}: {on_page}"))
    };
    let site = TestSite::tiny();
    assert_eq!(words(&site), None);
    with_seller(&site, r#"{ "name": "Tiny GmbH", "country": "NL" }"#);
    assert_eq!(words(&site).as_deref(), Some("Order with obligation to pay"));
    site.edit("site.json", "\"locale\": \"en-US\"", "\"locale\": \"nl-NL\"");
    assert_eq!(words(&site).as_deref(), Some("Bestelling met betalingsverplichting"));
    site.edit(
        "site.json",
        END,
        &format!("{END},\n  \"localizedStrings\": {{ \"checkoutPay\": \"Nu kopen\" }}"),
    );
    assert_eq!(words(&site).as_deref(), Some("Nu kopen"));
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

/// S-793: a site that makes a statement on accessibility has a page of it, in its language, with the words of the owner as text and a
/// script from nowhere; it may be found and linked. A site that makes none has none.
#[test]
fn s_793_a_page_of_the_statement_on_accessibility() {
    let site = TestSite::tiny();
    site.build();
    assert!(!site.out().join("accessibility").exists());
    with_seller(&site, r#"{ "name": "Tiny GmbH", "country": "DE", "phone": "+49 30 1234567" }"#);
    site.change("site.json", |file| {
        file["accessibilityStatement"] = serde_json::json!({
            "service": "Wir verkaufen <b>Becher</b>.", "operation": "Wählen, zahlen, fertig.", "conformance": "partial",
            "measures": ["Alles geht mit der Tastatur."], "limitations": ["Ältere Filme haben keine Untertitel."],
            "email": "hilfe@tiny.example", "authority": {"name": "MLBF", "url": "https://mlbf.example"}, "prepared": "2026-03-01",
        });
        file["navigation"]["mainNav"][0] = serde_json::json!({"title": "Access", "url": "/accessibility"});
    });
    for (locale, title, said) in [
        ("en-US", "Accessibility statement", "The service meets EN 301 549 V3.2.1 (WCAG 2.1 AA) but for"),
        (
            "de-DE",
            "Erklärung zur Barrierefreiheit",
            "Die Dienstleistung erfüllt EN 301 549 V3.2.1 (WCAG 2.1 AA) bis auf",
        ),
        (
            "fr-FR",
            "Déclaration d’accessibilité",
            "Le service est conforme à EN 301 549 V3.2.1 (WCAG 2.1 AA), à",
        ),
        (
            "es-ES",
            "Declaración de accesibilidad",
            "El servicio cumple EN 301 549 V3.2.1 (WCAG 2.1 AA), salvo",
        ),
    ] {
        site.change("site.json", |file| file["website"]["locale"] = locale.into());
        let built = site.build();
        let about: Vec<_> = built.diagnostics.iter().filter(|fault| fault.code != "seller").collect();
        assert!(about.iter().all(|fault| !fault.message.contains("ccessibility")), "{about:?}");
        let page = site.page("accessibility/index.html");
        for text in [
            title,
            said,
            "Wir verkaufen &lt;b&gt;Becher",
            "Tastatur",
            "Untertitel",
            "mailto:hilfe@tiny.example",
            "+49 30 1234567",
            "https://mlbf.example",
            "2026-03-01",
        ] {
            assert!(page.contains(text), "{locale}: {text}: {page}");
        }
        assert!(page.contains(&format!("<title>{title} — Tiny</title>")), "{page}");
        assert_eq!(page.matches("<h1>").count(), 1);
    }
    assert!(site.page("sitemap.xml").contains("https://tiny.example/accessibility"));
    assert!(!site.page("accessibility/index.html").contains("noindex"));
}

/// S-794: the check names what annex V asks of the statement and what is missing; one that cannot be read stops the build.
#[test]
fn s_794_the_check_names_what_the_statement_lacks() {
    let site = TestSite::tiny();
    site.change("site.json", |file| {
        file["accessibilityStatement"] = serde_json::json!({"conformance": "partial"});
    });
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    for member in ["service", "operation", "limitations", "email"] {
        let message = format!("The statement on accessibility has no {member} ");
        assert!(stderr(&done).contains(&message), "{member}: {}", stderr(&done));
    }
    site.change("site.json", |file| file["accessibilityStatement"]["conformance"] = "mostly".into());
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
    assert!(stderr(&done).contains("The statement on accessibility cannot be read"), "{}", stderr(&done));
}
