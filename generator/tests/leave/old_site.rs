//! A hosted site with the content of `site-fixtures/atlas`: pages and their JSON, lists in parts, tags and categories,
//! feeds, downloads, redirects, pictures on a host of their own; busy at times, and with pictures that are broken.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::server::{Answer, Request, answer_with, bind};

/// Items on a page of a list.
const PAGE: usize = 3;

/// What the server was asked, and what somebody changed meanwhile.
#[derive(Default)]
pub struct Seen {
    /// Every target in order, with the status it got.
    pub asked: Vec<(String, u16)>,
    busy: BTreeSet<String>,
    /// More text on the page of a path.
    pub changed: BTreeMap<String, String>,
    /// Whether it is never busy.
    pub is_calm: bool,
}

struct Collection {
    url: String,
    json: Value,
    items: Vec<Value>,
}

pub struct OldSite {
    pub address: String,
    pub seen: Arc<Mutex<Seen>>,
    collections: Arc<Vec<Collection>>,
}

fn atlas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/atlas")
}

/// JSON files of a folder, in order of name.
fn jsons(folder: &Path) -> Vec<Value> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let is_item = |file: &PathBuf| {
        file.extension().is_some_and(|ending| ending == "json") && !file.ends_with("collection.json")
    };
    let read = |file: &PathBuf| serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    files.iter().filter(|file| is_item(file)).map(read).collect()
}

/// Pictures lie on a host of their own.
fn moved_pictures(value: &Value, pictures: &str) -> Value {
    let text = value.to_string().replace("\"/files/", &format!("\"{pictures}/content/v1/site/"));
    serde_json::from_str(&text).unwrap()
}

fn texts<'v>(items: &'v [Value], key: &str) -> BTreeSet<&'v str> {
    items
        .iter()
        .flat_map(|item| item[key].as_array().into_iter().flatten())
        .filter_map(Value::as_str)
        .collect()
}

impl OldSite {
    pub fn start() -> OldSite {
        OldSite::with(&atlas(), 0)
    }

    /// With so many more items in the journal.
    pub fn large(more: usize) -> OldSite {
        OldSite::with(&atlas(), more)
    }

    fn with(folder: &Path, more: usize) -> OldSite {
        let (site, address) = bind();
        let (files, pictures) = bind();
        let website: Value =
            serde_json::from_str(&fs::read_to_string(folder.join("site.json")).unwrap()).unwrap();
        let mut collections = Vec::new();
        let mut folders: Vec<PathBuf> =
            fs::read_dir(folder.join("content")).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        for path in folders {
            let own: Value =
                serde_json::from_str(&fs::read_to_string(path.join("collection.json")).unwrap()).unwrap();
            let name = own["urlId"].as_str().unwrap_or_else(|| path.file_name().unwrap().to_str().unwrap());
            let url = if name == "home" { "/".to_owned() } else { format!("/{name}") };
            let mut json = moved_pictures(&own, &pictures);
            json["urlId"] = name.into();
            // Templates and forms are not among what the hosted builder gives out.
            json.as_object_mut().unwrap().remove("layout");
            json["fullUrl"] = url.clone().into();
            json["homepage"] = (name == "home").into();
            let mut items: Vec<Value> =
                jsons(&path).iter().map(|item| moved_pictures(item, &pictures)).collect();
            if name == "journal" {
                items.extend((0..more).map(|number| one_more(number, &pictures)));
            }
            for item in &mut items {
                let id = item["urlId"].as_str().or(item["id"].as_str()).unwrap().to_owned();
                item["urlId"] = id.clone().into();
                item["fullUrl"] = format!("{}/{id}", url.trim_end_matches('/')).into();
                item["workflowState"] = 1.into();
                item.as_object_mut().unwrap().remove("status");
                if let Some(content) = item["structuredContent"].as_object_mut() {
                    content.remove("additionalFieldsFormId");
                }
            }
            if name == "drawer" || own["access"].is_string() || own["password"].is_string() {
                // What not everybody may see is not given out.
                continue;
            }
            json["itemCount"] = items.len().into();
            json["tags"] = json!(texts(&items, "tags"));
            json["categories"] = json!(texts(&items, "categories"));
            collections.push(Collection { url, json, items });
        }
        let collections = Arc::new(collections);
        let seen = Arc::new(Mutex::new(Seen::default()));
        let hosted = Hosted {
            address: address.clone(),
            pictures: pictures.clone(),
            website,
            collections: collections.clone(),
            seen: seen.clone(),
        };
        answer_with(site, move |request| hosted.answer(&request));
        let (folder, counted) = (folder.to_path_buf(), seen.clone());
        answer_with(files, move |request| {
            let answer = picture(&folder, &request);
            counted.lock().unwrap().asked.push((format!("picture {}", request.target), answer.status));
            answer
        });
        OldSite { address, seen, collections }
    }

