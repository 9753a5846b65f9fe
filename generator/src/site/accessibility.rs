//! The statement on accessibility (`accessibilityStatement` of `site.json`): Directive (EU) 2019/882, article 13(2) and annex V.

use loggia_template::Node;
use serde::Deserialize;

use super::value::value;
use super::website::Website;

/// The member of `site.json`.
pub const STATEMENT: &str = "accessibilityStatement";
/// The address of its page.
pub const ADDRESS: &str = "/accessibility";
/// What is met where nothing else is said: the harmonised standard, whose part on the web is WCAG 2.1 AA.
const STANDARD: &str = "EN 301 549 V3.2.1 (WCAG 2.1 AA)";

/// How far the requirements are met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Conformance {
    /// Wholly.
    Full,
    /// But for what is listed.
    Partial,
    /// Not yet.
    None,
}

/// Who watches over the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Authority {
    /// Its name.
    pub name: String,
    /// Its address on the web.
    pub url: String,
}

/// The owner's statement. What is left out is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Statement {
    /// What the service is (annex V, 1(a)).
    pub service: String,
    /// What is needed to understand how it works (annex V, 1(b)).
    pub operation: String,
    /// How far the requirements are met (annex V, 1(c)).
    pub conformance: Option<Conformance>,
    /// By which standard.
    pub standard: String,
    /// How they are met, in the owner's words.
    pub measures: Vec<String>,
    /// What does not meet them yet.
    pub limitations: Vec<String>,
    /// Whom to write to; that of `seller` where nothing is said.
    pub email: String,
    /// Whom to call; that of `seller` where nothing is said.
    pub phone: String,
    /// Who watches over the rules.
    pub authority: Option<Authority>,
    /// The day on which it was written: `2026-11-25`.
    pub prepared: String,
}

/// The words around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// The title of the page.
    pub title: &'static str,
    /// Above what the service is.
    pub service: &'static str,
    /// Above how it works.
    pub operation: &'static str,
    /// Above how the requirements are met.
    pub requirements: &'static str,
    /// What is said of each [`Conformance`]; `{standard}` is met.
    pub conformance: [&'static str; 3],
    /// Above what does not meet them yet.
    pub limitations: &'static str,
    /// Above whom to ask.
    pub contact: &'static str,
    /// What is said there.
    pub ask: &'static str,
    /// Above who watches over the rules.
    pub authority: &'static str,
    /// What is said there.
    pub turn: &'static str,
    /// The day on which it was written: `{date}`.
    pub prepared: &'static str,
}

const WORDS: [(&str, Words); 4] = [
    (
        "en",
        Words {
            title: "Accessibility statement",
            service: "The service",
            operation: "How it works",
            requirements: "How the requirements are met",
            conformance: [
                "The service meets {standard}.",
                "The service meets {standard} but for what is listed below.",
                "The service does not meet {standard} yet.",
            ],
            limitations: "What is not accessible yet",
            contact: "Feedback and contact",
            ask: "Tell us if there is something that you cannot use:",
            authority: "Supervision",
            turn: "If our answer does not help you, you can turn to the authority that watches over the rules:",
            prepared: "This statement was prepared on {date}.",
        },
    ),
    (
        "de",
        Words {
            title: "Erklärung zur Barrierefreiheit",
            service: "Die Dienstleistung",
            operation: "So funktioniert sie",
            requirements: "So werden die Anforderungen erfüllt",
            conformance: [
                "Die Dienstleistung erfüllt {standard}.",
                "Die Dienstleistung erfüllt {standard} bis auf das unten Genannte.",
                "Die Dienstleistung erfüllt {standard} noch nicht.",
            ],
            limitations: "Was noch nicht barrierefrei ist",
            contact: "Rückmeldung und Kontakt",
            ask: "Sagen Sie uns, wenn Sie etwas nicht benutzen können:",
            authority: "Aufsicht",
            turn: "Hilft Ihnen unsere Antwort nicht, können Sie sich an die zuständige Behörde wenden:",
            prepared: "Diese Erklärung wurde am {date} erstellt.",
        },
    ),
    (
        "fr",
        Words {
            title: "Déclaration d’accessibilité",
            service: "Le service",
            operation: "Son fonctionnement",
            requirements: "Le respect des exigences",
            conformance: [
                "Le service est conforme à {standard}.",
                "Le service est conforme à {standard}, à l’exception des points ci-dessous.",
                "Le service n’est pas encore conforme à {standard}.",
            ],
            limitations: "Ce qui n’est pas encore accessible",
            contact: "Retour d’information et contact",
            ask: "Dites-nous si vous ne pouvez pas utiliser quelque chose :",
            authority: "Contrôle",
            turn: "Si notre réponse ne vous aide pas, vous pouvez vous adresser à l’autorité compétente :",
            prepared: "Cette déclaration a été établie le {date}.",
        },
    ),
    (
        "es",
        Words {
            title: "Declaración de accesibilidad",
            service: "El servicio",
            operation: "Cómo funciona",
            requirements: "Cómo se cumplen los requisitos",
            conformance: [
                "El servicio cumple {standard}.",
                "El servicio cumple {standard}, salvo lo que se indica a continuación.",
                "El servicio todavía no cumple {standard}.",
            ],
            limitations: "Lo que todavía no es accesible",
            contact: "Comentarios y contacto",
            ask: "Díganos si hay algo que no puede utilizar:",
            authority: "Supervisión",
            turn: "Si nuestra respuesta no le ayuda, puede dirigirse a la autoridad competente:",
            prepared: "Esta declaración se preparó el {date}.",
        },
    ),
];

/// The words in the language of a locale, with its tag; English where it has none here.
#[must_use]
pub fn words(locale: &str) -> (&'static str, &'static Words) {
    let language = locale.split(['-', '_']).next().unwrap_or_default();
    let found = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(language)).unwrap_or(&WORDS[0]);
    (found.0, &found.1)
}

/// The statement of a site; nothing where it makes none.
///
/// # Errors
/// What cannot be read.
pub fn statement(website: &Website<'_>) -> Result<Option<Statement>, String> {
    let node = website.node(STATEMENT);
    if node.is_nothing() {
        return Ok(None);
    }
    let mut statement: Statement = serde_json::from_value(value(node)).map_err(|error| error.to_string())?;
    let seller = |key: &str| match website.node("seller").get(key) {
        Node::Text(text) => text.trim().to_owned(),
        _ => String::new(),
    };
    for (own, key) in [(&mut statement.email, "email"), (&mut statement.phone, "phone")] {
        if own.trim().is_empty() {
            *own = seller(key);
        }
    }
    if statement.standard.trim().is_empty() {
        STANDARD.clone_into(&mut statement.standard);
    }
    Ok(Some(statement))
}

impl Statement {
    /// The members that annex V asks for and that are missing.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let mut missing = Vec::new();
        let mut need = |is_there: bool, member: &'static str| {
            if !is_there {
                missing.push(member);
            }
        };
        need(!self.service.trim().is_empty(), "service");
        need(!self.operation.trim().is_empty(), "operation");
        need(self.conformance.is_some(), "conformance");
        let says_what = self.conformance != Some(Conformance::Partial) || !self.limitations.is_empty();
        need(says_what, "limitations");
        need(!self.email.trim().is_empty() || !self.phone.trim().is_empty(), "email");
        missing
    }
}
