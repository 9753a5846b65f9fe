//! The site as the last build read it: what panels show is answered from here, and no file is read for it.

use std::path::Path;

use loggia_template::Node;

use super::json::Json;
use super::roles;
use super::wire::site::{
    AreaSummary, Code, Codes, CollectionSummary, FormSummary, LanguageSummary, LayoutSummary, Limits,
    MenuSummary, SavedSection, StatusLabel, TemplateSummary, Tweak, TweakKind, TweakOption, TypeSummary,
};
use super::wire::{Fault, SiteAnswer, Status, site::Role};
use crate::asset::slashes;
use crate::diagnostic::Diagnostic;
use crate::site::access::{access, link_label};
use crate::site::code;
use crate::site::collection::{Ordering, VIEWS};
use crate::site::form::FIELD_TYPES;
use crate::site::item::State;
use crate::site::limit;
use crate::site::{Collection, Item, OwnedSite, Site};
use crate::style::{self, Declared};
use crate::theme::tag::areas;

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
    /// Which build it is.
    pub build_id: Option<String>,
}

/// What is known of the template.
#[derive(Debug, Default)]
pub struct Template {
    /// `template.conf`.
    pub conf: Json,
    /// What comments of its style sheets declare besides.
    pub declared: Vec<Declared>,
    /// The kinds of collection that it has settings for: name and title.
    pub types: Vec<(String, String)>,
    /// Every file, relative to the site folder.
    pub files: Vec<String>,
    /// The open fields that it shows: id and label.
    pub areas: Vec<(String, String)>,
}

impl Template {
    /// Reads what the editor shows of a template.
    #[must_use]
    pub fn read(root: &Path) -> Template {
        let json = |path: &Path| {
            let text = crate::folder::read_to_string(path).unwrap_or_default();
            Json::parse(&crate::site::lenient::plain(&text)).unwrap_or_default()
        };
        let folder = root.join("template");
        let walk = walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter().flatten();
        let found = walk.filter(|entry| entry.file_type().is_file());
        let mut template = Template { conf: json(&folder.join("template.conf")), ..Template::default() };
        template.declared = in_comments(root, &template.conf);
        for entry in found {
            let path = slashes(entry.path().strip_prefix(root).unwrap_or(entry.path()));
            if super::place::Place::parse(&path).is_err() {
                continue;
            }
            let kind = path.strip_prefix("template/collections/").and_then(|name| name.strip_suffix(".conf"));
            if let Some(name) = kind {
                let title = json(entry.path()).get("title").and_then(Json::as_str).unwrap_or(name).to_owned();
                template.types.push((name.to_owned(), title));
            }
            template.note_areas(entry.path());
            template.files.push(path);
        }
        template
    }

    /// Adds the open fields of a template file; one that is shown twice is one field.
    fn note_areas(&mut self, file: &Path) {
        let is_shown = |ending: &str| ["region", "block", "list", "item", "page"].contains(&ending);
        if !file.extension().and_then(|ending| ending.to_str()).is_some_and(is_shown) {
            return;
        }
        let text = crate::folder::read_to_string(file).unwrap_or_default();
        for (id, label) in areas(&text) {
            // What is called as files are called can be written.
            let is_new = self.areas.iter().all(|(known, _)| known != id);
            if is_new && super::place::Place::parse(&format!("fields/{id}.json")).is_ok() {
                self.areas.push((id.to_owned(), label.trim().to_owned()));
            }
        }
    }

    fn summary(&self, site: Option<&Site<'_>>) -> TemplateSummary {
        let text =
            |value: &Json, key: &str| value.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let list = |key: &str| self.conf.get(key).map(Json::elements).unwrap_or_default();
        let layouts = self.conf.get("layouts").map(Json::members).unwrap_or_default();
        let layout = |(key, layout): &(String, Json)| LayoutSummary {
            key: key.clone(),
            name: layout.get("name").and_then(Json::as_str).unwrap_or(key).to_owned(),
            regions: layout
                .get("regions")
                .map(Json::elements)
                .unwrap_or_default()
                .iter()
                .filter_map(|region| region.as_str().map(str::to_owned))
                .collect(),
        };
        TemplateSummary {
            name: text(&self.conf, "name"),
            author: text(&self.conf, "author"),
            layouts: layouts.iter().map(layout).collect(),
            navigations: list("navigations")
                .iter()
                .map(|menu| MenuSummary { name: text(menu, "name"), title: text(menu, "title") })
                .collect(),
            tweaks: {
                let own = list("tweaks").iter().filter_map(|tweak| self::tweak(tweak, site));
                own.chain(self.declared.iter().filter_map(|tweak| of_comment(tweak, site))).collect()
            },
            types: self
                .types
                .iter()
                .map(|(name, title)| TypeSummary { type_name: name.clone(), title: title.clone() })
                .collect(),
            files: self.files.clone(),
            areas: self
                .areas
                .iter()
                .map(|(id, label)| AreaSummary {
                    path: format!("fields/{id}.json"),
                    id: id.clone(),
                    label: label.clone(),
                })
                .collect(),
        }
    }
}

