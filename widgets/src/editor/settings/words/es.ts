import type { Word } from './en.ts';

export const ES: Record<Word, string> = {
  title: 'Barra y ventana',
  bar: 'Barra de anuncio',
  barHelp:
    'Una línea sobre cada página salvo el pago. Las plantillas de los constructores alojados le reservan un lugar y un aspecto.',
  text: 'Texto',
  isShown: 'Mostrar',
  link: 'Enlace',
  newWindow: 'Se abre en una ventana nueva',
  canClose: 'Los visitantes pueden cerrarla para siempre',
  popup: 'Ventana emergente',
  popupHelp:
    'Una ventana que se abre sola en las páginas con contenido, nunca en el carrito ni en el pago, y no de nuevo durante unos días una vez cerrada. Espera mientras alguien escribe, y a la respuesta sobre las cookies.',
  add: 'Añadir una ventana',
  remove: 'Quitar la ventana',
  heading: 'Título',
  headingMissing: 'Sin título no se abre: es lo que dicen los lectores de pantalla.',
  picture: 'Imagen',
  form: 'Formulario, como una lista de correo',
  noForm: 'Ninguno',
  buttonText: 'Texto del botón',
  buttonUrl: 'Enlace del botón',
  after: 'Se abre tras segundos',
  again: 'Se abre de nuevo tras días',
  pages: 'Páginas',
  app: 'En este dispositivo',
  appHelp:
    'Instalado como aplicación, el editor se abre en su propia ventana y, en un teléfono, desde la pantalla de inicio: elija «Instalar» o «Añadir a la pantalla de inicio» en el menú del navegador.',
  keep: 'Guardar los últimos pedidos en este dispositivo',
  keepHelp:
    'Se pueden leer sin conexión, y los puede leer cualquiera que use este navegador. Entonces no se puede cambiar nada. Al desactivarlo se olvida todo.',
  cannotKeep: 'Este navegador no guarda nada aquí: lo hace en direcciones https y en el equipo del servidor.',
  'pages.all': 'Todas las páginas con contenido',
  'pages.home': 'Solo la página de inicio',
};
