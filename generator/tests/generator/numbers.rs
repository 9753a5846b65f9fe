//! The tables and limits of the specification (its sections 3 and 9): every number where it counts, and one beside it.

use std::collections::BTreeSet;

use loggia_generator::diagnostic::Diagnostic;
use loggia_generator::pipeline::Options;
use loggia_generator::site::code::{block, collection, feature, folder, record};
use loggia_generator::site::collection::VIEWS;

use crate::site::TestSite;

/// N-003: 16 kinds of collection, both ways; 9 and 14 are none.
#[test]
fn n_003_kinds_of_collection_and_their_codes() {
    let table = "generic 1, subscription 2, twitter 3, foursquare 4, instagram 5, gallery-block 6, template-page 7, splash-page 8, \
                 page 10, fivehundredpix 11, flickr 12, products 13, slide-gallery 15, slide-album 16, slide-video 17, album-block 18";
    let pairs: Vec<(&str, i64)> = table
        .split(", ")
        .map(|pair| pair.trim().split_once(' ').unwrap())
        .map(|(name, code)| (name, code.parse().unwrap()))
        .collect();
    assert_eq!(pairs.len(), 16);
    assert_eq!(collection::ALL.len(), 16);
    for (name, code) in pairs {
        assert_eq!((collection::name(code), collection::code(name)), (Some(name), code));
    }
    for none in [0, 9, 14, 19, -1] {
        assert_eq!(collection::name(none), None, "{none}");
    }
}

/// The sixty kinds of blocks by their codes: the eleven that pages must have, and the others.
#[test]
fn n_007_n_008_kinds_of_blocks_and_their_codes() {
    let eleven = "navigation 1, html 2, image 5, gallery 8, form 9, product 43, newsletter 51, donation 52, button 53, \
                  member-area 67, accordion 69";
    let others = "logo 3, map 4, twitter 6, journal 7, geo 10, index 11, collectionlink 12, link 13, tagcloud 14, comments 16, \
                  folder 17, menu 18, sociallinks 19, summary 20, spacer 21, embed 22, code 23, foursquare 24, instagram 25, \
                  calendar 26, postsbyauthor 27, postsbytag 28, postsbycategory 29, postsbymonth 30, quote 31, video 32, \
                  search 33, audio 41, fivehundredpix 42, markdown 44, flickr 45, amazon 46, horizontalrule 47, \
                  socialaccountlinks 48, rss 49, opentable 50, socialaccountlinks-v2 54, summary-v2 55, soundcloud 56, \
                  emailfooter 57, in-browser-message-link 58, tourdates 59, album 60, archive 61, chart 62, zola 63, \
                  acuity 65, opentable-v2 66, tock 68";
    let pairs: BTreeSet<(i64, &str)> = [eleven, others]
        .iter()
        .flat_map(|table| table.split(", "))
        .map(|pair| pair.trim().split_once(' ').unwrap())
        .map(|(name, code)| (code.parse().unwrap(), name))
        .collect();
    assert_eq!(pairs.len(), 60);
    assert_eq!(block::ALL.into_iter().collect::<BTreeSet<_>>(), pairs);
}

/// N-004: index 1, redirect 2, none 3; any other code is an error. What each does: `g_056_g_057_g_058…` in build.rs.
#[test]
fn n_004_an_unknown_behavior_of_a_folder_is_an_error() {
    assert_eq!((folder::INDEX, folder::REDIRECT, folder::NONE), (1, 2, 3));
    let site = TestSite::tiny();
    let write = |behavior: u8| {
        site.write(
            "content/all/collection.json",
            &format!("{{\"title\": \"All\", \"typeName\": \"index\", \"type\": 10, \"folderBehavior\": {behavior}, \"collections\": [\"notes\"]}}"),
        );
        site.build().diagnostics
    };
    for behavior in [1, 2, 3] {
        assert_eq!(write(behavior), []);
    }
    let faults = write(9);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].message, "9 is not what a folder can do.");
    assert_eq!(faults[0].place(), "content/all/collection.json:1:69");
    assert!(faults[0].is_error());
}

/// The variants of blocks are 1000 to 1019 and nothing else, each by its name.
#[test]
fn n_009_n_010_variants_of_blocks_are_1000_to_1019() {
    let names = "gallery-grid gallery-slideshow gallery-slider gallery-stacked summary-wall summary-carousel summary-list \
         summary-grid chart-bar chart-line chart-pie image-inline image-poster image-card image-overlap image-collage \
         image-stack reservation-event-button reservation-event-widget reservation-event-list";
    let of_codes: Vec<&str> = (1000..=1019).filter_map(block::variant).collect();
    assert_eq!(of_codes, names.split_whitespace().collect::<Vec<_>>());
    for none in [999, 1020, 0, -1, i64::MIN] {
        assert_eq!(block::variant(none), None, "{none}");
    }
}

/// N-012: list, grid and product each make a page of a collection; another word is an error.
#[test]
fn n_012_each_view_makes_the_page_of_a_collection() {
    assert_eq!(VIEWS, ["list", "grid", "product"]);
    let site = TestSite::tiny();
    let faults = |view: &str| {
        site.write(
            "content/seen/collection.json",
            &format!("{{\"title\": \"Seen\", \"type\": 1, \"typeName\": \"seen\", \"view\": \"{view}\"}}"),
        );
        site.build().diagnostics
    };
    site.write("content/seen/one.json", "{\"id\": \"one\", \"title\": \"The one\", \"urlId\": \"one\"}");
    for view in VIEWS {
        assert_eq!(faults(view), [], "{view}");
        assert!(site.page("seen/index.html").contains("The one"), "{view}");
    }
    assert!(faults("tiles").iter().any(|fault| fault.code == "view" && fault.is_error()));
}

