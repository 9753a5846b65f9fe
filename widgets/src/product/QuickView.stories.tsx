import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { cake, product } from '../../mock-api/data.ts';
import { picture } from '../test/picture.ts';
import { onPage } from '../test/stories.ts';
import { QuickView } from './QuickView.tsx';

const almond = cake({ imageUrl: picture(3, 800, 800) });
const meta = {
  title: 'Product/QuickView',
  component: QuickView,
  args: { product: almond, label: 'Quick View' },
  decorators: [onPage([almond, product()])],
} satisfies Meta<typeof QuickView>;
export default meta;
type Story = StoryObj<typeof meta>;

const open: Story['play'] = async ({ canvasElement }) => {
  await userEvent.click(within(canvasElement).getByRole('button', { name: /^Quick View/ }));
  await expect(await within(document.body).findByRole('dialog')).toBeVisible();
};
export const Button: Story = {};
export const Choices: Story = { play: open };
export const OneVariant: Story = { args: { product: product() }, play: open };
