//! The report as a page: one file without a script, its pictures beside it.

use loggia_template::{Arena, Engine, Node, RenderOptions, Vocabulary};
use serde_json::{Value, json};

use super::model::{Figures, Missing, PageReport, Report, Share, Told};

/// So many pages are shown with all that is known of them.
const IN_FULL: usize = 120;
/// So many more stand in a table, a line each; the JSON has all of them.
const IN_LINES: usize = 1_000;
/// So many addresses of a kind are listed.
const LISTED: usize = 200;

/// The page of a report.
#[must_use]
pub(super) fn page(report: &Report) -> String {
    let engine = Engine::new(Vocabulary::core());
    let page = engine.compile("report/page.html", include_str!("../../../builtin/report/page.html")).template;
    let arena = Arena::new();
    let text = data(report).to_string();
    let data = arena.parse(&text).unwrap_or(Node::Missing);
    engine.render(&page, data, &RenderOptions::default()).text
}

fn data(report: &Report) -> Value {
    let answered = Share { found: report.addresses.same + report.addresses.led, of: report.addresses.old };
    let worse = report.pages.iter().filter(|page| page.loss() > 0).count();
    let in_full = report.pages.iter().filter(|page| page.loss() > 0 || !page.looks.is_empty()).take(IN_FULL);
    let lines = report.pages.iter().take(IN_LINES);
    let more = report.pages.len().saturating_sub(IN_LINES);
    let looks: Vec<u64> =
        report.pages.iter().flat_map(|page| &page.looks).map(|look| look.alike.into()).collect();
    let alike = Share { found: looks.iter().sum(), of: looks.len() as u64 * 1_000 };
    json!({
        "site": report.site,
        "at": day(report.at),
        "noPictures": report.no_pictures,
        "facts": facts(report, answered, (!looks.is_empty()).then_some(alike)),
        "since": since(report),
        "tasks": report.tasks.iter().map(|task| json!({
            "what": task.what, "how": task.how, "about": listed(&task.about, task.count),
        })).collect::<Vec<_>>(),
        "pages": in_full.map(full).collect::<Vec<_>>(),
        "isAllThere": worse == 0,
        "counted": counted(report, worse),
        "around": report.around.as_ref().filter(|around| around.loss() > 0).map(full),
        "common": report.common.iter().map(|(what, pages)| json!({"what": what, "pages": pages})).collect::<Vec<_>>(),
        "lost": listed(&report.addresses.lost[..report.addresses.lost.len().min(LISTED)], report.addresses.lost.len()),
        "astray": listed(&report.addresses.astray[..report.addresses.astray.len().min(LISTED)], report.addresses.astray.len()),
        "faults": report.faults.iter().map(|group| json!({
            "title": group.title, "count": group.count, "isError": group.is_error,
            "help": group.first.first().map(|one| &one.help),
            "first": group.first.iter().map(fault).collect::<Vec<_>>(),
            "more": more_of(group.count - group.first.len().min(group.count)),
        })).collect::<Vec<_>>(),
        "lines": lines.map(line).collect::<Vec<_>>(),
        "more": more_of(more),
    })
}

fn counted(report: &Report, worse: usize) -> String {
    let lists = match report.lists {
        0 => String::new(),
        1 => " One list of them (by tag, category or part) is compared by its address alone.".to_owned(),
        lists => format!(
            " {lists} lists of them (by tag, category or part) are compared by their addresses alone."
        ),
    };
    format!("{worse} of {} pages miss something.{lists}", report.pages.len())
}

/// The figures at the head: a name, a share, and what it counts.
fn facts(report: &Report, answered: Share, alike: Option<Share>) -> Vec<Value> {
    let fact = |name: &str, share: Share, about: String| {
        let part = share.thousandths();
        let mark = if part == 1_000 {
            "good"
        } else if part >= 950 {
            "fair"
        } else {
            "poor"
        };
        json!({"name": name, "value": share.percent(), "about": about, "mark": mark})
    };
    let of = |share: Share| format!("{} of {}", share.found.min(share.of), share.of);
    let mut facts = vec![fact("Addresses", answered, of(answered))];
    let kinds = report.figures.all();
    facts.extend(
        kinds.into_iter().filter(|(_, share)| share.of > 0).map(|(name, share)| fact(name, share, of(share))),
    );
    if let Some(alike) = alike {
        let pages = report.pages.iter().filter(|page| !page.looks.is_empty()).count();
        facts.push(fact("Look", alike, format!("{pages} pages photographed")));
    }
    facts
}

fn since(report: &Report) -> Option<Value> {
    let since = report.since.as_ref()?;
    let change = |(path, then, now): &(String, u64, u64)| {
        let share = |found: u64| Share { found, of: 1_000 }.percent();
        json!({"path": path, "then": share(*then), "now": share(*now)})
    };
    let lost = report.addresses.lost.len() + report.addresses.astray.len();
    Some(json!({
        "at": day(since.at),
        "rows": [
            {"name": "Words found", "then": since.words.percent(), "now": report.figures.words.percent()},
            {"name": "Addresses without an answer", "then": since.lost.to_string(), "now": lost.to_string()},
            {"name": "Left out, or taken over otherwise", "then": since.faults.to_string(), "now": report.fault_count().to_string()},
        ],
        "better": since.better.iter().map(change).collect::<Vec<_>>(),
        "worse": since.worse.iter().map(change).collect::<Vec<_>>(),
    }))
}

