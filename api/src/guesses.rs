//! Growing pauses for wrong passwords and codes (S-061 to S-063).
//!
//! A try is counted before it is looked at, by who tries (an address, and the block around it) and by what is tried (an
//! account, a page). From the fifth wrong try on the same thing from one address the next must wait a second, and twice as
//! long every time, a quarter of an hour at most; while it waits nothing is looked at, so a right password says nothing
//! either. An account that is tried from many addresses has a pause of its own from the twentieth wrong try of a day on. It
//! does not hold for an address from which the account's owner logged in within ninety days; and anyone who can read the
//! account's emails chooses a new password by one, which asks for none of this. So nobody is locked out of their own
//! account for longer than a pause, and a stranger has at most a hundred tries a day at it from all addresses together.

use crate::clock::{DAY, MINUTE};
use crate::error::ApiError;
use crate::rates::Caller;
use crate::repository::guess::{self, Patience};
use crate::repository::{Connection, Db};
use crate::token;

/// The longest pause.
const LONGEST: i64 = 15 * MINUTE;
/// How long wrong tries are remembered.
const REMEMBERED: i64 = DAY;
/// How long a place is known.
const PLACE_KNOWN: i64 = 90 * DAY;
/// The first wrong try from one address that costs time …
const FREE_HERE: i64 = 5;
/// … from the block around it …
const FREE_AROUND: i64 = 40;
/// … on one account from anywhere …
const FREE_ACCOUNT: i64 = 20;
/// … and on one page, which many visitors have the password of.
const FREE_PAGE: i64 = 200;
/// The first wrong code from one address that costs time: codes are mistyped more often.
const FREE_CODE: i64 = 10;

/// Something that is tried, by somebody.
#[derive(Clone, Debug)]
pub struct Guess {
    /// By the address, and by the block around it: the key and the first wrong try that costs time.
    by_place: Vec<(String, i64)>,
    /// By the thing that is tried, from wherever.
    by_thing: Option<(String, i64)>,
    /// The account and the place, when places are remembered.
    place: Option<(String, String)>,
}

impl Guess {
    /// A password of an account.
    pub fn password(email: &str, caller: &Caller) -> Self {
        let account = key("account", email, "");
        Guess {
            place: Some((account.clone(), key("place", &caller.narrow, ""))),
            by_thing: Some((account, FREE_ACCOUNT)),
            ..Self::by("password", email, caller, FREE_HERE)
        }
    }

    /// The password of a page.
    pub fn page(url: &str, caller: &Caller) -> Self {
        Guess {
            by_thing: Some((key("page", url, ""), FREE_PAGE)),
            ..Self::by("unlock", url, caller, FREE_HERE)
        }
    }

    /// The code of a coupon or a gift card: any of them.
    pub fn code(caller: &Caller) -> Self {
        Self::by("code", "", caller, FREE_CODE)
    }

    fn by(kind: &str, thing: &str, caller: &Caller, free: i64) -> Self {
        let mut by_place = vec![(key(kind, thing, &caller.narrow), free)];
        // Around an address not one thing is counted but all of them.
        by_place.extend(caller.wide.iter().map(|wide| (key(kind, "", wide), FREE_AROUND)));
        Guess { by_place, by_thing: None, place: None }
    }
}

/// A name that nobody reads back out of the table.
fn key(kind: &str, thing: &str, who: &str) -> String {
    hex::encode(&token::hash(&format!("{kind}\n{thing}\n{who}"))[..16])
}

/// Counts a try, or refuses it while a pause lasts.
///
/// # Errors
/// 429 with the time to wait; those of the store.
pub async fn begin(db: &Db, tried: &Guess, now: i64) -> Result<(), ApiError> {
    let tried = tried.clone();
    db.write(async move |connection| {
        for (who, free) in &tried.by_place {
            count(connection, who, *free, now).await?;
        }
        let Some((who, free)) = &tried.by_thing else { return Ok(()) };
        if let Some((account, place)) = &tried.place
            && guess::is_known(connection, (account, place), now - PLACE_KNOWN).await?
        {
            return Ok(());
        }
        count(connection, who, *free, now).await
    })
    .await
}

/// A refusal undoes what was counted before it in the same try.
async fn count(connection: &mut Connection<'_>, who: &str, free: i64, now: i64) -> Result<(), ApiError> {
    let patience = Patience { free, longest: LONGEST, forgotten: now - REMEMBERED };
    let Some(until) = guess::begin(connection, who, patience, now).await? else { return Ok(()) };
    let wait = (until - now).max(0).unsigned_abs().div_ceil(1000).max(1);
    Err(ApiError::TooManyRequests {
        message: format!("That was wrong too often. Please wait {} and try again.", wait_text(wait)).into(),
        retry_after: wait,
    })
}

fn wait_text(seconds: u64) -> String {
    match seconds {
        1 => "a second".into(),
        2..=119 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

/// It was right: the tries before it from here are forgotten, and the place is known from now on. What others tried wrongly
/// on the same account stays counted.
///
/// # Errors
/// Those of the store.
pub async fn right(db: &Db, tried: &Guess, now: i64) -> Result<(), ApiError> {
    let tried = tried.clone();
    db.write(async move |connection| {
        let mut by_place = tried.by_place.iter();
        if let Some((who, _)) = by_place.next() {
            guess::forget(connection, who).await?;
        }
        for (who, _) in by_place.chain(&tried.by_thing) {
            guess::take_back(connection, who, now).await?;
        }
        match &tried.place {
            Some((account, place)) => guess::know(connection, (account, place), now).await,
            None => Ok(()),
        }
    })
    .await
}

/// Forgets what is over.
///
/// # Errors
/// Those of the store.
pub async fn forget(connection: &mut Connection<'_>, now: i64) -> Result<(), ApiError> {
    guess::remove_old(connection, now - REMEMBERED, now - PLACE_KNOWN).await
}
