//! WXR: the export of WordPress, of WordPress.com, and of Squarespace for WordPress.
//!
//! Read one item at a time; of the whole document only what becomes a record is kept. Texts wait until the last item was read,
//! for a reusable block or an attachment may stand behind the post that shows it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;

use super::editor::{References, prepare};
use super::hosted;
use super::identity::{self, meta};
use super::layout;
use super::menus::Menus;
use super::record::{Body, Comment, CommentState, Entry, Export, Kind, Picture, State};
use super::terms::Terms;
use super::text::{decoded, path, plain, time};
use super::xml::{Broken, Element, elements};
use crate::Fault;

/// The most items that are read.
const ITEMS: usize = 200_000;
/// Kinds of items that are not for visitors, or that WordPress makes anew.
const INNER: [&str; 12] = [
    "revision",
    "custom_css",
    "customize_changeset",
    "oembed_cache",
    "user_request",
    "wp_block",
    "wp_global_styles",
    "wp_navigation",
    "wp_template",
    "wp_template_part",
    "wp_font_family",
    "wp_font_face",
];
/// Kinds that another export says better.
const ELSEWHERE: [(&str, &str); 5] = [
    ("shop_order", "export the orders as CSV, and give them to `loggia-api import`"),
    ("shop_order_refund", "export the orders as CSV, and give them to `loggia-api import`"),
    ("shop_coupon", "export the coupons as CSV, and give them to `loggia-api import`"),
    ("feedback", "these are answers to forms: export them as CSV and keep them"),
    ("wpcf7_contact_form", "make the form anew: a file in `forms`"),
];

/// Reads an export. What stands before a place that is damaged is given, and a fault names the place.
#[must_use]
pub fn read(text: &str) -> Export {
    let mut reading = Reading::default();
    let done = elements(text, 2, |element| reading.take(element));
    let mut export = reading.finish();
    if let Err(Broken { line, reason }) = done {
        let message =
            format!("The XML is damaged here: {reason}. What stands before this line was taken over.");
        export.faults.push(Fault::new(line, message, "export the site again"));
    }
    export
}

/// A post or page, and its text as it stands in the export.
struct Raw {
    entry: Entry,
    content: String,
    excerpt: String,
    thumbnail: String,
    parent: String,
}

#[derive(Default)]
struct Reading {
    export: Export,
    references: References,
    raws: Vec<Raw>,
    authors: BTreeMap<String, String>,
    terms: Terms,
    menus: Menus,
    others: BTreeMap<String, (usize, usize)>,
    trashed: usize,
    pings: usize,
    items: usize,
}

impl Reading {
    fn take(&mut self, element: Element) {
        match element.name.as_str() {
            "title" if element.prefix.is_empty() => self.export.title = decoded(element.text.trim()),
            "description" => self.export.description = decoded(element.text.trim()),
            "language" => element.text.trim().clone_into(&mut self.export.language),
            "base_site_url" | "base_blog_url" => {
                address(&mut self.export.address, &element, element.name == "base_blog_url")
            }
            "link" if element.prefix.is_empty() => address(&mut self.export.address, &element, false),
            "author" => {
                let name = [element.text_of("author_display_name"), element.text_of("author_login")];
                let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
                self.authors.insert(element.text_of("author_login").to_owned(), decoded(name));
            }
            "term" if element.text_of("term_taxonomy") == "nav_menu" => self.menus.name(&element),
            "category" | "tag" | "term" if element.prefix == "wp" => self.terms.take(&element),
            "item" if self.items < ITEMS => {
                self.items += 1;
                self.item(&element);
            }
            "item" if self.items == ITEMS => {
                self.items += 1;
                let message = format!("An export may have {ITEMS} items; those from here on were left out.");
                self.export.faults.push(Fault::new(element.line, message, "export the site in parts"));
            }
            _ => {}
        }
    }

