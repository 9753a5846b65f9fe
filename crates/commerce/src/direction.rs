//! Which way a language is read.

/// Scripts that are written from right to left, as a tag may name them (`az-Arab`).
const SCRIPTS: [&str; 12] =
    ["adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa", "yezi"];

/// Languages that are written in one of them when their tag names no script.
const LANGUAGES: [&str; 22] = [
    "ar", "arc", "arz", "azb", "bal", "ckb", "dv", "fa", "glk", "he", "iw", "khw", "ks", "lrc", "mzn", "nqo",
    "ps", "sd", "syr", "ug", "ur", "yi",
];

/// Whether a language tag such as `ar-EG` names a language that is read from right to left. A script in the tag decides
/// (`ks-Deva`, `az-Arab`); capital letters do not matter, nor whether `-` or `_` stands between its parts.
#[must_use]
pub fn is_right_to_left(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase();
    let mut parts = tag.split(['-', '_']);
    let language = parts.next().unwrap_or_default();
    // Extensions such as `-u-nu-arab` name digits, not a script.
    let script = parts
        .take_while(|part| part.len() > 1)
        .find(|part| part.len() == 4 && part.bytes().all(|b| b.is_ascii_alphabetic()));
    match script {
        Some(script) => SCRIPTS.contains(&script),
        // In Pakistan Punjabi is written in Arabic letters; elsewhere it is not.
        None => LANGUAGES.contains(&language) || tag == "pa-pk",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-733
    #[test]
    fn s_733_a_language_is_read_the_way_it_is_written() {
        for tag in
            ["ar", "ar-EG", "AR_eg", "he-IL", "fa", "ur-PK", "ckb", "az-Arab", "ps", "yi", "dv", "pa-PK"]
        {
            assert!(is_right_to_left(tag), "{tag}");
        }
        for tag in ["en", "de-AT", "ks-Deva", "ar-Latn", "sr-Latn", "en-u-nu-arab", "arn", "", "-", "pa-IN"] {
            assert!(!is_right_to_left(tag), "{tag}");
        }
    }
}
