//! The addresses that are open to everybody.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address belongs to the open internet: not to this machine, a private or shared network, a link, a group,
/// the documentation or a laboratory, and not to one of those wrapped into IPv6.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_this_network = a == 0;
    let is_shared_by_a_carrier = a == 100 && (64..128).contains(&b);
    let is_protocol = (a, b, c) == (192, 0, 0) || (a, b, c) == (192, 88, 99);
    let is_benchmark = a == 198 && (b == 18 || b == 19);
    // Reserved, and the broadcast at its end.
    let is_reserved = a >= 240;
    !(is_this_network
        || is_shared_by_a_carrier
        || is_protocol
        || is_benchmark
        || is_reserved
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let inner = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    // Translated to IPv4 on the way (NAT64); 6to4; ISATAP.
    if parts[..6] == [0x64, 0xff9b, 0, 0, 0, 0] {
        return is_public_v4(inner(parts[6], parts[7]));
    }
    if parts[0] == 0x2002 && !is_public_v4(inner(parts[1], parts[2])) {
        return false;
    }
    if parts[4] & !0x0200 == 0 && parts[5] == 0x5efe && !is_public_v4(inner(parts[6], parts[7])) {
        return false;
    }
    // 2001::/23 is for protocols (Teredo and benchmarks among them); the other two are for documentation.
    let is_protocol = parts[0] == 0x2001 && parts[1] < 0x0200;
    let is_documentation =
        (parts[0] == 0x2001 && parts[1] == 0x0db8) || (parts[0] == 0x3fff && parts[1] < 0x1000);
    // Everything that is given out today begins with 001; unique local, link-local, groups and `::a.b.c.d` do not.
    parts[0] & 0xe000 == 0x2000 && !is_protocol && !is_documentation
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the registries of special-purpose addresses (RFC 6890 and its successors), a first and a last of each.
    #[test]
    fn s_050_addresses_of_special_purpose_are_not_public() {
        for address in [
            "0.0.0.0",
            "0.255.255.255",
            "10.0.0.0",
            "10.255.255.255",
            "100.64.0.0",
            "100.127.255.255",
            "127.0.0.0",
            "127.255.255.255",
            "169.254.0.0",
            "169.254.169.254",
            "169.254.255.255",
            "172.16.0.0",
            "172.31.255.255",
            "192.0.0.0",
            "192.0.0.255",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.0",
            "192.168.255.255",
            "198.18.0.0",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.0",
            "239.255.255.255",
            "240.0.0.0",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::10.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:0:7f00:1::1",
            "2001:2::1",
            "2001:10::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "2002:a9fe:a9fe::1",
            "2606:4700::5efe:10.0.0.1",
            "2606:4700:0:0:200:5efe:7f00:1",
            "3fff::1",
            "3fff:fff::1",
            "4000::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fdff::1",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn s_050_addresses_beside_them_are_public() {
        for address in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "93.184.216.34",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
            "2002:101:101::1",
            "2001:200::1",
            "2001:4860:4860::8888",
            "2606:4700::1111",
            "2a00:1450::1",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }
}
