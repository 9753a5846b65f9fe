//! A page saved as HTML, by a browser or `wget`: what it says of itself and its site, its content, what stands around.

use scraper::Html;
use serde_json::{Map, Value, json};

use super::assets::assets;
use super::bounds::{as_one_block, too_much};
use super::chrome::{self, Chrome, is_footer, is_header};
use super::complete::lost;
use super::content::content;
use super::dom::{El, all, attr, first, first_class, has, line, name, one_line, outermost};
use super::links::Base;
use super::model::{Around, Page, Source};
use super::reader::Reader;

/// Reads a page.
#[must_use]
pub fn read(source: &Source<'_>) -> Page {
    let mut page = Page { url: path_of(source.url), ..Page::default() };
    if let Some(fault) = too_much(source.html) {
        page.collection = as_one_block(source.html);
        page.collection.insert("title".to_owned(), page.url.clone().into());
        page.faults.push(fault);
        return page;
    }
    let document = Html::parse_document(source.html);
    let root = document.root_element();
    let context = source.json.cloned().or_else(|| context(source.html)).unwrap_or(Value::Null);
    let real = canonical(root);
    let of_site = [&context["website"]["baseUrl"], &context["website"]["authenticUrl"]];
    let hosts: Vec<&str> = of_site.into_iter().filter_map(Value::as_str).collect();
    let base = Base::new(source.url, real, &hosts);
    let mut reader = Reader::new(&base);
    let body = first(root, |el| name(el) == "body").unwrap_or(root);
    if let Some(path) = base.path() {
        page.url = path;
    }
    if is_editor(body) {
        reader.fault(
            "This is the page in which the old site is edited, not a page of it; nothing was taken over.",
            "open the site itself, and save its pages from there, best with ?format=json",
        );
        page.faults = reader.faults;
        return page;
    }
    about(root, body, &context, &mut page);
    let mut of_page = Reader::new(&base);
    let Chrome { mut website, settings, menus, fields } = chrome::read(body, &mut reader);
    site(root, &context, &mut website);
    main(body, &mut page, &mut of_page);
    let settings = match context["websiteSettings"].as_object() {
        Some(own) => own.clone().into_iter().chain(settings).collect(),
        None => settings,
    };
    page.around = Around { website, settings, menus, fields, faults: reader.faults };
    let whole = json!([page.collection, page.item, page.around.fields]);
    page.assets = assets(&whole, "");
    page.faults = of_page.faults;
    page.forms = of_page.forms.into_iter().chain(reader.forms).collect();
    page
}

/// The path of an address; of a file its name without the ending.
fn path_of(url: &str) -> String {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest.find('/').map_or("", |at| &rest[at..]));
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_suffix(".html").or_else(|| path.strip_suffix(".htm")).unwrap_or(path);
    let path = path.trim_matches('/');
    let path = if path == "index" { "" } else { path.strip_suffix("/index").unwrap_or(path) };
    format!("/{path}")
}

/// The page of the builder itself, around a frame of the site.
fn is_editor(body: El<'_>) -> bool {
    has(body, "squarespace-config") || first(body, |el| attr(el, "id") == Some("sqs-site-frame")).is_some()
}

/// What the page says of itself to scripts: `Static.SQUARESPACE_CONTEXT = {…}`.
fn context(html: &str) -> Option<Value> {
    let at = html.find("Static.SQUARESPACE_CONTEXT")?;
    let rest = &html[at..];
    let rest = rest[rest.find('=')? + 1..].trim_start();
    serde_json::Deserializer::from_str(rest).into_iter::<Value>().next()?.ok().filter(Value::is_object)
}

fn canonical<'a>(root: El<'a>) -> Option<&'a str> {
    let link = first(root, |el| name(el) == "link" && attr(el, "rel") == Some("canonical"))
        .and_then(|el| attr(el, "href"));
    // A program that saves pages writes the names of its files into links, never into this.
    meta(root, "og:url").or(link).filter(|url| url.starts_with("http"))
}

