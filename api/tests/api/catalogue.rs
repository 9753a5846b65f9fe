//! The catalogue of errors, whole: every refusal that stands in the code of forms, restock, accounts and what visitors say is
//! produced here by a call, with its status, its word and its text. One that nothing produces fails.

use crate::app::{Reply, TestApp, on_both};
use crate::catalog;
use crate::forms::{key, send};
use loggia_api::config::SignUp;
use loggia_api::roles::Role;
use loggia_commerce::Problem;
use loggia_commerce::forms::{FieldProblem, FormProblem};
use reqwest::Method;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::path::Path;

/// Where the refusals of these calls stand.
const SOURCES: [&str; 21] = [
    "error.rs",
    "extract",
    "guard",
    "routes/account",
    "routes/admin/restock.rs",
    "routes/captcha.rs",
    "routes/comments.rs",
    "routes/fallback.rs",
    "routes/files",
    "routes/forms",
    "routes/header_footer.rs",
    "routes/locked.rs",
    "routes/places.rs",
    "routes/restock.rs",
    "routes/reviews.rs",
    "routes/session.rs",
    "usecase/account",
    "usecase/captcha.rs",
    "usecase/paging.rs",
    "usecase/restock",
    "usecase/session",
];

/// Refusals that need more than one server or a passkey to be produced: their own tests, the files below, name each.
const WITH_OWN_TESTS: [&str; 12] = [
    "extract/key.rs",
    "factors",
    "routes/account/factors.rs",
    "routes/first_account.rs",
    "routes/people.rs",
    "routes/second_step.rs",
    "usecase/account/add_factor.rs",
    "usecase/account/devices.rs",
    "usecase/account/factors.rs",
    "usecase/owner/team.rs",
    "usecase/session/confirm.rs",
    "usecase/session/second_step.rs",
];
const OWN_TESTS: [&str; 5] = ["factors.rs", "keys.rs", "people.rs", "push.rs", "sessions.rs"];

/// Words that no caller can read: a client whose body was cut off has no line to hear on.
const UNHEARD: [&str; 1] = ["broken-body"];

fn texts(path: &Path, found: &mut Vec<String>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            texts(&entry.unwrap().path(), found);
        }
    } else {
        found.push(std::fs::read_to_string(path).unwrap());
    }
}

/// The stable words of the refusals in a source text: the first text that each names.
fn words(source: &str) -> BTreeSet<String> {
    let source: Vec<&str> = source.split("#[cfg(test)]").next().unwrap().split_whitespace().collect();
    let source = source.join(" ");
    let calls = source.split("bad_request(").skip(1).chain(source.split("refused(").skip(1));
    calls
        .filter_map(|call| {
            let call = call.split(';').next().unwrap();
            let word = call.split('"').nth(1)?;
            let is_word = |letter: char| letter.is_ascii_lowercase() || letter == '-';
            (call.find('"')? < 60 && !word.is_empty() && word.chars().all(is_word)).then(|| word.to_owned())
        })
        .collect()
}

/// What calls were answered: word, status and text.
#[derive(Default)]
struct Produced {
    words: BTreeMap<String, BTreeSet<u16>>,
    texts: BTreeSet<(u16, String)>,
    fields: BTreeSet<String>,
}

impl Produced {
    fn note(&mut self, status: u16, reply: &Reply) {
        assert_eq!(reply.status, status, "{}", reply.text);
        let body = reply.json();
        self.words.entry(body["code"].as_str().unwrap().to_owned()).or_default().insert(status);
        self.texts.insert((status, reply.error()));
        for message in body["errors"].as_object().into_iter().flat_map(|errors| errors.values()) {
            self.fields.insert(message.as_str().unwrap().to_owned());
        }
    }
}

fn limits(settings: &mut loggia_api::Settings) {
    settings.sign_up = SignUp::Closed;
    settings.limits.form = 20;
    settings.limits.restock = 20;
    settings.limits.log_in = 100;
    settings.limits.say = 100;
    settings.limits.body_ms = 1500;
    settings.commerce.publish_secret = Some(crate::files::SECRET.into());
    settings.files.file_bytes = 1000;
}

