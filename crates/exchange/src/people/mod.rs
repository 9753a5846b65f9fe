//! People of other shops and newsletters: customers, subscribers with their consent, members.

use serde::{Deserialize, Serialize};
use serde_json::Value;

mod address;
mod columns;

use std::collections::BTreeMap;

use crate::Fault;
use crate::posts::text::time;
use crate::sales::cents;
use crate::sheet::{Row, Sheet};
use columns::{
    CONSENT, CONSENT_ON, CREATED, EMAIL, FIRST, LABELS, LAST, LEFT_ON, MEMBER, NAME, NOTE, ORDERS, OWN_WORK,
    PHONE, SOURCE, SPENT,
};

/// Whether somebody wants letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Consent {
    /// Nobody asked, or the source does not say when and how: such an address gets no letters.
    #[default]
    Unknown,
    /// They asked for them, at a known time.
    Given,
    /// They do not want any, or their mailbox takes none.
    Refused,
}

/// Somebody, by their address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Person {
    /// The address, in small letters.
    pub email: String,
    /// Their name.
    pub name: String,
    /// A telephone number.
    pub phone: String,
    /// Whether they are a customer, by what the source says.
    pub is_customer: bool,
    /// Whether they are a member of the old site.
    pub is_member: bool,
    /// Labels, groups, plans: sorted, each once.
    pub labels: Vec<String>,
    /// What somebody noted.
    pub note: String,
    /// Whether they want letters.
    pub consent: Consent,
    /// When they said so: milliseconds since 1970, UTC; 0 when it is not known.
    pub consent_on: i64,
    /// How they said so.
    pub consent_source: String,
    /// Where they live, part by part, as orders have it: `company`, `address1`, `address2`, `city`, `province`, `zip`, `country`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub address: BTreeMap<String, String>,
    /// Since when they are known; 0 when it is not said.
    pub created_on: i64,
    /// How often they bought.
    pub orders: i64,
    /// For how much, in hundredths.
    pub spent_cents: i64,
    /// The line of the list.
    #[serde(skip)]
    pub line: usize,
}

impl Person {
    /// Two statements about one person as one. It does not matter which came first, nor how often: a refusal without a time
    /// always counts, of the others the later one; everything else is kept of either.
    #[must_use]
    pub fn merged(&self, other: &Person) -> Person {
        let rank = |person: &Person| {
            let when = if person.consent == Consent::Refused && person.consent_on == 0 {
                i64::MAX
            } else {
                person.consent_on
            };
            (person.consent != Consent::Unknown, when, person.consent, person.consent_source.clone())
        };
        let said = if rank(self) >= rank(other) { self } else { other };
        let text = |one: &String, two: &String| {
            if (one.len(), one) >= (two.len(), two) { one.clone() } else { two.clone() }
        };
        let mut labels: Vec<String> = self.labels.iter().chain(&other.labels).cloned().collect();
        labels.sort();
        labels.dedup();
        let created = [self.created_on, other.created_on].into_iter().filter(|moment| *moment > 0).min();
        Person {
            email: self.email.clone(),
            name: text(&self.name, &other.name),
            phone: text(&self.phone, &other.phone),
            is_customer: self.is_customer || other.is_customer,
            is_member: self.is_member || other.is_member,
            labels,
            note: text(&self.note, &other.note),
            address: fuller(&self.address, &other.address).clone(),
            consent: said.consent,
            consent_on: said.consent_on,
            consent_source: said.consent_source.clone(),
            created_on: created.unwrap_or(0),
            orders: self.orders.max(other.orders),
            spent_cents: self.spent_cents.max(other.spent_cents),
            line: self.line,
        }
    }
}

/// Of two addresses the one that says more: never parts of both.
fn fuller<'a>(
    one: &'a BTreeMap<String, String>,
    two: &'a BTreeMap<String, String>,
) -> &'a BTreeMap<String, String> {
    let rank =
        |place: &BTreeMap<String, String>| (place.len(), place.values().map(String::len).sum::<usize>());
    if (rank(one), one) >= (rank(two), two) { one } else { two }
}

