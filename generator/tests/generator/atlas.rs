//! The sampler site: everything that a site can be made of, once, and nothing to complain about.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use loggia_generator::site::code::{block, collection, folder, record, slice};
use loggia_generator::site::collection::VIEWS;
use loggia_generator::site::gallery::{DESIGNS, MEDIA, OPTIONS};
use serde_json::Value;

use crate::site::TestSite;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/atlas")
}

/// Every JSON file of its content.
fn content() -> Vec<Value> {
    let walk =
        walkdir::WalkDir::new(root().join("content")).sort_by_file_name().into_iter().map(Result::unwrap);
    walk.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "json"))
        .map(|entry| serde_json::from_slice(&std::fs::read(entry.path()).unwrap()).unwrap())
        .collect()
}

/// Every object inside a value, the value itself among them.
fn objects<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
    match value {
        Value::Array(list) => list.iter().for_each(|inner| objects(inner, found)),
        Value::Object(members) => {
            found.push(value);
            members.values().for_each(|inner| objects(inner, found));
        }
        _ => {}
    }
}

/// The codes that a list of blocks or slices under some key names, by number or by name.
fn kinds(content: &[Value], key: &str, table: &[(i64, &'static str)]) -> BTreeSet<&'static str> {
    let mut found = Vec::new();
    content.iter().for_each(|file| objects(file, &mut found));
    let listed = found.iter().filter_map(|object| object[key].as_array()).flatten();
    let named = listed.filter_map(|one| {
        let kind = &one["type"];
        table.iter().find(|(code, name)| kind.as_i64() == Some(*code) || kind.as_str() == Some(*name))
    });
    named.map(|(_, name)| *name).collect()
}

fn names(table: &[(i64, &'static str)]) -> BTreeSet<&'static str> {
    table.iter().filter(|(code, _)| *code != 0).map(|(_, name)| *name).collect()
}

/// The numbers under a key of files.
fn numbers(content: &[Value], path: &str) -> BTreeSet<i64> {
    content.iter().filter_map(|file| file.pointer(path)?.as_i64()).collect()
}

/// G-008.
#[test]
fn g_008_the_sampler_builds_without_a_word() {
    let site = TestSite::of(&root());
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:#?}", built.diagnostics);
    let galleries = site.page("galleries/index.html");
    for design in DESIGNS {
        assert!(galleries.contains(&format!("data-design={design}")), "{design}");
    }
    // A page of words is a page without a script.
    assert!(!site.page("sampler-words/index.html").contains("<script type=module"));
}

#[test]
fn g_075_g_076_the_sampler_has_every_kind_of_block_and_every_layout() {
    let content = content();
    assert_eq!(kinds(&content, "blocks", &block::ALL), names(&block::ALL));
    let mut found = Vec::new();
    content.iter().for_each(|file| objects(file, &mut found));
    let variants: BTreeSet<i64> = found.iter().filter_map(|object| object["variant"].as_i64()).collect();
    assert_eq!(variants, (1000..1000 + block::VARIANTS.len() as i64).collect::<BTreeSet<i64>>());
}

#[test]
fn g_074_the_sampler_has_every_kind_of_slice_on_one_page() {
    let content = content();
    let covers = content.iter().filter(|file| file["type"] == 8);
    let most =
        covers.map(|file| kinds(std::slice::from_ref(file), "slices", &slice::ALL)).max_by_key(BTreeSet::len);
    assert_eq!(most.unwrap(), names(&slice::ALL));
}

#[test]
fn g_059_the_sampler_has_every_kind_of_collection_and_record() {
    let content = content();
    let types = numbers(&content, "/type");
    let known: BTreeSet<i64> = collection::ALL.iter().map(|(code, _)| *code).collect();
    assert_eq!(types, known);
    let records: BTreeSet<i64> = names_codes(&record::ALL);
    let there = numbers(&content, "/recordType");
    assert_eq!(records.difference(&there).collect::<Vec<_>>(), Vec::<&i64>::new());
    let folders = numbers(&content, "/folderBehavior");
    assert_eq!(folders, BTreeSet::from([folder::INDEX, folder::REDIRECT, folder::NONE]));
    let views: BTreeSet<&str> = content.iter().filter_map(|file| file["view"].as_str()).collect();
    assert_eq!(views, BTreeSet::from(VIEWS));
}

fn names_codes(table: &[(i64, &str)]) -> BTreeSet<i64> {
    table.iter().map(|(code, _)| *code).filter(|code| *code != 0).collect()
}

#[test]
fn g_033_the_sampler_sells_every_kind_of_product() {
    let content = content();
    assert_eq!(numbers(&content, "/structuredContent/productType"), (1..=5).collect::<BTreeSet<i64>>());
    let subscribed =
        |file: &&Value| file.pointer("/structuredContent/isSubscribable") == Some(&Value::Bool(true));
    assert!(content.iter().any(|file| subscribed(&file)), "one is subscribed to");
    let variants: Vec<&Value> = content
        .iter()
        .filter_map(|file| file.pointer("/structuredContent/variants")?.as_array())
        .flatten()
        .collect();
    for key in [
        "sku",
        "attributes",
        "price",
        "salePrice",
        "priceMoney",
        "salePriceMoney",
        "onSale",
        "qtyInStock",
        "unlimited",
        "optionValues",
    ] {
        assert!(variants.iter().any(|variant| !variant[key].is_null()), "{key}");
    }
}

#[test]
fn g_093_the_sampler_sets_every_option_of_a_gallery_and_every_kind_of_media() {
    let content = content();
    let mut found = Vec::new();
    content.iter().for_each(|file| objects(file, &mut found));
    let options: BTreeSet<&str> = found
        .iter()
        .filter_map(|object| object["options"].as_object())
        .flat_map(|options| options.keys().map(String::as_str))
        .collect();
    let missing: Vec<&str> =
        OPTIONS.iter().map(|(name, _)| *name).filter(|name| !options.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let media: BTreeSet<&str> = found.iter().filter_map(|object| object["mediaType"].as_str()).collect();
    assert_eq!(media, BTreeSet::from(MEDIA));
}
