//! What a parcel needs: whom it is for, where it goes, and what an invoice says (S-630 to S-637).

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::{ENTRIES, add};
use crate::catalog;
use crate::checkout::{CHECKOUT, place, purchase};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use loggia_api::Settings;
use loggia_api::roles::Role;
use serde_json::{Value, json};
use std::sync::mpsc;

const LOCATION: &str = "/api/commerce/shopping-cart/shipping-location";
const FORM: &str = "/api/commerce/address-form";

fn with(changes: Value) -> Value {
    let mut body = purchase();
    for (member, value) in changes.as_object().unwrap() {
        match value {
            Value::Object(parts) if body[member].is_object() => {
                parts.iter().for_each(|(name, part)| body[member][name] = part.clone());
            }
            value => body[member] = value.clone(),
        }
    }
    body
}

/// Somebody with a loaf in the cart.
async fn with_loaf(app: &TestApp) -> Visitor {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    visitor
}

/// The shop with other ways of delivery and settings.
async fn publish(app: &TestApp, options: Value, settings: Value) {
    let mut catalog = catalog::catalog();
    catalog["shippingOptions"] = options;
    catalog["storeSettings"]["checkout"] = settings;
    app.publish(&catalog).await;
}

/// A register that speaks the documented call of VIES: one number is given out, one is not, and of every other it says that the
/// member's own register is away.
async fn register(request: HttpRequest, body: web::Json<Value>) -> HttpResponse {
    assert_eq!((request.method().as_str(), request.path()), ("POST", "/rest-api/check-vat-number"));
    let number = body["vatNumber"].as_str().unwrap().to_owned();
    match number.as_str() {
        "40303265045" | "23334175221" => HttpResponse::Ok().json(json!({"countryCode": body["countryCode"], "vatNumber": number,
            "requestDate": "2026-01-01T00:00:00Z", "valid": number == "40303265045", "name": "---", "address": "---"})),
        _ => HttpResponse::Ok().json(json!({"actionSucceed": false, "errorWrappers": [{"error": "MS_UNAVAILABLE"}]})),
    }
}

pub fn with_register(settings: &mut Settings) {
    let (say, address) = mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let app = || App::new().default_service(web::route().to(register));
            let http = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
            say.send(http.addrs()[0]).unwrap();
            http.run().await.unwrap();
        });
    });
    settings.vat.vies_url = Some(format!("http://{}/rest-api/", address.recv().unwrap()));
}

/// What an order says of the VAT number it was placed with.
async fn confirmed(app: &TestApp, id: &str) -> Value {
    let visitor = app.visitor();
    add(&visitor, "guide", "guide", 1).await;
    let buyer = json!({"company": "Crumbs", "vatId": id, "vatIdConfirmed": true});
    let bought =
        visitor.post(CHECKOUT, with(json!({"buyer": buyer, "shippingLocation": {"country": "FR"}}))).await;
    assert_eq!(bought.status, 200, "{}", bought.text);
    bought.json()["buyer"]["vatIdConfirmed"].clone()
}

