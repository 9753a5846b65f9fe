//! Entries, pictures and comments as items.

use super::super::record::{Comment, CommentState, Entry, Kind, Picture, State};
use super::super::text::{escaped, slug};
use super::known::{Comments, Known, author};
use super::xml::Xml;

fn meta(xml: &mut Xml, key: &str, value: &str) {
    if value.is_empty() {
        return;
    }
    xml.open("wp:postmeta", &[]);
    xml.data("wp:meta_key", &[], key);
    xml.data("wp:meta_value", &[], value);
    xml.close("wp:postmeta");
}

/// What every item says of itself.
pub(super) struct Post<'p> {
    pub(super) number: u64,
    pub(super) name: &'p str,
    pub(super) status: &'p str,
    pub(super) above: u64,
    pub(super) order: i64,
    pub(super) kind: &'p str,
    pub(super) is_sticky: bool,
    pub(super) comments_open: bool,
    pub(super) times: (i64, i64),
}

impl Known<'_> {
    /// The elements that stand in every item, in the order in which WordPress has them.
    pub(super) fn post(&self, xml: &mut Xml, post: &Post<'_>) {
        let none = "0000-00-00 00:00:00";
        let stated = |time: i64| {
            let moment = self.moment(time);
            moment.map_or([none.to_owned(), none.to_owned()], |moment| [moment.local, moment.utc])
        };
        xml.text("wp:post_id", &post.number.to_string());
        let (published, updated) = post.times;
        // Without a time of its own WordPress takes that of the import.
        if published != 0 {
            let [local, utc] = stated(published);
            xml.text("wp:post_date", &local);
            xml.text("wp:post_date_gmt", &utc);
        }
        if updated != 0 {
            let [local, utc] = stated(updated);
            xml.text("wp:post_modified", &local);
            xml.text("wp:post_modified_gmt", &utc);
        }
        xml.text("wp:comment_status", if post.comments_open { "open" } else { "closed" });
        xml.text("wp:ping_status", "closed");
        xml.data("wp:post_name", &[], post.name);
        xml.text("wp:status", post.status);
        xml.text("wp:post_parent", &post.above.to_string());
        xml.text("wp:menu_order", &post.order.to_string());
        xml.text("wp:post_type", post.kind);
        xml.data("wp:post_password", &[], "");
        xml.text("wp:is_sticky", if post.is_sticky { "1" } else { "0" });
    }

    pub(super) fn begin(&self, xml: &mut Xml, title: &str, address: &str, published: i64) {
        xml.open("item", &[]);
        xml.data("title", &[], &escaped(title));
        xml.text("link", address);
        if let Some(moment) = self.moment(published) {
            xml.text("pubDate", &moment.mail);
        }
        xml.data("guid", &[("isPermaLink", "false")], address);
    }
}

fn status(entry: &Entry) -> &'static str {
    match entry.state {
        State::Published | State::Scheduled if !entry.password.is_empty() || entry.members_only => "private",
        State::Published => "publish",
        State::Scheduled => "future",
        State::NeedsReview => "pending",
        State::Private => "private",
        State::Draft => "draft",
    }
}

/// A post or a page with its comments.
pub(super) fn entry(xml: &mut Xml, known: &Known<'_>, entry: &Entry, number: u64, comments: &Comments<'_>) {
    known.begin(xml, &entry.title, &known.absolute(&entry.path), entry.published);
    if let Some(name) = author(entry) {
        xml.data("dc:creator", &[], &known.logins.known(&name));
    }
    xml.text("description", "");
    xml.data("content:encoded", &[], &entry.body.html);
    xml.data("excerpt:encoded", &[], &entry.excerpt);
    let kind = match &entry.kind {
        Kind::Post => "post",
        Kind::Page => "page",
        Kind::Custom(name) => name,
    };
    let above = entry.parents.join("/");
    known.post(
        xml,
        &Post {
            number,
            name: &entry.slug,
            status: status(entry),
            above: known.pages.get(&above).copied().filter(|_| !above.is_empty()).unwrap_or(0),
            order: entry.order,
            kind,
            is_sticky: entry.featured,
            comments_open: entry.comments_open,
            times: (entry.published, entry.updated),
        },
    );
    for name in &entry.categories {
        let attributes = [("domain", "category"), ("nicename", &*known.categories.known(name))];
        xml.data("category", &attributes, &escaped(name));
    }
    for name in &entry.tags {
        let attributes = [("domain", "post_tag"), ("nicename", &*known.tags.known(name))];
        xml.data("category", &attributes, &escaped(name));
    }
    let own = entry.picture.as_ref().map(|picture| known.absolute(&picture.url));
    if let Some((number, ..)) = own.and_then(|url| known.pictures.get(&url)) {
        meta(xml, "_thumbnail_id", &number.to_string());
    }
    meta(xml, "_yoast_wpseo_title", &escaped(&entry.seo.0));
    meta(xml, "_yoast_wpseo_metadesc", &escaped(&entry.seo.1));
    for one in comments.of.get(entry.id.as_str()).into_iter().flatten() {
        comment(xml, known, one, comments);
    }
    xml.close("item");
}

fn comment(xml: &mut Xml, known: &Known<'_>, comment: &Comment, all: &Comments<'_>) {
    let number = |key: &str| all.numbers.get(key).copied().unwrap_or(0).to_string();
    xml.open("wp:comment", &[]);
    xml.text("wp:comment_id", &number(&comment.key));
    xml.data("wp:comment_author", &[], &escaped(&comment.author));
    xml.data("wp:comment_author_email", &[], "");
    xml.text("wp:comment_author_url", "");
    xml.data("wp:comment_author_IP", &[], "");
    if let Some(moment) = known.moment(comment.created_on) {
        xml.text("wp:comment_date", &moment.local);
        xml.text("wp:comment_date_gmt", &moment.utc);
    }
    xml.data("wp:comment_content", &[], &escaped(&comment.text));
    let state = match comment.state {
        CommentState::Approved => "1",
        CommentState::Pending => "0",
        CommentState::Spam => "spam",
    };
    xml.text("wp:comment_approved", state);
    xml.text("wp:comment_type", "comment");
    xml.text("wp:comment_parent", &number(&comment.answers));
    xml.text("wp:comment_user_id", "0");
    xml.close("wp:comment");
}

/// A picture, which WordPress fetches from its address.
pub(super) fn picture(xml: &mut Xml, known: &Known<'_>, picture: &Picture, (number, above): (u64, u64)) {
    let file = picture.url.split(['?', '#']).next().unwrap_or_default();
    let name = file.rsplit('/').find(|part| !part.is_empty()).unwrap_or("picture");
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    known.begin(xml, stem, &picture.url, 0);
    xml.text("description", "");
    xml.data("content:encoded", &[], "");
    xml.data("excerpt:encoded", &[], &picture.caption);
    let name =
        Some(slug(stem)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| format!("picture-{number}"));
    known.post(
        xml,
        &Post {
            number,
            name: &name,
            status: "inherit",
            above,
            order: 0,
            kind: "attachment",
            is_sticky: false,
            comments_open: false,
            times: (0, 0),
        },
    );
    xml.data("wp:attachment_url", &[], &picture.url);
    meta(xml, "_wp_attachment_image_alt", &escaped(&picture.alt));
    xml.close("item");
}
