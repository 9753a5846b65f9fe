//! What site.json says of discounts and delivery: as the catalogue has it, and each fault at its place.

use super::site::{TestSite, stderr};
use loggia_commerce::{BusinessDays, Catalog, Effect, ManualKind};
use serde_json::json;

const SETTINGS: &str = r#""websiteSettings": {"#;
const CURRENCY: &str = r#""currency": "EUR""#;
const POST: &str = r#""shippingOptions": [{ "id": "post", "name": "Post", "costCents": 500 }]"#;

fn catalog(site: &TestSite) -> Catalog {
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:#?}", built.diagnostics);
    serde_json::from_str(&site.page("_data/catalog.json")).unwrap()
}

/// What `check` prints of a site whose site.json says this beside.
fn printed(members: &str, code: i32) -> String {
    let site = TestSite::tiny();
    site.edit("site.json", POST, members);
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(code), "{}", stderr(&done));
    stderr(&done)
}

fn says(printed: &str, messages: &[&str]) {
    for message in messages {
        assert!(printed.contains(message), "{message:?} in\n{printed}");
    }
}

/// S-670: tags become products, days become moments of the shop's own time, and pages and templates hear nothing of it.
#[test]
fn s_670_a_discount_reaches_the_catalogue() {
    let site = TestSite::tiny();
    let discounts = r#""discounts": [
    { "id": "red", "name": "Red week", "kind": "percent", "value": "10", "tags": ["red"], "products": ["p-plate"],
      "startsOn": "2026-03-29", "endsOn": "2026-03-29", "combinable": true, "description": "For the newspaper" },
    { "id": "three", "name": "Three for two", "kind": "buy-get", "buy": 2, "get": 1, "of": { "tags": ["red"] } },
    { "id": "free", "name": "Free post", "kind": "free-delivery", "options": ["post"], "groups": ["trade", "vip-2"], "endsOn": "2026-11-27T18:30" }
  ]"#;
    site.edit("site.json", POST, &format!("{POST},\n  {discounts}"));
    site.edit("content/goods/01-cup.json", "\"title\": \"Cup\",", "\"title\": \"Cup\", \"tags\": [\"red\"],");
    let catalog = catalog(&site);
    let [red, three, free] = &catalog.discounts[..] else { panic!("{:?}", catalog.discounts) };
    let products: Vec<&str> = red.goods.products.iter().map(|id| id.as_str()).collect();
    assert_eq!(products, ["p-cup", "p-plate"]);
    // That day has 23 hours in Berlin.
    assert_eq!(red.limits.starts_on, Some(1_774_738_800_000));
    assert_eq!(red.limits.ends_on.unwrap() - red.limits.starts_on.unwrap(), 23 * 3_600_000);
    let Effect::BuyGet { of: Some(of), .. } = &three.effect else { panic!("{three:?}") };
    assert_eq!((of.products.len(), three.goods.are_all()), (1, true));
    assert_eq!(free.limits.ends_on, Some(1_795_800_600_000));
    assert_eq!(
        (&free.limits.groups[..], red.limits.groups.len()),
        (&["trade".to_owned(), "vip-2".to_owned()][..], 0)
    );
    let pages: String = site.page("goods/index.html") + &site.page("index.html");
    assert!(!pages.contains("Red week"), "{pages}");
}

