//! What stood around the posts of an old site: lists of categories and tags that menus led to, and addresses by date.

use std::fs;

use super::lists::{empty, import, json_of};
use super::site::{TestSite, stderr};

/// An export with these elements and items, from a site whose address has a folder.
fn export(site: &TestSite, elements: &str) {
    let text = format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
         xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><title>Ash</title><link>https://old.example</link>\
         <wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>{elements}</channel></rss>"
    );
    fs::write(site.beside("from").join("export.xml"), text).unwrap();
}

fn post(id: u32, path: &str, name: &str, status: &str, more: &str) -> String {
    format!(
        "<item><title>Post {id}</title><link>{path}</link><content:encoded><![CDATA[<p>Words of {id}.</p>]]></content:encoded>\
         <wp:post_id>{id}</wp:post_id><wp:post_date_gmt>2024-05-01 10:00:00</wp:post_date_gmt><wp:post_name>{name}</wp:post_name>\
         <wp:status>{status}</wp:status><wp:post_type>post</wp:post_type>{more}</item>"
    )
}

fn entry_of_menu(id: u32, taxonomy: &str, number: u32) -> String {
    let meta = |key: &str, value: &str| {
        format!(
            "<wp:postmeta><wp:meta_key>{key}</wp:meta_key><wp:meta_value>{value}</wp:meta_value></wp:postmeta>"
        )
    };
    format!(
        "<item><title></title><wp:post_id>{id}</wp:post_id><wp:menu_order>{id}</wp:menu_order><wp:status>publish</wp:status>\
         <wp:post_type>nav_menu_item</wp:post_type><category domain=\"nav_menu\" nicename=\"main\">Main</category>{}{}{}</item>",
        meta("_menu_item_type", "taxonomy"),
        meta("_menu_item_object", taxonomy),
        meta("_menu_item_object_id", &number.to_string()),
    )
}

const TERMS: &str = "<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>food</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>Food &amp;amp; drink</wp:cat_name></wp:category>\
    <wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>bread</wp:category_nicename><wp:category_parent>food</wp:category_parent><wp:cat_name>Bread</wp:cat_name></wp:category>\
    <wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>later</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>Later</wp:cat_name></wp:category>\
    <wp:tag><wp:term_id>6</wp:term_id><wp:tag_slug>rye-flour</wp:tag_slug><wp:tag_name>Rye</wp:tag_name></wp:tag>";

