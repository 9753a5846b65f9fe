//! Exports of one site from several days, and of several sites: what was renamed between them is there once.

use std::fs;

use serde_json::json;

use super::lists::{empty, import, json_of};
use super::site::{TestSite, tree};

/// An export of WordPress with posts and pages by kind, id, name, and the day in May on which they were changed.
fn words(address: &str, entries: &[(&str, u32, &str, u32)]) -> String {
    let items: String = entries
        .iter()
        .map(|(kind, id, name, day)| {
            format!(
                "<item><title><![CDATA[{name}]]></title><link>{address}/{name}/</link><content:encoded><![CDATA[<p>State of the {day}th.</p>]]></content:encoded>\
                 <wp:post_id>{id}</wp:post_id><wp:post_date_gmt>2024-05-01 10:00:00</wp:post_date_gmt>\
                 <wp:post_modified_gmt>2024-05-{day:02} 10:00:00</wp:post_modified_gmt><wp:post_name>{name}</wp:post_name>\
                 <wp:status>publish</wp:status><wp:post_type>{kind}</wp:post_type></item>"
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
         xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><title>Ash</title><link>{address}</link>\
         <wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>{address}</wp:base_site_url>{items}</channel></rss>"
    )
}

fn give(site: &TestSite, name: &str, text: &str) {
    fs::write(site.beside("from").join(name), text).unwrap();
}

fn builds(site: &TestSite) {
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(0), "{}", super::site::stderr(&done));
}

const OLD: &str = "https://old.example";

/// S-599: of two exports the later state counts, whichever is read first.
#[test]
fn s_599_of_one_post_in_two_exports_the_later_state_counts() {
    let before = words(OLD, &[("post", 7, "glaze", 2), ("page", 3, "about", 2), ("post", 8, "ash", 2)]);
    let after = words(OLD, &[("post", 7, "glazes", 9), ("page", 3, "about-us", 9)]);
    let mut contents = Vec::new();
    for [first, second] in [[&before, &after], [&after, &before]] {
        let site = empty();
        give(&site, "a.xml", first);
        give(&site, "b.xml", second);
        import(&site);
        builds(&site);
        let all = tree(&site.root());
        contents.push(all.into_iter().filter(|(path, _)| path.starts_with("content/")).collect::<Vec<_>>());
    }
    assert_eq!(contents[0], contents[1]);
    let paths: Vec<&str> = contents[0].iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "content/about-us/collection.json",
            "content/blog/ash.json",
            "content/blog/collection.json",
            "content/blog/glazes.json",
            "content/home/collection.json"
        ]
    );
}

/// S-599: what a later import finds under another address is there once, and its address before leads to it. The same
/// import again changes nothing.
#[test]
fn s_599_what_was_renamed_at_the_old_site_is_renamed_here() {
    let site = empty();
    give(&site, "a.xml", &words(OLD, &[("post", 7, "glaze", 2), ("page", 3, "about", 2)]));
    import(&site);
    give(&site, "a.xml", &words(OLD, &[("post", 7, "glazes", 9), ("page", 3, "about-us", 9)]));
    let said = import(&site);
    assert_eq!(
        said["files"]["renamed"],
        json!(["content/about/collection.json", "content/blog/glaze.json"]),
        "{said:#}"
    );
    assert!(!site.root().join("content/blog/glaze.json").exists());
    builds(&site);
    site.build();
    let rows = site.page("_redirects");
    for row in ["/blog/glaze /blog/glazes 301\n", "/about /about-us 301\n"] {
        assert!(rows.contains(row), "{row}: {rows}");
    }
    let all = tree(&site.root());
    assert_eq!(import(&site)["files"]["written"], json!([]));
    assert_eq!(tree(&site.root()), all);
}

