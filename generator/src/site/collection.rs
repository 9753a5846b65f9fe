//! Collection: a place of the site with an address: a page, or a list of items.

use std::cmp::Reverse;

use loggia_commerce::Access;
use loggia_template::{Arena, Node};

use super::access::{access, hide_password, without_content};
use super::bound::Hold;
use super::code::{collection, folder};
use super::document::Document;
use super::item::{Item, is_address};
use super::kind::Kinds;
use super::members::Fields;
use super::memory::Reader;
use crate::diagnostic::{Diagnostic, nearest};
use crate::manifest::Digest;

/// In which order a collection lists its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ordering {
    /// The newest first.
    Chronological,
    /// The oldest first.
    Oldest,
    /// By title.
    Title,
    /// Events by their beginning.
    Calendar,
    /// As its owner put them: by `displayIndex`, then by file name.
    User,
}

const ORDERINGS: [(&str, Ordering); 8] = [
    ("calendar", Ordering::Calendar),
    ("chronological", Ordering::Chronological),
    ("newest", Ordering::Chronological),
    ("oldest", Ordering::Oldest),
    ("alphabetical", Ordering::Title),
    ("user-orderable", Ordering::User),
    ("manual", Ordering::User),
    ("music-album", Ordering::User),
];

/// Which events a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shown {
    /// Those that are not over.
    #[default]
    Upcoming,
    /// Those that are over.
    Past,
    /// Both, what comes first.
    All,
}

const SHOWN: [(&str, Shown); 4] =
    [("upcoming", Shown::Upcoming), ("past", Shown::Past), ("all", Shown::All), ("both", Shown::All)];

/// What a collection has archive pages by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Archive {
    /// `/blog/tag/rye`
    Tag,
    /// `/blog/category/bread`
    Category,
    /// `/blog/author/ada`
    Author,
    /// `/blog/month/2026-05`
    Month,
}

const ARCHIVES: [(&str, Archive); 4] = [
    ("tag", Archive::Tag),
    ("category", Archive::Category),
    ("author", Archive::Author),
    ("month", Archive::Month),
];

/// How a collection may be shown (specification section 3).
pub const VIEWS: [&str; 3] = ["list", "grid", "product"];

/// One collection with its items, in order.
#[derive(Debug, Clone)]
pub struct Collection<'s> {
    /// `id`.
    pub id: &'s str,
    /// The first part of its address.
    pub url_id: &'s str,
    /// Its address from the root of the site, without a slash at the end; `/` for the front page.
    pub full_url: &'s str,
    /// Title.
    pub title: &'s str,
    /// The name of its templates: `blog`, `products`, `page`, or the owner's own.
    pub type_name: &'s str,
    /// One of [`collection::ALL`].
    pub type_code: i64,
    /// What its address shows when it is a folder.
    pub folder_behavior: i64,
    /// How its items are put in order.
    pub ordering: Ordering,
    /// Items a page of the list.
    pub page_size: usize,
    /// The layout of `template.conf`.
    pub layout: Option<&'s str>,
    /// Which of [`VIEWS`] its list has, when it says so.
    pub view: Option<&'s str>,
    /// Which events its list shows.
    pub shown_events: Shown,
    /// Whether its list is a calendar.
    pub calendar_view: bool,
    /// What it has archive pages by.
    pub archives: Vec<Archive>,
    /// Whether the collection has pages at all.
    pub is_public: bool,
    /// Whether it is a draft: it has pages in the preview, and none among what is published.
    pub is_draft: bool,
    /// What templates see, but for what is made of its blocks and items.
    pub node: Node<'s>,
    /// `collection.json`.
    pub document: Document<'s>,
    /// How limits hold for it and its items; its reader's caller knows the site.
    pub hold: Hold,
    /// Of all that the collection itself says, whatever files it comes from.
    pub hash: Digest,
    /// Its items, in order.
    pub items: Vec<Item<'s>>,
}

