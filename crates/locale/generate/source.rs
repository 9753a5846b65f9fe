//! Reads the CLDR JSON packages.

use serde_json::Value;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The folder of the installed packages.
pub struct Source {
    modules: PathBuf,
    parents: Value,
}

impl Source {
    pub fn new(root: &Path) -> Self {
        let mut source = Self { modules: root.join("node_modules"), parents: Value::Null };
        if let Ok(supplement) = source.supplement("parentLocales") {
            source.parents = supplement["parentLocales"]["parentLocale"].clone();
        }
        source
    }

    /// A JSON file of a package; its absence is an error.
    pub fn read(&self, path: &str) -> io::Result<Value> {
        let path = self.modules.join(path);
        let text = fs::read_to_string(&path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        Ok(serde_json::from_str(&text)?)
    }

    /// A text file beside `node_modules`.
    pub fn text(&self, name: &str) -> io::Result<String> {
        let path = self.modules.with_file_name(name);
        fs::read_to_string(&path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }

    /// What `main/<locale>/<file>.json` of a package says of a locale; `None` when the package has no such file.
    pub fn of_locale(&self, package: &str, locale: &str, file: &str) -> io::Result<Option<Value>> {
        match self.read(&format!("{package}/main/{locale}/{file}.json")) {
            Ok(mut value) => Ok(Some(value["main"][locale].take())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// One file of the supplement.
    pub fn supplement(&self, file: &str) -> io::Result<Value> {
        Ok(self.read(&format!("cldr-core/supplemental/{file}.json"))?["supplemental"].take())
    }

    /// The locales that are packed: those of a language that CLDR covers at level "modern", and the root.
    pub fn locales(&self) -> io::Result<Vec<String>> {
        let available = self.read("cldr-core/availableLocales.json")?;
        let levels = self.read("cldr-core/coverageLevels.json")?;
        let modern = |name: &str| levels["effectiveCoverageLevels"][name] == "modern";
        let names = entries_of_array(&available["availableLocales"]["full"]);
        Ok(names
            .filter(|name| name == "und" || modern(name) || modern(name.split('-').next().unwrap_or(name)))
            .collect())
    }

    /// The locale that another inherits from; the root has none.
    pub fn parent(&self, locale: &str) -> Option<String> {
        if locale == "und" {
            return None;
        }
        let named = self.parents[locale].as_str().map(str::to_string);
        let parent = named.or_else(|| locale.rsplit_once('-').map(|(head, _)| head.to_string()));
        Some(parent.filter(|name| name != "root").unwrap_or_else(|| "und".to_string()))
    }
}

/// The members of a JSON object; none of anything else.
pub fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn entries_of_array(value: &Value) -> impl Iterator<Item = String> {
    value.as_array().into_iter().flatten().filter_map(|entry| entry.as_str().map(str::to_string))
}

/// Stores a text, whether it stands bare or as `{"_value": …}`.
pub fn put(keys: &mut super::Keys, key: String, value: &Value) {
    if let Some(text) = value.as_str().or_else(|| value["_value"].as_str()) {
        keys.insert(key, text.to_string());
    }
}