/// S-986, S-987: a menu leads to the page that lists a category or tag, and the address which that list had leads there too,
/// below the category above it as well. A list in which visitors see nothing is told and leads nowhere.
#[test]
fn s_987_lists_of_categories_and_tags_are_found_where_menus_and_old_addresses_lead() {
    let site = empty();
    let bread = "<category domain=\"category\" nicename=\"bread\">Bread</category><category domain=\"post_tag\" nicename=\"rye-flour\">Rye</category>";
    let later = "<category domain=\"category\" nicename=\"later\">Later</category>";
    let items = [
        post(1, "https://old.example/2024/05/one/", "one", "publish", bread),
        post(2, "https://old.example/?p=2", "two", "draft", later),
        entry_of_menu(80, "category", 3),
        entry_of_menu(81, "category", 4),
        entry_of_menu(82, "post_tag", 6),
        entry_of_menu(83, "category", 5),
    ];
    export(&site, &format!("{TERMS}{}", items.concat()));
    let said = import(&site)["diagnostics"].to_string();
    assert!(said.contains("leads to the posts of 'Later', of which visitors see none"), "{said}");
    let menu = json_of(&site, "site.json")["navigation"]["mainNav"].clone();
    let menu: Vec<(&str, &str)> = menu
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["title"].as_str().unwrap(), entry["url"].as_str().unwrap()))
        .collect();
    assert_eq!(
        menu,
        [
            ("Food & drink", "/blog/category/food-drink"),
            ("Bread", "/blog/category/bread"),
            ("Rye", "/blog/tag/rye")
        ]
    );
    let moved = fs::read_to_string(site.root().join("redirects/wordpress.csv")).unwrap();
    let mut moved: Vec<&str> = moved.lines().skip(1).collect();
    moved.sort_unstable();
    assert_eq!(
        moved,
        [
            "/2024/05/one,/blog/one,301",
            "/category/food,/blog/category/food-drink,301",
            "/category/food/bread,/blog/category/bread,301",
            "/tag/rye-flour,/blog/tag/rye,301"
        ]
    );
    let built = site.loggia(&["build", "site", "--out", "output"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    for (_, url) in menu {
        let page = site.beside("output").join(url.trim_start_matches('/')).join("index.html");
        let page = fs::read_to_string(&page).unwrap_or_else(|fault| panic!("{url}: {fault}"));
        assert!(page.contains("Post 1") && !page.contains("Post 2"), "{url}");
    }
}

/// S-987: an export of Squarespace has its lists below that of all posts, by their names.
#[test]
fn s_987_lists_by_their_names_are_found() {
    let site = empty();
    let terms = "<category domain=\"category\" nicename=\"old-bread\">Old Bread</category><category domain=\"post_tag\" nicename=\"rye\">rye</category><category domain=\"post_tag\" nicename=\"a-b\">a/../b?</category>";
    let author = "<wp:author><wp:author_login>ada@old.example</wp:author_login><wp:author_display_name>Ada</wp:author_display_name></wp:author>";
    export(&site, &format!("{author}{}", post(1, "/news/one", "one", "publish", terms)));
    import(&site);
    let moved = fs::read_to_string(site.root().join("redirects/squarespace.csv")).unwrap();
    assert_eq!(moved, "old,new,code\n/news/category/Old+Bread,/news/category/old-bread,301\n");
    let built = site.loggia(&["build", "site", "--out", "output"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    assert!(site.beside("output/news/category/old-bread/index.html").is_file());
}

/// S-612: a post whose name holds the date keeps its address, and the folder before the date is that of the list. One that
/// leads elsewhere by its title still does.
#[test]
fn s_612_addresses_by_date_stay() {
    let site = empty();
    let elsewhere = "<wp:postmeta><wp:meta_key>passthrough_url</wp:meta_key><wp:meta_value>https://far.example/read?a=1&amp;b=2</wp:meta_value></wp:postmeta>";
    let unsafe_one = "<wp:postmeta><wp:meta_key>passthrough_url</wp:meta_key><wp:meta_value>javascript:alert(1)</wp:meta_value></wp:postmeta>";
    let items = [
        post(1, "/news/2024/5/one", "2024/5/one", "publish", elsewhere),
        post(2, "/news/two", "two", "publish", unsafe_one),
        post(3, "/news/2024/6/three", "2024/6/three", "publish", ""),
    ];
    export(&site, &items.concat());
    import(&site);
    let built = site.loggia(&["build", "site", "--out", "output"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    for address in ["news", "news/2024/5/one", "news/two", "news/2024/6/three"] {
        assert!(site.beside("output").join(address).join("index.html").is_file(), "{address}");
    }
    assert!(!site.root().join("redirects").exists(), "nothing has moved");
    let files = super::site::tree(&site.root());
    let of = |name: &str| {
        let (path, _) = files.iter().find(|(path, _)| path.ends_with(name)).unwrap();
        json_of(&site, path)
    };
    let first = of("one.json");
    assert_eq!(
        (&first["sourceUrl"], &first["passthrough"]),
        (&"https://far.example/read?a=1&b=2".into(), &true.into())
    );
    assert!(of("two.json").get("sourceUrl").is_none(), "only an address of the web is one");
}

/// S-579: an export that has a title and nothing below it is told, and its title is kept.
#[test]
fn s_579_an_export_without_anything_is_told() {
    let site = empty();
    export(&site, "");
    let said = import(&site)["diagnostics"].to_string();
    assert!(said.contains("This XML has no posts, pages or comments that could be read."), "{said}");
    assert!(json_of(&site, "site.json").to_string().contains("Ash"));
}
