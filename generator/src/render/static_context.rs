//! `Static.SQUARESPACE_CONTEXT`: what a page says of itself and of the site to the scripts of its template.
//!
//! Everything in it is public: it is chosen member by member, and of a page that not everybody may see it has no more
//! than the page that stands in its place. It is data in the page, and a short script, the same in every page, makes
//! the object of it: addresses in the data are no addresses that the page may call.

use jiff::tz::TimeZone;
use loggia_template::Node;
use serde_json::{Map, Value, json};

use super::context::RenderContext;
use super::island;
use crate::plan::{Page, Subject};
use crate::site::value::value;

/// Members of `website` that templates read, as the owner's file has them.
const WEBSITE: [&str; 21] = [
    "identifier",
    "authenticUrl",
    "internalUrl",
    "primaryDomain",
    "siteDescription",
    "siteTagLine",
    "logoImageId",
    "logoImageUrl",
    "mobileLogoImageUrl",
    "socialLogoImageId",
    "socialLogoImageUrl",
    "faviconUrl",
    "location",
    "shareButtonOptions",
    "pinterestShareButtonEnabled",
    "templateId",
    "templateWebsiteId",
    "templateSectionId",
    "websiteType",
    "language",
    "contentModifiedOn",
];
/// What visitors may know of an account in a social network.
const ACCOUNT: [&str; 7] =
    ["id", "serviceId", "serviceName", "screenname", "profileUrl", "iconEnabled", "addedOn"];
/// The same of `websiteSettings`.
const SETTINGS: [&str; 8] = [
    "businessHours",
    "country",
    "state",
    "subject",
    "announcementBarSettings",
    "mobileInfoBarSettings",
    "simpleLikingEnabled",
    "pinterestOverlayOptions",
];

/// The context of a page as JSON that can stand in a script element.
#[must_use]
pub(super) fn json(context: &RenderContext<'_>, page: &Page) -> String {
    let site = context.site;
    let about = island::page_context(site, page);
    let mut all = Map::new();
    let mut add = |key: &str, value: Value| {
        if !value.is_null() {
            all.insert(key.to_owned(), value);
        }
    };
    add("pageType", about.page_type.into());
    add("pageFeatures", json!([1, 2, 4]));
    add("templateVersion", "7".into());
    add("templateId", value(site.website.node("website").get("templateId")));
    add("templateTweakable", true.into());
    add("tweakJSON", Value::Object(tweaks(context)));
    add("website", website(context));
    add("websiteSettings", settings(context));
    add("collectionId", about.collection_id.into());
    add("itemId", about.item_id.into());
    let (collection, item) = subject(page);
    if let Some(place) = collection {
        let own = &site.collections[place];
        let has_items = !matches!(page.subject, Subject::Lock { .. });
        let mut members = json!({"id": own.id, "title": own.title, "fullUrl": own.full_url, "type": own.type_code,
            "typeName": own.type_name, "urlId": own.url_id, "permissionType": 1});
        if has_items {
            members["itemCount"] = own.items.len().into();
        }
        add("collection", members);
        add("collectionType", own.type_code.into());
        if let Some(item) = item.and_then(|item| own.items.get(item)) {
            add(
                "item",
                json!({"id": item.id, "title": item.title, "fullUrl": item.full_url, "recordType": item.record_type}),
            );
        }
    }
    island::script_json(&Value::Object(all))
}

/// The places of the collection that a page belongs to and of the item that it shows.
fn subject(page: &Page) -> (Option<usize>, Option<usize>) {
    match &page.subject {
        Subject::Item { collection, item, .. } => (Some(*collection), Some(*item)),
        Subject::List { collection, .. }
        | Subject::Page { collection }
        | Subject::Redirect { collection, .. }
        | Subject::Lock { collection, .. } => (Some(*collection), None),
        Subject::System(_) => (None, None),
    }
}

/// The values of the template's tweaks by name, as text: what the owner has set, else what the template says.
fn tweaks(context: &RenderContext<'_>) -> Map<String, Value> {
    let set = context.site.website.document.root.get("tweaks");
    context.theme.tweak_values(set).into_iter().map(|(name, value)| (name, value.into())).collect()
}

/// Some members of an object, as they are.
fn chosen(from: Node<'_>, names: &[&str]) -> Map<String, Value> {
    let there = names.iter().map(|name| ((*name).to_owned(), value(from.get(*name))));
    there.filter(|(_, value)| !value.is_null()).collect()
}

fn website(context: &RenderContext<'_>) -> Value {
    let website = &context.site.website;
    let mut all = chosen(website.node("website"), &WEBSITE);
    let accounts = website.node("website").get("socialAccounts");
    let accounts = accounts.elements().iter().map(|account| Value::Object(chosen(*account, &ACCOUNT)));
    all.insert("socialAccounts".to_owned(), accounts.collect());
    let mut add = |key: &str, value: Value| {
        all.entry(key).or_insert(value);
    };
    add("id", website.id.into());
    add("siteTitle", website.title.into());
    add("timeZone", website.time_zone.into());
    add("language", website.locale.into());
    add("locale", website.locale.into());
    add("baseUrl", website.base_url.as_str().into());
    add("authenticUrl", website.base_url.as_str().into());
    if let (Ok(zone), Ok(now)) =
        (TimeZone::get(website.time_zone), jiff::Timestamp::from_millisecond(context.now))
    {
        let offset = i64::from(zone.to_offset(now).seconds()) * 1000;
        add("timeZoneOffset", offset.into());
        add("machineTimeZoneOffset", offset.into());
    }
    Value::Object(all)
}

fn settings(context: &RenderContext<'_>) -> Value {
    let mut all = chosen(context.site.website.node("websiteSettings"), &SETTINGS);
    let store = &context.store.settings;
    let currency = json!(store.currency);
    all.insert(
        "storeSettings".to_owned(),
        json!({
            "defaultCurrency": currency,
            "selectedCurrency": currency,
            "currenciesSupported": [currency],
            "expressCheckout": store.express_checkout_enabled,
            "continueShoppingLinkUrl": store.continue_shopping_url,
            "multipleQuantityAllowedForServices": store.multiple_quantity_allowed_for_services,
            "useLightCart": false,
            "isLive": true,
        }),
    );
    Value::Object(all)
}
