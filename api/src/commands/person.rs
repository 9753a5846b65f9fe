//! Everything that is kept of one person, by command.

use clap::Subcommand;
use loggia_api::clock::Clock;
use loggia_api::people::{self, Stores};
use loggia_api::repository::Db;
use loggia_api::repository::record::Actor;
use loggia_api::{Settings, open_store};

/// What may be done with a person's data.
#[derive(Subcommand)]
pub enum Person {
    /// Prints everything that is kept of a person as one JSON document.
    Export {
        /// The e-mail address.
        email: String,
        /// The name under which the person wrote comments and reviews.
        #[arg(long, default_value = "")]
        name: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Takes everything of a person out of the shop; what law asks for stays, without the person. It cannot be undone.
    Erase {
        /// The e-mail address.
        email: String,
        /// The name under which the person wrote comments and reviews.
        #[arg(long, default_value = "")]
        name: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
}

impl Person {
    /// Does what was asked.
    pub async fn run(self) -> anyhow::Result<()> {
        let now = Clock::System.now_ms();
        let (Person::Export { settings, .. } | Person::Erase { settings, .. }) = &self;
        let secret = settings.check()?;
        let db = open_store(settings, 1).await?;
        let visits = Db::open_visits(settings.database_url().as_str(), 1).await?;
        let mail_folder = settings.mail_folder();
        let stores = Stores { db: &db, visits: &visits, mail_folder: &mail_folder, secret: &secret };
        let (Person::Export { email, name, .. } | Person::Erase { email, name, .. }) = &self;
        let (person, actor) = (people::person(email, name)?, Actor::command());
        let done = match &self {
            Person::Export { .. } => {
                people::export(stores, (&person, people::Reach::Customer), &actor, now).await?
            }
            Person::Erase { .. } => {
                serde_json::json!({"erased": people::erase(stores, (&person, people::Reach::Customer), &actor, now).await?})
            }
        };
        db.close().await;
        visits.close().await;
        println!("{done:#}");
        Ok(())
    }
}
