//! Orders of this shop and those that were brought from another one, in one list: newest first, page by page.

use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::sales::{self, ImportedFilter};
use crate::usecase::paging::{After, ONE_MORE};
use loggia_exchange::sales::Order as ImportedOrder;
use std::collections::VecDeque;

/// An order of one of the two kinds.
#[derive(Clone, Debug)]
pub enum Entry<O> {
    /// One of this shop.
    Own(O),
    /// One that was placed elsewhere: it is read, and nothing is done with it.
    Imported(Box<ImportedOrder>),
}

/// An order in its place: what was last of both kinds, up to it.
#[derive(Clone, Debug)]
pub struct Row<O> {
    /// The order.
    pub entry: Entry<O>,
    place: [String; 4],
}

impl<O> Row<O> {
    /// What tells its place in the list.
    pub fn parts(&self) -> Vec<&str> {
        self.place.iter().map(String::as_str).collect()
    }
}

/// The id of the order of this shop before which the page goes on; "" for the newest.
pub fn own_before(after: &After) -> &str {
    after.part(0)
}

/// The page's orders of both kinds. `own` are those of this shop, older than [`own_before`], each with its id and time; `email`
/// is in lower case, "" for everybody's.
///
/// # Errors
/// Faults of the store.
pub async fn merged<O>(
    connection: &mut Connection<'_>,
    after: &After,
    email: &str,
    own: Vec<(String, i64, O)>,
) -> Result<Vec<Row<O>>, ApiError> {
    let mut filter = ImportedFilter { email: email.to_owned(), ..ImportedFilter::default() };
    if let Ok(at) = after.part(1).parse() {
        let number = hex::decode(after.part(3)).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        filter.after = (at, after.part(2).to_owned(), number.unwrap_or_default());
    }
    let mut place = [
        after.part(0).to_owned(),
        after.part(1).to_owned(),
        after.part(2).to_owned(),
        after.part(3).to_owned(),
    ];
    let mut imported: VecDeque<ImportedOrder> = VecDeque::new();
    for row in sales::imported(connection, &filter, ONE_MORE).await? {
        imported.push_back(serde_json::from_str(&row.body)?);
    }
    let mut own = VecDeque::from(own);
    let most = usize::try_from(ONE_MORE).unwrap_or(usize::MAX);
    let mut rows = Vec::new();
    while rows.len() < most {
        let imported_is_next = match (own.front(), imported.front()) {
            (Some((_, at, _)), Some(order)) => order.created_on > *at,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        let entry = if imported_is_next {
            let Some(order) = imported.pop_front() else { break };
            // A number may have any character in it, and the parts of a place are lines.
            place[1..].clone_from_slice(&[
                order.created_on.to_string(),
                order.source.clone(),
                hex::encode(&order.number),
            ]);
            Entry::Imported(Box::new(order))
        } else {
            let Some((id, _, order)) = own.pop_front() else { break };
            place[0] = id;
            Entry::Own(order)
        };
        rows.push(Row { entry, place: place.clone() });
    }
    Ok(rows)
}
