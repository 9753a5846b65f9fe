//! Answers the batch protocol of the language on standard input and output, with the whole vocabulary.

use std::io::{BufRead, Write};

use loggia_template::Batch;

fn main() -> std::io::Result<()> {
    let batch = Batch::new(loggia_formatters::vocabulary());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(out, "{}", batch.answer(&line))?;
        }
    }
    out.flush()
}
