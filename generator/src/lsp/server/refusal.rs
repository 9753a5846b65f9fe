//! Why a question gets no answer.

use lsp_server::ErrorCode;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The protocol's code, and the reason for people.
pub(super) struct Refusal(pub(super) ErrorCode, pub(super) String);

/// The parameters of a message.
pub(super) fn read<P: DeserializeOwned>(params: Value) -> Result<P, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal(ErrorCode::InvalidParams, error.to_string()))
}

/// An answer as JSON.
pub(super) fn say(answer: impl serde::Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer).map_err(|error| Refusal(ErrorCode::InternalError, error.to_string()))
}
