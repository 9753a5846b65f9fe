//! What the banner, the frames that wait and the link to the settings say.

/// The keys in `localizedStrings` by which a site says each in its own words.
const KEYS: [&str; 22] = [
    "consentTitle",
    "consentText",
    "consentPolicy",
    "consentAccept",
    "consentReject",
    "consentChoose",
    "consentSave",
    "consentClose",
    "consentSettings",
    "consentNecessary",
    "consentNecessaryAbout",
    "consentPreferences",
    "consentPreferencesAbout",
    "consentStatistics",
    "consentStatisticsAbout",
    "consentMarketing",
    "consentMarketingAbout",
    "consentSignal",
    "consentHeld",
    "consentLoad",
    "consentOpen",
    "consentNoScript",
];

/// The words in each language, in the order of [`KEYS`].
const WORDS: [(&str, [&str; 22]); 7] = [
    (
        "en",
        [
            "Your choice",
            "With your consent, content and measurement named below are loaded. They may store something on your device, read it, and learn of your visit. You can change your choice at any time.",
            "Privacy notice",
            "Accept all",
            "Reject all",
            "Choose",
            "Save choice",
            "Close",
            "Cookie settings",
            "Necessary",
            "What the site cannot do without. Always on.",
            "Preferences",
            "Fonts, maps and other comfort.",
            "Statistics",
            "Counts visits, to make the site better.",
            "Marketing",
            "Films, posts and advertising of others, who may follow you across sites.",
            "Your browser asks sites not to follow you (Global Privacy Control). Marketing stays off unless you switch it on here.",
            "This comes from {host}. It is loaded once you allow it.",
            "Load from {host}",
            "Open at {host}",
            "Without JavaScript nothing of others is loaded here.",
        ],
    ),
    (
        "de",
        [
            "Ihre Wahl",
            "Mit Ihrer Einwilligung werden die unten genannten Inhalte und Messungen geladen. Sie können etwas auf Ihrem Gerät speichern oder auslesen und erfahren von Ihrem Besuch. Sie können Ihre Wahl jederzeit ändern.",
            "Datenschutzerklärung",
            "Alle akzeptieren",
            "Alle ablehnen",
            "Auswählen",
            "Auswahl speichern",
            "Schließen",
            "Cookie-Einstellungen",
            "Notwendig",
            "Ohne das geht es nicht. Immer an.",
            "Komfort",
            "Schriften, Karten und anderer Komfort.",
            "Statistik",
            "Zählt Besuche, um die Website zu verbessern.",
            "Marketing",
            "Filme, Beiträge und Werbung anderer, die Sie über Websites hinweg verfolgen können.",
            "Ihr Browser bittet darum, Sie nicht zu verfolgen (Global Privacy Control). Marketing bleibt aus, wenn Sie es nicht hier einschalten.",
            "Das kommt von {host}. Es wird geladen, sobald Sie es erlauben.",
            "Von {host} laden",
            "Bei {host} öffnen",
            "Ohne JavaScript wird hier nichts von anderen geladen.",
        ],
    ),
    (
        "fr",
        [
            "Votre choix",
            "Avec votre consentement, les contenus et mesures nommés ci-dessous sont chargés. Ils peuvent enregistrer ou lire des informations sur votre appareil et avoir connaissance de votre visite. Vous pouvez changer d’avis à tout moment.",
            "Politique de confidentialité",
            "Tout accepter",
            "Tout refuser",
            "Choisir",
            "Enregistrer mes choix",
            "Fermer",
            "Paramètres des cookies",
            "Nécessaire",
            "Indispensable au site. Toujours actif.",
            "Préférences",
            "Polices, cartes et autre confort.",
            "Statistiques",
            "Compte les visites, pour améliorer le site.",
            "Marketing",
            "Films, publications et publicité de tiers, qui peuvent vous suivre d’un site à l’autre.",
            "Votre navigateur demande de ne pas vous suivre (Global Privacy Control). Le marketing reste désactivé, sauf si vous l’activez ici.",
            "Ce contenu vient de {host}. Il est chargé dès que vous l’autorisez.",
            "Charger depuis {host}",
            "Ouvrir sur {host}",
            "Sans JavaScript, rien de tiers n’est chargé ici.",
        ],
    ),
    (
        "es",
        [
            "Su elección",
            "Con su consentimiento se cargan los contenidos y mediciones que se nombran abajo. Pueden guardar o leer datos en su dispositivo y conocer su visita. Puede cambiar su elección en cualquier momento.",
            "Política de privacidad",
            "Aceptar todo",
            "Rechazar todo",
            "Elegir",
            "Guardar elección",
            "Cerrar",
            "Configuración de cookies",
            "Necesario",
            "El sitio no funciona sin ello. Siempre activo.",
            "Preferencias",
            "Tipos de letra, mapas y otras comodidades.",
            "Estadísticas",
            "Cuenta las visitas para mejorar el sitio.",
            "Marketing",
            "Vídeos, publicaciones y publicidad de terceros, que pueden seguirle entre sitios.",
            "Su navegador pide que no se le siga (Global Privacy Control). El marketing queda desactivado salvo que lo active aquí.",
            "Esto viene de {host}. Se carga cuando usted lo permite.",
            "Cargar desde {host}",
            "Abrir en {host}",
            "Sin JavaScript no se carga aquí nada de terceros.",
        ],
    ),
    (
        "it",
        [
            "La sua scelta",
            "Con il suo consenso vengono caricati i contenuti e le misurazioni indicati sotto. Possono salvare o leggere dati sul suo dispositivo e sapere della sua visita. Può cambiare la sua scelta in ogni momento.",
            "Informativa sulla privacy",
            "Accetta tutto",
            "Rifiuta tutto",
            "Scegli",
            "Salva la scelta",
            "Chiudi",
            "Impostazioni dei cookie",
            "Necessari",
            "Senza di essi il sito non funziona. Sempre attivi.",
            "Preferenze",
            "Caratteri, mappe e altre comodità.",
            "Statistiche",
            "Conta le visite per migliorare il sito.",
            "Marketing",
            "Video, post e pubblicità di terzi, che possono seguirla da un sito all’altro.",
            "Il suo browser chiede di non seguirla (Global Privacy Control). Il marketing resta disattivato, se non lo attiva qui.",
            "Questo contenuto viene da {host}. Viene caricato quando lo consente.",
            "Carica da {host}",
            "Apri su {host}",
            "Senza JavaScript qui non si carica nulla di terzi.",
        ],
    ),
    (
        "nl",
        [
            "Uw keuze",
            "Met uw toestemming worden de hieronder genoemde inhoud en metingen geladen. Zij kunnen iets op uw apparaat opslaan of lezen en horen van uw bezoek. U kunt uw keuze altijd wijzigen.",
            "Privacyverklaring",
            "Alles accepteren",
            "Alles weigeren",
            "Kiezen",
            "Keuze opslaan",
            "Sluiten",
            "Cookie-instellingen",
            "Noodzakelijk",
            "De site kan niet zonder. Altijd aan.",
            "Voorkeuren",
            "Lettertypen, kaarten en ander gemak.",
            "Statistieken",
            "Telt bezoeken, om de site beter te maken.",
            "Marketing",
            "Films, berichten en reclame van anderen, die u over websites heen kunnen volgen.",
            "Uw browser vraagt om u niet te volgen (Global Privacy Control). Marketing blijft uit, tenzij u het hier aanzet.",
            "Dit komt van {host}. Het wordt geladen zodra u het toestaat.",
            "Laden van {host}",
            "Openen bij {host}",
            "Zonder JavaScript wordt hier niets van anderen geladen.",
        ],
    ),
    (
        "ar",
        [
            "اختيارك",
            "بموافقتك يُحمَّل المحتوى والقياس المذكوران أدناه. قد تحفظ هذه الجهات شيئًا على جهازك أو تقرأه وتعلم بزيارتك. يمكنك تغيير اختيارك في أي وقت.",
            "سياسة الخصوصية",
            "قبول الكل",
            "رفض الكل",
            "اختيار",
            "حفظ الاختيار",
            "إغلاق",
            "إعدادات ملفات تعريف الارتباط",
            "ضروري",
            "لا يعمل الموقع بدونه. مفعّل دائمًا.",
            "التفضيلات",
            "الخطوط والخرائط ووسائل راحة أخرى.",
            "الإحصاءات",
            "عدّ الزيارات لتحسين الموقع.",
            "التسويق",
            "أفلام ومنشورات وإعلانات لجهات أخرى قد تتبعك بين المواقع.",
            "يطلب متصفحك عدم تتبعك (Global Privacy Control). يبقى التسويق متوقفًا ما لم تفعّله هنا.",
            "هذا المحتوى من {host}. يُحمَّل عندما تسمح به.",
            "تحميل من {host}",
            "فتح في {host}",
            "بدون JavaScript لا يُحمَّل هنا شيء من جهات أخرى.",
        ],
    ),
];

/// The words of a language, by their keys.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    /// The language they are in.
    pub lang: &'static str,
    words: &'static [&'static str; 22],
}

/// The words in the language of a locale; English where it has none here.
pub(super) fn words(locale: &str) -> Words {
    let language = locale.split(['-', '_']).next().unwrap_or_default();
    let found = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(language)).unwrap_or(&WORDS[0]);
    Words { lang: found.0, words: &found.1 }
}

impl Words {
    /// Every key with its words.
    pub(super) fn all(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        KEYS.into_iter().zip(*self.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_825_every_language_says_everything_and_says_it_differently() {
        for (language, own) in WORDS {
            for (key, text) in words(&format!("{language}-XX")).all() {
                let host = matches!(key, "consentHeld" | "consentLoad" | "consentOpen");
                assert_eq!(text.contains("{host}"), host, "{language} {key}: {text}");
                assert!(!text.trim().is_empty(), "{language} {key}");
            }
            assert!(
                language == "en" || own[3..9].iter().all(|text| !WORDS[0].1.contains(text)),
                "{language}"
            );
        }
        assert_eq!((words("fi").lang, words("ar-EG").lang), ("en", "ar"));
    }
}
