//! A submission is never lost: servers that are killed between any two steps of one, a mail server that is down for an hour,
//! systems that answer 500. What was sent arrives everywhere; a repeat has the same name, by which receivers know it.
//!
//! `LOGGIA_STRESS_ROUNDS` sets how often the server is killed (`make stress`: 50).

use crate::app::{Store, TestApp, Visitor, number, on_both};
use crate::connectors::{self, Services, services_of};
use crate::forms::{prove, send};
use crate::process::Server;
use crate::smtp_server::{self, Mood, SmtpServer};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use loggia_api::Settings;
use loggia_api::clock::{Clock, DAY};
use loggia_api::config::ListConfirmation;
use loggia_api::repository::outbox;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many send at the same time.
const SENDERS: usize = 6;
const PATIENCE: Duration = Duration::from_secs(60);

fn rounds() -> usize {
    std::env::var("LOGGIA_STRESS_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5)
}

/// The shop with a form that goes everywhere a form can go.
fn catalog(base: &str) -> Value {
    let mut catalog = crate::catalog::catalog();
    catalog["forms"].as_array_mut().unwrap().push(json!({
        "id": "lasting", "name": "Lasting", "fields": [
            {"id": "who", "type": "text", "title": "Who"}, {"id": "email", "type": "email", "title": "Email"},
        ],
        "storage": [
            {"kind": "inbox"}, {"kind": "email", "target": "owner@shop.example"}, {"kind": "list", "target": "news"},
            {"kind": "webhook", "target": format!("{base}/webhook")}, {"kind": "hook", "target": format!("{base}/hook")},
            {"kind": "audience", "target": format!("{base}/3.0/lists/abc")},
            {"kind": "sheet", "target": format!("{base}/v4/spreadsheets/s1/values/Wishes")},
        ],
    }));
    catalog
}

fn answers(who: &str) -> Value {
    json!({"who": who, "email": format!("{who}@shopper.example")})
}

/// The receivers of one test, which outlive every server.
struct Receivers {
    settings: Settings,
    base: String,
    services: Arc<Services>,
    mail: Arc<SmtpServer>,
}

impl Receivers {
    fn start() -> Receivers {
        let mut settings = Settings::default();
        connectors::start(&mut settings);
        smtp_server::start(&mut settings);
        let ((base, services), mail) = (services_of(&settings), smtp_server::of(&settings));
        Receivers { settings, base, services, mail }
    }

    /// How much has arrived at the receiver that a round waits for.
    fn arrived(&self, round: usize) -> usize {
        match round % 5 {
            1 => self.mail.emails().len(),
            2 => self.services.calls("/hook").len(),
            3 => self.services.calls("/webhook").len(),
            _ => self.services.rows.lock().unwrap().len(),
        }
    }

    fn server(&self, database: &str, folder: &std::path::Path) -> Server {
        let commerce = &self.settings.commerce;
        let more = [
            // The receivers stand on this machine, which nobody may call who was not allowed to.
            ("LOGGIA_ALLOW_HOSTS", "127.0.0.1"),
            // A member at once: that a list waits for its email is shown in `lists`.
            ("LOGGIA_LIST_CONFIRMATION", "single"),
            ("LOGGIA_SMTP_URL", commerce.smtp_url.as_deref().unwrap()),
            ("LOGGIA_MAIL_FROM", commerce.mail_from.as_deref().unwrap()),
            ("LOGGIA_AUDIENCE_KEY", commerce.audience_key.as_deref().unwrap()),
            ("LOGGIA_SHEET_ACCOUNT", commerce.sheet_account.as_deref().unwrap()),
        ];
        Server::start(database, folder, &more)
    }
}

/// One submission: what it says, how it is sent again, and whether it was answered.
struct Sent {
    who: String,
    key: Option<String>,
    crumb: String,
    is_answered: bool,
}

fn headers(crumb: &str) -> [(&'static str, String); 2] {
    [("x-csrf-token", crumb.to_owned()), ("content-type", "application/json".to_owned())]
}

/// From an empty page to the answer, as far as there is a server.
async fn submit(base: String, who: String) -> Sent {
    let visitor = Visitor::at(&base);
    let mut sent = Sent { who, key: None, crumb: String::new(), is_answered: false };
    if visitor.try_send(Method::GET, "/api/crumb", &[], None).await.is_err() {
        return sent;
    }
    sent.crumb = visitor.cookie("crumb").unwrap();
    let path = "/api/form/FormSubmissionKey";
    let Ok(reply) = visitor.try_send(Method::POST, path, &headers(&sent.crumb), Some("{}".into())).await
    else {
        return sent;
    };
    sent.key = Some(reply.json()["data"]["key"].as_str().unwrap().to_owned());
    sent.is_answered = save(&base, &sent).await == Some(200);
    sent
}

/// Sends it; `None` when there is nobody to answer.
async fn save(base: &str, sent: &Sent) -> Option<u16> {
    let visitor = Visitor::at(base);
    visitor.set_cookie("crumb", &sent.crumb);
    let key = sent.key.as_deref()?;
    let body = json!({"key": key, "proof": prove(key), "formId": "lasting", "form": answers(&sent.who), "pagePath": "/contact"});
    let path = "/api/form/SaveFormSubmission";
    let reply =
        visitor.try_send(Method::POST, path, &headers(&sent.crumb), Some(body.to_string())).await.ok()?;
    Some(reply.status.as_u16())
}

/// Everybody sends; the server dies after so many answers, or at the moment when the next thing arrives somewhere: then what
/// arrived is not yet written down.
async fn round(receivers: &Receivers, server: Server, round: usize) -> Vec<Sent> {
    let mut sending: FuturesUnordered<_> = (0..SENDERS)
        .map(|sender| tokio::spawn(submit(server.base.clone(), format!("round-{round}-{sender}-"))))
        .collect();
    let mut done = Vec::new();
    let answers = 1 + round % SENDERS;
    while done.len() < answers {
        done.push(sending.next().await.unwrap().unwrap());
    }
    if !round.is_multiple_of(5) {
        let (before, begun) = (receivers.arrived(round), Instant::now());
        while receivers.arrived(round) == before && begun.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(receivers.arrived(round) > before, "nothing arrived in round {round}");
    }
    tokio::task::block_in_place(|| server.kill());
    while let Some(sent) = sending.next().await {
        done.push(sent.unwrap());
    }
    done
}

async fn under_load(store: Store) {
    let folder = tempfile::tempdir().unwrap();
    let database = match store {
        Store::Sqlite => format!("sqlite:{}", folder.path().join("shop.db").display()),
        Store::Postgres => match crate::postgres::fresh_database().await {
            Some(url) => url,
            None => return,
        },
    };
    let receivers = Receivers::start();
    std::fs::write(folder.path().join("catalog.json"), catalog(&receivers.base).to_string()).unwrap();
    let mut expected = BTreeSet::new();
    for number in 0..rounds() {
        let server = receivers.server(&database, folder.path());
        let sent = round(&receivers, server, number).await;
        // A client that got no answer sends the same once more: it is kept now, or it was.
        let server = receivers.server(&database, folder.path());
        for one in &sent {
            let Some(again) = save(&server.base, one).await else { continue };
            assert!(again == 400 || (again == 200 && !one.is_answered), "{}: {again}", one.who);
            expected.insert(one.who.clone());
        }
        tokio::task::block_in_place(|| server.kill());
    }
    assert!(expected.len() > rounds(), "only {} submissions", expected.len());
    deliver_the_rest(&receivers, &database, folder.path()).await;
    check(&receivers, &database, &expected).await;
    println!(
        "{store:?}: {} submissions, {} servers killed, each kept once and arrived",
        expected.len(),
        2 * rounds()
    );
}

/// A day later everything that waits for its next try is due.
async fn deliver_the_rest(receivers: &Receivers, database: &str, folder: &std::path::Path) {
    let settings = Settings {
        bind: ([127, 0, 0, 1], 0).into(),
        database_url: Some(database.into()),
        data_folder: folder.to_owned(),
        no_background_work: true,
        list_confirmation: ListConfirmation::Single,
        allow_hosts: Some("127.0.0.1".into()),
        ..receivers.settings.clone()
    };
    let tomorrow = Clock::stopped_at(Clock::System.now_ms() + DAY);
    let handle = loggia_api::serve_at(settings, tomorrow, loggia_api::nothing()).await.unwrap();
    let (db, now) = (&handle.context().db, handle.context().clock.now_ms());
    while !db.read(async |connection| outbox::due(connection, now).await).await.unwrap().is_empty() {
        loggia_api::work::send_due(handle.context()).await.unwrap();
    }
    handle.stop().await;
    assert_eq!(number(database, "SELECT COUNT(*) FROM outbox WHERE done_at IS NULL").await, 0);
}

/// Kept once; arrived at every receiver, under one name.
async fn check(receivers: &Receivers, database: &str, expected: &BTreeSet<String>) {
    let kept = number(database, "SELECT COUNT(*) FROM form_submission").await;
    assert_eq!(kept, i64::try_from(expected.len()).unwrap());
    let emails = receivers.mail.emails();
    let name_of = |message: &String| {
        message.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap().to_owned()
    };
    let rows = receivers.services.rows.lock().unwrap().clone();
    for who in expected {
        let sql = format!("SELECT COUNT(*) FROM form_submission WHERE answers LIKE '%\"{who}\"%'");
        assert_eq!(number(database, &sql).await, 1, "{who}");
        let member =
            format!("SELECT COUNT(*) FROM mailing_list_member WHERE email = '{who}@shopper.example'");
        assert_eq!(number(database, &member).await, 1, "{who}");
        let ids: BTreeSet<String> =
            emails.iter().filter(|message| message.contains(&format!("Who: {who}\n"))).map(name_of).collect();
        assert_eq!(ids.len(), 1, "{who}: letters");
        for path in ["/webhook", "/hook"] {
            let calls = receivers.services.calls(path);
            let named = format!("\"{who}\"");
            let ids: BTreeSet<&str> = calls
                .iter()
                .filter(|call| call.body.contains(&named))
                .map(|call| call.delivery.as_str())
                .collect();
            assert_eq!(ids.len(), 1, "{who}: {path}");
        }
        let members = receivers.services.calls("/3.0/");
        let named = format!("\"{who}@shopper.example\"");
        assert!(members.iter().any(|call| call.body.contains(&named)), "{who}: audience");
        // A table has no names to know a repeat by: it is looked into first.
        let written = rows.iter().filter(|row| row.to_string().contains(&format!("\"{who}\""))).count();
        assert_eq!(written, 1, "{who}: rows");
    }
}

/// on the embedded file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_068_a_killed_server_loses_no_submission_on_sqlite() {
    under_load(Store::Sqlite).await;
}

/// on the server that many share.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_068_a_killed_server_loses_no_submission_on_postgres() {
    under_load(Store::Postgres).await;
}

