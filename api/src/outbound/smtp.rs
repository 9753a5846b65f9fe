//! Emails by a mail server.

use super::email::{EmailMessage, ONE_CLICK, Undelivered};
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// How long a mail server may take for one step.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// A mail server, and the sender.
#[derive(Clone)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// Why a mail server cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SmtpProblem {
    /// The address of the server cannot be read.
    #[error("LOGGIA_SMTP_URL is no address of a mail server: {0}")]
    Url(#[from] smtp::Error),
    /// The address of the sender cannot be read.
    #[error("LOGGIA_MAIL_FROM is no mail address: {0}")]
    From(#[from] lettre::address::AddressError),
}

impl std::fmt::Debug for Smtp {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Smtp").field("from", &self.from).finish_non_exhaustive()
    }
}

impl Smtp {
    /// The server at `url` (`smtps://user:password@host`), written to as `from` (`Shop <shop@shop.example>`).
    ///
    /// # Errors
    /// [`SmtpProblem`].
    pub fn new(url: &str, from: &str) -> Result<Self, SmtpProblem> {
        let transport =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?.timeout(Some(TIME_LIMIT)).build();
        Ok(Smtp { transport, from: from.parse()? })
    }

    /// Hands an email to the server. A repeat has the same `Message-ID`, so that one that did arrive is known as the same.
    pub(super) async fn send(&self, cause: &str, email_message: &EmailMessage) -> Result<(), Undelivered> {
        let never = |fault: String| Undelivered::Never(fault);
        let to: Address = email_message
            .to
            .parse()
            .map_err(|fault: lettre::address::AddressError| never(fault.to_string()))?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(email_message.subject.replace(['\r', '\n'], " "))
            .message_id(Some(message_id(cause, self.from.email.domain())));
        // A shop's address that cannot be read loses no letter: answers then go to the sender.
        if let Some(address) = email_message.reply_to.as_ref().and_then(|text| text.parse::<Address>().ok()) {
            message = message.reply_to(Mailbox::new(None, address));
        }
        if let Some(address) = &email_message.unsubscribe {
            message = message
                .header(WayOut(format!("<{}>", address.replace(['\r', '\n'], ""))))
                .header(ByOneClick(ONE_CLICK.to_owned()));
        }
        let text = email_message.text.clone();
        let message = match &email_message.html {
            Some(html) => message.multipart(MultiPart::alternative_plain_html(text, html.clone())),
            None => message.header(ContentType::TEXT_PLAIN).body(text),
        };
        let message = message.map_err(|fault| never(fault.to_string()))?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(fault) if fault.is_permanent() => Err(Undelivered::Never(fault.to_string())),
            Err(fault) => Err(Undelivered::Later(fault.to_string())),
        }
    }
}

/// Where no more such emails are asked for (RFC 2369).
#[derive(Clone, Debug)]
struct WayOut(String);

/// That a post there is enough (RFC 8058).
#[derive(Clone, Debug)]
struct ByOneClick(String);

macro_rules! header {
    ($kind:ident, $name:literal) => {
        impl Header for $kind {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(value: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok($kind(value.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                // As it stands: an address in pieces would be none for the programs that look for it.
                HeaderValue::dangerous_new_pre_encoded(Self::name(), self.0.clone(), self.0.clone())
            }
        }
    };
}

header!(WayOut, "List-Unsubscribe");
header!(ByOneClick, "List-Unsubscribe-Post");

/// The same for the same cause; it tells nothing of the cause.
fn message_id(cause: &str, domain: &str) -> String {
    let name = hex::encode(&Sha256::digest(cause.as_bytes())[..16]);
    format!("<{name}@{domain}>")
}
