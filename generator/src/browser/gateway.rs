//! The only way of pages to the network: a SOCKS 5 server at this machine (RFC 1928), which the browser is told to use for
//! everything. It judges the address that is asked for, and what its name leads to at the moment of connecting.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use loggia_net::{Allowed, SETTING, Way, is_public};
use reqwest::Url;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::model::Reach;

/// Connections at the same time.
const CONNECTIONS: usize = 256;
/// So long a connection may take until it stands.
const CONNECT: Duration = Duration::from_secs(15);
/// So long it may last.
const LONGEST: Duration = Duration::from_secs(180);
/// What RFC 1928 answers: it stands; it is not allowed; it cannot be reached.
const STANDS: u8 = 0;
const NOT_ALLOWED: u8 = 2;
const UNREACHABLE: u8 = 4;

/// Who may be asked.
struct Rules {
    /// Nothing when the network may not be asked at all.
    allowed: Option<Allowed>,
    also: Vec<String>,
}

/// A gateway; it is closed when it is let go.
pub(super) struct Gateway {
    port: u16,
    task: JoinHandle<()>,
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Gateway {
    /// Opens one on a free port of this machine.
    pub(super) async fn open(reach: &Reach) -> io::Result<Gateway> {
        let allowed =
            Allowed::parse(&std::env::var(SETTING).unwrap_or_default()).map_err(io::Error::other)?;
        let allowed = reach.network.then_some(allowed);
        let rules = Arc::new(Rules { allowed, also: reach.also.clone() });
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        let task = tokio::spawn(async move {
            while let Ok(place) = Arc::clone(&places).acquire_owned().await {
                let Ok((stream, _)) = listener.accept().await else { continue };
                let rules = Arc::clone(&rules);
                tokio::spawn(async move {
                    let _place = place;
                    let _ = tokio::time::timeout(LONGEST, serve(stream, &rules)).await;
                });
            }
        });
        Ok(Gateway { port, task })
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }
}

/// One connection: greeting, address, and then whatever both sides say.
async fn serve(mut browser: TcpStream, rules: &Rules) -> io::Result<()> {
    let version = browser.read_u8().await?;
    let mut methods = vec![0; usize::from(browser.read_u8().await?)];
    browser.read_exact(&mut methods).await?;
    if version != 5 || !methods.contains(&0) {
        return browser.write_all(&[5, 0xff]).await;
    }
    browser.write_all(&[5, 0]).await?;
    let mut head = [0; 4];
    browser.read_exact(&mut head).await?;
    let host = match head[3] {
        1 => {
            let mut address = [0; 4];
            browser.read_exact(&mut address).await?;
            std::net::Ipv4Addr::from(address).to_string()
        }
        4 => {
            let mut address = [0; 16];
            browser.read_exact(&mut address).await?;
            format!("[{}]", std::net::Ipv6Addr::from(address))
        }
        3 => {
            let mut name = vec![0; usize::from(browser.read_u8().await?)];
            browser.read_exact(&mut name).await?;
            String::from_utf8(name).map_err(io::Error::other)?
        }
        _ => return Ok(()),
    };
    let port = browser.read_u16().await?;
    let found = match head[1] {
        1 => tokio::time::timeout(CONNECT, connect(rules, &host, port)).await.unwrap_or(Err(UNREACHABLE)),
        _ => Err(NOT_ALLOWED),
    };
    let code = found.as_ref().err().copied().unwrap_or(STANDS);
    browser.write_all(&[5, code, 0, 1, 0, 0, 0, 0, 0, 0]).await?;
    if let Ok(mut other) = found {
        copy_bidirectional(&mut browser, &mut other).await?;
    }
    Ok(())
}

/// A connection with what an address leads to, when it may be asked.
async fn connect(rules: &Rules, host: &str, port: u16) -> Result<TcpStream, u8> {
    let url = Url::parse(&format!("http://{host}:{port}/")).map_err(|_| NOT_ALLOWED)?;
    let host = url.host_str().ok_or(NOT_ALLOWED)?;
    let is_named = rules.also.iter().any(|also| *also == format!("{host}:{port}"));
    let way = match &rules.allowed {
        _ if is_named => Way::Named,
        Some(allowed) => allowed.way(&url).map_err(|_| NOT_ALLOWED)?,
        None => return Err(NOT_ALLOWED),
    };
    let name = host.trim_start_matches('[').trim_end_matches(']');
    let found = tokio::net::lookup_host((name, port)).await.map_err(|_| UNREACHABLE)?;
    let may = |address: &SocketAddr| way == Way::Named || is_public(address.ip());
    for address in found.filter(may) {
        if let Ok(stream) = TcpStream::connect(address).await {
            return Ok(stream);
        }
    }
    Err(UNREACHABLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the gateway answers for a name and a port.
    async fn asked(gateway: &Gateway, host: &str, port: u16) -> u8 {
        let mut stream = TcpStream::connect(("127.0.0.1", gateway.port())).await.unwrap();
        stream.write_all(&[5, 1, 0, 5, 1, 0, 3, u8::try_from(host.len()).unwrap()]).await.unwrap();
        stream.write_all(host.as_bytes()).await.unwrap();
        stream.write_all(&port.to_be_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(answer[..3], [5, 0, 5]);
        answer[3]
    }

    /// S-571: a page does not come to this machine or its network, except where it was asked to.
    #[tokio::test]
    async fn s_571_the_machine_is_no_page_s_to_ask() {
        let server = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = server.local_addr().unwrap().port();
        let open = Gateway::open(&Reach { network: true, also: Vec::new() }).await.unwrap();
        for host in ["127.0.0.1", "localhost", "0x7f.1", "[::1]", "169.254.169.254", "db", "a b"] {
            assert_eq!(asked(&open, host, port).await, NOT_ALLOWED, "{host}");
        }
        let also = vec![format!("127.0.0.1:{port}")];
        let own = Gateway::open(&Reach { network: false, also }).await.unwrap();
        assert_eq!(asked(&own, "127.0.0.1", port).await, STANDS);
        for (host, port) in [("127.0.0.1", port ^ 1), ("localhost", port), ("1.1.1.1", 80)] {
            assert_eq!(asked(&own, host, port).await, NOT_ALLOWED, "{host}:{port}");
        }
    }
}
