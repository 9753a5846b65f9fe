//! Products and posts, written for other platforms and read again.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use loggia_commerce::{Cents, CurrencyCode};
use loggia_exchange::posts::Picture as Shown;
use loggia_exchange::posts::{
    Comment, CommentState, Entry, Export, Kind as Post, Link, Menu, State, wordpress, wxr,
};
use loggia_exchange::products::{
    Columns, Kind, LengthUnit, Picture, Product, Shop, Size, Stock, Variant, Visibility, Weight, WeightUnit,
    read, write,
};
use proptest::prelude::*;

fn again(text: &str) -> Vec<Product> {
    let shop = Shop { currency: CurrencyCode::parse("EUR").unwrap(), metric: Some(true), now: 0 };
    let list = read(text.as_bytes(), shop).unwrap();
    list.products
}

const SQUARESPACE: Columns = Columns::Squarespace { metric: true };

/// A word as owners write them: also such as a table program would calculate, and such as its readers part.
fn word() -> impl Strategy<Value = String> {
    prop_oneof!["[=+@'-]{1,3}[A-Za-z0-9()]{1,6}", "[A-Za-zäé\u{5e9}\u{4e2d}\"<&;|]{1,8}( [A-Za-z0-9]{1,6})?",]
}

fn variant(choices: usize) -> impl Strategy<Value = Variant> {
    let amounts = (0_i64..10_000_000, 0_i64..10_000, any::<bool>());
    let stock = prop_oneof![Just(Stock::Unlimited), (0_u32..100_000).prop_map(Stock::Count)];
    let weight = prop_oneof![Just(None), (1_u32..50_000).prop_map(Some)];
    let size = prop_oneof![Just(None), (1_u32..500, 1_u32..500, 1_u32..500).prop_map(Some)];
    // An apostrophe before an SKU is none of it to Shopify.
    let texts = ("[=+@-]{0,2}[A-Za-z0-9(]{1,8}", prop::collection::vec(word(), choices), "[0-9]{0,13}");
    (amounts, stock, weight, size, texts).prop_map(
        |(amounts, stock, weight, size, (sku, values, barcode))| {
            let (sale, more, on_sale) = amounts;
            // A price to compare with is higher than the one on sale.
            let price = sale + more + 1;
            Variant {
                sku,
                values,
                price: Cents::new(price),
                sale_price: Some(if on_sale { Cents::new(sale).unwrap() } else { Cents::ZERO }),
                on_sale,
                stock,
                weight: weight.map(|grams| Weight { value: grams.into(), unit: WeightUnit::Gram }),
                size: size.map(|(length, width, height)| Size {
                    length: length.into(),
                    width: width.into(),
                    height: height.into(),
                    unit: LengthUnit::Millimetre,
                }),
                barcode,
                ..Variant::default()
            }
        },
    )
}

fn product(number: usize, choices: usize) -> impl Strategy<Value = Product> {
    let kind = prop_oneof![Just(Kind::Physical), Just(Kind::Service), Just(Kind::GiftCard)];
    let texts = (word(), word(), word(), word(), word());
    let lists = (prop::collection::vec(word(), 0..3), prop::collection::vec(word(), 0..4));
    let options: Vec<String> = (0..choices).map(|at| format!("Choice {at}")).collect();
    let variants = prop::collection::vec(variant(choices), 1..4);
    (kind, texts, lists, variants, 0_usize..4, any::<bool>()).prop_map(
        move |(kind, texts, (categories, tags), mut variants, pictures, is_shown)| {
            let (title, excerpt, seo_title, seo_description, vendor) = texts;
            if options.is_empty() {
                variants.truncate(1);
            }
            Product {
                kind,
                title,
                page: "products".to_owned(),
                url_id: format!("thing-{number}"),
                excerpt,
                categories: unique(categories).into_iter().map(|name| vec![name]).collect(),
                tags: unique(tags),
                vendor,
                visibility: if is_shown { Visibility::Visible } else { Visibility::Hidden },
                seo_title,
                seo_description,
                pictures: (0..pictures)
                    .map(|at| Picture {
                        url: format!("https://a.example/{number}/{at}.jpg"),
                        alt: format!("Side {at}"),
                    })
                    .collect(),
                options: options.clone(),
                variants,
                ..Product::default()
            }
        },
    )
}

