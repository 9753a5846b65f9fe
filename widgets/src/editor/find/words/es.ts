import type { Word } from './en.ts';

/** The same in Spanish. */
export const ES: Record<Word, string> = {
  title: 'Ir a',
  label: 'Buscar páginas, productos, pedidos y ajustes',
  places: 'Lugares',
  pages: 'Páginas',
  entries: 'Contenido',
  orders: 'Pedidos',
  none: 'Nada se llama «{text}».',
  failed: 'La búsqueda no tuvo respuesta. Puede que no esté todo.',
  searching: 'Buscando …',
  count: '{n} encontrados',
  keys: 'Teclas',
  'key.find': 'Ir a una página, un producto, un pedido o un ajuste',
  'key.undo': 'Deshacer',
  'key.redo': 'Rehacer',
  'key.save': 'Guardar ahora',
  'key.keys': 'Esta lista',
  'key.close': 'Cerrar lo que está abierto',
  'key.parts': 'De una parte a otra; las flechas dentro de una lista',
  tour: 'Hacer el recorrido',
  close: 'Cerrar',
};
