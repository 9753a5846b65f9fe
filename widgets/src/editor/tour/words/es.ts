import type { Word } from './en.ts';

/** The words of the tour, in Spanish. */
export const ES: Record<Word, string> = {
  help: 'Ayuda',
  helpText:
    'El recorrido muestra en dos minutos dónde está todo. La tecla ? enumera todas las teclas, y la búsqueda de arriba encuentra todo por su nombre.',
  offer: '¿Es su primera vez?',
  offerText: 'Un recorrido de dos minutos muestra dónde está todo. Puede terminarlo en cualquier paso.',
  begin: 'Hacer el recorrido',
  refuse: 'No, gracias',
  lost: 'El recorrido no ha llegado. Revise su conexión e inténtelo de nuevo.',
  count: 'Paso {at} de {all}',
  skip: 'Terminar el recorrido',
  back: 'Atrás',
  next: 'Siguiente',
  end: 'Listo',
  'title.tools': 'Todo lo que puede hacer',
  'text.tools':
    'Aquí están las partes de su sitio: páginas, diseño, tienda, mensajes y ajustes. Ve las que su función puede usar.',
  'title.site': 'Su sitio, como lo ven los visitantes',
  'text.site': 'Pulse un texto de la página para cambiarlo allí mismo, u otra cosa para abrir sus campos.',
  'title.undo': 'Guardado y nunca perdido',
  'text.undo': 'Lo que cambia se guarda solo. Deshacer lo revierte paso a paso, también después de guardado.',
  'title.shop': 'Su tienda',
  'text.shop':
    'Aquí están los productos, pedidos y clientes. En Productos, Importar los trae todos de su tienda antigua o de una hoja de cálculo.',
  'title.find': 'Encontrar todo',
  'text.find':
    'Escriba el nombre de una página, un producto, un pedido o un ajuste para ir allí. También la abre Ctrl K (en un Mac ⌘ K), y ? muestra todas las teclas.',
  'title.publish': 'Publique cuando esté listo',
  'text.publish':
    'Los visitantes ven sus cambios solo cuando publica. Antes se le muestra, página por página, qué cambia.',
  'title.help': 'Qué hacer ahora',
  'text.help':
    'Inicio enumera los siguientes pasos para preparar su sitio. Este recorrido también está allí, en Ayuda.',
};