on_both! {
    /// S-635: the register is asked where the operator says so, and the order keeps what it said; one that does not answer stands in
    /// nobody's way.
    async fn s_635_a_register_confirms_vat_numbers(app: &TestApp) with |settings| with_register(settings); {
        assert_eq!(confirmed(app, "FR 40 303 265 045").await, true);
        assert_eq!(confirmed(app, "FR23334175221").await, false);
        assert_eq!(confirmed(app, "DE136695976").await, json!(null), "it did not say");
        assert_eq!(confirmed(app, "GB980780684").await, json!(null), "it is not asked");
    }

    /// S-635: nobody is asked unless the operator says whom.
    async fn s_635_without_a_setting_nobody_is_asked(app: &TestApp); {
        assert_eq!(confirmed(app, "FR40303265045").await, json!(null));
    }

    /// S-632, S-633: what is wrong with a parcel's label is refused at its field by a stable code, and nothing is taken or kept.
    async fn s_632_what_is_wrong_is_refused_at_its_field(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let visitor = with_loaf(app).await;
        let long = "x".repeat(50_000);
        for (changes, field, code) in [
            (json!({"buyer": {"name": ""}}), "name", "recipient-missing"),
            (json!({"buyer": null}), "", ""),
            (json!({"buyer": {"name": " \u{202e}\n"}}), "name", "recipient-missing"),
            (json!({"buyer": {"name": long}}), "name", "text-too-long"),
            (json!({"buyer": {"company": long}}), "company", "text-too-long"),
            (json!({"buyer": {"note": long}}), "note", "text-too-long"),
            (json!({"buyer": {"phone": long}}), "phone", "text-too-long"),
            (json!({"buyer": {"phone": "12"}}), "phone", "phone-invalid"),
            (json!({"buyer": {"vatId": long, "company": "Crumbs"}}), "vatId", "vat-id-invalid"),
            (json!({"buyer": {"vatId": "DE136695977", "company": "Crumbs"}}), "vatId", "vat-id-invalid"),
            (json!({"buyer": {"vatId": "DE136695976"}}), "company", "company-missing"),
            (json!({"shippingLocation": {"country": "XX"}}), "country", "country-missing"),
            (json!({"shippingLocation": {"country": ""}}), "country", "shipping-location-missing"),
            (json!({"shippingLocation": {"line1": ""}}), "line1", "shipping-location-missing"),
            (json!({"shippingLocation": {"line1": long}}), "line1", "address-too-long"),
            (json!({"shippingLocation": {"region": ""}}), "region", "state-missing"),
            (json!({"shippingLocation": {"region": "Atlantis"}}), "region", "state-unknown"),
            (json!({"shippingLocation": {"postalCode": ""}}), "postalCode", "postal-code-missing"),
            (json!({"shippingLocation": {"postalCode": "SW1A 1AA"}}), "postalCode", "postal-code-invalid"),
            (json!({"buyer": {"billing": {"company": "Crumbs", "address": {"country": "FR", "line1": "1 Rue", "city": "Lyon", "postalCode": "x"}}}}), "billing.postalCode", "postal-code-invalid"),
            (json!({"buyer": {"billing": {"address": place("FR")}}}), "billing.name", "payer-missing"),
        ] {
            if field.is_empty() {
                continue;
            }
            let refused = visitor.post(CHECKOUT, with(changes.clone())).await;
            let answer = refused.json();
            assert_eq!((refused.status.as_u16(), &answer["code"]), (400, &json!(code)), "{field} {}", answer["error"]);
            let said = answer["errors"][field].as_str();
            assert!(said.is_some_and(|text| !text.is_empty()), "{field} {answer}");
        }
        let several = visitor.post(CHECKOUT, with(json!({"buyer": {"name": "", "phone": "1"}, "shippingLocation": {"postalCode": "x"}}))).await.json();
        assert_eq!(several["codes"], json!({"name": "recipient-missing", "phone": "phone-invalid", "postalCode": "postal-code-invalid"}), "{several}");
        assert_eq!(several["error"], "One or more fields is invalid, please check your entries.");
        assert_eq!((app.count("shop_order", "TRUE").await, app.stock("bread", "bread").await), (0, 20));
        assert_eq!(visitor.get("/api/commerce/shopping-cart").await.json()["shippingLocation"], json!(null));
    }

    /// S-632: a state is the same however it is written, in the cart and in the order.
    async fn s_632_what_is_written_in_many_ways_is_kept_in_one(app: &TestApp); {
        for written in ["NY", "ny", "New York", "N.Y.", " new  york "] {
            let visitor = with_loaf(app).await;
            let put = visitor.put(LOCATION, json!({"country": "us", "region": written})).await.json();
            assert_eq!(put["shoppingCart"]["shippingLocation"]["region"], "NY", "{written}");
            let bought = visitor.post(CHECKOUT, with(json!({"shippingLocation": {"country": " us ", "region": written}}))).await;
            assert_eq!(bought.status, 200, "{}", bought.text);
            assert_eq!(bought.json()["deliveryLines"][2], "New York, NY 10001", "{written}");
        }
        let unknown = app.visitor();
        add(&unknown, "bread", "bread", 1).await;
        let refused = unknown.put(LOCATION, json!({"country": "XX"})).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["codes"]["country"]), (400, &json!("country-unknown")));
        assert_eq!(app.count("shop_order", "shipping_location LIKE '%\"region\":\"NY\"%'").await, 5);
    }

    /// S-630: each country's form is one small answer that caches may keep.
    async fn s_630_the_form_of_a_country_is_asked_for(app: &TestApp); {
        let visitor = app.visitor();
        let reply = visitor.get(&format!("{FORM}?country=us&language=en")).await;
        assert_eq!((reply.status.as_u16(), reply.headers["cache-control"].to_str().unwrap()), (200, "public, max-age=3600"));
        assert!(reply.text.len() < 8_000, "{}", reply.text.len());
        let form = reply.json();
        let names: Vec<&str> = form["fields"].as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["line1", "line2", "city", "region", "postalCode"]);
        assert!(form["fields"][3]["choices"].as_array().unwrap().contains(&json!({"code": "NY", "name": "New York"})));
        assert_eq!((&form["fields"][4]["label"], &form["fields"][4]["required"]), (&json!("addressZip"), &json!(true)));
        for (country, language, region) in [("JP", "ja", "東京都"), ("JP", "de", "Tokyo")] {
            let form = visitor.get(&format!("{FORM}?country={country}&language={language}")).await;
            assert!(form.text.contains(region), "{}", form.text);
        }
        for nowhere in ["XX", "", "USA", "%00", "..%2F", &"x".repeat(5000)] {
            let refused = visitor.get(&format!("{FORM}?country={nowhere}")).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("country-unknown")), "{nowhere}");
        }
        // Where a tax depends on the region, it is asked for, whatever is written on letters.
        let mut catalog = catalog::catalog();
        catalog["taxRules"] = json!([{"country": "FR", "region": "Corse", "rate": "10"}]);
        app.publish(&catalog).await;
        let form = visitor.get(&format!("{FORM}?country=FR")).await.json();
        assert!(form["fields"].as_array().unwrap().iter().any(|field| field["name"] == "region" && field["required"] == true), "{form}");
    }

    /// S-631, S-636: everything that was said is in the letter, the owner's answer, page and table, the person's data and a backup; an
    /// erasure leaves none of it.
    async fn s_631_what_was_said_goes_wherever_the_order_goes(app: &TestApp); {
        let visitor = with_loaf(app).await;
        let buyer = json!({"name": "Ann Lee", "company": "Crumbs Ltd", "phone": "(212) 555-2368", "note": "Ring twice.\n<b>Please</b>", "vatId": "fr 40 303 265 045",
            "vatIdConfirmed": true, "billing": {"name": "Bea Payer", "company": "Payers SARL", "address": place("FR")}});
        let bought = visitor.post(CHECKOUT, with(json!({"buyer": buyer}))).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        let answer = bought.json();
        let id = answer["id"].as_str().unwrap();
        assert_eq!((&answer["buyer"]["phone"], &answer["buyer"]["vatId"]), (&json!("+12125552368"), &json!("FR40303265045")));
        assert_eq!(answer["buyer"].get("vatIdConfirmed"), None, "nobody confirms their own number");
        let said = ["Ann Lee", "Crumbs Ltd", "1 Main Street", "New York, NY 10001", "UNITED STATES", "+12125552368", "Ring twice.", "Bea Payer", "Payers SARL", "69001", "FR40303265045"];
        let letter = app.emails_to("ann@shopper.example").await.remove(0);
        for text in said {
            assert!(letter.contains(text), "{text}: {letter}");
        }
        let owner = app.member("owner@shop.example", &[Role::Admin]).await;
        let detail = owner.get(&format!("/api/commerce/orders/{id}")).await.json();
        assert_eq!((&detail["buyer"]["billing"]["company"], &detail["deliveryLines"][0]), (&json!("Payers SARL"), &json!("Ann Lee")));
        let page = owner.get(&format!("/api/owner/orders/{id}")).await.text;
        let table = owner.get("/api/commerce/orders.csv").await.text;
        for text in said {
            assert!(page.contains(text), "{text}: {page}");
            // A table has the parts of the address apart.
            assert!(table.contains(text) || text == "New York, NY 10001" || text == "UNITED STATES", "{text}: {table}");
        }
        assert!(page.contains("&lt;b&gt;Please&lt;/b&gt;") && !page.contains("<b>Please"), "{page}");
        let all = owner.post("/api/people/export", json!({"email": "ann@shopper.example"})).await.json();
        assert_eq!(all["orders"][0]["buyer"]["name"], "Ann Lee", "{all}");
        let erased = owner.post("/api/people/erasure", json!({"email": "ann@shopper.example"})).await;
        assert_eq!(erased.status, 200, "{}", erased.text);
        assert_eq!(app.count("shop_order", "buyer = '{}'").await, 1);
        let detail = owner.get(&format!("/api/commerce/orders/{id}")).await;
        for text in ["Ann Lee", "Payers", "2125552368", "Ring twice", "40303265045"] {
            assert!(!detail.text.contains(text), "{text}: {}", detail.text);
        }
    }

    /// S-638: what is collected needs a name and no address; its tax is that of the place where it is collected.
    async fn s_638_collecting_needs_no_address(app: &TestApp); {
        let shop = json!({"country": "FR", "line1": "2 Rue", "city": "Lyon", "postalCode": "69001"});
        publish(app, json!([{"id": "post", "name": "Post", "costCents": 500}, {"id": "shop", "name": "Collect it", "pickup": {"address": shop}}]), json!({})).await;
        let visitor = with_loaf(app).await;
        let cart = visitor.get("/api/commerce/shopping-cart").await.json();
        let offered: Vec<&Value> = cart["shippingOptions"].as_array().unwrap().iter().map(|option| &option["id"]).collect();
        assert_eq!(offered, ["shop"], "nothing else is known to reach nobody");
        let mut body = json!({"email": "ann@shopper.example", "shippingOptionId": "shop", "paymentToken": "test-pass"});
        let refused = visitor.post(CHECKOUT, body.clone()).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["codes"]), (400, &json!({"name": "recipient-missing"})), "{}", refused.text);
        body["buyer"] = json!({"name": "Ann Lee"});
        let bought = visitor.post(CHECKOUT, body).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        assert_eq!((bought.json().get("deliveryLines"), &bought.json()["taxTotal"]["value"]), (None, &json!("1.20")));
        let letter = app.emails_to("ann@shopper.example").await.remove(0);
        assert!(letter.contains("Collect it at:\n2 Rue\n69001 Lyon\nFRANCE"), "{letter}");
        // Who has it sent needs an address as ever.
        let visitor = with_loaf(app).await;
        let body = json!({"email": "ann@shopper.example", "buyer": {"name": "Ann"}, "shippingOptionId": "post", "paymentToken": "test-pass"});
        let refused = visitor.post(CHECKOUT, body).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("shipping-location-missing")));
        app.audit().await;
    }

    /// S-638: collecting at a place nobody named escapes no tax: the shopper's country is asked.
    async fn s_638_collecting_somewhere_is_taxed_where_the_shopper_is(app: &TestApp); {
        publish(app, json!([{"id": "shop", "name": "Collect it", "pickup": true}]), json!({})).await;
        let visitor = with_loaf(app).await;
        let mut body = json!({"email": "ann@shopper.example", "buyer": {"name": "Ann Lee"}, "shippingOptionId": "shop", "paymentToken": "test-pass"});
        let refused = visitor.post(CHECKOUT, body.clone()).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("country-missing")), "{}", refused.text);
        body["shippingLocation"] = json!({"country": "US"});
        let bought = visitor.post(CHECKOUT, body).await;
        assert_eq!((bought.status.as_u16(), &bought.json()["taxTotal"]["value"]), (200, &json!("0.48")), "{}", bought.text);
    }

    /// S-634: a phone number is asked for when the delivery or the shop says so.
    async fn s_634_a_phone_number_is_asked_when_it_is_needed(app: &TestApp); {
        let courier = json!([{"id": "post", "name": "Courier", "costCents": 500, "asksPhone": true}, {"id": "slow", "name": "Post"}]);
        publish(app, courier.clone(), json!({})).await;
        let visitor = with_loaf(app).await;
        let refused = visitor.post(CHECKOUT, purchase()).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["codes"]), (400, &json!({"phone": "phone-missing"})), "{}", refused.text);
        let slow = visitor.post(CHECKOUT, with(json!({"shippingOptionId": "slow"}))).await;
        assert_eq!(slow.status, 200, "{}", slow.text);
        publish(app, courier, json!({"asksPhone": true})).await;
        let digital = app.visitor();
        add(&digital, "guide", "guide", 1).await;
        let body = with(json!({"shippingLocation": {"country": "GB"}}));
        let refused = digital.post(CHECKOUT, body.clone()).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("phone-missing")), "{}", refused.text);
        let mut body = body;
        body["buyer"]["phone"] = json!("020 7031 3000");
        assert_eq!(digital.post(CHECKOUT, body).await.json()["buyer"]["phone"], "+442070313000");
    }

    /// S-636: digital goods need no address, unless the shop writes an invoice for everything.
    async fn s_636_an_invoice_is_asked_when_the_shop_says_so(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "guide", "guide", 1).await;
        let body = json!({"email": "ann@shopper.example", "shippingLocation": {"country": "GB"}, "paymentToken": "test-pass"});
        assert_eq!(visitor.post(CHECKOUT, body.clone()).await.status, 200);
        publish(app, json!([]), json!({"asksBillingAddress": true})).await;
        let visitor = app.visitor();
        add(&visitor, "guide", "guide", 1).await;
        let refused = visitor.post(CHECKOUT, body.clone()).await.json();
        assert_eq!(refused["codes"], json!({"billing.name": "payer-missing", "billing.country": "shipping-location-missing", "billing.line1": "shipping-location-missing"}), "{refused}");
        let mut body = body;
        body["buyer"] = json!({"billing": {"company": "Payers SARL", "address": place("FR")}, "vatId": "FR40303265045"});
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
    }

    /// S-633: a purchase that waits for its payment and is sent again goes to whom it says last.
    async fn s_633_a_repeated_purchase_goes_where_it_says_last(app: &TestApp); {
        let visitor = with_loaf(app).await;
        let token = visitor.cookie("CART").unwrap();
        let bought = visitor.post(CHECKOUT, purchase()).await.json();
        app.execute("UPDATE shop_order SET status = 'pending', number = NULL; UPDATE payment SET status = 'started'; UPDATE cart SET is_purchased = FALSE, order_id = NULL").await;
        let mut again = with(json!({"buyer": {"name": "Bob Other"}, "shippingLocation": {"line1": "2 Side Street"}}));
        again["cartToken"] = json!(token);
        let answer = app.visitor().post(CHECKOUT, again).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["id"]), (200, &bought["id"]), "{}", answer.text);
        assert_eq!(app.count("shop_order", "buyer LIKE '%Bob Other%' AND shipping_location LIKE '%2 Side Street%'").await, 1);
    }

    /// S-637: answers to a product's form are checked by the server as by the browser.
    async fn s_637_a_cake_of_gold_for_a_day_that_never_comes_is_not_sold(app: &TestApp); {
        let mut catalog = catalog::catalog();
        let forms = catalog["forms"].as_array_mut().unwrap();
        let cake = forms.iter_mut().find(|form| form["fields"].as_array().unwrap().iter().any(|field| field["id"] == "words")).unwrap();
        cake["fields"].as_array_mut().unwrap().extend([
            json!({"id": "flavor", "type": "radio", "options": ["Vanilla", "Chocolate"]}), json!({"id": "date", "type": "date"}), json!({"id": "guests", "type": "number"}),
        ]);
        app.publish(&catalog).await;
        let visitor = app.visitor();
        let ask = async |answers: Value| {
            visitor.post(ENTRIES, json!({"itemId": "cake", "sku": "", "quantity": 1, "additionalFields": answers.to_string()})).await
        };
        for (wrong, field) in [
            (json!({"words": "a", "flavor": "Gold"}), "flavor"), (json!({"words": "a", "date": {"Month": "45", "Day": "13", "Year": "2001"}}), "date"),
            (json!({"words": "a", "date": {"Month": "2", "Day": "30", "Year": "2027"}}), "date"), (json!({"words": "a", "date": "tomorrow"}), "date"),
            (json!({"words": "a", "guests": "many"}), "guests"), (json!({"words": "a", "guests": "1e9"}), "guests"),
        ] {
            let refused = ask(wrong.clone()).await;
            assert!(refused.status == 400 && refused.json()["errors"][field].is_string(), "{wrong} {}", refused.text);
        }
        let right = ask(json!({"words": "a", "flavor": "Vanilla", "date": {"Month": "2", "Day": "28", "Year": "2027", "More": "x"}, "guests": "12"})).await;
        assert_eq!(right.status, 200, "{}", right.text);
        let kept = right.json()["newlyAdded"]["additionalFields"].as_str().unwrap().to_owned();
        assert!(!kept.contains("More"), "{kept}");
    }
}
