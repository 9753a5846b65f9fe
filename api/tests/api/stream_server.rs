//! A server that speaks as much of the NATS protocol as JetStream's publishers hear: it keeps what it acknowledges.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// How it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Keeps,
    /// No stream has the subject.
    NobodyListens,
    Refuses,
    /// It keeps the first message and breaks off.
    BreaksOff,
}

#[derive(Default)]
pub struct Kept {
    /// Subject and body by `Nats-Msg-Id`.
    pub messages: BTreeMap<String, (String, String)>,
    /// Messages that it had already.
    pub again: usize,
    /// What the client sends about itself.
    pub connects: Vec<String>,
}

pub struct StreamServer {
    pub address: String,
    pub kept: Arc<Mutex<Kept>>,
    pub mood: Arc<Mutex<Mood>>,
}

impl StreamServer {
    pub fn start() -> StreamServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (kept, mood) = (Arc::new(Mutex::new(Kept::default())), Arc::new(Mutex::new(Mood::Keeps)));
        let server = StreamServer { address, kept: kept.clone(), mood: mood.clone() };
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (kept, mood) = (kept.clone(), *mood.lock().unwrap());
                // A client that goes away ends its thread.
                std::thread::spawn(move || speak(&client, &kept, mood));
            }
        });
        server
    }
}

fn speak(client: &TcpStream, kept: &Mutex<Kept>, mood: Mood) -> std::io::Result<()> {
    let mut writer = client;
    let mut reader = BufReader::new(client);
    writer.write_all(
        b"INFO {\"server_id\":\"test\",\"version\":\"2.10.0\",\"headers\":true,\"jetstream\":true,\"max_payload\":1048576}\r\n",
    )?;
    let mut subscription = String::new();
    let mut line = String::new();
    while {
        line.clear();
        reader.read_line(&mut line)? > 0
    } {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["CONNECT", ..] => kept.lock().unwrap().connects.push(line["CONNECT ".len()..].trim().to_owned()),
            ["SUB", _, id] => (*id).clone_into(&mut subscription),
            ["PING"] => writer.write_all(b"PONG\r\n")?,
            ["HPUB", subject, reply, head, all] => {
                let (head, all): (usize, usize) = (head.parse().unwrap(), all.parse().unwrap());
                let mut bytes = vec![0; all + 2];
                reader.read_exact(&mut bytes)?;
                assert_eq!(&bytes[all..], b"\r\n");
                let headers = String::from_utf8(bytes[..head].to_vec()).unwrap();
                let id =
                    headers.lines().find_map(|line| line.strip_prefix("Nats-Msg-Id: ")).unwrap().to_owned();
                let body = String::from_utf8(bytes[head..all].to_vec()).unwrap();
                match mood {
                    Mood::NobodyListens => {
                        let status = "NATS/1.0 503\r\n\r\n";
                        write!(writer, "HMSG {reply} {subscription} {0} {0}\r\n{status}\r\n", status.len())?;
                        continue;
                    }
                    Mood::Refuses => {
                        answer(
                            writer,
                            reply,
                            &subscription,
                            "{\"error\":{\"code\":503,\"description\":\"full\"},\"stream\":\"EVENTS\"}",
                        )?;
                        continue;
                    }
                    Mood::Keeps | Mood::BreaksOff => {}
                }
                let mut kept = kept.lock().unwrap();
                let is_new = kept.messages.insert(id, ((*subject).to_owned(), body)).is_none();
                kept.again += usize::from(!is_new);
                let sequence = kept.messages.len();
                drop(kept);
                answer(
                    writer,
                    reply,
                    &subscription,
                    &format!("{{\"stream\":\"EVENTS\",\"seq\":{sequence},\"duplicate\":{}}}", !is_new),
                )?;
                if mood == Mood::BreaksOff {
                    return client.shutdown(std::net::Shutdown::Both);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn answer(mut writer: &TcpStream, reply: &str, subscription: &str, body: &str) -> std::io::Result<()> {
    write!(writer, "MSG {reply} {subscription} {}\r\n{body}\r\n", body.len())
}
