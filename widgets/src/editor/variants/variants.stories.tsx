import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, waitFor, within } from 'storybook/test';
import { useOpened } from '../state/context.ts';
import { inEditor, withServer } from '../test/stories.tsx';
import { TEAPOT } from '../test/teapot.fixture.ts';
import { VariantSheet } from './VariantSheet.tsx';

const meta: Meta = { title: 'Editor/Variants', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const TEA = 'content/shop/teapot.json';
const Variants = () =>
  useOpened(TEA).is === 'ready' ? <VariantSheet path={TEA} currency="USD" onActive={() => undefined} /> : null;

/** The variants of one product. */
export const Table: StoryObj = {
  beforeEach: (context) => {
    withServer('website/pages')(context);
    (context.msw as Msw).use(
      http.get('*/config/api/file', () => HttpResponse.json({ path: TEA, digest: 'd', kind: 'item', json: TEAPOT })),
    );
  },
  render: () => <Variants />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('TEA-L');
    await waitFor(() => expect(canvasElement.querySelector('[title^="The shop is asked"]')).toBeNull());
  },
};
