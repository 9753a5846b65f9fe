//! Links that open one thing without a log-in: an order's page, a subscription's, a file that was bought. Each is signed with the
//! server's secret for that thing alone, until a moment; whoever has one may do what it opens.

use crate::token::Secret;

/// Milliseconds.
const HOUR: i64 = 60 * 60 * 1000;
/// Milliseconds.
const DAY: i64 = 24 * HOUR;

/// What a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// The page of an order.
    Order,
    /// The page of a subscription.
    Subscription,
}

impl Opens {
    /// What the signature is for.
    fn purpose(self) -> &'static str {
        match self {
            Opens::Order => "order-page",
            Opens::Subscription => "subscription-page",
        }
    }

    /// The page without script, and the name of its subject in the address.
    fn page(self) -> (&'static str, &'static str) {
        match self {
            Opens::Order => ("/api/plain/order", "order"),
            Opens::Subscription => ("/api/plain/subscription", "subscription"),
        }
    }
}

/// Makes links, and knows them again.
#[derive(Clone, Debug, Default)]
pub struct Links {
    secret: Option<Secret>,
    page_days: i64,
    download_hours: i64,
}

/// What the signature of a link to a file is for.
const DOWNLOAD: &str = "download";
/// What that of a link to pay is for, and what the token of its cart is made by.
const PAYMENT: &str = "payment";
const PAYMENT_CART: &str = "payment-cart";

impl Links {
    /// Links to pages that hold for `page_days` days, links to files that hold for `download_hours` hours.
    pub fn new(secret: Secret, page_days: u32, download_hours: u32) -> Self {
        Links {
            secret: Some(secret),
            page_days: i64::from(page_days),
            download_hours: i64::from(download_hours),
        }
    }

    /// What opens the page of `id` from `now` on (epoch milliseconds); links of another `version` hold no more.
    pub fn key(&self, opens: Opens, (id, version): (&str, i64), now: i64) -> String {
        // To the day: the same page looked at twice has the same address.
        let until = (now / DAY + 1 + self.page_days) * DAY;
        format!("{until}.{}", self.sign(opens.purpose(), &signed(id, version, until)))
    }

    /// The address of that page, from the root.
    pub fn page(&self, opens: Opens, (id, version): (&str, i64), now: i64) -> String {
        let (page, name) = opens.page();
        format!("{page}?{name}={id}&key={}", self.key(opens, (id, version), now))
    }

    /// Whether `key` opens `id` at `now`.
    pub fn opens(&self, opens: Opens, (id, version): (&str, i64), key: &str, now: i64) -> bool {
        let Some((written, signature)) = key.split_once('.') else { return false };
        let Ok(until) = written.parse::<i64>() else { return false };
        // Another way to write the same moment is another link.
        until.to_string() == written
            && now < until
            && self.verify(opens.purpose(), &signed(id, version, until), signature)
    }

    /// The address where the draft `id` is paid until a moment (epoch milliseconds), from the root; links of another `version` hold no
    /// more.
    pub fn payment(&self, (id, version): (&str, i64), until: i64) -> String {
        let signature = self.sign(PAYMENT, &signed(id, version, until));
        format!("/api/plain/pay?draft={id}&key={until}.{signature}")
    }

    /// Whether `key` is that of such an address at `now`.
    pub fn is_payment(&self, (id, version): (&str, i64), key: &str, now: i64) -> bool {
        let Some((written, signature)) = key.split_once('.') else { return false };
        written.parse::<i64>().is_ok_and(|until| {
            until.to_string() == written
                && now < until
                && self.verify(PAYMENT, &signed(id, version, until), signature)
        })
    }

    /// The token that opens the cart of a draft: known to whoever has the link, and kept nowhere.
    pub fn payment_cart(&self, (id, version): (&str, i64)) -> String {
        self.sign(PAYMENT_CART, &format!("{id}\n{version}"))
    }

    /// The address of a file of one line of an order from the root, and until when it works (epoch milliseconds).
    pub fn download(&self, (order_id, line, digest): (&str, i64, &str), now: i64) -> (String, i64) {
        let until = now + self.download_hours * HOUR;
        let signature =
            self.sign(DOWNLOAD, &of_file(order_id, &line.to_string(), digest, &until.to_string()));
        let path = format!("/api/commerce/downloads/{order_id}/{line}/{digest}");
        (format!("{path}?until={until}&signature={signature}"), until)
    }

    /// Whether such an address was made here; its parts as they are written in it.
    pub fn is_download(
        &self,
        (order_id, line, digest): (&str, &str, &str),
        (until, signature): (&str, &str),
        now: i64,
    ) -> bool {
        until.parse::<i64>().is_ok_and(|moment| now < moment)
            && self.verify(DOWNLOAD, &of_file(order_id, line, digest, until), signature)
    }

    fn sign(&self, purpose: &str, message: &str) -> String {
        self.secret.as_ref().map(|secret| secret.sign(purpose, message)).unwrap_or_default()
    }

    fn verify(&self, purpose: &str, message: &str, signature: &str) -> bool {
        self.secret.as_ref().is_some_and(|secret| secret.verify(purpose, message, signature))
    }
}

fn signed(id: &str, version: i64, until: i64) -> String {
    format!("{id}\n{version}\n{until}")
}

fn of_file(order_id: &str, line: &str, digest: &str, until: &str) -> String {
    format!("{order_id}\n{line}\n{digest}\n{until}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links() -> Links {
        Links::new(Secret::random(), 30, 72)
    }

    #[test]
    fn s_652_a_link_opens_one_thing_of_one_version_for_its_time() {
        let links = links();
        let key = links.key(Opens::Order, ("a", 0), 0);
        assert!(links.opens(Opens::Order, ("a", 0), &key, 30 * DAY));
        for (opens, subject, key, now) in [
            (Opens::Order, ("a", 0), key.clone(), 31 * DAY),
            (Opens::Order, ("a", 1), key.clone(), 0),
            (Opens::Order, ("b", 0), key.clone(), 0),
            (Opens::Subscription, ("a", 0), key.clone(), 0),
            (Opens::Order, ("a", 0), format!("0{key}"), 0),
            (Opens::Order, ("a", 0), format!("+{key}"), 0),
            (Opens::Order, ("a", 0), key.replace('.', "0."), 0),
            (Opens::Order, ("a", 0), key[..key.len() - 1].to_owned(), 0),
            (Opens::Order, ("a", 0), String::new(), 0),
            (Opens::Order, ("a", 0), ".".to_owned(), 0),
        ] {
            assert!(!links.opens(opens, subject, &key, now), "{opens:?} {subject:?} {key} {now}");
        }
        assert!(!self::links().opens(Opens::Order, ("a", 0), &key, 0), "another server's");
        assert!(!Links::default().opens(
            Opens::Order,
            ("a", 0),
            &Links::default().key(Opens::Order, ("a", 0), 0),
            0
        ));
    }
}
