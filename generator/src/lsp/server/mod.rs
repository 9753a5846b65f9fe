//! The editor's messages: open files, questions and answers.

mod documents;
mod questions;
mod refusal;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{InitializeParams, PublishDiagnosticsParams, Uri};
use serde_json::{Value, json};

use refusal::{Refusal, read};

use super::docs::Docs;
use super::event::{Checked, Event};
use super::folders::Folder;
use super::root::{Kind, Root, is_template};
use super::text::{Text, Units};
use super::whole::Worker;
use super::{address, diagnostics};

/// How long nothing may be typed before it is said what is wrong.
const PAUSE: Duration = Duration::from_millis(200);

/// The longest that is waited for such a pause.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Running,
    ShutDown,
}

/// What serves an editor.
pub struct Server<W> {
    output: W,
    worker: Worker,
    docs: Docs,
    neutral: Value,
    state: State,
    units: Units,
    snippets: bool,
    registers: bool,
    check_on_save: bool,
    open: BTreeMap<PathBuf, Text>,
    addresses: BTreeMap<PathBuf, (Uri, i32)>,
    folders: Vec<Folder>,
    /// When the first change came of which nothing was said yet, and the last one.
    waiting: Option<(Instant, Instant)>,
}

impl<W: Write> Server<W> {
    /// A server that has not been greeted yet.
    pub fn new(output: W, worker: Worker) -> Server<W> {
        Server {
            output,
            worker,
            docs: Docs::read(),
            neutral: serde_json::from_str(include_str!("../neutral.json")).unwrap_or_default(),
            state: State::New,
            units: Units::default(),
            snippets: false,
            registers: false,
            check_on_save: true,
            open: BTreeMap::new(),
            addresses: BTreeMap::new(),
            folders: Vec::new(),
            waiting: None,
        }
    }

    /// When it has something to say unasked.
    #[must_use]
    pub fn due(&self) -> Option<Instant> {
        self.waiting.map(|(first, last)| (last + PAUSE).min(first + LONGEST_WAIT))
    }

    /// Takes what happens. Gives, at the end, whether it came in the right order.
    ///
    /// # Errors
    /// When the editor does not read any more.
    pub fn take(&mut self, event: Event) -> io::Result<Option<bool>> {
        match event {
            Event::Message(Message::Request(request)) => self.request(request)?,
            Event::Message(Message::Notification(note)) if note.method == "exit" => {
                return Ok(Some(self.state == State::ShutDown));
            }
            Event::Message(Message::Notification(note)) => self.notification(note)?,
            Event::Message(Message::Response(_)) => {}
            Event::Malformed(why) => {
                let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
                // It has no id that could be answered to.
                let text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
                write!(self.output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
                self.output.flush()?;
            }
            Event::End(why) => {
                if let Some(why) = why {
                    eprintln!("error: {why}");
                }
                return Ok(Some(false));
            }
            Event::Checked(checked) => self.checked(*checked)?,
            Event::Due => self.say()?,
        }
        Ok(None)
    }

    fn send(&mut self, message: Message) -> io::Result<()> {
        super::transport::write(&mut self.output, &message)
    }

    fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(Message::Notification(Notification { method: method.to_owned(), params }))
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        let Request { id, method, params } = request;
        let answer = match (self.state, method.as_str()) {
            (State::New, "initialize") => self.initialize(params),
            (State::New, _) => {
                Err(Refusal(ErrorCode::ServerNotInitialized, "Say initialize first.".to_owned()))
            }
            (State::ShutDown, _) => {
                Err(Refusal(ErrorCode::InvalidRequest, "The server was shut down.".to_owned()))
            }
            (State::Running, "initialize") => {
                Err(Refusal(ErrorCode::InvalidRequest, "This was said already.".to_owned()))
            }
            (State::Running, "shutdown") => {
                self.state = State::ShutDown;
                self.waiting = None;
                Ok(Value::Null)
            }
            // A fault of ours in one answer does not end the others.
            (State::Running, _) => catch_unwind(AssertUnwindSafe(|| self.answer(&method, params)))
                .unwrap_or_else(|_| Err(Refusal(ErrorCode::InternalError, format!("{method} failed.")))),
        };
        self.respond(id, answer)
    }

