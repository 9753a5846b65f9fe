//! Orders that are paid by hand: by transfer, at the counter, at the door.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::catalog;
use crate::checkout::{CHECKOUT, purchase};
use crate::stripe_server;
use futures_util::future::{join, join_all};
use loggia_api::Payment;
use loggia_api::clock::{DAY, MINUTE};
use loggia_api::roles::Role;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const ANN: &str = "ann@shopper.example";
const OWNER: &str = "owner@shop.example";
const ORDERS: &str = "/api/commerce/orders";
const DRAFTS: &str = "/api/commerce/desk/drafts";

fn limits(settings: &mut loggia_api::Settings) {
    settings.limits.checkout = 1_000_000;
    settings.limits.add_entry = 1_000_000;
    settings.limits.order_page = 1_000_000;
}

fn shop() -> Value {
    let mut catalog = catalog::catalog();
    catalog["website"]["ownerEmail"] = json!(OWNER);
    catalog["orderSettings"] = json!({"manualPayments": [
        {"id": "transfer", "kind": "transfer", "name": "Bank transfer", "instructions": "Send {total} to <Our Bank>, for {order}.", "holdDays": 10},
        {"id": "counter", "kind": "collection", "name": "When I collect it"},
        {"id": "door", "kind": "delivery", "name": "Cash on delivery"},
    ]});
    let shop = json!({"country": "US", "line1": "2 Oven Street", "city": "New York", "region": "NY", "postalCode": "10001"});
    catalog["shippingOptions"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": "shop", "name": "Collect it", "pickup": {"address": shop}}));
    catalog
}

fn by(method: &str) -> Value {
    let mut purchase = purchase();
    purchase["paymentMethod"] = json!(method);
    purchase["paymentToken"] = json!("");
    purchase
}

async fn order(app: &TestApp, method: &str, quantity: u32) -> (Visitor, Reply) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", quantity).await;
    let reply = visitor.post(CHECKOUT, by(method)).await;
    (visitor, reply)
}

async fn placed(app: &TestApp, quantity: u32) -> (Visitor, Value) {
    let (visitor, reply) = order(app, "transfer", quantity).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    (visitor, reply.json())
}

fn id(order: &Value) -> String {
    order["id"].as_str().unwrap().to_owned()
}

async fn paid(owner: &Visitor, order: &str) -> Reply {
    owner.post(&format!("{ORDERS}/{order}/payment"), json!({})).await
}

