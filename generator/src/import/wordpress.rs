//! An export of WordPress: an RSS document with the posts, pages and attachments of a site.

use std::collections::BTreeMap;
use std::path::Path;

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::json;

use super::draft::{Draft, file_name};
use super::html;
use crate::diagnostic::Diagnostic;
use crate::site::code::record;

/// Reads an export.
pub(super) fn read(draft: &mut Draft, file: &Path, text: &str) {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document =
        match Document::parse_with_options(text, options) {
            Ok(document) => document,
            Err(error) => {
                let place = error.pos();
                let fault = Diagnostic::error("import", file, format!("This XML cannot be read: {error}."))
                    .at(text, place.row as usize, place.col as usize);
                return draft.faults.push(fault.help("export the site again"));
            }
        };
    let Some(channel) = document.descendants().find(|node| node.has_tag_name("channel")) else {
        return draft.warn(
            file,
            0,
            "This XML has no 'channel'.",
            "give the export of Tools, Export in WordPress",
        );
    };
    website(draft, channel);
    let items: Vec<Node<'_, '_>> = channel.children().filter(|node| node.has_tag_name("item")).collect();
    let pictures: BTreeMap<&str, &str> = items
        .iter()
        .filter(|item| text_of(**item, "post_type") == "attachment")
        .map(|item| (text_of(*item, "post_id"), text_of(*item, "attachment_url")))
        .collect();
    let authors = authors(channel);
    for item in items {
        let line = document.text_pos_at(item.range().start).row as usize;
        match text_of(item, "post_type") {
            "post" => post(draft, file, line, item, &pictures, &authors),
            "page" => page(draft, file, line, item),
            "attachment"
            | "nav_menu_item"
            | "revision"
            | "custom_css"
            | "wp_global_styles"
            | "wp_navigation"
            | "customize_changeset"
            | "oembed_cache" => {}
            other => {
                let message = format!(
                    "'{}' is of the kind '{other}', which is not taken over.",
                    text_of(item, "title")
                );
                draft.warn(file, line, message, "export it in another way, or write it anew");
            }
        }
    }
}

/// The text of a child with this local name, whatever its prefix.
fn text_of<'d>(node: Node<'d, '_>, name: &str) -> &'d str {
    node.children()
        .find(|child| child.tag_name().name() == name)
        .and_then(|child| child.text())
        .unwrap_or_default()
        .trim()
}

/// The text of `content:encoded` or `excerpt:encoded`.
fn encoded<'d>(item: Node<'d, '_>, prefix: &str) -> &'d str {
    let wanted = |child: &Node<'_, '_>| {
        child.tag_name().name() == "encoded"
            && child.tag_name().namespace().is_some_and(|name| name.contains(prefix))
    };
    item.children().find(wanted).and_then(|child| child.text()).unwrap_or_default()
}

fn website(draft: &mut Draft, channel: Node<'_, '_>) {
    let website = json!({
        "id": "imported",
        "siteTitle": text_of(channel, "title"),
        "siteDescription": text_of(channel, "description"),
        "baseUrl": text_of(channel, "base_site_url").trim_end_matches('/'),
        "language": text_of(channel, "language"),
    });
    draft.file("site.json").entry("website").or_insert(website);
}

fn authors<'d>(channel: Node<'d, '_>) -> BTreeMap<&'d str, &'d str> {
    let authors = channel.children().filter(|node| node.tag_name().name() == "author");
    authors.map(|author| (text_of(author, "author_login"), text_of(author, "author_display_name"))).collect()
}

/// Milliseconds since 1970 of `2024-05-01 10:00:00` in UTC; 0 when it says no time.
fn time(text: &str) -> i64 {
    let time: Option<jiff::civil::DateTime> = text.replace(' ', "T").parse().ok();
    time.and_then(|time| time.to_zoned(jiff::tz::TimeZone::UTC).ok())
        .map_or(0, |time| time.timestamp().as_millisecond())
}

