//! S-720 to S-725: a consumer withdraws from a contract by two plain pages, without a log-in, a cookie or a script.

use crate::app::{Reply, TestApp, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::factors::OWN;
use crate::money::owner;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const PAGE: &str = "/api/plain/withdraw";

fn form(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// A form as a browser without cookies sends it from a page of the site.
async fn send(app: &TestApp, language: &str, fields: &[(&str, &str)]) -> Reply {
    let visitor = app.visitor();
    let headers = [
        ("content-type", "application/x-www-form-urlencoded".to_owned()),
        ("sec-fetch-site", "same-origin".to_owned()),
    ];
    visitor.send(Method::POST, &format!("{PAGE}?lang={language}"), &headers, Some(form(fields))).await
}

fn wish<'a>(order: &'a str, email: &'a str, step: &'a str) -> Vec<(&'static str, &'a str)> {
    vec![("name", "Ann <Lee>"), ("order", order), ("email", email), ("goods", ""), ("step", step)]
}

/// What the form of a page would send with one of its buttons.
fn form_of<'a>(page: &'a str, step: &'a str) -> Vec<(&'a str, &'a str)> {
    let hidden = page.split("<input type=\"hidden\" name=\"").skip(1);
    let pair = |rest: &'a str| {
        let (name, rest) = rest.split_once("\" value=\"").unwrap();
        (name, rest.split_once('"').unwrap().0)
    };
    assert!(page.contains(&format!("name=\"step\" value=\"{step}\"")), "{page}");
    hidden.map(pair).chain([("step", step)]).collect()
}

async fn buy(app: &TestApp) -> String {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    let bought = visitor.post(CHECKOUT, purchase()).await;
    assert_eq!(bought.status, 200, "{}", bought.text);
    bought.json()["id"].as_str().unwrap().to_owned()
}

fn many(settings: &mut loggia_api::Settings) {
    settings.limits.form = 1000;
}

