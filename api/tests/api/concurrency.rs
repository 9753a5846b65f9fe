use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::{CART, ENTRIES, add, try_add};
use crate::checkout::{CHECKOUT, agreed, purchase};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn unlimited(settings: &mut loggia_api::Settings) {
    settings.limits.add_entry = 1_000_000;
    settings.limits.checkout = 1_000_000;
    settings.workers = Some(2);
}

async fn with_key(visitor: &Visitor, key: &str, body: &Value) -> Reply {
    let headers = [
        ("x-csrf-token", visitor.crumb().await),
        ("content-type", "application/json".into()),
        ("idempotency-key", key.into()),
    ];
    visitor.send(Method::POST, CHECKOUT, &headers, Some(body.to_string())).await
}

fn count(replies: &[Reply], status: u16) -> usize {
    replies.iter().filter(|reply| reply.status.as_u16() == status).count()
}

/// One cart paid sixteen times at once, without a key: one payment, sixteen equal answers, one gift card.
pub async fn sixteen_times(app: &TestApp) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 2).await;
    add(&visitor, "voucher", "gift-25", 1).await;
    let mut body = purchase();
    body["cartToken"] = json!(visitor.cookie("CART").unwrap());
    let replies = join_all((0..16).map(|_| visitor.post(CHECKOUT, body.clone()))).await;
    let answers: BTreeSet<&str> = replies.iter().map(|reply| reply.text.as_str()).collect();
    assert_eq!((count(&replies, 200), answers.len()), (16, 1));
    assert_eq!(
        (
            app.count("payment", "status = 'paid'").await,
            app.count("gift_card", "TRUE").await,
            app.stock("bread", "bread").await
        ),
        (1, 1, 18)
    );
    app.audit().await;
}

