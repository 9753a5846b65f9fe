import type { Meta, StoryObj } from '@storybook/react-vite';
import { userEvent, within } from 'storybook/test';
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

const find = (typed: string, wanted: string): StoryObj => ({
  beforeEach: withServer(),
  render: () => <Window />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body);
    await userEvent.type(await page.findByRole('searchbox'), typed);
    await page.findByText(wanted);
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
