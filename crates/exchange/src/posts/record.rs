//! What posts, pages, menus and comments are, whoever exported them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Fault;

/// Everything that an export of posts says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Export {
    /// Which program wrote it: `wordpress`, `squarespace`, `ghost` or `disqus`.
    pub source: &'static str,
    /// The title of the site.
    pub title: String,
    /// Its description.
    pub description: String,
    /// Its language, such as `en-US`; may be empty.
    pub language: String,
    /// Its address, without a slash at the end; may be empty.
    pub address: String,
    /// Posts and pages, in the order of the export.
    pub entries: Vec<Entry>,
    /// Menus.
    pub menus: Vec<Menu>,
    /// Lists of the posts of a category or with a tag, which the old site had.
    pub lists: Vec<List>,
    /// Comments of visitors.
    pub comments: Vec<Comment>,
    /// Addresses that lead elsewhere: from, to. Both are paths.
    pub redirects: Vec<(String, String)>,
    /// What was read otherwise than it was written, or not at all.
    pub faults: Vec<Fault>,
}

/// What an entry is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// One of a row of dated texts.
    Post,
    /// A page of its own.
    Page,
    /// Of a kind that the owner, or a program of theirs, has added: its name.
    Custom(String),
}

/// Whether visitors see an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Published.
    Published,
    /// Published when its time comes.
    Scheduled,
    /// Waits for somebody who may publish it.
    NeedsReview,
    /// For those who work on the site.
    Private,
    /// Not published.
    Draft,
}

impl State {
    /// The word of an item's `status`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            State::Published => "Published",
            State::Scheduled => "Scheduled",
            State::NeedsReview => "Needs Review",
            State::Private => "Private",
            State::Draft => "Draft",
        }
    }
}

/// A picture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// Its address.
    pub url: String,
    /// Its alternative text.
    pub alt: String,
    /// Its caption, as HTML.
    pub caption: String,
}

/// A post or a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// Its id at the source.
    pub id: String,
    /// The line of the export at which it begins.
    pub line: usize,
    /// Its title, as text.
    pub title: String,
    /// The last part of its address; may be empty.
    pub slug: String,
    /// Its path at the source, such as `/2024/05/hello/`; empty when it is not known or no address of its own.
    pub path: String,
    /// The slugs of the pages above it, from the top.
    pub parents: Vec<String>,
    /// Whether visitors see it.
    pub state: State,
    /// The password it asks for.
    pub password: String,
    /// Only members of the site see it.
    pub members_only: bool,
    /// It stands before all others.
    pub featured: bool,
    /// When it was, or will be, published: milliseconds since 1970, UTC; 0 when it is not known.
    pub published: i64,
    /// When it was changed last; likewise.
    pub updated: i64,
    /// Names of its authors, the first one first.
    pub authors: Vec<String>,
    /// Names of its categories, with those above them.
    pub categories: Vec<String>,
    /// Names of its tags.
    pub tags: Vec<String>,
    /// Its excerpt, as HTML.
    pub excerpt: String,
    /// What it says.
    pub body: Body,
    /// The picture that stands for it.
    pub picture: Option<Picture>,
    /// Visitors may comment.
    pub comments_open: bool,
    /// Title and description for search engines; may be empty.
    pub seo: (String, String),
    /// Its place among the pages.
    pub order: i64,
    /// The address elsewhere that its title leads to; empty when it leads to the entry itself.
    pub link: String,
}

impl Entry {
    /// An entry of which nothing is known but what it is.
    #[must_use]
    pub fn new(kind: Kind, id: impl Into<String>) -> Entry {
        Entry {
            kind,
            id: id.into(),
            line: 0,
            title: String::new(),
            slug: String::new(),
            path: String::new(),
            parents: Vec::new(),
            state: State::Draft,
            password: String::new(),
            members_only: false,
            featured: false,
            published: 0,
            updated: 0,
            authors: Vec::new(),
            categories: Vec::new(),
            tags: Vec::new(),
            excerpt: String::new(),
            body: Body::default(),
            picture: None,
            comments_open: false,
            seo: (String::new(), String::new()),
            order: 0,
            link: String::new(),
        }
    }
}

/// What an entry says: HTML, or rows of blocks where HTML alone would lose something.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Body {
    /// All of it as HTML; empty when there are rows.
    pub html: String,
    /// `rows` of a page or an item: `{"columns": [{"span": 12, "blocks": […]}]}`.
    pub rows: Vec<Value>,
}

/// A menu.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Menu {
    /// Its name at the source.
    pub name: String,
    /// What it leads to.
    pub links: Vec<Link>,
}

/// An entry of a menu.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Link {
    /// Its text.
    pub title: String,
    /// The entry it leads to, by its id; empty for an address.
    pub entry: String,
    /// The address it leads to.
    pub url: String,
    /// The list of a category or tag that it leads to.
    pub list: Option<List>,
    /// What stands below it.
    pub links: Vec<Link>,
}

/// What posts are listed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    /// A category.
    Category,
    /// A tag.
    Tag,
}

/// The list of the posts of a category or with a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// What it lists by.
    pub kind: ListKind,
    /// The name of the category or tag.
    pub name: String,
    /// What followed the word for categories or tags in its address at the source: `food/bread`.
    pub path: String,
}

/// Where a comment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum CommentState {
    /// Everybody sees it.
    Approved,
    /// It waits for somebody who looks at it.
    Pending,
    /// It is not wanted.
    Spam,
}

/// A comment of a visitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    /// The source and the id there: the same comment has the same key in every export.
    pub key: String,
    /// The id of the item it belongs to, in the site.
    #[serde(default)]
    pub item_id: String,
    /// The id of the entry at the source; empty when only its path is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub entry: String,
    /// The path of the page at the source.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// Who wrote it.
    pub author: String,
    /// What it says, as text.
    pub text: String,
    /// When: milliseconds since 1970, UTC.
    pub created_on: i64,
    /// Where it stands.
    pub state: CommentState,
    /// The key of the comment it answers; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub answers: String,
}