async fn of_forms(app: &TestApp, produced: &mut Produced) {
    const SAVE: &str = "/api/form/SaveFormSubmission";
    let visitor = app.visitor();
    produced.note(
        400,
        &visitor.post(SAVE, json!({"key": "none", "formId": "contact", "form": {"name": "A"}})).await,
    );
    let stolen = key(&app.visitor()).await;
    produced.note(
        401,
        &visitor.post(SAVE, json!({"key": stolen, "formId": "contact", "form": {"name": "A"}})).await,
    );
    produced.note(400, &send(&visitor, "guarded", json!({"text": "x"})).await);
    produced.note(400, &send(&visitor, "contact", json!("[1")).await);
    let wrong = json!({"day": {"Month": "2", "Day": "30", "Year": "2027"}, "hour": {"Hour": "25", "Minute": "0", "Ampm": "PM"}, "guests": "many", "call": {"Line": "me"}});
    produced.note(400, &send(&visitor, "values", wrong).await);
    for (name, email) in [(json!(""), "a@"), (json!("x".repeat(21)), ""), (json!(["a"]), "")] {
        produced.note(400, &send(&visitor, "contact", json!({"name": name, "email": email})).await);
    }
    produced.note(404, &send(&visitor, "nobody", json!({})).await);
    let without = visitor.send(Method::POST, "/api/form/FormSubmissionKey", &[], None).await;
    produced.note(403, &without);
    loop {
        let reply = send(&visitor, "free", json!({})).await;
        if reply.status != 200 {
            produced.note(429, &reply);
            break;
        }
    }
}

async fn of_restock(app: &TestApp, produced: &mut Produced) {
    const RESTOCK: &str = "/api/site-users/account/notifications/restock";
    let visitor = app.visitor();
    let wish = |product: &str, variant: &str, email: &str| json!({"productId": product, "variantId": variant, "siteVisitorEmail": email});
    produced.note(400, &visitor.post(RESTOCK, wish("empty", "empty", "")).await);
    produced.note(400, &visitor.post(RESTOCK, wish("empty", "empty", "a@")).await);
    produced.note(404, &visitor.post(RESTOCK, wish("nobody", "empty", "a@b.example")).await);
    produced.note(400, &visitor.post(RESTOCK, wish("mug", "mug-x", "a@b.example")).await);
    let owner = app.member("own@shop.example", &[Role::Admin]).await;
    let group = json!({"productId": "empty", "variantId": "empty"});
    produced.note(400, &owner.post(&format!("{RESTOCK}/send"), group.clone()).await);
    let many = json!({"sendRequests": vec![group; 201]});
    produced.note(400, &owner.post(&format!("{RESTOCK}/send/all"), many).await);
    produced.note(400, &owner.get(&format!("{RESTOCK}/groups?cursor=%21")).await);
    produced.note(401, &visitor.get(&format!("{RESTOCK}/groups")).await);
    let nobody = app.member("nobody@shop.example", &[]).await;
    produced.note(403, &nobody.get(&format!("{RESTOCK}/groups")).await);
    let mut catalog = catalog::catalog();
    catalog["website"]["captchaSiteKey"] = json!("public");
    app.publish(&catalog).await;
    produced.note(400, &visitor.post(RESTOCK, wish("empty", "empty", "a@b.example")).await);
    loop {
        let reply = visitor.post(RESTOCK, wish("empty", "empty", "")).await;
        if reply.status != 400 {
            produced.note(429, &reply);
            break;
        }
    }
}

async fn of_accounts(app: &TestApp, produced: &mut Produced) {
    let visitor = app.visitor();
    let (account, session) = ("/api/site-users/account", "/api/site-users/account/session");
    produced.note(
        401,
        &visitor.post(session, json!({"email": "own@shop.example", "password": "nonsense"})).await,
    );
    produced.note(403, &visitor.post(account, json!({"email": "a@b.example"})).await);
    let choose = format!("{account}/password");
    produced.note(400, &visitor.put(&choose, json!({"key": "none", "password": "long enough by far"})).await);
    produced.note(400, &visitor.put(&choose, json!({"key": "none", "password": "short"})).await);
    produced.note(400, &visitor.put(&choose, json!({"key": "none", "password": "Password2024"})).await);
    let owner = app.visitor();
    owner.log_in("own@shop.example", false).await;
    produced.note(
        403,
        &owner.post(&choose, json!({"currentPassword": "nonsense", "password": "long enough by far"})).await,
    );
    produced.note(
        401,
        &visitor.post("/api/site/pages/unlock", json!({"url": "/members", "password": "x"})).await,
    );
}

