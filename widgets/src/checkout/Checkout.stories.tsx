import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { entry, giftCard } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { onPage } from '../test/stories.ts';
import CheckoutPage from './CheckoutPage.island.tsx';
import Confirmed from './Confirmed.island.tsx';
import { NOWHERE } from './details.ts';
import { GiftCardPage } from './GiftCardPage.tsx';

const meta = { title: 'Checkout/Pages', component: CheckoutPage } satisfies Meta<typeof CheckoutPage>;
export default meta;
type Story = StoryObj<typeof meta>;
const order = {
  id: '1042',
  purchasedCartId: 'cart-1',
  testMode: true,
  websiteId: 'site',
  items: [{ sku: 'LOAF', productName: 'Rye Loaf', quantity: 2, unitPrice: { value: '6.00', currency: 'USD' } }],
  grandTotal: { value: '17.00', currency: 'USD' },
  shippingTotal: { value: '5.00', currency: 'USD' },
  taxTotal: { value: '0.00', currency: 'USD' },
  deliveryLines: ['Ada Lovelace', '1 Market Street', 'New York, NY 10001', 'UNITED STATES'],
};

export const Shipped: Story = { decorators: [onPage([], {}, { entries: [entry({ quantity: 2 })] })] };
export const NothingToShip: Story = {
  decorators: [onPage([], {}, { entries: [entry({ productType: 2, title: 'Recipe booklet' })] })],
};
const shop = { ...NOWHERE, country: 'US', region: 'NY', city: 'Troy', postalCode: '12180', line1: '2 Shop Street' };
const collected = { id: 'shop', name: 'Collect it', costCents: 0, pickup: { address: shop } };
/** What is collected asks for a name and no address. */
export const Collected: Story = {
  decorators: [
    onPage(
      [],
      {},
      {
        entries: [entry({ quantity: 2 })],
        shippingOptions: [collected],
        selectedShippingOption: collected,
        shippingLocation: { ...shop, line1: '' },
      },
    ),
  ],
};
/** Somebody else pays, with a VAT number. */
export const Invoiced: Story = {
  decorators: [onPage([], {}, { entries: [entry({ productType: 2, title: 'Recipe booklet' })] })],
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByText(/^Invoice/));
    await userEvent.type(page.getByLabelText(/^VAT number/), 'FR40303265045');
    await userEvent.click(page.getByRole('checkbox', { name: 'Add a billing address' }));
    await expect(await page.findByRole('group', { name: 'Billing address' })).toBeVisible();
  },
};
/** A firm of another member state owes the tax itself: none is charged. */
export const ReverseCharge: Story = {
  decorators: [
    onPage(
      [],
      {},
      {
        entries: [entry({ productType: 2, title: 'Recipe booklet', purchasePriceCents: 12100 })],
        ...{ vatId: 'NL123456782B90', vatIdState: 'reverse-charge', reverseCharge: true, reliefCents: 2100 },
      },
    ),
  ],
};
/** The number is good, and tax is charged all the same. */
export const NotConfirmed: Story = {
  decorators: [
    onPage(
      [],
      {},
      {
        entries: [entry({ productType: 2, title: 'Recipe booklet' })],
        ...{ vatId: 'NL123456782B90', vatIdState: 'unconfirmed' },
      },
    ),
  ],
};
export const Empty: Story = { decorators: [onPage()] };
export const MissingFields: Story = {
  decorators: [onPage([], {}, { entries: [entry({ quantity: 2 })] })],
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /^Pay/ }));
    await expect((await within(canvasElement).findAllByText('Required')).length).toBeGreaterThan(1);
  },
};
/** Another total than the one that was shown: both stand there, and Pay agrees to the new one. */
export const TotalChanged: Story = {
  decorators: [onPage([], {}, { entries: [entry({ productType: 2, title: 'Recipe booklet' })] })],
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.type(await page.findByLabelText(/^Email/), 'ada@example.com');
    mockCart({ entries: [entry({ productType: 2, title: 'Recipe booklet', purchasePriceCents: 900 })] });
    await userEvent.type(await page.findByLabelText('Card number'), '4242424242424242');
    await userEvent.click(page.getByRole('button', { name: /^Pay/ }));
    await expect(await page.findByText(/^The total was/)).toBeVisible();
  },
};
/** Paid by a transfer that is still to come. */
export const ToPay: Story = {
  decorators: [onPage()],
  render: () => (
    <Confirmed
      receipt={{
        order: {
          ...order,
          toPay: {
            name: 'Bank transfer',
            instructions: 'Please send $17.00 to Bakery Ltd.\nIBAN DE02 1203 0000 0000 2020 51',
            reference: '#1042',
            until: 0,
          },
        },
        email: 'ada@example.com',
      }}
    />
  ),
};
export const Confirmation: Story = {
  decorators: [onPage()],
  render: () => <Confirmed receipt={{ order, email: 'ada@example.com' }} />,
};
const taxes = [
  { name: 'MwSt.', rate: '19', included: true, netCents: 1008, taxCents: 192 },
  { name: 'MwSt.', rate: '7', included: true, netCents: 467, taxCents: 33 },
];
export const ConfirmationWithTaxes: Story = {
  decorators: [onPage()],
  render: () => <Confirmed receipt={{ order: { ...order, taxes }, email: 'ada@example.com' }} />,
};
/** Discounts by name, and when it comes. */
export const ConfirmationWithDiscounts: Story = {
  decorators: [onPage()],
  render: () => (
    <Confirmed
      receipt={{
        order: {
          ...order,
          discounts: [
            { id: 'three', name: 'Three for two', amountCents: 600 },
            { id: 'post', name: 'Free post', amountCents: 500, ofDelivery: true },
          ],
          delivery: { id: 'post', name: 'Post', costCents: 0, dates: { from: '2026-11-27', to: '2026-12-01' } },
        },
        email: 'ada@example.com',
      }}
    />
  ),
};
export const Discounted: Story = {
  decorators: [
    onPage(
      [],
      {},
      {
        entries: [entry({ quantity: 3 })],
        discounts: [{ id: 'three', name: 'Three for two', amountCents: 600 }],
        discountCents: 600,
      },
    ),
  ],
};
export const GiftCard: Story = {
  decorators: [onPage([giftCard()])],
  render: () => <GiftCardPage itemId="gift" sku="G50" product={giftCard()} />,
};