/// Whether a table is one of people.
#[must_use]
pub fn is_people(sheet: &Sheet) -> bool {
    sheet.has_any(&EMAIL)
        && !sheet.has_any(&["Lineitem name", "Lineitem quantity", "Handle", "Order ID", "order_id", "Rating"])
}

/// Reads a table of people.
#[must_use]
pub fn read(sheet: &Sheet) -> (Vec<Person>, Vec<Fault>) {
    let (mut people, mut faults) = (Vec::new(), Vec::new());
    let (mut undated, mut first_undated) = (0, 0);
    for row in sheet.rows() {
        let written = sheet.get(row, &EMAIL);
        if written.is_empty() {
            faults.push(
                Fault::new(
                    row.line,
                    "This row has no address for email; it was left out.",
                    "keep the list, if the person is still needed",
                )
                .because("person-no-email"),
            );
            continue;
        }
        let person = person(sheet, row, written);
        if person.consent == Consent::Unknown && says_yes(sheet, row) {
            undated += 1;
            first_undated = if first_undated == 0 { row.line } else { first_undated };
        }
        people.push(person);
    }
    let all = [
        &EMAIL[..],
        &NAME,
        &FIRST,
        &LAST,
        &PHONE,
        &CREATED,
        &CONSENT,
        &CONSENT_ON,
        &LEFT_ON,
        &SOURCE,
        &LABELS,
        &NOTE,
        &ORDERS,
        &SPENT,
        &OWN_WORK,
        &MEMBER,
    ];
    let read: Vec<&str> = all.into_iter().flatten().copied().chain(address::columns()).collect();
    faults.extend(sheet.not_read(&read, &[]));
    if undated > 0 {
        let message = format!(
            "{undated} people are marked as subscribers without a time at which they asked for it: they are kept, and get no letters."
        );
        let help = "export the list with the dates of consent, or ask them anew";
        faults.push(
            Fault::new(first_undated, message, help)
                .because(("consent-undated", [("count", undated.to_string())])),
        );
    }
    (people, faults)
}

fn said(sheet: &Sheet, row: &Row) -> String {
    sheet.get(row, &CONSENT).to_lowercase()
}

fn says_yes(sheet: &Sheet, row: &Row) -> bool {
    ["yes", "true", "1", "subscribed", "active", "given", "confirmed"].contains(&said(sheet, row).as_str())
}

fn person(sheet: &Sheet, row: &Row, written: &str) -> Person {
    let get = |names: &[&str]| sheet.get(row, names);
    let name = match get(&NAME) {
        "" => format!("{} {}", get(&FIRST), get(&LAST)).trim().to_owned(),
        name => name.to_owned(),
    };
    let answer = said(sheet, row);
    let left = time(get(&LEFT_ON));
    let asked = time(get(&CONSENT_ON));
    let refused = [
        "unsubscribed",
        "cleaned",
        "bounced",
        "refused",
        "unsub",
        "deleted",
        "inactive",
        "complained",
        "blocked",
    ]
    .contains(&answer.as_str());
    // Lists that are made of subscribers alone say so by the time at which each of them asked.
    let has_answer = !answer.is_empty();
    let (consent, consent_on) = match (left, asked) {
        (Some(left), asked) if asked.is_none_or(|asked| left >= asked) => (Consent::Refused, left),
        _ if refused => (Consent::Refused, 0),
        (_, Some(asked)) if says_yes(sheet, row) || !has_answer => (Consent::Given, asked),
        _ if ["no", "false", "0"].contains(&answer.as_str()) && sheet.has_any(&CONSENT[..9]) => {
            (Consent::Refused, 0)
        }
        _ => (Consent::Unknown, 0),
    };
    let orders = get(&ORDERS).trim_end_matches(".0").parse().unwrap_or(0);
    // Each once and in the order that `merged` keeps: what is brought a second time changes nothing.
    let mut labels: Vec<String> = LABELS
        .iter()
        .flat_map(|name| get(&[name]).split([',', ';', '|']))
        .map(|label| label.trim().trim_matches('"').to_owned())
        .filter(|label| !label.is_empty())
        .collect();
    labels.sort();
    labels.dedup();
    Person {
        email: written.to_lowercase(),
        name,
        phone: get(&PHONE).to_owned(),
        is_customer: orders > 0 || sheet.has_any(&ORDERS) || sheet.has_any(&SPENT),
        is_member: sheet.has_any(&["Member Areas", "Tiers", "complimentary_plan"]),
        labels,
        note: get(&NOTE).to_owned(),
        address: address::of(sheet, row),
        consent,
        consent_on,
        consent_source: match get(&SOURCE) {
            "" if consent == Consent::Given => "list of subscribers".to_owned(),
            source => source.to_owned(),
        },
        created_on: time(get(&CREATED)).unwrap_or(0),
        orders,
        spent_cents: cents(get(&SPENT)).unwrap_or(0),
        line: row.line,
    }
}

