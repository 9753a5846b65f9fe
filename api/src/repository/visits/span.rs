//! A span of time that metrics are read of.

/// Of which kind, in steps of which length, from which moment up to which.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// What is counted.
    pub kind: &'static str,
    /// An hour or a day, in milliseconds.
    pub step: i64,
    /// From this moment on.
    pub from: i64,
    /// Before this one.
    pub to: i64,
}