/// N-017: one table of the flags of pages and of accounts, numbered from 1 upward; no code and no name stands twice.
#[test]
fn n_017_codes_of_feature_flags_are_one_table_from_one_upward() {
    let codes: Vec<i64> = feature::ALL.iter().map(|(code, ..)| *code).collect();
    assert_eq!(codes, (1..=codes.len() as i64).collect::<Vec<_>>());
    let names: BTreeSet<&str> = feature::ALL.iter().map(|(_, name, _)| *name).collect();
    assert_eq!(names.len(), codes.len());
    for of in [feature::Of::Page, feature::Of::Account] {
        assert!(feature::ALL.iter().any(|(.., own)| *own == of));
    }
    // Every flag that the shop knows is in it.
    let known = serde_json::to_value(loggia_commerce::FeatureFlags::default()).unwrap();
    for name in known.as_object().unwrap().keys() {
        assert!(names.contains(name.as_str()), "{name}");
    }
}

/// N-019: the kinds of items are the kinds of records.
#[test]
fn n_019_an_event_has_the_code_of_its_record() {
    assert_eq!(record::label(12), Some("event"));
    let site = TestSite::tiny();
    site.write(
        "content/dates/collection.json",
        "{\"title\": \"Dates\", \"type\": 1, \"typeName\": \"events\"}",
    );
    let event = "{\"id\": \"e\", \"title\": \"Fair\", \"urlId\": \"fair\", \"recordType\": 12, \"startDate\": 1764000000000, \"endDate\": 1764003600000}";
    site.write("content/dates/fair.json", event);
    site.write(
        "template/collections/events.item",
        "type {item.recordType} {.section item}{.event?}event{.end}{.end}",
    );
    assert_eq!(site.build().diagnostics, []);
    assert!(site.page("dates/fair/index.html").contains("type 12 event"));
}

fn limits(site: &TestSite) -> Vec<String> {
    let faults = site.build_with(&Options { lenient: true, ..site.options() }).diagnostics;
    faults
        .iter()
        .filter(|fault| fault.code == "limit" && fault.is_error())
        .map(|fault: &Diagnostic| fault.message.clone())
        .collect()
}

/// A site with `count` of something passes, one more is refused with these words.
fn at_the_limit(count: usize, message: &str, write: impl Fn(&TestSite, usize)) {
    let site = TestSite::tiny();
    write(&site, count);
    assert_eq!(limits(&site), [] as [&str; 0], "{count}");
    write(&site, count + 1);
    assert_eq!(limits(&site), [message]);
}

fn items(site: &TestSite, folder: &str, count: usize, more: &str) {
    for number in 0..count {
        let item = format!(
            "{{\"id\": \"{folder}-{number}\", \"title\": \"T\", \"urlId\": \"{folder}-{number}\"{more}}}"
        );
        site.write(&format!("content/{folder}/{number}.json"), &item);
    }
}

/// N-085
#[test]
fn n_085_a_layout_has_sixty_blocks() {
    at_the_limit(60, "There are 61 blocks here; at most 60 are allowed.", |site, count| {
        let blocks = vec!["{\"type\": 47}"; count].join(",");
        let page =
            format!("{{\"title\": \"Long\", \"typeName\": \"page\", \"type\": 10, \"blocks\": [{blocks}]}}");
        site.write("content/long/collection.json", &page);
    });
}

/// N-086
#[test]
fn n_086_an_album_has_sixty_tracks() {
    at_the_limit(60, "There are 61 tracks here; at most 60 are allowed.", |site, count| {
        site.write("content/songs/collection.json", "{\"title\": \"Songs\", \"type\": 18}");
        items(site, "songs", count, ", \"recordType\": 7");
    });
}

/// N-087
#[test]
fn n_087_a_collection_in_its_owners_order_has_250_items() {
    at_the_limit(250, "There are 251 items here; at most 250 are allowed.", |site, count| {
        let own = "{\"title\": \"Rows\", \"type\": 1, \"ordering\": \"user-orderable\"}";
        site.write("content/rows/collection.json", own);
        items(site, "rows", count, "");
    });
}

/// N-088
#[test]
fn n_088_a_collection_has_200_products() {
    at_the_limit(200, "There are 201 products here; at most 200 are allowed.", |site, count| {
        site.write(
            "content/wares/collection.json",
            "{\"title\": \"Wares\", \"type\": 13, \"typeName\": \"products\"}",
        );
        let product =
            ", \"structuredContent\": {\"productType\": 1, \"variants\": [{\"sku\": \"S\", \"price\": 1}]}";
        items(site, "wares", count, product);
    });
}

/// N-089: with categories inside of categories.
#[test]
fn n_089_categories_and_those_inside_them_are_10000() {
    at_the_limit(10_000, "There are 10001 categories here; at most 10000 are allowed.", |site, count| {
        let inner = vec!["\"x\""; count - 1].join(",");
        let own = format!(
            "{{\"title\": \"Many\", \"type\": 1, \"categories\": [{{\"name\": \"a\", \"categories\": [{inner}]}}]}}"
        );
        site.write("content/many/collection.json", &own);
    });
}
