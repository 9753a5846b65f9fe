//! The site as a whole, as the editor's panels show it.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::fault::Fault;
use super::list::Status;
use crate::editing::json::Json;

/// Everything of a site that is not an item.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteAnswer {
    /// `website.siteTitle`
    pub title: String,
    /// Where it is published; empty when that is not known.
    pub url: String,
    /// Where the frame begins: an address of the site's own origin, with a pass that is the caller's alone. After it, any
    /// address of the site with `?loggia-edit` shows unpublished items in this browser, and says of everything that can be
    /// edited where it comes from. Empty for a role that sees nothing unpublished.
    pub preview_url: String,
    /// To be sent with every call that changes something, in `X-Loggia-Editor`. A new one comes with every start of the
    /// server; a call with an old one is refused with the code `crumb`.
    pub crumb: String,
    /// Who is there, and what they may do.
    pub role: Role,
    /// `featureFlags` of site.json.
    pub features: BTreeMap<String, bool>,
    /// Its own language first.
    pub languages: Vec<LanguageSummary>,
    /// Whether it has more than one.
    pub multilingual: bool,
    /// The tables of the specification.
    pub codes: Codes,
    /// The limits of the specification.
    pub limits: Limits,
    /// The template.
    pub template: TemplateSummary,
    /// In the order of the folders.
    pub collections: Vec<CollectionSummary>,
    /// `navigation` of site.json: entries by the name of the menu.
    #[schema(value_type = BTreeMap<String, serde_json::Value>)]
    pub navigation: Json,
    /// The forms.
    pub forms: Vec<FormSummary>,
    /// The open fields of the template: `fields/<id>.json`.
    pub fields: Vec<String>,
    /// The sections that its owner keeps to use again: `sections/<name>.json`.
    pub sections: Vec<SavedSection>,
    /// The lists of addresses that lead elsewhere: `redirects/own.csv`.
    pub redirects: Vec<String>,
    /// The targets that it may be published to, the first by default.
    pub targets: Vec<String>,
    /// Its faults.
    pub diagnostics: Vec<Fault>,
    /// Which build the pages are of; absent before the first that succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_id: Option<String>,
}

/// A tool of the editor that a role may have or not (E-162).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Tool {
    /// Pages, items, navigation, header and footer.
    Content,
    /// Templates and style.
    Design,
    /// Files and pictures.
    Files,
    /// Forms.
    Forms,
    /// Products, orders, stock, coupons, the settings of the store.
    Commerce,
    /// The lists of restock sign-ups.
    Restock,
    /// Visits and figures.
    Analytics,
    /// Comments and reviews.
    Moderation,
    /// Mailing lists and campaigns.
    Campaigns,
    /// The schedule.
    Scheduling,
    /// The plan and its bills.
    Billing,
    /// Who works on the site, and its settings.
    Settings,
}

/// Who is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Role {
    /// Their codes, by the table `codes.roles`. Without users the one at the machine is ADMIN.
    pub codes: Vec<u8>,
    /// The tools that they see.
    pub tools: Vec<Tool>,
    /// Whether they may publish, and set items to Published, Scheduled or Private; others send to review (E-013).
    pub may_publish: bool,
    /// Whether somebody has signed in; without users nobody has to.
    pub signed_in: bool,
}

/// A number and the name it goes by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Code {
    /// The number.
    pub code: i64,
    /// The name.
    pub name: String,
}

/// The tables of the specification's section 3.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Codes {
    /// Kinds of item.
    pub record_types: Vec<Code>,
    /// Kinds of collection.
    pub collection_types: Vec<Code>,
    /// What a folder's own address shows.
    pub folder_behaviors: Vec<Code>,
    /// Kinds of product.
    pub product_types: Vec<Code>,
    /// Kinds of block.
    pub blocks: Vec<Code>,
    /// Layouts of blocks.
    pub block_variants: Vec<Code>,
    /// Kinds of slice of a cover page.
    pub slices: Vec<Code>,
    /// Who works on a site.
    pub roles: Vec<Code>,
    /// Kinds of field of a form.
    pub field_types: Vec<String>,
    /// Orders of a collection.
    pub orderings: Vec<String>,
    /// Views of a collection.
    pub views: Vec<String>,
    /// The label of each status.
    pub statuses: Vec<StatusLabel>,
    /// The currencies of the store, by ISO 4217.
    pub currencies: Vec<String>,
    /// The flags of pages and of accounts.
    pub features: Vec<Code>,
}

/// A status and the word that stands for it in the file and on the screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatusLabel {
    /// The status.
    pub status: Status,
    /// `Needs Review`
    pub label: String,
}

/// The limits of the specification's section 9. One that is reached is said with `You have reached the maximum of {n} {things}.`
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Blocks of a layout (E-128).
    pub blocks: usize,
    /// Tracks of an album (E-129).
    pub tracks: usize,
    /// Items of a collection that its owner puts in order (E-130).
    pub ordered_items: usize,
    /// Products of a collection (E-131).
    pub products: usize,
    /// Categories, nested ones counted (E-033).
    pub categories: usize,
    /// Characters of a tag (E-028).
    pub tag_length: usize,
    /// Characters of a category (E-029).
    pub category_length: usize,
    /// Bytes of an upload (E-044).
    pub upload_bytes: u64,
    /// The same for people: `20 MB`.
    pub upload_size: String,
    /// Endings of files that may be uploaded.
    pub upload_types: Vec<String>,
}

/// A language of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LanguageSummary {
    /// A BCP 47 tag.
    pub tag: String,
    /// Where its pages begin; empty for the site's own.
    pub prefix: String,
}

