//! Files that are sold: handed over by a publish, given to who paid and to nobody else.

mod give;
pub mod link;
pub mod own;
pub mod take;

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::order::StoredOrder;
use crate::repository::product_file::OrderedFile;
use crate::usecase::order::files;

/// The files of an order that is paid for, for whom `may_see` lets see it; 404 for everything else, so that nobody learns which
/// orders there are.
async fn files_of(
    context: &Context,
    order_id: &str,
    may_see: impl Fn(&StoredOrder) -> bool,
) -> Result<Vec<OrderedFile>, ApiError> {
    let is_test = context.payments.main().is_test();
    let found = context.db.read(async |connection| files::given(connection, order_id, is_test).await).await?;
    let found = found.filter(|(order, _)| may_see(order));
    found.map(|(_, files)| files).ok_or_else(nothing)
}

/// The one of them that a call names.
fn one_of(files: Vec<OrderedFile>, line: &str, digest: &str) -> Result<OrderedFile, ApiError> {
    let is_it = |file: &OrderedFile| file.digest == digest && file.line.to_string() == line;
    files.into_iter().find(is_it).ok_or_else(nothing)
}

fn nothing() -> ApiError {
    ApiError::not_found("Not found")
}
