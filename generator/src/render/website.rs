//! What every template sees of the site itself, whatever page it is on.

use loggia_template::{Arena, Node, slugify};

use crate::site::Site;
use crate::site::code::collection::PRODUCTS;
use crate::site::website::Website;

/// Members of a template's root object.
pub type Members<'p> = Vec<(&'p str, Node<'p>)>;

/// What every template sees of the site itself.
#[must_use]
pub fn site_members<'b>(site: &'b Site<'b>, environment: &str, arena: &'b Arena) -> Members<'b> {
    let website = &site.website;
    let mut own = object_members(website.node("website"));
    for (key, value) in [
        ("timeZone", Node::Text(website.time_zone)),
        ("locale", Node::Text(website.locale)),
        ("language", Node::Text(website.locale)),
        ("siteTitle", Node::Text(website.title)),
    ] {
        set_default(&mut own, key, value);
    }
    let logo = website.node("website").get("logoImage").get("assetUrl");
    if logo.as_str().is_some_and(|url| !url.is_empty()) {
        set_default(&mut own, "logoImageUrl", logo);
        set_default(&mut own, "logoImageId", Node::Text("logo"));
    }
    let accounts = social_accounts(website, arena);
    if !accounts.elements().is_empty() {
        set_default(&mut own, "socialAccounts", accounts);
    }
    set(&mut own, "baseUrl", arena.text_node(&website.base_url));
    set(&mut own, "environment", arena.text_node(environment));
    let mut members = object_members(website.document.root);
    set(&mut members, "website", arena.object(own));
    let sells = site.collections.iter().any(|collection| collection.type_code == PRODUCTS);
    set_default(&mut members, "showCart", Node::Boolean(sells));
    // Templates ask this before they tell phones the width of a page; without it each phone shows a small desktop.
    let mut template = object_members(website.node("template"));
    set_default(&mut template, "mobileStylesEnabled", Node::Boolean(true));
    set(&mut members, "template", arena.object(template));
    let mut strings = object_members(website.strings);
    for (key, word) in object_members(website.node("localizedStrings")) {
        set(&mut strings, key, word);
    }
    set(&mut members, "localizedStrings", arena.object(strings));
    for key in ["websiteSettings", "featureFlags", "productMerchandisingContext"] {
        set_default(&mut members, key, arena.object([]));
    }
    set(&mut members, "base-url", arena.text_node(&website.base_url));
    set(
        &mut members,
        "collections",
        arena.list(&site.collections.iter().map(|one| one.listed(arena)).collect::<Vec<_>>()),
    );
    // Keys that only programs need, and secrets of the owner's, are not for templates.
    members.retain(|(key, _)| {
        !matches!(
            *key,
            "publish"
                | "coupons"
                | "discounts"
                | "taxRules"
                | "shippingZones"
                | "businessDays"
                | "navigation"
        )
    });
    members
}

/// The members of an object; none of anything else.
#[must_use]
pub fn object_members(node: Node<'_>) -> Members<'_> {
    node.as_object().into_iter().flat_map(|object| object.members()).collect()
}

/// Sets a member, in place of one that is there.
pub fn set<'p>(members: &mut Members<'p>, key: &'p str, value: Node<'p>) {
    match members.iter_mut().find(|(name, _)| *name == key) {
        Some((_, there)) => *there = value,
        None => members.push((key, value)),
    }
}

/// Sets a member that is not there, or says nothing.
pub fn set_default<'p>(members: &mut Members<'p>, key: &'p str, value: Node<'p>) {
    if members.iter().all(|(name, there)| *name != key || there.is_nothing()) {
        set(members, key, value);
    }
}

/// The owner's accounts elsewhere as templates of the hosted builder know them, from those of `accounts`: `serviceName` is
/// a word that can be part of a class.
fn social_accounts<'b>(website: &Website<'b>, arena: &'b Arena) -> Node<'b> {
    let accounts = website.node("website").get("accounts").elements().iter().map(|account| {
        let mut own = object_members(*account);
        let mut service = String::new();
        slugify(&account.get("serviceName").to_text(), &mut service);
        set(&mut own, "serviceName", arena.text_node(&service));
        set_default(&mut own, "screenname", account.get("userName"));
        set_default(&mut own, "iconEnabled", Node::Boolean(true));
        own.retain(|(_, value)| !value.is_missing());
        arena.object(own)
    });
    arena.list(&accounts.collect::<Vec<_>>())
}
