//! A site in several languages: pages below `/fr`, links that stay in their language, and what search engines read.

use crate::site::TestSite;

/// The small site in English, and in French as far as it is translated.
fn site() -> TestSite {
    let site = TestSite::tiny();
    site.edit(
        "site.json",
        "\"custom\": \"kept\"",
        "\"custom\": \"kept\", \"languages\": [\"en-US\", \"fr-FR\"], \"languageTitle\": \"English\"",
    );
    site.write(
        "languages/fr-FR/site.json",
        r#"{"website": {"siteTitle": "Petit", "languageTitle": "Français"}, "navigation": {"mainNav": [{"title": "Accueil", "url": "/"}, {"title": "Carnets", "url": "/notes"}]}}"#,
    );
    site.write(
        "languages/fr-FR/content/goods/01-cup.json",
        r#"{"title": "Tasse", "excerpt": "<p>Pour le thé.</p>"}"#,
    );
    site.write(
        "template/blocks/tongues.block",
        "{.repeated section loggia.languages}<a lang=\"{locale}\" hreflang=\"{locale}\" href=\"{url}\"{.if active} aria-current=\"page\"{.end}>{title}</a>{.end}",
    );
    let region = std::fs::read_to_string(site.root().join("template/top.region")).unwrap();
    site.write("template/top.region", &format!("{region}{{@|apply tongues.block}}"));
    site
}

#[test]
fn every_page_is_there_in_every_language() {
    let site = site();
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    let tree = site.tree();
    let own: Vec<&String> = tree
        .keys()
        .filter(|path| path.ends_with(".html") && !path.starts_with("fr/") && !path.starts_with("_data/"))
        .collect();
    assert!(own.len() > 10);
    for path in own {
        assert!(tree.contains_key(&format!("fr/{path}")), "fr/{path}");
    }
    assert!(tree.contains_key("fr/notes/feed.xml") && tree.contains_key("fr/notes/feed.json"));
    let cup = site.page("fr/goods/cup/index.html");
    assert!(
        cup.contains("Tasse") && cup.contains("Pour le thé.") && cup.contains("<title>Tasse — Petit</title>"),
        "{cup}"
    );
    assert!(site.page("goods/cup/index.html").contains("<title>Cup — Tiny</title>"));
    assert!(
        site.page("fr/goods/plate/index.html").contains("Plate"),
        "what is not translated stays as it is"
    );
}

#[test]
fn links_stay_in_the_language_of_their_page() {
    let site = site();
    site.edit("content/notes/first.json", "\"body\": \"", "\"body\": \"<a href='/goods/cup?a=1#b'>c</a> <a href='/'>h</a> <a href='/files/sheet.txt'>f</a> <a href='https://tiny.example/goods'>g</a> <a href='https://other.example/goods'>o</a> ");
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    let note = site.page("fr/notes/first/index.html");
    for link in [
        "/fr/goods/cup?a=1#b",
        "/fr>h",
        "https://tiny.example/fr/goods",
        "https://other.example/goods",
        "/fr/notes",
    ] {
        let spelt = ["", "\"", "'"].map(|quote| format!("href={quote}{link}"));
        assert!(spelt.iter().any(|spelt| note.contains(spelt)), "{link} in {note}");
    }
    assert!(
        !note.contains("/fr/files") && !note.contains("/fr/assets"),
        "files are those of the site: {note}"
    );
    let own = site.page("notes/first/index.html");
    assert!(own.contains("/goods/cup?a=1#b") && !own.contains("/fr/goods"), "{own}");
}

#[test]
fn a_page_names_its_counterparts() {
    let site = site();
    site.build();
    for (page, active) in [("goods/cup/index.html", "en-US"), ("fr/goods/cup/index.html", "fr-FR")] {
        let page = site.page(page);
        for (locale, url) in [("en-US", "/goods/cup"), ("fr-FR", "/fr/goods/cup")] {
            let alternate = format!("<link href=https://tiny.example{url} hreflang={locale} rel=alternate>");
            assert!(page.contains(&alternate), "{alternate} in {page}");
            let current = if locale == active { " aria-current=page" } else { "" };
            assert!(page.contains(&format!("href={url} hreflang={locale} lang={locale}")), "{url} in {page}");
            assert!(current.is_empty() || page.contains(current), "{page}");
        }
        assert!(
            page.contains("<link href=https://tiny.example/goods/cup hreflang=x-default rel=alternate>"),
            "{page}"
        );
    }
    assert!(
        site.page("fr/goods/cup/index.html")
            .contains("<link href=https://tiny.example/fr/goods/cup rel=canonical>")
    );
    let sitemap = site.page("sitemap.xml");
    let row = "<loc>https://tiny.example/fr/goods/cup</loc><xhtml:link rel=\"alternate\" hreflang=\"en-US\" href=\"https://tiny.example/goods/cup\"/><xhtml:link rel=\"alternate\" hreflang=\"fr-FR\" href=\"https://tiny.example/fr/goods/cup\"/>";
    assert!(sitemap.contains(row), "{sitemap}");
    let robots = site.page("robots.txt");
    assert!(robots.contains("Disallow: /fr/checkout") && robots.contains("Disallow: /account"), "{robots}");
    assert!(!robots.contains("/cart"), "a cart may be found: {robots}");
    assert!(!site.page("cart/index.html").contains("noindex"));
    assert!(site.page("checkout/index.html").contains("noindex"));
}