/// The members in an export of Ghost (JSON). Those who receive a newsletter asked for it when they became members.
#[must_use]
pub fn members_of_ghost(document: &Value) -> Vec<Person> {
    let places = ["/db/0/data/members", "/data/members"];
    let members = places.iter().find_map(|place| document.pointer(place)?.as_array());
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let person = |row: &Value| {
        let created = row["created_at"].as_i64().or_else(|| time(row["created_at"].as_str()?)).unwrap_or(0);
        let subscribed = row["subscribed"].as_bool().or_else(|| row["subscribed_to_emails"].as_bool());
        let (consent, consent_on) = match subscribed {
            Some(true) if created > 0 => (Consent::Given, created),
            Some(false) => (Consent::Refused, 0),
            _ => (Consent::Unknown, 0),
        };
        Person {
            email: text(row, "email").to_lowercase(),
            name: text(row, "name"),
            note: text(row, "note"),
            is_member: true,
            consent,
            consent_on,
            consent_source: if consent == Consent::Given { "membership".to_owned() } else { String::new() },
            created_on: created,
            ..Person::default()
        }
    };
    members.into_iter().flatten().map(person).filter(|person| !person.email.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Person {
        read(&Sheet::read(text)).0.remove(0)
    }

    #[test]
    fn only_consent_with_a_time_is_consent() {
        let given = one("Email Address,Subscribed at,Source\nA@b.example,2024-01-02 03:04:05 +0000,Footer\n");
        assert_eq!(
            (given.email.as_str(), given.consent, given.consent_on, given.consent_source.as_str()),
            ("a@b.example", Consent::Given, 1_704_164_645_000, "Footer")
        );
        let (people, faults) = read(&Sheet::read(
            "First Name,Email,Accepts Email Marketing,Total Orders,Total Spent\nAnn,a@b.example,yes,2,12.50\n",
        ));
        assert_eq!(
            (people[0].consent, people[0].orders, people[0].spent_cents, people[0].is_customer),
            (Consent::Unknown, 2, 1250, true)
        );
        assert!(faults[0].message.contains("get no letters"));
        assert_eq!(
            one("Email Address,OPTIN_TIME,UNSUB_TIME\na@b.example,2020-01-01 00:00:00,2021-01-01 00:00:00\n")
                .consent,
            Consent::Refused
        );
        assert_eq!(
            one("email,subscribed_to_emails,created_at\na@b.example,false,2020-01-01T00:00:00Z\n").consent,
            Consent::Refused
        );
    }

    #[test]
    fn statements_merge_in_any_order() {
        let given =
            |on| Person { email: "a".into(), consent: Consent::Given, consent_on: on, ..Person::default() };
        let refused =
            |on| Person { email: "a".into(), consent: Consent::Refused, consent_on: on, ..Person::default() };
        for (one, two, expected) in [
            (given(5), refused(9), Consent::Refused),
            (given(9), refused(5), Consent::Given),
            (given(9), refused(0), Consent::Refused),
            (given(5), Person::default(), Consent::Given),
            (given(5), refused(5), Consent::Refused),
        ] {
            assert_eq!(
                (one.merged(&two).consent, two.merged(&one).consent),
                (expected, expected),
                "{one:?} {two:?}"
            );
        }
    }
}
