import { panelText } from '../text/text.ts';

const EN = {
  act: 'Text on the page',
  bar: 'Formatting of this text',
  field: 'Open its field',
  tag: 'The sign < is written in the field: on the page it could become a tag.',
  changed: 'This text has changed meanwhile. What was written until then is kept.',
} as const;

type Word = keyof typeof EN;

const OTHERS: Readonly<Record<string, Record<Word, string>>> = {
  de: {
    act: 'Text auf der Seite',
    bar: 'Formatierung dieses Textes',
    field: 'Sein Feld öffnen',
    tag: 'Das Zeichen < wird im Feld geschrieben: Auf der Seite könnte ein Tag daraus werden.',
    changed: 'Dieser Text wurde inzwischen geändert. Was bis dahin geschrieben war, bleibt.',
  },
  es: {
    act: 'Texto en la página',
    bar: 'Formato de este texto',
    field: 'Abrir su campo',
    tag: 'El signo < se escribe en el campo: en la página podría convertirse en una etiqueta.',
    changed: 'Este texto ha cambiado entretanto. Lo escrito hasta entonces se conserva.',
  },
  fr: {
    act: 'Texte sur la page',
    bar: 'Mise en forme de ce texte',
    field: 'Ouvrir son champ',
    tag: 'Le signe < s’écrit dans le champ : sur la page il pourrait devenir une balise.',
    changed: 'Ce texte a changé entre-temps. Ce qui était écrit jusque-là est conservé.',
  },
};

/** A word of writing on the page. */
export const w = panelText<Word>(EN, OTHERS);
