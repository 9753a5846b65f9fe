//! What opens the editor and its preview. Everything is made of one secret of this run, which comes from the operating
//! system, and compared in a time that tells nothing.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use subtle::ConstantTimeEq;

/// How many browsers may be open by the address that the terminal shows; the one opened first makes room.
const BROWSERS: usize = 64;
/// How many people may look at previews; the one who came first makes room, and gets another pass on coming back.
const PASSES: usize = 1024;

/// The keys of one run of the server.
pub struct Keys {
    secret: [u8; 32],
    count: AtomicU64,
    /// In the address that the terminal shows, until it has been used.
    token: Mutex<Option<String>>,
    /// What browsers hold that opened it.
    browsers: Mutex<VecDeque<String>>,
    passes: Mutex<VecDeque<Pass>>,
}

/// Lets somebody's browser see the preview on the site's listener, which knows nobody's session.
struct Pass {
    key: String,
    /// Whose it is: looked up at every page, so that it ends with the session. `None` without accounts.
    session: Option<String>,
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn same(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}

impl Keys {
    /// New ones.
    ///
    /// # Errors
    /// When the operating system has no random numbers to give.
    pub fn new() -> io::Result<Keys> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Keys {
            secret,
            count: AtomicU64::new(0),
            token: Mutex::default(),
            browsers: Mutex::default(),
            passes: Mutex::default(),
        })
    }

    /// 256 bits for a purpose, in hexadecimal digits; nobody without the secret can tell one from another.
    fn made(&self, purpose: &str, whose: &str) -> String {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        hasher.update(&(purpose.len() as u64).to_le_bytes()).update(purpose.as_bytes());
        hasher.update(whose.as_bytes());
        hasher.finalize().to_hex().to_string()
    }

    fn fresh(&self, purpose: &str) -> String {
        self.made(purpose, &self.count.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// A word by which builds of this run are told apart from those of others.
    #[must_use]
    pub fn run(&self) -> String {
        self.made("run", "")[..6].to_owned()
    }

    /// What a page repeats with every call that changes something; `holder` is the cookie by which its reader is known.
    #[must_use]
    pub fn crumb(&self, holder: &str) -> String {
        self.made("crumb", holder)
    }

    /// Whether this is the crumb of a holder.
    #[must_use]
    pub fn is_crumb(&self, holder: &str, sent: &str) -> bool {
        same(&self.crumb(holder), sent)
    }

    /// Another token; the one before opens nothing any more.
    #[must_use]
    pub fn token(&self) -> String {
        let token = self.fresh("token");
        *held(&self.token) = Some(token.clone());
        token
    }

    /// Takes a token for what the browser holds from now on. It works once.
    #[must_use]
    pub fn open(&self, sent: &str) -> Option<String> {
        let mut token = held(&self.token);
        if !token.as_deref().is_some_and(|token| same(token, sent)) {
            return None;
        }
        *token = None;
        let browser = self.fresh("browser");
        let mut browsers = held(&self.browsers);
        if browsers.len() == BROWSERS {
            browsers.pop_front();
        }
        browsers.push_back(browser.clone());
        Some(browser)
    }

    /// Whether a browser has opened the address of the terminal.
    #[must_use]
    pub fn knows(&self, browser: &str) -> bool {
        held(&self.browsers).iter().any(|known| same(known, browser))
    }

    /// The pass of anyone who has this session; without accounts there is one.
    #[must_use]
    pub fn pass(&self, session: Option<&str>) -> String {
        let key =
            self.made(if session.is_some() { "pass of a session" } else { "pass" }, session.unwrap_or(""));
        let mut passes = held(&self.passes);
        if !passes.iter().any(|pass| same(&pass.key, &key)) {
            if passes.len() == PASSES {
                passes.pop_front();
            }
            passes.push_back(Pass { key: key.clone(), session: session.map(str::to_owned) });
        }
        key
    }

    /// Whose pass this is: a session, or nobody's by name where there are no accounts. `None` for what is no pass.
    #[must_use]
    pub fn whose(&self, sent: &str) -> Option<Option<String>> {
        let passes = held(&self.passes);
        passes.iter().find(|pass| same(&pass.key, sent)).map(|pass| pass.session.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_100_a_token_opens_once_and_a_newer_one_takes_its_place() {
        let keys = Keys::new().unwrap();
        assert_eq!(keys.open(""), None, "nothing opens before there is a token");
        let first = keys.token();
        let second = keys.token();
        assert_eq!(keys.open(&first), None, "a newer one has taken its place");
        let browser = keys.open(&second).unwrap();
        assert_eq!(keys.open(&second), None, "it works once");
        assert!(keys.knows(&browser) && !keys.knows(&second) && !keys.knows(""));
        let other = Keys::new().unwrap();
        assert!(!other.knows(&browser) && other.token() != second, "each run has its own");
    }

    #[test]
    fn s_101_crumbs_and_passes_are_one_holders() {
        let keys = Keys::new().unwrap();
        assert!(keys.is_crumb("a", &keys.crumb("a")) && !keys.is_crumb("b", &keys.crumb("a")));
        assert!(!keys.is_crumb("a", "") && keys.crumb("a").len() == 64);
        assert_eq!(keys.whose(&keys.pass(Some("s"))), Some(Some("s".to_owned())));
        assert_eq!(keys.whose(&keys.pass(None)), Some(None));
        assert_ne!(keys.pass(None), keys.pass(Some("")));
        assert_eq!(keys.whose("made up"), None);
    }
}
