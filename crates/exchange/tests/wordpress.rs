//! An export of WordPress with one of everything, of our own making.

use loggia_exchange::posts::{CommentState, Kind, ListKind, State, wordpress};

const EXPORT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Salt &amp; Rope</title><description>A chandlery</description><language>en-GB</language>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example/log</wp:base_blog_url>
<wp:author><wp:author_login>mo</wp:author_login><wp:author_display_name><![CDATA[Mo Reef]]></wp:author_display_name></wp:author>
<wp:category><wp:category_nicename>gear</wp:category_nicename><wp:category_parent/><wp:cat_name><![CDATA[Gear]]></wp:cat_name></wp:category>
<wp:category><wp:category_nicename>rope</wp:category_nicename><wp:category_parent>gear</wp:category_parent><wp:cat_name><![CDATA[Rope]]></wp:cat_name></wp:category>
<item><title>Splices</title><link>https://old.example/log/2024/05/splices/</link><dc:creator>mo</dc:creator>
  <content:encoded><![CDATA[<!-- wp:block {"ref":40} /--><!-- wp:image {"id":30} --><figure class="wp-block-image"><img src="https://old.example/u/eye-300x200.jpg" class="wp-image-30"/></figure><!-- /wp:image -->]]></content:encoded>
  <excerpt:encoded><![CDATA[In short]]></excerpt:encoded>
  <wp:post_id>10</wp:post_id><wp:post_date_gmt>2024-05-01 10:00:00</wp:post_date_gmt><wp:post_name>splices</wp:post_name><wp:status>publish</wp:status>
  <wp:post_type>post</wp:post_type><wp:is_sticky>1</wp:is_sticky><wp:comment_status>open</wp:comment_status>
  <category domain="category" nicename="rope"><![CDATA[Rope]]></category><category domain="post_tag" nicename="knots"><![CDATA[Knots]]></category>
  <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>30</wp:meta_value></wp:postmeta>
  <wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author>Ann</wp:comment_author><wp:comment_date_gmt>2024-05-02 10:00:00</wp:comment_date_gmt>
    <wp:comment_content><![CDATA[Good <b>work</b>]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_type>comment</wp:comment_type><wp:comment_parent>0</wp:comment_parent></wp:comment>
  <wp:comment><wp:comment_id>2</wp:comment_id><wp:comment_author>Bo</wp:comment_author><wp:comment_approved>0</wp:comment_approved><wp:comment_parent>1</wp:comment_parent></wp:comment>
  <wp:comment><wp:comment_id>3</wp:comment_id><wp:comment_approved>1</wp:comment_approved><wp:comment_type>pingback</wp:comment_type></wp:comment>
</item>
<item><title>Locked</title><wp:post_id>11</wp:post_id><wp:post_name>locked</wp:post_name><wp:status>future</wp:status><wp:post_type>post</wp:post_type><wp:post_password>reef</wp:post_password></item>
<item><title>About</title><link>https://old.example/about/</link><wp:post_id>20</wp:post_id><wp:post_name>about</wp:post_name><wp:status>publish</wp:status><wp:post_type>page</wp:post_type></item>
<item><title>Crew</title><link>https://old.example/about/crew/</link><wp:post_id>21</wp:post_id><wp:post_parent>20</wp:post_parent><wp:post_name>crew</wp:post_name><wp:status>private</wp:status><wp:post_type>page</wp:post_type></item>
<item><title>Eye</title><wp:post_id>30</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/u/eye.jpg</wp:attachment_url>
  <wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>An eye splice</wp:meta_value></wp:postmeta></item>
<item><title>Note</title><wp:post_id>40</wp:post_id><wp:post_type>wp_block</wp:post_type><content:encoded><![CDATA[<p>Dry ropes first.</p>]]></content:encoded></item>
<item><title>Dinghy</title><wp:post_id>50</wp:post_id><wp:post_name>dinghy</wp:post_name><wp:status>publish</wp:status><wp:post_type>boat</wp:post_type></item>
<item><title>Old</title><wp:post_id>60</wp:post_id><wp:status>trash</wp:status><wp:post_type>post</wp:post_type></item>
<item><title>Mug</title><wp:post_id>70</wp:post_id><wp:status>publish</wp:status><wp:post_type>product</wp:post_type></item>
<item><title></title><wp:post_id>80</wp:post_id><wp:menu_order>1</wp:menu_order><wp:status>publish</wp:status><wp:post_type>nav_menu_item</wp:post_type>
  <category domain="nav_menu" nicename="main"><![CDATA[Main]]></category>
  <wp:postmeta><wp:meta_key>_menu_item_type</wp:meta_key><wp:meta_value>post_type</wp:meta_value></wp:postmeta>
  <wp:postmeta><wp:meta_key>_menu_item_object_id</wp:meta_key><wp:meta_value>20</wp:meta_value></wp:postmeta></item>
<item><title>Chart &lt;b&gt;room&lt;/b&gt;</title><wp:post_id>81</wp:post_id><wp:menu_order>2</wp:menu_order><wp:status>publish</wp:status><wp:post_type>nav_menu_item</wp:post_type>
  <category domain="nav_menu" nicename="main"><![CDATA[Main]]></category>
  <wp:postmeta><wp:meta_key>_menu_item_type</wp:meta_key><wp:meta_value>custom</wp:meta_value></wp:postmeta>
  <wp:postmeta><wp:meta_key>_menu_item_url</wp:meta_key><wp:meta_value>https://charts.example</wp:meta_value></wp:postmeta>
  <wp:postmeta><wp:meta_key>_menu_item_menu_item_parent</wp:meta_key><wp:meta_value>80</wp:meta_value></wp:postmeta></item>
</channel></rss>"#;

/// S-986: a menu leads to the list of a category or tag, whose number the export says beside its name; one of a kind that it
/// does not name is told.
#[test]
fn s_986_a_menu_leads_to_lists_of_categories_and_tags() {
    let entry = |id: u32, kind: &str, number: u32| {
        format!(
            "<item><title></title><wp:post_id>{id}</wp:post_id><wp:menu_order>{id}</wp:menu_order><wp:status>publish</wp:status><wp:post_type>nav_menu_item</wp:post_type><category domain=\"nav_menu\" nicename=\"m\">M</category><wp:postmeta><wp:meta_key>_menu_item_type</wp:meta_key><wp:meta_value>taxonomy</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_menu_item_object</wp:meta_key><wp:meta_value>{kind}</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_menu_item_object_id</wp:meta_key><wp:meta_value>{number}</wp:meta_value></wp:postmeta></item>"
        )
    };
    let text = format!(
        "<rss xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>gear</wp:category_nicename><wp:category_parent>rope</wp:category_parent><wp:cat_name>Gear &amp;amp; more</wp:cat_name></wp:category><wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>rope</wp:category_nicename><wp:category_parent>gear</wp:category_parent><wp:cat_name>Rope</wp:cat_name></wp:category><wp:tag><wp:term_id>5</wp:term_id><wp:tag_slug>knots</wp:tag_slug><wp:tag_name>Knots</wp:tag_name></wp:tag><wp:term><wp:term_id>6</wp:term_id><wp:term_taxonomy>genre</wp:term_taxonomy><wp:term_slug>g</wp:term_slug><wp:term_name>G</wp:term_name></wp:term>{}{}{}{}</channel></rss>",
        entry(80, "category", 3),
        entry(81, "post_tag", 5),
        entry(82, "genre", 6),
        entry(83, "category", 5),
    );
    let export = wordpress(&text);
    let links: Vec<_> = export.menus[0].links.iter().map(|link| link.list.clone().unwrap()).collect();
    let [gear, knots] = links.as_slice() else { panic!("{links:?}") };
    assert_eq!((gear.kind, gear.name.as_str()), (ListKind::Category, "Gear & more"));
    assert_eq!((knots.kind, knots.name.as_str(), knots.path.as_str()), (ListKind::Tag, "Knots", "knots"));
    assert!(gear.path.ends_with("rope/gear"), "a circle of categories ends: {}", gear.path);
    assert_eq!(export.lists.len(), 3);
    let told: Vec<_> =
        export.faults.iter().filter(|fault| fault.message.contains("leads to 2 lists")).collect();
    assert_eq!(told.len(), 1, "{:?}", export.faults);
}

#[test]
fn s_550_every_kind_of_item_is_read_or_named() {
    let export = wordpress(EXPORT);
    assert_eq!((export.title.as_str(), export.address.as_str()), ("Salt & Rope", "https://old.example/log"));
    let [splices, locked, about, crew, dinghy] = export.entries.as_slice() else {
        panic!("{:#?}", export.entries)
    };
    assert_eq!((splices.path.as_str(), splices.published), ("/log/2024/05/splices/", 1_714_557_600_000));
    assert!(splices.featured && splices.comments_open);
    assert_eq!(
        (splices.authors.join(","), splices.categories.join(","), splices.tags.join(",")),
        ("Mo Reef".into(), "Gear,Rope".into(), "Knots".into())
    );
    assert_eq!(splices.excerpt, "<p>In short</p>");
    let blocks = &splices.body.rows[0]["columns"][0]["blocks"];
    assert_eq!(blocks[0]["value"]["html"], "<p>Dry ropes first.</p>");
    assert_eq!(blocks[1]["value"]["image"]["assetUrl"], "https://old.example/u/eye.jpg", "in its own size");
    assert_eq!(splices.picture.as_ref().map(|picture| picture.alt.as_str()), Some("An eye splice"));
    assert_eq!((locked.state, locked.password.as_str()), (State::Scheduled, "reef"));
    assert_eq!(
        (about.kind.clone(), crew.parents.join("/"), crew.state),
        (Kind::Page, "about".into(), State::Private)
    );
    assert_eq!(dinghy.kind, Kind::Custom("boat".into()));

    let [first, second] = export.comments.as_slice() else { panic!("{:?}", export.comments) };
    assert_eq!(
        (first.entry.as_str(), first.text.as_str(), first.state),
        ("10", "Good work", CommentState::Approved)
    );
    assert_eq!((second.answers.as_str(), second.state), ("wordpress-1", CommentState::Pending));

    let menu = &export.menus[0];
    assert_eq!((menu.name.as_str(), menu.links[0].entry.as_str()), ("Main", "20"));
    assert_eq!(
        (menu.links[0].links[0].title.as_str(), menu.links[0].links[0].url.as_str()),
        ("Chart room", "https://charts.example")
    );

    let faults: Vec<&str> = export.faults.iter().map(|fault| fault.message.as_str()).collect();
    for part in ["'boat'", "trash", "pingbacks"] {
        assert_eq!(faults.iter().filter(|fault| fault.contains(part)).count(), 1, "{part}: {faults:#?}");
    }
    // Products are read as a list of products (S-758).
    assert!(!faults.iter().any(|fault| fault.contains("'product'")), "{faults:#?}");
    assert!(loggia_exchange::products::has_shop(EXPORT));
}

#[test]
fn s_550_an_export_that_ends_early_keeps_what_stands_before() {
    let cut = &EXPORT[..EXPORT.find("<item><title>About").unwrap() + 40];
    let export = wordpress(cut);
    assert_eq!(export.entries.len(), 2);
    assert!(
        export.faults.last().is_some_and(|fault| fault.line > 20 && fault.message.contains("damaged")),
        "{:?}",
        export.faults
    );
}

/// S-339: items without an id are as many as they are, each with the number of its address, or its name.
#[test]
fn s_339_items_without_an_id_stay_apart() {
    let item = |inner: &str| format!("<item>{inner}<wp:post_type>post</wp:post_type></item>");
    let items = [
        "<title>One</title><link>https://a.example/?p=4</link><wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>Yes</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>",
        "<title>Two</title><guid>https://a.example/?page_id=9&amp;x=1</guid>",
        "<title>Three</title><link>https://a.example/three/</link>",
        "<title>Four</title>",
        "",
    ];
    let items: String = items.map(item).concat();
    let text = format!("<rss xmlns:wp=\"w\"><channel><title>A</title>{items}</channel></rss>");
    let export = wordpress(&text);
    let ids: Vec<&str> = export.entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["4", "9", "https-a-example-three", "four", "line-1"]);
    assert_eq!(export.comments[0].entry, "4");
}
