//! The other addresses of pages and files as Caddy takes them: two tables, for paths and for paths with what is asked behind
//! them, and a matcher for each path that such a table cannot hold and for each rule with open parts.

use loggia_exchange::addresses::{Part, Rule};
use loggia_template::{Arena, Node};

use super::context::{Translated, text};
use super::moved::Moved;
use super::rules::{Names, expression, path_expression, queries};
use crate::theme::builtin;

/// What was asked, with its question mark, or nothing: a name that the lines themselves give it.
const ASKED: &str = "{loggia_query}";

/// The lines for Caddy, which compares paths as they are meant and what is asked as it was sent.
pub(super) fn lines(versions: &[Translated<'_>], moved: &[Moved]) -> String {
    let Some((context, _)) = versions.first() else { return String::new() };
    let arena = Arena::new();
    let (mut asked, mut exact, mut odd) = (Vec::new(), Vec::new(), Vec::new());
    for one in moved {
        let kept = with_query(&one.to);
        let row = |from: &str, to: &str, query: &str, number: usize| {
            arena.object([
                ("from", arena.text_node(from)),
                ("to", arena.text_node(to)),
                ("query", arena.text_node(query)),
                ("number", arena.text_node(&number.to_string())),
                ("status", arena.text_node(&one.status.to_string())),
            ])
        };
        match (&one.query, is_plain(&one.from)) {
            (None, true) => exact.push(row(&one.from, &kept, "", 0)),
            (None, false) => odd.push(row(&quoted(&expression(&one.from)), &kept, "", odd.len())),
            (Some(_), true) => asked.extend(
                queries(one).iter().map(|query| row(&format!("{}?{query}", one.from), &one.to, query, 0)),
            ),
            (Some(_), false) => {
                for query in queries(one) {
                    odd.push(row(&quoted(&expression(&one.from)), &one.to, &query, odd.len()));
                }
            }
        }
    }
    let open = context.site.redirects.open.iter().enumerate();
    let open: Vec<Node<'_>> = open.map(|(number, rule)| matcher(rule, number, &arena)).collect();
    let lists = [("asked", &asked), ("exact", &exact), ("odd", &odd), ("open", &open)];
    text(context, builtin::CADDY, arena.object(lists.map(|(name, rows)| (name, arena.list(rows)))))
}

/// A rule with open parts, tried where no page is. The path as it is meant decides; what its open parts stand for comes from
/// the address as it was sent, escaped as it was.
fn matcher<'a>(rule: &Rule, number: usize, arena: &'a Arena) -> Node<'a> {
    let mut sent = "^".to_owned();
    for part in &rule.from.parts {
        sent.push_str(match part {
            Part::Text(_) => "/[^/?]+",
            Part::Name(_) => "/([^/?]+)",
            Part::Rest => "(?:/([^?]*))?",
        });
    }
    let to = Names::of(rule).filled(rule, |group| format!("{{re.loggia_open_{number}.{group}}}"));
    arena.object([
        ("from", arena.text_node(&quoted(&path_expression(rule)))),
        ("sent", arena.text_node(&sent)),
        ("to", arena.text_node(&with_query(&to))),
        ("number", arena.text_node(&number.to_string())),
        ("status", arena.text_node(&rule.status.to_string())),
    ])
}

/// Whether a path may stand in a table: nothing in it is read as a quote, an escape or a name.
fn is_plain(path: &str) -> bool {
    path.chars().all(|c| !c.is_control() && !matches!(c, '"' | '\\' | '{' | '}' | '`'))
}

/// A regular expression between double quotes, where a backslash stands for itself but before a quote.
fn quoted(expression: &str) -> String {
    expression.chars().filter(|c| !c.is_control()).collect()
}

/// An address with what was asked behind it, before its fragment.
fn with_query(to: &str) -> String {
    let (address, fragment) = to.split_at(to.find('#').unwrap_or(to.len()));
    match address.contains('?') {
        true => to.to_owned(),
        false => format!("{address}{ASKED}{fragment}"),
    }
}
