//! Addresses that lead elsewhere, as owners write them down.

use loggia_exchange::addresses::{Part, Rule, Table, csv, mapping};
use proptest::prelude::*;

fn no_page(_: &str) -> bool {
    false
}

fn table(text: &str) -> (Table, Vec<String>) {
    let (rules, mut faults) = mapping(text);
    let (table, more) = Table::new(rules, &no_page);
    faults.extend(more);
    (table, faults.into_iter().map(|fault| format!("{}: {}", fault.line, fault.message)).collect())
}

fn address(rule: &Rule) -> String {
    rule.target(str::to_owned, |part| match part {
        Part::Name(name) => format!("[{name}]"),
        _ => "*".to_owned(),
    })
}

/// Where an address leads, and with which status.
fn lead(table: &Table, asked: &str) -> Option<(String, u16)> {
    let (path, query) = asked.split_once('?').unwrap_or((asked, ""));
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let pairs: Vec<(String, String)> =
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    table.lead(path, &pairs).map(|rule| (address(&rule), rule.status))
}

#[test]
fn s_540_lines_of_mappings_with_names_and_wildcards() {
    let (table, faults) = table(
        "/about-us -> /about 301\n\n# moved in spring\n/old/ -> /new 302\n/log/[year]/[name] -> /journal/[name]\n\
         /shop/* -> https://goods.example/all/* 301\n/caf%C3%A9 -> /menu?day=1#soup 301\n/?p=12 -> /journal/twelve\n",
    );
    assert_eq!(faults, Vec::<String>::new());
    let to = |asked: &str| lead(&table, asked).map(|(to, status)| format!("{to} {status}"));
    assert_eq!(to("/about-us").as_deref(), Some("/about 301"));
    assert_eq!(to("/about-us/").as_deref(), Some("/about 301"));
    assert_eq!(to("/old").as_deref(), Some("/new 302"));
    assert_eq!(to("/log/2019/rain").as_deref(), Some("/journal/rain 301"));
    assert_eq!(to("/log/2019/may/rain"), None);
    assert_eq!(to("/shop/a/b").as_deref(), Some("https://goods.example/all/a/b 301"));
    assert_eq!(to("/shop").as_deref(), Some("https://goods.example/all 301"));
    assert_eq!(to("/café").as_deref(), Some("/menu?day=1#soup 301"));
    assert_eq!(to("/?p=12").as_deref(), Some("/journal/twelve 301"));
    assert_eq!((to("/?p=13"), to("/"), to("/about")), (None, None, None));
}

#[test]
fn s_540_a_list_with_columns_and_its_dialects() {
    for text in [
        "Old address,New address,Code\nhttps://was.example/a,/b,302\n\"/x,y\",/z\n",
        "\u{feff}/a;/b;302\r\n/x,y;/z;\r\n",
        "/a\t/b\t302\n/x,y\t/z\n",
    ] {
        let (rules, faults) = csv(text);
        assert_eq!(faults, [], "{text}");
        let (table, _) = Table::new(rules, &no_page);
        assert_eq!(lead(&table, "/a"), Some(("/b".to_owned(), 302)), "{text}");
        assert_eq!(lead(&table, "/x,y"), Some(("/z".to_owned(), 301)), "{text}");
    }
    let (rules, faults) = csv("/a,/b\nnowhere,/c\n/d,/e,200\n/f\n");
    assert_eq!((rules.len(), faults.iter().map(|fault| fault.line).collect::<Vec<_>>()), (1, vec![2, 3, 4]));
}