    /// Every address that the site answers for visitors.
    pub fn addresses(&self) -> BTreeSet<String> {
        let mut all =
            BTreeSet::from(["/home", "/old-shop", "/older-shop", "/s/prices.pdf"].map(str::to_owned));
        for collection in self.collections.iter() {
            all.insert(collection.url.clone());
            all.extend(collection.items.iter().map(|item| item["fullUrl"].as_str().unwrap().to_owned()));
            for (key, folder) in [("tags", "tag"), ("categories", "category")] {
                for text in collection.json[key].as_array().unwrap() {
                    all.insert(format!("{}/{folder}/{}", collection.url, text.as_str().unwrap()));
                }
            }
            if !collection.items.is_empty() {
                all.insert(format!("{}?format=rss", collection.url));
            }
        }
        all
    }

    /// How often it was asked since, with the statuses.
    pub fn asked_since(&self, mark: usize) -> Vec<(String, u16)> {
        self.seen.lock().unwrap().asked[mark..].to_vec()
    }

    pub fn mark(&self) -> usize {
        self.seen.lock().unwrap().asked.len()
    }

    /// Somebody writes something more on a page.
    pub fn change(&self, path: &str, text: &str) {
        self.seen.lock().unwrap().changed.insert(path.to_owned(), text.to_owned());
    }

    pub fn calm(&self) {
        self.seen.lock().unwrap().is_calm = true;
    }
}

fn one_more(number: usize, pictures: &str) -> Value {
    json!({
        "id": format!("more-{number}"), "urlId": format!("2019/5/{}/more-{number}", number % 28 + 1),
        "title": format!("Sheet number {number}"), "recordType": 1,
        "publishOn": 1_500_000_000_000_i64 + i64::try_from(number).unwrap() * 60_000,
        "body": format!("<p>{}</p><img data-src=\"{pictures}/content/v1/site/more-{}.png\">", "Measured on foot. ".repeat(60), number % 40),
    })
}

/// Pictures in the sizes they are asked for; only `?format=original` brings the original.
fn picture(folder: &Path, request: &Request) -> Answer {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let name = path.rsplit('/').next().unwrap();
    if name == "prices.pdf" {
        return Answer::of(200, "application/pdf", b"%PDF-1.4 prices".to_vec());
    }
    if name == "gone.png" {
        return Answer::of(404, "text/plain", "");
    }
    if name == "no-picture.png" {
        return Answer::of(200, "image/png", "<html>nothing");
    }
    let source = match name.strip_prefix("more-") {
        Some(number) => {
            let number: usize = number.trim_end_matches(".png").parse().unwrap();
            let all = ["harbor", "kiln-bay", "long-moor", "cover"];
            format!("{}.png", all[number % all.len()])
        }
        None => name.to_owned(),
    };
    match fs::read(folder.join("files").join(source)) {
        Ok(bytes) if query.contains("format=original") || !name.ends_with(".png") => {
            Answer::of(200, "image/png", bytes)
        }
        Ok(_) => Answer::of(200, "image/png", fs::read(folder.join("files/cover.png")).unwrap()),
        Err(_) => Answer::of(404, "text/plain", ""),
    }
}

struct Hosted {
    address: String,
    pictures: String,
    website: Value,
    collections: Arc<Vec<Collection>>,
    seen: Arc<Mutex<Seen>>,
}

