//! The day of the switch: the old site as it answers now, against the new one where it is staged.

use serde_json::{Value, json};

use crate::mover::Mover;
use crate::server::Answer;
use crate::small_site::{SmallSite, jug};

/// A site that was left and built, and the same where it is staged, with nothing between them that differs.
struct Switch {
    old: SmallSite,
    staged: SmallSite,
    mover: Mover,
}

impl Switch {
    fn new() -> Switch {
        let old = SmallSite::hosted();
        let mover = Mover::of(&old.address);
        mover.leave(&["--mine"]);
        let out = mover.build();
        old.becomes(&out);
        let staged = SmallSite::over(Some(out));
        let switch = Switch { old, staged, mover };
        switch.stock(7);
        switch
    }

    /// What the new shop's API counts.
    fn stock(&self, left: u32) {
        let variant = json!({
            "sku": "J1", "unlimited": false, "qtyInStock": left, "price": 0, "salePrice": 0, "onSale": false,
        });
        let jug = json!({"buildId": "1", "variants": [variant]});
        self.staged.json("/api/commerce/inventory/stocks?itemIds=jug", &json!({"items": {"jug": jug}}));
    }

    fn check(&self) -> (i32, Value) {
        let done = self.mover.command(&["--check", &self.staged.address]).output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        let json = serde_json::from_str(&said);
        let json = json.unwrap_or_else(|_| panic!("{said}\n{}", String::from_utf8_lossy(&done.stderr)));
        (done.status.code().unwrap(), json)
    }

    /// The kinds of what differs, in order, with the first place and what it is.
    fn found(&self) -> Vec<(String, String, String)> {
        let (status, said) = self.check();
        let all = said["check"]["differences"].as_array().unwrap();
        assert_eq!(status, i32::from(!all.is_empty()), "{said:#}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        all.iter().map(|one| (text(&one["kind"]), text(&one["at"][0]), text(&one["what"]))).collect()
    }

    /// The page that is staged, changed.
    fn changed(&self, path: &str, from: &str, to: &str) {
        let html = self.html(path);
        assert!(html.contains(from), "{from} in {html}");
        self.staged.html(path, &html.replace(from, to));
    }

    fn html(&self, path: &str) -> String {
        self.old.body(path)
    }
}

/// S-588: two sites that say the same are equal, and the steps are said.
#[test]
fn s_588_nothing_differs_between_equal_sites() {
    let switch = Switch::new();
    let before = switch.mover.tree();
    let (status, said) = switch.check();
    assert_eq!(said["check"]["differences"], json!([]), "{said:#}");
    assert_eq!(status, 0);
    let check = &said["check"];
    assert!(check["addresses"].as_u64().unwrap() >= 7, "{check}");
    assert_eq!((&check["products"], &check["variants"]), (&json!(1), &json!(1)), "{check}");
    assert!(check["feeds"].as_u64().unwrap() >= 1 && check["pages"].as_u64().unwrap() >= 6, "{check}");
    assert!(said["steps"].to_string().contains("MX"));
    assert_eq!(switch.mover.tree(), before, "nothing of the site is changed");
}

/// S-588: what differs is found and named, what matters most first.
#[test]
fn s_588_what_differs_is_found() {
    let switch = Switch::new();
    // The old shop has sold some, and asks more.
    switch.old.json("/shop?format=json", &{
        let mut page: Value = serde_json::from_str(&switch.old.body("/shop?format=json")).unwrap();
        page["items"] = json!([jug(2_551, 5)]);
        page
    });
    switch.staged.set("/journal/rain", Answer::of(404, "text/html", ""));
    switch.staged.set("/old-shop", Answer::of(301, "text/html", "").with("location", "/older"));
    switch.staged.set("/older", Answer::of(301, "text/html", "").with("location", "/shop"));
    switch.changed("/journal", "<title>", "<title>Our ");
    switch.changed("/journal/fire", "\"headline\":\"First fire\",", "");
    let found = switch.found();
    let has = |kind: &str, at: &str, part: &str| {
        assert!(
            found.iter().any(|(own, place, what)| own == kind && place == at && what.contains(part)),
            "{kind} {at} {part}: {found:#?}"
        );
    };
    has("missing", "/journal/rain", "404");
    has("price", "/shop/jug", "Tall jug (J1): 24.50, it was 25.51");
    has("stock", "/shop/jug", "7 left, the old shop has 5");
    has("redirect", "/old-shop", "2 steps");
    has("title", "/journal", "Our ");
    has("structured-data", "/journal/fire", "headline is not there");
    assert_eq!(found[0].0, "missing", "what matters most stands first");
    assert_eq!(found.len(), 6, "{found:#?}");
}

/// S-588: a redirect for now, one to another page, a page that may not be found, and what is said of the host.
#[test]
fn s_588_redirects_and_marks_for_machines_are_compared() {
    let switch = Switch::new();
    switch.staged.set("/old-shop", Answer::of(302, "text/html", "").with("location", "/journal"));
    let hidden = Answer::of(200, "text/html", switch.html("/shop")).with("x-robots-tag", "noindex");
    switch.staged.set("/shop", hidden);
    let front = switch.html("/");
    switch.staged.html("/", &front.replace(&switch.old.address, &switch.staged.address));
    switch.staged.set("/robots.txt", Answer::of(200, "text/plain", "User-agent: *\nDisallow: /journal/\n"));
    switch.stock(7);
    let found = switch.found();
    let kinds: Vec<(&str, &str)> = found.iter().map(|(kind, at, _)| (kind.as_str(), at.as_str())).collect();
    for one in
        [("redirect", "/old-shop"), ("hidden", "/shop"), ("canonical", "/"), ("hidden", "/journal/fire")]
    {
        assert!(kinds.contains(&one), "{one:?}: {found:#?}");
    }
    let led: Vec<&String> =
        found.iter().filter(|(kind, ..)| kind == "redirect").map(|(.., what)| what).collect();
    assert!(led.iter().any(|what| what.contains("only for now (302)")), "{led:?}");
    assert!(led.iter().any(|what| what.contains("another page")), "{led:?}");
}

/// S-588: what cannot be compared is said, and does not count as equal.
#[test]
fn s_588_what_cannot_be_compared_is_said() {
    let switch = Switch::new();
    switch.staged.set("/api/commerce/inventory/stocks?itemIds=jug", Answer::of(404, "text/plain", ""));
    let found = switch.found();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].0, "not-compared");
    let gone = switch.mover.command(&["--check", "http://127.0.0.1:9"]).output().unwrap();
    let said = String::from_utf8_lossy(&gone.stderr).into_owned();
    assert!(gone.status.code() == Some(3) && said.contains("cannot be reached"), "{said}");
    let nothing = Mover::of("http://127.0.0.1:9");
    let none = nothing.command(&["--check", &switch.staged.address]).output().unwrap();
    let said = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(none.status.code() == Some(2) && said.contains("loggia leave"), "{said}");
    let same = switch.mover.command(&["--check", &switch.old.address]).output().unwrap();
    assert_eq!(same.status.code(), Some(2));
}
