import type { FaultWord } from './en.ts';

/** What cannot be taken over of a list as it is written, in Spanish. */
export const ES: Record<FaultWord, string> = {
  'open-quote':
    'Unas comillas se abren y no se cierran; varias filas pueden leerse como una. Exporte la lista otra vez o cierre las comillas.',
  'too-many-rows': 'Una lista puede tener {most} filas; desde aquí se omiten. Dé la lista en partes.',
  'unreadable-line': 'Esta fila no se puede leer. Exporte la lista otra vez como CSV en UTF-8.',
  'more-cells':
    'Esta fila tiene más celdas que columnas la lista; lo que sobra se omite. Ponga entre comillas los textos con comas.',
  'unreadable-feed': 'Desde aquí el archivo no se puede leer. Expórtelo otra vez.',
  'broken-letters':
    'Algunos caracteres no se pueden leer; en su lugar aparece �. Exporte la lista otra vez como UTF-8.',
  'guessed-letters':
    'La lista no dice cómo están escritas sus letras; mire los nombres con acentos. Expórtela como UTF-8 si están mal.',
  above: 'Lo que está encima de la fila {line} se omite: ahí empiezan los nombres de las columnas.',
  'columns-left': 'Estas columnas no se toman: {columns}. Guarde la lista si las necesita.',
  'no-parent':
    'El producto «{product}» de esta variante no está en la lista; la variante se omite. Exporte todos los productos a la vez.',
  'product-twice': '«{product}» ya está en la lista; esta fila se omite.',
  'unknown-row': '«{kind}» no es un producto ni una variante; esta fila se omite.',
  'asked-text':
    'La tienda antigua pregunta «{text}» a quien compra; eso no se toma. Añada aquí la pregunta al producto.',
  'discount-over': 'Un descuento del {percent} % es más que el precio; se omite.',
  'unknown-discount':
    '«{kind}» no es un tipo de descuento conocido; se omite. Escriba el precio rebajado en el producto.',
  'hidden-variant':
    'Esta variante está oculta en la tienda antigua; aquí se muestra como agotada. Elimínela si nadie debe verla.',
  'percent-rounded': 'Un {percent} % menos no da un importe exacto; se toma el más cercano. Revise el precio rebajado.',
  'too-many-variants':
    'Las opciones de este producto dan más de {most} variantes; se omiten. Añada aquí las que vende.',
  'too-open': 'Esta variante deja tanto abierto que son más de {most} variantes; se omite.',
  'shared-stock':
    'Varias variantes comparten existencias en la tienda antigua; aquí las tiene cada una. Reparta las unidades.',
  'variant-before': 'Hay una variante antes de cualquier producto; se omite.',
  'unknown-type':
    '«{text}» no es un tipo de producto conocido; se toma como uno que se envía. Cámbielo en el producto.',
  'shared-price':
    'La lista tiene un precio y unas existencias para todas las variantes; aquí los tiene cada una. Revise ambos.',
  'shared-sku': '«{sku}» no dice qué variante tiene qué número (SKU); se omiten.',
  'no-name': 'Esta fila no tiene nombre y se omite. Dé un nombre al producto.',
  heading: '«{title}» está solo en su fila y se lee como título. Escriba un precio al lado si es un producto.',
  'says-nothing': 'Hay filas bajo este producto sin precio ni opción; solo se toman sus imágenes.',
  'net-prices': 'Los precios de esta lista son sin impuestos; se toman como están. Revise los impuestos de su tienda.',
  'base-price': 'Esta variante no tiene precio propio; tiene el de su producto.',
  currency:
    'Los importes son en {other} y su tienda vende en {currency}; las cifras se toman como están. Conviértalas en la lista.',
  'always-enough': 'Esto se sigue vendiendo cuando no queda; aquí nunca se agota. Fije las existencias en el producto.',
  'unknown-stock': '«{text}» no dice si hay existencias; se omite. Escriba un número.',
  'unknown-visibility': '«{text}» no dice si se muestra; se toma como visible.',
  'numbered-categories':
    'Las categorías de esta lista son números que nadie conocería; se omiten. Expórtela con sus nombres.',
  'picture-no-address': 'La imagen «{name}» no tiene dirección y no se puede traer. Añádala aquí al producto.',
  'picture-old-folder':
    'La imagen «{name}» está en la carpeta de la tienda antigua y no se puede traer. Añádala aquí al producto.',
  untracked: 'Se nombran «{quantity}» unidades, pero la tienda antigua no las contaba: aquí nunca se agota.',
  'partly-sent': 'Unas variantes de este producto se envían y otras no; todo se toma como enviado.',
  'sold-elsewhere': 'Esto se vende en otra tienda; aquí se muestra agotado, con un enlace a ella.',
  group: 'Es un grupo de otros productos ({products}); se muestra agotado, y ellos se venden solos.',
  parts: 'Este producto consta de partes que se venden solas; se muestra agotado.',
  'no-variations':
    'Ninguna variante de este producto está en la lista; se muestra agotado. Exporte todos los productos a la vez.',
  'file-variants':
    'Este producto es un archivo con varias variantes; aquí un archivo tiene una sola, así que se toma como servicio.',
  'variation-text':
    'Aquí las variantes no tienen texto propio; el de esta se omite. Escríbalo en el texto del producto.',
  'not-day': '«{text}» no es un día; se omite. Escríbalo como 2026-11-21.',
  'sale-days': 'Este precio rebajado es solo para unos días; aquí vale hasta que lo cambie.',
  'sale-ahead': 'Esta rebaja aún no ha empezado; su precio se guarda y todavía no vale.',
  view: 'Esta fila es de la vista «{view}» de la tienda antigua; se omite.',
  attributes: 'Los atributos de este producto que no son opciones se omiten. Guarde la lista si los necesita.',
  'variant-missing':
    'La variante «{sku}» de este producto no tiene fila en la lista; se omite. Exporte todos los productos a la vez.',
  'not-yes-no': '«{text}» no es ni sí ni no; se omite.',
  rounded: '«{text}» tiene más decimales de los que se pueden pagar; se toma {taken}.',
  'not-amount': '«{text}» no es un importe; se omite. Corríjalo en la lista o escríbalo después en el producto.',
  'not-number': '«{text}» no es un número desde 0; se omite.',
  'not-count': '«{text}» no es un número de unidades; se toma {taken}. Revise las existencias.',
  'too-heavy': 'Un peso de {weight} es demasiado; se omite.',
  'unit-kilograms': 'La lista no dice la unidad de los pesos; se toman kilogramos. Mire un producto.',
  'unit-pounds': 'La lista no dice la unidad de los pesos; se toman libras. Mire un producto.',
  'unit-centimetres': 'La lista no dice la unidad de las medidas; se toman centímetros. Mire un producto.',
  'unit-inches': 'La lista no dice la unidad de las medidas; se toman pulgadas. Mire un producto.',
  'no-price':
    'Falta el precio; el producto queda como borrador y conserva sus existencias. Escriba el precio y muéstrelo.',
  'no-title': 'Este producto no tiene nombre; en su lugar está su dirección «{address}».',
  unlisted: 'La tienda antigua no mostraba este producto en listas; aquí sí. Ocúltelo si no debe verse.',
  recurring: 'En la tienda antigua se paga de forma periódica; aquí se vende una vez hasta que fije su plan.',
  'choice-twice': 'La opción «{name}» aparece dos veces; una se llama «{own}».',
  'sku-twice': 'El número (SKU) «{sku}» aparece dos veces en este producto; se toma «{taken}».',
  'file-not-brought':
    'El archivo «{name}» se vende y está en la tienda antigua ({address}); no se trae. Añádalo al producto.',
  'price-here': 'No se puede leer lo que cuesta aquí este producto; sus precios quedan como están.',
  'other-choices':
    'Este producto tiene aquí otras opciones que en la lista; las variantes que no están aquí se omiten.',
  'variant-no-price': 'Esta variante es nueva y no tiene precio; se omite. Escriba su precio en la lista.',
  'twice-here': '«{product}» es un producto de la tienda que ya es una fila anterior; esta fila se omite.',
  refused: '«{product}» sería un error del sitio y se omite. Revise su precio, opciones y textos.',
  more: 'Lo mismo vale para {more} filas más.',
  moreOne: 'Lo mismo vale para una fila más.',
};
