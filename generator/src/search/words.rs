//! The words of a text as the search knows them. The visitor's browser cuts questions in the same way
//! (`widgets/src/domain/searchWords.ts`); both run `generator/vectors/search_words.json`.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest word, in characters; the rest of a longer one is not looked at.
const LONGEST: usize = 40;

/// Hands on each word of a text: small letters without accents. Scripts that put no space between words (Chinese,
/// Japanese, Thai, …) are cut into pairs of characters.
pub fn words(text: &str, mut each: impl FnMut(&str)) {
    let mut cutter = Cutter::default();
    for part in text.split_whitespace() {
        if part.is_ascii() {
            for byte in part.bytes() {
                cutter.take(char::from(byte.to_ascii_lowercase()), &mut each);
            }
        } else {
            let plain = part.nfd().filter(|character| !is_combining_mark(*character));
            for character in plain.flat_map(char::to_lowercase).filter(|c| !is_combining_mark(*c)) {
                cutter.take(if character == 'ς' { 'σ' } else { character }, &mut each);
            }
        }
        cutter.end(&mut each);
    }
}

#[derive(Default)]
struct Cutter {
    word: String,
    length: usize,
    /// Characters of a script without spaces that stand beside each other.
    run: Vec<char>,
}

impl Cutter {
    fn take(&mut self, character: char, each: &mut impl FnMut(&str)) {
        if matches!(character, '\'' | '’') {
            return;
        }
        if is_unspaced(character) {
            self.end_word(each);
            self.run.push(character);
        } else if character.is_alphanumeric() {
            self.end_run(each);
            if self.length < LONGEST {
                self.word.push(character);
            }
            self.length += 1;
        } else {
            self.end(each);
        }
    }

    fn end(&mut self, each: &mut impl FnMut(&str)) {
        self.end_word(each);
        self.end_run(each);
    }

    fn end_word(&mut self, each: &mut impl FnMut(&str)) {
        if !self.word.is_empty() {
            each(&self.word);
            self.word.clear();
            self.length = 0;
        }
    }

    fn end_run(&mut self, each: &mut impl FnMut(&str)) {
        match self.run.as_slice() {
            [] => return,
            [one] => each(one.encode_utf8(&mut [0; 4])),
            more => {
                for pair in more.windows(2) {
                    each(&pair.iter().collect::<String>());
                }
            }
        }
        self.run.clear();
    }
}

/// Whether a character belongs to a script that puts no space between words.
fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3041}'..='\u{30FF}'
        | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF66}'..='\u{FF9F}' | '\u{20000}'..='\u{323AF}')
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use unicode_normalization::UnicodeNormalization;

    /// G-128: what the index is made of.
    #[test]
    fn words_are_cut_as_the_vectors_say() {
        let text = include_str!("../../vectors/search_words.json");
        let vectors: Value = serde_json::from_str(text).unwrap();
        let cases = vectors["cases"].as_array().unwrap();
        assert!(cases.len() > 5);
        for case in cases {
            let mut found = Vec::new();
            super::words(case["given"].as_str().unwrap(), |word| found.push(word.to_owned()));
            // Korean syllables are kept in their parts; the vectors write them whole.
            let expect = case["expect"].as_array().unwrap().iter().filter_map(Value::as_str);
            let expect: Vec<String> = expect.map(|word| word.nfd().collect()).collect();
            assert_eq!(found, expect, "{}", case["name"]);
        }
    }
}
