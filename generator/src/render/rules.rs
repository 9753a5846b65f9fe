//! The redirects of a site's own lists as each host takes them: rows with open parts for hosts that read `_redirects`,
//! locations for nginx, rules for a store that answers as a web site, and the table that the preview looks into.

use std::collections::BTreeMap;

use loggia_exchange::addresses::{Part, Rule, Table};
use loggia_template::{Arena, Node};
use serde_json::{Value, json};

use super::context::{RenderContext, Translated, text};
use super::moved::{Moved, link, one_step};
use crate::asset::percent_encoded;
use crate::theme::builtin;

/// A store takes no more rules than these.
const MOST_BUCKET_RULES: usize = 50;

/// The rules of `_redirects` with open parts. A page that is there goes before them, as everywhere.
pub(super) fn rows<'a>(context: &RenderContext<'_>, arena: &'a Arena) -> Vec<Node<'a>> {
    let row = |rule: &Rule| {
        let names = Names::of(rule);
        let part = |part: &Part| match part {
            Part::Text(text) => percent_encoded(text).replace('*', "%2A"),
            Part::Name(name) => format!(":{}", names.plain(name)),
            Part::Rest => "*".to_owned(),
        };
        let from: Vec<String> = rule.from.parts.iter().map(part).collect();
        let to = rule.target(percent_encoded, |part| match part {
            Part::Name(name) => format!(":{}", names.plain(name)),
            _ => ":splat".to_owned(),
        });
        arena.object([
            ("from", arena.text_node(&format!("/{}", from.join("/")))),
            ("to", arena.text_node(&link(&to))),
            ("status", arena.text_node(&rule.status.to_string())),
        ])
    };
    context.site.redirects.open.iter().map(row).collect()
}

/// The names of a rule's parts as every host takes them: a letter and a number.
pub(super) struct Names<'r>(Vec<&'r str>);

impl<'r> Names<'r> {
    pub(super) fn of(rule: &'r Rule) -> Names<'r> {
        let names = rule.from.parts.iter().filter_map(|part| match part {
            Part::Name(name) => Some(name.as_str()),
            _ => None,
        });
        Names(names.collect())
    }

    /// Which of the open parts it is, from 1.
    fn number(&self, name: &str) -> usize {
        self.0.iter().position(|known| *known == name).map_or(self.0.len() + 1, |at| at + 1)
    }

    fn plain(&self, name: &str) -> String {
        format!("p{}", self.number(name))
    }

    /// Where a rule leads, escaped, with what a host writes for each open part, by its number.
    pub(super) fn filled(&self, rule: &Rule, variable: impl Fn(usize) -> String) -> String {
        let mark = |number: usize| format!("\u{1}{number}\u{2}");
        let plain = Rule { tail: rule.tail.replace("%01", ""), ..rule.clone() };
        let to = plain.target(percent_encoded, |part| match part {
            Part::Name(name) => mark(self.number(name)),
            _ => mark(self.0.len() + 1),
        });
        // The marks of open parts become variables once everything else is escaped.
        let to = link(&to);
        (1..=self.0.len() + 1)
            .fold(to, |to, number| to.replace(&format!("%01{number}%02"), &variable(number)))
    }
}

/// The lines for nginx, which takes a path as it is and what is asked as it was sent.
pub(super) fn nginx(versions: &[Translated<'_>], moved: &[Moved]) -> String {
    let Some((context, _)) = versions.first() else { return String::new() };
    let arena = Arena::new();
    let there = |path: &str| {
        let path = percent_encoded(path);
        versions.iter().any(|(context, pages)| {
            pages.iter().any(|page| context.site.website.localized(&page.url) == path)
        })
    };
    let mut asked: BTreeMap<&str, Vec<&Moved>> = BTreeMap::new();
    for one in moved.iter().filter(|one| one.query.is_some()) {
        asked.entry(&one.from).or_default().push(one);
    }
    let plain = |one: &Moved| {
        vec![
            ("from", arena.text_node(&quoted(&one.from))),
            ("to", arena.text_node(&with_query(&one.to))),
            ("status", arena.text_node(&one.status.to_string())),
        ]
    };
    let exact = moved.iter().filter(|one| one.query.is_none());
    let (with_rules, exact): (Vec<&Moved>, Vec<&Moved>) =
        exact.partition(|one| asked.contains_key(one.from.as_str()) && !there(&one.from));
    let fallback: BTreeMap<&str, &Moved> = with_rules.iter().map(|one| (one.from.as_str(), *one)).collect();
    let exact: Vec<Node<'_>> = exact
        .into_iter()
        .filter(|one| !asked.contains_key(one.from.as_str()))
        .map(|one| arena.object(plain(one)))
        .collect();
    let asked = asked.iter().map(|(path, rules)| {
        let rules: Vec<Node<'_>> = rules.iter().flat_map(|one| conditions(one, &arena)).collect();
        let mut members = vec![("path", arena.text_node(&quoted(path))), ("rules", arena.list(&rules))];
        if let Some(one) = fallback.get(path) {
            members.extend(plain(one));
        }
        arena.object(members)
    });
    let asked: Vec<Node<'_>> = asked.collect();
    let open = context.site.redirects.open.iter().enumerate();
    let open: Vec<Node<'_>> = open.map(|(number, rule)| location(rule, number + 1, &arena)).collect();
    let lines = [("exact", arena.list(&exact)), ("asked", arena.list(&asked)), ("open", arena.list(&open))];
    text(context, builtin::NGINX, arena.object(lines))
}

/// A rule for each way in which it is asked.
fn conditions<'a>(one: &Moved, arena: &'a Arena) -> Vec<Node<'a>> {
    let rule = |query: &String| {
        arena.object([
            ("query", arena.text_node(query)),
            ("to", arena.text_node(&one.to)),
            ("status", arena.text_node(&one.status.to_string())),
        ])
    };
    queries(one).iter().map(rule).collect()
}

