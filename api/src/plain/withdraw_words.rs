//! The words of the withdrawal by language. The button says in English and German what article 11a(3) of Directive 2011/83/EU
//! has, in other languages what corresponds to it without a doubt.

use crate::usecase::withdrawal::LetterWords;
use loggia_commerce::{Catalog, withdrawal_link};
use serde_json::{Value, json};

/// The texts of one language.
#[derive(Debug)]
pub(super) struct WithdrawWords {
    pub lang: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub name: &'static str,
    pub order: &'static str,
    pub email: &'static str,
    pub goods: &'static str,
    pub goods_about: &'static str,
    pub next: &'static str,
    pub back: &'static str,
    pub confirm_about: &'static str,
    /// The words of the button.
    pub confirm: &'static str,
    pub done: &'static str,
    pub received: &'static str,
    pub missing: &'static str,
    pub too_long: &'static str,
    pub no_email: &'static str,
    pub look: &'static str,
    pub letter: LetterWords,
}

impl WithdrawWords {
    /// Those of a language; English where there are none of it.
    pub fn of(tag: &str) -> &'static Self {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        ALL.iter().find(|words| words.lang.eq_ignore_ascii_case(language)).unwrap_or(&ALL[0])
    }
}

/// The language to speak: the one asked for, if it is spoken here, else the site's.
pub(super) fn language<'a>(catalog: &'a Catalog, wanted: &'a str) -> &'a str {
    let is_spoken = ALL.iter().any(|words| words.lang.eq_ignore_ascii_case(wanted));
    if is_spoken { wanted } else { &catalog.website.locale }
}

/// The link to the withdrawal, on the pages of a shop in the EU.
pub(super) fn link(catalog: &Catalog) -> Value {
    let country = catalog.seller.as_ref().map_or("", |seller| &seller.country);
    let link = withdrawal_link(country, &catalog.website.locale);
    link.map_or(Value::Null, |(lang, text)| json!({"lang": lang, "text": text}))
}

