//! Questions of templates to the content of a site.

use super::scan::Tag;

/// A question of a template to the content of the site: `<squarespace:query collection="shop" limit="3">`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// `urlId`, address or id of the collection; empty when a value of the page names it.
    pub collection: String,
    /// The value that names the collection: `collection="{collection.urlId}"`.
    pub named_by: Option<String>,
    /// What of the collection is asked for.
    pub asks: Asks,
    /// Only items that are starred.
    pub featured: bool,
    /// Only items with one of these tags; any when empty.
    pub tags: Vec<String>,
    /// The value that names the one tag that items must have: `tag="{title|slugify}"`.
    pub tag_by: Option<String>,
    /// Only items of one of these categories; any when empty.
    pub of_categories: Vec<String>,
    /// The value that names the one category that items must have.
    pub category_by: Option<String>,
    /// The value that names the item whose relatives are asked for, by its id.
    pub item_by: Option<String>,
    /// How many items at most.
    pub limit: usize,
    /// How many to leave out at the start.
    pub skip: usize,
}

/// What of a collection is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Asks {
    /// Its items.
    #[default]
    Items,
    /// Its categories, and no items: `<squarespace:category>`.
    Categories,
    /// Other items like one of them: `<squarespace:related>`.
    Related,
}

/// How many related items there are when a tag does not say.
const RELATED: usize = 3;

/// The collection that a page shows.
const OWN: &str = "collection.urlId";

impl Query {
    /// The values that narrow the answer, in the order in which their keys lead to it.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        [&self.named_by, &self.tag_by, &self.category_by, &self.item_by]
            .into_iter()
            .flatten()
            .map(String::as_str)
    }
}

/// The question of a tag, and what is wrong with parts of it, which are left out; an error when it cannot be asked.
pub fn read(tag: &Tag<'_>) -> Result<(Query, Vec<String>), String> {
    let mut wrong = Vec::new();
    let asks = match tag.name {
        "query" => Asks::Items,
        "related" => Asks::Related,
        _ => Asks::Categories,
    };
    let named = ["collection", "collectionId", "collection-id", "source-url", "sourceUrl"];
    let named = tag.first(&named).map(str::trim).filter(|name| !name.is_empty());
    // What is not asked of a collection by its name is asked of that of the page.
    let collection = match named {
        Some(named) => value(named)
            .map_err(|()| format!("'{named}' does not name a collection, nor a value that does."))?,
        None if asks == Asks::Items => return Err("A query tag needs the collection it asks.".to_owned()),
        None => Value::Of(OWN.to_owned()),
    };
    let default = if asks == Asks::Related { RELATED } else { usize::MAX };
    let limit = number(tag, "limit", default, &mut wrong);
    let skip = number(tag, "skip", 0, &mut wrong);
    let (tags, tag_by) = words(tag, "tag", &mut wrong);
    let (of_categories, category_by) = words(tag, "category", &mut wrong);
    let item_by = (asks == Asks::Related).then(|| {
        let named = tag.first(&["itemId", "item-id", "item"]).map(value);
        match named {
            Some(Ok(Value::Of(path))) => path,
            _ => "item.id".to_owned(),
        }
    });
    let (collection, named_by) = match collection {
        Value::Plain(name) => (name, None),
        Value::Of(path) => (String::new(), Some(path)),
    };
    let yes = |name: &str| matches!(tag.get(name), Some("true" | "" | "1"));
    let featured = yes("featured") || tag.get("filter") == Some("featured");
    let query = Query {
        collection,
        named_by,
        asks,
        featured,
        tags,
        tag_by,
        of_categories,
        category_by,
        item_by,
        limit,
        skip,
    };
    Ok((query, wrong))
}

/// The value of an attribute: a text, or what a value of the page says.
enum Value {
    Plain(String),
    Of(String),
}

fn value(text: &str) -> Result<Value, ()> {
    let of = text.strip_prefix('{').and_then(|path| path.strip_suffix('}')).map(str::trim);
    match of {
        Some(path) if is_path(path) => Ok(Value::Of(path.to_owned())),
        None if !text.contains(['{', '}']) => Ok(Value::Plain(text.to_owned())),
        _ => Err(()),
    }
}

/// A whole number. Without digits it is left out; some write `limit="3 "` or `limit="3px"`.
fn number(tag: &Tag<'_>, name: &str, default: usize, wrong: &mut Vec<String>) -> usize {
    let Some(text) = tag.get(name).map(str::trim).filter(|text| !text.is_empty()) else { return default };
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..digits].parse().unwrap_or_else(|_| {
        wrong.push(format!("'{name}' must be a whole number, not '{text}'; it is left out."));
        default
    })
}

/// Words between commas, or the one value that names a word.
fn words(tag: &Tag<'_>, name: &str, wrong: &mut Vec<String>) -> (Vec<String>, Option<String>) {
    let all = tag.get(name).unwrap_or_default();
    match value(all.trim()) {
        Ok(Value::Of(path)) => (Vec::new(), Some(path)),
        Ok(Value::Plain(all)) => {
            let words = all.split(',').map(str::trim).filter(|word| !word.is_empty());
            (words.map(str::to_owned).collect(), None)
        }
        Err(()) => {
            wrong.push(format!("'{all}' is no {name}, nor one value that names it; it is left out."));
            (Vec::new(), None)
        }
    }
}

/// Whether a text leads to a value of the page, with or without formatters: `collection.title|slugify`.
fn is_path(text: &str) -> bool {
    let mut parts = text.split('|');
    let path = parts.next().unwrap_or_default();
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '@');
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' ');
    !path.is_empty()
        && !path.starts_with('.')
        && path.chars().all(allowed)
        && parts.all(|formatter| !formatter.is_empty() && formatter.chars().all(is_name))
}
