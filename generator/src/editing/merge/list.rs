//! Elements of a list that has changed: which of them is which.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::super::json::Json;

/// Where an element is by now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Here.
    At(usize),
    /// Nowhere.
    Gone,
    /// Nobody can say.
    Unsure,
}

/// Members by which elements are known.
const NAMES: [&str; 2] = ["id", "sku"];

/// Finds every element of a list as it was in the list as it is. The editor judges in the same way.
pub fn elements(before: &[Json], now: &[Json]) -> Vec<Found> {
    for name in NAMES {
        if let (Some(own), Some(other)) = (names(before, name), names(now, name)) {
            let places: HashMap<&str, usize> = other.into_iter().zip(0..).collect();
            return own
                .iter()
                .map(|name| places.get(name).map_or(Found::Gone, |at| Found::At(*at)))
                .collect();
        }
    }
    let first = before.iter().zip(now).take_while(|(before, now)| before == now).count();
    let most = before.len().min(now.len()) - first;
    let last = before.iter().rev().zip(now.iter().rev()).take(most).take_while(|(before, now)| before == now);
    let last = last.count();
    if first + last == before.len() {
        let at = |at| if at < first { at } else { at + now.len() - before.len() };
        return (0..before.len()).map(|each| Found::At(at(each))).collect();
    }
    let before_texts: Vec<String> = before.iter().map(written).collect();
    let now_texts: Vec<String> = now.iter().map(written).collect();
    let (own, other) = (places(&before_texts), places(&now_texts));
    let middle_now: HashSet<&String> = now_texts[first..now.len() - last].iter().collect();
    // Elements that changed where they stand, none of which went elsewhere.
    let stayed = before.len() == now.len()
        && before_texts[first..before.len() - last].iter().all(|text| !middle_now.contains(text));
    let found =
        |(at, text): (usize, &String)| match (own[text].as_slice(), other.get(text).map(Vec::as_slice)) {
            _ if at < first => Found::At(at),
            _ if at >= before.len() - last => Found::At(at + now.len() - before.len()),
            ([_], Some([now])) => Found::At(*now),
            _ if stayed => Found::At(at),
            _ => Found::Unsure,
        };
    before_texts.iter().enumerate().map(found).collect()
}

/// The names of all elements; nothing when one has none, or two have the same.
fn names<'j>(list: &'j [Json], name: &str) -> Option<Vec<&'j str>> {
    let names: Vec<&str> = list.iter().map(|element| element.get(name)?.as_str()).collect::<Option<_>>()?;
    let different: HashSet<&str> = names.iter().copied().collect();
    (different.len() == names.len()).then_some(names)
}

/// Where each text stands.
fn places(texts: &[String]) -> HashMap<&String, Vec<usize>> {
    let mut places: HashMap<&String, Vec<usize>> = HashMap::new();
    for (at, text) in texts.iter().enumerate() {
        places.entry(text).or_default().push(at);
    }
    places
}

/// A value as a text that is the same for the same value, whatever the order of its members.
fn written(value: &Json) -> String {
    match value {
        Json::List(elements) => {
            elements.iter().fold("[".to_owned(), |all, element| all + &written(element) + ",") + "]"
        }
        Json::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(one, _), (other, _)| one.cmp(other));
            let mut all = "{".to_owned();
            for (name, value) in members {
                let _ = write!(all, "{name:?}:{},", written(value));
            }
            all + "}"
        }
        Json::Number(number) => number.as_f64().unwrap_or_default().to_string(),
        Json::Text(text) => format!("{text:?}"),
        Json::Boolean(value) => value.to_string(),
        Json::Null => "null".to_owned(),
    }
}
