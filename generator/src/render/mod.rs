//! Every planned page, in parallel.

mod accessibility;
pub mod announcement;
pub mod block;
mod caddy;
pub mod consent;
mod context;
pub mod depend;
mod direction;
mod evaluation;
pub mod feed;
mod feed_address;
mod field;
pub mod form;
pub mod headers;
mod ics;
pub mod incomplete;
pub mod island;
pub mod language;
mod links;
pub mod mark;
pub mod meta;
mod month;
pub mod moved;
mod origin;
pub mod page;
mod places;
mod plain;
mod policy;
mod query;
mod rules;
mod safety;
pub mod scope;
mod social_icons;
mod source;
mod static_context;
pub mod website;
mod withdrawal;

use std::collections::BTreeMap;
use std::sync::Mutex;

use loggia_template::Arena;
use rayon::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::plan::Page;
pub use context::RenderContext;
pub use page::Rendered;

/// File, line, column and message: what makes two faults the same.
type FaultKey = (String, usize, usize, String);

/// Renders pages and hands each on as soon as it is ready, so that memory does not grow with the site. The faults of all
/// pages are given, each once with the number of pages it is on.
///
/// # Errors
/// What `done` refuses.
pub fn pages<E: Send>(
    context: &RenderContext<'_>,
    pages: &[&Page],
    done: impl Fn(&Page, Rendered) -> Result<(), E> + Sync,
) -> Result<Vec<Diagnostic>, E> {
    let faults: Mutex<BTreeMap<FaultKey, (Diagnostic, usize)>> = Mutex::default();
    let lacking: Mutex<Option<String>> = Mutex::default();
    let unfinished: Mutex<Vec<String>> = Mutex::default();
    pages.par_iter().try_for_each_init(Arena::new, |arena, page| {
        arena.reset();
        let rendered = page::render(context, page, arena);
        for error in &rendered.errors {
            let fault = context.theme.explain(error);
            let key = (fault.file.display().to_string(), fault.line, fault.column, fault.message.clone());
            let mut faults = faults.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            faults.entry(key).or_insert((fault, 0)).1 += 1;
        }
        if rendered.lacks_widgets {
            let mut lacking = lacking.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if lacking.as_ref().is_none_or(|url| page.url < *url) {
                *lacking = Some(page.url.clone());
            }
        }
        if incomplete::is(context, page, &rendered) {
            let mut unfinished = unfinished.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            unfinished.push(page.url.clone());
        }
        done(page, rendered)
    })?;
    let faults = faults.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut faults: Vec<Diagnostic> = faults
        .into_values()
        .map(|(mut fault, pages)| {
            if pages > 1 {
                fault.message.push_str(&format!(" (on {pages} pages)"));
            }
            fault
        })
        .collect();
    faults.extend(incomplete::fault(
        unfinished.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner),
    ));
    if let Some(url) = lacking.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        faults.push(
            Diagnostic::warning("no-widgets", "site.json", format!("The page {url} has a widget, but this program was built without the widgets."))
                .help("name their folder with --widgets DIR, or build the program after `npm run build` in widgets/"),
        );
    }
    Ok(faults)
}
