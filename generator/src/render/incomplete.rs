//! Pages that were made although a template of theirs has an error.

use loggia_template::ErrorKind;

use super::context::RenderContext;
use super::page::{self, Rendered, content_template_name};
use crate::diagnostic::Diagnostic;
use crate::plan::Page;

/// How many pages a fault names; the rest is counted.
const NAMED: usize = 20;

/// Whether a region, the content's template or a block that was shown has an error of its own.
#[must_use]
pub fn is(context: &RenderContext<'_>, page: &Page, rendered: &Rendered) -> bool {
    let theme = context.theme;
    let is_of_block = rendered.errors.iter().any(|error| match &error.kind {
        ErrorKind::PartialSyntax(name, _) => theme.is_broken(name),
        _ => false,
    });
    is_of_block
        || theme
            .region_names(page::layout(context, page))
            .into_iter()
            .chain(content_template_name(context, page))
            .any(|name| theme.is_broken(&name))
}

/// Says which pages these are; nothing when there are none.
#[must_use]
pub fn fault(mut addresses: Vec<String>) -> Option<Diagnostic> {
    addresses.sort_unstable();
    let more = addresses.len().saturating_sub(NAMED);
    let named = addresses.get(..NAMED).unwrap_or(&addresses).join(", ");
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    let message = match addresses.len() {
        0 => return None,
        1 => format!("1 page was made with a template that has an error: {named}."),
        pages => format!("{pages} pages were made with templates that have errors: {named}{rest}."),
    };
    let help = "the errors say where; each template is shown as far as it can be read";
    Some(Diagnostic::warning("pages-incomplete", "template", message).help(help))
}
