//! Names looked up for a client that may call the open internet alone.

use crate::address::is_public;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::SocketAddr;

/// A resolver for `reqwest::ClientBuilder::dns_resolver`, of async and blocking clients alike. It answers with public
/// addresses only, and with the very ones that are then connected to: nothing is looked up a second time.
///
/// Addresses that are written as numbers are not looked up: they are judged by [`crate::Allowed::way`].
#[derive(Clone, Copy, Debug, Default)]
pub struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err("the name leads to no address that is open to everybody".into());
            }
            let addresses: Addrs = Box::new(public.into_iter());
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::str::FromStr;

    #[tokio::test]
    async fn s_050_a_name_that_leads_into_the_machine_has_no_address() {
        assert!(PublicOnly.resolve(Name::from_str("localhost").unwrap()).await.is_err());
    }
}