/// What comments of the style sheets declare that template.conf does not.
fn in_comments(root: &Path, conf: &Json) -> Vec<Declared> {
    let texts = |key: &str| conf.get(key).map(Json::elements);
    let named = texts("stylesheets")
        .map(|sheets| sheets.iter().filter_map(Json::as_str).map(str::to_owned).collect::<Vec<_>>());
    let named_in = |tweak: &Json| {
        let name = tweak.get("name").and_then(Json::as_str)?.to_owned();
        Some(Declared { name, ..Declared::default() })
    };
    let known: Vec<Declared> = texts("tweaks").unwrap_or_default().iter().filter_map(named_in).collect();
    style::in_comments(root, named.as_deref(), &known)
}

fn kind(name: &str) -> Option<TweakKind> {
    Some(match name {
        "color" => TweakKind::Color,
        "font" => TweakKind::Font,
        "range" => TweakKind::Range,
        "checkbox" => TweakKind::Checkbox,
        "select" => TweakKind::Select,
        "image" => TweakKind::Image,
        _ => return None,
    })
}

/// A tweak as a comment of a style sheet declares it. A number has the unit of the template's own value.
fn of_comment(declared: &Declared, site: Option<&Site<'_>>) -> Option<Tweak> {
    let value = site.map(|site| site.website.node("tweaks").get(declared.name.as_str()));
    let default = declared.default.clone();
    let unit = default.as_deref().filter(|_| declared.kind == "range").map(|value| {
        value.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+')).to_owned()
    });
    let option = |value: &String| TweakOption { value: value.clone(), label: value.clone() };
    Some(Tweak {
        name: declared.name.clone(),
        kind: kind(declared.kind)?,
        label: declared.label.clone().unwrap_or_else(|| declared.name.clone()),
        category: declared.category.clone(),
        class: declared.class.clone().or_else(|| declared.rule.is_some().then(String::new)),
        default: default.map(Json::Text),
        value: value.filter(|value| !value.is_nothing()).and_then(json_of),
        min: declared.min,
        max: declared.max,
        step: declared.step,
        unit: unit.filter(|unit| !unit.is_empty()),
        options: declared.options.iter().map(option).collect(),
    })
}

/// A tweak as template.conf declares it; one without a name or of a kind that is not known is none.
fn tweak(declared: &Json, site: Option<&Site<'_>>) -> Option<Tweak> {
    let text = |key: &str| declared.get(key).and_then(Json::as_str).map(str::to_owned);
    let number = |key: &str| match declared.get(key) {
        Some(Json::Number(number)) => number.as_f64(),
        _ => None,
    };
    let name = text("name")?;
    let kind = kind(&text("kind")?)?;
    let value = site.map(|site| site.website.node("tweaks").get(name.as_str()));
    let option = |option: &Json| {
        let value = option.as_str().or_else(|| option.get("value").and_then(Json::as_str))?;
        let label = option.get("label").and_then(Json::as_str).unwrap_or(value);
        Some(TweakOption { value: value.to_owned(), label: label.to_owned() })
    };
    Some(Tweak {
        label: text("label").unwrap_or_else(|| name.clone()),
        kind,
        category: text("category"),
        class: None,
        default: declared.get("default").cloned(),
        value: value.filter(|value| !value.is_nothing()).and_then(json_of),
        min: number("min"),
        max: number("max"),
        step: number("step"),
        unit: text("unit"),
        options: declared
            .get("options")
            .map(Json::elements)
            .unwrap_or_default()
            .iter()
            .filter_map(option)
            .collect(),
        name,
    })
}

/// A value of the site's model; nothing of what is not there.
pub(super) fn json_of(node: Node<'_>) -> Option<Json> {
    Some(match node {
        Node::Missing => return None,
        Node::Null => Json::Null,
        Node::Boolean(value) => Json::Boolean(value),
        Node::Text(text) => Json::Text(text.to_owned()),
        Node::List(list) => Json::List(list.iter().filter_map(|node| json_of(*node)).collect()),
        Node::Object(object) => {
            let members = object.members().filter_map(|(key, node)| Some((key.to_owned(), json_of(node)?)));
            Json::Object(members.collect())
        }
        Node::Number(_) => {
            let number = node.as_f64()?;
            let whole = number.fract() == 0.0 && number.abs() < 9e15;
            let number =
                if whole { Some((number as i64).into()) } else { serde_json::Number::from_f64(number) };
            Json::Number(number?)
        }
    })
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
