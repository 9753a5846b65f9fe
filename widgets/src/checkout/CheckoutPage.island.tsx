import { pageData } from '../pageData.ts';
import { text } from '../text/text.ts';
import { CheckoutForm } from './CheckoutForm.tsx';

/** Stands on `data-widget="checkout"`. */
export default function CheckoutPage() {
  const { continueShoppingUrl } = pageData().storeSettings;
  return (
    <CheckoutForm
      // The cart that the shop made for its buyer; else the cookie's.
      cartToken={new URLSearchParams(window.location.search).get('cartToken')}
      title={text('checkoutTitle')}
      empty={
        <>
          <p role="status">{text('cartEmptyText')}</p>
          <p>
            <a href={continueShoppingUrl || '/'}>{text('cartContinueShoppingText')}</a>
          </p>
        </>
      }
    />
  );
}