impl Hosted {
    fn answer(&self, request: &Request) -> Answer {
        let mut answer = self.busy(request).unwrap_or_else(|| self.content(&request.target));
        if answer.status == 200 {
            let tag = format!("W/\"{:x}\"", digest(&answer.body));
            if request.header("if-none-match") == tag {
                answer = Answer { status: 304, ..Answer::default() };
            }
            answer = answer.with("etag", tag);
        }
        self.seen.lock().unwrap().asked.push((request.target.clone(), answer.status));
        answer
    }

    /// Some addresses are busy when they are asked for the first time, in each way in which one can be.
    fn busy(&self, request: &Request) -> Option<Answer> {
        let mut seen = self.seen.lock().unwrap();
        let which = digest(request.target.as_bytes()) % 40;
        if seen.is_calm || which > 3 || !seen.busy.insert(request.target.clone()) {
            return None;
        }
        Some(match which {
            0 => Answer::of(429, "text/plain", "").with("retry-after", "0"),
            1 => Answer::of(429, "text/plain", "").with("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT"),
            2 => Answer::of(503, "text/plain", "").with("retry-after", "0"),
            _ => Answer { cut: true, ..Answer::of(200, "text/html", "<html>cut off here, not there") },
        })
    }

    fn content(&self, target: &str) -> Answer {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let path = loggia_generator::asset::percent_decoded(&path.replace('+', " ")).unwrap();
        match path.as_str() {
            "/robots.txt" => return Answer::of(200, "text/plain", self.robots()),
            "/sitemap.xml" => return Answer::of(200, "application/xml", self.sitemap()),
            "/old-shop" => return Answer::of(301, "text/html", "").with("location", "/older-shop"),
            "/older-shop" => return Answer::of(301, "text/html", "").with("location", "/shop"),
            "/s/prices.pdf" => {
                let to = format!("{}/static/prices.pdf", self.pictures);
                return Answer::of(302, "text/html", "").with("location", to);
            }
            _ => {}
        }
        let format = query.split('&').find_map(|pair| pair.strip_prefix("format=")).unwrap_or_default();
        let offset = query.split('&').find_map(|pair| pair.strip_prefix("offset="));
        let offset: usize = offset.map_or(0, |offset| offset.parse().unwrap());
        let path = if path == "/home" { "/" } else { path.as_str() };
        for collection in self.collections.iter() {
            if collection.url == path {
                if let Some(first) =
                    collection.json["collections"][0].as_str().filter(|_| collection.json["folder"] == true)
                {
                    // A folder of the menu has no page of its own.
                    return Answer::of(302, "text/html", "").with("location", format!("/{first}"));
                }
                return self.list(collection, offset, format);
            }
            let Some(rest) = path.strip_prefix(&format!("{}/", collection.url.trim_end_matches('/'))) else {
                continue;
            };
            if let Some(item) = collection.items.iter().find(|item| item["fullUrl"] == path) {
                return self.item(collection, item, format);
            }
            let is_term = |key: &str, folder: &str| {
                rest.strip_prefix(folder)
                    .is_some_and(|text| collection.json[key].as_array().unwrap().contains(&text.into()))
            };
            if is_term("tags", "tag/") || is_term("categories", "category/") {
                return self.list(collection, 0, "");
            }
        }
        Answer::of(404, "text/html", "<html><body>Nothing here</body></html>")
    }

    fn page_json(&self, collection: &Collection) -> Value {
        let mut website = self.website["website"].clone();
        website["baseUrl"] = self.address.clone().into();
        json!({
            "website": website, "websiteSettings": self.website["websiteSettings"], "collection": collection.json,
        })
    }

