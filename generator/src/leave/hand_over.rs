//! From the archive to what the import reads: one JSON document a page, as the hosted builder gives it.
//!
//! A page without JSON of its own (another host, or a `robots.txt` that keeps it) becomes the same document out of what
//! its HTML says: the context for scripts where there is one, its title, and the content of its main part.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use reqwest::Url;
use serde_json::{Map, Value, json};

use super::address::{self, Origin};
use super::archive::{Answer, Archive};
use super::compare::is_twin;
use super::crawl::LARGEST_TEXT;
use super::discover;

/// Where the documents lie, below the archive.
const PAGES: &str = "pages";

/// What was handed over.
#[derive(Debug, Default)]
pub struct Handed {
    /// The folder of the documents.
    pub folder: PathBuf,
    /// How many there are.
    pub pages: usize,
    /// How many of them come from the HTML of a page.
    pub from_html: usize,
    /// The addresses of pages that could not be read, and why.
    pub unread: Vec<(String, String)>,
}

/// Writes the documents of all pages: lists before the pages of their items, which say more.
///
/// # Errors
/// When the machine refuses.
pub fn hand_over(archive: &Archive, origin: &Origin) -> io::Result<Handed> {
    let folder = archive.folder().join(PAGES);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut handed = Handed { folder, ..Handed::default() };
    let answers = archive.answers();
    let there: BTreeSet<&str> =
        answers.iter().filter(|answer| answer.status == 200).map(|answer| answer.url.as_str()).collect();
    let mut with_json = BTreeSet::new();
    for answer in answers.iter().filter(|answer| answer.status == 200) {
        let Some((page, query)) = json_of(origin, &answer.url) else { continue };
        match document(archive, answer) {
            Ok(mut document) => {
                if query.is_none() {
                    with_json.insert(page.path().to_owned());
                }
                go_on(&mut document, origin, &there);
                handed.write(&page, &document)?;
            }
            Err(why) => handed.unread.push((answer.url.clone(), why)),
        }
    }
    for answer in answers.iter().filter(|answer| answer.status == 200 && answer.is_html()) {
        let Some(url) = Url::parse(&answer.url).ok().filter(|url| origin.is_own(url)) else { continue };
        if url.query().is_some() || with_json.contains(url.path()) || is_archive(url.path()) {
            continue;
        }
        if is_twin(archive, answer) {
            continue;
        }
        match archive.text(answer, LARGEST_TEXT) {
            Ok(text) => {
                if let Some(document) = from_html(&text, &url, origin, &there) {
                    handed.from_html += 1;
                    handed.write(&url, &document)?;
                }
            }
            Err(error) => handed.unread.push((answer.url.clone(), error.to_string())),
        }
    }
    Ok(handed)
}

/// The HTML of the front page, where the archive has it: the JSON of pages says nothing of what stands around them.
#[must_use]
pub fn front(archive: &Archive, origin: &Origin) -> Option<String> {
    let answer = archive.get(origin.front().as_str())?;
    let is_page = answer.status == 200 && answer.is_html();
    is_page.then(|| archive.text(&answer, LARGEST_TEXT).ok()).flatten()
}

impl Handed {
    fn write(&mut self, page: &Url, document: &Value) -> io::Result<()> {
        self.pages += 1;
        let is_item = u8::from(document.get("item").is_some());
        let name = crate::plan::slug(page.path());
        let name: String = name.chars().take(60).collect();
        let file = self.folder.join(format!("{is_item}-{:06}-{name}.json", self.pages));
        fs::write(file, serde_json::to_vec(document)?)
    }
}

/// The page whose JSON an address is, and what is asked of it besides.
fn json_of(origin: &Origin, text: &str) -> Option<(Url, Option<String>)> {
    let mut url = Url::parse(text).ok().filter(|url| origin.is_own(url))?;
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    pairs.iter().find(|(name, value)| name == "format" && value == "json")?;
    let others: Vec<String> =
        pairs.into_iter().filter(|(name, _)| name != "format").map(|(name, _)| name).collect();
    url.set_query(None);
    Some((url, others.first().cloned()))
}

fn document(archive: &Archive, answer: &Answer) -> Result<Value, String> {
    let text = archive.text(answer, LARGEST_TEXT).map_err(|error| error.to_string())?;
    let document: Value = serde_json::from_str(&text).map_err(|error| format!("it is no JSON: {error}"))?;
    let has_collection = document.get("collection").is_some_and(Value::is_object);
    has_collection.then_some(document).ok_or_else(|| "it names no collection".to_owned())
}

/// A list whose next page is there needs nobody to fetch it.
fn go_on(document: &mut Value, origin: &Origin, there: &BTreeSet<&str>) {
    let next = document.pointer("/pagination/nextPageUrl").and_then(Value::as_str);
    let url = next.and_then(|next| origin.page(origin.front(), next));
    let is_there = url.is_some_and(|url| there.contains(address::format(&url, "json").as_str()));
    if is_there && let Some(pagination) = document.get_mut("pagination").and_then(Value::as_object_mut) {
        pagination.remove("nextPageUrl");
        pagination.remove("nextPage");
    }
}