/// A page with all that is known of it.
fn full(page: &PageReport) -> Value {
    json!({
        "title": titled(page), "path": page.path, "new": page.new, "why": page.why, "linked": linked(page.linked),
        "found": percent(&page.figures), "mark": mark(page),
        "figures": figures(&page.figures),
        "missing": missing(&page.missing),
        "looks": page.looks.iter().map(|look| json!({
            "width": look.width, "alike": Share { found: look.alike.into(), of: 1_000 }.percent(),
            "old": look.old, "new": look.new,
        })).collect::<Vec<_>>(),
    })
}

/// A page in one line of the table.
fn line(page: &PageReport) -> Value {
    let cells: Vec<Value> = page.figures.all().into_iter().map(|(_, share)| cell(share)).collect();
    let alike = page.looks.iter().map(|look| u64::from(look.alike)).min();
    let alike = alike.map_or("–".to_owned(), |alike| Share { found: alike, of: 1_000 }.percent());
    json!({"path": page.path, "mark": mark(page), "state": state(page), "cells": cells, "alike": alike})
}

fn cell(share: Share) -> Value {
    json!(if share.of == 0 { "–".to_owned() } else { share.percent() })
}

fn state(page: &PageReport) -> &'static str {
    match (&page.new, page.loss()) {
        (None, _) => "lost",
        (_, 0) => "whole",
        _ => "",
    }
}

fn mark(page: &PageReport) -> &'static str {
    match page.loss() {
        0 => "good",
        1..=100_000 => "fair",
        _ => "poor",
    }
}

fn percent(figures: &Figures) -> String {
    figures.words.percent()
}

fn figures(figures: &Figures) -> Vec<Value> {
    let there = figures.all().into_iter().filter(|(_, share)| share.of > 0);
    there.map(|(name, share)| json!({"name": name, "value": share.percent(), "about": format!("{} of {}", share.found, share.of)})).collect()
}

fn missing(missing: &Missing) -> Vec<Value> {
    let there = missing.all().into_iter().filter(|(_, all)| !all.is_empty());
    there.map(|(name, all)| json!({"name": name, "all": all})).collect()
}

fn fault(told: &Told) -> Value {
    json!({"message": told.message, "place": told.place})
}

fn titled(page: &PageReport) -> &str {
    if page.title.is_empty() { &page.path } else { &page.title }
}

fn linked(count: u32) -> String {
    match count {
        0 => "no page leads to it".to_owned(),
        1 => "1 page leads to it".to_owned(),
        count => format!("{count} pages lead to it"),
    }
}

/// A list with how many more there are.
fn listed(all: &[String], count: usize) -> Value {
    match all.is_empty() {
        true => Value::Null,
        false => json!({"all": all, "count": count, "more": more_of(count - all.len().min(count))}),
    }
}

fn more_of(count: usize) -> Option<String> {
    (count > 0).then(|| format!("{count} more; report.json has them."))
}

/// A time as a day and a minute (UTC).
fn day(time: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(time).unwrap_or_default().to_string();
    format!("{} UTC", time.get(..16).unwrap_or(&time).replace('T', " "))
}

#[cfg(test)]
mod tests {
    use super::super::model::{Group, Look, OldAddresses, Since, Task};
    use super::*;

    fn whole(text: &str) -> Report {
        let text = || text.to_owned();
        let page = PageReport {
            path: text(),
            title: text(),
            new: Some(text()),
            why: Some(text()),
            figures: Figures { words: Share { found: 1, of: 3 }, ..Figures::default() },
            missing: Missing {
                words: vec![text()],
                links: vec![text()],
                prices: vec![text()],
                ..Missing::default()
            },
            looks: vec![Look { width: 390, alike: 875, old: text(), new: text() }],
            ..PageReport::default()
        };
        let told = Told { code: text(), is_error: true, place: text(), message: text(), help: text() };
        Report {
            site: text(),
            addresses: OldAddresses { old: 2, same: 1, led: 0, lost: vec![text()], astray: vec![text()] },
            around: Some(page.clone()),
            pages: vec![page],
            common: [(text(), 3)].into(),
            faults: vec![Group { title: text(), count: 3, is_error: true, first: vec![told] }],
            tasks: vec![Task { what: text(), how: text(), about: vec![text()], count: 1 }],
            since: Some(Since {
                better: vec![(text(), 1, 2)],
                worse: vec![(text(), 2, 1)],
                ..Since::default()
            }),
            no_pictures: Some(text()),
            ..Report::default()
        }
    }

    /// S-586: whatever an old page says, nothing of it becomes markup of the report, which runs no script.
    #[test]
    fn s_586_nothing_of_an_old_page_becomes_markup() {
        let evil = "<script>alert(1)</script>\"' onload=x {.end}{@} &amp;";
        let html = page(&whole(evil));
        assert!(!html.contains("<script") && !html.contains("\"' onload"), "{html}");
        assert!(html.contains("default-src &#39;none&#39;") || html.contains("default-src 'none'"), "{html}");
        let plain = page(&whole("words"));
        assert_eq!(html.matches('<').count(), plain.matches('<').count(), "the same elements");
        assert!(page(&Report::default()).contains("</html>"));
    }

    #[test]
    fn s_586_figures_stand_in_the_report() {
        let html = page(&whole("kiln"));
        for part in ["33.3 %", "50.0 %", "87.5 %", "<h1", "2 more"] {
            assert!(html.contains(part), "{part}");
        }
    }
}
