//! Every old page beside the new one: what is there is counted, and what is not is named.

use std::fs;

use serde_json::{Value, json};

use crate::mover::Mover;
use crate::old_site::OldSite;
use crate::server::Answer;
use crate::small_site::SmallSite;

const WITHOUT_PICTURES: [&str; 3] = ["--mine", "--pages", "0"];

fn page<'r>(report: &'r Value, path: &str) -> &'r Value {
    let pages = report["pages"].as_array().unwrap();
    pages.iter().find(|page| page["path"] == path).unwrap_or_else(|| panic!("{path}: {report:#}"))
}

fn part(share: &Value) -> f64 {
    share["found"].as_f64().unwrap() / share["of"].as_f64().unwrap()
}

/// The report is made again, and nobody is asked for it.
fn again(mover: &Mover) -> Value {
    mover.leave(&["--report", "--pages", "0"])["report"].clone()
}

/// S-582: of a site that was left all addresses are answered, and all prices are as they were.
#[test]
fn s_582_all_addresses_and_prices_are_found() {
    let old = OldSite::start();
    let mover = Mover::of(&old.address);
    let said = mover.leave(&WITHOUT_PICTURES);
    let report = &said["left"]["report"]["report"];
    let addresses = &report["addresses"];
    assert_eq!(addresses["lost"], json!([]), "{addresses}");
    assert_eq!(addresses["astray"], json!([]), "{addresses}");
    let answered = addresses["same"].as_u64().unwrap() + addresses["led"].as_u64().unwrap();
    assert_eq!(addresses["old"].as_u64().unwrap(), answered);
    assert!(answered > 120, "{answered}");
    let figures = &report["figures"];
    println!("addresses: {addresses}; figures: {figures}");
    assert!(figures["words"]["of"].as_u64().unwrap() > 500, "{figures}");
    assert!(part(&figures["words"]) >= 0.995, "{figures}");
    assert_eq!(part(&figures["prices"]), 1.0, "{figures}");
    // The whole is what its pages are, and what stands around them once.
    let mut all: Vec<&Value> = report["pages"].as_array().unwrap().iter().collect();
    all.push(&report["around"]);
    for kind in ["words", "links", "pictures", "fields", "prices"] {
        let sum: u64 = all.iter().map(|page| page["figures"][kind]["found"].as_u64().unwrap()).sum();
        assert_eq!(figures[kind]["found"].as_u64().unwrap(), sum, "{kind}");
        assert!(figures[kind]["found"].as_u64() <= figures[kind]["of"].as_u64(), "{kind}");
    }
    let html =
        fs::read_to_string(said["left"]["report"]["page"].as_str().map(|page| mover.beside(page)).unwrap())
            .unwrap();
    assert!(html.contains("Old beside new") && !html.contains("<script"), "a page without a script");
}

/// S-582: the words of pages, posts, lists and products are there.
#[test]
fn s_582_the_words_of_a_site_are_there() {
    let old = SmallSite::hosted();
    let mover = Mover::of(&old.address);
    let said = mover.leave(&WITHOUT_PICTURES);
    let report = &said["left"]["report"]["report"];
    let pages = report["pages"].as_array().unwrap();
    assert_eq!(pages.len(), 6, "{report:#}");
    for page in pages {
        assert!(part(&page["figures"]["words"]) >= 0.995, "{page:#}");
    }
    println!("figures: {}", report["figures"]);
    assert!(part(&report["figures"]["words"]) >= 0.995, "{}", report["figures"]);
    assert_eq!(report["addresses"]["lost"], json!([]));
}

/// S-581: the pages that most others lead to are photographed, old and new, and how alike they are is said.
#[test]
fn s_581_pages_are_photographed() {
    let old = SmallSite::hosted();
    let mover = Mover::of(&old.address);
    let said = mover.leave(&["--mine", "--pages", "2"]);
    let report = &said["left"]["report"]["report"];
    assert_eq!(report["noPictures"], Value::Null, "{report:#}");
    let looks: Vec<&Value> = report["pages"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|page| page["looks"].as_array().unwrap())
        .collect();
    assert_eq!(looks.len(), 4, "two pages at two widths: {report:#}");
    assert!(!page(report, "/")["looks"].as_array().unwrap().is_empty(), "the front page is one of them");
    let folder = mover.beside(said["left"]["report"]["page"].as_str().unwrap());
    for look in looks {
        let alike = look["alike"].as_u64().unwrap();
        assert!(alike > 300 && alike < 1_000, "both are mostly empty, and not the same: {look}");
        for which in ["old", "new"] {
            let picture = fs::read(folder.parent().unwrap().join(look[which].as_str().unwrap())).unwrap();
            assert!(picture.starts_with(b"\xff\xd8\xff"), "{look}");
        }
    }
    let without = again(&mover);
    assert!(without["noPictures"].as_str().unwrap().contains("--pages 0"));
}

