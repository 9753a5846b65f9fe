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
