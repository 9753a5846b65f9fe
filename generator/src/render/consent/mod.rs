//! What a page loads from others, and the question that comes before it: Directive 2002/58/EC, article 5(3).

mod hold;
mod host;
mod words;

use std::collections::BTreeSet;

use loggia_commerce::is_right_to_left;
use loggia_template::{Arena, Node};
use serde_json::Value;

use super::context::{RenderContext, run};
use super::headers::Headers;
use super::island;
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;
use crate::plan::Page;
use crate::site::Site;
use crate::site::consent::{CONSENT, Category, Consent, consent};
use crate::theme::builtin;
use hold::{Asked, hold};
use host::{Hosts, host_of};
use words::words;

/// Where an owner's own link to the settings leads.
const LINK: &str = "#cookie-settings";

/// A page in which nothing of others is fetched before it was allowed, and what stands at its end for it: the link to the
/// settings, the banner, its script. `tracking` is what the page tells the tracker.
pub(super) fn held(
    context: &RenderContext<'_>,
    page: &Page,
    html: String,
    tracking: Option<&Value>,
) -> (String, String) {
    let website = &context.site.website;
    let (consent, _) = consent(website);
    if !consent.is_asked {
        return (html, String::new());
    }
    let hosts = hosts(context, &consent);
    let texts = texts(context);
    let text = |key: &str| texts.iter().find(|(own, _)| *own == key).map_or("", |(_, text)| text);
    let placeholder = |host: &str, address: Option<&str>| {
        let host = if host.is_empty() { website.title } else { host };
        let arena = Arena::new();
        let said = |key: &str| arena.text_node(&text(key).replace("{host}", host));
        let members = [
            ("lang", Node::Text(words(website.locale).lang)),
            ("rtl", Node::Boolean(is_right_to_left(website.locale))),
            ("held", said("consentHeld")),
            ("load", said("consentLoad")),
            ("open", said("consentOpen")),
            ("address", arena.text_node(address.unwrap_or_default())),
        ];
        let frame = context.theme.builtin(builtin::CONSENT_FRAME);
        // Built-in parts have no errors: a test compiles and renders each.
        run(context, frame, arena.object(members), &mut Vec::new()).trim_end().to_owned()
    };
    let (html, mut asked) = hold(&html, &hosts, &placeholder);
    tracked(context, tracking, &mut asked);
    let is_policy = !consent.policy_page.is_empty() && page.url == consent.policy_page;
    if asked.is_empty() && !(is_policy && has_any(&consent)) {
        return (html, String::new());
    }
    for (host, category) in consent.hosts.iter().filter(|(_, category)| **category != Category::Necessary) {
        asked.entry(*category).or_default().insert(host.clone());
    }
    let end = banner(context, &consent, &asked, &texts, html.contains(LINK));
    (html, end)
}

/// What a page tells the tracker. Where visitors are asked, it waits for their answer unless the owner says that it need not.
pub(super) fn tracking(context: &RenderContext<'_>, page: &Page) -> Option<Value> {
    let mut told = island::tracking(context.site, page)?;
    let (consent, _) = consent(&context.site.website);
    if let (true, Some(members)) = (consent.is_asked, told.as_object_mut()) {
        members.entry("consentRequired").or_insert(true.into());
        let pixel = members.get("pixelUrl").and_then(Value::as_str).and_then(host_of);
        if pixel.is_some_and(|host| !own_hosts(context).contains(&host)) {
            members.insert("pixelConsent".to_owned(), true.into());
        }
    }
    Some(told)
}

/// What the tracker asks for: to count, and where it calls a pixel of others what that is for.
fn tracked(context: &RenderContext<'_>, tracking: Option<&Value>, asked: &mut Asked) {
    let Some(told) = tracking else { return };
    if told["consentRequired"] == true {
        let own = context.site.website.title.to_owned();
        asked.entry(Category::Statistics).or_default().extend((!own.is_empty()).then_some(own));
    }
    let pixel = told["pixelUrl"].as_str().filter(|_| told["pixelConsent"] == true);
    if let Some(host) = pixel.and_then(host_of) {
        asked.entry(Category::Marketing).or_default().insert(host);
    }
}

fn has_any(consent: &Consent) -> bool {
    consent.hosts.values().any(|category| *category != Category::Necessary)
}

fn hosts<'c>(context: &RenderContext<'_>, consent: &'c Consent) -> Hosts<'c> {
    let tiles = context.site.website.node("websiteSettings").get("mapTiles").get("url");
    Hosts { own: own_hosts(context), consent, maps: tiles.as_str().and_then(host_of).into_iter().collect() }
}

/// The hosts of the site itself, in whichever environment.
fn own_hosts(context: &RenderContext<'_>) -> BTreeSet<String> {
    let website = &context.site.website;
    let node = website.node("website");
    let named = ["baseUrls", "apiBaseUrls", "assetsBaseUrls"].into_iter().flat_map(|key| {
        let members = node.get(key);
        members
            .as_object()
            .into_iter()
            .flat_map(|hosts| hosts.members())
            .filter_map(|(_, host)| host.as_str())
    });
    let now = [website.base_url.as_str(), context.settings.api_base_url, context.assets.host.as_str()];
    named.chain(now).filter_map(host_of).collect()
}

