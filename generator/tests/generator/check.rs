//! `check` says every fault at its place; nothing stops at the first.

use crate::site::{TestSite, stderr, stdout};

/// G-020.
#[test]
fn g_020_five_mistakes_are_five_messages() {
    let site = TestSite::tiny();
    site.edit("content/notes/first.json", "\"title\": \"First & <best>\"", "\"title\": 7");
    site.edit("content/notes/third.json", "\"urlId\": \"third\"", "\"urlId\": \"first\"");
    site.edit(
        "content/goods/02-plate.json",
        "\"productType\": 1",
        "\"productType\": 2, \"isSubscribable\": true",
    );
    site.edit("forms/hello.json", "\"type\": \"email\"", "\"type\": \"e-mail\"");
    site.edit("template/pill.region", "</a>", "</a>{.section x}");
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(1));
    let printed = stderr(&done);
    for message in [
        "content/notes/first.json:1:25\n",
        "'title' must be a text, not a number.",
        "content/notes/third.json:1:43\n",
        "The address '/notes/first' is also that of content/notes/first.json.",
        "A digital product cannot be a subscription, only a physical or a service one can.",
        "forms/hello.json:7:29\n",
        "help: did you mean `email`?",
        "template/pill.region",
        "Reached EOF in the middle of SECTION",
    ] {
        assert!(printed.contains(message), "{message:?} in\n{printed}");
    }
    assert!(!site.out().exists());
}

#[test]
fn workflows_of_github_get_annotations() {
    let site = TestSite::tiny();
    site.edit("content/notes/collection.json", "\"chronological\"", "\"chronologic\"");
    let done = site.loggia(&["check", "site", "--format", "github"]);
    assert_eq!(done.status.code(), Some(1));
    let printed = stdout(&done);
    assert!(
        printed.starts_with("::error file=content/notes/collection.json,line=1,col=100,title=ordering::"),
        "{printed}"
    );
    assert!(printed.contains("did you mean `chronological`?"), "{printed}");
}

#[test]
fn json_faults_say_what_to_do() {
    let site = TestSite::tiny();
    site.write("content/notes/broken.json", "{\n  \"title\": \"x\",\n}\n");
    site.write("content/lost/item.json", "{}");
    let done = site.loggia(&["check", "site", "--json"]);
    let printed: serde_json::Value = serde_json::from_str(&stdout(&done)).unwrap();
    let faults = printed["diagnostics"].as_array().unwrap();
    let syntax = faults.iter().find(|fault| fault["code"] == "json-syntax").unwrap();
    assert_eq!((syntax["line"].as_u64(), syntax["column"].as_u64()), (Some(3), Some(1)));
    assert_eq!(syntax["help"], "remove the comma before this bracket");
    assert!(faults.iter().any(|fault| fault["code"] == "no-collection"));
}

/// G-119, G-120, G-121, G-122, G-123, G-124, G-125; N-091, N-092: a tag of 51 characters and a category of 26.
#[test]
fn g_119_g_122_g_124_g_125_n_091_n_092_limits_are_held() {
    let site = TestSite::tiny();
    let blocks: Vec<String> =
        (0..61).map(|n| format!("{{\"type\": 2, \"value\": {{\"html\": \"{n}\"}}}}")).collect();
    site.write(
        "content/long/collection.json",
        &format!("{{\"title\": \"Long\", \"typeName\": \"page\", \"blocks\": [{}]}}", blocks.join(",")),
    );
    let tag = "t".repeat(51);
    let category = "c".repeat(26);
    site.write(
        "content/notes/tagged.json",
        &format!(
            "{{\"title\": \"Tagged\", \"tags\": [\"fine\", \"{tag}\"], \"categories\": [\"{category}\"]}}"
        ),
    );
    for number in 0..200 {
        let product = "{\"productType\": 1, \"variants\": [{\"sku\": \"S\", \"price\": 1}]}";
        site.write(
            &format!("content/goods/p-{number}.json"),
            &format!("{{\"id\": \"g-{number}\", \"urlId\": \"g-{number}\", \"title\": \"G\", \"structuredContent\": {product}}}"),
        );
    }
    let done = site.loggia(&["check", "site"]);
    let printed = stderr(&done);
    assert_eq!(done.status.code(), Some(1));
    for message in [
        "There are 61 blocks here; at most 60 are allowed.",
        "has 51 characters; tags have at most 50.",
        "has 26 characters; categories have at most 25.",
        "There are 202 products here; at most 200 are allowed.",
    ] {
        assert!(printed.contains(message), "{message:?} in\n{printed}");
    }
}

