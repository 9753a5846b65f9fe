//! A list of products that an owner brings into the shop from the editor.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use super::publishing::signed_in;
use super::{Answer, Editor, bakery, until};

const NEW: &str = "Handle,Title,Body (HTML),Vendor,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Cost per item\n\
    mill-bag,Mill bag,<p>Of linen.</p>,Mill,\"linen, bag\",TRUE,Size,Small,MB-S,3,12.50,4\n\
    mill-bag,,,,,,,Large,MB-L,4,19.00,5\n\
    jar,Jar,<p>Of glass.</p>,Mill,,TRUE,Title,Default Title,JAR,10,8.00,2\n";

fn sent(editor: &Editor, (cookie, crumb): (&str, &str), query: &str, bytes: &[u8]) -> Answer {
    let headers =
        [("cookie", cookie), ("content-type", "application/octet-stream"), ("x-loggia-editor", crumb)];
    editor.call(&format!("POST /config/api/products/list?{query}"), &headers, bytes)
}

fn send(editor: &Editor, query: &str, bytes: &[u8]) -> Answer {
    sent(editor, (&editor.cookie, &editor.crumb), query, bytes)
}

fn look(editor: &Editor, query: &str, list: &str) -> Value {
    send(editor, &format!("dryRun=true&{query}"), list.as_bytes()).ok()
}

/// The last line of the answer to an import.
fn last(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_str(answer.text().trim().lines().last().unwrap()).unwrap()
}

fn import(editor: &Editor, query: &str, list: &str) -> Value {
    let line = last(&send(editor, query, list.as_bytes()));
    assert_eq!(line["kind"], "imported", "{line}");
    line
}

/// Every file of the site that the editor changes, as it is.
fn files(root: std::path::PathBuf) -> BTreeMap<String, Vec<u8>> {
    let kept = ["content", "site.json", "files"].map(|name| root.join(name));
    let all = kept.iter().flat_map(|kept| walkdir::WalkDir::new(kept).into_iter().map(Result::unwrap));
    let all = all.filter(|entry| entry.file_type().is_file());
    all.map(|entry| (entry.path().display().to_string(), fs::read(entry.path()).unwrap())).collect()
}

fn undo(editor: &Editor, done: &Value) -> Value {
    let inverse: Vec<Value> =
        done["files"].as_array().unwrap().iter().map(|file| file["inverse"].clone()).collect();
    editor.change(json!(inverse)).ok()
}

/// S-387: what a list would do is said before anything is done; it is done as one change, which is taken back to the byte.
#[test]
fn s_387_a_list_is_looked_at_brought_in_at_once_and_taken_back() {
    let editor = Editor::open(bakery());
    let before = files(editor.site.root());
    let plan = look(&editor, "folder=shop", NEW);
    assert_eq!(files(editor.site.root()), before, "only looked at");
    assert_eq!(plan["source"], "Shopify");
    let numbers =
        ["products", "variants", "pieces", "added", "changed", "same", "left"].map(|key| plan[key].clone());
    assert_eq!(json!(numbers), json!([2, 3, 17, 2, 0, 0, 0]), "{plan}");
    assert_eq!((&plan["prices"], &plan["currency"]), (&json!("39.50"), &json!("USD")));
    assert_eq!((&plan["rows"][0]["title"], &plan["rows"][0]["becomes"]), (&json!("Mill bag"), &json!("new")));
    assert!(plan["faults"].to_string().contains("Cost per item"), "a column that nothing reads: {plan}");
    let events = editor.listen();
    let done = import(&editor, &format!("folder=shop&plan={}", plan["plan"].as_str().unwrap()), NEW);
    drop(events);
    assert_eq!((&done["added"], &done["changed"]), (&json!(2), &json!(0)));
    let bag: Value = serde_json::from_str(&editor.on_disk("content/shop/mill-bag.json")).unwrap();
    assert_eq!(bag["structuredContent"]["variants"][1]["price"], 1900);
    assert_eq!(bag["displayIndex"], 13);
    until("the shop shows it", || editor.get("/shop/mill-bag").text().contains("Mill bag"));
    // The same list once more changes nothing.
    let again = look(&editor, "folder=shop", NEW);
    assert_eq!(
        (&again["added"], &again["changed"], &again["same"]),
        (&json!(0), &json!(0), &json!(2)),
        "{again}"
    );
    let after = files(editor.site.root());
    assert_eq!(import(&editor, "folder=shop", NEW)["files"], json!([]));
    assert_eq!(files(editor.site.root()), after);
    undo(&editor, &done);
    assert_eq!(files(editor.site.root()), before);
}