/// What is asked, as it is sent: with its blanks written in both ways. Empty where it does not matter.
pub(super) fn queries(one: &Moved) -> Vec<String> {
    let Some((name, value)) = &one.query else { return Vec::new() };
    let value = percent_encoded(value);
    let mut values = vec![value.clone(), value.replace("%20", "+")];
    values.dedup();
    values.iter().map(|value| format!("{}={value}", percent_encoded(name))).collect()
}

/// A rule with open parts: tried where no page is. `rewrite` escapes what the parts stand for, and keeps what is asked.
fn location<'a>(rule: &Rule, number: usize, arena: &'a Arena) -> Node<'a> {
    let from = path_expression(rule);
    let to = Names::of(rule).filled(rule, |number| format!("${number}"));
    let to = to.split('#').next().unwrap_or_default().to_owned() + &fragment(&to);
    arena.object([
        ("from", arena.text_node(&quoted(&from))),
        ("to", arena.text_node(&to)),
        ("number", arena.text_node(&number.to_string())),
        ("flag", Node::Text(if rule.status == 302 { "redirect" } else { "permanent" })),
    ])
}

/// The paths that a rule is for, as a regular expression with a group for each open part.
pub(super) fn path_expression(rule: &Rule) -> String {
    let mut from = "^".to_owned();
    for part in &rule.from.parts {
        from.push_str(&match part {
            Part::Text(text) => format!("/{}", expression(text)),
            Part::Name(_) => "/([^/]+)".to_owned(),
            Part::Rest => "(?:/(.*))?".to_owned(),
        });
    }
    from.push_str(if matches!(rule.from.parts.last(), Some(Part::Rest)) { "$" } else { "/?$" });
    from
}

/// nginx puts what is asked behind the whole text of a rewrite; behind a fragment it would be lost, so it is left out there.
fn fragment(to: &str) -> String {
    to.find('#').map_or_else(String::new, |at| format!("{}?", &to[at..]))
}

/// A text within a regular expression that stands for itself.
pub(super) fn expression(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '-' | '_' | '/') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text between double quotes in a configuration of nginx.
fn quoted(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .flat_map(|c| match c {
            '"' | '\\' => vec!['\\', c],
            c => vec![c],
        })
        .collect()
}

/// An address with what was asked behind it, before its fragment.
fn with_query(to: &str) -> String {
    let (address, fragment) = to.split_at(to.find('#').unwrap_or(to.len()));
    match address.contains('?') {
        true => to.to_owned(),
        false => format!("{address}$is_args$args{fragment}"),
    }
}

/// The rules for a store that answers as a web site, as `put-bucket-website` takes them; a store knows beginnings of paths
/// alone, so what it can say are rules that end with an open part. Nothing where the site has no such rule.
pub(super) fn bucket(context: &RenderContext<'_>) -> Option<(String, String)> {
    let rules: Vec<Value> =
        context.site.redirects.open.iter().filter_map(beginning).take(MOST_BUCKET_RULES).collect();
    if rules.is_empty() {
        return None;
    }
    let whole = json!({
        "IndexDocument": {"Suffix": "index.html"},
        "ErrorDocument": {"Key": "404.html"},
        "RoutingRules": rules,
    });
    Some(("_s3.json".to_owned(), serde_json::to_string_pretty(&whole).unwrap_or_default()))
}

fn beginning(rule: &Rule) -> Option<Value> {
    let (last, begin) = rule.from.parts.split_last()?;
    let text = |parts: &[Part]| -> Option<String> {
        let texts = parts.iter().map(|part| match part {
            Part::Text(text) => Some(format!("{text}/")),
            _ => None,
        });
        texts.collect()
    };
    let from = text(begin).filter(|_| !matches!(last, Part::Text(_)))?;
    let mut redirect = json!({"HttpRedirectCode": rule.status.to_string()});
    let members = redirect.as_object_mut()?;
    match rule.to.parts.split_last() {
        Some((end, begin)) if end == last && rule.tail.is_empty() => {
            members.insert("ReplaceKeyPrefixWith".to_owned(), text(begin)?.into());
        }
        _ => {
            let to = format!("{}{}", rule.to.text().trim_start_matches('/'), rule.tail);
            members.insert("ReplaceKeyWith".to_owned(), Some(to).filter(|_| rule.to.is_exact())?.into());
        }
    }
    if let Some((scheme, host)) = rule.origin.split_once("://") {
        members.insert("Protocol".to_owned(), scheme.to_ascii_lowercase().into());
        members.insert("HostName".to_owned(), host.into());
    }
    let condition = json!({"KeyPrefixEquals": from, "HttpErrorCodeReturnedEquals": "404"});
    Some(json!({"Condition": condition, "Redirect": redirect}))
}

/// All of them, for the preview.
pub(super) fn table(context: &RenderContext<'_>) -> String {
    let all = Table { exact: one_step(context), ..context.site.redirects.clone() };
    serde_json::to_string(&all).unwrap_or_default()
}
