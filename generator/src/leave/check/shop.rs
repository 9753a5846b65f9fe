//! Prices and stock of every product at this minute: what the old shop's JSON says against the new shop's pages, and what
//! its API counts.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use loggia_commerce::{ItemId, PageData, Product, StockRecord, StocksAnswer};
use loggia_exchange::page::{LONGEST_TALLY, head};
use reqwest::Url;
use serde_json::Value;

use super::model::{Checked, Differences, Kind};
use super::pages::{Both, asked, staged};
use crate::leave::address;
use crate::leave::archive::Archive;
use crate::leave::crawl::LARGEST_TEXT;
use crate::leave::goods::{self, Offer};

/// So many parts of one list are asked.
const MOST_PARTS: usize = 2_000;
/// So many products are asked for in one call for their stock.
const AT_ONCE: usize = 50;

/// A product of both shops.
struct Pair {
    at: String,
    old: Product,
    new: Product,
}

/// Compares every product.
///
/// # Errors
/// When the machine refuses to keep an answer.
pub(super) async fn products(
    both: &Both<'_>,
    kept: &Archive,
    checked: &mut Checked,
    found: &mut Differences,
) -> io::Result<()> {
    let mut pairs = Vec::new();
    let mut api = None;
    for list in lists(both, kept) {
        for item in items(both, &list, found).await? {
            let Some(old) = goods::of_item(&item) else { continue };
            let Some(url) = page_of(both, &list, &item) else { continue };
            let at = asked(&url);
            checked.products += 1;
            let Some(data) = page_data(both, &url, found).await? else { continue };
            let new =
                data.products.iter().find(|other| other.product.id == old.id).or(match &data.products[..] {
                    [only] => Some(only),
                    _ => None,
                });
            let Some(new) = new else {
                found.add(Kind::Price, "The new page sells no such product", &at);
                continue;
            };
            currency(&item, &data, &at, found);
            api = api.or_else(|| both.new.origin.front().join(&data.api_base_url).ok());
            pairs.push(Pair { at, old, new: new.product.clone() });
        }
    }
    let stock = match &api {
        Some(api) => counted(both, api, &pairs, found).await?,
        None => BTreeMap::new(),
    };
    for pair in &pairs {
        compare(pair, stock.get(&pair.new.id), checked, found);
    }
    Ok(())
}

fn compare(pair: &Pair, stock: Option<&Vec<StockRecord>>, checked: &mut Checked, found: &mut Differences) {
    let (old, mut new) = (goods::offers(&pair.old), goods::offers(&pair.new));
    for offer in &mut new {
        if let Some(record) = stock.and_then(|stock| stock.iter().find(|one| one.sku.as_str() == offer.sku)) {
            offer.stock = (!record.unlimited).then_some(record.qty_in_stock);
        }
    }
    let title = &pair.old.title;
    let of = |offer: &Offer| match offer.name() {
        "" => title.clone(),
        name => format!("{title} ({name})"),
    };
    for (old, new) in goods::pairs(&old, &new) {
        checked.variants += 1;
        let Some(new) = new else {
            found.add(Kind::Price, format!("{} is not sold", of(old)), &pair.at);
            continue;
        };
        if old.price != new.price {
            let what =
                format!("{}: {}, it was {}", of(old), goods::amount(new.price), goods::amount(old.price));
            found.add(Kind::Price, what, &pair.at);
        }
        if old.stock != new.stock {
            let count = |stock: Option<u32>| stock.map_or("unlimited".to_owned(), |count| count.to_string());
            let what =
                format!("{}: {} left, the old shop has {}", of(old), count(new.stock), count(old.stock));
            found.add(Kind::Stock, what, &pair.at);
        }
    }
}

fn currency(item: &Value, data: &PageData, at: &str, found: &mut Differences) {
    let money =
        ["/structuredContent/variants/0/priceMoney/currency", "/structuredContent/priceMoney/currency"];
    let old = money.iter().find_map(|path| item.pointer(path)?.as_str());
    let new = data.currency.code.to_string();
    if let Some(old) = old.filter(|old| *old != new) {
        found.add(Kind::Price, format!("Prices are in {new}, the old shop's in {old}"), at);
    }
}

/// The lists of products, as the archive knows them.
fn lists(both: &Both<'_>, kept: &Archive) -> BTreeSet<String> {
    let mut lists = BTreeSet::new();
    for answer in kept.answers().into_iter().filter(|answer| answer.status == 200) {
        let Some(url) = Url::parse(&answer.url).ok().filter(|url| both.old.origin.is_own(url)) else {
            continue;
        };
        if !url.query_pairs().any(|(name, value)| name == "format" && value == "json") {
            continue;
        }
        let text = kept.text(&answer, LARGEST_TEXT).unwrap_or_default();
        let Ok(page) = serde_json::from_str::<Value>(&text) else { continue };
        let first = page["items"]
            .as_array()
            .and_then(|items| items.iter().find(|item| goods::of_item(item).is_some()));
        let sells = first.is_some() || goods::of_item(&page["item"]).is_some();
        if let Some(list) = page["collection"]["fullUrl"].as_str().filter(|_| sells) {
            lists.insert(list.to_owned());
        }
    }
    lists
}