async fn of_what_is_said(app: &TestApp, produced: &mut Produced) {
    let visitor = app.visitor();
    let reviews = "/api/commerce/products/mug/reviews";
    let review = |rating: i64, body: &str| json!({"authorName": "Ann", "rating": rating, "body": body});
    produced.note(400, &visitor.post(reviews, review(6, "x")).await);
    produced.note(400, &visitor.post(reviews, review(5, " ")).await);
    produced.note(400, &visitor.post(reviews, review(5, &"x".repeat(2001))).await);
    if app.settings.database_url.is_some() {
        produced.note(400, &visitor.post(reviews, review(5, "a\u{0}b")).await);
    }
    produced
        .note(404, &visitor.post("/api/comments?itemId=nowhere", json!({"author": "A", "body": "x"})).await);
    produced.note(
        400,
        &visitor.get("/api/google-maps/places/details?placeId=p&productPage=&productSection=").await,
    );
}

async fn of_files(app: &TestApp, produced: &mut Produced) {
    use crate::files::{SECRET, digest, put};
    let (name, text) = (digest("bought"), "bought");
    produced.note(401, &put(app, "somebody else", (&name, &name), text).await);
    produced.note(400, &put(app, SECRET, (&name, &name), "something else").await);
    produced.note(413, &put(app, SECRET, (&name, &name), &"x".repeat(1001)).await);
    let signed = |body: &str| {
        let now = app.clock.now_ms() / 1000;
        loggia_commerce::signature_header(SECRET.as_bytes(), now, body.as_bytes())
    };
    let headers = [("content-type", "application/json".to_owned()), ("loggia-signature", signed("{}"))];
    let list = "/api/commerce/files/missing";
    produced.note(400, &app.visitor().send(Method::POST, list, &headers, Some("{}".into())).await);
    let mut catalog = catalog::catalog();
    let sold = json!({"digest": name, "size": 6, "name": "guide.pdf", "type": "application/pdf"});
    catalog["files"] = json!({"guide": [sold]});
    app.publish(&catalog).await;
    let buyer = app.member("buyer@shopper.example", &[]).await;
    crate::cart::add(&buyer, "guide", "guide", 1).await;
    let order = buyer.post(crate::checkout::CHECKOUT, crate::checkout::purchase()).await.json();
    let file = format!("/api/site-users/account/orders/{}/files/0/{name}", order["id"].as_str().unwrap());
    produced.note(503, &buyer.get(&file).await);
    assert_eq!(put(app, SECRET, (&name, &name), text).await.status, 200);
    let range = [("range", "bytes=6-".to_owned())];
    produced.note(416, &buyer.send(Method::GET, &file, &range, None).await);
    produced.note(404, &buyer.get(&file.replace("/0/", "/1/")).await);
}

async fn of_the_door(app: &TestApp, produced: &mut Produced) {
    let visitor = app.visitor();
    let crumb = visitor.crumb().await;
    let (key, session) = ("/api/form/FormSubmissionKey", "/api/site-users/account/session");
    let headers = |kind: &str, origin: Option<&str>| {
        let mut all = vec![("x-csrf-token", crumb.clone()), ("content-type", kind.to_owned())];
        all.extend(origin.map(|origin| ("origin", origin.to_owned())));
        all
    };
    let json_kind = "application/json";
    let post = async |path: &str, headers: &[(&str, String)], body: &str| {
        visitor.send(Method::POST, path, headers, Some(body.to_owned())).await
    };
    produced.note(405, &visitor.get(key).await);
    produced.note(403, &post(key, &headers(json_kind, Some("https://evil.example")), "{}").await);
    produced.note(415, &post(session, &headers("text/plain", None), "{}").await);
    produced.note(400, &post(session, &headers(json_kind, None), "{").await);
    produced.note(400, &visitor.get("/api/google-maps/places/details").await);
    produced.note(413, &post(session, &headers(json_kind, None), &"x".repeat(65 * 1024)).await);
    let form = "application/x-www-form-urlencoded";
    produced.note(400, &post("/api/census/RecordHit", &headers(form, None), "nothing").await);
    let address = app.address();
    let late = tokio::task::spawn_blocking(move || {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        stream.write_all(b"POST /api/census/RecordHit HTTP/1.1\r\nhost: shop\r\ncontent-length: 50\r\nconnection: close\r\n\r\nx").unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    });
    let late = late.await.unwrap();
    assert!(late.starts_with("HTTP/1.1 408") && late.contains("\"code\":\"body-timeout\""), "{late}");
    produced.words.entry("body-timeout".into()).or_default().insert(408);
}

