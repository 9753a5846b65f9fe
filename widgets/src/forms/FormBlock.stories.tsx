import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, userEvent, within } from 'storybook/test';
import { field, form } from '../../mock-api/data.ts';
import type { FieldType } from '../contract/types.ts';
import { onPage } from '../test/stories.ts';
import { FormBlock } from './FormBlock.tsx';

const short = form({
  fields: [
    field({ id: 'name', type: 'name', title: 'Your name', required: true }),
    field({ id: 'mail', type: 'email', title: 'Email', required: true }),
    field({ id: 'text', type: 'textarea', title: 'Message', maxLength: 200 }),
  ],
  parsedDisclaimerMessage: '<p>We answer within two days.</p>',
});
const TYPES: FieldType[] = [
  'section',
  'text',
  'textarea',
  'email',
  'number',
  'website',
  'phone',
  'currency',
  'password',
  'twitter',
  'date',
  'time',
  'name',
  'address',
  'radio',
  'checkbox',
  'select',
  'likert',
];
const every = form({
  fields: TYPES.map((type) =>
    field({
      id: type,
      type,
      title: `A ${type} field`,
      description: type === 'text' ? 'With a description.' : '',
      options: ['First', 'Second'],
      currencySymbol: '$',
      underline: true,
      showCountryCode: true,
    }),
  ),
});
const meta = {
  title: 'Forms/FormBlock',
  component: FormBlock,
  args: { form: short },
  decorators: [onPage()],
} satisfies Meta<typeof FormBlock>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Editing: Story = {};
export const EveryField: Story = { args: { form: every } };
export const Required: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Send' }));
    await expect(within(canvasElement).getAllByText('Required')).toHaveLength(2);
  },
};
export const WithCaptcha: Story = {
  args: { form: { ...short, captchaEnabled: true } },
  decorators: [onPage([], { captchaSiteKey: 'test' })],
};
export const Sent: Story = {
  args: { form: form({ fields: [field({ id: 'text', type: 'text', title: 'Message' })] }) },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Send' }));
    await expect(await within(canvasElement).findByText('Thank you for writing.')).toBeVisible();
  },
};
export const RateLimited: Story = {
  args: { form: form({ fields: [field({ id: 'text', type: 'text', title: 'Message' })] }) },
  beforeEach: ({ msw }) => msw.use(http.post('*/SaveFormSubmission', () => HttpResponse.json({}, { status: 429 }))),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Send' }));
    await expect(await within(canvasElement).findByText(/rate limit exceeded/)).toBeVisible();
  },
};
