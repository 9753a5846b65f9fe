//! The papers of orders: invoices and credit notes, for the owner and for whoever bought.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::invoice::{self, InvoiceFilter, StoredInvoice};
use crate::repository::order::{self, StoredOrder};
use crate::roles::Right;
use crate::usecase::paging::{After, ONE_MORE, Page, page};
use loggia_invoice::{FontFolders, Invoice, cii, lacks, pdf, ubl};

/// Whether somebody may see the papers of an order.
pub enum Reader<'a> {
    /// Who is signed in: those of orders made with the account, or with its address.
    Account(&'a SignedIn),
    /// Who opened the signed link of one order, named by its id.
    Link(&'a str),
}

impl Reader<'_> {
    /// Whether they are theirs.
    pub fn may_see(&self, order: &StoredOrder) -> bool {
        match self {
            Reader::Link(id) => order.id == *id,
            Reader::Account(who) => {
                let by_account = order.site_user_id.as_deref() == Some(who.id.as_str());
                by_account || (!who.email.is_empty() && order.email.to_lowercase() == who.email)
            }
        }
    }
}

/// A form that a document is given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// To be read.
    Pdf,
    /// UBL: XRechnung, where everything is there that it asks.
    Ubl,
    /// CII, as it lies in the PDF.
    Cii,
}

impl Paper {
    /// By the name of its file.
    pub fn of(file: &str) -> Option<Self> {
        match file {
            "invoice.pdf" => Some(Paper::Pdf),
            "invoice.xml" => Some(Paper::Ubl),
            "factur-x.xml" => Some(Paper::Cii),
            _ => None,
        }
    }
}

/// A document as a file.
#[derive(Debug)]
pub struct PaperFile {
    /// What it is called.
    pub name: String,
    /// Its media type.
    pub mime: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

fn missing() -> ApiError {
    ApiError::not_found("Not found")
}

/// The documents of an order that the reader may see.
///
/// # Errors
/// There is no such order, or it is somebody else's: the answer is the same.
pub async fn of_order(
    context: &Context,
    order_id: &str,
    reader: &Reader<'_>,
) -> Result<Vec<StoredInvoice>, ApiError> {
    context
        .db
        .read(async |connection| {
            let order = order::read(connection, order_id).await?;
            order.filter(|order| reader.may_see(order)).ok_or_else(missing)?;
            invoice::of_order(connection, order_id).await
        })
        .await
}

/// One of them, as a file.
///
/// # Errors
/// There is no such document or form of it; the order is somebody else's.
pub async fn own_file(
    context: &Context,
    (order_id, number): (&str, &str),
    paper: Paper,
    reader: &Reader<'_>,
) -> Result<PaperFile, ApiError> {
    let documents = of_order(context, order_id, reader).await?;
    let document = documents.into_iter().find(|document| document.number == number);
    file(context, document.ok_or_else(missing)?, paper).await
}

/// A document for the owner, as a file.
///
/// # Errors
/// There is no such document or form of it; nobody with the right to see it.
pub async fn file_for_owner(
    who: &SignedIn,
    context: &Context,
    number: &str,
    paper: Paper,
) -> Result<PaperFile, ApiError> {
    who.must(Right::ManageStore)?;
    let found = context.db.read(async |connection| invoice::read(connection, number).await).await?;
    file(context, found.ok_or_else(missing)?, paper).await
}

/// The documents of an order, for the owner.
///
/// # Errors
/// Nobody with the right to see them.
pub async fn for_owner(
    who: &SignedIn,
    context: &Context,
    order_id: &str,
) -> Result<Vec<StoredInvoice>, ApiError> {
    who.must(Right::ManageStore)?;
    context.db.read(async |connection| invoice::of_order(connection, order_id).await).await
}

/// A page of documents for the owner, the newest first.
///
/// # Errors
/// A cursor of another list; nobody with the right to see it.
pub async fn list(
    who: &SignedIn,
    context: &Context,
    filter: &InvoiceFilter,
    cursor: &str,
) -> Result<Page<(StoredInvoice, String)>, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        let place = after.part(1).parse().unwrap_or(0);
        let filter = InvoiceFilter { before: (after.part(0).to_owned(), place), ..filter.clone() };
        let found = invoice::list(connection, &filter, ONE_MORE).await?;
        let placed = |row: StoredInvoice| {
            let place = row.sequence.to_string();
            (row, place)
        };
        Ok(found.into_iter().map(placed).collect())
    };
    page(context, (who, Right::ManageStore), cursor, load, |(row, place)| vec![&row.series, place]).await
}

/// Whether a document has its data beside the PDF.
///
/// # Errors
/// What is stored is not what was written.
pub fn has_data(document: &StoredInvoice) -> Result<bool, ApiError> {
    Ok(lacks(&read(document)?).is_empty())
}

fn read(document: &StoredInvoice) -> Result<Invoice, ApiError> {
    Ok(serde_json::from_str(document.body()?)?)
}

async fn file(context: &Context, document: StoredInvoice, paper: Paper) -> Result<PaperFile, ApiError> {
    let invoice = read(&document)?;
    let number = &document.number;
    if paper != Paper::Pdf && !lacks(&invoice).is_empty() {
        return Err(missing());
    }
    Ok(match paper {
        Paper::Pdf => {
            // Drawing takes some milliseconds of a processor.
            let folders = FontFolders(context.settings.font_folders.clone());
            let drawn = tokio::task::spawn_blocking(move || pdf(&invoice, &folders)).await;
            let drawn = drawn.map_err(|cause| ApiError::Internal(cause.into()))?;
            let bytes = drawn.map_err(|cause| ApiError::Internal(cause.into()))?;
            PaperFile { name: format!("{number}.pdf"), mime: "application/pdf", bytes }
        }
        Paper::Ubl => {
            let bytes = ubl(&invoice).0.into_bytes();
            PaperFile { name: format!("{number}.xml"), mime: "application/xml", bytes }
        }
        Paper::Cii => {
            let bytes = cii(&invoice).into_bytes();
            PaperFile { name: format!("{number}-factur-x.xml"), mime: "application/xml", bytes }
        }
    })
}
