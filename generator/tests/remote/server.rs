//! A server on a free port of this machine: one thread a connection, one answer a request.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

/// What a client asked.
pub struct Request {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }
}

/// Status, kind and bytes.
pub type Answer = (u16, &'static str, Vec<u8>);

/// Starts a server; its address. It ends with the test's process.
pub fn start(answer: impl Fn(Request) -> Answer + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = answer.clone();
            std::thread::spawn(move || serve(&stream, &*answer));
        }
    });
    address
}

fn serve(stream: &TcpStream, answer: &(dyn Fn(Request) -> Answer + Send + Sync)) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        let (status, kind, body) = answer(request);
        let head = format!(
            "HTTP/1.1 {status} x\r\ncontent-type: {kind}\r\nretry-after: 0\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let mut writer = stream;
        if writer.write_all(head.as_bytes()).and_then(|()| writer.write_all(&body)).is_err() {
            return;
        }
    }
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((key, value)) = line.trim().split_once(':') else { break };
        headers.push((key.to_owned(), value.trim().to_owned()));
    }
    let mut request = Request { method, path, headers, body: Vec::new() };
    request.body.resize(request.header("content-length").parse().unwrap_or(0), 0);
    reader.read_exact(&mut request.body).ok()?;
    Some(request)
}
