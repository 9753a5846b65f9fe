import type { Word } from './en.ts';

/** The words of notices on a device, in Spanish. */
export const ES: Record<Word, string> = {
  title: 'Avisos en este dispositivo',
  help: 'El navegador le dice lo que pasa en la tienda, también con el editor cerrado. Un aviso da el número y el total de un pedido, nunca quién compró.',
  off: 'Quien gestiona el servidor aún no ha configurado los avisos (LOGGIA_WEB_PUSH_CONTACT), o nadie ha iniciado sesión aquí.',
  none: 'Sus roles no abren nada de lo que cuentan los avisos.',
  no: 'Este navegador no tiene avisos: necesita una dirección con https.',
  install:
    'En iPhone y iPad los avisos solo llegan a la app: elija «Añadir a pantalla de inicio» en el menú de compartir, abra el editor desde allí y vuelva aquí.',
  blocked:
    'Los avisos de este sitio están bloqueados en el navegador. Permítalos en sus ajustes para este sitio y vuelva a cargar la página.',
  refused: 'El navegador no tiene permiso para mostrar avisos. No se activó nada.',
  'kind.order': 'Pedidos nuevos',
  'kind.payment': 'Pagos rechazados o en disputa',
  'kind.stock': 'Pocas existencias',
  'kind.message': 'Respuestas a formularios',
  'kind.review': 'Reseñas y comentarios pendientes',
  'kind.mention': 'Notas que le mencionan',
  try: 'Enviar un aviso de prueba',
  tried: 'Está en camino.',
  devices: 'Sus dispositivos',
  noDevices: 'Ninguno de sus dispositivos tiene avisos.',
  this: 'este dispositivo',
  over: 'hay que activarlo de nuevo',
  remove: 'Quitar {name}',
  seen: 'abierto por última vez {when}',
};