#[test]
fn s_540_what_cannot_be_read_is_named_with_its_line() {
    for (line, part) in [
        ("/a /b 301", "no '->'"),
        ("/a ->", "leads nowhere"),
        ("/a -> /b 404", "no kind of redirect"),
        ("/a -> /b moved", "no kind of redirect"),
        ("/a -> /b 301 now", "behind the end"),
        ("/a/[name] -> /b/[other] 301", "does not have"),
        ("/a/x-[name] -> /b", "a whole part"),
        ("/a/[x]/[x] -> /b", "twice"),
        ("/a -> //elsewhere.example/b", "no address"),
        ("/a -> javascript:alert(1)", "no address"),
        ("/a -> https://a@b.example/", "no address"),
        ("/a/../b -> /c", "no path has"),
    ] {
        let (_, faults) = table(&format!("/fine -> /good 301\n{line}\n"));
        assert!(faults.len() == 1 && faults[0].starts_with("2: ") && faults[0].contains(part), "{faults:?}");
    }
}

#[test]
fn s_541_chains_are_one_step_and_circles_are_refused() {
    let (made, faults) = table(
        "/a -> /b 301\n/b -> /c 302\n/c -> /d\n/1 -> /2\n/2 -> /1\n/self -> /self\n/in/[n] -> /in/[n]\n\
         /grow/* -> /grow/more/*\n/blog/[name] -> /news/[name]\n/news/[name] -> /journal/[name]\n\
         /news/special -> /about\n/news/gone -> https://else.example/x\n",
    );
    assert_eq!(lead(&made, "/a"), Some(("/d".to_owned(), 302)), "one that is for now makes the chain so");
    assert_eq!(lead(&made, "/c"), Some(("/d".to_owned(), 301)));
    assert_eq!(lead(&made, "/blog/x"), Some(("/journal/x".to_owned(), 301)));
    assert_eq!(lead(&made, "/blog/special"), Some(("/about".to_owned(), 301)));
    assert_eq!(lead(&made, "/blog/gone"), Some(("https://else.example/x".to_owned(), 301)));
    assert_eq!(lead(&made, "/1"), None);
    let lines: Vec<&str> = faults.iter().map(|fault| fault.split(':').next().unwrap()).collect();
    assert_eq!(lines, ["4", "5", "6", "7", "8"], "{faults:?}");
    assert!(faults.iter().all(|fault| fault.contains("leads in a circle")));
}

#[test]
fn s_541_of_two_the_first_counts_and_pages_go_before() {
    let (rules, _) = mapping("/a -> /b\n/a -> /c\n/page -> /b\n/x -> /page\n/[any] -> /b\n");
    let (table, faults) = Table::new(rules, &|path| path == "/page");
    assert_eq!(lead(&table, "/a"), Some(("/b".to_owned(), 301)));
    assert_eq!(lead(&table, "/x"), Some(("/page".to_owned(), 301)), "the page answers, not what fits any");
    let told: Vec<(usize, bool)> =
        faults.iter().map(|fault| (fault.line, fault.message.contains("page of the site"))).collect();
    assert_eq!(told, [(2, false), (3, true)]);
}

proptest! {
    /// S-541: whatever the rules are, an address is answered at once: where it leads, no other rule is for it.
    #[test]
    fn s_541_no_rule_leads_to_another(rules in prop::collection::vec(
        ("[abc]/?[abcd]?|[ab]/\\[n\\]|[abc]/\\*", "[abcd]/?[abcd]?|[cd]"), 1..12)) {
        let text: String = rules.iter().map(|(from, to)| format!("/{from} -> /{to}\n")).collect();
        let (made, _) = table(&text);
        for path in ["/a", "/b", "/c", "/a/a", "/a/b", "/b/c", "/c/d", "/b/d/e"] {
            if let Some((to, _)) = lead(&made, path)
                && let Some((further, _)) = lead(&made, &to) {
                prop_assert_eq!(further, to.clone(), "{} leads to {}\n{}", path, to, text);
            }
        }
    }
    #[test]
    fn s_540_nothing_that_is_read_panics(text in "\\PC{0,200}") {
        let (mut rules, _) = mapping(&text);
        rules.extend(csv(&text).0);
        let (table, _) = Table::new(rules, &no_page);
        let _ = table.lead(&text, &[]);
    }
}
