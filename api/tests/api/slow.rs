//! What strangers send before anybody knows them is bounded: in bytes, in number, in time (S-055 to S-058).

use crate::app::{TestApp, Visitor, on_both};
use crate::process::Server;
use crate::socket::read_some;
use loggia_commerce::signature_header;
use reqwest::Method;
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

const SECRET: &str = "publish-0123456789-publish-abcdef";
const PREVIOUS: &str = "before-0123456789-before-abcdefgh";
const CALL: &str = "/api/commerce/catalog";

fn publisher(settings: &mut loggia_api::Settings) {
    settings.commerce.publish_secret = Some(SECRET.into());
    settings.commerce.publish_secret_previous = Some(PREVIOUS.into());
    settings.commerce.catalog_bytes = 2 * 1024 * 1024;
    settings.limits.hand_over = 1000;
}

async fn hand_over(visitor: &Visitor, signature: String, body: &str) -> (u16, String) {
    let headers = [("content-type", "application/json".to_owned()), ("loggia-signature", signature)];
    let reply = visitor.send(Method::POST, CALL, &headers, Some(body.to_owned())).await;
    (reply.status.as_u16(), reply.json()["code"].as_str().unwrap_or_default().to_owned())
}

/// Sends the head of a call and `sent` bytes of a body of `length`, and gives the connection back.
fn half(address: &str, signature: &str, length: usize, sent: usize) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST {CALL} HTTP/1.1\r\nhost: shop\r\nloggia-signature: {signature}\r\ncontent-length: {length}\r\n\r\n"
    );
    // The other side may close at once: that is one of the answers.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&vec![b'x'; sent]));
    stream
}

