//! A browser of this machine, driven (`make test` installs one).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use loggia_generator::browser::{self, Browser, BrowserError, Given, Manner, Page, Reach, Size};
use serde_json::json;

use crate::server::{Answer, answer_with, bind};

const WIDE: Size = Size { width: 1280, height: 800, scale: 1.0 };

/// One browser at a time, so that what one leaves behind is seen.
static ONE: Mutex<()> = Mutex::new(());

/// Does something with a browser that may reach so far; no process of it stays.
pub fn with<F: Future<Output = ()>>(reach: Reach, work: impl FnOnce(Arc<Browser>) -> F) {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let browser = Browser::start(&browser::find().unwrap(), &reach).await.unwrap();
        let browser = Arc::new(browser);
        work(Arc::clone(&browser)).await;
        assert!(!processes().is_empty(), "it runs");
        Arc::into_inner(browser).unwrap().close().await;
    });
    assert_eq!(processes(), Vec::<String>::new());
}

async fn opened(browser: &Browser, address: &str) -> Page {
    let page = browser.page(Manner::default()).await.unwrap();
    page.size(WIDE).await.unwrap();
    page.open(address).await.unwrap();
    page
}

/// The width and height that a PNG says it has.
fn size_of(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// S-570: a page is opened, measured and photographed, in the window that was asked for.
#[test]
fn s_570_a_page_is_looked_at() {
    let (listener, address) = bind();
    answer_with(listener, |request| match request.target.as_str() {
        "/" => Answer::of(
            200,
            "text/html",
            "<!doctype html><title>Old</title><body style='margin:0;height:1500px;background:rgb(1,2,3)'>\
             <script>window.getComputedStyle = () => ({color: 'red'}); alert('stay')</script>",
        ),
        _ => Answer::of(404, "text/html", "none"),
    });
    let also = vec![address.trim_start_matches("http://").to_owned()];
    with(Reach { network: false, also }, async |browser| {
        let page = browser.page(Manner::default()).await.unwrap();
        page.size(WIDE).await.unwrap();
        let went = page.open(&format!("{address}/")).await.unwrap();
        assert_eq!((went.status, went.at_rest, went.address), (200, true, format!("{address}/")));
        let said = "({title: document.title, ground: getComputedStyle(document.body).backgroundColor})";
        let said = page.evaluate(said).await.unwrap();
        assert_eq!(
            said,
            json!({"title": "Old", "ground": "rgb(1, 2, 3)"}),
            "the page's scripts change nothing"
        );
        assert!(page.evaluate("throw new Error('no')").await.unwrap_err().to_string().contains("Error: no"));
        page.walk_down().await.unwrap();
        assert_eq!(size_of(&page.screenshot(10_000).await.unwrap()), (1280, 1500));
        assert_eq!(size_of(&page.screenshot(1_000).await.unwrap()), (1280, 1000));
        page.size(Size { width: 390, height: 800, scale: 2.0 }).await.unwrap();
        assert_eq!(size_of(&page.screenshot(10_000).await.unwrap()), (780, 3000));
        assert_eq!(page.open(&format!("{address}/no")).await.unwrap().status, 404);
        page.close().await;
    });
}

/// S-571: a page that is looked at asks neither the machine nor anything else that it was not allowed to ask.
#[test]
fn s_571_a_page_reaches_no_further_than_it_may() {
    let (secret, inside) = bind();
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    answer_with(secret, move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Answer::of(200, "text/html", "secret").with("access-control-allow-origin", "*")
    });
    let (listener, address) = bind();
    let page_of = format!(
        "<!doctype html><body><img src='{inside}/p'><iframe src='{inside}/f'></iframe><script>\
         document.title = 'begun'; open('{inside}/o');\
         fetch('{inside}/s').then(a => a.text()).then(t => document.title = t, () => document.title = 'kept')</script>"
    );
    answer_with(listener, move |_| Answer::of(200, "text/html", page_of.clone()));
    let also = vec![address.trim_start_matches("http://").to_owned()];
    with(Reach { network: true, also }, async |browser| {
        let page = opened(&browser, &address).await;
        assert_eq!(page.evaluate("document.title").await.unwrap(), "kept");
        assert!(browser.page(Manner::default()).await.unwrap().open(&format!("{inside}/")).await.is_err());
    });
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}

