//! The catalogue goes to the api of the shop in the same publish: a real api, called over HTTP.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use loggia_api::config::TrackingSettings;
use loggia_api::{CommerceSettings, Handle, Settings, tracking};
use serde_json::Value;

use crate::deploys::Service;
use crate::site::tree;
use crate::victim::Victim;

pub const SECRET: &str = "the secret that both sides of it know";
/// A secret that nobody else knows.
const ANOTHER: &str = "a secret that only one of them knows";
pub const TOKEN: &str = "the token of the reports of this shop";

/// A running api with an empty store of its own.
pub struct Shop {
    handle: Option<Handle>,
    runtime: tokio::runtime::Runtime,
    _folder: tempfile::TempDir,
}

impl Shop {
    pub fn start() -> Shop {
        let folder = tempfile::tempdir().unwrap();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let settings = Settings {
            bind: "127.0.0.1:0".parse().unwrap(),
            data_folder: folder.path().to_path_buf(),
            workers: Some(1),
            commerce: CommerceSettings {
                publish_secret: Some(SECRET.to_owned()),
                ..CommerceSettings::default()
            },
            tracking: TrackingSettings {
                report_token: Some(TOKEN.to_owned()),
                ..TrackingSettings::default()
            },
            ..Settings::default()
        };
        let handle = runtime.block_on(loggia_api::serve(settings, loggia_api::nothing())).unwrap();
        Shop { handle: Some(handle), runtime, _folder: folder }
    }

