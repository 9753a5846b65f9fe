//! The catalogue goes to the api of the shop in the same publish: a real api, called over HTTP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use loggia_api::{CommerceSettings, Handle, Settings};
use serde_json::Value;

use crate::deploys::Service;
use crate::site::tree;
use crate::victim::Victim;

const SECRET: &str = "the secret that both sides know";

/// A running api with an empty store of its own.
struct Shop {
    handle: Option<Handle>,
    runtime: tokio::runtime::Runtime,
    _folder: tempfile::TempDir,
}

impl Shop {
    fn start() -> Shop {
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
            ..Settings::default()
        };
        let handle = runtime.block_on(loggia_api::serve(settings, |_| {})).unwrap();
        Shop { handle: Some(handle), runtime, _folder: folder }
    }

    fn address(&self) -> SocketAddr {
        self.handle.as_ref().unwrap().address()
    }

    fn url(&self) -> String {
        format!("http://{}/", self.address())
    }

    /// The answer to a question, as a visitor's browser gets it.
    fn ask(&self, path: &str) -> Value {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address());
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        let json = body.find(['{', '[']).unwrap_or_default();
        let end = body.rfind(['}', ']']).map_or(body.len(), |end| end + 1);
        serde_json::from_str(&body[json..end]).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// The stock numbers of the cup's variants, in order.
    fn cups(&self) -> Vec<String> {
        let said = self.ask("/api/commerce/inventory/stocks?itemIds=p-cup");
        let variants = said["items"]["p-cup"].as_array().cloned().unwrap_or_default();
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
fn site(url: &str, target: &str, environment: &[(&'static str, &str)]) -> Victim {
    let victim = Victim::new(target, environment);
    victim.change("site.json", |site| site["publish"]["catalog"] = serde_json::json!({"url": url}));
    victim
}

/// Publishes; the code at the end, and what was said.
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
    let done = command.env("LOGGIA_PUBLISH_SECRET", "another").output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(3), "{said}");
    assert!(
        said.contains("the site that was live still is") && said.contains("LOGGIA_PUBLISH_SECRET"),
        "{said}"
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
    let victim = site(&shop.url(), "dir:{}/live", &[("LOGGIA_PUBLISH_SECRET", "another")]);
    let (code, said) = publish(&victim);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("are live, but the shop has the catalogue of before"), "{said}");
    assert!(victim.beside("live/current/index.html").exists());
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
    let (code, said) = publish(&victim);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("set LOGGIA_PUBLISH_SECRET"), "{said}");
    assert!(service.live().is_empty());
    let draft = site("http://127.0.0.1:9", "netlify:shop?draft", &calls);
    assert_eq!(publish(&draft), (Some(0), String::new()));
}