/// What a template says of itself.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateSummary {
    /// Its name.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// Its layouts.
    pub layouts: Vec<LayoutSummary>,
    /// Its menus.
    pub navigations: Vec<MenuSummary>,
    /// What its owner may set (E-114).
    pub tweaks: Vec<Tweak>,
    /// The kinds of collection that it has templates for.
    pub types: Vec<TypeSummary>,
    /// Every file of it.
    pub files: Vec<String>,
    /// The places that it keeps for blocks and sections beside those of a page, such as its footer.
    pub areas: Vec<AreaSummary>,
    /// The kinds of block that it brings beside ours.
    pub blocks: Vec<BlockKindSummary>,
}

/// A kind of block that a template brings: what `blocks/<name>.block.conf` says.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockKindSummary {
    /// What `type` of such a block says.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What its owner fills in.
    pub fields: Vec<BlockField>,
    /// What a new one holds.
    #[schema(value_type = serde_json::Value)]
    pub value: Json,
}

/// What an owner fills in of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockField {
    /// The member of the block's value.
    pub key: String,
    /// Of what kind it is: `text`, `longText`, `richText`, `number`, `flag`, `choice`, `link`, `image`, `images`, `file` or
    /// `list`.
    pub kind: String,
    /// What it is called; may be empty.
    pub label: String,
    /// What may be chosen.
    pub choices: Vec<TweakOption>,
    /// What an entry of a list is made of.
    #[schema(no_recursion)]
    pub of: Vec<BlockField>,
}

/// A place of a template for blocks and sections of its owner: an open field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AreaSummary {
    /// The id by which the template names it.
    pub id: String,
    /// What the template calls it; may be empty.
    pub label: String,
    /// Its file, which need not be there: `fields/<id>.json`.
    pub path: String,
}

/// A layout of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LayoutSummary {
    /// What a collection says to have it.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its regions.
    pub regions: Vec<String>,
}

/// A menu of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuSummary {
    /// Its key in `navigation`.
    pub name: String,
    /// Its title.
    pub title: String,
}

/// A kind of collection that a template is made for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TypeSummary {
    /// What `typeName` of a collection says.
    pub type_name: String,
    /// Its title.
    pub title: String,
}

/// What kind of value a tweak has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TweakKind {
    /// A colour.
    Color,
    /// A font.
    Font,
    /// A number between two, with its unit.
    Range,
    /// Yes or no.
    Checkbox,
    /// One of some.
    Select,
    /// A picture.
    Image,
}

/// A variable of the template's styles that the owner may set: `tweaks` of template.conf; its value stands in `tweaks` of
/// site.json.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Tweak {
    /// The name of the variable.
    pub name: String,
    /// Of what kind its value is.
    pub kind: TweakKind,
    /// What it is called on the screen.
    pub label: String,
    /// Where it stands among others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The class of pages that it brings, where that is not `tweak-` and its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Its value when the owner has set none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub default: Option<Json>,
    /// What the owner has set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub value: Option<Json>,
    /// The least of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The most of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Between two values of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// The unit of a range: `px`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What may be chosen.
    pub options: Vec<TweakOption>,
}

/// One choice of a tweak.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TweakOption {
    /// What is written.
    pub value: String,
    /// What is shown.
    pub label: String,
}

/// A collection as the list of pages shows it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionSummary {
    /// The folder below `content/`.
    pub folder: String,
    /// Its `collection.json`.
    pub path: String,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The first part of its address.
    pub url_id: String,
    /// Its address from the root of the site.
    pub url: String,
    /// The name of its templates.
    pub type_name: String,
    /// One of `codes.collectionTypes`.
    #[serde(rename = "type")]
    pub type_code: i64,
    /// One of `codes.orderings`.
    pub ordering: String,
    /// Whether it is a list of items.
    pub is_list: bool,
    /// Whether it has pages.
    pub enabled: bool,
    /// Whether it is a draft: its pages are in the preview, and not among what is published.
    pub draft: bool,
    /// Whether a password is asked for: `locked` (E-014).
    pub password_protected: bool,
    /// Whether only members may see it: `available only to site members` (E-015).
    pub members_only: bool,
    /// `locked` or `available only to site members`; absent where everybody may go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access: Option<String>,
    /// How many items it has.
    pub item_count: usize,
    /// The most it may have; absent where there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_limit: Option<usize>,
    /// Whether visitors see it.
    pub status: Status,
}

/// A form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FormSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its file.
    pub path: String,
}

/// A section that its owner keeps to use again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedSection {
    /// What its owner calls it.
    pub title: String,
    /// Its file: `{"title": "…", "section": {…}}`.
    pub path: String,
}

/// How fonts are grouped (E-034).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub enum FontCategory {
    /// Without strokes at the ends.
    #[serde(rename = "Sans Serif")]
    SansSerif,
    /// With strokes at the ends.
    Serif,
    /// For large words.
    Display,
    /// As if written by hand.
    Script,
    /// With strokes as thick as the rest.
    #[serde(rename = "Slab Serif")]
    SlabSerif,
    /// Every letter as wide as the next.
    Mono,
    /// Anything else.
    Other,
}

/// A font that may be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Font {
    /// What it is called.
    pub name: String,
    /// Its group.
    pub category: FontCategory,
    /// What is written in the style sheet.
    pub stack: String,
}

/// The fonts that may be chosen, by category and then by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FontList {
    /// All of them.
    pub fonts: Vec<Font>,
}
