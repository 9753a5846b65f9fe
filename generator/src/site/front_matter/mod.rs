//! An item written in Markdown, with its other members between two lines of `---`, `+++` or `;;;` at the top: in JSON, in
//! YAML as Jekyll, Hugo, Eleventy and Astro have it, or in TOML as Hugo and Zola do.

mod layout;
mod parts;
mod rewrite;
mod spell;
#[cfg(test)]
mod tests;
mod toml;
mod tree;
mod usual;
mod yaml;

use std::path::Path;

use crate::diagnostic::{Diagnostic, line_column};
use parts::read;
pub use parts::{Format, Parts, split};
pub use rewrite::{fresh, rewrite};
pub use tree::Said;
use tree::Wrong;

/// The most bytes of a front matter.
const LONGEST: usize = 256 << 10;

/// A Markdown file as the JSON document it stands for: the members of its front matter, and `body`.
///
/// # Errors
/// When it has no front matter, or that cannot be read; with the line in the Markdown file.
pub fn json(name: &Path, text: &str) -> Result<String, Diagnostic> {
    let parts = split(text).ok_or_else(|| {
        Diagnostic::error("front-matter", name, "A Markdown item begins with its members: title, date, tags.")
            .at(text, 1, 1)
            .help("begin the file with a line ---, members such as title: Our bread, and a line ---")
    })?;
    let front = &text[parts.front.clone()];
    let body = serde_json::Value::from(&text[parts.body.clone()]);
    let fault = |wrong: Wrong| {
        let (line, column) = line_column(text, parts.front.start + wrong.at.min(front.len()));
        Diagnostic::error("front-matter", name, wrong.message).at(text, line, column).help(wrong.help)
    };
    if front.len() > LONGEST {
        let message = format!("The front matter is longer than {} KB.", LONGEST >> 10);
        return Err(fault(Wrong { at: 0, message, help: "put the text below the second line ---" }));
    }
    if parts.format != Format::Json {
        let root = read(parts.format, front).map_err(fault)?;
        let members = usual::members(&root);
        let before = layout::json(front, &members);
        let comma = if members.is_empty() { "" } else { "," };
        return Ok(format!("{before}{comma}\"bodyFormat\":\"markdown\",\"body\":{body}}}"));
    }
    let close = front.rfind('}').ok_or_else(|| {
        let message = "The front matter is not a JSON object.".to_owned();
        fault(Wrong {
            at: 0,
            message,
            help: "write it as {\"title\": \"…\"}, or as title: … without the brackets",
        })
    })?;
    // One line stays before the JSON so that every line of a fault is the line of the Markdown file.
    let (before, after) = front.split_at(front[..close].trim_end().len());
    let comma = if before.ends_with('{') { "" } else { "," };
    Ok(format!("\n{before}{comma}\"bodyFormat\":\"markdown\",\"body\":{body}{after}"))
}
