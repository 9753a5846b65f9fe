//! The site as the last build read it: what panels show is answered from here, and no file is read for it.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_template::Node;

use super::json::{Json, json_of};
use super::roles;
use super::template::Template;
use super::wire::site::{
    Code, Codes, CollectionSummary, FormSummary, LanguageSummary, Limits, SavedSection, StatusLabel,
};
use super::wire::{Fault, SiteAnswer, Status, site::Role};
use crate::asset::slashes;
use crate::diagnostic::Diagnostic;
use crate::pipeline::Loaded;
use crate::site::access::{access, link_label};
use crate::site::code;
use crate::site::collection::{Ordering, VIEWS};
use crate::site::form::FIELD_TYPES;
use crate::site::item::State;
use crate::site::limit;
use crate::site::{Collection, Item, OwnedSite, Site};

/// Bytes of an upload, at 1,000,000 a megabyte (E-042, E-044).
pub const UPLOAD_BYTES: u64 = 20_000_000;
/// The same for people.
pub const UPLOAD_SIZE: &str = "20 MB";
/// Endings of what may be uploaded (E-042).
pub const UPLOAD_TYPES: [&str; 9] = ["jpg", "jpeg", "png", "gif", "webp", "svg", "mp3", "m4a", "pdf"];

/// What is known of a site after a build.
#[derive(Debug, Default)]
pub struct View {
    /// The content, as far as it could be read.
    pub site: Option<OwnedSite>,
    /// The template.
    pub template: Template,
    /// The lists of addresses that lead elsewhere, relative to the site folder.
    pub redirects: Vec<String>,
    /// The sections that its owner keeps.
    pub sections: Vec<SavedSection>,
    /// Its faults.
    pub diagnostics: Vec<Diagnostic>,
    /// The same as the editor says them.
    pub faults: Vec<Fault>,
    /// The narrowest widths of pictures for lists, by the address that an owner writes.
    pub small: BTreeMap<String, Small>,
    /// Which build it is.
    pub build_id: Option<String>,
}

/// A picture as lists show it: addresses on the site's host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Small {
    /// For a picture of up to 50 pixels on a screen of up to two dots a pixel.
    pub src: String,
    /// For screens with more dots.
    pub dense: String,
}

/// The small pictures of a site that was built: of those alone that the builder made widths of.
#[must_use]
pub fn small(loaded: &Loaded) -> BTreeMap<String, Small> {
    let assets = &loaded.assets;
    let at = |address: &str, width: u32| assets.resolve(&format!("{address}?format={width}w"));
    let narrowed = assets.narrowed().filter_map(|address| {
        Some((address.clone(), Small { src: at(address, 100)?, dense: at(address, 300)? }))
    });
    narrowed.collect()
}

impl View {
    /// The content, as far as it could be read.
    #[must_use]
    pub fn site(&self) -> Option<&Site<'_>> {
        self.site.as_ref().map(OwnedSite::get)
    }

    /// What `GET site` answers.
    #[must_use]
    pub fn answer(&self, crumb: &str, role: Role) -> SiteAnswer {
        let site = self.site();
        let flags = site.map(|site| site.website.node("featureFlags"));
        let flags = flags.and_then(|flags| flags.as_object()).into_iter().flat_map(|flags| flags.members());
        let languages = site.map(|site| {
            let own = LanguageSummary { tag: site.website.locale.to_owned(), prefix: String::new() };
            let others = site.website.languages.iter();
            let others =
                others.map(|other| LanguageSummary { tag: other.tag.into(), prefix: other.prefix.into() });
            std::iter::once(own).chain(others).collect::<Vec<_>>()
        });
        let languages = languages.unwrap_or_default();
        let collections = site.map(|site| site.collections.as_slice()).unwrap_or_default();
        let forms = site.into_iter().flat_map(|site| site.forms.values());
        let fields = site.into_iter().flat_map(|site| &site.fields);
        SiteAnswer {
            title: site.map(|site| site.website.title.to_owned()).unwrap_or_default(),
            url: site.map(|site| site.website.base_url.clone()).unwrap_or_default(),
            preview_url: String::new(),
            crumb: crumb.to_owned(),
            role,
            features: flags.map(|(name, value)| (name.to_owned(), value.is_true())).collect(),
            multilingual: languages.len() > 1,
            languages,
            codes: codes(),
            limits: limits(site.is_some_and(|site| site.website.limits == limit::Limits::None)),
            template: self.template.summary(site),
            collections: collections.iter().map(summary).collect(),
            navigation: site
                .and_then(|site| json_of(site.website.node("navigation")))
                .unwrap_or(Json::Object(vec![])),
            forms: forms
                .map(|form| FormSummary {
                    id: form.id.to_owned(),
                    name: form.node.get("name").as_str().unwrap_or(form.id).to_owned(),
                    path: slashes(form.document.file),
                })
                .collect(),
            fields: fields.map(|field| field.id.to_owned()).collect(),
            sections: self.sections.clone(),
            redirects: self.redirects.clone(),
            targets: site.map(|site| targets(site.website.node("publish"))).unwrap_or_default(),
            diagnostics: self.faults.clone(),
            build_id: self.build_id.clone(),
        }
    }

    /// A collection by its folder.
    #[must_use]
    pub fn collection(&self, folder: &str) -> Option<&Collection<'_>> {
        self.site()?.collections.iter().find(|collection| self::folder(collection) == folder)
    }
}

/// The lists of addresses that lead elsewhere, by name; those that the editor cannot write are left out.
#[must_use]
pub fn redirects(root: &Path) -> Vec<String> {
    let entries =
        std::fs::read_dir(root.join(crate::site::redirects::FOLDER)).into_iter().flatten().flatten();
    let path = |entry: std::fs::DirEntry| {
        Some(format!("{}/{}", crate::site::redirects::FOLDER, entry.file_name().to_str()?))
    };
    let mut lists: Vec<String> =
        entries.filter_map(path).filter(|path| super::place::Place::parse(path).is_ok()).collect();
    lists.sort();
    lists
}

