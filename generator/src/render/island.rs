//! Site → the data that one page hands to its widgets.

use loggia_commerce::forms::Form;
use loggia_commerce::{Access, PageContext, PageData, PageProduct, PageWebsite, ProductType};
use loggia_template::Node;
use memchr::memmem;
use serde_json::Value;

use crate::catalog::Store;
use crate::plan::{Page, Subject, System};
use crate::site::Site;
use crate::site::page_access::of_page;
use crate::site::value::value;

/// Markup by which a page is known to have a widget. `.product-price` is not among them: a price changes only where a
/// variant can be chosen, and then `.product-variants` stands beside it.
const MARKS: [&str; 14] = [
    "data-widget=",
    "sqs-add-to-cart-button-wrapper",
    "sqs-cart-quantity",
    "sqs-cart-subtotal",
    "product-variants",
    "product-quantity-input",
    "product-restock-notification",
    "sqs-product-quick-view-button",
    "sqs-simple-like",
    "sqs-video-wrapper",
    "squarespace-audio-player",
    "squarespace-comments",
    "squarespace-follow-button",
    SHARE,
];
/// The place of share buttons: what is shared on is the owner's choice, and the page tells it.
const SHARE: &str = "squarespace-social-buttons";

/// Whether a widget stands in a page.
#[must_use]
pub fn has_widget(html: &str) -> bool {
    MARKS.iter().any(|mark| memmem::find(html.as_bytes(), mark.as_bytes()).is_some())
}

/// Whether a gallery stands in a page; one that only shows has a look and no widget.
#[must_use]
pub fn has_gallery(html: &str) -> bool {
    memmem::find(html.as_bytes(), b"sqs-gallery-container").is_some()
}

/// Where the owner lets visitors share; nothing for a page without share buttons (G-091).
#[must_use]
pub fn share_options(site: &Site, html: &str) -> Option<Value> {
    let marks = [SHARE, "data-widget=\"share\""];
    let stands = marks.iter().any(|mark| memmem::find(html.as_bytes(), mark.as_bytes()).is_some());
    let chosen = site.website.node("website").get("shareButtonOptions");
    (stands && chosen.is_true()).then(|| value(chosen))
}

/// What the owner asks of the tracker on a page; nothing where visits are not counted: on a site whose
/// `websiteSettings.tracking` is no object, and on a page whose item or collection says `"trackingDisabled": true` (K-050).
#[must_use]
pub fn tracking(site: &Site, page: &Page) -> Option<Value> {
    let asked = site.website.node("websiteSettings").get("tracking");
    (asked.as_object().is_some() && !is_tracking_disabled(site, page)).then(|| value(asked))
}

fn is_tracking_disabled(site: &Site, page: &Page) -> bool {
    let disabled = |node: Node<'_>| node.get("trackingDisabled").is_true();
    let (collection, item) = match &page.subject {
        Subject::Item { collection, item, .. } => (*collection, Some(*item)),
        Subject::Lock { collection, item, .. } => (*collection, *item),
        Subject::List { collection, .. }
        | Subject::Page { collection }
        | Subject::Redirect { collection, .. } => (*collection, None),
        Subject::System(_) => return false,
    };
    let collection = &site.collections[collection];
    disabled(collection.document.root) || item.is_some_and(|item| disabled(collection.items[item].node))
}

/// The parts of a page's data that the tracker reads.
const TRACKED: [&str; 5] = ["apiBaseUrl", "website", "page", "featureFlags", "products"];

/// A page's data as it stands in the page: whole for widgets, only what the tracker reads where there are none.
#[must_use]
pub fn script(data: &PageData, has_widget: bool, share: Option<Value>, tracking: Option<Value>) -> String {
    if has_widget && tracking.is_none() && share.is_none() {
        return data.to_script_json().unwrap_or_default();
    }
    let Ok(Value::Object(mut members)) = serde_json::to_value(data) else { return String::new() };
    if !has_widget {
        members.retain(|key, _| TRACKED.contains(&key.as_str()));
    }
    if let Some(share) = share {
        members.insert("shareButtonOptions".to_owned(), share);
    }
    if let Some(tracking) = tracking {
        members.insert("tracking".to_owned(), tracking);
    }
    script_json(&Value::Object(members))
}

