//! Cloudflare Pages: its calls, as its own program makes them. The server works digests out anew and refuses what is not right.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use loggia_generator::publish::remote::cloudflare::CloudflarePages;
use loggia_generator::publish::{Published, Target, publish};
use serde_json::{Value, json};

use crate::server::{Plain, Request, start};
use crate::site::{Site, files};

struct Deployment {
    branch: String,
    message: String,
    files: BTreeMap<String, String>,
    rules: BTreeMap<String, String>,
    /// Whether it was asked about, or was ready at once.
    is_done: bool,
}

#[derive(Default)]
struct State {
    /// Contents and their types by digest.
    contents: BTreeMap<String, (Vec<u8>, String)>,
    /// The digests that are kept for the next time.
    kept: BTreeSet<String>,
    deployments: Vec<Deployment>,
    live: Option<usize>,
    /// How many files came in each call.
    bundles: Vec<usize>,
    /// How many passes were given, and how many calls the last one is good for.
    passes: usize,
    left: usize,
    /// What each pass is good for; nothing is any number of calls.
    calls_each: Option<usize>,
    /// So many calls are refused before one is answered.
    refusals: u32,
    /// The stage after `active`.
    fails: bool,
}

/// The service, with one project in one account.
#[derive(Clone, Default)]
struct Service(Arc<Mutex<State>>);

/// The parts of a form, by their names.
fn parts(request: &Request) -> BTreeMap<String, String> {
    let (_, boundary) = request.header("content-type").split_once("boundary=").unwrap();
    let body = String::from_utf8(request.body.clone()).unwrap();
    let boundary = format!("--{boundary}");
    let all = body.split(&boundary).filter_map(|part| part.split_once("\r\n\r\n"));
    all.map(|(head, text)| {
        let (_, name) = head.split_once(" name=\"").unwrap();
        let name = name.split('"').next().unwrap().to_owned();
        (name, text.strip_suffix("\r\n").unwrap().to_owned())
    })
    .collect()
}

/// The digest of a file: its bytes as text, and the end of its name.
fn digest(path: &str, bytes: &[u8]) -> String {
    let name = path.rsplit('/').next().unwrap();
    let end = name.rsplit_once('.').filter(|(begin, _)| !begin.is_empty()).map_or("", |(_, end)| end);
    let text = format!("{}{end}", STANDARD.encode(bytes));
    blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
}

impl Service {
    fn start(&self) -> String {
        let service = self.clone();
        start(move |request| {
            let (status, body) = service.answer(&request);
            let wrapped = match status {
                200 => json!({"success": true, "errors": [], "messages": [], "result": body}),
                _ => json!({"success": false, "errors": [{"code": 8000, "message": body}], "result": null}),
            };
            let answer: Plain = (status, "application/json", wrapped.to_string().into_bytes());
            answer
        })
    }

    fn answer(&self, request: &Request) -> (u16, Value) {
        let mut state = self.0.lock().unwrap();
        if state.refusals > 0 {
            state.refusals -= 1;
            return (if state.refusals.is_multiple_of(2) { 503 } else { 429 }, json!("later"));
        }
        let path = request.target.split('?').next().unwrap();
        let words: Vec<&str> = path.trim_matches('/').split('/').collect();
        match (request.method.as_str(), words.as_slice()) {
            ("POST", ["pages", "assets", call]) => {
                let pass = format!("Bearer pass.{}.x", state.passes);
                if request.header("authorization") != pass || state.left == 0 {
                    return (401, json!("the pass has ended"));
                }
                state.left -= 1;
                state.asset_call(call, &serde_json::from_slice(&request.body).unwrap())
            }
            _ if request.header("authorization") != "Bearer secret" => (403, json!("Authentication error")),
            (_, ["accounts", "a1", "pages", "projects", "shop", rest @ ..]) => state.call(request, rest),
            _ => (404, json!("Project not found")),
        }
    }

    fn target(&self, branch: Option<&str>) -> CloudflarePages {
        CloudflarePages::at(&self.start(), "secret", "a1", "shop", branch).unwrap()
    }

