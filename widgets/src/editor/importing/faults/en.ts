/** What cannot be taken over of a list as it is written, by the codes of the server, in English. */
export const EN = {
  'open-quote':
    'A quotation mark opens and never closes, so several rows may be read as one. Export the list again, or close the mark.',
  'too-many-rows': 'A list may have {most} rows; those from here on are left out. Give the list in parts.',
  'unreadable-line': 'This row cannot be read. Export the list again as CSV in UTF-8.',
  'more-cells':
    'This row has more cells than the list has columns; what stands beyond is left out. Put texts with commas into quotation marks.',
  'unreadable-feed': 'The file cannot be read from here on. Export it again.',
  'broken-letters': 'Some characters cannot be read; � stands in their place. Export the list again as UTF-8.',
  'guessed-letters':
    'The list does not say how its letters are written; look at names with accents. Export it as UTF-8 if they are wrong.',
  above: 'What stands above row {line} is left out: the names of the columns begin there.',
  'columns-left': 'These columns are not taken over: {columns}. Keep the list if you need them.',
  'no-parent':
    'The product “{product}” of this variant is not in the list, so the variant is left out. Export all products at once.',
  'product-twice': '“{product}” stands in the list already; this row is left out.',
  'unknown-row': '“{kind}” is neither a product nor a variant; this row is left out.',
  'asked-text': 'The old shop asks buyers for “{text}”; that is not taken over. Add the question to the product here.',
  'discount-over': 'A discount of {percent} % is more than the price; it is left out.',
  'unknown-discount':
    '“{kind}” is no kind of discount that is known; it is left out. Write the sale price into the product.',
  'hidden-variant':
    'This variant is hidden in the old shop; here it is shown as sold out. Delete it here if nobody should see it.',
  'percent-rounded': '{percent} % less is no whole amount; the nearest is taken. Look at the sale price.',
  'too-many-variants':
    'The choices of this product make more than {most} variants; they are left out. Add those that you sell here.',
  'too-open': 'This variant leaves so much open that it is more than {most} variants; it is left out.',
  'shared-stock': 'Several variants share one stock in the old shop; each has it here. Divide the pieces among them.',
  'variant-before': 'A variant stands before any product; it is left out.',
  'unknown-type':
    '“{text}” is no kind of product that is known; it is taken as one that is sent. Change it at the product.',
  'shared-price':
    'The list has one price and one stock for all variants of this product; each has them here. Look at both.',
  'shared-sku': '“{sku}” does not say which variant has which number (SKU); they are left out.',
  'no-name': 'This row has no name, so it is left out. Give the product a name.',
  heading: '“{title}” stands alone in its row and is read as a heading. Write a price beside it if it is a product.',
  'says-nothing': 'Rows below this product name neither a price nor a choice; only their pictures are taken.',
  'net-prices': 'The prices of this list are without tax; they are taken as they are. Look at the taxes of your shop.',
  'base-price': 'This variant has no price of its own; it has that of its product.',
  currency:
    'The amounts are of {other} and your shop sells for {currency}; the numbers are taken as they are. Convert them in the list.',
  'always-enough': 'This is sold on when there is none left, so it never runs out here. Set its stock at the product.',
  'unknown-stock': '“{text}” does not say whether there is any; it is left out. Write a number.',
  'unknown-visibility': '“{text}” does not say whether this is shown; it is taken as shown.',
  'numbered-categories':
    'The categories of this list are numbers that nobody would know; they are left out. Export it with their names.',
  'picture-no-address':
    'The picture “{name}” is named without an address, so it cannot be fetched. Add it to the product here.',
  'picture-old-folder':
    'The picture “{name}” lies in the old shop’s folder, so it cannot be fetched. Add it to the product here.',
  untracked: '“{quantity}” pieces are named, but the old shop did not count them: it never runs out here.',
  'partly-sent': 'Some variants of this product are sent and others are not; all of it is taken as sent.',
  'sold-elsewhere': 'This is sold in another shop; here it is shown as sold out, with a link to it.',
  group: 'This is a group of other products ({products}); it is shown as sold out, and they are sold alone.',
  parts: 'This product is made of parts that are sold alone; it is shown as sold out.',
  'no-variations':
    'None of this product’s variants is in the list, so it is shown as sold out. Export all products at once.',
  'file-variants':
    'This product is a file in several variants; a file is sold in one here, so it is taken as a service.',
  'variation-text':
    'Variants have no text of their own here; that of this one is left out. Write it into the product’s text.',
  'not-day': '“{text}” is no day; it is left out. Write it as 2026-11-21.',
  'sale-days': 'This sale price is for some days alone; here it is asked until you change it.',
  'sale-ahead': 'This sale has not begun; its price is kept and not asked yet.',
  view: 'This row is of the view “{view}” of the old shop; it is left out.',
  attributes: 'Attributes of this product that are no choice are left out. Keep the list if you need them.',
  'variant-missing':
    'The variant “{sku}” of this product has no row in the list; it is left out. Export all products at once.',
  'not-yes-no': '“{text}” is neither yes nor no; it is left out.',
  rounded: '“{text}” has more decimals than can be paid; {taken} is taken.',
  'not-amount':
    '“{text}” is not an amount; it is left out. Correct it in the list, or write it into the product afterwards.',
  'not-number': '“{text}” is not a number from 0; it is left out.',
  'not-count': '“{text}” is not a number of pieces; {taken} is taken. Look at the stock.',
  'too-heavy': 'A weight of {weight} is too much; it is left out.',
  'unit-kilograms': 'The list does not say the unit of its weights; kilograms are taken. Look at one product.',
  'unit-pounds': 'The list does not say the unit of its weights; pounds are taken. Look at one product.',
  'unit-centimetres': 'The list does not say the unit of its sizes; centimetres are taken. Look at one product.',
  'unit-inches': 'The list does not say the unit of its sizes; inches are taken. Look at one product.',
  'no-price': 'There is no price, so the product becomes a draft and keeps its stock. Write the price, and show it.',
  'no-title': 'This product has no name; its address “{address}” stands for it.',
  unlisted: 'The old shop did not list this product; here it is listed. Hide it if it should not be.',
  recurring: 'This is paid for again and again in the old shop; here it is sold once until you set its plan.',
  'choice-twice': 'The choice “{name}” stands twice; one of them is called “{own}”.',
  'sku-twice': 'The number (SKU) “{sku}” stands twice in this product; “{taken}” is taken.',
  'file-not-brought':
    'The file “{name}” is sold here and lies in the old shop ({address}); it is not brought. Add it to the product.',
  'price-here': 'What this product costs here cannot be read, so its prices stay as they are.',
  'other-choices': 'This product has other choices here than in the list; variants that are not here are left out.',
  'variant-no-price': 'This variant is new and has no price, so it is left out. Write its price into the list.',
  'twice-here': '“{product}” is a product of the shop that a row above is too; this row is left out.',
  refused: '“{product}” would be an error of the site, so it is left out. Compare its price, choices and texts.',
  more: 'The same is true of {more} more rows.',
  moreOne: 'The same is true of one more row.',
};
export type FaultWord = keyof typeof EN;
