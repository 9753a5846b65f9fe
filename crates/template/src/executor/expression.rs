//! `{.eval}` over the names of a context.

use crate::error::ErrorKind;
use crate::expr::Scope;
use crate::node::Node;
use crate::runtime::{Context, Template};
use crate::variable::Path;

/// `{.eval expression}` (T-037 to T-048).
pub(super) fn eval<'r>(context: &mut Context<'r>, template: &'r Template, at: u32) {
    if !context.options.expressions {
        return;
    }
    let evaluation = &template.evaluations[at as usize];
    let source: &'r str = evaluation.source.of(&template.source);
    let expr = evaluation.expr(&template.source);
    if !expr.errors().is_empty() {
        let identity = std::ptr::from_ref(evaluation).addr();
        if context.reported.insert(identity) {
            for detail in expr.errors() {
                context.error(ErrorKind::ExpressionParse(source.into(), detail.as_str().into()));
            }
        }
    }
    if evaluation.debug {
        expr.write_program(&mut context.out);
    }
    if !expr.errors().is_empty() {
        return;
    }
    let errors = context.errors.len();
    // Names are bound on a frame of their own, so that a failure can take them back (T-046).
    context.push_frame(context.node());
    let result = expr.evaluate(&mut Evaluating { context, source });
    if context.errors.len() != errors {
        return context.pop_frame();
    }
    keep_bound(context);
    if let Some(value) = result {
        if evaluation.debug {
            context.push(" -> ");
        }
        value.write_output(&mut context.out);
    }
}

/// Leaves the current frame and keeps what is bound on it, on the frame below.
fn keep_bound(context: &mut Context<'_>) {
    let Some(frame) = context.frames.pop() else { return };
    let start = frame.locals as usize;
    let below = context.frames.last().map_or(0, |below| below.locals as usize);
    if start == context.locals.len() || start == below {
        // Nothing is bound; or nothing was before, and names belong to the frame above whose start they lie.
        return;
    }
    for (name, value) in context.locals.split_off(start) {
        context.bind(name, value);
    }
}

/// The surroundings of an expression.
struct Evaluating<'c, 'r> {
    context: &'c mut Context<'r>,
    source: &'r str,
}

impl<'r> Scope<'r> for Evaluating<'_, 'r> {
    fn value(&self, path: &Path) -> Node<'r> {
        self.context.resolve(path)
    }

    fn assign(&mut self, name: &'r str, value: Node<'r>) {
        self.context.bind(name, value);
    }

    fn keep(&self, text: &str) -> &'r str {
        self.context.arena.text(text)
    }

    fn fail(&mut self, detail: String) {
        self.context.error(ErrorKind::ExpressionReduce(self.source.into(), detail.into()));
    }
}