fn answer(mut stream: TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // Its head; what follows may never end.
    let mut head = Vec::new();
    let mut piece = [0; 512];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match read_some(&mut stream, &mut piece) {
            Ok(length @ 1..) => head.extend_from_slice(&piece[..length]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&head).into_owned()
}

/// Signed in form and time by somebody without the secret.
fn guessed(app: &TestApp) -> String {
    signature_header(b"nobody's", app.clock.now_ms() / 1000, b"")
}

/// Of bodies that were refused.
fn nothing_is_left(app: &TestApp) {
    let left: Vec<_> = std::fs::read_dir(&app.settings.data_folder).into_iter().flatten().collect();
    let is_kept = |name: std::ffi::OsString| !name.to_string_lossy().starts_with(".tmp");
    assert!(left.iter().all(|entry| is_kept(entry.as_ref().unwrap().file_name())), "{left:?}");
}

on_both! {
    /// S-055: without a signature that can be one, and is of now, no byte of a body is waited for.
    async fn s_055_a_signature_is_looked_at_before_the_body(app: &TestApp) with |settings| publisher(settings); {
        let address = app.address().to_string();
        let now = app.clock.now_ms() / 1000;
        let stale = signature_header(SECRET.as_bytes(), now - 301, b"");
        let long = format!("{},{}", guessed(app), "v1=00".repeat(300));
        let answers = tokio::task::spawn_blocking(move || {
            let all = ["", "t=1", "nonsense", &stale, &long].map(|signature| half(&address, signature, 1_000_000, 10));
            all.map(answer)
        });
        for answer in answers.await.unwrap() {
            assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
        }
    }

    /// S-055: a body that is said to be too large, or turns out to be, is refused; two arrive at once.
    async fn s_055_large_bodies_are_bounded_in_size_and_number(app: &TestApp) with |settings| {
        publisher(settings);
        settings.commerce.catalog_ms = 60_000;
    }; {
        let address = app.address().to_string();
        let (signature, place) = (guessed(app), address.clone());
        let large = tokio::task::spawn_blocking(move || answer(half(&place, &signature, 3_000_000, 10)));
        assert!(large.await.unwrap().starts_with("HTTP/1.1 413"));
        let signature = guessed(app);
        let (waiting, third) = tokio::task::spawn_blocking(move || {
            let waiting: Vec<TcpStream> = (0..2).map(|_| half(&address, &signature, 1000, 10)).collect();
            // The server has both bodies begun once it has answered a third call with "busy".
            let mut thirds = (0..5000).map(|_| answer(half(&address, &signature, 0, 0)));
            let third = thirds.find(|third| !third.starts_with("HTTP/1.1 401")).unwrap_or_default();
            (waiting, third)
        })
        .await
        .unwrap();
        assert!(third.starts_with("HTTP/1.1 429") && third.contains("retry-after: 5"), "{third}");
        drop(waiting);
    }

    /// S-055: a body arrives in its time, or its place is given to another; nothing of it is left.
    async fn s_055_large_bodies_are_bounded_in_time(app: &TestApp) with |settings| {
        publisher(settings);
        settings.commerce.catalog_ms = 500;
    }; {
        let (address, signature) = (app.address().to_string(), guessed(app));
        let ended = tokio::task::spawn_blocking(move || {
            let waiting: Vec<TcpStream> = (0..2).map(|_| half(&address, &signature, 1000, 10)).collect();
            waiting.into_iter().map(answer).collect::<Vec<_>>()
        });
        for answer in ended.await.unwrap() {
            assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
        }
        nothing_is_left(app);
    }

    /// S-055: anyone who has the secret is heard after the others, and nobody else.
    async fn s_055_the_publisher_is_heard_after_the_others(app: &TestApp) with |settings| publisher(settings); {
        let body = "{}".repeat(700_000);
        let signed = signature_header(SECRET.as_bytes(), app.clock.now_ms() / 1000, body.as_bytes());
        assert_eq!(hand_over(&app.visitor(), signed, &body).await, (400, "malformed-catalog".into()));
        assert_eq!(hand_over(&app.visitor(), guessed(app), &body).await, (401, "bad-signature".into()));
        nothing_is_left(app);
    }

    /// S-054: while a publish secret is replaced both are believed.
    async fn s_054_the_publish_secret_of_before_is_believed(app: &TestApp) with |settings| publisher(settings); {
        for (secret, status) in [(SECRET, 200), (PREVIOUS, 200), ("another-0123456789-another-abcdef", 401)] {
            let body = crate::catalog::catalog().to_string();
            let signed = signature_header(secret.as_bytes(), app.clock.now_ms() / 1000, body.as_bytes());
            assert_eq!(hand_over(&app.visitor(), signed, &body).await.0, status, "{secret}");
        }
    }

    /// S-052: an empty secret signs for nobody.
    async fn s_052_an_empty_publish_secret_takes_no_catalogue(app: &TestApp) with |settings| settings.commerce.publish_secret = Some("".into()); {
        let body = crate::catalog::catalog().to_string();
        let signed = signature_header(b"", app.clock.now_ms() / 1000, body.as_bytes());
        assert_eq!(hand_over(&app.visitor(), signed, &body).await.0, 404);
    }

    /// S-056: what browsers tell has a rate of its own.
    async fn s_056_what_is_told_of_visits_has_a_rate(app: &TestApp) with |settings| settings.limits.beacon = 5; {
        let visitor = app.visitor();
        for (number, path) in [
            "/api/census/RecordHit", "/api/census/overlay", "/api/events/RecordJavascriptErrors", "/api/v1/clanker/events",
            "/api/1/performance/records", "/api/census/RecordHit", "/api/events/RecordEvent",
        ].into_iter().enumerate() {
            let status = visitor.post_form(path, &[("event", "1")]).await.status.as_u16();
            assert_eq!(status == 429, number >= 5, "{path}: {status}");
        }
        // Nothing else is counted with them.
        assert_eq!(visitor.get("/api/crumb").await.status, 200);
    }

    /// S-057: a form that nobody made is looked up before anything is counted or kept.
    async fn s_057_ten_thousand_made_up_forms_leave_no_key(app: &TestApp); {
        let visitor = app.visitor();
        visitor.crumb().await;
        let before = app.handle().context().rates.keys();
        let rows = app.count("rate", "1 = 1").await;
        for number in 0..10_000 / if app.settings.database_url.is_some() { 20 } else { 1 } {
            let form_id = format!("{number}-{}", "x".repeat(if number % 100 == 0 { 40_000 } else { 20 }));
            let reply = visitor.post("/api/form/SaveFormSubmission", json!({"key": "k", "formId": form_id, "form": {}})).await;
            assert_eq!(reply.status, 404);
        }
        assert_eq!((app.handle().context().rates.keys(), app.count("rate", "1 = 1").await), (before, rows));
    }

    /// S-058: the store of visits keeps to what it is given: the oldest events go, and the count tells.
    async fn s_058_a_full_store_of_visits_forgets_its_oldest(app: &TestApp) with |settings| {
        settings.tracking.visits_megabytes = 2;
        settings.metrics_token = Some("scrape-0123456789-scrape-scrape-12".into());
    }; {
        let visitor = app.visitor();
        for number in 0..1500 {
            app.clock.advance(1);
            // Nothing that a database could press together.
            let noise: String = (0..70).map(|_| loggia_api::token::opaque()).collect();
            let data = format!("{number} {noise}");
            visitor.post_form("/api/census/RecordHit", &[("event", "1"), ("data", &data)]).await;
        }
        app.handle().context().tracking.flush().await;
        if app.settings.database_url.is_some() {
            app.execute("ANALYZE").await;
        }
        app.work().await;
        let dropped = app.handle().context().tracking.gauges().dropped;
        assert!((400..1500).contains(&dropped), "{dropped}");
        assert_eq!(app.count_visits("event", "kind = 'hit'").await, 1500 - i64::try_from(dropped).unwrap());
        assert_eq!(app.count_visits("event", "data LIKE '1499 %'").await, 1, "the newest stay");
        assert_eq!(app.count_visits("event", "data LIKE '0 %'").await, 0);
        let context = app.handle().context();
        let text = context.metrics.text(Default::default(), context.tracking.gauges(), 0).unwrap();
        assert!(text.contains(&format!("loggia_events_dropped_total {dropped}")), "{text}");
    }
}

/// The memory of a process, in bytes.
fn resident(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// What the files of a folder take.
fn disk(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(
            |entry| if entry.path().is_dir() { disk(&entry.path()) } else { entry.metadata().unwrap().len() },
        )
        .sum()
}

/// S-055, S-057: two hundred connections with half of a large body each and ten thousand made-up forms leave memory and
/// disk where they were. What strangers could fill before: 200 × 32 MB of bodies and 10,000 keys of up to 64 KB.
#[tokio::test]
async fn s_055_slow_bodies_and_made_up_forms_leave_memory_and_disk() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("catalog.json"), crate::catalog::catalog().to_string()).unwrap();
    let database = format!("sqlite:{}", folder.path().join("shop.db").display());
    let server = Server::start(&database, folder.path(), &[("LOGGIA_PUBLISH_SECRET", SECRET)]);
    let visitor = Visitor::at(&server.base);
    visitor.crumb().await;
    let address = server.base.trim_start_matches("http://").to_owned();
    let (memory, files) = (resident(server.id()), disk(folder.path()));
    let now = loggia_api::clock::Clock::System.now_ms() / 1000;
    let slow = tokio::task::spawn_blocking(move || {
        let signature = signature_header(b"nobody's", now, b"");
        (0..200).map(|_| half(&address, &signature, 30_000_000, 1_000_000)).collect::<Vec<TcpStream>>()
    })
    .await
    .unwrap();
    let crumb = visitor.crumb().await;
    for number in 0..10_000 {
        let form_id = format!("{number}-{}", "x".repeat(if number % 10 == 0 { 60_000 } else { 50 }));
        let body = json!({"key": "k", "formId": form_id, "form": {}}).to_string();
        let headers = [("content-type", "application/json".to_owned()), ("x-csrf-token", crumb.clone())];
        let reply = visitor.send(Method::POST, "/api/form/SaveFormSubmission", &headers, Some(body)).await;
        assert_eq!(reply.status, 404);
    }
    let (memory_after, files_after) = (resident(server.id()), disk(folder.path()));
    drop(slow);
    println!(
        "200 slow bodies and 10,000 made-up forms: memory {} KB to {} KB, disk {} KB to {} KB",
        memory / 1024,
        memory_after / 1024,
        files / 1024,
        files_after / 1024
    );
    assert!(memory_after < memory + 48 * 1024 * 1024, "{memory} to {memory_after}");
    assert!(files_after < files + 4 * 1024 * 1024, "{files} to {files_after}");
    assert!(server.terminate());
}
