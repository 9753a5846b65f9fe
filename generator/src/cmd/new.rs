//! `loggia new`: a small site to begin with.

use std::fs;

use anyhow::Context;

use crate::cli::{Exit, NewArgs};

/// The files of the starter: path and text.
const STARTER: [(&str, &str); 10] = [
    ("site.json", include_str!("../../starter/site.json")),
    ("template/template.conf", include_str!("../../starter/template/template.conf")),
    ("template/site.region", include_str!("../../starter/template/site.region")),
    ("template/blocks/navigation.block", include_str!("../../starter/template/blocks/navigation.block")),
    ("template/collections/blog.list", include_str!("../../starter/template/collections/blog.list")),
    ("template/collections/blog.item", include_str!("../../starter/template/collections/blog.item")),
    ("template/styles/site.css", include_str!("../../starter/template/styles/site.css")),
    ("content/home/collection.json", include_str!("../../starter/content/home/collection.json")),
    ("content/blog/collection.json", include_str!("../../starter/content/blog/collection.json")),
    ("content/blog/hello.md", include_str!("../../starter/content/blog/hello.md")),
];

/// Makes a site in a folder that is not there yet, or is empty.
pub fn run(args: &NewArgs) -> anyhow::Result<Exit> {
    let folder = &args.folder;
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        eprintln!("error: {} is not empty; name a new folder", folder.display());
        return Ok(Exit::Usage);
    }
    let title = args.title.clone().unwrap_or_else(|| {
        folder.file_name().map_or_else(|| "My site".to_owned(), |name| name.to_string_lossy().into_owned())
    });
    let title = serde_json::Value::String(title).to_string();
    for (path, text) in STARTER {
        let file = folder.join(path);
        let text = if path == "site.json" { text.replace("\"My site\"", &title) } else { text.to_owned() };
        fs::create_dir_all(file.parent().unwrap_or(folder))
            .and_then(|()| fs::write(&file, text))
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    println!(
        "made {0}\n\n  loggia serve {0}    shows it and keeps it up to date\n  loggia build {0}    writes it to output/",
        folder.display()
    );
    Ok(Exit::Ok)
}
