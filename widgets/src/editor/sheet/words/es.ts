import type { Word } from './en.ts';

/** The words of a sheet, in Spanish. */
export const ES: Record<Word, string> = {
  open: 'Abrir {name}',
  close: 'Cerrar {name}',
  refused: 'Celdas rechazadas: {n}. {reason}',
  toRefused: 'Ir a la siguiente',
  forget: 'Descartarlas',
  lost: 'Filas o columnas que no caben aquí: {n}.',
  fill: 'Rellenar hacia abajo: arrastrar hasta la última fila',
  keys: 'Intro o F2 edita, Supr vacía, Mayús y flechas seleccionan, Ctrl+C y Ctrl+V copian y pegan, Ctrl+D rellena hacia abajo, Espacio abre una fila.',
  many: 'Celdas seleccionadas: {n}. Lo que todas deben decir',
  writeAll: 'Escribir',
};
