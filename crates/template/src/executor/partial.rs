//! Partials and macros: `apply` and `{.include}`.

use super::{Done, block, check, run_template};
use crate::context::Context;
use crate::engine::MAX_PARTIAL_DEPTH;
use crate::error::ErrorKind;
use crate::instruction::{Range, Template};
use crate::node::{Node, hash_of};

/// The macro or partial of a name. A broken partial reports its errors, once a render, and is empty.
fn partial<'r>(context: &mut Context<'r>, name: &str) -> Option<(&'r Template, Range)> {
    let macros = &context.macros;
    if let Some(found) = macros.find(hash_of(name.as_bytes()), name, 0, macros.len()) {
        return Some((found.template, found.block));
    }
    let compiled = context.engine.partial(name)?;
    if compiled.errors.is_empty() {
        return Some((&compiled.template, compiled.template.root));
    }
    let identity = std::ptr::from_ref(compiled).addr();
    if context.reported.insert(identity) {
        for error in &compiled.errors {
            context.error(ErrorKind::PartialSyntax(name.into(), error.message().into()));
        }
    }
    Some((&compiled.template, Range::default()))
}

/// Enters a partial, unless that is one too many.
fn enter(context: &mut Context<'_>, name: &str) -> bool {
    context.partial_depth += 1;
    if context.partial_depth <= MAX_PARTIAL_DEPTH {
        return true;
    }
    // A refused entry keeps counting, as in the reference engine: the error is raised from then on.
    context.error(ErrorKind::PartialDepth(name.into(), MAX_PARTIAL_DEPTH));
    false
}

/// `{node|apply name}`
pub(crate) fn apply<'r>(
    context: &mut Context<'r>,
    name: &str,
    node: Node<'r>,
    private: bool,
    args: Option<Node<'r>>,
) {
    let Some((template, range)) = partial(context, name) else {
        return context.error(ErrorKind::PartialMissing(name.into()));
    };
    if enter(context, name) {
        run_template(context, template, range, node, private, args);
        context.partial_depth -= 1;
    }
}

/// `{.include name}`: runs in the current frame, so that what it defines stays; its text is dropped unless asked for.
pub(super) fn include<'r>(context: &mut Context<'r>, name: &str, output: bool) -> Done {
    if !context.options.includes {
        return Ok(());
    }
    let Some((template, range)) = partial(context, name) else {
        context.error(ErrorKind::PartialMissing(name.into()));
        return check(context);
    };
    let mark = context.out.len();
    let mut result = Ok(());
    if enter(context, name) {
        result = block(context, template, range);
        context.partial_depth -= 1;
    }
    if !output {
        context.out.truncate(mark);
    }
    result.and_then(|()| check(context))
}
