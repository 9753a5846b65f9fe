//! Blocks become HTML, each kind by its own template.

mod galleries;
mod items;
mod kinds;
mod sections;
mod slices;

use crate::site::TestSite;

/// The page of a collection with these members, and the faults that were reported.
fn page(blocks: &str) -> (String, Vec<loggia_generator::diagnostic::Diagnostic>) {
    let site = TestSite::tiny();
    // What the samples ask for: a form of the right kind, and something that is given.
    let form = std::fs::read_to_string(site.root().join("forms/hello.json")).unwrap();
    site.write("forms/letters.json", &form.replacen("\"hello\"", "\"letters\", \"newsletter\": true", 1));
    site.write(
        "content/goods/09-gift.json",
        r#"{"id": "p-gift", "urlId": "gift", "title": "A gift", "structuredContent": {"productType": 3,
            "variantOptionOrdering": ["Amount"], "variants": [{"sku": "G-10", "price": 1000, "unlimited": true, "attributes": {"Amount": "$10"}, "optionValues": [{"value": "$10"}]},
            {"sku": "G-50", "price": 5000, "unlimited": true, "attributes": {"Amount": "$50"}, "optionValues": [{"value": "$50"}]}]}}"#,
    );
    site.edit(
        "content/notes/collection.json",
        "\"pageSize\"",
        "\"archives\": [\"tag\", \"category\", \"author\", \"month\"], \"pageSize\"",
    );
    site.write(
        "content/notes/older.json",
        r#"{"title": "Older", "publishOn": "2025-12-01T10:00:00Z", "categories": ["Kept"], "author": {"displayName": "Ann Other"}}"#,
    );
    site.write(
        "content/parts/collection.json",
        &format!(
            "{{\"title\": \"Parts\", \"urlId\": \"parts\", \"typeName\": \"page\", \"type\": 10, {blocks}}}"
        ),
    );
    let options = loggia_generator::pipeline::Options { minify: false, lenient: true, ..site.options() };
    let built = site.build_with(&options);
    (site.page("parts/index.html"), built.diagnostics)
}

#[test]
fn g_075_each_kind_of_block_shows_its_content() {
    let (page, faults) = page(
        r##""blocks": [
            {"type": 2, "id": "intro", "value": {"html": "<p>Html</p>"}},
            {"type": "markdown", "value": {"text": "A *word*"}},
            {"type": 5, "variant": 1013, "value": {"image": {"assetUrl": "/assets/dot.svg", "altText": "A \"dot\"", "originalSize": "10x20"}, "caption": "<i>Small</i>"}},
            {"type": 8, "variant": 1000, "value": {"images": [{"assetUrl": "/assets/dot.svg", "title": "One"}], "options": {"design": "grid"}}},
            {"type": 9, "value": {"formId": "hello"}},
            {"type": 43, "value": {"productId": "p-plate"}},
            {"type": 51, "value": {"formId": "letters"}},
            {"type": 52, "value": {"productId": "p-gift"}},
            {"type": 67, "value": {"title": "Members", "joinUrl": "/goods/plate"}},
            {"type": 53, "value": {"text": "Go & see", "url": "/notes", "newWindow": true}},
            {"type": 69, "value": {"items": [{"title": "Why?", "html": "<p>Because.</p>"}]}},
            {"type": 1, "value": {"navigationId": "mainNav"}},
            {"type": 20, "value": {"collection": "notes", "limit": 2}},
            {"type": 14, "value": {"collection": "notes"}},
            {"type": 31, "value": {"quote": "Less is more", "source": "Somebody"}},
            {"type": 23, "value": {"source": "<b>", "displaySource": true}},
            {"type": 47}
        ]"##,
    );
    assert!(faults.is_empty(), "{faults:?}");
    for part in [
        "<div class=\"sqs-block html-block sqs-block-html\" data-block-type=\"2\" id=\"block-intro\">",
        "<p>Html</p>",
        "<p>A <em>word</em></p>",
        "sqs-block-image image-card",
        "alt=\"A &quot;dot&quot;\" width=\"10\" height=\"20\"",
        "<figcaption class=\"image-caption-wrapper\"><div class=\"image-caption\"><i>Small</i></div></figcaption>",
        "data-design=\"grid\"",
        "data-widget=\"form\" data-form-id=\"hello\"><form",
        "<a href=\"/goods/plate\">Plate</a>",
        "data-item-id=\"p-gift\"",
        "<section class=\"sqs-member-area\"><h3>Members</h3>",
        "<a class=\"sqs-block-button-element\" href=\"/notes\" target=\"_blank\" rel=\"noopener\">Go &amp; see</a>",
        "<details><summary>Why?</summary><div class=\"sqs-accordion-content\"><p>Because.</p></div></details>",
        "<a href=\"/notes\">Notes</a>",
        " href=\"/notes/third\">Third</a>",
        "<a href=\"/notes/tag/old-times\">Old Times <span class=\"loggia-archive-count\">2</span></a>",
        "<figcaption class=\"source\">Somebody</figcaption>",
        "<code class=\"language-html\">&lt;b&gt;</code>",
        "<hr>",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    assert!(
        page.contains("\"products\":[{\"product\":{\"id\":\"p-plate\""),
        "the widgets get the products: {page}"
    );
}