    fn address(&self) -> SocketAddr {
        self.handle.as_ref().unwrap().address()
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address())
    }

    /// The whole answer to a call; `head` ends each of its lines.
    pub fn call(&self, call: &str, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        let (host, length) = (self.address(), body.len());
        let request = format!(
            "{call} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n{head}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// The answer to a question, as a visitor's browser gets it.
    fn ask(&self, path: &str) -> Value {
        self.ask_as(path, "")
    }

    /// A report, as a program with the token gets it.
    pub fn report(&self, name: &str) -> Value {
        self.ask_as(&format!("/api/reports/{name}"), &format!("authorization: Bearer {TOKEN}\r\n"))
    }

    /// Everything that was sent so far is in the reports.
    pub fn roll_up(&self) {
        let context = self.handle.as_ref().unwrap().context();
        self.runtime.block_on(async {
            context.tracking.flush().await;
            let now = context.clock.now_ms();
            tracking::roll_up(context.tracking.db(), HashSet::new(), now).await.unwrap();
        });
    }

    fn ask_as(&self, path: &str, head: &str) -> Value {
        let answer = self.call(&format!("GET {path}"), head, "");
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        let json = body.find(['{', '[']).unwrap_or_default();
        let end = body.rfind(['}', ']']).map_or(body.len(), |end| end + 1);
        serde_json::from_str(&body[json..end]).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// The stock numbers of the cup's variants, in order.
    fn cups(&self) -> Vec<String> {
        let stock = self.ask("/api/commerce/inventory/stocks?itemIds=p-cup");
        let variants = stock["items"]["p-cup"]["variants"].as_array().cloned().unwrap_or_default();
        variants.iter().map(|variant| variant["sku"].as_str().unwrap().to_owned()).collect()
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take() {
            self.runtime.block_on(handle.stop());
        }
    }
}

/// A site that is published into a folder and tells this shop.
pub fn site(url: &str, target: &str, environment: &[(&'static str, &str)]) -> Victim {
    let victim = Victim::new(target, environment);
    victim.change("site.json", |site| site["publish"]["catalog"] = serde_json::json!({"url": url}));
    victim
}

/// Publishes; the code at the end, and what was printed.
fn publish(victim: &Victim) -> (Option<i32>, String) {
    let done = victim.command().output().unwrap();
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

fn sku(victim: &Victim, from: &str, to: &str) {
    victim.change("content/goods/01-cup.json", |cup| {
        let variants = cup["structuredContent"]["variants"].as_array_mut().unwrap();
        variants.iter_mut().filter(|variant| variant["sku"] == from).for_each(|v| v["sku"] = to.into());
    });
}

/// G-012.
#[test]
fn g_012_the_shop_has_the_catalogue_of_the_pages_after_one_publish() {
    let shop = Shop::start();
    let victim = site(&shop.url(), "dir:{}/live", &[("LOGGIA_PUBLISH_SECRET", SECRET)]);
    assert_eq!(shop.cups(), [""; 0], "the shop begins with nothing");
    assert_eq!(publish(&victim), (Some(0), String::new()));
    assert_eq!(shop.cups(), ["CUP-R", "CUP-B"]);
    sku(&victim, "CUP-B", "CUP-BLUE");
    assert_eq!(publish(&victim), (Some(0), String::new()));
    assert_eq!(shop.cups(), ["CUP-R", "CUP-BLUE"]);
    assert_eq!(publish(&victim), (Some(0), String::new()), "the same once more changes nothing");
    assert_eq!(shop.cups(), ["CUP-R", "CUP-BLUE"]);
    let form = shop.ask("/api/form/FormSubmissionKey");
    assert!(form.is_object(), "{form}");
}

#[test]
fn g_021_a_shop_that_refuses_leaves_the_site_that_was_live() {
    let shop = Shop::start();
    let victim = site(&shop.url(), "dir:{}/live", &[("LOGGIA_PUBLISH_SECRET", SECRET)]);
    assert_eq!(publish(&victim).0, Some(0));
    let live = victim.beside("live/current");
    let before = tree(&live.canonicalize().unwrap());
    sku(&victim, "CUP-B", "CUP-BLUE");
    let mut command = victim.command();
    let done = command.env("LOGGIA_PUBLISH_SECRET", ANOTHER).output().unwrap();
    let printed = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(3), "{printed}");
    assert!(
        printed.contains("the site that was live still is") && printed.contains("LOGGIA_PUBLISH_SECRET"),
        "{printed}"
    );
    assert_eq!(tree(&live.canonicalize().unwrap()), before);
    assert_eq!(shop.cups(), ["CUP-R", "CUP-B"]);
    assert_eq!(publish(&victim).0, Some(0), "the next one completes");
    assert_ne!(tree(&live.canonicalize().unwrap()), before);
    assert_eq!(shop.cups(), ["CUP-R", "CUP-BLUE"]);
}

#[test]
fn a_first_publish_says_that_only_its_pages_are_live() {
    let shop = Shop::start();
    let victim = site(&shop.url(), "dir:{}/live", &[("LOGGIA_PUBLISH_SECRET", ANOTHER)]);
    let (code, printed) = publish(&victim);
    assert_eq!(code, Some(3), "{printed}");
    assert!(printed.contains("are live, but the shop has the catalogue of before"), "{printed}");
    assert!(victim.beside("live/current/index.html").exists());
}

#[test]
fn s_053_a_secret_that_can_be_guessed_signs_nothing() {
    for (secret, words) in [("  ", "set LOGGIA_PUBLISH_SECRET"), ("short", "at least 32 characters")] {
        let victim = site("http://127.0.0.1:9", "dir:{}/live", &[("LOGGIA_PUBLISH_SECRET", secret)]);
        let (code, printed) = publish(&victim);
        assert_eq!(code, Some(2), "{printed}");
        assert!(printed.contains(words), "{printed}");
        assert!(!victim.beside("live").exists(), "nothing is published before");
    }
}

#[test]
fn without_its_secret_nothing_is_published_and_a_draft_needs_none() {
    let service = Service::default();
    let address = service.start();
    let calls = [
        ("LOGGIA_NETLIFY_API", address.as_str()),
        ("NETLIFY_AUTH_TOKEN", "secret"),
        ("LOGGIA_PUBLISH_SECRET", ""),
    ];
    let victim = site("http://127.0.0.1:9", "netlify:shop", &calls);
    let (code, printed) = publish(&victim);
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("set LOGGIA_PUBLISH_SECRET"), "{printed}");
    assert!(service.live().is_empty());
    let draft = site("http://127.0.0.1:9", "netlify:shop?draft", &calls);
    assert_eq!(publish(&draft), (Some(0), String::new()));
}

/// Goes back a version; the code at the end, and all that was printed.
fn roll_back(victim: &Victim) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_loggia"));
    command.args(["rollback", "site", "--to"]).arg(format!("dir:{}", victim.beside("live").display()));
    command.current_dir(victim.beside("")).env("LOGGIA_PUBLISH_SECRET", SECRET);
    let done = command.output().unwrap();
    (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
}

/// G-019: pages and shop go back together; what is counted stays as it is counted.
#[test]
fn g_019_going_back_takes_the_catalogue_along_and_never_the_stock() {
    let shop = Shop::start();
    let victim = site(&shop.url(), "dir:{}/live", &[("LOGGIA_PUBLISH_SECRET", SECRET)]);
    assert_eq!(publish(&victim).0, Some(0));
    let stock =
        || shop.ask("/api/commerce/inventory/stocks?itemIds=p-cup")["items"]["p-cup"]["variants"][0].clone();
    let counted = stock();
    sku(&victim, "CUP-B", "CUP-BLUE");
    victim.change("content/goods/01-cup.json", |cup| {
        cup["structuredContent"]["variants"][0]["qtyInStock"] = 4_321.into();
    });
    assert_eq!(publish(&victim).0, Some(0));
    assert_eq!(shop.cups(), ["CUP-R", "CUP-BLUE"]);
    assert_eq!(stock(), counted, "stock is the shop's");
    // A shop that does not take the catalogue leaves both as they are.
    let live = victim.beside("live/current").canonicalize().unwrap();
    victim.change("site.json", |site| site["publish"]["catalog"]["url"] = "http://127.0.0.1:9".into());
    let (code, printed) = roll_back(&victim);
    assert!(code == Some(3) && printed.contains("the site that was live still is"), "{printed}");
    assert_eq!(victim.beside("live/current").canonicalize().unwrap(), live);
    victim.change("site.json", |site| site["publish"]["catalog"]["url"] = shop.url().into());
    let (code, printed) = roll_back(&victim);
    assert!(code == Some(0) && printed.contains("the shop has the catalogue"), "{printed}");
    assert_ne!(victim.beside("live/current").canonicalize().unwrap(), live);
    assert_eq!(shop.cups(), ["CUP-R", "CUP-B"]);
    assert_eq!(stock(), counted);
}

/// G-055: what is on a locked page goes to the shop in the same call, and to nobody without its password.
#[test]
fn g_055_the_content_of_locked_pages_is_handed_over_as_well() {
    let shop = Shop::start();
    let victim = site(&shop.url(), "dir:{}/live", &[("LOGGIA_PUBLISH_SECRET", SECRET)]);
    std::fs::create_dir(victim.beside("site/content/cellar")).unwrap();
    std::fs::write(
        victim.beside("site/content/cellar/collection.json"),
        r#"{"title": "Cellar", "urlId": "cellar", "typeName": "page", "type": 10, "password": "open sesame", "mainContent": "<p>Hidden wine.</p>"}"#,
    )
    .unwrap();
    assert_eq!(publish(&victim), (Some(0), String::new()));
    let content = "GET /api/site/pages/content?url=%2Fcellar";
    let refused = shop.call(content, "", "");
    assert!(refused.starts_with("HTTP/1.1 401") && !refused.contains("Hidden"), "{refused}");
    let crumb = shop.call("GET /api/crumb", "", "");
    let cookie = crumb.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let value = cookie.split_once('=').unwrap().1;
    let head = format!("cookie: {cookie}\r\nx-csrf-token: {value}\r\ncontent-type: application/json\r\n");
    let body = r#"{"url": "/cellar", "password": "open sesame"}"#;
    let opened = shop.call("POST /api/site/pages/unlock", &head, body);
    assert!(opened.starts_with("HTTP/1.1 200"), "{opened}");
    let key = opened.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let key = key.split(';').next().unwrap();
    let shown = shop.call(content, &format!("cookie: {key}\r\n"), "");
    assert!(shown.starts_with("HTTP/1.1 200") && shown.contains("Hidden wine."), "{shown}");
}

/// S-166, S-171: what is sold goes to the shop before the pages, and nowhere else; what it has is not sent again.
#[test]
fn s_171_files_that_are_sold_go_to_the_shop_alone() {
    let shop = Shop::start();
    let victim = site(&shop.url(), "dir:{}/live", &[("LOGGIA_PUBLISH_SECRET", SECRET)]);
    // Larger than one piece, and than what any visitor may send.
    let paid = "what somebody paid for; ".repeat(20_000);
    std::fs::create_dir_all(victim.beside("site/files")).unwrap();
    std::fs::write(victim.beside("site/files/book.pdf"), &paid).unwrap();
    victim.change("content/goods/01-cup.json", |item| {
        item["structuredContent"]["productType"] = 2.into();
        item["structuredContent"]["priceMoney"] = serde_json::json!({"value": "5.00", "currency": "USD"});
        item["digitalFiles"] = serde_json::json!(["/files/book.pdf"]);
    });
    let folder = shop.handle.as_ref().unwrap().context().settings.files_folder();
    assert_eq!(publish(&victim), (Some(0), String::new()));
    let kept = tree(&folder);
    assert_eq!(kept.values().map(String::as_str).collect::<Vec<_>>(), [paid.as_str()]);
    for place in ["output", "live", "site/.loggia/published"] {
        for (path, text) in tree(&victim.beside(place)) {
            assert!(!text.contains("somebody paid for"), "{place}/{path}");
        }
    }
    let changed = || folder.join(kept.keys().next().unwrap()).metadata().unwrap().modified().unwrap();
    let before = changed();
    assert_eq!(publish(&victim), (Some(0), String::new()));
    assert_eq!(changed(), before);
    // A shop that takes no files leaves the site as it was.
    let live = victim.beside("live/current").canonicalize().unwrap();
    std::fs::write(victim.beside("site/files/book.pdf"), "the second edition").unwrap();
    let mut command = victim.command();
    let done = command.env("LOGGIA_PUBLISH_SECRET", ANOTHER).output().unwrap();
    let printed = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.code() == Some(3) && printed.contains("does not know this signature"), "{printed}");
    assert_eq!(victim.beside("live/current").canonicalize().unwrap(), live);
    assert_eq!(tree(&folder).len(), 1);
}
