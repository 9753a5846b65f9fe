//! WXR 1.2, written: what WordPress exports and its importer takes, and what [`wordpress`](super::wordpress) reads.

mod item;
mod known;
mod menu;
mod names;
mod pictures;
mod xml;

use super::record::Export;
use super::text::escaped;
use crate::Fault;
use known::{Comments, Known};
use names::Numbers;
use pictures::shown_pictures;
use xml::Xml;

/// A document, and what could not stand in it as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wxr {
    /// XML in UTF-8.
    pub text: String,
    /// What was left out or changed.
    pub faults: Vec<Fault>,
}

const NAMESPACES: [(&str, &str); 6] = [
    ("version", "2.0"),
    ("xmlns:excerpt", "http://wordpress.org/export/1.2/excerpt/"),
    ("xmlns:content", "http://purl.org/rss/1.0/modules/content/"),
    ("xmlns:wfw", "http://wellformedweb.org/CommentAPI/"),
    ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
    ("xmlns:wp", "http://wordpress.org/export/1.2/"),
];

/// Writes posts, pages, pictures, menus and comments. `zone` is the time zone of the site (IANA), in which WordPress states
/// times beside UTC. Passwords are never written: what asks for one, or is for members alone, is private.
#[must_use]
pub fn write(export: &Export, zone: &str) -> Wxr {
    let known = Known::of(export, zone);
    let mut xml = Xml::new();
    xml.open("rss", &NAMESPACES);
    xml.open("channel", &[]);
    head(&mut xml, &known);
    let mut numbers = Numbers::default();
    known.numbers.iter().chain(known.pictures.values().map(|(number, ..)| number)).for_each(|number| {
        numbers.own(&number.to_string());
    });
    let comments = Comments::of(export);
    for (entry, number) in export.entries.iter().zip(&known.numbers) {
        item::entry(&mut xml, &known, entry, *number, &comments);
    }
    for (number, above, picture) in known.pictures.values() {
        item::picture(&mut xml, &known, picture, (*number, *above));
    }
    menu::items(&mut xml, &known, &mut numbers);
    xml.close("channel");
    xml.close("rss");
    let mut faults = faults(export, &comments);
    if xml.dropped > 0 {
        let message = format!("{} characters that no XML can hold were left out.", xml.dropped);
        faults.push(Fault::new(0, message, "nothing is to be done: they cannot be seen"));
    }
    Wxr { text: xml.finish(), faults }
}

fn head(xml: &mut Xml, known: &Known<'_>) {
    let export = known.export;
    xml.data("title", &[], &escaped(&export.title));
    xml.text("link", &export.address);
    xml.data("description", &[], &escaped(&export.description));
    let last = export.entries.iter().map(|entry| entry.updated.max(entry.published)).max();
    if let Some(moment) = last.and_then(|last| known.moment(last)) {
        xml.text("pubDate", &moment.mail);
    }
    xml.text("language", &export.language);
    xml.text("wp:wxr_version", "1.2");
    xml.text("wp:base_site_url", &export.address);
    xml.text("wp:base_blog_url", &export.address);
    let mut terms = Numbers::default();
    for name in &known.logins.order {
        xml.open("wp:author", &[]);
        xml.text("wp:author_id", &terms.next().to_string());
        xml.data("wp:author_login", &[], &known.logins.known(name));
        xml.data("wp:author_email", &[], "");
        xml.data("wp:author_display_name", &[], &escaped(name));
        xml.data("wp:author_first_name", &[], "");
        xml.data("wp:author_last_name", &[], "");
        xml.close("wp:author");
    }
    let mut terms = Numbers::default();
    for name in &known.categories.order {
        xml.open("wp:category", &[]);
        xml.text("wp:term_id", &terms.next().to_string());
        xml.data("wp:category_nicename", &[], &known.categories.known(name));
        xml.data("wp:category_parent", &[], "");
        xml.data("wp:cat_name", &[], &escaped(name));
        xml.close("wp:category");
    }
    for name in &known.tags.order {
        xml.open("wp:tag", &[]);
        xml.text("wp:term_id", &terms.next().to_string());
        xml.data("wp:tag_slug", &[], &known.tags.known(name));
        xml.data("wp:tag_name", &[], &escaped(name));
        xml.close("wp:tag");
    }
    menu::terms(xml, known, &mut terms);
}

fn faults(export: &Export, comments: &Comments<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let locked = export.entries.iter().filter(|entry| !entry.password.is_empty() || entry.members_only);
    for entry in locked {
        let why = if entry.password.is_empty() { "is for members alone" } else { "asks for a password" };
        let message =
            format!("'{}' {why}: passwords are not exported, so it is private in WordPress.", entry.title);
        faults.push(Fault::new(0, message, "give it a password there, and publish it then"));
    }
    if export.address.is_empty() && export.entries.iter().any(|entry| !shown_pictures(entry, "").is_empty()) {
        let message = "The site has no address, so WordPress cannot fetch its pictures.";
        faults.push(Fault::new(0, message, "set website.baseUrl in site.json, or give --address"));
    }
    if comments.homeless > 0 {
        let message = format!("{} comments belong to nothing that is exported here.", comments.homeless);
        faults.push(Fault::new(0, message, "they stand in the JSON of the export"));
    }
    faults
}
