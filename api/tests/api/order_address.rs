//! Orders that go to another address where delivery or tax is another: told first, then paid, waived or given back; sent once.

use crate::app::{TestApp, on_both};
use crate::cart::add;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, purchase};
use crate::drafts::{by, opened};
use crate::edits::{cents, change, changed, desk, fine, limits, owner, refused, told};
use crate::invoices::of_order;
use futures_util::future::{join, join_all};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const DESK: &str = "/api/commerce/desk/orders";

fn place(country: &str) -> Value {
    match country {
        "US" => {
            json!({"country": "US", "line1": "2 Side Street", "city": "New York", "region": "NY", "postalCode": "10001"})
        }
        "FR" => json!({"country": "FR", "line1": "1 Rue Haute", "city": "Paris", "postalCode": "75001"}),
        "AT" => json!({"country": "AT", "line1": "Ring 1", "city": "Wien", "postalCode": "1010"}),
        _ => json!({"country": "DE", "line1": "Ring 1", "city": "Köln", "postalCode": "50667"}),
    }
}

fn to(country: &str, payment: &str) -> Value {
    json!({"address": {"name": "Ann Lee", "location": place(country)}, "payment": payment})
}

/// An order of so much bread that goes to a country; its id.
async fn bought(app: &TestApp, bread: u32, (country, way): (&str, &str)) -> String {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", bread).await;
    let mut body = purchase();
    body["shippingLocation"] = place(country);
    body["shippingOptionId"] = json!(way);
    fine(&visitor.post(CHECKOUT, body).await)["id"].as_str().unwrap().to_owned()
}

fn last(changes: &Value) -> Value {
    changes["changes"].as_array().unwrap().last().unwrap().clone()
}

async fn country_of(owner: &crate::app::Visitor, id: &str) -> String {
    desk(owner, id).await["order"]["shippingLocation"]["country"].as_str().unwrap().to_owned()
}

