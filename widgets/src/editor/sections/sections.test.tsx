import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { Site } from '../client/wire.ts';
import { jsonOf } from '../core/documents.ts';
import { apply } from '../core/edit.ts';
import { at, type Json, type JsonObject } from '../core/json.ts';
import { useOpened } from '../state/context.ts';
import { renderIn } from '../test/render.tsx';
import { PRESETS, sectionOf } from './presets.ts';
import { SectionEditor } from './SectionEditor.tsx';
import { PAGE } from './sample.fixture.ts';
import { addEdits, followEdits, gridOf, insertEdits, placeEdits, removeEdits } from './section.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

const PATH = 'content/about/collection.json';
const HILLS = at(PAGE, '/sections/0') as Json;

function Editor({ at }: { at: string }) {
  return useOpened(PATH).is === 'ready' ? <SectionEditor path={PATH} at={at} /> : null;
}
function show(page: Json = PAGE, at = '', site: Partial<Site> = {}) {
  const view = renderIn(<Editor at={at} />, { site });
  // Before it is asked for: the server holds what it gives, and saves into that.
  view.mock.files.set(PATH, page);
  return view;
}
/** There are no pointers here that an element could hold on to. */
beforeAll(() => {
  HTMLElement.prototype.setPointerCapture = () => undefined;
});

type View = ReturnType<typeof show>;
const now = ({ session }: View): Json | undefined => jsonOf(session.$documents.get(), PATH);
const sectionNow = (view: View, index = 0): Json | undefined => at(now(view), `/sections/${index}`);
const openGrid = async ({ user }: View, name: RegExp) => {
  await user.click(await screen.findByRole('row', { name }));
  await user.click(await screen.findByRole('button', { name: 'Edit the grid' }));
  return within(await screen.findByRole('dialog'));
};

describe('S-294 the sections of a page', () => {
  test('one from the gallery stands below the one that is chosen, and undo takes it away', async () => {
    const view = show();
    await view.user.click(await screen.findByRole('row', { name: /Hills/ }));
    await view.user.click(screen.getByRole('button', { name: 'Add a section' }));
    const gallery = within(await screen.findByRole('dialog', { name: 'Choose a section' }));
    expect(gallery.getAllByRole('button').length).toBeGreaterThanOrEqual(13);
    await view.user.click(gallery.getByRole('button', { name: 'Hero with a button' }));
    expect(sectionNow(view, 1)).toEqual(sectionOf('hero', 'contact'));
    expect(screen.getByRole('region', { name: 'Say in one line what you offer' })).toBeInTheDocument();
    act(() => void view.session.undo());
    expect(now(view)).toEqual(PAGE);
  });

  test('a section goes down and up, is duplicated without its name for links, and is removed', async () => {
    const view = show();
    await view.user.click(await screen.findByRole('row', { name: /Hills/ }));
    await view.user.click(screen.getByRole('button', { name: 'Move down' }));
    expect(sectionNow(view, 1)).toEqual(HILLS);
    await view.user.click(screen.getByRole('button', { name: 'Move up' }));
    expect(now(view)).toEqual(PAGE);
    await view.user.click(screen.getByRole('button', { name: 'Duplicate' }));
    const { id: _, ...rest } = HILLS as JsonObject;
    expect(sectionNow(view, 1)).toEqual(rest);
    await view.user.click(screen.getByRole('button', { name: 'Remove section' }));
    expect(now(view)).toEqual(PAGE);
  });

  test('the text of a page becomes a block above its first section, and the last one leaves no empty list', () => {
    const text = { title: 'About us', mainContent: '<p>We bake.</p>', layout: 'default' };
    const page = apply(text, insertEdits(text, 0, HILLS)).document;
    expect(page).toEqual({
      title: 'About us',
      layout: 'default',
      rows: [{ columns: [{ span: 12, blocks: [{ type: 2, value: { html: '<p>We bake.</p>' } }] }] }],
      sections: [HILLS],
    });
    expect(apply(page, removeEdits(page, 0)).document).not.toHaveProperty('sections');
    expect(apply(PAGE, removeEdits(PAGE, 1)).document).toHaveProperty('sections.length', 2);
  });

  test('every ready-made section lies in its grid, and no two blocks of it overlap', () => {
    for (const preset of PRESETS) {
      const grid = gridOf(sectionOf(preset, 'contact'));
      expect(grid.follows).toBe(true);
      for (const [index, { desktop }] of grid.blocks.entries()) {
        const { box, isSaid } = desktop;
        expect([
          preset,
          index,
          isSaid && box.left >= 2 && box.right <= 27 && box.bottom <= 1 + grid.lines.desktop.rows,
        ]).toEqual([preset, index, true]);
        for (const other of grid.blocks.slice(index + 1)) {
          const { top, left, bottom, right } = other.desktop.box;
          expect(box.left < right && left < box.right && box.top < bottom && top < box.bottom).toBe(false);
        }
      }
    }
  });

  test('nothing that axe knows of is wrong, in the list and in the grid', async () => {
    const view = show();
    const dialog = await openGrid(view, /Hills/);
    await view.user.click(dialog.getByRole('button', { name: /^Button: Go there/ }));
    expect(await axe(view.baseElement)).toHaveNoViolations();
  });
});

