//! Messages over standard input and output, framed as the protocol says. What cannot be read as a message is answered as
//! such and does not end the work; a message that claims to be longer than anybody needs does.

use std::io::{self, BufRead, Read, Write};

use lsp_server::Message;

/// The longest message that is taken, in bytes.
const LONGEST: usize = 64 << 20;

/// The longest line of a header, in bytes.
const LONGEST_HEADER: u64 = 1024;

/// What came in.
#[derive(Debug)]
pub enum Incoming {
    /// A message.
    Message(Message),
    /// Something that is no message.
    Malformed(String),
}

/// Reads the next message; `None` at the end.
///
/// # Errors
/// When the frame is broken, so that nobody knows where the next message starts.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.strip_suffix('\n').ok_or_else(|| broken("a header without an end"))?.trim_end();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| broken("a header without a colon"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length.ok_or_else(|| broken("no Content-Length"))?;
    if length > LONGEST {
        return Err(broken("a message that is too long"));
    }
    let mut bytes = Vec::new();
    if input.by_ref().take(length as u64).read_to_end(&mut bytes)? < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&bytes) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    }))
}

/// Writes a message.
///
/// # Errors
/// When nobody reads any more.
pub fn write(output: &mut impl Write, message: &Message) -> io::Result<()> {
    message.clone().write(output)
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the messages cannot be followed: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> (Vec<String>, bool) {
        let mut input = bytes;
        let mut found = Vec::new();
        loop {
            match read(&mut input) {
                Ok(Some(Incoming::Message(message))) => found.push(match message {
                    Message::Request(request) => request.method,
                    Message::Notification(note) => note.method,
                    Message::Response(_) => "response".to_owned(),
                }),
                Ok(Some(Incoming::Malformed(_))) => found.push("malformed".to_owned()),
                Ok(None) => return (found, true),
                Err(_) => return (found, false),
            }
        }
    }

    #[test]
    fn what_is_no_message_does_not_end_the_work() {
        let note = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
        let text = format!("{}{}{}", framed("{nope"), framed("[1]"), framed(note));
        assert_eq!(all(text.as_bytes()), (vec!["malformed".into(), "malformed".into(), "exit".into()], true));
        // Ended within a message.
        assert!(all(&text.as_bytes()[..text.len() - 3]).1);
    }

    #[test]
    fn a_broken_frame_ends_it() {
        for text in [
            "Content-Length: 99999999999999\r\n\r\n",
            "Content-Length: -1\r\n\r\n",
            "\r\n\r\n",
            "no header\r\n",
            &"x".repeat(5000),
        ] {
            assert_eq!(all(text.as_bytes()), (Vec::new(), false), "{text:.40}");
        }
    }
}
