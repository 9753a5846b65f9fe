//! S-710 to S-716: every paid order has one invoice, numbered without a gap and never changed; what goes back has a credit note.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::{CART, add};
use crate::checkout::{CHECKOUT, purchase};
use crate::factors::OWN;
use crate::money::{bought_by, buy_card, owner, with_codes};
use crate::record::beside;
use crate::stripe_server;
use futures_util::future::join_all;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const INVOICES: &str = "/api/commerce/invoices";
const ORDERS: &str = "/api/commerce/orders";

/// A shop in Berlin, whose guide is a book.
pub fn german() -> Value {
    let mut catalog = crate::catalog::catalog();
    catalog["storeSettings"]["currency"] = json!("EUR");
    catalog["seller"] = json!({"name": "Bäckerei Morgenrot GmbH", "line1": "Lindenallee 7", "city": "Berlin", "postalCode": "10115",
        "country": "de", "vatId": "DE 123456788", "contact": "Bestellungen", "phone": "+49 30 1234567",
        "email": "laden@shop.example", "numberPrefix": "RE/2026"});
    catalog["taxRules"] = json!([
        {"country": "DE", "rate": "19", "name": "MwSt.", "included": true, "shipping": true},
        {"country": "DE", "class": "reduced", "rate": "7", "name": "MwSt.", "included": true, "shipping": true},
    ]);
    let products = catalog["products"].as_array_mut().unwrap();
    products.iter_mut().find(|product| product["id"] == "guide").unwrap()["taxClass"] = json!("reduced");
    catalog
}

fn to_germany(email: &str, token: &str) -> Value {
    json!({"email": email, "paymentToken": token, "shippingOptionId": "air", "buyer": {"name": "Ann Berg"},
        "shippingLocation": {"country": "DE", "line1": "Ring 1", "city": "Köln", "postalCode": "50667"}})
}

/// Buys a guide and bread for Germany; the order's id.
async fn buy(app: &TestApp, email: &str, token: &str) -> String {
    let (visitor, _) = with_codes(app, &[("guide", "guide"), ("bread", "bread")], &[]).await;
    let bought = visitor.post(CHECKOUT, to_germany(email, token)).await;
    assert_eq!(bought.status, 200, "{}", bought.text);
    bought.json()["id"].as_str().unwrap().to_owned()
}

pub async fn of_order(owner: &Visitor, order: &str) -> Vec<Value> {
    let page = owner.get(&format!("{INVOICES}?orderId={order}")).await;
    assert_eq!(page.status, 200, "{}", page.text);
    let mut found = page.json()["invoices"].as_array().unwrap().clone();
    found.reverse();
    found
}

pub async fn paper(owner: &Visitor, number: &Value, file: &str) -> Reply {
    owner.get(&format!("{INVOICES}/{}/{file}", number.as_str().unwrap())).await
}

fn sum(documents: &[Value], key: &str) -> i64 {
    documents.iter().map(|document| document[key].as_i64().unwrap()).sum()
}

pub async fn refund(owner: &Visitor, order: &str, wish: Value) -> Value {
    let mut wish = wish;
    wish["reason"] = json!("what the owner says among themselves");
    let done = owner.post(&format!("{ORDERS}/{order}/refunds"), wish).await;
    assert_eq!(done.status, 200, "{}", done.text);
    done.json()
}