/// Every item of a list as the old site has it now.
async fn items(both: &Both<'_>, list: &str, found: &mut Differences) -> io::Result<Vec<Value>> {
    let mut items: Vec<Value> = Vec::new();
    let mut next = both.old.origin.page(both.old.origin.front(), list);
    let mut seen = BTreeSet::new();
    while let Some(page) = next.take() {
        if !seen.insert(page.to_string()) || seen.len() > MOST_PARTS {
            break;
        }
        let url = address::format(&page, "json");
        let answer = both.old.ask(&url, LARGEST_TEXT).await?;
        let text = both.old.text(&answer, LARGEST_TEXT);
        let json =
            text.and_then(|text| serde_json::from_str::<Value>(&text).map_err(|error| error.to_string()));
        let mut json = match json {
            Ok(json) if answer.status == 200 => json,
            _ => {
                let what = "The old shop does not give its products as JSON now; look at their prices and stock yourself";
                found.add(Kind::NotCompared, what, list);
                break;
            }
        };
        if let Some(own) = json.get_mut("items").and_then(Value::as_array_mut) {
            items.append(own);
        }
        let to = json.pointer("/pagination/nextPageUrl").and_then(Value::as_str);
        next = to.and_then(|to| both.old.origin.page(&page, to));
    }
    for item in &mut items {
        // Lists of some sites name their products without what they cost.
        if goods::of_item(item).is_none()
            && item["recordType"] == 11
            && let Some(url) = page_of(both, list, item)
        {
            let answer = both.old.ask(&address::format(&url, "json"), LARGEST_TEXT).await?;
            let text = both.old.text(&answer, LARGEST_TEXT).unwrap_or_default();
            if let Some(own) = serde_json::from_str::<Value>(&text)
                .ok()
                .and_then(|mut page| page.get_mut("item").map(Value::take))
            {
                *item = own;
            }
        }
    }
    Ok(items)
}

/// The page of a product on the old site.
fn page_of(both: &Both<'_>, list: &str, item: &Value) -> Option<Url> {
    let front = both.old.origin.front();
    match item["fullUrl"].as_str() {
        Some(url) => both.old.origin.page(front, url),
        None => both
            .old
            .origin
            .page(front, &format!("{}/{}", list.trim_end_matches('/'), item["urlId"].as_str()?)),
    }
}

/// What the new page of a product carries.
async fn page_data(both: &Both<'_>, old: &Url, found: &mut Differences) -> io::Result<Option<PageData>> {
    let reached = both.new.reach(&staged(both, old), LONGEST_TALLY as u64).await?;
    if reached.last.status != 200 {
        // That nothing answers there is said with the addresses, if the old site names the page.
        found.add(Kind::Missing, format!("The new site does not have it: {}", reached.why()), &asked(old));
        return Ok(None);
    }
    let data = both.new.text(&reached.last, LONGEST_TALLY as u64).and_then(|html| head(&html));
    let data = data.ok().and_then(|head| serde_json::from_value(head.data?).ok());
    if data.is_none() {
        found.add(Kind::Price, "The new page sells nothing: it has no button of the shop", &asked(old));
    }
    Ok(data)
}

/// What the new shop's API counts, by product.
async fn counted(
    both: &Both<'_>,
    api: &Url,
    pairs: &[Pair],
    found: &mut Differences,
) -> io::Result<BTreeMap<ItemId, Vec<StockRecord>>> {
    let mut counts = BTreeMap::new();
    for some in pairs.chunks(AT_ONCE) {
        let ids: Vec<&str> = some.iter().map(|pair| pair.new.id.as_str()).collect();
        let Ok(mut url) = api.join("/api/commerce/inventory/stocks") else { break };
        url.query_pairs_mut().append_pair("itemIds", &ids.join(","));
        let answer = both.new.ask(&url, LARGEST_TEXT).await?;
        let text = both.new.text(&answer, LARGEST_TEXT).unwrap_or_default();
        let stocks = serde_json::from_str::<StocksAnswer>(&text).ok().filter(|_| answer.status == 200);
        let Some(stocks) = stocks else {
            let what = "The new shop's API does not answer there; stock was compared as it was when the site was built";
            found.add(Kind::NotCompared, what, url.path());
            break;
        };
        for (id, product) in stocks.items {
            counts.insert(id, product.variants.into_iter().map(|variant| variant.stock).collect());
        }
    }
    Ok(counts)
}