fn meta<'a>(root: El<'a>, key: &str) -> Option<&'a str> {
    let is_it = |el: El<'_>| {
        name(el) == "meta" && ["property", "name", "itemprop"].iter().any(|kind| attr(el, kind) == Some(key))
    };
    first(root, is_it).and_then(|el| attr(el, "content"))
}

/// The website by what the page says of it.
fn site(root: El<'_>, context: &Value, website: &mut Map<String, Value>) {
    if let Some(own) = context["website"].as_object() {
        let kept = own.iter().filter(|(_, value)| !value.is_null());
        for (key, value) in kept {
            website.insert(key.clone(), value.clone());
        }
    }
    if let Some(title) = meta(root, "og:site_name").filter(|_| !website.contains_key("siteTitle")) {
        website.insert("siteTitle".to_owned(), title.into());
    }
}

/// Title, kind and description of the page.
fn about(root: El<'_>, body: El<'_>, context: &Value, page: &mut Page) {
    let own = &context["collection"];
    let collection = &mut page.collection;
    for (key, value) in own.as_object().into_iter().flatten() {
        let kept = [
            "id",
            "type",
            "typeName",
            "fullUrl",
            "description",
            "seoData",
            "navigationTitle",
            "tags",
            "categories",
        ];
        if kept.contains(&key.as_str()) && !value.is_null() {
            collection.insert(key.clone(), value.clone());
        }
    }
    let kind = body.value().classes().filter_map(|class| class.strip_prefix("collection-type-")).next();
    if let Some(kind) = kind.filter(|_| !collection.contains_key("typeName")) {
        collection.insert("typeName".to_owned(), kind.into());
    }
    if let Some(id) = attr(body, "id").and_then(|id| id.strip_prefix("collection-")) {
        collection.entry("id").or_insert_with(|| id.into());
    }
    let whole = first(root, |el| name(el) == "title").map(|el| one_line(&el.text().collect::<String>()));
    let title = own["title"]
        .as_str()
        .map(str::to_owned)
        .or_else(|| meta(root, "og:title").map(str::to_owned))
        .or(whole);
    let title = title.map(|title| first_part(&title).to_owned()).filter(|title| !title.is_empty());
    collection.insert("title".to_owned(), title.unwrap_or_else(|| page.url.clone()).into());
    if let Some(text) = meta(root, "description") {
        collection.entry("seoData").or_insert_with(|| json!({"seoDescription": text}));
    }
    if page.url == "/" || has(body, "homepage") {
        page.url = "/".to_owned();
        collection.insert("homepage".to_owned(), true.into());
    }
}

/// `About — The site` → `About`.
fn first_part(title: &str) -> &str {
    [" — ", " | ", " – "]
        .iter()
        .find_map(|mark| title.split_once(mark))
        .map_or(title, |(first, _)| first)
        .trim()
}

/// The content, as that of a page or of an item.
fn main(body: El<'_>, page: &mut Page, reader: &mut Reader<'_>) {
    let root = main_of(body);
    if let Some((mut item, text)) = item(body, root, page.collection.get("title")) {
        let made = if has(text, "sqs-layout") { rows_of(text, reader) } else { content(text, reader) };
        reader.faults.extend(lost(text, reader.base, &made));
        item.extend(made);
        left_out(root, text, reader);
        page.item = Some(item);
        return;
    }
    let members = content(root, reader);
    reader.faults.extend(lost(root, reader.base, &members));
    page.collection.extend(members);
}

/// The element that holds what is of this page alone.
fn main_of<'a>(body: El<'a>) -> El<'a> {
    let is_main = |el: El<'_>| name(el) == "main" || attr(el, "role") == Some("main");
    let mains = outermost(body, is_main);
    if let [main] = mains.as_slice() {
        return *main;
    }
    let named = ["page", "content", "canvas", "siteWrapper"];
    let of_id = named
        .iter()
        .find_map(|id| first(body, |el| attr(el, "id") == Some(id) && !is_header(el) && !is_footer(el)));
    let field = first(body, |el| attr(el, "data-content-field") == Some("main-content"));
    field.or(of_id).unwrap_or(body)
}

