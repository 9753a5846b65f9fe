//! Notices for the browsers of the staff: a title and a line. They name no person and nothing that anybody wrote.

use crate::ordered::OrderWords;
use crate::published::Published;
use crate::repository::device::{Told, Waiting};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How many titles of products stand in a notice.
const NAMED: usize = 3;
/// The longest text of a notice, in characters.
const LONGEST: usize = 200;

static WORDS: LazyLock<BTreeMap<String, BTreeMap<String, String>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("words/notices.json")).unwrap_or_default());

/// The languages of notices; the first where none is said.
pub const LANGUAGES: [&str; 4] = ["en", "de", "fr", "es"];

/// What a browser is sent. It joins it with one of the same kind that is still shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// What it is about: where a click leads follows from it.
    pub kind: String,
    /// How many things it tells of.
    pub count: usize,
    /// The first line.
    pub title: String,
    /// The second line; "" when there is none.
    pub body: String,
    /// The first line of several, with `{count}` for how many; "" of what is never joined.
    pub many: String,
    /// The order, when it is about one.
    pub order: String,
}

/// The notice of a try.
pub fn of_try(language: &str) -> Notice {
    let title = said(language, "try", &[]);
    let (body, many, order) = (String::new(), String::new(), String::new());
    Notice { kind: "try".to_owned(), count: 1, title, body, many, order }
}

/// The notice of one kind of thing that happened: of one of them, or of how many there are.
pub fn of_kind(
    published: &Published,
    language: &str,
    (kind, happened): (Told, &[Waiting]),
) -> Option<Notice> {
    let facts: Vec<Value> = happened.iter().filter_map(|one| serde_json::from_str(&one.facts).ok()).collect();
    let first = facts.first()?;
    let text = |name: &str| first[name].as_str().unwrap_or_default();
    let word = |key: &str, values: &[(&str, &str)]| said(language, key, values);
    let (many, count) = (plain(language, many_of(kind)).to_owned(), facts.len());
    let several = many.replace("{count}", &count.to_string());
    let is_one = count == 1;
    let (title, body) = match kind {
        Told::Stock => {
            let title = stock_title(language, &facts);
            (title, if is_one { String::new() } else { several })
        }
        _ if !is_one => (several, String::new()),
        Told::Order => (word("order", &[("name", text("name"))]), money(published, language, first)),
        Told::Payment => {
            let is_dispute = text("cause") == "dispute";
            let key = if is_dispute { "dispute" } else { "payment" };
            (word(key, &[("name", text("name"))]), money(published, language, first))
        }
        Told::Message => (word("message", &[("form", text("form"))]), String::new()),
        Told::Review => {
            (word(if text("cause") == "comment" { "comment" } else { "review" }, &[]), String::new())
        }
        Told::Mention => {
            let key = if text("order").is_empty() { "mentionCustomer" } else { "mention" };
            (word(key, &[("name", text("name"))]), String::new())
        }
    };
    let order = if is_one { text("order").to_owned() } else { String::new() };
    Some(Notice { kind: kind.word().to_owned(), count, title: cut(&title), body, many, order })
}

/// What is sold out comes first.
fn stock_title(language: &str, facts: &[Value]) -> String {
    let is_out = |one: &&Value| one["left"].as_i64().unwrap_or(1) <= 0;
    let mut titles: Vec<&str> = Vec::new();
    for one in facts.iter().filter(is_out).chain(facts.iter().filter(|one| !is_out(one))) {
        let title = one["title"].as_str().unwrap_or_default();
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    let more = if titles.len() > NAMED { " …" } else { "" };
    let titles = format!("{}{more}", titles[..titles.len().min(NAMED)].join(", "));
    said(language, if facts.iter().all(|one| is_out(&one)) { "out" } else { "stock" }, &[("titles", &titles)])
}

const fn many_of(kind: Told) -> &'static str {
    match kind {
        Told::Order => "orders",
        Told::Payment => "payments",
        Told::Stock => "stocks",
        Told::Message => "messages",
        Told::Review => "reviews",
        Told::Mention => "mentions",
    }
}

fn money(published: &Published, language: &str, facts: &Value) -> String {
    let currency = facts["currency"].as_str().unwrap_or_default();
    facts["cents"]
        .as_i64()
        .map_or(String::new(), |cents| OrderWords::of(published, language).money(currency, cents))
}

fn plain(language: &str, key: &str) -> &'static str {
    let table = WORDS.get(language).or_else(|| WORDS.get(LANGUAGES[0]));
    table.and_then(|table| table.get(key)).map_or("", String::as_str)
}

/// A text with what stands for its one name in braces; a brace of a value is a brace.
fn said(language: &str, key: &str, values: &[(&str, &str)]) -> String {
    let text = plain(language, key);
    match values.first() {
        Some((name, value)) => cut(&text.replacen(&format!("{{{name}}}"), value, 1)),
        None => text.to_owned(),
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn waiting(kind: Told, facts: &Value) -> Waiting {
        Waiting { id: String::new(), kind: kind.word().into(), facts: facts.to_string(), created_at: 0 }
    }

    #[test]
    fn s_669_every_language_says_every_notice_with_the_same_names() {
        let names = |text: &str| {
            text.split('{').skip(1).map(|part| part.split('}').next().map(str::to_owned)).collect::<Vec<_>>()
        };
        for language in LANGUAGES {
            assert!(WORDS[language].keys().eq(WORDS["en"].keys()), "{language}");
            for (key, text) in &WORDS[language] {
                assert_eq!(names(text), names(&WORDS["en"][key]), "{language} {key}");
            }
        }
    }

    #[test]
    fn s_669_a_notice_fits_a_message_whatever_a_product_is_called() {
        let long = "ä".repeat(5_000);
        let published = Published::default();
        let many: Vec<Waiting> = (0..500)
            .map(|left| waiting(Told::Stock, &json!({"title": format!("{long}{left}"), "left": left})))
            .collect();
        for language in LANGUAGES {
            let notice = of_kind(&published, language, (Told::Stock, &many)).unwrap();
            assert!(serde_json::to_string(&notice).unwrap().len() < 3000);
            assert_eq!(notice.count, 500);
        }
        let form = [waiting(Told::Message, &json!({"form": long}))];
        let notice = of_kind(&published, "fr", (Told::Message, &form)).unwrap();
        assert!(serde_json::to_string(&notice).unwrap().len() < 3000);
    }

    #[test]
    fn s_669_one_is_named_and_several_are_counted() {
        let published = Published::default();
        let order = |number: i64| {
            waiting(
                Told::Order,
                &json!({"order": "id", "name": format!("#{number}"), "cents": 5730, "currency": "EUR"}),
            )
        };
        let one = of_kind(&published, "en", (Told::Order, &[order(1042)])).unwrap();
        assert_eq!((one.title.as_str(), one.order.as_str(), one.count), ("Order #1042", "id", 1));
        assert!(one.body.contains("57.30"), "{}", one.body);
        let two = of_kind(&published, "de", (Told::Order, &[order(1), order(2)])).unwrap();
        assert_eq!(
            (two.title.as_str(), two.body.as_str(), two.order.as_str()),
            ("2 neue Bestellungen", "", "")
        );
        assert_eq!(of_kind(&published, "en", (Told::Order, &[])), None);
        let brace = [waiting(Told::Message, &json!({"form": "{form} {count}"}))];
        assert_eq!(
            of_kind(&published, "en", (Told::Message, &brace)).unwrap().title,
            "New answer to {form} {count}"
        );
    }
}
