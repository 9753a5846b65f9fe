import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LINES, linesOf, PLAN } from './sample.fixture.ts';

const meta: Meta = { title: 'Editor/Import products', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.post>[]) => void };

const withList = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(
    http.post('*/config/api/products/list', ({ request }) =>
      new URL(request.url).searchParams.get('dryRun') === 'true'
        ? HttpResponse.json(PLAN)
        : new HttpResponse(linesOf(LINES)),
    ),
  );
};

async function choose() {
  const page = within(document.body);
  const dialog = await page.findByRole('dialog', { name: 'Import products' });
  const input = dialog.querySelector('input[type="file"]');
  if (input instanceof HTMLInputElement) await userEvent.upload(input, new File(['a'], 'products.csv'));
  await page.findByText('A list from Shopify.');
  return page;
}

/** No list is chosen yet. */
export const Begin: StoryObj = {
  beforeEach: withList,
  render: () => <ImportDialog onClose={() => undefined} />,
};

/** What a list would do. */
export const Looked: StoryObj = {
  beforeEach: withList,
  render: () => <ImportDialog onClose={() => undefined} />,
  play: async () => void (await choose()),
};

/** It is done, and one picture did not come. */
export const Done: StoryObj = {
  beforeEach: withList,
  render: () => <ImportDialog onClose={() => undefined} />,
  play: async () => {
    const page = await choose();
    await userEvent.click(page.getByRole('button', { name: 'Import' }));
    await page.findByText(/^Done: 1 new/);
  },
};
