import type { Product } from '../contract/types.ts';
import { isSoldOut, showsQuantity } from '../domain/availability.ts';
import { formatCents } from '../domain/money.ts';
import { priceOf } from '../domain/variant.ts';
import { pageData } from '../pageData.ts';
import { GALLERY_TEXTS } from '../text/catalogue/gallery.ts';
import { addTexts, text } from '../text/text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { AddToCartButton } from './AddToCartButton.tsx';
import { ProductPrice } from './ProductPrice.tsx';
import { QuantityInput } from './QuantityInput.tsx';
import styles from './QuickView.module.css';
import { VariantSelect } from './VariantSelect.tsx';

addTexts({ quickViewDetails: GALLERY_TEXTS.quickViewDetails });

type Props = { product: Product; onClose: () => void };

/** What the product's own page has, in short: picture, price, choice and button, and the way to the page. */
export default function QuickViewDialog({ product, onClose }: Props) {
  const { currency, storeSettings } = pageData();
  const prices = product.variants.map(priceOf);
  const least = formatCents(Math.min(...prices), currency);
  const varies = prices.some((price) => price !== prices[0]);
  const own = product.useCustomAddButtonText ? product.customAddButtonText : null;
  const label = own || text(product.isSubscribable ? 'productSubscribeText' : 'productAddToCartText');
  const [single] = product.variants;
  const onSale = !varies && single?.onSale;
  return (
    <Dialog wide title={product.title} closeLabel={text('cartCloseText')} closeOnOutside onClose={onClose}>
      <div className={styles.view}>
        {product.imageUrl ? <img className={styles.picture} src={product.imageUrl} alt="" decoding="async" /> : null}
        <div className={styles.words}>
          <div className={`product-price ${styles.price}`}>
            {varies ? (
              <ProductPrice product={product} markup={escaped(text('productPriceFromText', { fromPrice: least }))} />
            ) : (
              <>
                {least} {onSale ? <s>{formatCents(single?.price ?? 0, currency)}</s> : null}
              </>
            )}
          </div>
          <div className="product-variants" data-item-id={product.id}>
            <VariantSelect product={product} />
          </div>
          {showsQuantity(product, storeSettings.multipleQuantityAllowedForServices) && !isSoldOut(product) ? (
            <div className="product-quantity-input">
              <QuantityInput product={product} label={`${text('productQuantityInputLabel')}:`} />
            </div>
          ) : null}
          <div className={`sqs-add-to-cart-button-wrapper visible ${styles.buy}`}>
            <AddToCartButton product={product} label={label} />
          </div>
          <a className={styles.more} href={product.fullUrl}>
            {text('quickViewDetails')}
          </a>
        </div>
      </div>
    </Dialog>
  );
}

/** Text as markup: `ProductPrice` hands back what a formatter wrote. */
const escaped = (words: string): string => {
  const holder = document.createElement('span');
  holder.textContent = words;
  return holder.innerHTML;
};