/// The words of the files that have tests of their own.
fn words_with_own_tests() -> BTreeSet<String> {
    let mut sources = Vec::new();
    for source in WITH_OWN_TESTS {
        texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(source), &mut sources);
    }
    sources.iter().flat_map(|source| words(source)).collect()
}

/// each of those words is expected by one of those tests.
#[test]
fn a_003_refusals_with_tests_of_their_own_are_named_there() {
    let tests: String = OWN_TESTS
        .iter()
        .map(|file| {
            std::fs::read_to_string(format!("{}/tests/api/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
        })
        .collect();
    let words = words_with_own_tests();
    assert!(words.len() >= 20, "the sources are read: {words:?}");
    let missing: Vec<&String> = words.iter().filter(|word| !tests.contains(&format!("\"{word}\""))).collect();
    assert!(missing.is_empty(), "no test expects {missing:#?}");
}

on_both! {
    /// W-157 to W-170: each text and each status of the catalogue.
    async fn a_003_every_refusal_is_produced(app: &TestApp) with |settings| limits(settings); {
        let mut produced = Produced::default();
        of_forms(app, &mut produced).await;
        of_restock(app, &mut produced).await;
        of_accounts(app, &mut produced).await;
        of_what_is_said(app, &mut produced).await;
        of_files(app, &mut produced).await;
        of_the_door(app, &mut produced).await;
        produced.note(400, &app.visitor().get("/api/template/GetTemplateSchema?type=x").await);
        app.execute("DROP TABLE form_submission").await;
        produced.note(500, &send(&app.visitor(), "routed", json!({})).await);
        app.execute("DROP TABLE review").await;
        let body = json!({"authorName": "Ann", "rating": 5, "body": "x"});
        produced.note(500, &app.visitor().post("/api/commerce/products/mug/reviews", body).await);

        let mut sources = Vec::new();
        for source in SOURCES.iter().chain(&["routes/site.rs"]) {
            texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(source), &mut sources);
        }
        let mut expected: BTreeSet<String> = sources.iter().flat_map(|source| words(source)).collect();
        expected.extend(["crumb-fail", "too-many-requests", "internal", "invalid-fields"].map(str::to_owned));
        expected.retain(|word| !UNHEARD.contains(&word.as_str()));
        if app.settings.database_url.is_none() {
            // SQLite keeps every text.
            expected.remove("malformed-text");
        }
        let own = words_with_own_tests();
        let missing: Vec<&String> =
            expected.iter().filter(|word| !produced.words.contains_key(*word) && !own.contains(*word)).collect();
        assert!(missing.is_empty(), "nothing produces {missing:#?}");
        assert!(expected.len() >= 28, "the sources are read: {expected:?}");

        // What the specification words.
        for problem in FormProblem::ALL {
            let Some(status) = problem.status() else { continue };
            assert!(produced.texts.contains(&(status, problem.to_string())), "{problem:?}");
        }
        for problem in FieldProblem::ALL {
            assert!(produced.fields.contains(&problem.to_string()), "{problem:?}");
        }
        for (status, problem) in [
            (400, Problem::EmailBlank), (400, Problem::EmailInvalid), (400, Problem::CaptchaMissing), (404, Problem::ItemUnavailable),
            (400, Problem::VariantUnavailable), (429, Problem::TooManyRequests), (403, Problem::SessionExpired),
        ] {
            assert!(produced.texts.contains(&(status, problem.to_string())), "{problem:?}");
        }
    }
}
