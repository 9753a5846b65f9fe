//! What an item of an export is called, so that two are never taken for one, and what is noted of it beside its text.

use super::text::slug;
use super::xml::Element;

/// The id that its source gave an item. Exports that people make by hand leave it out: then the number in its address
/// counts, else the address, its name or its title.
pub(super) fn of(item: &Element) -> String {
    let own = item.text_of("post_id");
    if !own.is_empty() {
        return own.to_owned();
    }
    let names = ["guid", "link", "post_name", "title"].map(|name| item.text_of(name));
    let number = names[..2].iter().find_map(|address| {
        let (_, query) = address.split_once('?')?;
        let values = query.split(['&', ';']).filter_map(|pair| pair.split_once('='));
        let mut ids = values.filter(|(name, _)| matches!(*name, "p" | "page_id"));
        ids.next()
            .map(|(_, id)| id)
            .filter(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let named = || names.into_iter().map(slug).find(|name| !name.is_empty());
    number.map(str::to_owned).or_else(named).unwrap_or_else(|| format!("line-{}", item.line))
}

/// What a program has noted of an item under a name; empty when there is nothing. Of several the last counts.
pub(super) fn meta<'e>(item: &'e Element, key: &str) -> &'e str {
    let mut own = item.children.iter().filter(|child| child.name == "postmeta");
    own.rfind(|meta| meta.text_of("meta_key") == key).map_or("", |meta| meta.text_of("meta_value"))
}
