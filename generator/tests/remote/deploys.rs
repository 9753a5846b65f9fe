//! A service that takes deploys by digest: its calls, as its public documentation describes them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use loggia_generator::publish::remote::netlify::Netlify;
use loggia_generator::publish::{Published, Target, publish};
use serde_json::{Value, json};
use sha1::{Digest, Sha1};

use crate::server::{Plain, Request, start};
use crate::site::{Site, files};

/// One deploy: what it asked for, and whether all of it has come.
struct Deploy {
    title: String,
    draft: bool,
    is_async: bool,
    files: BTreeMap<String, String>,
    asked: usize,
}

/// The state of the service.
#[derive(Default)]
struct State {
    /// Contents by digest, of all deploys.
    contents: BTreeMap<String, Vec<u8>>,
    deploys: Vec<Deploy>,
    live: Option<usize>,
    sent: Vec<String>,
    /// When each call came.
    heard: Vec<SystemTime>,
    /// So many calls are refused before one is answered.
    refusals: u32,
}

/// The service.
#[derive(Clone, Default)]
pub struct Service(Arc<Mutex<State>>);

impl Service {
    pub fn start(&self) -> String {
        let service = self.clone();
        start(move |request| service.answer(&request))
    }

    fn answer(&self, request: &Request) -> Plain {
        let mut state = self.0.lock().unwrap();
        state.heard.push(SystemTime::now());
        if request.header("authorization") != "Bearer secret" {
            return (401, "application/json", b"{\"message\": \"no\"}".to_vec());
        }
        if state.refusals > 0 {
            state.refusals -= 1;
            return (
                if state.refusals.is_multiple_of(2) { 503 } else { 429 },
                "text/plain",
                b"later".to_vec(),
            );
        }
        let path = request.target.split('?').next().unwrap();
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let body = match (request.method.as_str(), parts.as_slice()) {
            ("GET", ["sites", "shop"]) => {
                json!({"published_deploy": state.live.map(|live| state.described(live))})
            }
            ("POST", ["sites", "shop", "deploys"]) => {
                let asked: Value = serde_json::from_slice(&request.body).unwrap();
                state.deploys.push(Deploy {
                    title: asked["title"].as_str().unwrap().to_owned(),
                    draft: asked["draft"].as_bool().unwrap(),
                    is_async: asked["async"].as_bool().unwrap(),
                    files: serde_json::from_value(asked["files"].clone()).unwrap(),
                    asked: 0,
                });
                let last = state.deploys.len() - 1;
                state.settle();
                state.described(last)
            }
            ("GET", ["sites", "shop", "deploys"]) => {
                let all: Vec<Value> =
                    (0..state.deploys.len()).rev().map(|deploy| state.described(deploy)).collect();
                all.into()
            }
            ("GET", ["sites", "shop", "deploys", id]) => {
                let id: usize = id.parse().unwrap();
                state.deploys[id].asked += 1;
                state.described(id)
            }
            ("POST", ["sites", "shop", "deploys", id, "restore"]) => {
                let id = id.parse().unwrap();
                state.live = Some(id);
                state.described(id)
            }
            ("PUT", ["deploys", _, "files", file @ ..]) => {
                let digest = digest(&request.body);
                state.contents.insert(digest, request.body.clone());
                state.sent.push(file.join("/"));
                state.settle();
                json!({})
            }
            _ => return (404, "text/plain", b"no such call".to_vec()),
        };
        (200, "application/json", body.to_string().into_bytes())
    }

    /// How many calls have come since.
    pub fn calls_since(&self, since: SystemTime) -> usize {
        self.0.lock().unwrap().heard.iter().filter(|time| **time >= since).count()
    }

    /// What visitors get.
    pub fn live(&self) -> BTreeMap<String, String> {
        let state = self.0.lock().unwrap();
        let Some(live) = state.live else { return BTreeMap::new() };
        let text = |digest: &String| String::from_utf8(state.contents[digest].clone()).unwrap();
        state.deploys[live].files.iter().map(|(path, digest)| (path[1..].to_owned(), text(digest))).collect()
    }
}

