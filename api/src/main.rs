//! The `loggia-api` server.

mod commands;

use clap::Parser;
use commands::Arguments;

// Many small allocations by several threads at once: the system's keeps what each thread gave back apart.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    Arguments::parse().run().await
}