impl<'s> Collection<'s> {
    /// Reads a `collection.json`; faults are added. Items are read afterwards.
    pub fn read(
        document: Document<'s>,
        homepage: &str,
        kinds: &Kinds<'s>,
        reader: &mut Reader<'s>,
        faults: &mut Vec<Diagnostic>,
    ) -> Collection<'s> {
        let name =
            document.file.parent().and_then(|folder| folder.file_name()).and_then(|name| name.to_str());
        let mut fields = Fields::of(document, faults);
        let title = fields.required("title");
        let id = fields.text("id").or(name).unwrap_or_default();
        let mut url_id = fields.text("urlId").map(|url| url.trim_matches('/')).or(name).unwrap_or_default();
        if !is_address(url_id) {
            let message = format!("'{url_id}' cannot be an address.");
            fields.fault(
                &["urlId".into()],
                "url",
                message,
                "use letters, digits, '-', '_', '.' and '/' only",
            );
            // Files are named by it, also where the faults of a site do not end a build.
            url_id = name.filter(|name| is_address(name)).unwrap_or_default();
        }
        let code = fields.whole("type");
        if code.is_some_and(|code| collection::name(code).is_none()) {
            let message = format!("{} is not a kind of collection.", code.unwrap_or_default());
            fields.warn(
                &["type".into()],
                "collection-type",
                message,
                "1 is a list of items, 10 a page, 13 products",
            );
        }
        let own = fields.text("typeName");
        let type_name = own.or_else(|| collection::name(code?)).unwrap_or("page");
        let kind = kinds.get(type_name);
        let folder = kind.is_some_and(|kind| kind.is_folder);
        let own_code = || if folder { collection::PAGE } else { collection::code(type_name) };
        let type_code = code.unwrap_or_else(own_code);
        let own = fields.text("ordering");
        let wanted = own.or_else(|| kind.and_then(|kind| kind.ordering));
        let ordering = wanted
            .and_then(|name| ORDERINGS.iter().find(|(known, _)| *known == name))
            .map(|(_, order)| *order);
        if let (Some(name), None) = (own, ordering) {
            let help = advice(name, ORDERINGS.map(|(known, _)| known));
            let message = format!("'{name}' is not an order.");
            fields.fault(&["ordering".into()], "ordering", message, help);
        }
        let dated = matches!(type_name, "blog" | "events")
            || type_code == collection::GENERIC && type_name != "gallery";
        let default = if dated { Ordering::Chronological } else { Ordering::User };
        let of_kind = kind.and_then(|kind| kind.page_size);
        let forced = of_kind.filter(|_| kind.is_some_and(|kind| kind.forces_page_size));
        let page_size = fields.whole("pageSize");
        let page_size = forced.or(page_size).or(of_kind).unwrap_or(20);
        if page_size < 1 {
            fields.fault(
                &["pageSize".into()],
                "page-size",
                "A page of a list has at least one item.",
                "write 1 or more",
            );
        }
        let by_kind = match kind {
            Some(kind) if kind.is_index => folder::INDEX,
            Some(kind) if kind.is_folder => folder::REDIRECT,
            _ => 0,
        };
        let folder_behavior = fields.whole("folderBehavior").unwrap_or(by_kind);
        if ![0, folder::INDEX, folder::REDIRECT, folder::NONE].contains(&folder_behavior) {
            let message = format!("{folder_behavior} is not what a folder can do.");
            let help = "write 1 to show what is in it, 2 to lead to the first of it, 3 for no address";
            fields.fault(&["folderBehavior".into()], "folder", message, help);
        }
        let view = fields.text("view");
        if let Some(view) = view.filter(|view| !VIEWS.contains(view)) {
            let help = advice(view, VIEWS);
            fields.fault(&["view".into()], "view", format!("'{view}' is not a view of a collection."), help);
        }
        let shown_events = fields.text("showPastOrUpcomingEvents");
        let shown_events = shown_events.filter(|shown| !shown.is_empty()).map_or(Shown::default(), |shown| {
            let known = SHOWN.iter().find(|(known, _)| *known == shown).map(|(_, shown)| *shown);
            known.unwrap_or_else(|| {
                let help = advice(shown, SHOWN.map(|(known, _)| known));
                let message = format!("'{shown}' does not say which events are shown.");
                fields.fault(&["showPastOrUpcomingEvents".into()], "events", message, help);
                Shown::default()
            })
        });
        let calendar_view = fields.flag("calendarView", false);
        let archives = archives(&mut fields, calendar_view);
        let full_url = if url_id == homepage { "/" } else { reader.text(format!("/{url_id}")) };
        let mut read = Collection {
            id,
            url_id,
            full_url,
            title,
            type_name,
            type_code,
            folder_behavior,
            ordering: ordering.unwrap_or(default),
            page_size: page_size.max(1) as usize,
            layout: fields.text("layout").or(kind.and_then(|kind| kind.layout)),
            view,
            shown_events,
            calendar_view,
            archives,
            is_public: fields.flag("enabled", true) && folder_behavior != folder::NONE,
            is_draft: false,
            node: Node::Missing,
            document,
            hold: Hold::Firmly,
            hash: kind.map_or(document.hash, |kind| document.hash.and(kind.document.hash.as_bytes())),
            items: Vec::new(),
        };
        read.is_public &= !fields.flag("deleted", false);
        read.is_draft = read.is_public && fields.flag("draft", false);
        read.is_public &= !read.is_draft;
        let options = read.is_gallery().then(|| {
            reader.arena().object(super::gallery::read(&mut fields.inner(&["options".into()]), None))
        });
        read.node = read.completed(options, reader.arena());
        read
    }

    /// Puts the items in order; items that say nothing of their place stay in the order of their file names.
    pub fn sort(&mut self) {
        match self.ordering {
            Ordering::Chronological => {
                self.items.sort_by_key(|item| (Reverse(item.publish_on), item.document.file))
            }
            Ordering::Oldest => self.items.sort_by_key(|item| (item.publish_on, item.document.file)),
            Ordering::Calendar => self.items.sort_by_key(|item| (item.lasts, item.document.file)),
            Ordering::Title => self.items.sort_by_key(|item| (item.title.to_lowercase(), item.document.file)),
            Ordering::User => self.items.sort_by_key(|item| (item.display_index, item.document.file)),
        }
    }

    /// What other pages see of it: nothing that was made for its own, and when not everybody may see it nothing that it
    /// says beside its title (G-055).
    pub fn listed<'a>(&self, arena: &'a Arena) -> Node<'a>
    where
        's: 'a,
    {
        match access(self.document.root) {
            Access::Public => self.node,
            _ => without_content(self.node, arena),
        }
    }

    /// How many pages its list has.
    #[must_use]
    pub fn page_count(&self, items: usize) -> usize {
        items.div_ceil(self.page_size).max(1)
    }

    /// Whether it is a list of items: a page, a cover page and a page that a template draws are not.
    #[must_use]
    pub fn is_list(&self) -> bool {
        !matches!(self.type_code, collection::PAGE | collection::TEMPLATE_PAGE | collection::SPLASH_PAGE)
    }

    /// Whether it lists events.
    #[must_use]
    pub fn is_events(&self) -> bool {
        self.type_name == "events" || self.calendar_view || self.ordering == Ordering::Calendar
    }

    /// Whether its items are the pictures of one gallery.
    #[must_use]
    pub fn is_gallery(&self) -> bool {
        matches!(self.type_code, collection::GALLERY_BLOCK | collection::SLIDE_GALLERY)
            || self.type_name == "gallery"
    }

    /// What its kind is called, where its file does not say it: templates make it part of a class.
    fn type_label(&self) -> Option<(&'s str, Node<'s>)> {
        let said = !self.document.root.get("typeLabel").is_nothing();
        let of_folder = match self.folder_behavior {
            folder::INDEX => Some("index"),
            folder::REDIRECT | folder::NONE => Some("folder"),
            _ => None,
        };
        (!said).then(|| ("typeLabel", Node::Text(of_folder.unwrap_or(self.type_name))))
    }

    /// What templates see; `options` are those of a gallery, each with its default.
    fn completed(&self, options: Option<Node<'s>>, arena: &'s Arena) -> Node<'s> {
        let mut members: Vec<(&'s str, Node<'s>)> =
            self.document.root.as_object().into_iter().flat_map(|object| object.members()).collect();
        let options = options.map(|options| ("options", options));
        hide_password(&mut members);
        for (key, value) in [
            ("id", Node::Text(self.id)),
            ("urlId", self.url_id.into()),
            ("fullUrl", self.full_url.into()),
            ("title", self.title.into()),
            ("typeName", self.type_name.into()),
            ("type", Node::number(self.type_code as f64)),
            ("pageSize", Node::number(self.page_size as f64)),
            ("homepage", Node::Boolean(self.full_url == "/")),
        ]
        .into_iter()
        .chain(options)
        .chain(self.type_label())
        {
            match members.iter_mut().find(|(name, _)| *name == key) {
                Some((_, there)) => *there = value,
                None => members.push((key, value)),
            }
        }
        arena.object(members)
    }
}

/// The archives that a collection asks for; tags and categories when it does not say. A calendar leads from month to month.
fn archives(fields: &mut Fields<'_, '_>, calendar: bool) -> Vec<Archive> {
    let asked = !fields.node.get("archives").is_nothing();
    let mut archives = if asked { Vec::new() } else { vec![Archive::Tag, Archive::Category] };
    for (place, name) in fields.texts("archives").into_iter().enumerate() {
        match ARCHIVES.iter().find(|(known, _)| *known == name) {
            Some((_, archive)) => archives.push(*archive),
            None => {
                let help = advice(name, ARCHIVES.map(|(known, _)| known));
                let message = format!("'{name}' is nothing to have archives by.");
                fields.fault(&["archives".into(), place.into()], "archives", message, help);
            }
        }
    }
    if calendar && !archives.contains(&Archive::Month) {
        archives.push(Archive::Month);
    }
    archives
}

/// The nearest of some words, else all of them.
fn advice<const N: usize>(word: &str, known: [&str; N]) -> String {
    match nearest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("use one of {}", known.join(", ")),
    }
}
