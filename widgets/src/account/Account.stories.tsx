import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, userEvent, within } from 'storybook/test';
import { onPage } from '../test/stories.ts';
import { Account } from './Account.tsx';

const meta = {
  title: 'Account/Account',
  component: Account,
  args: { signedIn: false },
  decorators: [onPage()],
} satisfies Meta<typeof Account>;
export default meta;
type Story = StoryObj<typeof meta>;

const open = async (canvasElement: HTMLElement, name: string) => {
  await userEvent.click(within(canvasElement).getByRole('button', { name }));
  return within(await within(document.body).findByRole('dialog'));
};

export const LoggedOut: Story = {};
export const LogIn: Story = { play: async ({ canvasElement }) => void (await open(canvasElement, 'Log in')) };
export const WrongPassword: Story = {
  beforeEach: ({ msw }) =>
    msw.use(
      http.post('*/api/site-users/account/session', () =>
        HttpResponse.json({ error: 'Incorrect email or password.' }, { status: 401 }),
      ),
    ),
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, 'Log in');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Email' }), 'ada@example.com');
    await userEvent.type(dialog.getByLabelText('Password'), 'wrong');
    await userEvent.click(dialog.getByRole('button', { name: 'Log in' }));
    await expect(await dialog.findByText('Incorrect email or password.')).toBeVisible();
  },
};
export const LogOut: Story = {
  args: { signedIn: true },
  play: async ({ canvasElement }) => void (await open(canvasElement, 'Log out')),
};