/// S-388: a product that is there follows what the list says of it, found by its SKU or its address; what the list does not
/// say, its stock and whether it is shown stay; or it is left, or the list's is added beside it.
#[test]
fn s_388_products_that_are_there_are_changed_left_or_added_beside() {
    let editor = Editor::open(bakery());
    let path = "content/shop/01-country-sourdough.json";
    let before = editor.on_disk(path);
    let old: Value = serde_json::from_str(&before).unwrap();
    let sku = old["structuredContent"]["variants"][0]["sku"].as_str().unwrap();
    let list = format!("Name,SKU,Price,Stock\nFarm loaf,{sku},99.95,1\n");
    let left = look(&editor, "folder=shop&present=leave", &list);
    assert_eq!((&left["left"], &left["added"], &left["changed"]), (&json!(1), &json!(0), &json!(0)));
    let beside = look(&editor, "folder=shop&present=add", &list);
    assert_eq!(beside["added"], 1);
    let plan = look(&editor, "folder=shop", &list);
    assert_eq!((&plan["changed"], &plan["rows"][0]["was"]), (&json!(1), &old["title"]), "{plan}");
    let done = import(&editor, "folder=shop", &list);
    let new: Value = serde_json::from_str(&editor.on_disk(path)).unwrap();
    assert_eq!((&new["title"], &new["excerpt"]), (&json!("Farm loaf"), &old["excerpt"]));
    assert_eq!((&new["urlId"], &new["id"], &new["details"]), (&old["urlId"], &old["id"], &old["details"]));
    let (was, is) = (&old["structuredContent"]["variants"], &new["structuredContent"]["variants"]);
    assert_eq!(is.as_array().unwrap().len(), was.as_array().unwrap().len());
    assert_eq!((&is[0]["qtyInStock"], &is[1]), (&was[0]["qtyInStock"], &was[1]));
    let priced = is[0]["priceMoney"]["value"] == "99.95" || is[0]["price"] == 9995;
    assert!(priced, "{}", is[0]);
    // No price says another than the page shows.
    assert_eq!(look(&editor, "folder=shop", &list)["same"], 1);
    undo(&editor, &done);
    assert_eq!(editor.on_disk(path), before);
}

/// S-387: another list than the one that was looked at is not brought in; a new page has the address that its products had.
#[test]
fn s_387_a_plan_that_is_past_is_not_carried_out_and_a_new_page_keeps_its_address() {
    let editor = Editor::open(bakery());
    let plan = look(&editor, "", NEW);
    assert_eq!(plan["pageTitle"], "Shop");
    editor
        .edit("content/shop/07-lemon-tart.json", json!([{"op": "set", "pointer": "/title", "value": "Tart"}]))
        .ok();
    // What it meets is as it was: another product makes no other plan.
    let name = plan["plan"].as_str().unwrap().to_owned();
    let other = NEW.replace("\njar,Jar", "\njug,Jug");
    let line = last(&send(&editor, &format!("plan={name}"), other.replace("mill-bag", "sack").as_bytes()));
    assert_eq!((&line["kind"], &line["code"]), (&json!("failed"), &json!("plan")), "{line}");
    let done = import(&editor, &format!("plan={name}"), NEW);
    assert_eq!(done["added"], 2);
    let page: Value = serde_json::from_str(&editor.on_disk("content/products/collection.json")).unwrap();
    assert_eq!(
        (&page["urlId"], &page["title"], &page["type"]),
        (&json!("products"), &json!("Shop"), &json!(13))
    );
    let menu: Value = serde_json::from_str(&editor.on_disk("site.json")).unwrap();
    assert!(menu["navigation"]["mainNav"].to_string().contains("/products"), "{}", menu["navigation"]);
    until("its old address leads there", || editor.get("/products/jar").text().contains("Of glass."));
}

