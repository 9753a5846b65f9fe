/** The codes of countries and territories that orders may come from: those of `crates/commerce` (`country.rs`). */
const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** What `make` makes of a language, made once: names and their order cost more than what is drawn with them. */
function once<T>(make: (locale: string) => T): (locale: string) => T {
  const known = new Map<string, T>();
  return (locale) => {
    const made = known.get(locale) ?? make(locale);
    known.set(locale, made);
    return made;
  };
}

const namesIn = once((locale) => new Intl.DisplayNames([locale], { type: 'region' }));

/** The name of a country in a language; its code where it has none. */
export const countryName = (code: string, locale: string): string => {
  try {
    return namesIn(locale).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
};

/** Every country, by its name in a language. */
export const countries = once((locale): readonly { value: string; label: string }[] => {
  const { compare } = new Intl.Collator(locale);
  return CODES.split(' ')
    .map((value) => ({ value, label: countryName(value, locale) }))
    .sort((one, other) => compare(one.label, other.label));
});