#[test]
fn widgets_know_the_language() {
    let site = site();
    site.build();
    let page = site.page("fr/goods/cup/index.html");
    for part in [
        "\"language\":\"fr-FR\"",
        "\"locale\":\"fr-FR\"",
        "\"basePath\":\"/fr\"",
        "\"path\":\"/fr/goods/cup\"",
        "\"title\":\"Tasse\"",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!site.page("goods/cup/index.html").contains("basePath"));
    let catalog: serde_json::Value = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
    assert_eq!(catalog["products"][0]["title"], "Cup", "the shop has one catalogue");
    assert_eq!(catalog["website"]["languages"], serde_json::json!(["en-US", "fr-FR"]));
}

#[test]
fn a_form_says_its_labels_in_the_language() {
    let site = site();
    let own = std::fs::read_to_string(site.root().join("forms/hello.json")).unwrap();
    let form: serde_json::Value = serde_json::from_str(&own).unwrap();
    let (id, title) = (form["fields"][0]["id"].clone(), form["fields"][0]["title"].as_str().unwrap());
    site.write(
        "languages/fr-FR/forms/hello.json",
        &serde_json::json!({"fields": [{"id": id, "title": "Traduit"}]}).to_string(),
    );
    site.build();
    assert!(site.page("fr/write/index.html").contains("Traduit"));
    assert!(site.page("write/index.html").contains(title));
}

#[test]
fn what_is_wrong_in_a_translation_is_reported_in_its_file() {
    let site = site();
    site.write("languages/fr-FR/content/goods/01-cup.json", "{\n \"title\": 7\n}");
    site.write("languages/fr-FR/content/goods/99-none.json", "{}");
    site.write("languages/de-DE/site.json", "{}");
    let built = site.build();
    let messages: Vec<String> =
        built.diagnostics.iter().map(|fault| format!("{} {}", fault.place(), fault.message)).collect();
    for expected in [
        "languages/fr-FR/content/goods/01-cup.json:2:11 'title' must be a text, not a number.",
        "languages/fr-FR/content/goods/99-none.json This file translates nothing: the site has no file at the same path.",
        "languages/de-DE The site is not published in 'de-DE'.",
    ] {
        assert!(messages.iter().any(|fault| fault == expected), "{expected} in {messages:#?}");
    }
    assert!(built.written.is_none());
    let site = self::site();
    site.edit("site.json", "\"fr-FR\"", "\"French\", \"fr-FR\", \"fr-FR\", \"es\"");
    let built = site.build();
    let messages: Vec<&str> = built.diagnostics.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "'French' is not the tag of a language.",
            "'fr-FR' is listed twice.",
            "Nothing is translated into 'es': there is no folder languages/es."
        ]
    );
}

#[test]
fn an_address_of_a_language_is_taken() {
    let site = site();
    site.write("content/france/collection.json", r#"{"title": "France", "urlId": "fr", "typeName": "page"}"#);
    let built = site.build();
    assert_eq!(built.diagnostics[0].message, "The address /fr belongs to the pages in 'fr-FR'.");
}

#[test]
fn a_changed_word_makes_the_pages_of_its_language() {
    let site = site();
    site.build();
    site.edit("languages/fr-FR/content/goods/01-cup.json", "Pour le thé", "Pour le café");
    let (_, changed) = site.build().written.unwrap();
    let pages: Vec<&String> = changed.written.iter().filter(|path| path.ends_with(".html")).collect();
    assert!(pages.iter().all(|path| path.starts_with("fr/")), "{pages:?}");
    assert!(pages.iter().any(|path| *path == "fr/goods/cup/index.html"), "{pages:?}");
    let again = site.tree();
    std::fs::remove_dir_all(site.out()).unwrap();
    site.build();
    assert!(again == site.tree(), "what was made after a change is what is made at once");
}

/// S-816: readers of another language agree to the terms as they read them; the shop takes those of every language.
#[test]
fn s_816_each_language_has_the_digest_of_its_own_terms() {
    let site = site();
    let currency = r#""currency": "EUR""#;
    let terms = r#""checkout": { "terms": { "page": "/goods/cup" } }"#;
    site.edit("site.json", currency, &format!("{currency}, {terms}"));
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    let catalog: loggia_commerce::Catalog = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
    let terms = catalog.store_settings.checkout.terms.unwrap();
    let [french] = &terms.translated[..] else { panic!("{terms:?}") };
    assert!(*french != terms.digest);
    let (own, other) = (site.page("checkout/index.html"), site.page("fr/checkout/index.html"));
    assert!(own.contains(&terms.digest) && own.contains(r#""page":"/goods/cup""#), "{own}");
    assert!(other.contains(french.as_str()) && other.contains(r#""page":"/fr/goods/cup""#), "{other}");
}