    fn item(&mut self, item: &Element) {
        let kind = item.text_of("post_type");
        let status = item.text_of("status");
        match kind {
            "attachment" => return self.attachment(item),
            "nav_menu_item" => return self.menus.take(item),
            "wp_block" => {
                let content = item.text_of_prefixed("content", "encoded").to_owned();
                self.references.reusable.insert(item.text_of("post_id").to_owned(), content);
                return;
            }
            _ if INNER.contains(&kind) => return,
            _ => {}
        }
        let count = |counts: &mut BTreeMap<String, (usize, usize)>| {
            counts.entry(kind.to_owned()).or_insert((item.line, 0)).1 += 1;
        };
        if matches!(status, "trash" | "auto-draft") {
            self.trashed += 1;
            return;
        }
        // These are read as a list of products.
        if matches!(kind, "product" | "product_variation") {
            return;
        }
        if ELSEWHERE.iter().any(|(own, _)| *own == kind) {
            return count(&mut self.others);
        }
        let kind = match kind {
            "post" => Kind::Post,
            "page" => Kind::Page,
            "" => Kind::Post,
            other
                if item.text_of_prefixed("content", "encoded").trim().is_empty()
                    && item.text_of("post_name").is_empty() =>
            {
                let title = decoded(item.text_of("title"));
                let message = format!(
                    "'{title}' is of the kind '{other}', which is not taken over: the export has no text of it."
                );
                self.export.faults.push(Fault::new(
                    item.line,
                    message,
                    "export it in another way, or write it anew",
                ));
                return;
            }
            other => {
                count(&mut self.others);
                Kind::Custom(other.to_owned())
            }
        };
        self.comments(item);
        let raw = self.raw(item, kind);
        self.raws.push(raw);
    }

    fn raw(&self, item: &Element, kind: Kind) -> Raw {
        let mut entry = Entry::new(kind, identity::of(item));
        entry.line = item.line;
        entry.title = decoded(item.text_of("title"));
        entry.slug = percent_decoded(item.text_of("post_name"));
        entry.path = own_path(item.text_of("link"));
        entry.state = match item.text_of("status") {
            "publish" | "inherit" | "" => State::Published,
            "future" => State::Scheduled,
            "pending" => State::NeedsReview,
            "private" => State::Private,
            _ => State::Draft,
        };
        item.text_of("post_password").clone_into(&mut entry.password);
        entry.featured = item.text_of("is_sticky") == "1";
        let times =
            |names: [&str; 3]| names.into_iter().find_map(|name| time(item.text_of(name))).unwrap_or(0);
        entry.published = times(["post_date_gmt", "post_date", "pubDate"]);
        entry.updated = times(["post_modified_gmt", "post_modified", ""]);
        let mut authors: Vec<String> = Vec::new();
        for child in item.children.iter().filter(|child| child.name == "category") {
            let name = decoded(child.text.trim());
            match child.attribute("domain") {
                _ if name.is_empty() => {}
                "category" => {
                    for name in self.terms.with_parents(child.attribute("nicename"), name) {
                        push_new(&mut entry.categories, name);
                    }
                }
                // Exports of before 2010 say nothing of it.
                "" => push_new(&mut entry.categories, name),
                "post_tag" | "tag" => push_new(&mut entry.tags, name),
                // Several authors of one post, as a widely used addition keeps them.
                "author" => {
                    authors.push(self.author(child.attribute("nicename").trim_start_matches("cap-"), &name))
                }
                "post_format" | "nav_menu" | "language" | "product_visibility" | "product_type" => {}
                _ => push_new(&mut entry.tags, name),
            }
        }
        if authors.is_empty() {
            let login = item.text_of("creator");
            authors.extend(Some(self.author(login, login)).filter(|name| !name.is_empty()));
        }
        entry.authors = authors;
        entry.comments_open = item.text_of("comment_status") == "open";
        entry.order = item.text_of("menu_order").parse().unwrap_or(0);
        let link = meta(item, "passthrough_url").trim();
        if link.starts_with("https://") || link.starts_with("http://") || link.starts_with('/') {
            link.clone_into(&mut entry.link);
        }
        let seo = |keys: [&str; 3]| {
            let found = keys
                .into_iter()
                .map(|key| meta(item, key))
                .find(|text| !text.is_empty() && !text.contains("%%"));
            decoded(found.unwrap_or_default())
        };
        entry.seo = (
            seo(["_yoast_wpseo_title", "rank_math_title", "_aioseo_title"]),
            seo(["_yoast_wpseo_metadesc", "rank_math_description", "_aioseo_description"]),
        );
        Raw {
            content: item.text_of_prefixed("content", "encoded").to_owned(),
            excerpt: item.text_of_prefixed("excerpt", "encoded").to_owned(),
            thumbnail: meta(item, "_thumbnail_id").to_owned(),
            parent: item.text_of("post_parent").to_owned(),
            entry,
        }
    }