    /// What visitors get.
    fn live(&self) -> BTreeMap<String, String> {
        let state = self.0.lock().unwrap();
        state.live.map_or_else(BTreeMap::new, |live| state.served(live))
    }
}

impl State {
    fn served(&self, deployment: usize) -> BTreeMap<String, String> {
        let text = |digest: &String| String::from_utf8(self.contents[digest].0.clone()).unwrap();
        let files = &self.deployments[deployment].files;
        files.iter().map(|(path, digest)| (path[1..].to_owned(), text(digest))).collect()
    }

    fn asset_call(&mut self, call: &str, body: &Value) -> (u16, Value) {
        let hashes = || -> Vec<String> { serde_json::from_value(body["hashes"].clone()).unwrap() };
        match call {
            "check-missing" => {
                let all = hashes();
                assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "each is asked for once");
                (200, json!(all.iter().filter(|hash| !self.contents.contains_key(*hash)).collect::<Vec<_>>()))
            }
            "upload" => {
                let files = body.as_array().unwrap();
                self.bundles.push(files.len());
                for file in files {
                    assert_eq!(file["base64"], true);
                    let bytes = STANDARD.decode(file["value"].as_str().unwrap()).unwrap();
                    let kind = file["metadata"]["contentType"].as_str().unwrap().to_owned();
                    self.contents.insert(file["key"].as_str().unwrap().to_owned(), (bytes, kind));
                }
                (200, Value::Null)
            }
            "upsert-hashes" => {
                self.kept.extend(hashes());
                (200, json!(true))
            }
            _ => (404, json!("no such call")),
        }
    }

    fn call(&mut self, request: &Request, rest: &[&str]) -> (u16, Value) {
        match (request.method.as_str(), rest) {
            ("GET", []) => {
                let live = self.live.map(|live| self.described(live));
                (200, json!({"name": "shop", "production_branch": "trunk", "canonical_deployment": live}))
            }
            ("GET", ["upload-token"]) => {
                self.passes += 1;
                self.left = self.calls_each.unwrap_or(usize::MAX);
                (200, json!({"jwt": format!("pass.{}.x", self.passes)}))
            }
            ("POST", ["deployments"]) => self.deploy(parts(request)),
            ("GET", ["deployments"]) => {
                assert!(request.target.contains("env=production"), "{}", request.target);
                let query = request.target.split_once('?').unwrap().1;
                let number = |name: &str| -> usize {
                    let found = query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}=")));
                    found.unwrap().parse().unwrap()
                };
                let live = (0..self.deployments.len()).rev();
                let live = live.filter(|id| self.deployments[*id].branch == "trunk");
                let page = live.skip((number("page") - 1) * number("per_page")).take(number("per_page"));
                (200, page.map(|id| self.described(id)).collect())
            }
            ("GET", ["deployments", id]) => {
                let id: usize = id.parse().unwrap();
                self.deployments[id].is_done = true;
                (200, self.described(id))
            }
            ("POST", ["deployments", id, "rollback"]) => {
                self.live = Some(id.parse().unwrap());
                (200, self.described(id.parse().unwrap()))
            }
            _ => (404, json!("no such call")),
        }
    }

    fn deploy(&mut self, mut parts: BTreeMap<String, String>) -> (u16, Value) {
        let files: BTreeMap<String, String> = serde_json::from_str(&parts["manifest"]).unwrap();
        for (path, known) in &files {
            let Some((bytes, _)) = self.contents.get(known) else { return (400, json!("a file is missing")) };
            assert_eq!(*known, digest(path, bytes), "{path}");
            assert!(self.kept.contains(known), "{path} is kept");
        }
        let (branch, message) = (parts["branch"].clone(), parts["commit_message"].clone());
        parts.retain(|name, _| name.starts_with("_"));
        let is_live = branch == "trunk";
        let is_done = is_live && !self.fails;
        self.deployments.push(Deployment { branch, message, files, rules: parts, is_done });
        let id = self.deployments.len() - 1;
        if is_done {
            self.live = Some(id);
        }
        (200, self.described(id))
    }

    fn described(&self, id: usize) -> Value {
        let known = &self.deployments[id];
        let ended = if self.fails { "failure" } else { "success" };
        let status = if known.is_done { ended } else { "active" };
        json!({
            "id": id.to_string(), "url": format!("https://{id}.shop.pages.example"), "latest_stage": {"name": "deploy", "status": status},
            "deployment_trigger": {"type": "ad_hoc", "metadata": {"branch": known.branch, "commit_message": known.message}},
        })
    }
}