/// The targets that site.json names, the one that it publishes to first.
fn targets(publish: Node<'_>) -> Vec<String> {
    let first = publish.get("to").as_str().map(str::to_owned);
    let named = publish.get("targets").as_object().into_iter().flat_map(|targets| targets.members());
    let named = named.map(|(name, _)| name.to_owned());
    let others = named.filter(|name| first.as_ref() != Some(name)).collect::<Vec<_>>();
    first.into_iter().chain(others).collect()
}

/// The folder of a collection below `content/`.
#[must_use]
pub fn folder<'s>(collection: &Collection<'s>) -> &'s str {
    let folder = collection.document.file.parent().and_then(Path::file_name);
    folder.and_then(|name| name.to_str()).unwrap_or_default()
}

/// Where an item stands (E-009 to E-012).
#[must_use]
pub fn status(item: &Item, now: i64) -> Status {
    match item.state {
        State::Draft => Status::Draft,
        State::NeedsReview => Status::NeedsReview,
        State::Private => Status::Private,
        State::Scheduled | State::Published if item.publish_on > now => Status::Scheduled,
        State::Scheduled | State::Published => Status::Published,
    }
}

/// The label of who may see something; nothing where everybody may (E-014, E-015).
#[must_use]
pub fn access_label(root: Node<'_>) -> Option<String> {
    Some(link_label(access(root))).filter(|label| !label.is_empty()).map(str::to_owned)
}

fn summary(collection: &Collection) -> CollectionSummary {
    let who = access(collection.document.root);
    CollectionSummary {
        folder: folder(collection).to_owned(),
        path: slashes(collection.document.file),
        id: collection.id.to_owned(),
        title: collection.title.to_owned(),
        url_id: collection.url_id.to_owned(),
        url: collection.full_url.to_owned(),
        type_name: collection.type_name.to_owned(),
        type_code: collection.type_code,
        ordering: ordering(collection.ordering).to_owned(),
        is_list: collection.is_list(),
        enabled: collection.is_public,
        draft: collection.is_draft,
        password_protected: who == loggia_commerce::Access::Locked,
        members_only: who == loggia_commerce::Access::Members,
        access: access_label(collection.document.root),
        item_count: collection.items.len(),
        item_limit: limit::of_items(collection),
        status: if collection.is_public { Status::Published } else { Status::Draft },
    }
}

/// Orders as `codes.orderings` has them.
const ORDERINGS: [&str; 5] = ["chronological", "oldest", "alphabetical", "calendar", "user-orderable"];

fn ordering(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::Chronological => ORDERINGS[0],
        Ordering::Oldest => ORDERINGS[1],
        Ordering::Title => ORDERINGS[2],
        Ordering::Calendar => ORDERINGS[3],
        Ordering::User => ORDERINGS[4],
    }
}

fn codes() -> Codes {
    let table = |table: &[(i64, &str)]| {
        table.iter().map(|(code, name)| Code { code: *code, name: (*name).to_owned() }).collect::<Vec<_>>()
    };
    let variants = code::block::VARIANTS.iter().zip(1000..);
    let label = |(status, label): (Status, &str)| StatusLabel { status, label: label.to_owned() };
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    Codes {
        record_types: table(&code::record::ALL),
        collection_types: table(&code::collection::ALL),
        folder_behaviors: table(&[
            (code::folder::INDEX, "index"),
            (code::folder::REDIRECT, "redirect"),
            (code::folder::NONE, "none"),
        ]),
        product_types: table(&[
            (code::product::PHYSICAL, "physical"),
            (code::product::DIGITAL, "digital"),
            (code::product::SERVICE, "service"),
            (code::product::GIFT_CARD, "gift-card"),
            (code::product::PAYWALL, "paywall"),
        ]),
        blocks: table(&code::block::ALL),
        block_variants: variants.map(|(name, code)| Code { code, name: (*name).to_owned() }).collect(),
        slices: table(&code::slice::ALL),
        roles: roles::codes(),
        field_types: texts(&FIELD_TYPES),
        orderings: texts(&ORDERINGS),
        views: texts(&VIEWS),
        statuses: [
            (Status::Draft, "Draft"),
            (Status::NeedsReview, "Needs Review"),
            (Status::Scheduled, "Scheduled"),
            (Status::Private, "Private"),
            (Status::Published, "Published"),
        ]
        .map(label)
        .into(),
        currencies: loggia_commerce::CURRENCIES.iter().map(|currency| currency.code.to_owned()).collect(),
        features: code::feature::ALL.map(|(code, name, _)| Code { code, name: name.to_owned() }).into(),
    }
}

/// The largest number that every program reads exactly: that of a limit where there is none.
const NO_LIMIT: usize = 9_007_199_254_740_991;

fn limits(none: bool) -> Limits {
    let of = |limit: usize| if none { NO_LIMIT } else { limit };
    Limits {
        blocks: of(limit::BLOCKS),
        tracks: of(limit::TRACKS),
        ordered_items: of(limit::ORDERED_ITEMS),
        products: of(limit::PRODUCTS_OF_COLLECTION),
        categories: of(limit::CATEGORIES),
        tag_length: of(limit::TAG_LENGTH),
        category_length: of(limit::CATEGORY_LENGTH),
        upload_bytes: UPLOAD_BYTES,
        upload_size: UPLOAD_SIZE.to_owned(),
        upload_types: UPLOAD_TYPES.iter().map(|ending| (*ending).to_owned()).collect(),
    }
}