#[test]
// G-119, G-120, G-121
fn g_119_to_g_121_limits_count_rows_tracks_and_items_in_order() {
    let site = TestSite::tiny();
    let block = "{\"type\": 47}";
    let column = format!("{{\"blocks\": [{}]}}", vec![block; 31].join(","));
    site.write(
        "content/wide/collection.json",
        &format!("{{\"title\": \"Wide\", \"typeName\": \"page\", \"rows\": [{{\"columns\": [{column}, {column}]}}]}}"),
    );
    site.write("content/songs/collection.json", "{\"title\": \"Songs\", \"type\": 18}");
    let track = "{\"title\": \"T\", \"url\": \"/files/t.wav\"}";
    site.write(
        "content/record/collection.json",
        &format!(
            "{{\"title\": \"Record\", \"typeName\": \"page\", \"type\": 10, \"blocks\": [{{\"type\": 60, \"value\": {{\"tracks\": [{}]}}}}]}}",
            vec![track; 61].join(",")
        ),
    );
    site.write(
        "content/ordered/collection.json",
        "{\"title\": \"Ordered\", \"type\": 1, \"ordering\": \"user-orderable\"}",
    );
    for number in 0..61 {
        site.write(
            &format!("content/songs/{number}.json"),
            &format!("{{\"id\": \"song-{number}\", \"title\": \"Song\", \"recordType\": 7}}"),
        );
    }
    for number in 0..251 {
        site.write(
            &format!("content/ordered/{number}.json"),
            &format!("{{\"id\": \"item-{number}\", \"title\": \"Item\"}}"),
        );
    }
    let done = site.loggia(&["check", "site"]);
    let printed = stderr(&done);
    assert_eq!(done.status.code(), Some(1));
    for message in [
        "There are 62 blocks here; at most 60 are allowed.",
        "There are 61 tracks here; at most 60 are allowed.\n  --> content/songs/collection.json",
        "There are 61 tracks here; at most 60 are allowed.\n  --> content/record/collection.json",
        "There are 251 items here; at most 250 are allowed.\n  --> content/ordered/collection.json",
    ] {
        assert!(printed.contains(message), "{message:?} in\n{printed}");
    }
}

#[test]
fn a_folder_without_a_site_is_reported() {
    let site = TestSite::tiny();
    let done = site.loggia(&["check", "nowhere"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        stderr(&done).contains("There is no site in nowhere.") && stderr(&done).contains("loggia new"),
        "{}",
        stderr(&done)
    );
}

/// S-623: taxes that no order meets, a class that no rule names, and goods that nothing delivers are said at their place.
#[test]
fn s_623_taxes_and_delivery_that_cannot_be_meant_so_are_said() {
    let site = TestSite::tiny();
    assert!(site.build().diagnostics.is_empty());
    let options = r#""shippingOptions": [{ "id": "post", "name": "Post", "costCents": 500 }]"#;
    let rules = r#""taxRules": [
    { "country": "Germany", "rate": "19" },
    { "country": "DE", "rate": "7", "class": "reduced", "postalCodes": ["20095", "9*2", "200-100"] }
  ]"#;
    site.edit("site.json", options, rules);
    site.edit(
        "content/goods/02-plate.json",
        "\"productType\": 1",
        "\"productType\": 1, \"taxClass\": \"reducd\"",
    );
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(0), "warnings alone: {}", stderr(&done));
    let printed = stderr(&done);
    for message in [
        "'Germany' is no country: no order is ever taxed by this rule.",
        "'9*2' fits no postal code.",
        "No number is within '200-100'.",
        "No rule names the tax class 'reducd' of this product: the standard ones count.",
        "did you mean `reduced`?",
        "and 1 more: nobody can order what is to be shipped.",
    ] {
        assert!(printed.contains(message), "{message:?} in\n{printed}");
    }
    let reach = r#""shippingOptions": [{ "id": "post", "name": "Post", "countries": ["DE", "EU"] }]"#;
    site.edit("site.json", rules, reach);
    let printed = stderr(&site.loggia(&["check", "site"]));
    assert!(printed.contains("'EU' is no country: nothing is delivered there."), "{printed}");
    assert!(!printed.contains("nobody can order"), "{printed}");
}
