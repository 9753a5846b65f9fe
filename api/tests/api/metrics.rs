//! What an operator sees: metrics, the page of the calls, request ids, log lines, traces.

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::process::Server;
use crate::socket::read_some;
use reqwest::Method;
use serde_json::Value;
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// How long a machine with much else to do may take.
const PATIENCE: Duration = Duration::from_secs(120);
const TOKEN: &str = "scrape-0123456789-scrape-scrape-12";

async fn scrape(address: &str, token: &str) -> (u16, String) {
    let answer = reqwest::Client::new()
        .get(address)
        .header("authorization", format!("Bearer {token}"))
        .send()
        .await
        .unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

on_both! {
    /// Metrics for a caller that has the token: calls by route, refusals by kind, what waits.
    async fn figures_need_their_token(app: &TestApp) with |settings| {
        settings.metrics_token = Some(TOKEN.into());
        settings.metrics_bind = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
        // One look at the total, and one purchase.
        settings.limits.checkout = 2;
    }; {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 429);
        let addresses = [format!("http://{}/metrics", app.address()), format!("http://{}/metrics", app.handle().metrics_address().unwrap())];
        for address in addresses {
            assert_eq!(scrape(&address, "").await.0, 401);
            assert_eq!(scrape(&address, "scrape-scrape-scrapf").await.0, 401);
            let (status, text) = scrape(&address, TOKEN).await;
            assert_eq!(status, 200);
            for line in [
                "loggia_calls_total{method=\"POST\",route=\"/api/commerce/checkout\",status=\"200\"} 1",
                "loggia_calls_total{method=\"POST\",route=\"/api/commerce/checkout\",status=\"429\"} 1",
                "loggia_rate_refusals_total{name=\"checkout\"} 1",
                // The shopper's email and the notice for the owner's systems.
                "loggia_outbox_waiting 2",
                "loggia_orders_pending 0",
                "loggia_catalog_version 1",
            ] {
                assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
            }
            assert!(!text.contains("127.0.0.1") && !text.contains("ann@"), "nothing of a visitor is told");
        }
        app.work().await;
        let (_, text) = scrape(&format!("http://{}/metrics", app.address()), TOKEN).await;
        assert!(text.contains("loggia_deliveries_total{name=\"sent\"} 2") && text.contains("loggia_outbox_waiting 0"), "{text}");
    }

    /// Without a token there are no metrics on the address of the shop, and a path nobody wrote down makes no label.
    async fn no_figures_beside_the_shop_without_a_token(app: &TestApp) with |settings| settings.metrics_bind = Some(SocketAddr::from(([127, 0, 0, 1], 0))); {
        assert_eq!(app.visitor().get("/metrics").await.status, 404);
        for number in 0..20 {
            app.visitor().get(&format!("/api/made-up-{number}")).await;
        }
        let (_, text) = scrape(&format!("http://{}/metrics", app.handle().metrics_address().unwrap()), "").await;
        assert!(!text.contains("made-up"), "{text}");
    }

    /// Every answer has an id of its own, which the log names too.
    async fn every_answer_has_its_request_id(app: &TestApp); {
        let visitor = app.visitor();
        let ids = [visitor.get("/api/crumb").await, visitor.get("/api/nowhere").await, visitor.post(CHECKOUT, Value::Null).await]
            .map(|reply| reply.headers["x-request-id"].to_str().unwrap().to_owned());
        assert!(ids.iter().all(|id| id.len() == 36) && ids[0] != ids[1] && ids[1] != ids[2], "{ids:?}");
    }

    /// The page of the calls and its document come from here, whole: nothing is fetched from elsewhere.
    async fn the_calls_can_be_browsed(app: &TestApp); {
        let visitor = app.visitor();
        let document = visitor.get("/api/openapi.json").await.json();
        assert!(document == serde_json::to_value(loggia_api::openapi::document()).unwrap());
        let page = visitor.get("/api/docs/").await;
        assert_eq!(page.status, 200);
        assert!(page.headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'; script-src 'self'"));
        for (mark, end) in [("src=\"", '"'), ("href=\"", '"')] {
            for file in page.text.split(mark).skip(1).map(|rest| rest.split(end).next().unwrap()) {
                assert!(!file.contains("//"), "{file} is elsewhere");
                let reply = visitor.get(&format!("/api/docs/{}", file.trim_start_matches("./"))).await;
                assert_eq!(reply.status, 200, "{file}");
            }
        }
        let start = visitor.get("/api/docs/swagger-initializer.js").await;
        assert!(start.text.contains("/api/openapi.json") && !start.text.contains("petstore"), "{}", start.text);
        assert_eq!(visitor.get("/api/docs/../crumb").await.status, 200);
        assert_eq!(visitor.get("/api/docs/nothing.js").await.status, 404);
    }
}

/// A server of its own with the catalogue in its folder.
fn serve(folder: &std::path::Path, more: &[(&str, &str)]) -> Server {
    std::fs::write(folder.join("catalog.json"), crate::catalog::catalog().to_string()).unwrap();
    Server::start(&format!("sqlite:{}", folder.join("shop.db").display()), folder, more)
}

/// Log lines are JSON with the request's id, and a query is never logged: a cart's token may stand in it.
#[tokio::test]
async fn a_016_log_lines_are_json_without_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &[("LOGGIA_LOG", "loggia_api=debug"), ("LOGGIA_LOG_FORMAT", "json")]);
    let visitor = Visitor::at(&server.base);
    let reply = visitor.get("/api/commerce/shopping-cart?cartToken=very-secret-token").await;
    assert!(server.terminate(), "it ends in order");
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(!log.contains("very-secret-token"), "{log}");
    let id = reply.headers["x-request-id"].to_str().unwrap();
    let line = log.lines().find(|line| line.contains(id)).unwrap_or_else(|| panic!("{id} is not in {log}"));
    let line: Value = serde_json::from_str(line).unwrap();
    assert_eq!(line["span"]["route"], "/api/commerce/shopping-cart");
    assert_eq!((&line["span"]["status"], &line["message"]), (&200.into(), &"answered".into()));
}