fn unique(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names.dedup();
    names
}

fn shop() -> impl Strategy<Value = Vec<Product>> {
    (0_usize..3, 1_usize..5).prop_flat_map(|(choices, count)| {
        (0..count).map(|number| product(number, choices)).collect::<Vec<_>>()
    })
}

/// What both the writer's list and its reader say of a product, in one form.
fn said(product: &Product, of_shopify: bool) -> String {
    let variants = product.variants.iter().map(|one| {
        let grams = one.weight.and_then(Weight::grams);
        let sale = one.sale_price.filter(|_| one.on_sale);
        let size = one.size.filter(|_| !of_shopify).map(|size| {
            let unit = size.unit.in_millimetres();
            [size.length, size.width, size.height].map(|length| (length * unit).normalize())
        });
        (&one.sku, &one.values, one.price, sale, one.on_sale, (one.stock, grams, size, &one.barcode))
    });
    let texts = [&product.excerpt, &product.description].map(String::as_str).concat();
    let pictures =
        product.pictures.iter().map(|one| (&one.url, if of_shopify { one.alt.as_str() } else { "" }));
    let vendor = if of_shopify { product.vendor.as_str() } else { "" };
    format!(
        "{:?}",
        (
            (product.kind, &product.title, &product.page, &product.url_id, texts, vendor),
            (&product.categories, &product.tags, product.visibility),
            (&product.seo_title, &product.seo_description),
            (pictures.collect::<Vec<_>>(), &product.options, variants.collect::<Vec<_>>()),
        )
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// S-592: every product comes back from a list as it was, whatever its words are.
    #[test]
    fn s_592_products_come_back_from_their_lists(products in shop()) {
        for (columns, of_shopify) in [(SQUARESPACE, false), (Columns::Shopify, true)] {
            let list = write(&products, columns);
            prop_assert_eq!(&list, &write(&products, columns));
            let read = again(&list.text);
            let said = |all: &[Product]| all.iter().map(|one| said(one, of_shopify)).collect::<Vec<_>>();
            prop_assert_eq!(said(&products), said(&read), "{}", list.text);
        }
    }
}

fn bowl() -> Product {
    let variant = |sku: &str, values: [&str; 2]| Variant {
        sku: sku.to_owned(),
        values: values.map(str::to_owned).to_vec(),
        price: Cents::new(1250),
        ..Variant::default()
    };
    Product {
        title: "Bowl".to_owned(),
        page: "pots".to_owned(),
        url_id: "bowl".to_owned(),
        excerpt: "<p>Round.</p>".to_owned(),
        description: "<p>Fired twice.</p>".to_owned(),
        categories: vec![
            vec!["Table, set".to_owned()],
            vec!["Gifts/small".to_owned()],
            vec!["Clay".to_owned()],
        ],
        options: vec!["Size".to_owned(), "Glaze".to_owned()],
        variants: vec![variant("B-1", ["Small", "Blue"]), variant("B-2", ["Small", ""])],
        ribbon: "New!".to_owned(),
        ..Product::default()
    }
}

/// S-592: what a list cannot hold is named once, with how many products it is true of.
#[test]
fn s_592_what_a_list_cannot_hold_is_named() {
    let mut other = bowl();
    "Cup".clone_into(&mut other.title);
    other.page = "cups".to_owned();
    let products = [bowl(), other];
    let says = |columns: Columns, part: &str| {
        let faults = write(&products, columns).faults;
        let found = faults.iter().filter(|fault| fault.message.contains(part)).count();
        assert_eq!(found, 1, "{part}: {faults:#?}");
    };
    for part in ["one text for each product", "commas", "no ribbons: 'Bowl' and one more product."] {
        says(SQUARESPACE, if part == "commas" { "Commas part categories" } else { part });
    }
    for part in ["the address of another", "other categories became tags", "it says None", "no ribbons"] {
        says(
            Columns::Shopify,
            if part == "the address of another" { "that of another product" } else { part },
        );
    }
    let read = again(&write(&products, SQUARESPACE).text);
    assert_eq!(read.len(), 2, "two products of one address in two shops are two");
    assert_eq!(read[1].page, "cups");
    assert_eq!(read[0].description, "<p>Round.</p>\n<p>Fired twice.</p>");
    assert_eq!(read[0].categories, [vec!["Table set"], vec!["Gifts/small"], vec!["Clay"]]);
    let read = again(&write(&products, Columns::Shopify).text);
    assert_eq!((read[0].url_id.as_str(), read[1].url_id.as_str()), ("bowl", "bowl-2"));
    assert_eq!(read[0].tags, ["Clay"]);
}

/// S-591: no cell of a list is a formula.
#[test]
fn s_591_no_cell_of_a_list_is_a_formula() {
    let mut product = bowl();
    product.title = "=HYPERLINK(\"https://evil.example\")".to_owned();
    product.tags = vec!["@sum".to_owned(), "+1".to_owned()];
    for columns in [SQUARESPACE, Columns::Shopify] {
        let text = write(std::slice::from_ref(&product), columns).text;
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        for row in reader.records().map(Result::unwrap) {
            let formula = row.iter().find(|cell| cell.starts_with(['=', '+', '-', '@', '\t', '\r']));
            assert_eq!(formula, None);
        }
        assert_eq!(again(&text)[0].title, product.title);
    }
}

/// The columns of both platforms' own exports stand in their own order: their importers look for no others.
#[test]
fn s_592_columns_are_those_of_the_platforms() {
    let first = |columns: Columns| {
        write(&[], columns).text.lines().next().unwrap().split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    let own = first(SQUARESPACE);
    assert_eq!(
        (own.len(), own[2].as_str(), own[31].as_str()),
        (32, "Product Type [Non Editable]", "Hosted Image URLs")
    );
    let own = first(Columns::Shopify);
    for name in ["Handle", "Body (HTML)", "Option1 Name", "Variant Inventory Qty", "Image Src", "Status"] {
        assert!(own.iter().any(|column| column == name), "{name}");
    }
}

fn entry(kind: Post, id: &str, path: &str, title: &str) -> Entry {
    let mut entry = Entry::new(kind, id);
    entry.title = title.to_owned();
    entry.path = path.to_owned();
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    entry.slug = parts.last().unwrap().to_string();
    entry.state = State::Published;
    entry
}

fn site() -> Export {
    let mut post = entry(Post::Post, "7", "/journal/salt", "Salt & <water>");
    post.body.html = "<p>One ]]> two.</p><p><img src=\"/files/b.png\" alt=\"B\"></p>".to_owned();
    post.excerpt = "<p>Short.</p>".to_owned();
    post.authors = vec!["Ágnes Tóth".to_owned()];
    post.categories = vec!["A-B".to_owned(), "A B".to_owned()];
    post.tags = vec!["sea".to_owned()];
    post.published = 1_714_557_600_000;
    post.updated = 1_714_561_200_000;
    post.featured = true;
    post.comments_open = true;
    post.seo = ("For \"engines\"".to_owned(), "50% & more".to_owned());
    post.picture =
        Some(Shown { url: "/files/a.png".to_owned(), alt: "A tower".to_owned(), caption: String::new() });
    let mut draft = entry(Post::Post, "not a number", "/journal/later", "Later\u{8}");
    draft.state = State::Scheduled;
    draft.published = 2_000_000_000_000;
    let mut below = entry(Post::Page, "p2", "/about/team", "Team");
    below.parents = vec!["about".to_owned()];
    let mut locked = entry(Post::Page, "p3", "/secret", "Secret");
    locked.password = "open sesame".to_owned();
    let link = |title: &str, entry: &str, url: &str, links: Vec<Link>| Link {
        title: title.to_owned(),
        entry: entry.to_owned(),
        url: url.to_owned(),
        list: None,
        links,
    };
    let comment = |key: &str, answers: &str, text: &str| Comment {
        key: key.to_owned(),
        item_id: String::new(),
        entry: "7".to_owned(),
        path: String::new(),
        author: "Bo".to_owned(),
        text: text.to_owned(),
        created_on: 1_714_557_700_000,
        state: CommentState::Approved,
        answers: answers.to_owned(),
    };
    Export {
        title: "Salt & sea".to_owned(),
        address: "https://salt.example".to_owned(),
        language: "en-GB".to_owned(),
        entries: vec![post, draft, entry(Post::Page, "p1", "/about", "About"), below, locked],
        menus: vec![Menu {
            name: "mainNav".to_owned(),
            links: vec![
                link("About", "p1", "", Vec::new()),
                link("More", "", "", vec![link("Elsewhere", "", "https://b.example/", Vec::new())]),
            ],
        }],
        comments: vec![comment("wordpress-5", "", "a < b\nc"), comment("x", "wordpress-5", "yes")],
        ..Export::default()
    }
}

/// S-590: what is written as WXR is read as it was: states, dates, terms, pictures, menus and comments.
#[test]
fn s_590_a_site_comes_back_from_its_xml() {
    let before = site();
    let written = wxr(&before, "Europe/Lisbon");
    assert_eq!(written, wxr(&before, "Europe/Lisbon"));
    let after = wordpress(&written.text);
    assert_eq!(after.faults, [], "{}", written.text);
    assert_eq!(
        (after.title.as_str(), after.address.as_str(), after.language.as_str(), after.source),
        ("Salt & sea", "https://salt.example", "en-GB", "wordpress")
    );
    assert_eq!(after.entries.len(), 5);
    let (post, own) = (&after.entries[0], &before.entries[0]);
    assert_eq!((&post.title, &post.slug, &post.path, &post.id), (&own.title, &own.slug, &own.path, &own.id));
    assert_eq!((post.published, post.updated, post.state), (own.published, own.updated, own.state));
    assert_eq!((&post.authors, &post.categories, &post.tags), (&own.authors, &own.categories, &own.tags));
    assert_eq!((post.featured, post.comments_open, &post.seo), (true, true, &own.seo));
    let body = format!("{:?}", post.body);
    assert!(body.contains("One ]]> two.") || body.contains("One ]]&gt; two."), "{body}");
    assert!(body.contains("/files/b.png"), "{body}");
    let picture = post.picture.as_ref().unwrap();
    assert_eq!((picture.url.as_str(), picture.alt.as_str()), ("https://salt.example/files/a.png", "A tower"));
    assert_eq!((after.entries[1].state, after.entries[1].title.as_str()), (State::Scheduled, "Later"));
    assert_eq!(after.entries[3].parents, ["about"]);
    assert_eq!((after.entries[4].state, after.entries[4].password.as_str()), (State::Private, ""));
    let main = &after.menus[0];
    assert_eq!((main.name.as_str(), main.links[0].entry.as_str()), ("mainNav", after.entries[2].id.as_str()));
    assert_eq!(main.links[1].links[0].url, "https://b.example/");
    let [first, second] = &after.comments[..] else { panic!("{:?}", after.comments) };
    assert_eq!(
        (first.key.as_str(), first.text.as_str(), first.entry.as_str()),
        ("wordpress-5", "a < b\nc", "7")
    );
    assert_eq!((second.answers.as_str(), second.created_on), ("wordpress-5", 1_714_557_700_000));
}

/// S-590: a password never leaves, and what had one is not shown to everybody for that.
#[test]
fn s_590_what_is_locked_is_private_and_named() {
    let written = wxr(&site(), "UTC");
    assert!(!written.text.contains("sesame"));
    let said: Vec<&str> = written.faults.iter().map(|fault| fault.message.as_str()).collect();
    assert!(said.iter().any(|message| message.contains("'Secret' asks for a password")), "{said:?}");
    assert!(said.iter().any(|message| message.contains("1 characters that no XML")), "{said:?}");
}

/// The elements that WordPress's importer looks for stand in its namespaces, and times in both zones.
#[test]
fn s_590_the_xml_is_that_of_wordpress() {
    let text = wxr(&site(), "Europe/Lisbon").text;
    for part in [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "xmlns:wp=\"http://wordpress.org/export/1.2/\"",
        "<wp:wxr_version>1.2</wp:wxr_version>",
        "<wp:post_date>2024-05-01 11:00:00</wp:post_date>",
        "<wp:post_date_gmt>2024-05-01 10:00:00</wp:post_date_gmt>",
        "<wp:author_login><![CDATA[agnes-toth]]>",
        "<category domain=\"category\" nicename=\"a-b-2\"><![CDATA[A B]]></category>",
        "<wp:attachment_url><![CDATA[https://salt.example/files/b.png]]>",
        "<wp:status>future</wp:status>",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}
