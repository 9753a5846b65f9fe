//! How far a site has come, as the editor's first panel says it.

use serde_json::{Value, json};

use super::publishing::signed_in;
use super::{Editor, bakery, until};
use crate::site::{TestSite, stderr};

/// A look as `loggia new` makes it; it is served from a folder of the name `site`.
fn made(starter: &str, title: &str) -> TestSite {
    let maker = TestSite::tiny();
    let made = maker.loggia(&["new", starter, "--starter", starter, "--title", title]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    TestSite::of(&maker.beside(starter))
}

fn home(editor: &Editor) -> Value {
    editor.get("/config/api/home").ok()
}

/// The steps in their order, those that are done with a tick.
fn steps(home: &Value) -> String {
    let steps = home["steps"].as_array().unwrap().iter();
    let said = |step: &Value| {
        let name = step["name"].as_str().unwrap();
        if step["done"].as_bool().unwrap() { format!("{name}+") } else { name.to_owned() }
    };
    steps.map(said).collect::<Vec<_>>().join(" ")
}

/// S-894: a step is done when the files of the site say so, and no longer when they say so no longer.
#[test]
fn s_894_the_checklist_says_what_the_files_say() {
    // A folder's name is no choice, as long as the tag line is that of the look.
    let editor = Editor::open(made("shop", "site"));
    assert_eq!(steps(&home(&editor)), "name logo design product delivery+ payment publish");
    let said = |what: &str| until(what, || steps(&home(&editor)) == what);
    let set = |pointer: &str, value: Value| {
        editor.edit("site.json", json!([{"op": "set", "pointer": pointer, "value": value}])).ok();
    };
    set("/website/siteTitle", json!("Clay and fire"));
    said("name+ logo design product delivery+ payment publish");
    set("/website/logoImage", json!({"assetUrl": "/files/everyday-mug.jpg"}));
    said("name+ logo+ design product delivery+ payment publish");
    set("/tweaks", json!({"base": "#1f5c52"}));
    said("name+ logo+ design+ product delivery+ payment publish");
    // An example with a title of the owner's is no example any more.
    let edits = json!([{"op": "set", "pointer": "/title", "value": "Bowl for soup"}]);
    editor.edit("content/shop/02-low-bowl.json", edits).ok();
    said("name+ logo+ design+ product+ delivery+ payment publish");
    set("/shippingOptions", json!([]));
    said("name+ logo+ design+ product+ delivery payment publish");
    // What stands in [brackets] is to be filled in.
    set("/websiteSettings/orderSettings/manualPayments/0/instructions", json!("Account 1, Bank of Clay"));
    said("name+ logo+ design+ product+ delivery payment+ publish");
    assert_eq!(home(&editor)["publishedOn"], json!(null));
    let published = editor.post("/config/api/publish", &json!({"dryRun": false}));
    assert!(published.text().contains("\"published\""), "{}", published.text());
    assert_eq!(steps(&home(&editor)), "name+ logo+ design+ product+ delivery payment+ publish+");
    assert!(home(&editor)["publishedOn"].as_i64().unwrap() > 1_500_000_000_000);
    // Taken back is not done.
    set("/website/siteTitle", json!("site"));
    said("name logo+ design+ product+ delivery payment+ publish+");
}

/// S-894: what a site does not need is no step of it.
#[test]
fn s_894_who_sells_nothing_is_not_asked_about_a_shop() {
    let editor = Editor::open(made("magazine", "The Ferry Review"));
    let home = home(&editor);
    assert_eq!(steps(&home), "name+ logo design publish");
    assert_eq!((&home["sells"], &home["counts"]), (&json!(false), &json!(false)));
    // A template of one's own needs no setting to be one's own.
    let editor = Editor::open(bakery());
    let home = super::home::home(&editor);
    assert_eq!(steps(&home), "name+ logo design+ product+ delivery+ payment publish");
    assert_eq!(home["timeZone"], "America/New_York");
}

/// S-895, S-110: what is unfinished is named, for who may read it; steps are those of the role.
#[test]
fn s_895_what_is_unfinished_is_named_to_who_works_on_it() {
    let site = bakery();
    for (path, title, status) in [
        ("blog/09-a.json", "Rye", "Draft"),
        ("blog/09-b.json", "Spelt", "Needs Review"),
        ("shop/99.json", "Tin", "Draft"),
    ] {
        let json = json!({"title": title, "status": status, "body": "<p>x</p>"});
        site.write(&format!("content/{path}"), &json.to_string());
    }
    site.edit("content/contact/collection.json", "\"id\"", "\"enabled\": false, \"id\"");
    let sessions = [1, 4, 8, 3].map(|code| signed_in(&site, code, &format!("[{code}]")));
    let editor = Editor::signed_in(site, &sessions[0]);
    let seen = sessions.map(|session| {
        let cookie = editor.cookie_of(&session);
        let home = editor.call("GET /config/api/home", &[("cookie", &cookie)], &[]).ok();
        let titles = home["drafts"].as_array().unwrap().iter().map(|draft| draft["title"].clone());
        assert_eq!(home["draftCount"], json!(titles.len()));
        let mut titles: Vec<String> = titles.map(|title| title.as_str().unwrap().to_owned()).collect();
        titles.sort();
        (steps(&home), titles.join(", "))
    });
    let [admin, editor_role, store, reporting] = seen;
    assert_eq!(admin.1, "Contact and hours, Rye, Spelt, Tin");
    assert_eq!(editor_role, ("design+ publish".to_owned(), admin.1));
    assert_eq!(store, ("product+ delivery+ payment".to_owned(), "Tin".to_owned()));
    assert_eq!(reporting, (String::new(), String::new()));
}
