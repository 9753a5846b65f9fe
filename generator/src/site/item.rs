//! Item: text, picture, product, event, as a collection lists it and a page shows it.

use std::sync::Arc;

use loggia_commerce::{Access, Product};
use loggia_template::{Arena, Node};

use super::access::{access, hide_password, without_content};
use super::bound::{CATEGORY_LENGTH, TAG_LENGTH};
use super::code::record;
use super::document::Document;
use super::members::Fields;
use super::memory::Reader;
use super::time::parse_time;
use crate::diagnostic::{Diagnostic, nearest};
use crate::manifest::Digest;

/// What the owner says of where an item stands (specification section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Not published yet.
    Draft,
    /// Waits for somebody who may publish it.
    NeedsReview,
    /// For nobody but those who work on the site.
    Private,
    /// Published when its time has come.
    Scheduled,
    /// Published.
    Published,
}

/// The words for it in `status`; an item that says none is published.
const STATES: [(&str, State); 5] = [
    ("Published", State::Published),
    ("Draft", State::Draft),
    ("Needs Review", State::NeedsReview),
    ("Scheduled", State::Scheduled),
    ("Private", State::Private),
];

/// Members that are times.
const TIMES: [&str; 5] = ["publishOn", "addedOn", "updatedOn", "startDate", "endDate"];

/// One item.
#[derive(Debug, Clone)]
pub struct Item<'s> {
    /// `id`.
    pub id: &'s str,
    /// The last part of its address.
    pub url_id: &'s str,
    /// Its address from the root of the site, without a slash at the end.
    pub full_url: &'s str,
    /// Title.
    pub title: &'s str,
    /// One of [`record::ALL`].
    pub record_type: i64,
    /// When it was published, milliseconds since 1970 (UTC); 0 when not given.
    pub publish_on: i64,
    /// When an event begins and ends, milliseconds since 1970 (UTC); `None` for anything that has no beginning.
    pub lasts: Option<(i64, i64)>,
    /// The place in a collection that its owner puts in order.
    pub display_index: i64,
    /// Tags.
    pub tags: Vec<&'s str>,
    /// Categories.
    pub categories: Vec<&'s str>,
    /// Where its owner says it stands.
    pub state: State,
    /// Whether visitors may see it now.
    pub is_public: bool,
    /// What templates see: the file's members, and those worked out here.
    pub node: Node<'s>,
    /// The file.
    pub document: Document<'s>,
    /// What it sells, when it is a product that can be read.
    pub product: Option<Arc<Product>>,
    /// Of all that the item says, whatever files it comes from.
    pub hash: Digest,
}