    fn author(&self, login: &str, name: &str) -> String {
        self.authors.get(login).cloned().unwrap_or_else(|| name.to_owned())
    }

    fn attachment(&mut self, item: &Element) {
        let url = item.text_of("attachment_url");
        if url.is_empty() {
            return;
        }
        let id = item.text_of("post_id").to_owned();
        self.references.files.insert(id.clone(), url.to_owned());
        let name = url.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let endings = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".bmp", ".heic"];
        if !endings.iter().any(|ending| name.ends_with(ending)) {
            return;
        }
        let caption = item.text_of_prefixed("excerpt", "encoded").trim();
        let caption = if is_number_of_picture(caption) { "" } else { caption };
        let picture = Picture {
            url: url.to_owned(),
            alt: decoded(meta(item, "_wp_attachment_image_alt")),
            caption: caption.to_owned(),
        };
        let parent = item.text_of("post_parent");
        if !matches!(parent, "" | "0") {
            self.references.attached.entry(parent.to_owned()).or_default().push(id.clone());
        }
        self.references.pictures.insert(id, picture);
    }

    fn comments(&mut self, item: &Element) {
        let entry = &identity::of(item);
        for comment in item.children.iter().filter(|child| child.name == "comment") {
            if !matches!(comment.text_of("comment_type"), "" | "comment" | "review") {
                self.pings += 1;
                continue;
            }
            let state = match comment.text_of("comment_approved") {
                "1" | "approved" => CommentState::Approved,
                "spam" => CommentState::Spam,
                "trash" | "post-trashed" => continue,
                _ => CommentState::Pending,
            };
            let id = comment.text_of("comment_id");
            let above = comment.text_of("comment_parent");
            let created =
                ["comment_date_gmt", "comment_date"].into_iter().find_map(|name| time(comment.text_of(name)));
            self.export.comments.push(Comment {
                key: format!("wordpress-{id}"),
                item_id: String::new(),
                entry: entry.to_owned(),
                path: own_path(item.text_of("link")),
                author: plain(comment.text_of("comment_author")),
                text: plain(comment.text_of("comment_content")),
                created_on: created.unwrap_or(0),
                state,
                answers: if matches!(above, "" | "0") { String::new() } else { format!("wordpress-{above}") },
            });
        }
    }

    fn finish(mut self) -> Export {
        let raws = std::mem::take(&mut self.raws);
        let pages: BTreeMap<String, (String, String)> = raws
            .iter()
            .filter(|raw| raw.entry.kind == Kind::Page)
            .map(|raw| (raw.entry.id.clone(), (raw.entry.slug.clone(), raw.parent.clone())))
            .collect();
        for raw in raws {
            let entry = self.entry(raw, &pages);
            self.export.entries.push(entry);
        }
        let menus = std::mem::take(&mut self.menus);
        self.export.menus = menus.finish(&self.terms, &mut self.export.faults);
        self.export.lists = self.terms.lists();
        self.name_the_rest();
        let squarespace =
            self.authors.keys().any(|login| login.contains('@')) && self.references.reusable.is_empty();
        self.export.source = if squarespace { "squarespace" } else { "wordpress" };
        self.export
    }

    fn entry(&mut self, raw: Raw, pages: &BTreeMap<String, (String, String)>) -> Entry {
        let Raw { mut entry, content, excerpt, thumbnail, parent } = raw;
        if entry.kind == Kind::Page {
            entry.parents = parents(&parent, pages);
        }
        let prepared = prepare(&content, &entry.id, &self.references);
        entry.body = layout::body(&prepared.html, &prepared.blocks, &self.references);
        entry.excerpt = prepare(&excerpt, &entry.id, &References::default()).html;
        // The address of a picture need not end like one of a picture: one that stands for an entry is one.
        let named = || self.references.files.get(&thumbnail).cloned();
        entry.picture = self.references.pictures.get(&thumbnail).cloned();
        if entry.picture.is_none() {
            entry.picture = named().map(|url| Picture { url, ..Picture::default() });
        }
        for message in prepared.faults {
            let message = format!("'{}' {message}", entry.title);
            self.export.faults.push(Fault::new(entry.line, message, "put a block of that kind in its place"));
        }
        for fields in hosted::forms(&content) {
            let fields = if fields.is_empty() { fields } else { format!(" ({fields})") };
            let message = format!(
                "'{}' had a form{fields} whose answers went to the old site; it was left out.",
                entry.title
            );
            let help = "make the form anew: a file in `forms`, and a block of it on the page";
            self.export.faults.push(Fault::new(entry.line, message, help));
        }
        if has_script(&entry.body) {
            let message = format!("'{}' has a script of its own, which stays.", entry.title);
            self.export.faults.push(Fault::new(
                entry.line,
                message,
                "look whether it is still wanted, and still works",
            ));
        }
        entry
    }

    fn name_the_rest(&mut self) {
        let mut fault = |line: usize, message: String, help: &str| {
            self.export.faults.push(Fault::new(line, message, help))
        };
        for (kind, (line, count)) in &self.others {
            match ELSEWHERE.iter().find(|(own, _)| own == kind) {
                Some((_, help)) => fault(*line, format!("{count} of the kind '{kind}' were left out."), help),
                None => fault(
                    *line,
                    format!(
                        "{count} of the kind '{kind}', which a program of the old site added, became items of a collection of that name; what that program kept beside their text was left out."
                    ),
                    "look whether the collection is wanted, and add to its items what they lack",
                ),
            }
        }
        if self.trashed > 0 {
            fault(
                0,
                format!("{} were in the trash and were left out.", self.trashed),
                "restore them at the source if they are wanted",
            );
        }
        if self.pings > 0 {
            fault(
                0,
                format!("{} notices of links from other sites (pingbacks) were left out.", self.pings),
                "nothing is to be done",
            );
        }
    }
}

