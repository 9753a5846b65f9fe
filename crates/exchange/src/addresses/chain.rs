//! Chains of rules made one step, and circles found.

use super::pattern::{Part, Pattern};
use super::rule::Rule;

/// So many steps are followed; what is longer leads in a circle, or further and further.
const STEPS: usize = 32;

/// What came of following a rule to its end.
pub(super) enum End {
    /// The rule, leading there at once.
    Rule(Box<Rule>),
    /// It never ends.
    Circle,
}

/// A rule that leads where the rules behind it lead. `next` gives the rule for a path within the site, with open parts as
/// they are.
pub(super) fn followed(mut rule: Rule, next: impl Fn(&Pattern, &str) -> Option<Rule>) -> End {
    for _ in 0..STEPS {
        let Some(behind) = Some(&rule).filter(|rule| rule.origin.is_empty()) else {
            return End::Rule(Box::new(rule));
        };
        let Some(step) = next(&behind.to, &behind.tail) else { return End::Rule(Box::new(rule)) };
        let Some(bound) = step.from.bind(&rule.to.parts) else { return End::Rule(Box::new(rule)) };
        // What a step asks for is answered by it; anything else goes along.
        let tail = match (step.tail.is_empty(), step.query.is_some()) {
            (true, true) => fragment(&rule.tail).to_owned(),
            (true, false) => rule.tail.clone(),
            (false, _) => step.tail.clone(),
        };
        rule = Rule {
            to: step.to.fill(&bound),
            origin: step.origin.clone(),
            tail,
            status: if rule.status == 302 || step.status == 302 { 302 } else { 301 },
            ..rule
        };
    }
    End::Circle
}

fn fragment(tail: &str) -> &str {
    tail.find('#').map_or("", |at| &tail[at..])
}

/// The rule that an open rule becomes where it leads to a path that has a rule of its own: `/blog/[name] -> /news/[name]`
/// and `/news/a -> /b` make `/blog/a -> /b`. Nothing when it never leads there, or always does.
pub(super) fn met(open: &Rule, exact: &Rule) -> Option<Rule> {
    if !open.origin.is_empty() || open.to.is_exact() || !open.tail.is_empty() || exact.query.is_some() {
        return None;
    }
    let bound = open.to.bind(&exact.from.parts)?;
    let from = open.from.fill(&bound);
    let is_closed = from.parts.iter().all(|part| matches!(part, Part::Text(_)));
    is_closed.then(|| Rule {
        from,
        query: None,
        origin: exact.origin.clone(),
        to: exact.to.clone(),
        tail: exact.tail.clone(),
        status: if open.status == 302 || exact.status == 302 { 302 } else { 301 },
        line: open.line,
    })
}