describe('S-489 sections that the owner keeps', () => {
  const KEPT = 'sections/hills.json';

  test('one is kept by a name, offered first, put into a page as a copy, and given up', async () => {
    const view = show();
    await view.user.click(await screen.findByRole('row', { name: /Hills/ }));
    await view.user.click(screen.getByRole('button', { name: 'Keep for other pages' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Keep this section' }));
    const name = asked.getByRole('textbox', { name: 'Name' });
    await view.user.clear(name);
    expect(asked.getByRole('button', { name: 'Keep' })).toBeDisabled();
    await view.user.type(name, 'Hills');
    await view.user.click(asked.getByRole('button', { name: 'Keep' }));
    await act(() => view.session.save());
    const { id: _, ...rest } = HILLS as JsonObject;
    expect(view.mock.json(KEPT)).toEqual({ title: 'Hills', section: rest });
    expect(now(view)).toEqual(PAGE);
    await view.user.click(screen.getByRole('button', { name: 'Add a section' }));
    const gallery = within(await screen.findByRole('dialog', { name: 'Choose a section' }));
    expect(gallery.getByRole('heading', { name: 'Your sections' })).toBeInTheDocument();
    expect(await axe(view.baseElement)).toHaveNoViolations();
    await view.user.click(gallery.getByRole('button', { name: 'Hills' }));
    expect(sectionNow(view, 1)).toEqual(rest);
    await view.user.click(screen.getByRole('button', { name: 'Add a section' }));
    const again = within(await screen.findByRole('dialog', { name: 'Choose a section' }));
    await view.user.click(again.getByRole('button', { name: 'Remove Hills from your sections' }));
    expect(again.queryByRole('button', { name: 'Hills' })).not.toBeInTheDocument();
    await act(() => view.session.save());
    expect(view.mock.files.has(KEPT)).toBe(false);
    expect(sectionNow(view, 1)).toEqual(rest);
  });

  test('one that lies in the site is read when it is offered, and two of a name are two', async () => {
    const view = show(PAGE, '', { sections: [{ path: KEPT, title: 'Hills' }] });
    view.mock.files.set(KEPT, { title: 'Hills', section: HILLS });
    await view.user.click(await screen.findByRole('button', { name: 'Add a section' }));
    const gallery = within(await screen.findByRole('dialog', { name: 'Choose a section' }));
    await waitFor(() => expect(gallery.getByRole('button', { name: 'Hills' })).toBeEnabled());
    await view.user.click(gallery.getByRole('button', { name: 'Cancel' }));
    await view.user.click(screen.getByRole('row', { name: /Hills/ }));
    await view.user.click(screen.getByRole('button', { name: 'Keep for other pages' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await view.user.clear(name);
    await view.user.type(name, 'Hills{Enter}');
    await act(() => view.session.save());
    expect(view.mock.json('sections/hills-2.json')).toMatchObject({ title: 'Hills' });
    expect(view.mock.json(KEPT)).toEqual({ title: 'Hills', section: HILLS });
  });
});

describe('S-295 the settings of a section', () => {
  test('each is one value of the file, and goes without a trace', async () => {
    const view = show();
    await view.user.click(await screen.findByRole('row', { name: /Hills/ }));
    const choose = async (label: RegExp, option: string) => {
      await view.user.click(screen.getByRole('button', { name: label, hidden: true }));
      await view.user.click(await screen.findByRole('option', { name: option }));
    };
    await choose(/Space above$/, 'Large');
    await choose(/Upper edge$/, 'Wave');
    await choose(/Visible on$/, 'Phone only');
    expect(sectionNow(view)).toEqual({
      ...(HILLS as JsonObject),
      spacing: { top: 'large' },
      divider: 'wave',
      visibleOn: 'mobile',
    });
    await choose(/Space above$/, 'As the template has it');
    await choose(/Upper edge$/, 'As the template has it');
    await choose(/Visible on$/, 'As the template has it');
    expect(now(view)).toEqual(PAGE);
  });

  test('a gradient has colors, and a color of the palette is one of them', async () => {
    const view = show();
    await view.user.click(await screen.findByRole('row', { name: /Hills/ }));
    await view.user.click(screen.getByRole('button', { name: 'Add a gradient', hidden: true }));
    await view.user.click(screen.getByRole('button', { name: /Color 1$/, hidden: true }));
    await view.user.click(await screen.findByRole('option', { name: 'Ink' }));
    expect(at(sectionNow(view), '/background')).toEqual({
      gradient: { angle: 135, colors: ['var(--ink)', '#5b7f95'] },
    });
    await view.user.click(screen.getByRole('button', { name: 'Remove gradient', hidden: true }));
    expect(now(view)).toEqual(PAGE);
  });
});

describe('S-296 the grid of a section', () => {
  test('arrows move, Shift resizes, Page Up brings forward, and it is said', async () => {
    const view = show();
    const dialog = await openGrid(view, /Hills/);
    const button = dialog.getByRole('button', { name: /^Button: Go there/ });
    act(() => button.focus());
    await view.user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowLeft}{/Shift}{PageUp}');
    expect(at(sectionNow(view), '/blocks/1/desktop')).toEqual({
      rowStart: 7,
      columnStart: 3,
      rowEnd: 9,
      columnEnd: 8,
      zIndex: 3,
      unknown: true,
    });
    expect(dialog.getByRole('status')).toHaveTextContent('Button: Go there, layer 3');
    for (let steps = 0; steps < 4; steps += 1) act(() => void view.session.undo());
    expect(now(view)).toEqual(PAGE);
  });

  test('a pointer takes a block along from line to line, and its corner makes it larger', async () => {
    const view = show();
    const dialog = await openGrid(view, /Hills/);
    const button = dialog.getByRole('button', { name: /^Button: Go there/ });
    // 640 pixels for a window of 1280, less the border: a column is 24.7 of them, a row 18.1.
    const draw = (element: Element, x: number, y: number) => {
      const tell = (type: string, clientX: number, clientY: number) => {
        const event = new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX, clientY });
        fireEvent(element, Object.assign(event, { pointerId: 1, pointerType: 'mouse' }));
      };
      tell('pointerdown', 100, 100);
      tell('pointermove', 100 + x, 100 + y);
      tell('pointerup', 100 + x, 100 + y);
    };
    draw(button, 75, 180);
    expect(at(sectionNow(view), '/blocks/1/desktop')).toMatchObject({
      rowStart: 16,
      rowEnd: 18,
      columnStart: 5,
      columnEnd: 11,
    });
    expect(at(sectionNow(view), '/grid/desktop/rows')).toBe(17);
    const corner = document.querySelector('[data-handle="se"]') as Element;
    draw(corner, 50, -18);
    expect(at(sectionNow(view), '/blocks/1/desktop')).toMatchObject({
      rowStart: 16,
      rowEnd: 17,
      columnStart: 5,
      columnEnd: 13,
    });
  });

  test('the phone follows the desktop until something is changed there, and can follow again', async () => {
    const view = show();
    const dialog = await openGrid(view, /Hills/);
    await view.user.click(dialog.getByRole('button', { name: 'Phone' }));
    expect(dialog.getByText(/The phone follows the desktop/)).toBeInTheDocument();
    act(() => dialog.getByRole('button', { name: /^Button: Go there/ }).focus());
    await view.user.keyboard('{ArrowDown}');
    expect(at(sectionNow(view), '/blocks/0/mobile')).toEqual({ rowStart: 1, columnStart: 2, rowEnd: 5, columnEnd: 10 });
    expect(at(sectionNow(view), '/blocks/1/mobile')).toMatchObject({
      rowStart: 7,
      columnStart: 2,
      rowEnd: 9,
      columnEnd: 10,
    });
    await view.user.click(dialog.getByRole('button', { name: 'Follow the desktop again' }));
    expect(at(sectionNow(view), '/blocks')).toEqual(at(HILLS, '/blocks'));
    await waitFor(() => expect(dialog.getByText(/The phone follows the desktop/)).toBeInTheDocument());
  });

  test('what is unknown stays, and a section without a grid gets one with its first change', () => {
    const plain = at(PAGE, '/sections/2') as Json;
    const box = { top: 2, left: 3, bottom: 6, right: 9 };
    const page = apply(PAGE, placeEdits(plain, '/sections/2', 'mobile', [{ index: 0, box }])).document;
    expect(at(page, '/sections/2/blocks/0')).toEqual({
      type: 2,
      value: { html: '<p>Plain</p>' },
      desktop: { rowStart: 1, columnStart: 2, rowEnd: 2, columnEnd: 26 },
      mobile: { rowStart: 2, columnStart: 3, rowEnd: 6, columnEnd: 9 },
    });
    expect(at(page, '/sections/2/rows')).toEqual(at(plain, '/rows'));
    expect(followEdits(at(page, '/sections/2'), '/sections/2')).toEqual([
      { op: 'remove', pointer: '/sections/2/blocks/0/mobile' },
    ]);
  });

  test('a new block stands below all others, on a phone too where the layout there is its own', () => {
    const block = { type: 47, value: {} };
    const follows = apply(PAGE, addEdits(HILLS, '/sections/0', block)).document;
    expect(at(follows, '/sections/0/blocks/2')).toEqual({
      ...block,
      desktop: { rowStart: 8, columnStart: 2, rowEnd: 14, columnEnd: 14 },
    });
    expect(at(follows, '/sections/0/grid/desktop/rows')).toBe(13);
    const own = apply(PAGE, addEdits(at(PAGE, '/sections/1'), '/sections/1', block)).document;
    expect(at(own, '/sections/1/blocks/1/mobile')).toEqual({ rowStart: 4, columnStart: 2, rowEnd: 10, columnEnd: 10 });
  });
});

describe('S-410 what is clicked on the page is what opens', () => {
  test('a block of a section stands open in the panel, follows its file, and closes', async () => {
    const view = show(PAGE, '/sections/0/blocks/1/value/text');
    const block = await screen.findByRole('region', { name: 'Button: Go there' });
    const field = await within(block).findByRole('textbox', { name: 'Text' });
    await waitFor(() => expect(block).toContainElement(document.activeElement as HTMLElement));
    // Before anything is typed: what is typed is saved a moment later, and axe may take longer than that.
    expect(await axe(view.container)).toHaveNoViolations();
    await view.user.type(field, '!');
    expect(at(now(view), '/sections/0/blocks/1/value/text')).toBe('Go there!');
    act(() => view.session.moves.emit('moved', { path: PATH, follow: () => undefined }));
    expect(screen.queryByRole('region', { name: /^Button:/ })).toBeNull();
  });
});

test('S-297 every word is there in every language, with the same values in it', () => {
  const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort();
  for (const words of Object.values(WORDS))
    for (const [key, text] of Object.entries(EN)) {
      const other = words[key as keyof typeof EN];
      expect([key, values(other)]).toEqual([key, values(text)]);
      expect(other.trim()).not.toBe('');
    }
});
