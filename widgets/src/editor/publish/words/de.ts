import type { Reason } from './en.ts';

/** Why publishing did not succeed, in German. */
export const DE: Record<Reason, string> = {
  'why.place-not-allowed':
    'Diese Website soll an einen Ort außerhalb ihres eigenen Ordners veröffentlicht werden, und wer dieses Programm betreibt, hat diesen Ort noch nicht erlaubt. Es wurde nichts veröffentlicht. Bitten Sie darum: Im Protokoll des Programms steht, wie es geht.',
  'why.server-not-allowed':
    'Diese Website soll auf einen eigenen Server veröffentlicht werden, und wer dieses Programm betreibt, hat diesen Server noch nicht erlaubt. Es wurde nichts veröffentlicht. Bitten Sie darum: Im Protokoll des Programms steht, wie es geht.',
  'why.place-unusable':
    'Der Ort, an den diese Website veröffentlicht wird, lässt sich so, wie er eingestellt ist, nicht benutzen. Es wurde nichts veröffentlicht. Wer dieses Programm betreibt, findet den Grund im Protokoll.',
  'why.place-failed':
    'Die Dateien konnten dort, wo diese Website veröffentlicht wird, nicht geschrieben werden. Was online war, ist es noch. Wer dieses Programm betreibt, findet den Grund im Protokoll.',
  'why.place-unknown':
    'An diesen Ort wird die Website nicht mehr veröffentlicht. Schließen Sie das Fenster, und öffnen Sie es wieder.',
  'why.no-place':
    'Es ist noch nicht eingestellt, wohin diese Website veröffentlicht wird. Fragen Sie, wer sie eingerichtet hat.',
  'why.publish-busy':
    'Diese Website wird gerade schon veröffentlicht. Warten Sie, bis das zu Ende ist, und sehen Sie dann wieder nach.',
  'why.publish-changed':
    'Während die Website erstellt wurde, hat sich etwas geändert. Es wurde nichts veröffentlicht. Veröffentlichen Sie noch einmal.',
};
