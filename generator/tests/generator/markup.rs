//! The built-in markup as templates of hosted builders style it: where a template brings none of its own, its sheets still
//! find the names they were written for.

use std::fs;

use loggia_generator::pipeline::Options;
use serde_json::json;

use crate::site::TestSite;

/// The tiny site without templates of its own for its collections, built as it is written.
fn bare(change: impl Fn(&TestSite)) -> TestSite {
    let site = TestSite::tiny();
    let templates = site.root().join("template/collections");
    for name in ["notes.list", "notes.item", "home.list"] {
        fs::remove_file(templates.join(name)).unwrap();
    }
    change(&site);
    let built = site.build_with(&Options { minify: false, ..site.options() });
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    site
}

fn main_of(page: &str) -> &str {
    page.split_once("<main>").unwrap().1.split_once("</main>").unwrap().0.trim()
}

#[test]
fn s_453_a_page_shows_its_blocks_alone_in_the_grid_of_twelve_columns() {
    let site = bare(|site| {
        site.write(
            "content/visit/collection.json",
            &json!({"id": "c-visit", "title": "Visit us", "urlId": "visit", "type": 10, "rows": [
                {"columns": [{"span": 12, "blocks": [{"type": "html", "value": {"html": "<p>One</p>"}}]}]},
                {"columns": [
                    {"span": 4, "blocks": [{"type": "html", "value": {"html": "<p>Two</p>"}}]},
                    {"span": 8, "blocks": [{"type": "horizontalrule", "value": {}}]},
                ]},
            ]})
            .to_string(),
        );
    });
    let page = site.page("visit/index.html");
    let main = main_of(&page);
    assert!(
        main.starts_with("<div class=\"sqs-layout sqs-grid-12 columns-12\" data-type=\"page\">"),
        "{main}"
    );
    assert!(!main.contains("<h1"), "no heading that its owner did not write: {main}");
    for part in [
        "<div class=\"row sqs-row\"><div class=\"col sqs-col-12 span-12\"><div class=\"sqs-block html-block sqs-block-html\"",
        "<div class=\"col sqs-col-4 span-4\">",
        "<div class=\"col sqs-col-8 span-8\"><div class=\"sqs-block horizontalrule-block sqs-block-horizontalrule\"",
    ] {
        assert!(main.contains(part), "{part} in {main}");
    }
    assert_eq!(main.matches("<div class=\"row sqs-row\">").count(), 2, "{main}");
    assert!(page.contains("<title>Visit us — Tiny</title>"), "{page}");
}

