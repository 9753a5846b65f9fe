import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { RichTextEditor } from './RichTextEditor.tsx';

/** The text as it was passed on last. */
let html = '';
function Text({ value, onText }: { value: string; onText: (text: string) => void }) {
  const [now, setNow] = useState(value);
  const change = (text: string) => {
    onText(text);
    setNow(text);
  };
  return (
    <main>
      <RichTextEditor label="Body" value={now} onChange={change} />
    </main>
  );
}
/** Nothing is drawn here, so nothing has a place. */
beforeAll(() => {
  const nowhere = { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 } as DOMRect;
  Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => nowhere;
});

type Editing = HTMLElement & { editor: import('@tiptap/core').Editor };
const open = (value: string): Editing => {
  render(<Text value={value} onText={(text) => (html = text)} />);
  const box = screen.getByRole('textbox', { name: 'Body' }) as unknown as Editing;
  act(() => {
    box.focus();
    box.editor.commands.focus('end');
  });
  return box;
};
const type = (box: Editing, words: string) => act(() => void box.editor.commands.insertContent(words));
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('S-492 a slash at the beginning of a paragraph', () => {
  test('offers the kinds of paragraph by name, and Enter makes the chosen one', async () => {
    const box = open('<p>One</p><p></p>');
    type(box, '/');
    expect(options()).toHaveLength(7);
    expect(await axe(document.body)).toHaveNoViolations();
    type(box, 'head');
    expect(options()).toEqual(['H1Heading 1', 'H2Heading 2', 'H3Heading 3']);
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    const second = within(screen.getByRole('listbox', { name: 'Kinds of paragraph' })).getByRole('option', {
      selected: true,
    });
    expect(second).toHaveTextContent('Heading 2');
    expect(box).toHaveAttribute('aria-activedescendant', second.id);
    fireEvent.keyDown(box, { key: 'Enter' });
    type(box, 'Two');
    expect(html).toBe('<p>One</p><h2>Two</h2>');
    expect(options()).toEqual([]);
    expect(box).not.toHaveAttribute('aria-activedescendant');
  });

  test('a list by pointer, and Escape leaves what was typed', () => {
    const box = open('<p></p>');
    type(box, '/bul');
    fireEvent.click(screen.getByRole('option', { name: /Bulleted/ }));
    type(box, 'Bread');
    expect(html).toBe('<ul><li>Bread</li></ul>');
    act(() => void box.editor.commands.setContent('<p></p>'));
    type(box, '/');
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(options()).toEqual([]);
    type(box, 'quo');
    expect(options()).toEqual([]);
    expect(box.editor.getText()).toBe('/quo');
  });

  test('elsewhere a slash is a slash', () => {
    const box = open('<p>and</p>');
    type(box, '/or');
    expect(options()).toEqual([]);
    act(() => void box.editor.commands.setContent('<h2></h2>'));
    type(box, '/');
    expect(options()).toEqual([]);
    act(() => void box.editor.commands.setContent('<p></p>'));
    type(box, '/usr/bin');
    expect(options()).toEqual([]);
    type(box, ' nothing is called so');
    expect(options()).toEqual([]);
  });
});