/// S-583: a word, a link, a picture and a price that are taken away are found and named, and the page is worse than before.
#[test]
fn s_583_what_is_taken_away_is_named() {
    let old = SmallSite::hosted();
    let png = fs::read(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/atlas/files/cover.png"),
    )
    .unwrap();
    old.set("/kiln.png?format=original", Answer::of(200, "image/png", png));
    let text = "<p>Jugs from our <em>kiln</em>, and a <a href=\"/journal\">journal</a>.</p><img src=\"/kiln.png\" alt=\"\">";
    old.html("/", &old.body("/").replace("<main>", &format!("<main>{text}")));
    let mut json: Value = serde_json::from_str(&old.body("/?format=json")).unwrap();
    json["mainContent"] = format!("{text}{}", json["mainContent"].as_str().unwrap()).into();
    let address = old.address.clone();
    json["mainContent"] = json["mainContent"]
        .as_str()
        .unwrap()
        .replace("\"/kiln.png\"", &format!("\"{address}/kiln.png\""))
        .into();
    old.json("/?format=json", &json);
    let mover = Mover::of(&old.address);
    let said = mover.leave(&WITHOUT_PICTURES);
    let report = &said["left"]["report"]["report"];
    let front = page(report, "/");
    for kind in ["words", "links", "pictures"] {
        assert_eq!(part(&front["figures"][kind]), 1.0, "{kind}: {front:#}");
    }
    assert_eq!(part(&page(report, "/shop/jug")["figures"]["prices"]), 1.0);
    let file = mover.site().join("content/home/collection.json");
    let content = fs::read_to_string(&file).unwrap();
    let at = content.find("<img").unwrap();
    let end = at + content[at..].find('>').unwrap() + 1;
    let content = format!("{}{}", &content[..at], &content[end..]);
    let less =
        content.replacen("Jugs from", "from", 1).replace("href=\\\"/journal\\\"", "href=\\\"/elsewhere\\\"");
    fs::write(&file, less).unwrap();
    let file = mover.site().join("content/shop/jug.json");
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("2450", "2449")).unwrap();
    let report = again(&mover);
    let missing = &page(&report, "/")["missing"];
    assert_eq!(missing["words"], json!(["jugs"]), "{missing}");
    assert_eq!(missing["links"], json!(["/journal"]), "{missing}");
    assert!(missing["pictures"][0].as_str().unwrap().contains("kiln.png"), "{missing}");
    let prices = &page(&report, "/shop/jug")["missing"]["prices"];
    assert_eq!(prices, &json!(["J1 24.50: now 24.49"]));
    assert!(report["since"]["worse"].to_string().contains("\"/\""), "{}", report["since"]);
    assert!(report["tasks"].to_string().contains("/shop/jug: J1 24.50"), "{}", report["tasks"]);
}

/// S-586: whatever an old page is, the report says what it could not count, and nothing of the page runs in it.
#[test]
fn s_586_a_hostile_page_stays_words() {
    let old = SmallSite::hosted();
    let evil = "<script>alert(1)</script>&lt;script&gt;alert(2)&lt;/script&gt;<img src=x onerror=alert(3)> &quot;onload=alert(4)";
    let links = "<a href='/evil'>x</a><a href='/deep'>x</a><a href='/odd%22%3E%3Cscript%3E'>x</a>";
    old.html(
        "/evil",
        &format!("<title>&lt;script&gt;alert(0)&lt;/script&gt;\"'></title><main>{evil}{{.end}}{{@}}</main>"),
    );
    old.html("/deep", &format!("<title>Deep</title>{}", "<div>".repeat(20_000)));
    old.html("/odd%22%3E%3Cscript%3E", "<title>Odd</title><main>words</main>");
    old.html("/", &old.body("/").replace("<main>", &format!("<main>{links}")));
    let mover = Mover::of(&old.address);
    let said = mover.leave(&WITHOUT_PICTURES);
    let report = &said["left"]["report"]["report"];
    assert!(page(report, "/deep")["why"].as_str().unwrap().contains("deep"), "{report:#}");
    let file = mover.beside(said["left"]["report"]["page"].as_str().unwrap());
    let html = fs::read_to_string(&file).unwrap();
    assert!(
        !html.contains("<script") && !html.contains("onerror=alert") && !html.contains("\"onload"),
        "{html}"
    );
    // A page is named by its title when something of it is missing.
    fs::remove_file(mover.site().join("content/evil/collection.json")).unwrap();
    again(&mover);
    let html = fs::read_to_string(file).unwrap();
    assert!(html.contains("&lt;script&gt;alert(0)"), "its title is words");
    assert!(!html.contains("<script"), "{html}");
}
