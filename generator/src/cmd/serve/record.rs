//! The record of the shop: what is done in the editor stands there beside what is done in the shop.

use actix_web::{HttpRequest, web};
use loggia_api::context::Context;
use loggia_api::error::ApiError;
use loggia_api::extract::{client, shopper};
use loggia_api::repository::Connection;
use loggia_api::repository::record::{Actor, Client, Event, Kind, write};

use crate::editing::Record;
use crate::editing::record::{Account, Author, Deed, Row};

/// The record, for anyone who works in the editor.
pub(super) struct Chain {
    /// The shop that keeps it.
    pub shop: web::Data<Context>,
    /// Where it waits for the store.
    pub runtime: tokio::runtime::Handle,
}

impl Record for Chain {
    fn client(&self, request: &HttpRequest) -> (String, String) {
        let client = client::client(request, &self.shop);
        (client.address, client.agent)
    }

    fn account(&self, session: &str) -> Result<Option<Account>, String> {
        let found = shopper::by_token(&self.shop, session);
        let found = self.runtime.block_on(found).map_err(|fault| fault.to_string())?;
        Ok(found.map(|found| Account { id: found.id, email: found.email }))
    }

    fn write(&self, author: &Author, rows: Vec<Row>) {
        let (actor, now) = (actor(author), self.shop.clock.now_ms());
        let all = async move |connection: &mut Connection<'_>| {
            for row in &rows {
                let event = Event::new(kind(row.deed), &row.subject).told(row.detail.clone());
                write(connection, &actor, event, now).await?;
            }
            Ok::<(), ApiError>(())
        };
        // The files are changed already: that it is not written down goes to the log, and undoes nothing.
        if let Err(fault) = self.runtime.block_on(self.shop.db.write(all)) {
            eprintln!("a change of the editor is missing in the shop's record: {fault}");
        }
    }
}

/// As whom the record knows them.
fn actor(author: &Author) -> Actor {
    let from = Client { address: author.address.clone(), agent: author.agent.clone() };
    match &author.account {
        Some(account) => Actor::account(&account.id, &account.email, from),
        None => Actor::machine(from),
    }
}

fn kind(deed: Deed) -> Kind {
    match deed {
        Deed::Edit => Kind::Edit,
        Deed::Settings => Kind::Settings,
        Deed::Publish => Kind::Publish,
    }
}