fn send(site: &Site, target: &CloudflarePages, list: &[(&str, &str)], now: i64) -> Published {
    let manifest = site.write(list);
    publish(target, &site.out(), &manifest, now, &|_| {}).unwrap()
}

const FIRST: [(&str, &str); 4] = [
    ("index.html", "home"),
    ("a b/index.html", "one"),
    ("assets/x.0123456789.css", "css"),
    ("copy.html", "home"),
];

/// S-795: what the service lacks is sent, once, and earlier deployments are gone back to.
#[test]
fn s_795_only_what_the_service_lacks_is_sent() {
    let service = Service::default();
    let target = service.target(None);
    let site = Site::new();
    let first = send(&site, &target, &FIRST, 1000);
    assert_eq!(service.live(), files(&FIRST), "the data for the api is not among them");
    assert_eq!(first.sent.len(), 3, "the same content under two names is sent once: {first:?}");
    assert_eq!(first.address.as_deref(), Some("https://0.shop.pages.example"));
    let second = send(&site, &target, &[("index.html", "home, new"), FIRST[1], FIRST[2], FIRST[3]], 2000);
    assert_eq!((second.sent, second.unchanged), (vec!["index.html".to_owned()], 3));
    assert_eq!(service.live()["index.html"], "home, new");
    let kinds: BTreeSet<String> =
        service.0.lock().unwrap().contents.values().map(|(_, kind)| kind.clone()).collect();
    assert_eq!(kinds, BTreeSet::from(["text/css".to_owned(), "text/html".to_owned()]));

    let versions = target.versions().unwrap();
    assert_eq!(versions.iter().map(|version| version.live).collect::<Vec<_>>(), [false, true]);
    assert_eq!(target.rollback(None).unwrap().id, first.version);
    assert_eq!(service.live(), files(&FIRST));
    assert!(target.rollback(None).unwrap_err().to_string().contains("no version before"));
    assert_eq!(target.rollback(Some(&second.version)).unwrap().id, second.version);
    assert_eq!(service.live()["index.html"], "home, new");
    // There are more versions than the service tells at once.
    for round in 3..40 {
        send(&site, &target, &[("index.html", &round.to_string())], round * 1000);
    }
    assert_eq!(target.versions().unwrap().len(), 39);
    assert_eq!(target.rollback(Some(&first.version)).unwrap().id, first.version);
}

/// S-795: another branch has an address of its own, and the live site stays.
#[test]
fn s_795_a_branch_stands_beside_the_live_site() {
    let service = Service::default();
    let site = Site::new();
    send(&site, &service.target(None), &FIRST, 1000);
    let look = service.target(Some("look"));
    let done = send(&site, &look, &[("index.html", "draft")], 2000);
    assert_eq!(done.address.as_deref(), Some("https://1.shop.pages.example"));
    assert!(!look.is_live() && service.target(None).is_live());
    assert_eq!(service.live(), files(&FIRST));
    assert_eq!(look.versions().unwrap().len(), 1, "a branch is no version to go back to");
}

/// S-796: rules go beside the files, as the service reads them, and are no files of the site.
#[test]
fn s_796_rules_are_no_files() {
    let service = Service::default();
    let rules = [
        ("index.html", "home"),
        ("_headers", "/*\n  X-Frame-Options: DENY\n"),
        ("_redirects", "/old/* /new/:splat 301\n/a /b 301\n/e format=ical /e.ics 302\n"),
    ];
    send(&Site::new(), &service.target(None), &rules, 1000);
    assert_eq!(service.live(), files(&[("index.html", "home")]));
    let state = service.0.lock().unwrap();
    let read = &state.deployments[0].rules;
    assert_eq!(read["_headers"], rules[1].1);
    assert_eq!(read["_redirects"], "/a /b 301\n/old/* /new/:splat 301\n");
}

