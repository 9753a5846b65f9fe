//! The catalogue and the forms, handed to the api of the shop in the same publish, after the pages.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use super::target::PublishError;

/// How the api is told: a program that takes the file, in one transaction, such as `loggia-api import {catalog}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HandOver {
    /// The program and its arguments; `{catalog}` stands for the path of the file.
    run: Vec<String>,
}

impl HandOver {
    /// Hands over the catalogue of a build; what the program said.
    ///
    /// # Errors
    /// When the program is not there or says that it failed. The pages are live then, and the shop has the catalogue of
    /// before: the same publish may simply be run again.
    pub fn run(&self, output: &Path) -> Result<String, PublishError> {
        let catalog = output.join("_data/catalog.json").display().to_string();
        let mut words = self.run.iter().map(|word| word.replace("{catalog}", &catalog));
        let program = words.next().ok_or_else(|| {
            PublishError::Target("publish.catalog.run in site.json names no program".to_owned())
        })?;
        let done = Command::new(&program).args(words).output();
        let done = done.map_err(|error| {
            PublishError::Refused(format!(
                "the pages are live, but the shop has the catalogue of before: {program}: {error}"
            ))
        })?;
        let said = String::from_utf8_lossy(&done.stdout).trim().to_owned();
        if done.status.success() {
            return Ok(said);
        }
        let why = String::from_utf8_lossy(&done.stderr).trim().to_owned();
        Err(PublishError::Refused(format!(
            "the pages are live, but the shop has the catalogue of before: {program} {}: {why}",
            done.status
        )))
    }
}