impl<'s> Item<'s> {
    /// Reads an item of a collection; faults are added.
    ///
    /// `address` is the collection's address, `collection` its id, and `now` milliseconds since 1970. An item that says no
    /// id is called `id`, without one as its file.
    pub fn read(
        document: Document<'s>,
        (address, collection): (&str, &'s str),
        id: Option<&'s str>,
        products: bool,
        now: i64,
        reader: &mut Reader<'s>,
        faults: &mut Vec<Diagnostic>,
    ) -> Item<'s> {
        let stem = document.file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let mut fields = Fields::of(document, faults);
        let title = fields.required("title");
        let id = fields.text("id").or(id).unwrap_or(stem);
        let mut url_id =
            fields.text("urlId").map_or_else(|| without_order(stem), |url| url.trim_matches('/'));
        if !url_id.is_empty() && !is_address(url_id) {
            let message = format!("'{url_id}' cannot be part of an address.");
            fields.fault(
                &["urlId".into()],
                "url",
                message,
                "use letters, digits, '-', '_', '.' and '/' only",
            );
            // Files are named by it, also where the faults of a site do not end a build.
            url_id = Some(without_order(stem)).filter(|name| is_address(name)).unwrap_or_default();
        }
        let structured = fields.object("structuredContent");
        let default = if products || !structured.get("productType").is_nothing() {
            record::STORE_ITEM
        } else {
            record::TEXT
        };
        let record_type = fields.whole("recordType").unwrap_or(default);
        if record::label(record_type).is_none() {
            let message = format!("{record_type} is not a kind of item.");
            fields.warn(
                &["recordType".into()],
                "record-type",
                message,
                "1 is text, 2 image, 11 product, 12 event",
            );
        }
        let (publish_on, added_on) = (fields.time("publishOn"), fields.time("addedOn"));
        let publish_on = publish_on.or(added_on).unwrap_or(0);
        let (tags, categories) = (fields.texts("tags"), fields.texts("categories"));
        limits(&mut fields, &tags, &categories);
        let state = state(&mut fields);
        let display_index = fields.whole("displayIndex").unwrap_or(0);
        if record_type == record::STORE_ITEM {
            check_product(&mut fields);
        }
        let lasts = lasts(&mut fields, record_type == record::EVENT);
        let full_url = if address == "/" { format!("/{url_id}") } else { format!("{address}/{url_id}") };
        let full_url = reader.text(full_url);
        let mut item = Item {
            id,
            url_id,
            full_url,
            title,
            record_type,
            publish_on,
            lasts,
            display_index,
            tags,
            categories,
            state,
            // What has a date to come is not there before, whether it says so or not (E-009).
            is_public: matches!(state, State::Published | State::Scheduled) && publish_on <= now,
            node: Node::Missing,
            document,
            product: None,
            hash: document.hash,
        };
        item.node = item.completed(collection, reader);
        item
    }

    /// What templates of other pages see of it: of an item that not everybody may read, all but its text (G-055).
    pub fn listed<'a>(&self, arena: &'a Arena) -> Node<'a>
    where
        's: 'a,
    {
        if access(self.node) == Access::Public {
            return self.node;
        }
        without_content(self.node, arena)
    }

    /// The members of the file, and after them those that a template may count on.
    fn completed(&self, collection: &'s str, reader: &mut Reader<'s>) -> Node<'s> {
        let own = self.document.root;
        let mut members: Vec<(&'s str, Node<'s>)> =
            own.as_object().into_iter().flat_map(|object| object.members()).collect();
        hide_password(&mut members);
        // Templates format times as numbers, however the owner wrote them.
        for (key, value) in &mut members {
            if let (true, Node::Text(text)) = (TIMES.contains(key), *value)
                && let Some(time) = parse_time(text)
            {
                *value = Node::number(time as f64);
            }
        }
        let mut set = |key: &'s str, value: Node<'s>| match members.iter_mut().find(|(name, _)| *name == key)
        {
            Some((_, there)) if there.is_nothing() => *there = value,
            Some(_) => {}
            None => members.push((key, value)),
        };
        set("id", self.id.into());
        set("collectionId", collection.into());
        set("urlId", self.url_id.into());
        set("recordType", Node::number(self.record_type as f64));
        set("recordTypeLabel", record::label(self.record_type).unwrap_or("text").into());
        let (has_picture, inner) = picture(own, self.record_type);
        if has_picture {
            // Templates ask for one of these to know whether there is a picture.
            set("mainImageId", self.id.into());
            set("systemDataId", self.id.into());
        }
        for key in OF_PICTURES {
            // What a picture of its own says, templates look for in the item itself.
            let said = inner.get(key);
            if !said.is_nothing() {
                set(key, said);
            }
        }
        if self.publish_on != 0 {
            set("publishOn", Node::number(self.publish_on as f64));
            set("addedOn", Node::number(self.publish_on as f64));
        }
        if self.lasts.is_some() && self.record_type == record::EVENT {
            set("calendarUrl", Node::Text(reader.text(format!("{}.ics", self.full_url))));
            set("endDate", Node::number(self.lasts.unwrap_or_default().1 as f64));
        }
        match members.iter_mut().find(|(name, _)| *name == "fullUrl") {
            Some((_, there)) => *there = self.full_url.into(),
            None => members.push(("fullUrl", self.full_url.into())),
        }
        reader.object(&members)
    }
}

