//! What leaves the shop by itself: emails by a mail server, signed messages to the owner's own systems.

use crate::app::{TestApp, on_both};
use crate::cart::{ENTRIES, add};
use crate::checkout::{CHECKOUT, purchase};
use crate::smtp_server::{self, Mood};
use actix_web::web::{Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use futures_util::future::join_all;
use loggia_api::clock::DAY;
use loggia_commerce::check_signature;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, mpsc};

async fn buy(app: &TestApp) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
}

fn header(message: &str, name: &str) -> String {
    message.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))).unwrap().trim().to_owned()
}

/// A system of the owner's: keeps what it is sent, gives the answers it was set to give.
#[derive(Default)]
struct System {
    received: Mutex<Vec<(String, String, String)>>,
    answers: Mutex<VecDeque<u16>>,
}

static SYSTEMS: OnceLock<Mutex<HashMap<String, Arc<System>>>> = OnceLock::new();

const DELIVERIES: &str = "/api/commerce/deliveries";
const HOOK_SECRET: &str = "a secret of the owner's own systems";

fn start_systems(settings: &mut loggia_api::Settings, how_many: usize) {
    for _ in 0..how_many {
        let system = Arc::new(System::default());
        let (say, address) = mpsc::channel();
        let shared = system.clone();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let app = move || {
                    App::new().app_data(Data::from(shared.clone())).default_service(web::route().to(take))
                };
                let http = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
                say.send(http.addrs()[0]).unwrap();
                http.run().await.unwrap();
            });
        });
        let url = format!("http://{}/hook", address.recv().unwrap());
        SYSTEMS.get_or_init(Mutex::default).lock().unwrap().insert(url.clone(), system);
        settings.commerce.webhook_urls.push(url);
    }
    settings.commerce.webhook_secret = Some(HOOK_SECRET.into());
}

async fn take(request: HttpRequest, body: Bytes, system: Data<System>) -> HttpResponse {
    let header = |name: &str| request.headers().get(name).unwrap().to_str().unwrap().to_owned();
    let call =
        (header("loggia-delivery"), header("loggia-signature"), String::from_utf8(body.to_vec()).unwrap());
    system.received.lock().unwrap().push(call);
    let status = system.answers.lock().unwrap().pop_front().unwrap_or(200);
    let mut answer = HttpResponse::build(actix_web::http::StatusCode::from_u16(status).unwrap());
    answer.insert_header(("location", "/elsewhere")).finish()
}

fn system(app: &TestApp, index: usize) -> Arc<System> {
    SYSTEMS.get().unwrap().lock().unwrap()[&app.settings.commerce.webhook_urls[index]].clone()
}

impl System {
    fn received(&self) -> Vec<(String, String, String)> {
        self.received.lock().unwrap().clone()
    }

    fn answers(&self, statuses: &[u16]) {
        self.answers.lock().unwrap().extend(statuses);
    }
}

