//! Comments of visitors: they live in the database of the shop, so an import leaves them in a file that `loggia-api import`
//! takes over.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_exchange::posts::{Comment, Export};
use serde_json::{Value, json};

use super::draft::Draft;
use super::entries;

/// Whether an XML text is an export of Disqus.
pub(super) fn is_disqus(text: &str) -> bool {
    let begin: String = text.chars().take(1000).collect();
    begin.contains("<disqus")
}

/// Reads an export of Disqus.
pub(super) fn read(draft: &mut Draft, file: &Path, text: &str) {
    let export = loggia_exchange::posts::disqus(text);
    entries::faults(draft, file, &export);
    write(draft, &export);
}

/// Puts comments beside the site, by their source.
pub(super) fn write(draft: &mut Draft, export: &Export) {
    if export.comments.is_empty() {
        return;
    }
    let all = draft.file(&file_of(export.source));
    all.insert("form".to_owned(), "loggia-comments-1".into());
    let known = all.entry("comments").or_insert_with(|| json!([]));
    if let Some(known) = known.as_array_mut() {
        for comment in &export.comments {
            let comment = json!(comment);
            match known.iter_mut().find(|own| own["key"] == comment["key"]) {
                Some(own) => *own = comment,
                None => known.push(comment),
            }
        }
    }
}

fn file_of(source: &str) -> String {
    format!("{}/import/comments-{source}.json", crate::folder::OWN)
}

/// Gives comments the items they belong to, once every source was read: by the id at the source, else by the address.
pub(super) fn settle(draft: &mut Draft) {
    let files: Vec<String> = draft
        .files
        .keys()
        .filter(|path| path.starts_with(crate::folder::OWN) && path.contains("/comments-"))
        .cloned()
        .collect();
    if files.is_empty() {
        return;
    }
    let (ids, addresses) = items(draft);
    let (mut waiting, mut homeless) = (0, 0);
    for path in &files {
        let Some(comments) = draft.files.get_mut(path).and_then(|file| file["comments"].as_array_mut())
        else {
            continue;
        };
        for value in comments {
            let Ok(mut comment) = serde_json::from_value::<Comment>(value.clone()) else { continue };
            let of_entry =
                [format!("post-{}", comment.entry), format!("page-{}", comment.entry), comment.entry.clone()];
            let by_id = of_entry.iter().find(|id| ids.contains_key(id.as_str()));
            let item = by_id.or_else(|| addresses.get(comment.path.trim_matches('/')));
            waiting += 1;
            match item {
                Some(id) => comment.item_id.clone_from(id),
                None => homeless += 1,
            }
            *value = json!(comment);
        }
    }
    let message = format!("{waiting} comments are kept for the shop's database, in {}.", files.join(", "));
    draft.warn(
        Path::new(&files[0]),
        0,
        message,
        "run `loggia-api import` with it, once the site is published",
    );
    if homeless > 0 {
        let message = format!(
            "{homeless} of them belong to pages that this import did not read; the server looks for those by their addresses."
        );
        draft.warn(Path::new(&files[0]), 0, message, "import the posts together with the comments");
    }
}

/// What the draft has: by id, and ids by address, old ones included.
fn items(draft: &Draft) -> (BTreeMap<String, ()>, BTreeMap<String, String>) {
    let (mut ids, mut addresses) = (BTreeMap::new(), BTreeMap::new());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for (path, value) in draft.files.iter().filter(|(path, _)| path.starts_with("content/")) {
        let id = text(&value["id"]);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let own = text(&value["urlId"]);
        let address = if path.ends_with("/collection.json") {
            own
        } else {
            let collection = draft.files.get(&format!("{folder}/collection.json"));
            format!("{}/{own}", collection.map(|collection| text(&collection["urlId"])).unwrap_or_default())
        };
        addresses.insert(address, id.clone());
        ids.insert(id, ());
    }
    for (path, list) in draft.blobs.iter().filter(|(path, _)| path.starts_with("redirects/")) {
        let mut list = csv::ReaderBuilder::new().flexible(true).from_reader(list.as_slice());
        debug_assert!(path.ends_with(".csv"));
        for row in list.records().flatten() {
            let (from, to) = (row.get(0).unwrap_or_default(), row.get(1).unwrap_or_default());
            if let Some(id) = addresses.get(to.trim_matches('/')).cloned() {
                addresses.entry(from.trim_matches('/').to_owned()).or_insert(id);
            }
        }
    }
    (ids, addresses)
}
