//! An S3-compatible store: a real server of that protocol, which keeps a bucket as a folder.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use loggia_generator::publish::operator::Purge;
use loggia_generator::publish::remote::bucket::{Bucket, Settings};
use loggia_generator::publish::{Target, publish};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;

use crate::server::start;
use crate::site::{Site, files, tree};

/// A running store with one bucket.
pub struct Store {
    folder: tempfile::TempDir,
    pub endpoint: String,
    connections: Arc<Connections>,
    _runtime: tokio::runtime::Runtime,
}

/// How many connections are open, and a signal when one ends.
#[derive(Default)]
struct Connections {
    open: Mutex<usize>,
    ended: Condvar,
}

impl Connections {
    fn begin(&self) {
        *self.open.lock().unwrap() += 1;
    }

    fn end(&self) {
        *self.open.lock().unwrap() -= 1;
        self.ended.notify_all();
    }
}

/// What a program reads from the environment.
pub const CREDENTIALS: [(&str, &str); 3] =
    [("AWS_ACCESS_KEY_ID", "key"), ("AWS_SECRET_ACCESS_KEY", "secret"), ("AWS_REGION", "us-east-1")];

impl Store {
    pub fn start() -> Store {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("shop")).unwrap();
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single("key", "secret"));
        let service = builder.build();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let connections = Arc::new(Connections::default());
        let counted = connections.clone();
        runtime.spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (service, counted) = (service.clone(), counted.clone());
                counted.begin();
                tokio::spawn(async move {
                    let mut builder = Builder::new(TokioExecutor::new());
                    // A call whose client is gone is done to its end.
                    builder.http1().half_close(true);
                    let _ = builder.serve_connection(TokioIo::new(socket), service).await;
                    counted.end();
                });
            }
        });
        Store { folder, endpoint, connections, _runtime: runtime }
    }

    /// Waits until every call of a client that is no more has ended: visitors get the old object or the new one, while
    /// the folder behind the store is looked into without asking it.
    pub fn wait_for_calls(&self) {
        let open = self.connections.open.lock().unwrap();
        let limit = Duration::from_secs(60);
        let (open, _) = self.connections.ended.wait_timeout_while(open, limit, |open| *open > 0).unwrap();
        assert_eq!(*open, 0, "connections that do not end");
    }

    /// The bucket as a folder: what visitors get, and what stands beside it.
    pub fn bucket(&self) -> PathBuf {
        self.folder.path().join("shop")
    }

    fn target(&self, purge: Option<Purge>, keep: usize) -> Bucket {
        let settings = Settings {
            bucket: "shop".to_owned(),
            prefix: String::new(),
            endpoint: Some(self.endpoint.clone()),
            region: Some("us-east-1".to_owned()),
            credentials: Some(("key".to_owned(), "secret".to_owned())),
        };
        Bucket::new(&settings, purge, keep).unwrap()
    }

    fn send(
        &self,
        target: &Bucket,
        site: &Site,
        list: &[(&str, &str)],
        now: i64,
    ) -> loggia_generator::publish::Published {
        let manifest = site.write(list);
        let done = publish(target, &site.out(), &manifest, now, &|_| {}).unwrap();
        assert_eq!(tree(&self.bucket()), files(list));
        done
    }

    /// The files that keep the contents of versions.
    fn contents(&self) -> usize {
        std::fs::read_dir(self.bucket().join(".loggia/contents")).map_or(0, |entries| {
            entries
                .filter(|entry| !entry.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'))
                .count()
        })
    }
}

const FIRST: [(&str, &str); 4] = [
    ("index.html", "home"),
    ("a b/index.html", "one"),
    ("assets/x.0123456789.css", "css"),
    ("feed.xml", "<rss/>"),
];

#[test]
fn g_019_what_differs_is_sent_and_copied_into_place_and_what_went_is_removed() {
    let store = Store::start();
    let target = store.target(None, 5);
    let site = Site::new();
    let first = store.send(&target, &site, &FIRST, 1000);
    assert_eq!(first.sent.len(), 4);
    let same = store.send(&target, &site, &FIRST, 2000);
    assert_eq!((same.sent.len(), &same.version), (0, &first.version));
    let list = [("index.html", "home, new"), ("c/index.html", "two"), FIRST[2]];
    let second = store.send(&target, &site, &list, 3000);
    assert_eq!(second.sent, ["c/index.html", "index.html"]);
    assert_eq!(second.removed, ["a b/index.html", "feed.xml"]);
    assert_eq!(
        target.versions().unwrap().iter().map(|version| version.live).collect::<Vec<_>>(),
        [false, true]
    );

    assert_eq!(target.rollback(None).unwrap().id, first.version);
    assert_eq!(tree(&store.bucket()), files(&FIRST));
    assert!(target.rollback(None).unwrap_err().to_string().contains("no version before"));
    target.rollback(Some(&second.version)).unwrap();
    assert_eq!(tree(&store.bucket()), files(&list));
}