/// S-567: a product without a number is known by its address and its name, on whatever page of the shop it stands; one that
/// is called otherwise there is another one.
#[test]
fn s_567_a_product_without_a_number_is_known_on_another_page() {
    let editor = Editor::open(bakery());
    let list = "Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price\n\
        jar,Jar,Mill,Title,Default Title,,8.00\n\
        lid,Lid,Mill,Title,Default Title,,2.00\n";
    import(&editor, "folder=shop", list);
    for query in ["folder=shop", ""] {
        let again = look(&editor, query, list);
        assert_eq!((&again["added"], &again["same"]), (&json!(0), &json!(2)), "{query} {again}");
    }
    let dearer = list.replace("8.00", "9.00").replace("lid,Lid", "lid,Cover");
    let plan = look(&editor, "", &dearer);
    let becomes: Vec<&Value> = plan["rows"].as_array().unwrap().iter().map(|row| &row["becomes"]).collect();
    assert_eq!(becomes, [&json!("changed"), &json!("new")], "{plan}");
}

/// S-389: what is no list, too much or broken is refused in words, and changes nothing; who works on no product may not.
#[test]
fn s_389_hostile_files_and_roles_that_may_not_change_nothing() {
    let site = bakery();
    let roles = [1_u8, 3, 4, 6, 8, 10].map(|code| (code, signed_in(&site, code, &format!("[{code}]"))));
    let editor = Editor::signed_in(site, &roles[0].1);
    let before = files(editor.site.root());
    let mut bomb = b"PK\x03\x04".to_vec();
    bomb.extend(std::iter::repeat_n(0_u8, 4096));
    let many: String = (0..5_001).map(|number| format!("Product {number},1.00\n")).collect();
    for (bytes, status, code) in [
        (b"".to_vec(), 422, "no-list"),
        (b"<html><script>alert(1)</script>".to_vec(), 422, "no-list"),
        (b"{\"website\": {}}".to_vec(), 422, "no-list"),
        (bomb, 422, "no-list"),
        (vec![0xff; 2048], 422, "no-list"),
        (b"Name,Colour\nA,red\n".to_vec(), 422, "no-list"),
        (b"Name,Price\n".to_vec(), 422, "no-products"),
        (format!("Name,Price\n{many}").into_bytes(), 422, "too-many"),
    ] {
        let answer = send(&editor, "dryRun=true&folder=shop", &bytes);
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (status, Some(code)),
            "{}",
            answer.text()
        );
    }
    let answer = send(&editor, "dryRun=true", &vec![b'a'; (32 << 20) + 1]);
    assert_eq!((answer.status, answer.json()["code"].as_str()), (413, Some("too-large")));
    assert_eq!(send(&editor, "dryRun=true&folder=blog", NEW.as_bytes()).json()["code"], "folder");
    assert_eq!(send(&editor, "dryRun=true&folder=../..", NEW.as_bytes()).json()["code"], "folder");
    let own = |code: u8| {
        let cookie = editor.cookie_of(&roles.iter().find(|(known, _)| *known == code).unwrap().1);
        let crumb = editor.crumb_of(&cookie);
        (cookie, crumb)
    };
    for code in [3, 6, 10] {
        let (cookie, crumb) = own(code);
        let answer = sent(&editor, (&cookie, &crumb), "folder=shop", NEW.as_bytes());
        assert_eq!(answer.status, 403, "role {code}");
    }
    assert_eq!(files(editor.site.root()), before);
    // Who may not publish brings drafts, on a new page as well, and names it in no menu.
    let (cookie, crumb) = own(8);
    let menus = editor.on_disk("site.json");
    let line = last(&sent(&editor, (&cookie, &crumb), "title=Goods", NEW.as_bytes()));
    assert_eq!(line["kind"], "imported", "{line}");
    let jar: Value = serde_json::from_str(&editor.on_disk("content/goods/jar.json")).unwrap();
    assert_eq!((&jar["status"], editor.on_disk("site.json")), (&json!("Draft"), menus));
}

