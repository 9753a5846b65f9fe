import type { Word } from './en.ts';

/** The words of the table of products, in Spanish. */
export const ES: Record<Word, string> = {
  title: 'Productos',
  name: 'Producto',
  filter: 'Mostrar',
  all: 'Todos',
  sortBy: 'Orden',
  ownOrder: 'Como en la tienda',
  up: '{column}, ascendente',
  down: '{column}, descendente',
  columns: 'Columnas',
  columnsHelp: 'Las columnas que la tabla tiene en este navegador.',
  toProduct: 'Abrir el producto',
  count: 'Productos: {n} de {all}',
  none: 'No se encuentra ningún producto. Cambie las palabras o la lista de arriba.',
  ofVariants: 'Este producto tiene variantes: abra su fila y cambie cada una.',
  ofProduct: 'Esto vale para el producto: cámbielo en la fila de arriba.',
  optionsElsewhere: 'Las opciones de una variante se cambian en el producto.',
  noVariant: 'Este producto aún no tiene variantes. Abra el producto para crear una.',
  notOpened: 'No se pudo leer el archivo de este producto. No se cambió nada en él. Inténtelo de nuevo.',
  titleNeeded: 'Un producto necesita un nombre.',
  statusUnknown: 'Escriba uno de estos: {all}.',
  statusNot: 'Desde aquí solo puede pasar a: {all}.',
};