/// S-571: what is handed over is loaded instead of being asked for, with the address that it had.
#[test]
fn s_571_what_is_handed_over_is_not_asked_for() {
    let answers: browser::Answers = Arc::new(|address| {
        match address {
        "https://old.example/" => Some(Given {
            status: 200,
            kind: "text/html".to_owned(),
            body: b"<!doctype html><link rel=stylesheet href=/a.css><link rel=stylesheet href=/b.css><p>x<script>document.title='ran'</script>".to_vec(),
        }),
        "https://old.example/a.css" => {
            Some(Given { status: 200, kind: "text/css".to_owned(), body: b"p{color:#010203}".to_vec() })
        }
        _ => None,
    }
    });
    with(Reach::default(), async |browser| {
        let manner = Manner { answers: Some(Arc::clone(&answers)), without_scripts: true };
        let page = browser.page(manner).await.unwrap();
        let went = page.open("https://old.example/").await.unwrap();
        assert_eq!((went.status, went.address.as_str()), (200, "https://old.example/"));
        assert_eq!(went.sheets, [2, 1], "one of two came");
        let ink = page.evaluate("getComputedStyle(document.querySelector('p')).color").await.unwrap();
        assert_eq!(ink, "rgb(1, 2, 3)");
        assert_eq!(page.evaluate("document.title").await.unwrap(), "", "its scripts were to stay still");
        assert!(page.open("https://other.example/").await.is_err());
    });
}

/// S-570: a page that never ends does not keep anybody, and no process stays.
#[test]
fn s_570_no_page_and_no_browser_stays() {
    let (listener, address) = bind();
    answer_with(listener, |request| match request.target.as_str() {
        "/" => Answer::of(
            200,
            "text/html",
            "<!doctype html><body><script>setInterval(() => fetch('/' + Math.random()), 5)</script>",
        ),
        _ => Answer::of(200, "text/plain", "more"),
    });
    let also = vec![address.trim_start_matches("http://").to_owned()];
    let begun = Instant::now();
    with(Reach { network: false, also }, async |browser| {
        let page = opened(&browser, &address).await;
        assert_eq!(page.evaluate("1 + 1").await.unwrap(), 2);
        let endless = page.evaluate("for (;;) {}").await.unwrap_err();
        assert!(matches!(endless, BrowserError::TooSlow(..)), "{endless}");
        let other = opened(&browser, "about:blank").await;
        assert_eq!(other.evaluate("'there'").await.unwrap(), "there");
    });
    assert!(begun.elapsed() < Duration::from_secs(120));
}

/// The processes that this one began, and those that they began: of each browser's what it was started with.
fn processes() -> Vec<String> {
    let own = |folder: &std::path::Path, name: &str| {
        String::from_utf8_lossy(&std::fs::read(folder.join(name)).unwrap_or_default()).into_owned()
    };
    let all = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let parent =
        |path: &std::path::Path| own(path, "stat").rsplit(')').next()?.split(' ').nth(2)?.parse().ok();
    let all: Vec<(u32, u32, String)> = all
        .filter_map(|path| {
            let id = path.file_name()?.to_str()?.parse().ok()?;
            Some((id, parent(&path)?, own(&path, "cmdline")))
        })
        .collect();
    let mut ours = vec![std::process::id()];
    for _ in 0..8 {
        // What the program itself begins, in other tests, is its own.
        let is_ours = |line: &str, parent| ours.contains(parent) && !line.contains("loggia\0leave");
        let more = all.iter().filter(|(_, parent, line)| is_ours(line, parent)).map(|(id, ..)| *id);
        ours = ours.iter().copied().chain(more.collect::<Vec<_>>()).collect();
        ours.sort_unstable();
        ours.dedup();
    }
    let browsers =
        all.into_iter().filter(|(id, _, line)| ours.contains(id) && line.contains("loggia-browser-"));
    browsers.map(|(.., line)| line).collect()
}