on_both! {
    /// S-761: an order by transfer is placed, keeps its stock, and everybody is told how it is paid, by its number.
    async fn s_761_a_transfer_is_waited_for(app: &TestApp) with |settings| limits(settings); {
        app.publish(&shop()).await;
        let settings = app.visitor().get("/api/commerce/payment-settings").await.json();
        assert_eq!(settings["manual"][0], json!({"id": "transfer", "kind": "transfer", "name": "Bank transfer"}));
        let (visitor, order) = placed(app, 2).await;
        assert_eq!((&order["number"], &order["grandTotal"]["value"]), (&json!(1001), &json!("17.96")));
        assert_eq!((&order["toPay"]["reference"], &order["toPay"]["instructions"]), (&json!("#1001"), &json!("Send $17.96 to <Our Bank>, for #1001.")));
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'pending' AND number = 1001").await), (18, 1));
        app.audit().await;
        let letters = app.emails_to(ANN).await;
        assert_eq!(letters.len(), 1);
        for said in ["Send $17.96 to <Our Bank>, for #1001.", "not paid yet", "Reference: #1001"] {
            assert!(letters[0].contains(said), "{said}: {}", letters[0]);
        }
        let told = app.emails_to(OWNER).await;
        assert!(told.len() == 1 && told[0].contains("not paid yet") && !told[0].contains("Our Bank"), "{told:?}");
        let page = app.visitor().get(order["orderPage"].as_str().unwrap()).await.text;
        for said in ["Send $17.96 to &lt;Our Bank&gt;, for #1001.", "How to pay: Bank transfer", "Cancel this order"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        // Nothing comes of looking again and again.
        assert!(!page.contains("http-equiv=\"refresh\"") && !page.contains("Back to the checkout"));
        // Its cart is gone, and a repeat answers the same order.
        let mut again = by("transfer");
        again["cartToken"] = json!(visitor.copied().cookie("CART"));
        assert_eq!(visitor.get("/api/commerce/shopping-cart").await.json()["entries"], json!([]));
        assert_eq!(app.count("shop_order", "1 = 1").await, 1);
    }

    /// S-762: the owner marks it as paid, once; then everything follows that follows from a payment.
    async fn s_762_the_owner_marks_it_as_paid(app: &TestApp) with |settings| limits(settings); {
        app.publish(&shop()).await;
        let owner = app.member(OWNER, &[Role::StoreManager]).await;
        let visitor = app.visitor();
        add(&visitor, "voucher", "gift-25", 1).await;
        let mut body = by("transfer");
        body.as_object_mut().unwrap().remove("shippingOptionId");
        let order = visitor.post(CHECKOUT, body).await;
        assert_eq!(order.status, 200, "{}", order.text);
        let order = id(&order.json());
        assert_eq!(app.count("gift_card", "1 = 1").await, 0);
        assert_eq!(paid(&app.visitor(), &order).await.status, 401);
        let (one, other) = join(paid(&owner, &order), paid(&owner, &order)).await;
        let mut both = [one.status.as_u16(), other.status.as_u16()];
        both.sort_unstable();
        assert_eq!(both, [200, 409]);
        let detail = owner.get(&format!("{ORDERS}/{order}")).await.json();
        assert_eq!((&detail["state"], &detail["number"], &detail["payment"]["provider"]), (&json!("PAID"), &json!(1001), &json!("manual")));
        assert_eq!((app.count("gift_card", "1 = 1").await, app.count("record", "kind = 'mark-paid'").await), (1, 1));
        let letters = app.emails_to(ANN).await.join("\n");
        assert!(letters.contains("We have received your payment."), "{letters}");
        assert_eq!(app.emails_to(OWNER).await.len(), 1);
        app.audit().await;
        // What was paid by hand goes back by hand: no provider is asked, and the books say it.
        let back = owner.post(&format!("{ORDERS}/{order}/refunds"), json!({"amountCents": 500, "reason": "crumbs"})).await;
        assert_eq!((back.status.as_u16(), &back.json()["refunds"][0]["status"]), (200, &json!("done")), "{}", back.text);
        app.audit().await;
    }

    /// S-763: who does not pay in the days that the shop names gets a letter, and the goods are for sale again; money that comes
    /// later finds no order.
    async fn s_763_it_is_closed_when_nobody_pays(app: &TestApp) with |settings| limits(settings); {
        app.publish(&shop()).await;
        let owner = app.member(OWNER, &[Role::StoreManager]).await;
        let (_, order) = placed(app, 3).await;
        app.clock.advance(10 * DAY - MINUTE);
        app.work().await;
        assert_eq!(app.stock("bread", "bread").await, 17);
        app.clock.advance(MINUTE);
        app.work().await;
        app.work().await;
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'cancelled'").await), (20, 1));
        let letters = app.emails_to(ANN).await;
        assert_eq!((letters.len(), letters.iter().filter(|one| one.contains("it was not paid in time")).count()), (2, 1));
        app.audit().await;
        let late = app.member("late@shop.example", &[Role::StoreManager]).await;
        for who in [&owner, &late] {
            let refused = paid(who, &id(&order)).await;
            assert!([401, 409].contains(&refused.status.as_u16()), "{}", refused.text);
        }
        let page = app.visitor().get(order["orderPage"].as_str().unwrap()).await.text;
        assert!(page.contains("This order was not paid.") && !page.contains("How to pay"), "{page}");
        // The next order has the next number.
        assert_eq!(placed(app, 1).await.1["number"], 1002);
    }

    /// S-764: goods may go out before they are paid; then nothing takes them back, and they can still be paid.
    async fn s_764_goods_may_go_out_first(app: &TestApp) with |settings| limits(settings); {
        app.publish(&shop()).await;
        let (_, reply) = order(app, "door", 1).await;
        let order = id(&reply.json());
        let owner = app.member(OWNER, &[Role::StoreManager]).await;
        assert_eq!(owner.put(&format!("{ORDERS}/{order}/fulfilment"), json!({"notify": true})).await.status, 200);
        assert_eq!(owner.post(&format!("{ORDERS}/{order}/cancellation"), json!({"reason": "x"})).await.status, 400);
        app.clock.advance(30 * DAY);
        app.work().await;
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'pending'").await), (19, 1));
        let owner = app.member("later@shop.example", &[Role::StoreManager]).await;
        assert_eq!(paid(&owner, &order).await.json()["state"], "FULFILLED");
        app.audit().await;
    }

    /// S-764: the owner and the buyer may call off an order that waits: the goods are back, nothing is refunded.
    async fn s_764_an_order_that_waits_may_be_called_off(app: &TestApp) with |settings| limits(settings); {
        app.publish(&shop()).await;
        let owner = app.member(OWNER, &[Role::StoreManager]).await;
        let (_, first) = placed(app, 2).await;
        let called = owner.post(&format!("{ORDERS}/{}/cancellation", id(&first)), json!({"reason": "no oven"})).await;
        assert_eq!((called.status.as_u16(), &called.json()["state"]), (200, &json!("CANCELLED")), "{}", called.text);
        let (_, second) = placed(app, 2).await;
        let page = second["orderPage"].as_str().unwrap();
        let key = page.split_once("&key=").unwrap().1;
        let link = json!({"id": id(&second), "key": key});
        assert_eq!(app.visitor().post("/api/commerce/order-page/cancellation", link).await.status, 200);
        assert_eq!((app.stock("bread", "bread").await, app.count("refund", "1 = 1").await), (20, 0));
        let letters = app.emails_to(ANN).await;
        assert_eq!(letters.iter().filter(|one| one.contains("You did not pay")).count(), 2, "{letters:?}");
        app.audit().await;
    }

    /// S-764: what was sent, invoiced, taken back and never paid has a credit note over all of it.
    async fn s_764_what_was_invoiced_and_never_paid_is_credited(app: &TestApp) with |settings| limits(settings); {
        let mut catalog = shop();
        catalog["seller"] = json!({"name": "Bread Ltd.", "country": "FR", "line1": "1 Rue", "city": "Lyon", "postalCode": "69001", "vatId": "FR 83404833048", "invoices": "sent"});
        app.publish(&catalog).await;
        let (_, reply) = order(app, "door", 2).await;
        let order = id(&reply.json());
        let owner = app.member(OWNER, &[Role::StoreManager]).await;
        let path = format!("{ORDERS}/{order}/fulfilment");
        assert_eq!(owner.put(&path, json!({})).await.status, 200);
        assert_eq!(owner.delete(&path).await.status, 200);
        assert_eq!(owner.post(&format!("{ORDERS}/{order}/cancellation"), json!({"reason": "not at home"})).await.status, 200);
        let documents = owner.get(&format!("/api/commerce/invoices?orderId={order}")).await.json();
        let documents = documents["invoices"].as_array().unwrap();
        let sum = |kind: &str| documents.iter().filter(|one| one["kind"] == kind).map(|one| one["grossCents"].as_i64().unwrap()).sum::<i64>();
        assert_eq!((documents.len(), sum("invoice")), (2, sum("credit-note")), "{documents:?}");
        let detail = owner.get(&format!("{ORDERS}/{order}")).await.json();
        assert_eq!((sum("invoice"), app.stock("bread", "bread").await), (detail["grandTotalCents"].as_i64().unwrap(), 20));
        app.audit().await;
    }

    /// S-765: a way of paying is taken where it is offered: not for another delivery, not for what is charged again, not one that
    /// nobody knows. Nothing of a refused purchase is kept.
    async fn s_765_only_what_is_offered_is_taken(app: &TestApp) with |settings| limits(settings); {
        app.publish(&shop()).await;
        let long = "x".repeat(5000);
        for method in ["counter", "nobody", "", "../transfer", long.as_str()] {
            let (_, refused) = order(app, method, 1).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("payment-method-unavailable")), "{method}");
        }
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "1 = 1").await), (20, 0));
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let mut body = by("door");
        body["shippingOptionId"] = json!("shop");
        assert_eq!(visitor.post(CHECKOUT, body.clone()).await.json()["code"], "payment-method-unavailable");
        body["paymentMethod"] = json!("counter");
        let collected = visitor.post(CHECKOUT, body).await;
        assert_eq!((collected.status.as_u16(), &collected.json()["toPay"]["name"]), (200, &json!("When I collect it")), "{}", collected.text);
        let subscriber = app.visitor();
        let begun = subscriber.post(crate::subscription::SUBSCRIPTION, json!({"itemId": "box", "sku": "box", "qty": 1})).await.json();
        let mut body = by("transfer");
        body["cartToken"] = begun["cartToken"].clone();
        body.as_object_mut().unwrap().remove("shippingOptionId");
        let refused = subscriber.post(CHECKOUT, body).await;
        assert_eq!(refused.json()["code"], "payment-method-unavailable", "{}", refused.text);
        app.audit().await;
    }

    /// S-766: who began to pay by card and takes a transfer in the end is charged by nobody.
    async fn s_766_from_a_card_to_a_transfer(app: &TestApp) with |settings| { stripe_server::start(settings); limits(settings); }; {
        app.publish(&shop()).await;
        let stripe = stripe_server::of(&app.settings);
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let waits = visitor.post(CHECKOUT, crate::stripe::with_card("pm_card_authenticationRequired")).await;
        assert_eq!(waits.status, 202);
        assert_eq!(visitor.post(CHECKOUT, by("transfer")).await.status, 200);
        app.work().await;
        assert_eq!((&stripe.intent("pi_1")["status"], stripe.taken(), app.stock("bread", "bread").await), (&json!("canceled"), 0, 19));
        app.audit().await;
        // Money that came at the last moment goes back, and the transfer still waits.
        let second = app.visitor();
        add(&second, "bread", "bread", 1).await;
        assert_eq!(second.post(CHECKOUT, crate::stripe::with_card("pm_card_authenticationRequired")).await.status, 202);
        stripe.shopper_answers_the_bank("pi_2", true);
        assert_eq!(second.post(CHECKOUT, by("transfer")).await.status, 200);
        crate::stripe::tell(app, "evt_late", "payment_intent.succeeded", &stripe.intent("pi_2")).await;
        app.work().await;
        assert_eq!((stripe.taken(), app.count("shop_order", "status = 'pending'").await), (0, 2));
        app.audit().await;
    }

    /// S-767: sixty buyers, twenty pieces, transfers and cards at once: twenty orders, each with a number of its own; then payments,
    /// cancellations and the last day at once leave every piece sold or on the shelf.
    async fn s_767_sixty_buyers_by_transfer(app: &TestApp) with |settings| limits(settings); {
        app.publish(&shop()).await;
        let owner = app.member(OWNER, &[Role::StoreManager]).await;
        let visitors: Vec<Visitor> = (0..60).map(|_| app.visitor()).collect();
        for visitor in &visitors {
            add(visitor, "bread", "bread", 1).await;
        }
        let bodies = (0..60).map(|number| if number % 4 == 0 { purchase() } else { by("transfer") });
        let replies = join_all(visitors.iter().zip(bodies).map(|(visitor, body)| visitor.post(CHECKOUT, body))).await;
        let orders: Vec<Value> = replies.iter().filter(|reply| reply.status == 200).map(Reply::json).collect();
        assert_eq!((orders.len(), app.stock("bread", "bread").await), (20, 0));
        let numbers: BTreeSet<i64> = orders.iter().map(|order| order["number"].as_i64().unwrap()).collect();
        assert_eq!((numbers.len(), numbers.first(), numbers.last()), (20, Some(&1001), Some(&1020)));
        app.audit().await;
        let waiting: Vec<String> = orders.iter().filter(|order| order["toPay"].is_object()).map(id).collect();
        let pay = join_all(waiting.iter().map(|order| paid(&owner, order)));
        let cancel = join_all(waiting.iter().rev().map(async |order| {
            owner.post(&format!("{ORDERS}/{order}/cancellation"), json!({"reason": "x"})).await
        }));
        let (paid, _) = join(pay, cancel).await;
        let taken = paid.iter().filter(|reply| reply.status == 200).count();
        app.work().await;
        app.audit().await;
        // One that was paid first was called off after it, by a refund; nothing waits, and every piece is accounted for.
        assert_eq!(app.count("shop_order", "status = 'pending'").await, 0);
        let refunds = app.count("refund", "status = 'done'").await;
        assert_eq!(refunds, i64::try_from(taken).unwrap());
        let sold = app.count("shop_order", "status = 'paid' AND cancelled_at IS NULL").await;
        assert_eq!(app.stock("bread", "bread").await, 20 - sold);
    }

    /// S-768: without script the same ways are offered, and lead to the same order.
    async fn s_768_without_script(app: &TestApp) with |settings| { stripe_server::start(settings); limits(settings); }; {
        app.publish(&shop()).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let still = Visitor::still(&format!("http://{}", app.address()));
        still.set_cookie("CART", &visitor.cookie("CART").unwrap());
        let fields = [("country", "US"), ("name", "Ann Lee"), ("line1", "1 Market Street"), ("city", "New York"), ("region", "NY"), ("postalCode", "10001"),
            ("shippingOption", "post"), ("payment", "manual:transfer"), ("email", ANN)];
        let shown = crate::plain::pay(app, &still, "", &fields).await;
        assert_eq!(shown.status, 409, "{}", shown.text);
        for said in ["Bank transfer", "Cash on delivery", "value=\"manual:transfer\" checked"] {
            assert!(shown.text.contains(said), "{said}: {}", shown.text);
        }
        assert!(!shown.text.contains("When I collect it"));
        let done = crate::plain::pay(app, &still, "1148", &fields).await;
        assert_eq!(done.status, 303, "{}", done.text);
        let thanks = still.get(done.headers["location"].to_str().unwrap()).await.text;
        assert!(thanks.contains("How to pay: Bank transfer") && thanks.contains("for #1001."), "{thanks}");
        assert_eq!(app.count("shop_order", "status = 'pending'").await, 1);
        // A purchase that names no way is not paid by a card that nobody typed.
        let owner = crate::owner_pages::signed_in(app, &[Role::StoreManager]).await;
        let order = app.number("SELECT COUNT(*) FROM shop_order WHERE number = 1001").await;
        assert_eq!(order, 1);
        let list = owner.get("/api/owner/orders").await.text;
        let path = list.split("href=\"/api/owner/orders/").find(|part| !part.starts_with('?')  && part.contains("#1001")).unwrap();
        let order = path.split('"').next().unwrap().to_owned();
        assert!(owner.get(&format!("/api/owner/orders/{order}")).await.text.contains("mark as paid"));
        let marked = crate::owner_pages::submit(app, &owner, &format!("/orders/{order}/paid"), &[]).await;
        assert_eq!(marked.status, 303, "{}", marked.text);
        assert!(owner.get(marked.headers["location"].to_str().unwrap()).await.text.contains("The order is paid now."));
        app.audit().await;
    }

    /// S-769: a shop without a provider takes what it names and nothing else.
    async fn s_769_a_shop_without_a_provider(app: &TestApp) with |settings| { settings.payment = Some(Payment::Manual); limits(settings); }; {
        app.publish(&shop()).await;
        assert_eq!(app.visitor().get("/api/commerce/payment-settings").await.json()["provider"], "manual");
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        for token in ["test-pass", "pm_card_visa", ""] {
            let mut body = purchase();
            body["paymentToken"] = json!(token);
            assert_eq!(visitor.post(CHECKOUT, body).await.json()["code"], "payment-method-unavailable");
        }
        let order = visitor.post(CHECKOUT, by("transfer")).await;
        assert_eq!((order.status.as_u16(), &order.json()["testMode"]), (200, &json!(false)));
        app.audit().await;
    }

    /// S-667: a session that somebody took says of no gift card that it is paid: the money of an order or a draft with one asks for a fresh
    /// proof, as a card that nobody bought does. Other goods wait for no proof.
    async fn s_667_a_paid_gift_card_asks_for_a_fresh_proof(app: &TestApp) with |settings| limits(settings); {
        app.publish(&shop()).await;
        let owner = app.member(OWNER, &[Role::StoreManager]).await;
        let (_, bread) = placed(app, 1).await;
        let visitor = app.visitor();
        add(&visitor, "voucher", "gift-50", 1).await;
        let reply = visitor.post(CHECKOUT, by("transfer")).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let card = id(&reply.json());
        let draft = json!({"email": ANN, "name": "Ann Lee", "lines": [{"itemId": "voucher", "sku": "gift-25", "quantity": 2}]});
        let draft = owner.post(DRAFTS, draft).await.json();
        let draft = format!("{DRAFTS}/{}/payment", draft["draft"]["id"].as_str().unwrap());
        let by_page = crate::owner_pages::signed_in(app, &[Role::StoreManager]).await;
        app.clock.advance(15 * MINUTE);
        for reply in [paid(&owner, &card).await, owner.post(&draft, json!({})).await] {
            assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (403, &json!("confirm-again")), "{}", reply.text);
        }
        let page = crate::owner_pages::submit(app, &by_page, &format!("/orders/{card}/paid"), &[]).await;
        assert_eq!(page.status, 303, "{}", page.text);
        assert!(page.headers["location"].to_str().unwrap().starts_with("/api/owner/confirm"), "{:?}", page.headers);
        assert_eq!((app.count("gift_card", "TRUE").await, app.count("shop_order", "status = 'paid'").await), (0, 0));
        assert_eq!(paid(&owner, &id(&bread)).await.status, 200);
        let proof = json!({"password": crate::app::PASSWORD});
        assert_eq!(owner.post("/api/site-users/account/session/confirmation", proof).await.status, 200);
        for reply in [paid(&owner, &card).await, owner.post(&draft, json!({})).await] {
            assert_eq!(reply.status, 200, "{}", reply.text);
        }
        assert_eq!(app.count("gift_card", "TRUE").await, 3);
        app.audit().await;
    }
}