/// Every name is one that sheets of public templates have a rule for.
#[test]
fn s_454_lists_and_items_have_the_names_that_templates_style() {
    let site = bare(|site| {
        site.write(
            "content/dates/collection.json",
            &json!({"id": "c-dates", "title": "Dates", "urlId": "dates", "typeName": "events"}).to_string(),
        );
        let place = json!({"addressTitle": "Hall", "mapLat": 1.0, "mapLng": 2.0});
        let event = |id: &str, day: u32| {
            json!({"id": id, "title": id, "urlId": id, "recordType": 12, "excerpt": "<p>Come.</p>", "location": place,
                "mainImage": {"assetUrl": "/assets/dot.svg"},
                "startDate": format!("2026-05-0{day}T10:00:00Z"), "endDate": format!("2026-05-0{day}T12:00:00Z")})
            .to_string()
        };
        site.write("content/dates/one.json", &event("one", 1));
        site.write("content/dates/two.json", &event("two", 2));
        site.change("content/goods/01-cup.json", |cup| {
            cup["mainImage"] = json!({"assetUrl": "/assets/dot.svg"})
        });
    });
    let expected: [(&str, &[&str]); 6] = [
        (
            "dates/index.html",
            &[
                "eventlist",
                "eventlist-event",
                "eventlist-hasimg",
                "eventlist-column-thumbnail",
                "eventlist-column-info",
                "eventlist-title",
                "eventlist-title-link",
                "eventlist-meta",
                "eventlist-meta-date",
                "eventlist-meta-address",
                "eventlist-excerpt",
                "eventlist-description",
            ],
        ),
        (
            "dates/one/index.html",
            &[
                "eventitem",
                "eventitem-title",
                "eventitem-column-meta",
                "eventitem-column-content",
                "eventitem-addtocallinks",
                "eventitem-pager",
                "eventitem-pager-title",
            ],
        ),
        (
            "goods/index.html",
            &[
                "ProductList",
                "ProductList-item",
                "product",
                "product-image",
                "product-title",
                "ProductList-title",
                "ProductList-price",
            ],
        ),
        (
            "goods/cup/index.html",
            &[
                "ProductItem",
                "ProductItem-gallery",
                "ProductItem-details",
                "ProductItem-details-title",
                "product-title",
                "product-description",
                "ProductItem-details-checkout",
            ],
        ),
        ("notes/index.html", &["BlogList", "BlogList-item", "BlogList-item-title", "hentry", "entry-title"]),
        ("notes/first/index.html", &["BlogItem", "BlogItem-title", "hentry"]),
    ];
    for (path, names) in expected {
        let page = site.page(path);
        let main = main_of(&page);
        let there: Vec<&str> = main
            .split("class=\"")
            .skip(1)
            .flat_map(|rest| rest.split('"').next().unwrap().split(' '))
            .collect();
        for name in names {
            assert!(there.contains(name), "{path} has no {name}: {main}");
        }
    }
    assert!(site.page("goods/index.html").contains("id=\"productList\""));
    let item = site.page("goods/cup/index.html");
    for id in ["productWrapper", "productGallery", "productDetails"] {
        assert_eq!(item.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
}

/// Amounts stand alone in `.sqs-money-native`; the class of the body and one rule put the symbol before them, as the sheet of
/// a hosted shop does.
#[test]
fn s_455_amounts_have_their_symbol_from_the_sheet_of_the_shops_currency() {
    let site = bare(|_| {});
    let page = site.page("goods/index.html");
    assert!(page.contains("<span class=\"sqs-money-native\">"), "{page}");
    assert!(
        page.contains("<style>.native-currency-code-eur .sqs-money-native::before{content:\"€\"}</style>"),
        "{page}"
    );
    let body = page.split_once("<body").unwrap().1.split_once('>').unwrap().0;
    assert!(body.contains("native-currency-code-eur"), "{body}");
    let other = site.page("notes/first/index.html");
    assert!(!other.contains("sqs-money-native::before"), "a page without amounts has no rule: {other}");
}

/// Templates draw the icons of services out of one file; every account finds its own there, as a drawing and cut out.
#[test]
fn s_456_the_icons_of_services_are_where_templates_ask_for_them() {
    let sprite = "universal/svg/social-accounts.svg";
    assert!(!bare(|_| {}).out().join(sprite).exists(), "a site whose template does not ask has no such file");
    let site = bare(|site| {
        site.change("site.json", |site| {
            site["website"]["accounts"] = json!([
                {"serviceName": "instagram-unauth", "profileUrl": "https://e.example/a"},
                {"serviceName": "harbour radio", "profileUrl": "https://e.example/b"},
            ]);
        });
        let icon = format!(
            "<svg><use xlink:href=\"/{sprite}#{{serviceName}}-icon\"></use><use xlink:href=\"/{sprite}#{{serviceName}}-mask\"></use></svg>"
        );
        site.edit(
            "template/bottom.region",
            "</body>",
            &format!("{{.repeated section website.accounts}}{icon}{{.end}}</body>"),
        );
    });
    let drawn = site.page(sprite);
    for id in [
        "background",
        "instagram-unauth-icon",
        "instagram-unauth-mask",
        "harbour radio-icon",
        "email-icon",
        "facebook-mask",
    ] {
        assert_eq!(drawn.matches(&format!("<symbol id=\"{id}\"")).count(), 1, "{id}");
    }
    let opened = drawn.matches("<symbol ").count();
    assert!(opened > 60 && opened == drawn.matches("</symbol>").count(), "{opened}");
    assert!(site.page("index.html").contains(&format!("/{sprite}#instagram-unauth-icon")));
    let checked = site.loggia(&["check", "site"]);
    assert_eq!(checked.status.code(), Some(0), "{}", crate::site::stderr(&checked));
}

/// What the template's own scripts load from elsewhere they may load, on the pages that load them; what stands in a comment
/// or in a script that no page loads changes nothing for the others.
#[test]
fn s_457_scripts_of_the_template_may_call_the_hosts_that_they_name() {
    let site = bare(|site| {
        site.write(
            "template/scripts/map.js",
            "// see https://docs.example\nload('https://maps.example/api.js', \"//tiles.example/a\");",
        );
        site.edit("template/collections/write.list", "<h1>", "<squarespace:script src=\"map.js\"/><h1>");
    });
    let policy = |path: &str| policy_of(&site.page(path)).to_owned();
    let with = policy("write/index.html");
    let directive =
        |name: &str| with.split(';').find(|part| part.trim().starts_with(name)).unwrap().to_owned();
    for name in ["script-src", "connect-src", "frame-src"] {
        let words = directive(name);
        assert!(words.contains(" https://maps.example") && words.contains(" tiles.example"), "{words}");
    }
    assert!(!with.contains("docs.example"), "{with}");
    assert!(!policy("goods/index.html").contains("maps.example"));
}

fn policy_of(page: &str) -> &str {
    let rest = page.split_once("Content-Security-Policy\" content=\"").unwrap().1;
    rest.split_once('"').unwrap().0
}

/// A script that makes a program of a text ends there when the policy forbids it, and what it would have shown stays hidden.
#[test]
fn s_751_scripts_of_the_template_may_make_programs_of_texts_on_the_pages_that_load_them() {
    let site = bare(|site| {
        site.write("template/scripts/old.js", "if (!Function('/*@cc_on return 1@*/')()) show();");
        site.write("template/scripts/plain.js", "jQuery.isFunction(a) && Function(\"return this\")();");
        site.edit("template/collections/write.list", "<h1>", "<squarespace:script src=\"old.js\"/><h1>");
        site.write(
            "template/collections/products.list",
            "<squarespace:script src=\"plain.js\"/>{collection.title}",
        );
    });
    let scripts = |path: &str| {
        let page = site.page(path);
        let policy = policy_of(&page).split(';').find(|part| part.trim().starts_with("script-src"));
        policy.unwrap().to_owned()
    };
    assert!(scripts("write/index.html").contains("'unsafe-eval'"), "{}", scripts("write/index.html"));
    let other = scripts("goods/index.html");
    assert!(site.page("goods/index.html").contains("/scripts/plain."), "the page loads a script");
    assert!(!other.contains("unsafe-eval"), "{other}");
}

/// A template may print all that it knows of a page as JSON, where the places of its head, content and footers are texts.
#[test]
fn s_752_a_page_that_prints_its_values_as_json_is_whole() {
    let site = bare(|site| {
        let data = "<script type=\"text/plain\" id=\"all\">{@|json-pretty}</script><i title=\"{@|json|htmltag}\"></i>";
        site.edit("template/top.region", "<head>", &format!("<head>{data}"));
    });
    let page = site.page("write/index.html");
    let all = page.split_once("id=\"all\">").unwrap().1.split_once("</script>").unwrap().0;
    let all: serde_json::Value = serde_json::from_str(all).expect("JSON");
    assert_eq!((&all["squarespace-headers"], &all["squarespace"]["main-content"]), (&"".into(), &"".into()));
    assert!(main_of(&page).contains("<h1>"), "{}", main_of(&page));
    let without = bare(|_| {}).page("write/index.html");
    let sheets = |page: &str| page.matches("rel=\"stylesheet\"").count();
    assert_eq!(sheets(&page), sheets(&without));
    assert_eq!(page.matches("<title>").count(), 1);
    assert!(!page.contains('\u{fdd0}'));
}

/// Sheets of templates write `assets/…` from the root of the template, wherever they stand.
#[test]
fn s_458_a_sheet_finds_the_files_of_the_template_from_its_root() {
    let site = bare(|site| {
        site.edit("template/styles/base.css", "a{", "i{background:url(assets/dot.svg?v=1)}a{");
    });
    let (_, sheet) = site.tree().into_iter().find(|(path, _)| path.starts_with("assets/site.")).unwrap();
    let sheet = String::from_utf8(sheet).unwrap();
    assert!(sheet.contains("i{background:url(/assets/dot.") && sheet.contains(".svg?v=1)"), "{sheet}");
}
