//! Forwards events to NATS JetStream, and waits until the server has acknowledged each message of a group.
//!
//! Every message carries its event's id as `Nats-Msg-Id`, by which the server drops what it has already: whatever is sent
//! again after a fault is there once.

use super::tls;
use async_nats::jetstream::{self, message::PublishMessage};
use async_nats::{ConnectOptions, Event, ServerAddr};
use futures_util::future::try_join_all;
use percent_encoding::percent_decode_str;
use std::io;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_rustls::rustls::ClientConfig;

/// How long a group may take, from the first byte to the last acknowledgement.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Where the subjects of our events begin, unless the setting says otherwise.
const SUBJECT: &str = "loggia.events";

/// A message: its id, the end of its subject, its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// By which a message that comes twice is known.
    pub id: String,
    /// Appended to the subject of the setting.
    pub kind: String,
    /// JSON.
    pub body: String,
}

/// Where events are forwarded to.
pub struct Stream {
    address: ServerAddr,
    user: Option<(String, String)>,
    subject: String,
    /// Certificates to trust; `None` for a connection that is not encrypted.
    tls: Option<ClientConfig>,
}

impl Stream {
    /// Reads `nats://host:port/subject` or `tls://user:password@host/subject`.
    ///
    /// # Errors
    /// When the address cannot be read, or the machine trusts no certificates.
    pub fn new(setting: &str) -> io::Result<Stream> {
        let mut url = reqwest::Url::parse(setting).map_err(io::Error::other)?;
        if url.host_str().is_none_or(str::is_empty) {
            return Err(io::Error::other("it names no host"));
        }
        let subject = Some(url.path().trim_matches('/')).filter(|subject| !subject.is_empty());
        let subject = subject.unwrap_or(SUBJECT).to_owned();
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
        if !subject.chars().all(is_allowed) {
            return Err(io::Error::other(
                "its subject has other characters than letters, digits, dots and dashes",
            ));
        }
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let user = (!url.username().is_empty())
            .then(|| (decoded(url.username()), decoded(url.password().unwrap_or_default())));
        let is_encrypted = url.scheme() == "tls";
        // The credentials and the subject are not part of the server's address.
        url.set_path("");
        let has_no_user = url.set_username("").and_then(|()| url.set_password(None));
        has_no_user.map_err(|()| io::Error::other("it names no host"))?;
        Ok(Stream {
            address: ServerAddr::from_url(url)?,
            user,
            subject,
            tls: is_encrypted.then(tls::config).transpose()?,
        })
    }

    /// Sends messages, and returns when the server has every one of them on its disk.
    ///
    /// # Errors
    /// When it cannot be reached, refuses, or does not answer in time. Some of them may be there then.
    pub async fn send(&self, messages: &[Message]) -> io::Result<()> {
        let (report, mut faults) = mpsc::channel(1);
        let sent = async {
            let client = self.options(report).connect(&self.address).await.map_err(io::Error::other)?;
            self.publish(client, messages).await
        };
        tokio::select! {
            sent = tokio::time::timeout(TIMEOUT, sent) => {
                sent.map_err(|_| io::Error::other("the event system did not answer in time"))?
            }
            Some(fault) = faults.recv() => Err(io::Error::other(format!("the event system: {fault}"))),
        }
    }

    /// What a connection is opened with. It reports the first fault that happens while it is open: the client would
    /// connect again by itself, whereas a group that failed waits for its next turn.
    fn options(&self, report: mpsc::Sender<Event>) -> ConnectOptions {
        let mut options = ConnectOptions::new()
            .name("loggia-api")
            .connection_timeout(TIMEOUT)
            .ignore_discovered_servers()
            .max_reconnects(1)
            .event_callback(move |event| {
                let is_fault =
                    matches!(event, Event::Disconnected | Event::ServerError(_) | Event::ClientError(_));
                if is_fault {
                    // A full channel holds an earlier fault already.
                    drop(report.try_send(event));
                }
                std::future::ready(())
            });
        if let Some((user, password)) = &self.user {
            options = options.user_and_password(user.clone(), password.clone());
        }
        match &self.tls {
            Some(tls) => options.require_tls(true).tls_client_config(tls.clone()),
            None => options,
        }
    }

    /// Writes all messages, then waits for each one's acknowledgement.
    async fn publish(&self, client: async_nats::Client, messages: &[Message]) -> io::Result<()> {
        let mut stream = jetstream::new(client);
        stream.set_timeout(TIMEOUT);
        let mut acknowledgements = Vec::with_capacity(messages.len());
        for message in messages {
            let kind = message.kind.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
            let subject = format!("{}.{kind}", self.subject);
            let publish =
                PublishMessage::build().message_id(&message.id).payload(message.body.clone().into());
            let sent = stream.send_publish(subject, publish).await.map_err(io::Error::other)?;
            acknowledgements.push(sent.into_future());
        }
        try_join_all(acknowledgements).await.map_err(io::Error::other)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_names_the_server_and_the_subject() {
        let stream = Stream::new("nats://me:a%40b@events.example/shop.events").unwrap();
        let address = &stream.address;
        assert_eq!(
            (address.host(), address.port(), stream.subject.as_str()),
            ("events.example", 4222, "shop.events")
        );
        assert_eq!((address.username(), address.password()), (None, None));
        assert_eq!(stream.user, Some(("me".into(), "a@b".into())));
        assert_eq!(Stream::new("nats://127.0.0.1:4333").unwrap().subject, SUBJECT);
        for wrong in ["nats://", "nats://host/a b", "nats://host/a>*"] {
            assert!(Stream::new(wrong).is_err(), "{wrong}");
        }
    }
}
