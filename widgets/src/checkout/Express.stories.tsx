import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, within } from 'storybook/test';
import { cart, entry } from '../../mock-api/data.ts';
import { onPage } from '../test/stories.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { addTexts } from '../text/text.ts';
import Choices from './Choices.tsx';
import { NOBODY } from './details.ts';
import Express from './Express.tsx';

const nothing = () => Promise.resolve(null);
/** In place of Stripe's script: a button where its frame would stand. */
const script = () => {
  const button = document.createElement('button');
  button.textContent = 'Link';
  const wallet = {
    on: (name: string, act: (event: object) => void) => {
      if (name === 'ready') setTimeout(() => act({ availablePaymentMethods: { link: true } }));
    },
    mount: (place: HTMLElement) => place.append(button),
    destroy: () => button.remove(),
  };
  return { elements: () => ({ create: () => wallet, update: () => undefined }) };
};

const meta = {
  title: 'Checkout/Express',
  component: Express,
  decorators: [onPage()],
  loaders: [() => addTexts(CHECKOUT_TEXTS)],
  args: {
    cart: cart({ entries: [entry({ productType: 2 })] }),
    shipTo: nothing,
    chooseShipping: nothing,
    buy: nothing,
    buyer: NOBODY,
    chosen: null,
    terms: null,
  },
  beforeEach: ({ msw }) => {
    const page = window as unknown as { Stripe?: unknown };
    page.Stripe = script;
    const settings = { provider: 'stripe', publishableKey: 'pk_1', testMode: true };
    msw.use(http.get('*/api/commerce/payment-settings', () => HttpResponse.json(settings)));
    return () => {
      delete page.Stripe;
    };
  },
} satisfies Meta<typeof Express>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Wallets: Story = {
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('heading', { name: 'Express checkout' })).toBeVisible();
  },
};

/** A shop with terms asks for them above the buttons, once more than in its form. */
export const WithTerms: Story = {
  args: {
    terms: (error) => (
      <Choices
        part="terms"
        buyer={NOBODY}
        errors={error ? { terms: error } : {}}
        onChange={() => undefined}
        option=""
        cartToken={null}
        chosen={null}
        onChoose={() => undefined}
      />
    ),
  },
  decorators: [
    onPage([], {
      storeSettings: {
        checkout: {
          asksPhone: false,
          asksBillingAddress: false,
          giftMessage: false,
          terms: { page: '/terms', digest: 'd1', translated: [] },
        },
      },
    }),
  ],
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('checkbox')).toBeVisible();
  },
};