/// All words of it, the site's own before ours.
fn texts(context: &RenderContext<'_>) -> Vec<(&'static str, String)> {
    let website = &context.site.website;
    let own = |key: &str| {
        let places = [website.node("localizedStrings").get(key), website.strings.get(key)];
        places.into_iter().find_map(|place| place.as_str().filter(|text| !text.trim().is_empty()))
    };
    let all = words(website.locale).all();
    all.map(|(key, ours)| (key, own(key).unwrap_or(ours).to_owned())).collect()
}

/// What closes something, in the words of the site.
pub(super) fn close_word(context: &RenderContext<'_>) -> String {
    texts(context)
        .into_iter()
        .find(|(key, _)| *key == "consentClose")
        .map_or_else(String::new, |(_, text)| text)
}

/// The link to the settings, the banner and its script.
fn banner(
    context: &RenderContext<'_>,
    consent: &Consent,
    asked: &Asked,
    texts: &[(&'static str, String)],
    has_link: bool,
) -> String {
    let arena = Arena::new();
    let website = &context.site.website;
    let text = |key: &str| texts.iter().find(|(own, _)| *own == key).map_or("", |(_, text)| text.as_str());
    let row = |category: &Category| {
        let (name, about) = match category {
            Category::Preferences => ("consentPreferences", "consentPreferencesAbout"),
            Category::Statistics => ("consentStatistics", "consentStatisticsAbout"),
            _ => ("consentMarketing", "consentMarketingAbout"),
        };
        let hosts: Vec<&str> = asked[category].iter().map(String::as_str).collect();
        arena.object([
            ("word", Node::Text(category.word())),
            ("name", arena.text_node(text(name))),
            ("about", arena.text_node(text(about))),
            ("hosts", arena.text_node(&hosts.join(", "))),
        ])
    };
    let rows: Vec<Node<'_>> =
        Category::ASKED.iter().filter(|category| asked.contains_key(category)).map(row).collect();
    let own_text = consent.text.as_str();
    let policy = match consent.policy_page.as_str() {
        own if own.starts_with('/') => website.localized(own),
        own if own.starts_with("https://") || own.starts_with("http://") => own.to_owned(),
        _ => String::new(),
    };
    let script = context.widgets.and_then(|widgets| widgets.consent.as_deref());
    let mut members: Vec<(&str, Node<'_>)> =
        texts.iter().map(|(key, text)| (*key, arena.text_node(text))).collect();
    members.extend([
        ("lang", Node::Text(words(website.locale).lang)),
        ("text", arena.text_node(if own_text.is_empty() { text("consentText") } else { own_text })),
        ("policy", arena.text_node(&policy)),
        ("months", Node::number(f64::from(consent.months))),
        ("version", arena.text_node(&version(consent))),
        ("rows", arena.list(&rows)),
        ("link", Node::Boolean(!has_link)),
        ("script", script.map_or(Node::Missing, Node::Text)),
    ]);
    let part = context.theme.builtin(builtin::CONSENT);
    run(context, part, arena.object(members), &mut Vec::new())
}

/// By what an earlier answer is known to be one to the same question.
fn version(consent: &Consent) -> String {
    let mut digest = Digest::builder();
    digest.add(consent.version.as_bytes());
    for (host, category) in &consent.hosts {
        digest.add(host.as_bytes());
        digest.add(category.word().as_bytes());
    }
    digest.finish().short()
}

/// What is wrong with the settings, and what in the site's own files cannot be held.
pub fn faults(site: &Site<'_>, headers: &Headers, faults: &mut Vec<Diagnostic>) {
    let document = site.website.document;
    let (consent, why) = consent(&site.website);
    if let Some(why) = why {
        let message = format!("The settings of the consent banner cannot be read: {why}.");
        let fault = document.fault(&[CONSENT.into()], "consent", message);
        faults.push(fault.help("see docs/owners/law.md"));
    }
    for (named, what, help) in [
        (
            &headers.style_hosts,
            "A style sheet of the site",
            "keep the fonts in files/ or link the sheet in the template, where it can wait; or say \"necessary\" of the host in \
             consent.hosts",
        ),
        (
            &headers.called,
            "A script of the template",
            "write data-consent=\"statistics\" or \"marketing\" on its <script>; or say \"necessary\" of the host in consent.hosts",
        ),
    ] {
        let waiting: Vec<&str> =
            named.iter().filter(|origin| consent.waits(origin)).map(String::as_str).collect();
        if !waiting.is_empty() {
            let message = format!(
                "{what} names {}: pages refuse that, for visitors have not agreed to it (Directive 2002/58/EC, article 5(3)).",
                waiting.join(", ")
            );
            let fault = document.fault(&[CONSENT.into()], "consent", message);
            faults.push(fault.help(help).into_warning());
        }
    }
}
