//! A table that is read and sent in pieces.

use crate::error::ApiError;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, HttpResponseBuilder};
use futures_util::{Stream, StreamExt, stream};

/// The answer with these pieces. A refusal of the store comes as one: an answer that has begun could only break off, so the piece
/// behind the head is read before.
///
/// # Errors
/// Those of the first two pieces.
pub async fn in_pieces(
    mut answer: HttpResponseBuilder,
    pieces: impl Stream<Item = Result<Bytes, ApiError>> + 'static,
) -> Result<HttpResponse, ApiError> {
    let mut pieces = Box::pin(pieces);
    let mut read = Vec::new();
    while read.len() < 2 {
        let Some(piece) = pieces.next().await else { break };
        read.push(Ok(piece?));
    }
    Ok(answer.streaming(stream::iter(read).chain(pieces)))
}