/// S-670, S-462: a discount that cannot be meant so stops the build, at its place.
#[test]
fn s_670_what_is_wrong_with_a_discount_is_said_at_its_place() {
    let discounts = r#""discounts": [
    { "id": "a", "name": "A", "kind": "percent", "value": "10", "combineable": true },
    { "id": "b", "name": "B", "kind": "persent", "value": "10" },
    { "id": "c", "name": "C", "kind": "percent", "value": "110" },
    { "id": "d", "name": "D", "kind": "steps", "steps": [{ "from": 5, "percent": "10" }, { "from": 5, "percent": "20" }] },
    { "id": "e", "name": "", "kind": "amount", "value": 500 },
    { "id": "f", "name": "F", "kind": "amount", "value": 500, "startsOn": "soon" },
    { "id": "g", "name": "G", "kind": "amount", "value": 500, "startsOn": "2026-12-01", "endsOn": "2026-11-01" },
    { "id": "h", "name": "H", "kind": "amount", "value": 500, "tags": ["none"] },
    { "id": "i", "name": "I", "kind": "buy-get", "buy": 0, "get": 1 },
    { "id": "j", "name": "J", "kind": "amount", "value": 500, "usesInAll": 0 },
    { "id": "k", "name": "K", "kind": "amount", "value": 500, "products": ["gone"], "collections": ["c-good"] },
    { "id": "k", "name": "K", "kind": "amount", "value": 500 },
    { "id": "l", "name": "L", "kind": "free-delivery", "options": ["air"], "countries": ["EU"] },
    { "id": "m", "name": "M", "kind": "amount", "value": 500, "groups": ["Trade customers"] },
    "x"
  ]"#;
    let printed = printed(&format!("{POST},\n  {discounts}"), 1);
    says(
        &printed,
        &[
            "'combineable' says nothing of a discount of kind percent.",
            "did you mean `combinable`?",
            "'persent' is no kind of discount.",
            "did you mean `percent`?",
            "This discount cannot be read: '110' is not a percentage",
            "each is from a larger count on than the one before",
            "A discount needs name: a text of 1 to 100 characters.",
            "'soon' is no day and no moment.",
            "This discount ends before it begins.",
            "No product has any of these tags, so this discount is for nothing.",
            "This discount takes nothing off: at least 1 is expected.",
            "A discount that nobody may use is none.",
            "No product has the id 'gone': this discount is not for it.",
            "did you mean `c-goods`?",
            "The id 'k' stands twice",
            "No way of shipping has the id 'air'",
            "'EU' is no country",
            "'Trade customers' is no key of a group of customers: nobody would get this discount.",
            "A discount is an object with an id, a name and a kind.",
        ],
    );
    let many: Vec<_> = (0..51)
        .map(|number| json!({"id": format!("d{number}"), "name": "D", "kind": "amount", "value": 1}))
        .collect();
    let printed = self::printed(&format!("{POST},\n  \"discounts\": {}", json!(many)), 1);
    says(&printed, &["A shop may have 50 discounts at once; here are 51."]);
    says(
        &self::printed(&format!("{POST},\n  \"discounts\": {{}}"), 1),
        &["A list of discounts is expected."],
    );
}

/// S-680: zones are written out where they are named, rates and days reach the catalogue.
#[test]
fn s_680_ways_of_shipping_reach_the_catalogue() {
    let site = TestSite::tiny();
    let terms = r#""shippingZones": [
    { "id": "near", "places": [{ "country": "DE", "postalCodes": ["10*"] }] },
    { "id": "benelux", "countries": ["BE", "NL", "LU"] }
  ],
  "shippingOptions": [
    { "id": "post", "name": "Post", "zones": ["near", "benelux"], "countries": ["DE"], "handlingDays": 1,
      "transitDays": { "from": 1, "to": 2 }, "freeFromCents": 5000,
      "rates": [{ "upToItems": 5, "costCents": 400 }, { "class": "bulky", "costCents": 4000 }, { "costCents": 900 }] },
    { "id": "shop", "name": "Collect", "pickup": { "address": { "country": "DE", "line1": "1 Mill Lane" }, "hours": "Tu-Sa 8-13" } }
  ],
  "businessDays": { "closedWeekdays": [7], "closedDays": ["12-25"], "cutOff": "14:00" }"#;
    site.edit("site.json", POST, terms);
    site.edit(
        "content/goods/02-plate.json",
        "\"productType\": 1",
        "\"productType\": 1, \"shippingClass\": \"bulky\"",
    );
    let catalog = catalog(&site);
    let [post, shop] = &catalog.shipping_options[..] else { panic!("{:?}", catalog.shipping_options) };
    let countries: Vec<&str> = post.places.iter().map(|place| place.country.as_str()).collect();
    assert_eq!((countries, post.rates.len()), (vec!["DE", "BE", "NL", "LU"], 3));
    assert_eq!(shop.pickup.as_ref().unwrap().point().unwrap().hours, "Tu-Sa 8-13");
    let days = BusinessDays {
        closed_weekdays: vec![7],
        closed_days: vec!["12-25".into()],
        cut_off: Some("14:00".into()),
    };
    assert_eq!(catalog.business_days, Some(days));
    let plate = catalog.products.iter().find(|product| product.id == *"p-plate").unwrap();
    assert_eq!(plate.shipping_class, "bulky");
}