/// What shows what other pages have.
pub(super) fn is_archive(path: &str) -> bool {
    ["/tag/", "/category/", "/author/"].iter().any(|folder| path.contains(folder))
}

/// Whether what a page names as its own address is another page, and there. A mirror that makes links its own writes the
/// file of the page there: `about.html` for `/about`.
fn is_another(canonical: &Url, url: &Url, there: &BTreeSet<&str>) -> bool {
    let bare = |url: &Url| {
        let path = url.path();
        let path = path.strip_suffix("/index.html").or_else(|| path.strip_suffix(".html")).unwrap_or(path);
        path.trim_end_matches('/').to_owned()
    };
    bare(canonical) != bare(url) && there.contains(canonical.as_str())
}

/// The document of a page out of its HTML; `None` for one that says that it is another page, when that one is there.
fn from_html(text: &str, url: &Url, origin: &Origin, there: &BTreeSet<&str>) -> Option<Value> {
    let found = discover::html(text);
    let canonical = found.canonical.as_deref().and_then(|canonical| origin.page(url, canonical));
    if canonical.is_some_and(|canonical| is_another(&canonical, url, there)) {
        return None;
    }
    let context = found.context.unwrap_or_default();
    let title = match found.title.trim() {
        "" => url.path().rsplit('/').next().unwrap_or_default().to_owned(),
        title => title.to_owned(),
    };
    let content = match context.is_object() {
        true => whole_addresses(main_part(text), origin),
        false => loggia_exchange::page::kept(main_part(text), url.as_str()),
    };
    let path = url.path();
    let mut collection: Map<String, Value> =
        context.get("collection").and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(kind) = kind_of(text).filter(|_| collection.contains_key("fullUrl")) {
        collection.entry("typeName").or_insert_with(|| kind.into());
    }
    // What a list of posts shows, its posts have. Products and events say more on their pages than is read from them.
    let is_blog =
        collection.get("typeName").and_then(Value::as_str).is_some_and(|kind| kind.starts_with("blog"));
    let list = collection.get("fullUrl").and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut document = json!({});
    for key in ["website", "websiteSettings"] {
        if let Some(value) = context.get(key).filter(|value| value.is_object()) {
            document[key] = value.clone();
        }
    }
    let rest = path.strip_prefix(list.trim_end_matches('/')).and_then(|rest| rest.strip_prefix('/'));
    match rest.filter(|rest| list.len() > 1 && !rest.is_empty()) {
        Some(rest) => {
            let name = crate::asset::percent_decoded(rest).unwrap_or_else(|| rest.to_owned());
            let mut item: Map<String, Value> =
                context.get("item").and_then(Value::as_object).cloned().unwrap_or_default();
            // A post says more than its context does, and its text is less than the main part.
            let post = is_blog.then(|| loggia_exchange::page::post(text)).flatten().unwrap_or_default();
            for (key, value) in post {
                let value = match (key.as_str(), value) {
                    ("body", Value::String(html)) => whole_addresses(&html, origin).into(),
                    (_, value) => value,
                };
                item.entry(key).or_insert(value);
            }
            item.entry("title").or_insert_with(|| title.into());
            item.entry("urlId").or_insert_with(|| name.into());
            item.entry("body").or_insert_with(|| content.into());
            document["item"] = item.into();
        }
        None => {
            let full = if path == "/" { "/".to_owned() } else { path.to_owned() };
            let name = crate::asset::percent_decoded(path).unwrap_or_else(|| path.to_owned());
            let urlid = name.trim_matches('/').to_owned();
            collection.entry("id").or_insert_with(|| crate::plan::slug(path).into());
            collection.entry("title").or_insert_with(|| title.into());
            collection.entry("type").or_insert_with(|| 10.into());
            collection
                .insert("urlId".to_owned(), if urlid.is_empty() { "home".into() } else { urlid.into() });
            collection
                .insert("fullUrl".to_owned(), crate::asset::percent_decoded(&full).unwrap_or(full).into());
            if !is_blog {
                document["mainContent"] = content.into();
            }
        }
    }
    document["collection"] = collection.into();
    Some(document)
}

/// What stands in the main part of a page; else all of its body.
fn main_part(text: &str) -> &str {
    for name in ["main", "article", "body"] {
        let Some(at) = text.find(&format!("<{name}")) else { continue };
        let Some(start) = text[at..].find('>').map(|end| at + end + 1) else { continue };
        let end = text[start..].rfind(&format!("</{name}>")).map_or(text.len(), |end| start + end);
        return text[start..end].trim();
    }
    text
}

/// The kind of collection that a page belongs to, as the class of its body says: `collection-type-blog`.
fn kind_of(text: &str) -> Option<&str> {
    let body = &text[text.find("<body")?..];
    let tag = &body[..body.find('>')?];
    let mut classes = tag.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\''));
    classes.find_map(|class| class.strip_prefix("collection-type-")).filter(|kind| !kind.is_empty())
}