fn status(item: Node<'_, '_>) -> &'static str {
    match text_of(item, "status") {
        "publish" | "inherit" => "Published",
        "future" => "Scheduled",
        "pending" => "Needs Review",
        "private" => "Private",
        _ => "Draft",
    }
}

/// The name of a post in its address, else a name out of its title.
fn name(item: Node<'_, '_>) -> String {
    let own = text_of(item, "post_name");
    match own {
        "" => file_name(&format!("{} {}", text_of(item, "title"), text_of(item, "post_id"))),
        own => crate::asset::percent_decoded(own).unwrap_or_else(|| own.to_owned()),
    }
}

fn note_short_codes(draft: &mut Draft, file: &Path, line: usize, title: &str, content: &str) {
    for code in html::short_codes(content) {
        let message = format!("'{title}' has the short code [{code}], which stays as text.");
        draft.warn(file, line, message, "put a block of that kind in its place");
    }
}

fn post(
    draft: &mut Draft,
    file: &Path,
    line: usize,
    item: Node<'_, '_>,
    pictures: &BTreeMap<&str, &str>,
    authors: &BTreeMap<&str, &str>,
) {
    let content = encoded(item, "content");
    let title = match text_of(item, "title") {
        "" => "Untitled",
        title => title,
    };
    note_short_codes(draft, file, line, title, content);
    let of_domain = |domain: &str| -> Vec<&str> {
        let categories = item.children().filter(|child| child.has_tag_name("category"));
        categories
            .filter(|child| child.attribute("domain") == Some(domain))
            .filter_map(|child| child.text())
            .collect()
    };
    let login = text_of(item, "creator");
    let comments = item.children().filter(|child| child.tag_name().name() == "comment");
    let comments = comments.filter(|comment| text_of(*comment, "comment_approved") == "1").count();
    let mut post = json!({
        "id": format!("post-{}", text_of(item, "post_id")),
        "title": title,
        "urlId": name(item),
        "recordType": record::TEXT,
        "status": status(item),
        "publishOn": time(text_of(item, "post_date_gmt")),
        "author": {"displayName": authors.get(login).copied().unwrap_or(login)},
        "categories": of_domain("category"),
        "tags": of_domain("post_tag"),
        "starred": text_of(item, "is_sticky") == "1",
        "publicCommentCount": comments,
        "commentState": i32::from(text_of(item, "comment_status") == "open"),
        "excerpt": html::paragraphs(encoded(item, "excerpt")),
        "body": html::paragraphs(content),
    });
    let meta = item.children().filter(|child| child.tag_name().name() == "postmeta");
    let mut thumbnail = meta
        .filter(|meta| text_of(*meta, "meta_key") == "_thumbnail_id")
        .map(|meta| text_of(meta, "meta_value"));
    if let Some(picture) = thumbnail.next_back().and_then(|id| pictures.get(id)) {
        post["mainImage"] = json!({"assetUrl": picture, "title": title});
        post["assetUrl"] = (*picture).into();
    }
    let blog = draft.file("content/blog/collection.json");
    for (key, value) in [("title", "Blog"), ("urlId", "blog"), ("typeName", "blog")] {
        blog.entry(key).or_insert_with(|| value.into());
    }
    let path = format!("content/blog/{}.json", file_name(&name(item)));
    if draft.files.contains_key(&path) {
        draft.warn(
            file,
            line,
            format!("'{title}' has the address of another post; it was left out."),
            "give it another",
        );
        return;
    }
    draft.files.insert(path, post);
}

fn page(draft: &mut Draft, file: &Path, line: usize, item: Node<'_, '_>) {
    let content = encoded(item, "content");
    let title = text_of(item, "title");
    note_short_codes(draft, file, line, title, content);
    let name = name(item);
    let page = json!({
        "id": format!("page-{}", text_of(item, "post_id")),
        "title": title,
        "urlId": name,
        "typeName": "page",
        "type": 10,
        "enabled": status(item) == "Published",
        "mainContent": html::paragraphs(content),
    });
    draft.files.insert(format!("content/{}/collection.json", file_name(&name)), page);
}