/// What the page of a post says: its title, date, author, tags, and under `body` the markup of its text.
#[must_use]
pub fn post(html: &str) -> Option<Map<String, Value>> {
    if too_much(html).is_some() {
        return None;
    }
    let document = Html::parse_document(html);
    let body = first(document.root_element(), |el| name(el) == "body")?;
    let (mut item, text) = item(body, main_of(body), None)?;
    item.insert("body".to_owned(), text.html().into());
    Some(item)
}

/// A post, an event, a product: what is said of it, and the element of its text.
fn item<'a>(body: El<'a>, root: El<'a>, title: Option<&Value>) -> Option<(Map<String, Value>, El<'a>)> {
    if !(has(body, "view-item") || attr(body, "id").is_some_and(|id| id.starts_with("item-"))) {
        return None;
    }
    let is_body = |el: El<'_>| has(el, "sqs-layout") && attr(el, "data-type") == Some("item");
    let bodies = outermost(root, is_body);
    let text = match bodies.as_slice() {
        [] => first_class(root, "blog-item-content").or_else(|| first_class(root, "entry-content"))?,
        [first, ..] => *first,
    };
    let document = body.parent().and_then(El::wrap).unwrap_or(body);
    let mut item = Map::new();
    if let Some(id) = attr(body, "id").and_then(|id| id.strip_prefix("item-")) {
        item.insert("id".to_owned(), id.into());
    }
    let head = first(root, |el| {
        name(el) == "h1"
            && ["entry-title", "blog-item-title", "eventitem-title", "BlogItem-title"]
                .iter()
                .any(|class| has(el, class))
    });
    let head =
        head.map(line).or_else(|| meta(document, "og:title").map(|title| first_part(title).to_owned()));
    let title = head.or_else(|| title.and_then(Value::as_str).map(str::to_owned));
    item.insert("title".to_owned(), title.filter(|title| !title.is_empty())?.into());
    if let Some(date) = meta(document, "datePublished").or_else(|| {
        first(root, |el| name(el) == "time" && attr(el, "datetime").is_some())
            .and_then(|el| attr(el, "datetime"))
    }) {
        item.insert("publishOn".to_owned(), date.into());
    }
    if let Some(author) = meta(document, "author") {
        item.insert("author".to_owned(), json!({"displayName": author}));
    }
    for (key, part) in [("tags", "/tag/"), ("categories", "/category/")] {
        let links =
            all(root, |el| name(el) == "a" && attr(el, "href").is_some_and(|href| href.contains(part)));
        let mut names: Vec<String> = links.into_iter().map(line).filter(|name| !name.is_empty()).collect();
        names.dedup();
        if !names.is_empty() {
            item.insert(key.to_owned(), names.into());
        }
    }
    Some((item, text))
}

fn rows_of(layout: El<'_>, reader: &mut Reader<'_>) -> Map<String, Value> {
    let rows = super::layout::rows(layout, 0, reader);
    let mut members = Map::new();
    if !rows.is_empty() {
        members.insert("rows".to_owned(), rows.into());
    }
    members
}

/// What stands around the body of an item is made anew by the new site: it is named, once.
fn left_out(root: El<'_>, text: El<'_>, reader: &mut Reader<'_>) {
    let is_text = |el: El<'_>| el == text;
    let holds = |el: El<'_>| super::dom::below(el).any(is_text);
    let around = outermost(root, |el| !is_text(el) && !holds(el) && el.ancestors().all(|node| node != *text));
    let words: Vec<String> = around.into_iter().map(line).filter(|text| !text.is_empty()).collect();
    let words = words.join(" ");
    if !words.is_empty() {
        let start: String = words.chars().take(120).collect();
        reader.fault(
            format!("What stands around the text of this item was left out: “{start}”."),
            "the new site shows title, date, author, tags and neighbours itself",
        );
    }
}