const ALL: [WithdrawWords; 6] = [
    WithdrawWords {
        lang: "en",
        title: "Withdraw from contract",
        about: "Here you declare that you withdraw from a contract that you concluded with us at a distance. You need no account and give no reason.",
        name: "Your name",
        order: "Order number",
        email: "Email address for the acknowledgement",
        goods: "Goods that you withdraw from",
        goods_about: "Only if you keep some of the order: name what you withdraw from.",
        next: "Continue",
        back: "Change",
        confirm_about: "Please look at your declaration. It is sent with the button below.",
        confirm: "Confirm withdrawal",
        done: "Your withdrawal was received. We have sent an acknowledgement to your email address.",
        received: "Received on",
        missing: "Please fill this in.",
        too_long: "This is too long.",
        no_email: "Please enter an email address.",
        look: "Please look at what you filled in.",
        letter: LetterWords {
            subject: "{shop}: we received your withdrawal",
            text: "We received your withdrawal from the contract.\n\nReceived: {when}\nName: {name}\nOrder: {order}\nGoods: {goods}\n\nPlease keep this email: it acknowledges what you declared, with its date and time.\n",
            all_goods: "everything in the order",
        },
    },
    WithdrawWords {
        lang: "de",
        title: "Vertrag widerrufen",
        about: "Hier erklären Sie den Widerruf eines Vertrags, den Sie im Fernabsatz mit uns geschlossen haben. Sie brauchen kein Konto und nennen keinen Grund.",
        name: "Ihr Name",
        order: "Bestellnummer",
        email: "E-Mail-Adresse für die Eingangsbestätigung",
        goods: "Waren, deren Kauf Sie widerrufen",
        goods_about: "Nur wenn Sie einen Teil der Bestellung behalten: nennen Sie, was Sie widerrufen.",
        next: "Weiter",
        back: "Ändern",
        confirm_about: "Bitte prüfen Sie Ihre Erklärung. Mit der Schaltfläche darunter wird sie abgesendet.",
        confirm: "Widerruf bestätigen",
        done: "Ihr Widerruf ist eingegangen. Wir haben eine Eingangsbestätigung an Ihre E-Mail-Adresse gesendet.",
        received: "Eingegangen am",
        missing: "Bitte füllen Sie dieses Feld aus.",
        too_long: "Das ist zu lang.",
        no_email: "Bitte geben Sie eine E-Mail-Adresse ein.",
        look: "Bitte prüfen Sie Ihre Angaben.",
        letter: LetterWords {
            subject: "{shop}: Ihr Widerruf ist eingegangen",
            text: "Ihr Widerruf ist bei uns eingegangen.\n\nEingegangen: {when}\nName: {name}\nBestellung: {order}\nWaren: {goods}\n\nBitte heben Sie diese E-Mail auf: sie bestätigt, was Sie erklärt haben, mit Tag und Uhrzeit.\n",
            all_goods: "alles aus der Bestellung",
        },
    },
    WithdrawWords {
        lang: "fr",
        title: "Se rétracter du contrat",
        about: "Vous déclarez ici vous rétracter d’un contrat conclu à distance avec nous. Aucun compte ni motif n’est demandé.",
        name: "Votre nom",
        order: "Numéro de commande",
        email: "Adresse e-mail pour l’accusé de réception",
        goods: "Biens concernés par la rétractation",
        goods_about: "Seulement si vous gardez une partie de la commande : indiquez ce que vous rendez.",
        next: "Continuer",
        back: "Modifier",
        confirm_about: "Veuillez vérifier votre déclaration. Le bouton ci-dessous l’envoie.",
        confirm: "Confirmer la rétractation",
        done: "Votre rétractation est reçue. Un accusé de réception a été envoyé à votre adresse e-mail.",
        received: "Reçue le",
        missing: "Veuillez remplir ce champ.",
        too_long: "C’est trop long.",
        no_email: "Veuillez saisir une adresse e-mail.",
        look: "Veuillez vérifier vos réponses.",
        letter: LetterWords {
            subject: "{shop} : votre rétractation est reçue",
            text: "Nous avons reçu votre rétractation du contrat.\n\nReçue : {when}\nNom : {name}\nCommande : {order}\nBiens : {goods}\n\nConservez cet e-mail : il atteste ce que vous avez déclaré, avec la date et l’heure.\n",
            all_goods: "toute la commande",
        },
    },
    WithdrawWords {
        lang: "es",
        title: "Desistir del contrato",
        about: "Aquí declara que desiste de un contrato celebrado a distancia con nosotros. No necesita cuenta ni dar motivos.",
        name: "Su nombre",
        order: "Número de pedido",
        email: "Correo electrónico para el acuse de recibo",
        goods: "Bienes de los que desiste",
        goods_about: "Solo si conserva una parte del pedido: indique de qué desiste.",
        next: "Continuar",
        back: "Cambiar",
        confirm_about: "Compruebe su declaración. El botón siguiente la envía.",
        confirm: "Confirmar el desistimiento",
        done: "Hemos recibido su desistimiento. Le hemos enviado un acuse de recibo por correo electrónico.",
        received: "Recibido el",
        missing: "Rellene este campo.",
        too_long: "Es demasiado largo.",
        no_email: "Introduzca un correo electrónico.",
        look: "Compruebe lo que ha rellenado.",
        letter: LetterWords {
            subject: "{shop}: hemos recibido su desistimiento",
            text: "Hemos recibido su desistimiento del contrato.\n\nRecibido: {when}\nNombre: {name}\nPedido: {order}\nBienes: {goods}\n\nConserve este correo: acredita lo que declaró, con fecha y hora.\n",
            all_goods: "todo el pedido",
        },
    },
    WithdrawWords {
        lang: "it",
        title: "Recedere dal contratto",
        about: "Qui dichiara di recedere da un contratto concluso a distanza con noi. Non servono né un account né un motivo.",
        name: "Il suo nome",
        order: "Numero d’ordine",
        email: "Indirizzo e-mail per la conferma di ricezione",
        goods: "Beni oggetto del recesso",
        goods_about: "Solo se tiene una parte dell’ordine: indichi da che cosa recede.",
        next: "Continua",
        back: "Modifica",
        confirm_about: "Controlli la sua dichiarazione. Il pulsante qui sotto la invia.",
        confirm: "Conferma recesso",
        done: "Abbiamo ricevuto il suo recesso. Le abbiamo inviato una conferma di ricezione via e-mail.",
        received: "Ricevuto il",
        missing: "Compili questo campo.",
        too_long: "È troppo lungo.",
        no_email: "Inserisca un indirizzo e-mail.",
        look: "Controlli i dati inseriti.",
        letter: LetterWords {
            subject: "{shop}: abbiamo ricevuto il suo recesso",
            text: "Abbiamo ricevuto il suo recesso dal contratto.\n\nRicevuto: {when}\nNome: {name}\nOrdine: {order}\nBeni: {goods}\n\nConservi questa e-mail: attesta quanto ha dichiarato, con data e ora.\n",
            all_goods: "tutto l’ordine",
        },
    },
    WithdrawWords {
        lang: "nl",
        title: "Overeenkomst herroepen",
        about: "Hier verklaart u dat u een op afstand met ons gesloten overeenkomst herroept. U hebt geen account nodig en geeft geen reden.",
        name: "Uw naam",
        order: "Bestelnummer",
        email: "E-mailadres voor de ontvangstbevestiging",
        goods: "Goederen die u herroept",
        goods_about: "Alleen als u een deel van de bestelling houdt: noem wat u herroept.",
        next: "Verder",
        back: "Wijzigen",
        confirm_about: "Controleer uw verklaring. De knop hieronder verstuurt haar.",
        confirm: "Herroeping bevestigen",
        done: "Uw herroeping is ontvangen. We hebben een ontvangstbevestiging naar uw e-mailadres gestuurd.",
        received: "Ontvangen op",
        missing: "Vul dit in.",
        too_long: "Dit is te lang.",
        no_email: "Vul een e-mailadres in.",
        look: "Controleer wat u hebt ingevuld.",
        letter: LetterWords {
            subject: "{shop}: uw herroeping is ontvangen",
            text: "We hebben uw herroeping van de overeenkomst ontvangen.\n\nOntvangen: {when}\nNaam: {name}\nBestelling: {order}\nGoederen: {goods}\n\nBewaar deze e-mail: zij bevestigt wat u hebt verklaard, met datum en tijd.\n",
            all_goods: "de hele bestelling",
        },
    },
];
