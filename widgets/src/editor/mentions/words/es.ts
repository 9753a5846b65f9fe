import type { Word } from './en.ts';

/** The words of notes that name colleagues, in Spanish. */
export const ES: Record<Word, string> = {
  help: 'Solo la lee el personal. @ menciona a alguien del equipo, que recibe un aviso.',
  people: 'A quién menciona la nota',
  found: 'Personas para elegir: {n}',
  noneFound: 'Nadie que pueda ver pedidos se llama así.',
  title: 'Menciones',
  titleCount: 'Menciones ({n})',
  fresh: 'Nueva',
  none: 'Ninguna nota le menciona todavía.',
  onCustomer: 'Cliente {email}',
  customerNote: 'Nota sobre el cliente',
  seeCustomer: 'Ver el cliente',
};
