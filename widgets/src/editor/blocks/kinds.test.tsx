import { act, screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { at } from '../core/json.ts';
import { useOpened } from '../state/context.ts';
import { renderIn } from '../test/render.tsx';
import { siteAnswer } from '../test/site.ts';
import { BlockEditor } from './BlockEditor.tsx';

const PATH = 'content/about/collection.json';
const field = (key: string, kind: string, label = '', more = {}) => ({
  key,
  kind,
  label,
  choices: [],
  of: [],
  ...more,
});
const CARD = {
  name: 'price-card',
  title: 'Price card',
  fields: [
    field('plan', 'text', 'Plan'),
    field('frame', 'choice', 'Frame', { choices: [{ value: 'wide', label: 'Wide frame' }] }),
    field('lines', 'list', 'Lines', { of: [field('text', 'text', 'Line')] }),
  ],
  value: { plan: 'Basic' },
};
const site = { template: { ...siteAnswer().template, blocks: [CARD] } };

const Editor = () => (useOpened(PATH).is === 'ready' ? <BlockEditor path={PATH} at="" /> : null);

describe('S-491 kinds of block that a template brings', () => {
  test('are offered first, added with what they begin with, and filled in by their fields', async () => {
    const { user, mock, session, baseElement } = renderIn(<Editor />, { site });
    await user.click((await screen.findAllByRole('button', { name: 'Add a block' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('heading', { level: 3 })[0]).toHaveTextContent('From your template');
    await user.type(dialog.getByRole('searchbox'), 'price c');
    await user.click(dialog.getByRole('button', { name: 'Price card' }));
    const plan = await screen.findByRole('textbox', { name: 'Plan' });
    expect(plan).toHaveValue('Basic');
    await user.clear(plan);
    await user.type(plan, 'Family');
    await user.click(screen.getByRole('button', { name: /Frame/ }));
    await user.click(await screen.findByRole('option', { name: 'Wide frame' }));
    await user.click(within(screen.getByRole('group', { name: 'Lines' })).getByRole('button', { name: /Add/ }));
    await user.type(screen.getByRole('textbox', { name: 'Line' }), 'Bread');
    // What is saved by itself is saved before: looking takes as long as that waits.
    await act(() => session.save());
    expect(await axe(baseElement)).toHaveNoViolations();
    const saved = JSON.stringify(at(mock.json(PATH), '/rows'));
    expect(saved).toContain(
      JSON.stringify({
        type: 'price-card',
        value: { plan: 'Family', frame: 'wide', lines: [{ text: 'Bread' }] },
      }),
    );
    expect(screen.getByRole('row', { name: /Price card/ })).toBeInTheDocument();
  });
});
