//! Bytes of a list → text.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// So many letters of UTF-8 that can be read for one that cannot, and the list is in UTF-8 and damaged.
const READABLE: usize = 2;

/// The text of a list in UTF-8, UTF-16 or, where it is neither, in the code page that its letters are most likely of. The
/// second is a remark for the owner when letters had to be guessed.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Option<Remark>) {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        let (text, had_faults) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return (text, had_faults.then_some(BROKEN));
    }
    if let Some(encoding) = without_mark(bytes) {
        let (text, had_faults) = encoding.decode_without_bom_handling(bytes);
        return (text, had_faults.then_some(BROKEN));
    }
    if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        return (text, None);
    }
    let (text, _) = UTF_8.decode_without_bom_handling(bytes);
    let faults = text.matches(char::REPLACEMENT_CHARACTER).count();
    let letters = text.chars().filter(|letter| !letter.is_ascii()).count();
    if letters > faults.saturating_mul(READABLE + 1) {
        return (text, Some(BROKEN));
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let (text, encoding) = match detector.guess(None, Utf8Detection::Deny) {
        encoding if encoding.is_single_byte() => (encoding.decode_without_bom_handling(bytes).0, encoding),
        encoding => match encoding.decode_without_bom_handling_and_without_replacement(bytes) {
            Some(text) => (text, encoding),
            None => (WINDOWS_1252.decode_without_bom_handling(bytes).0, WINDOWS_1252),
        },
    };
    (text, Some(guessed(encoding)))
}

/// What is said of letters that could not be read, or had to be guessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remark {
    /// Its code, as [`Why`](crate::fault::Why) has them.
    pub(crate) code: &'static str,
    /// What was found, and what became of it.
    pub(crate) message: Cow<'static, str>,
}

const BROKEN: Remark = Remark {
    code: "broken-letters",
    message: Cow::Borrowed("Some characters of this list cannot be read; � stands in their place."),
};

fn guessed(encoding: &'static encoding_rs::Encoding) -> Remark {
    let name = encoding.name().replace("windows", "Windows");
    Remark {
        code: "guessed-letters",
        message: format!("This list is not in UTF-8; it was read as {name}.").into(),
    }
}

/// UTF-16 without a mark: the names of columns are ASCII, so every other byte at the beginning is zero.
fn without_mark(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let start = bytes.get(..16)?;
    let zeros = |from: usize| start.iter().skip(from).step_by(2).all(|byte| *byte == 0);
    let letters = |from: usize| start.iter().skip(from).step_by(2).all(|byte| *byte != 0);
    if zeros(1) && letters(0) {
        Some(UTF_16LE)
    } else if zeros(0) && letters(1) {
        Some(UTF_16BE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_510_the_encoding_is_known_by_the_bytes() {
        let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        assert_eq!(decode("\u{feff}Título".as_bytes()), ("Título".into(), None));
        assert_eq!(decode(&utf_16("\u{feff}Título")), ("Título".into(), None));
        assert_eq!(decode(&utf_16("Title,Price,Stock")), ("Title,Price,Stock".into(), None));
        let big: Vec<u8> = "Title,Price".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&big).0, "Title,Price");
        let (text, remark) = decode(b"Caf\xe9 \x80 5");
        assert_eq!(
            (text.as_ref(), remark.as_ref().map(|remark| remark.message.as_ref())),
            ("Café € 5", Some("This list is not in UTF-8; it was read as Windows-1252."))
        );
    }

    /// S-616: lists of the countries whose letters Windows-1252 lacks are read in their own code page.
    #[test]
    fn s_616_the_code_page_is_known_by_the_letters() {
        let lists = [
            (
                encoding_rs::WINDOWS_1250,
                "Název;Cena\nHrnek žlutý, ručně točený;250\nTalíř mělký – šedý;390\nDžbán s uchem;520\n",
            ),
            (
                encoding_rs::WINDOWS_1250,
                "Nazwa;Cena\nKubek żółty, ręcznie robiony;50\nTalerz płytki, śnieżny;90\nDzbanek z uchem, łąka;20\n",
            ),
            (
                encoding_rs::WINDOWS_1251,
                "Название;Цена\nКружка жёлтая, ручная работа;250\nТарелка мелкая;390\nКувшин с ручкой;520\n",
            ),
            (
                encoding_rs::SHIFT_JIS,
                "商品名,価格\n黄色いマグカップ,2500\n手作りの平皿,3900\n取っ手付きの水差し,5200\n",
            ),
            (encoding_rs::GBK, "商品名称,价格\n黄色马克杯,250\n手工制作的平盘,390\n带把手的水壶,520\n"),
            (
                encoding_rs::EUC_KR,
                "상품명,가격\n노란 머그컵,25000\n손으로 만든 접시,39000\n손잡이가 있는 주전자,52000\n",
            ),
            (
                encoding_rs::WINDOWS_1253,
                "Όνομα;Τιμή\nΚίτρινη κούπα, χειροποίητη;25\nΡηχό πιάτο;39\nΚανάτα με χερούλι;52\n",
            ),
            (
                WINDOWS_1252,
                "Name;Preis\nBecher, grün – für Gäste;25,00 €\nSchüssel, groß;39,00 €\nKännchen;52,00 €\n",
            ),
            (WINDOWS_1252, "Nom;Prix\nThéière émaillée à la main;25,00 €\nBol à déjeuner – crème;39,00 €\n"),
        ];
        for (encoding, text) in lists {
            let (bytes, _, is_missing) = encoding.encode(text);
            assert!(!is_missing, "{}", encoding.name());
            let (read, remark) = decode(&bytes);
            assert_eq!(read, text, "{} {remark:?}", encoding.name());
            assert!(remark.unwrap().message.to_lowercase().contains(&encoding.name().to_lowercase()));
        }
    }

    /// S-616: one damaged letter does not make another code page of a list in UTF-8.
    #[test]
    fn s_616_a_damaged_letter_of_utf_8_is_told() {
        let mut bytes =
            "Name;Preis\nBecher, grün – für Gäste;25,00 €\nSchüssel, groß;39,00 €\n".as_bytes().to_vec();
        bytes.truncate(bytes.len() - 2);
        bytes.push(0xc3);
        let (text, remark) = decode(&bytes);
        assert!(
            text.contains("grün – für Gäste;25,00 €") && text.ends_with(char::REPLACEMENT_CHARACTER),
            "{text}"
        );
        assert_eq!(remark, Some(BROKEN));
    }
}
