use super::*;

fn rewritten(text: &str) -> (Rewritten, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    (rewrite("template/a.region", text, &mut faults), faults)
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
    assert_eq!((done.scripts[0].0.as_str(), faults.len()), ("site.js", 0));
}

#[test]
fn other_text_stays_byte_for_byte() {
    let text = "<b>1 < 2</b> <squarespaces/> {x} </script>";
    assert_eq!(rewritten(text).0.text, text);
}
