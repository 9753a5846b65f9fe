//! What a page tells search engines and social networks of itself.

use loggia_commerce::{Measure, MeasuredAmount};
use serde_json::{Value, json};

use super::context::RenderContext;
use super::feed_address::{feed_url, has_feed, json_feed_url};
use super::island::script_json;
use crate::plan::{Page, Subject};
use crate::site::code::record;
use crate::site::website::Website;
use crate::site::{Collection, Item, text};

/// What stands in the head of a page.
pub struct About {
    /// The page's own title, without the site's.
    pub title: String,
    /// One or two sentences, without markup.
    pub description: String,
    /// The address of its picture.
    pub image: Option<String>,
    /// `website`, `article` or `product`.
    pub kind: &'static str,
    /// RFC 3339.
    pub published_on: Option<String>,
    /// Kept out of search engines.
    pub hidden: bool,
    /// The address that counts in place of its own, as its owner wrote it: a path of the site, or a whole address.
    canonical: Option<String>,
    /// Title of the feed of its collection, its address, and that of the same as JSON.
    pub feed: Option<[String; 3]>,
}

impl About {
    /// The address that counts: its owner's, else its own where the site knows where it is; else empty.
    #[must_use]
    pub fn canonical(&self, website: &Website<'_>, page: &Page) -> String {
        match &self.canonical {
            Some(own) => website.absolute(own),
            None if website.base_url.is_empty() => String::new(),
            None => website.absolute(&page.url),
        }
    }
}

/// The longest description, in characters: what search engines show.
const DESCRIPTION: usize = 200;
/// No more of a text is read for it, in bytes.
const ENOUGH: usize = DESCRIPTION * 8;

/// What a page says of itself.
#[must_use]
pub fn about(context: &RenderContext<'_>, page: &Page) -> About {
    let website = &context.site.website;
    let mut about = About {
        title: String::new(),
        description: String::new(),
        image: website.social_image.map(str::to_owned),
        kind: "website",
        published_on: None,
        hidden: false,
        canonical: None,
        feed: None,
    };
    match &page.subject {
        Subject::Item { collection, item, .. } => {
            let collection = &context.site.collections[*collection];
            let item = &collection.items[*item];
            about.title = seo(item.node, "seoTitle").unwrap_or_else(|| item.title.to_owned());
            about.description = seo(item.node, "seoDescription").unwrap_or_else(|| summary(context, item));
            about.image = social(item.node).or_else(|| picture(item.node)).or(about.image);
            about.hidden = is_hidden(item.node);
            about.canonical = canonical(item.node);
            about.kind = if item.record_type == record::STORE_ITEM { "product" } else { "article" };
            if about.kind == "article" && item.publish_on != 0 {
                about.published_on = Some(rfc3339(item.publish_on));
            }
            about.feed = feed(collection);
        }
        Subject::List { collection, page: number, term, .. } => {
            let collection = &context.site.collections[*collection];
            of_collection(&mut about, collection);
            if *number > 1 || term.is_some() {
                // It speaks of the first page of the list, and not of what is on the others.
                about.canonical = None;
            }
            if let Some(term) = term {
                about.title =
                    format!("{}: {}", collection.title, super::month::title_of(&context.site.website, term));
            }
            if *number > 1 {
                about.title = format!("{}, page {number}", about.title);
            }
        }
        Subject::Page { collection } => of_collection(&mut about, &context.site.collections[*collection]),
        Subject::Redirect { collection, .. } => {
            of_collection(&mut about, &context.site.collections[*collection]);
            about.hidden = true;
        }
        Subject::Lock { collection, item, .. } => {
            let collection = &context.site.collections[*collection];
            about.title = item.map_or(collection.title, |item| collection.items[item].title).to_owned();
            about.hidden = true;
        }
        Subject::System(system) => {
            let own = context.theme.page_title(system.name());
            about.title = own.unwrap_or(super::scope::system_title(*system, context.site)).to_owned();
            about.hidden = !system.may_be_found();
        }
    }
    if about.description.is_empty() {
        about.description = plain(website.description);
    }
    about
}

fn of_collection(about: &mut About, collection: &Collection) {
    let title = || if collection.full_url == "/" { String::new() } else { collection.title.to_owned() };
    about.title = seo(collection.node, "seoTitle").unwrap_or_else(title);
    let description = collection.node.get("description").as_str().map(plain);
    about.description = seo(collection.node, "seoDescription").or(description).unwrap_or_default();
    about.image = social(collection.node).or_else(|| picture(collection.node)).or(about.image.take());
    about.hidden = is_hidden(collection.node);
    about.canonical = canonical(collection.node);
    about.feed = feed(collection);
}

fn feed(collection: &Collection) -> Option<[String; 3]> {
    has_feed(collection)
        .then(|| [collection.title.to_owned(), feed_url(collection), json_feed_url(collection)])
}

