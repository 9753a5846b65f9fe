//! A small site whose every answer can be changed while it is asked: a page, a journal, a shop; and the same as it was
//! built, where it is staged.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::mover::answer;
use crate::server::{Answer, answer_with, bind};

pub struct SmallSite {
    pub address: String,
    answers: Arc<Mutex<BTreeMap<String, Answer>>>,
}

impl SmallSite {
    /// A site that answers what is set, and otherwise what stands in the folder of a build.
    pub fn over(out: Option<PathBuf>) -> SmallSite {
        let (listener, address) = bind();
        let answers: Arc<Mutex<BTreeMap<String, Answer>>> = Arc::default();
        let known = answers.clone();
        answer_with(listener, move |request| {
            let set = known.lock().unwrap().get(&request.target).cloned();
            set.or_else(|| Some(built(out.as_deref()?, &request.target)))
                .unwrap_or_else(|| Answer::of(404, "text/html", "<html><body>Nothing here</body></html>"))
        });
        SmallSite { address, answers }
    }

    pub fn set(&self, target: &str, answer: Answer) {
        self.answers.lock().unwrap().insert(target.to_owned(), answer);
    }

    pub fn html(&self, target: &str, html: &str) {
        self.set(target, Answer::of(200, "text/html; charset=utf-8", html));
    }

    pub fn json(&self, target: &str, json: &Value) {
        self.set(target, Answer::of(200, "application/json", json.to_string()));
    }

    /// What it answers.
    pub fn body(&self, target: &str) -> String {
        String::from_utf8(self.answers.lock().unwrap()[target].body.clone()).unwrap()
    }

    /// A site of a hosted builder with three kinds of pages.
    pub fn hosted() -> SmallSite {
        let site = SmallSite::over(None);
        site.set("/robots.txt", Answer::of(200, "text/plain", "User-agent: *\nDisallow: /config\n"));
        site.page(
            "/",
            &collection("front", "/", "Ash and Clay"),
            "<h1>Ash and clay</h1><p>Jugs from our kiln, and a <a href=\"/journal\">journal</a>.</p>",
        );
        site.list(
            "/journal",
            &collection("log", "/journal", "Journal"),
            &[
                post("fire", "First fire", "<p>The kiln was lit in the morning.</p>"),
                post("rain", "Rain again", "<p>Nothing dries.</p>"),
            ],
        );
        site.list("/shop", &collection("shop", "/shop", "Shop"), &[jug(2_450, 7)]);
        site.set("/old-shop", Answer::of(301, "text/html", "").with("location", "/shop"));
        site
    }

    fn website(&self) -> Value {
        json!({"id": "site", "baseUrl": self.address, "siteTitle": "Kiln", "language": "en-GB", "timeZone": "UTC"})
    }

    fn page(&self, path: &str, collection: &Value, main: &str) {
        let json = json!({"website": self.website(), "websiteSettings": {"storeSettings": {"storeCurrency": "EUR", "selectedCurrency": "EUR"}}, "collection": collection, "mainContent": main});
        self.json(&format!("{path}?format=json"), &json);
        self.html(path, &framed(&collection["title"], main));
    }

    fn list(&self, path: &str, collection: &Value, items: &[Value]) {
        let json = json!({"website": self.website(), "collection": collection, "items": items});
        self.json(&format!("{path}?format=json"), &json);
        let links: String = items
            .iter()
            .map(|item| {
                format!(
                    "<a href='{}'>{}</a> ",
                    item["fullUrl"].as_str().unwrap(),
                    item["title"].as_str().unwrap()
                )
            })
            .collect();
        self.html(path, &framed(&collection["title"], &links));
        for item in items {
            let url = item["fullUrl"].as_str().unwrap();
            self.json(
                &format!("{url}?format=json"),
                &json!({"website": self.website(), "collection": collection, "item": item}),
            );
            self.html(
                url,
                &framed(
                    &item["title"],
                    &format!(
                        "<h1>{}</h1>{}",
                        item["title"].as_str().unwrap(),
                        item["body"].as_str().unwrap()
                    ),
                ),
            );
        }
        self.set(
            &format!("{path}?format=rss"),
            Answer::of(200, "application/rss+xml", "<rss><channel/></rss>"),
        );
    }

    /// From now on its pages, feeds and maps are those of a build: nothing differs any more.
    pub fn becomes(&self, out: &Path) {
        let mut answers = self.answers.lock().unwrap();
        let targets: Vec<String> =
            answers.keys().filter(|target| !target.contains("format=json")).cloned().collect();
        for target in targets.into_iter().chain(["/sitemap.xml".to_owned()]) {
            let new = built(out, &target);
            if new.status == 200 {
                answers.insert(target, new);
            } else if let Some((_, to)) = new.headers.iter().find(|(name, _)| *name == "location") {
                // The old site answers its feed at once.
                let direct = built(out, to);
                if direct.status == 200 && target.contains("format=rss") {
                    answers.insert(target, direct);
                }
            }
        }
    }
}

fn framed(title: &Value, main: &str) -> String {
    format!(
        "<!doctype html><html><head><title>{} — Kiln</title><script>Static.SQUARESPACE_CONTEXT = {{\"website\": {{\"id\": \"site\"}}}};</script></head>\
         <body><nav><a href='/'>Ash and Clay</a> <a href='/journal'>Journal</a> <a href='/shop'>Shop</a> <a href='/old-shop'>Sale</a></nav><main>{main}</main></body></html>",
        title.as_str().unwrap()
    )
}

fn collection(id: &str, url: &str, title: &str) -> Value {
    let (kind, name) = match id {
        "log" => (1, "blog-alternating-side-by-side"),
        "shop" => (13, "products"),
        _ => (10, "page"),
    };
    let url_id = if url == "/" { "home" } else { &url[1..] };
    json!({"id": id, "type": kind, "typeName": name, "title": title, "fullUrl": url, "urlId": url_id, "homepage": url == "/", "description": format!("{title} of the kiln")})
}

fn post(id: &str, title: &str, body: &str) -> Value {
    json!({"id": id, "recordType": 1, "title": title, "urlId": id, "fullUrl": format!("/journal/{id}"), "workflowState": 1, "publishOn": 1_700_000_000_000_i64, "body": body})
}

/// A product with one variant, at a price in cents and with so many left.
pub fn jug(price: i64, left: u32) -> Value {
    json!({
        "id": "jug", "recordType": 11, "title": "Tall jug", "urlId": "jug", "fullUrl": "/shop/jug", "workflowState": 1,
        "publishOn": 1_700_000_000_000_i64, "body": "<p>It holds a litre.</p>",
        "structuredContent": {"productType": 1, "variants": [{"sku": "J1", "price": price, "salePrice": 0, "onSale": false, "qtyInStock": left, "unlimited": false}]},
    })
}

/// What a static host answers of a build.
fn built(out: &Path, target: &str) -> Answer {
    let path = target.split('?').next().unwrap();
    match answer(out, target) {
        (200, path) => {
            let file = out.join(path.trim_start_matches('/'));
            let file = if file.is_dir() { file.join("index.html") } else { file };
            let kind = match file.extension().and_then(|ending| ending.to_str()) {
                Some("html") => "text/html; charset=utf-8",
                Some("xml") => "application/xml",
                _ => "application/octet-stream",
            };
            Answer::of(200, kind, std::fs::read(file).unwrap())
        }
        (404, _) => Answer::of(404, "text/html", format!("<p>{path}</p>")),
        (status, to) => Answer::of(status, "text/html", "").with("location", to),
    }
}