/// S-795: files go in bundles, and a pass that ends in between is renewed.
#[test]
fn s_795_many_files_go_in_bundles_and_a_pass_that_ends_is_renewed() {
    let service = Service::default();
    service.0.lock().unwrap().calls_each = Some(2);
    let texts: Vec<(String, String)> =
        (0..2_500).map(|number| (format!("p{number}.html"), format!("page {number}"))).collect();
    let list: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let done = send(&Site::new(), &service.target(None), &list, 1000);
    assert_eq!((done.sent.len(), service.live()), (2_500, files(&list)));
    let state = service.0.lock().unwrap();
    assert_eq!(state.bundles.iter().sum::<usize>(), 2_500);
    assert!(state.bundles.len() == 3 && state.bundles.iter().all(|one| *one <= 1_000), "{:?}", state.bundles);
    assert!(state.passes >= 3, "{}", state.passes);
}

#[test]
fn s_795_a_service_that_is_busy_is_asked_again() {
    let service = Service::default();
    let target = service.target(None);
    service.0.lock().unwrap().refusals = 5;
    send(&Site::new(), &target, &FIRST, 1000);
    assert_eq!(service.live(), files(&FIRST));
}

/// S-795: what cannot be is said before anything is sent; a deployment that fails leaves the live site.
#[test]
fn s_795_what_cannot_be_is_said_and_the_live_site_stays() {
    let service = Service::default();
    let (address, site) = (service.start(), Site::new());
    send(&site, &service.target(None), &FIRST, 1000);
    let why = |token: &str, project: &str, list: &[(&str, &str)]| {
        let target = CloudflarePages::at(&address, token, "a1", project, None).unwrap();
        publish(&target, &site.out(), &site.write(list), 2000, &|_| {}).unwrap_err().to_string()
    };
    let new = [("index.html", "new")];
    let refused = why("wrong", "shop", &new);
    assert!(
        refused.contains("the token was refused (") && refused.contains("Authentication error"),
        "{refused}"
    );
    let nowhere = why("secret", "elsewhere", &new);
    assert!(
        nowhere.contains("no Pages project 'elsewhere'") && nowhere.contains("CLOUDFLARE_ACCOUNT_ID"),
        "{nowhere}"
    );
    let large = "x".repeat(25 * 1024 * 1024 + 1);
    let large = why("secret", "shop", &[("film.mp4", &large)]);
    assert!(large.contains("film.mp4 has 26214401 bytes") && large.contains("nothing was sent"), "{large}");
    assert_eq!(service.0.lock().unwrap().bundles, [3]);
    for name in ["", "../../../user", "a/b", "Shop", "a b", &"x".repeat(59)] {
        let error = CloudflarePages::at(&address, "secret", "a1", name, None).err().unwrap().to_string();
        assert!(error.contains("no name of a Cloudflare Pages project"), "{error}");
    }
    service.0.lock().unwrap().fails = true;
    let failed = why("secret", "shop", &new);
    assert!(failed.contains("ended the deployment 1: failure"), "{failed}");
    assert_eq!(service.live(), files(&FIRST));
}

#[test]
fn s_795_a_publish_that_was_interrupted_is_taken_up_where_it_ended() {
    let service = Service::default();
    let target = service.target(None);
    let site = Site::new();
    send(&site, &target, &FIRST, 1000);
    let texts: Vec<(String, String)> =
        (0..1_500).map(|number| (format!("p{number}.html"), format!("page {number}"))).collect();
    let list: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let manifest = site.write(&list);
    let begun = target.begin(&manifest, &site.out(), "cut short").unwrap();
    for (path, entry) in &begun.missing()[..1_200] {
        begun.put(path, *entry, &site.out().join(path)).unwrap();
    }
    drop(begun);
    assert_eq!(service.live(), files(&FIRST), "the live site is the old one, whole");
    let done = publish(&target, &site.out(), &manifest, 2000, &|_| {}).unwrap();
    assert_eq!((done.sent.len(), service.live().len()), (500, 1_500), "a bundle that was sent is there");
}
