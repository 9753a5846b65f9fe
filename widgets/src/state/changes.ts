import type { Merchandising, Product, ProductState, Variant } from '../contract/types.ts';
import { exchangeAmounts } from '../domain/amountText.ts';
import { isSoldOut, variantInStock } from '../domain/availability.ts';
import { formatCents } from '../domain/money.ts';
import { unitPrice } from '../domain/unitPrice.ts';
import { chosenVariant } from '../domain/variant.ts';
import { itemIdOf, pageData, pageProductOf } from '../pageData.ts';
import { choiceOf } from './product.ts';

type ScarcityView = Merchandising['scarcityTemplateViews'][number];
type Amounts = Pick<Variant, 'price' | 'salePrice' | 'onSale'>;

/** What one of a variant costs now. */
const asked = ({ price, salePrice, onSale }: Amounts) => (onSale ? salePrice : price);

/** The amounts that markup may name of a product: what it costs at least and at most, and what it cost before a sale. */
function amountsOf(variants: readonly Amounts[]): number[] {
  const now = variants.map(asked);
  const before = variants.map(({ price }) => price);
  return [Math.min(...now), Math.max(...now), Math.min(...before), Math.max(...before)];
}

const placesOf = (itemId: string, selector: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((el) => itemIdOf(el) === itemId);

/** What the template wrote into a piece of text. */
const written = new WeakMap<Node, string>();
/** The same by what stands there instead: a widget that started since draws it as new text. */
const writtenAt = new WeakMap<Element, Map<string, string>>();
/** The amounts that the template knew of each product. */
const known = new Map<string, number[]>();

/** Exchanges the amounts in what the template wrote for those that are asked now. */
function writeAmounts(product: Product): void {
  const { id, variants } = product;
  const isChosen = variants.length > 1 && chosenVariant(product, choiceOf(id).get().options) !== undefined;
  const next = amountsOf(variants);
  const write = (cents: number) => formatCents(cents, pageData().currency, 'never', true);
  const exchanged = new Map(known.get(id)?.map((amount, place) => [amount, next[place] ?? amount]));
  for (const place of placesOf(id, '.product-price, [data-widget=product-price]')) {
    // What a widget shows of a choice it writes itself.
    if (place.dataset.widgetState === 'ready' && isChosen) continue;
    const earlier = writtenAt.get(place) ?? new Map<string, string>();
    const later = new Map(earlier);
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const stands = node.nodeValue ?? '';
      const own = written.get(node) ?? earlier.get(stands) ?? stands;
      written.set(node, own);
      node.nodeValue = exchangeAmounts(own, exchanged, write);
      later.set(node.nodeValue, own);
    }
    writtenAt.set(place, later);
    // Once the sale is over, nothing is struck through, and nothing says "Sale Price:".
    if (!place.querySelector('.original-price')) continue;
    const isOver = !variants.some(({ onSale }) => onSale);
    for (const part of place.querySelectorAll<HTMLElement>('.original-price, .visually-hidden')) part.hidden = isOver;
  }
}

/**
 * The price of a unit follows; a line that can no longer be true goes: one that told of several variants at once, and the lowest
 * price before a sale that is over.
 */
function writeNotes({ id, variants }: Product): void {
  const { currency } = pageData();
  const isOver = !variants.some(({ onSale }) => onSale);
  for (const place of document.querySelectorAll<HTMLElement>('[data-price-notes]')) {
    if (place.dataset.priceNotes !== id) continue;
    for (const line of place.children as HTMLCollectionOf<HTMLElement>) {
      if (line.className === 'product-lowest-price') line.hidden = isOver;
      if (line.className !== 'product-unit-price') continue;
      const amount = line.querySelector<HTMLElement>('.product-note-amount');
      const { unitPrice: ratio, skus = '[]' } = amount?.dataset ?? {};
      const named = JSON.parse(skus) as string[];
      const own = variants.filter(({ sku }) => named.includes(sku)).map(asked);
      line.hidden = !ratio || own.some((cents) => cents !== own[0]);
      const [cents] = own;
      if (amount && ratio && cents !== undefined)
        amount.textContent = formatCents(unitPrice(cents, ratio, currency.fractionDigits), currency);
    }
  }
}

/** The text of a scarcity as the template wrote it. */
const scarcityOf = new WeakMap<Element, string>();

/** "Only 4 left" says how many are left now; nothing when there are none, or more than when few were told. */
function writeScarcity(product: Product, views: readonly ScarcityView[]): void {
  for (const place of placesOf(product.id, '.product-scarcity, [data-widget=product-scarcity]')) {
    const attributes = JSON.parse(place.dataset.variantAttributes ?? '{}') as Record<string, string>;
    const variant = chosenVariant(product, attributes);
    const told = views.find((view) => chosenVariant(product, view.attributes) === variant)?.qtyInStock;
    const text = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode();
    if (!variant || told === undefined || !text) continue;
    const words = scarcityOf.get(place) ?? text.nodeValue ?? '';
    scarcityOf.set(place, words);
    const { qtyInStock, unlimited } = variant;
    const isFew = !unlimited && qtyInStock > 0 && qtyInStock <= told;
    // A text that does not name the number stays true as long as few are left.
    text.nodeValue = isFew ? words.replace(new RegExp(`(?<!\\d)${told}(?!\\d)`), String(qtyInStock)) : '';
  }
}

/** Starts the widgets of a product that wait for a touch: the template's markup no longer says what is true. */
function wake(itemId: string): void {
  for (const el of placesOf(itemId, '[data-widget-state=waiting]')) el.dispatchEvent(new Event('pointerenter'));
}

/**
 * Shows how a product is sold now: its widgets that run follow, those that wait start if what the template wrote is no longer
 * true. Nothing else of the page moves.
 */
export function showChanges(itemId: string, now: ProductState): void {
  const page = pageProductOf(itemId);
  if (!page) return;
  const { product } = page;
  const before = new Map(product.variants.map((variant) => [variant.sku, { ...variant }]));
  const isFirst = !known.has(itemId);
  if (isFirst) known.set(itemId, amountsOf(product.variants));
  for (const variant of product.variants) {
    const fresh = now.variants.find(({ sku }) => sku === variant.sku);
    if (fresh) Object.assign(variant, fresh);
  }
  page.buildId = now.buildId;
  const [only, ...others] = product.variants;
  if (only && others.length === 0) {
    const { price, salePrice, onSale } = only;
    Object.assign(product, { price, salePrice, onSale });
  }
  const isOther = known.get(itemId)?.join() !== amountsOf(product.variants).join();
  if (isOther || !isFirst) {
    writeAmounts(product);
    writeNotes(product);
  }
  // A choice that is taken back shows the template's words again.
  if (isFirst)
    choiceOf(itemId).listen(({ options }) => {
      if (!chosenVariant(product, options)) setTimeout(() => writeAmounts(product));
    });
  writeScarcity(product, page.merchandising?.scarcityTemplateViews ?? []);
  const shown = (one: Variant) =>
    `${variantInStock(product.productType, one)} ${one.price} ${one.salePrice} ${one.onSale}`;
  if (product.variants.some((one) => shown(one) !== shown(before.get(one.sku) ?? one))) wake(itemId);
  for (const mark of placesOf(itemId, '.product-mark.sold-out')) mark.hidden = !isSoldOut(product);
  choiceOf(itemId).set({ ...choiceOf(itemId).get() });
}