/// S-599: a file that its owner changed or renamed stays theirs, and is not there a second time.
#[test]
fn s_599_what_the_owner_renamed_stays_theirs() {
    let site = empty();
    let posts = [("post", 7, "glaze", 2), ("post", 8, "ash", 2), ("post", 9, "slip", 2)];
    give(&site, "a.xml", &words(OLD, &posts));
    import(&site);
    let file = |name: &str| site.root().join("content/blog").join(name);
    fs::rename(file("ash.json"), file("on-ash.json")).unwrap();
    let own = fs::read_to_string(file("glaze.json")).unwrap().replace("State of", "My state of");
    fs::write(file("glaze.json"), &own).unwrap();
    give(&site, "a.xml", &words(OLD, &[("post", 7, "glazes", 9), posts[1], posts[2]]));
    let said = import(&site);
    assert_eq!(
        said["files"]["kept"],
        json!(["content/blog/glaze.json", "content/blog/on-ash.json"]),
        "{said:#}"
    );
    assert_eq!(fs::read_to_string(file("glaze.json")).unwrap(), own);
    assert!(!file("glazes.json").exists() && !file("ash.json").exists());
    builds(&site);
    // The folder of the list, too: what is new comes into it.
    fs::rename(site.root().join("content/blog"), site.root().join("content/words")).unwrap();
    give(&site, "a.xml", &words(OLD, &[posts[0], posts[1], posts[2], ("post", 10, "kiln", 9)]));
    import(&site);
    assert!(site.root().join("content/words/kiln.json").exists());
    assert!(!site.root().join("content/blog").exists());
    builds(&site);
}

/// S-599: two sites that both count their posts from one are taken into one site, in one import or in two.
#[test]
fn s_599_posts_of_two_sites_are_two() {
    let (one, other) = (
        words(OLD, &[("post", 7, "glaze", 2), ("page", 3, "about", 2)]),
        words("https://other.example", &[("post", 7, "fish", 2), ("page", 3, "contact", 2)]),
    );
    for at_once in [true, false] {
        let site = empty();
        give(&site, "a.xml", &one);
        if !at_once {
            import(&site);
            fs::remove_file(site.beside("from/a.xml")).unwrap();
        }
        give(&site, "b.xml", &other);
        let said = import(&site);
        assert_eq!(said["files"]["kept"], json!([]), "{said:#}");
        builds(&site);
        let [glaze, fish] =
            ["glaze", "fish"].map(|name| json_of(&site, &format!("content/blog/{name}.json")));
        assert_eq!(glaze["id"], "post-7");
        assert_ne!(fish["id"], glaze["id"]);
        assert!(site.root().join("content/about/collection.json").exists());
        assert!(site.root().join("content/contact/collection.json").exists());
        import(&site);
        assert_eq!(json_of(&site, "content/blog/fish.json")["id"], fish["id"], "the same at each import");
    }
}

/// S-599: a page of an export has its title as its heading, once.
#[test]
fn s_599_pages_are_headed_by_their_titles() {
    let site = empty();
    give(&site, "a.xml", &words(OLD, &[("page", 3, "about us & you", 2), ("post", 7, "glaze", 2)]));
    import(&site);
    site.build();
    let page = site.page("about-us-you/index.html");
    assert_eq!(page.matches("<h1").count(), 1, "{page}");
    assert!(page.contains("<h1>about us &amp; you</h1>"), "{page}");
}

/// S-599: an export of posts has no front page; the site has one that shows the newest.
#[test]
fn s_599_a_site_of_posts_has_a_front_page() {
    let site = empty();
    give(&site, "a.xml", &words(OLD, &[("post", 7, "glaze", 2), ("post", 8, "ash", 3)]));
    import(&site);
    builds(&site);
    site.build();
    let front = site.page("index.html");
    assert!(site.root().join("template/site.region").exists(), "it has a template, too");
    assert!(front.contains("/blog/glaze") && front.contains("/blog/ash"), "{front}");
    // One that the owner made instead stays.
    let file = site.root().join("content/home/collection.json");
    let own = json!({"title": "Hello", "urlId": "home", "typeName": "page", "mainContent": "<h1>Mine</h1>"});
    fs::write(&file, own.to_string()).unwrap();
    import(&site);
    assert_eq!(json_of(&site, "content/home/collection.json"), own);
}

const SQUARESPACE: &str = "Product ID [Non Editable],Product Type [Non Editable],Product Page,Product URL,Title,Description,SKU,Option Name 1,Option Value 1,Price,Sale Price,On Sale,Stock,Categories,Weight,Visible\n";
const SHOPIFY: &str = "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price\n";
const WOO: &str = "ID,Type,SKU,Name,Published,Short description,Description,Regular price,Categories\n";

