//! From the place in a minified script back to the file, the line and the function that were written.

use super::fault::Frame;
use crate::error::ApiError;
use crate::repository::Db;
use crate::repository::visits::fault;
use sourcemap::{SourceMap, SourceView};
use std::collections::HashMap;

/// The maps that one stack needs.
pub struct Maps(HashMap<String, (SourceMap, SourceView)>);

impl Maps {
    /// Reads the maps of the scripts that are named.
    ///
    /// # Errors
    /// When the store fails; a map that is missing or broken leaves its frames as they are.
    pub async fn of(db: &Db, frames: &[Frame]) -> Result<Maps, ApiError> {
        let mut maps = HashMap::new();
        for frame in frames {
            let name = script(&frame.file);
            if name.is_empty() || maps.contains_key(name) {
                continue;
            }
            let found = db.read(async |connection| fault::map_of(connection, name).await).await?;
            let Some(kept) = found else { continue };
            match SourceMap::from_slice(kept.map.as_bytes()) {
                Ok(map) => {
                    maps.insert(name.to_owned(), (map, SourceView::from_string(kept.script)));
                }
                Err(fault) => tracing::warn!(%fault, name, "a source map cannot be read"),
            }
        }
        Ok(Maps(maps))
    }

    /// The frame as it was written; `None` where no map knows it.
    pub fn original(&self, frame: &Frame) -> Option<Frame> {
        let (map, minified) = self.0.get(script(&frame.file))?;
        let (line, column) = (frame.line.checked_sub(1)?, frame.column.checked_sub(1)?);
        let token = map.lookup_token(line, column)?;
        // A method is `e.add` in a stack and `add` in the script.
        let called = frame.function.rsplit('.').next().unwrap_or_default();
        let function = map.get_original_function_name(line, column, called, minified);
        let function = function.or_else(|| named_far_away(map, minified, (line, column), called));
        let function = function.unwrap_or(called).to_owned();
        Some(Frame {
            function,
            file: token.get_source()?.trim_start_matches("../").to_owned(),
            line: token.get_src_line() + 1,
            column: token.get_src_col() + 1,
        })
    }
}

/// The written name of the function around a place that is too far from the function's beginning for the map's own search: the
/// nearest `function name(` or `name=(…)=>` before the place.
fn named_far_away<'a>(
    map: &'a SourceMap,
    minified: &SourceView,
    (line, column): (u32, u32),
    called: &str,
) -> Option<&'a str> {
    if called.is_empty() {
        return None;
    }
    for line_before in (0..=line).rev() {
        let text = minified.get_line(line_before)?;
        let end = if line_before == line { at_column(text, column) } else { text.len() };
        let is_begin = |at: &usize| begins_function(text, *at, called);
        let Some(at) = text[..end].rmatch_indices(called).map(|(at, _)| at).find(is_begin) else { continue };
        let begins = u32::try_from(text[..at].encode_utf16().count()).ok()?;
        let token = map.lookup_token(line_before, begins)?;
        return token.get_name().filter(|_| token.get_dst() == (line_before, begins));
    }
    None
}

/// Where a column, counted as browsers do, is in a line.
fn at_column(text: &str, column: u32) -> usize {
    let mut left = column as usize;
    for (at, letter) in text.char_indices() {
        if left == 0 {
            return at;
        }
        left = left.saturating_sub(letter.len_utf16());
    }
    text.len()
}

/// Whether a function is given the name `called` that stands at `at`.
fn begins_function(text: &str, at: usize, called: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let (before, after) = (&text[..at], &text[at + called.len()..]);
    if before.ends_with(|letter| is_part(letter) || letter == '.') || after.starts_with(is_part) {
        return false;
    }
    if before.ends_with("function ") || before.ends_with("function*") || before.ends_with("function* ") {
        return after.starts_with('(');
    }
    let Some(value) = after.strip_prefix('=') else { return false };
    let value = value.strip_prefix("async").map_or(value, str::trim_start);
    let Some((parameters, _)) = value.split_once("=>") else { return value.starts_with("function") };
    let is_one = !parameters.is_empty() && parameters.chars().all(is_part);
    let are_many = parameters.starts_with('(') && parameters.find(')') == Some(parameters.len() - 1);
    is_one || are_many || value.starts_with("function")
}

/// The name of a script: the end of its address, without a query.
fn script(file: &str) -> &str {
    let file = file.split(['?', '#']).next().unwrap_or_default();
    file.rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sourcemap::SourceMapBuilder;

    /// A script of one line: a function with a long body, an error at its end, and names that mislead.
    fn maps(begin: &str, name: &str) -> (Maps, u32) {
        let mut builder = SourceMapBuilder::new(None);
        let mut script = format!("o.{name}=1;let x{name}=2;");
        let at = |text: &str| u32::try_from(text.len()).unwrap();
        let begins = at(&script) + at(&begin[..begin.find(name).unwrap()]);
        builder.add(0, begins, 4, 16, Some("src/search/Search.tsx"), Some("Search"), false);
        script.push_str(begin);
        for line in 0..300 {
            builder.add(0, at(&script), 5 + line, 2, Some("src/search/Search.tsx"), None, false);
            script.push_str("b(1);");
        }
        let broke = at(&script);
        builder.add(0, broke, 400, 7, Some("src/search/Search.tsx"), Some("plural"), false);
        script.push_str(&format!("p(2)}};function {name}2(){{}}"));
        let map = builder.into_sourcemap();
        (Maps(HashMap::from([("s.js".to_owned(), (map, SourceView::from_string(script)))])), broke)
    }

    #[test]
    fn a_function_has_its_written_name_however_long_it_is() {
        for begin in [
            "function Me(e){",
            "let Me=e=>{",
            "let Me=(e,{t})=>{",
            "const Me=async(e)=>{",
            "async function Me(){",
        ] {
            let (maps, column) = maps(begin, "Me");
            let frame = |function: &str| Frame {
                function: function.into(),
                file: "https://shop.example/assets/s.js".into(),
                line: 1,
                column: column + 1,
            };
            let found = maps.original(&frame("Me")).unwrap();
            assert_eq!((found.function.as_str(), found.line), ("Search", 401), "{begin}");
            // A name that nothing there has stays as it was sent.
            assert_eq!(maps.original(&frame("Mo")).unwrap().function, "Mo");
        }
    }

    #[test]
    fn columns_are_those_of_browsers() {
        assert_eq!(
            [at_column("aé𝄞b", 0), at_column("aé𝄞b", 2), at_column("aé𝄞b", 4), at_column("a", 9)],
            [0, 3, 7, 1]
        );
    }
}
