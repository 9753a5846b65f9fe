import type { Word } from './en.ts';

/** The words of a sheet, in French. */
export const FR: Record<Word, string> = {
  open: 'Ouvrir {name}',
  close: 'Fermer {name}',
  refused: 'Cellules refusées : {n}. {reason}',
  toRefused: 'Aller à la suivante',
  forget: 'Les oublier',
  lost: 'Lignes ou colonnes sans place ici : {n}.',
  fill: 'Recopier vers le bas : glisser jusqu’à la dernière ligne',
  keys: 'Entrée ou F2 modifie, Suppr vide, Maj et flèches sélectionnent, Ctrl+C et Ctrl+V copient et collent, Ctrl+D recopie vers le bas, Espace ouvre une ligne.',
  many: 'Cellules sélectionnées : {n}. Ce que toutes doivent dire',
  writeAll: 'Inscrire',
};