/// S-387: of a list with faults everything else is taken over; each fault has its line and what stands there.
#[test]
fn s_387_faults_have_their_row_and_leave_the_rest() {
    let editor = Editor::open(bakery());
    let list = "Name,SKU,Price,Stock\nCup,C-1,twelve,4\nPlate,P-1,9.00,2\n,X-9,3.00,1\nBowl,B-1,1.2345,7\n";
    let plan = look(&editor, "folder=shop", list);
    let lines: Vec<u64> =
        plan["faults"].as_array().unwrap().iter().filter_map(|fault| fault["line"].as_u64()).collect();
    assert!(lines.contains(&2), "{plan}");
    let cup = plan["faults"].as_array().unwrap().iter().find(|fault| fault["line"] == 2).unwrap();
    assert!(cup["row"].as_array().unwrap().iter().any(|cell| cell["text"] == "twelve"), "{cup}");
    let done = import(&editor, "folder=shop", list);
    assert!(done["added"].as_u64().unwrap() >= 3, "{done}");
    let cup: Value = serde_json::from_str(&editor.on_disk("content/shop/cup.json")).unwrap();
    let variant = &cup["structuredContent"]["variants"][0];
    assert_eq!((&variant["unlimited"], &variant["qtyInStock"]), (&json!(false), &json!(4)), "{variant}");
    assert_eq!((&cup["status"], &variant["price"]), (&json!("Draft"), &Value::Null), "nothing is given away");
}

/// S-640: a product without a price is brought as a draft with its stock, and says what is missing; a variant without one is
/// never added to a product that is sold.
#[test]
fn s_640_what_has_no_price_is_a_draft_that_says_so_and_keeps_its_stock() {
    let editor = Editor::open(bakery());
    let list = "Name,SKU,Price,Stock\nCup,C-1,,4\nPlate,P-1,9.00,2\nFree card,F-1,0.00,9\n";
    let plan = look(&editor, "folder=shop", list);
    let missing: Vec<&Value> = plan["rows"].as_array().unwrap().iter().map(|row| &row["missing"]).collect();
    assert_eq!(missing, [&json!(["price"]), &Value::Null, &Value::Null], "a price of 0 is a price: {plan}");
    import(&editor, "folder=shop", list);
    let file = |name: &str| -> Value {
        serde_json::from_str(&editor.on_disk(&format!("content/shop/{name}.json"))).unwrap()
    };
    let states = ["cup", "plate", "free-card"].map(|name| file(name)["status"].clone());
    assert_eq!(json!(states), json!(["Draft", "Published", "Published"]));
    assert_eq!(file("cup")["structuredContent"]["variants"][0]["qtyInStock"], 4);
    // Once more nothing changes, and a product that is there is no draft for what a list does not say.
    let again = look(&editor, "folder=shop", &list.replace("9.00", ""));
    assert_eq!((&again["same"], &again["rows"][1]["missing"]), (&json!(3), &Value::Null), "{again}");
    import(&editor, "folder=shop", NEW);
    let third = NEW.replace("\njar,Jar", "\nmill-bag,,,,,,,Giant,MB-G,7,,\njar,Jar");
    let more = look(&editor, "folder=shop", &third);
    let codes: Vec<&Value> = more["faults"].as_array().unwrap().iter().map(|fault| &fault["code"]).collect();
    assert!(codes.contains(&&json!("variant-no-price")), "{more}");
    assert_eq!((&more["changed"], &more["same"]), (&json!(0), &json!(2)), "{more}");
}

