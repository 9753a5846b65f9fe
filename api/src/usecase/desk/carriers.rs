//! Who carries parcels, and where one of their numbers is followed.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What stays as it is in a number inside an address.
const NUMBER: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// Name and page of each; `{}` stands for the number.
const CARRIERS: [(&str, &str); 21] = [
    ("An Post", "https://www.anpost.com/Post-Parcels/Track/History?item={}"),
    ("Australia Post", "https://auspost.com.au/mypost/track/details/{}"),
    ("bpost", "https://track.bpost.cloud/btr/web/#/search?itemCode={}"),
    ("Canada Post", "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={}"),
    ("Correos", "https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={}"),
    ("Deutsche Post", "https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={}"),
    ("DHL", "https://www.dhl.com/global-en/home/tracking.html?tracking-id={}"),
    ("DPD", "https://tracking.dpd.de/status/en_US/parcel/{}"),
    ("Evri", "https://www.evri.com/track/parcel/{}"),
    ("FedEx", "https://www.fedex.com/fedextrack/?trknbr={}"),
    ("GLS", "https://gls-group.eu/EU/en/parcel-tracking?match={}"),
    ("Japan Post", "https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={}&locale=en"),
    ("La Poste", "https://www.laposte.fr/outils/suivre-vos-envois?code={}"),
    ("New Zealand Post", "https://www.nzpost.co.nz/tools/tracking?trackid={}"),
    ("Österreichische Post", "https://www.post.at/sv/sendungsdetails?snr={}"),
    ("PostNL", "https://jouw.postnl.nl/track-and-trace/{}"),
    ("PostNord", "https://tracking.postnord.com/en/tracking?id={}"),
    ("Royal Mail", "https://www.royalmail.com/track-your-item#/tracking-results/{}"),
    ("Swiss Post", "https://service.post.ch/ekp-web/ui/entry/search/{}"),
    ("UPS", "https://www.ups.com/track?tracknum={}"),
    ("USPS", "https://tools.usps.com/go/TrackConfirmAction?tLabels={}"),
];

/// The names of those that are known, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    CARRIERS.into_iter().map(|(name, _)| name)
}

/// Where a number is followed, as the carrier writes it with groups left out; "" when the carrier is not known or there is no number.
pub fn tracking_url(carrier: &str, number: &str) -> String {
    let number: String = number.split_whitespace().collect();
    let known = CARRIERS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(carrier.trim()));
    match known {
        Some((_, page)) if !number.is_empty() => {
            page.replace("{}", &utf8_percent_encode(&number, NUMBER).to_string())
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-872: each address is one of the carrier's, also with a number that would leave its place.
    #[test]
    fn s_872_a_number_stays_in_its_place() {
        for (name, page) in CARRIERS {
            let host = |text: &str| url::Url::parse(text).unwrap().host_str().unwrap().to_owned();
            for number in
                ["JD01 4600 0039 3100", "../../x", "1&next=https://evil.example/", "#@evil.example", "\"><b>"]
            {
                let made = tracking_url(name, number);
                assert_eq!(
                    (host(&made), made.starts_with("https://")),
                    (host(&page.replace("{}", "1")), true),
                    "{made}"
                );
                let rest = made.strip_prefix(page.split("{}").next().unwrap()).unwrap();
                let number = rest.strip_suffix(page.split("{}").nth(1).unwrap()).unwrap();
                assert!(!number.contains(['/', '&', '#', '?', '<', '"', ' ', ':', '@']), "{made}");
            }
        }
        assert_eq!(
            tracking_url("dhl", "JD01 46"),
            "https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD0146"
        );
        assert_eq!(
            (tracking_url("DHL", " "), tracking_url("the baker", "1")),
            (String::new(), String::new())
        );
    }
}
