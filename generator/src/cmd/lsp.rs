//! `loggia lsp`: a language server for templates, over standard input and output.

use std::io::{BufReader, stdin, stdout};

use anyhow::Context;

use crate::cli::Exit;

/// Serves one editor until it says `exit` or goes away.
pub fn run() -> anyhow::Result<Exit> {
    let in_order =
        crate::lsp::serve(BufReader::new(stdin()), stdout()).context("the editor cannot be answered")?;
    // The protocol asks for 1 where nobody said `shutdown` before.
    Ok(if in_order { Exit::Ok } else { Exit::Content })
}
