//! Fills a store of visits with made-up events of the last days, and rolls them up:
//! `fill <database url> <events> <days>`. Prints how long either took, as JSON.

use loggia_api::clock::{Clock, DAY};
use loggia_api::repository::Db;
use loggia_api::repository::visits::event::Event;
use loggia_api::repository::visits::{group, partition};
use loggia_api::{token, tracking};
use serde_json::json;
use std::collections::HashSet;
use std::time::Instant;

/// How many events one group has.
const GROUP: usize = 2000;
/// How many pages the site has, and how many people read it.
const PAGES: u64 = 600;
const VISITORS: u64 = 400_000;
/// How many errors differ.
const FAULTS: u64 = 500;

/// Numbers without a pattern that matters, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    /// Small numbers far more often than large ones, as pages and people are.
    fn small(&mut self, sides: u64) -> u64 {
        let first = self.roll(sides);
        self.roll(first + 1)
    }
}

fn path(number: u64) -> String {
    match number {
        0 => "/".into(),
        1 => "/cart".into(),
        2 => "/checkout".into(),
        number if number % 3 == 0 => format!("/shop/product-{number}"),
        number => format!("/journal/article-{number}"),
    }
}

/// A number in letters: errors that differ in digits alone are alike.
fn word(number: u64) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}

fn made_up(dice: &mut Dice, at: i64) -> Event {
    let visitor = dice.small(VISITORS);
    let page = path(dice.small(PAGES));
    let (kind, name, data) = match dice.roll(100) {
        0..80 => (
            "hit",
            "1".into(),
            json!({"eventName": "page_view", "payload": {"pagePath": page, "pageHash": "", "websiteId": "site", "templateId": "template"}}),
        ),
        80..84 => (
            "hit",
            "2".into(),
            json!({"eventName": "site_search", "payload": {"query": format!("word {}", dice.small(300))}}),
        ),
        84..90 => (
            "performance",
            page.clone(),
            json!({"pathname": page, "timings": {"LCP": 800 + dice.small(4000), "INP": 20 + dice.small(500), "CLS": 0.01, "TTFB": 30 + dice.small(900), "FCP": 300 + dice.small(2000)}}),
        ),
        90..95 => ("pipeline", "visit_product_page".into(), json!({"page_path": page})),
        95..97 => ("pipeline", "add_to_cart".into(), json!({"page_path": page})),
        97..98 => ("event", "order".into(), json!({"id": "order"})),
        98..99 => {
            let message = format!("{} is missing in piece {}", word(dice.small(FAULTS)), dice.roll(1000));
            (
                "javascript-error",
                "JavascriptError".into(),
                json!({"message": message, "stack": "TypeError\n    at a (https://shop.example/assets/widgets/shop-1a2b3c4d.js:1:200)"}),
            )
        }
        _ => ("form-render", "contact".into(), json!({})),
    };
    let source = (dice.roll(10) == 0).then(|| format!("site-{}.example", dice.small(80)));
    Event {
        id: token::new_id(),
        kind: kind.into(),
        name,
        data: data.to_string(),
        visitor: Some(format!("{visitor:032x}")),
        visit: Some(1 + i64::try_from(dice.small(20)).unwrap_or(0)),
        analytics_id: None,
        source,
        occurred_at: at,
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, url, events, days] = &arguments[..] else {
        return Err("fill <database url> <events> <days>".into());
    };
    let (events, days): (usize, i64) = (events.parse()?, days.parse()?);
    let db = Db::open_visits(url, 2).await?;
    let now = Clock::System.now_ms();
    let from = now - days * DAY;
    db.write(async move |connection| partition::make(connection, from, now + partition::WEEK).await).await?;
    let products: HashSet<String> = (0..PAGES).map(path).filter(|path| path.starts_with("/shop")).collect();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut writing, mut rolling) = (0.0, 0.0);
    let groups = events.div_ceil(GROUP);
    for number in 0..groups {
        // Time goes on evenly from the first day to now.
        let at = from + (now - from) * i64::try_from(number)? / i64::try_from(groups)?;
        let made: Vec<Event> =
            (0..GROUP.min(events - number * GROUP)).map(|_| made_up(&mut dice, at)).collect();
        let begun = Instant::now();
        db.write(async move |connection| group::add(connection, &made, false, at).await).await?;
        writing += begun.elapsed().as_secs_f64();
        if number % 100 == 99 || number + 1 == groups {
            let begun = Instant::now();
            tracking::roll_up(&db, products.clone(), at).await?;
            rolling += begun.elapsed().as_secs_f64();
        }
    }
    println!("{}", json!({"events": events, "writeSeconds": writing, "rollUpSeconds": rolling}));
    db.close().await;
    Ok(())
}
