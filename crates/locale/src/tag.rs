//! Language tags: their parts, and the likely ones when parts are left out (UTS 35, "Likely Subtags").

use crate::pack;

/// The parts of a language tag that choose a locale.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tag {
    pub language: String,
    pub script: String,
    pub region: String,
    extensions: Vec<(String, String)>,
}

impl Tag {
    /// Reads a tag leniently: parts that are no script, region or known extension are passed over.
    pub fn parse(text: &str) -> Self {
        let mut parts = text.split(['-', '_']).map(str::trim).peekable();
        let mut tag =
            Tag { language: parts.next().unwrap_or_default().to_ascii_lowercase(), ..Tag::default() };
        while let Some(part) = parts.next() {
            let letters = part.bytes().all(|byte| byte.is_ascii_alphabetic());
            match part.len() {
                1 if part.eq_ignore_ascii_case("u") => {
                    tag.extensions = extensions(&mut parts);
                }
                1 => break,
                4 if letters && tag.script.is_empty() => {
                    tag.script = part[..1].to_ascii_uppercase() + &part[1..].to_ascii_lowercase();
                }
                2 if letters && tag.region.is_empty() => tag.region = part.to_ascii_uppercase(),
                3 if part.bytes().all(|byte| byte.is_ascii_digit()) && tag.region.is_empty() => {
                    tag.region = part.to_string();
                }
                _ => {}
            }
        }
        if tag.language.is_empty() {
            tag.language = "und".to_string();
        }
        tag
    }

    /// The tag with its old names replaced and its missing parts filled in with the likely ones.
    pub fn maximised(mut self) -> Self {
        let alias = pack::supplement(&format!("alias.{}", self.language));
        if !alias.is_empty() {
            let new = Tag::parse(alias);
            self.language = new.language;
            self.fill(&new.script, &new.region);
        }
        let (language, script, region) = (&self.language, &self.script, &self.region);
        let likely = [
            format!("{language}-{script}-{region}"),
            format!("{language}-{region}"),
            format!("{language}-{script}"),
            language.clone(),
        ]
        .iter()
        .map(|tag| pack::supplement(&format!("likely.{tag}")))
        .find(|likely| !likely.is_empty());
        if let Some(likely) = likely {
            let likely = Tag::parse(likely);
            if self.language == "und" {
                self.language.clone_from(&likely.language);
            }
            self.fill(&likely.script, &likely.region);
        }
        self.fill("", "001");
        self
    }

    fn fill(&mut self, script: &str, region: &str) {
        if self.script.is_empty() {
            self.script = script.to_string();
        }
        if self.region.is_empty() {
            self.region = region.to_string();
        }
    }

    /// The names under which a maximised tag may be packed, nearest first.
    pub fn candidates(&self) -> Vec<String> {
        let Tag { language, script, region, .. } = self;
        let mut names = vec![format!("{language}-{script}-{region}")];
        let script_of = |tag: &str| Tag::parse(pack::supplement(&format!("likely.{tag}"))).script;
        // `zh-TW` must not be answered by `zh`, whose script is another one.
        let regional = script_of(&format!("{language}-{region}"));
        let plain = script_of(language);
        let usual = if regional.is_empty() { &plain } else { &regional };
        if usual == script {
            names.push(format!("{language}-{region}"));
        }
        names.push(format!("{language}-{script}"));
        if plain == *script || plain.is_empty() {
            names.push(language.clone());
        }
        names
    }

    /// The value of a Unicode extension key (`nu`, `ca`).
    pub fn extension(&self, key: &str) -> Option<&str> {
        self.extensions.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

/// `ca-buddhist-nu-thai` → pairs; attributes before the first key are passed over.
fn extensions<'a>(parts: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    while let Some(part) = parts.next_if(|part| part.len() > 1) {
        let part = part.to_ascii_lowercase();
        match (part.len(), pairs.last_mut()) {
            (2, _) => pairs.push((part, String::new())),
            (_, Some((_, value))) if value.is_empty() => *value = part,
            (_, Some((_, value))) => {
                value.push('-');
                value.push_str(&part);
            }
            _ => {}
        }
    }
    pairs
}