on_both! {
    /// S-329: before an order goes where delivery and tax cost more, the total before and after is told; the difference alone is paid by a
    /// link, once, and the order goes there with that payment and not before.
    async fn s_329_what_an_address_costs_more_is_paid_by_a_link(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let id = bought(app, 2, ("US", "post")).await;
        refused(&owner.put(&format!("{DESK}/{id}/address"), json!({"name": "Ann Lee", "location": place("FR")})).await, 409, "address-other-place");
        let edit = to("FR", "LINK");
        let preview = fine(&told(&owner, &id, &edit).await);
        // 12.00 of bread: 5.00 and 8 % in New York; 15.00 and 20 % in Paris, where the post does not go.
        assert_eq!((cents(&preview, "beforeCents"), cents(&preview, "afterCents"), cents(&preview, "differenceCents")), (1796, 2940, 1144));
        let there = &preview["place"];
        assert_eq!((&there["deliveryName"], &there["isOtherWay"], cents(there, "deliveryBeforeCents"), cents(there, "deliveryAfterCents")), (&json!("Air"), &json!(true), 500, 1500));
        assert_eq!((cents(there, "taxBeforeCents"), cents(there, "taxAfterCents"), cents(&preview, "addedCents")), (96, 240, 1144));
        assert_eq!((country_of(&owner, &id).await.as_str(), app.count("order_change", "1 = 1").await), ("US", 0), "a preview changes nothing");
        let waits = last(&fine(&owner.post(&format!("{DESK}/{id}/changes"), change(&edit, &preview["digest"])).await));
        assert_eq!((&waits["state"], country_of(&owner, &id).await.as_str()), (&json!("PENDING"), "US"));
        // Nothing goes to the old address meanwhile, and the new one is not overtaken.
        refused(&owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await, 409, "change-pending");
        refused(&owner.put(&format!("{DESK}/{id}/address"), json!({"name": "B", "location": place("US")})).await, 409, "change-pending");
        let (_, token) = opened(app, &waits).await;
        let mut body = by(&token, "test-pass");
        body["shippingLocation"] = place("FR");
        let presses = join_all((0..5).map(|_| async { app.visitor().post(CHECKOUT, body.clone()).await })).await;
        assert!(presses.iter().all(|reply| reply.status == 200), "{}", presses[0].text);
        let made = last(&fine(&owner.get(&format!("{DESK}/{id}/changes")).await));
        assert_eq!((&made["state"], cents(&made, "returnedCents")), (&json!("DONE"), 0));
        let order = desk(&owner, &id).await["order"].clone();
        assert_eq!(order["deliveryLines"], json!(["Ann Lee", "1 Rue Haute", "75001 Paris", "FRANCE"]));
        assert_eq!((&order["shippingOption"]["name"], cents(&order, "grandTotalCents"), cents(&order, "refundedCents")), (&json!("Air"), 1796, 0));
        let added = desk(&owner, made["addedOrderId"].as_str().unwrap()).await;
        assert_eq!((cents(&added["order"], "grandTotalCents"), app.stock("bread", "bread").await), (1144, 18));
        assert_eq!(app.count("shop_order", "status = 'paid'").await, 2);
        fine(&owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await);
        app.audit().await;
    }

    /// S-499: what an address costs less goes back, delivery first; what it costs more may be waived or is noted as paid; without a
    /// difference it is changed at once. Papers, books and stock are right after each.
    async fn s_499_an_address_that_costs_less_or_nothing_more(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let id = bought(app, 2, ("FR", "air")).await;
        // It keeps its way, and 20 % becomes 8 %.
        let preview = fine(&told(&owner, &id, &to("US", "LINK")).await);
        assert_eq!((cents(&preview, "differenceCents"), cents(&preview, "deliveryCents"), cents(&preview, "lessCents"), cents(&preview, "moneyCents")), (-144, 0, 144, 144));
        // By post it costs 10.00 less on top of that.
        let mut edit = to("US", "LINK");
        edit["address"]["shippingOptionId"] = json!("post");
        let preview = fine(&told(&owner, &id, &edit).await);
        assert_eq!((cents(&preview, "afterCents"), cents(&preview, "deliveryCents"), cents(&preview, "lessCents")), (1796, 1000, 144));
        let made = last(&fine(&changed(&owner, &id, &edit).await));
        assert_eq!((&made["state"], cents(&made, "returnedCents"), &made["addedOrderId"]), (&json!("DONE"), 1144, &Value::Null));
        let after = desk(&owner, &id).await;
        assert_eq!((cents(&after["order"], "refundedCents"), cents(&after, "deliveryRefundedCents"), country_of(&owner, &id).await.as_str()), (1144, 1000, "US"));
        app.audit().await;
        // Waived: no order comes to it, and it goes there at once.
        let made = last(&fine(&changed(&owner, &id, &to("FR", "WAIVED")).await));
        assert_eq!((&made["state"], cents(&made, "afterCents"), &made["addedOrderId"], country_of(&owner, &id).await.as_str()), (&json!("DONE"), 1796, &Value::Null, "FR"));
        // All that is left goes back with a refund, and not more.
        fine(&owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"reason": "x"})).await);
        assert_eq!(cents(&desk(&owner, &id).await["order"], "refundedCents"), 2940);
        app.audit().await;
        let id = bought(app, 1, ("US", "post")).await;
        let made = last(&fine(&changed(&owner, &id, &to("FR", "RECEIVED")).await));
        assert_eq!((&made["state"], app.count("payment", "provider = 'manual' AND status = 'paid'").await, country_of(&owner, &id).await.as_str()), (&json!("DONE"), 1, "FR"));
        assert_eq!(of_order(&owner, made["addedOrderId"].as_str().unwrap()).await.len(), of_order(&owner, &id).await.len());
        // Another country of the same price.
        let id = bought(app, 1, ("DE", "air")).await;
        let preview = fine(&told(&owner, &id, &to("AT", "LINK")).await);
        assert_eq!((cents(&preview, "differenceCents"), &preview["place"]["isOtherWay"]), (0, &json!(false)));
        let made = last(&fine(&changed(&owner, &id, &to("AT", "LINK")).await));
        assert_eq!((&made["state"], &made["link"], country_of(&owner, &id).await.as_str()), (&json!("DONE"), &Value::Null, "AT"));
        app.audit().await;
    }

    /// S-994: where the shop does not deliver is said at the field; of two who change an address at once one is told to look again; what was
    /// sent keeps its address.
    async fn s_994_what_is_no_address_of_the_order_is_refused(app: &TestApp) with |settings| limits(settings); {
        let mut catalog = crate::catalog::catalog();
        catalog["shippingOptions"] = json!([
            {"id": "post", "name": "Post", "costCents": 500, "countries": ["US"]},
            {"id": "van", "name": "Van", "costCents": 900, "places": [{"country": "FR", "postalCodes": ["75*"]}]},
        ]);
        app.publish(&catalog).await;
        let (owner, other) = (owner(app).await, app.member("two@shop.example", &[Role::StoreManager]).await);
        let id = bought(app, 2, ("US", "post")).await;
        let far = told(&owner, &id, &to("DE", "LINK")).await;
        refused(&far, 400, "country-not-reached");
        assert!(far.json()["errors"]["country"].as_str().unwrap().contains("does not deliver"), "{}", far.text);
        let mut south = to("FR", "LINK");
        south["address"]["location"]["postalCode"] = json!("13001");
        let far = told(&owner, &id, &south).await;
        refused(&far, 400, "postal-code-not-reached");
        assert!(far.json()["errors"]["postalCode"].is_string(), "{}", far.text);
        let mut empty = to("FR", "LINK");
        empty["address"]["location"]["city"] = json!("");
        assert_eq!(told(&owner, &id, &empty).await.json()["codes"]["city"], "shipping-location-missing");
        let mut other_way = to("FR", "LINK");
        other_way["address"]["shippingOptionId"] = json!("post");
        refused(&told(&owner, &id, &other_way).await, 400, "shipping-option-missing");
        let mut both = to("FR", "LINK");
        both["lines"] = json!([{"position": 0, "quantity": 1}]);
        refused(&told(&owner, &id, &both).await, 400, "change-address-alone");
        // Two at once, the same and another.
        for (one, two) in [("FR", "FR"), ("US", "FR"), ("FR", "US")] {
            let id = bought(app, 1, ("US", "post")).await;
            let edits = [to(one, "WAIVED"), to(two, "WAIVED")];
            let digests = [fine(&told(&owner, &id, &edits[0]).await)["digest"].clone(), fine(&told(&other, &id, &edits[1]).await)["digest"].clone()];
            let path = format!("{DESK}/{id}/changes");
            let both = join_all([owner.post(&path, change(&edits[0], &digests[0])), other.post(&path, change(&edits[1], &digests[1]))]).await;
            let won: Vec<usize> = (0..2).filter(|who| both[*who].status == 200).collect();
            assert_eq!(won.len(), 1, "{} {}", both[0].text, both[1].text);
            refused(&both[1 - won[0]], 409, "change-outdated");
            assert_eq!(country_of(&owner, &id).await, [one, two][won[0]]);
        }
        fine(&owner.post(&format!("{DESK}/{id}/parcels"), json!({"lines": [{"position": 0, "quantity": 1}]})).await);
        refused(&told(&owner, &id, &to("FR", "LINK")).await, 409, "not-changeable");
        assert_eq!(country_of(&owner, &id).await, "US");
        app.audit().await;
    }

    /// S-499: whatever addresses, pieces and refunds follow each other, nobody gets back more than was paid, and what is told comes true.
    async fn s_499_any_sequence_of_addresses_leaves_money_right(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let mut chance = Chance(499);
        let mut orders: Vec<String> = Vec::new();
        let mut made = 0;
        for step in 0..50 {
            if orders.len() < 3 || chance.below(12) == 0 && orders.len() < 7 {
                let way = [("US", "post"), ("FR", "air"), ("DE", "air")][chance.below(3)];
                orders.push(bought(app, 1 + u32::try_from(chance.below(2)).unwrap(), way).await);
                continue;
            }
            let id = orders[chance.below(orders.len())].clone();
            let path = format!("{DESK}/{id}/changes");
            match chance.below(8) {
                0..=4 => {
                    let mut edit = to(["US", "FR", "DE", "AT"][chance.below(4)], ["LINK", "RECEIVED", "WAIVED"][chance.below(3)]);
                    if chance.below(3) == 0 {
                        edit["address"]["shippingOptionId"] = json!(["post", "air"][chance.below(2)]);
                    }
                    let preview = told(&owner, &id, &edit).await;
                    if preview.status != 200 { continue; }
                    let preview = preview.json();
                    assert_eq!(cents(&preview, "afterCents"), cents(&preview, "beforeCents") + cents(&preview, "differenceCents"));
                    let body = change(&edit, &preview["digest"]);
                    let both = join(owner.post(&path, body.clone()), owner.post(&path, body)).await;
                    let done: Vec<&crate::app::Reply> = [&both.0, &both.1].into_iter().filter(|reply| reply.status == 200).collect();
                    assert!(done.len() <= 1 && both.0.status.as_u16() < 500 && both.1.status.as_u16() < 500, "{} {}", both.0.text, both.1.text);
                    let Some(done) = done.first() else { continue };
                    made += 1;
                    let last = last(&done.json());
                    if last["state"] == "DONE" {
                        assert_eq!(cents(&last, "returnedCents"), cents(&preview, "moneyCents"));
                        assert_eq!(country_of(&owner, &id).await, edit["address"]["location"]["country"].as_str().unwrap());
                    }
                }
                5 => drop(owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"amountCents": 100 + chance.below(900), "reason": "late"})).await),
                6 => drop(changed(&owner, &id, &json!({"lines": [{"position": 0, "quantity": chance.below(3)}]})).await),
                _ => {
                    let changes = fine(&owner.get(&path).await);
                    if let Some(last) = changes["changes"].as_array().unwrap().last() {
                        let own = format!("{path}/{}", last["id"].as_str().unwrap());
                        let paid = format!("{own}/payment");
                        let (paid, gone) = join(owner.post(&paid, json!({})), owner.delete(&own)).await;
                        assert!(paid.status != 200 || gone.status != 200, "{} {}", paid.text, gone.text);
                    }
                }
            }
            app.audit().await;
            assert_eq!(app.count("shop_order", "refunded_cents > grand_total_cents OR refunded_cents < 0").await, 0, "step {step}");
        }
        assert!(made > 5, "{made} made");
    }
}