fn digest(bytes: &[u8]) -> String {
    Sha1::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl State {
    fn lacks(&self, deploy: usize) -> Vec<&String> {
        let mut lacking: Vec<&String> = self.deploys[deploy]
            .files
            .values()
            .filter(|digest| !self.contents.contains_key(*digest))
            .collect();
        lacking.sort();
        lacking.dedup();
        lacking
    }

    /// A production deploy goes live as soon as its last file has come.
    fn settle(&mut self) {
        let last = self.deploys.len() - 1;
        if self.lacks(last).is_empty() && !self.deploys[last].draft {
            self.live = Some(last);
        }
    }

    fn described(&self, deploy: usize) -> Value {
        let known = &self.deploys[deploy];
        let lacking = self.lacks(deploy);
        let state = match (known.is_async && known.asked == 0, lacking.is_empty()) {
            (true, _) => "preparing",
            (false, true) => "ready",
            (false, false) => "uploading",
        };
        let required = if state == "preparing" { Value::Null } else { json!(lacking) };
        json!({
            "id": deploy.to_string(), "state": state, "title": known.title, "required": required,
            "context": if known.draft { "deploy-preview" } else { "production" },
            "deploy_ssl_url": format!("https://{deploy}--shop.example"),
        })
    }
}

fn send(site: &Site, target: &Netlify, list: &[(&str, &str)], now: i64) -> Published {
    let manifest = site.write(list);
    publish(target, &site.out(), &manifest, now, &|_| {}).unwrap()
}

const FIRST: [(&str, &str); 4] = [
    ("index.html", "home"),
    ("a b/index.html", "one"),
    ("assets/x.0123456789.css", "css"),
    ("copy.html", "home"),
];

#[test]
fn g_019_only_the_digests_that_the_service_lacks_are_sent() {
    let service = Service::default();
    let target = Netlify::at(&service.start(), "secret", "shop", false).unwrap();
    let site = Site::new();
    let first = send(&site, &target, &FIRST, 1000);
    assert_eq!(service.live(), files(&FIRST), "the data for the api is not among them");
    assert_eq!(first.sent.len(), 3, "the same content under two names is sent once: {first:?}");
    let second = send(&site, &target, &[("index.html", "home, new"), FIRST[1], FIRST[2], FIRST[3]], 2000);
    assert_eq!(second.sent, ["index.html"]);
    assert_eq!(service.live()["index.html"], "home, new");
    assert!(service.0.lock().unwrap().sent.iter().any(|path| path == "a%20b/index.html"));

    let versions = target.versions().unwrap();
    assert_eq!(versions.iter().map(|version| version.live).collect::<Vec<_>>(), [false, true]);
    assert_eq!(target.rollback(None).unwrap().id, first.version);
    assert_eq!(service.live(), files(&FIRST));
    assert!(target.rollback(None).unwrap_err().to_string().contains("no version before"));
    assert_eq!(target.rollback(Some(&second.version)).unwrap().id, second.version);
    assert_eq!(service.live()["index.html"], "home, new");
}

#[test]
fn a_draft_has_an_address_of_its_own_and_the_live_site_stays() {
    let service = Service::default();
    let address = service.start();
    let site = Site::new();
    send(&site, &Netlify::at(&address, "secret", "shop", false).unwrap(), &FIRST, 1000);
    let draft = Netlify::at(&address, "secret", "shop", true).unwrap();
    let done = send(&site, &draft, &[("index.html", "draft")], 2000);
    assert_eq!(done.address.as_deref(), Some("https://1--shop.example"));
    assert_eq!(service.live(), files(&FIRST));
    assert_eq!(draft.versions().unwrap().len(), 1, "a draft is no version to go back to");
}

#[test]
fn a_service_that_is_busy_is_asked_again() {
    let service = Service::default();
    let target = Netlify::at(&service.start(), "secret", "shop", false).unwrap();
    service.0.lock().unwrap().refusals = 5;
    send(&Site::new(), &target, &FIRST, 1000);
    assert_eq!(service.live(), files(&FIRST));
}

#[test]
fn a_refused_token_is_reported_at_once_and_nothing_is_sent() {
    let service = Service::default();
    let target = Netlify::at(&service.start(), "wrong", "shop", false).unwrap();
    let site = Site::new();
    let manifest = site.write(&FIRST);
    let error = publish(&target, &site.out(), &manifest, 0, &|_| {}).unwrap_err().to_string();
    assert!(error.contains("the token was refused"), "{error}");
    assert!(service.0.lock().unwrap().sent.is_empty());
}

#[test]
fn a_publish_that_was_interrupted_is_taken_up_where_it_ended() {
    let service = Service::default();
    let target = Netlify::at(&service.start(), "secret", "shop", false).unwrap();
    let site = Site::new();
    send(&site, &target, &FIRST, 1000);
    let manifest = site.write(&[("index.html", "new"), ("b.html", "b"), ("c.html", "c")]);
    let begun = target.begin(&manifest, &site.out(), "cut short").unwrap();
    let (path, entry) = begun.missing()[0].clone();
    begun.put(&path, entry, &site.out().join(&path)).unwrap();
    drop(begun);
    assert_eq!(service.live(), files(&FIRST), "the live site is the old one, whole");
    let done = publish(&target, &site.out(), &manifest, 2000, &|_| {}).unwrap();
    assert_eq!(done.sent.len(), 2, "what was sent is there: {done:?}");
    assert_eq!(service.live().len(), 3);
}

#[test]
fn many_files_are_worked_through_while_we_wait() {
    let service = Service::default();
    let target = Netlify::at(&service.start(), "secret", "shop", false).unwrap();
    let names: Vec<String> = (0..5_100).map(|number| format!("p{number}.html")).collect();
    let list: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "the same")).collect();
    let done = send(&Site::new(), &target, &list, 1000);
    assert_eq!((done.sent.len(), service.live().len()), (1, 5_100));
}