    fn list(&self, collection: &Collection, offset: usize, format: &str) -> Answer {
        if format == "rss" && !collection.items.is_empty() {
            return Answer::of(200, "application/rss+xml", "<rss/>");
        }
        let end = (offset + PAGE).min(collection.items.len());
        let items = &collection.items[offset.min(end)..end];
        let mut page = self.page_json(collection);
        let next = (end < collection.items.len()).then(|| format!("{}?offset={end}", collection.url));
        let more = self.seen.lock().unwrap().changed.get(&collection.url).cloned().unwrap_or_default();
        match collection.items.is_empty() {
            true => {
                let broken = self.broken(collection);
                page["mainContent"] = format!("<p>The words of {}.</p>{more}{broken}", collection.url).into();
            }
            false => {
                if collection.json["type"] == 1 {
                    // Events are listed by what is to come and what is over, whatever the clock of this test says.
                    let (upcoming, past) = items.split_at(items.len() / 2);
                    (page["upcoming"], page["past"]) = (json!(upcoming), json!(past));
                } else {
                    page["items"] = json!(items);
                }
                page["pagination"] = json!({"pageSize": PAGE});
                if let Some(next) = &next {
                    page["pagination"]["nextPage"] = true.into();
                    page["pagination"]["nextPageUrl"] = next.clone().into();
                }
            }
        }
        if format == "json" {
            return Answer::of(200, "application/json", page.to_string());
        }
        let mut main: String = items
            .iter()
            .map(|item| {
                // A note of another service has no title.
                let key = if collection.json["type"] == 3 { "body" } else { "title" };
                format!(
                    "<a href=\"{}\">{}</a> ",
                    item["fullUrl"].as_str().unwrap(),
                    item[key].as_str().unwrap_or_default()
                )
            })
            .collect();
        main.push_str(&more);
        if let Some(next) = next {
            main.push_str(&format!("<nav><a href=\"{next}&amp;reversePaginate=true\">Older</a></nav>"));
        }
        if collection.json["type"] == 1 {
            main.push_str("<nav><a href=\"?view=calendar&amp;month=05-2026\">May</a></nav>");
        }
        self.html(collection, &main, page["mainContent"].as_str().unwrap_or_default())
    }

    fn item(&self, collection: &Collection, item: &Value, format: &str) -> Answer {
        let mut page = self.page_json(collection);
        page["item"] = item.clone();
        let path = item["fullUrl"].as_str().unwrap();
        if let Some(more) = self.seen.lock().unwrap().changed.get(path) {
            page["item"]["body"] = format!("{}{more}", item["body"].as_str().unwrap_or_default()).into();
        }
        match format {
            "json" => Answer::of(200, "application/json", page.to_string()),
            "" => self.html(collection, page["item"]["body"].as_str().unwrap_or_default(), ""),
            _ => Answer::of(404, "text/html", ""),
        }
    }

    /// What a page names that is not there, or lies elsewhere.
    fn broken(&self, collection: &Collection) -> String {
        match collection.url.as_str() {
            "/visit" => format!(
                "<p><img data-src=\"{}/content/v1/site/gone.png\"><a href='/s/prices.pdf'>Prices</a></p>",
                self.pictures
            ),
            "/" => "<p><a href='/old-shop'>Shop</a> <a href='/home'>Home</a> <a href='/nothing-here'>Gone</a></p>".to_owned(),
            _ => String::new(),
        }
    }

    fn html(&self, collection: &Collection, main: &str, more: &str) -> Answer {
        let menu: String = self
            .collections
            .iter()
            .map(|collection| format!("<a href='{}'>{}</a>", collection.url, collection.url))
            .collect();
        let context = json!({"website": {"id": "w"}, "collection": {"id": collection.json["id"], "fullUrl": collection.url}});
        let page = format!(
            "<!doctype html><html><head><title>{}</title><script>Static.SQUARESPACE_CONTEXT = {context};</script></head>\
             <body><nav>{menu}</nav><main>{main}{more}</main></body></html>",
            collection.json["title"].as_str().unwrap_or_default()
        );
        Answer::of(200, "text/html;charset=utf-8", page)
    }

    fn robots(&self) -> String {
        format!(
            "User-agent: *\nDisallow: /config\nDisallow: /api/\nDisallow:/*?format=json\nDisallow:/*&format=json\n\
             Disallow:/*?month=*\nSitemap: {}/sitemap.xml\n",
            self.address
        )
    }

    fn sitemap(&self) -> String {
        let mut text = "<?xml version=\"1.0\"?><urlset>".to_owned();
        for collection in self.collections.iter() {
            text.push_str(&format!("<url><loc>{}{}</loc></url>", self.address, collection.url));
            for item in &collection.items {
                text.push_str(&format!(
                    "<url><loc>{}{}</loc></url>",
                    self.address,
                    item["fullUrl"].as_str().unwrap()
                ));
            }
        }
        text + "</urlset>"
    }
}

/// FNV-1a: enough to tell answers apart.
fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
