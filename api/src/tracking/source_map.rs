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
        let function =
            map.get_original_function_name(line, column, called, minified).unwrap_or(called).to_owned();
        Some(Frame {
            function,
            file: token.get_source()?.trim_start_matches("../").to_owned(),
            line: token.get_src_line() + 1,
            column: token.get_src_col() + 1,
        })
    }
}

/// The name of a script: the end of its address, without a query.
fn script(file: &str) -> &str {
    let file = file.split(['?', '#']).next().unwrap_or_default();
    file.rsplit('/').next().unwrap_or_default()
}
