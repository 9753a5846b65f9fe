import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, userEvent, within } from 'storybook/test';
import { onPage } from '../test/stories.ts';
import { AccountPage } from './AccountPage.tsx';

const ACCOUNT = '*/api/site-users/account';
const order = (id: string, state: string, refundedCents: number) => ({
  id,
  number: 1000 + Number(id),
  orderPage: `/api/plain/order?order=${id}&key=1.x`,
  createdOn: 1_795_240_800_000,
  state,
  testMode: false,
  currency: 'USD',
  grandTotalCents: 4496,
  refundedCents,
  lines: [
    { productName: 'Country sourdough', quantity: 2, unitPriceCents: 650 },
    { productName: 'Butter croissants', quantity: 1, unitPriceCents: 900 },
  ],
  tracking: { carrier: 'Post', trackingNumber: '1', trackingUrl: 'https://post.example/1' },
});
const cards = [
  { id: 'a', brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2031 },
  { id: 'b', brand: 'sepa_debit', last4: '3000' },
];
const answers = (account: object, orders: object[] = []) => [
  http.get(`${ACCOUNT}/cards`, () => HttpResponse.json({ cards })),
  http.delete(`${ACCOUNT}/cards/:id`, ({ params }) =>
    HttpResponse.json({ cards: cards.filter(({ id }) => id !== params.id) }),
  ),
  http.get(ACCOUNT, () => HttpResponse.json({ signUpOpen: true, ...account })),
  http.get(`${ACCOUNT}/orders`, () => HttpResponse.json({ orders, hasNextPage: false, nextPageCursor: null })),
];
const ann = { authenticated: true, siteUserId: 'u1', email: 'ann@example.com', roles: [] };

const meta = {
  title: 'Account/AccountPage',
  component: AccountPage,
  args: { keyOfLetter: null },
  decorators: [onPage()],
  beforeEach: ({ msw }) => msw.use(...answers({ authenticated: false })),
} satisfies Meta<typeof AccountPage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Anonymous: Story = {};
export const Forgotten: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Forgotten password' }));
    await expect(await canvas.findByRole('heading', { name: 'Forgotten password' })).toBeVisible();
  },
};
export const FromALetter: Story = { args: { keyOfLetter: 'key-1' } };
export const SignedIn: Story = {
  beforeEach: ({ msw }) => msw.use(...answers(ann, [order('0002', 'PAID', 0), order('0001', 'FULFILLED', 900)])),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('heading', { name: 'Order #1002' })).toBeVisible();
    await userEvent.click(canvas.getByText('Change password', { selector: 'summary' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Remove: Visa •••• 4242, valid until 04/2031' }));
    await expect(await canvas.findByText('The card is removed.')).toBeVisible();
  },
};