on_both! {
    /// S-720: two steps, each with the words of the law; then an acknowledgement with day and time, on the page and by letter.
    async fn s_720_two_steps_and_a_timed_acknowledgement(app: &TestApp); {
        let order = buy(app).await;
        let shown = app.visitor().get(PAGE).await;
        assert_eq!(shown.status, 200);
        assert!(shown.text.contains("Withdraw from contract") && !shown.text.contains("<script"), "{}", shown.text);
        let asked = send(app, "de", &wish(&order, "Ann@Shopper.example", "check")).await;
        assert_eq!(asked.status, 200, "{}", asked.text);
        assert!(asked.text.contains(">Widerruf bestätigen</button>") && asked.text.contains("Ann &lt;Lee&gt;"), "{}", asked.text);
        // Nothing is declared by looking.
        assert_eq!(app.count("withdrawal", "1 = 1").await, 0);
        // What the page of the second step holds is what was typed, and its button declares it.
        let kept = form_of(&asked.text, "confirm");
        assert_eq!(kept, [("name", "Ann &lt;Lee&gt;"), ("order", order.as_str()), ("email", "Ann@Shopper.example"), ("goods", ""), ("step", "confirm")]);
        let kept: Vec<(&str, &str)> = kept.into_iter().map(|(name, value)| (name, if name == "name" { "Ann <Lee>" } else { value })).collect();
        let done = send(app, "de", &kept).await;
        assert!(done.text.contains("Ihr Widerruf ist eingegangen"), "{}", done.text);
        let letters = app.emails_to("ann@shopper.example").await;
        let letter = letters.iter().find(|letter| letter.contains("Widerruf")).unwrap();
        let when = letter.lines().find_map(|line| line.strip_prefix("Eingegangen: ")).unwrap().trim();
        assert!(when.len() == "2026-11-21 09:30:05 +01:00".len() && done.text.contains(when), "{when}");
        assert!(letter.contains(&order) && letter.contains("Ann <Lee>") && letter.contains("alles aus der Bestellung"), "{letter}");
        assert_eq!(app.count("withdrawal", &format!("order_id = '{order}' AND language = 'de' AND acknowledged")).await, 1);
        // The button pressed twice is one withdrawal, acknowledged with its first time.
        let again = send(app, "de", &wish(&order, "ann@shopper.example", "confirm")).await;
        assert!(again.text.contains(when), "{}", again.text);
        assert_eq!(app.count("withdrawal", "1 = 1").await, 1);
        // The number that a person says names the order as well.
        send(app, "en", &wish("#1001", "ann@shopper.example", "confirm")).await;
        assert_eq!(app.count("withdrawal", &format!("order_name = '#1001' AND order_id = '{order}'")).await, 1);
    }

    /// S-721: a declaration whose order nobody knows is taken like any other, and its pages say the same; the owner sees that
    /// no order fits.
    async fn s_721_nobody_learns_whether_an_order_exists(app: &TestApp) with |settings| many(settings); {
        let order = buy(app).await;
        let own = format!("#{}", order.to_uppercase());
        let cases = [
            (own.as_str(), "ann@shopper.example"),
            (order.as_str(), "eve@shopper.example"),
            ("4711", "eve@shopper.example"),
        ];
        let mut pages = Vec::new();
        for (order, email) in cases {
            for step in ["check", "confirm"] {
                let page = send(app, "en", &wish(order, email, step)).await;
                assert_eq!(page.status, 200);
                pages.push(page.text.replace(order, "ORDER").replace(email, "EMAIL"));
            }
        }
        assert!(pages[0] == pages[2] && pages[2] == pages[4], "{pages:#?}");
        assert!(pages[1] == pages[3] && pages[3] == pages[5], "{pages:#?}");
        assert_eq!((app.count("withdrawal", "order_id IS NULL").await, app.count("withdrawal", "order_id IS NOT NULL").await), (2, 1));
        let list = owner(app).await.get("/api/owner/withdrawals").await.text;
        assert_eq!(list.matches("No paid order fits").count(), 2, "{list}");
        assert_eq!(list.matches(&format!("/api/owner/orders/{order}")).count(), 1, "{list}");
    }

    /// S-722: what is missing or cannot be is said at the field, nothing typed is lost, and nothing is kept.
    async fn s_722_what_is_missing_is_said_at_the_field(app: &TestApp); {
        let long = "x".repeat(3000);
        for (field, value, said) in [("name", "", "Please fill this in."), ("order", " ", "Please fill this in."), ("email", "ann@", "Please enter an email address."),
            ("goods", long.as_str(), "This is too long."), ("name", long.as_str(), "This is too long.")] {
            for step in ["check", "confirm"] {
                let mut fields = wish("4711", "ann@shopper.example", step);
                fields.iter_mut().filter(|one| one.0 == field).for_each(|one| one.1 = value);
                let page = send(app, "en", &fields).await.text;
                assert!(page.contains(&format!("<p class=\"error\" id=\"{field}-error\">{said}</p>")), "{field}: {page}");
                assert!(field == "order" || page.contains("value=\"4711\""), "{page}");
                assert!(!page.contains("Confirm withdrawal"), "{page}");
            }
        }
        let back = send(app, "en", &wish("4711", "ann@shopper.example", "back")).await.text;
        assert!(back.contains("value=\"ann@shopper.example\"") && !back.contains("Confirm withdrawal"), "{back}");
        assert_eq!(app.count("withdrawal", "1 = 1").await, 0);
    }

    /// S-723: other sites send nothing, programs that fill in everything neither; one caller is slowed down, and one address
    /// gets five letters a day, whoever types it: what is declared is kept all the same.
    async fn s_723_it_is_no_way_to_flood_anybody(app: &TestApp) with |settings| settings.limits.form = 8; {
        let body = form(&wish("4711", "ann@shopper.example", "confirm"));
        let kind = ("content-type", "application/x-www-form-urlencoded".to_owned());
        for other in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
            let headers = [kind.clone(), (other.0, other.1.to_owned())];
            let refused = app.visitor().send(Method::POST, PAGE, &headers, Some(body.clone())).await;
            assert_eq!(refused.status, 403);
        }
        let mut filled = wish("4711", "ann@shopper.example", "confirm");
        filled.push(("decoy", "x"));
        assert_eq!(send(app, "en", &filled).await.status, 400);
        for number in 0..8 {
            let order = number.to_string();
            assert_eq!(send(app, "en", &wish(&order, "ann@shopper.example", "confirm")).await.status, 200);
        }
        let slow = send(app, "en", &wish("9", "ann@shopper.example", "confirm")).await;
        assert_eq!(slow.status, 429);
        assert!(slow.text.contains("value=\"9\""), "{}", slow.text);
        assert_eq!(app.count("withdrawal", "1 = 1").await, 8);
        assert_eq!(app.emails_to("ann@shopper.example").await.len(), 5);
    }

    /// S-724: the owner marks one as done, once; both stand in the record.
    async fn s_724_the_owner_marks_it_as_done(app: &TestApp); {
        send(app, "fr", &wish("4711", "ann@shopper.example", "confirm")).await;
        let owner = app.member(OWN, &[Role::Admin]).await;
        let id = {
            let page = owner.get("/api/owner/withdrawals").await.text;
            page.split("name=\"id\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
        };
        let crumb = owner.crumb().await;
        for _ in 0..2 {
            let body = form(&[("id", &id), ("crumb", &crumb)]);
            let headers = [("content-type", "application/x-www-form-urlencoded".to_owned()), ("sec-fetch-site", "same-origin".to_owned())];
            let done = owner.send(Method::POST, "/api/owner/withdrawals", &headers, Some(body)).await;
            assert!(done.status == 200 || done.status == 303, "{} {}", done.status, done.text);
        }
        assert_eq!(app.count("withdrawal", "handled_at IS NOT NULL").await, 1);
        let kinds = ["withdrawal", "withdrawal-handled"];
        for kind in kinds {
            assert_eq!(app.count("record", &format!("kind = '{kind}' AND subject = '{id}'")).await, 1, "{kind}");
        }
    }

    /// S-725: pages of a shop in the EU lead here; a person is given what they declared, and erased without their name.
    async fn s_725_pages_lead_here_and_a_person_can_be_erased(app: &TestApp); {
        let cart = app.visitor().get("/api/plain/cart").await.text;
        assert!(!cart.contains("/api/plain/withdraw"), "{cart}");
        let mut catalog = crate::catalog::catalog();
        catalog["website"]["locale"] = json!("de-DE");
        catalog["seller"] = json!({"name": "Morgenrot", "country": "DE"});
        app.publish(&catalog).await;
        let cart = app.visitor().get("/api/plain/cart").await.text;
        assert!(cart.contains("<a href=\"/api/plain/withdraw\" lang=\"de\">Vertrag widerrufen</a>"), "{cart}");
        assert!(app.visitor().get(PAGE).await.text.contains("Bestellnummer"));
        send(app, "de", &wish("4711", "ann@shopper.example", "confirm")).await;
        let admin = app.member(OWN, &[Role::Admin]).await;
        let person = json!({"email": "ann@shopper.example"});
        let given = admin.post("/api/people/export", person.clone()).await.json();
        assert_eq!(given["withdrawals"][0]["orderName"], "4711");
        assert_eq!(admin.post("/api/people/erasure", person.clone()).await.status, 200);
        assert_eq!(admin.post("/api/people/export", person).await.json()["withdrawals"], Value::Array(Vec::new()));
        assert_eq!(app.count("withdrawal", "name = '' AND goods = '' AND order_name = '4711'").await, 1);
        app.audit().await;
    }
}
