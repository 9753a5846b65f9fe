import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { call } from './client/shop.ts';
import { PermissionsPanel } from './settings/PermissionsPanel.tsx';
import { Confirm } from './shell/Confirm.tsx';
import { LogIn } from './shell/LogIn.tsx';
import { inEditor, withServer } from './test/stories.tsx';

const meta: Meta = { title: 'Editor/Access', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const with_ =
  (...handlers: ReturnType<typeof http.get>[]) =>
  (context: { msw: unknown }) => {
    withServer('permissions')(context);
    (context.msw as Msw).use(...handlers);
  };

const SESSION = '*/api/site-users/account/session';
const PEOPLE = {
  nobodyYet: false,
  people: [
    { id: 'p1', email: 'ed@shop.example', roles: [4, 6], hasSecondFactor: false, createdOn: 0, isSelf: false },
    { id: 'p2', email: 'own@shop.example', roles: [1], hasSecondFactor: true, createdOn: 0, isSelf: true },
  ],
  invitations: [{ email: 'new@shop.example', roles: [8], createdOn: 0, expiresOn: 1_795_240_800_000 }],
};

/** Who works here, and who is invited. */
export const People: Story = {
  beforeEach: with_(http.get('*/api/people', () => HttpResponse.json(PEOPLE))),
  render: () => <PermissionsPanel />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('new@shop.example')),
};

/** A site without users: the first account is one's own. */
export const FirstAccount: Story = {
  beforeEach: with_(),
  render: () => <PermissionsPanel />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('Make my account')),
};

const enter = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.type(await canvas.findByLabelText('E-mail address'), 'own@shop.example');
  await userEvent.type(canvas.getByLabelText('Password'), 'a long password{Enter}');
};

/** The password was right; a passkey or a code comes next. */
export const SecondStep: Story = {
  beforeEach: with_(
    http.post(SESSION, () =>
      HttpResponse.json({
        factor: { kinds: ['passkey', 'totp', 'recoveryCode'], setUp: false, passkey: { challenge: 'AA' } },
      }),
    ),
  ),
  render: () => <LogIn onDone={() => undefined} />,
  play: async ({ canvasElement }) => {
    await enter(canvasElement);
    await within(canvasElement).findByText('Use a passkey');
  },
};

/** The site asks for a factor, and there is none yet. */
export const SetUpFirst: Story = {
  beforeEach: with_(http.post(SESSION, () => HttpResponse.json({ factor: { kinds: [], setUp: true } }))),
  render: () => <LogIn onDone={() => undefined} />,
  play: async ({ canvasElement }) => {
    await enter(canvasElement);
    await within(canvasElement).findByText('Set up a second factor');
  },
};

/** A call that wants a fresh proof waits for it. */
export const ConfirmAgain: Story = {
  beforeEach: with_(
    http.get('*/api/commerce/orders', () =>
      HttpResponse.json({ error: 'Please confirm that it is you.', code: 'confirm-again' }, { status: 403 }),
    ),
    http.post(`${SESSION}/confirmation/challenge`, () =>
      HttpResponse.json({ confirmed: false, kinds: ['totp', 'recoveryCode'] }),
    ),
  ),
  render: () => <Confirm />,
  play: async () => {
    call('GET', '/api/commerce/orders').catch(() => undefined);
    await within(document.body).findByText('Confirm that it is you');
  },
};