#[test]
fn columns_stand_beside_each_other() {
    let (page, faults) = page(
        r#""rows": [{"columns": [
            {"span": 4, "blocks": [{"type": 2, "value": {"html": "<p>Left</p>"}}]},
            {"span": 8, "blocks": [{"type": 2, "value": {"html": "<p>Right</p>"}}]}
        ]}]"#,
    );
    assert!(faults.is_empty(), "{faults:?}");
    assert!(page.contains("<div class=\"row sqs-row\"><div class=\"col sqs-col-4 span-4\">"), "{page}");
    assert!(page.contains("<p>Right</p>"), "{page}");
}

#[test]
fn g_076_an_unknown_block_shows_nothing_and_is_reported() {
    let (page, faults) = page(
        r#""blocks": [{"type": 15, "value": {}}, {"type": "acordion"}, {"type": 43, "value": {"productId": "none"}}, {"type": 62}]"#,
    );
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert!(messages.iter().any(|message| message.contains("15 is not a kind of block")), "{messages:?}");
    assert!(
        faults.iter().any(|fault| fault.help.as_deref() == Some("did you mean `accordion`?")),
        "{faults:?}"
    );
    assert!(messages.iter().any(|message| message.contains("the product 'none'")), "{messages:?}");
    assert!(messages.contains(&"This chart has no numbers."), "{messages:?}");
    let product = faults.iter().find(|fault| fault.message.contains("'none'")).unwrap();
    let source = product.source_line.as_deref().unwrap_or_default();
    assert_eq!(source.chars().skip(product.column - 1).take(6).collect::<String>(), "\"none\"");
    assert!(page.contains("<title>Parts — Tiny</title>"), "{page}");
}

// T-245.
#[test]
fn t_245_a_form_template_with_an_error_shows_its_message_where_the_form_would_be() {
    let site = TestSite::tiny();
    site.write(
        "content/parts/collection.json",
        r#"{"title": "Parts", "urlId": "parts", "typeName": "page", "type": 10,
            "blocks": [{"type": 9, "value": {"formId": "hello"}}]}"#,
    );
    site.write("template/forms/form.item", "<form class=\"ours\">{name|htmltag}</form>");
    let options = loggia_generator::pipeline::Options { minify: false, lenient: true, ..site.options() };
    site.build_with(&options);
    assert!(site.page("parts/index.html").contains("<form class=\"ours\">"), "the site's own form template");

    site.write("template/forms/form.item", "<form>{.eval 1 +* 2}{@|apply not-<here>.block}</form>");
    let built = site.build_with(&options);
    let page = site.page("parts/index.html");
    let form = page.split("data-form-id=\"hello\">").nth(1).expect("the place of the form");
    assert!(form.starts_with("<p class=\"form-error\">"), "{form}");
    let message = &form[..form.find("</p>").unwrap()];
    assert!(
        built.diagnostics.iter().any(|fault| fault.message.contains("not-<here>.block")),
        "{:?}",
        built.diagnostics
    );
    assert!(message.contains("not-&lt;here&gt;.block") || message.contains("1 +* 2"), "{message}");
    assert!(!page.contains("<form>"), "half a form is not shown");
}
