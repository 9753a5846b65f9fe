use super::*;

fn rewritten(text: &str) -> (Rewritten, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    (rewrite("template/a.region", text, &|name| name == "site.js", &mut faults), faults)
}

#[test]
fn a_menu_applies_its_block() {
    let (done, faults) =
        rewritten("<nav><squarespace:navigation navigationId=\"mainNav\" template=\"navigation\" /></nav>");
    assert_eq!(done.text, "<nav>{loggia.navigations.mainNav|apply navigation.block}</nav>");
    assert!(faults.is_empty());
    let (neutral, _) = rewritten("<loggia:navigation name='footerNav' template=footer.block/>");
    assert_eq!(neutral.text, "{loggia.navigations.footerNav|apply footer.block}");
}

#[test]
fn a_query_becomes_a_section_of_its_answer() {
    let (done, faults) = rewritten(
        "<squarespace:query\n collection=\"shop\" featured=\"true\" limit=\"3\">{title}</squarespace:query>!",
    );
    let (key, query) = done.queries.first_key_value().unwrap();
    assert_eq!(
        done.text,
        format!("{{.var @{key} loggia.queries.{key}}}{{.section @{key}}}\n{{title}}{{.end}}!")
    );
    assert_eq!((query.collection.as_str(), query.featured, query.limit), ("shop", true, 3));
    assert!(faults.is_empty());
}

#[test]
fn wrong_tags_are_reported_at_their_place() {
    let (_, faults) =
        rewritten("a\n <squarespace:navigaton x=1/><squarespace:query limit=many></squarespace:query>");
    assert_eq!(faults[0].place(), "template/a.region:2:2");
    assert_eq!(faults[0].help.as_deref(), Some("did you mean `navigation`?"));
    assert!(
        faults[1].message.contains("must be a whole number")
            || faults[1].message.contains("needs the collection")
    );
    assert_eq!(rewritten("<squarespace:query collection='a'").1[0].code, "site-tag");
}

#[test]
fn a_query_may_be_named_by_a_value_and_narrowed_to_several_tags() {
    let (done, faults) = rewritten(
        "<squarespace:query collection=\"{collection.urlId}\" tag=\"a, b\" category='c' skip=\"2\">{title}</squarespace:query>",
    );
    let (key, query) = done.queries.first_key_value().unwrap();
    assert_eq!(
        done.text,
        format!(
            "{{.var @{key} loggia.queries.{key}|get collection.urlId}}{{.section @{key}}}{{title}}{{.end}}"
        )
    );
    assert_eq!(
        (query.tags.as_slice(), query.of_categories.as_slice()),
        (["a".to_owned(), "b".to_owned()].as_slice(), ["c".to_owned()].as_slice())
    );
    assert_eq!((query.skip, faults.len()), (2, 0));
    let (_, faults) = rewritten("<squarespace:query collection=\"x{y}\"></squarespace:query>");
    assert!(faults[0].message.contains("nor a value that does"), "{faults:?}");
}

#[test]
fn categories_are_asked_with_a_block_or_with_content() {
    let (done, faults) = rewritten(
        "<squarespace:category collection=\"{urlId}\" template=\"slugs\" />|<loggia:category collection='blog'>{name}</loggia:category>",
    );
    let keys: Vec<&String> =
        done.queries.iter().filter(|(_, query)| query.named_by.is_some()).map(|(key, _)| key).collect();
    let others: Vec<&String> = done.queries.keys().filter(|key| !keys.contains(key)).collect();
    let (one, two) = (keys[0], others[0]);
    assert_eq!(
        done.text,
        format!(
            "{{.var @{one} loggia.queries.{one}|get urlId}}{{.section @{one}}}{{@|apply slugs.block}}{{.end}}|{{.var @{two} loggia.queries.{two}}}{{.section @{two}}}{{name}}{{.end}}"
        )
    );
    assert!(faults.is_empty());
}

#[test]
fn fields_folder_menus_and_scripts() {
    let (done, faults) = rewritten(
        "<squarespace:block-field id=\"{id}Footer\" columns=\"1\" label=\"x\" lock-layout=\"true\"/><squarespace:folder-navigation template=\"submenu\" /><squarespace:script src=\"site.js\" combo=\"{.if authenticatedAccount}false{.or}true{.end}\" defer />",
    );
    assert_eq!(
        done.text,
        "\u{fdd0}field:1:{id}Footer\u{fdd1}{.section loggia.folderNavigation}{@|apply submenu.block}{.end}<script src=\"/scripts/site.js\" defer></script>"
    );
    assert!(done.scripts.is_empty() && faults.is_empty());
    let (done, _) = rewritten(
        "<squarespace:script src=gone.js combo=true /><squarespace:script src=\"/a.js\" data-x=\"1\"/>",
    );
    assert_eq!(
        (done.scripts[0].0.as_str(), done.text.as_str()),
        ("gone.js", "<script src=\"/a.js\" data-x=\"1\"></script>")
    );
}

