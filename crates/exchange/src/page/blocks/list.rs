//! Lists: accordions, menus of dishes, accounts, and sections that are lists of people or things.

use serde_json::{Map, Value, json};

use super::made::{Made, Source, text_of};
use crate::page::dom::{El, all, attr, first, first_class, first_name, has, line, name, outermost};
use crate::page::links::Base;
use crate::page::reader::Reader;
use crate::page::words::Contents;

/// Questions and what opens under them.
pub(super) fn accordion(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let items = outermost(source.content, |el| has(el, "accordion-item"));
    let items: Vec<Value> = items
        .iter()
        .filter_map(|item| {
            let title = text_of(*item, "accordion-item__title")
                .or_else(|| text_of(*item, "accordion-item__title-wrapper"))?;
            let body = first_class(*item, "accordion-item__description");
            let body = body.or_else(|| first_class(*item, "accordion-item__dropdown"));
            let html = body.map(|body| reader.cleaner().inside(body)).unwrap_or_default();
            Some(json!({"title": title, "html": html}))
        })
        .collect();
    (!items.is_empty()).then(|| Made::new(69, json!({"items": items})))
}

/// The owner's accounts with other services.
pub(super) fn accounts(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let accounts: Vec<Value> = all(source.content, |el| name(el) == "a" && attr(el, "href").is_some())
        .into_iter()
        .map(|link| {
            let url = reader.link_of(link).unwrap_or_default();
            let label = attr(link, "aria-label").map(str::to_owned);
            let service = label.or_else(|| Some(line(link)).filter(|text| !text.is_empty()));
            json!({"serviceName": service.unwrap_or_else(|| service_of(&url)), "profileUrl": url})
        })
        .collect();
    (!accounts.is_empty()).then(|| Made::new(54, json!({"accounts": accounts})))
}