/// S-641: what is wrong at a row is said by a code and by what the sentence names, never by English words alone.
#[test]
fn s_641_every_fault_of_a_list_has_a_code_and_what_it_names() {
    let editor = Editor::open(bakery());
    let list = "Name,SKU,Price,Stock,Colour of the lid\nCup,C-1,twelve,4,red\n,X-9,3.00,1,\nBowl,B-1,1.2345,many,\nPot,P-1,,1,\nPan,P-2,,1,\n";
    let plan = look(&editor, "folder=shop", list);
    let at = |line: u64, code: &str| {
        let faults = plan["faults"].as_array().unwrap();
        let found = faults.iter().find(|fault| fault["line"] == line && fault["code"] == code);
        found.unwrap_or_else(|| panic!("{line} {code} in {plan:#}")).clone()
    };
    assert_eq!(at(2, "not-amount")["values"], json!({"text": "twelve", "column": "price"}));
    assert_eq!(at(4, "rounded")["values"]["taken"], "1.23");
    assert_eq!(at(4, "not-count")["values"], json!({"text": "many", "column": "stock", "taken": "0"}));
    assert_eq!(at(2, "no-price")["more"], 2, "two rows below have none either");
    assert!(at(1, "columns-left")["values"]["columns"].as_str().unwrap().contains("Colour of the lid"));
    let nameless = plan["faults"].as_array().unwrap().iter().all(|fault| fault["code"] != "");
    assert!(nameless, "{plan:#}");
}

/// S-642: what was downloaded changes nothing when it is brought in again, and somebody who works on no product gets none.
#[test]
fn s_642_a_list_that_was_downloaded_and_is_brought_in_again_changes_nothing() {
    let editor = Editor::open(bakery());
    let before = files(editor.site.root());
    let answer = editor.call("GET /config/api/products/list", &[("cookie", &editor.cookie)], b"");
    assert_eq!(answer.status, 200, "{}", answer.text());
    let text = answer.text();
    assert!(text.contains("Country sourdough"), "{text}");
    let plan = look(&editor, "folder=shop", &text);
    let numbers = ["added", "changed", "left"].map(|key| plan[key].clone());
    assert_eq!(json!(numbers), json!([0, 0, 0]), "{plan:#}");
    assert_eq!(plan["picturesToBring"], 0, "{plan:#}");
    assert_eq!(import(&editor, "folder=shop&pictures=true", &text)["files"], json!([]));
    assert_eq!(files(editor.site.root()), before);
    // What is changed in the list alone is what changes here.
    let dearer = text.replacen("Country sourdough", "Country loaf", 1);
    let plan = look(&editor, "folder=shop", &dearer);
    assert_eq!((&plan["changed"], &plan["added"]), (&json!(1), &json!(0)), "{plan:#}");
}

/// S-389: pictures are asked for by the rule of an import: no address of this machine or its network is called, and what did
/// not come stays where it was.
#[test]
fn s_389_pictures_of_inner_addresses_are_not_called() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}/a.png", listener.local_addr().unwrap());
    let list = format!("Name,Price,Image\nCup,9.00,{address}\n");
    let editor = Editor::open(bakery());
    let plan = look(&editor, "folder=shop", &list);
    assert_eq!((&plan["pictures"], &plan["picturesToBring"]), (&json!(1), &json!(1)), "{plan}");
    let done = import(&editor, "folder=shop&pictures=true", &list);
    assert_eq!((&done["pictures"], &done["missing"]), (&json!(0), &json!([address])), "{done}");
    assert!(listener.accept().is_err(), "nobody called");
    assert!(editor.on_disk("content/shop/cup.json").contains(&address));
}
