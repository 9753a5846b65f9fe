//! Asks a site at this minute, as politely as a walk does. What it answers is kept until the end, apart from the archive.

use std::io;

use reqwest::Url;

use crate::leave::address::Origin;
use crate::leave::archive::{Answer, Archive};
use crate::leave::client::Client;

/// So many redirects are followed.
const STEPS: usize = 10;

/// Where an address led.
#[derive(Debug)]
pub(super) struct Reached {
    /// The statuses of the redirects on the way.
    pub steps: Vec<u16>,
    /// The last address that was asked.
    pub url: Url,
    /// Its answer; that of a redirect when it led to another site.
    pub last: Answer,
    /// The other site that it led to.
    pub elsewhere: Option<Url>,
}

impl Reached {
    /// Whether a page or a file is there.
    pub fn is_there(&self) -> bool {
        self.elsewhere.is_some() || self.last.status == 200
    }

    /// Why there is no answer, for a person.
    pub fn why(&self) -> String {
        match (&self.last.error, self.last.status) {
            (Some(why), 0) => why.clone(),
            (None, 0) => "no answer came".to_owned(),
            (_, status) => format!("it answers {status}"),
        }
    }
}

/// One of the two sites.
pub(super) struct Asker<'a> {
    pub origin: &'a Origin,
    pub archive: &'a Archive,
    client: Client<'a>,
}

impl<'a> Asker<'a> {
    /// # Errors
    /// When the machine refuses to call anybody.
    pub fn new(origin: &'a Origin, archive: &'a Archive, rate: f64) -> io::Result<Asker<'a>> {
        Ok(Asker { origin, archive, client: Client::new(archive, rate)? })
    }

    /// Asks an address once, however often it is asked for.
    ///
    /// # Errors
    /// When the machine refuses to keep the answer.
    pub async fn ask(&self, url: &Url, most: u64) -> io::Result<Answer> {
        match self.archive.get(url.as_str()) {
            Some(known) => Ok(known),
            None => self.client.ask(url, most).await,
        }
    }

    /// Asks an address and what it leads to, as long as that is the same site.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn reach(&self, url: &Url, most: u64) -> io::Result<Reached> {
        let mut reached =
            Reached { steps: Vec::new(), url: url.clone(), last: Answer::default(), elsewhere: None };
        loop {
            reached.last = self.ask(&reached.url, most).await?;
            let to = reached.last.location.as_deref().and_then(|to| reached.url.join(to).ok());
            let Some(to) = to.filter(|_| reached.last.is_redirect()) else { return Ok(reached) };
            reached.steps.push(reached.last.status);
            if !self.origin.is_own(&to) {
                reached.elsewhere = Some(to);
                return Ok(reached);
            }
            if reached.steps.len() > STEPS {
                return Ok(reached);
            }
            reached.url = to;
            reached.url.set_fragment(None);
        }
    }

    /// The text of an answer.
    ///
    /// # Errors
    /// With the reason, for a person.
    pub fn text(&self, answer: &Answer, most: u64) -> Result<String, String> {
        self.archive.text(answer, most).map_err(|error| error.to_string())
    }
}
