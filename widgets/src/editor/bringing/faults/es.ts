import type { FaultCode } from './en.ts';

/** What needs a look in a file that is brought, in Spanish. */
export const ES: Record<FaultCode, string> = {
  'broken-letters':
    'Algunos caracteres no se pueden leer; en su lugar aparece �. Exporte la lista otra vez como UTF-8.',
  'card-balance':
    'Lo que queda en una tarjeta regalo, «{text}», no es un importe; la tarjeta se omite. Corríjalo en la lista.',
  'card-ends':
    'Esta tarjeta regalo termina el {day}, y aquí las tarjetas no caducan. Anúlela ese día si no debe gastarse después.',
  'card-hash': 'Esta tarjeta regalo no se reconoce por lo que dice la lista; se omite. Exporte las tarjetas otra vez.',
  'card-more':
    'Esta tarjeta regalo tiene más de lo que decía otra lista; vale el importe menor. Si se recargó, dé a su dueño una nueva.',
  'card-no-code':
    'La lista solo tiene el final del código de esta tarjeta regalo, así que no puede gastarse aquí y se omite. Pida los códigos enteros a la tienda anterior o dé a su dueño una nueva.',
  'card-over': 'Esta tarjeta regalo está desactivada o caducada; se omite. Haga una nueva si aún vale.',
  'card-spent-twice':
    'Una tarjeta regalo se gastó aquí y en la tienda anterior por más de lo que tenía; no queda nada. Cierre antes las tarjetas de la tienda anterior.',
  'column-unknown': 'La columna «{column}» no se conoce; lo que dice se omite. Guarde la lista si lo necesita.',
  'comment-no-page':
    'Un comentario sobre {path} se omite: no hay ninguna página publicada con esa dirección. Publíquela e inténtelo otra vez.',
  'consent-undated':
    '{count} personas figuran como suscriptoras sin el momento en que lo pidieron. Se conservan y no reciben cartas; exporte la lista con las fechas o pregúnteles de nuevo.',
  'coupon-end':
    'El código «{code}» se omite: «{text}» no es un momento en que termine, y no terminaría nunca. Corríjalo en la lista.',
  'coupon-kind':
    'El código «{code}» se omite: no se conocen descuentos del tipo «{kind}». Hágalo de nuevo en Descuentos.',
  'coupon-no-code': 'Este descuento no tiene código; se omite. Hágalo de nuevo en Descuentos.',
  'coupon-over': 'El código «{code}» ha terminado o está desactivado; se omite.',
  'coupon-own': 'El código «{code}» se hizo o se cambió aquí y queda como está.',
  'coupon-removed': 'El código «{code}» se eliminó aquí y sigue así.',
  'coupon-some-only':
    'El código «{code}» valía solo para algunas compras ({column}: {text}); se omite, o valdría para más. Hágalo de nuevo en Descuentos.',
  'coupon-time': '«{text}» del código «{code}» no es un momento; ahora no tiene ninguno. Póngalo en Descuentos.',
  'coupon-used-up': 'El código «{code}» está agotado; se omite.',
  'coupon-value': 'El código «{code}» se omite: «{text}» no es un valor de descuento.',
  'guessed-letters':
    'La lista no dice cómo están escritas sus letras; mire los nombres con acentos. Expórtela como UTF-8 si están mal.',
  'more-cells':
    'Esta fila tiene más celdas que columnas la lista; lo que sobra se omite. Ponga entre comillas los textos con comas.',
  'no-list':
    'Esto no es una lista de pedidos, clientes, suscriptores, descuentos, tarjetas regalo ni reseñas. Dé el archivo como lo exportó la tienda anterior, con su primera línea; los productos van en Productos.',
  'not-json': 'Este archivo está dañado en la línea {line}. Expórtelo otra vez.',
  'open-quote':
    'Unas comillas se abren y no se cierran; varias filas pueden leerse como una. Exporte la lista otra vez o cierre las comillas.',
  'order-bad-amount':
    '«{text}» en el pedido {number} no es un importe; se toma 0. Mire el pedido en la tienda anterior.',
  'order-bad-time': '«{text}» en el pedido {number} no es un momento; se omite. Exporte los pedidos otra vez.',
  'order-day-month':
    'Ningún día de esta lista dice si 5/6 es en mayo o en junio; se toma primero el mes. Exporte días como 2024-05-06 si está mal.',
  'order-fine-amounts':
    'El pedido {number} tiene importes más finos que una centésima; vale la centésima más cercana. No hay nada que hacer.',
  'order-line-amount': '«{text}» de «{title}» en el pedido {number} no es un importe; se toma 0.',
  'order-line-count': 'La cantidad de «{title}» en el pedido {number} no se puede leer; se toma 1.',
  'order-line-of': 'Esta fila no tiene número de pedido; se toma como línea del pedido {number} anterior.',
  'order-lines-unreadable': 'Las líneas de este pedido no se pueden leer; se conserva sin ellas.',
  'order-no-number': 'Esta fila no tiene número de pedido; se omite.',
  'order-no-time': 'El pedido {number} no dice cuándo se hizo; no cuenta en ningún informe.',
  'order-refund-alone': 'La devolución {number} no pertenece a ningún pedido de esta lista; se omite.',
  'order-sums': 'Los importes del pedido {number} no cuadran; se conserva como se indicó.',
  'orders-no-currency':
    '{count} pedidos no nombran moneda; se toma {currency}, la de la tienda. Expórtelos con ella si era otra.',
  'person-bad-email': '«{email}» no es una dirección de correo; la fila se omite. Corríjala en la lista.',
  'person-no-email': 'Esta fila no tiene dirección de correo; se omite.',
  'record-unreadable': 'El número {number} no se puede leer; se omite. Expórtelo otra vez.',
  'review-no-product':
    'Una reseña de «{product}» se omite: no hay publicado ningún producto así. Publíquelo e inténtelo otra vez.',
  'review-rating': 'Esta reseña no tiene una nota de 1 a 5; se omite.',
  'too-many-rows': 'La lista tiene demasiadas filas; se leen las primeras {most}. Déla en partes.',
  'unreadable-line': 'Esta fila no se puede leer; se omite. Exporte la lista otra vez, como CSV en UTF-8.',
};
