import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { useStore } from '../../state/useStore.ts';
import { $route, addressOf } from '../state/route.ts';
import { inEditor, withLanguage, withServer } from '../test/stories.tsx';
import { FindDialog } from './FindDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';

const meta: Meta = { title: 'Editor/Find', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;

/** The window over nothing, and where it led. */
function Window() {
  const { path, params } = useStore($route);
  return (
    <>
      <p>{`At ${addressOf({ path, params })}`}</p>
      <FindDialog onClose={() => undefined} />
    </>
  );
}

type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withShop = (context: { msw: unknown }) => {
  withServer()(context);
  (context.msw as Msw).use(
    http.get('*/api/commerce/desk/orders', () => HttpResponse.json({ orders: [], amounts: [], nextCursor: null })),
  );
};

const find = (typed: string, wanted: string): StoryObj => ({
  beforeEach: withShop,
  render: () => <Window />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body);
    await userEvent.type(await page.findByRole('combobox'), typed);
    await page.findByText(wanted);
    // What is asked is answered before the story ends.
    await waitFor(() => expect(page.getByRole('status')).toHaveTextContent(/found|called/));
  },
});

/** By the keyboard alone. */
export const Places: StoryObj = {
  ...find('del', 'Delivery'),
  play: async (context) => {
    await find('del', 'Delivery').play?.(context);
    await userEvent.keyboard('{Enter}');
    await within(context.canvasElement.ownerDocument.body).findByText('At /config/commerce?part=delivery');
  },
};
export const Content: StoryObj = find('loaf', 'The first loaf');
export const Nothing: StoryObj = find('zzz', 'Nothing is called “zzz”.');
export const Keys: StoryObj = { beforeEach: withServer(), render: () => <KeysDialog onClose={() => undefined} /> };
export const German: StoryObj = { ...Keys, beforeEach: withLanguage('de', withServer()) };