/// S-599: two shops call their goods alike. Whichever list comes first, in one import or in two, both have theirs; and each
/// list may come again.
#[test]
fn s_599_goods_of_two_shops_with_equal_names_are_two() {
    let rows = [
        (SHOPIFY.to_owned() + "shirt,Blue shirt,,Me,,,TRUE,Title,Default Title,S,10.00\n", "Blue shirt"),
        (SQUARESPACE.to_owned() + ",PHYSICAL,store,shirt,Red shirt,,R,,,12.00,,No,1,,,Yes\n", "Red shirt"),
        (WOO.to_owned() + "77,simple,W,Green shirt,1,,,9,\n", "Green shirt"),
        (SQUARESPACE.to_owned() + "77,PHYSICAL,wear,tie,Tie,,T,,,12.00,,No,1,,,Yes\n", "Tie"),
        (SQUARESPACE.to_owned() + "a,PHYSICAL,north,coat,Coat,,C,,,12.00,,No,1,,,Yes\n", "Coat"),
        (SQUARESPACE.to_owned() + "a,PHYSICAL,south,hat,Hat,,H,,,12.00,,No,1,,,Yes\n", "Hat"),
    ];
    let orders: [Vec<usize>; 3] = [(0..6).collect(), (0..6).rev().collect(), vec![1, 0, 3, 2, 5, 4]];
    for order in orders {
        let site = empty();
        for again in [false, true] {
            for number in &order {
                give(&site, "list.csv", &rows[*number].0);
                let said = import(&site);
                assert_eq!(said["files"]["renamed"], json!(null), "{order:?}: {said:#}");
                assert!(!again || said["files"]["written"] == json!([]), "{order:?}: {said:#}");
            }
        }
        builds(&site);
        let all = tree(&site.root());
        for (_, title) in &rows {
            let title = format!("\"title\": \"{title}\"");
            let found = all.iter().filter(|(path, bytes)| {
                path.starts_with("content/") && String::from_utf8_lossy(bytes).contains(&title)
            });
            assert_eq!(found.count(), 1, "{order:?}: {title}");
        }
    }
}

/// S-599: a product that the old shop gave another page has its file there; one whose file its owner renamed is not there a
/// second time.
#[test]
fn s_599_goods_that_moved_are_there_once() {
    let site = empty();
    let list = |page: &str| {
        SQUARESPACE.to_owned()
            + &format!(
                "5f7a1b2c3d4e5f6a7b8c9d0e,PHYSICAL,{page},shirt,Red shirt,,R,,,12.00,,No,1,,,Yes\n,PHYSICAL,{page},tie,Tie,,T,,,9.00,,No,1,,,Yes\n"
            )
    };
    give(&site, "list.csv", &list("store"));
    import(&site);
    fs::rename(site.root().join("content/store/tie.json"), site.root().join("content/store/my-tie.json"))
        .unwrap();
    let said = import(&site);
    assert_eq!(said["files"]["kept"], json!(["content/store/my-tie.json"]), "{said:#}");
    assert!(!site.root().join("content/store/tie.json").exists());
    give(&site, "list.csv", &list("wear"));
    let said = import(&site);
    assert_eq!(said["files"]["renamed"], json!(["content/store/shirt.json"]), "{said:#}");
    assert!(site.root().join("content/wear/shirt.json").exists());
    assert!(site.root().join("content/store/my-tie.json").exists(), "nothing of the owner's goes");
    builds(&site);
    site.build();
    assert!(site.page("_redirects").contains("/store/shirt /wear/shirt 301\n"));
}

/// S-599: what a second import brings comes beside what the first one did: the site keeps its name, and menus and front page
/// lead to both, in whichever order they come. The same again changes nothing.
#[test]
fn s_599_a_second_source_takes_nothing_from_the_first() {
    let posts = words(OLD, &[("post", 7, "glaze", 2), ("page", 3, "about", 2)]);
    let goods = SQUARESPACE.to_owned() + "a,PHYSICAL,pots,bowl,Bowl,,B,,,24.00,,No,3,,,Yes\n";
    for is_list_first in [true, false] {
        let site = empty();
        let give_one = |is_list: bool| {
            let _ = fs::remove_file(site.beside("from/a.xml"));
            let _ = fs::remove_file(site.beside("from/b.csv"));
            if is_list {
                give(&site, "b.csv", &goods)
            } else {
                give(&site, "a.xml", &posts)
            }
            import(&site)
        };
        give_one(is_list_first);
        give_one(!is_list_first);
        for is_list in [is_list_first, !is_list_first, is_list_first] {
            assert_eq!(give_one(is_list)["files"]["written"], json!([]), "{is_list_first}");
        }
        let own = json_of(&site, "site.json");
        assert_eq!(own["website"]["siteTitle"], "Ash");
        let menu = own["navigation"]["mainNav"].as_array().unwrap().clone();
        let mut urls: Vec<&str> = menu.iter().map(|entry| entry["url"].as_str().unwrap()).collect();
        urls.sort_unstable();
        assert_eq!(urls, ["/", "/about", "/blog", "/pots"], "{is_list_first}");
        builds(&site);
        site.build();
        let front = site.page("index.html");
        assert!(front.contains("/blog/glaze") && front.contains("/pots/bowl"), "{front}");
        // A page that is renamed later is in the menu once.
        fs::remove_file(site.beside("from/b.csv")).ok();
        give(&site, "a.xml", &words(OLD, &[("post", 7, "glaze", 2), ("page", 3, "about-us", 9)]));
        import(&site);
        let menu = json_of(&site, "site.json")["navigation"]["mainNav"].to_string();
        assert!(
            menu.contains("\"/about-us\"") && !menu.contains("\"/about\"") && menu.contains("\"/pots\""),
            "{menu}"
        );
    }
}

