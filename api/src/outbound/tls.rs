//! Whom connections to other servers trust: whom the machine trusts. Its certificates are read once, not for each client.

use std::io;
use std::sync::{Arc, OnceLock};

use reqwest::{Client, ClientBuilder};
use rustls_platform_verifier::BuilderVerifierExt;
use tokio_rustls::rustls::{ClientConfig, crypto};

/// What a connection to another server agrees to; each call shares the certificates of the first.
///
/// # Errors
/// When the machine trusts no certificates; the next call looks again.
pub fn config() -> io::Result<ClientConfig> {
    static READ: OnceLock<ClientConfig> = OnceLock::new();
    if let Some(read) = READ.get() {
        return Ok(read.clone());
    }
    let config = ClientConfig::builder_with_provider(Arc::new(crypto::aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(BuilderVerifierExt::with_platform_verifier)
        .map_err(io::Error::other)?
        .with_no_client_auth();
    Ok(READ.get_or_init(|| config).clone())
}

/// Begins a client for calls to others. Where [`config`] fails, building it says why.
pub fn client() -> ClientBuilder {
    match config() {
        Ok(config) => Client::builder().tls_backend_preconfigured(config),
        Err(_) => Client::builder(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_748_the_certificates_of_the_machine_are_read_once() {
        let (first, second) = (config().unwrap(), config().unwrap());
        assert!(Arc::ptr_eq(first.crypto_provider(), second.crypto_provider()));
        client().build().unwrap();
    }
}
