import { useEffect, useReducer, useRef, useState } from 'react';
import { cartCalls } from '../client/cart.ts';
import { census } from '../client/census.ts';
import { type Failure, failureOf } from '../client/failure.ts';
import type { Form, NewEntry, Problem, Product, Variant } from '../contract/types.ts';
import { type ButtonState, durationOf, nextButtonState } from '../domain/addToCart.ts';
import { isSoldOut, stockExceeds, variantInStock } from '../domain/availability.ts';
import { PRODUCT_TYPE } from '../domain/productType.ts';
import { readQuantity } from '../domain/quantity.ts';
import { chooseVariant } from '../domain/variant.ts';
import { pageData, pageProductOf, paths } from '../pageData.ts';
import { goTo } from '../platform/go.ts';
import { cartStore, knownCart } from '../state/cartStore.ts';
import { keepPlan } from '../state/plan.ts';
import { choiceAsked, choiceOf } from '../state/product.ts';

/** Why the button says no: a refusal of the page itself, or of the server. */
export type Notice = { problem: Problem } | { failure: Failure };
export type AddToCart = {
  state: ButtonState;
  notice: Notice | null;
  dismiss: () => void;
  press: () => void;
  /** The form a product asks for before it is added; open while this is set. */
  form: { form: Form; save: (additionalFields: string) => Promise<void>; close: () => void } | null;
};

const noAnswers = '{}';

/** Runs the button's machine against the cart: its checks, its calls and its states. */
export function useAddToCart(product: Product): AddToCart {
  const [state, dispatch] = useReducer(nextButtonState, 'idle');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [form, setForm] = useState<AddToCart['form']>(null);
  // The guard of a second press in the same tick, before React has drawn the new state.
  const busy = useRef(false);

  useEffect(() => {
    busy.current = state !== 'idle';
    const duration = durationOf(state);
    if (duration === undefined) return;
    const timer = setTimeout(() => dispatch('elapsed'), duration);
    return () => clearTimeout(timer);
  }, [state]);

  const refuse = (why: Notice) => {
    setNotice(why);
    dispatch('failed');
  };
  const leave = (url: string) => {
    dispatch('left');
    goTo(url);
  };

  async function send(variant: Variant, quantity: number, additionalFields: string) {
    const sku = variant.sku || null;
    const { id: itemId } = product;
    if (product.isSubscribable) {
      const { cartToken } = await cartCalls.subscribe({ itemId, sku, qty: quantity, additionalFields });
      if (product.subscriptionPlan) keepPlan(cartToken, product.subscriptionPlan);
      return leave(paths.subscription(cartToken));
    }
    const entry: NewEntry = { itemId, sku, quantity, additionalFields };
    await cartStore.add(entry);
    if (pageData().storeSettings.expressCheckoutEnabled) leave(paths.checkout);
    else dispatch('succeeded');
  }

  const attempt = (act: () => Promise<unknown>) => {
    act().catch((thrown: unknown) => refuse({ failure: failureOf(thrown) }));
  };

  /** Products with a form: stock first, counting what the cart holds already (W-037), then the form (W-038). */
  async function askForm(asked: Form, variant: Variant, quantity: number) {
    const [{ results }, cart] = await Promise.all([cartCalls.stock(product.id), knownCart()]);
    const records = results.filter((record) => !record.sku || record.sku === variant.sku);
    const inCart = (cart?.entries ?? [])
      .filter((entry) => entry.itemId === product.id && entry.chosenVariant.sku === variant.sku)
      .reduce((sum, entry) => sum + entry.quantity, 0);
    if (!stockExceeds(records, inCart)) return refuse({ problem: { code: 'not-enough-stock', available: 0 } });
    setForm({
      form: asked,
      save: async (additionalFields) => {
        await send(variant, quantity, additionalFields);
        setForm(null);
      },
      close: () => {
        setForm(null);
        dispatch('cancelled');
      },
    });
  }

  const press = () => {
    if (busy.current || isSoldOut(product)) return;
    census.buttonClick(product.id);
    const choice = choiceOf(product.id).get();
    const say = (problem: Problem) => setNotice({ problem });
    // The order of the questions is the specification's: options, variant, stock, quantity.
    const checked = chooseVariant(product, choice.options);
    if ('problem' in checked) return say(checked.problem);
    if (!variantInStock(product.productType, checked.variant)) return say({ code: 'not-enough-stock', available: 0 });
    const typed = readQuantity(choice.quantity);
    if ('problem' in typed) return say({ code: typed.problem });

    busy.current = true;
    dispatch('press');
    if (product.productType === PRODUCT_TYPE.giftCard) return leave(paths.giftCard(product.id, checked.variant.sku));
    const asked = pageProductOf(product.id)?.additionalFieldsForm;
    attempt(() =>
      asked ? askForm(asked, checked.variant, typed.quantity) : send(checked.variant, typed.quantity, noAnswers),
    );
  };

  const dismiss = () => {
    const asks = notice && 'problem' in notice ? notice.problem.code : null;
    if (asks === 'options-unselected' || asks === 'denomination-missing')
      choiceAsked(product.id).set(choiceAsked(product.id).get() + 1);
    setNotice(null);
  };
  return { state, notice, dismiss, press, form };
}
