import type { Word } from './en.ts';

/** The words of notes that name colleagues, in French. */
export const FR: Record<Word, string> = {
  help: 'Seule l’équipe la lit. @ mentionne une personne de l’équipe, qui en est avertie.',
  people: 'Personnes que la note mentionne',
  found: 'Personnes à choisir : {n}',
  noneFound: 'Personne de ce nom ne peut voir les commandes.',
  title: 'Vos mentions',
  titleCount: 'Vos mentions ({n})',
  fresh: 'Nouveau',
  none: 'Aucune note ne vous mentionne pour l’instant.',
  onCustomer: 'Client {email}',
  customerNote: 'Note sur le client',
  seeCustomer: 'Voir le client',
};
