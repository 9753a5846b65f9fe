//! A server on a free port of this machine: one thread a connection, one answer a request.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

/// What a client asked.
pub struct Request {
    pub method: String,
    /// Path and query as they were sent.
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }
}

#[derive(Clone, Default)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    /// The connection ends before the body does.
    pub cut: bool,
}

impl Answer {
    pub fn of(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status, headers: vec![("content-type", kind.to_owned())], body: body.into(), cut: false }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Answer {
        self.headers.push((name, value.into()));
        self
    }
}

/// Status, kind and bytes.
pub type Plain = (u16, &'static str, Vec<u8>);

/// Starts a server of plain answers; its address. Whoever it turns away may ask again at once.
pub fn start(answer: impl Fn(Request) -> Plain + Send + Sync + 'static) -> String {
    let (listener, address) = bind();
    answer_with(listener, move |request| {
        let (status, kind, body) = answer(request);
        Answer::of(status, kind, body).with("retry-after", "0")
    });
    address
}

/// A listener that is bound, so that its address is known before it answers.
pub fn bind() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    (listener, address)
}

/// Answers until the test's process ends.
pub fn answer_with(listener: TcpListener, answer: impl Fn(Request) -> Answer + Send + Sync + 'static) {
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = answer.clone();
            std::thread::spawn(move || serve(&stream, &*answer));
        }
    });
}

fn serve(stream: &TcpStream, answer: &(dyn Fn(Request) -> Answer + Send + Sync)) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        let answer = answer(request);
        let mut head = format!("HTTP/1.1 {} x\r\ncontent-length: {}\r\n", answer.status, answer.body.len());
        for (name, value) in &answer.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut writer = stream;
        let body = if answer.cut { &answer.body[..answer.body.len() / 2] } else { &answer.body[..] };
        // In one piece: two small ones would wait for each other on the way.
        let sent = writer.write_all(&[format!("{head}\r\n").as_bytes(), body].concat());
        if sent.is_err() || answer.cut {
            let _ = stream.shutdown(std::net::Shutdown::Both);
            return;
        }
    }
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((key, value)) = line.trim().split_once(':') else { break };
        headers.push((key.to_owned(), value.trim().to_owned()));
    }
    let mut request = Request { method, target, headers, body: Vec::new() };
    request.body.resize(request.header("content-length").parse().unwrap_or(0), 0);
    reader.read_exact(&mut request.body).ok()?;
    Some(request)
}
