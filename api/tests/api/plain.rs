//! Buying by forms alone, as a browser without JavaScript does, and as somebody does who is no browser of ours.

use crate::app::{Reply, TestApp, Visitor, encoded, on_both};
use crate::catalog;
use loggia_api::clock::{DAY, MINUTE};
use reqwest::Method;
use serde_json::json;

const ENTRIES: &str = "/api/plain/cart/entries";
const CART: &str = "/api/plain/cart";
pub const CHECKOUT: &str = "/api/plain/checkout";
const FORM: &str = "application/x-www-form-urlencoded";

/// A browser that shows where it is sent in place of going there.
fn browser(app: &TestApp) -> Visitor {
    Visitor::still(&format!("http://{}", app.address()))
}

/// A form as a browser sends it from a page of this host.
async fn submit(app: &TestApp, visitor: &Visitor, path: &str, fields: &[(&str, &str)]) -> Reply {
    from(visitor, path, fields, &[("origin", format!("http://{}", app.address()))]).await
}

/// A form with headers of the test's own.
async fn from(visitor: &Visitor, path: &str, fields: &[(&str, &str)], headers: &[(&str, String)]) -> Reply {
    let body: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    let mut all = vec![("content-type", FORM.to_owned())];
    all.extend(headers.iter().cloned());
    visitor.send(Method::POST, path, &all, Some(body.join("&"))).await
}

/// The same with the crumb a page of ours carries.
async fn with_crumb(app: &TestApp, visitor: &Visitor, path: &str, fields: &[(&str, &str)]) -> Reply {
    let crumb = visitor.crumb().await;
    let mut all = vec![("crumb", crumb.as_str())];
    all.extend_from_slice(fields);
    submit(app, visitor, path, &all).await
}

fn leads_to(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{}", reply.text);
    reply.headers["location"].to_str().unwrap().to_owned()
}

/// Somebody with so many of a product in the cart.
pub async fn with_cart(app: &TestApp, item: &str, sku: &str, quantity: &str) -> Visitor {
    let visitor = browser(app);
    let added =
        submit(app, &visitor, ENTRIES, &[("itemId", item), ("sku", sku), ("quantity", quantity)]).await;
    assert!(leads_to(&added).starts_with("/api/plain/cart?added="));
    visitor
}

async fn entry_of(visitor: &Visitor) -> String {
    visitor.get("/api/commerce/shopping-cart").await.json()["entries"][0]["id"].as_str().unwrap().to_owned()
}

pub const ADDRESS: [(&str, &str); 6] = [
    ("country", "US"),
    ("name", "Ann Lee"),
    ("line1", "1 Market Street"),
    ("city", "New York"),
    ("region", "NY"),
    ("postalCode", "10001"),
];

/// Sends the form of the checkout as it is.
pub async fn step(app: &TestApp, visitor: &Visitor, fields: &[(&str, &str)]) -> Reply {
    with_crumb(app, visitor, CHECKOUT, fields).await
}

/// What a hidden field of a page holds.
fn hidden(page: &str, name: &str) -> String {
    let begin = format!("name=\"{name}\" value=\"");
    page.split(&begin).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
}

/// Pays on a page that showed this total.
pub async fn pay(app: &TestApp, visitor: &Visitor, total: &str, fields: &[(&str, &str)]) -> Reply {
    let token =
        fields.iter().find(|(name, _)| *name == "cartToken").map(|(_, token)| format!("?cartToken={token}"));
    let shown = visitor.get(&format!("{CHECKOUT}{}", token.unwrap_or_default())).await.text;
    press(app, visitor, (total, &hidden(&shown, "digest")), fields).await
}

/// Comes back to the checkout while the order is being paid, and pays once more.
pub async fn pay_back(app: &TestApp, visitor: &Visitor, total: &str, fields: &[(&str, &str)]) -> Reply {
    let shown = visitor.get(&format!("{CHECKOUT}?pay")).await.text;
    press(app, visitor, (total, &hidden(&shown, "digest")), fields).await
}