/// S-599: what its owner made of the site's name and menus stays, whatever is imported.
#[test]
fn s_599_the_owners_own_site_file_stays() {
    let site = empty();
    give(&site, "a.xml", &words(OLD, &[("post", 7, "glaze", 2)]));
    import(&site);
    let file = site.root().join("site.json");
    let own = fs::read_to_string(&file).unwrap().replace("\"Ash\"", "\"Mine\"");
    fs::write(&file, &own).unwrap();
    give(&site, "b.csv", &(SQUARESPACE.to_owned() + "a,PHYSICAL,pots,bowl,Bowl,,B,,,24.00,,No,3,,,Yes\n"));
    import(&site);
    import(&site);
    assert_eq!(fs::read_to_string(&file).unwrap(), own);
    // A page whose address they changed is in the menu at that address.
    let site = empty();
    give(&site, "a.xml", &words(OLD, &[("page", 3, "about", 2), ("post", 7, "glaze", 2)]));
    import(&site);
    let file = site.root().join("content/about/collection.json");
    let own = fs::read_to_string(&file).unwrap().replace("\"urlId\": \"about\"", "\"urlId\": \"me\"");
    fs::write(&file, &own).unwrap();
    import(&site);
    assert_eq!(fs::read_to_string(&file).unwrap(), own);
    let menu = json_of(&site, "site.json")["navigation"]["mainNav"].to_string();
    assert!(menu.contains("\"/me\"") && !menu.contains("\"/about\""), "{menu}");
    builds(&site);
}

/// S-599: menus that came along, and the folders in them, lead to a page where its owner moved it, under the same title and
/// in the same place.
#[test]
fn s_599_menus_that_came_along_follow_a_page() {
    let link = |id: u32, menu: &str, above: u32, leads: &str| {
        let meta = |key: &str, value: &str| {
            format!(
                "<wp:postmeta><wp:meta_key>_menu_item_{key}</wp:meta_key><wp:meta_value>{value}</wp:meta_value></wp:postmeta>"
            )
        };
        let leads = match leads.strip_prefix("page ") {
            Some(page) => meta("type", "post_type") + &meta("object", "page") + &meta("object_id", page),
            None => meta("type", "custom") + &meta("url", leads),
        };
        format!(
            "<item><title>L{id}</title><wp:post_id>{id}</wp:post_id><wp:menu_order>{id}</wp:menu_order><wp:status>publish</wp:status>\
             <wp:post_type>nav_menu_item</wp:post_type><category domain=\"nav_menu\" nicename=\"{menu}\"><![CDATA[{menu}]]></category>{leads}{}</item>",
            meta("menu_item_parent", &above.to_string())
        )
    };
    let links = [
        link(80, "main", 0, "https://charts.example"),
        link(81, "main", 80, "page 3"),
        link(82, "main", 0, "page 4"),
        link(83, "footer", 0, "page 3"),
    ];
    let site = empty();
    let export = words(OLD, &[("page", 3, "about", 2), ("page", 4, "crew", 2), ("post", 7, "glaze", 2)]);
    give(&site, "a.xml", &export.replace("</channel>", &(links.concat() + "</channel>")));
    import(&site);
    let before = json_of(&site, "site.json")["navigation"].to_string();
    assert_eq!(before.matches("\"/about\"").count(), 2, "{before}");
    site.change("content/about/collection.json", |page| page["urlId"] = json!("me"));
    import(&site);
    let after = json_of(&site, "site.json")["navigation"].to_string();
    assert_eq!(after, before.replace("\"/about\"", "\"/me\""));
    assert_eq!(import(&site)["files"]["written"], json!([]));
    builds(&site);
}
