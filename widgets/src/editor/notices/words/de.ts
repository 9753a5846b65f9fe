import type { Word } from './en.ts';

/** The words of notices on a device, in German. */
export const DE: Record<Word, string> = {
  title: 'Mitteilungen auf diesem Gerät',
  help: 'Der Browser sagt Ihnen, was im Shop geschieht, auch wenn der Editor geschlossen ist. Eine Mitteilung nennt Nummer und Summe einer Bestellung, nie, wer gekauft hat.',
  off: 'Wer den Server betreibt, hat Mitteilungen noch nicht eingerichtet (LOGGIA_WEB_PUSH_CONTACT), oder hier ist niemand angemeldet.',
  none: 'Ihre Rollen öffnen nichts, wovon Mitteilungen berichten.',
  no: 'Dieser Browser hat keine Mitteilungen: Er braucht eine Adresse mit https.',
  install:
    'Auf iPhone und iPad kommen Mitteilungen nur in der App an: Wählen Sie im Teilen-Menü „Zum Home-Bildschirm“, öffnen Sie den Editor von dort und kommen Sie hierher zurück.',
  blocked:
    'Mitteilungen dieser Website sind im Browser gesperrt. Erlauben Sie sie in dessen Einstellungen für diese Website und laden Sie die Seite neu.',
  refused: 'Der Browser darf keine Mitteilungen zeigen. Es wurde nichts eingeschaltet.',
  'kind.order': 'Neue Bestellungen',
  'kind.payment': 'Abgelehnte und angefochtene Zahlungen',
  'kind.stock': 'Wenig Bestand',
  'kind.message': 'Antworten auf Formulare',
  'kind.review': 'Bewertungen und Kommentare, die warten',
  'kind.mention': 'Notizen, die Sie nennen',
  try: 'Testmitteilung senden',
  tried: 'Sie ist unterwegs.',
  devices: 'Ihre Geräte',
  noDevices: 'Keines Ihrer Geräte hat Mitteilungen.',
  this: 'dieses Gerät',
  over: 'muss neu eingeschaltet werden',
  remove: '{name} entfernen',
  seen: 'zuletzt geöffnet {when}',
};
