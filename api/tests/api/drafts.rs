//! Orders that the staff prepares: worked out as a checkout works them out, held, paid once by a link, and told whole.

use crate::app::{Reply, TestApp, Visitor, encoded, on_both};
use crate::cart::add;
use crate::catalog;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, place, purchase};
use futures_util::future::join_all;
use loggia_api::clock::{DAY, HOUR};
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const DRAFTS: &str = "/api/commerce/desk/drafts";
const ANN: &str = "ann@shopper.example";
const OWN: &str = "own@shop.example";

fn limits(settings: &mut loggia_api::Settings) {
    settings.limits.checkout = 1_000_000;
    settings.limits.order_page = 1_000_000;
}

async fn owner(app: &TestApp) -> Visitor {
    app.member(OWN, &[Role::StoreManager]).await
}

fn loaves(quantity: u32) -> Value {
    json!({"email": ANN, "name": "Ann Lee", "shippingLocation": place("US"), "shippingOptionId": "post", "note": "By phone.",
        "lines": [{"itemId": "bread", "sku": "bread", "quantity": quantity}]})
}

fn fine(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (status, &json!(code)), "{}", reply.text);
}

fn id(draft: &Value) -> String {
    draft["draft"]["id"].as_str().unwrap().to_owned()
}

async fn made(owner: &Visitor, body: Value) -> String {
    id(&fine(&owner.post(DRAFTS, body).await))
}

async fn sent(owner: &Visitor, id: &str) -> Value {
    fine(&owner.post(&format!("{DRAFTS}/{id}/link"), json!({"days": 3, "notify": true})).await)
}

/// The page of the link, from the root, and the token of the cart that it leads to.
pub async fn opened(app: &TestApp, draft: &Value) -> (String, String) {
    let path = draft["link"].as_str().unwrap().strip_prefix("https://shop.example").unwrap().to_owned();
    let page = app.visitor().get(&path).await;
    assert_eq!(page.status, 200, "{}", page.text);
    let (_, behind) = page.text.split_once("/checkout?cartToken=").unwrap();
    let token = behind.split('"').next().unwrap().to_owned();
    (page.text, token)
}

/// What the buyer of a draft sends with this card.
pub fn by(token: &str, card: &str) -> Value {
    let mut body = purchase();
    body["cartToken"] = json!(token);
    body["paymentToken"] = json!(card);
    body
}

async fn state(owner: &Visitor, id: &str) -> String {
    fine(&owner.get(&format!("{DRAFTS}/{id}")).await)["draft"]["state"].as_str().unwrap().to_owned()
}