on_both! {
    /// sixty buyers, twenty pieces: twenty orders, forty clear refusals, nothing left, the books agree.
    async fn a_046_sixty_buyers_share_twenty_pieces(app: &TestApp) with |settings| unlimited(settings); {
        let visitors: Vec<Visitor> = (0..60).map(|_| app.visitor()).collect();
        for visitor in &visitors {
            add(visitor, "bread", "bread", 1).await;
        }
        let replies = join_all(visitors.iter().map(|visitor| visitor.post(CHECKOUT, purchase()))).await;
        assert_eq!((count(&replies, 200), count(&replies, 400)), (20, 40));
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            assert_eq!(reply.error(), "Sorry, we do not have enough of that item available.");
        }
        let orders: BTreeSet<String> = replies.iter().filter(|reply| reply.status == 200).map(|reply| reply.json()["id"].to_string()).collect();
        assert_eq!(orders.len(), 20);
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'paid'").await), (0, 20));
        app.audit().await;
        assert_eq!(app.emails_to("ann@shopper.example").await.len(), 20);
    }

    /// sixteen adds of one variant to one cart at once are all counted.
    async fn a_018_sixteen_adds_at_once_are_all_counted(app: &TestApp) with |settings| unlimited(settings); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let replies = join_all((0..16).map(|_| try_add(&visitor, "bread", json!("bread"), json!(1)))).await;
        assert_eq!(count(&replies, 200), 16);
        let cart = visitor.get(CART).await.json();
        assert_eq!((&cart["totalQuantity"], cart["entries"].as_array().unwrap().len()), (&json!(17), 1));
    }

    /// more adds at once than there are pieces: the cart holds what there is and no more.
    async fn a_023_adds_at_once_never_pass_the_stock(app: &TestApp) with |settings| unlimited(settings); {
        let visitor = app.visitor();
        add(&visitor, "guide", "guide", 1).await;
        let replies = join_all((0..16).map(|_| try_add(&visitor, "mug", json!("mug-s"), json!(1)))).await;
        assert_eq!((count(&replies, 200), count(&replies, 400)), (5, 11));
        assert_eq!(visitor.get(CART).await.json()["totalQuantity"], 6);
    }

    /// two entries of one variant made larger at once, again and again: each time one is granted, and together they
    /// never hold more than there is.
    async fn a_034_changes_at_once_never_pass_the_stock(app: &TestApp) with |settings| unlimited(settings); {
        let visitor = app.visitor();
        let wish = |words: &str| json!({"itemId": "cake", "sku": null, "quantity": 1, "additionalFields": json!({"words": words}).to_string()});
        for words in ["Ann", "Ben"] {
            assert_eq!(visitor.post(ENTRIES, wish(words)).await.status, 200);
        }
        let cart = visitor.get(CART).await.json();
        let paths: Vec<String> =
            cart["entries"].as_array().unwrap().iter().map(|entry| format!("{ENTRIES}/{}", entry["id"].as_str().unwrap())).collect();
        for _ in 0..8 {
            let replies = join_all(paths.iter().map(|path| visitor.put(path, json!({"quantity": 8})))).await;
            assert_eq!((count(&replies, 200), count(&replies, 400)), (1, 1));
            assert_eq!(visitor.get(CART).await.json()["totalQuantity"], 9);
            for path in &paths {
                assert_eq!(visitor.put(path, json!({"quantity": 1})).await.status, 200);
            }
        }
    }

    /// entries that come and entries that go at once: each add is counted, each answer holds together.
    async fn a_018_adds_and_removals_at_once_are_all_done(app: &TestApp) with |settings| unlimited(settings); {
        let visitor = app.visitor();
        let cake = visitor.post(ENTRIES, json!({"itemId": "cake", "sku": null, "quantity": 1, "additionalFields": "{\"words\":\"Ann\"}"})).await.json();
        let path = format!("{ENTRIES}/{}", cake["newlyAdded"]["id"].as_str().unwrap());
        let adds = join_all((0..8).map(|_| try_add(&visitor, "bread", json!("bread"), json!(1))));
        let (added, removed) = tokio::join!(adds, visitor.delete(&path));
        assert_eq!((count(&added, 200), removed.status.as_u16()), (8, 200));
        for reply in &added {
            let cart = &reply.json()["shoppingCart"];
            let sum: i64 = cart["entries"].as_array().unwrap().iter().map(|entry| entry["subTotal"].as_i64().unwrap()).sum();
            assert_eq!(cart["subtotalCents"], sum);
        }
        let cart = visitor.get(CART).await.json();
        assert_eq!((&cart["totalQuantity"], cart["entries"].as_array().unwrap().len()), (&json!(8), 1));
    }

    /// the first adds of one member from many pages at once make one cart.
    async fn a_090_first_adds_of_a_member_make_one_cart(app: &TestApp) with |settings| unlimited(settings); {
        let visitor = app.member("ann@shopper.example", &[]).await;
        let replies = join_all((0..16).map(|_| try_add(&visitor, "bread", json!("bread"), json!(1)))).await;
        assert_eq!(count(&replies, 200), 16);
        assert_eq!((app.count("cart", "TRUE").await, &visitor.get(CART).await.json()["totalQuantity"]), (1, &json!(16)));
    }

    /// one key, a hundred times at once: one order, a hundred equal answers.
    async fn a_046_one_key_a_hundred_times_is_one_order(app: &TestApp) with |settings| unlimited(settings); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let mut body = purchase();
        body["cartToken"] = json!(visitor.cookie("CART").unwrap());
        let body = agreed(&visitor, &body).await.unwrap();
        let replies = join_all((0..100).map(|_| with_key(&visitor, "the-key", &body))).await;
        assert_eq!(count(&replies, 200), 100);
        let answers: BTreeSet<&str> = replies.iter().map(|reply| reply.text.as_str()).collect();
        assert_eq!(answers.len(), 1);
        assert_eq!((app.count("shop_order", "TRUE").await, app.count("payment", "TRUE").await, app.stock("bread", "bread").await), (1, 1, 19));
        app.audit().await;
    }

    /// one cart paid sixteen times at once, without a key: one payment, sixteen equal answers, one gift card.
    async fn a_046_one_cart_paid_sixteen_times_is_one_payment(app: &TestApp) with |settings| unlimited(settings); {
        sixteen_times(app).await;
    }

    /// a gift card of 25 used by ten carts at once pays 25 in all.
    async fn a_048_a_gift_card_is_never_spent_twice(app: &TestApp) with |settings| unlimited(settings); {
        let buyer = app.visitor();
        add(&buyer, "voucher", "gift-25", 1).await;
        assert_eq!(buyer.post(CHECKOUT, purchase()).await.status, 200);
        let emails = app.emails_to("ann@shopper.example").await;
        let code = emails.iter().find_map(|message| message.split("Code: ").nth(1)).unwrap().split_whitespace().next().unwrap().to_owned();
        let visitors: Vec<Visitor> = (0..10).map(|_| app.visitor()).collect();
        for visitor in &visitors {
            add(visitor, "lesson", "lesson", 1).await;
            visitor.post("/api/commerce/shopping-cart/coupons", json!({"promoCode": code})).await;
        }
        let replies = join_all(visitors.iter().map(|visitor| visitor.post(CHECKOUT, purchase()))).await;
        assert!(replies.iter().all(|reply| reply.status.as_u16() < 500));
        assert_eq!(app.count("gift_card", "balance_cents = 0").await, 1);
        assert_eq!(app.number("SELECT CAST(SUM(discount_cents) AS BIGINT) FROM shop_order WHERE status = 'paid'").await, 2500);
        app.audit().await;
    }

    /// one form key used sixteen times at once keeps one submission.
    async fn a_051_a_form_key_is_spent_once_at_once(app: &TestApp) with |settings| settings.limits.form = 1000; {
        let visitor = app.visitor();
        let key = visitor.post("/api/form/FormSubmissionKey", json!({})).await.json()["data"]["key"].clone();
        let body = json!({"key": key, "formId": "contact", "form": {"name": "Ann"}});
        let replies = join_all((0..16).map(|_| visitor.post("/api/form/SaveFormSubmission", body.clone()))).await;
        assert_eq!((count(&replies, 200), count(&replies, 400)), (1, 15));
        assert_eq!(app.count("form_submission", "TRUE").await, 1);
    }

    /// two owners who send at once send each email once.
    async fn a_083_notices_sent_at_once_go_out_once(app: &TestApp); {
        for number in 0..10 {
            let body = json!({"productId": "bread", "variantId": "bread", "siteVisitorEmail": format!("p{number}@b.example"), "isJoinMailingList": false});
            app.visitor().post(crate::restock::RESTOCK, body).await;
        }
        let owner = app.member("own@shop.example", &[loggia_api::roles::Role::Admin]).await;
        let path = format!("{}/send", crate::restock::RESTOCK);
        let body = json!({"productId": "bread", "variantId": "bread"});
        let replies = join_all((0..8).map(|_| owner.post(&path, body.clone()))).await;
        assert!(replies.iter().all(|reply| reply.status == 200));
        let sent: i64 = replies.iter().map(|reply| reply.json()["sent"].as_i64().unwrap()).sum();
        assert_eq!((sent, app.count("outbox", "TRUE").await), (10, 10));
        let workers = join_all((0..4).map(|_| app.work())).await;
        assert_eq!(workers.len(), 4);
        assert_eq!(app.count("outbox", "done_at IS NOT NULL AND attempts = 1").await, 10);
    }
}