/// JSON that can stand in a script element: no text in it ends the element (G-084).
#[must_use]
pub fn script_json(value: &Value) -> String {
    let mut escaped = String::new();
    for character in value.to_string().chars() {
        match character {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The data of one page: the site, the page, and the products and forms that stand in its HTML.
#[must_use]
pub fn page_data(site: &Site, store: &Store, page: &Page, html: &str, settings: &Settings<'_>) -> PageData {
    let own = site.website.node("website");
    let text = |key: &str| own.get(key).as_str().unwrap_or_default().to_owned();
    let mut ids = attribute_values(html, &["data-item-id=", "data-product-id=", "data-product=", "data-id="]);
    if let Subject::Item { collection, item, .. } = &page.subject {
        ids.insert(0, site.collections[*collection].items[*item].id);
    }
    if let Subject::System(system) = page.subject {
        ids.extend(needed(store, system));
    }
    let mut products: Vec<PageProduct> = Vec::new();
    for id in ids {
        let Some(product) = store.products.get(id) else { continue };
        if products.iter().all(|there| there.product.id != product.id) {
            products.push(page_product(store, product, id));
        }
    }
    let mut forms: Vec<Form> = Vec::new();
    for id in attribute_values(html, &["data-form-id="]) {
        if let Some(form) = store.forms.get(id).filter(|form| forms.iter().all(|there| there.id != form.id)) {
            forms.push(form.for_page());
        }
    }
    PageData {
        api_base_url: settings.api_base_url.to_owned(),
        website: PageWebsite {
            id: site.website.id.to_owned(),
            account_id: text("accountId"),
            template_id: text("templateId"),
            title: site.website.title.to_owned(),
            base_url: site.website.base_url.clone(),
            language: own.get("language").as_str().unwrap_or(site.website.locale).to_owned(),
            locale: site.website.locale.to_owned(),
            time_zone: site.website.time_zone.to_owned(),
            environment: settings.environment.to_owned(),
            base_path: Some(site.website.prefix).filter(|prefix| !prefix.is_empty()).map(str::to_owned),
        },
        page: page_context(site, page),
        currency: store.currency.clone(),
        store_settings: store.settings.clone(),
        feature_flags: store.flags,
        localized_strings: store.labels.clone(),
        captcha_site_key: own.get("captchaSettings").get("siteKey").as_str().map(str::to_owned),
        products,
        forms,
    }
}

/// The products that one of the shop's own pages needs although none stands in its HTML: the cart edits the answers to
/// a product's form (W-082), and the address of the gift-card page says which card is bought (W-095).
pub(super) fn needed(store: &Store, system: System) -> impl Iterator<Item = &str> {
    store.products.iter().filter_map(move |(id, product)| {
        let asked = match system {
            System::Cart => product.additional_fields_form_id.is_some(),
            System::GiftCard => product.product_type == ProductType::GiftCard,
            _ => false,
        };
        asked.then_some(id.as_str())
    })
}

/// What a build tells every page.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a> {
    /// Where the api is; empty: the page's own origin.
    pub api_base_url: &'a str,
    /// dev, qa, staging or prod.
    pub environment: &'a str,
}

fn page_product(store: &Store, product: &loggia_commerce::Product, id: &str) -> PageProduct {
    let form = product.additional_fields_form_id.as_deref().and_then(|form| store.forms.get(form));
    PageProduct {
        product: product.clone(),
        build_id: product.build_id(store.settings.currency),
        additional_fields_form: form.map(Form::for_page),
        merchandising: store.merchandising.get(id).cloned(),
        installment: store.installments.get(id).cloned(),
    }
}

/// What the page is (codes of N-018).
pub(super) fn page_context(site: &Site, page: &Page) -> PageContext {
    let mut context = PageContext {
        path: site.website.localized(&page.url),
        platform: "website".to_owned(),
        tracking_disabled: tracking(site, page).is_none(),
        ..PageContext::default()
    };
    match &page.subject {
        Subject::Item { collection, item, .. } => {
            let collection = &site.collections[*collection];
            let item = &collection.items[*item];
            context.page_type = 2;
            context.page_id = item.id.to_owned();
            context.title = item.title.to_owned();
            context.item_id = Some(item.id.to_owned());
            context.collection_id = Some(collection.id.to_owned());
            context.access = of_page(collection, Some(item));
        }
        Subject::List { collection, .. }
        | Subject::Page { collection }
        | Subject::Redirect { collection, .. } => {
            let collection = &site.collections[*collection];
            context.page_type = if collection.is_list() { 1 } else { 3 };
            context.page_id = collection.id.to_owned();
            context.title = collection.title.to_owned();
            context.collection_id = Some(collection.id.to_owned());
            context.access = of_page(collection, None);
        }
        Subject::Lock { collection, item, access, .. } => {
            let collection = &site.collections[*collection];
            let item = item.map(|item| &collection.items[item]);
            context.page_type = if *access == Access::Members { 9 } else { 8 };
            context.page_id = item.map_or(collection.id, |item| item.id).to_owned();
            context.title = item.map_or(collection.title, |item| item.title).to_owned();
            context.collection_id = Some(collection.id.to_owned());
            context.access = *access;
        }
        Subject::System(system) => {
            context.page_type = match system {
                System::Search => 4,
                System::Cart => 5,
                System::NotFound => 7,
                System::Accessibility => 3,
                _ => 6,
            };
            context.page_id = system.name().to_owned();
            context.title = system.title().to_owned();
        }
    }
    context
}

/// The values of some attributes in the order of the page.
fn attribute_values<'h>(html: &'h str, names: &[&str]) -> Vec<&'h str> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in names {
        for at in memmem::find_iter(html.as_bytes(), name.as_bytes()) {
            let rest = &html[at + name.len()..];
            let value = match rest.chars().next() {
                Some(quote @ ('"' | '\'')) => rest[1..].split(quote).next(),
                _ => rest.split(|c: char| c.is_whitespace() || c == '>').next(),
            };
            found.push((at, value.unwrap_or_default()));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, value)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widgets_are_known_by_their_markup() {
        assert!(has_widget("<a data-widget=\"cart-pill\">"));
        assert!(has_widget("<div class=\"product-variants\">"));
        // G-090, G-091: likes and shares come alive as well.
        assert!(has_widget("<span class=sqs-simple-like data-like-count=14>"));
        assert!(has_widget("<div class=\"squarespace-social-buttons button-style\">"));
        assert!(!has_widget("<div class=\"product-price\">$3</div>"));
    }

    #[test]
    fn attributes_are_read_in_the_order_of_the_page() {
        let html = r#"<a data-product-id='b'><b data-item-id="a"> <c data-item-id=c>"#;
        assert_eq!(attribute_values(html, &["data-item-id=", "data-product-id="]), ["b", "a", "c"]);
    }
}