async fn press(
    app: &TestApp,
    visitor: &Visitor,
    (total, digest): (&str, &str),
    fields: &[(&str, &str)],
) -> Reply {
    let mut all = fields.to_vec();
    // The first of two fields of one name counts.
    all.extend([
        ("step", "pay"),
        ("total", total),
        ("digest", digest),
        ("payment", "pass"),
        ("email", "ann@shopper.example"),
    ]);
    with_crumb(app, visitor, CHECKOUT, &all).await
}

/// Pays on the page as it is, is shown the total with the delivery that was chosen only now, and agrees to it.
pub async fn pay_once_more(app: &TestApp, visitor: &Visitor, total: &str, fields: &[(&str, &str)]) -> Reply {
    let told = pay(app, visitor, total, fields).await;
    assert_eq!(told.status, 409, "{}", told.text);
    press(app, visitor, (&hidden(&told.text, "total"), &hidden(&told.text, "digest")), fields).await
}

on_both! {
    /// G-048, A-018, A-034, A-036, A-037: what the forms of the cart do is what the calls do.
    async fn g_048_the_cart_is_filled_and_changed_by_forms(app: &TestApp); {
        let visitor = with_cart(app, "mug", "mug-s", "2").await;
        assert!(visitor.cookie("CART").is_some() && visitor.cookie("hasCart").as_deref() == Some("true"));
        let page = visitor.get(CART).await;
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
        assert!(page.headers["content-security-policy"].to_str().unwrap().contains("default-src 'none'"));
        // S-745: some of these pages are opened by the key in their address, and a page of the site has scripts of others.
        assert_eq!(page.headers["referrer-policy"], "strict-origin");
        assert!(page.text.contains("$37.00") && page.text.contains("Size: Small"), "{}", page.text);
        let id = entry_of(&visitor).await;
        let changed = with_crumb(app, &visitor, "/api/plain/cart/quantity", &[("entryId", &id), ("quantity", "3")]).await;
        assert_eq!(leads_to(&changed), "/api/plain/cart?updated");
        assert!(visitor.get("/api/plain/cart?updated").await.text.contains("Cart updated. Subtotal $55.50."));
        let coded = with_crumb(app, &visitor, "/api/plain/cart/coupon", &[("promoCode", "ten")]).await;
        leads_to(&coded);
        assert!(visitor.get(CART).await.text.contains("-$5.55"));
        assert!(visitor.get(CART).await.text.contains("<dt>Subtotal</dt><dd>$55.50</dd>"));
        // S-738: what nobody gave out is said at the field, with what was typed, and is gone with the next page.
        let wrong = with_crumb(app, &visitor, "/api/plain/cart/coupon", &[("promoCode", "nope")]).await;
        assert!(wrong.text.contains("That code is not valid.") && wrong.text.contains("value=\"nope\""), "{}", wrong.text);
        assert!(!visitor.get(CART).await.text.contains("That code is not valid."));
        // S-737
        let many = with_crumb(app, &visitor, "/api/plain/cart/quantity", &[("entryId", &id), ("quantity", "9")]).await;
        assert!(many.text.contains("Only 5 left."), "{}", many.text);
        leads_to(&with_crumb(app, &visitor, "/api/plain/cart/coupon/remove", &[("promoCode", "ten")]).await);
        leads_to(&with_crumb(app, &visitor, "/api/plain/cart/remove", &[("entryId", &id)]).await);
        assert!(visitor.get(CART).await.text.contains("You have nothing in your shopping cart."));
        assert_eq!(visitor.cookie("hasCart"), None);
    }

    /// W-083: 0 in the box takes the entry out, as it does in the widget.
    async fn w_083_a_quantity_of_0_removes(app: &TestApp); {
        let visitor = with_cart(app, "bread", "", "2").await;
        let id = entry_of(&visitor).await;
        leads_to(&with_crumb(app, &visitor, "/api/plain/cart/quantity", &[("entryId", &id), ("quantity", "0")]).await);
        assert_eq!(visitor.get("/api/commerce/shopping-cart").await.json()["totalQuantity"], 0);
    }

    /// W-085: below the minimum the cart says so in place of the way on.
    async fn w_085_a_cart_below_the_minimum_says_so(app: &TestApp); {
        let mut catalog = catalog::catalog();
        catalog["storeSettings"]["minimumOrderSubtotalCents"] = json!(2000);
        app.publish(&catalog).await;
        let visitor = with_cart(app, "bread", "bread", "1").await;
        let page = visitor.get(CART).await.text;
        assert!(page.contains("To check out, your order subtotal must be $20.00 or more.") && !page.contains("class=\"button\""), "{page}");
        let refused = pay(app, &visitor, "600", &[]).await;
        assert_eq!(refused.status, 400);
        assert_eq!(app.count("shop_order", "TRUE").await, 0);
    }

    /// the whole purchase; the order is the calls' order.
    async fn a_046_a_cart_is_bought_by_forms(app: &TestApp); {
        let visitor = with_cart(app, "bread", "bread", "2").await;
        assert!(visitor.get(CHECKOUT).await.text.contains("Shipping address"));
        let mut fields = vec![("step", "address"), ("email", "ann@shopper.example")];
        fields.extend(ADDRESS);
        let shown = with_crumb(app, &visitor, CHECKOUT, &fields).await;
        assert_eq!(shown.status, 200);
        assert!(shown.text.contains("value=\"ann@shopper.example\"") && shown.text.contains("$5.00"), "{}", shown.text);
        let mut fields = ADDRESS.to_vec();
        fields.push(("shippingOption", "post"));
        let thanks = leads_to(&pay_once_more(app, &visitor, "1296", &fields).await);
        assert_eq!(visitor.cookie("CART"), None);
        let page = visitor.get(&thanks).await;
        assert!(page.text.contains("Thank you for your order") && page.text.contains("$17.96"), "{}", page.text);
        assert!(page.text.contains("We have sent a confirmation to ann@shopper.example."));
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'paid' AND grand_total_cents = 1796").await), (18, 1));
        app.audit().await;
    }

    /// what is missing comes back at its field, with what was typed; nothing is taken.
    async fn a_046_a_refused_checkout_keeps_what_was_typed(app: &TestApp); {
        let visitor = with_cart(app, "bread", "bread", "1").await;
        let refused = pay(app, &visitor, "600", &[("email", "x"), ("country", "US"), ("line1", "1 <b>Street</b>"), ("city", "")]).await;
        assert_eq!(refused.status, 400);
        assert!(refused.text.contains("One or more fields is invalid, please check your entries."));
        assert!(refused.text.contains("1 &lt;b&gt;Street&lt;/b&gt;") && refused.text.contains("id=\"city-error\">Required<"), "{}", refused.text);
        let no_option = pay(app, &visitor, "600", &ADDRESS).await;
        assert!(no_option.text.contains("Please select a shipping option."));
        let mut declined = ADDRESS.to_vec();
        declined.extend([("payment", "decline"), ("shippingOption", "post")]);
        let refused = pay_once_more(app, &visitor, "648", &declined).await;
        assert_eq!(refused.status, 400);
        assert!(refused.text.contains("Your payment could not be completed."));
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'paid'").await), (20, 0));
    }

    /// a total the page did not show is not paid.
    async fn a_046_a_total_that_was_not_shown_is_shown_first(app: &TestApp); {
        let visitor = with_cart(app, "guide", "guide", "1").await;
        let refused = pay(app, &visitor, "900", &[("country", "GB")]).await;
        assert_eq!(refused.status, 409);
        assert!(refused.text.contains("The total was $9.00 and is now $12.00. Nothing was charged. Please look at it and pay again."), "{}", refused.text);
        assert_eq!((hidden(&refused.text, "total").as_str(), app.count("shop_order", "TRUE").await), ("1200", 0));
        leads_to(&pay(app, &visitor, "1200", &[("country", "GB")]).await);
        assert_eq!(app.count("shop_order", "grand_total_cents = 1200").await, 1);
    }

    /// S-609: a delivery that is chosen together with Pay, or a cart that another tab changed, is shown with the old total beside the
    /// new one before it is paid.
    async fn s_609_a_page_without_script_takes_what_it_showed(app: &TestApp); {
        let visitor = with_cart(app, "bread", "bread", "2").await;
        let mut fields = ADDRESS.to_vec();
        fields.push(("shippingOption", "post"));
        let told = pay(app, &visitor, "1296", &fields).await;
        assert_eq!(told.status, 409);
        for said in ["The total was $12.96 and is now $17.96.", "The delivery changed.", "Nothing was charged.", "Pay $17.96"] {
            assert!(told.text.contains(said), "{said}: {}", told.text);
        }
        let shown = (hidden(&told.text, "total"), hidden(&told.text, "digest"));
        leads_to(&submit(app, &visitor, ENTRIES, &[("itemId", "guide"), ("quantity", "1")]).await);
        let told = press(app, &visitor, (&shown.0, &shown.1), &fields).await;
        assert!(told.status == 409 && told.text.contains("What is in your cart changed."), "{}", told.text);
        for nothing in [("", ""), ("x", "y"), ("1796", "")] {
            assert_eq!(press(app, &visitor, nothing, &fields).await.status, 409, "{nothing:?}");
        }
        assert_eq!((app.count("shop_order", "TRUE").await, app.stock("bread", "bread").await), (0, 20));
        leads_to(&press(app, &visitor, (&hidden(&told.text, "total"), &hidden(&told.text, "digest")), &fields).await);
        assert_eq!(app.count("shop_order", "status = 'paid' AND grand_total_cents = 3092").await, 1);
    }

    /// S-630, S-632, S-633: the page without script has the form of the country, says at its field what is wrong, and loses nothing.
    async fn s_630_the_page_has_the_form_of_the_country(app: &TestApp); {
        let visitor = with_cart(app, "bread", "bread", "1").await;
        let page = visitor.get(CHECKOUT).await.text;
        for said in ["<select id=\"region\"", ">New York</option>", "ZIP code", "id=\"name\"", "Note to the shop", "VAT number"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        let japan = with_crumb(app, &visitor, CHECKOUT, &[("step", "address"), ("country", "JP"), ("line1", "1-1 Chiyoda"), ("note", "<i>Ring</i>")]).await.text;
        assert!(japan.contains("Prefecture") && !japan.contains("id=\"city\"") && japan.contains("value=\"1-1 Chiyoda\""), "{japan}");
        assert!(japan.find("id=\"postalCode\"") < japan.find("id=\"line1\"") && japan.contains("&lt;i&gt;Ring"), "{japan}");
        let wrong = [("country", "US"), ("line1", "1 Market Street"), ("city", "New York"), ("region", "Atlantis"), ("postalCode", "SW1A 1AA"), ("shippingOption", "air"),
            ("vatId", "DE136695977"), ("company", "Crumbs"), ("billing", "other"), ("billing.country", "FR")];
        let refused = pay(app, &visitor, "600", &wrong).await;
        assert_eq!(refused.status, 400);
        for field in ["name", "region", "postalCode", "vatId", "billing.name", "billing.line1", "billing.city", "billing.postalCode"] {
            assert!(refused.text.contains(&format!("id=\"{field}-error\"")), "{field}: {}", refused.text);
        }
        assert!(refused.text.contains("value=\"SW1A 1AA\"") && refused.text.contains("value=\"DE136695977\"") && refused.text.contains("<details open>"), "{}", refused.text);
        let mut right = ADDRESS.to_vec();
        right.extend([("shippingOption", "air"), ("company", "Crumbs"), ("vatId", "DE 136 695 976"), ("note", "Ring twice."), ("billing", "other"), ("billing.company", "Payers SARL"),
            ("billing.country", "FR"), ("billing.line1", "1 Rue"), ("billing.city", "Lyon"), ("billing.postalCode", "69001")]);
        let thanks = leads_to(&pay_once_more(app, &visitor, "648", &right).await);
        let page = visitor.get(&thanks).await.text;
        let order = page.split("href=\"").find(|rest| rest.starts_with("/api/plain/order?")).unwrap();
        let order = order.split('"').next().unwrap().replace("&amp;", "&");
        let page = visitor.get(&order).await.text;
        assert!(page.contains("<bdi>Ann Lee</bdi>") && page.contains("<bdi>New York, NY 10001</bdi>"), "{page}");
        let kept = "buyer LIKE '%Payers SARL%' AND buyer LIKE '%DE136695976%' AND buyer LIKE '%Ring twice.%'";
        assert_eq!(app.count("shop_order", kept).await, 1);
    }

    /// S-634, S-638: collecting asks no address, and a courier a phone number.
    async fn s_638_what_is_collected_asks_no_address(app: &TestApp); {
        let mut catalog = catalog::catalog();
        let place = json!({"country": "US", "region": "NY", "city": "New York", "postalCode": "10001", "line1": "3 Arcade Row"});
        catalog["shippingOptions"] = json!([{"id": "shop", "name": "Collect it", "pickup": {"address": place}}, {"id": "van", "name": "Van", "asksPhone": true}]);
        app.publish(&catalog).await;
        let visitor = with_cart(app, "bread", "bread", "1").await;
        assert!(visitor.get(CHECKOUT).await.text.contains("3 Arcade Row, New York, NY 10001"));
        let shown = with_crumb(app, &visitor, CHECKOUT, &[("step", "address"), ("shippingOption", "shop")]).await.text;
        assert!(shown.contains("id=\"name\"") && !shown.contains("id=\"line1\"") && shown.contains("$0.48"), "{shown}");
        let refused = pay(app, &visitor, "648", &[("shippingOption", "shop")]).await;
        assert!(refused.status == 400 && refused.text.contains("id=\"name-error\""), "{}", refused.text);
        leads_to(&pay(app, &visitor, "648", &[("shippingOption", "shop"), ("name", "Ann Lee")]).await);
        let visitor = with_cart(app, "bread", "bread", "1").await;
        let mut van = ADDRESS.to_vec();
        van.push(("shippingOption", "van"));
        let refused = pay(app, &visitor, "600", &van).await;
        assert!(refused.status == 400 && refused.text.contains("id=\"phone-error\""), "{}", refused.text);
        van.push(("phone", "(212) 555-2368"));
        let reply = pay(app, &visitor, "648", &van).await;
        assert_eq!(leads_to(&reply).split('?').next(), Some("/api/plain/confirmed"));
        assert_eq!(app.count("shop_order", "buyer LIKE '%+12125552368%'").await, 1);
    }

    /// a subscription begins from its product's form too.
    async fn a_047_a_subscription_is_bought_by_forms(app: &TestApp); {
        let visitor = browser(app);
        let begun = submit(app, &visitor, ENTRIES, &[("itemId", "box")]).await;
        let checkout = leads_to(&begun);
        let token = checkout.strip_prefix("/api/plain/checkout?cartToken=").unwrap();
        assert!(visitor.get(&checkout).await.text.contains("$30.00 every month"));
        leads_to(&pay(app, &visitor, "3000", &[("cartToken", token), ("country", "GB")]).await);
        assert_eq!(app.count("subscription", "status = 'active'").await, 1);
    }

    /// A-048, W-095: a gift card asks whom it is for.
    async fn a_048_a_gift_card_is_bought_by_forms(app: &TestApp); {
        let visitor = browser(app);
        let none = submit(app, &visitor, ENTRIES, &[("itemId", "voucher"), ("sku", "")]).await;
        assert!(none.status == 400 && none.text.contains("Select a denomination for the Gift Card"));
        let asked = submit(app, &visitor, ENTRIES, &[("itemId", "voucher"), ("sku", "gift-25")]).await;
        assert!(asked.status == 200 && asked.text.contains("name=\"recipientEmail\""), "{}", asked.text);
        let empty = submit(app, &visitor, ENTRIES, &[("itemId", "voucher"), ("sku", "gift-25"), ("asked", "true"), ("recipientName", "Grace")]).await;
        assert!(empty.status == 400 && empty.text.contains("value=\"Grace\"") && empty.text.contains("recipientEmail-error"));
        let full = [("itemId", "voucher"), ("sku", "gift-25"), ("asked", "true"), ("recipientName", "Grace"), ("recipientEmail", "grace@friend.example")];
        leads_to(&submit(app, &visitor, ENTRIES, &full).await);
        leads_to(&pay(app, &visitor, "2500", &[]).await);
        assert_eq!(app.emails_to("grace@friend.example").await.len(), 1);
    }

    /// a product's own form is asked on the page, and its answers are checked by its rules.
    async fn a_027_a_product_with_a_form_asks_it(app: &TestApp); {
        let visitor = browser(app);
        let asked = submit(app, &visitor, ENTRIES, &[("itemId", "cake")]).await;
        assert!(asked.status == 200 && asked.text.contains("name=\"field.words\""), "{}", asked.text);
        let empty = submit(app, &visitor, ENTRIES, &[("itemId", "cake"), ("asked", "true"), ("field.words", " ")]).await;
        assert!(empty.status == 400 && empty.text.contains("One or more fields is invalid") && empty.text.contains(">Required<"));
        leads_to(&submit(app, &visitor, ENTRIES, &[("itemId", "cake"), ("asked", "true"), ("field.words", "Happy <day>")]).await);
        assert!(visitor.get(CART).await.text.contains("Words: Happy &lt;day&gt;"));
    }

    /// W-044, W-047, C-041: refusals come back with the catalogue's words and what was typed.
    async fn w_044_a_refused_add_says_why(app: &TestApp); {
        let visitor = browser(app);
        for (fields, words) in [
            (vec![("itemId", "mug"), ("quantity", "2")], "Please select the Size option."),
            (vec![("itemId", "mug"), ("sku", "mug-s"), ("quantity", "0")], "Quantity must be between 1 and 9999."),
            (vec![("itemId", "mug"), ("sku", "mug-s"), ("quantity", "1.5")], "Quantity must be a whole number"),
            (vec![("itemId", "mug"), ("sku", "mug-s"), ("quantity", "6")], "Sorry, we do not have enough of that item available."),
            (vec![("itemId", "mug"), ("sku", "gold"), ("quantity", "1")], "Sorry, that item variant is unavailable. Please select another variant."),
        ] {
            let refused = submit(app, &visitor, ENTRIES, &fields).await;
            assert!(refused.status == 400 && refused.text.contains(words), "{words}: {}", refused.text);
            let typed = fields.last().unwrap().1;
            assert!(refused.text.contains(&format!("value=\"{typed}\"")), "{}", refused.text);
        }
        let nothing = submit(app, &visitor, ENTRIES, &[("itemId", "no-such")]).await;
        assert!(nothing.status == 404 && nothing.text.contains("Sorry, that item is unavailable."));
        assert_eq!(app.count("cart", "TRUE").await, 0);
    }

    /// a page of another site puts nothing into a cart and changes none, with whatever it sends along.
    async fn a_014_forms_of_other_sites_are_refused(app: &TestApp) with |settings| settings.site_origins = vec!["https://shop.example".into()]; {
        let visitor = browser(app);
        let add = [("itemId", "bread"), ("quantity", "1")];
        for headers in [
            vec![("origin", "https://evil.example".to_owned())],
            vec![("origin", "null".to_owned())],
            vec![("sec-fetch-site", "cross-site".to_owned())],
            vec![("sec-fetch-site", "same-site".to_owned())],
            vec![],
        ] {
            let refused = from(&visitor, ENTRIES, &add, &headers).await;
            assert_eq!(refused.status, 403, "{headers:?}");
        }
        assert_eq!(app.count("cart", "TRUE").await, 0);
        leads_to(&from(&visitor, ENTRIES, &add, &[("origin", "https://shop.example".to_owned())]).await);
        leads_to(&from(&visitor, ENTRIES, &add, &[("sec-fetch-site", "same-origin".to_owned())]).await);
        let id = entry_of(&visitor).await;
        let ours = [("origin", "https://shop.example".to_owned())];
        for (path, fields) in [
            ("/api/plain/cart/quantity", [("entryId", id.as_str()), ("quantity", "9")]),
            ("/api/plain/cart/remove", [("entryId", id.as_str()), ("crumb", "made.up")]),
            (CHECKOUT, [("step", "pay"), ("email", "ann@shopper.example")]),
        ] {
            let refused = from(&visitor, path, &fields, &ours).await;
            assert!(refused.status == 403 && refused.text.contains("Your session has expired."), "{path}: {}", refused.text);
            // The page that comes back carries a crumb that holds, so that the next try goes through.
            assert!(refused.text.contains(&format!("name=\"crumb\" value=\"{}\"", visitor.cookie("crumb").unwrap())));
        }
        assert_eq!(visitor.get("/api/commerce/shopping-cart").await.json()["totalQuantity"], 2);
    }

    /// what a form says of prices is not listened to, and a sku of another product is none.
    async fn a_019_a_forged_form_changes_no_price(app: &TestApp); {
        let visitor = browser(app);
        let forged = [("itemId", "bread"), ("sku", "bread"), ("quantity", "1"), ("price", "1"), ("priceCents", "1"), ("purchasePriceCents", "1"), ("buildId", "forged")];
        leads_to(&submit(app, &visitor, ENTRIES, &forged).await);
        assert_eq!(visitor.get("/api/commerce/shopping-cart").await.json()["subtotalCents"], 600);
        let other = submit(app, &visitor, ENTRIES, &[("itemId", "bread"), ("sku", "mug-s"), ("quantity", "1")]).await;
        assert_eq!(other.status, 400);
        // A price that no page of ours showed has to be seen before it is paid.
        assert!(visitor.get(CHECKOUT).await.text.contains("The total changed to $6.00."));
    }

    /// bodies are small, and of one kind.
    async fn a_123_large_and_strange_bodies_are_refused(app: &TestApp); {
        let visitor = browser(app);
        let ours = [("origin", format!("http://{}", app.address()))];
        let large = "x".repeat(40_000);
        assert_eq!(from(&visitor, ENTRIES, &[("itemId", &large)], &ours).await.status, 413);
        let many: Vec<(&str, &str)> = (0..400).map(|_| ("a", "b")).collect();
        assert_eq!(from(&visitor, ENTRIES, &many, &ours).await.status, 413);
        for kind in ["application/json", "multipart/form-data; boundary=x", "text/plain"] {
            let headers = [("content-type", kind.to_owned()), ("origin", format!("http://{}", app.address()))];
            let refused = visitor.send(Method::POST, ENTRIES, &headers, Some("itemId=bread&quantity=1".into())).await;
            assert_eq!(refused.status, 415, "{kind}");
        }
        for strange in ["%00", "%FF%FE", "itemId=%00&quantity=1", "itemId=bread&quantity=%00", "=&=&&"] {
            let headers = [("content-type", FORM.to_owned()), ("origin", format!("http://{}", app.address()))];
            let refused = visitor.send(Method::POST, ENTRIES, &headers, Some(strange.into())).await;
            assert!(refused.status.is_client_error(), "{strange}: {}", refused.status);
        }
        assert_eq!(app.count("cart", "TRUE").await, 0);
    }

    /// Anyone who fills in the field that no person sees buys nothing.
    async fn a_program_that_fills_in_every_field_buys_nothing(app: &TestApp); {
        let visitor = browser(app);
        let filled = [("itemId", "bread"), ("quantity", "1"), ("decoy", "https://spam.example")];
        assert_eq!(submit(app, &visitor, ENTRIES, &filled).await.status, 400);
        assert_eq!(app.count("cart", "TRUE").await, 0);
    }

    /// forms are counted as calls are.
    async fn a_013_too_many_adds_are_refused(app: &TestApp) with |settings| settings.limits.add_entry = 2; {
        let visitor = browser(app);
        let add = [("itemId", "bread"), ("quantity", "1")];
        leads_to(&submit(app, &visitor, ENTRIES, &add).await);
        leads_to(&submit(app, &visitor, ENTRIES, &add).await);
        let refused = submit(app, &visitor, ENTRIES, &add).await;
        assert!(refused.status == 429 && refused.text.contains("Please try again in a few seconds."));
        assert!(refused.headers.contains_key("retry-after"));
    }

    /// an order is shown only to anyone who holds its signed address.
    async fn a_046_the_thanks_cannot_be_guessed(app: &TestApp); {
        let visitor = with_cart(app, "guide", "guide", "1").await;
        let thanks = leads_to(&pay(app, &visitor, "1200", &[("country", "GB")]).await);
        let stranger = browser(app);
        let (address, _) = thanks.split_once("&signature=").unwrap();
        for forged in [address.to_owned(), format!("{address}&signature=AAAA"), "/api/plain/confirmed".to_owned()] {
            let none = stranger.get(&forged).await;
            assert!(none.status == 404 && !none.text.contains("ann@shopper.example"), "{forged}");
        }
        assert_eq!(stranger.get(&thanks).await.status, 200);
    }

    /// A browser's history shows no order to somebody who finds it days later.
    async fn s_064_the_thanks_are_shown_for_a_day(app: &TestApp); {
        let visitor = with_cart(app, "guide", "guide", "1").await;
        let thanks = leads_to(&pay(app, &visitor, "1200", &[("country", "GB")]).await);
        app.clock.advance(DAY - MINUTE);
        assert_eq!(visitor.get(&thanks).await.status, 200);
        app.clock.advance(2 * MINUTE);
        let over = visitor.get(&thanks).await;
        assert!(over.status == 404 && !over.text.contains("ann@shopper.example"), "{}", over.status);
        let (_, rest) = thanks.split_once("&until=").unwrap();
        let (until, _) = rest.split_once('&').unwrap();
        let longer = thanks.replace(until, &(until.parse::<i64>().unwrap() + 10 * DAY).to_string());
        assert_eq!(visitor.get(&longer).await.status, 404);
    }

    /// Titles and options of the shop are text wherever they stand.
    async fn texts_of_the_shop_are_no_markup(app: &TestApp); {
        let mut catalog = catalog::catalog();
        let evil = "<img src=x onerror=alert(1)>\"'{.end}";
        catalog["website"]["title"] = json!(evil);
        catalog["products"][0]["title"] = json!(evil);
        catalog["products"][0]["variants"][0]["attributes"]["Size"] = json!(evil);
        app.publish(&catalog).await;
        let visitor = with_cart(app, "mug", "mug-s", "1").await;
        for path in [CART, CHECKOUT, "/api/plain/product?itemId=mug"] {
            let page = visitor.get(path).await;
            assert!(page.status == 200 && !page.text.contains("<img") && page.text.contains("&lt;img"), "{path}: {}", page.text);
        }
    }

    /// A reload of a page that came back refused, and an empty cart's checkout, lead to the cart.
    async fn addresses_of_forms_lead_to_the_cart(app: &TestApp); {
        let visitor = browser(app);
        for path in [ENTRIES, "/api/plain/cart/quantity", "/api/plain/cart/coupon/remove", CHECKOUT] {
            assert_eq!(leads_to(&visitor.get(path).await), CART, "{path}");
        }
        assert_eq!(visitor.get("/api/plain/style.css").await.headers["content-type"], "text/css; charset=utf-8");
    }
}