/// S-680: what cannot be meant so stops the build, at its place.
#[test]
fn s_680_what_is_wrong_with_delivery_is_said_at_its_place() {
    let terms = r#""shippingZones": [{ "id": "near", "countries": ["DE"] }, { "id": "near", "countries": ["DE"] }, { "id": "none" }],
  "shippingOptions": [
    { "id": "a", "name": "A", "zones": ["neer"] },
    { "id": "b", "name": "B", "rates": [{ "upToGram": 500 }] },
    { "id": "c", "name": "C", "rates": [{ "costCents": -1 }] },
    { "id": "d", "name": "D", "transitDays": { "from": 3, "to": 2 } },
    { "id": "e", "name": "E", "handlingDays": 400 },
    { "id": "f", "name": "F", "pickup": { "address": { "country": "DE", "line1": " " } } },
    { "id": "g", "name": "G", "places": [{ "country": "DE", "postcodes": ["1"] }] },
    { "name": "H" }
  ],
  "businessDays": { "closedWeekdays": [0, 8], "closedDays": ["tomorrow"], "cutOff": "2 pm" }"#;
    says(
        &printed(terms, 1),
        &[
            "The zone 'near' stands twice.",
            "A zone has an id, and countries or places.",
            "did you mean `near`?",
            "did you mean `upToGrams`?",
            "An amount of a rate is not below 0.",
            "`from` is not more than `to`.",
            "At most 365 days are expected.",
            "A point has an address.",
            "did you mean `postalCodes`?",
            "This way of shipping cannot be read: missing field `id`",
            "'0' is no weekday.",
            "'8' is no weekday.",
            "'tomorrow' is no day.",
            "'2 pm' is no time of day.",
        ],
    );
}

/// S-812: windows reach the catalogue; what cannot be meant so stops the build, at its place.
#[test]
fn s_812_windows_reach_the_catalogue_or_are_said_at_their_place() {
    let site = TestSite::tiny();
    let oven = r#""shippingOptions": [{ "id": "oven", "name": "Collect", "pickup": true, "windows": {
    "hours": [{ "weekdays": [2, 6], "from": "08:00", "to": "12:00" }], "minutes": 30, "places": 4, "noticeHours": 12, "daysAhead": 10, "closedDays": ["12-24"] } }]"#;
    site.edit("site.json", POST, oven);
    let catalog = catalog(&site);
    let windows = catalog.shipping_options[0].windows.as_ref().unwrap();
    assert_eq!(
        (windows.minutes, windows.places, windows.days_ahead, windows.hours[0].span()),
        (30, Some(4), 10, Some((480, 720)))
    );
    let wrong = |windows: &str| {
        let options = format!(
            r#""shippingOptions": [{{ "id": "oven", "name": "Collect", "pickup": true, "windows": {windows} }}]"#
        );
        printed(&options, 1)
    };
    let hours = r#""hours": [{ "from": "08:00", "to": "12:00" }]"#;
    for (windows, message) in [
        ("{}".to_owned(), "Windows are cut out of hours, and there are none."),
        (format!("{{ {hours}, \"minutes\": 0 }}"), "A window is 1 to 1439 minutes long."),
        (format!("{{ {hours}, \"minutes\": 300 }}"), "No window of 300 minutes is in these hours."),
        (format!("{{ {hours}, \"places\": 0 }}"), "A window takes one order at least."),
        (format!("{{ {hours}, \"daysAhead\": 91 }}"), "At most 90 days ahead can be chosen."),
        (
            format!("{{ {hours}, \"daysAhead\": 2, \"noticeDays\": 3 }}"),
            "Nothing can be chosen: the notice is longer than the days ahead.",
        ),
        (format!("{{ {hours}, \"daysAhead\": 2, \"noticeHours\": 60 }}"), "Nothing can be chosen"),
        (format!("{{ {hours}, \"closedDays\": [\"tomorrow\"] }}"), "'tomorrow' is no day."),
        (format!("{{ {hours}, \"place\": 3 }}"), "unknown field `place`"),
        (r#"{ "hours": [{ "from": "12:00", "to": "08:00" }] }"#.to_owned(), "These are no hours."),
        (
            r#"{ "hours": [{ "weekdays": [8], "from": "08:00", "to": "12:00" }] }"#.to_owned(),
            "'8' is no weekday.",
        ),
    ] {
        says(&wrong(&windows), &[message]);
    }
}