#[test]
fn other_text_stays_byte_for_byte() {
    let text = "<b>1 < 2</b> <squarespaces/> {x} </script>";
    assert_eq!(rewritten(text).0.text, text);
}

/// What stands between the tags is the menu's template; without anything there a block is.
#[test]
fn a_menu_with_a_body_is_a_section_of_the_menu() {
    let (done, faults) = rewritten(
        "<p class=\"a<squarespace:navigation navigationId=\"main\">{.if items.0} has{.end}</squarespace:navigation>\"><squarespace:navigation navigationId='side' template='x'>\n</squarespace:navigation><squarespace:folder-navigation>{@}</squarespace:folder-navigation>",
    );
    assert_eq!(
        done.text,
        "<p class=\"a{.section loggia.navigations.main}{.if items.0} has{.end}{.end}\">{loggia.navigations.side|apply x.block}\n{.section loggia.folderNavigation}{@}{.end}"
    );
    assert!(faults.is_empty());
    assert_eq!(done.menus.len(), 2);
}

/// A tag that nothing closes ends where it stands; a closing tag without one to close is nothing.
#[test]
fn tags_that_are_not_closed_take_nothing_with_them() {
    let (done, faults) = rewritten("<squarespace:query collection=\"a\">b</squarespace:navigation>");
    assert!(done.text.ends_with("}{.end}b"), "{}", done.text);
    assert!(faults.is_empty());
}

/// Values of the page may narrow a question: the answer is found by what they say.
#[test]
fn a_query_may_be_narrowed_by_values() {
    let (done, faults) = rewritten(
        "<squarespace:query collection=\"shop\" limit=\"{n}\" tag=\"{collection.title|slugify}\" category=\"{@}\">x</squarespace:query>",
    );
    let (key, query) = done.queries.first_key_value().unwrap();
    assert_eq!(
        done.text,
        format!(
            "{{.var @{key}k0 collection.title|slugify}}{{.var @{key} loggia.queries.{key}|get @{key}k0 @}}{{.section @{key}}}x{{.end}}"
        )
    );
    assert_eq!((query.limit, faults.len()), (usize::MAX, 1));
    assert!(!faults[0].is_error() && faults[0].message.contains("must be a whole number"), "{faults:?}");
}

/// Items like that of the page, and the categories of its collection.
#[test]
fn related_items_and_categories_are_asked_of_the_page() {
    let (done, faults) = rewritten(
        "<squarespace:related collectionId=\"{collection.id}\" itemId=\"{item.id}\" limit=\"5\">{title}</squarespace:related><squarespace:category-nav/>",
    );
    let of = |asks: Asks| done.queries.iter().find(|(_, query)| query.asks == asks).unwrap();
    let ((one, related), (two, _)) = (of(Asks::Related), of(Asks::Categories));
    assert_eq!(
        done.text,
        format!(
            "{{.var @{one} loggia.queries.{one}|get collection.id item.id}}{{.section @{one}}}{{title}}{{.end}}{{.var @{two} loggia.queries.{two}|get collection.urlId}}{{.section @{two}}}{{@|apply loggia-categories.block}}{{.end}}"
        )
    );
    assert_eq!((related.limit, faults.len()), (5, 0));
}

/// What is not known is said, and what stands in it is kept; what is asked for may depend on the page.
#[test]
fn other_tags_keep_what_stands_in_them() {
    let (done, faults) = rewritten(
        "<squarespace:thing a=1><b>x</b></squarespace:thing><squarespace:conditional if=\"{item.tags}\">y</squarespace:conditional><squarespace:block-field id=\"f\"></squarespace:block-field>",
    );
    assert_eq!(done.text, "<b>x</b>{.if item.tags}y{.end}\u{fdd0}field:12:f\u{fdd1}");
    assert_eq!(faults.len(), 1);
    assert!(!faults[0].is_error() && faults[0].message.contains("what stands in it is shown"), "{faults:?}");
}

/// S-488: what an owner may put something into is named as the template names it; what a page's values name is none.
#[test]
fn s_488_places_for_an_owner_have_the_names_of_the_template() {
    let text = "<squarespace:block-field id=\"footerBlocks\" label=\"Footer Content\" columns=\"12\" /><footer><squarespace:block-field label=\"x\" id=\"{id}Own\"/></footer><squarespace:block-field id='side' label=\"{.if a}A{.end}\"></squarespace:block-field><squarespace:block-field/>";
    assert_eq!(areas(text), [("footerBlocks", "Footer Content"), ("side", "")]);
}

/// S-380: a template full of such tags stays bounded, and that is said once.
#[test]
fn s_380_very_many_tags_of_sharing_are_bounded() {
    let (done, faults) = rewritten(&"<squarespace:social-share/><squarespace:comments/>".repeat(10_000));
    assert_eq!((faults.len(), done.text.matches("squarespace-social-share").count()), (1, 25));
    assert!(done.text.len() < 300_000, "{}", done.text.len());
    assert!(!faults[0].is_error() && faults[0].message.contains("50 tags"), "{faults:?}");
}
