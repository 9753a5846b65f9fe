//! What is kept of one person, in every store: given out whole, or erased (the right of access and the right to erasure). The one
//! way to either, for the calls, the owner's page, the account's own page and the command line.

use crate::error::ApiError;
use crate::repository::customer_file;
use crate::repository::person::{self, Erased, Erasure, Person};
use crate::repository::record::{self, Actor, Event, Kind};
use crate::repository::visits::person as visits;
use crate::repository::{Connection, Db};
use crate::token::Secret;
use loggia_commerce::Problem;
use loggia_commerce::forms::Email;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The form of the document of an export; another one has another number.
const FORM: &str = "loggia-person-1";
/// What the secret signs in place of an erased address.
const PURPOSE: &str = "erased-person";
/// How much of that is kept: enough that no two people meet.
const DIGEST: usize = 22;

/// Where something of a person may be.
#[derive(Clone, Copy)]
pub struct Stores<'a> {
    /// The shop.
    pub db: &'a Db,
    /// The visits.
    pub visits: &'a Db,
    /// Emails kept as files.
    pub mail_folder: &'a Path,
    /// Makes the digest that stands in place of the address.
    pub secret: &'a Secret,
}

/// How far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The one address: of somebody who asks for their own, and has shown that this one is theirs.
    Address,
    /// Every address of a customer whom the staff made of two.
    Customer,
}

/// The same person by their other addresses; comments and reviews are looked for by name once.
async fn others(stores: Stores<'_>, person: &Person, reach: Reach) -> Result<Vec<Person>, ApiError> {
    if reach == Reach::Address {
        return Ok(Vec::new());
    }
    let emails = stores
        .db
        .read(async |connection| {
            let main = customer_file::main_of(connection, &person.email).await?;
            let mut emails = customer_file::others(connection, &main).await?;
            emails.push(main);
            Ok(emails)
        })
        .await?;
    let emails = emails.into_iter().filter(|email| *email != person.email);
    Ok(emails.map(|email| Person { email, name: String::new() }).collect())
}

/// Whom a call is about: an address as somebody typed it, and the name of comments and reviews.
///
/// # Errors
/// 400 for what is no address.
pub fn person(email: &str, name: &str) -> Result<Person, ApiError> {
    let email = Email::parse(email).map_err(|_| Problem::EmailInvalid)?.key();
    Ok(Person { email, name: name.trim().to_owned() })
}

/// Everything of a person as one JSON document, of other addresses under `otherAddresses`; that it was given out is written down,
/// without the address.
pub async fn export(
    stores: Stores<'_>,
    (person, reach): (&Person, Reach),
    actor: &Actor,
    now: i64,
) -> Result<Value, ApiError> {
    let mut document = export_one(stores, person, actor, now).await?;
    let mut documents = Vec::new();
    for other in others(stores, person, reach).await? {
        documents.push(export_one(stores, &other, actor, now).await?);
    }
    if let Some(all) = document.as_object_mut().filter(|_| !documents.is_empty()) {
        all.insert("otherAddresses".to_owned(), documents.into());
    }
    Ok(document)
}

async fn export_one(stores: Stores<'_>, person: &Person, actor: &Actor, now: i64) -> Result<Value, ApiError> {
    let found = stores.db.read(async |connection| person::find(connection, person).await).await?;
    let events = stores.visits.read(async |connection| visits::find(connection, &person.email).await).await?;
    note(stores.db, actor, Event::new(Kind::ExportPerson, &instead(stores.secret, person)), now).await?;
    let mut document = serde_json::to_value(found)?;
    // Answers and places are JSON in the database, and objects in the document.
    open(&mut document);
    if let Some(all) = document.as_object_mut() {
        all.insert("form".to_owned(), FORM.into());
        all.insert("email".to_owned(), person.email.as_str().into());
        all.insert("madeAt".to_owned(), now.into());
        all.insert("visits".to_owned(), json!(events));
    }
    Ok(document)
}

/// Texts that are JSON objects or lists become what they say.
fn open(value: &mut Value) {
    match value {
        Value::String(text) if text.starts_with(['{', '[']) => {
            if let Ok(inner) = serde_json::from_str(text) {
                *value = inner;
            }
        }
        Value::Array(all) => all.iter_mut().for_each(open),
        Value::Object(all) => all.values_mut().for_each(open),
        _ => {}
    }
}

/// Takes everything of a person out of every store; a second time finds nothing and changes nothing. Written down without the
/// address.
///
/// # Errors
/// 409 while the person works for the shop, or an order of theirs is being paid: then nothing is changed.
pub async fn erase(
    stores: Stores<'_>,
    (person, reach): (&Person, Reach),
    actor: &Actor,
    now: i64,
) -> Result<Erased, ApiError> {
    let persons: Vec<Person> =
        [person.clone()].into_iter().chain(others(stores, person, reach).await?).collect();
    let with_instead =
        |person: &Person| Erasure { person: person.clone(), instead: instead(stores.secret, person) };
    let erasures: Vec<Erasure> = persons.iter().map(with_instead).collect();
    // Who erases their own account is not written down by the address that goes.
    let actor = actor.clone();
    let mut erased = stores
        .db
        .write(async move |connection| {
            let mut all = Erased::default();
            for erasure in &erasures {
                let erased = person::erase(connection, erasure, now).await?;
                let event = Event::new(Kind::ErasePerson, &erasure.instead)
                    .with("erased", serde_json::to_value(&erased)?);
                record::write(connection, &actor.without(&erasure.person.email), event, now).await?;
                all.add(&erased);
            }
            Ok(all)
        })
        .await?;
    for Person { email, .. } in persons {
        let (folder, of_visits) = (stores.mail_folder.to_owned(), email.clone());
        erased.events +=
            stores.visits.write(async move |connection| visits::erase(connection, &of_visits).await).await?;
        let files = tokio::task::spawn_blocking(move || erase_files(&folder, &email)).await;
        erased.files += files
            .map_err(|fault| ApiError::Internal(fault.into()))?
            .map_err(|fault| ApiError::Internal(fault.into()))?;
    }
    Ok(erased)
}

async fn note(db: &Db, actor: &Actor, event: Event, now: i64) -> Result<(), ApiError> {
    let actor = actor.clone();
    let write = async move |connection: &mut Connection<'_>| {
        record::write(connection, &actor, event.clone(), now).await
    };
    db.write(write).await
}

/// What stands in place of the address: no address at all, and the same for the same person.
fn instead(secret: &Secret, person: &Person) -> String {
    let digest: String = secret.sign(PURPOSE, &person.email).chars().take(DIGEST).collect();
    format!("erased-{digest}")
}

/// Removes the emails in a folder that name an address; how many.
fn erase_files(folder: &Path, email: &str) -> std::io::Result<u64> {
    let files = match std::fs::read_dir(folder) {
        Ok(files) => files,
        Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(fault) => return Err(fault),
    };
    let mut erased = 0;
    for file in files {
        let path: PathBuf = file?.path();
        if !path.is_file() {
            continue;
        }
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        if person::names(&text, email) {
            std::fs::remove_file(&path)?;
            erased += 1;
        }
    }
    Ok(erased)
}
