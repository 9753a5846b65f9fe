//! The countries and territories an address may name.

/// Every ISO 3166 code of two letters that has an inhabitant or a post office, in the order of the alphabet.
const CODES: &str = "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR \
    BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ \
    EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU \
    GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW \
    KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT \
    MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS \
    PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ \
    TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF \
    WS YE YT ZA ZM ZW";

/// True for the code of a country or territory, in capitals.
#[must_use]
pub fn is_country(code: &str) -> bool {
    code.len() == 2 && CODES.split(' ').any(|known| known == code)
}

/// Every code [`is_country`] knows.
pub fn countries() -> impl Iterator<Item = &'static str> {
    CODES.split(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_020_a_country_has_a_code() {
        assert!(["US", "PR", "DE", "GB"].into_iter().all(is_country));
        assert!(
            ["", "XX", "us", "U", "USA", "A ", "United States"].into_iter().all(|text| !is_country(text))
        );
        assert!(countries().all(is_country));
    }
}
