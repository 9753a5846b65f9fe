//! Forms: fields, answers, checks and summaries.
