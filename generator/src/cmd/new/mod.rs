//! `loggia new`: a finished site to begin with.

mod gallery;
mod looks;

use std::borrow::Cow;
use std::fs;
use std::io::{BufRead, IsTerminal, Write};

use anyhow::Context;
use clap::ValueEnum;

use self::looks::{list, name};
use crate::cli::{Exit, NewArgs, Starter};
use crate::starters::{OWN, SHARED};

/// Makes a site in a folder that is not there yet, or is empty.
pub fn run(args: &NewArgs) -> anyhow::Result<Exit> {
    let folder = &args.folder;
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        eprintln!("error: {} is not empty; name a new folder", folder.display());
        return Ok(Exit::Usage);
    }
    let Some(starter) = chosen(args)? else { return Ok(Exit::Usage) };
    let title = args.title.clone().unwrap_or_else(|| {
        folder.file_name().map_or_else(|| "My site".to_owned(), |name| name.to_string_lossy().into_owned())
    });
    write(args, starter, &title)?;
    println!(
        "made {0} with the look \"{1}\"\n\n  loggia serve {0} --open    next: opens its editor, and shows the site as you change it\n  \
         loggia build {0}           writes it to output/\n  loggia publish {0}         puts it where its site.json says\n\n\
         Its words, prices and addresses are examples: change them before you publish. Visits are not counted;\n\
         \"tracking\": {{}} under websiteSettings in site.json counts them.",
        folder.display(),
        name(starter),
    );
    Ok(Exit::Ok)
}

/// The look that was named, or is named now.
fn chosen(args: &NewArgs) -> anyhow::Result<Option<Starter>> {
    if args.starter.is_some() {
        return Ok(args.starter);
    }
    let folder = args.folder.display();
    if !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
        eprint!("error: say which look to begin with\n\n{}", list());
        eprintln!("\n  loggia new {folder} --starter {}", name(Starter::value_variants()[0]));
        return Ok(None);
    }
    eprint!("Which look do you begin with? Everything in it can be changed.\n\n{}", list());
    // Where no port can be had the names are enough.
    if let Ok(address) = gallery::serve() {
        eprintln!("\nTheir pictures, until you have chosen: http://{address}/");
    }
    ask(&mut std::io::stdin().lock(), &mut std::io::stderr()).context("the terminal does not answer")
}

/// Asks until a look is named, by its number or its name; none when the answer ends.
fn ask(answers: &mut impl BufRead, to: &mut impl Write) -> std::io::Result<Option<Starter>> {
    let all = Starter::value_variants();
    loop {
        write!(to, "\n1 to {}, or a name: ", all.len())?;
        to.flush()?;
        let mut line = String::new();
        if answers.read_line(&mut line)? == 0 {
            writeln!(to)?;
            return Ok(None);
        }
        let said = line.trim();
        let by_number = said.parse::<usize>().ok().and_then(|place| all.get(place.checked_sub(1)?));
        if let Some(starter) = by_number.copied().or_else(|| Starter::from_str(said, true).ok()) {
            return Ok(Some(starter));
        }
        writeln!(to, "There is no look \"{said}\".")?;
    }
}

fn write(args: &NewArgs, starter: Starter, title: &str) -> anyhow::Result<()> {
    let title = serde_json::Value::String(title.to_owned()).to_string();
    let name = name(starter);
    let own = OWN.iter().find(|(known, _)| *known == name).map(|(_, files)| *files);
    let own = own.with_context(|| format!("this program was built without the look \"{name}\""))?;
    let shared = SHARED.iter().filter(|(path, _)| own.iter().all(|(other, _)| other != path));
    for (path, bytes) in shared.chain(own) {
        let file = args.folder.join(path);
        let bytes = match *path {
            "site.json" => String::from_utf8_lossy(bytes).replace("\"My site\"", &title).into_bytes().into(),
            _ => Cow::Borrowed(*bytes),
        };
        fs::create_dir_all(file.parent().unwrap_or(&args.folder))
            .and_then(|()| fs::write(&file, bytes))
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(text: &str) -> (Option<Starter>, String) {
        let mut said = Vec::new();
        let starter = ask(&mut text.as_bytes(), &mut said).unwrap();
        (starter, String::from_utf8(said).unwrap())
    }

    /// S-951: a look is chosen by its number or its name; another answer is asked again, and an end is no choice.
    #[test]
    fn s_951_the_terminal_asks_until_a_look_is_named() {
        assert_eq!(answered("2\n").0, Some(Starter::Restaurant));
        assert_eq!(answered(" Event \n").0, Some(Starter::Event));
        assert_eq!(answered("blog").0, Some(Starter::Magazine));
        let (starter, said) = answered("0\n7\n99999999999999999999\nnews\n\n6\n");
        assert_eq!(starter, Some(Starter::Event));
        assert_eq!(said.matches("There is no look").count(), 5, "{said}");
        assert_eq!(answered("").0, None);
        for starter in Starter::value_variants() {
            assert!(OWN.iter().any(|(known, _)| *known == name(*starter)), "{}", name(*starter));
            assert!(list().contains(&name(*starter)), "{}", list());
        }
    }
}
