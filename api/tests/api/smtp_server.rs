//! A mail server of ours: takes emails as RFC 5321 says, and refuses or vanishes when a test wants it to.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, OnceLock};

/// What becomes of the next email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// 451: not now.
    Later,
    /// 550: nobody of that name.
    Never,
    /// The email is taken, and the line is cut before that is said.
    TakesAndVanishes,
}

#[derive(Default)]
pub struct SmtpServer {
    emails: Mutex<Vec<String>>,
    moods: Mutex<VecDeque<Mood>>,
}

static SERVERS: OnceLock<Mutex<HashMap<String, Arc<SmtpServer>>>> = OnceLock::new();

/// Starts one, and makes the settings name it.
pub fn start(settings: &mut loggia_api::Settings) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let server = Arc::new(SmtpServer::default());
    SERVERS.get_or_init(Mutex::default).lock().unwrap().insert(url.clone(), server.clone());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let server = server.clone();
            std::thread::spawn(move || server.talk(stream.unwrap()));
        }
    });
    settings.commerce.smtp_url = Some(url);
    settings.commerce.mail_from = Some("Test Shop <shop@shop.example>".into());
}

/// The server these settings name.
pub fn of(settings: &loggia_api::Settings) -> Arc<SmtpServer> {
    SERVERS.get().unwrap().lock().unwrap()[settings.commerce.smtp_url.as_ref().unwrap()].clone()
}

impl SmtpServer {
    pub fn emails(&self) -> Vec<String> {
        self.emails.lock().unwrap().clone()
    }

    pub fn is(&self, moods: &[Mood]) {
        self.moods.lock().unwrap().extend(moods);
    }

    /// From now on every email is taken.
    pub fn recovers(&self) {
        self.moods.lock().unwrap().clear();
    }

    /// One connection; its end is no surprise.
    fn talk(&self, stream: TcpStream) -> Option<()> {
        let mut out = stream.try_clone().ok()?;
        let mut lines = BufReader::new(stream).lines();
        let mut say = |text: &str| out.write_all(format!("{text}\r\n").as_bytes()).ok();
        say("220 mail.example")?;
        loop {
            let line = lines.next()?.ok()?;
            let verb = line.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" => say("250-mail.example\r\n250-8BITMIME\r\n250 SMTPUTF8")?,
                "RCPT" => {
                    let mood = self.moods.lock().unwrap().front().copied();
                    match mood {
                        Some(Mood::Later) => {
                            self.moods.lock().unwrap().pop_front();
                            say("451 try again later")?;
                        }
                        Some(Mood::Never) => {
                            self.moods.lock().unwrap().pop_front();
                            say("550 no such person")?;
                        }
                        _ => say("250 ok")?,
                    }
                }
                "DATA" => {
                    say("354 go on")?;
                    let mut message = String::new();
                    loop {
                        let line = lines.next()?.ok()?;
                        if line == "." {
                            break;
                        }
                        message.push_str(line.strip_prefix('.').unwrap_or(&line));
                        message.push('\n');
                    }
                    self.emails.lock().unwrap().push(message);
                    let vanishes = self.moods.lock().unwrap().front() == Some(&Mood::TakesAndVanishes);
                    if vanishes {
                        self.moods.lock().unwrap().pop_front();
                        return None;
                    }
                    say("250 taken")?;
                }
                "QUIT" => {
                    say("221 bye")?;
                    return Some(());
                }
                _ => say("250 ok")?,
            }
        }
    }
}