on_both! {
    /// S-445: a draft comes to what a checkout of the same things comes to; lines of the shop's own and a discount with its reason are
    /// taxed and shared out as any other; what the shop's rules refuse is refused.
    async fn s_445_a_draft_comes_to_what_a_checkout_comes_to(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let draft = fine(&owner.post(DRAFTS, loaves(2)).await);
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        let order = fine(&visitor.post(CHECKOUT, purchase()).await);
        let cents = |value: &Value| value["grandTotalCents"].as_i64().unwrap();
        assert_eq!(format!("{}.{:02}", cents(&draft["cart"]) / 100, cents(&draft["cart"]) % 100), order["grandTotal"]["value"].as_str().unwrap());
        assert_eq!((&draft["draft"]["state"], &draft["draft"]["orderNumber"], &draft["link"]), (&json!("OPEN"), &Value::Null, &Value::Null));
        let mut body = loaves(1);
        body["lines"].as_array_mut().unwrap().push(json!({"title": "Engraving", "priceCents": 1000, "quantity": 1}));
        body["discount"] = json!({"percent": "10", "reason": "A regular"});
        let own = fine(&owner.put(&format!("{DRAFTS}/{}", id(&draft)), body.clone()).await);
        // (600 + 1000) - 160 + 500 + 8 % of 1440.
        assert_eq!((cents(&own["cart"]), &own["cart"]["discounts"][0]["name"]), (1440 + 500 + 115, &json!("A regular")));
        let cases = [
            (json!([{"itemId": "nothing", "quantity": 1}]), Value::Null, "item-unavailable"),
            (json!([{"itemId": "bread", "sku": "bread", "quantity": 0}]), Value::Null, "quantity-out-of-range"),
            (json!([{"itemId": "bread", "sku": "bread", "quantity": 1}, {"itemId": "bread", "sku": "bread", "quantity": 1}]), Value::Null, "draft-line-twice"),
            (json!([{"title": " ", "priceCents": 100, "quantity": 1}]), Value::Null, "draft-line-incomplete"),
            (json!([{"title": "x", "priceCents": -1, "quantity": 1}]), Value::Null, "draft-line-incomplete"),
            (json!([]), json!({"percent": "10", "reason": ""}), "draft-discount-incomplete"),
            (json!([]), json!({"reason": "x"}), "draft-discount-incomplete"),
            (json!([]), json!({"amountCents": 0, "reason": "x"}), "draft-discount-incomplete"),
        ];
        for (lines, discount, code) in cases {
            let mut wrong = body.clone();
            wrong["lines"] = lines;
            wrong["discount"] = discount;
            assert_eq!(owner.post(DRAFTS, wrong).await.json()["code"], code);
        }
        // What is missing is said when it is sent.
        for (member, value, code) in [("email", json!(""), "email-blank"), ("shippingOptionId", json!(""), "shipping-option-missing"), ("lines", json!([]), "cart-empty")] {
            let mut unfinished = loaves(1);
            unfinished[member] = value;
            let id = made(&owner, unfinished).await;
            refused(&owner.post(&format!("{DRAFTS}/{id}/link"), json!({"days": 3})).await, 400, code);
        }
        refused(&owner.post(&format!("{DRAFTS}/{}/link", id(&draft)), json!({"days": 31})).await, 400, "bad-days");
        assert_eq!((app.count("shop_order", "number IS NOT NULL").await, app.stock("bread", "bread").await), (1, 18));
        app.audit().await;
    }

    /// S-446: a link holds the stock and keeps lines, prices and sums, whatever is published since; however often it is paid at once it
    /// is sold once; its buyer may change nothing of it.
    async fn s_446_a_link_is_paid_once_for_what_was_agreed(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let mut body = loaves(2);
        body["discount"] = json!({"amountCents": 200, "reason": "A regular"});
        body["lines"].as_array_mut().unwrap().push(json!({"title": "Engraving", "priceCents": 1000, "quantity": 1}));
        let id = made(&owner, body).await;
        let draft = sent(&owner, &id).await;
        let total = draft["cart"]["grandTotalCents"].clone();
        assert_eq!((app.stock("bread", "bread").await, draft["draft"]["state"].as_str()), (18, Some("SENT")));
        app.audit().await;
        let letters = app.emails_to(ANN).await;
        assert!(letters.len() == 1 && letters[0].contains("Your order is ready to be paid") && letters[0].contains("/api/plain/pay?draft="), "{letters:?}");
        // Another price, tax and fare do not touch it, nor a shopper who wants all that is left.
        let mut dearer = catalog::with_variant("bread", "price", json!(900));
        dearer["shippingOptions"][0]["costCents"] = json!(5000);
        dearer["taxRules"][0]["rate"] = json!("19");
        app.publish(&dearer).await;
        let (page, token) = opened(app, &draft).await;
        for said in ["2 × Bread", "1 × Engraving", "A regular", "Pay this order"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        let buyer = app.visitor();
        let cart = |path: &str| format!("/api/commerce/shopping-cart{path}cartToken={}", encoded(&token));
        let seen = buyer.get(&cart("?")).await.json();
        assert_eq!((&seen["grandTotalCents"], &seen["entries"][0]["purchasePriceCents"], &seen["agreed"]["email"]), (&total, &json!(600), &json!(ANN)));
        refused(&buyer.put(&cart("/shipping-location?"), place("FR")).await, 409, "address-agreed");
        assert_eq!(buyer.post(&cart("/coupons?"), json!({"promoCode": "TEN"})).await.json()["shoppingCart"]["grandTotalCents"], total);
        let pay = by(&token, "test-pass");
        let presses = join_all((0..6).map(|_| async { app.visitor().post(CHECKOUT, pay.clone()).await })).await;
        let orders: Vec<Value> = presses.iter().map(|reply| fine(reply)["id"].clone()).collect();
        assert!(orders.iter().all(|one| *one == orders[0]), "{orders:?}");
        assert_eq!((app.count("shop_order", "status = 'paid'").await, app.stock("bread", "bread").await), (1, 18));
        assert_eq!(json!(app.number("SELECT grand_total_cents FROM shop_order").await), total);
        assert_eq!((state(&owner, &id).await, app.count("order_note", "body = 'By phone.'").await), ("PLACED".into(), 1));
        refused(&owner.put(&format!("{DRAFTS}/{id}"), loaves(1)).await, 409, "draft-placed");
        refused(&owner.delete(&format!("{DRAFTS}/{id}")).await, 409, "draft-placed");
        let placed = fine(&owner.get(&format!("{DRAFTS}?placed=true")).await);
        assert_eq!((placed["drafts"].as_array().unwrap().len(), &placed["drafts"][0]["orderNumber"]), (1, &json!(1001)));
        assert_eq!(fine(&owner.get(DRAFTS).await)["drafts"], json!([]));
        app.audit().await;
    }

    /// S-447: a card that is declined leaves the goods with the draft; when the link ends they are for sale again, and who pays late
    /// is told, and charged nothing.
    async fn s_447_a_link_ends(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let id = made(&owner, loaves(20)).await;
        let draft = sent(&owner, &id).await;
        let (_, token) = opened(app, &draft).await;
        assert_eq!(app.visitor().post(CHECKOUT, by(&token, "test-decline")).await.status, 400);
        assert_eq!((app.stock("bread", "bread").await, state(&owner, &id).await), (0, "SENT".into()));
        app.audit().await;
        let other = app.visitor();
        assert_eq!(other.post("/api/commerce/shopping-cart/entries", json!({"itemId": "bread", "sku": "bread", "quantity": 1})).await.status, 400);
        let more = made(&owner, loaves(1)).await;
        refused(&owner.post(&format!("{DRAFTS}/{more}/link"), json!({"days": 3})).await, 400, "not-enough-stock");
        assert_eq!(state(&owner, &more).await, "OPEN");
        app.clock.advance(3 * DAY + HOUR);
        app.work().await;
        owner.log_in(OWN, false).await;
        assert_eq!((app.stock("bread", "bread").await, state(&owner, &id).await), (20, "EXPIRED".into()));
        refused(&app.visitor().post(CHECKOUT, by(&token, "test-pass")).await, 410, "payment-link-ended");
        let path = draft["link"].as_str().unwrap().strip_prefix("https://shop.example").unwrap();
        let page = app.visitor().get(path).await;
        assert!(page.status == 410 && page.text.contains("no longer valid"), "{}", page.text);
        assert_eq!((app.count("shop_order", "status = 'paid'").await, app.stock("bread", "bread").await), (0, 20));
        app.audit().await;
        // A new link is paid as always; one that was changed by hand is none.
        let again = sent(&owner, &id).await;
        let (_, newer) = opened(app, &again).await;
        assert_ne!(newer, token);
        let forged = again["link"].as_str().unwrap().replace("https://shop.example", "").replace("key=1", "key=2");
        assert_eq!(app.visitor().get(&forged).await.status, 410);
        fine(&app.visitor().post(CHECKOUT, by(&newer, "test-pass")).await);
        app.audit().await;
    }

    /// S-448: a draft is marked as paid once, with everything that follows from a payment, or changed or removed, which ends its link;
    /// each step stands in the record.
    async fn s_448_a_draft_is_paid_by_hand_changed_or_removed(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let id = made(&owner, loaves(3)).await;
        let draft = sent(&owner, &id).await;
        let paths = [format!("{DRAFTS}/{id}/payment"), format!("{DRAFTS}/{id}/payment")];
        let both = join_all(paths.iter().map(|path| owner.post(path, json!({})))).await;
        let mut codes: Vec<u16> = both.iter().map(|reply| reply.status.as_u16()).collect();
        codes.sort_unstable();
        assert_eq!(codes, [200, 409], "{} {}", both[0].text, both[1].text);
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'paid' AND number = 1001").await), (17, 1));
        let letters = app.emails_to(ANN).await.join("\n");
        assert!(letters.contains("#1001"), "{letters}");
        // Its link leads to the order now.
        let path = draft["link"].as_str().unwrap().strip_prefix("https://shop.example").unwrap();
        let page = app.visitor().get(path).await;
        assert!(page.text.contains("#1001"), "{}", page.text);
        let order = app.number("SELECT COUNT(*) FROM payment WHERE provider = 'manual'").await;
        assert_eq!(order, 1);
        let other = made(&owner, loaves(4)).await;
        let first = sent(&owner, &other).await;
        let (_, token) = opened(app, &first).await;
        let changed = fine(&owner.put(&format!("{DRAFTS}/{other}"), loaves(5)).await);
        assert_eq!((&changed["draft"]["state"], &changed["link"], app.stock("bread", "bread").await), (&json!("OPEN"), &Value::Null, 17));
        assert_eq!(app.visitor().post(CHECKOUT, by(&token, "test-pass")).await.status, 400);
        let path = first["link"].as_str().unwrap().strip_prefix("https://shop.example").unwrap();
        assert_eq!(app.visitor().get(path).await.status, 410);
        sent(&owner, &other).await;
        assert_eq!(app.stock("bread", "bread").await, 12);
        assert_eq!(owner.delete(&format!("{DRAFTS}/{other}")).await.status, 204);
        assert_eq!((app.stock("bread", "bread").await, owner.get(&format!("{DRAFTS}/{other}")).await.status.as_u16()), (17, 404));
        for (kind, times) in [("put-draft", 3), ("send-draft", 3), ("remove-draft", 1), ("mark-paid", 1)] {
            assert_eq!(app.count("record", &format!("kind = '{kind}'")).await, times, "{kind}");
        }
        app.audit().await;
    }

    /// S-449: the link is paid without a script by every way of the shop, for the total that the page shows, and its buyer's address is
    /// there already.
    async fn s_449_a_link_is_paid_without_a_script(app: &TestApp) with |settings| limits(settings); {
        let mut shop = catalog::catalog();
        shop["orderSettings"] = json!({"manualPayments": [{"id": "transfer", "name": "Bank transfer", "instructions": "To us.", "holdDays": 10}]});
        app.publish(&shop).await;
        let owner = owner(app).await;
        let id = made(&owner, loaves(2)).await;
        let draft = sent(&owner, &id).await;
        let (_, token) = opened(app, &draft).await;
        let buyer = app.visitor();
        let page = buyer.get(&format!("/api/plain/checkout?pay&cartToken={}", encoded(&token))).await;
        assert_eq!(page.status, 200);
        for said in ["value=\"ann@shopper.example\"", "value=\"Ann Lee\"", "value=\"1 Main Street\"", "manual:transfer", "Bread"] {
            assert!(page.text.contains(said), "{said}: {}", page.text);
        }
        let cart = &draft["cart"];
        let crumb = buyer.crumb().await;
        let (total, digest) = (cart["grandTotalCents"].to_string(), cart["digest"].as_str().unwrap());
        let fields = [("crumb", crumb.as_str()), ("cartToken", token.as_str()), ("email", ANN), ("name", "Ann Lee"), ("country", "US"), ("line1", "1 Main Street"),
            ("city", "New York"), ("region", "NY"), ("postalCode", "10001"), ("shippingOption", "post"), ("payment", "manual:transfer"), ("total", &total), ("digest", digest)];
        let body: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let headers = [("content-type", "application/x-www-form-urlencoded".to_owned()), ("sec-fetch-site", "same-origin".to_owned())];
        let paid = buyer.send(Method::POST, "/api/plain/checkout", &headers, Some(body.join("&"))).await;
        assert!(paid.text.contains("#1001"), "{}", paid.text);
        assert_eq!(app.count("shop_order", "manual_payment IS NOT NULL AND number = 1001").await, 1);
        assert_eq!((state(&owner, &id).await, app.stock("bread", "bread").await), ("PLACED".into(), 18));
        app.audit().await;
    }

    /// S-467: whatever is done with drafts in whatever order, nothing is sold twice, no stock is lost or below zero, and the books agree.
    async fn s_467_any_sequence_leaves_the_books_right(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let mut chance = Chance(7);
        let (mut drafts, mut tokens): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for _ in 0..40 {
            let one = (!drafts.is_empty()).then(|| drafts[chance.below(drafts.len())].clone());
            match (chance.below(9), one) {
                (0 | 1, _) | (_, None) => drafts.push(made(&owner, loaves(u32::try_from(1 + chance.below(4)).unwrap())).await),
                (2 | 3, Some(id)) => {
                    let reply = owner.post(&format!("{DRAFTS}/{id}/link"), json!({"days": 1 + chance.below(3)})).await;
                    if reply.status == 200 {
                        tokens.push(opened(app, &reply.json()).await.1);
                    }
                }
                (4, Some(id)) => drop(owner.post(&format!("{DRAFTS}/{id}/payment"), json!({})).await),
                (5, Some(id)) => drop(owner.put(&format!("{DRAFTS}/{id}"), loaves(2)).await),
                (6, Some(id)) => {
                    let order = fine(&owner.get(&format!("{DRAFTS}/{id}")).await)["draft"]["orderId"].clone();
                    if let Some(order) = order.as_str() {
                        owner.post(&format!("/api/commerce/orders/{order}/refunds"), json!({"amountCents": 100, "reason": "late"})).await;
                    }
                }
                (7, _) => {
                    app.clock.advance(DAY);
                    app.work().await;
                    owner.log_in(OWN, false).await;
                }
                _ => {
                    if let Some(token) = (!tokens.is_empty()).then(|| &tokens[chance.below(tokens.len())]) {
                        let card = ["test-pass", "test-decline"][chance.below(2)];
                        join_all((0..3).map(|_| async { app.visitor().post(CHECKOUT, by(token, card)).await })).await;
                    }
                }
            }
            app.audit().await;
            let sold = app.number("SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) FROM order_line AS l JOIN shop_order AS o ON o.id = l.order_id WHERE o.status <> 'cancelled'").await;
            let held = app.number("SELECT CAST(-COALESCE(SUM(c.change), 0) AS BIGINT) FROM stock_change AS c JOIN draft_order AS d ON d.id = c.order_id AND d.held WHERE c.reason = 'draft'").await;
            assert_eq!(app.stock("bread", "bread").await + sold + held, 20);
        }
        assert_eq!(app.count("(SELECT cart_id FROM shop_order WHERE status <> 'cancelled' GROUP BY cart_id HAVING COUNT(*) > 1) AS twice", "1 = 1").await, 0);
    }

    /// S-468: what was prepared for a person is in what is given out to them, and goes with them; what it held is for sale again.
    async fn s_468_a_draft_goes_with_its_person(app: &TestApp) with |settings| limits(settings); {
        let admin = app.member("root@shop.example", &[Role::Admin]).await;
        let id = made(&admin, loaves(2)).await;
        sent(&admin, &id).await;
        let person = json!({"email": ANN});
        let given = fine(&admin.post("/api/people/export", person.clone()).await);
        assert!(given["drafts"][0]["body"].to_string().contains("1 Main Street"), "{given}");
        fine(&admin.post("/api/people/erasure", person).await);
        assert_eq!((app.count("draft_order", "1 = 1").await, app.count("cart", "agreed IS NOT NULL").await, app.stock("bread", "bread").await), (0, 0, 20));
        app.audit().await;
    }
}