fn seo(node: loggia_template::Node<'_>, key: &str) -> Option<String> {
    let found = node.get("seoData").get(key).as_str().or_else(|| node.get(key).as_str());
    found.filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Whether its owner keeps it from being found: `seoData.seoHidden`.
#[must_use]
pub fn is_hidden(node: loggia_template::Node<'_>) -> bool {
    node.get("seoData").get("seoHidden").is_true()
}

/// `seoData.canonicalUrl`, where it is a path of the site or an address of the web.
fn canonical(node: loggia_template::Node<'_>) -> Option<String> {
    let own = node.get("seoData").get("canonicalUrl").as_str().map(str::trim)?;
    let is_path = own.starts_with('/') && !own.starts_with("//");
    (is_path || own.starts_with("https://") || own.starts_with("http://")).then(|| own.to_owned())
}

/// The picture for links that are shared: `seoData.socialImage`.
fn social(node: loggia_template::Node<'_>) -> Option<String> {
    let own = node.get("seoData").get("socialImage").get("assetUrl").as_str();
    own.filter(|url| !url.is_empty()).map(str::to_owned)
}

fn picture(node: loggia_template::Node<'_>) -> Option<String> {
    let own = node.get("mainImage").get("assetUrl").as_str().or_else(|| node.get("assetUrl").as_str());
    own.filter(|url| !url.is_empty()).map(str::to_owned)
}

/// The excerpt, or the beginning of the body, without markup.
#[must_use]
pub fn summary(context: &RenderContext<'_>, item: &Item<'_>) -> String {
    let excerpt = item.node.get("excerpt");
    let text = excerpt
        .as_str()
        .or_else(|| excerpt.get("html").as_str())
        .or_else(|| context.shared.blocks().body(item));
    plain(text.unwrap_or_default())
}

/// HTML as one line of text, at most as long as a description may be.
#[must_use]
pub fn plain(html: &str) -> String {
    text::shortened(&text::plain(html, ENOUGH), DESCRIPTION)
}

/// A time in milliseconds as RFC 3339 (UTC).
#[must_use]
pub fn rfc3339(time: i64) -> String {
    jiff::Timestamp::from_millisecond(time).map(|time| time.to_string()).unwrap_or_default()
}

/// schema.org data of a page, as JSON that can stand in a script element; only where the site knows its address.
#[must_use]
pub fn structured(context: &RenderContext<'_>, page: &Page, _html: &str) -> Option<String> {
    let website = &context.site.website;
    if website.base_url.is_empty() {
        return None;
    }
    let Subject::Item { collection, item, .. } = &page.subject else { return None };
    let collection = &context.site.collections[*collection];
    let item = &collection.items[*item];
    let url = website.absolute(&page.url);
    let image = picture(item.node)
        .map(|image| Value::from(website.absolute_file(&context.assets.resolve(&image).unwrap_or(image))));
    let main = match item.record_type {
        record::STORE_ITEM => product(context, item, &url, image)?,
        record::EVENT => json!({
            "@type": "Event", "name": item.title, "url": url, "image": image,
            "startDate": item.node.get("startDate").as_f64().map(|time| rfc3339(time as i64)),
            "endDate": item.node.get("endDate").as_f64().map(|time| rfc3339(time as i64)),
            "location": item.node.get("location").get("addressLine1").as_str().map(|line| json!({
                "@type": "Place", "name": item.node.get("location").get("addressTitle").as_str().unwrap_or(line),
                "address": line,
            })),
        }),
        _ => json!({
            "@type": "Article", "headline": item.title, "url": url, "image": image,
            "datePublished": (item.publish_on != 0).then(|| rfc3339(item.publish_on)),
            "author": item.node.get("author").get("displayName").as_str().map(|name| json!({"@type": "Person", "name": name})),
        }),
    };
    let crumbs = json!({
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": 1, "name": collection.title, "item": website.absolute(collection.full_url)},
            {"@type": "ListItem", "position": 2, "name": item.title, "item": url},
        ],
    });
    let graph = json!({"@context": "https://schema.org", "@graph": [without_nulls(main), crumbs]});
    Some(script_json(&graph))
}

fn product(context: &RenderContext<'_>, item: &Item, url: &str, image: Option<Value>) -> Option<Value> {
    let product = context.store.products.get(item.id)?;
    let currency = context.store.settings.currency.to_string();
    let offer = |price: loggia_commerce::Cents, available: bool, measure: Option<Measure>| {
        let state = if available { "https://schema.org/InStock" } else { "https://schema.org/OutOfStock" };
        let mut offer = json!({"@type": "Offer", "price": price.to_decimal_text(), "priceCurrency": currency, "availability": state, "url": url});
        if let Some(measure) = measure {
            // The price of what it holds, and for how much of it prices are compared.
            let mut quantity = quantity(measure.holds);
            quantity["valueReference"] = self::quantity(measure.per);
            offer["priceSpecification"] = json!({
                "@type": "UnitPriceSpecification", "price": price.to_decimal_text(), "priceCurrency": currency,
                "referenceQuantity": quantity,
            });
        }
        offer
    };
    let mut offers: Vec<Value> = product
        .variants
        .iter()
        .map(|variant| {
            let available =
                !product.product_type.has_stock() || variant.unlimited || variant.qty_in_stock > 0;
            offer(
                if variant.on_sale { variant.sale_price } else { variant.price },
                available,
                variant.measure,
            )
        })
        .collect();
    if offers.is_empty() {
        offers.push(offer(if product.on_sale { product.sale_price } else { product.price }, true, None));
    }
    let sku = product.variants.first().map(|variant| variant.sku.as_str().to_owned());
    Some(json!({
        "@type": "Product", "name": item.title, "url": url, "image": image, "description": summary(context, item),
        "sku": sku, "offers": offers,
    }))
}

fn quantity(amount: MeasuredAmount) -> Value {
    json!({"@type": "QuantitativeValue", "value": amount.amount.to_string(), "unitCode": amount.unit.code()})
}

fn without_nulls(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.retain(|_, value| !value.is_null());
    }
    value
}
