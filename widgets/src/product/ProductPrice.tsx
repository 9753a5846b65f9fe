import type { Product } from '../contract/types.ts';
import { formatCents } from '../domain/money.ts';
import { pageData } from '../pageData.ts';
import { text } from '../text/text.ts';
import { useProduct } from './useProduct.ts';

type Props = {
  product: Product;
  /** The formatter's own words, shown until a variant is chosen. They come from this page, not from a visitor. */
  markup: string;
  /** The template writes amounts without their currency ('12.50'): so do we. */
  plain?: boolean;
};

/** The price, which follows the chosen variant (W-098). */
export function ProductPrice({ product, markup, plain = false }: Props) {
  const { variant } = useProduct(product);
  const { currency } = pageData();
  if (!variant || product.variants.length < 2)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own markup, handed back as it was
    return <span style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: markup }} />;
  const write = (cents: number) => formatCents(cents, currency, 'never', plain);
  const hidden = 'visually-hidden v6-visually-hidden';
  if (!variant.onSale) return <span className="sqs-money-native">{write(variant.price)}</span>;
  return (
    <>
      <span className={hidden}>{text('salePriceText')}</span>
      <span className="sqs-money-native">{write(variant.salePrice)}</span>{' '}
      <span className={hidden}>{text('originalPriceText')}</span>
      <span className="original-price">
        <span className="sqs-money-native">{write(variant.price)}</span>
      </span>
    </>
  );
}
