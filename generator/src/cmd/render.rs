//! `loggia render`: one template with data, or the batch protocol.

use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use loggia_template::{Arena, Batch, Engine, Error, Limits, Mode, RenderOptions};

use super::clock;
use crate::cli::{Exit, RenderArgs};
use crate::diagnostic::{Diagnostic, nearest};
use crate::theme::vocabulary;

/// Renders to standard output; errors go to standard error.
pub fn run(args: &RenderArgs) -> anyhow::Result<Exit> {
    if args.batch {
        return batch();
    }
    let Some(path) = &args.template else { return Ok(Exit::Usage) };
    let template = read(path)?;
    let data = args.data.as_deref().map(read).transpose()?.unwrap_or_else(|| "{}".to_owned());
    let mut builder = Engine::builder(vocabulary());
    let mut texts = vec![(path.display().to_string(), template.clone())];
    for (name, file, text) in args.partials.as_deref().map(partials).transpose()?.unwrap_or_default() {
        builder = builder.partial(&name, &text);
        texts.push((name, text));
        let _ = file;
    }
    let engine = builder.build();
    let arena = Arena::new();
    let data =
        match arena.parse(&data) {
            Ok(data) => data,
            Err(fault) => {
                let file = args.data.clone().unwrap_or_default();
                let text = &data;
                eprintln!(
                    "{}",
                    Diagnostic::error("json-syntax", file, format!("This is not JSON: {}.", fault.message))
                        .at(text, fault.line as usize, fault.column as usize)
                );
                return Ok(Exit::Content);
            }
        };
    let compiled = engine.compile(&path.display().to_string(), &template);
    let options = RenderOptions {
        now: Some(args.now.unwrap_or_else(clock) as f64),
        locale: Some(&args.locale),
        mode: if args.strict { Mode::Strict } else { Mode::Safe },
        limits: Limits::default(),
        ..RenderOptions::default()
    };
    let mut errors = compiled.errors;
    if args.strict && !errors.is_empty() {
        errors.truncate(1);
    } else {
        let output = engine.render(&compiled.template, data, &options);
        print!("{}", output.text);
        errors.extend(output.errors);
    }
    for error in &errors {
        eprintln!("{}", explain(error, &texts, &engine));
    }
    Ok(if errors.is_empty() { Exit::Ok } else { Exit::Content })
}

/// An error with its source line and the nearest known word.
fn explain(error: &Error, texts: &[(String, String)], engine: &Engine) -> Diagnostic {
    use loggia_template::ErrorKind;
    let mut fault = Diagnostic::error("template", &*error.file, error.kind.to_string());
    (fault.line, fault.column) = (error.line as usize, error.column as usize);
    if let Some((_, text)) = texts.iter().find(|(name, _)| **name == *error.file) {
        fault = fault.at(text, error.line as usize, error.column as usize);
    }
    let near = match &error.kind {
        ErrorKind::FormatterUnknown(name) => nearest(name, engine.vocabulary().formatter_names()),
        ErrorKind::PredicateUnknown(name) => nearest(name, engine.vocabulary().predicate_names()),
        _ => None,
    };
    match near {
        Some(near) => fault.help(format!("did you mean '{near}'?")),
        None => fault,
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("standard input cannot be read")?;
        return Ok(text);
    }
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// Every file of a folder as a partial, by its name and by its name without the ending.
fn partials(folder: &Path) -> anyhow::Result<Vec<(String, PathBuf, String)>> {
    let mut partials = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect();
    files.sort();
    for file in files {
        let text = read(&file)?;
        for name in [file.file_stem(), file.file_name()].into_iter().flatten() {
            partials.push((name.to_string_lossy().into_owned(), file.clone(), text.clone()));
        }
    }
    Ok(partials)
}

/// One JSON request a line from standard input, one answer a line to standard output.
fn batch() -> anyhow::Result<Exit> {
    let batch = Batch::new(vocabulary());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.context("standard input cannot be read")?;
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        writeln!(out, "{}", batch.answer(&line)).context("standard output cannot be written")?;
        out.flush().context("standard output cannot be written")?;
    }
    Ok(Exit::Ok)
}
