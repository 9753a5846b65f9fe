//! The bar over every page and the window that opens by itself.

use crate::site::{TestSite, stderr};

const END: &str = r#""shippingOptions": [{ "id": "post", "name": "Post", "costCents": 500 }]"#;

fn with(site: &TestSite, members: &str) {
    site.edit("site.json", END, &format!("{END},\n  {members}"));
}

fn with_bar(site: &TestSite, text: &str, more: &str) {
    const BEFORE: &str = r#""storeSettings": { "currency": "EUR" }"#;
    let bar = format!(r#"{BEFORE}, "announcementBarSettings": {{ "text": "{text}"{more} }}"#);
    site.edit("site.json", BEFORE, &bar);
}

/// S-398: the bar of a hosted builder's site stands in the place that its template keeps, with the class names by which style
/// sheets and scripts know it; a template without the place has it first in the page.
#[test]
fn s_398_the_bar_stands_in_its_place() {
    let site = TestSite::tiny();
    with_bar(
        &site,
        "<p>Open on Sunday</p>",
        r#", "clickthroughUrl": { "url": "/notes", "newWindow": true }"#,
    );
    site.build();
    let text = site.page("index.html");
    let body = &text[text.find("<body").unwrap()..];
    assert!(
        body[body.find('>').unwrap()..].starts_with("><div class=sqs-announcement-bar-custom-location"),
        "{body}"
    );
    assert!(text.contains("class=sqs-announcement-bar-url href=/notes rel=noopener target=_blank"), "{text}");
    for class in
        ["sqs-announcement-bar-content", "sqs-announcement-bar-text-inner", "sqs-announcement-bar-close"]
    {
        assert!(text.contains(class), "{class}: {text}");
    }
    site.edit(
        "template/bottom.region",
        "{squarespace-footers}",
        "<div class=\"a sqs-announcement-bar-dropzone\"><i>x</i></div>{squarespace-footers}",
    );
    site.build();
    let text = site.page("notes/first/index.html");
    assert!(
        text.contains("sqs-announcement-bar-dropzone\"><div class=sqs-announcement-bar-custom-location"),
        "{text}"
    );
    assert_eq!(text.matches("Open on Sunday").count(), 1, "{text}");
    // Nothing stands between a shopper and the order.
    for page in ["checkout/index.html", "checkout/confirmed/index.html"] {
        assert!(!site.page(page).contains("Open on Sunday"), "{page}");
    }
    assert!(site.page("cart/index.html").contains("Open on Sunday"));
}

/// S-398: a bar without words, one that is switched off, one that nobody may close, and an address that is a program.
#[test]
fn s_398_what_the_bar_is_not() {
    let page = |text: &str, more: &str| {
        let site = TestSite::tiny();
        with_bar(&site, text, more);
        site.build();
        site.page("index.html")
    };
    for nothing in [page("<p>&nbsp;</p>", ""), page("Open", r#", "isEnabled": false"#)] {
        assert!(!nothing.contains("sqs-announcement-bar"), "{nothing}");
    }
    let kept = page("Open", r#", "canClose": false, "clickthroughUrl": "javascript:alert(1)""#);
    assert!(kept.contains("Open") && !kept.contains("<button") && !kept.contains("<script"), "{kept}");
    assert!(!kept.contains("sqs-announcement-bar-url href") && !kept.contains("javascript:"), "{kept}");
}

/// S-399: the window is in pages with content, with its form, and says itself how long it waits; a page of the shop has none.
#[test]
fn s_399_the_window_is_in_pages_with_content() {
    let site = TestSite::tiny();
    with(
        &site,
        r#""popup": { "title": "Ten <off>", "text": "<p>For you.</p>", "formId": "hello", "buttonText": "Go", "buttonUrl": "/goods", "after": 2, "again": 7 }"#,
    );
    site.build();
    let text = site.page("notes/first/index.html");
    assert!(text.contains("data-after=2 data-again=7"), "{text}");
    assert!(text.contains("Ten &lt;off&gt;</h2>") && text.contains("<p>For you.</p>"), "{text}");
    assert!(text.contains("<form") && text.contains("data-form-id=hello"), "{text}");
    for page in ["cart/index.html", "checkout/index.html", "404.html"] {
        assert!(!site.page(page).contains("loggia-popup"), "{page}");
    }
    site.edit("site.json", "\"again\": 7", "\"again\": 7, \"pages\": \"home\"");
    site.build();
    assert!(!site.page("notes/first/index.html").contains("loggia-popup"));
    assert!(site.page("index.html").contains("loggia-popup"));
    site.edit("site.json", "\"pages\": \"home\"", "\"isEnabled\": false");
    site.build();
    assert!(!site.page("index.html").contains("loggia-popup"));
}

/// S-399: what is wrong with it is said: a heading that is missing and a form that is not there are no reason to stop.
#[test]
fn s_399_what_is_wrong_with_the_window_is_said() {
    for (popup, ends, said) in [
        (r#"{ "title": "" }"#, true, "The popup has no title"),
        (
            r#"{ "title": "A", "formId": "nowhere" }"#,
            true,
            "The popup shows the form 'nowhere', which is not there.",
        ),
        (r#"{ "titel": "A" }"#, false, "The settings of the popup cannot be read: unknown field `titel`"),
    ] {
        let site = TestSite::tiny();
        with(&site, &format!("\"popup\": {popup}"));
        let out = site.loggia(&["check", "site"]);
        assert_eq!(out.status.success(), ends, "{popup}: {}", stderr(&out));
        assert!(stderr(&out).contains(said), "{popup}: {}", stderr(&out));
    }
}