fn has_script(body: &Body) -> bool {
    body.html.contains("<script") || body.rows.iter().any(|row| row.to_string().contains("<script"))
}

/// Squarespace writes this in place of a caption: `exc-` and the number of the picture.
fn is_number_of_picture(caption: &str) -> bool {
    let number = caption.strip_prefix("exc-").unwrap_or_default();
    number.len() == 24 && number.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn address(own: &mut String, element: &Element, better: bool) {
    let address = element.text.trim().trim_end_matches('/');
    if own.is_empty() || better {
        address.clone_into(own);
    }
}

fn push_new(list: &mut Vec<String>, name: String) {
    if !list.contains(&name) {
        list.push(name);
    }
}

/// The path of an address that is not only a number: `/?p=12` is none.
fn own_path(link: &str) -> String {
    if link.contains("?p=") || link.contains("?page_id=") { String::new() } else { path(link) }
}

fn percent_decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Cow::into_owned)
}

/// The slugs of the pages above one, from the top; a circle ends.
fn parents(parent: &str, pages: &BTreeMap<String, (String, String)>) -> Vec<String> {
    let (mut slugs, mut seen, mut above) = (Vec::new(), BTreeSet::new(), parent);
    while let Some((slug, next)) = pages.get(above).filter(|_| seen.insert(above.to_owned())) {
        slugs.insert(0, slug.clone());
        above = next;
    }
    slugs
}
