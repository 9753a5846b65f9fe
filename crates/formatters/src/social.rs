//! Likes, shares, follows and comments.

use std::sync::Arc;

use loggia_template::{Context, Fault, Node, Vocabulary, Writer, write_number};

use crate::fragment::{Fill, Fragment, fragment};
use crate::scope::visible;
use crate::social_links::{Piece, split_addresses, split_signed};

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.predicate_fn("comments?", |_, context| Ok(comments_are_shown(context)));
    vocabulary.predicate_fn("disqus?", |_, context| Ok(disqus_name(context, Node::Missing).is_true()));
    vocabulary.writer("comment-count", |_| CommentCount);
    vocabulary.writer("comment-link", |_| CommentLink {
        link: fragment!("social/comment-link.html", "url", "id", "count", "plural"),
        disqus: fragment!("social/comment-link.disqus.html", "url", "id"),
    });
    vocabulary.writer("comments", |_| Comments {
        section: fragment!("social/comments.html", "id", "subject"),
        item: fragment!("social/comments.item.html", "id", "count", "state"),
        collection: fragment!("social/comments.collection.html", "id", "count", "state"),
        disqus: fragment!("social/comments.disqus.html"),
    });
    vocabulary.writer("like-button", |_| LikeButton(fragment!("social/like-button.html", "id", "count")));
    let holes = ["image-id", "asset-url", "record-type", "full-url", "title"];
    let block = Arc::new(Fragment::new(include_str!("../fragments/social/social-button.html"), holes));
    let inline =
        Arc::new(Fragment::new(include_str!("../fragments/social/social-button-inline.html"), holes));
    vocabulary.writer("social-button", move |_| SocialButton(Arc::clone(&block)));
    vocabulary.writer("social-button-inline", move |_| SocialButton(Arc::clone(&inline)));
    vocabulary.writer("twitter-follow-button", |_| {
        FollowButton(fragment!("social/twitter-follow-button.html", "name"))
    });
    vocabulary.writer("activate-twitter-links", |_| TwitterLinks {
        address: fragment!("social/twitter.address.html", "address"),
        name: fragment!("social/twitter.name.html", "name"),
        tag: fragment!("social/twitter.tag.html", "tag"),
    });
}

/// T-084: open for comments, or commented already; off when there are settings that do not switch them on.
fn comments_are_shown(context: &Context<'_>) -> bool {
    let settings = context.lookup("websiteSettings");
    if !settings.is_missing() && !settings.get("commentsEnabled").is_true() {
        return false;
    }
    let node = context.node();
    node.get("commentState").to_number() == 1.0 || node.get("publicCommentCount").to_number() > 0.0
}

/// The site's name at the comment service; both spellings of the setting count (T-085).
fn disqus_name<'r>(context: &Context<'r>, item: Node<'r>) -> Node<'r> {
    let settings = visible(context, item, "websiteSettings");
    let name = settings.get("disqusShortname");
    if name.is_true() { name } else { settings.get("disqusShortName") }
}

/// T-214.
struct CommentCount;

impl Writer for CommentCount {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let count = values[0].get("publicCommentCount").to_number();
        let out = context.out();
        if count == 0.0 {
            out.push_str("No");
        } else {
            write_number(count, out);
        }
        out.push_str(" Comment");
        if count != 1.0 {
            out.push('s');
        }
        Ok(())
    }
}

/// T-215.
struct CommentLink {
    link: Fragment<4>,
    disqus: Fragment<2>,
}

impl Writer for CommentLink {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let [url, id, count] =
            ["fullUrl", "id", "publicCommentCount"].map(|name| visible(context, values[0], name));
        let (url, id) = (Fill::Value(url), Fill::Value(id));
        if disqus_name(context, values[0]).is_true() {
            self.disqus.write(context.out(), [url, id]);
            return Ok(());
        }
        let is = |number: f64| count.as_f64() == Some(number);
        let shown = if is(0.0) { Fill::Raw("No") } else { Fill::Value(count) };
        let plural = Fill::Raw(if is(1.0) { "" } else { "s" });
        self.link.write(context.out(), [url, id, shown, plural]);
        Ok(())
    }
}

/// T-215.
struct Comments {
    section: Fragment<2>,
    item: Fragment<3>,
    collection: Fragment<3>,
    disqus: Fragment<0>,
}

impl Writer for Comments {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        if disqus_name(context, values[0]).is_true() {
            self.disqus.write(context.out(), []);
            return Ok(());
        }
        let [id, item, collection] =
            ["id", "item", "collection"].map(|name| visible(context, values[0], name));
        let subject = |out: &mut String| {
            let (fragment, subject) = if item.is_true() {
                (&self.item, item)
            } else if collection.is_true() {
                (&self.collection, collection)
            } else {
                return;
            };
            let names = ["id", "publicCommentCount", "commentState"];
            fragment.write(out, names.map(|name| Fill::Value(subject.get(name))));
        };
        self.section.write(context.out(), [Fill::Value(id), Fill::With(&subject)]);
        Ok(())
    }
}

/// T-216.
struct LikeButton(Fragment<2>);

impl Writer for LikeButton {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let item = values[0];
        if item.is_true() && visible(context, item, "websiteSettings").get("simpleLikingEnabled").is_true() {
            let fills = ["id", "likeCount"].map(|name| Fill::Value(visible(context, item, name)));
            self.0.write(context.out(), fills);
        }
        Ok(())
    }
}

/// T-217.
struct SocialButton(Arc<Fragment<5>>);

impl Writer for SocialButton {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        if context.lookup("website").get("shareButtonOptions").size() == 0 {
            return Ok(());
        }
        let item = values[0];
        let or = |first: Node<'r>, second: Node<'r>| if first.is_missing() { second } else { first };
        let image = or(item.get("systemDataId"), item.get("mainImageId"));
        let asset = or(item.get("assetUrl"), item.get("mainImage").get("assetUrl"));
        let fills = [
            Fill::Text(image),
            Fill::Text(asset),
            Fill::Text(item.get("recordType")),
            Fill::Text(item.get("fullUrl")),
            Fill::EscapedValue(item.get("title")),
        ];
        self.0.write(context.out(), fills);
        Ok(())
    }
}

/// T-218.
struct FollowButton(Fragment<1>);

impl Writer for FollowButton {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let name = values[0].get("userName").to_text();
        let address = values[0].get("profileUrl").to_text();
        let last = address.rsplit('/').next().unwrap_or_default();
        self.0.write(context.out(), [Fill::Raw(if name.is_empty() { last } else { &name })]);
        Ok(())
    }
}

/// T-219. Names and tags are looked for in what the step before has written, links included.
struct TwitterLinks {
    address: Fragment<1>,
    name: Fragment<1>,
    tag: Fragment<1>,
}

impl Writer for TwitterLinks {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let text = values[0].to_text();
        let text = linked(&split_addresses(&text), &self.address);
        let text = linked(&split_signed(&text, '@'), &self.name);
        let text = linked(&split_signed(&text, '#'), &self.tag);
        context.push(&text);
        Ok(())
    }
}

fn linked(pieces: &[Piece<'_>], link: &Fragment<1>) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Link(text) => link.write(&mut out, [Fill::Raw(text)]),
        }
    }
    out
}
