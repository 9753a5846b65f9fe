//! A folder a workload: `template.html`, `data.json` (or the file that `meta.json` names), `partials.json`,
//! `meta.json`; and `w2-suite.json`, base texts that are repeated.

use std::path::Path;

use anyhow::{Context, Result};
use loggia_template::{Arena, Node};

/// A template with its data.
pub struct Workload {
    pub name: String,
    pub template: String,
    pub data: String,
    pub partials: Vec<(String, String)>,
    pub locale: Option<String>,
    pub now: Option<f64>,
}

/// Reads all workloads of a folder, in alphabetical order, the repeated ones last.
pub fn load(folder: &Path) -> Result<Vec<Workload>> {
    let mut workloads = Vec::new();
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder).context("the folder of workloads")?.collect();
    let mut folders: Vec<_> = entries?.into_iter().map(|entry| entry.path()).collect();
    folders.sort();
    for path in folders.iter().filter(|path| path.join("template.html").exists()) {
        workloads.push(read(path)?);
    }
    let suite = folder.join("w2-suite.json");
    if suite.exists() {
        repeated(&std::fs::read_to_string(suite)?, &mut workloads)?;
    }
    Ok(workloads)
}

fn read(path: &Path) -> Result<Workload> {
    let text = |name: &str| {
        std::fs::read_to_string(path.join(name)).with_context(|| format!("{}/{name}", path.display()))
    };
    let arena = Arena::new();
    let (meta_text, partials_text) = (text("meta.json")?, text("partials.json")?);
    let meta = arena.parse(&meta_text)?;
    let partials = arena.parse(&partials_text)?;
    let partials = partials.as_object().into_iter().flat_map(|object| object.members());
    Ok(Workload {
        name: path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        template: text("template.html")?,
        data: text(meta.get("data").as_str().unwrap_or("data.json"))?,
        partials: partials.map(|(name, text)| (name.to_owned(), text.to_text().into_owned())).collect(),
        locale: meta.get("locale").as_str().map(str::to_owned),
        now: meta.get("now").as_f64(),
    })
}

fn repeated(suite: &str, workloads: &mut Vec<Workload>) -> Result<()> {
    let arena = Arena::new();
    let suite = arena.parse(suite)?;
    for item in suite.get("items").elements() {
        let base = item.get("base").to_text();
        let mut data = String::new();
        item.get("data").write_json(&mut data);
        for times in suite.get("n").elements().iter().filter_map(|times: &Node<'_>| times.as_f64()) {
            workloads.push(Workload {
                name: format!("w2-{}@{times}", item.get("name").to_text()),
                template: base.repeat(times as usize),
                data: data.clone(),
                partials: Vec::new(),
                locale: None,
                now: None,
            });
        }
    }
    Ok(())
}