    fn respond(&mut self, id: RequestId, answer: Result<Value, Refusal>) -> io::Result<()> {
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(Refusal(code, message)) => Response::new_err(id, code as i32, message),
        };
        self.send(Message::Response(response))
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let options = params.get("initializationOptions").cloned().unwrap_or_default();
        #[expect(deprecated, reason = "editors that know no workspace folders say rootUri")]
        let folders = {
            let params: InitializeParams = read(params)?;
            let general = params.capabilities.general.as_ref();
            let encodings =
                general.and_then(|general| general.position_encodings.clone()).unwrap_or_default();
            if encodings.contains(&lsp_types::PositionEncodingKind::UTF8) {
                self.units = Units::Utf8;
            }
            let completion =
                params.capabilities.text_document.as_ref().and_then(|text| text.completion.as_ref());
            let item = completion.and_then(|completion| completion.completion_item.as_ref());
            self.snippets = item.and_then(|item| item.snippet_support).unwrap_or(false);
            let workspace = params.capabilities.workspace.as_ref();
            let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
            self.registers = watched.and_then(|watched| watched.dynamic_registration).unwrap_or(false);
            let folders = params.workspace_folders.unwrap_or_default().into_iter().map(|folder| folder.uri);
            folders.chain(params.root_uri).collect::<Vec<Uri>>()
        };
        self.check_on_save = options.get("checkOnSave").and_then(Value::as_bool).unwrap_or(true);
        self.state = State::Running;
        for folder in folders {
            self.add_folder(&folder);
        }
        let encoding = if self.units == Units::Utf8 { "utf-8" } else { "utf-16" };
        Ok(json!({
            "capabilities": {
                "positionEncoding": encoding,
                "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
                "completionProvider": { "triggerCharacters": ["{", ".", "|", "<", ":", "\"", "@", " "] },
                "hoverProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "documentSymbolProvider": true,
                "foldingRangeProvider": true,
                "documentFormattingProvider": true,
                "renameProvider": { "prepareProvider": true },
                "codeActionProvider": { "codeActionKinds": ["quickfix"] },
                "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
            },
            "serverInfo": { "name": "loggia", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    /// Knows a folder of the editor when it is a site's or a template's.
    fn add_folder(&mut self, uri: &Uri) {
        let Some(folder) = address::path(uri.as_str()) else { return };
        let (root, kind) = Root::of(&folder.join("template.conf"));
        if kind != Kind::Loose {
            self.folder(root, kind);
        }
    }

    /// The place of a folder among those that are known.
    fn folder(&mut self, folder: PathBuf, kind: Kind) -> Option<usize> {
        if let Some(at) = self.folders.iter().position(|known| known.root.folder == folder) {
            return Some(at);
        }
        match Folder::new(folder, kind) {
            Ok(folder) => self.folders.push(folder),
            Err(error) => {
                eprintln!("error: a folder cannot be followed: {error}");
                return None;
            }
        }
        let at = self.folders.len() - 1;
        self.touch();
        self.look(at);
        Some(at)
    }

    /// The place of the folder that a file belongs to.
    fn folder_of(&mut self, file: &std::path::Path) -> Option<usize> {
        let (folder, kind) = Root::of(file);
        if kind == Kind::Loose
            && !(is_template(file) && file.extension().is_some_and(|ending| ending != "html"))
        {
            return None;
        }
        self.folder(folder, kind)
    }

    /// Has the whole site looked at.
    fn look(&mut self, at: usize) {
        let folder = &mut self.folders[at];
        if !self.check_on_save || folder.root.kind != Kind::Site {
            return;
        }
        if folder.looking {
            folder.look_again = true;
            return;
        }
        folder.looking = true;
        folder.changed.clear();
        self.worker.ask(folder.root.folder.clone());
    }

    fn checked(&mut self, checked: Checked) -> io::Result<()> {
        let Some(at) = self.folders.iter().position(|folder| folder.root.folder == checked.folder) else {
            return Ok(());
        };
        let folder = &mut self.folders[at];
        folder.looking = false;
        folder.checked = checked.faults;
        if let Some(samples) = checked.samples {
            folder.samples = samples;
        }
        folder.is_unsaid = true;
        if std::mem::take(&mut folder.look_again) {
            self.look(at);
        }
        // While somebody types it is said with the rest.
        if self.waiting.is_none() { self.say() } else { Ok(()) }
    }

    fn touch(&mut self) {
        let now = Instant::now();
        self.waiting = Some((self.waiting.map_or(now, |(first, _)| first), now));
    }

    /// Says what is wrong, in every folder of which something changed.
    fn say(&mut self) -> io::Result<()> {
        self.waiting = None;
        for at in 0..self.folders.len() {
            let refreshed = catch_unwind(AssertUnwindSafe(|| self.folders[at].refresh(&self.open)));
            match refreshed {
                Ok(Ok(true)) => {
                    let message =
                        "Not all of this folder is looked at: it has too many files, or too large ones.";
                    self.notify("window/logMessage", json!({ "type": 2, "message": message }))?;
                }
                Ok(Ok(false)) => {}
                Ok(Err(error)) => eprintln!("error: the folder's copy cannot be written: {error}"),
                Err(_) => continue,
            }
            if std::mem::take(&mut self.folders[at].is_unsaid) {
                self.say_of(at)?;
            }
        }
        Ok(())
    }

    fn say_of(&mut self, at: usize) -> io::Result<()> {
        let folder = &mut self.folders[at];
        let faults = folder.faults();
        let now: std::collections::BTreeSet<PathBuf> = faults.keys().cloned().collect();
        let before = std::mem::replace(&mut folder.said, now);
        let gone: Vec<PathBuf> = before.difference(&folder.said).cloned().collect();
        let mut messages = Vec::new();
        let own =
            self.open.keys().filter(|file| folder.has(file)).filter_map(|file| folder.root.inside(file));
        let open: Vec<PathBuf> =
            own.filter(|file| !folder.said.contains(file) && !gone.contains(file)).collect();
        // An editor is told of its open files also when nothing is wrong with them.
        for file in folder.said.iter().chain(&gone).chain(&open) {
            let path = folder.root.outside(file);
            let known = self.addresses.get(&path);
            let Some(uri) = known.map(|(uri, _)| uri.clone()).or_else(|| address::uri(&path)) else {
                continue;
            };
            let disk;
            let text = match self.open.get(&path) {
                Some(text) => text,
                None => {
                    disk = Text::new(crate::folder::read_to_string(&path).unwrap_or_default());
                    &disk
                }
            };
            let shown = faults.get(file).into_iter().flatten();
            let diagnostics = shown.map(|fault| diagnostics::shown(fault, text, self.units)).collect();
            messages.push(PublishDiagnosticsParams {
                uri,
                diagnostics,
                version: known.map(|(_, version)| *version),
            });
        }
        for params in messages {
            self.notify("textDocument/publishDiagnostics", serde_json::to_value(params)?)?;
        }
        Ok(())
    }
}
