import { useState } from 'react';
import type { InstallmentContext, Product } from '../contract/types.ts';
import { installmentMessage } from '../domain/installment.ts';
import { priceOf } from '../domain/variant.ts';
import { pageData } from '../pageData.ts';
import { $cart } from '../state/cartStore.ts';
import { useStore } from '../state/useStore.ts';
import { INSTALLMENT_TEXTS } from '../text/catalogue/installment.ts';
import { addTexts, text } from '../text/text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './Installments.module.css';
import { useProduct } from './useProduct.ts';

addTexts(INSTALLMENT_TEXTS);

type Props = { product: Product; context: InstallmentContext };

/** Four payments of …, or when they are offered, with the provider's page behind a pill and a button (W-107…W-120). */
export function Installments({ product, context }: Props) {
  const { variant } = useProduct(product);
  const { cart } = useStore($cart);
  const [page, setPage] = useState<{ locale: string; html: string } | null>(null);
  const { currency, storeSettings } = pageData();
  const settings = storeSettings.installments;
  const price = variant ? priceOf(variant) : Math.min(...product.variants.map(priceOf));
  const types = [product.productType, ...(cart?.entries ?? []).map((entry) => entry.productType)];
  const message = installmentMessage(context, price, currency, types, settings);
  if (!message) return null;

  /** The provider's own page for the shopper's locale; when it cannot be had, only the console says so (W-113). */
  async function open(locale: string) {
    const url = `${settings.popupBaseUrl}/${locale}.html`;
    try {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      setPage({ locale, html: await answer.text() });
    } catch (cause) {
      console.warn(`The installment page ${url} could not be loaded.`, cause);
    }
  }
  const about = text('installmentAbout', { brand: message.values.brand });
  const show = () => void open(message.locale);
  return (
    <div className={`loggia-installments ${styles.line}`}>
      <button type="button" className={styles.pill} onClick={show} aria-haspopup="dialog">
        {text(message.inRange ? 'installmentInRangeText' : 'installmentOutOfRangeText', message.values)}
      </button>
      <button type="button" className={styles.info} onClick={show} aria-haspopup="dialog" aria-label={about}>
        i
      </button>
      {page?.locale !== message.locale ? null : (
        <Dialog title={about} closeLabel={text('cartCloseText')} closeOnOutside wide onClose={() => setPage(null)}>
          {/* Another's page: it is shown, and can do nothing here (W-120). */}
          <iframe className={styles.page} title={about} sandbox="" srcDoc={page.html} />
        </Dialog>
      )}
    </div>
  );
}