/// The name of a service by its address: `Instagram` of `https://www.instagram.com/x`.
fn service_of(url: &str) -> String {
    let host =
        url.split("://").last().and_then(|rest| rest.split(['/', ':', '?']).next()).unwrap_or_default();
    let word = host.trim_start_matches("www.").split('.').next().unwrap_or_default();
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A menu of dishes: one block for each of its cards.
pub(super) fn menu(source: &Source<'_>, _reader: &Reader<'_>) -> Option<Vec<Made>> {
    let cards = outermost(source.content, |el| has(el, "menu"));
    let made: Vec<Made> = cards.into_iter().filter_map(card).collect();
    (!made.is_empty()).then_some(made)
}

/// What a menu shows: the price stands twice in its markup, of which the style sheet shows one.
pub(super) fn menu_contents(content: El<'_>, base: &Base) -> Contents {
    let mut contents = Contents::of(content, base);
    let twice = all(content, |el| has(el, "menu-item-price-top") || has(el, "menu-select-labels"));
    for twin in twice {
        for (word, count) in Contents::of(twin, base).words {
            if let Some(left) = contents.words.get_mut(&word) {
                *left = left.saturating_sub(count);
            }
        }
    }
    contents.words.retain(|_, count| *count > 0);
    contents
}

fn card(menu: El<'_>) -> Option<Made> {
    let sections: Vec<Value> = outermost(menu, |el| has(el, "menu-section"))
        .into_iter()
        .map(|section| {
            let items: Vec<Value> =
                outermost(section, |el| has(el, "menu-item")).into_iter().map(dish).collect();
            let mut value = named(section, "menu-section");
            value.insert("items".to_owned(), items.into());
            Value::Object(value)
        })
        .collect();
    if sections.is_empty() {
        return None;
    }
    let mut value = named(menu, "menu");
    value.insert("sections".to_owned(), sections.into());
    Some(Made::new(18, Value::Object(value)))
}

/// The title and description of a part of a menu.
fn named(el: El<'_>, part: &str) -> Map<String, Value> {
    let mut value = Map::new();
    for key in ["title", "description"] {
        if let Some(text) = text_of(el, &format!("{part}-{key}")) {
            value.insert(key.to_owned(), text.into());
        }
    }
    value
}

fn dish(item: El<'_>) -> Value {
    let mut value = named(item, "menu-item");
    let prices = ["menu-item-price-bottom", "menu-item-price-top", "menu-item-price"];
    if let Some(price) = prices.iter().find_map(|class| text_of(item, class)) {
        value.insert("price".to_owned(), price.into());
    }
    let options: Vec<Value> = outermost(item, |el| has(el, "menu-item-option"))
        .into_iter()
        .map(|option| {
            let price = text_of(option, "menu-item-option-price");
            let title = text_of(option, "menu-item-option-title").unwrap_or_else(|| line(option));
            match price {
                Some(price) => json!({"title": title, "price": price}),
                None => json!({"title": title}),
            }
        })
        .collect();
    if !options.is_empty() {
        value.insert("options".to_owned(), options.into());
    }
    Value::Object(value)
}

/// The most columns that a list stands in.
const COLUMNS: usize = 6;

/// A section that is a list of people, offers, banners: rows of pictures with their words. Nothing when it is none.
pub(crate) fn list_section(section: El<'_>, reader: &Reader<'_>) -> Option<Vec<Value>> {
    let list = first(section, |el| has(el, "user-items-list"))?;
    let items = outermost(list, |el| has(el, "list-item"));
    if items.is_empty() {
        return None;
    }
    let mut rows = Vec::new();
    if let Some(head) = first_class(section, "list-section-title") {
        rows.push(row(vec![Made::new(2, json!({"html": reader.cleaner().inside(head)})).block(None)]));
    }
    let columns = first(list, |el| attr(el, "data-num-columns").is_some());
    let columns = columns.and_then(|el| attr(el, "data-num-columns")).and_then(|text| text.parse().ok());
    let columns = columns.unwrap_or(3).clamp(1, COLUMNS);
    let blocks: Vec<Vec<Value>> = items.iter().map(|item| entry(*item, reader)).collect();
    for chunk in blocks.chunks(columns) {
        let span = 12 / columns;
        let mut cells: Vec<Value> =
            chunk.iter().map(|blocks| json!({"span": span, "blocks": blocks})).collect();
        // The last row has the widths of those above it.
        cells.resize(columns, json!({"span": span, "blocks": []}));
        rows.push(json!({"columns": cells}));
    }
    if let Some(button) =
        first_class(section, "list-section-button-container").and_then(|el| first_name(el, "a"))
    {
        rows.push(row(vec![press(button, reader)]));
    }
    Some(rows)
}

fn row(blocks: Vec<Value>) -> Value {
    json!({"columns": [{"span": 12, "blocks": blocks}]})
}

/// One entry of a list: its picture and words are one block where they can be, else one below the other.
fn entry(item: El<'_>, reader: &Reader<'_>) -> Vec<Value> {
    let mut blocks = Vec::new();
    let title = first_class(item, "list-item-content__title");
    let words = first_class(item, "list-item-content__description");
    let button = first(item, |el| name(el) == "a" && has(el, "list-item-content__button"));
    let html = words.map(|words| reader.cleaner().inside(words)).unwrap_or_default();
    match first_name(item, "img").and_then(|img| reader.picture(img)) {
        Some(picture) => {
            let mut value = json!({"image": picture});
            if let Some(title) = title.map(line).filter(|title| !title.is_empty()) {
                value["title"] = title.into();
            }
            if !html.is_empty() {
                value["subtitle"] = html.into();
            }
            if let Some((button, url)) = button.and_then(|button| Some((button, reader.link_of(button)?))) {
                value["buttonText"] = line(button).into();
                value["buttonUrl"] = url.into();
            }
            blocks.push(Made::new(5, value).with_variant(Some(1016)).block(None));
        }
        None => {
            let head = title.map(|title| reader.cleaner().whole(title)).unwrap_or_default();
            if !head.is_empty() || !html.is_empty() {
                blocks.push(Made::new(2, json!({"html": format!("{head}{html}")})).block(None));
            }
            blocks.extend(button.map(|button| press(button, reader)));
        }
    }
    blocks
}

fn press(button: El<'_>, reader: &Reader<'_>) -> Value {
    let url = reader.link_of(button).unwrap_or_default();
    Made::new(53, json!({"text": line(button), "url": url})).block(None)
}
