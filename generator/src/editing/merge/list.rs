//! Elements of a list that has changed: which of them is which.

use super::super::json::{Json, index};

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

/// Finds an element of a list as it was in the list as it is.
pub fn element(before: &[Json], now: &[Json], step: &str) -> Found {
    let Some(at) = index(step).filter(|at| *at < before.len()) else { return Found::Unsure };
    if let Some(name) = NAMES.into_iter().find(|name| is_known_by(before, name) && is_known_by(now, name)) {
        let wanted = before[at].get(name);
        return now.iter().position(|element| element.get(name) == wanted).map_or(Found::Gone, Found::At);
    }
    let first = before.iter().zip(now).take_while(|(before, now)| before == now).count();
    let most = before.len().min(now.len()) - first;
    let last = before.iter().rev().zip(now.iter().rev()).take(most).take_while(|(before, now)| before == now);
    let last = last.count();
    if at < first {
        return Found::At(at);
    }
    if at >= before.len() - last {
        return Found::At(at + now.len() - before.len());
    }
    let (before_middle, now_middle) = (&before[first..before.len() - last], &now[first..now.len() - last]);
    let wanted = &before[at];
    let same = |all: &[Json]| all.iter().filter(|element| *element == wanted).count();
    if same(before) == 1 && same(now) == 1 {
        return now.iter().position(|element| element == wanted).map_or(Found::Unsure, Found::At);
    }
    // Elements that changed where they stand, none of which went elsewhere.
    let stayed = before_middle.len() == now_middle.len()
        && before_middle.iter().all(|element| !now_middle.contains(element));
    if stayed { Found::At(at) } else { Found::Unsure }
}

/// Before which element of the list as it is something new goes that went before one of the list as it was.
pub fn gap(before: &[Json], now: &[Json], step: &str) -> Option<usize> {
    let at = if step == "-" { before.len() } else { index(step).filter(|at| *at <= before.len())? };
    if at == before.len() {
        return Some(now.len());
    }
    let found = |at: usize| match element(before, now, &at.to_string()) {
        Found::At(at) => Some(at),
        _ => None,
    };
    found(at).or_else(|| found(at.checked_sub(1)?).map(|before| before + 1))
}

/// Whether every element has a name of its own.
fn is_known_by(list: &[Json], name: &str) -> bool {
    let names: Vec<Option<&str>> = list.iter().map(|element| element.get(name)?.as_str()).collect();
    names.iter().enumerate().all(|(at, name)| name.is_some() && !names[..at].contains(name))
}