/// What a picture says that is looked for in its item.
const OF_PICTURES: [&str; 6] =
    ["assetUrl", "altText", "originalSize", "systemDataVariants", "mediaFocalPoint", "colorData"];

/// Whether an item has a picture, and its `mainImage` where that is the picture: its own address goes before it, unless
/// that is what is played.
fn picture(item: Node<'_>, record_type: i64) -> (bool, Node<'_>) {
    let address = |node: Node<'_>| node.get("assetUrl").as_str().is_some_and(|url| !url.is_empty());
    let (inner, is_played) = (item.get("mainImage"), matches!(record_type, record::AUDIO | record::VIDEO));
    match address(item) {
        true => (!is_played || address(inner), Node::Missing),
        false if is_played => (address(inner), Node::Missing),
        false => (address(inner), if address(inner) { inner } else { Node::Missing }),
    }
}

/// Where an item stands; a word that is not known keeps it from visitors, for it was hardly meant to publish it.
fn state(fields: &mut Fields<'_, '_>) -> State {
    let Some(word) = fields.text("status").filter(|word| !word.is_empty()) else { return State::Published };
    let known = STATES.iter().find(|(known, _)| *known == word).map(|(_, state)| *state);
    known.unwrap_or_else(|| {
        let help = match nearest(word, STATES.map(|(known, _)| known)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "use one of Published, Draft, Needs Review, Scheduled, Private".to_owned(),
        };
        fields.fault(&["status".into()], "status", format!("'{word}' is not a status."), help);
        State::Draft
    })
}

/// When an item begins and ends. An event says when it begins; without an end it ends as it begins (G-030).
fn lasts(fields: &mut Fields<'_, '_>, event: bool) -> Option<(i64, i64)> {
    if event && fields.node.get("startDate").is_nothing() {
        let help = "add \"startDate\": \"2026-11-21T18:00:00Z\" to this item";
        fields.fault(&[], "event", "This event does not say when it begins.", help);
    }
    let start = fields.time("startDate")?;
    let end = fields.time("endDate").unwrap_or(start);
    if end < start {
        let help = "write an endDate that is not before startDate";
        fields.fault(&["endDate".into()], "event", "This event ends before it begins.", help);
    }
    Some((start, end.max(start)))
}

/// `01-country-loaf` is listed first and lives at `country-loaf`.
fn without_order(stem: &str) -> &str {
    let rest = stem.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('-') {
        Some(rest) if rest.len() < stem.len() - 1 && !rest.is_empty() => rest,
        _ => stem,
    }
}

/// Whether a text may stand in an address as it is.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '~' | '+');
    text.chars().all(allowed) && text.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}

/// Tags at most 50 characters, categories at most 25 (G-124, G-125).
fn limits(fields: &mut Fields<'_, '_>, tags: &[&str], categories: &[&str]) {
    for (key, list, limit) in [("tags", tags, TAG_LENGTH), ("categories", categories, CATEGORY_LENGTH)] {
        for (index, text) in list.iter().enumerate() {
            let length = text.chars().count();
            if length > limit {
                let message = format!("'{text}' has {length} characters; {key} have at most {limit}.");
                fields.fault(&[key.into(), index.into()], "limit", message, "shorten it");
            }
        }
    }
}

/// What a product must say, in the types that its members have; what it sells is read by [`super::product`].
fn check_product(fields: &mut Fields<'_, '_>) {
    let mut content = fields.inner(&["structuredContent".into()]);
    if content.node.is_nothing() {
        return fields.fault(
            &[],
            "product",
            "A product needs 'structuredContent'.",
            "add \"structuredContent\": {\"productType\": 1, \"variants\": […]}",
        );
    }
    let count = content.list("variants").len();
    for index in 0..count {
        let mut variant = content.inner(&["variants".into(), index.into()]);
        variant.required("sku");
        for key in ["price", "salePrice", "qtyInStock"] {
            variant.whole(key);
        }
        variant.object("attributes");
        variant.flag("onSale", false);
        variant.flag("unlimited", false);
    }
}