on_both! {
    /// S-710: the invoice is there with the payment and says what was charged; owner and buyer read it, nobody else.
    async fn s_710_a_paid_order_has_its_invoice(app: &TestApp); {
        app.publish(&german()).await;
        let order = buy(app, "ann@shopper.example", "test-pass").await;
        let owner = owner(app).await;
        let detail = owner.get(&format!("{ORDERS}/{order}")).await.json();
        let found = of_order(&owner, &order).await;
        assert_eq!(found.len(), 1);
        let invoice = &found[0];
        // No money moved: a number of another series. A slash would not do in an address.
        assert_eq!((&invoice["number"], &invoice["kind"], &invoice["hasData"]), (&json!("TEST-RE-2026-1"), &json!("invoice"), &json!(true)));
        assert_eq!((&invoice["grossCents"], &invoice["taxCents"], &invoice["currency"]),
            (&detail["grandTotalCents"], &detail["includedTaxCents"], &json!("EUR")));
        let pdf = paper(&owner, &invoice["number"], "invoice.pdf").await;
        assert!(pdf.text.starts_with("%PDF-1.7"));
        assert_eq!(pdf.headers["content-type"], "application/pdf");
        let ubl = paper(&owner, &invoice["number"], "invoice.xml").await.text;
        for said in ["xrechnung_3.0", "<cbc:ID>TEST-RE-2026-1</cbc:ID>", "<cbc:CompanyID>DE123456788</cbc:CompanyID>", "<cbc:CityName>Köln</cbc:CityName>",
            &format!("<cbc:BuyerReference>{order}</cbc:BuyerReference>"), "<cbc:Percent>7</cbc:Percent>", "<cbc:Percent>19</cbc:Percent>"] {
            assert!(ubl.contains(said), "{said} in {ubl}");
        }
        let cii = paper(&owner, &invoice["number"], "factur-x.xml").await.text;
        assert!(cii.contains("<ram:TypeCode>380</ram:TypeCode>"), "{cii}");
        assert_eq!(paper(&owner, &invoice["number"], "invoice.exe").await.status, 404);
        assert_eq!(paper(&owner, &json!("TEST-RE-2026-2"), "invoice.pdf").await.status, 404);

        let own = format!("/api/site-users/account/orders/{order}/invoices");
        let ann = app.member("ann@shopper.example", &[Role::Commenter]).await;
        let listed = ann.get(&own).await.json();
        assert_eq!(listed["invoices"], json!(found));
        let file = format!("{own}/TEST-RE-2026-1/invoice.xml");
        assert_eq!(ann.get(&file).await.text, ubl);
        let bob = app.member("bob@shopper.example", &[Role::Commenter]).await;
        for path in [&own, &file] {
            assert_eq!((bob.get(path).await.status.as_u16(), app.visitor().get(path).await.status.as_u16()), (404, 401));
        }
        let page = owner.get(&format!("/api/owner/orders/{order}")).await.text;
        assert!(page.contains("/api/commerce/invoices/TEST-RE-2026-1/invoice.pdf"), "{page}");
        app.audit().await;
    }

    /// S-711: of buyers who come at once, some of whom are refused, those who paid have the numbers from 1 on, each once.
    async fn s_711_numbers_have_no_gap_however_many_buy_at_once(app: &TestApp) with |settings| {
        settings.limits.add_entry = 1_000_000; settings.limits.checkout = 1_000_000; settings.workers = Some(2);
    }; {
        app.publish(&german()).await;
        let buyers: Vec<Visitor> = (0..30).map(|_| app.visitor()).collect();
        for buyer in &buyers {
            add(buyer, "bread", "bread", 1).await;
        }
        let replies = join_all(buyers.iter().enumerate().map(|(index, buyer)| async move {
            // Every third is declined in the middle of it, and of the rest not all get bread.
            let token = if index % 3 == 0 { "test-decline" } else { "test-pass" };
            buyer.post(CHECKOUT, to_germany("ann@shopper.example", token)).await
        })).await;
        let paid = replies.iter().filter(|reply| reply.status == 200).count() as i64;
        assert!((1..30).contains(&paid), "{paid}");
        assert_eq!(app.count("invoice", "kind = 'invoice'").await, paid);
        assert_eq!(app.number("SELECT MAX(sequence) FROM invoice").await, paid);
        assert_eq!(app.number("SELECT CAST(COUNT(DISTINCT sequence) AS BIGINT) FROM invoice").await, paid);
        app.audit().await;
        let owner = app.member(OWN, &[Role::Admin]).await;
        let table = owner.get("/api/commerce/invoices.csv").await.text;
        assert_eq!(table.lines().count() as i64, paid + 1, "{table}");
        let none = owner.get("/api/commerce/invoices.csv?from=0&to=1").await.text;
        assert_eq!(none.lines().count(), 1);
    }

    /// S-711: what is written is never written again, whoever asks the database.
    async fn s_711_an_invoice_is_never_changed(app: &TestApp); {
        app.publish(&german()).await;
        buy(app, "ann@shopper.example", "test-pass").await;
        let mut attacks = vec!["UPDATE invoice SET gross_cents = 1", "DELETE FROM invoice"];
        if app.settings.database_url.is_some() {
            attacks.push("TRUNCATE invoice");
        } else {
            attacks.push("REPLACE INTO invoice SELECT number, series, sequence, kind, order_id, issued_at, currency, 1, 1, 1, body, digest FROM invoice");
        }
        for attack in attacks {
            let refused = beside(app, attack).await.unwrap_err().to_string();
            assert!(refused.contains("never changed"), "{attack}: {refused}");
        }
        assert_eq!(app.count("invoice", "gross_cents > 1").await, 1);
    }

    /// S-712: refunds in parts have credit notes that refer to the invoice and add up to it; nothing more can be credited.
    async fn s_712_what_goes_back_has_credit_notes(app: &TestApp) with |settings| stripe_server::start(settings); {
        app.publish(&german()).await;
        let order = buy(app, "ann@shopper.example", "pm_card_visa").await;
        let owner = owner(app).await;
        refund(&owner, &order, json!({"amountCents": 333})).await;
        refund(&owner, &order, json!({"amountCents": 1000})).await;
        let three = of_order(&owner, &order).await;
        let numbers: Vec<&str> = three.iter().map(|one| one["number"].as_str().unwrap()).collect();
        assert_eq!(numbers, ["TEST-RE-2026-1", "TEST-RE-2026-2", "TEST-RE-2026-3"]);
        assert_eq!((&three[1]["kind"], &three[1]["grossCents"], &three[2]["grossCents"]), (&json!("credit-note"), &json!(333), &json!(1000)));
        let note = paper(&owner, &three[1]["number"], "invoice.xml").await.text;
        assert!(note.contains("<ubl:CreditNote") && note.contains("<cac:InvoiceDocumentReference><cbc:ID>TEST-RE-2026-1</cbc:ID>"), "{note}");
        assert!(!note.contains("among themselves"), "{note}");
        refund(&owner, &order, json!({})).await;
        let all = of_order(&owner, &order).await;
        assert_eq!(all.len(), 4);
        for key in ["netCents", "taxCents", "grossCents"] {
            assert_eq!(sum(&all[1..], key), all[0][key].as_i64().unwrap(), "{key}");
        }
        app.audit().await;
    }

    /// S-712: what goes back to a gift card is credited like money, and calling an order off credits all of it.
    async fn s_712_cards_and_calling_off_have_credit_notes(app: &TestApp); {
        app.publish(&german()).await;
        let (_, code) = buy_card(app, "gift-25", "bob@shopper.example").await;
        let owner = owner(app).await;
        let (visitor, _) = with_codes(app, &[("guide", "guide")], &[&code]).await;
        let bought = visitor.post(CHECKOUT, to_germany("ann@shopper.example", "test-pass")).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        let order = bought.json()["id"].as_str().unwrap().to_owned();
        let invoice = of_order(&owner, &order).await.remove(0);
        // The card paid all of it, and the tax is that of the goods.
        assert_eq!((&invoice["grossCents"], &invoice["taxCents"]), (&json!(1200), &json!(79)));
        let off = owner.post(&format!("{ORDERS}/{order}/cancellation"), json!({"reason": "asked for it"})).await;
        assert_eq!(off.status, 200, "{}", off.text);
        let both = of_order(&owner, &order).await;
        assert_eq!((both.len(), &both[1]["grossCents"], &both[1]["taxCents"]), (2, &json!(1200), &json!(79)));
        app.audit().await;
    }

    /// S-713: where the shop wants it, the invoice waits until the goods go out; then it says what went back before, too.
    async fn s_713_an_invoice_may_wait_for_the_goods(app: &TestApp); {
        let mut catalog = german();
        catalog["seller"]["invoices"] = json!("sent");
        app.publish(&catalog).await;
        let order = buy(app, "ann@shopper.example", "test-pass").await;
        let owner = owner(app).await;
        assert_eq!(of_order(&owner, &order).await.len(), 0);
        refund(&owner, &order, json!({"amountCents": 100})).await;
        assert_eq!(of_order(&owner, &order).await.len(), 0);
        for _ in 0..2 {
            assert_eq!(owner.put(&format!("{ORDERS}/{order}/fulfilment"), json!({})).await.status, 200);
            let both = of_order(&owner, &order).await;
            assert_eq!((both.len(), &both[1]["grossCents"]), (2, &json!(100)));
            assert_eq!(owner.delete(&format!("{ORDERS}/{order}/fulfilment")).await.status, 200);
        }
        app.audit().await;
    }

    /// S-714: a shop without value added tax gives receipts: a PDF alone. Without a seller, or where something else makes
    /// them, there are none.
    async fn s_714_other_shops_give_receipts_or_nothing(app: &TestApp); {
        let mut catalog = crate::catalog::catalog();
        catalog["seller"] = json!({"name": "Bread Inc.", "line1": "1 Main Street", "city": "New York", "region": "NY", "country": "US"});
        app.publish(&catalog).await;
        let owner = owner(app).await;
        let buy = async || {
            let visitor = app.visitor();
            add(&visitor, "bread", "bread", 1).await;
            let bought = visitor.post(CHECKOUT, purchase()).await;
            assert_eq!(bought.status, 200, "{}", bought.text);
            bought.json()["id"].as_str().unwrap().to_owned()
        };
        let order = buy().await;
        let receipt = of_order(&owner, &order).await.remove(0);
        let detail = owner.get(&format!("{ORDERS}/{order}")).await.json();
        assert_eq!((&receipt["hasData"], &receipt["grossCents"]), (&json!(false), &detail["grandTotalCents"]));
        assert_eq!(paper(&owner, &receipt["number"], "invoice.xml").await.status, 404);
        assert!(paper(&owner, &receipt["number"], "invoice.pdf").await.text.starts_with("%PDF"));
        catalog["seller"]["invoices"] = json!("never");
        app.publish(&catalog).await;
        let order = buy().await;
        assert_eq!(of_order(&owner, &order).await.len(), 0);
        catalog["seller"] = Value::Null;
        app.publish(&catalog).await;
        assert_eq!(of_order(&owner, &buy().await).await.len(), 0);
        app.audit().await;
    }

    /// S-715: what a person asks for has their invoices; the law keeps them when everything else of the person goes.
    async fn s_715_invoices_stay_when_a_person_is_erased(app: &TestApp); {
        app.publish(&german()).await;
        let order = buy(app, "ann@shopper.example", "test-pass").await;
        let admin = app.member(OWN, &[Role::Admin]).await;
        for path in ["/api/people/erasure", "/api/people/export"] {
            let done = admin.post(path, json!({"email": "ann@shopper.example"})).await;
            assert_eq!(done.status, 200, "{}", done.text);
            if path.ends_with("export") {
                assert_eq!(done.json()["invoices"][0]["number"], "TEST-RE-2026-1");
            }
        }
        let invoice = of_order(&admin, &order).await.remove(0);
        assert!(paper(&admin, &invoice["number"], "invoice.xml").await.text.contains("Köln"));
        app.audit().await;
    }

    /// S-716: a coupon lowers each line and its tax; the shipping is a charge with the taxes of what is shipped.
    async fn s_716_discounts_and_shipping_are_told_apart(app: &TestApp); {
        app.publish(&german()).await;
        let (visitor, _) = with_codes(app, &[("guide", "guide"), ("bread", "bread")], &["TEN"]).await;
        let mut body = to_germany("ann@shopper.example", "test-pass");
        body["email"] = bought_by("ann@shopper.example")["email"].clone();
        let bought = visitor.post(CHECKOUT, body).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        let owner = owner(app).await;
        let found = of_order(&owner, bought.json()["id"].as_str().unwrap()).await;
        let ubl = paper(&owner, &found[0]["number"], "invoice.xml").await.text;
        assert_eq!(ubl.matches("<cbc:ChargeIndicator>false</cbc:ChargeIndicator>").count(), 2, "{ubl}");
        assert_eq!(ubl.matches("<cbc:ChargeIndicator>true</cbc:ChargeIndicator>").count(), 1, "{ubl}");
        assert_eq!(visitor.get(CART).await.json()["entries"], json!([]));
        app.audit().await;
    }

    /// S-710: who has the link of an order has its invoice too, made out to who pays; another order's link gives none of it.
    async fn s_710_a_guest_has_the_invoice_by_the_link_of_the_order(app: &TestApp) with |settings| settings.limits.order_page = 1000; {
        app.publish(&german()).await;
        let buy = async |buyer: Value| {
            let (visitor, _) = with_codes(app, &[("bread", "bread")], &[]).await;
            let mut wish = to_germany("ann@shopper.example", "test-pass");
            wish["buyer"] = buyer;
            let bought = visitor.post(CHECKOUT, wish).await;
            assert_eq!(bought.status, 200, "{}", bought.text);
            bought.json()["orderPage"].as_str().unwrap().to_owned()
        };
        let first = buy(json!({"name": "Ann Berg", "vatId": "DE 136695976",
            "billing": {"name": "Ben Tal", "company": "Tal & Söhne", "address": {"country": "DE", "line1": "Ufer 2", "city": "Bonn", "postalCode": "53111"}}})).await;
        let second = buy(json!({"name": "Ann Berg"})).await;
        let shown = app.visitor().get(&first).await.text;
        let file = |page: &str, number: &str, name: &str| {
            format!("{}&number={number}&file={name}", page.replace("/order?", "/order/paper?"))
        };
        assert!(shown.contains("Invoice TEST-RE-2026-1"), "{shown}");
        let own = file(&first, "TEST-RE-2026-1", "invoice.xml");
        assert!(shown.contains(&own.replace('&', "&amp;")), "{own} in {shown}");
        let ubl = app.visitor().get(&own).await.text;
        for said in ["<cbc:RegistrationName>Tal &amp; Söhne</cbc:RegistrationName>", "<cbc:Name>Ben Tal</cbc:Name>", "<cbc:CityName>Bonn</cbc:CityName>",
            "<cbc:CompanyID>DE136695976</cbc:CompanyID>"] {
            assert!(ubl.contains(said), "{said} in {ubl}");
        }
        let pdf = app.visitor().get(&file(&first, "TEST-RE-2026-1", "invoice.pdf")).await;
        assert!(pdf.text.starts_with("%PDF-1.7"));
        for refused in [file(&second, "TEST-RE-2026-1", "invoice.xml"), file(&first, "TEST-RE-2026-1", "invoice.exe"), file(&first, "", ""),
            own.replace("key=", "key=1")] {
            assert_eq!(app.visitor().get(&refused).await.status, 404, "{refused}");
        }
        let other = app.visitor().get(&file(&second, "TEST-RE-2026-2", "invoice.xml")).await.text;
        assert!(other.contains("<cbc:RegistrationName>Ann Berg</cbc:RegistrationName>"), "{other}");
    }
}
