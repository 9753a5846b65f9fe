//! What `apply` and `{.include}` run: a partial or a macro.

use crate::error::ErrorKind;
use crate::instruction::Range;
use crate::node::hash_of;
use crate::runtime::{Context, Template};

/// Partials nest at most this deep (T-036).
pub const MAX_PARTIAL_DEPTH: u32 = 16;

/// The macro or partial of a name. A broken partial reports its errors, once a render, and is empty unless the render
/// asks for what could be read of it.
pub(super) fn find<'r>(context: &mut Context<'r>, name: &str) -> Option<(&'r Template, Range)> {
    let macros = &context.macros;
    if let Some(found) = macros.find(hash_of(name.as_bytes()), name, 0, macros.len()) {
        return Some((found.template, found.block));
    }
    let compiled = context.partials.get(name)?;
    if compiled.errors.is_empty() {
        return Some((&compiled.template, compiled.template.root));
    }
    let identity = std::ptr::from_ref(compiled).addr();
    if context.reported.insert(identity) {
        for error in &compiled.errors {
            context.error(ErrorKind::PartialSyntax(name.into(), error.message().into()));
        }
    }
    let shown = if context.options.broken_partials { compiled.template.root } else { Range::default() };
    Some((&compiled.template, shown))
}

/// Enters a partial, unless that is one too many.
pub(super) fn enter(context: &mut Context<'_>, name: &str) -> bool {
    context.partial_depth += 1;
    if context.partial_depth <= MAX_PARTIAL_DEPTH {
        return true;
    }
    // A refused entry keeps counting, as in the reference engine: the error is raised from then on.
    context.error(ErrorKind::PartialDepth(name.into(), MAX_PARTIAL_DEPTH));
    false
}