fn start(settings: &mut Settings) {
    connectors::start(settings);
    smtp_server::start(settings);
}

on_both! {
    /// the mail server is down for an hour, and every system of the owner's answers 500 as long: afterwards each has
    /// what was sent, once.
    async fn a_068_an_hour_without_mail_and_hooks(app: &TestApp) with |settings| start(settings); {
        let ((base, services), mail) = (services_of(&app.settings), smtp_server::of(&app.settings));
        app.publish(&catalog(&base)).await;
        mail.is(&[Mood::Later; 100]);
        services.fails(&[("/", 500); 1000]);
        assert_eq!(send(&app.visitor(), "lasting", answers("ann")).await.status, 200);
        for _ in 0..60 {
            app.work().await;
            app.clock.advance(60_000);
        }
        assert_eq!((mail.emails().len(), app.count("outbox", "done_at IS NULL AND failed_at IS NULL").await), (0, 5));
        let paths = ["/webhook", "/hook", "/3.0/"];
        let before = paths.map(|path| services.calls(path).len());
        assert!(before.iter().all(|tries| (3..12).contains(tries)), "{before:?}: not given up, and not hammered at");
        mail.recovers();
        services.recovers();
        for _ in 0..90 {
            app.work().await;
            app.clock.advance(60_000);
        }
        assert_eq!(mail.emails().len(), 1);
        assert_eq!(paths.map(|path| services.calls(path).len()), before.map(|tries| tries + 1));
        let rows = services.rows.lock().unwrap().len();
        assert_eq!((rows, app.count("outbox", "done_at IS NULL").await), (1, 0));
    }
}
