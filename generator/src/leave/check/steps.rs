//! What to do on the day of the switch, in order, and how to go back.

use std::net::{IpAddr, ToSocketAddrs};

use crate::leave::address::Origin;

/// The addresses of the old site's names as they are now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Records {
    /// The name without `www.`, such as `my-site.example`.
    pub name: String,
    /// Name and number of each address, as a line of DNS has them: `my-site.example A 192.0.2.1`.
    pub addresses: Vec<String>,
}

/// Asks the system's resolver where the old site's names lead. Other kinds of records it does not know.
#[must_use]
pub fn records(old: &Origin) -> Records {
    let host = old.front().host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
    let name = host.strip_prefix("www.").unwrap_or(&host).to_owned();
    if name.parse::<IpAddr>().is_ok() {
        return Records { name, addresses: Vec::new() };
    }
    let mut addresses = Vec::new();
    for asked in [name.clone(), format!("www.{name}")] {
        let found = (asked.as_str(), 443).to_socket_addrs();
        let mut numbers: Vec<IpAddr> = found.into_iter().flatten().map(|address| address.ip()).collect();
        numbers.sort();
        numbers.dedup();
        let kind = |number: &IpAddr| if number.is_ipv4() { "A" } else { "AAAA" };
        addresses.extend(numbers.iter().map(|number| format!("{asked} {} {number}", kind(number))));
    }
    Records { name, addresses }
}

/// The steps, each a line or more; `are_equal` says whether nothing differs.
#[must_use]
pub fn steps(records: &Records, staged: &Origin, are_equal: bool) -> Vec<String> {
    let name = &records.name;
    let staged = staged.name();
    let now = match records.addresses.as_slice() {
        [] => "   (its names lead to no address that this machine knows)".to_owned(),
        all => all.iter().map(|line| format!("   {line}")).collect::<Vec<_>>().join("\n"),
    };
    let first = match are_equal {
        true => "Nothing differs. Go on.".to_owned(),
        false => "Mend what differs above, or decide that it may, and compare again.".to_owned(),
    };
    vec![
        first,
        format!(
            "A day before, set the TTL of the records of {name} and www.{name} (A, AAAA, CNAME) to 300 seconds. What the \
             TTL is now is how long you have to wait before it counts."
        ),
        format!(
            "Write down every record of the domain; these are its addresses now:\n{now}\n   The others are asked for by \
             hand: for each of NS, MX, TXT, CAA, CNAME and SRV `dig {name} KIND`, and `dig www.{name} CNAME`, \
             `dig _dmarc.{name} TXT`, `dig SELECTOR._domainkey.{name} TXT`. Better still, export the zone at the \
             provider of the domain."
        ),
        format!(
            "Mail: the records MX, SPF (a TXT that begins with v=spf1), DKIM (…._domainkey), DMARC (_dmarc) stay as they \
             are; they have nothing to do with the site. If the domain's name servers are those of the old platform, \
             copy every record to the new ones first, and change the name servers a day before the addresses. If \
             mailboxes were bought through the old platform, move them before you end the contract. Letters of the \
             new shop need its sender in SPF and DKIM."
        ),
        format!(
            "Certificate: let the host of {staged} make one for {name} and www.{name} before the switch, by a record of \
             DNS, if it can. Where there is a CAA record, its issuer must be among those named. Leave HSTS off until \
             both names answer by https."
        ),
        "Run `loggia leave` once more, build, publish, and compare again: what changed on the old site meanwhile comes \
         along."
            .to_owned(),
        "Stop sales in the old shop, so that no order and no piece of stock is counted twice. Export orders, customers and \
         subscribers, and take them over with `loggia-api import`. Set the stock of the new shop to what is left."
            .to_owned(),
        format!(
            "Switch: let the A, AAAA or CNAME records of {name} and www.{name} lead to the new host, as it says. Take away \
             the old numbers, an AAAA record too. Change nothing else."
        ),
        format!(
            "Look, from a network that did not ask before: https://{name}/ and https://www.{name}/ (one of them leads to the \
             other), a page, an old redirect, a form, a purchase with a real card that you refund, a letter to yourself. \
             Tell the tools of search engines the address of the sitemap."
        ),
        format!(
            "The way back: put the old addresses of step 3 into the records again; within the TTL of 300 seconds the old \
             site answers. Orders that were made meanwhile are in the new shop: export them with `loggia-api export`. \
             Keep the contract with the old platform, and do not change the site there, for at least 30 days. After a \
             week without trouble set the TTL to what it was. The site at {staged} must not be found by search engines \
             beside {name}."
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-589: the steps name the records as they are, what of mail must stay, and the way back.
    #[test]
    fn s_589_the_steps_say_what_stays_and_how_to_go_back() {
        let records =
            Records { name: "old.example".into(), addresses: vec!["old.example A 192.0.2.7".into()] };
        let staged = Origin::parse("https://staged.example").unwrap();
        let text = steps(&records, &staged, false).join("\n");
        for part in [
            "192.0.2.7",
            "MX",
            "v=spf1",
            "_domainkey",
            "_dmarc",
            "TTL",
            "CAA",
            "way back",
            "Mend what differs",
            "staged.example",
        ] {
            assert!(text.contains(part), "{part}");
        }
        assert!(steps(&records, &staged, true)[0].contains("Nothing differs"));
        let number = super::records(&Origin::parse("http://127.0.0.1:8000").unwrap());
        assert_eq!((number.name.as_str(), number.addresses.len()), ("127.0.0.1", 0));
    }
}
