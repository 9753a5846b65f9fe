//! Takes the widgets' program and the LESS compiler into the binary, when they have been built.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it for every build script"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it for every build script"));
    let dist = root.join("../widgets/dist");
    // Cargo watches a folder only when it is there; without this the program would be built anew every time.
    let _ = fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=build.rs");
    // Its addresses are bound when it starts, and read-only from then on; where it lies in memory nobody can foretell.
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bin=loggia=-Wl,-z,relro,-z,now");
    }
    let mut files = Vec::new();
    if dist.join(".vite/manifest.json").exists() {
        collect(&dist, &dist, &mut files);
    }
    files.sort();
    let mut text = String::from(
        "/// The files of the widgets' build as they were when this program was built: path and bytes.\n\
         static EMBEDDED: &[(&str, &[u8])] = &[\n",
    );
    for (name, file) in files {
        let file = fs::canonicalize(&file).unwrap_or(file);
        writeln!(text, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .expect("writing to a string does not fail");
    }
    text.push_str("];\n");
    fs::write(out.join("widgets.rs"), text).expect("the folder for build output can be written");

    let less = root.join("less/dist/less.js");
    // The folder, which is always there: a file that is missing would count as changed every time.
    println!("cargo::rerun-if-changed={}", root.join("less/dist").display());
    let text = match fs::canonicalize(&less) {
        Ok(less) => format!("Some(include_str!({:?}))", less.display().to_string()),
        Err(_) => "None".to_owned(),
    };
    let text = format!(
        "/// The LESS compiler as it was when this program was built.\n\
         static BUNDLE: Option<&str> = {text};\n"
    );
    fs::write(out.join("less.rs"), text).expect("the folder for build output can be written");
    fs::write(out.join("starters.rs"), starters(&root)).expect("the folder for build output can be written");
}

/// The starters of `loggia new`: what all share, and each by its name. A folder is a starter when it has a `site.json`.
fn starters(root: &Path) -> String {
    let root = root.join("starters");
    println!("cargo::rerun-if-changed={}", root.display());
    let list = |folder: &Path| {
        let mut files = Vec::new();
        collect(folder, folder, &mut files);
        files.sort();
        files.iter().fold(String::new(), |mut text, (name, file)| {
            // Files whose names in this repository would mean something in it.
            let name = match name.as_str() {
                "gitignore" => ".gitignore",
                "workflow/publish.yml" => ".github/workflows/publish.yml",
                other => other,
            };
            let _ = writeln!(text, "    ({name:?}, include_bytes!({:?})),", file.display().to_string());
            text
        })
    };
    let shared = list(&root.join("shared"));
    let mut text =
        format!("/// What every starter has: path and bytes.\npub static SHARED: Files = &[\n{shared}];\n");
    text.push_str("/// What each has of its own; of two files with one path its own counts.\npub static OWN: &[(&str, Files)] = &[\n");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(&root).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("site.json").exists());
    folders.sort();
    for folder in folders {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let _ = writeln!(text, "({name:?}, &[\n{}]),", list(&folder));
    }
    text.push_str("];\n");
    let pictures = list(&root.join("previews"));
    let _ = write!(
        text,
        "/// A picture of each starter's front page: name and bytes.\npub static PREVIEWS: Files = &[\n{pictures}];\n"
    );
    text
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(name) = path.strip_prefix(root) {
            let parts: Vec<_> = name.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            files.push((parts.join("/"), path.clone()));
        }
    }
}
