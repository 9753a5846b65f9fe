import { lazy, Suspense, useRef, useState } from 'react';
import { cartCalls } from '../client/cart.ts';
import { failureOf } from '../client/failure.ts';
import type { CartEntry, Form } from '../contract/types.ts';
import { discountsOf } from '../domain/discounts.ts';
import { money, pageData, pageProductOf, paths } from '../pageData.ts';
import { goTo } from '../platform/go.ts';
import { cartStore } from '../state/cartStore.ts';
import { CART_TEXTS } from '../text/catalogue/cart.ts';
import { problemText } from '../text/problem.ts';
import { addTexts, text } from '../text/text.ts';
import { Confirm } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './CartPage.module.css';
import { CartRow } from './CartRow.tsx';
import { Coupons } from './Coupons.tsx';
import { useCards } from './useCards.ts';
import { useCartPage } from './useCartPage.ts';

addTexts(CART_TEXTS);

const AdditionalFields = lazy(() => import('../forms/AdditionalFields.tsx'));
const EstimateForm = lazy(() => import('./EstimateForm.tsx'));

type Removal = { entry: CartEntry; settle: (removed: boolean) => void };
type Edit = { entry: CartEntry; form: Form };

/** The cart page: a table of entries, the subtotal, and the way to the checkout (W-076…W-092). */
export function CartPage() {
  const page = useCartPage();
  const { cart, alert, busy } = page;
  const cards = useCards(cart?.entries ?? []);
  const [asksPlace, setAsksPlace] = useState(false);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [edit, setEdit] = useState<Edit | null>(null);
  const [tooLittle, setTooLittle] = useState(false);
  const root = useRef<HTMLElement>(null);
  const { continueShoppingUrl, minimumOrderSubtotalCents } = pageData().storeSettings;
  const shopping = (
    <a className={styles.continue} href={continueShoppingUrl || '/'}>
      {text('cartContinueShoppingText')}
    </a>
  );

  /** 0 in the box, or Remove: asked once, done on a yes (W-083, W-084). */
  const askRemoval = (entry: CartEntry) =>
    new Promise<boolean>((settle) => {
      setRemoval({ entry, settle });
    });
  const settleRemoval = async (yes: boolean) => {
    const asked = removal;
    setRemoval(null);
    if (!asked) return;
    const removed = yes && (await page.remove(asked.entry));
    asked.settle(removed);
    if (removed) root.current?.focus();
  };

  const openEdit = async (entry: CartEntry) => {
    try {
      const known = pageProductOf(entry.itemId)?.additionalFieldsForm;
      setEdit({ entry, form: known ?? (await cartCalls.productForm(entry.itemId)) });
    } catch (thrown) {
      page.fail(text(failureOf(thrown).kind === 'http' ? 'cartUnableToOpenFormText' : 'networkErrorText'));
    }
  };
  const saveEdit = async (entry: CartEntry, additionalFields: string) => {
    try {
      const { itemId, chosenVariant } = entry;
      await cartStore.changeDetails(entry.id, { itemId, sku: chosenVariant.sku || null, additionalFields });
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.errors) throw thrown; // the form shows each on its field
      page.fail(text(failure.kind === 'http' ? 'cartUnableToUpdateFormText' : 'networkErrorText'));
    }
    setEdit(null);
  };

  const checkOut = () => {
    if (!cart) return;
    if (cart.subtotalCents < minimumOrderSubtotalCents) setTooLittle(true);
    else goTo(paths.checkout);
  };

  const heading = <h1>{text('cartTitle')}</h1>;
  const fault = (
    <>
      <p role="status" className={page.offline ? styles.offline : undefined}>
        {page.offline ? text('cartOffline') : ''}
      </p>
      <p role="alert" className={styles.alert}>
        {alert ?? ''}
      </p>
    </>
  );

  if (!cart)
    return (
      <section ref={root} tabIndex={-1} className={styles.page} aria-label={text('cartTitle')}>
        {heading}
        {fault}
        {alert ? (
          <Button kind="secondary" onClick={page.reload}>
            {text('tryAgain')}
          </Button>
        ) : (
          <p role="status" className={styles.waiting}>
            {text('cartLoading')}
          </p>
        )}
      </section>
    );

  if (cart.entries.length === 0)
    return (
      <section ref={root} tabIndex={-1} className={styles.page} aria-label={text('cartTitle')}>
        {heading}
        {fault}
        <p role="status">{text('cartEmptyText')}</p>
        <p>{shopping}</p>
      </section>
    );

  const ofGoods = discountsOf(cart.discounts, false);
  return (
    <section ref={root} tabIndex={-1} className={styles.page} aria-label={text('cartTitle')}>
      {heading}
      {fault}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text('cartItemHeading')}</th>
            <th scope="col">{text('cartQuantityHeading')}</th>
            <th scope="col">{text('cartPriceHeading')}</th>
          </tr>
        </thead>
        <tbody>
          {cart.entries.map((entry) => (
            <CartRow
              key={entry.id}
              entry={entry}
              card={cards[entry.itemId]}
              form={pageProductOf(entry.itemId)?.additionalFieldsForm ?? undefined}
              busy={busy.has(entry.id)}
              onQuantity={(quantity) => page.setQuantity(entry, quantity)}
              onRemove={() => askRemoval(entry)}
              onEdit={
                entry.additionalFields && entry.additionalFields !== '{}' ? () => void openEdit(entry) : undefined
              }
              onRefuse={page.fail}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        <Coupons cart={cart} busy={busy.has('coupon')} onAdd={page.addCoupon} onRemove={page.removeCoupon} />
        <div className={styles.sum}>
          {ofGoods.named.map((one) => (
            <p key={one.id} className={styles.line}>
              <span>{one.name}</span>
              <span>{money(-one.amountCents)}</span>
            </p>
          ))}
          {(
            [
              ['checkoutDiscount', cart.discountCents - (cart.giftCardCents ?? 0) - ofGoods.sum],
              ['checkoutGiftCard', cart.giftCardCents ?? 0],
            ] as const
          ).map(([name, cents]) =>
            cents > 0 ? (
              <p key={name} className={styles.line}>
                <span>{text(name)}</span>
                <span>{money(-cents)}</span>
              </p>
            ) : null,
          )}
          <p className={styles.subtotal}>
            <span>{text('cartSubtotalText')}</span>
            <strong aria-busy={busy.size > 0 || undefined}>{money(cart.subtotalCents)}</strong>
          </p>
          <details className={styles.estimate} onToggle={(event) => setAsksPlace(event.currentTarget.open)}>
            <summary>{text('estimateTitle')}</summary>
            {asksPlace ? (
              <Suspense fallback={null}>
                <EstimateForm digest={cart.digest ?? ''} />
              </Suspense>
            ) : null}
          </details>
          <p role="alert" className={styles.alert}>
            {tooLittle && cart.subtotalCents < minimumOrderSubtotalCents
              ? problemText({ code: 'subtotal-below-minimum', subtotal: money(minimumOrderSubtotalCents) })
              : ''}
          </p>
          <Button className={styles.checkout} onClick={checkOut}>
            {text('cartButtonText')}
          </Button>
          {shopping}
        </div>
      </div>
      <span role="status" className="loggia-visually-hidden">
        {text('cartUpdated', { subtotal: money(cart.subtotalCents) })}
      </span>
      {removal ? (
        <Confirm
          question={text('cartRemoveQuestion')}
          yes={text('cartRemove')}
          no={text('cancel')}
          onYes={() => void settleRemoval(true)}
          onNo={() => void settleRemoval(false)}
        />
      ) : null}
      {edit ? (
        <Suspense fallback={null}>
          <AdditionalFields
            form={edit.form}
            title={edit.entry.title}
            answers={edit.entry.additionalFields ?? '{}'}
            onSave={(additionalFields) => saveEdit(edit.entry, additionalFields)}
            onClose={() => setEdit(null)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