/// Traces go where they are sent, as part of the caller's own trace; without the setting nobody is asked.
#[tokio::test]
async fn traces_reach_their_collector() {
    let collector = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}/v1/traces", collector.local_addr().unwrap());
    let collected = std::thread::spawn(move || {
        let (mut stream, _) = collector.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (mut request, mut chunk) = (Vec::new(), [0; 4096]);
        loop {
            let length = read_some(&mut stream, &mut chunk).unwrap();
            request.extend_from_slice(&chunk[..length]);
            let Some(head) = request.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let headers = String::from_utf8_lossy(&request[..head]).to_ascii_lowercase();
            let body: usize = headers
                .split("content-length: ")
                .nth(1)
                .unwrap()
                .split("\r\n")
                .next()
                .unwrap()
                .parse()
                .unwrap();
            if length == 0 || request.len() >= head + 4 + body {
                break;
            }
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
        request
    });
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &[("LOGGIA_LOG", "info"), ("LOGGIA_TRACES_ENDPOINT", &endpoint)]);
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let caller = [("traceparent", format!("00-{trace}-b7ad6b7169203331-01"))];
    Visitor::at(&server.base).send(Method::GET, "/api/crumb", &caller, None).await;
    assert!(server.terminate());
    let request = tokio::task::spawn_blocking(move || collected.join().unwrap()).await.unwrap();
    let holds = |part: &[u8]| request.windows(part.len()).any(|window| window == part);
    assert!(request.starts_with(b"POST /v1/traces "));
    assert!(holds(b"loggia-api") && holds(b"GET /api/crumb"));
    let trace: Vec<u8> =
        (0..16).map(|byte| u8::from_str_radix(&trace[byte * 2..byte * 2 + 2], 16).unwrap()).collect();
    assert!(holds(&trace), "the span is part of the caller's trace");
}

/// A server that is told to end answers what was begun, then ends in order.
#[tokio::test]
async fn a_server_told_to_end_finishes_what_was_begun() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &[]);
    let address = server.base.trim_start_matches("http://").to_owned();
    let mut slow = TcpStream::connect(&address).unwrap();
    let body = "event=1";
    let head = format!(
        "POST /api/census/RecordHit HTTP/1.1\r\nhost: shop\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    slow.write_all(head.as_bytes()).unwrap();
    // The call is begun once the server has answered another one that came later.
    Visitor::at(&server.base).get("/health/live").await;
    let ended = std::thread::spawn(move || server.terminate());
    // It has taken the signal once it takes no more connections.
    let begun = Instant::now();
    while TcpStream::connect(&address).is_ok() {
        assert!(begun.elapsed() < PATIENCE, "the server goes on taking connections");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    slow.write_all(body.as_bytes()).unwrap();
    let mut answer = [0; 64];
    let length = read_some(&mut slow, &mut answer).unwrap();
    assert!(answer[..length].starts_with(b"HTTP/1.1 2"), "{}", String::from_utf8_lossy(&answer[..length]));
    assert!(ended.join().unwrap());
}
