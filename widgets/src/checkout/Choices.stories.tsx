import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { onPage } from '../test/stories.ts';
import { CART_TEXTS } from '../text/catalogue/cart.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { addTexts } from '../text/text.ts';
import Choices from './Choices.tsx';
import { NOBODY } from './details.ts';

const nothing = () => undefined;
const terms = { page: '/terms', digest: 'abc123', translated: [] };
const meta = {
  title: 'Checkout/Choices',
  component: Choices,
  decorators: [
    onPage([], {
      storeSettings: { checkout: { asksPhone: false, asksBillingAddress: false, giftMessage: true, terms } },
    }),
  ],
  loaders: [() => addTexts({ ...CART_TEXTS, ...FORMS_TEXTS })],
  args: {
    part: 'window',
    buyer: NOBODY,
    errors: {},
    onChange: nothing,
    option: 'oven',
    cartToken: null,
    chosen: null,
    onChoose: nothing,
  },
} satisfies Meta<typeof Choices>;
export default meta;
type Story = StoryObj<typeof meta>;

export const DayAndTime: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.selectOptions(await page.findByLabelText('Day'), '2026-11-28');
    await expect(page.getByLabelText('Time')).toBeVisible();
  },
};
export const NotChosen: Story = { args: { errors: { window: 'Please choose a day and a time.' } } };
export const Gift: Story = { args: { part: 'gift', buyer: { ...NOBODY, giftMessage: 'Happy birthday!' } } };
export const Terms: Story = { args: { part: 'terms' } };
export const TermsMissing: Story = {
  args: { part: 'terms', errors: { terms: 'Please agree to the terms of the shop.' } },
};