/// Pictures that a page names from its own root, by their whole address, so that they are known as those of the archive.
fn whole_addresses(html: &str, origin: &Origin) -> String {
    let root = origin.front().as_str().trim_end_matches('/');
    let mut html = html.to_owned();
    for name in ["src", "data-src", "data-image"] {
        for quote in ['"', '\''] {
            let (from, to) = (format!(" {name}={quote}/"), format!(" {name}={quote}{root}/"));
            html = html.replace(&from, &to).replace(&format!("{to}/"), &format!(" {name}={quote}//"));
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-539: a post whose JSON is kept by `robots.txt`, or is not among what was saved, has its date, author and tags, and
    /// its title once.
    #[test]
    fn s_539_a_post_without_json_is_a_post() {
        let html = "<html><head><title>Ash — Pots</title><meta itemprop=\"datePublished\" content=\"2024-05-01T10:00:00+0100\">\
            <meta itemprop=\"author\" content=\"Ida\">\
            <script>Static.SQUARESPACE_CONTEXT = {\"collection\": {\"id\": \"c\", \"fullUrl\": \"/notes\", \"type\": 1}, \"item\": {\"id\": \"i5\", \"title\": \"Ash\"}};</script></head>\
            <body id=\"item-i5\" class=\"collection-type-blog view-item\"><main><h1 class=\"BlogItem-title\">Ash</h1>\
            <div class=\"sqs-layout\" data-type=\"item\"><p>Sift it.<img src=\"/a.png\"></p></div>\
            <a href=\"/notes/tag/glaze\">glaze</a><div>Share</div></main></body></html>";
        let origin = Origin::parse("https://old.example").unwrap();
        let url = origin.front().join("/notes/2024/ash").unwrap();
        let document = from_html(html, &url, &origin, &BTreeSet::new()).unwrap();
        assert_eq!(document["collection"]["typeName"], "blog");
        // Where no context says whose page it is, its content is all that there is.
        let alone = html.replace("Static.SQUARESPACE_CONTEXT", "other");
        let page = from_html(&alone, &url, &origin, &BTreeSet::new()).unwrap();
        assert!(
            page["mainContent"].as_str().unwrap().contains("Sift it.") && page.get("item").is_none(),
            "{page:#}"
        );
        let item = &document["item"];
        assert_eq!(
            (
                &item["id"],
                &item["title"],
                &item["urlId"],
                &item["publishOn"],
                &item["author"]["displayName"],
                &item["tags"]
            ),
            (
                &json!("i5"),
                &json!("Ash"),
                &json!("2024/ash"),
                &json!("2024-05-01T10:00:00+0100"),
                &json!("Ida"),
                &json!(["glaze"])
            )
        );
        let body = item["body"].as_str().unwrap();
        assert!(body.contains("Sift it.") && body.contains("src=\"https://old.example/a.png\""), "{body}");
        assert!(!body.contains("<h1") && !body.contains("Share"), "{body}");
    }

    /// S-539: pictures of a page of another host are known by their whole addresses, however it wrote them, and come in no
    /// size that stays behind.
    #[test]
    fn s_539_a_page_of_another_host_keeps_its_pictures() {
        let html = "<title>Kiln</title><main><p class=lead>Ash <a href=../price?a=1#b>list</a> <a href=https://old.example/x>x</a></p>\
            <img src=/a.jpg srcset=\"/a-1.webp 1w, /a-2.webp 2w\" sizes=100vw alt=Jug>\
            <picture><source srcset=b.webp><img src='b.jpg'></picture><video><source src=/v.mp4></video></main>";
        let origin = Origin::parse("https://old.example").unwrap();
        let url = origin.front().join("/pots/kiln").unwrap();
        let document = from_html(html, &url, &origin, &BTreeSet::new()).unwrap();
        assert_eq!(
            document["mainContent"],
            "<p class=\"lead\">Ash <a href=\"/price?a=1#b\">list</a> <a href=\"/x\">x</a></p><img src=\"https://old.example/a.jpg\" alt=\"Jug\">\
             <picture><img src=\"https://old.example/pots/b.jpg\"></picture><video><source src=\"https://old.example/v.mp4\"></video>"
        );
    }

    /// S-539: a page of a mirror is itself, also when the mirror made its address a file's; one whose page is elsewhere is
    /// left to that.
    #[test]
    fn s_539_a_page_of_a_mirror_is_no_other_page() {
        let there = BTreeSet::from([
            "https://old.example/about",
            "https://old.example/about.html",
            "https://old.example/new",
        ]);
        let url = |path: &str| Url::parse("https://old.example").unwrap().join(path).unwrap();
        for (canonical, page, wanted) in [
            ("/about.html", "/about", false),
            ("/about", "/about.html", false),
            ("/index.html", "/", false),
            ("/blog/index.html", "/blog", false),
            ("/gone", "/about", false),
            ("/new", "/about", true),
        ] {
            assert_eq!(is_another(&url(canonical), &url(page), &there), wanted, "{canonical} of {page}");
        }
    }
}
