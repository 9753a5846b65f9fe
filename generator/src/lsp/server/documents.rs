//! What an editor tells of files: opened, changed, saved, closed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lsp_server::{Message, Notification, Request, RequestId};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, Uri,
};
use serde_json::json;

use super::refusal::read;
use super::{Server, State};
use crate::lsp::address;
use crate::lsp::root::{Kind, has_text};
use crate::lsp::text::Text;

/// The largest file that is taken from an editor, in bytes, and the most files.
const LARGEST: usize = 4 << 20;
const MOST_OPEN: usize = 2000;

impl<W: Write> Server<W> {
    pub(super) fn notification(&mut self, note: Notification) -> io::Result<()> {
        if self.state != State::Running {
            return Ok(());
        }
        let Notification { method, params } = note;
        match method.as_str() {
            "initialized" if self.registers => {
                let watchers = json!([{ "globPattern": "**/*.{region,block,list,item,page,jsont,html,conf,json,less,css,js}" }]);
                let registration = json!({
                    "id": "files",
                    "method": "workspace/didChangeWatchedFiles",
                    "registerOptions": { "watchers": watchers },
                });
                let id = RequestId::from("register-files".to_owned());
                let params = json!({ "registrations": [registration] });
                self.send(Message::Request(Request {
                    id,
                    method: "client/registerCapability".to_owned(),
                    params,
                }))?;
            }
            "textDocument/didOpen" => {
                if let Ok(params) = read::<DidOpenTextDocumentParams>(params) {
                    let document = params.text_document;
                    self.opened(document.uri, document.version, Text::new(document.text));
                }
            }
            "textDocument/didChange" => {
                if let Ok(params) = read::<DidChangeTextDocumentParams>(params) {
                    self.changed(&params);
                }
            }
            "textDocument/didClose" => {
                if let Ok(params) = read::<DidCloseTextDocumentParams>(params)
                    && let Some(file) = address::path(params.text_document.uri.as_str())
                {
                    self.open.remove(&file);
                    self.addresses.remove(&file);
                    self.file_changed(&file);
                    // A folder that is known for its open files alone goes with the last of them.
                    let open = &self.open;
                    self.folders.retain(|folder| {
                        folder.root.kind != Kind::Loose || open.keys().any(|file| folder.has(file))
                    });
                }
            }
            "textDocument/didSave" => {
                if let Ok(params) = read::<DidSaveTextDocumentParams>(params)
                    && let Some(file) = address::path(params.text_document.uri.as_str())
                {
                    self.saved(&file);
                }
            }
            "workspace/didChangeWatchedFiles" => {
                if let Ok(params) = read::<DidChangeWatchedFilesParams>(params) {
                    let files: Vec<PathBuf> = params
                        .changes
                        .iter()
                        .filter_map(|change| address::path(change.uri.as_str()))
                        .collect();
                    files.iter().for_each(|file| self.saved(file));
                }
            }
            "workspace/didChangeWorkspaceFolders" => {
                if let Ok(params) = read::<DidChangeWorkspaceFoldersParams>(params) {
                    params.event.added.iter().for_each(|folder| self.add_folder(&folder.uri));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn opened(&mut self, uri: Uri, version: i32, text: Text) {
        let Some(file) = address::path(uri.as_str()).filter(|file| has_text(file)) else { return };
        if text.as_str().len() > LARGEST || self.open.len() >= MOST_OPEN || self.folder_of(&file).is_none() {
            return;
        }
        self.addresses.insert(file.clone(), (uri, version));
        self.open.insert(file.clone(), text);
        self.file_changed(&file);
    }

    fn changed(&mut self, params: &DidChangeTextDocumentParams) {
        let Some(file) = address::path(params.text_document.uri.as_str()) else { return };
        let Some(text) = self.open.get_mut(&file) else { return };
        for change in &params.content_changes {
            text.change(change, self.units);
        }
        if text.as_str().len() > LARGEST {
            self.open.remove(&file);
            self.addresses.remove(&file);
        } else if let Some((_, version)) = self.addresses.get_mut(&file) {
            *version = params.text_document.version;
        }
        self.file_changed(&file);
    }

    fn file_changed(&mut self, file: &Path) {
        for folder in self.folders.iter_mut().filter(|folder| folder.has(file)) {
            folder.is_stale = true;
            folder.changed.extend(folder.root.inside(file));
        }
        self.touch();
    }

    fn saved(&mut self, file: &Path) {
        // What the program keeps for itself lies there; it changes with every look.
        if file.components().any(|part| part.as_os_str() == crate::folder::OWN) {
            return;
        }
        for at in 0..self.folders.len() {
            if self.folders[at].has(file) {
                self.folders[at].is_stale = true;
                self.look(at);
                self.touch();
            }
        }
    }
}