#[test]
fn old_versions_go_with_every_content_that_no_other_has() {
    let store = Store::start();
    let target = store.target(None, 2);
    let site = Site::new();
    for number in 0..4 {
        let (text, style) = (format!("page {number}"), format!("assets/x.000000000{number}.css"));
        let manifest = site.write(&[("index.html", &text), ("same.html", "same"), (&style, "css")]);
        publish(&target, &site.out(), &manifest, 1000 * number, &|_| {}).unwrap();
    }
    assert_eq!(target.versions().unwrap().len(), 2);
    assert_eq!(store.contents(), 3, "two front pages, and the page that is the same in both");
    assert!(!store.bucket().join("assets/x.0000000000.css").exists());
    assert!(
        store.bucket().join("assets/x.0000000002.css").exists(),
        "the version before may be made live again"
    );
    target.rollback(None).unwrap();
    assert_eq!(tree(&store.bucket())["index.html"], "page 2");
}

#[test]
fn files_say_what_they_are_and_how_long_they_may_be_kept() {
    let store = Store::start();
    store.send(&store.target(None, 5), &Site::new(), &FIRST, 1000);
    let metadata = std::fs::read_dir(store.folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let metadata: Vec<String> =
        metadata.filter(|path| path.is_file()).map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let with = |part: &str| metadata.iter().filter(|text| text.contains(part)).count();
    assert!(with("text/html; charset=utf-8") >= 2, "{metadata:?}");
    assert_eq!(with("public, max-age=31536000, immutable"), 1, "{metadata:?}");
    assert!(with("must-revalidate") >= 3, "{metadata:?}");
}

#[test]
fn two_publishes_at_once_are_refused_and_a_lost_one_is_taken_over() {
    let store = Store::start();
    let target = store.target(None, 5);
    let site = Site::new();
    let manifest = site.write(&FIRST);
    let begun = target.begin(&manifest, &site.out(), "1").unwrap();
    let busy = target.begin(&manifest, &site.out(), "2").err().unwrap().to_string();
    assert!(busy.contains("another publish"), "{busy}");
    drop(begun);
    // A process of this machine that is no more, and a lease that has run out.
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    for held in [
        format!("{{\"host\":{:?},\"process\":4194999,\"until\":99999999999999}}", host.trim()),
        "{\"host\":\"elsewhere\",\"process\":1,\"until\":1}".to_owned(),
    ] {
        std::fs::write(store.bucket().join(".loggia/lease.json"), held).unwrap();
        store.send(&target, &site, &FIRST, 1000);
    }
}

#[test]
fn an_interrupted_switch_is_completed_by_the_next_publish() {
    let store = Store::start();
    let target = store.target(None, 5);
    let site = Site::new();
    let first = store.send(&target, &site, &FIRST, 1000);
    let second = store.send(&target, &site, &[("index.html", "new"), ("b.html", "b"), FIRST[2]], 2000);
    // As if the second had ended in the middle: one page is in place, one is not, and one that went is there again.
    let live = format!("{{\"version\":{:?},\"next\":{:?}}}", first.version, second.version);
    std::fs::write(store.bucket().join(".loggia/live.json"), live).unwrap();
    std::fs::write(store.bucket().join("index.html"), "home").unwrap();
    std::fs::write(store.bucket().join("feed.xml"), "<rss/>").unwrap();
    let third = store.send(
        &target,
        &site,
        &[("index.html", "new"), ("b.html", "b"), ("c.html", "c"), FIRST[2]],
        3000,
    );
    assert_eq!(third.version.len(), first.version.len());
}

#[test]
fn a_cache_is_notified_of_every_address_that_changed() {
    let store = Store::start();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hearing = heard.clone();
    let cache = start(move |request| {
        let body = String::from_utf8(request.body.clone()).unwrap();
        hearing.lock().unwrap().push(format!(
            "{} {} {} {body}",
            request.method,
            request.target,
            request.header("x-key")
        ));
        (200, "text/plain", Vec::new())
    });
    let purge = Purge {
        url: format!("{cache}/purge"),
        method: "POST".to_owned(),
        headers: [("x-key".to_owned(), "k".to_owned())].into(),
        body: None,
    };
    let target = store.target(Some(purge), 5);
    let site = Site::new();
    store.send(&target, &site, &FIRST, 1000);
    let list = [("index.html", "new"), FIRST[1], FIRST[2]];
    let second = store.send(&target, &site, &list, 2000);
    store.send(&target, &site, &list, 3000);
    let heard = heard.lock().unwrap();
    assert_eq!(heard.len(), 2, "nothing changed, no call is made: {heard:?}");
    let body = heard[1].strip_prefix("POST /purge k ").unwrap();
    // The order of members is nobody's promise.
    let call: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(call, serde_json::json!({"paths": ["/", "/feed.xml"], "version": second.version}));
}
