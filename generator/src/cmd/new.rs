//! `loggia new`: a small site to begin with.

use std::fs;

use anyhow::Context;

use crate::cli::{Exit, NewArgs, Starter};

/// The files of a starter: path and bytes.
type Files = &'static [(&'static str, &'static [u8])];

macro_rules! files {
    ($folder:literal: $($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../../starters/", $folder, "/", $path)))),*]
    };
}

/// What every starter has: the templates, and how hosts and repositories build the site.
const SHARED: Files = files!("shared":
    "template/template.conf", "template/site.region", "template/blocks/navigation.block", "template/collections/blog.list",
    "template/collections/blog.item", "template/styles/site.css", "netlify.toml",
);

/// Files whose names in a repository would mean something in this one.
const RENAMED: Files = &[
    (".github/workflows/publish.yml", include_bytes!("../../starters/shared/workflow/publish.yml")),
    (".gitignore", include_bytes!("../../starters/shared/gitignore")),
];

const BLOG: Files = files!("blog":
    "site.json", "content/home/collection.json", "content/blog/collection.json", "content/blog/hello.md",
);

const SHOP: Files = files!("shop":
    "site.json", "content/home/collection.json", "content/contact/collection.json", "content/shop/collection.json",
    "content/shop/01-mug.json", "content/shop/02-gift-card.json", "forms/contact.json", "files/mug.svg",
);

const PORTFOLIO: Files = files!("portfolio":
    "site.json", "content/about/collection.json", "content/work/collection.json", "content/work/01-tower.json",
    "content/work/02-waves.json", "template/collections/portfolio.list", "template/collections/portfolio.item",
    "files/tower.svg", "files/waves.svg",
);

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
    let own = match args.starter {
        Starter::Blog => BLOG,
        Starter::Shop => SHOP,
        Starter::Portfolio => PORTFOLIO,
    };
    for (path, bytes) in SHARED.iter().chain(RENAMED).chain(own) {
        let file = folder.join(path);
        let titled =
            (*path == "site.json").then(|| String::from_utf8_lossy(bytes).replace("\"My site\"", &title));
        let bytes = titled.as_ref().map_or(*bytes, String::as_bytes);
        fs::create_dir_all(file.parent().unwrap_or(folder))
            .and_then(|()| fs::write(&file, bytes))
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    println!(
        "made {0}\n\n  loggia serve {0}      shows it and keeps it up to date\n  loggia build {0}      writes it to output/\n  \
         loggia publish {0}    puts it where its site.json says",
        folder.display()
    );
    Ok(Exit::Ok)
}