/// S-816: the terms are a page of the site; their digest is that of what the page says, in the catalogue and in the pages alike, and
/// changes with it, also where only that page is read again.
#[test]
fn s_816_the_terms_have_the_digest_of_their_page() {
    let site = TestSite::tiny();
    site.edit(
        "site.json",
        CURRENCY,
        &format!(r#"{CURRENCY}, "checkout": {{ "terms": {{ "page": "/goods/cup/" }} }}"#),
    );
    let digest = |catalog: &Catalog| catalog.store_settings.checkout.terms.clone().unwrap();
    let first = digest(&catalog(&site));
    assert_eq!((first.page.as_str(), first.digest.len()), ("/goods/cup", 64));
    assert!(
        site.page("checkout/index.html").contains(&first.digest),
        "the checkout shows the terms that hold"
    );
    assert_eq!(digest(&catalog(&site)), first, "the same words have the same digest");
    site.edit("content/goods/01-cup.json", "\"title\": \"Cup\",", "\"title\": \"Another cup\",");
    let second = digest(&catalog(&site));
    assert_ne!(second.digest, first.digest);
    assert!(site.page("checkout/index.html").contains(&second.digest));
    let missing = TestSite::tiny();
    missing.edit(
        "site.json",
        CURRENCY,
        &format!(r#"{CURRENCY}, "checkout": {{ "terms": {{ "page": "/nowhere" }} }}"#),
    );
    let done = missing.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(1));
    says(&stderr(&done), &["There is no page '/nowhere' with the terms.", "site.json"]);
}

/// S-683: goods that no rate takes, wholly or to some country, are said; so are weights that are not there.
#[test]
fn s_683_goods_that_no_rate_takes_are_said() {
    let site = TestSite::tiny();
    let terms = r#""shippingOptions": [
    { "id": "post", "name": "Post", "countries": ["DE"], "rates": [{ "class": "standard", "upToGrams": 2000, "costCents": 500 }] },
    { "id": "letter", "name": "Letter", "countries": ["AT"], "rates": [{ "upToGrams": 1000, "costCents": 300 }] }
  ],
  "taxRules": [{ "country": "FR", "rate": "20" }, { "country": "DE", "rate": "19" }]"#;
    site.edit("site.json", POST, terms);
    let cup = "\"sku\": \"CUP-R\",";
    site.edit("content/goods/01-cup.json", cup, &format!("{cup} \"shippingWeight\": 1500,"));
    let printed = stderr(&site.loggia(&["check", "site"]));
    says(
        &printed,
        &[
            "There are taxes for FR, and nothing is delivered there.",
            "No rate takes “Cup” (1500 g) to AT: nobody can order it from there.",
            "“Cup” and another product weigh nothing: “Post” goes by weight and charges none.",
        ],
    );
    site.edit("content/goods/01-cup.json", "\"shippingWeight\": 1500", "\"shippingWeight\": 2001");
    site.edit(
        "content/goods/02-plate.json",
        "\"productType\": 1",
        "\"productType\": 1, \"shippingClass\": \"bulky\"",
    );
    let printed = stderr(&site.loggia(&["check", "site"]));
    says(
        &printed,
        &[
            "No rate takes “Cup” (2001 g): nobody can order it.",
            "No rate takes “Plate” (0 g, class bulky) to DE: nobody can order it from there.",
        ],
    );
}

/// S-760: ways of paying by hand reach the catalogue; what cannot be meant stops the build, at its place.
#[test]
fn s_760_ways_of_paying_by_hand() {
    let with = |ways: &str| format!("\"orderSettings\": {{ \"manualPayments\": [{ways}] }},");
    let site = TestSite::tiny();
    let good = r#"{ "id": "transfer", "name": "Transfer", "instructions": "{order}" }, { "id": "door", "kind": "delivery", "name": "Cash", "holdDays": 3 }"#;
    site.edit("site.json", SETTINGS, &format!("{SETTINGS} {}", with(good)));
    let ways = catalog(&site).order_settings.manual_payments;
    assert_eq!((ways[0].hold_days, ways[0].kind, ways[1].hold_days), (7, ManualKind::Transfer, 3));
    let site = TestSite::tiny();
    let wrong =
        r#"{ "id": "transfer", "name": "" }, { "id": "transfer", "name": "Transfer", "holdDays": 400 }"#;
    site.edit("site.json", SETTINGS, &format!("{SETTINGS} {}", with(wrong)));
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
    let printed = stderr(&done);
    says(
        &printed,
        &[
            "This way of paying cannot be used: `name` takes 1 to 100 characters.",
            "This way of paying cannot be used: `holdDays` is 1 to 60.",
            "Two ways of paying have the id 'transfer'.",
            "site.json",
        ],
    );
}
