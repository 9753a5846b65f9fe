//! A folder of another machine as the target, by `ssh`: the classic host with a shell.
//!
//! The layout is that of a folder here (`publish::directory`): one folder a version, and one link, `current`, that is moved
//! in one step. What runs there are lines of `sh` with `tar`, `cp`, `xargs` and `readlink`, which every such host has; files
//! that did not change are hard links to the version before. Nothing of a path is ever part of a line: folders are
//! quoted, and names of files are read from the input.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command};
use std::sync::{Mutex, PoisonError};

use super::program::{complaint, run, start};
use crate::manifest::{Entry, Manifest, data_file};
use crate::publish::compressed::Coding;
use crate::publish::error::PublishError;
use crate::publish::sold::Sold;
use crate::publish::target::{Delivery, Published, Target, Version};

/// What a line ends with when the link is not where it was.
const MOVED_ON: i32 = 75;
/// What a line ends with when `current` is something else than a link of ours.
const NOT_OURS: i32 = 71;
/// What a line ends with when there is no such version.
const NO_VERSION: i32 = 72;

/// Moves the link: `$1` is the version. `mv -T` is one step; where `mv` has no such option the link is made anew.
const SWITCH: &str = r#"switch() {
rm -f .current-new
ln -s "releases/$1/site" .current-new || exit 1
mv -T .current-new current 2>/dev/null || mv -h .current-new current 2>/dev/null || { rm -f current; mv .current-new current; } || exit 1
}
live() {
if [ -e current ] && [ ! -L current ]; then exit 71; fi
[ -L current ] || return 0
l=$(readlink current); l=${l#releases/}; printf %s "${l%/site}"
}
"#;

/// A folder on a server.
#[derive(Clone)]
pub struct Server {
    program: Vec<String>,
    host: String,
    port: Option<u16>,
    folder: String,
    keep: usize,
    copies: Vec<Coding>,
}

impl Server {
    /// A folder of a host, such as `deploy@shop.example` and `/srv/www/shop`, that keeps at most `keep` versions.
    /// `program` is `ssh` with the operator's own words, or nothing for `ssh` alone.
    ///
    /// # Errors
    /// When the host or the folder is none.
    pub fn new(
        program: &[String],
        host: &str,
        port: Option<u16>,
        folder: &str,
        keep: usize,
    ) -> Result<Server, PublishError> {
        let plain =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'@' | b':');
        if host.is_empty() || host.starts_with('-') || !host.bytes().all(plain) {
            return Err(PublishError::Target(format!(
                "'{host}' is no host to publish to; write ssh:USER@HOST:FOLDER, as in ssh:deploy@shop.example:/srv/www/shop"
            )));
        }
        if folder.trim_matches('/').is_empty() || folder.contains(['\0', '\n']) || folder.starts_with('-') {
            return Err(PublishError::Target(format!("'{folder}' is no folder to publish into")));
        }
        let program = if program.is_empty() { vec!["ssh".to_owned()] } else { program.to_vec() };
        let (host, folder) = (host.to_owned(), folder.to_owned());
        Ok(Server { program, host, port, folder, keep: keep.max(1), copies: Vec::new() })
    }

    /// With copies that are compressed so beside the files, for a web server that looks for them.
    #[must_use]
    pub fn with_copies(self, copies: &[Coding]) -> Self {
        Server { copies: copies.to_vec(), ..self }
    }

    /// The call that runs lines on the server, in the folder.
    fn command(&self, lines: &str) -> Command {
        let mut command = Command::new(&self.program[0]);
        command.args(&self.program[1..]).args(["-o", "BatchMode=yes"]);
        if let Some(port) = self.port {
            command.args(["-p", &port.to_string()]);
        }
        let folder = quoted(&self.folder);
        let lines = format!("mkdir -p {folder}/releases && cd {folder} || exit 1\n{SWITCH}{lines}");
        command.arg("--").arg(&self.host).arg(format!("sh -c {}", quoted(&lines)));
        command
    }

    fn run(&self, lines: &str, input: &[u8]) -> Result<Vec<u8>, PublishError> {
        let output = run(self.command(lines), input)?;
        self.outcome(&output).map(|()| output.stdout)
    }

    fn outcome(&self, output: &std::process::Output) -> Result<(), PublishError> {
        let place = || format!("{}:{}", self.host, self.folder);
        match output.status.code() {
            Some(0) => Ok(()),
            Some(MOVED_ON) => Err(PublishError::Busy(place())),
            Some(NOT_OURS) => Err(PublishError::Target(format!(
                "{}/current is not a link that loggia made; move it away first",
                place()
            ))),
            _ => Err(PublishError::Refused(format!("{}: {}", place(), complaint(output)))),
        }
    }

    /// What is live: the version, what it has, and its catalogue.
    fn live(&self) -> Result<Live, PublishError> {
        let lines = r#"id=$(live) || exit $?
printf '%s\n' "$id"
for f in manifest.json catalog.json; do
if [ -n "$id" ] && [ -f "releases/$id/$f" ]; then wc -c < "releases/$id/$f"; cat "releases/$id/$f"; else echo 0; fi
done"#;
        let printed = self.run(lines, b"")?;
        let unread = || PublishError::Refused(format!("{}: its answer is not understood", self.host));
        let (id, rest) = line(&printed).ok_or_else(unread)?;
        let (manifest, rest) = counted(rest).ok_or_else(unread)?;
        let (catalog, _) = counted(rest).ok_or_else(unread)?;
        Ok(Live {
            id: Some(id).filter(|id| !id.is_empty()),
            manifest: Manifest::from_json(manifest).unwrap_or_default(),
            catalog: catalog.to_vec(),
        })
    }
}

