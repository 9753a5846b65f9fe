//! An editor as the protocol's specification describes one, which speaks to the real program.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// The longest that anything is waited for: far more than it takes.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Editor {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    /// What came while something else was waited for.
    kept: Vec<Value>,
    last: i64,
    /// What `initialize` was answered with.
    pub greeting: Value,
}

/// What an editor like most can do.
pub fn abilities() -> Value {
    json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } })
}

impl Editor {
    /// Starts the program and greets it with a folder.
    pub fn start(folder: &Path, capabilities: Value, options: Value) -> Editor {
        let mut editor = Editor::silent();
        let uri = uri(folder);
        editor.greeting = editor.ask(
            "initialize",
            json!({
                "processId": null, "rootUri": uri, "capabilities": capabilities, "initializationOptions": options,
                "workspaceFolders": [{ "uri": uri, "name": "site" }],
            }),
        )["result"]
            .clone();
        editor.tell("initialized", json!({}));
        editor
    }

    /// Starts the program and says nothing.
    pub fn silent() -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_loggia"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Editor { child, input, messages, kept: Vec::new(), last: 0, greeting: Value::Null }
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        // The program may have gone for good reason; what comes back says so.
        let _ = self.input.write_all(bytes).and_then(|()| self.input.flush());
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks, and gives the whole answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    /// The first message that is wanted, among those kept and those to come.
    pub fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&wanted) {
            return self.kept.remove(at);
        }
        loop {
            let message = self
                .messages
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|error| panic!("{error}: {:?}", self.kept));
            if wanted(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    pub fn open(&mut self, file: &Path, text: &str) {
        let document = json!({ "uri": uri(file), "languageId": "json-template", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes the whole text.
    pub fn write(&mut self, file: &Path, version: i64, text: &str) {
        let changes = json!([{ "text": text }]);
        self.change(file, version, changes);
    }

    pub fn change(&mut self, file: &Path, version: i64, changes: Value) {
        let document = json!({ "uri": uri(file), "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// What is wrong with a version of a file.
    pub fn faults(&mut self, file: &Path, version: i64) -> Vec<Value> {
        let uri = uri(file);
        let said = self.wait(|message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri.as_str()
                && params["version"] == version
        });
        said["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Asks about the place of a mark `§` in the text that the file would have without it.
    pub fn ask_at(&mut self, method: &str, file: &Path, marked: &str, more: Value) -> Value {
        let mut params = json!({ "textDocument": { "uri": uri(file) }, "position": place(marked) });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.ask(method, params)["result"].clone()
    }

    /// Says goodbye; the program's exit code.
    pub fn end(mut self) -> Option<i32> {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        self.child.wait().unwrap().code()
    }

    /// Waits for the program to end by itself.
    pub fn ended(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().unwrap().code()
    }
}

/// The place of the mark `§` in UTF-16.
pub fn place(marked: &str) -> Value {
    let before = marked.split_once('§').unwrap_or_else(|| panic!("a mark in {marked}")).0;
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display().to_string().replace(' ', "%20"))
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().unwrap(),
            _ => break,
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).unwrap())
}
