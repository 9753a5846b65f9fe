//! Speaks the batch protocol with the core vocabulary: `batch render --batch < requests.jsonl > answers.jsonl`.

use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    let batch = loggia_template::Batch::new(loggia_template::Vocabulary::core());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", batch.answer(&line?))?;
    }
    out.flush()
}