on_both! {
    /// A-046: an email is a whole message: who writes, to whom, about what, with a name of its own.
    async fn a_046_an_email_goes_by_the_mail_server(app: &TestApp) with |settings| smtp_server::start(settings); {
        buy(app).await;
        app.work().await;
        let emails = smtp_server::of(&app.settings).emails();
        assert_eq!(emails.len(), 1);
        assert_eq!((header(&emails[0], "To"), header(&emails[0], "From")), ("ann@shopper.example".into(), "\"Test Shop\" <shop@shop.example>".into()));
        assert!(header(&emails[0], "Subject").starts_with("Test Shop: your order"), "{}", emails[0]);
        assert!(header(&emails[0], "Message-ID").ends_with("@shop.example>"));
        assert!(emails[0].contains("1 x Bread: $6.00"), "{}", emails[0]);
        app.work().await;
        assert_eq!(smtp_server::of(&app.settings).emails().len(), 1);
    }

    /// A-046: a mail server that says "later" is asked again, with longer pauses; the email arrives once.
    async fn a_046_an_email_is_tried_again(app: &TestApp) with |settings| smtp_server::start(settings); {
        let server = smtp_server::of(&app.settings);
        server.is(&[Mood::Later, Mood::Later]);
        buy(app).await;
        app.work().await;
        app.work().await;
        assert_eq!((server.emails().len(), app.count("outbox", "kind = 'mail' AND attempts = 1 AND last_error LIKE '%451%'").await), (0, 1));
        app.clock.advance(60_000);
        app.work().await;
        app.clock.advance(60_000);
        app.work().await;
        assert_eq!(server.emails().len(), 0);
        app.clock.advance(60_000);
        app.work().await;
        assert_eq!((server.emails().len(), app.count("outbox", "kind = 'mail' AND attempts = 3 AND done_at IS NOT NULL").await), (1, 1));
    }

    /// A-046: an email nobody can get is given up at once, and said so.
    async fn a_046_an_email_to_nobody_is_given_up(app: &TestApp) with |settings| smtp_server::start(settings); {
        smtp_server::of(&app.settings).is(&[Mood::Never]);
        buy(app).await;
        app.work().await;
        assert_eq!(app.count("outbox", "kind = 'mail' AND attempts = 1 AND failed_at IS NOT NULL AND last_error LIKE '%550%'").await, 1);
        app.clock.advance(DAY);
        app.work().await;
        assert_eq!(smtp_server::of(&app.settings).emails().len(), 0);
    }

    /// A-046: when the line is cut after the email was taken, the repeat has the same name, so that it is known as the same.
    async fn a_046_a_repeated_email_is_the_same_email(app: &TestApp) with |settings| smtp_server::start(settings); {
        let server = smtp_server::of(&app.settings);
        server.is(&[Mood::TakesAndVanishes]);
        buy(app).await;
        app.work().await;
        app.clock.advance(60_000);
        app.work().await;
        let names: BTreeSet<String> = server.emails().iter().map(|message| header(message, "Message-ID")).collect();
        assert_eq!((server.emails().len(), names.len()), (2, 1));
    }

    /// A-046: workers that run at once send each email once.
    async fn a_046_workers_at_once_send_each_email_once(app: &TestApp) with |settings| { smtp_server::start(settings); settings.limits.checkout = 1000; settings.connections = 12; }; {
        for _ in 0..10 {
            buy(app).await;
        }
        join_all((0..6).map(|_| app.work())).await;
        let names: BTreeSet<String> = smtp_server::of(&app.settings).emails().iter().map(|message| header(message, "Message-ID")).collect();
        assert_eq!((smtp_server::of(&app.settings).emails().len(), names.len()), (10, 10));
    }

    /// A-048, W-095: a gift card goes to whom it is for, on the morning of its day, with the buyer's words.
    async fn a_048_a_gift_card_goes_to_its_recipient(app: &TestApp) with |settings| smtp_server::start(settings); {
        let visitor = app.visitor();
        let recipient = json!({"recipientName": "Grace", "recipientEmail": "grace@b.example", "message": "Enjoy it", "deliverOn": "2026-12-24"});
        let body = json!({"itemId": "voucher", "sku": "gift-25", "quantity": 1, "additionalFields": recipient.to_string()});
        let added = visitor.post(ENTRIES, body.clone()).await.json();
        let kept: Value = serde_json::from_str(added["newlyAdded"]["additionalFields"].as_str().unwrap()).unwrap();
        assert_eq!(kept, recipient);
        let mut wrong = body;
        wrong["additionalFields"] = json!(json!({"recipientName": "", "recipientEmail": "g@"}).to_string());
        let refused = visitor.post(ENTRIES, wrong).await;
        assert_eq!((refused.status.as_u16(), refused.json()["errors"].as_object().unwrap().len()), (400, 2));
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        app.work().await;
        assert_eq!(smtp_server::of(&app.settings).emails().len(), 1);
        // The morning of the 24th in New York is 13:00 UTC.
        app.clock.advance(33 * DAY + 6 * 3_600_000);
        app.work().await;
        assert_eq!(smtp_server::of(&app.settings).emails().len(), 1);
        app.clock.advance(3_600_000);
        app.work().await;
        let emails = smtp_server::of(&app.settings).emails();
        assert_eq!((emails.len(), header(&emails[1], "To")), (2, "grace@b.example".into()));
        assert!(emails[1].contains("Dear Grace,") && emails[1].contains("Enjoy it") && emails[1].contains("Code: "), "{}", emails[1]);
    }

    /// A-068: the owner's systems are told of an order, each signed for the moment it is sent, each once.
    async fn a_068_the_owners_systems_are_told(app: &TestApp) with |settings| start_systems(settings, 2); {
        buy(app).await;
        app.work().await;
        app.work().await;
        for index in 0..2 {
            let received = system(app, index).received();
            assert_eq!(received.len(), 1);
            let (_, signature, body) = &received[0];
            assert_eq!(check_signature(HOOK_SECRET.as_bytes(), signature, body.as_bytes(), app.clock.now_ms() / 1000), Ok(()));
            let event: Value = serde_json::from_str(body).unwrap();
            assert_eq!((&event["type"], &event["data"]["grandTotalCents"], &event["data"]["email"]), (&json!("order.paid"), &json!(1148), &json!("ann@shopper.example")));
        }
    }

    /// A-068: a system that is away is told again under the same name, one that refuses is not; the other hears it once.
    async fn a_068_a_system_that_is_away_is_told_again(app: &TestApp) with |settings| start_systems(settings, 3); {
        system(app, 0).answers(&[500, 429]);
        system(app, 1).answers(&[404]);
        buy(app).await;
        for _ in 0..5 {
            app.work().await;
            app.clock.advance(5 * 60_000);
        }
        let counts: Vec<usize> = (0..3).map(|index| system(app, index).received().len()).collect();
        assert_eq!(counts, [3, 1, 1]);
        let names: BTreeSet<String> = system(app, 0).received().into_iter().map(|(name, _, _)| name).collect();
        assert_eq!(names.len(), 1);
        assert_eq!(app.count("outbox", "kind = 'webhook' AND failed_at IS NOT NULL").await, 1);
    }

    /// A-068, A-099: what was given up is listed for the owner, and sent again under its name when the owner says so.
    async fn a_068_what_was_given_up_is_sent_again(app: &TestApp) with |settings| { smtp_server::start(settings); start_systems(settings, 1); }; {
        system(app, 0).answers(&[404]);
        smtp_server::of(&app.settings).is(&[Mood::Never]);
        buy(app).await;
        app.work().await;
        app.work().await;
        let owner = app.member("own@shop.example", &[loggia_api::roles::Role::StoreManager]).await;
        let listed = owner.get(DELIVERIES).await.json();
        let all = listed["deliveries"].as_array().unwrap();
        let of = |kind: &str| all.iter().find(|delivery| delivery["kind"] == kind).unwrap();
        assert_eq!((all.len(), &listed["hasNextPage"]), (2, &json!(false)));
        assert_eq!((&of("WEBHOOK")["subject"], &of("WEBHOOK")["recipient"]), (&json!("order.paid"), &json!(app.settings.commerce.webhook_urls[0])));
        assert!(of("WEBHOOK")["fault"].as_str().unwrap().contains("404"), "{listed}");
        assert_eq!((&of("MAIL")["recipient"], &of("MAIL")["attempts"], &of("MAIL")["givenUpOn"]), (&json!("ann@shopper.example"), &json!(1), &json!(app.clock.now_ms())));
        assert!(!listed.to_string().contains("Bread"), "what it says is not told: {listed}");

        let again = |id: &Value| format!("{DELIVERIES}/{}/redelivery", id.as_str().unwrap());
        for kind in ["WEBHOOK", "MAIL"] {
            let path = again(&of(kind)["id"]);
            assert_eq!(owner.post(&path, Value::Null).await.json(), json!({"waiting": true}));
            assert_eq!(owner.post(&path, Value::Null).await.status, 404, "it is on its way already");
        }
        app.work().await;
        let names: BTreeSet<String> = system(app, 0).received().into_iter().map(|(name, _, _)| name).collect();
        assert_eq!((system(app, 0).received().len(), names.len(), smtp_server::of(&app.settings).emails().len()), (2, 1, 1));
        assert_eq!(owner.get(DELIVERIES).await.json()["deliveries"], json!([]));
        assert_eq!(app.count("record", "kind = 'redeliver'").await, 2);
    }

    /// S-838: everything a system was told is listed, with how it stands; what it took and what it did not take is sent again under its
    /// name, once a press, until it is not kept any more; what it says stands in no list.
    async fn s_838_messages_are_listed_and_sent_again(app: &TestApp) with |settings| {
        smtp_server::start(settings);
        start_systems(settings, 2);
        settings.commerce.letters_kept_days = 7;
    }; {
        const WEBHOOKS: &str = "/api/commerce/webhooks/deliveries";
        system(app, 0).answers(&[404]);
        system(app, 1).answers(&[503]);
        buy(app).await;
        app.work().await;
        app.work().await;
        let owner = app.member("own@shop.example", &[loggia_api::roles::Role::StoreManager]).await;
        let told = async || owner.get(WEBHOOKS).await.json();
        let of = |listed: &Value, index: usize| {
            let url = json!(app.settings.commerce.webhook_urls[index]);
            let all = listed["deliveries"].as_array().unwrap();
            let own: Vec<&Value> = all.iter().filter(|one| one["url"] == url).collect();
            assert_eq!(own.len(), 1, "{listed}");
            own[0].clone()
        };
        let path = |one: &Value| format!("{WEBHOOKS}/{}/redelivery", one["id"].as_str().unwrap());
        let listed = told().await;
        assert_eq!((&listed["systems"], &listed["nextPageCursor"]), (&json!(app.settings.commerce.webhook_urls), &Value::Null));
        let (refused, waits) = (of(&listed, 0), of(&listed, 1));
        assert_eq!((&refused["state"], &refused["event"], &refused["mayGoAgain"]), (&json!("GIVEN_UP"), &json!("order.paid"), &json!(true)));
        assert_eq!((&waits["state"], &waits["attempts"], &waits["mayGoAgain"]), (&json!("WAITING"), &json!(1), &json!(false)));
        assert!(refused["fault"].as_str().unwrap().contains("404") && waits["fault"].as_str().unwrap().contains("503"), "{listed}");
        assert!(!listed.to_string().contains("ann@shopper.example") && !listed.to_string().contains("Bread"), "{listed}");
        // S-316: one of them as it is sent, to the letter, without what signs it; and what was answered.
        assert_eq!((&refused["status"], &waits["status"], &waits["triedOn"]), (&json!(404), &json!(503), &json!(app.clock.now_ms())));
        let shown = owner.get(&format!("{WEBHOOKS}/{}", refused["id"].as_str().unwrap())).await.json();
        let (name, signature, body) = system(app, 0).received()[0].clone();
        assert_eq!((&shown["body"], &shown["isHidden"], &shown["event"]), (&json!(body), &json!(false), &json!("order.paid")));
        let header = |name: &str| shown["headers"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap()["value"].as_str().unwrap().to_owned();
        assert_eq!((header("Loggia-Delivery"), header("Content-Type")), (name, "application/json".to_owned()));
        assert_eq!(header("Loggia-Signature"), format!("{},v1=***", signature.split(',').next().unwrap()));
        assert_eq!(owner.get(&format!("{WEBHOOKS}/nothing")).await.status, 404);
        // What a form was answered is for those who read answers; an address's secrets are for nobody.
        app.execute(&format!("INSERT INTO outbox (id, dedupe_key, kind, body, due_at, created_at, done_at, last_error) VALUES ('zz', 'zz', 'webhook', \
            '{}', 1, 1, 1, 'https://a:b@hooks.example/x?key=c: 410')", json!({"url": "https://a:b@hooks.example/x?key=c", "event": {"type": "form.submitted", "answer": "42"}}))).await;
        let hidden = owner.get(&format!("{WEBHOOKS}/zz")).await.json();
        assert_eq!((&hidden["body"], &hidden["isHidden"], &hidden["url"]), (&Value::Null, &json!(true), &json!("https://a:***@hooks.example/x?key=***")));
        assert_eq!(hidden["fault"], "https://a:***@hooks.example/x?key=***: 410");
        let admin = app.member("boss@shop.example", &[loggia_api::roles::Role::Admin]).await;
        assert_eq!(admin.get(&format!("{WEBHOOKS}/zz")).await.json()["body"], "{\"type\":\"form.submitted\",\"answer\":\"42\"}");
        app.execute("DELETE FROM outbox WHERE id = 'zz'").await;
        assert_eq!(owner.post(&path(&waits), Value::Null).await.status, 404);
        app.clock.advance(60_000);
        app.work().await;
        let taken = of(&told().await, 1);
        assert_eq!((&taken["state"], &taken["endedOn"]), (&json!("DELIVERED"), &json!(app.clock.now_ms())));
        for one in [&refused, &taken] {
            assert_eq!(owner.post(&path(one), Value::Null).await.json(), json!({"waiting": true}));
            assert_eq!(owner.post(&path(one), Value::Null).await.status, 404, "it is on its way already");
        }
        app.work().await;
        let listed = told().await;
        for index in 0..2 {
            assert_eq!(of(&listed, index)["state"], "DELIVERED");
            let received = system(app, index).received();
            let names: BTreeSet<&String> = received.iter().map(|(name, _, _)| name).collect();
            let says: BTreeSet<&String> = received.iter().map(|(_, _, body)| body).collect();
            assert_eq!((received.len(), names.len(), says.len()), (2 + index, 1, 1));
            for (_, signature, body) in &received {
                assert_eq!(check_signature(HOOK_SECRET.as_bytes(), signature, body.as_bytes(), app.clock.now_ms() / 1000), Ok(()));
            }
        }
        assert_eq!(app.count("record", "kind = 'redeliver'").await, 2);
        // An email that was sent keeps nothing; a message does for as long as emails that were given up.
        assert_eq!(app.count("outbox", "kind = 'mail' AND done_at IS NOT NULL AND body <> ''").await, 0);
        app.clock.advance(8 * DAY);
        app.work().await;
        let owner = app.member("own2@shop.example", &[loggia_api::roles::Role::StoreManager]).await;
        let listed = owner.get(WEBHOOKS).await.json();
        assert!(listed["deliveries"].as_array().unwrap().iter().all(|one| one["mayGoAgain"] == json!(false) && one["url"] == ""), "{listed}");
        assert_eq!(owner.post(&path(&taken), Value::Null).await.status, 404);
    }

    /// A-099: for those who manage the store alone; and only emails and messages: what became of money has its own rules.
    async fn a_099_only_the_owner_sends_again(app: &TestApp) with |settings| settings.limits.log_in = 1000; {
        app.execute("INSERT INTO outbox (id, dedupe_key, kind, body, due_at, failed_at, created_at) VALUES ('r', 'r', 'refund', '{}', 0, 1, 0)").await;
        app.execute("INSERT INTO outbox (id, dedupe_key, kind, body, due_at, done_at, created_at) VALUES ('d', 'd', 'mail', '', 0, 1, 0)").await;
        assert_eq!(app.visitor().get(DELIVERIES).await.status, 401);
        assert_eq!(app.visitor().post(&format!("{DELIVERIES}/r/redelivery"), Value::Null).await.status, 401);
        for role in loggia_api::roles::Role::ALL {
            use loggia_api::roles::Role::{Admin, StoreManager};
            let who = app.member(&format!("{}@shop.example", role.code()), &[role]).await;
            let may = matches!(role, Admin | StoreManager);
            assert_eq!(who.get(DELIVERIES).await.status, if may { 200 } else { 403 }, "{role}");
            for id in ["r", "d", "nobody"] {
                let path = format!("{DELIVERIES}/{id}/redelivery");
                assert_eq!(who.post(&path, Value::Null).await.status, if may { 404 } else { 403 }, "{role} {id}");
            }
        }
    }

    /// A-068: a redirect is not followed: it could lead anywhere.
    async fn a_068_a_redirect_is_not_followed(app: &TestApp) with |settings| start_systems(settings, 1); {
        system(app, 0).answers(&[307]);
        buy(app).await;
        app.work().await;
        app.work().await;
        assert_eq!((system(app, 0).received().len(), app.count("outbox", "kind = 'webhook' AND failed_at IS NOT NULL").await), (1, 1));
    }
}
