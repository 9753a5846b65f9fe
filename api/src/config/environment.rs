//! Where a server stands.

/// Where this server stands: outside `dev` it refuses to start without what makes it safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Environment {
    /// A developer's machine: plain HTTP, a generated secret.
    #[default]
    Dev,
    /// Quality assurance.
    Qa,
    /// The last stop before production.
    Staging,
    /// Production.
    Prod,
}