struct Live {
    id: Option<String>,
    manifest: Manifest,
    catalog: Vec<u8>,
}

/// A text as one word of `sh`.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The first line, and what comes after it.
fn line(bytes: &[u8]) -> Option<(String, &[u8])> {
    let at = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((String::from_utf8_lossy(&bytes[..at]).trim().to_owned(), &bytes[at + 1..]))
}

/// So many bytes as the first line says, and what comes after them.
fn counted(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (count, rest) = line(bytes)?;
    rest.split_at_checked(count.parse().ok()?)
}

/// Whether a name is one that a version has here; nothing else is ever put into a line.
fn is_version(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl Target for Server {
    fn copies(&self) -> &[Coding] {
        &self.copies
    }

    fn begin(&self, manifest: &Manifest, output: &Path, id: &str) -> Result<Box<dyn Delivery>, PublishError> {
        let live = self.live()?;
        if live.id.as_deref().is_some_and(|id| !is_version(id)) {
            return Err(PublishError::Target(format!(
                "{}:{}/current is not a link that loggia made; move it away first",
                self.host, self.folder
            )));
        }
        let missing: Vec<(String, Entry)> = manifest
            .public()
            .filter(|(path, entry)| live.manifest.files.get(*path) != Some(*entry))
            .map(|(path, entry)| (path.clone(), *entry))
            .collect();
        let removed: Vec<String> = live
            .manifest
            .public()
            .map(|(path, _)| path)
            .filter(|path| !manifest.files.contains_key(*path))
            .cloned()
            .collect();
        let catalog = crate::folder::read(data_file(output, "_data/catalog.json")).unwrap_or_default();
        Ok(Box::new(Upload {
            server: self.clone(),
            id: id.to_owned(),
            unchanged: manifest.public().count() - missing.len(),
            nothing_new: live.id.is_some()
                && missing.is_empty()
                && removed.is_empty()
                && catalog == live.catalog,
            before: live.id,
            missing,
            removed,
            catalog,
            manifest: manifest.to_json(),
            stream: Mutex::new(None),
        }))
    }

    fn versions(&self) -> Result<Vec<Version>, PublishError> {
        let lines = r#"live || exit $?
echo
for m in releases/*/manifest.json; do [ -f "$m" ] && printf '%s\n' "$m"; done
exit 0"#;
        let printed = self.run(lines, b"")?;
        let text = String::from_utf8_lossy(&printed);
        let (live, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let name = |line: &str| {
            let id = line.strip_prefix("releases/")?.strip_suffix("/manifest.json")?;
            is_version(id).then(|| id.to_owned()).filter(|id| !id.starts_with(INCOMING))
        };
        let mut versions: Vec<Version> = rest
            .lines()
            .filter_map(name)
            .map(|id| Version { live: id == live, id, files: None, bytes: None })
            .collect();
        versions.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(versions)
    }

    fn rollback(&self, version: Option<&str>) -> Result<Version, PublishError> {
        let versions = self.versions()?;
        let live = versions.iter().position(|version| version.live);
        let chosen = match (version, live) {
            (Some(id), _) => versions.iter().find(|version| version.id == id),
            (None, Some(live)) if live > 0 => versions.get(live - 1),
            (None, _) => None,
        };
        let chosen = chosen.ok_or_else(|| PublishError::no_version(version))?;
        let before = live.and_then(|at| versions.get(at)).map_or("", |version| version.id.as_str());
        self.run(&format!("{}\nswitch {}", still(before), chosen.id), b"")?;
        Ok(Version { live: true, ..chosen.clone() })
    }

    fn withdraw(&self, sold: &Sold) -> Result<(), PublishError> {
        for Version { id, .. } in self.versions()? {
            let text = self.run(&format!("cat releases/{id}/manifest.json"), b"")?;
            let Some(mut manifest) = Manifest::from_json(&text) else { continue };
            let found = sold.found_in(&manifest);
            if found.is_empty() {
                continue;
            }
            let names = found.iter().flat_map(|path| [path.as_bytes(), b"\0"].concat()).collect::<Vec<u8>>();
            self.run(&format!("cd releases/{id}/site && xargs -0 rm -f --"), &names)?;
            found.iter().for_each(|path| {
                manifest.files.remove(path);
            });
            let lines = format!("cd releases/{id} && cat > .manifest-new && mv .manifest-new manifest.json");
            self.run(&lines, &manifest.to_json())?;
        }
        Ok(())
    }

    fn catalog(&self, version: &str) -> Option<Vec<u8>> {
        let lines = format!(
            "[ -f releases/{version}/catalog.json ] || exit {NO_VERSION}\ncat releases/{version}/catalog.json"
        );
        is_version(version).then(|| self.run(&lines, b"").ok()).flatten()
    }
}

const INCOMING: &str = "incoming-";

/// Ends unless the link is where it was.
fn still(before: &str) -> String {
    format!("[ \"$(live)\" = {} ] || exit {MOVED_ON}", quoted(before))
}

/// A version on its way.
struct Upload {
    server: Server,
    id: String,
    before: Option<String>,
    missing: Vec<(String, Entry)>,
    removed: Vec<String>,
    unchanged: usize,
    nothing_new: bool,
    catalog: Vec<u8>,
    manifest: Vec<u8>,
    stream: Mutex<Option<Stream>>,
}

/// Files on their way into the folder of a version, as an archive.
struct Stream {
    child: Child,
    archive: tar::Builder<BufWriter<ChildStdin>>,
}

impl Stream {
    fn put(&mut self, path: &str, bytes: &[u8], mode: u32) -> std::io::Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(mode);
        header.set_mtime(u64::try_from(crate::clock::now() / 1000).unwrap_or(0));
        self.archive.append_data(&mut header, path, bytes)
    }
}

impl Upload {
    fn incoming(&self) -> String {
        format!("{INCOMING}{}", self.id)
    }

    /// Makes the folder of the version with what stays of the one before, and begins to send.
    fn begin(&self) -> Result<Stream, PublishError> {
        let incoming = self.incoming();
        let mut lines = format!(
            "cd releases && find . -maxdepth 1 -name '{INCOMING}*' -mtime +0 -exec rm -rf {{}} +\nrm -rf {incoming} && mkdir {incoming} && cd {incoming} || exit 1\n"
        );
        if let Some(before) = &self.before {
            lines.push_str(&format!("cp -al ../{before}/site site 2>/dev/null || {{ rm -rf site; cp -R ../{before}/site site; }} || exit 1\n"));
        }
        // A file that changes is taken away first: written over, it would change in the version before as well.
        lines.push_str("mkdir -p site && cd site && xargs -0 rm -f -- && find . -type d -empty -delete; cd ..; mkdir -p site");
        let gone = self.removed.iter().chain(self.missing.iter().map(|(path, _)| path));
        let names = gone.flat_map(|path| [path.as_bytes(), b"\0"].concat()).collect::<Vec<u8>>();
        self.server.run(&lines, &names)?;
        let mut child = start(&mut self.server.command(&format!("cd releases/{incoming} && tar -xf -")))?;
        let Some(stdin) = child.stdin.take() else {
            return Err(PublishError::Refused("ssh takes nothing".to_owned()));
        };
        Ok(Stream { child, archive: tar::Builder::new(BufWriter::with_capacity(1 << 16, stdin)) })
    }

    fn published(&self, version: String) -> Published {
        Published {
            version,
            sent: self.missing.iter().map(|(path, _)| path.clone()).collect(),
            removed: self.removed.clone(),
            unchanged: self.unchanged,
            bytes: self.missing.iter().map(|(_, entry)| entry.size).sum(),
            address: None,
        }
    }

    /// The lines that put the version in its place, move the link, and let the oldest versions go.
    fn last_lines(&self) -> String {
        let (incoming, id) = (self.incoming(), &self.id);
        let before = still(self.before.as_deref().unwrap_or(""));
        let spare = self.server.keep + 1;
        format!(
            r#"{before}
mv releases/{incoming} releases/{id} || exit 1
switch {id}
ls -1 releases | grep -v '^{INCOMING}' | sort -r | tail -n +{spare} | while read -r old; do
[ "$old" = {id} ] || {{ rm -f "releases/$old/manifest.json"; rm -rf "releases/$old"; }}
done
exit 0"#
        )
    }
}

impl Delivery for Upload {
    fn missing(&self) -> &[(String, Entry)] {
        &self.missing
    }

    fn lanes(&self) -> usize {
        2
    }

    fn put(&self, path: &str, entry: Entry, file: &Path) -> Result<(), PublishError> {
        let bytes = crate::publish::built::read_as_built(file, entry)?;
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let stream = match &mut *stream {
            Some(stream) => stream,
            none => none.insert(self.begin()?),
        };
        stream.put(&format!("site/{path}"), &bytes, 0o644).map_err(|error| broken(&self.server, &error))
    }

    fn finish(self: Box<Self>) -> Result<Published, PublishError> {
        if let (true, Some(before)) = (self.nothing_new, &self.before) {
            return Ok(self.published(before.clone()));
        }
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut stream = match stream {
            Some(stream) => stream,
            None => self.begin()?,
        };
        let catalog =
            if self.catalog.is_empty() { Ok(()) } else { stream.put("catalog.json", &self.catalog, 0o600) };
        let Stream { child, mut archive } = stream;
        let mut last = || -> std::io::Result<()> {
            let mut header = tar::Header::new_gnu();
            header.set_size(self.manifest.len() as u64);
            header.set_mode(0o644);
            // The manifest comes last: a folder without one is no version.
            archive.append_data(&mut header, "manifest.json", self.manifest.as_slice())?;
            archive.finish()?;
            archive.get_mut().flush()
        };
        let written = catalog.and_then(|()| last());
        drop(archive);
        let output = child.wait_with_output().map_err(|error| broken(&self.server, &error))?;
        self.server.outcome(&output)?;
        written.map_err(|error| broken(&self.server, &error))?;
        self.server.run(&self.last_lines(), b"")?;
        Ok(self.published(self.id.clone()))
    }
}

impl Drop for Upload {
    /// A publish that was given up leaves no program behind; what it sent is no version, and the next one clears it away.
    fn drop(&mut self) {
        let stream = self.stream.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut stream) = stream {
            let _ = stream.child.kill();
            let _ = stream.child.wait();
        }
    }
}

fn broken(server: &Server, error: &std::io::Error) -> PublishError {
    PublishError::Refused(format!("{}: the connection broke: {error}", server.host))
}
